#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# same_path.sh BUILD SIMULATORS PROGRAM: a PTM and an ETM trace the same program, each in its own simulator, which leaves a debugger's
# snapshot. Decoded from these, both must report the same instructions (address, code), in the same order, from the first to the last
# that both traced. A PTM begins after the first waypoint and reports nothing after the last; an ETM reports all. start.S has its
# first branch within a few instructions, and every program ends at one. Last line: passed, failed.
set -eu
few=16
build=$1 simulators=$2 program=$3
name=$(basename "$program" .wpp)
folder=$build/programs/same-path-$name
rm -rf "$folder"
mkdir -p "$folder/pft" "$folder/etm3"

list() { # UNIT PROTOCOL: $folder/PROTOCOL.list, a line for each instruction
  if ! "$simulators/$1/waypoint-sim" --protocol "$2" --program "$program" --spacing two --quiet --snapshot "$folder/$2" >"$folder/$2.log" 2>&1; then
    cat "$folder/$2.log"
    return 1
  fi
  "$build/waypoint" decode --snapshot "$folder/$2" --instructions >"$folder/$2.decoded"
  if ! tail -n 1 "$folder/$2.decoded" | grep -q ' gaps=0 errors=0$'; then
    echo "$2: $(tail -n 1 "$folder/$2.decoded"), expected gaps=0 errors=0"
    return 1
  fi
  awk '$2 ~ /^0x/ { print $2, $3, $4 }' "$folder/$2.decoded" >"$folder/$2.list"
}

# The PTM's list must be a piece of the ETM's.
compare() {
  awk -v name="$name" -v few=$few '
    FNR == NR { short[++shorts] = $0; next }
    { long[++longs] = $0 }
    END {
      if (shorts == 0) { print name ": the trace of the PTM has no instruction"; exit 1 }
      if (shorts < longs - few) { print name ": the trace of the PTM has " shorts " instructions, that of the ETM " longs; exit 1 }
      for (before = 0; before + shorts <= longs; before++) {
        for (i = 1; i <= shorts && short[i] == long[before + i]; i++) continue
        if (i > shorts) {
          printf "%s: %d instructions are equal; only the trace of the ETM has %d before and %d after them\n", name, shorts, before, longs - before - shorts
          exit 0
        }
        if (i > most) { most = i; at = before }
      }
      printf "%s: of %d and %d instructions %d are equal, then the PTM reports %s, the ETM %s\n", name, shorts, longs, most - 1, short[most], long[at + most]
      exit 1
    }' "$folder/pft.list" "$folder/etm3.list"
}

if list w32-q8-f64 pft && list etm-w32-q8-f64 etm3 && compare; then
  rm -r "$folder"
  echo '1 passed, 0 failed, 0 skipped'
else
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
fi
