#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# drawn_fault.sh FOLDER SIMULATOR PROTOCOL OPTIONS FAULT: what detects this drawn fault first, for drawn.sh, in FOLDER/runs/FAULT/detected. OPTIONS are
# those of each case of the smoke suite.
set -eu
folder=$1 simulator=$2 protocol=$3 options=$4 fault=$5
own=$folder/runs/$fault
mkdir -p "$own"
cp "$folder/$protocol.can" "$own"
export FAULT="drawn-$fault"

# The line of the list before the entry, and its place.
place=$(awk -v entry="$fault: scoreboard or rule" '$0 == entry { print place } { place = substr($0, 3) }' "$folder/drawn.txt")
text=$(awk -v entry="$fault: scoreboard or rule" 'was == entry { sub(/^ *[^ ]* /, ""); print } { was = $0 }' "$folder/drawn.txt")

detected() { # HOW REPORT
  line=$(grep -m 1 -E '^(scoreboard|rule [A-Z0-9-]+|count mismatch|limit|incomplete|nothing checked): ' "$2") ||
    line=$(grep -E '^(smoke|waypoint-sim): |^(FAIL|INCOMPLETE|NOTHING)' "$2" | head -n 1)
  printf '%s: %s: %s, %s\n    %s\n' "$fault" "$1" "$place" "$text" "${line:-no report: $(tail -n 1 "$2")}" >"$own/detected"
  exit 0
}

while read -r name; do
  code=0
  # shellcheck disable=SC2086
  tests/limit.sh 30 tests/smoke/smoke.sh "$simulator" "$protocol" "$name" "$own" $options --fst "$own/fst" --from 4294967295 >"$own/out" 2>&1 </dev/null || code=$?
  case $code in
    0 | 77) ;;
    *) detected "smoke $name" "$own/out" ;;
  esac
done <"$folder/tried"

seed=0
while read -r command; do
  seed=$((seed + 1))
  command=$(printf '%s' "$command" | sed "s|@|$own|g")
  tests/limit.sh 60 sh -c "$command" >"$own/out" 2>&1 </dev/null || {
    if FAULT=none tests/limit.sh 60 sh -c "$command" >"$own/none" 2>&1 </dev/null; then detected "random $seed" "$own/out"; fi
    echo "drawn: random run $seed fails without a fault, and is left out: $command" >&2
  }
done <"$folder/random"
printf '%s: survives: %s, %s\n' "$fault" "$place" "$text" >"$own/detected"
