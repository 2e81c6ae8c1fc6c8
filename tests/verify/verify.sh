#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verify.sh OPTIONS: docs/verify.md out of tags.txt, on standard output. OPTIONS is a file with the simulator's options (model/check/options.c). Exit
# code 1, and the reason on standard error: a tag names no test, or a golden file or cover point has no tag.
set -eu
options=$1
here=$(dirname "$0")
bad=0
say() { echo "verify: $*" >&2; bad=1; }
named=$(mktemp)
trap 'rm -f "$named"' EXIT

cat <<'END'
# What is verified by what

Made from `tests/verify/tags.txt` by `tests/verify/verify.sh`; `make lint` fails where the two differ, where a tag names no test, and where a golden file or cover point has no tag.

- Golden files (`tests/golden/`): bytes by hand from the specification. Each is read by the decoder and by OpenCSD, and made by the encoder, the clocked model and the RTL.
- Options: what makes a random co-simulation hold it (`make random`; `make run SEED=n ARGS='...'`).
- Seen: cover points, each met at least 100 times in the 1,000 random runs of `make test`.

| packet | length | mode | golden files | options | seen |
|---|---|---|---|---|---|
END
while IFS='|' read -r packet length mode golden option cover; do
  case $packet in '#'* | '') continue ;; esac
  files=''
  set -f
  for pattern in $golden; do
    set +f
    [ "$pattern" = - ] && continue
    count=0
    for file in tests/golden/$pattern.golden; do
      [ -f "$file" ] || continue
      count=$((count + 1))
      echo "$file" >>"$named"
    done
    [ $count -gt 0 ] || say "$packet: $pattern is no golden file"
    files="$files\`$pattern\` ($count) "
  done
  set +f
  for word in $option; do
    grep -q "{\"$word\"," "$options" || say "$packet: $word is no option of the simulator"
  done
  for point in $cover; do
    [ "$point" = - ] && continue
    grep -qx "$point" "$here/../random/required.txt" || say "$packet: $point is no cover point of tests/random/required.txt"
    echo "$point" >>"$named"
  done
  [ -n "$files$(echo "$cover" | tr -d ' -')" ] || say "$packet, $length, $mode: no test"
  trim() { echo "$1" | sed 's/^ *//; s/ *$//; s/^-$//'; }
  echo "| $(trim "$packet") | $(trim "$length") | $(trim "$mode") | $(trim "$files") | $(trim "$option") | $(trim "$cover") |"
done <"$here/tags.txt"

for name in tests/golden/*.golden $(cat "$here/../random/required.txt"); do
  grep -qx -- "$name" "$named" || say "$name has no tag"
done
exit $bad
