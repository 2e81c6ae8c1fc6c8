#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# drives.sh SIMULATOR: however a bench drives the pins, the checker sees what the unit sees. The last lines are the same but for the clock in
# which a run ends: driven by `=` at the edge the pins are there a clock earlier.
set -eu
report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
"$1" --random 3 --clocks 5000 --quiet >"$report" 2>&1 || code=$?
lines=$(sed -n 's/ clocks=[0-9]*//; /^PASS /p' "$report" | sort -u | wc -l)
if [ $code = 0 ] && [ "$(grep -c '^PASS ' "$report")" = 3 ] && [ "$lines" = 1 ]; then
  echo '1 passed, 0 failed, 0 skipped'
else
  cat "$report"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
fi
