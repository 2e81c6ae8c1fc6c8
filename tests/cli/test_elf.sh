#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_elf.sh BUILD ETM-SIMULATOR: --elf, the code of decode, list and reencode, and the names of its functions.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
output=$folder/out

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
prints 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0 <start\+0x0>$' $decode --elf "$folder/elf"
prints 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode
prints 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode --elf "$folder/other"
prints 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0$' $decode --elf "$folder/before"
prints 0 '^ *12  executed   0x00008000 <start\+0x0> to 0x0000800C ARM, 3 instructions$' $decode --elf "$folder/other" --elf "$folder/elf" --flow
# A unit by its name comes in front of the other words, and none of these is read twice.
prints 0 '0x00008000 <start\+0x0> to 0x0000800C ARM, 3 instructions$' $decode --elf "$folder/other" --set a7 --elf "$folder/elf" --flow
$decode --elf "$folder/elf" --instructions >"$folder/list"
cat >"$folder/wanted" <<'EOF'
       6  sync       0x00008000 <start+0x0> ARM, trace on
      12  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      12  0x00008004 <start+0x4> 0xE3500001 ARM E  cmp r0, #1
      12  0x00008008 <loop+0x0> 0x1A000000 ARM N  bne #0x8010
EOF
prints 0 '' diff "$folder/wanted" "$folder/list"

# --- a snapshot without memory ----------------------------------------------------------------------------------------
printf 'segment address=0x8000 bytes=0100a0e3010050e30000001a\n' >"$folder/code"
prints 0 '' "$waypoint" snapshot "$folder/trace" --protocol etm3 --stimulus "$folder/code" -o "$folder/full"
cp -r "$folder/full" "$folder/bare"
sed -i '/^\[dump/,$d; 1{/^; begin$/d}' "$folder/bare/cpu_0.ini"
bare="--snapshot $folder/bare"
prints 0 '^summary: .* instructions=0 gaps=1 errors=0$' "$waypoint" decode $bare
prints 0 '^summary: .* instructions=3 gaps=0 errors=0$' "$waypoint" decode $bare --elf "$folder/elf"
prints 0 '^ *12  0x00008008 <loop\+0x0> 0x1A000000 ARM N' "$waypoint" decode $bare --elf "$folder/elf" --instructions
prints 0 '  in     <start\+0x0>$' "$waypoint" list $bare --elf "$folder/elf"
prints 0 '"0-2 0x00008000 to 0x0000800C ARM x3 N <start\+0x0>"' "$waypoint" list $bare --elf "$folder/elf" --format csv
prints 0 '"text":"0x00008000 to 0x0000800C ARM x3 N <start\+0x0>"' "$waypoint" list $bare --elf "$folder/elf" --format json
prints 0 '^reencode: bytes=13 same=13 ' "$waypoint" reencode $bare --elf "$folder/elf"
prints 2 'nowhere: No such file or directory$' "$waypoint" reencode $bare --elf "$folder/nowhere"
# What the snapshot has of the memory is right: here the branch is an add.
printf '\001\000\200\342' | dd of="$folder/full/mem0.bin" bs=1 seek=8 conv=notrunc 2>"$folder/dd"
prints 0 '^ *12  0x00008008 <loop\+0x0> 0xE2800001 ARM N  add' "$waypoint" decode --snapshot "$folder/full" --elf "$folder/elf" --instructions

