#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# log.sh BUILD PROGRAM: a recording, written as an ELF file and a log of instructions in each of the formats that `waypoint record` reads,
# must come back byte for byte. Where a line of the log is changed or left out, it must be refused with that line's number. Last line: passed, failed.
set -u
build=$1 program=$2
name=$(basename "$program" .wpp)
folder=$build/programs/log-$name
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"

record() { # LOG
  "$build/waypoint" record --elf "$folder/$name.elf" --log "$1" -o "$folder/new.wpp" >"$folder/out" 2>&1
}
refused() { # LOG PATTERN
  if record "$1" || ! grep -qE "^waypoint: $1:$2" "$folder/out" || [ "$(wc -l <"$folder/out")" != 1 ]; then
    fail "$1: expected $2, found $(cat "$folder/out")"
  else
    pass
  fi
}

for flavour in fast-models cycle-models rtl text; do
  log=$folder/$flavour
  "$build/programs/write_log" $flavour "$program" "$folder/$name.elf" "$folder/same.wpp" >"$log" || exit 1
  if record "$log" && cmp "$folder/new.wpp" "$folder/same.wpp" >>"$folder/out"; then pass; else fail "$flavour: $(cat "$folder/out")"; fi
  # The 100th instruction, in three ways wrong: gone, elsewhere, and not what the ELF file has.
  line=$(grep -nE '^0x|IT \(|IF \(|ES  \(' "$log" | sed -n '100s/:.*//p')
  sed "${line}d" "$log" >"$folder/gone"
  refused "$folder/gone" '[0-9]+: expected (arm|thumb) 0x[0-9A-F]{8} after 0x[0-9A-F]{8}, which does not branch, found '
  sed "$line s/80010/90010/" "$log" >"$folder/elsewhere"
  refused "$folder/elsewhere" "$line: expected an address in the code of the ELF file, found 0x90010"
  [ $flavour = text ] && continue
  sed "$line s/$(sed -n "${line}p" "$log" | grep -oE '[0-9a-f]+\) [AT]|[0-9a-f]+ [AT]' | grep -oE '^[0-9a-f]+')/1234/" "$log" >"$folder/other"
  refused "$folder/other" "$line: expected [0-9A-F]+ at 0x80010[0-9A-F]{3}, as in the ELF file, found 0*1234"
done

[ $failed != 0 ] || rm -rf "$folder"
totals
