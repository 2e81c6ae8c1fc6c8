#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD UNIT SEEDS [SIMULATORS]: the runner's list of the runs of an independent DUT without the reference model. It has runs of all
# functions, and random runs of the seeds 1 to SEEDS as tests/random/draw.c draws them. With SIMULATORS the random runs are on each way of building it, and all
# programs follow. Without SIMULATORS they are on the simulator that has the faults, and a run with each fault follows.
set -eu
build=$1 unit=$2 seeds=$3 simulators=${4-}
if [ -z "$simulators" ]; then
  for name in $(tests/fault_seeding/query.sh names "tests/independent/$unit.txt"); do
    printf 'independent-faults-%s/%s\ttests/independent/run.sh %s %s %s\tlimit=120\n' "$unit" "$name" "$build" "$unit" "$name"
  done
fi

folder=$build/independent/runs/$unit
mkdir -p "$folder"
# etm_steps writes one packet a clock, so it loses instructions that the reference RTL does not lose.
# Only a DUT that takes speculative waypoints has a depth; its options replace the versions that the other DUTs implement.
depth=0 arguments='' protocol='' table=tests/random/table-pft.txt one=w32-q8-f64
case $unit in
  etm_*) table=tests/random/table-etm3.txt one=etm-w32-q8-f64 arguments=' --max-lost any' protocol=' --protocol etm3' ;;
  ptm_a9)
    depth=8 protocol=" --unit tests/independent/$unit.unit --wrong-path 20 --commit-delay 0..4 --burst 30"
    export RANDOM_UNIT="tests/independent/$unit.unit"
    ;;
esac
programs= faults=$build/independent/tree/b/sim/rtl+$unit/$one$([ $depth = 0 ] || echo -s$depth)/waypoint-sim
# In mode strict it fails: its bytes are not those of the reference model.
printf 'independent-%s/strict\t! %s --random 1%s --mode strict --quiet >%s/strict.log || exit 1; echo 1 passed, 0 failed, 0 skipped\n' \
  "$unit" "$faults" "$protocol" "$folder"
# In mode bytes it fails, too, and the report names the packet.
printf 'independent-%s/bytes\t! %s --random 1%s --mode bytes --quiet >%s/bytes.log && grep -q "DUT and reference encoder differ: ." %s/bytes.log || exit 1; ' \
  "$unit" "$faults" "$protocol" "$folder" "$folder"
echo "echo 1 passed, 0 failed, 0 skipped"
# A trigger in the first clock after a reset, before the checker knows that the DUT is enabled.
printf 'independent-%s/trigger-at-once\tfor seed in 1 2 3; do %s --random $seed%s --clocks 300 --resets 1 --etmtrigger 0x177E2 --mode legal%s --quiet || exit 1; done; ' \
  "$unit" "$faults" "$protocol" "$arguments"
echo "echo 3 passed, 0 failed, 0 skipped"
# After an overflow in a loop, the packet after a waypoint update fits more than one iteration (decision 2).
case $unit in ptm_*)
  printf 'independent-%s/turns\tfor seed in 430 551; do %s --random $seed'"$protocol"' --clocks 1500 --spacing waypoint --exceptions 15 --indirect 40 --thumb 75 --long 26 ' \
    "$unit" "$faults"
  echo '--backpressure random:30 --atclken 61 --mode legal --quiet || exit 1; done; echo 2 passed, 0 failed, 0 skipped'
esac
# The trace of the old stream reports items after a start that traces nothing. The search must not wait for an item that this start took away.
case $unit in ptm_small)
  printf 'independent-%s/start-without-trace\t%s --random 122 --unit tests/independent/%s.unit --clocks 10000 --spacing waypoint --return-stack --context-id 4 ' \
    "$unit" "$faults" "$unit"
  printf '%s' '--cycle-accurate --exceptions 15 --indirect 40 --thumb 0 --context 40 --vmids 39 --syncfr 200 --jazelle 19 --backpressure random:10 --atclken 14 '
  printf '%s\tlimit=5\n' '--host random --mode legal --may-be-empty --quiet || exit 1; echo 1 passed, 0 failed, 0 skipped'
