#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SEEDS [SIMULATORS]: the runner's list of what is done with the foreign PTM, never beside the model: its planted faults, and
# random runs of the seeds 1 to SEEDS as tests/random/draw.c draws them. With SIMULATORS these are on each way of building it, and all
# programs follow; else on the simulator that has the faults, with none of them.
set -eu
build=$1 seeds=$2 simulators=${3-}
for name in $(sed -n 's/^\([a-z][a-z0-9-]*\): .*/\1/p' tests/foreign/foreign.txt); do
  printf 'foreign-faults/%s\ttests/foreign/run.sh %s %s\tlimit=120\n' "$name" "$build" "$name"
done

folder=$build/foreign/runs
mkdir -p "$folder"
table=tests/random/table.txt programs=
if [ -n "$simulators" ]; then
  programs=tests/program/*.wpp
else
  simulators=$build/foreign/tree/b/sim/rtl
  sed 's/^[a-z][a-z0-9-]*/w32-q8-f64/' $table >"$folder/table"
  table=$folder/table
fi
# As drawn, but never beside the model, and not read by OpenCSD (README.md says why).
# shellcheck disable=SC2086
"$build/draw" 1 "$seeds" 10000 $table "$build" "$simulators" "$folder" $programs |
  sed 's/^random-pft/foreign/; s/ --quiet / --mode legal --quiet /; s/; [^;]*same_list .* || exit 1;/;/; s/\tseed=.*//'
