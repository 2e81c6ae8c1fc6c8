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
expect 0 '^summary: bytes=[1-9][0-9]* packets=[1-9].* instructions=[1-9][0-9]* gaps=0 errors=0' "$waypoint" decode --snapshot "$folder/snapshot"
expect 0 "^summary: .* instructions=$("$waypoint" decode "$trace" --instructions --program $program | awk -F ', ' '{ n += $2 } END { print n }') " "$waypoint" decode --snapshot "$folder/snapshot" --id 0x10 --packets --waypoints --instructions
expect 0 '^summary: ' "$waypoint" decode --snapshot "$folder/snapshot" --flow
printf '\000\000\000\000\000\200\010\041\000\200\000\000\310' >"$folder/etm3"
expect 0 ' P-header EEN$' "$waypoint" decode "$folder/etm3" --protocol etm3
expect 0 ' P-header WEWEWN$' "$waypoint" decode "$folder/etm3" --protocol etm3 --cycle-accurate
expect 0 ' atom ' "$waypoint" decode "$trace" --protocol pft

expect 0 '^ignore|^direct|^indirect' "$waypoint" decode --snapshot "$folder/snapshot" --events
"$waypoint" decode --snapshot "$folder/snapshot" --events >"$folder/events"
expect 0 '' "$waypoint" encode --events "$folder/events" -o "$folder/events.trace"
expect 0 '' cmp "$trace" "$folder/events.trace"
expect 0 '^recode: bytes=[1-9]' "$waypoint" recode --snapshot "$folder/snapshot"

etm3="--protocol etm3 --cycle-accurate --program $program --spacing two"
expect 0 '' "$waypoint" encode $etm3 -o "$folder/etm3.trace"
expect 0 '^PASS .*steps_compared=[1-9].* lost=0 untraced=0 pending=0' "$waypoint" check "$folder/etm3.trace" $etm3
expect 0 '' "$waypoint" generate --protocol etm3 --random 3 --clocks 500 -o "$folder/clocks"
expect 0 '' "$waypoint" encode --protocol etm3 --stimulus "$folder/clocks" -o "$folder/clocks.trace"
expect 0 '' "$waypoint" encode --protocol etm3 --random 3 --clocks 500 -o "$folder/etm3.random"
expect 0 '' cmp "$folder/clocks.trace" "$folder/etm3.random"
expect 0 '' "$waypoint" snapshot "$folder/etm3.trace" $etm3 -o "$folder/etm3.snapshot"
expect 0 '^summary: bytes=[1-9][0-9]* packets=[1-9].* instructions=[1-9][0-9]* gaps=0 errors=0' "$waypoint" decode --snapshot "$folder/etm3.snapshot"
expect 0 '^recode: bytes=[1-9]' "$waypoint" recode --snapshot "$folder/etm3.snapshot"

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
expect 2 '^waypoint: --protocol etm4: expected' "$waypoint" decode "$trace" --protocol etm4
expect 2 '^waypoint: --depth : expected' "$waypoint" encode --depth
expect 2 '^waypoint: -o: expected a file name' "$waypoint" encode --random 1 -o
expect 2 '^waypoint: --instructions: expected' "$waypoint" decode "$trace" --instructions
expect 2 '^waypoint: snapshot: expected' "$waypoint" snapshot "$trace"
expect 2 '^waypoint: --frob: not an option' "$simulator" --frob
expect 2 "^waypoint: the unit of this simulator is a PTM: expected --protocol pft" "$simulator" --protocol etm3
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

# A snapshot with something wrong in it.
spoil() { # FILE SED: in a copy of the snapshot
  rm -rf "$folder/spoilt"
  cp -r "$folder/snapshot" "$folder/spoilt"
  sed -i "$2" "$folder/spoilt/$1"
}
expect 2 'nowhere/snapshot.ini: No such file' "$waypoint" decode --snapshot "$folder/nowhere"
expect 2 'expected the ID or name of a PFT or ETMv3 trace source with a buffer, of: PTM_0' "$waypoint" decode --snapshot "$folder/snapshot" --id 0x11
expect 2 '^waypoint: --id: expected a trace ID' "$waypoint" decode --snapshot "$folder/snapshot" --id 0x80
spoil snapshot.ini 's/trace.ini/nothing.ini/'
expect 2 'spoilt/nothing.ini: No such file' "$waypoint" decode --snapshot "$folder/spoilt"
spoil trace.ini 's/source_data/morse/'
expect 2 'trace.ini:[0-9]+: expected format=coresight or source_data, found "morse"' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^ETMIDR\(.*\)=.*/ETMIDR\1=many/'
expect 2 'ptm_0.ini:[0-9]+: ETMIDR: expected a number' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^ETMCCER.*//'
expect 2 'ptm_0.ini: expected ETMCCER= in section' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^type=.*/type=ETM3.5/'
expect 2 'ptm_0.ini:[0-9]+: ETMIDR: expected bits 11:8 = 2, as type=ETM3.5 says, found "0x' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^type=.*/type=STM/'
expect 2 'ptm_0.ini: expected a trace source of type PTM, PFT or ETM3, found "STM"' "$waypoint" decode --snapshot "$folder/spoilt" --source PTM_0
spoil cpu_0.ini 's/^length=.*/length=0x7FFFFFFF/'
expect 2 'mem0.bin: byte [0-9]+: expected [0-9]+ bytes, the file ends' "$waypoint" decode --snapshot "$folder/spoilt"
spoil trace.ini 's/source_data/coresight/'
printf x >>"$folder/spoilt/trace.bin"
truncate -s 1607 "$folder/spoilt/trace.bin"
expect 2 'trace.bin: byte 1600: expected a CoreSight frame of 16 bytes, the file ends after 7' "$waypoint" decode --snapshot "$folder/spoilt"
spoil snapshot.ini 's/version=1.0/version/'
expect 2 'snapshot.ini:2: expected .section. or key=value' "$waypoint" decode --snapshot "$folder/spoilt"

# Events that are none.
printf 'a-sync\n' >"$folder/bad"
expect 2 'bad:1: expected config, on the first line, found "a-sync"' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0 etmidr=0x411CF312 etmccer=0 depth=16\n' >"$folder/bad"
expect 2 'bad:1: expected etmcr=, .*, found "depth=16"' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0 etmidr=0x411CF312 etmccer=0 depth=0\na-sync\n# no place\nindirect E\n' >"$folder/bad"
expect 2 'bad:4: expected at=, the place' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0\ni-sync trace-on at=0x8000:mips\n' >"$folder/bad"
expect 2 'bad:2: expected at=ADDRESS:ISA' "$waypoint" encode --events "$folder/bad"
expect 2 'bad2: No such file' "$waypoint" encode --events "$folder/bad2"

# A trace cut anywhere inside a packet: the offset of that packet.
printf '\000\000\000\000\000\200\010\000\200\000\200\041\243\220\241\220\010' >"$folder/whole"
expect 0 'branch addr=0x04109044 ARM bytes=5' "$waypoint" decode "$folder/whole"
for cut in 7 8 9 10 11 13 14 15 16; do
  head -c $cut "$folder/whole" >"$folder/cut"
  expect 2 "cut: byte $([ $cut -lt 12 ] && echo 6 || echo 12): " "$waypoint" decode "$folder/cut"
done

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