esac
# After an overflow, an item fits whose count is that of a presentation. A later stream shows that the counts are those of commits.
case $unit in ptm_a9)
  printf 'independent-%s/counts-after-overflow\t%s --random 510060005 --unit tests/independent/%s.unit --clocks 3200 --spacing one --context-id 2 ' \
    "$unit" "$faults" "$unit"
  printf '%s' '--cycle-accurate --timestamps --exceptions 15 --indirect 40 --thumb 25 --ns --context 3 --vmids 29 --syncfr 1 --jazelle 2 '
  printf '%s' '--prohibited 26 --backpressure none --flush-rate 3 --atclken 32 --extin-rate 20 --resets 3 --other-targets 89 --wrong-path 11 '
  echo '--commit-delay 2..2 --mode legal --may-be-empty --quiet || exit 1; echo 1 passed, 0 failed, 0 skipped'
  # At clock 7167 the checker compares an I-sync whose waypoint, one of a burst, is not yet in the list of items.
  printf 'independent-%s/burst-before-a-comparison\t%s --random 510068033 --unit tests/independent/%s.unit --spacing waypoint ' \
    "$unit" "$faults" "$unit"
  printf '%s' '--timestamps --exceptions 10 --indirect 20 --thumb 0 --syncfr 2048 --jazelle 8 --barriers 22 --backpressure random:30 '
  printf '%s' '--extin-rate 2 --etmtrigger 30563 --idle-rate 8 --burst 65 --commit-delay 1..2 --debug-request --debug-response 8..50 '
  echo '--mode legal --quiet || exit 1; echo 1 passed, 0 failed, 0 skipped'
esac
# Host scripts of registers, locks and power, in each version: no false failure.
{
  printf 'independent-%s/texts\t' "$unit"
  sed -n "s/^$unit  *//p" tests/independent/texts.txt | while read -r text options; do
    printf '%s --random 1%s --clocks 2500 --mode legal%s --quiet --host %s %s || exit 1; ' "$faults" "$protocol" "$arguments" "$text" "$options"
  done
  echo "echo $(grep -c "^$unit " tests/independent/texts.txt) passed, 0 failed, 0 skipped"
}
# Host scripts that program a filter: something is left out, and the rest is correct.
if grep -q "^$unit " tests/independent/filters.txt; then
  printf 'independent-%s/filters\t' "$unit"
  sed -n "s/^$unit  *//p" tests/independent/filters.txt | while read -r text program options; do
    printf '%s --unit tests/independent/%s.unit --program tests/program/%s.wpp --host %s %s --mode legal%s --quiet >%s/filters.log && ' \
      "$faults" "$unit" "$program" "$text" "$options" "$arguments" "$folder"
    printf 'grep -Eq " (waypoints|steps)_compared=[1-9].* untraced=[1-9]" %s/filters.log || { cat %s/filters.log; exit 1; }; ' "$folder" "$folder"
  done
  echo "echo $(grep -c "^$unit " tests/independent/filters.txt) passed, 0 failed, 0 skipped"
fi
# Host scripts that are drawn for it. A third of the random runs of a DUT with a depth has one.
if [ $depth = 0 ]; then
  printf 'independent-%s/drawn\tfor seed in $(seq %s); do %s --unit tests/independent/%s.unit --random $seed --clocks 5000 --host random --may-be-empty ' \
    "$unit" "$seeds" "$faults" "$unit"
  echo "--mode legal$arguments --quiet || exit 1; done; echo $seeds passed, 0 failed, 0 skipped"
fi
if [ -n "$simulators" ]; then
  programs=tests/program/*.wpp
else
  simulators=${faults%/*/*}
  sed "s/^[a-z][a-z0-9-]*/$one/" $table >"$folder/table"
  table=$folder/table
fi
# As drawn, every other run without code, but in mode legal, and not read by OpenCSD (README.md has the reason).
# shellcheck disable=SC2086
"$build/draw" $([ $depth = 0 ] || echo "-h -d $depth") 1 "$seeds" 10000 $table "$build" "$simulators" "$folder" $programs | tests/random/fit.sh "$build" |
  sed "s/^random-[a-z0-9]*/independent-$unit/; s/ --quiet / --mode legal$arguments --quiet /; s/; [^;]*same_list .* || exit 1;/;/; s/\tseed=.*//" |
  awk 'NR % 2 == 0 { sub(/ --mode legal /, " --mode legal --no-image ") } { print }'
