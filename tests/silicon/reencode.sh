#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reencode.sh WAYPOINT: the encoder gives back the bytes of real silicon, from what its trace reports. Folder as in decode.sh. With the wrong depth of
# the return stack it must not.
set -u
waypoint=$1
captures=${WAYPOINT_CAPTURES:-../shared/captures}
passed=0 failed=0 skipped=0
if [ ! -d "$captures/TC2" ]; then
  echo "SKIP: no captures in $captures"
  echo '0 passed, 0 failed, 8 skipped'
  exit 0
fi

expect() { # EXIT_CODE LAST_LINE WORD...
  code=$1 line=$2
  shift 2
  out=$("$waypoint" reencode --snapshot "$@" 2>&1)
  got=$?
  case $got/$out in
    $code/*"$line"*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); echo "reencode $*: expected exit $code and $line; got $got and:"; echo "$out" | tail -n 10 ;;
  esac
}
expect 0 'reencode: bytes=4412 same=4412 packets=1789 same_packets=1789 given=145' "$captures/TC2" --id 0x13
expect 0 'reencode: bytes=36 same=36 packets=11 same_packets=11 given=3' "$captures/trace_cov_a15"
expect 1 'reencoded: branch' "$captures/trace_cov_a15" --depth 0
# Cortex-A7, ETMv3.5: what is proved is how atoms are packed into P-headers, and how addresses and times are compressed.
expect 0 'reencode: bytes=10097 same=10097 packets=8707 same_packets=8707 given=153' "$captures/TC2" --id 0x10
expect 0 'reencode: bytes=9696 same=9696 packets=8517 same_packets=8517 given=135' "$captures/TC2" --id 0x11
expect 0 'reencode: bytes=2544 same=2544 packets=2266 same_packets=2266 given=27' "$captures/TC2" --id 0x12
# Cortex-M3, ETMv3.4: triggers, branch broadcast, no cycle counts. Without its description three P-headers are joined.
if [ -d "$captures/stm32f105" ]; then
  expect 0 'reencode: bytes=760 same=760 packets=664 same_packets=664 given=16' "$captures/stm32f105"
  expect 1 'reencode: bytes=760 same=754 packets=664 same_packets=658 given=16' "$captures/stm32f105" --unit a7
else
  skipped=2
  echo "SKIP: no stm32f105 in $captures"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