# --- source lines, and an offset --------------------------------------------------------------------------------------
bytes() { for byte in "$@"; do printf "\\$(printf %03o "0x$byte")"; done; }
async='00 00 00 00 00 80'
# lined FIRST: the same code at 0x8000 with DWARF 2. main.c:12 begins at FIRST, line 13 at the next instruction, and ends 8 bytes later.
lined() {
  printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000'
  words 0x280002 1 0x8000 52 228 0 0x200034 0x280001 0x40005
  words 1 84 0x8000 0x8000 12 12 5 4
  words 0xe3a00001 0xe3500001 0x1a000000
  bytes 01 11 00 10 06 00 00 00 0C 00 00 00 02 00 00 00 00 00 04 01 00 00 00 00
  bytes 34 00 00 00 02 00 1A 00 00 00 01 01 FB 0E 0A 00 01 01 01 01 00 00 00 01 00 6D 61 69 6E 2E 63 00 00 00 00 00 00 05 02
  words "$1"
  bytes 03 0B 01 02 04 03 01 01 02 08 00 01 01
  printf '\000.debug_abbrev\000.debug_info\000.debug_line\000.shstrtab\000\000\000\000'
  words 0 0 0 0 0 0 0 0 0 0
  words 1 1 0 0 96 8 0 0 1 0
  words 15 1 0 0 104 16 0 0 1 0
  words 27 1 0 0 120 56 0 0 1 0
  words 39 3 0 0 176 52 0 0 1 0
}
lined 0x8000 >"$folder/lined"
prints 0 '^ *12  0x00008000 0xE3A00001 ARM E  mov r0, #1  ; main.c:12$' $decode --elf "$folder/lined" --instructions
prints 0 '^ *12  0x00008008 0x1A000000 ARM N  bne #0x8010  ; main.c:13$' $decode --elf "$folder/lined" --instructions
lined 0x8004 >"$folder/later"
prints 0 '^ *12  0x00008000 0xE3A00001 ARM E  mov r0, #1$' $decode --elf "$folder/later" --instructions
lined 0 >"$folder/dropped"
bytes $async 08 21 00 00 00 00 84 >"$folder/stream"
prints 0 '^ *12  0x00000000 0xE3A00001 ARM E  mov r0, #1$' "$waypoint" decode "$folder/stream" --protocol etm3 --elf "$folder/dropped@0xFFFF8000" --instructions
bytes $async 08 21 00 90 00 00 C8 >"$folder/stream"
at="$waypoint decode $folder/stream --protocol etm3 --instructions"
prints 0 '^ *12  0x00009000 0xE3A00001 ARM E  mov r0, #1  ; main.c:12$' $at --elf "$folder/lined@0x1000"
prints 0 '^ *12  0x00009008 <loop.0x0> 0x1A000000 ARM N  bne #0x9010$' $at --elf "$folder/elf@4096"
prints 0 '^ *12  0x00009008 0x1A000000 ARM N  bne #0x9010  ; main.c:13$' $at --elf "$folder/elf" --elf "$folder/lined@0x1000"
cp "$folder/lined" "$folder/mail@home"
prints 1 'expected code at 0x00009000, where the trace runs; the ELF file has 0x00008000 to 0x0000800B$' $at --elf "$folder/mail@home"
prints 2 'lined@0x100000000: expected an offset below 2.32$' $at --elf "$folder/lined@0x100000000"
prints 2 'nowhere: No such file or directory$' $at --elf "$folder/nowhere@0x1000"
prints 2 'lined: expected segments below 2.32, found 0xC bytes at 0xFFFFFFF8$' $at --elf "$folder/lined@0xFFFF7FF8"
# Other ELF files, with the reason.
other() { # BYTE OCTAL REASON
  cp "$folder/elf" "$folder/other-kind"
  printf "\\$2" | dd of="$folder/other-kind" bs=1 seek="$1" conv=notrunc 2>"$folder/dd"
  prints 2 "other-kind: expected a 32-bit little-endian ELF file for Arm, found $3" $decode --elf "$folder/other-kind"
}
other 5 002 'a big-endian one, whose instructions would be read in the wrong byte order$'
other 4 002 'one of 64 bits$'
other 18 076 'one for another machine$'
other 0 060 'none$'

