#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# speculation.sh BUILD: runs with speculative waypoints that once had a false failure or a false pass. The simulators have a buffer of 4 entries.
set -eu
build=$1
simulator=$build/sim/rtl/w32-q8-f64-s4/waypoint-sim seeded=$build/mutants/tree/b/sim/rtl/w32-q8-f64-s4/waypoint-sim
. tests/expect.sh
folder=$(mktemp -d)
output=$folder/output
trap 'rm -rf "$folder" "$seeded"-failure-* "$simulator"-failure-*' EXIT

# SYNCREQ comes while WPTENABLE is LOW and committed waypoints leave the buffer (OWN-SYNC-3).
expect 'SYNCREQ while the PTM stops' "$simulator" --quiet --random 5397 --clocks 10000 --spacing waypoint --depth 2 --return-stack --context-id 0 \
  --cycle-accurate --exceptions 5 --indirect 80 --thumb 75 --vmids 38 --high 39 --long 30 --syncfr 1 --etmauxcr 7 --barriers 26 --sync-rate 10 \
  --pclken 74 --extin-rate 5 --etmtrigger 79841 --etmtsevr 94688 --clock-change-rate 34 --power 1 --oslock open --swlock no --claim 8 \
  --wrong-path 18 --commit-delay 0..7 --host random

# Eight waypoints are uncommitted, so that four are lost: an overflow without a full queue (OWN-OVFL-1, the model's number of lost waypoints).
awk 'function direct() { printf "waypoint direct pc=0x%08X target=0x%08X taken\n", pc, pc + 16; pc += 16 }
  BEGIN {
    pc = 2147516416
    print "commit 1\nwaypoint indirect pc=0x00000000 target=0x80008000 arm taken"
    for (round = 0; round < 6; round++) {
      for (i = 0; i < 8; i++) direct()
      print "commit 3\nidle 1\ncommit 3\nidle 1\ncommit 2\nidle 40"
      for (i = 0; i < 3; i++) { print "commit 1"; direct(); print "idle 20" }
    }
  }' >"$folder/exceeds.stim"
prints 1 '^rule PORT-DEPTH-1: ' "$simulator" --stimulus "$folder/exceeds.stim" --quiet
prints 0 '^PASS .* lost=30 ' "$simulator" --stimulus "$folder/exceeds.stim" --quiet --rule-off PORT-DEPTH-1

# A PTM with two entries loses all waypoints up to the stop. Only mode strict states the depth (E8, W8).
starves() { # MODE
  FAULT=a9-loss-stops-resources "$seeded" --random 15 --clocks 400 --spacing waypoint --indirect 60 --barriers 21 --burst 18 \
    --commit-delay 1..6 --quiet --mode "$1"
}
prints 1 '^scoreboard: .*: the trace ends without waypoint #64 .*; no overflow lost it' starves strict
prints 0 '^PASS .* lost=398 ' starves legal

# A PTM takes three commits at once, and RESETn is LOW in the next clock: the beats move to the clock of the commit and to the one before it.
cat >"$folder/burst.stim" <<'END'
commit 1
waypoint indirect pc=0x00000000 target=0x80008000 arm taken
idle 60
waypoint direct pc=0x80008000 target=0x80008010 taken
waypoint direct pc=0x80008010 target=0x80008020 taken
waypoint direct pc=0x80008020 target=0x80008030 taken
commit 1
waypoint direct pc=0x80008030 target=0x80008040 taken
commit 3
idle 60
END
expect 'the log' "$simulator" --stimulus "$folder/burst.stim" --broadcast --quiet --log "$folder/run.log"
awk 'BEGIN { clocks = 0 }
  $1 == "columns" { for (i = 2; i <= NF; i++) column[$i] = i - 1 }
  $1 == "columns" || !("RESETn" in column) { print; next }
  {
    line[clocks] = $0
    if ($column["WPTCOMMIT"] > 0) last = clocks
    if ($column["ATVALID"]) beat[++beats] = clocks
    clocks++
  }
  function print_clock(c, from, is_reset,   value, beat_value, name, text, i, n) {
    n = split(line[c], value, " ")
    split(line[from], beat_value, " ")
    for (name in column) if (name ~ /^AT(VALID|BYTES|DATA|ID)$/) value[column[name]] = beat_value[column[name]]
    if (is_reset) value[column["RESETn"]] = 0
    for (i = 1; i <= n; i++) text = text (i > 1 ? " " : "") value[i]
    print text
  }
  END {
    for (c = 0; c < last - 1; c++) print line[c]
    print_clock(last - 1, beat[beats - 1])
    print_clock(last, beat[beats])
    for (c = 0; c < 20; c++) print_clock(0, 0, 1)
  }' "$folder/run.log" >"$folder/reset.log"
"$build/waypoint" check --log "$folder/reset.log" --broadcast --wpt-depth 4 >"$output" 2>&1 || :
same 'RESETn after a burst' "$(sed -n 's/^INCOMPLETE .* \(waypoints=.*\) instructions_compared.*/\1/p' "$output")" 'waypoints=5 waypoints_compared=4'
totals
