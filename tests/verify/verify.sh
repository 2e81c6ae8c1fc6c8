#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verify.sh OPTIONS...: docs/verify.md out of tags.txt, on standard output. OPTIONS are the files with the tables of the simulator's options. Exit
# code 1, and the reason on standard error: a tag names no test, or a golden file or cover point has no tag.
set -eu
[ $# -gt 0 ] || { echo 'verify: expected the files with the tables of options' >&2; exit 2; }
here=$(dirname "$0")
bad=0
say() { echo "verify: $*" >&2; bad=1; }
named=$(mktemp)
trap 'rm -f "$named" "$named.points"' EXIT

cat <<'END'
# What is verified by what

Made from `tests/verify/tags.txt` by `tests/verify/verify.sh`. `make lint` fails where the two differ, where a tag names no test, and where
a golden file or cover point has no tag.

- Golden files (`tests/golden/`): bytes by hand from the specification. The decoder and OpenCSD read each; the encoder, the clocked model
  and the RTL make it. One that has `decode-only` is read alone. One that has `clocked` is not made by the encoder without a clock.
- Options: what makes a random co-simulation hold it (`make random`; `make run SEED=n ARGS='...'`).
- Seen: cover points, each met at least 100 times in the 1,000 random runs of its protocol in `make test`, or as often as their list says.

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
    [ "$word" = - ] && continue
    grep -q "[{(]\"${word#--}\"," "$@" || say "$packet: $word is no option of the simulator"
  done
  case $packet in ETMv3*) required=required-etm3.txt ;; *) required=required-pft.txt ;; esac
  set -f
  for point in $cover; do
    set +f
    [ "$point" = - ] && continue
    expression=$(echo "$point" | sed 's/\./\\./g; s/\*/.*/g')
    sed 's/ .*//' "$here/../random/$required" | grep -x "$expression" | sed "s/^/$required:/" >"$named.points"
    [ -s "$named.points" ] || say "$packet: $point is no cover point of tests/random/$required"
    cat "$named.points" >>"$named"
  done
  set +f
  [ -n "$files$(echo "$cover" | tr -d ' -')" ] || say "$packet, $length, $mode: no test"
  trim() { echo "$1" | sed 's/^ *//; s/ *$//; s/^-$//'; }
  echo "| $(trim "$packet") | $(trim "$length") | $(trim "$mode") | $(trim "$files") | $(trim "$option") | $(trim "$cover") |"
done <"$here/tags.txt"

points() { sed "s/ .*//; s/^/$1:/" "$here/../random/$1"; }
for name in tests/golden/*/*.golden $(points required-pft.txt) $(points required-etm3.txt); do
  grep -qx -- "$name" "$named" || say "$name has no tag"
done
exit $bad
