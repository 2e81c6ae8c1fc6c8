#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# multi_dut.sh SIMULATOR PROGRAM: a PTM and an ETM in one simulation, each on a bus of its own, or both with a funnel. Without a fault both
# pass. With a fault in one of them, only that one fails.
set -eu
sim=$1 program=$2
report=$(mktemp)
trap 'rm -f "$report" "$sim"-failure-*' EXIT
. tests/expect.sh

# verdicts FAULT WANTED: the first words of the last lines, unit by unit, and the exit code.
verdicts() {
  code=0
  FAULT=$1 "$sim" --program "$program" --spacing two --quiet >"$report" 2>&1 || code=$?
  seen=$(sed -n 's/^\([A-Z]*\) clocks=.* unit=\([a-z]*\) .*/\2 \1/p' "$report" | tr '\n' ' ')
  if [ "$seen$code" = "$2" ]; then
    pass
  else
    fail "$1: expected $2, found $seen$code" "$(excerpt "$report")"
  fi
}
verdicts none 'ptm PASS etm PASS 0'
verdicts pft-atom-order 'ptm FAIL etm PASS 1'
verdicts etm3-atom-polarity 'ptm PASS etm FAIL 1'
totals
