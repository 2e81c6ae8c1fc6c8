#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl/synth/run.sh NAME FOLDER WRAPPER [DESCRIPTION], from the top folder: prints the area of a unit on an iCE40 HX8K.
# Without DESCRIPTION, it builds the trace path only, places and routes it with five seeds, and prints the median of the
# five maximum frequencies as well. DESCRIPTION is a file that `waypoint unit` prints: it builds the unit described there.
set -eu
name=$1
out=$2
wrapper=$3
description=${4-}
seeds='1 2 3 4 5'
mkdir -p "$out"
top=$(sed -n 's/^module \([a-z]*_synth\).*/\1/p' "$wrapper")

# Converts the words of a description to parameters of the module. docs/pins.md explains CFGREGS.
parameters=
[ -z "$description" ] || parameters=$(grep -v '^#' "$description" | tr ' ' '\n' | awk -F= -v top="$top" '
  function set(name, value) { printf " -set %s %s", name, value }
  $1 == "idr" || $1 == "ccr" || $1 == "ccer" { set("Cfg" $1, "32'\''h" substr($2, 3)) }
  $1 == "depth" && top == "ptm_synth" { set("Depth", $2) }
  $1 == "oslock" { regs += $2 == "none" ? 0 : $2 == "set" ? 3 : 1 }
  $1 == "swlock" && $2 == "yes" { regs += 4 }
  $1 == "power" && $2 == 2 { regs += 8 }
  $1 == "fixed" && $2 == "ETMSYNCFR:0x400" { regs += 16 }
  $1 == "claim" { regs += 256 * $2 }
  END { set("Cfgregs", sprintf("12'\''h%03x", regs)) }')

yosys -q -l "$out/yosys.log" -p "
  read_verilog -sv $(tr '\n' ' ' <rtl/rtl.f) $wrapper
  ${parameters:+chparam$parameters $top}
  synth_ice40 -top $top -json $out/$name.json
  tee -q -o $out/stat.txt stat -top $top"

fmax=
[ -n "$description" ] || {
  for seed in $seeds; do
    nextpnr-ice40 --hx8k --package ct256 --pcf-allow-unconstrained --freq 70 --timing-allow-fail --seed "$seed" \
      --json "$out/$name.json" --report "$out/report$seed.json" --log "$out/pnr$seed.log" --quiet
  done
  # The last "Max frequency" of a log is the routed one.
  fmax=$(for seed in $seeds; do
    awk '/Max frequency/ { mhz = $(NF - 5) } END { print mhz }' "$out/pnr$seed.log"
  done | sort -n)
}
awk -v fmax="$(echo $fmax)" -v name="$name" '
  $1 == "SB_LUT4" { lut = $2 }
  $1 ~ /^SB_DFF/  { ff += $2 }
  $1 ~ /^SB_RAM/  { ram += $2 }
  END {
    printf "%s: %d LUT4, %d FF, %d block RAMs", name, lut, ff, ram
    if (split(fmax, mhz, " ")) printf ", %s MHz (median of %s)", mhz[3], fmax
    print ""
  }' "$out/stat.txt"
