#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# false_failure.sh SIMULATOR PROTOCOL FIRST N: the reference RTL without the model, with each of N seeds from FIRST on, in each way of judging.
# Overflows, and starts in loops, have many places that fit. Repeat one: SIMULATOR --protocol PROTOCOL --random SEED and the line's options.
set -eu
simulator=$1 protocol=$2 first=$3 count=$4
. tests/expect.sh
ulimit -t 5  # seconds of CPU time for each run: a search must not be exponential
output=$(mktemp)
trap 'rm -f "$output"' EXIT
right() { expect "seed $1" "$simulator" --protocol "$protocol" --random "$@" --may-be-empty --quiet; } # SEED WORD...
# Runs that once had a false failure. ETM: an exception cancels the first instruction of a stream, after a timestamp. The timestamp event is
# true in the one clock in which TraceEnable is false. Bytes are compared in the clock in which an exception cancels the first instruction of
# a stream. All steps are in a prohibited region. The unit stops after an instruction that its last P-header reports, and may sample late.
# PTM: a loop in which the first turn that fits after an overflow is not the correct one.
if [ "$protocol" = pft ]; then
  narrow=$simulator simulator=${simulator%/*/*}/w32-q16-f256/waypoint-sim
  right 1004889 --clocks 60000 --spacing waypoint --set full --depth 4 --return-stack --context-id 1 --cycle-accurate --exceptions 0 \
    --indirect 30 --thumb 75 --context 20 --high 39 --syncfr 1 --etmauxcr 3 --debug 3 --barriers 12 --hyp 47 --prohibited 24 --sync-rate 2 \
    --pclken 76 --extin-rate 16 --etmtsevr 45423 --clock-change-rate 21 --etmteevr 128995 --abrupt
  # ETMSYNCFR is 1, so an A-sync comes with each waypoint, also of those that a flush awaits.
  simulator=${simulator%/*/*}/w64-q4-f16/waypoint-sim
  right 960025403 --clocks 10000 --spacing waypoint --set a15 --depth 0 --return-stack --context-id 2 --timestamps --exceptions 10 \
    --indirect 70 --thumb 25 --context 8 --syncfr 1 --etmauxcr 1 --backpressure burst:40 --flush-rate 17 --atclken 34 --pclken 85 \
    --extin-rate 15 --abrupt --other-targets 67
  simulator=$narrow
else
  right 305795 --clocks 1000 --spacing stall --minor 5 --timestamps --etmtsevr 94563 --etmteevr 110818 --ns --prohibited 11 --exceptions 5 \
    --thumb 25 --late 20 --indirect 20 --long 27 --hyp 19 --extin-rate 13 --clock-change-rate 88
  right 3612 --clocks 10000 --spacing one --set a7 --greedy --context-id 2 --cycle-accurate --timestamps --broadcast --exceptions 5 \
    --indirect 30 --thumb 25 --late 40 --ns --context 40 --high 47 --long 27 --syncfr 0 --etmauxcr 2 --debug 3 --thumbee 46 --hyp 40 \
    --prohibited 25 --extin-rate 8 --etmtrigger 47074 --etmtsevr 94433 --clock-change-rate 86 --etmteevr 128993 --off-flush-rate 68
  right 3 --clocks 60 --minor 0 --prohibited 50 --mode legal
  right 208 --clocks 23000 --spacing stall --minor 5 --context-id 4 --cycle-accurate --timestamps --vmid --exceptions 60 --jazelle 30 \
    --prohibited 30
  right 3 --mode legal --clocks 2100 --spacing stall --ns --exceptions 60 --prohibited 20 --etmteevr 0x1F7ED --latency 0..16
  # A write to ETMCR before the start is seen, with bits that the DUT does not implement, changes nothing.
  right 120004145 --clocks 10000 --minor 2 --etmcr 0x50009900 --restarts 2 --abrupt --resets 4
  # Tracing starts 666 times, each time at one of several turns of a loop, and the host restarts the DUT without a poll of ETMSR.
  right 120000477 --clocks 10000 --spacing two --greedy --old-exceptions --context-id 4 --cycle-accurate --broadcast --exceptions 0 \
    --indirect 40 --thumb 25 --context 40 --high 3 --syncfr 0 --hyp 31 --sync-rate 5 --extin-rate 18 --etmtrigger 30691 --etmtsevr 94691 \
    --clock-change-rate 90 --etmteevr 63458 --power 2 --oslock set --claim 6 --ccr 0x8FC98008 --ccer 0x34781FFC --host random
  # The timestamp of an I-sync is of a clock that the checker, which accepts late sampling, has not judged yet.
  right 180001713 --mode legal --clocks 10000 --spacing two --minor 5 --greedy --old-exceptions --context-id 4 --cycle-accurate --broadcast \
    --exceptions 10 --indirect 60 --thumb 100 --late 20 --ns --context 24 --high 11 --syncfr 0 --etmauxcr 2 --thumbee 16 --hyp 5 \
    --backpressure none --flush-rate 12 --sync-rate 9 --pclken 68 --extin-rate 5 --etmtsevr 45295 --clock-change-rate 17 --etmteevr 128995 \
    --off-flush-rate 91 --power 1 --oslock set --claim 0 --ccr 0x8FC98008 --ccer 0x14781FFC --user 8 --host random
  # The processor also executes while the unit is off. The first instruction that is accepted has the time of the clock before ETMEN rises, and
  # DBGEN rises in its clock. Debug state ends before the unit is started, or in the clock in which it accepts the first instruction.
  right 201 --free-running --mode legal --clocks 4000 --minor 5 --timestamps --restarts 9
  right 1 --free-running --mode legal --clocks 6000 --minor 4 --spacing two --host tests/host/pins.host
  right 209 --free-running --mode legal --clocks 4000 --debug 5 --restarts 9
  # A start point is executed between the write that starts the unit and ETMEN, and the event of an output names the start/stop block.
  right 970007184 --free-running --mode legal --clocks 10000 --spacing one --minor 0 --greedy --context-id 4 --exceptions 10 --indirect 80 \
    --thumb 50 --late 40 --context 29 --vmids 34 --syncfr 1024 --etmauxcr 6 --barriers 9 --erets 16 --backpressure burst:40 --flush-rate 12 \
    --atclken 68 --extin-rate 10 --etmtsevr 110703 --clock-change-rate 43 --etmteevr 63459 --off-flush-rate 254 --power 2 --oslock open \
    --claim 0 --ccr 0x8FC98008 --debug-response 13..3006 --host random
fi
while read -r way; do
  for seed in $(seq "$first" $((first + count - 1))); do
    # shellcheck disable=SC2086
    right "$seed" $way
  done
done <<'WAYS'
--mode legal --jazelle 30
--mode bytes --jazelle 30
--mode legal --no-image --jazelle 30
--mode legal --prohibited 30 --backpressure random:30
--mode legal --spacing stall
--mode legal --jazelle 30 --prohibited 30 --spacing stall --backpressure random:30
--mode legal --no-image --jazelle 30 --prohibited 30 --spacing stall --backpressure random:30
WAYS
totals