# --- Context IDs, VMIDs, and why the next instruction does not follow the last ----------------------------------------
shows() { # NAME: the listing is that of standard input
  cat >"$folder/wanted"
  expect "$1" diff "$folder/wanted" "$folder/list"
}
here='81 80 81 80 08' irq='8D 80 FE FF 4F 1C'
bytes $async 08 78 56 34 12 21 00 80 00 00 84 6E 79 56 34 12 84 3C 05 C0 08 79 56 34 12 01 0C 80 00 00 08 7A 56 34 12 01 0C 80 00 00 >"$folder/stream"
traced="$waypoint decode $folder/stream --protocol etm3 --context-id 4 --vmid"
prints 0 'I-sync addr=0x00008000 ARM reason=trace-on ns=0 context-id=0x12345678$' $traced
$traced --elf "$folder/elf" --flow >"$folder/list"
shows 'an ETM, the flow' <<'EOF'
       6  sync       0x00008000 <start+0x0> ARM, trace on
       6  context-id 0x12345678
      16  executed   0x00008000 <start+0x0> to 0x00008004 ARM, 1 instructions
      17  context-id 0x12345679
      22  executed   0x00008004 <start+0x4> to 0x00008008 ARM, 1 instructions
      23  vmid       0x5
      25  executed   0x00008008 <loop+0x0> to 0x0000800C ARM, 1 instructions
      36  context-id 0x1234567A
EOF
$traced --elf "$folder/elf" --instructions >"$folder/list"
shows 'an ETM, the instructions' <<'EOF'
       6  sync       0x00008000 <start+0x0> ARM, trace on
       6  context-id 0x12345678
      16  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      17  context-id 0x12345679
      22  0x00008004 <start+0x4> 0xE3500001 ARM E  cmp r0, #1
      23  vmid       0x5
      25  0x00008008 <loop+0x0> 0x1A000000 ARM N  bne #0x8010
      36  context-id 0x1234567A
EOF
bytes $async 08 00 80 00 00 21 7B 86 6E 7C 3C 09 >"$folder/stream"
"$waypoint" decode "$folder/stream" --context-id 1 --elf "$folder/elf" --instructions >"$folder/list"
shows 'a PTM, the instructions' <<'EOF'
       6  sync       0x00008000 <start+0x0> ARM, trace on
       6  context-id 0x7B
      13  0x00008000 <start+0x0> 0xE3A00001 ARM  mov r0, #1
      13  0x00008004 <start+0x4> 0xE3500001 ARM  cmp r0, #1
      13  0x00008008 <loop+0x0> 0x1A000000 ARM  bne #0x8010
      14  context-id 0x7C
      16  vmid       0x9
EOF
"$waypoint" snapshot "$folder/stream" --context-id 1 --stimulus "$folder/code" -o "$folder/context"
prints 0 '"fields":"addr=0x00008000 ARM reason=trace-on ns=0 context-id=0x7B"' "$waypoint" list --snapshot "$folder/context" --format json
prints 0 'context-id=0x7B' "$waypoint" list --snapshot "$folder/context" --format csv
prints 0 'context-id=0x7B$' "$waypoint" explain 08 00 80 00 00 21 7B --context-id 1

bytes $async 84 08 21 00 80 00 00 84 $irq 84 $here 84 08 01 00 80 00 00 88 22 84 84 $async 84 >"$folder/stream"
"$waypoint" decode "$folder/stream" --protocol etm3 --elf "$folder/elf" --instructions >"$folder/list" 2>"$folder/err"
shows 'marks of an ETM' <<'EOF'
       6  gap        execution is unknown before the first I-sync
       7  sync       0x00008000 <start+0x0> ARM, trace on
      13  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      14  exception  14 (IRQ) at 0x00008004 <start+0x4>, to 0xFFFF0018 ARM
      20  gap        0xFFFF0018 ARM, the image has no code here
      21  resumed    0x00008000 <start+0x0> ARM, by a branch packet
      26  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      27  error      periodic I-sync is at 0x00008000 ARM ns=0, expected 0x00008004 ARM ns=0
      27  sync       0x00008000 <start+0x0> ARM, periodic
      33  0x00008000 <start+0x0> 0xE3A00001 ARM E  mov r0, #1
      33  0x00008004 <start+0x4> 0xE3500001 ARM E  cmp r0, #1
      34  error      expected a packet header that this configuration allows
      35  skipped    2 bytes before the next A-sync
