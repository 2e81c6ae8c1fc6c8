#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Waves of a run that does not reach its end: test_run.sh SIMULATORS. Stopped by a signal it ends in order; killed, it leaves waves up to the
# last 10,000 clocks; --fst-last keeps the last clocks alone.
simulator=$1/w32-q8-f64/waypoint-sim
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
. tests/expect.sh
output=$folder/why

# first FILE, last FILE: the first and the last time in it.
first() { fst2vcd -f "$1" 2>/dev/null | sed -n 's/^#//p' | head -n 1; }
last() { fst2vcd -f "$1" 2>/dev/null | sed -n 's/^#//p' | tail -n 1; }

# until_there FILE SIZE: the run has written so much, or ten minutes have passed.
until_there() {
  for _ in $(seq 6000); do
    [ -f "$1" ] && [ "$(wc -c <"$1")" -gt "$2" ] && return
    sleep 0.1
  done
}

run="$simulator --random 1 --quiet"
for signal in INT TERM KILL; do
  # A shell gives its own children no SIGINT in the background: env does.
  env --default-signal=INT $run --clocks 500000 --fst "$folder/$signal.fst" --beats "$folder/beats" >"$folder/report" 2>&1 &
  until_there "$folder/$signal.fst" 2500000
  kill -s $signal $!
  wait $!
  code=$?
  end=$(last "$folder/$signal.fst")
  expect $signal-begins [ "$(first "$folder/$signal.fst")" = 0 ]
  expect $signal-readable [ "${end:-0}" -ge 100000 ]
  if [ $signal != KILL ]; then
    expect $signal-code [ $code = 2 ]
    clocks=$(sed -n 's/^INCOMPLETE clocks=\([0-9]*\) .*/\1/p' "$folder/report")
    expect $signal-whole [ "$end" -ge $((10 * ${clocks:-1000000} - 10)) ]
  fi
done

$run --clocks 7000 --fst "$folder/last.fst" --fst-last 2000 >"$folder/report"
expect last-passed grep -q '^PASS ' "$folder/report"
clocks=$(sed -n 's/^PASS clocks=\([0-9]*\) .*/\1/p' "$folder/report")
begin=$((clocks / 2000 * 2000))
expect last-begins [ "$(first "$folder/last.fst")" = $((10 * begin + 5)) ]
expect last-ends [ "$(last "$folder/last.fst")" -ge $((10 * clocks - 10)) ]
expect before-begins [ "$(first "$folder/last.fst.before")" = $((10 * begin - 20000 + 5)) ]
expect before-ends [ "$(last "$folder/last.fst.before")" = $((10 * begin)) ]

totals
