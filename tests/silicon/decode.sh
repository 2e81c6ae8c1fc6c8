#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# decode.sh WAYPOINT: decodes traces of real silicon, and compares them with a debugger's (DS-5) reading of the same bytes. The captures are in
# the folder $WAYPOINT_CAPTURES (default ../shared/captures); without them all is skipped.
set -u
waypoint=$1
captures=${WAYPOINT_CAPTURES:-../shared/captures}
. tests/expect.sh
[ -d "$captures/TC2" ] || skip_all 13 "no captures in $captures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
output=$work/output

summary() { # EXPECTED WORD...
  expected=$1
  shift
  "$waypoint" decode "$@" >"$work/out" 2>&1
  tail -n 1 "$work/out" >"$work/last"
  printf 'summary: %s\n' "$expected" | diff - "$work/last"
}

# Cortex-A15, CoreSight frames: cycle counts, timestamps, tracing on and off by an address range. DS-5 has lines for
# instructions of which it does not know the code, "0x?".
same_listing() {
  "$waypoint" decode --snapshot "$captures/TC2" --id 0x13 --instructions | awk '$2 ~ /^0x/ { print $2, $3 }' >"$work/ours"
  awk -F '\t' '$1 == "Instruction" && $4 != "0x?" { sub("S:", "", $3); print $3, $4 }' "$captures/TC2/ds5-dumps/ptmv1_0x13.txt" | tr -d '\r' >"$work/theirs"
  [ "$(wc -l <"$work/theirs")" = 9548 ] && diff "$work/ours" "$work/theirs" >"$work/diff" || { head -n 5 "$work/diff"; return 1; }
}
expect 'TC2 0x13' summary 'bytes=4533 packets=1789 waypoints=1554 instructions=9548 gaps=152 errors=0' --snapshot "$captures/TC2" --id 0x13
expect 'TC2 by name' summary 'bytes=4533 packets=1789 waypoints=1554 instructions=9548 gaps=152 errors=0' --snapshot "$captures/TC2" --source PTM_0
expect 'TC2 0x13, instructions compared with DS-5' same_listing
# Cortex-A15, its own bytes: debug entry and exit, return stack.
expect 'trace_cov_a15' summary 'bytes=36 packets=11 waypoints=22 instructions=57 gaps=0 errors=0' --snapshot "$captures/trace_cov_a15"

# Cortex-A7, ETMv3.5: an atom per instruction, cycle counts, timestamps, tracing on and off by an address range. Compared with DS-5: the
# address, code, condition result and cycles of each instruction, and the cycles of each gap in between.
same_cycles() { # ID RECORDS
  "$waypoint" decode --snapshot "$captures/TC2" --id "$1" --flow --instructions |
    awk '$2 ~ /^0x/ { sub(",", "", $5); print $2, $3, $5, $6 } / sync .* trace on/ { print "gap", $(NF - 1) }' >"$work/ours"
  tr -d '\r' <"$captures/TC2/ds5-dumps/etmv3_$1.txt" |
    awk -F '\t' '$1 == "Instruction" { sub("S:", "", $3); print $3, $4, $8 == "fail" ? "N" : "E", $5 } $1 == "Cycle Count" { print "gap", $5 }' >"$work/theirs"
  [ "$(wc -l <"$work/theirs")" = "$2" ] && diff "$work/ours" "$work/theirs" >"$work/diff" || { head -n 5 "$work/diff"; return 1; }
}
expect 'TC2 0x10' summary 'bytes=10873 packets=8707 branches=190 instructions=7205 gaps=135 errors=0' --snapshot "$captures/TC2" --id 0x10
expect 'TC2 0x11' summary 'bytes=10619 packets=8517 branches=180 instructions=7471 gaps=116 errors=0' --snapshot "$captures/TC2" --source ETM_1
expect 'TC2 0x12' summary 'bytes=3153 packets=2266 branches=49 instructions=1947 gaps=21 errors=0' --snapshot "$captures/TC2" --id 0x12
expect 'TC2 0x10, instructions and cycles compared with DS-5' same_cycles 0x10 7340
expect 'TC2 0x11, instructions and cycles compared with DS-5' same_cycles 0x11 7587
expect 'TC2 0x12, instructions and cycles compared with DS-5' same_cycles 0x12 1968
# Cortex-M3, ETMv3.4, TPIU frames: eight runs of a sort loop, equal except for the place of the trigger.
kinds() { # EXPECTED: the packets, of each kind how many
  "$waypoint" decode --snapshot "$captures/stm32f105" --packets | awk '$2 ~ /^[0-9]+$/ { count[$3]++ } END { for (kind in count) print kind "=" count[kind] }' |
    sort | tr '\n' ' ' >"$work/kinds"
  [ "$(cat "$work/kinds")" = "$1" ] || { cat "$work/kinds"; return 1; }
}
eight_runs() {
  "$waypoint" decode --snapshot "$captures/stm32f105" --instructions | awk '$2 ~ /^0x/ { print $2, $3, $5 }' >"$work/runs"
  [ "$(wc -l <"$work/runs")" = 1200 ] && head -n 150 "$work/runs" >"$work/run" && for _ in 1 2 3 4 5 6 7 8; do cat "$work/run"; done | cmp - "$work/runs"
}
if [ -d "$captures/stm32f105" ]; then
  expect 'stm32f105' summary 'bytes=760 packets=664 branches=264 instructions=1200 gaps=7 errors=0' --snapshot "$captures/stm32f105"
  expect 'stm32f105, kinds of packets' kinds 'A-sync=8 I-sync=8 P-header=376 branch=264 trigger=8 '
  expect 'stm32f105, eight equal runs' eight_runs
else
  skipped=3
  echo "SKIP: no stm32f105 in $captures"
fi

totals
