#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SIMULATORS: every bit of 4 KiB of the RTL's trace, flipped. The run has everything in it that a trace can tell of.
set -eu
build=$1 simulators=$2
source='--random 13 --clocks 7000 --spacing one --return-stack --exceptions 15 --ns --syncfr 400 --etmauxcr 1'
mkdir -p "$build/flips"
"$simulators/w32-q8-f64/waypoint-sim" $source --quiet --bytes "$build/flips/trace" >"$build/flips/log"
waypoints=$(sed 's/.* waypoints=\([0-9]*\) .*/\1/' "$build/flips/log")
exec "$build/flips/flips" tests/flips/allowed.txt "$waypoints" "$build/flips/trace" $source
