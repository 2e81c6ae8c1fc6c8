#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# table.sh BUILD: suppresses each place of the checker that accuses (copy.sh), one after the other, and runs the tests that reach it, the
# shortest first, until one is red. Prints each place with that test, or `unseen`; then what is unseen, with the reason that reasons.txt
# has for it. Code 1 if it has none, or if it has one for a place that is seen or that there is not.
set -eu
build=$1
here=tests/checker_mutation
folder=$build/checker-mutation
tree=$folder/tree
jobs=$(nproc)

# Those that see verdicts or messages of the checker, and take no more than seconds.
tests='^(unit/|golden-(reader|decoder|encoder)$|mutants-|false-pass/|independent-faults-|independent-[a-z_]*/(strict|bytes)$|command-check|deviations-|multi-dut|funnel|failure-report(/files)?$|bit-flips|log/(faults|bad)$)'
(cd "$tree" && tests/list.sh b b/sim/rtl) |
  awk -F '\t' -v OFS='\t' -v tests="$tests" '$1 ~ tests && $1 != "unit/endless" { print $1, $2 }' >"$folder/list"

# Where a worker's runs leave what they write: a build folder of links to what is built.
worker() { # NUMBER
  rm -rf "$folder/worker-$1"
  mkdir "$folder/worker-$1"
  for entry in "$tree"/* "$tree"/.ci; do
    [ "${entry##*/}" = b ] || ln -s "$(realpath "$entry")" "$folder/worker-$1"
  done
  cp -Rs "$(realpath "$tree/b")" "$folder/worker-$1/b"
}
for number in $(seq 0 $((jobs - 1))); do worker "$number"; done

# Which places each test reaches, and how long it takes.
rm -rf "$folder/reached"
mkdir "$folder/reached"
echo "$(wc -l <"$tree/sites") places, $(wc -l <"$folder/list") tests"
seq "$(wc -l <"$folder/list")" | xargs -P "$jobs" --process-slot-var=WORKER -n 1 $here/reach.sh "$folder" || exit 2
cat "$folder"/reached/*.reached | sort -k1,1n -k2,2n >"$folder/reached/all"

cut -f 1 "$tree/sites" | xargs -P "$jobs" --process-slot-var=WORKER -n 1 $here/suppress.sh "$folder" | tee "$folder/lines"
sort -n "$folder/lines" | awk -F '\t' -v reasons=$here/reasons.txt -v places="$(wc -l <"$tree/sites")" '
  BEGIN {
    while ((getline line <reasons) > 0) {
      if (line ~ /^  /) reason[name] = substr(line, 3)
      else if (line !~ /^(#|$)/) name = line
    }
  }
  { known[$2] }
  $3 == "unseen" && $2 in reason { print $2 ": unseen: " reason[$2]; excused++; next }
  $3 == "unseen" { print $2 ": unseen"; bad++; next }
  $2 in reason { print $2 ": seen, but reasons.txt has a reason: " reason[$2]; bad++ }
  { red++ }
  END {
    for (name in reason) if (!(name in known)) { print name ": in reasons.txt, but there is no such place"; bad++ }
    print NR " of " places " places suppressed: " red + 0 " red, " excused + 0 " unseen for a reason, " NR - red - excused " unseen"
    exit bad || NR != places
  }'