EOF
bytes 84 $async 84 08 00 80 00 00 21 84 84 81 80 81 80 48 1C 84 84 $here 86 08 00 80 00 00 41 >"$folder/stream"
"$waypoint" decode "$folder/stream" --elf "$folder/elf" --instructions >"$folder/list"
grep -vE '^ *[0-9]+  0x' "$folder/list" >"$folder/marks"
mv "$folder/marks" "$folder/list"
shows 'marks of a PTM' <<'EOF'
       0  skipped    1 bytes before the next A-sync
       7  gap        execution is unknown before the first I-sync
       8  sync       0x00008000 <start+0x0> ARM, trace on
      15  gap        0x00008010 ARM, the image has no code here
      16  exception  14 (IRQ) at 0x00000000, to 0x00008000 <start+0x0> ARM
      23  gap        0x00008010 ARM, the image has no code here
      24  resumed    0x00008000 <start+0x0> ARM, by a branch packet
      30  sync       0x00008000 <start+0x0> ARM, overflow
EOF

# The same marks in each form of the list.
"$waypoint" snapshot "$folder/stream" --stimulus "$folder/code" -o "$folder/marked"
for form in text csv json; do
  "$waypoint" list --snapshot "$folder/marked" --format $form >"$folder/list"
  for mark in 'at 0x00008000 ARM' 'flow lost: the image has no code here' 'exception 14.* at 0x00000000' 'goes to 0x00008000 ARM'; do
    prints 0 '' grep -q "$mark" "$folder/list"
  done
done

# Exceptions have the names of the processor's profile.
named() { # NAME BYTE BYTE OPTION...: of the two information bytes
  name=$1 bytes="$2 $3"
  shift 3
  bytes $async 08 21 01 80 00 00 84 81 40 $bytes >"$folder/stream"
  prints 0 "^ *13  exception  $name at 0x00008002" "$waypoint" decode "$folder/stream" "$@" --elf "$folder/elf" --instructions
}
named '38 .IRQ 22.' 8C 02 --set m3
named '8 .IRQ 0.' 90 00 --set m3
named '9 .UsageFault.' 92 00 --set m3
named '511 .IRQ 495.' 9E 1F --set m3
named '16' 80 01 --set m3
named '8 .reset.' 90 00 --protocol etm3 --alternative
named '38' 8C 02 --protocol etm3 --alternative
"$waypoint" snapshot "$folder/stream" --protocol etm3 --alternative --stimulus "$folder/code" -o "$folder/m4"
sed -i 's/^type=Cortex.*/type=Cortex-M4/' "$folder/m4/cpu_0.ini"
prints 0 'exception  38 .IRQ 22. at' "$waypoint" decode --snapshot "$folder/m4" --instructions
prints 0 '^ *is     exception 38 .IRQ 22.$' "$waypoint" list --snapshot "$folder/m4"
prints 0 '"text":"exception 38 .IRQ 22. at 0x00008002' "$waypoint" list --snapshot "$folder/m4" --format json

