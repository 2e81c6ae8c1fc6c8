#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# frontends.sh FRONTEND BUILD SIMULATOR PROTOCOL SEED [WORD...]: the random run that tests/random/draw.c draws of SEED, by two front ends: the checker in
# SIMULATOR (DPI), and another. FRONTEND log (plain and compressed) or wave (VCD and FST): `waypoint check` reads the file that the simulation has
# written. FRONTEND vpi: checker and driver in Icarus, on netlists of the reference RTL and the sources of the independent DUTs (BUILD/icarus).
# Both must print the same report and the same last line, but for the seed, which a file does not have. WORDs go to both.
# Last line: passed, failed.
set -u
frontend=$1 build=$2 simulator=$3 protocol=$4 seed=$5
shift 5
. tests/log/words.sh
unit=$(basename "$(dirname "$(dirname "$simulator")")")
folder=$build/$frontend/$unit-$protocol-$seed
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"
case $unit-$protocol in
  rtl+*) name=${unit#rtl+} ;;
  *-pft) name=ptm ;;
  *-etm3) name=etm ;;
esac

# Icarus takes some 4 ms for a clock of a netlist.
clocks=10000
[ "$frontend" != vpi ] || clocks=2000
table=tests/random/table-pft.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
sed 's/^\(etm-\)*w[a-z0-9-]*/\1w32-q8-f64/' $table >"$folder/table"
options=$("$build/draw" "$seed" 1 $clocks "$folder/table" "$build" . "$folder" | sed 's/^[^\t]*\t[^ ]* \(.*\) --quiet .*/\1/')

# compare NAME COMMAND...: prints the simulator's report.
compare() {
  name=$1
  shift
  FAULT=none "$@" 2>&1 | sed '/^next: /d; s/ seed=[0-9]*//' >"$folder/$name"
  if diff "$folder/simulator" "$folder/$name" >"$folder/diff" && grep -q '^PASS ' "$folder/$name"; then
    pass
  else
    fail "$*: expected PASS and the report of the simulator, found:" "$(excerpt "$folder/diff")" "$(tail -n 1 "$folder/$name")"
  fi
}

# simulate WORD...
simulate() {
  # shellcheck disable=SC2086
  FAULT=none "$simulator" $options --max-lost any "$@" 2>&1 | sed '/^next: /d; s/ seed=[0-9]*//' >"$folder/simulator"
}

# shellcheck disable=SC2046
check() { # NAME WORD...
  name=$1
  shift
  compare "$name" "$build/waypoint" check "$@" $(frontend_words "$protocol" "$options") --max-lost any
}

# shellcheck disable=SC2086
case $frontend in
  log)
    simulate "$@" --log "$folder/run.log"
    gzip -k "$folder/run.log"
    check plain "$@" --log "$folder/run.log"
    check compressed "$@" --log "$folder/run.log.gz"
    ;;
  wave)
    printf 'scope = tb.gen_%s.u_unit.u_%s\nclock = CLK\n' "${name%%_*}" "${name%%_*}" >"$folder/map"
    simulate "$@" --fst "$folder/run.fst"
    fst2vcd -f "$folder/run.fst" >"$folder/run.vcd"
    check vcd "$@" --wave "$folder/run.vcd" --map "$folder/map"
    check fst "$@" --wave "$folder/run.fst" --map "$folder/map"
    ;;
  vpi)
    simulate "$@"
    compare icarus "$build/icarus/$name/waypoint-sim" $options --max-lost any "$@"
    ;;
esac

[ $failed != 0 ] || rm -rf "$folder"
totals
