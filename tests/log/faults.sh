#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD: for each fault of tests/independent/ptm_small.txt, the log of clocks must make the checker print the report of the
# simulation, line by line. Only the driver knows the executed steps. Not compared: where the waves are, the command that
# repeats the run, its seed, the simulation time, and the place in the log. Last line: passed, failed.
set -u
build=$1
simulator=$build/independent/tree/b/sim/rtl+ptm_small/w32-q8-f64/waypoint-sim
folder=$build/log/faults
. tests/log/words.sh
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"

query() { tests/fault_seeding/query.sh "$1" tests/independent/ptm_small.txt "${2-}"; }
for name in $(query names); do
  options="$(query runs "$name" | head -n 1) --mode legal --max-lost any"
  # What a host's text expects, a log does not know.
  case $options in *--host*) options="$options --rule-off HOST-1" ;; esac
  # shellcheck disable=SC2086
  FAULT=ptm_small-$name "$simulator" $options --log "$folder/run.log" 2>&1 | grep -vE '^(no )?waves|^again: ' | sed -E 's/ seed=[0-9]*//; s/(clocks? [0-9]+( to [0-9]+)?)( \([^)]* ns\)|, [^)]* ns)/\1/g' >"$folder/simulator"
  # shellcheck disable=SC2046
  "$build/waypoint" check --log "$folder/run.log" $(frontend_words pft "$options") 2>&1 | grep -v '^clock [0-9]*: line [0-9]* of ' >"$folder/log"
  # After this wrong return the driver knows the next step, a log only the next waypoint: clock and byte are the same, the words differ.
  if [ "$name" = return-to-any-target ]; then
    sed -i 's/^\(scoreboard: clock [0-9]*, byte [0-9]*: \).*/\1/; /^instructions /d; s/ instructions_compared=[0-9]*//' "$folder/simulator" "$folder/log"
  fi
  if diff "$folder/simulator" "$folder/log" >"$folder/diff"; then
    pass
  else
    fail "$name: the log does not say what the simulation says:" "$(excerpt "$folder/diff" | cut -c1-160)"
  fi
done
rm -f "$simulator"-failure-*

[ $failed != 0 ] || rm -rf "$folder"
totals
