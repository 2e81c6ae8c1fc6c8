#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD: every test of `make test`, one NAME<TAB>COMMAND a line.
set -eu
build=$1
test_line() { printf '%s\t%s\n' "$1" "$2"; }
one='echo 1 passed, 0 failed, 0 skipped'

test_line runner "tests/runner/test_run.sh $build/run"
for source in tests/unit/*.c; do
  name=$(basename "$source" .c)
  test_line "unit-${name#test_}" "$build/unit/$name"
done
for name in decode decode_etm3 flow flow_etm3 program; do
  test_line "sanitized-$name" "$build/sanitized/test_$name"
done

mkdir -p "$build/golden/encoder" "$build/golden/rtl"
test_line golden-reader "$build/golden/test_golden"
test_line golden-decoder "$build/golden/check_decoder tests/golden/*.golden"
test_line golden-encoder "$build/golden/check_encoder $build/golden/encoder tests/golden/*.golden"
test_line golden-rtl "$build/golden/check_encoder $build/golden/rtl $build/sim/w32-q8-f64/waypoint-sim \$(ls tests/golden/*.golden | grep -v /etm3-)"
test_line golden-rtl-etm3 "$build/golden/check_encoder $build/golden/rtl $build/sim/etm-w32-q8-f64/waypoint-sim tests/golden/etm3-*.golden"
test_line golden-opencsd "$build/opencsd/check_golden tests/golden/*.golden"
test_line opencsd "$build/opencsd/test_opencsd"
test_line silicon-decode "tests/silicon/decode.sh $build/waypoint"
test_line silicon-recode "tests/silicon/recode.sh $build/waypoint"
test_line silicon-rtl "tests/silicon/rtl.sh $build"
test_line opencsd-packets "$build/opencsd/same_packets pft 1 50400"
test_line opencsd-packets-etm3 "$build/opencsd/same_packets etm3 1 51200"

# Every beat the same, every instruction decoded back, nothing lost, OpenCSD's list the same but for what it is known to
# miss. In the bursts of `stall` a waypoint comes in every clock, and an exception takes two: `system` overflows there.
mkdir -p "$build/programs"
for program in tests/program/*.wpp; do
  for unit in w8-q8-f64 w32-q8-f64; do
    for spacing in one two stall; do
      name=$(basename "$program" .wpp)
      lost=lost=0
      case $name-$spacing in system-*-stall) lost=lost= ;; esac
      name=program-$name-${unit%%-*}-$spacing
      source="--program $program --spacing $spacing"
      bytes=$build/programs/$name.bytes
      test_line "$name" "$build/sim/$unit/waypoint-sim $source --quiet --bytes $bytes | tee $bytes.log && grep -q '^PASS .* $lost' $bytes.log && $build/opencsd/same_list $bytes $source && $one"
    done
  done
done

# The same of an ETM, which loses nothing anywhere; where OpenCSD's list differs, it differs as foreseen. And a PTM and an ETM tell
# the same path.
for program in tests/program/*.wpp; do
  base=$(basename "$program" .wpp)
  for spacing in one two stall; do
    for options in '' ' --cycle-accurate' ' --alternative' ' --cycle-accurate --alternative'; do
      name=program-$base-etm3-$spacing$(echo "$options" | tr -d ' ' | sed 's/--/-/g')
      source="--protocol etm3 --program $program --spacing $spacing$options"
      bytes=$build/programs/$name.bytes
      test_line "$name" "$build/sim/etm-w32-q8-f64/waypoint-sim $source --quiet --bytes $bytes | tee $bytes.log && grep -q '^PASS .* lost=0' $bytes.log && $build/opencsd/same_list $bytes $source && $one"
    done
  done
  test_line "same-path-$base" "tests/program/same_path.sh $build $program"
done

# A waypoint in every clock, each with at most one chunk to say, and an ATB that keeps up: nothing is lost, ever.
for program in sort-thumb format-arm; do
  test_line "no-loss-$program" "$build/sim/w64-q4-f16/waypoint-sim --program tests/program/$program.wpp --spacing waypoint --syncfr 0 --quiet | tee $build/programs/no-loss-$program.log && grep -q '^PASS .* lost=0' $build/programs/no-loss-$program.log && $one"
done

test_line flips "tests/flips/run.sh $build"
for protocol in pft etm3; do
  test_line "random-$protocol" "tests/random/run.sh $build $protocol 1 1000 $(echo tests/program/*.wpp)"
done
for protocol in pft etm3; do
  for fault in none unknown $(sed -n 's/^\([a-z][a-z0-9-]*\): .*/\1/p' "tests/mutants/$protocol.txt"); do
    test_line "mutant-$protocol-$fault" "tests/mutants/run.sh $build $protocol-$fault"
  done
done
test_line command-line "tests/cli/test_cli.sh $build"
test_line waves-copy "tests/waves/test_copy.sh $build"
test_line waves "tests/waves/test_waves.sh $build"
