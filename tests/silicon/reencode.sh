#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reencode.sh WAYPOINT: the encoder gives back the bytes of real silicon, from what its trace reports. Folder as in decode.sh. With the wrong depth of
# the return stack it must not.
set -u
waypoint=$1
captures=${WAYPOINT_CAPTURES:-../shared/captures}
. tests/expect.sh
[ -d "$captures/TC2" ] || skip_all 8 "no captures in $captures"

reencodes() { # EXIT_CODE LAST_LINE WORD...
  code=$1 line=$2
  shift 2
  out=$("$waypoint" reencode --snapshot "$@" 2>&1)
  got=$?
  case $got/$out in
    $code/*"$line"*) pass ;;
    *) fail "reencode $*: expected exit code $code and $line, found $got and:" "$(echo "$out" | tail -n 10)" ;;
  esac
}
reencodes 0 'reencode: bytes=4412 same=4412 packets=1789 same_packets=1789 given=145' "$captures/TC2" --id 0x13
reencodes 0 'reencode: bytes=36 same=36 packets=11 same_packets=11 given=3' "$captures/trace_cov_a15"
reencodes 1 'reencoded: branch' "$captures/trace_cov_a15" --depth 0
# Cortex-A7, ETMv3.5: what is proved is how atoms are packed into P-headers, and how addresses and times are compressed.
reencodes 0 'reencode: bytes=10097 same=10097 packets=8707 same_packets=8707 given=153' "$captures/TC2" --id 0x10
reencodes 0 'reencode: bytes=9696 same=9696 packets=8517 same_packets=8517 given=135' "$captures/TC2" --id 0x11
reencodes 0 'reencode: bytes=2544 same=2544 packets=2266 same_packets=2266 given=27' "$captures/TC2" --id 0x12
# Cortex-M3, ETMv3.4: triggers, branch broadcast, no cycle counts. Without its description three P-headers are joined.
if [ -d "$captures/stm32f105" ]; then
  reencodes 0 'reencode: bytes=760 same=760 packets=664 same_packets=664 given=16' "$captures/stm32f105"
  reencodes 1 'reencode: bytes=760 same=754 packets=664 same_packets=658 given=16' "$captures/stm32f105" --unit a7
else
  skipped=2
  echo "SKIP: no stm32f105 in $captures"
fi

totals
