#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ranges.sh BUILD SIMULATORS: the address range that the first half of a capture shows explains the second half, but for what ranges.txt lists. So
# does the code that was dumped with it. First it is tried on our own units, whose range is known (tests/host/function.host): the
# bounds hold it, it explains all, and any other does not. Folder as in decode.sh.
set -u
build=$1 simulators=$2
captures=${WAYPOINT_CAPTURES:-../shared/captures}
here=$(dirname "$0")
out=$build/silicon/ranges.out
. tests/expect.sh
output=$out/output
rm -rf "$out"
mkdir -p "$out"

listed() { "$build/silicon/ranges" "$@" >"$out/listed" || return; } # SNAPSHOT ID LATE [LOW HIGH]
explains() { # the same: nothing is listed but the figures
  listed "$@" && ! grep -v '^range: ' "$out/listed"
}
unexplained() { # KIND, and the same: it lists something of that kind
  kind=$1
  shift
  listed "$@" && grep -q "^  $kind " "$out/listed"
}
bounds_hold() { # LOW HIGH
  # shellcheck disable=SC2046
  set -- "$1" "$2" $(sed -n 's/^range: low=\(.*\)\.\.\(.*\) high=\(.*\)\.\.\([^ ]*\) .*/\1 \2 \3 \4/p' "$out/listed")
  [ $(($1 >= $3 && $1 <= $4 && $2 >= $5 && $2 <= $6)) = 1 ]
}

# --- the reference RTL: one function, from its first instruction to the first after it ------------------------------------
program='--program tests/program/parser-arm.wpp'
low=0x80010080 high=0x800100A8
ours() { # PROTOCOL BUILD UNIT
  bytes=$out/$1.bytes folder=$out/$1
  "$simulators/$2/waypoint-sim" --protocol "$1" --unit "$3" $program --spacing one --host tests/host/function.host --quiet --bytes "$bytes" >"$out/log" &&
    "$build/waypoint" snapshot "$bytes" --protocol "$1" --unit "$3" $program -o "$folder" || { fail "$1: expected a run and its snapshot, found:" "$(excerpt "$out/log")" && return; }
  expect "$1, the half" explains "$folder" 0x10 0
  expect "$1, bounds" bounds_hold $low $high
  expect "$1, the range" explains "$folder" 0x10 0 $low $high
  # From after the function's first block, to before its last one, and to after its caller's next instruction.
  expect "$1, a range that begins late" unexplained started "$folder" 0x10 0 0x80010088 $high
  expect "$1, a range that ends early" unexplained late "$folder" 0x10 0 $low 0x800100A0
  expect "$1, a range that ends late" unexplained skipped "$folder" 0x10 0 $low 0x8001051C
}
ours pft w32-q8-f64 a9
ours etm3 etm-w32-q8-f64 a7

# --- the captures ---------------------------------------------------------------------------------------------------------
same_as_listed() { # SNAPSHOT ID LATE
  awk -v row="$*" '/^#/ { next } /^[ r]/ { if (wanted) print; next } { wanted = $0 == row }' "$here/ranges.txt" >"$out/expected"
  listed "$captures/$1" "$2" "$3" && diff "$out/expected" "$out/listed"
}
if [ -d "$captures/TC2" ]; then
  # Where registers were kept they are a witness.
  expect 'trace_cov_a15, nothing is excluded' grep -q '^ETMTECR1(.*)=0x01000000' "$captures/trace_cov_a15/device5.ini"
  while read -r snapshot id late; do
    case $snapshot in TC2) ;; trace_cov_a15) ;; *) continue ;; esac
    expect "$snapshot $id" same_as_listed "$snapshot" "$id" "$late"
    [ "$snapshot" = TC2 ] || continue
    expect "$snapshot $id, the code of the dump" explains "$captures/$snapshot" "$id" 7 0xC0008000 0xC0058000
    # All four trace code after 0xC0055000.
    expect "$snapshot $id, a range that ends early" unexplained late "$captures/$snapshot" "$id" 7 0xC0008000 0xC0055000
  done <"$here/ranges.txt"
else
  skipped=14
  echo "SKIP: no captures in $captures"
fi

totals
