#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# files.sh BUILD: whatever repeats a run leaves alone what that has written. Which options write is in the simulator's --help. A failing
# run that is given its waves is not repeated: its files must be those of one that is repeated for its waves.
set -u
build=$1
folder=$build/failure-report-files
rm -rf "$folder"
mkdir -p "$folder/once" "$folder/repeated"
simulator=$folder/waypoint-sim
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim")" "$simulator"
. tests/expect.sh
output=$folder/why
export FAULT=pft-stack-not-cleared
run='--program tests/program/system-thumb.wpp --return-stack --spacing two'
files=$("$simulator" --help | sed -n '/^ output files:/,/^$/s/^ *--\([a-z-]*\)=\(FILE\|DIR\)\( .*\)*$/\1/p' | grep -vE '^(fst|host-text)$') # --host-text only of a programme that is drawn

# writing FOLDER: the options. By turns, the value of an option is the next word, or follows a `=`.
writing() {
  between=' '
  for file in $files; do
    printf -- '--%s%s%s ' "$file" "$between" "$1/$file"
    [ "$between" = ' ' ] && between='=' || between=' '
  done
}
alike() { diff -rq "$folder/once/$1" "$folder/repeated/$1"; }

"$simulator" $run $(writing "$folder/once") --fst "$folder/once.fst" --quiet >"$folder/once.report" 2>&1
"$simulator" $run $(writing "$folder/repeated") --quiet >"$folder/report" 2>&1
expect is-repeated grep -q '^waves: ' "$folder/report"
expect many [ "$(echo "$files" | wc -l)" -ge 7 ]
sed -n 's/^again: //p' "$folder/report" >"$folder/again"
expect says-again [ -s "$folder/again" ]
# The two runs are not alike in how they are repeated, and may have begun in two seconds.
sed -i '/^\(found \)*\(again\|waves\): */d; /^again /d; /^about date=/d' "$folder"/*/facts "$folder"/*/result
for file in $files; do
  expect "$file-written" [ -e "$folder/repeated/$file" ]
  expect "$file-left" alike "$file"
  expect "$file-not-again" [ "$(grep -c -e " --$file[ =]" "$folder/again")" = 0 ]
done
# Nor has one with waves the user's in its line, nor their clocks, nor of two programs the first.
"$simulator" --program tests/program/sort-arm.wpp --seed=3 $run --seed 1 --fst "$folder/own.fst" --from 100 --to 100000 --quiet >"$folder/report" 2>&1
expect own-waves grep -qx "again: FAULT=$FAULT $simulator $run --seed 1 --quiet" "$folder/report"

# The same run again and again.
for file in $files; do
  rm -rf "$folder/repeated/$file"
  echo mine >"$folder/repeated/$file"
done
expect shrunk "$build/waypoint" shrink -o "$folder/shrunk.txt" "$simulator" $run $(writing "$folder/repeated") --to 100000 --fst "$folder/own.fst"
for file in $files; do expect "$file-not-shrunk" grep -qx mine "$folder/repeated/$file"; done

totals
