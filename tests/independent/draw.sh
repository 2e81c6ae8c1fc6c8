#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# draw.sh UNIT SEED N: N faults in the resources and the registers of an independent DUT, drawn from SEED, as a list of docs/faults.md (draw.awk).
# N may be `all`: every change. equivalent.txt has those that are no faults.
set -eu
unit=$1 seed=$2 number=$3
case $unit in
  ptm_small) parts='small_filter.sv small_regs.sv' ;;
  ptm_plain) parts='plain_pair.v plain_filter.v plain_event.v plain_counter.v plain_sequencer.v plain_resources.v plain_regs.v' ;;
  etm_steps)
    parts='steps_pkg.sv:is_true,occurs steps_pair.sv steps_filter.sv steps_context.sv steps_inputs.sv'
    parts="$parts steps_sequencer.sv steps_counter.sv steps_outputs.sv steps_software.sv steps_regs.sv"
    ;;
  *)
    echo "draw: $unit: no such independent DUT; see tests/independent/README.md" >&2
    exit 2
    ;;
esac
exec awk -v seed="$((seed))" -v number="$number" -v folder="tests/independent/$unit" \
  -v skipped=tests/independent/equivalent.txt -v parts="$parts" -f tests/independent/draw.awk
