#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_check.sh BUILD SIMULATORS: the verdicts of `waypoint check`. The last line says PASS, FAIL, INCOMPLETE or NOTHING CHECKED, what was counted, the bounds,
# and why it is no PASS. Nothing that was not compared may pass.
set -u
waypoint=$1/waypoint simulators=$2
program=tests/program/sort-thumb.wpp
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh

# says EXIT_CODE PATTERN TRACE WORD...: of the one line that `waypoint check` ends with.
says() {
  code=$1 pattern=$2
  shift 2
  "$waypoint" check "$@" >"$folder/out" 2>&1
  got=$?
  if [ $got = "$code" ] && [ "$(wc -l <"$folder/out")" = 1 ] && grep -qE "$pattern" "$folder/out"; then
    pass
  else
    fail "check $*: expected exit code $code and one line that matches \"$pattern\", found $got and:" "$(excerpt "$folder/out")"
  fi
}

for protocol in pft etm3; do
  "$waypoint" encode --protocol $protocol --program $program -o "$folder/$protocol"
  "$waypoint" generate --protocol $protocol --random 3 --clocks 500 -o "$folder/$protocol.txt"
  "$waypoint" encode --protocol $protocol --stimulus "$folder/$protocol.txt" -o "$folder/$protocol-text"
done
grep -v '^segment' "$folder/pft.txt" >"$folder/packets.txt"
: >"$folder/empty"
echo '# nothing' >"$folder/idle"
printf '\000\000\000\000\000\200' >"$folder/async"

# --- nothing to compare with ------------------------------------------------------------------------------------------
none='NOTHING CHECKED .*_compared=0 .* max_lost=0 max_missing=0 max_start=0: '
# A program of no steps, one instruction long.
printf 'WPP\n\001\000\000\000nothing\000\000\000\000\000\000\000\000\000\024\000\000\000\027\000\000\000\316j\377\333' >"$folder/still.wpp"
printf 'x\332cd\000\202\006\006\006\026\040\365\357\377\377W\040.\000!M\004l' >>"$folder/still.wpp"
for protocol in pft etm3; do
  for trace in async $protocol; do
    says 2 "^$none.*still.wpp contains no waypoints or instructions$" "$folder/$trace" --protocol $protocol --program "$folder/still.wpp"
    says 2 "^$none.*idle contains no waypoints or instructions$" "$folder/$trace" --protocol $protocol --stimulus "$folder/idle"
  done
  says 1 '^FAIL .*async: byte 6: the trace ends without the last [0-9]+ (waypoint|step)s, which must be traced; the first is (waypoint #1 \(0x[0-9A-F]+ to 0x[0-9A-F]+\)|step #0 at 0x[0-9A-F]+)$' "$folder/async" --protocol $protocol --program $program
done
# Code of which nothing may be traced: a prohibited region from the first waypoint on.
printf 'segment address=0x8000 bytes=feffffea\nwaypoint direct pc=0x8000 taken target=0x8000 prohibited\n' >"$folder/secret.txt"
says 2 '^NOTHING CHECKED .*: the trace reports no waypoint$' "$folder/async" --stimulus "$folder/secret.txt"

# --- without code -----------------------------------------------------------------------------------------------------
# The trace is held against the port: as many items are compared as with code; an atom that is turned is noticed, and an address.
says 0 '^PASS .* waypoints_compared=499 ' "$folder/pft-text" --stimulus "$folder/pft.txt"
says 0 '^PASS .* waypoints_compared=499 ' "$folder/pft-text" --stimulus "$folder/packets.txt"
says 0 '^PASS .* steps_compared=1001 ' "$folder/etm3-text" --protocol etm3 --stimulus "$folder/etm3.txt"
says 0 '^PASS .* waypoints_compared=57857 ' "$folder/pft" --program tests/program/sort-thumb.wpp --no-image
says 0 '^PASS .* steps_compared=250924 ' "$folder/etm3" --protocol etm3 --program tests/program/sort-thumb.wpp --no-image
turn() { # TRACE BYTE MASK: the trace with these bits of this byte turned
  byte=$(od -An -tu1 -j "$2" -N1 "$1")
  { head -c "$2" "$1"; printf "\\$(printf %o $((byte ^ $3)))"; tail -c +$(($2 + 2)) "$1"; } >"$folder/turned"
}
turn "$folder/pft" 300 0x02
says 1 '^FAIL .*: byte 300: branch at 0x[0-9A-F]*: the trace says not taken, the processor took it$' "$folder/turned" --program $program --no-image
turn "$folder/pft" 7 0x04
says 1 '^FAIL .*: byte 6: I-sync at 0x[0-9A-F]{8} ' "$folder/turned" --program $program --no-image
turn "$folder/etm3" 12 0x40
says 1 '^FAIL .*: byte 12: step #[0-9]* at 0x[0-9A-F]*: atom is N, expected E: the condition code passed$' "$folder/turned" --protocol etm3 --program $program --no-image

