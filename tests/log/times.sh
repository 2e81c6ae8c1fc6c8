#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# times.sh BUILD SIMULATOR: the simulation time after each clock number of a report, for a PTM. A run is checked with the code of another run,
# so that it fails. The inputs are a VCD and an FST with several time units, with gaps and other periods of the clock, and a log, which has no
# time.
# Last line: passed, failed.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh

"$simulator" --random 3 --clocks 2000 --quiet --log "$folder/run.log" --fst "$folder/run.fst" >"$folder/report" || exit 1
fst2vcd -f "$folder/run.fst" >"$folder/run.vcd"
printf 'scope = tb.gen_ptm.u_unit.u_ptm\nclock = CLK\n' >"$folder/map"

# clock_times NAME AWK WORD...: the report has clock numbers, and after each of them the text that AWK gives for the clock n. The clock has its edge at
# 10 * n + 5 in run.vcd.
clock_times() {
  name=$1 text=$2
  shift 2
  "$waypoint" check --random 4 --clocks 2000 --quiet "$@" >"$folder/report" 2>&1
  code=$?
  if [ $code = 1 ] && awk '
    function shown(n) { return '"$text"' }
    {
      line = $0
      while (match(line, /clock [0-9]+/)) {
        n = substr(line, RSTART + 6, RLENGTH - 6) + 0
        line = substr(line, RSTART + RLENGTH)
        want = shown(n)
        if (line ~ /^(, [0-9.]+ [a-z]+)?\)/) { sub(/^ \(/, ", ", want) }  # in parentheses
        if (substr(line, 1, length(want)) != want || (want == "" && line ~ /^ \([0-9]/)) { print "clock " n line ": expected" want; bad = 1 }
        seen++
      }
    }
    END { exit bad || seen < 2 }' "$folder/report" >"$folder/wrong"; then
    pass
  else
    fail "$name: exit code $code" "$(head -n 3 "$folder/wrong")" "$(head -n 5 "$folder/report")"
  fi
}

# wave NAME AWK: by NAME.vcd, and by an FST of it.
wave() {
  vcd2fst -v "$folder/$1.vcd" -f "$folder/$1.fst" >/dev/null
  clock_times "$1.vcd" "$2" --wave "$folder/$1.vcd" --map "$folder/map"
  clock_times "$1.fst" "$2" --wave "$folder/$1.fst" --map "$folder/map"
}
# timescale NAME UNIT AWK
timescale() {
  sed "/^\$timescale/,/^\$end/s/1ns/$2/" "$folder/run.vcd" >"$folder/$1.vcd"
  wave "$1" "$3"
}

timescale ns 1ns '" (" 10 * n + 5 " ns)"'
timescale ps 1ps '" (" 10 * n + 5 " ps)"'
timescale tens 10ns '" (" 100 * n + 50 " ns)"'
timescale hundreds '100 us' '" (" n + 0.5 " ms)"'
# A clock that is gated after clock 49, and has three times its period from clock 80 on.
awk '
  /^#/ {
    time = substr($0, 2) + 0
    $0 = "#" (time < 502 ? time : time < 805 ? time + 1003 : 1808 + 3 * (time - 805))
  }
  { print }' "$folder/run.vcd" >"$folder/gated.vcd"
wave gated '" (" (n < 50 ? 10 * n + 5 : n < 81 ? 10 * n + 1008 : 1808 + 30 * (n - 80)) " ns)"'
sed '/^\$timescale/,/^\$end/d' "$folder/run.vcd" >"$folder/none.vcd"
clock_times none '""' --wave "$folder/none.vcd" --map "$folder/map"
clock_times log '""' --log "$folder/run.log"

totals
