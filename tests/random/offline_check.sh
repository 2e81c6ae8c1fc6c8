#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# offline_check.sh BUILD SIMULATOR PROTOCOL N: `waypoint check` must pass the bytes that the simulator wrote of random code: N seeds, in turn with
# each line of options. It must also pass the bytes that `encode` makes of the same source. Without a source it is refused.
set -eu
build=$1 simulator=$2 protocol=$3 count=$4
waypoint=$build/waypoint
. tests/expect.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
output=$folder/out
passes() { expect "seed $seed" "$waypoint" check "$@" --max-lost any; } # TRACE WORD...
seed=0
while [ $seed -lt "$count" ]; do
  while read -r way; do
    seed=$((seed + 1))
    [ $seed -le "$count" ] || break
    # shellcheck disable=SC2086
    set -- --protocol "$protocol" --random $seed --clocks 2000 $way
    "$simulator" "$@" --quiet --may-be-empty --bytes "$folder/trace" >"$folder/out" 2>&1 || cat "$folder/out"
    passes "$folder/trace" "$@"
    # Of a PTM `encode` counts no clocks between waypoints.
    case $protocol-$way in pft-*--cycle-accurate) continue ;; esac
    [ $((seed % 10)) = 1 ] || continue
    "$waypoint" encode "$@" -o "$folder/trace"
    passes "$folder/trace" "$@"
  done <<'WAYS'
--spacing one
--spacing two --cycle-accurate
--spacing stall --context-id 4 --context 30
--spacing waypoint --jazelle 10
--spacing stall --exceptions 20 --debug 5
--spacing one --indirect 40 --thumb 50
--spacing two --broadcast
WAYS
done
answers 2 'expected the executed code: --program FILE, --stimulus FILE or --random SEED' "$waypoint" check "$folder/trace" --protocol "$protocol"
totals
