#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# order.sh BUILD: runs in which several checks fail. The earliest failure is the cause: the report begins with it, and so do the JUnit file and
# both pages; the waves are those around it.
set -u
build=$1 waypoint=$1/waypoint
folder=$build/failure-report-order
rm -rf "$folder"
mkdir -p "$folder"
simulator=$folder/waypoint-sim
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim")" "$simulator"
. tests/expect.sh

heading='(model comparison|scoreboard|rule [A-Z0-9-]+): clock '
# cause FAULT HEADINGS CLOCK CAUSE OPTION...: the run's headings are at least so many, and the first is CAUSE, in that clock.
cause() {
  fault=$1 headings=$2 clock=$3 cause=$4
  shift 4
  run="$simulator --random 3 --ns --context-id 4 --context 20 --exceptions 10 --sync-rate 5 --flush-rate 5 --timestamps --cycle-accurate --set a15 $*"
  printf 'order/%s\tFAULT=%s %s --quiet --facts %s/facts\n' "$fault" "$fault" "$run" "$folder" >"$folder/list"
  "$build/run" -o "$folder/junit.xml" "$folder/list" >"$folder/log" 2>&1
  sed -n 's/^found \(model comparison\|scoreboard\|rule [A-Z0-9-]*\): clock \([0-9]*\) ([0-9]*5 ns), .*/\2/p' "$folder/facts" >"$folder/clocks"
  [ "$(wc -l <"$folder/clocks")" -ge "$headings" ] && sort -n "$folder/clocks" | cmp -s - "$folder/clocks"
  verdict $? "$fault: expected $headings failures, in the order of their clocks, got $(tr '\n' ' ' <"$folder/clocks")"
  first="$cause: clock $clock (${clock}5 ns), "
  grep -E "^$heading" "$folder/log" | head -n 1 | grep -qF "$first"
  verdict $? "$fault: the report begins with $(grep -Em 1 "^$heading" "$folder/log")"
  grep -E "$heading" "$folder/junit.xml" | head -n 1 | grep -qF "$first"
  verdict $? "$fault: the JUnit file begins with $(grep -Em 1 "$heading" "$folder/junit.xml")"
  for of in facts junit.xml; do
    "$waypoint" report "$folder/$of" -o "$folder/page.html" >"$folder/where"
    grep -Eo "$heading[0-9]* \([0-9]* ns\), " "$folder/page.html" | head -n 1 | grep -qF "$first"
    verdict $? "$fault: the page of $of begins with $(grep -Eom 1 "$heading[0-9]*" "$folder/page.html" | head -n 1)"
  done
  sed -n 's/^waves: .*, clocks \([0-9]*\) to \([0-9]*\)$/\1 \2/p' "$folder/log" | { read -r from to && [ "$from" -le "$clock" ] && [ "$clock" -le "$to" ]; }
  verdict $? "$fault: clock $clock is not in the waves, $(grep '^waves:' "$folder/log")"
}
cause pft-base-moved-by-atoms 2 98 'model comparison' --mode bytes --clocks 3000
cause pft-base-not-from-isync 3 152 'rule PFT-ADDR-2' --mode legal --clocks 1000
totals
