#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD UNIT NAME: with this fault of UNIT.txt in the independent DUT, the rule that it names must speak, or the line must be reported,
# without the model, and without the fault the same run must be green.
set -eu
build=$1 unit=$2 name=$3
list=tests/independent/$unit.txt
folder=$build/independent/faults/$unit
report=$folder/$name
mkdir -p "$folder"
case $unit in
  etm_*) one=etm-w32-q8-f64 protocol='--protocol etm3 ' ;;
  *) one=w32-q8-f64 protocol= ;;
esac
sim=$build/independent/tree/b/sim/rtl+$unit/$one/waypoint-sim

bad() {
  echo "independent: $unit: $name: $1"
  head -n 12 "$report"
  echo "FAULT=$unit-$name $sim $options --mode legal"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

who=$(sed -n "s/^$name: //p" "$list")
case $who in
  report*) line=${who#report } ;;
  *) line="^$who: " ;;
esac
options="$protocol$(sed -n "/^$name: /,/^$/s/^  with -- //p" "$list") --quiet"
# shellcheck disable=SC2086
FAULT=none "$sim" $options --mode legal >"$report" 2>&1 || bad 'red without the fault'
# shellcheck disable=SC2086
FAULT=$unit-$name "$sim" $options --mode legal >"$report" 2>&1 || [ $? -le 2 ] || bad 'expected exit code 0 to 2'
grep -qE "$line" "$report" || bad "expected $who"
# What failed first stands first.
sed -n 's/^\(model comparison\|scoreboard\|rule [^:]*\): clock \([0-9]*\) .*/\2/p' "$report" | sort -n -c 2>"$report.order" || bad 'failures are not in the order of their clocks'
rm -f "$sim"-failure-*
echo '1 passed, 0 failed, 0 skipped'
