#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SIMULATORS PROTOCOL FIRST_SEED RUNS FOLDER ENOUGH TRACED [PROGRAM...]: the runner's list of random runs, 10,000 clocks
# each, and of each program on each row of the protocol's table. OpenCSD also reads every tenth trace of the reference RTL. From 1,000 runs
# on, a closing entry checks all of them together (overall.sh ENOUGH TRACED). It is omitted if ENOUGH is 0, and for another DUT, which may
# send fewer kinds.
# $RANDOM_ARGS: more options for every run; what they make of all runs together is not known, so nothing looks at that.
# $RANDOM_UNIT: the unit, as waypoint unit has it; $RANDOM_BUILD: the one build that there is. Empty: ours, in all builds of the table.
# $RANDOM_DEPTH: the depth of a PTM's buffer for speculative waypoints; the processor then speculates. Empty: there is no buffer.
# $RANDOM_AGAIN: the command that repeats a run if SEED=seed N=1 follows it.
set -eu
build=$1 simulators=$2 protocol=$3 first=$4 runs=$5 folder=$6 enough=$7 traced=$8
shift 8
args=${RANDOM_ARGS-} again=${RANDOM_AGAIN-}
table=tests/random/table-pft.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
mkdir -p "$folder"
# A third of the runs have a generated host script: of the reference RTL, and of a unit that is described.
hosts=
if [ "${simulators%/rtl}" != "$simulators" ] || [ "${RANDOM_UNIT-}" ]; then hosts=-h; fi
"$build/draw" $hosts -a "$args" -d "${RANDOM_DEPTH:-0}" "$first" "$runs" 10000 $table "$build" "$simulators" "$folder" "$@" | tests/random/fit.sh "$build" >"$folder/drawn"
awk -F '\tseed=' -v again="$again" '{ print $0 (again && NF == 2 ? "\tagain=" again " SEED=" $2 " N=1" : "") }' "$folder/drawn"
# What only a host's programme shows of our own unit is in all of them together, too.
together() { [ "$runs" -ge 1000 ] && [ -z "$args" ] && [ "$enough" != 0 ] && [ "${simulators%/rtl}" != "$simulators" ]; }
if together && [ -z "${RANDOM_UNIT-}" ]; then
  case $protocol in pft) simulator=$simulators/w32-q8-f64/waypoint-sim ;; *) simulator=$simulators/etm-w32-q8-f64/waypoint-sim ;; esac
  number=0
  while read -r of text options; do
    [ "$of" = "$protocol" ] || continue
    number=$((number + 1))
    name=host-$text-$number
    out=$folder/$name
    printf 'random-%s/%s\t%s --protocol %s --random 1 --host tests/host/%s.host %s --quiet --facts %s.facts >%s.log || { code=$?; cat %s.log; exit $code; }; echo 1 passed, 0 failed, 0 skipped\tfacts=%s.facts\n' \
      "$protocol" "$name" "$simulator" "$protocol" "$text" "$options" "$out" "$out" "$out" "$out"
  done <tests/host/texts.txt
  # The rules of the Cortex-A9's port judge only a processor that speculates.
  if [ "$protocol" = pft ]; then
    "$build/draw" $hosts -d 4 $((first + runs)) 60 10000 $table "$build" "$simulators" "$folder" | RANDOM_BUILD=w32-q8-f64-s4 tests/random/fit.sh "$build"
  fi
fi
if together; then
  printf 'random-%s/overall\ttests/random/overall.sh %s %s %s %s%s\tclosing\n' "$protocol" "$protocol" "$folder" "$enough" "$traced" \
    "${RANDOM_UNIT:+ \"\$($build/waypoint unit $RANDOM_UNIT --can)\"}"
fi
