#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# regress.sh BUILD PROTOCOL PART OF: random runs of 2,000 clocks on every combination of what the columns of table.txt hold (etm3: table-etm3.txt), or on one
# of OF equal parts of them, PART = 1 to OF. Some 900,000 in all: hours, so it goes in slices. Last line: passed, failed.
set -eu
build=$1 protocol=$2 part=$3 of=$4
table=tests/random/table.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
clocks=2000 slices=100
passed=0 failed=0
folder=$build/regress/$protocol-$part-$of

slice=0
while [ $slice -lt $slices ]; do
  rm -rf "$folder"
  mkdir -p "$folder"
  "$build/draw" product $((part - 1 + slice * of)) $((of * slices)) $clocks "$table" "$build" "$folder" >"$folder/list"
  "$build/run" -j "$(nproc)" -t 60 -o "$folder/junit.xml" "$folder/list" >"$folder/log" || true
  sed '$d' "$folder/log"
  passed=$((passed + $(sed -n '$s/ passed.*//p' "$folder/log")))
  failed=$((failed + $(sed -n '$s/.* passed, \([0-9]*\) failed.*/\1/p' "$folder/log")))
  slice=$((slice + 1))
  if [ -t 1 ]; then echo "slice $slice of $slices: $passed passed, $failed failed so far"; fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
