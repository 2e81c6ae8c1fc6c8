#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# qemu.sh BUILD: `make record` of small programs that are written here as ELF files. One of them ends. The others cannot be recorded: each
# gives one line and exit code 2. Last line: passed, failed, skipped.
set -u
. tests/expect.sh
command -v qemu-system-arm >/dev/null || skip_all 1 'no qemu-system-arm: .ci/setup record'
build=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

le32() { for n; do printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24 & 255)))"; done; }
# elf NAME CLASS TYPE_AND_MACHINE ADDRESS WORD...: one segment of code, at ADDRESS, where it begins. $sections of them are at the word $at.
sections=0 at=0
elf() {
  name=$1 class=$2 kind=$3 address=$4
  shift 4
  {
    printf "\\177ELF\\00$class\\001\\001\\000\\000\\000\\000\\000\\000\\000\\000\\000"
    le32 $kind 1 $address 52 $((sections ? 84 + 4 * at : 0)) 0x5000200 0x00200034 0x00280001 $sections
    le32 1 84 $address $address $((4 * $#)) $((4 * $#)) 5 4 "$@"
  } >"$folder/$name.elf"
}
# records CODE PATTERN COMMAND...: checks the exit code, and that one line of the output matches PATTERN. A command that refuses its input must print
# only that line. Lines of make, and progress lines, which a slow machine prints every 5 seconds, do not count.
records() {
  code=$1 pattern=$2
  shift 2
  "$@" >"$folder/out" 2>&1
  got=$?
  grep -Ev '^make|^building, |^record: [0-9]+ instructions, [0-9]+ s, at 0x[0-9A-F]{8}$' "$folder/out" >"$folder/said"
  if [ $got = "$code" ] && grep -qE "$pattern" "$folder/said" && { [ $got = 0 ] || [ "$(wc -l <"$folder/said")" = 1 ]; }; then
    pass
  else
    fail "$*: expected exit code $code and \"$pattern\", found $got and:" "$(excerpt "$folder/out")"
  fi
}
record() { make SETUP=0 BUILD="$build" record "$@"; }
# What make calls.
refuses() { # NAME PATTERN SECONDS
  records 2 "$2" tests/program/record.sh "$build/program/record" "$folder/$1.elf" "$folder/$1.wpp" "${3:-60}" \
    qemu-system-arm -machine vexpress-a15 -m 256 -audiodev none,id=none -global pl041.audiodev=none
}

arm=0x00280002 here=0x80010000
# mov r0, #SYS_EXIT; ldr r1, =ADP_Stopped_ApplicationExit; svc 0x123456
elf ends 1 $arm $here 0xe3a00018 0xe59f1000 0xef123456 0x00020026
records 0 "^record: $folder/ends.wpp: 2 instructions, 0 exceptions$" record ELF="$folder/ends.elf"
same next "$(tail -n 1 "$folder/said")" "next: make run PROGRAM=$folder/ends.wpp BUILD='$build'"
same recorded "$("$build/waypoint" generate --program "$folder/ends.wpp" | grep -c '^segment')" 1
records 2 '^record: expected ELF=FILE, a program to run$' record
records 2 '^record: MACHINE: QEMU did not start: unsupported machine type(: "frob")?$' record ELF="$folder/ends.elf" MACHINE=frob
refuses ends '^record: LIMIT=x: expected a number of seconds$' x

elf endless 1 $arm $here 0xeafffffe
refuses endless '^record: endless: expected the end of the program; it has executed [0-9]+ instructions within LIMIT=4 seconds, the last at 0x80010000$' 4
same 'nothing written' "$(ls "$folder"/endless.*)" "$folder/endless.elf"
# mov pc, #0: not as a compiler returns. QEMU would go on.
elf stray 1 $arm $here 0xe3a0f000
refuses stray '^record: stray: 0x80010000: ARM E3A0F000 whose condition passed is followed by 0x00000000$'
elf elsewhere 1 $arm 0x60010000 0xeafffffe
refuses elsewhere "^record: $folder/elsewhere.elf: expected its segment 0x60010000 to 0x60010003 in memory of the machine: .*0x80000000 to 0x8fffffff$"
elf x86 2 0x003e0002 $here 0xeafffffe
refuses x86 "^record: $folder/x86.elf: expected a program for Arm, 32 bits, found one for x86-64$"
elf mips 1 0x00080002 $here 0xeafffffe
refuses mips "^record: $folder/mips.elf: expected a program for Arm, 32 bits, found one for machine 8 of ELF$"
elf object 1 0x00280001 $here 0xeafffffe
refuses object "^record: $folder/object.elf: expected a linked program \(type EXEC of ELF\), found type 1$"
# .ARM.attributes: "aeabi", Tag_CPU_arch_profile 'M'.
sections=2 at=6
elf m3 1 $arm $here 0xeafffffe 0x1141 0x61656100 0x01006962 7 0x4d07 0 0 0 0 0 0 0 0 0 0 0 0x70000003 0 0 88 18 0 0 1 0
refuses m3 "^record: $folder/m3.elf: expected a program of the A or R profile, found one of the M profile$"
echo text >"$folder/text.elf"
refuses text "^record: $folder/text.elf: expected an ELF file$"
refuses none "^record: $folder/none.elf: cannot open: No such file or directory$"
same processes "$(ps -eo args | grep -c "^qemu-system-arm.*$folder")" 0

totals
