#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# judged.sh SIMULATOR PROTOCOL FIRST N: our own unit without the model, where overflows and starts in loops have many places that fit: each
# of N seeds from FIRST on, in each way of judging. Repeat one: SIMULATOR --protocol PROTOCOL --random SEED and the line's options.
set -eu
simulator=$1 protocol=$2 first=$3 count=$4
passed=0 failed=0
report=$(mktemp)
trap 'rm -f "$report"' EXIT
while read -r way; do
  for seed in $(seq "$first" $((first + count - 1))); do
    # shellcheck disable=SC2086
    if "$simulator" --protocol "$protocol" --random "$seed" $way --may-be-empty --quiet >"$report" 2>&1; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "$simulator --protocol $protocol --random $seed $way --may-be-empty"
      head -n 3 "$report"
    fi
  done
done <<'WAYS'
--mode legal --jazelle 30
--mode bytes --jazelle 30
--mode legal --no-image --jazelle 30
--mode legal --prohibited 30 --backpressure random:30
--mode legal --spacing stall
--mode legal --jazelle 30 --prohibited 30 --spacing stall --backpressure random:30
--mode legal --no-image --jazelle 30 --prohibited 30 --spacing stall --backpressure random:30
WAYS
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
