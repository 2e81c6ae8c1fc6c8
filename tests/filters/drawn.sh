#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# drawn.sh BUILD PROTOCOL RUNS: in how many of RUNS generated host scripts (--host random) faults of filters.txt are detected that no other
# random run reaches. In 300 runs each must be detected as often as LEAST says, in fewer runs in proportion. Without a fault all runs must pass.
set -eu
build=$1 protocol=$2 runs=$3
# FAULT:LEAST
case $protocol in
  pft)
    unit=w32-q8-f64 options='--unit full'
    faults='enable-ignores-counters:24 enable-sequencer-off-by-one:30 trigger-ignores-counters:8'
    ;;
  *)
    unit=etm-w32-q8-f64 options='--protocol etm3 --ccr 0x8FC98008 --ccer 0x34781FFC'
    faults='enable-ignores-counters:24 enable-sequencer-off-by-one:24 trigger-ignores-counters:3 timestamp-ignores-sequencer:3 single-selection-ignored:5'
    ;;
esac
sim=$build/mutants/tree/b/sim/rtl/$unit/waypoint-sim
. tests/expect.sh

detected() { # FAULT
  count=0
  for seed in $(seq "$runs"); do
    # shellcheck disable=SC2086
    FAULT=$1 "$sim" $options --random "$seed" --clocks 5000 --host random --may-be-empty --mode legal --ns --context 30 --exceptions 10 --extin-rate 15 --timeout-response 300 \
      --quiet --fst /dev/null --from 4294967295 >/dev/null 2>&1 || count=$((count + 1))
  done
  echo "$protocol: $1: detected in $count of $runs runs"
}

detected none
if [ $count = 0 ]; then pass; else fail "$protocol: none: expected 0 of $runs runs to fail, found $count"; fi
for fault in $faults; do
  detected "filters-${fault%:*}"
  least=$((${fault#*:} * runs / 300))
  if [ $count -ge $least ]; then pass; else fail "$protocol: ${fault%:*}: expected $least of $runs runs or more to detect it, found $count"; fi
done
totals
