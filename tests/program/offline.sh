#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# offline.sh BUILD SIMULATORS PROGRAM: `waypoint check` of the bytes that a simulation of the program wrote must give the simulator's verdict
# and count the same, of both protocols. With a bit flipped it must be FAIL. Last line: passed, failed.
set -u
build=$1 simulators=$2 program=$3
name=$(basename "$program" .wpp)
folder=$build/programs/offline-$name
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"

# The verdict and what both count.
counts() { # FILE
  tail -n 1 "$1" | tr ' ' '\n' | grep -E '^(PASS|FAIL|(waypoints|steps|instructions|exceptions)_compared=|cycle_counts=|lost=|untraced=|overflows=)' | tr '\n' ' '
}

flip() { # FILE OFFSET: bit 3 of that byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf "\\$(printf '%03o' $((byte ^ 8)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>"$folder/dd"
}

check() { # WORD...: of the bytes of the last simulation
  "$build/waypoint" check "$folder/bytes" --program "$program" "$@" >"$folder/check" 2>&1
}

# The bounds are what was lost: overflows of narrow bursts are none of this test.
compare() { # UNIT WORD...
  "$simulators/$1/waypoint-sim" --program "$program" --quiet --bytes "$folder/bytes" "$2" "$3" $4 >"$folder/sim"
  shift
  lost=$(sed -n 's/.* lost=\([0-9]*\) .*/\1/p' "$folder/sim")
  check "$1" "$2" $3 --max-lost "$lost"
  if grep -q '^PASS ' "$folder/sim" && [ "$(counts "$folder/sim")" = "$(counts "$folder/check")" ]; then
    pass
  else
    fail "$*: the simulator says" "$(tail -n 1 "$folder/sim")" "and check" "$(tail -n 1 "$folder/check")"
  fi
  size=$(wc -c <"$folder/bytes")
  cp "$folder/bytes" "$folder/whole"
  for part in 1 2 3; do
    cp "$folder/whole" "$folder/bytes"
    flip "$folder/bytes" $((size * part / 4))
    check "$1" "$2" $3 --max-lost "$lost"
    if grep -q '^FAIL .*: byte [0-9]*: ' "$folder/check"; then pass; else fail "$*: byte $((size * part / 4)), flipped:" "$(tail -n 1 "$folder/check")"; fi
  done
}

compare w32-q8-f64 --protocol pft '--spacing two --set a15 --return-stack --context-id 4 --context 30 --syncfr 100'
compare w32-q8-f64 --protocol pft '--spacing stall --cycle-accurate'
compare etm-w32-q8-f64 --protocol etm3 '--spacing two'
compare etm-w32-q8-f64 --protocol etm3 '--spacing stall --cycle-accurate --late 30 --context-id 2 --context 30'

rm -rf "$folder"
totals
