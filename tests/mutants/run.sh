#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD PROTOCOL-NAME: with this fault of PROTOCOL.txt, the one that it names must speak, and each run that is red must leave
# waves. PROTOCOL-none: without a fault, all must be green, or red would mean nothing. PROTOCOL-unknown: a fault that there is not is
# refused.
set -eu
build=$1 name=$2
protocol=${name%%-*}
faults=tests/mutants/$protocol.txt
folder=$build/mutants/$name
case $protocol in
  pft) unit=w32-q8-f64 ;;
  *) unit=etm-w32-q8-f64 ;;
esac

# By a name of its own, beside which it leaves its waves.
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
  echo "the fault: FAULT=$name, in front of a command that repeats a run"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# run_all KIND: the reports of all runs of this kind that are red, one after the other.
run_all() {
  sed -n "s/^$1 --/--/p" "$faults" >"$folder/runs"
  while read -r words; do
    code=0
    "$sim" --protocol "$protocol" $words --quiet >"$folder/one" 2>&1 || code=$?
    [ $code = 0 ] || cat "$folder/one" >>"$report"
    [ $code -le 2 ] || bad "$words: exit code $code, expected 0 to 2"
  done <"$folder/runs"
}

check_golden() { # FILE, without its folder and ending
  "$build/golden/check_encoder" "$folder" "$sim" "tests/golden/$protocol/$1.golden" >"$folder/one" 2>&1 && return
  cat "$folder/one" >>"$report"
  return 1
}

# The proof of a box, with the fault in it if there is one.
check_formal() { # BOX
  number=$(grep -n "^$name: " "$build/mutants/tree/seeded" | cut -d: -f1)
  echo "package seeded_fault_pkg; localparam int unsigned number = ${number:-0}; endpackage" >"$folder/seeded_fault_pkg.sv"
  tests/formal/run.sh "$folder/formal" "$1" "$build/mutants/tree" "$folder/seeded_fault_pkg.sv" >"$folder/one" 2>&1 && return
  cat "$folder/one" >>"$report"
  return 1
}

# Behind each architecture rule that was broken stands the item there.
breaches_name_items() {
  awk '
    /^[a-z]/ { bad = bad || open; open = /^rule [^:]*: / }
    /^  (at fault|last presented): .* #[0-9]/ { open = 0 }
    END { exit bad || open }' "$report"
}

speaks() { # WHO
  case $1 in
    golden*) ! check_golden "${1#golden }" && grep -qE "^tests/golden/$protocol/${1#golden }.golden: RTL: (byte|the run is red)" "$report" ;;
    formal*) ! check_formal "${1#formal }" && grep -q "^formal: ${1#formal } failed" "$report" ;;
    rule*) grep -qE "^$1: " "$report" && breaches_name_items ;;
    report*) grep -qE "${1#report }" "$report" ;;
    *) grep -q "^$1: " "$report" ;;
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
    run_all run
    run_all 'one-sided run'
    [ ! -s "$report" ] || bad 'red without a fault'
    sed -n 's/^[a-z].*: golden //p' "$faults" >"$folder/golden"
    while read -r file; do check_golden "$file" || bad 'red without a fault'; done <"$folder/golden"
    sed -n 's/^[a-z].*: formal //p' "$faults" >"$folder/formals"
    while read -r box; do check_formal "$box" || bad 'red without a fault'; done <"$folder/formals"
    good
    ;;
  *-unknown)
    code=0
    "$sim" --protocol "$protocol" --random 1 >"$report" 2>&1 || code=$?
    [ $code = 2 ] && grep -q "^FAULT=$name: expected" "$report" || bad "exit code $code, expected 2 and a line that says why"
    good
    ;;
esac

who=$(sed -n "s/^$name: //p" "$build/mutants/tree/seeded")
case $who in
  report*) run_all 'one-sided run' ;;
  *) run_all run ;;
esac
if ! speaks "$who"; then
  [ -s "$report" ] || bad "not noticed; expected: $who"
  bad "noticed, but not as expected: $who"
fi
case $who in
  report*) ;;
  *) ! grep -q '^model comparison:' "$report" || bad 'the model comparison sees it: the two places are not the same fault' ;;
esac
all_left_waves || bad 'a run that was red left no waves'
good
