#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The wave view without eyes: test_waves.sh BUILD. GTKWave itself says which rows of the view it found and what they
# read at a given clock. What they must read comes from how every trace begins (A-sync, six bytes, then I-sync) and from
# the clocks of the beats.
build=$1
decode_rows=$build/waves/decode_rows
for tool in gtkwave xvfb-run; do
  command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
passed=0 failed=0

# expect NAME COMMAND...: the command succeeds.
expect() {
  name=$1
  shift
  if "$@" >"$folder/why" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$name: failed: $*"
    cat "$folder/why"
    grep '^clock' "$folder/seen"
  fi
}

# make_waves RUN [FROM TO]: as make waves does, without opening GTKWave.
make_waves() { DISPLAY= WAYLAND_DISPLAY= "$here/../../waves/look.sh" "$decode_rows" "$folder" "$@"; }

# look "CLOCK NAME,CLOCK NAME,...": what GTKWave sees, into $folder/seen.
look() {
  LOOK=$1 timeout 60 xvfb-run -a -s '-screen 0 1500x900x24' \
    gtkwave --rcvar 'splash_disable on' "$folder/ptm.gtkw" -S "$here/look.tcl" >"$folder/seen" 2>"$folder/log"
}

sees() { grep -qxE -e "$1" "$folder/seen"; }

# clock_of N: when byte N of the trace left.
clock_of() { awk -v byte="$1" '{ bytes += length($2) / 2 } bytes > byte { print $1; exit }' "$folder/beats"; }

# refuses TEXT COMMAND...: exit code 2 and one line that holds the text.
refuses() {
  text=$1
  shift
  "$@" 2>"$folder/err"
  [ $? = 2 ] && [ "$(wc -l <"$folder/err")" = 1 ] && grep -qF -e "$text" "$folder/err"
}

for unit in w8-q8-f64 w16-q8-f64 w32-q8-f64 w64-q16-f256; do
  run="$build/sim/$unit/waypoint-sim --random 1 --clocks 600"
  expect $unit make_waves "$run" 0 600
  async=$(clock_of 0) isync=$(clock_of 6)
  late=$(awk '$1 > last + 3 && NR > 10 { print last; exit } { last = $1 }' "$folder/beats")  # a pause follows
  look "$((async - 1)) decode.packet,$async decode.packet,$async decode.bytes,$isync decode.packet,\
$isync decode.fields,$isync front state,$isync decode.waypoint,$late decode.packet,$late decode.fields"
  sed -n 's/^row //p' "$folder/seen" | sort >"$folder/rows"
  grep '^[a-z+]' "$folder/ptm.gtkw" | sed 's/^+{[^}]*} //' | sort >"$folder/wanted"
  expect every-row-is-there diff "$folder/wanted" "$folder/rows"
  expect nothing-before-the-first-byte sees "clock $((async - 1)): decode.packet = "
  expect async-at-its-first-byte sees "clock $async: decode.packet = A-sync( \|.*)?"
  expect async-bytes sees "clock $async: decode.bytes = 00 00 00 00 00 80( \|.*)?"
  expect isync-at-its-first-byte sees "clock $isync: decode.packet = (A-sync \| )?I-sync( \|.*)?"
  expect isync-fields \
    sees "clock $isync: decode.fields = (- \| )?addr=0x[0-9A-F]{8} (ARM|Thumb) reason=trace-on ns=0( \|.*)?"
  expect enum-by-name sees "clock $isync: front state = StateOn"
  expect waypoint sees "clock $isync: decode.waypoint = (in)?direct 0x[0-9A-F]{8} .*"

  # A window that begins late shows the same at the same clock, the text already begun included.
  sed -n "s/^clock $late:/clock $((late + 1)):/p" "$folder/seen" >"$folder/wanted"
  expect late make_waves "$run" "$late" 600
  look "$((late + 1)) decode.packet,$((late + 1)) decode.fields"
  grep '^clock' "$folder/seen" >"$folder/rows"
  expect late-window-goes-on diff "$folder/wanted" "$folder/rows"
done

# A run that fails says what it dumped; the marker goes to the first difference.
cp "$folder/run.fst" "$folder/dump-seed1-clock$late.fst"
cp "$folder/beats" "$folder/dump-seed1-clock$late.beats"
expect failure make_waves "sh -c 'echo waves: $folder/dump-seed1-clock$late.fst, clocks 1 to 2; exit 1'"
expect failure-marked grep -q "^\*[^ ]* ${late}0 " "$folder/ptm.gtkw"

expect no-fst refuses 'expected an FST file' "$decode_rows" "$folder/beats" "$folder/beats" "$folder/x"
expect no-beats refuses 'none: No such file' "$decode_rows" "$folder/run.fst" "$folder/none" "$folder/x"
cp "$folder/beats" "$folder/good"
# An earlier clock, half a byte, no hex, no bytes, no clock.
for line in '9 00' '999999 0' '999999 0g' '999999' 'x 00'; do
  { cat "$folder/good"; echo "$line"; } >"$folder/beats"
  lines=$(wc -l <"$folder/beats")
  expect "bad-beat '$line'" refuses "beats:$lines: expected" \
    "$decode_rows" "$folder/run.fst" "$folder/beats" "$folder/x"
done

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
