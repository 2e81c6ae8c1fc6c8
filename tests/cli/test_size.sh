#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_size.sh BUILD SIMULATORS: the table and the picture of `waypoint size`. A wider ATB and fewer stalls lose no more; where nothing is lost the
# bytes are the same, and a deeper FIFO loses nothing either. (Once an ATB is too slow for good, a deeper one may lose more.)
set -u
build=$1
waypoint=$build/waypoint
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
bad() { fail "$1" "$(excerpt "$folder/out")"; }

for protocol in pft etm3; do
  "$waypoint" size --protocol $protocol --width 8,32 --fifo 16,256 --stall 0,60 --svg "$folder/$protocol.svg" tests/program/sort-thumb.wpp \
    tests/program/system-arm.wpp >"$folder/out" 2>"$folder/err" && pass || bad "$protocol: $(cat "$folder/err")"
  # bits bytes stall clocks bytes bits/instr overflows lost %: 16 of them, and of each size that loses nothing the same bytes.
  awk '
    / instructions, / { program = $1; next }
    NF == 9 && $1 ~ /^[0-9]+$/ {
      runs++
      lost[program, $1, $2, $3] = $8
      if (($7 == 0) != ($8 == 0)) { print "overflows and lost do not agree: " $0; bad = 1 }
      if ($8 == 0 && whole[program] && whole[program] != $5) { print "nothing lost, but other bytes: " $0; bad = 1 }
      if ($8 == 0) whole[program] = $5
    }
    END {
      if (runs != 16) { print runs " sizes, expected 16"; bad = 1 }
      for (key in lost) {
        split(key, at, SUBSEP)
        if (lost[at[1], at[2], 16, at[4]] == 0 && lost[at[1], at[2], 256, at[4]] > 0) { print key ": a deeper FIFO loses more"; bad = 1 }
        if (lost[at[1], 32, at[3], at[4]] > lost[at[1], 8, at[3], at[4]]) { print key ": a wider ATB loses more"; bad = 1 }
        if (lost[at[1], at[2], at[3], 0] > lost[at[1], at[2], at[3], 60]) { print key ": fewer stalls lose more"; bad = 1 }
      }
      for (program in whole) programs++
      if (programs != 2) { print "expected a size of each program that loses nothing"; bad = 1 }
      exit bad
    }' "$folder/out" >"$folder/why" && pass || bad "$protocol: $(cat "$folder/why")"
  grep -q '% of \(waypoints\|instructions\) lost' "$folder/$protocol.svg" && grep -q 'trace FIFO, bytes' "$folder/$protocol.svg" &&
    grep -q 'prefers-color-scheme: dark' "$folder/$protocol.svg" && [ "$(grep -c '<polyline' "$folder/$protocol.svg")" = 8 ] &&
    [ "$(grep -c '<g ' "$folder/$protocol.svg")" = "$(grep -c '</g>' "$folder/$protocol.svg")" ] && pass || bad "$protocol: the picture"
done

# A simulation of the same unit has the same number of bytes and overflows. With these stalls no overflow is at the end, where no packet reports it.
for protocol in pft etm3; do
  case $protocol in
    pft) simulator=$2/w32-q8-f64/waypoint-sim ;;
    *) simulator=$2/etm-w32-q8-f64/waypoint-sim ;;
  esac
  "$waypoint" size --protocol $protocol --width 32 --fifo 64 --stall 88 tests/program/system-arm.wpp >"$folder/out"
  size=$(awk 'END { print "bytes=" $5, "overflows=" $7 }' "$folder/out")
  "$simulator" --protocol $protocol --program tests/program/system-arm.wpp --spacing two --backpressure random:88 --quiet >"$folder/out"
  run=$(tr ' ' '\n' <"$folder/out" | grep -E '^(bytes|overflows)=' | xargs)
  [ "$size" = "$run" ] && [ "${size#*overflows=}" -gt 10 ] && pass || bad "$size, but the simulator has $run"
done

refuses() { # LINE WORDS...
  line=$1
  shift
  "$waypoint" "$@" >"$folder/out" 2>"$folder/err"
  [ $? = 2 ] && [ ! -s "$folder/out" ] && [ "$(cat "$folder/err")" = "waypoint: $line" ] && pass || bad "$*: $(cat "$folder/err")"
}
refuses '--fifo 24: expected powers of two, 16 to 4096, at most 12' size --fifo 24
refuses '--fifo 16,,32: expected powers of two, 16 to 4096, at most 12' size --fifo 16,,32
refuses '--width 128: expected values of 8, 16, 32 and 64' size --width 128
refuses '--stall 100: expected numbers from 0 to 99, at most 12' size --stall 100
refuses '--queue 5: expected a power of two, 4 to 64' size --queue 5
refuses 'absent.wpp: cannot read: No such file or directory' size absent.wpp
refuses 'a.wpp: expected either programs or one of --random, --program and --stimulus' size --random 1 a.wpp
refuses '--fifo: expected only programs after the first program; move options before it' size absent.wpp --fifo 32
refuses 'expected SIMULATOR OPTION..., the command after "again:" in a failure report; see waypoint shrink --help' shrink
refuses 'absent: No such file or directory' shrink -o "$folder/s.txt" absent --random 1
refuses '--frob: unknown option; did you mean --from? See waypoint-sim --help' shrink -o "$folder/s.txt" absent --frob

totals
