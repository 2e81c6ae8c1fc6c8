#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SIMULATORS: prints the tests of `make test`, one in each line, in the format of tests/runner/run.c.
# SIMULATORS has a directory for each configuration of a DUT. The longest tests come first, so that none of them runs
# alone at the end.
set -eu
build=$1 simulators=$2
test_line() { # NAME COMMAND [COLUMN]
  printf '%s\t%s%s\n' "$1" "$2" "${3:+	$3}"
}
names() { tests/fault_seeding/query.sh names "$1"; }
one='echo 1 passed, 0 failed, 0 skipped'
ptm=$simulators/w32-q8-f64/waypoint-sim etm=$simulators/etm-w32-q8-f64/waypoint-sim

test_line waves-copy "tests/waves/test_copy.sh $build $simulators" limit=300
test_line waves "tests/waves/test_waves.sh $build $simulators" limit=600
test_line waves-run "tests/waves/test_run.sh $simulators" limit=120
test_line bit-flips "tests/bit_flips/run.sh $build $simulators" limit=300
test_line bit-flips/port-only "tests/bit_flips/run.sh $build $simulators --no-image" limit=300
for list in pft etm3 a9; do
  for fault in none unknown $(names "tests/mutants/$list.txt"); do
    test_line "mutants-$list/$fault" "tests/mutants/run.sh $build $list-$fault"
  done
done
for name in pft-count-starts-at-0 etm3-alternative-address-too-short; do test_line "shrink/$name" "tests/shrink/run.sh $build $name"; done
# Faults of registers: 20 that the seed REGISTERS selects, or all (make mutate KIND=registers).
case ${REGISTERS:-1} in
  all) for unit in $(sed -n 's/^\([a-z0-9.-]*\) *--.*/\1/p' tests/registers/units.txt); do test_line "registers/$unit" "tests/registers/run.sh $build $unit all" limit=600; done ;;
  *) test_line registers "tests/registers/run.sh $build all ${REGISTERS:-1} 20" limit=120 ;;
esac
# On the Cortex-A9's port WPTTYPE 6 is reserved, so long code has no waypoint updates.
test_line long-code "$simulators/w32-q8-f64-s4/waypoint-sim --random 1 --long 20 --idr 0x571CF300 --quiet >/dev/null && $one"
# A DUT that does not store the Programming bit sends trace before the checker knows its registers.
for protocol in pft etm3; do
  case $protocol in pft) way=w32-q8-f64 ;; etm3) way=etm-w32-q8-f64 ;; esac
  test_line "registers-stop/$protocol" "mkdir -p $build/registers && { FAULT=registers-not-stored FAULT_WITH=0x000:0x00000400 $build/mutants/tree/b/sim/rtl/$way/waypoint-sim \
--protocol $protocol --random 1 --host tests/host/between.host --quiet --fst /dev/null --from 4294967295 >$build/registers/stop-$protocol.log; [ \$? = 1 ]; } && \
grep -q '^rule TRC-STOP-1: ' $build/registers/stop-$protocol.log && $one" limit=20
done
for name in $(names tests/false_pass/false-pass.txt) unwritable-waves no-command-line without-fault; do
  test_line "false-pass/$name" "tests/false_pass/run.sh $build $name" limit=60
done
# Faults of filters and resources.
for name in $(names tests/filters/filters.txt); do test_line "filters/$name" "tests/false_pass/run.sh $build filters/$name" limit=60; done
# Faults that generated host scripts detect.
for protocol in pft etm3; do test_line "generated-hosts/$protocol" "tests/filters/drawn.sh $build $protocol 40" limit=300; done
tests/deviations/list.sh "$build" 10 120
for unit in $(sed -n "s/^speculative_units = //p" tests/independent/independent.mk); do tests/independent/list.sh "$build" "$unit" 60; done
for unit in $(sed -n "s/^independent_units = //p" tests/independent/independent.mk); do
  tests/independent/list.sh "$build" "$unit" 20
  test_line "independent-draw/$unit" "tests/independent/test_draw.sh $build $unit"
