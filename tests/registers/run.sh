#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD UNIT|all SEED|all [N]: seeds N faults of the registers of this unit (units.txt), drawn from SEED, or all of them. A rule or the
# scoreboard must detect each, and the model comparison must not. Without a fault each run must PASS. BUILD/registers/UNIT.detected lists what detected each.
set -eu
build=$1 unit=$2 seed=$3 number=${4-}
faults=$build/registers/faults
folder=$build/registers/$unit
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"

options_of() { sed -n "s/^$1 *--/--/p" tests/registers/units.txt; }
sim_of() { # OPTIONS
  case $1 in *etm3*) way=etm-w32-q8-f64 ;; *) way=w32-q8-f64 ;; esac
  echo "$build/mutants/tree/b/sim/rtl/$way/waypoint-sim"
}
# Without waves: they would begin after the end. If ETMSR is read, the ATB takes so little that the unit is stopped in an overflow, and a drain has
# fewer clocks than the host script polls.
run() { # UNIT TEXT
  options=$(options_of "$1")
  case $2 in *-ETMSR.host) options="$options --backpressure random:95 --timeout-drain 200" ;; esac
  # shellcheck disable=SC2086
  "$(sim_of "$options")" $options --random 1 --host "$2" --quiet --fst /dev/null --from 4294967295 >"$folder/report" 2>&1
}
bad() { fail "registers: $1" "  FAULT=$FAULT FAULT_WITH=$FAULT_WITH $(sim_of "$options") $options --random 1 --host $2"; }

# Writes the host script of a register once, and checks that it is a PASS.
text_of() { # UNIT REGISTER
  text=$folder/$1-$2.host
  [ ! -f "$text" ] || return 0
  # shellcheck disable=SC2046
  "$faults" "$2" $(options_of "$1") >"$text"
  FAULT=none FAULT_WITH=0:0
  run "$1" "$text" || { bad "$1 $2: not a PASS without a fault" "$text" && sed -n '1,4p' "$folder/report"; }
}

export FAULT FAULT_WITH
case $unit in all) units=$(sed -n 's/^\([a-z0-9.-]*\) *--.*/\1/p' tests/registers/units.txt) ;; *) units=$unit ;; esac
for name in $units; do
  # shellcheck disable=SC2046
  "$faults" list $(options_of "$name") | sed "s/^/$name /"
done >"$folder/list"
case $seed in
  all) for name in $units; do text_of "$name" all; done ;;
  *)
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' "$folder/list" | sort -n | head -n "$number" | cut -f2 >"$folder/drawn"
    mv "$folder/drawn" "$folder/list"
    ;;
esac

while read -r name kind with register fields; do
  text_of "$name" "$register"
  FAULT=registers-$kind FAULT_WITH=$with
  code=0
  run "$name" "$text" || code=$?
  who=$(sed -n 's/^rule \([A-Za-z0-9-]*\): clock .*/\1/p; s/^\(scoreboard\|model\)\( comparison\)*: clock .*/\1/p' "$folder/report" | grep -v "BENCH\|HOST" | sort -u | tr '\n' ' ')
  case "$code $who" in
    *model*) bad "$name $kind $with $register $fields: the model comparison reports it: $(grep -m1 '^model comparison' "$folder/report")" "$text" ;;
    '1 '*[A-Z]* | '1 '*scoreboard*) pass ;;
    *) bad "$name $kind $with $register $fields: not detected" "$text" ;;
  esac
  echo "$name $kind $with $register ${fields:--} $who"
done <"$folder/list" >"$folder/out"
grep -v '^\(registers:\|  FAULT\)' "$folder/out" >"$build/registers/$unit.detected" || :
grep '^\(registers:\|  FAULT\)' "$folder/out" || :
totals
