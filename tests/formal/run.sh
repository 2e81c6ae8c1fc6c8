#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proofs of the modules that must not lose or reorder anything, of the cycle counter, and of fields that have a length. Usage, from the
# top folder: `tests/formal/run.sh FOLDER [BOX [TREE FILE]]`.
# For each proof, a state must be reachable, which shows that the assumptions do not exclude everything. TREE is another copy of the
# sources, and FILE is read before them. The last line has the numbers of proofs that passed and failed.
set -eu
out=$1 only=${2-} tree=${3-.} first=${4-}
mkdir -p "$out"
. tests/expect.sh

prove() { # harness, its RTL files, clocks, options of the proof
  [ -z "$only" ] || [ "$only" = "$1" ] || return 0
  yosys -q -l "$out/$1.log" -p "
    read_verilog -formal -sv $first $(printf "$tree/%s " $2) tests/formal/$1.sv
    prep -top $1 -nordff; flatten; memory_map; async2sync; dffunmap; opt -full
    sat -verify -tempinduct $4 -maxsteps $3 -prove-asserts -set-assumes -show-inputs -show-outputs $1
    sat -falsify -tempinduct-baseonly -tempinduct -maxsteps $3 -prove reached 0 -set-assumes $1" \
    >"$out/$1.txt" 2>&1 || {
    fail "formal: $1 failed, the counterexample is in $out/$1.log"
    return 0
  }
  pass
  echo "formal: $1 holds"
}

prove storage rtl/trc_storage.sv 24 -tempinduct-baseonly   # bounded: within this number of clocks
prove packer 'rtl/trc_pkg.sv rtl/trc_packer.sv' 12 ''      # without a bound, by induction
prove count 'rtl/trc_pkg.sv rtl/pft_pkg.sv rtl/pft_time.sv' 12 \
  "$(printf -- '-prove %s.u_time.held_q %s.held -prove %s.u_time.elapsed_q %s.elapsed ' u_zero u_zero u_zero u_zero u_four u_four u_four u_four)"
# Bounded: bursts, a flush and a loss fit into this number of clocks.
prove commit 'rtl/trc_pkg.sv rtl/pft_pkg.sv rtl/pft_commit.sv' 10 \
  '-tempinduct-baseonly -prove u_two.u_commit.filled_q u_two.filled -prove u_four.u_commit.filled_q u_four.filled'
# Bounded: an overflow begins and ends, and tracing stops.
prove reason 'rtl/trc_pkg.sv rtl/pft_pkg.sv rtl/pft_waypoint.sv rtl/pft_time.sv rtl/pft_front.sv' 9 -tempinduct-baseonly
# Bounded: an A-sync and the three packets that follow, of any kinds and values.
fields='tests/formal/fields.sv rtl/trc_pkg.sv'
prove ptm_fields "$fields $(printf 'rtl/pft_%s.sv ' pkg order retstack atoms compress stamp plan packet)" 6 -tempinduct-baseonly
prove etm_fields "$fields $(printf 'rtl/etm3_%s.sv ' pkg order compress plan packet)" 6 -tempinduct-baseonly
totals
