#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# count.awk attributes each instruction of a small profile to its part. The profile has the difficult cases: abbreviated names, a library,
# a function that is included from another file, calls between parts, and the start of the process.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

profile() { # CLOCKS FACTOR START: the profile of a run; each clock costs FACTOR of everything, and the process starts with START instructions
  cat <<END
clocks=$1
version: 1
summary: $((125 * $2 + $3))
ob=(1) /usr/lib/libc.so.6
fl=(1) ./string/memset.S
fn=(1) memset
9 $((7 * $2))

ob=(2) /build/sim/rtl/w32-q8-f64/waypoint-sim
fl=(2) ???
fn=(2) (below main)
0 $3
cob=(1)
cfi=(1)
cfn=(3) __libc_start_main
calls=1 0
0 $((125 * $2))

fn=(4) Vtb___024root___eval(Vtb___024root*)
0 $((40 * $2))
cfi=(3) /home/user/model/check/checker.c
cfn=(5) checker_clock
calls=$1 10
0 $((78 * $2))

fl=(3)
fn=(5)
10 $((20 * $2))
fi=(4) /home/user/model/common/rng.h
+1 $((5 * $2))
fe=(3)
cob=(1)
cfi=(1)
cfn=(1)
calls=$1 9
* $((7 * $2))
cfi=(5) /home/user/model/enc/unit.c
cfn=(6) unit_step
calls=$1 20
* $((46 * $2))

fl=(5)
fn=(6)
20 $((30 * $2))
cfi=(6) /home/user/model/common/image.c
cfn=(7) image_find
calls=$1 30
20 $((16 * $2))

fl=(6)
fn=(7)
30 $((16 * $2))

fl=(7) /home/user/model/rules/rules.c
fn=(8) rules_clock
40 $((7 * $2))
END
}

profile 100 100 5000 >"$folder/short"
profile 300 300 5000 >"$folder/long"
profile 300 600 9000 >"$folder/base-long"
profile 100 200 9000 >"$folder/base-short"
awk -f tests/bench/count.awk "$folder/short" "$folder/long" "$folder/base-short" "$folder/base-long" >"$folder/found"
diff - "$folder/found" <<'END' || { echo '0 passed, 1 failed, 0 skipped'; exit 1; }
instructions a clock       BASE  ratio
  RTL                     40      80   0.50
  stimulus                 0       0      -
  pins                     0       0      -
  model                   46      92   0.50
  check                   32      64   0.50
  rules                    7      14   0.50
  other                    0       0      -
  total                  125     250   0.50
  of which checks         39      78   0.50
END
echo '1 passed, 0 failed, 0 skipped'