# --- the trace or the text of something else ----------------------------------------------------------------------------
says 2 '^waypoint: .*empty: empty file$' "$folder/empty" --program $program
says 2 '^waypoint: .*etm3.txt: "clock" lines drive an ETM, but this run uses a PTM; use --protocol etm3$' "$folder/pft-text" --stimulus "$folder/etm3.txt"
says 2 '^waypoint: .*pft.txt: "waypoint" lines drive a PTM, but this run uses an ETM; use --protocol pft$' "$folder/etm3-text" --protocol etm3 --stimulus "$folder/pft.txt"
says 1 '^FAIL .*etm3: byte 6: invalid packet 08 21 [0-9A-F ]*[(]ETMCR=0x[0-9A-F]{8}[)]: I-sync' "$folder/etm3" --program $program
says 1 '^FAIL .*pft: byte 6: invalid packet 08 [0-9A-F ]*[(]ETMCR=0x[0-9A-F]{8}[)]: I-sync' "$folder/pft" --protocol etm3 --program $program
printf 'x' | cat - "$folder/pft" >"$folder/odd"
says 1 '^FAIL .*odd: byte 0: no A-sync found [(]expected five or more bytes 00, then 80[)]$' "$folder/odd" --program $program

# --- cut, and begun late ----------------------------------------------------------------------------------------------------
head -c 20000 "$folder/pft" >"$folder/cut"
says 1 '^FAIL .*cut: byte 20000: the trace ends without the last [0-9]+ waypoints, which must be traced; the first is waypoint #[0-9]+ \(0x[0-9A-F]+ to 0x[0-9A-F]+\)$' "$folder/cut" --program $program
head -c 9 "$folder/pft" >"$folder/cut"
says 1 '^FAIL .*cut: byte [0-9]+: the trace ends' "$folder/cut" --program $program
# The trace ends while tracing is off in a prohibited region, though execution leaves the region. Only an unreported overflow explains that.
{
  echo 'segment address=0x8000 bytes=feffffea'
  for part in 1 2; do
    printf 'waypoint direct pc=0x8000 taken target=0x8000\nwaypoint direct pc=0x8000 taken target=0x8000\n'
    echo 'waypoint direct pc=0x8000 taken target=0x0 prohibited'
  done
} >"$folder/twice.txt"
"$waypoint" encode --stimulus "$folder/twice.txt" -o "$folder/twice"
says 0 '^PASS .* waypoints_compared=4 .* lost=0 untraced=2 ' "$folder/twice" --stimulus "$folder/twice.txt"
head -c 18 "$folder/twice" >"$folder/cut"
says 1 '^FAIL .*cut: limit: 3 waypoints lost in FIFO overflows, --max-lost allows 0; the first is waypoint #3' "$folder/cut" --stimulus "$folder/twice.txt"

# What the simulation passes, the bytes of it pass: one default for what is lost.
unlike=0
for seed in $(seq 1 200); do
  "$simulators/w32-q8-f64/waypoint-sim" --random "$seed" --clocks 300 --bytes "$folder/seed" --quiet >"$folder/out" &&
    "$waypoint" check "$folder/seed" --random "$seed" --clocks 300 >>"$folder/out" || { unlike=$((unlike + 1)); tail -n 1 "$folder/out"; }
done
if [ $unlike = 0 ]; then pass; else fail "$unlike of 200 seeds: expected PASS of the simulation and of its bytes"; fi

