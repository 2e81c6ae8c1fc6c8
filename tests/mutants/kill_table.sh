#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kill_table.sh BUILD SEEDS: which check kills how many mutations of each unit's netlist, and how many seeded faults, with the model and
# without; then those that only the model's side kills, each with the clause that permits it (equivalent.txt), and those that nothing does.
# Code 1 if no clause is named. The runs are those of pft.txt and etm3.txt, two programs, two in which single bits decide, SEEDS random ones,
# those of registers and filters, and four times as many drawn programmes of a host, and three that tell of what is rare. Without a mutation
# a netlist must do what the RTL does, or its table would mean nothing.
set -eu
build=$1 seeds=$2
here=tests/mutants
clocks=10000
code=0

# Calls that return to another address than the one behind them: each bit of it differs once alone, and once alone the other way.
returns() {
  at=$((0x5555AAAA))
  printf 'waypoint indirect pc=0x0 target=0x%X thumb taken\n' $at
  for bit in $(seq 31) $(seq 31); do
    printf 'waypoint direct pc=0x%X target=0x8000 thumb t32 link taken\n' $at
    at=$(((at + 4 & 0xFFFFFFFF) ^ 1 << bit))
    printf 'waypoint indirect pc=0x8000 target=0x%X thumb taken\n' $at
  done
}

runs() { # PROTOCOL TABLE
  sed -n "s/^run --/--protocol $1 --/p" "$here/$1.txt"
  for program in sort-thumb system-arm; do
    echo "--protocol $1 --program tests/program/$program.wpp --spacing two --clocks $clocks"
  done
  echo "--protocol $1 --random 1 --context-id 4 --context 90 --exceptions 20 --clocks 30000"
  if [ "$1" = pft ]; then
    returns >"$folder/returns"
    sed -n '/^waypoint/p' tests/golden/pft/return-stack-instruction-set-differs.golden >"$folder/another-set"
    sed -n '/^waypoint/p' tests/golden/pft/return-stack-security-state-differs.golden >"$folder/secure"
    sed -n '/^waypoint/p' tests/golden/pft/return-stack-entry-is-non-secure.golden >"$folder/non-secure"
    for stimulus in returns another-set secure non-secure; do
      echo "--protocol pft --stimulus $folder/$stimulus --return-stack --depth 4"
    done
  fi
  # All rows of the table, for the one unit that there is.
  sed "s/^[a-z][a-z0-9-]*/$unit/" "tests/random/$2.txt" >"$folder/table"
  "$build/draw" 1 "$seeds" $clocks "$folder/table" "$build" "$build" "$folder" |
    sed "s|.*/waypoint-sim ||; s|^--random|--protocol $1 &|; s| --quiet --facts .*||; s| --bytes [^ ]*||"
  programmed "$1"
}

# A host programs registers and filters of four parts.
programmed() { # PROTOCOL
  sed -n "s/^run $1 -- /--protocol $1 /p" tests/deviations/registers.txt tests/deviations/filters.txt
  for seed in $(seq $((4 * seeds))) 128 298 378; do
    case $1-$((seed % 4)) in
      pft-0) of='--unit a9 --power 2 --ns' ;;
      pft-1) of='--unit a15 --ns --hyp 30' ;;
      pft-2) of='--unit full --claim 3 --ns --vmids 30' ;;
      etm3-0) of='--unit a7 --power 2 --ns' ;;
      etm3-1) of='--unit m3' ;;
      etm3-2) of='--minor 3 --power 2 --oslock set --ns' ;;
      *) of='--ccr 0x8FC98008 --ccer 0x37D81FFC --ns' ;;
    esac
    echo "--protocol $1 --random $seed --clocks 4000 --host random --may-be-empty $of --exceptions 10 --context 30 --user 30 --extin-rate $((seed % 3 ? 15 : 150))"
  done
}

simulator() { # TREE
  echo "$build/$1/tree/b/sim/rtl/$unit/waypoint-sim"
}

bad() { # WHAT OPTIONS
  echo "gates: $1: $2" >&2
  exit 2
}

# Says which run tells the netlist from the RTL.
same() {
  while read -r options; do
    for tree in mutants gates; do
      FAULT=none "$(simulator $tree)" $options --quiet >"$folder/$tree" || bad "red without a fault, $tree/tree" "$options"
    done
    cmp -s "$folder/mutants" "$folder/gates" || bad 'the netlist is not the RTL' "$options"
  done <"$folder/runs"
}

kill_all() { # TREE NAMES
  xargs -P "$(nproc)" -n 1 $here/kill.sh "$(simulator "$1")" "$folder/runs" >"$folder/lines" || exit 2
  sort -V "$folder/lines" >"$folder/$1.killed"
  awk -F '\t' -v title="$2" -v faults="$build/$1/tree/seeded" -v equivalent=$here/equivalent.txt \
    -f $here/kill_table.awk "$folder/$1.killed"
}

protocol() { # PROTOCOL UNIT TABLE
  unit=$2 folder=$build/gates/$1
  mkdir -p "$folder"
  runs "$1" "$3" >"$folder/runs"
  same
  sed -n "s/^\($1-[^:]*\):.*/\1/p" "$build/gates/tree/seeded" | kill_all gates "$1, mutations of the netlist" || code=1
  sed -n "/^$1-\(model\|decoder\)-/d; s/^\($1-[^:]*\):.*/\1/p" "$build/mutants/tree/seeded" |
    kill_all mutants "$1, seeded faults" || code=1
}

protocol pft w32-q8-f64 table-pft
protocol etm3 etm-w32-q8-f64 table-etm3
exit $code
