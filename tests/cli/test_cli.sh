#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cli.sh BUILD: what a person sees who gives good and bad words and files. Bad input: one clear line, exit code 2.
set -u
build=$1
waypoint=$build/waypoint
simulator=$build/sim/w32-q8-f64/waypoint-sim
program=tests/program/sort-thumb.wpp
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

# expect EXIT_CODE PATTERN COMMAND...: the last line of the output, both streams together, must match.
expect() {
  code=$1 pattern=$2
  shift 2
  "$@" >"$folder/out" 2>"$folder/err"
  got=$?
  lines=$(wc -l <"$folder/err")
  if [ $got = "$code" ] && { [ -z "$pattern" ] || cat "$folder/out" "$folder/err" | tail -n 1 | grep -qE "$pattern"; } &&
    { [ "$code" != 2 ] || [ "$lines" = 1 ]; }; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$*: expected exit $code and $pattern; got exit $got and:"
    tail -n 5 "$folder/out" "$folder/err"
  fi
}

# --- good -----------------------------------------------------------------------------------------------------------
trace=$folder/trace
expect 0 '^TRACE is a file' "$waypoint" --help
for command in decode encode check generate snapshot; do expect 0 . "$waypoint" $command --help; done
expect 0 . "$simulator" --help
expect 0 '' "$waypoint" encode --program $program -o "$trace"
expect 0 ' atom ' "$waypoint" decode "$trace"
expect 0 'executed .* instructions' "$waypoint" decode "$trace" --instructions --program $program
expect 0 '^PASS .*waypoints_compared=[1-9].* lost=0' "$waypoint" check "$trace" --program $program
expect 0 '' "$waypoint" generate --random 3 --clocks 500 -o "$folder/text"
expect 0 '' "$waypoint" encode --stimulus "$folder/text" -o "$folder/text.trace"
expect 0 '' "$waypoint" encode --random 3 --clocks 500 -o "$folder/random.trace"
expect 0 '' cmp "$folder/text.trace" "$folder/random.trace"
expect 0 '^PASS ' "$simulator" --quiet --stimulus "$folder/text"
expect 0 '' "$waypoint" snapshot "$trace" --program $program -o "$folder/snapshot"
expect 0 '' test -s "$folder/snapshot/trace.bin"

# --- a difference is exit code 1 --------------------------------------------------------------------------------------
expect 1 '^FAIL ' "$waypoint" check "$trace" --program tests/program/sort-arm.wpp
size=$(wc -c <"$trace")
head -c $((size - 500)) "$trace" >"$folder/short"
expect 1 '^FAIL ' "$waypoint" check "$folder/short" --program $program
expect 1 '^FAIL ' "$waypoint" check "$folder/random.trace" --random 4 --clocks 500

# --- bad words ------------------------------------------------------------------------------------------------------
expect 2 'frobnicate: expected decode, encode' "$waypoint" frobnicate
expect 2 'expected a file of trace bytes' "$waypoint" decode
expect 2 '^waypoint: --frob: not an option' "$waypoint" decode "$trace" --frob
expect 2 '^waypoint: --depth 16: expected' "$waypoint" encode --depth 16
expect 2 '^waypoint: --depth : expected' "$waypoint" encode --depth
expect 2 '^waypoint: -o: expected a file name' "$waypoint" encode --random 1 -o
expect 2 '^waypoint: --instructions: expected' "$waypoint" decode "$trace" --instructions
expect 2 '^waypoint: snapshot: expected' "$waypoint" snapshot "$trace"
expect 2 '^waypoint: --frob: not an option' "$simulator" --frob
expect 2 '^waypoint: --spacing slow: expected' "$simulator" --spacing slow
expect 2 '^waypoint: --backpressure random:100: expected' "$simulator" --backpressure random:100

# --- bad files ------------------------------------------------------------------------------------------------------
expect 2 'nowhere: No such file' "$waypoint" decode "$folder/nowhere"
expect 2 'nowhere: .*No such file' "$waypoint" encode --stimulus "$folder/nowhere"
expect 2 'nowhere: .*No such file' "$simulator" --program "$folder/nowhere"
expect 2 'nowhere/x: No such file' "$waypoint" encode --random 1 -o "$folder/nowhere/x"
expect 2 'nowhere/x' "$waypoint" snapshot "$trace" --program $program -o "$folder/nowhere/x"
expect 2 'trace bytes, the file is empty|byte 0' "$waypoint" decode /dev/null
printf 'waypoint direct pc=0x8000\n' >"$folder/bad"
expect 2 'bad:1: expected ' "$waypoint" encode --stimulus "$folder/bad"
expect 2 'bad:1: expected ' "$simulator" --stimulus "$folder/bad"
head -c 3000 $program >"$folder/cut.wpp"
expect 2 'cut.wpp: byte [0-9]+: expected' "$waypoint" encode --program "$folder/cut.wpp"
printf 'no trace at all' >"$folder/none"
expect 2 'none: byte 0: expected an A-sync' "$waypoint" decode "$folder/none"
printf '\000\000\000\000\000\200\010\000\200\000\200\041\012' >"$folder/reserved"
expect 2 'reserved: byte 12: ' "$waypoint" decode "$folder/reserved"

# A trace cut anywhere inside a packet: the offset of that packet.
printf '\000\000\000\000\000\200\010\000\200\000\200\041\243\220\241\220\010' >"$folder/whole"
expect 0 'branch addr=0x04109044 ARM bytes=5' "$waypoint" decode "$folder/whole"
for cut in 7 8 9 10 11 13 14 15 16; do
  head -c $cut "$folder/whole" >"$folder/cut"
  expect 2 "cut: byte $([ $cut -lt 12 ] && echo 6 || echo 12): " "$waypoint" decode "$folder/cut"
done

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
