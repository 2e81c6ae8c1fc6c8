#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD NAME: the VPI front end. undriven, no-reset, lane, stuck: a fault in the netlist is noticed, and the line names it, with
# the simulation time.
# alone: the checker in a testbench without the driver, with good and bad words. tests/log/frontends.sh compares the reports of compliant
# DUTs with those of Verilator.
set -eu
build=$1 name=$2
icarus=$build/icarus
report=$(mktemp)
trap 'rm -f "$report"' EXIT

bad() {
  echo "icarus: $name: $1"
  tail -n 20 "$report"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# expect CODE PATTERN COMMAND...: the exit code, and a line of the report.
expect() {
  wanted=$1 pattern=$2 code=0
  shift 2
  "$@" >"$report" 2>&1 || code=$?
  [ "$code" = "$wanted" ] || bad "$*: exit code $code, expected $wanted"
  grep -qE "$pattern" "$report" || bad "$*: expected a line $pattern"
}

# Each clock number of the report is followed by the simulation time: the testbench has the edge of clock N at 10 * N + 5 ns.
clock_times() {
  awk '{
      for (line = $0; match(line, /clock [0-9]+/); line = substr(line, RSTART + RLENGTH)) {
        seen++
        time = 10 * substr(line, RSTART + 6, RLENGTH - 6) + 5 " ns)"
        rest = substr(line, RSTART + RLENGTH)
        if (index(rest, " (" time) != 1 && index(rest, ", " time) != 1) bad = 1
      }
    }
    END { exit bad || seen < 2 }' "$report" || bad 'expected the simulation time of each clock'
}

case $name in
  undriven) expect 1 'PIN-X-1: .*ATVALID' "$icarus/faults/waypoint-sim" +fault=undriven --random 3 --clocks 500 ;;
  no-reset) expect 1 'PIN-X-1: .*ATVALID' "$icarus/faults/waypoint-sim" +fault=no-reset --random 3 --clocks 500 ;;
  lane) expect 1 'PIN-X-1: .*ATDATA' "$icarus/faults/waypoint-sim" +fault=lane --random 3 --clocks 500 ;;
  stuck) expect 1 '^(model comparison|scoreboard): ' "$icarus/faults/waypoint-sim" +fault=stuck --random 3 --clocks 500 ;;
  alone)
    sim=$icarus/alone
    expect 2 '^INCOMPLETE clocks=102 .* resets=1 ' "$sim/good"
    expect 2 '^waypoint: configuration: mode=easy: expected strict, bytes or legal$' "$sim/bad"
    expect 2 '^waypoint: tb_alone.u_checker: expected a configuration, #\(.Config\("mode=legal"\)\), or waypoint_ptm_driver in the same module$' "$sim/empty"
    expect 2 '^waypoint: waypoint_etm_checker: no module instantiates it, so Icarus treats it as a testbench; select yours: iverilog -s TESTBENCH$' "$sim/tops"
    expect 2 '^waypoint: tb_none: missing pin RESETn; expected every pin of a PTM [(]docs/pins.md[)]$' "$sim/none"
    expect 2 '^waypoint: tb_few: expected .waypoint_driver.QUEUE_DEPTH, FIFO_BYTES, WPT_DEPTH' "$sim/few"
    expect 2 '^waypoint-sim: --protocol selects an ETM, but this simulator contains a PTM; use make run PROTOCOL=etm3$' "$icarus/ptm/waypoint-sim" --protocol etm3 --random 1
    expect 2 '^waypoint-sim: --fst is not valid with Icarus; use .dumpvars in the testbench$' "$icarus/ptm/waypoint-sim" --fst waves --random 1
    expect 0 ' --random=' "$icarus/ptm/waypoint-sim" --help
    ;;
esac
[ "$name" = alone ] || clock_times
echo '1 passed, 0 failed, 0 skipped'
