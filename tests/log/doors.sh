#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# doors.sh DOOR BUILD SIMULATOR PROTOCOL SEED [WORD...]: the random run that tests/random/draw.c draws of SEED, by two doors: the checker in
# the simulation, and `waypoint check` of what the simulation has written down. DOOR is log (plain and compressed) or wave (VCD and FST). Both
# must print the same report and the same last line, but for the seed, which only the simulator knows. WORDs go to both.
# Last line: passed, failed.
set -u
door=$1 build=$2 simulator=$3 protocol=$4 seed=$5
shift 5
folder=$build/$door/$(basename "$(dirname "$(dirname "$simulator")")")-$protocol-$seed
passed=0 failed=0
rm -rf "$folder"
mkdir -p "$folder"

table=tests/random/table.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
sed 's/^\(etm-\)*w[a-z0-9-]*/\1w32-q8-f64/' $table >"$folder/table"
options=$("$build/draw" "$seed" 1 10000 "$folder/table" "$build" . "$folder" | sed 's/^[^\t]*\t[^ ]* \(.*\) --quiet .*/\1/')
# What the pins say by themselves, a door is not given.
known=$(echo "$options" | sed -E 's/--(abrupt|(spacing|context|vmids|late|backpressure|atclken|pclken|[a-z-]*-rate|restarts|stop-by|resets) [^ ]*)( |$)//g; s/--(sync|extin|flush|idle|clock-change)-rate [^ ]*//g')

# same NAME COMMAND...: prints the simulator's report.
same() {
  name=$1
  shift
  "$@" >"$folder/$name" 2>&1
  if diff "$folder/simulator" "$folder/$name" >"$folder/diff" && grep -q '^PASS ' "$folder/$name"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$*"
    head -n 6 "$folder/diff"
  fi
}

# simulate WORD...
simulate() {
  # shellcheck disable=SC2086
  "$simulator" $options --max-lost any "$@" | sed 's/ seed=[0-9]*//' >"$folder/simulator"
}

# shellcheck disable=SC2086
if [ "$door" = log ]; then
  simulate "$@" --log "$folder/run.log"
  gzip -k "$folder/run.log"
  same plain "$build/waypoint" check --log "$folder/run.log" $known --max-lost any "$@"
  same compressed "$build/waypoint" check --log "$folder/run.log.gz" $known --max-lost any "$@"
else
  unit=ptm
  [ "$protocol" = pft ] || unit=etm
  printf 'scope = tb.gen_%s.u_unit.u_%s\nclock = CLK\n' $unit $unit >"$folder/map"
  simulate "$@" --fst "$folder/run.fst"
  fst2vcd -f "$folder/run.fst" >"$folder/run.vcd"
  same vcd "$build/waypoint" check --wave "$folder/run.vcd" --map "$folder/map" $known --max-lost any "$@"
  same fst "$build/waypoint" check --wave "$folder/run.fst" --map "$folder/map" $known --max-lost any "$@"
fi

[ $failed != 0 ] || rm -rf "$folder"
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