done
for name in undriven no-reset lane stuck alone; do test_line "icarus/$name" "tests/icarus/run.sh $build $name"; done
for box in storage packer count commit reason ptm_fields etm_fields; do test_line "formal/$box" "tests/formal/run.sh $build/formal $box" limit=300; done

test_line offline-check/pft "tests/random/offline_check.sh $build $ptm pft 200" limit=120
test_line offline-check/etm3 "tests/random/offline_check.sh $build $etm etm3 200" limit=120
test_line random-depth "tests/random/depth.sh $build"
test_line random-speculation "tests/random/speculation.sh $build"
test_line false-failure/pft "tests/random/false_failure.sh $ptm pft 201 20" limit=120
test_line false-failure/etm3 "tests/random/false_failure.sh $etm etm3 201 20" limit=120
test_line port-only/pft "tests/random/port_only.sh $build $ptm pft w32-q8-f64 20 tests/program/*.wpp" limit=120
test_line port-only/etm3 "tests/random/port_only.sh $build $etm etm3 etm-w32-q8-f64 20 tests/program/*.wpp" limit=120
test_line drives "tests/multi_dut/drives.sh $simulators/drives/waypoint-sim"
test_line multi-dut "tests/multi_dut/multi_dut.sh $build/mutants/tree/b/sim/rtl/multi_dut/waypoint-sim tests/program/sort-arm.wpp"
test_line funnel "tests/multi_dut/multi_dut.sh $build/mutants/tree/b/sim/rtl/funnel/waypoint-sim tests/program/sort-arm.wpp"
# The smoke suite: the first and the eighth resource of each kind, or the first two if the DUT has fewer than eight
# (make regress: all).
smoke() { # GROUP ROWS SIMULATOR PROTOCOL OPTION...
  group=$1 rows=$2 simulator=$3
  shift 3
  ROWS=$rows tests/smoke/list.sh "$build" "$build/smoke/$group-$rows" "$group" "$simulator" "$@" |
    awk -F '\t' -v all="${SMOKE_FAULTS-}" -v rows="$rows" '
      { name[NR] = $1; line[NR] = $0; has_8[$1] = 1 }
      END {
        for (i = 1; i <= NR; i++) {
          row = name[i]
          number = sub(/-[2-7]$/, "", row) ? substr(name[i], length(row) + 2) : 1
          if (all || rows != "programmed" || number == 1 || (number == 2 && !((row "-8") in has_8))) print line[i]
        }
      }'
}
. tests/smoke/cases.sh
for dut in ptm etm $(sed -n "s/^independent_units = //p" tests/independent/independent.mk); do
  describe_dut "$build" "$dut"
  case $dut in ptm) simulator=$ptm ;; etm) simulator=$etm ;; esac
  # shellcheck disable=SC2086
  smoke "smoke-$dut" plain "$simulator" $protocol $plain_options
  # shellcheck disable=SC2086
  smoke "smoke-$dut" programmed "$simulator" $protocol $programmed_options
