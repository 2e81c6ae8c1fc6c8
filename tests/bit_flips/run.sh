#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SIMULATORS [--no-image]: flips every bit of 4 KiB of the RTL's trace, with code or without. The run contains everything that a
# trace can report. Only the port shows the security state after a waypoint; the code does not.
set -eu
build=$1 simulators=$2 way=${3-}
source='--random 13 --clocks 7000 --spacing one --return-stack --exceptions 15 --ns --syncfr 400 --etmauxcr 1'
folder=$build/bit_flips/runs$way
mkdir -p "$folder"
"$simulators/w32-q8-f64/waypoint-sim" $source --quiet --bytes "$folder/trace" >"$folder/log"
waypoints=$(sed 's/.* waypoints=\([0-9]*\) .*/\1/' "$folder/log")
grep -v ${way:+-e ' NS, '} -e '^#' tests/bit_flips/allowed.txt >"$folder/allowed"
exec "$build/bit_flips/bit_flips" "$folder/allowed" "$waypoints" "$folder/trace" $source $way
