#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Area and speed of a unit (ptm, etm) on an iCE40 HX8K: `rtl/synth/run.sh UNIT FOLDER`, from the top folder. Speed is
# the median of five place-and-route seeds. The module around the unit is made of the table of pins; a third argument is
# one that is there.
set -eu
unit=$1
out=$2
wrapper=${3:-build/pins/${unit}_synth.sv}
[ $# -gt 2 ] || make -s "$wrapper"
seeds='1 2 3 4 5'
mkdir -p "$out"

yosys -q -l "$out/yosys.log" -p "
  read_verilog -sv $(tr '\n' ' ' <rtl/rtl.f) $wrapper
  synth_ice40 -top ${unit}_synth -json $out/$unit.json
  tee -q -o $out/stat.txt stat -top ${unit}_synth"

for seed in $seeds; do
  nextpnr-ice40 --hx8k --package ct256 --pcf-allow-unconstrained --freq 70 --timing-allow-fail --seed "$seed" \
    --json "$out/$unit.json" --report "$out/report$seed.json" --log "$out/pnr$seed.log" --quiet
done

# The last "Max frequency" of a log is the routed one.
fmax=$(for seed in $seeds; do
  awk '/Max frequency/ { mhz = $(NF - 5) } END { print mhz }' "$out/pnr$seed.log"
done | sort -n)
awk -v fmax="$(echo $fmax)" -v unit="$unit" '
  $1 == "SB_LUT4" { lut = $2 }
  $1 ~ /^SB_DFF/  { ff += $2 }
  $1 ~ /^SB_RAM/  { ram += $2 }
  END {
    split(fmax, mhz, " ")
    printf "%s_top: %d LUT4, %d FF, %d block RAMs, %s MHz (median of %s)\n", unit, lut, ff, ram, mhz[3], fmax
  }' "$out/stat.txt"
