#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proofs of the boxes that must not lose or reorder anything: `tests/formal/run.sh FOLDER`, from the top folder. Each has to
# reach its cover point too, so that its assumptions are known not to forbid everything.
set -eu
out=$1
mkdir -p "$out"

smt() { # harness, name of the mode, options
  harness=$1 mode=$2
  shift 2
  if ! timeout 100 yosys-smtbmc -s z3 "$@" --dump-vcd "$out/$harness.$mode.vcd" "$out/$harness.smt2" \
    >"$out/$harness.$mode.txt" 2>&1; then
    grep -a 'Assert failed\|Unreached\|Status' "$out/$harness.$mode.txt" || true
    echo "formal: $harness: $mode failed, see $out/$harness.$mode.txt; again: tests/formal/run.sh $out"
    exit 1
  fi
  echo "formal: $harness: $mode holds"
}

compile() { # harness, its RTL file
  yosys -q -l "$out/$1.log" -p "
    read_verilog -formal -sv rtl/$2 tests/formal/$1.sv
    prep -top $1 -nordff; flatten; async2sync; dffunmap; write_smt2 -wires $out/$1.smt2"
}

compile storage trc_storage.sv
smt storage bounded -t 14
smt storage cover -c -t 14

compile packer trc_packer.sv
smt packer bounded -t 3
smt packer induction -i -t 2
smt packer cover -c -t 8