# Code of other addresses: one line, and exit code 1.
bytes $async 08 21 01 90 00 00 84 84 >"$folder/stream"
m3="$waypoint decode $folder/stream --set m3"
has='^waypoint: .*/stream: expected code at 0x00009000, where the trace runs; the'
prints 1 "$has ELF file has 0x00008000 to 0x0000800B\$" $m3 --elf "$folder/elf" --instructions
prints 1 "$has ELF file has 0x00008000 to 0x0000800B\$" $m3 --elf "$folder/elf" --flow
prints 1 "$has ELF files have 0x00007000 to 0x0000700B, 0x00008000 to 0x0000800B\$" $m3 --elf "$folder/elf" --elf "$folder/before" --flow
prints 1 "$has code has 0x00008000 to 0x0000800B\$" $m3 --stimulus "$folder/code" --flow
prints 0 '0x00009000 <start.0x0> 0x0001 Thumb E' $m3 --elf "$folder/other" --instructions
prints 0 'I-sync addr=0x00009000' $m3 --elf "$folder/elf"
bytes $async 08 00 90 00 00 21 84 81 80 81 81 08 >"$folder/stream"
prints 1 '^waypoint: .*: expected code at 0x00009000 to 0x00408000, where' "$waypoint" decode "$folder/stream" --elf "$folder/elf" --flow
"$waypoint" snapshot "$folder/stream" --stimulus "$folder/code" -o "$folder/away"
prints 1 '^waypoint: .*/away: expected code at 0x00009000 .*; the ELF file has 0x00007000 to 0x0000700B, 0x00008000 to 0x0000800B$' \
  "$waypoint" decode --snapshot "$folder/away" --elf "$folder/before" --instructions
prints 0 '^ *12  gap        0x00009000 ARM, the image has no code here$' "$waypoint" decode --snapshot "$folder/away" --instructions

# --- a log of clocks --------------------------------------------------------------------------------------------------
{ cat "$folder/code" && printf 'clock E 0x8000:arm , E 0x8004:arm\nclock N 0x8008:arm\nidle 9\n'; } >"$folder/text"
prints 0 '^PASS ' "$simulator" --protocol etm3 --stimulus "$folder/text" --log "$folder/log"
logged="--log $folder/log --protocol etm3"
prints 0 '  in     <start\+0x0> <loop\+0x0>$' "$waypoint" list $logged --elf "$folder/other" --elf "$folder/elf"
prints 0 '^PASS ' "$waypoint" check $logged --elf "$folder/elf"

# --- bad words and files ----------------------------------------------------------------------------------------------
prints 2 '^waypoint: --stimulus and --elf: expected only one source of the code$' $decode --flow --elf "$folder/elf" --stimulus "$folder/code"
prints 2 '^waypoint: --elf requires --log FILE or --wave FILE$' "$waypoint" check "$folder/trace" --elf "$folder/elf" --stimulus "$folder/code"
prints 2 'elf: segment 0x00008000.0xC overlaps another segment$' $decode --elf "$folder/elf" --elf "$folder/elf"
prints 2 'trace: expected a 32-bit little-endian ELF file for Arm, found none$' $decode --elf "$folder/trace"
prints 2 'nowhere: No such file or directory$' $decode --elf "$folder/nowhere"
many=$(seq 17 | sed "s|.*|--elf $folder/nowhere|")
prints 2 '^waypoint: --elf .*nowhere: expected a file name, at most 16 times$' $decode $many
for size in 379 221; do
  head -c $size "$folder/elf" >"$folder/cut"
  prints 2 'cut: byte 220: truncated: the file ends inside a section of 160 bytes$' $decode --elf "$folder/cut"
done
spoil() { # BYTE OCTAL
  cp "$folder/elf" "$folder/spoilt"
  printf "\\$2" | dd of="$folder/spoilt" bs=1 seek="$1" conv=notrunc 2>"$folder/dd"
}
spoil $((220 + 80 + 24)) 011
prints 2 'spoilt: expected the names of the symbols in section 9$' $decode --elf "$folder/spoilt"
spoil $((220 + 80 + 22)) 001
prints 2 'spoilt: byte 96: truncated: the file ends inside a section of 65632 bytes$' $decode --elf "$folder/spoilt"
# A character that would be something else in a list.
spoil 193 042
prints 0 '<[?]tart\+0x0>' $decode --elf "$folder/spoilt"

totals
