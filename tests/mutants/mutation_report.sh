#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mutation_report.sh BUILD SEEDS PROTOCOL...: a table of how many mutations each check detects, in each mode of detect.sh. The mutations are those of
# the netlist of each PROTOCOL's trace unit. The lists that docs/faults.md explains follow, then the same report of the seeded faults. Exit
# code 1: only the model detects a fault that no clause permits. The runs are the common runs of pft.txt and etm3.txt, two programs, runs in which single bits
# decide, and SEEDS random runs. The next runs are those of the deviations of registers and filters, four times SEEDS drawn host scripts, and three
# seeds of host scripts that reach rare states. Without a mutation, the netlist must print what the RTL prints.
set -eu
build=$1 seeds=$2
shift 2
here=tests/mutants
clocks=10000
code=0

# Calls that do not return to the next instruction: each bit of the return address differs once as the only bit, in each direction.
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
  tests/fault_seeding/query.sh runs "$here/$1.txt"
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
  # All rows of the table, for the only build of the unit.
  sed "s/^[a-z][a-z0-9-]*/$unit/" "tests/random/$2.txt" >"$folder/table"
  "$build/draw" 1 "$seeds" $clocks "$folder/table" "$build" "$build" "$folder" |
    sed "s|.*/waypoint-sim ||; s|^--random|--protocol $1 &|; s| --quiet --facts .*||; s| --bytes [^ ]*||"
  programmed "$1"
}

# Host scripts that program registers and filters of four configurations. For an ETM there are also scripts that test each comparator separately.
programmed() { # PROTOCOL
  if [ "$1" = etm3 ]; then
    for script in each-point each-exact-match; do
      echo "--protocol etm3 --program tests/program/vm-arm.wpp --spacing two --ccr 0x8FC98008 --clocks 9000 --host tests/filters/$script.host"
    done
  fi
  for list in registers filters; do tests/fault_seeding/query.sh runs tests/deviations/$list.txt - "$1"; done
  for seed in $(seq $((4 * seeds))) 128 298 378; do
    case $1-$((seed % 4)) in
      pft-0) of='--unit tests/smoke/pft-v1.0.unit --power 2 --ns' ;;
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
  echo "mutation report: $1: $2" >&2
  exit 2
}

# Ends with code 2 at the first run in which the netlist differs from the RTL.
is_same_unit() {
  while read -r options; do
    for tree in mutants netlist; do
      FAULT=none "$(simulator $tree)" $options --quiet >"$folder/$tree" || bad "the run fails without a fault in $build/$tree/tree" "$options"
    done
    cmp -s "$folder/mutants" "$folder/netlist" || bad 'the netlist and the RTL differ' "$options"
  done <"$folder/runs"
}

report() { # TREE TITLE, and names of faults on standard input
  xargs -P "$(nproc)" -n 1 $here/detect.sh "$(simulator "$1")" "$folder/runs" >"$folder/lines" || exit 2
  sort -V "$folder/lines" >"$folder/$1.detected"
  awk -F '\t' -v title="$2" -v faults="$build/$1/tree/seeded" -v equivalent=$here/equivalent.txt \
    -f $here/mutation_report.awk "$folder/$1.detected"
}

select_trace_unit() { # PROTOCOL
  case $1 in
    pft) unit=w32-q8-f64 ;;
    etm3) unit=etm-w32-q8-f64 ;;
    *) echo "mutation report: unknown protocol $1; use pft or etm3" >&2; exit 2 ;;
  esac
  folder=$build/netlist/$1
}

report_mutations() { # PROTOCOL
  select_trace_unit "$1"
  mkdir -p "$folder"
  runs "$1" "table-$1" >"$folder/runs"
  is_same_unit
  sed -n "s/^\($1-[^:]*\):.*/\1/p" "$build/netlist/tree/seeded" | report netlist "$1, mutations of the netlist" || code=1
}

report_seeded_faults() { # PROTOCOL
  select_trace_unit "$1"
  sed -n "/^$1-\(model\|decoder\)-/d; s/^\($1-[^:]*\):.*/\1/p" "$build/mutants/tree/seeded" |
    report mutants "$1, seeded faults" || code=1
}

for protocol; do report_mutations "$protocol"; done
for protocol; do report_seeded_faults "$protocol"; done
exit $code
