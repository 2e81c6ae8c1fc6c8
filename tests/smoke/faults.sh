#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh BUILD [UNIT...]: seeds each fault of the independent DUTs, and of ours (ptm, etm), and runs each case of smoke.txt with it. A line
# for each fault, with the cases that are red; then the cases that no fault turned red, and the faults that no case noticed.
# Last line: passed (cases that a fault turned red), failed. BUILD/smoke/faults/UNIT.table: a line NAME FAULT for each pair that is red.
set -eu
build=$1
shift
[ $# -gt 0 ] || set -- ptm_small ptm_plain etm_steps ptm etm
folder=$build/smoke/faults
mkdir -p "$folder"

for unit in "$@"; do
  case $unit in
    ptm_*) protocol=pft way=w32-q8-f64 set=full ;;
    etm_*) protocol=etm3 way=etm-w32-q8-f64 set=a7 ;;
    ptm) protocol=pft way=w32-q8-f64 set=full ;;
    etm) protocol=etm3 way=etm-w32-q8-f64 set=a7 ;;
  esac
  case $unit in
    ptm | etm) list=tests/mutants/$protocol.txt prefix=$protocol simulator=$build/mutants/tree/b/sim/rtl/$way/waypoint-sim ;;
    *) list=tests/independent/$unit.txt prefix=$unit simulator=$build/independent/tree/b/sim/rtl+$unit/$way/waypoint-sim ;;
  esac
  export FAULT=none
  tests/smoke/list.sh "$folder/$unit" "faults/$unit" "$simulator" $protocol --set $set | cut -f 2 >"$folder/$unit.cases"
  : >"$folder/$unit.tried"
  : >"$folder/$unit.table"
  while read -r command; do
    name=$(echo "$command" | cut -d ' ' -f 4)
    code=0
    sh -c "$command" >"$folder/out" 2>&1 </dev/null || code=$?
    [ $code != 77 ] || continue
    [ $code = 0 ] || { cat "$folder/out"; exit 1; }
    echo "$name" >>"$folder/$unit.tried"
  done <"$folder/$unit.cases"
  for fault in $(tests/fault_seeding/query.sh names "$list"); do
    red=
    while read -r name; do
      # (Without the waves of a failure.)
      run="$(cat "$folder/$unit/$protocol-$name.command") --fst $folder/fst --from 4294967295"
      FAULT=$prefix-$fault tests/limit.sh 20 sh -c "$run" >/dev/null 2>&1 </dev/null && continue
      red="$red $name"
      echo "$name $prefix-$fault" >>"$folder/$unit.table"
    done <"$folder/$unit.tried"
    echo "$prefix-$fault:${red:- none}"
  done
done

for unit in "$@"; do sed "s/^/${unit%%_*} /" "$folder/$unit.tried"; done | sort -u >"$folder/tried"
for unit in "$@"; do sed "s/^\([^ ]*\) .*/${unit%%_*} \1/" "$folder/$unit.table"; done | sort -u >"$folder/red"
comm -23 "$folder/tried" "$folder/red" | sed 's/^/never red: /'
failed=$(comm -23 "$folder/tried" "$folder/red" | wc -l)
echo "$(wc -l <"$folder/red") passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
