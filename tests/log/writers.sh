#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# writers.sh BUILD SIMULATOR PROTOCOL: writers of the log of clocks. The simulation writes one through waypoint_log.v under Verilator. It is
# replayed on that module under Icarus Verilog and on waypoint_log.vhd under GHDL (VHDL-93 and 2008): the same file, byte for byte. With x
# and z on some pins Icarus and GHDL still write the same. If a VHDL instance omits optional ports, it writes their values of docs/log.md.
# Last line: passed, failed.
set -eu
build=$1 simulator=$2 protocol=$3
unit=ptm
[ "$protocol" = pft ] || unit=etm
folder=$build/log/writers-$unit pins=$(realpath "$build/pins")
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder/icarus" "$folder/vhdl-93" "$folder/vhdl-08"
"$simulator" --protocol "$protocol" --random 4 --clocks 3000 --timestamps --set "$([ $unit = ptm ] && echo full || echo a7)" --ns --context 30 \
  --extin-rate 20 --flush-rate 5 --quiet --log "$folder/run.log" >"$folder/report" || { cat "$folder/report"; exit 1; }

iverilog -g2005 -Wall -Wno-timescale -o "$folder/icarus/replay" -s replay "$pins/replay_$unit.v" "$pins/waypoint_log.v"
# Ports that may be left out, by docs/pins.md; of the others in $ones the value is 1, else 0.
absent() { # VALUES
  awk -F' *[|] *' -v values=" $1 " '
    $3 ~ /^(in|out)$/ && ($2 ~ /^ETMIn/ || index(values, " " $5 " ")) {
      count = split($2, name, ", ")
      for (i = 1; i <= count; i++) {
        sub(/\[.*/, "", name[i])
        for (n = 0; n < 2; n++) {
          slot = name[i]
          sub(/^ETMIn/, "ETMI" n, slot)
          if (index(values, " " $5 " ") || (n && index(values, " 0 "))) print slot
        }
      }
    }' docs/pins.md | sort -u | tr '\n' ' '
}
ones=$(absent 1) absent=$(absent '0 1 built')
short=$(for name in $absent; do echo "s/^ *$name => $name,\$//;"; done)
for standard in 93 08; do
  (
    cd "$folder/vhdl-$standard"
    sed "s/replay_$unit/short_$unit/; s/replayed.log/short.log/; $short" "$pins/replay_$unit.vhd" >short_$unit.vhd
    ghdl -a --std=$standard "$pins/waypoint_log.vhd" "$pins/replay_$unit.vhd" short_$unit.vhd
    ghdl -e --std=$standard replay_$unit
    ghdl -e --std=$standard short_$unit
  )
done

# bits PERCENT: the log's digits as binary numbers, so many of a hundred clocks with bits that are x or z.
bits() {
  awk -v percent="$1" '
    BEGIN { for (i = 0; i < 16; i++) b[sprintf("%x", i)] = int(i / 8) "" int(i / 4) % 2 "" int(i / 2) % 2 "" i % 2; srand(1) }
    begun {
      line = ""
      for (i = 1; i <= NF; i++) for (k = 1; k <= length($i); k++) line = line (k == 1 && i > 1 ? " " : "") b[substr($i, k, 1)]
      if (rand() * 100 < percent)
        for (n = 0; n < 40; n++) {
          at = 1 + int(rand() * length(line)); wide = 1 + int(rand() * 6); c = rand() < 0.5 ? "x" : "z"
          for (k = at; k < at + wide && k <= length(line); k++)
            if (substr(line, k, 1) != " ") line = substr(line, 1, k - 1) c substr(line, k + 1)
        }
      print line
    }
    $1 == "columns" { begun = 1 }' "$folder/run.log" | tee "$folder/icarus/pins" "$folder/vhdl-93/pins" >"$folder/vhdl-08/pins"
}

replay() {
  (cd "$folder/icarus" && vvp -n replay >log)
  for standard in 93 08; do (cd "$folder/vhdl-$standard" && ghdl -r --std=$standard replay_$unit); done
}

output=$folder/output
same_file() { expect "$1 and $2" cmp "$folder/$1" "$folder/$2"; }

bits 0
replay
same_file run.log icarus/replayed.log
same_file run.log vhdl-93/replayed.log
same_file run.log vhdl-08/replayed.log
awk -v absent=" $absent " -v ones=" $ones " '
  $1 == "columns" { print; for (i = 2; i <= NF; i++) if (index(absent, " " $i " ")) digit[i - 1] = index(ones, " " $i " ") ? 1 : 0; begun = 1; next }
  begun { for (i in digit) gsub(/./, digit[i], $i) }
  { print }' "$folder/run.log" >"$folder/short.log"
for standard in 93 08; do
  (cd "$folder/vhdl-$standard" && ghdl -r --std=$standard short_$unit)
  same_file short.log vhdl-$standard/short.log
done
bits 50
replay
same_file icarus/replayed.log vhdl-93/replayed.log
same_file icarus/replayed.log vhdl-08/replayed.log
for digit in x X z Z; do
  if sed 1,4d "$folder/icarus/replayed.log" | grep -q $digit; then pass; else fail "expected the digit $digit in icarus/replayed.log, found none"; fi
done

[ $failed != 0 ] || rm -rf "$folder"
totals
