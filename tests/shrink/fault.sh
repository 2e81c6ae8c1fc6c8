#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fault.sh BUILD PROTOCOL-NAME FOLDER: shrinks the first run of tests/mutants/PROTOCOL.txt that this seeded fault makes fail, into
# FOLDER/PROTOCOL-NAME.txt. That must fail the same way, pass without the fault, and have at most 20 waypoints (40 of a return
# stack). Prints a line with its size. Exit code 3: no run fails.
#
# In an ETM's text, each reported branch or exception counts, and each instruction that failed its condition.
set -eu
build=$1 name=$2 folder=$3
protocol=${name%%-*}
case $protocol in
  pft) unit=w32-q8-f64 ;;
  *) unit=etm-w32-q8-f64 ;;
esac
case $name in
  *-stack-*) most=40 ;;
  *) most=20 ;;
esac
sim=$build/mutants/tree/b/sim/rtl/$unit/waypoint-sim
quiet='--quiet --fst none --from 0xFFFFFFFF'
mkdir -p "$folder"
log=$folder/$name.log text=$folder/$name.txt
bad() {
  echo "shrink: $name: $1"
  cat "$log"
  exit 1
}

# The common runs, then those of this fault.
for of in 'runs -' "own-runs ${name#*-}"; do
  tests/fault_seeding/query.sh ${of% *} "tests/mutants/$protocol.txt" ${of#* }
done | sed 's/--protocol etm3 //' >"$folder/$name.runs"
found=
while read -r words; do
  code=0
  FAULT=$name "$sim" --protocol "$protocol" $words $quiet >"$log" 2>&1 </dev/null || code=$?
  if [ $code = 1 ]; then
    found=1
    break
  fi
done <"$folder/$name.runs"
[ "$found" ] || exit 3

FAULT=$name "$build/waypoint" shrink -o "$text" "$sim" --protocol "$protocol" $words >"$log" 2>&1 </dev/null || bad "of $words"
again=$(sed -n 's/^again: //p' "$log")
# make run of the text, too: it takes the options from there.
made="$sim $(WAYPOINT_TURN=1 make -s SETUP=0 --eval='print: ; @echo "$(run_source)"' print STIMULUS="$text" PROTOCOL="$protocol")"
for seeded in "$name" none; do
  for command in "$again" "$made"; do
    code=0
    FAULT=$seeded $command $quiet >"$log.again" 2>&1 </dev/null || code=$?
    case $seeded-$code in
      none-1) bad "expected no failure without the fault of $command" ;;
      "$name-1" | none-*) ;;
      *) bad "expected exit code 1 of $command, got $code" ;;
    esac
  done
done

waypoints=$(grep -v '^#' "$text" | grep -oE '^waypoint | to | N ' | wc -l)
printf '%-36s %3s waypoints, %2s options, %s\n' "$name" "$waypoints" "$(sed -n 's/^again: [^ ]*//p' "$log" | grep -o ' --' | tail -n +2 | wc -l)" \
  "$(sed -n 's/^fails: //p' "$log")"
[ "$waypoints" -le $most ] || bad "expected at most $most waypoints"
