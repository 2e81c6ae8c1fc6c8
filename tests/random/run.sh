#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD PROTOCOL FIRST_SEED RUNS [PROGRAM...]: random runs, 10,000 clocks each, and each program on each row of table.txt; every
# tenth random run is read by OpenCSD as well. Then what the decoder saw in all of them together: from 1,000 runs on, at
# least 100 of everything in required.txt, and 70 % of the waypoints traced, of those that were not where tracing was off. PROTOCOL
# is pft, or etm3 with table-etm3.txt, required-etm3.txt and steps in place of waypoints. Last line: passed, failed.
set -eu
build=$1 protocol=$2 first=$3 runs=$4
shift 4
case $protocol in
  pft) kind= items=waypoints ;;
  etm3) kind=-etm3 items=steps ;;
  *) echo "random: $protocol: expected pft or etm3" >&2; exit 2 ;;
esac
clocks=10000 enough=100 traced=70
folder=$build/random/$protocol-$first-$runs
rm -rf "$folder"
mkdir -p "$folder"

"$build/draw" "$first" "$runs" $clocks tests/random/table$kind.txt "$build" "$folder" "$@" >"$folder/list"
code=0
"$build/run" -j "$(nproc)" -t 60 -o "$folder/junit.xml" "$folder/list" >"$folder/log" || code=$?
sed '$d' "$folder/log"
passed=$(sed -n '$s/ passed.*//p' "$folder/log")
failed=$(sed -n '$s/.* passed, \([0-9]*\) failed.*/\1/p' "$folder/log")

overall() { # NAME COMMAND...: one more test, over all runs together
  name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1)) code=1
    echo "random: $name"
  fi
}
cat "$folder"/*.coverage | awk '{ sum[$1] += $2 } END { for (name in sum) print name, sum[name] }' | sort >"$folder/coverage"
if [ "$runs" -ge 1000 ]; then
  overall "not everything was seen $enough times" awk -v enough=$enough '
    NR == FNR { seen[$1] = $2; next }
    seen[$1] < enough { printf "random: %s seen %d times in all runs\n", $1, seen[$1]; few++ }
    END { exit few > 0 }' "$folder/coverage" tests/random/required$kind.txt
  overall "less than $traced % of the $items were traced" awk -v traced=$traced -v items=$items '
    { for (i = 2; i <= NF; i++) { split($i, pair, "="); sum[pair[1]] += pair[2] } }
    END {
      share = 100 * sum[items "_compared"] / (sum[items] - sum["untraced"])
      printf "random: %d %s, %.1f %% traced, %d overflows\n", sum[items], items, share, sum["overflows"]
      exit share < traced
    }' "$folder"/*.log
fi
echo "$passed passed, $failed failed, 0 skipped"
exit $code
