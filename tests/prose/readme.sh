#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readme.sh BUILD SIMULATOR: the output that pages show is the output of the commands that they show. A block of output follows a line
# <!-- output: NAME -->, and the function print_NAME (here with _ for -) prints the whole output. outputs.awk compares the two.
set -u
build=$1 simulator=$2
folder=$build/readme
rm -rf "$folder"
mkdir -p "$folder"
. tests/expect.sh

# seeded FAULT COMMAND OPTION...: the output of COMMAND, a simulator with a seeded fault or a command that calls it.
# The paths in it are those of the commands on the pages. On the pages the fault is in the RTL, so "again:" does not name it.
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim")" "$folder/waypoint-sim"
seeded() {
  fault=$1
  shift
  FAULT=$fault "$@" 2>&1 | sed "s|^\( *again: \)FAULT=$fault |\1|; s|$folder/waypoint-sim|$shown/waypoint-sim|g; s|$folder/|build/|g"
}
# README.md: the main job.
main_job='--protocol pft --program tests/program/sort-thumb.wpp --spacing two --seed 1'
print_main_job() { "$simulator" $main_job 2>&1; }
print_isync_reason() { seeded pft-rtl-isync-reason "$folder/waypoint-sim" $main_job; }

# docs/tutorials: a copy of the RTL with a fault in it.
copy_run='--protocol pft --random 2 --mode legal'
shown=build/sim/..+my_ptm/w32-q8-f64
print_address_edge() { seeded pft-rtl-address-bytes-too-few "$folder/waypoint-sim" $copy_run; }
print_shrink() { seeded pft-rtl-address-bytes-too-few "$build/waypoint" shrink -o "$folder/shrunk.txt" "$folder/waypoint-sim" $copy_run; }
print_shrunk() {
  [ -e "$folder/shrink" ] || print_shrink >"$folder/shrink"
  sed "s|$folder/waypoint-sim|$shown/waypoint-sim|; s|$folder/|build/|" "$folder/shrunk.txt"
}
print_fixed() { "$simulator" $copy_run 2>&1; }
print_unit() { "$build/waypoint" unit --idr 0x571CF300 --ccr 0x88080001 --ccer 0x00C01800 2>&1; }
# What the runner prints of a list with one failing run: `make smoke`, `make random`.
print_smoke() {
  tests/smoke/list.sh "$build" "$folder/cases" smoke "$folder/waypoint-sim" pft >"$folder/smoke.list"
  seeded pft-syncreq-ignored "$build/run" -T smoke/SYNCREQ -a 'make smoke RTL=../my_ptm UNIT=../my_ptm.unit' "$folder/smoke.list"
}
print_ci() {
  printf 'random-pft/2\t%s\n' "$folder/waypoint-sim $copy_run" >"$folder/random.list"
  seeded pft-rtl-address-bytes-too-few "$build/run" -j 2 -l "$folder/failed" -a 'make random RTL=../my_ptm' "$folder/random.list"
}

# docs/messages.md
print_syncreq() {
  seeded pft-syncreq-ignored "$folder/waypoint-sim" --protocol pft --random 1 --sync-rate 2 --syncfr 0 --spacing stall --clocks 12000 --mode legal
}
# The log of a run whose end is missing.
print_abrupt() {
  "$simulator" --protocol pft --random 1 --clocks 300 --quiet --log "$folder/whole.log" >/dev/null 2>&1
  head -n 300 "$folder/whole.log" >"$folder/cut.log"
  "$build/waypoint" check --log "$folder/cut.log" 2>&1
}
print_never_enabled() { "$simulator" --protocol pft --random 1 --clocks 300 --etmteevr 0x406F 2>&1; }
print_wrong_position() { seeded pft-trace-enable-ignored "$folder/waypoint-sim" --protocol pft --random 9 --etmteevr 0x60 --extin-rate 300 --mode legal; }
print_missing_trace() { seeded false-pass-last-beat-dropped "$folder/waypoint-sim" --protocol pft --random 1 --mode legal; }
print_undecodable() { seeded pft-rtl-update-header "$folder/waypoint-sim" --protocol pft --random 1 --mode legal; }
print_errors() {
  printf 'PASS' >"$folder/cut.result"
  "$build/waypoint" decod 2>&1
  "$build/waypoint" check --log README.md 2>&1
  "$build/waypoint" encode --random 1 --context-id 3 2>&1
  "$build/waypoint" encode --random 1 --minor 0 --set a15 2>&1
  "$build/waypoint" decode README.md 2>&1
}
print_limit() { "$simulator" --protocol pft --random 1 --backpressure random:60 --max-lost 0 2>&1; }

print_list_why() {
  "$simulator" --protocol pft --random 7 --return-stack --quiet --log "$folder/run.log" >/dev/null 2>&1
  "$build/waypoint" list --log "$folder/run.log" --random 7 --why --from number:4 --to number:14 2>&1
}
print_never_traced() {
  sed 's/^write ETMTEEVR .*/write ETMTEEVR 0x406F/' tests/host/function.host >"$folder/never.host"
  "$simulator" --protocol pft --set a9 --program tests/program/parser-arm.wpp --clocks 6000 --host "$folder/never.host" --quiet \
    --log "$folder/never.log" >/dev/null 2>&1
  "$build/waypoint" list --log "$folder/never.log" --set a9 --port committed --program tests/program/parser-arm.wpp --why 2>&1
}
print_explain_pft() { "$build/waypoint" explain 00 00 00 00 00 80 08 00 80 00 00 21 92 11 2>&1; }
print_explain_etm3() { "$build/waypoint" explain --protocol etm3 08 21 00 80 00 00 D8 84 11 2>&1; }

# Each block of each page.
pages=$(ls README.md CONTRIBUTING.md docs/*.md docs/*/*.md waves/*.md tests/*.md tests/*/*.md)
grep -n '^<!-- output: ' $pages | sed 's/:[0-9]*:<!-- output: / /; s/ -->$//' | sort -u >"$folder/blocks"
while read -r page name; do
  case $name in bind | a9-*) continue ;; esac  # tests/bind/bind.sh and tests/log/cortex_a9.sh compare these.
  print=print_$(echo "$name" | tr - _)
  if ! command -v "$print" >/dev/null; then
    verdict 1 "$page: <!-- output: $name -->: tests/prose/readme.sh has no $print"
    continue
  fi
  [ -e "$folder/$name" ] || "$print" >"$folder/$name" </dev/null
  wrong=$(awk -v name="$name" -f tests/prose/outputs.awk "$page" "$folder/$name")
  verdict "$([ -z "$wrong" ] && echo 0 || echo 1)" "$page, <!-- output: $name -->:
$wrong"
done <"$folder/blocks"
# Each output is shown.
for name in $(sed -n 's/^print_\([a-z0-9_]*\)() .*/\1/p' tests/prose/readme.sh | tr _ -); do
  grep -q " $name\$" "$folder/blocks"
  verdict $? "tests/prose/readme.sh: no page has <!-- output: $name -->"
done

# The number of tests changes with each commit, so README.md has none.
! grep -nE '[0-9]+ passed' README.md >"$folder/numbers"
verdict $? "README.md: a number of tests that passed: $(cat "$folder/numbers")"

totals
