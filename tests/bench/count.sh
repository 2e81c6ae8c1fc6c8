#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# count.sh SIMULATOR BASE OPTION...: the instructions that a clock of such a run costs, in parts (count.awk). BASE is the simulator
# of another commit, or "-". Callgrind counts a short and a long run, so that the cost of a start and an end cancels.
set -eu
simulator=$1 base=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

profile() { # FILE SIMULATOR CLOCKS OPTION...
  file=$1 binary=$2 clocks=$3
  shift 3
  valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind" "$binary" --clocks "$clocks" --quiet "$@" >"$folder/output" 2>&1 ||
    { cat "$folder/output" >&2; echo "bench: $binary: expected a run that passes" >&2; exit 2; }
  # A run has more clocks than its stimulus: it also programs and stops the trace unit.
  { sed -n 's/^PASS \(clocks=[0-9]*\) .*/\1/p' "$folder/output"; cat "$folder/callgrind"; } >"$file"
}

both() { # NAME SIMULATOR OPTION...
  name=$1 binary=$2
  shift 2
  profile "$folder/$name-short" "$binary" 2000 "$@"
  profile "$folder/$name-long" "$binary" 6000 "$@"
}

both ours "$simulator" "$@"
if [ "$base" = - ]; then
  awk -f tests/bench/count.awk "$folder/ours-short" "$folder/ours-long"
else
  both base "$base" "$@"
  awk -f tests/bench/count.awk "$folder/ours-short" "$folder/ours-long" "$folder/base-short" "$folder/base-long"
fi