done
# For a DUT without a description, only the cases that need its registers.
smoke smoke-ptm-undescribed programmed "$ptm" pft | grep -E "/(external-input.*|resource-registers|reset-values)	"
smoke smoke-etm-undescribed programmed "$etm" etm3 | grep -E "/(external-input.*|resource-registers|reset-values)	"
# Of the widest ATB, only the cases that depend on the number of valid bytes in a beat.
smoke smoke-ptm-w64 plain "$simulators/w64-q16-f256/waypoint-sim" pft --set full | grep -E "/(back-pressure|random-back-pressure|slow-buses)	"
# Of other versions, only the cases that depend on the version, and those for functions that other versions do not
# implement.
smoke smoke-etm-v3.0 plain "$etm" etm3 --idr 0x410DF200 --ccer 0 | grep -E "/(exception-?[a-z]*|cycle-counts|P-headers|instruction-set)	"
smoke smoke-etm-v3.3 programmed "$etm" etm3 --unit tests/smoke/etm-v3.3.unit | grep -E "/(save-restore|power-loss|software-lock|counter-load-1|sequencer-12|reset-values)	"
smoke smoke-etm-m3 programmed "$etm" etm3 --unit m3 | grep -E "/(counter-reduced|embeddedice.*|external-input.*|reset-values|resource-registers)	"
smoke smoke-etm-a7 all "$etm" etm3 --unit a7 | grep -E "/(late-start|trigger-by-two-inputs|range-include-1|output|external-input)	"
smoke smoke-ptm-v1.0 programmed "$ptm" pft --unit tests/smoke/pft-v1.0.unit | grep -E "/(save-restore|security-filter|os-lock|reset-values)	"
speculative='commit-[a-z-]*|burst-[a-z-]*|flush-(alone|of-[a-z-]*|with-[a-z]*)|count-0-(atom|branch|exception)|stop-with-backlog|idle-with-uncommitted|buffer-full'
smoke smoke-ptm-a9 all "$simulators/w32-q8-f64-s4/waypoint-sim" pft --unit a9 |
  grep -E "/(extended-input-1|external-input-1|security-filter|reset-values|cycle-counts|timestamps?[a-z-]*|$speculative)	"
smoke smoke-ptm-a9 plain "$simulators/w32-q8-f64-s4/waypoint-sim" pft --unit full | grep /count-0-timestamp
test_line smoke-faults/unknown "tests/smoke/red.sh $build pft start pft-unknown 0 plain | grep -q '^start: expected .* no such seeded fault' && $one"
tests/smoke/seeded.sh "$build" "${SMOKE_FAULTS:-3}"  # (make regress: all)
test_line fuzz "tests/fuzz/made.sh $build"
test_line failure-report "tests/failure_report/failure.sh $build"
test_line failure-report/files "tests/failure_report/files.sh $build"
test_line failure-report/order "tests/failure_report/order.sh $build"
test_line failure-report/cuts "tests/failure_report/cuts.sh $build $ptm"
test_line failure-report/wrong "tests/failure_report/wrong.sh $build $ptm"
test_line report "tests/report/report.sh $build" limit=120
test_line bind "tests/bind/bind.sh $build" limit=300
test_line release "tests/release/release.sh $build" limit=600
test_line ci "tests/ci/ci.sh $build" limit=120
test_line ci/farm "tests/ci/farm.sh $build $ptm" limit=120
test_line ci/pairs "tests/ci/pairs.sh $build" limit=120
test_line ci/turn "tests/ci/turn.sh $build"
test_line ci/templates "tests/ci/templates.sh $build"
# The same run with each front end, with FRONTENDS seeds for each DUT (make regress: 20). VPI takes longest.
for frontend in log wave vpi; do
  few=3
  [ $frontend != vpi ] || few=2
  for seed in $(seq 1 "${FRONTENDS:-$few}"); do
    test_line "$frontend/pft-$seed" "tests/log/frontends.sh $frontend $build $ptm pft $seed --mode strict" limit=120
    test_line "$frontend/etm3-$seed" "tests/log/frontends.sh $frontend $build $etm etm3 $seed --mode strict" limit=120
    for unit in $(sed -n "s/^independent_units = //p" tests/independent/independent.mk); do
      case $unit in etm_*) way=etm-w32-q8-f64 protocol=etm3 ;; *) way=w32-q8-f64 protocol=pft ;; esac
      simulator=$build/independent/tree/b/sim/rtl+$unit/$way/waypoint-sim
      test_line "$frontend/$unit-$seed" "tests/log/frontends.sh $frontend $build $simulator $protocol $seed --mode legal"
    done
  done
