#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SIMULATORS [--no-image]: every bit of 4 KiB of the RTL's trace, flipped, with code or without. The run has everything in it
# that a trace can tell of. What the security state is behind a waypoint, the port says and the code does not.
set -eu
build=$1 simulators=$2 way=${3-}
source='--random 13 --clocks 7000 --spacing one --return-stack --exceptions 15 --ns --syncfr 400 --etmauxcr 1'
folder=$build/bit_flips/runs$way
mkdir -p "$folder"
"$simulators/w32-q8-f64/waypoint-sim" $source --quiet --bytes "$folder/trace" >"$folder/log"
waypoints=$(sed 's/.* waypoints=\([0-9]*\) .*/\1/' "$folder/log")
grep -v ${way:+-e ' NS, '} -e '^#' tests/bit_flips/allowed.txt >"$folder/allowed"
exec "$build/bit_flips/bit_flips" "$folder/allowed" "$waypoints" "$folder/trace" $source $way
