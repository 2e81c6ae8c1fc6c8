#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD LIST-NAME: with this fault of LIST.txt, one of its runs must report what EXPECT says, and each run that fails must leave waves. The
# runs end with this one, unless MUTANT_RUNS is `all`, or EXPECT is a golden file or a proof. If the fault is in the RTL and in
# the reference model, the model comparison must not report it. The faults of a9.txt must be detected in mode legal. LIST-none: without a fault,
# all runs must PASS. LIST-unknown: a name that the build does not have is refused.
set -eu
build=$1 name=$2
list=${name%%-*} entry=${name#*-}
faults=tests/mutants/$list.txt
folder=$build/mutants/$name
protocol=pft mode=
case $list in
  pft) unit=w32-q8-f64 ;;
  a9) unit=w32-q8-f64-s4 mode='--mode legal' ;;
  *) unit=etm-w32-q8-f64 protocol=etm3 ;;
esac

query() { tests/fault_seeding/query.sh "$1" "$faults" "$entry"; }
. tests/fault_seeding/expect.sh

# A link for this fault, for a run leaves its waves next to the name of its simulator.
sim=$folder/waypoint-sim
report=$folder/report
rm -rf "$folder"
mkdir -p "$folder"
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/$unit/waypoint-sim")" "$sim"
: >"$report"
export FAULT="$name"

good() {
  echo '1 passed, 0 failed, 0 skipped'
  exit 0
}
bad() {
  echo "mutants: $name: $1"
  tail -n 30 "$report"
  echo "FAULT=$name before the command that repeats a run seeds the fault"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# Collects the reports of the runs in the file `runs` that fail. With WANTED, it ends after the run that is reported as WANTED says. The file `done`
# then has the runs up to this one.
run_all() { # WANTED [OPTION...]
  wanted=$1
  shift
  : >"$folder/done"
  while read -r words; do
    echo "$words" >>"$folder/done"
    code=0
    "$sim" $words "$@" --quiet >"$folder/one" 2>&1 || code=$?
    [ $code -le 2 ] || bad "$words: exit code $code, expected 0 to 2"
    [ $code != 0 ] || continue
    cat "$folder/one" >>"$report"
    if [ "$wanted" ] && is_reported "$wanted" "$folder/one"; then break; fi
  done <"$folder/runs"
}

check_golden() { # FILE, without its folder and ending
  "$build/golden/check_encoder" "$folder" "$sim" "tests/golden/$protocol/$1.golden" >"$folder/one" 2>&1 && return
  cat "$folder/one" >>"$report"
  return 1
}

# The proof of a box, with the fault if there is one.
check_formal() { # BOX
  number=$(grep -n "^$name: " "$build/mutants/tree/seeded" | cut -d: -f1)
  echo "package seeded_fault_pkg; localparam int unsigned number = ${number:-0}; endpackage" >"$folder/seeded_fault_pkg.sv"
  tests/formal/run.sh "$folder/formal" "$1" "$build/mutants/tree" "$folder/seeded_fault_pkg.sv" >"$folder/one" 2>&1 && return
  cat "$folder/one" >>"$report"
  return 1
}

# Each violation of an architecture rule names the item at that place.
violations_name_items() {
  awk '
    /^[a-z]/ { bad = bad || open; open = /^rule [^:]*: / }
    /^  (at fault|detected at|last presented): .* #[0-9]/ { open = 0 }
    END { exit bad || open }' "$report"
}

is_detected() { # EXPECT
  case $1 in
    golden*) ! check_golden "${1#golden }" && grep -qE "^tests/golden/$protocol/${1#golden }.golden: RTL: (byte|the run is red)" "$report" ;;
    formal*) ! check_formal "${1#formal }" && grep -q "^formal: ${1#formal } failed" "$report" ;;
    rule*) is_reported "$1" "$report" && violations_name_items ;;
    *) is_reported "$1" "$report" ;;
  esac
}

all_left_waves() {
  sed -n 's/^waves: \(.*\), clocks .*/\1/p' "$report" >"$folder/waves"
  while read -r file; do [ -s "$file" ] || return 1; done <"$folder/waves"
  [ "$(grep -c '^again: ' "$report")" = "$(wc -l <"$folder/waves")" ]
}

case $name in
  *-none)
    FAULT=none
    query all-runs >"$folder/runs"
    run_all ''
    [ ! -s "$report" ] || bad 'a run fails without a fault'
    entry=
    query expect >"$folder/expectations"
    sed -n 's/^[^:]*: golden //p' "$folder/expectations" >"$folder/golden"
    while read -r file; do check_golden "$file" || bad "golden file $file fails without a fault"; done <"$folder/golden"
    sed -n 's/^[^:]*: formal //p' "$folder/expectations" >"$folder/formals"
    while read -r box; do check_formal "$box" || bad "proof $box fails without a fault"; done <"$folder/formals"
    good
    ;;
  *-unknown)
    code=0
    "$sim" --protocol "$protocol" --random 1 >"$report" 2>&1 || code=$?
    [ $code = 2 ] && grep -q "^FAULT=$name: no such seeded fault in this build; expected none or LIST-NAME " "$report" || bad "exit code $code, expected 2 and a line with the reason"
    good
    ;;
esac

expect=$(query expect)
query runs >"$folder/runs"
case ${MUTANT_RUNS-}$expect in
  all* | golden* | formal*) wanted= ;;
  *) wanted=$expect ;;
esac
# shellcheck disable=SC2086
run_all "$wanted" $mode
if ! is_detected "$expect"; then
  [ -s "$report" ] || bad "not detected; expected: $expect"
  bad "detected, but not as expected: $expect"
fi
# The reference model takes part in mode strict only.
if [ "$mode" ]; then
  mv "$folder/done" "$folder/runs"
  run_all ''
fi
if query is-shared && grep -q '^model comparison:' "$report"; then
  bad 'the model comparison reports it: the places in the RTL and in the model are not the same fault'
fi
all_left_waves || bad 'a run that failed left no waves'
good
