#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rtl.sh BUILD SIMULATORS: presents the events of real silicon's trace to the RTL, in the clocks that its cycle counts give. The RTL must send the
# same bytes, except for the places of a synchronization. Each packet that differs is in rtl-NAME.txt, with its reason. Folder as in decode.sh.
set -u
build=$1 simulators=$2
captures=${WAYPOINT_CAPTURES:-../shared/captures}
here=$(dirname "$0")
out=$build/silicon
. tests/expect.sh
[ -d "$captures/TC2" ] || skip_all 3 "no captures in $captures"
mkdir -p "$out"

# Prints the comparison of the capture with what a unit made of its events, programmed as the capture was.
trace() { # FOLDER ID OPTION...
  folder=$1 id=$2
  shift 2
  "$build/waypoint" decode --snapshot "$folder" --id "$id" --events >"$out/events" || return
  "$build/waypoint" generate --events "$out/events" -o "$out/stimulus" || return
  # config etmcr=N etmidr=N etmccer=N depth=N; the programming bit is the debugger's, which had stopped the trace.
  programmed=$(sed -n 's/^config etmcr=\(.*\) etmidr=\(.*\) etmccer=\(.*\) depth=\(.*\)/--etmcr \1 --idr \2 --ccer \3 --depth \4/p' "$out/events")
  # shellcheck disable=SC2086
  "$simulators/w64-q16-f256/waypoint-sim" --stimulus "$out/stimulus" $programmed --etmteevr 0x60 --etmtsevr 0x61 --syncfr 0 --etmauxcr 1 \
    "$@" --bytes "$out/bytes" --quiet --may-be-empty >"$out/log" || { cat "$out/log"; return 1; }
  "$build/silicon/moved" "$folder" "$id" "$out/bytes"
}

compare() { # NAME FOLDER ID
  trace "$2" "$3" >"$out/$1.txt" && grep -v '^#' "$here/rtl-$1.txt" | diff - "$out/$1.txt" && grep -q '^rtl: ' "$out/$1.txt"
  verdict $? "$1: expected the comparison of rtl-$1.txt, found another"
}
compare tc2 "$captures/TC2" 0x13
compare cov "$captures/trace_cov_a15" 2
# The comparison must detect a unit that sends no timestamps at barriers: fewer packets are the same.
same_packets() { sed -n 's/^rtl: .* same_packets=\([0-9]*\) .*/\1/p' "$out/$1.txt"; }
trace "$captures/TC2" 0x13 --etmtsevr 0 --etmauxcr 3 >"$out/faulty.txt"
[ "$(same_packets faulty)" -lt "$(same_packets tc2)" ]
verdict $? "TC2, no timestamps at barriers: expected fewer same packets than $(same_packets tc2), found $(same_packets faulty)"

totals
