#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Bounded proofs of the boxes that must not lose or reorder anything: `tests/formal/run.sh FOLDER`, from the top folder.
# Each proof also has to reach its cover point, so that its assumptions are known not to forbid everything.
set -eu
out=$1
mkdir -p "$out"

prove() { # module, its RTL file, depth
  yosys -q -l "$out/$1.log" -p "
    read_verilog -formal -sv rtl/$2 tests/formal/$1.sv
    prep -top $1 -nordff; flatten; async2sync; dffunmap; write_smt2 -wires $out/$1.smt2"
  for mode in '' -c; do
    if ! yosys-smtbmc -s z3 $mode -t "$3" --dump-vcd "$out/$1.vcd" "$out/$1.smt2" >"$out/$1$mode.txt"; then
      tail -5 "$out/$1$mode.txt"
      echo "formal: $1 failed, see $out/$1$mode.txt; again: tests/formal/run.sh $out"
      exit 1
    fi
  done
  echo "formal: $1 holds for $3 clocks"
}

prove storage trc_storage.sv 16
prove packer trc_packer.sv 8
