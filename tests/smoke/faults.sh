#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD [DUT...]: seeds each fault of the independent DUTs, and of the reference RTL (ptm, etm), and runs each case of smoke.txt with it. A
# line for each fault, with the cases that fail; then the cases that no fault made fail. Cases that program resources are run on the independent
# DUTs only: the faults of smoke.txt (seeded.sh) are those of the reference RTL, and follow at the end.
# Last line: passed (cases that a fault made fail), failed. BUILD/smoke/faults/DUT.table: a line CASE FAULT for each pair that fails.
set -eu
. tests/expect.sh
build=$1
shift
[ $# -gt 0 ] || set -- ptm_small ptm_plain etm_steps ptm etm
folder=$build/smoke/faults
mkdir -p "$folder"
. tests/smoke/cases.sh

for dut in "$@"; do
  describe_dut "$build" "$dut"
  case $dut in
    ptm | etm) list=tests/mutants/$protocol.txt prefix=$protocol groups=plain ;;
    *) list=tests/independent/$dut.txt prefix=$dut groups='plain programmed' ;;
  esac
  export FAULT=none
  for rows in $groups; do
    options=$plain_options
    [ $rows = plain ] || options=$programmed_options
    # shellcheck disable=SC2086
    ROWS=$rows tests/smoke/list.sh "$build" "$folder/$dut-$rows" "faults/$dut" "$simulator" $protocol $options | cut -f 2
  done >"$folder/$dut.cases"
  : >"$folder/$dut.tried"
  : >"$folder/$dut.table"
  while read -r command; do
    name=$(echo "$command" | cut -d ' ' -f 4) of=$(echo "$command" | cut -d ' ' -f 5)
    code=0
    sh -c "$command" >"$folder/out" 2>&1 </dev/null || code=$?
    [ $code != 77 ] || continue
    [ $code = 0 ] || { cat "$folder/out"; exit 1; }
    echo "$name $of" >>"$folder/$dut.tried"
  done <"$folder/$dut.cases"
  for fault in $(tests/fault_seeding/query.sh names "$list"); do
    failing=
    while read -r name of; do
      # Without the waves of a failure.
      run="$(cat "$of/$protocol-$name.command") --fst $folder/fst --from 4294967295"
      FAULT=$prefix-$fault tests/limit.sh 20 sh -c "$run" >/dev/null 2>&1 </dev/null && continue
      failing="$failing $name"
      echo "$name $prefix-$fault" >>"$folder/$dut.table"
    done <"$folder/$dut.tried"
    echo "$prefix-$fault:${failing:- none}"
  done
done

# The cases that no fault made fail: of each protocol, those that program no resources.
for dut in "$@"; do grep '[-]plain$' "$folder/$dut.tried" | sed "s/^\([^ ]*\) .*/${dut%%_*} \1/"; done | sort -u >"$folder/tried"
for dut in "$@"; do sed "s/^\([^ ]*\) .*/${dut%%_*} \1/" "$folder/$dut.table"; done | sort -u | comm -12 - "$folder/tried" >"$folder/red"
comm -23 "$folder/tried" "$folder/red" | sed 's/^/never failed: /'
passed=$(wc -l <"$folder/red") failed=$(comm -23 "$folder/tried" "$folder/red" | wc -l)
tests/smoke/seeded.sh "$build" 1 | cut -f 2 >"$folder/seeded"
while read -r command; do
  if sh -c "$command" >"$folder/out" 2>&1 </dev/null; then
    pass
  else
    fail "$(head -n 1 "$folder/out")"
  fi
done <"$folder/seeded"
totals
