#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# red.sh BUILD PROTOCOL CASE FAULT WITH UNIT: this case of smoke.txt must fail with the fault, in a run that the simulator completes. WITH is
# FAULT_WITH, NUMBER or NUMBER:MASK. UNIT is plain or programmed for these options of the DUT (cases.sh), or describes it.
set -eu
build=$1 protocol=$2 name=$3 fault=$4 with=$5 unit=$6
. tests/smoke/cases.sh
case $fault in ptm_* | etm_* | a9-*) dut=${fault%%-*} ;; *) dut=ptm && [ "$protocol" = pft ] || dut=etm ;; esac
describe_dut "$build" $dut
case $unit in
  plain) options=$plain_options ;;
  programmed) options=$programmed_options ;;
  *) options="--unit $(echo sim/units/"$unit".uni[t] tests/smoke/"$unit".uni[t] | tr ' ' '\n' | grep 't$')" ;;
esac
folder=$build/smoke/red/$protocol-$name-$fault-$with
case $with in *:*) ;; *) with=$with:0 ;; esac
mkdir -p "$folder"
# shellcheck disable=SC2086
print_can "$build" "$protocol" $options >"$folder/$protocol.can"
code=0
# Without the waves of a failure.
# shellcheck disable=SC2086
FAULT=$fault FAULT_WITH=$with tests/smoke/smoke.sh "$simulator" "$protocol" "$name" "$folder" $options --fst "$folder/fst" --from 4294967295 >"$folder/out" || code=$?
# A simulator that refuses its options or the fault, or that crashes, writes no facts.
if [ $code = 1 ] && [ -s "$folder/$protocol-$name.facts" ]; then
  echo '1 passed, 0 failed, 0 skipped'
else
  echo "$name: expected a failure because of $fault, found: $(head -n 1 "$folder/out")"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
fi
