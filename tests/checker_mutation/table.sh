#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# table.sh BUILD [SEED N]: suppresses each place of the checker that reports a failure (copy.sh), one after the other, or N places drawn from SEED. Runs
# the tests that reach the place, the shortest first, until one fails. Prints each place with that test, or `undetected`; then each undetected
# place with its reason in reasons.txt. Code 1 if a place is undetected without a reason, or if a place with a reason is detected or does not exist.
set -eu
build=$1 seed=${2-} number=${3-}
here=tests/checker_mutation
folder=$build/checker-mutation
tree=$folder/tree
jobs=$(nproc)

# Tests that depend on verdicts or messages of the checker, and take no more than seconds.
tests='^(unit/|golden-(reader|decoder|encoder)$|mutants-|false-pass/|independent-faults-|independent-[a-z_]*/(strict|bytes)$|command-check|deviations-|multi-dut|funnel|failure-report(/files)?$|bit-flips|log/(faults|bad)$)'
(cd "$tree" && tests/list.sh b b/sim/rtl) |
  awk -F '\t' -v OFS='\t' -v tests="$tests" '$1 ~ tests && $1 != "unit/endless" { print $1, $2 }' >"$folder/list"

# The working directory of a worker: links to the tree, and a build directory of its own, with links to what is built.
worker() { # NUMBER
  rm -rf "$folder/worker-$1"
  mkdir "$folder/worker-$1"
  for entry in "$tree"/* "$tree"/.ci; do
    [ "${entry##*/}" = b ] || ln -s "$(realpath "$entry")" "$folder/worker-$1"
  done
  cp -Rs "$(realpath "$tree/b")" "$folder/worker-$1/b"
}
for worker in $(seq 0 $((jobs - 1))); do worker "$worker"; done

# The places that each test reaches, and how long it takes.
rm -rf "$folder/reached"
mkdir "$folder/reached"
echo "$(wc -l <"$tree/sites") places, $(wc -l <"$folder/list") tests"
seq "$(wc -l <"$folder/list")" | xargs -P "$jobs" --process-slot-var=WORKER -n 1 $here/reach.sh "$folder" || exit 2
cat "$folder"/reached/*.reached | sort -k1,1n -k2,2n >"$folder/reached/all"

cut -f 1 "$tree/sites" >"$folder/places"
if [ "$number" ]; then
  awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' "$folder/places" | sort -n | head -n "$number" | cut -f 2 >"$folder/drawn"
  mv "$folder/drawn" "$folder/places"
fi
xargs -P "$jobs" --process-slot-var=WORKER -n 1 $here/suppress.sh "$folder" <"$folder/places" | tee "$folder/lines"
sort -n "$folder/lines" | awk -F '\t' -v reasons=$here/reasons.txt -v sites="$tree/sites" -v places="$(wc -l <"$folder/places")" '
  BEGIN {
    while ((getline line <reasons) > 0) {
      if (line ~ /^  /) reason[name] = substr(line, 3)
      else if (line !~ /^(#|$)/) name = line
    }
    while ((getline line <sites) > 0) {
      split(line, column, "\t")
      known[column[2]]
    }
  }
  $3 == "undetected" && $2 in reason { print $2 ": undetected: " reason[$2]; excused++; next }
  $3 == "undetected" { print $2 ": undetected"; bad++; next }
  $2 in reason { print $2 ": detected, but reasons.txt has a reason: " reason[$2]; bad++ }
  { detected++ }
  END {
    for (name in reason) if (!(name in known)) { print name ": in reasons.txt, but there is no such place"; bad++ }
    print NR " of " places " places suppressed: " detected + 0 " detected, " excused + 0 " undetected for a reason, " \
      NR - detected - excused " undetected"
    exit bad || NR != places
  }'
