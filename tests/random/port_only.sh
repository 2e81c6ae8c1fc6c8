#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# port_only.sh BUILD SIMULATOR PROTOCOL UNIT SEEDS [PROGRAM...]: without code and executed steps, the scoreboard must compare as much as with
# both. The last lines must be the same, for random runs of the seeds 1 to SEEDS, as draw.c draws them, and for each program. (Only the code
# shows a PTM's instructions between two waypoints, and the permitted deviations.)
set -eu
build=$1 sim=$2 protocol=$3 unit=$4 seeds=$5
shift 5
table=tests/random/table-pft.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
folder=$build/port-only/$protocol
mkdir -p "$folder"
sed "s/^[a-z][a-z0-9-]*/$unit/" $table >"$folder/table"
{
  "$build/draw" 1 "$seeds" 10000 "$folder/table" "$build" "$build" "$folder" |
    sed 's/^[^\t]*\t[^ ]* //; s/ --quiet .*//; s/ --bytes [^ ]*//; s/^--random/'"--protocol $protocol"' &/'
  for program; do echo "--protocol $protocol --program $program --spacing two --clocks 40000"; done
} >"$folder/runs"

last_line() { # OPTIONS
  # shellcheck disable=SC2086
  "$sim" $1 --mode legal --may-be-empty --quiet >"$folder/report" 2>&1 || :
  tail -n 1 "$folder/report"
}

. tests/expect.sh
while read -r options; do
  with=$(last_line "$options") without=$(last_line "$options --no-image")
  [ "$protocol" = etm3 ] || with=$(echo "$with" | sed 's/ instructions_compared=[0-9]*/ instructions_compared=0/; s/ deviations=[0-9]*//')
  case $with in
    "PASS "*) [ "$with" = "$without" ] && pass && continue ;;
  esac
  fail "$sim $options --mode legal --no-image" "with code:    $with" "without code: $without" "$(excerpt "$folder/report")"
done <"$folder/runs"
totals
