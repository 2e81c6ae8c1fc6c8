#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proofs of the boxes that must not lose or reorder anything: `tests/formal/run.sh FOLDER [BOX]`, from the top folder. A state
# must be reached too, so that the assumptions are known not to forbid everything. Last line: passed, failed.
set -eu
out=$1 only=${2-}
mkdir -p "$out"
passed=0 failed=0

prove() { # harness, its RTL file, clocks, options of the proof
  [ -z "$only" ] || [ "$only" = "$1" ] || return 0
  yosys -q -l "$out/$1.log" -p "
    read_verilog -formal -sv rtl/$2 tests/formal/$1.sv
    prep -top $1 -nordff; flatten; memory_map; async2sync; dffunmap; opt -full
    sat -verify -tempinduct $4 -maxsteps $3 -prove-asserts -set-assumes -show-inputs -show-outputs $1
    sat -falsify -tempinduct-baseonly -tempinduct -maxsteps $3 -prove reached 0 -set-assumes $1" \
    >"$out/$1.txt" 2>&1 || {
    echo "formal: $1 failed, the counterexample is in $out/$1.log"
    failed=$((failed + 1))
    return 0
  }
  passed=$((passed + 1))
  echo "formal: $1 holds"
}

prove storage trc_storage.sv 24 -tempinduct-baseonly   # bounded: in that many clocks
prove packer trc_packer.sv 12 ''                       # for ever, by induction
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ] && [ $passed -gt 0 ]
