#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD FIRST_SEED RUNS: random runs, 10,000 clocks each, every tenth read by OpenCSD as well. Then what the decoder
# saw in all of them together: from 1,000 runs on, at least 100 of everything in required.txt. Last line: passed, failed.
set -eu
build=$1 first=$2 runs=$3
clocks=10000 enough=100
folder=$build/random/$first-$runs
rm -rf "$folder"
mkdir -p "$folder"

"$build/draw" "$first" "$runs" $clocks "$folder" "$build/opencsd/same_list" "$build"/sim/*/waypoint-sim >"$folder/list"
code=0
"$build/run" -j "$(nproc)" -o "$folder/junit.xml" "$folder/list" >"$folder/log" || code=$?
sed '$d' "$folder/log"

cat "$folder"/*.coverage | awk '{ sum[$1] += $2 } END { for (name in sum) print name, sum[name] }' | sort >"$folder/coverage"
passed=$(sed -n '$s/ passed.*//p' "$folder/log")
failed=$(sed -n '$s/.* passed, \([0-9]*\) failed.*/\1/p' "$folder/log")
if [ "$runs" -ge 1000 ]; then
  awk -v enough=$enough '
    NR == FNR { seen[$1] = $2; next }
    seen[$1] < enough { printf "random: %s seen %d times in all runs, expected %d or more\n", $1, seen[$1], enough; few++ }
    END { exit few > 0 }' "$folder/coverage" tests/random/required.txt && passed=$((passed + 1)) || { failed=$((failed + 1)); code=1; }
fi
echo "$passed passed, $failed failed, 0 skipped"
exit $code
