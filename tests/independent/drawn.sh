#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# drawn.sh BUILD UNIT RUNS: runs an independent DUT with each fault that draw.sh has drawn. For each it prints the first case of the smoke suite
# that fails, or else the first of RUNS random runs, and the first line of the report. Or the fault survives. Each run is in mode legal.
# A case that fails without a fault is left out, and makes the exit code 1. The last line has the sums.
set -eu
build=$1 unit=$2 runs=$3
here=tests/independent
folder=$build/drawn/$unit
simulators=$folder/tree/b/sim/rtl+$unit
. tests/smoke/cases.sh
describe_dut "$build" "$unit"
# shellcheck disable=SC2154
simulator=$simulators/$way/waypoint-sim
described="--unit $here/$unit.unit"
# No waves of a failure. etm_steps writes one packet a clock, so it loses instructions that the reference RTL does not lose.
no_waves="--fst $folder/runs/none/fst --from 4294967295"
may_lose=
[ "$protocol" = pft ] || may_lose=' --max-lost any'

# The cases, those that program resources first, and the random runs, in which @ is the directory that takes what they write.
rm -rf "$folder/runs"
mkdir -p "$folder/runs"
for rows in programmed plain; do
  # shellcheck disable=SC2086
  ROWS=$rows tests/smoke/list.sh "$build" "$folder/runs/none" drawn "$simulator" "$protocol" $described
done | cut -f 2 | cut -d ' ' -f 4 >"$folder/cases"
RANDOM_UNIT=$here/$unit.unit RANDOM_BUILD=$way RANDOM_ARGS="--mode legal$may_lose $no_waves" \
  tests/random/list.sh "$build" "$simulators" "$protocol" 1 "$runs" "$folder/runs/none" 0 0 | cut -f 2 |
  sed "s|$folder/runs/none|@|g" >"$folder/random"
cp "$folder/runs/none/$protocol.can" "$folder"

export FAULT=none
# shellcheck disable=SC2086
xargs -P "$(nproc)" -I CASE sh -c '
  code=0
  tests/smoke/smoke.sh "$0" "$1" CASE "$2" $3 >"$2/CASE.out" 2>&1 </dev/null || code=$?
  case $code in
    0) echo CASE ;;
    77) ;;
    *) echo "drawn: CASE fails without a fault, and is left out: $(grep -m 1 -E "^(scoreboard|rule|smoke)" "$2/CASE.out")" >&2 ;;
  esac
' "$simulator" "$protocol" "$folder/runs/none" "$described" <"$folder/cases" 2>"$folder/left_out" >"$folder/passed"
cat "$folder/left_out" >&2
grep -Fx -f "$folder/passed" "$folder/cases" >"$folder/tried"

sed -n 's/^drawn-\([^:]*\):.*/\1/p' "$folder/tree/seeded" |
  xargs -P "$(nproc)" -n 1 $here/drawn_fault.sh "$folder" "$simulator" "$protocol" "$described"
# In the order of the list.
sed -n 's/^drawn-\([^:]*\):.*/\1/p' "$folder/tree/seeded" | while read -r fault; do cat "$folder/runs/$fault/detected"; done >"$folder/table"
cat "$folder/table"
awk -v cases="$(wc -l <"$folder/tried")" -v runs="$runs" '
  /^[a-z]/ { faults++; sub(/:$/, "", $2); by[$2]++ }
  END {
    printf "%d faults: %d detected by the smoke suite (%d cases), %d by %d random runs, %d survive\n", \
      faults, by["smoke"], cases, by["random"], runs, by["survives"]
  }' "$folder/table"
! grep -q 'fails without a fault' "$folder/left_out"
