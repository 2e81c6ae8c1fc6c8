#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readme.sh BUILD SIMULATOR: what README.md, docs/commands.md, docs/list.md and docs/explain.md show of runs and of a seeded fault is what these print. Each line of
# their block must be in the output; `...` alone stands for lines, behind a blank for the rest of one.
set -u
build=$1 simulator=$2
folder=$build/readme
rm -rf "$folder"
mkdir -p "$folder"
passed=0 failed=0

# compare FIRST PAGE: its block with a line that begins so, with what is in $folder/out.
compare() {
  awk -v first="$1" '
    /^    / { block = block substr($0, 5) "\n"; if (index($0, "    " first) == 1) here = 1; next }
    { if (here) printf "%s", block; block = ""; here = 0 }
  ' "$2" >"$folder/block"
  wrong=$(awk '
    NR == FNR { line[++lines] = $0; next }
    /^ *\.\.\.$/ { next }
    {
      shown++
      rest = sub(/ \.\.\.$/, " ")
      for (i = 1; i <= lines && !(rest ? index(line[i], $0) == 1 : line[i] == $0); i++) { }
      if (i > lines) print "not printed: " $0
    }
    END { if (!shown) print "no such block" }
  ' "$folder/out" "$folder/block")
  if [ -z "$wrong" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '%s, the block with "%s":\n%s\n' "$2" "$1" "$wrong"
  fi
}

main_job='--protocol pft --program tests/program/sort-thumb.wpp --spacing two --seed 1'
"$simulator" $main_job >"$folder/out" 2>&1
compare 'PASS ' README.md
compare 'PASS ' docs/commands.md

"$simulator" --protocol pft --random 7 --return-stack --quiet --log "$folder/run.log" >"$folder/out" 2>&1
"$build/waypoint" list --log "$folder/run.log" --random 7 --why --from number:4 --to number:14 >"$folder/out" 2>&1
compare 'numbers: ' docs/list.md

"$build/waypoint" explain 00 00 00 00 00 80 08 00 80 00 00 21 92 11 >"$folder/out" 2>&1
compare '       0  00' docs/explain.md
"$build/waypoint" explain --protocol etm3 08 21 00 80 00 00 D8 84 11 >"$folder/out" 2>&1
compare '       0  08' docs/explain.md

# The main job with a fault in it: of a simulator of its own, which README.md does not name.
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim")" "$folder/waypoint-sim"
FAULT=pft-rtl-isync-reason "$folder/waypoint-sim" $main_job 2>&1 |
  sed "s|$folder/waypoint-sim|build/sim/rtl/w32-q8-f64/waypoint-sim|g" >"$folder/out"
compare 'check 1: ' README.md

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