# From the second A-sync on, with the reason of its I-sync, in the information byte, made trace on.
late() { # PROTOCOL BYTE
  from=$("$waypoint" decode "$folder/$1" --protocol "$1" | awk '/ A-sync/ && ++n == 2 { print $1; exit }')
  tail -c +$((from + 1)) "$folder/$1" >"$folder/late"
  printf '\041' | dd of="$folder/late" bs=1 seek="$2" conv=notrunc 2>"$folder/dd"
}
early='before the first I-sync are not in the trace, --max-start allows 0; if tracing was off there, raise --max-start$'
late pft 11
says 2 "^INCOMPLETE .* start=[1-9][0-9]* .*: [1-9][0-9]* waypoints $early" "$folder/late" --program $program
says 0 '^PASS .* max_start=60000$' "$folder/late" --program $program --max-start 60000
late etm3 7
says 2 "^INCOMPLETE .* start=[1-9][0-9]* .*: [1-9][0-9]* steps $early" "$folder/late" --protocol etm3 --program $program

# --- what is known, and the bounds ---------------------------------------------------------------------------------------
says 0 '^PASS .* waypoints_compared=57857 .* lost=0 untraced=1 missing=0 start=0 overflows=0 pending=0 max_lost=0 max_missing=0 max_start=0$' "$folder/pft" --program $program
says 0 '^PASS .* steps_compared=250924 .* lost=0 untraced=0 missing=0 start=0 overflows=0 pending=0 max_lost=0 max_missing=0 max_start=0$' "$folder/etm3" --protocol etm3 --program $program
says 0 '^PASS .* max_lost=7 max_missing=9 max_start=3$' "$folder/pft" --program $program --max-lost 7 --max-missing 9 --max-start 3
says 0 '^PASS .* max_lost=any max_missing=any max_start=any$' "$folder/pft" --program $program --max-lost any --max-missing any --max-start any
says 2 '^INCOMPLETE .*: --etmteevr: trace bytes do not show when the TraceEnable event was true; use --log or --wave$' "$folder/pft" --program $program --etmteevr 0x60
says 2 '^INCOMPLETE .*: --restarts: trace bytes do not show when the trace unit was stopped and restarted; use --log or --wave$' "$folder/pft" --program $program --restarts 2
says 2 '^INCOMPLETE .*: --resets: trace bytes do not show when the trace unit was reset; use --log or --wave$' "$folder/pft" --program $program --resets 2
says 2 '^INCOMPLETE .*: --idle-rate: trace bytes do not show when the processor was idle; use --log or --wave$' "$folder/pft" --program $program --idle-rate 2
"$waypoint" encode --set a9 --timestamps --program $program -o "$folder/stamps"
says 2 '^INCOMPLETE .* waypoints_compared=57857 .*: [1-9][0-9]* timestamps cannot be checked: trace bytes do not show the time; use --log or --wave$' "$folder/stamps" --set a9 --timestamps --program $program

# After a reset the unit is programmed to count cycles. The trace before the reset has no counts.
for protocol in pft etm3; do
  way=w32-q8-f64
  [ $protocol = pft ] || way=etm-$way
  for counts in '' --cycle-accurate; do
    "$simulators/$way/waypoint-sim" --protocol $protocol --random 1 --clocks 500 $counts --mode legal --quiet --log "$folder/log$counts" >"$folder/out"
  done
  { sed '$d' "$folder/log" && sed '1,/^columns/d' "$folder/log--cycle-accurate"; } >"$folder/both"
  says 0 '^PASS .* cycle_counts=[1-9]' --protocol $protocol --log "$folder/both" --mode legal --quiet
  # A processor that executes after the stop.
  awk '
    $1 == "columns" { for (i = 2; i <= NF; i++) if ($i ~ /^(WPTVALID|ETMI0VALID)$/) column = i - 1 }
    { print }
    END { for (i = 0; i < 10; i++) { $column = 1 - $column; print } }' "$folder/log" >"$folder/after"
  says 0 '^PASS .* untraced=[1-9]' --protocol $protocol --log "$folder/after" --mode legal --quiet
done

totals