done
test_line log/writers-pft "tests/log/writers.sh $build $ptm pft"
test_line log/writers-etm3 "tests/log/writers.sh $build $etm etm3"
test_line wave/times "tests/log/times.sh $build $ptm"
test_line wave/rows-pft "tests/log/rows.sh $build $ptm pft"
test_line wave/rows-etm3 "tests/log/rows.sh $build $etm etm3"
test_line log/commits "tests/log/commits.sh $build $ptm"
test_line log/debug-request "tests/log/debug_request.sh $build $ptm"
test_line log/cortex-a9 "tests/log/cortex_a9.sh $build" limit=300
test_line log/faults "tests/log/faults.sh $build" limit=120
test_line log/bad "tests/log/test_bad.sh $build $ptm"
for protocol in pft etm3; do
  simulator=$ptm
  [ $protocol = pft ] || simulator=$etm
  test_line "list/$protocol" "tests/list/list.sh $build $simulator $protocol"
done
test_line runner "tests/runner/test_run.sh $build/run"
test_line runner/expect tests/runner/test_expect.sh
test_line bench-count tests/bench/test_count.sh
test_line coverage tests/coverage/test_coverage.sh
test_line prose tests/prose/test_prose.sh
test_line lint "tests/lint/test_cached.sh $build"
test_line lint/operators tests/lint/test_operators.sh
test_line host "tests/host/host.sh $simulators" limit=120
# make regress takes all texts (HOST_EVERY=1), and more runs (HOST_RUNS).
test_line host/varied "tests/host/varied.sh $simulators ${HOST_EVERY:-19}" limit=600
test_line host/unwritten "tests/host/unwritten.sh $simulators" limit=60
for protocol in pft etm3; do
  for how in random illegal; do
    test_line "host/$how-$protocol" "tests/host/drawn.sh $simulators $protocol $how 1 ${HOST_RUNS:-120}" limit=3600
  done
