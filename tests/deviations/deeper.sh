#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# deeper.sh BUILD: a buffer for speculative waypoints that is deeper than wpt-depth: a log of the reference PTM with 4 entries is checked with
# --wpt-depth 2. Then a return stack that is deeper than RETSTACKDEPTH. No clause permits it, so no entry of a list has it: a log of the reference PTM with
# 8 entries is checked with --depth 1. Mode legal counts the returns that one entry cannot predict, and mode bytes refuses the first. With
# --depth 8 neither mode reports any.
set -eu
build=$1
folder=$build/deviations/deeper
name='returns that RETSTACKDEPTH entries do not predict'
options='--random 1 --set full --return-stack'
rm -rf "$folder"
mkdir -p "$folder"

bad() {
  echo "deviations: deeper: $1"
  head -n 12 "$folder/report"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# expect DEPTH MODE CODE LINE: what the check of the log ends with, and a line that it prints.
expect() {
  code=0
  # shellcheck disable=SC2086
  "$build/waypoint" check --log "$folder/run.log" $options --depth "$1" --mode "$2" --max-lost any >"$folder/report" 2>&1 || code=$?
  [ $code = "$3" ] || bad "--depth $1 --mode $2: exit code $code, expected $3"
  grep -qE "$4" "$folder/report" || bad "--depth $1 --mode $2: expected $4"
}

# No manual states how many waypoints may be uncommitted (WPT-O4), so only mode strict checks the number.
speculation='--random 1 --wrong-path 20 --burst 60 --commit-delay 0..9'
# shellcheck disable=SC2086
FAULT=none "$build/deviations/tree/b/sim/rtl/w32-q8-f64-s4/waypoint-sim" $speculation --log "$folder/run.log" --quiet >"$folder/report" ||
  bad 'the run with speculative waypoints fails'
"$build/waypoint" check --log "$folder/run.log" --random 1 --wpt-depth 2 --mode legal >"$folder/report" 2>&1 || bad '--wpt-depth 2 --mode legal: a false failure'
! "$build/waypoint" check --log "$folder/run.log" --random 1 --wpt-depth 2 --mode strict >"$folder/report" 2>&1 || bad '--wpt-depth 2 --mode strict: no failure'
grep -q '^rule PORT-DEPTH-1: ' "$folder/report" || bad '--wpt-depth 2 --mode strict: expected rule PORT-DEPTH-1'

# shellcheck disable=SC2086
FAULT=none "$build/deviations/tree/b/sim/rtl/w32-q8-f64/waypoint-sim" $options --depth 8 --log "$folder/run.log" --quiet >"$folder/report" ||
  bad 'the run fails'
expect 8 legal 0 ' deviations=0 '
expect 8 bytes 0 ' deviations=0 '
expect 1 legal 0 "^ +[1-9][0-9]*  $name\$"
[ "$(sed -n "s/^ *\([0-9]*\)  $name\$/\1/p" "$folder/report")" = "$(sed -n 's/^PASS .* deviations=\([0-9]*\) .*/\1/p' "$folder/report")" ] ||
  bad 'other deviations are counted'
expect 1 bytes 1 "^model comparison: .*: DUT and reference encoder differ: $name\$"
echo '6 passed, 0 failed, 0 skipped'
