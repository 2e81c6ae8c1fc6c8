#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# record.sh RECORDER ELF OUT SECONDS QEMU-WORD...: runs a program in QEMU and records it. What cannot be recorded is one line and exit code 2, and
# leaves OUT as it was. What the program prints by semihosting goes to standard error.
set -eu
recorder=$1 elf=$2 out=$3 seconds=$4
shift 4
refuse() {
  echo "record: $*" >&2
  exit 2
}
case $seconds in '' | *[!0-9]* | 0*) refuse "LIMIT=$seconds: expected a number of seconds" ;; esac
work=$(mktemp -d)
trap 'kill -KILL $(cat "$work/qemu" 2>/dev/null) 2>/dev/null || :; rm -rf "$work"' EXIT
trap 'exit 2' INT TERM

"$recorder" "$elf" >"$work/segments"
# QEMU would load what is not in memory nowhere, and execute zeros.
printf 'info mtree -f\nquit\n' | timeout 120 "$@" -S -display none -serial none -monitor stdio >"$work/tree" 2>"$work/why" ||
  refuse "MACHINE: QEMU did not start: $(head -n 1 "$work/why" | sed 's/^[^ ]*: //')"
awk -v elf="$elf" '
  function number(hex,   i, n) { for (i = 1; i <= length(hex); i++) n = 16 * n + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1; return n }
  FILENAME ~ /tree$/ && /^FlatView/ { memory = 0 }
  FILENAME ~ /tree$/ && / AS "memory"/ { memory = 1 }
  FILENAME ~ /tree$/ && memory && /prio [0-9]+, (ram|rom|romd)\)/ {
    split($1, range, "-")
    first[++count] = number(range[1])
    last[count] = number(range[2])
    list = list sprintf("%s0x%s to 0x%s", count > 1 ? ", " : "", substr(range[1], 9), substr(range[2], 9))
  }
  FILENAME ~ /segments$/ {
    there = 0
    for (i = 1; i <= count; i++) there = there || (number(substr($1, 3)) >= first[i] && number(substr($2, 3)) <= last[i])
    if (there) next
    printf "record: %s: expected its segment %s to %s in memory of the machine: %s\n", elf, $1, $2, list
    exit 2
  }' "$work/tree" "$work/segments" >&2

# As QEMU before and from 8.1 on spells it.
single='-accel tcg,one-insn-per-tb=on'
! "$1" -help | grep -q '^-singlestep' || single=-singlestep
# QEMU would continue after _exit, and after a refusal. To any other signal it answers with a line.
mkfifo "$work/log"
end=$(($(date +%s) + seconds))
timeout -s KILL $((seconds + 1)) sh -c 'echo $$ >"$0"; exec "$@"' "$work/qemu" "$@" -display none -monitor none -serial none -semihosting -icount shift=0 $single -d exec,int,cpu,nochain \
  -D /dev/fd/3 -kernel "$elf" </dev/null 3>"$work/log" >&2 &
count=$("$recorder" "$elf" "$work/new" "$(basename "$elf" .elf | cut -c1-15)" "$seconds" $end <"$work/log")
mv "$work/new" "$out"
echo "record: $out: $count"
case $out in */* | *.wpp) ;; *) out=./$out ;; esac
echo "next: make run PROGRAM=$out${NEXT_WORDS-}"
