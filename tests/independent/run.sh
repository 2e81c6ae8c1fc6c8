#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD UNIT NAME: with this fault of UNIT.txt in the independent DUT, each of its runs in mode legal must report what EXPECT says.
# Without the fault each run must PASS.
set -eu
build=$1 unit=$2 name=$3
list=tests/independent/$unit.txt
folder=$build/independent/faults/$unit
report=$folder/$name options=
mkdir -p "$folder"
case $unit in
  etm_*) one=etm-w32-q8-f64 ;;
  ptm_a9) one=w32-q8-f64-s8 ;;
  *) one=w32-q8-f64 ;;
esac
sim=$build/independent/tree/b/sim/rtl+$unit/$one/waypoint-sim

. tests/fault_seeding/expect.sh

bad() {
  echo "independent: $unit: $name: $1"
  head -n 12 "$report"
  echo "FAULT=$unit-$name $sim $options --quiet --mode legal"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

expect=$(tests/fault_seeding/query.sh expect "$list" "$name")
tests/fault_seeding/query.sh runs "$list" "$name" >"$report.runs"
[ -s "$report.runs" ] || bad 'expected a run'
while read -r options; do
  # shellcheck disable=SC2086
  FAULT=none "$sim" $options --quiet --mode legal >"$report" 2>&1 || bad 'expected PASS without the fault'
  # shellcheck disable=SC2086
  FAULT=$unit-$name "$sim" $options --quiet --mode legal >"$report" 2>&1 || [ $? -le 2 ] || bad 'expected exit code 0 to 2'
  is_reported "$expect" "$report" || bad "expected $expect"
  # The report begins with the earliest failure.
  sed -n 's/^\(model comparison\|scoreboard\|rule [^:]*\): clock \([0-9]*\) .*/\2/p' "$report" | sort -n -c 2>"$report.order" ||
    bad 'failures are not in the order of their clocks'
done <"$report.runs"
rm -f "$sim"-failure-*
echo '1 passed, 0 failed, 0 skipped'
