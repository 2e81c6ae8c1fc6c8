#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# base.sh BUILD COMMIT SIMULATOR...: builds those simulators as they were in COMMIT, and prints their paths, in order.
set -eu
build=$1 commit=$2
shift 2
hash=$(git rev-parse --verify --quiet "$commit^{commit}") || { echo "bench: BASE=$commit: expected a commit" >&2; exit 2; }
tree=$build/base/$hash
if [ ! -d "$tree" ]; then
  mkdir -p "$tree.part"
  git archive "$hash" | tar -x -C "$tree.part"
  mv "$tree.part" "$tree"
fi
for simulator; do
  unit=$(basename "$(dirname "$simulator")")
  # Where it lies has changed in the course of time; the last part of its path has not.
  for place in b/sim/rtl b/sim; do
    make -C "$tree" SETUP=0 BUILD=b "$place/$unit/waypoint-sim" >"$tree/$unit.log" 2>&1 && break
  done
  found=$(find "$tree/b/sim" -path "*/$unit/waypoint-sim" | head -n 1)
  [ "$found" ] || { tail -n 20 "$tree/$unit.log" >&2; echo "bench: $commit: $unit does not build" >&2; exit 2; }
  echo "$found"
done
