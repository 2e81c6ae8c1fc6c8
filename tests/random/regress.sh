#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# regress.sh BUILD SIMULATORS PROTOCOL PART OF AGAIN: random runs of 2,000 clocks on every combination of the values in the columns of
# table-pft.txt (etm3: table-etm3.txt). Only one of OF equal parts of them runs, PART = 1 to OF. AGAIN is the command that repeats a run
# if PART=I/N follows it. $RANDOM_ARGS: more options for every run; $RANDOM_UNIT, $RANDOM_BUILD: as in list.sh.
#
# It runs slices of at most 10,000 runs. BUILD/regress/PROTOCOL-PART-OF keeps the JUnit file, the report and the log of each slice. It also
# keeps the whole output of each failed run, and the sums of the last lines of those that passed. BUILD/regress/about is what is tested.
# Last line: passed, failed, skipped, incomplete if any.
set -eu
build=$1 simulators=$2 protocol=$3 part=$4 of=$5 again=$6
table=tests/random/table-pft.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
most=10000
folder=$build/regress/$protocol-$part-$of
all=$("$build/draw" count $table)
runs=$(((all - part + of) / of))
[ "$runs" -gt 0 ] || { echo "regress: PART=$part/$of: there are $all runs, so at most as many parts" >&2; exit 2; }
slices=$(((runs + most - 1) / most))

rm -rf "$folder"
mkdir -p "$folder"
slice=0
while [ $slice -lt $slices ]; do
  rm -rf "$folder/runs"
  mkdir "$folder/runs"
  tests/random/product.sh "$build" "$simulators" "$protocol" $((part - 1 + slice * of)) $((of * slices)) "$folder/runs" "$again" >"$folder/list"
  slice=$((slice + 1))
  echo 0 >"$folder/code"
  { "$build/run" -i "$build/regress/about" -o "$folder/slice-$slice.xml" -c "$build/waypoint report $folder/slice-$slice.xml -o $folder/slice-$slice.html" -l "$folder/failed" "$folder/list" || echo $? >"$folder/code"; } 2>&1 | tee "$folder/slice-$slice.log"
  find "$folder/runs" -name '*.log' -exec grep -h '^PASS ' {} + |
    awk '{ for (i = 2; i <= NF; i++) if (split($i, pair, "=") && pair[1] != "seed") sum[pair[1]] += pair[2] }
      END { for (name in sum) if (sum[name]) printf "%s=%.0f ", name, sum[name] }' >"$folder/slice-$slice.sums"
  code=$(cat "$folder/code")
  [ "$code" -le 1 ] || exit "$code"
done
rm -r "$folder/runs" "$folder/list" "$folder/code"

cat "$folder"/slice-*.sums | tr ' ' '\n' | awk -F = '
  NF == 2 { sum[$1] += $2 }
  END { printf "regress: %.0f clocks, %.0f instructions compared, %.0f bytes\n", sum["clocks"], sum["instructions_compared"], sum["bytes"] }'
tail -qn 1 "$folder"/slice-*.log | awk '
  { passed += $1; failed += $3; skipped += $5; incomplete += $7 }
  END {
    printf "%d passed, %d failed, %d skipped%s\n", passed, failed, skipped, incomplete ? ", " incomplete " incomplete" : ""
    exit failed > 0 || incomplete > 0 || passed == 0
  }'
