#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# drawn.sh SIMULATORS PROTOCOL random|illegal FIRST RUNS: programmes of a host that are drawn, one for each seed, over all units, their locks
# and their power. A legal one is a strict PASS. An illegal one breaks the order: nothing hangs, unit and model agree, and what was traced is
# right, or it is said what is not known, or nothing was traced.
set -eu
simulators=$1 protocol=$2 how=$3 seed=$4 last=$(($4 + $5))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
unknown=0

# nth N LINES
nth() { echo "$2" | sed -n "$(($1 % $(echo "$2" | wc -l) + 1))p"; }

case $protocol in
  pft)
    simulator=$simulators/w32-q8-f64/waypoint-sim
    units='--unit tests/smoke/pft-v1.0.unit
--unit tests/smoke/pft-v1.0.unit --power 2
--unit tests/smoke/pft-v1.0.unit --oslock none
--unit a15
--unit a15 --power 2
--unit full --power 2 --swlock no
--unit full --claim 3
--idr 0x411CF300 --power 2 --oslock set
--depth 4'
    ;;
  *)
    simulator=$simulators/etm-w32-q8-f64/waypoint-sim
    units='--unit a7
--unit a7 --power 2
--unit m3
--minor 0
--minor 1
--minor 2
--minor 3 --power 2 --oslock set
--minor 4 --power 2
--minor 4 --alternative --oslock none --claim 3
--minor 5 --power 2 --swlock no'
    ;;
esac
around='--backpressure none
--backpressure random:30
--backpressure burst:40
--backpressure periodic:3
--pclken 40 --atclken 60
--flush-rate 5 --sync-rate 3
--idle-rate 5'
code='--context 30
--exceptions 10
--debug 3
--prohibited 20
--extin-rate 15'

while [ "$seed" -lt "$last" ]; do
  unit=$(nth "$seed" "$units") around_it=$(nth $((seed / 3)) "$around") code_of_it=$(nth $((seed / 7)) "$code") ns=--ns result=0
  case $unit in *'--minor 0' | *'--minor 1' | *m3*) ns= ;; esac
  command="$simulator --protocol $protocol --random $seed --clocks $((3000 + seed % 3000)) --host $how --may-be-empty --quiet $unit $around_it $code_of_it $ns"
  tests/limit.sh 60 $command >"$folder/out" 2>&1 || result=$?
  if [ $result = 0 ]; then
    pass
  elif [ "$how" = illegal ] && grep -qE '^(incomplete: |nothing checked: the DUT sent no trace)' "$folder/out"; then
    pass
    unknown=$((unknown + 1))
  else
    fail "exit code $result: $command" "$(excerpt "$folder/out")"
  fi
  seed=$((seed + 1))
done
[ $unknown = 0 ] || echo "of $unknown it is said what is not known"
totals
