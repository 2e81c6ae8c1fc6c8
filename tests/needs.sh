#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# needs.sh BUILD: reads commands of tests from standard input, and prints the files that make must build for them. A
# script that may start any program needs all files.
set -eu
build=$1
both="$build/sim/rtl/w32-q8-f64/waypoint-sim $build/sim/rtl/etm-w32-q8-f64/waypoint-sim"
commands=$(cat)
echo "$commands" | tr ' ' '\n' | sort -u | while read -r word; do
  case $word in
    "$build"/independent/tree/* | tests/independent/run.sh) echo build-independent ;;
    "$build"/mutants/tree/*) echo build-mutants ;;
    "$build"/*/waypoint-sim | "$build/waypoint" | "$build/run") echo "$word" ;;
    "$build"/unit/* | "$build"/sanitized/test_*) echo "$word" ;;
    "$build/golden/test_golden" | "$build"/golden/check_?????er) echo "$word" ;;
    "$build"/opencsd/*) echo "$word" ;;
    tests/bind/*.sh) echo build-install ;;
    tests/opencsd/boards.sh) echo "$build/waypoint $build/opencsd/same_list" ;;
    tests/opencsd/filters.sh) echo "$build/waypoint $build/opencsd/same_list $both" ;;
    tests/silicon/ranges.sh) echo "$build/waypoint $build/silicon/ranges $both" ;;
    tests/program/log.sh) echo "$build/waypoint $build/programs/write_log" ;;
    tests/program/qemu.sh) echo "$build/waypoint $build/program/record" ;;
    tests/failure_report/order.sh) echo build-mutants "$build/waypoint" "$build/run" ;;
    tests/failure_report/cuts.sh) echo "$build/waypoint $build/run $build/programs/write_log" ;;
    tests/mutants/run.sh | tests/filters/drawn.sh) echo build-mutants ;;
    tests/bit_flips/run.sh) echo "$build/bit_flips/bit_flips $build/sim/rtl/w32-q8-f64/waypoint-sim" ;;
    tests/deviations/run.sh | tests/deviations/deeper.sh) echo build-deviations "$build/draw" "$build/waypoint" ;;
    tests/registers/run.sh) echo build-mutants "$build/registers/faults" ;;
    tests/prose/readme.sh) echo build-mutants "$build/waypoint" "$build/run" ;;
    tests/shrink/run.sh) echo build-mutants "$build/waypoint" ;;
    tests/report/report.sh) echo build-mutants "$build/waypoint" "$build/run" ;;
    tests/false_pass/run.sh) echo build-false-pass ;;
    vpi) echo build-icarus ;;
    tests/log/faults.sh) echo build-independent "$build/waypoint" ;;
    tests/log/*.sh) echo build-pins "$build/waypoint" "$build/draw" "$build/waves/decode_rows" ;;
    tests/ci/templates.sh) echo "$build/waypoint $build/run $build/draw $build/opencsd/same_list $both" ;;
    tests/ci/farm.sh) echo "$build/waypoint $build/draw" ;;
    tests/list/*.sh | tests/cli/test_elf.sh) echo "$build/waypoint" ;;
    tests/icarus/run.sh) echo build-icarus ;;
    tests/random/depth.sh) echo "$build/draw" ;;
    tests/random/false_failure.sh) echo "$build/sim/rtl/w32-q16-f256/waypoint-sim $build/sim/rtl/w64-q4-f16/waypoint-sim" ;;
    tests/random/speculation.sh) echo build-mutants "$build/waypoint" "$build/sim/rtl/w32-q8-f64-s4/waypoint-sim" ;;
    tests/bench/*.sh | tests/coverage/*.sh | tests/independent/test_draw.sh | tests/multi_dut/*.sh | tests/release/*.sh | tests/ci/*.sh | tests/formal/*.sh | tests/runner/*.sh | tests/smoke/*.sh | tests/prose/*.sh | tests/lint/*.sh | tests/random/*.sh) ;;
    tests/*.sh) echo build-test ;;
  esac
done
