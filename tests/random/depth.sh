#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# depth.sh BUILD: a buffer for speculative waypoints (draw -d) changes only the build of a PTM, and adds options for the processor. It changes
# no run of an ETM.
set -eu
build=$1
. tests/expect.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

runs() { "$build/draw" -h -a '' -d "$1" 1 200 10000 "tests/random/table-$2.txt" "$build" "$build/sim/rtl" "$folder"; }

for protocol in pft etm3; do
  runs 0 $protocol >"$folder/none"
  for depth in 2 8; do
    runs $depth $protocol >"$folder/drawn"
    sed -E "s/-s$depth\/waypoint-sim/\/waypoint-sim/; s/ --(wrong-path|burst|commit-delay) [0-9.]+//g" "$folder/drawn" >"$folder/reduced"
    code=0
    cmp -s "$folder/reduced" "$folder/none" || code=1
    verdict $code "random: $protocol, depth $depth: expected only the new options to differ" "$(diff "$folder/none" "$folder/reduced" | head -n 2)"
    same "random: $protocol, depth $depth: runs that speculate" "$(grep -c -- "-s$depth/waypoint-sim .* --commit-delay " "$folder/drawn")" \
      "$([ $protocol = etm3 ] && echo 0 || echo 200)"
  done
done
totals