done
test_line registers-page "$build/verify/registers docs/registers.md tests/registers/held.txt rtl/trc_pkg.sv rtl/trc_apb.sv | diff docs/registers.md - && $one"
test_line readme "tests/prose/readme.sh $build $ptm"
for source in tests/unit/*.c; do
  name=$(basename "$source" .c)
  test_line "unit/${name#test_}" "$build/unit/$name"
done
for name in pft_decode etm3_decode pft_flow etm3_flow files frames program steps_log checker registers rule_sync rule_pins rule_address rule_bus; do
  test_line "sanitized/$name" "$build/sanitized/test_$name"
done

mkdir -p "$build/golden/encoder" "$build/golden/rtl/pft" "$build/golden/rtl/etm3"
test_line golden-reader "$build/golden/test_golden"
test_line golden-decoder "$build/golden/check_decoder tests/golden/*/*.golden"
test_line golden-encoder "$build/golden/check_encoder $build/golden/encoder tests/golden/*/*.golden"
for file in $(grep -L '^decode-only ' tests/golden/*/*.golden); do
  name=$(basename "$file" .golden)
  case $file in
    */etm3/*) test_line "golden-rtl-etm3/$name" "$build/golden/check_encoder $build/golden/rtl/etm3 $etm $file" ;;
    *)
      depth=$(sed -nE 's/^config .*wpt-depth=([0-9]+).*/-s\1/p' "$file")
      test_line "golden-rtl-pft/$name" "$build/golden/check_encoder $build/golden/rtl/pft $simulators/w32-q8-f64$depth/waypoint-sim $file"
      ;;
  esac
done
test_line golden-opencsd "$build/opencsd/check_golden tests/golden/*/*.golden"
test_line opencsd "$build/opencsd/test_opencsd"
test_line opencsd-packets/pft "$build/opencsd/same_packets pft 1 50400"
test_line opencsd-packets/etm3 "$build/opencsd/same_packets etm3 1 51200"
for program in sort-thumb system-arm; do
  test_line "boards/$program" "tests/opencsd/boards.sh $build tests/program/$program.wpp" limit=300
done
test_line opencsd-filters "tests/opencsd/filters.sh $build $simulators 10 1200" limit=120
for program in vm-thumb system-arm system-thumb; do
  test_line "record/$program" "tests/program/log.sh $build tests/program/$program.wpp" limit=300
done
test_line record/qemu "tests/program/qemu.sh $build"
test_line silicon/decode "tests/silicon/decode.sh $build/waypoint"
test_line silicon/damage "tests/silicon/damage.sh $build/waypoint"
test_line silicon/reencode "tests/silicon/reencode.sh $build/waypoint"
test_line silicon/registers "$build/silicon/registers"
test_line silicon/rtl "tests/silicon/rtl.sh $build $simulators"
test_line silicon/ranges "tests/silicon/ranges.sh $build $simulators"
test_line command-line "tests/cli/test_cli.sh $build $simulators"
test_line command-check "tests/cli/test_check.sh $build $simulators"
test_line command-unit "tests/cli/test_unit.sh $build $simulators"
test_line command-elf "tests/cli/test_elf.sh $build $etm"
test_line command-size "tests/cli/test_size.sh $build $simulators"

# A run must end with PASS and with LOST. With a fifth argument, the test also compares the instructions that OpenCSD
# decodes.
program_line() { # NAME SIMULATOR SOURCE LOST [THEN]
  log=$build/programs/$(echo "$1" | tr / -)
  then=
  [ -z "${5-}" ] || then=" && $build/opencsd/same_list $log.bytes $3"
  test_line "$1" "$2 $3 --quiet --bytes $log.bytes | tee $log.log && grep -q '^PASS .* $4' $log.log$then && $one"
}

# Each beat must equal the reference model's, each instruction must be decoded, and no trace may be lost. OpenCSD must
# decode the same instructions, except those that it is known to lose. In the bursts of `stall`, a waypoint occurs in
# each clock and an exception takes two clocks, so `system` overflows.
mkdir -p "$build/programs"
for program in tests/program/*.wpp; do
  name=$(basename "$program" .wpp)
  for unit in w8-q8-f64 w32-q8-f64; do
    for spacing in one two stall; do
      lost=lost=0
      case $name-$spacing in system-*-stall) lost=lost= ;; esac
      program_line "program/$name-${unit%%-*}-$spacing" "$simulators/$unit/waypoint-sim" "--program $program --spacing $spacing" $lost opencsd
    done
  done
done

# The same for an ETM, which loses no trace in any of these runs. OpenCSD may differ only in known ways. In addition, a
# PTM and an ETM must report the same path.
for program in tests/program/*.wpp; do
  name=$(basename "$program" .wpp)
  for spacing in one two stall; do
    for options in '' ' --cycle-accurate' ' --alternative' ' --cycle-accurate --alternative'; do
      program_line "program-etm3/$name-$spacing$(echo "$options" | tr -d ' ' | sed 's/--/-/g')" "$etm" \
        "--protocol etm3 --program $program --spacing $spacing$options" lost=0 opencsd
    done
  done
  test_line "same-path/$name" "tests/program/same_path.sh $build $simulators $program"
  test_line "offline/$name" "tests/program/offline.sh $build $simulators $program"
done

# A waypoint in each clock, each with at most one chunk of trace, and an ATB that accepts each beat: no trace may be
# lost.
for program in sort-thumb format-arm; do
  program_line "no-loss/$program" "$simulators/w64-q4-f16/waypoint-sim" "--program tests/program/$program.wpp --spacing waypoint --syncfr 0" lost=0
done

# A fixed window of seeds must reach all of its coverage points. tests/tests.mk has the bounds for any other window.
for protocol in pft etm3; do
  tests/random/list.sh "$build" "$simulators" $protocol 1 1000 "$build/random/test-$protocol" 100 70 tests/program/*.wpp |
    awk -v all="${ALL_ROWS-}" '
      match($1, /-row-[0-9]+$/) {
        name = substr($1, 1, RSTART - 1)
        if (!(name in number)) number[name] = count++
        if (!all && (number[name] + substr($1, RSTART + 5)) % 5) next
      }
      { print }'
done

# The reference RTL must equal the reference model in each byte.
for protocol in pft etm3; do
  RANDOM_ARGS='--mode bytes' tests/random/list.sh "$build" "$simulators" $protocol 2001 60 "$build/random/bytes-$protocol" 0 0 |
    sed 's/^random-/bytes-/'
done
