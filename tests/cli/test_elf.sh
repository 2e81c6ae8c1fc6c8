#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_elf.sh BUILD ETM-SIMULATOR: --elf, the code of decode, list and reencode, and the names of its functions.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
expect() { # EXIT_CODE PATTERN COMMAND...: a line of the output matches
  code=$1 pattern=$2
  shift 2
  "$@" >"$folder/out" 2>&1
  got=$?
  if [ $got = "$code" ] && { [ -z "$pattern" ] || grep -qE -e "$pattern" "$folder/out"; } && { [ "$code" != 2 ] || [ "$(wc -l <"$folder/out")" = 1 ]; }; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$*: expected exit $code and $pattern; got exit $got and:"
    tail -n 20 "$folder/out"
  fi
}

# --- an ELF file ------------------------------------------------------------------------------------------------------
words() { # little-endian, of 32 bits
  for word in "$@"; do
    printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((word & 255)) $((word >> 8 & 255)) $((word >> 16 & 255)) $((word >> 24 & 255)))"
  done
}
# elf ADDRESS: mov, cmp, bne; `start` is two of them with a label in it, `loop` a label; `data` and `$a` are no code. Bit 0 of a
# function's address says Thumb, and is no part of it.
elf() {
  printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000'
  words 0x280002 1 "$1" 52 220 0 0x200034 0x280001 0x4
  words 1 84 "$1" "$1" 12 12 5 4
  words 0xe3a00001 0xe3500001 0x1a000000
  words 0 0 0 0 1 $(($1 + 1)) 8 0x10012 7 $(($1 + 8)) 0 0x10000 12 $(($1 + 8)) 0 0x10000 15 $(($1 + 4)) 4 0x10001 20 $(($1 + 4)) 0 0x10000
  printf '\000start\000loop\000$a\000data\000inner\000\000\000'
  words 0 0 0 0 0 0 0 0 0 0
  words 0 1 6 "$1" 84 12 0 0 4 0
  words 0 2 0 0 96 96 3 1 4 16
  words 0 3 0 0 192 28 0 0 1 0
}
elf 0x8000 >"$folder/elf"
elf 0x9000 >"$folder/other"
elf 0x7000 >"$folder/before"

printf '\000\000\000\000\000\200\010\041\000\200\000\000\310' >"$folder/trace"
decode="$waypoint decode $folder/trace --protocol etm3"
expect 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0 <start\+0x0>$' $decode --elf "$folder/elf"
expect 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode
expect 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode --elf "$folder/other"
expect 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode --elf "$folder/before"
expect 0 '^ *12  executed   0x00008000 <start\+0x0> to 0x0000800C ARM, 3 instructions$' $decode --elf "$folder/other" --elf "$folder/elf" --flow
# A unit by its name comes in front of the other words, and none of these is read twice.
expect 0 '0x00008000 <start\+0x0> to 0x0000800C ARM, 3 instructions$' $decode --elf "$folder/other" --set a7 --elf "$folder/elf" --flow
$decode --elf "$folder/elf" --instructions >"$folder/list"
cat >"$folder/wanted" <<'EOF'
      12  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      12  0x00008004 <start+0x4> 0xE3500001 ARM E  cmp r0, #1
      12  0x00008008 <loop+0x0> 0x1A000000 ARM N  bne #0x8010
EOF
expect 0 '' diff "$folder/wanted" "$folder/list"

