#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# overall.sh PROTOCOL FOLDER ENOUGH TRACED [CAN]: checks the logs and facts of all random runs in FOLDER together. Each coverage point of
# required-pft.txt (etm3: required-etm3.txt) must occur ENOUGH times, or as often as its row demands. Each architecture rule must have been
# evaluated. TRACED % of the waypoints (etm3: steps) must have been traced, not counting those that were presented while tracing was off.
# CAN: what the unit implements, as waypoint unit --can prints it. A point that needs something else is no coverage hole (needs=A,-B: A,
# and not B), and rules and traced items are not checked. Without CAN the DUT is the reference RTL in all its forms. Last line: passed, failed.
set -eu
protocol=$1 folder=$2 enough=$3 traced=$4 can=${5-}
case $protocol in
  pft) required=tests/random/required-pft.txt items=waypoints of=PFT ;;
  etm3) required=tests/random/required-etm3.txt items=steps of=ETMv3 ;;
esac
. tests/expect.sh

code=0
# A `*` in a row is replaced by each kind of resource.
kinds=$(sed -nE 's/^  ROW\([A-Z_]+, [^"]*"([a-z-]+)".*/\1/p' model/common/resource.h | tr '\n' ' ')
find "$folder" -name '*.facts' -exec grep -h '^cover ' {} + | awk -v enough="$enough" -v can="$can" -v kinds="$kinds" '
  BEGIN { gsub(/\n/, " ", can) }
  function has(what) { return index(" " can " ", " " what " ") > 0 }
  function is_there(needs, need, count, i) {
    if (!can || !sub(/^needs=/, "", needs)) return 1
    count = split(needs, need, ",")
    for (i = 1; i <= count; i++) if (need[i] ~ /^-/ ? has(substr(need[i], 2)) : !has(need[i])) return 0
    return 1
  }
  function require(row, word) {
    split(row, word, " ")
    if (is_there(word[length(word)])) required[word[1]] = word[2] ~ /^[0-9]/ ? word[2] : enough
  }
  NR == FNR {
    rows = /[*]/ ? split(kinds, kind, " ") : 1
    for (i = 1; i <= rows; i++) {
      row = $0
      gsub(/[*]/, kind[i], row)
      require(row)
    }
    next
  }
  { seen[$2] += $3 }
  END {
    for (name in required) {
      if (seen[name] >= required[name]) continue
      printf "random: %s seen %d times in all runs, expected %d\n", name, seen[name], required[name]
      few++
    }
    exit few > 0
  }' "$required" - || code=1
verdict $code
if [ "$can" ]; then
  totals
  exit
fi
code=0
# PIN-X-1: Verilator knows neither x nor z.
find "$folder" -name '*.facts' -exec grep -h '^rule ' {} + | awk -F ' *[|] *' -v of=$of '
  NR == FNR { if ($2 ~ /^[A-Z0-9]+-[A-Z]+-[0-9]+$/ && ($5 == "both" || $5 == of) && $2 != "PIN-X-1") rules[$2]; next }
  { split($0, word, " "); evaluated[word[2]] += word[3] }
  END {
    for (rule in rules) {
      count++
      if (evaluated[rule]) continue
      printf "random: rule %s was never evaluated\n", rule
      never++
    }
    exit never > 0 || count == 0
  }' docs/rules.md - || code=1
verdict $code
code=0
find "$folder" -name '*.log' -exec cat {} + | awk -v traced="$traced" -v items=$items '
  { for (i = 2; i <= NF; i++) { split($i, pair, "="); sum[pair[1]] += pair[2] } }
  END {
    told = sum[items] - sum["untraced"]
    share = told > 0 ? 100 * sum[items "_compared"] / told : 0
    printf "random: %d %s, %.1f %% traced, expected %d %%; %d overflows\n", sum[items], items, share, traced, sum["overflows"]
    exit share < traced
  }' || code=1
verdict $code
totals