# --- a snapshot without memory ----------------------------------------------------------------------------------------
printf 'segment address=0x8000 bytes=0100a0e3010050e30000001a\n' >"$folder/code"
expect 0 '' "$waypoint" snapshot "$folder/trace" --protocol etm3 --stimulus "$folder/code" -o "$folder/full"
cp -r "$folder/full" "$folder/bare"
sed -i '/^\[dump/,$d; 1{/^; begin$/d}' "$folder/bare/cpu_0.ini"
bare="--snapshot $folder/bare"
expect 0 '^summary: .* instructions=0 gaps=1 errors=0$' "$waypoint" decode $bare
expect 0 '^summary: .* instructions=3 gaps=0 errors=0$' "$waypoint" decode $bare --elf "$folder/elf"
expect 0 '^ *12  0x00008008 <loop\+0x0> 0x1A000000 ARM N' "$waypoint" decode $bare --elf "$folder/elf" --instructions
expect 0 '  in     <start\+0x0>$' "$waypoint" list $bare --elf "$folder/elf"
expect 0 '"0-2 0x00008000 to 0x0000800C ARM x3 N <start\+0x0>"' "$waypoint" list $bare --elf "$folder/elf" --format csv
expect 0 '"text":"0x00008000 to 0x0000800C ARM x3 N <start\+0x0>"' "$waypoint" list $bare --elf "$folder/elf" --format json
expect 0 '^reencode: bytes=13 same=13 ' "$waypoint" reencode $bare --elf "$folder/elf"
expect 2 'nowhere: No such file or directory$' "$waypoint" reencode $bare --elf "$folder/nowhere"
# What the snapshot has of the memory is right: here the branch is an add.
printf '\001\000\200\342' | dd of="$folder/full/mem0.bin" bs=1 seek=8 conv=notrunc 2>"$folder/dd"
expect 0 '^ *12  0x00008008 <loop\+0x0> 0xE2800001 ARM N  add' "$waypoint" decode --snapshot "$folder/full" --elf "$folder/elf" --instructions

# --- a log of clocks --------------------------------------------------------------------------------------------------
{ cat "$folder/code" && printf 'clock E 0x8000:arm , E 0x8004:arm\nclock N 0x8008:arm\nidle 9\n'; } >"$folder/text"
expect 0 '^PASS ' "$simulator" --protocol etm3 --stimulus "$folder/text" --log "$folder/log"
logged="--log $folder/log --protocol etm3"
expect 0 '  in     <start\+0x0> <loop\+0x0>$' "$waypoint" list $logged --elf "$folder/other" --elf "$folder/elf"
expect 0 '^PASS ' "$waypoint" check $logged --elf "$folder/elf"

# --- bad words and files ----------------------------------------------------------------------------------------------
expect 2 '^waypoint: --stimulus and --elf: expected only one source of the code$' $decode --flow --elf "$folder/elf" --stimulus "$folder/code"
expect 2 '^waypoint: --elf requires --log FILE or --wave FILE$' "$waypoint" check "$folder/trace" --elf "$folder/elf" --stimulus "$folder/code"
expect 2 'elf: segment 0x00008000.0xC overlaps another segment$' $decode --elf "$folder/elf" --elf "$folder/elf"
expect 2 'trace: expected a 32-bit little-endian ELF file for Arm$' $decode --elf "$folder/trace"
expect 2 'nowhere: No such file or directory$' $decode --elf "$folder/nowhere"
many=$(seq 17 | sed "s|.*|--elf $folder/nowhere|")
expect 2 '^waypoint: --elf .*nowhere: expected a file name, at most 16 times$' $decode $many
for size in 379 221; do
  head -c $size "$folder/elf" >"$folder/cut"
  expect 2 'cut: byte 220: truncated: the file ends inside a section of 160 bytes$' $decode --elf "$folder/cut"
done
spoil() { # BYTE OCTAL
  cp "$folder/elf" "$folder/spoilt"
  printf "\\$2" | dd of="$folder/spoilt" bs=1 seek="$1" conv=notrunc 2>"$folder/dd"
}
spoil $((220 + 80 + 24)) 011
expect 2 'spoilt: expected the names of the symbols in section 9$' $decode --elf "$folder/spoilt"
spoil $((220 + 80 + 22)) 001
expect 2 'spoilt: byte 96: truncated: the file ends inside a section of 65632 bytes$' $decode --elf "$folder/spoilt"
# A character that would be something else in a list.
spoil 193 042
expect 0 '<[?]tart\+0x0>' $decode --elf "$folder/spoilt"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
