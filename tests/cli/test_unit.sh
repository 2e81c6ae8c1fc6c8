#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_unit.sh BUILD SIMULATORS: descriptions of units (docs/unit.md), good and bad, and random runs of units that lack something.
set -u
build=$1 simulators=$2
waypoint=$build/waypoint
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
output=$folder/out
# refuses TEXT LINE: a description with that line, the second.
refuses() {
  printf '# mine\n%s\n' "$2" >"$folder/bad.unit"
  answers 2 "^waypoint: $folder/bad.unit:2: $1" "$waypoint" unit "$folder/bad.unit"
}

# The same by name, by file, by registers.
for part in a9 a15 full a7 m3; do
  "$waypoint" encode --set $part --random 3 --clocks 500 -o "$folder/set"
  "$waypoint" encode --unit sim/units/$part.unit --random 3 --clocks 500 -o "$folder/file"
  cmp -s "$folder/set" "$folder/file"
  verdict $? "$part: --set and its file differ"
  "$waypoint" unit $part >"$folder/again.unit"
  "$waypoint" unit "$folder/again.unit" | cmp -s - "$folder/again.unit"
  verdict $? "$part: what waypoint unit prints is not read as the same"
done

# What a unit can do, and the numbers of its resources, one a line, which the smoke suite reads.
counts() { # UNIT NAME=NUMBER...
  part=$1
  shift
  "$waypoint" unit "$part" --can >"$folder/can"
  for number in "$@"; do
    grep -qx -- "$number" "$folder/can"
    verdict $? "waypoint unit $part --can: expected the line $number, found $(grep "^${number%=*}=" "$folder/can")"
  done
}
counts a9 minor=0 pairs=4 counters=2 sequencer=1 outputs=2 inputs=4 extended-inputs=29 selectors=2 contexts=1 virtualization=0 saved-words=0 os-lock=0 power=1
counts tests/smoke/pft-v1.0.unit minor=0 inputs=4 selectors=0 saved-words=1 os-lock=1 power=1
counts full minor=1 pairs=8 counters=4 inputs=4 selectors=4 extended-inputs=255 embeddedice=8 embeddedice-starts=1 contexts=3 virtualization=1 start-stop=1 \
  security=1 readable=1 os-lock=1 saved-words=0 software-lock=1 power=2 claim=8 reduced-counter=0
counts m3 pairs=0 counters=1 reduced-counter=1 sequencer=0 outputs=0 inputs=2 embeddedice=4 latches=0 security=0 os-lock=0 software-lock=1 claim=4
printf 'protocol=etm3 minor=0 ccr=0x8F298004 ccer=0\n' >"$folder/old.unit"
counts "$folder/old.unit" readable=0 os-lock=0 software-lock=0 claim=0 embeddedice=0

# Counts of one and of several; what depends on something that the unit does not implement is not implemented, either.
"$waypoint" unit --idr 0x411CF300 --ccr 0x80222002 --ccer 0 >"$folder/out"
grep -qx '# 2 pairs of address comparators, 1 counter, no sequencer, 1 external input, 2 outputs, 0 Context ID comparators' "$folder/out"
verdict $? "a unit with one counter: $(grep pair "$folder/out")"
! grep '^# Implemented:' "$folder/out" | grep -qE ' (depth|return-stack|etmtsevr|timestamps)( |$)'
verdict $? "depth or etmtsevr of a unit without return stack and timestamps: $(grep Implemented "$folder/out")"
"$waypoint" unit --idr 0x411CF300 --ccer 0x00C00000 | grep '^# Implemented:' | grep ' depth ' | grep -q ' etmtsevr '
verdict $? 'no depth or etmtsevr of a unit with return stack and timestamps'

printf 'protocol=pft idr=0x41AAF310 ccr=0x00020000\nccer=0x00001800 # no stamps\nwidth=32 fifo=64\nwithout=cycle-accurate,os-lock\nfixed=ETMSYNCFR:0x200 unreadable=ETMTEEVR,ETMTRIGGER\nmode=legal rule-off=TRC-ID-2\n' >"$folder/my.unit"
my="--unit $folder/my.unit"
# shellcheck disable=SC2086
{
  answers 2 "--cycle-accurate: expected a unit that counts cycles; $folder/my.unit has without=cycle-accurate" "$waypoint" encode --random 1 $my --cycle-accurate
  answers 2 '--timestamps: expected a PTM or ETMv3.5 with ETMCCER.22.; this unit is PFTv1.1' "$waypoint" encode --random 1 $my --timestamps
  answers 2 '--power 2 requires an OS lock, --oslock open or --oslock set; a trace unit without OS lock has one power domain' "$simulators/w32-q8-f64/waypoint-sim" --random 1 --power 2 --oslock none
  answers 2 '--stop-by: expected a unit with an OS lock; .* has without=os-lock' "$simulators/w32-q8-f64/waypoint-sim" --random 1 $my --restarts 1 --stop-by os-lock
  answers 0 '^PASS .* mode=legal$' "$simulators/w32-q8-f64/waypoint-sim" --random 1 --clocks 500 $my --quiet
  answers 2 "^waypoint: ETMSYNCFR 0x400: expected 0x200; $folder/my.unit has fixed=ETMSYNCFR" "$waypoint" encode --random 1 $my --syncfr 0x400
  answers 2 '--unit and --idr: --unit fixes the ID registers; remove --idr' "$waypoint" encode --random 1 $my --idr 3
  answers 2 'expected an ETM, as selected by --protocol etm3; remove --protocol' "$waypoint" encode --random 1 --protocol etm3 $my
}
# prints_resets WANTED LINE...: a description with these lines has this line as waypoint unit prints it.
prints_resets() {
  wanted=$1
  shift
  { echo protocol=pft; printf '%s\n' "$@"; } >"$folder/reset.unit"
  got=$("$waypoint" unit "$folder/reset.unit" | grep '^reset=')
  [ "$got" = "$wanted" ]
  verdict $? "reset: expected $wanted, found $got"
}
prints_resets 'reset=ETMTECR1:0x2,ETMEXTOUTEVR1:0x1,ETMEXTOUTEVR2:0x5,ETMEXTOUTEVR3:0x1,ETMEXTOUTEVR4:0x1' reset=ETMEXTOUTEVR:1 reset=ETMTECR1:2,ETMEXTOUTEVR2:5
prints_resets 'reset=all:0,ETMTECR1:0x2' reset=all:0,ETMTECR1:2
answers 2 'none.unit: No such file or directory; expected a description file \(docs/unit\.md\) or a known part: a15, a7, a9, full, m3' "$waypoint" unit none.unit
answers 2 ': Is a directory' "$waypoint" unit "$folder"
refuses 'foo=3: unknown word; see waypoint unit --help' 'foo=3'
refuses 'timestamps: unknown word' 'idr=0x41AAF310 timestamps'
refuses 'idr=x: expected a number from 0 to 0xFFFFFFFF' 'idr=x'
refuses 'width=24: expected 8, 16, 32 or 64' 'width=24'
refuses 'fifo=65: expected a power of two' 'fifo=65'
refuses 'wpt-depth=65: expected a number from 0 to 64$' 'wpt-depth=65'

refuses 'without: unknown feature wings; see docs/unit.md' 'without=ns,wings'
refuses 'fixed=ETMSYNCFR: expected registers that the host writes, each with a value, separated by commas: ETMSYNCFR:0x400' 'fixed=ETMSYNCFR'
refuses 'fixed=ETMSYNCFR:0x1000: expected registers that' 'fixed=ETMSYNCFR:0x1000'
refuses 'fixed=ETMCR:1: expected registers that' 'fixed=ETMCR:1'
refuses 'reset=ETMTECR1: expected trace registers, each with a value, separated by commas: ETMTECR1:0x01000000' 'reset=ETMTECR1'
refuses 'reset=ETMFOO:0: expected trace registers' 'reset=ETMFOO:0'
refuses 'reset=ETMCR:0: expected trace registers' 'reset=ETMCR:0'
refuses 'unreadable=ETMIDR: expected registers that the host writes, separated by commas' 'unreadable=ETMIDR'
refuses 'without: expected a value' 'without'
refuses 'oslock=yes: expected none, open or set' 'oslock=yes'
refuses 'swlock=1: expected yes or no' 'swlock=1'
refuses 'power=3: expected 1 or 2' 'power=3'
refuses 'claim=9: expected a number from 0 to 8' 'claim=9'
refuses 'protocol=stm: expected pft or etm3' 'protocol=stm'
refuses 'split-at-trigger=yes: expected no value' 'protocol=etm3 split-at-trigger=yes'
printf 'split-at-trigger\n' >"$folder/bad.unit"
answers 2 "^waypoint: $folder/bad.unit: split-at-trigger: expected an ETM, found a PTM$" "$waypoint" unit "$folder/bad.unit"

printf 'protocol=etm3\nidr=0x571CF310\n' >"$folder/bad.unit"
answers 2 "^waypoint: $folder/bad.unit: idr=0x571CF310: expected 2 in bits .11:8. for an ETM, found 3; use protocol=pft for a PTM$" "$waypoint" encode --random 1 --protocol etm3 --unit "$folder/bad.unit"

# The mode is that of a unit of another design, if the description has none.
mode_is() { # MODE WORD...: what waypoint unit prints of these words
  wanted=mode=$1
  shift
  answers 0 '' "$waypoint" unit "$@"
  [ "$(grep '^mode' "$folder/out")" = "$wanted" ]
  verdict $? "waypoint unit $*: expected $wanted"
}
mode_is legal a9
for line in port=cortex-a9 wpt-depth=8 idr=0x411CF300 ccer=0x00C018EA; do
  "$waypoint" unit a9 | grep -qx "$line"
  verdict $? "waypoint unit a9: expected the line $line"
done
mode_is legal --protocol etm3 --idr 0x410CF250
for mode in strict bytes legal; do
  printf 'protocol=pft\nmode=%s\n' $mode >"$folder/mode.unit"
  mode_is $mode "$folder/mode.unit"
done

# From a log: the simulation's own registers.
"$simulators/etm-w32-q8-f64/waypoint-sim" --protocol etm3 --unit a7 --random 1 --clocks 300 --log "$folder/log" --quiet >/dev/null
answers 0 '' "$waypoint" unit --protocol etm3 --log "$folder/log"
grep -q '^idr=0x410CF250$' "$folder/out" && grep -q '^ccer=0x344008F2$' "$folder/out" && grep -q '^ccr=0x' "$folder/out" && grep -q '^width=32$' "$folder/out"
verdict $? 'a log gives other registers'
# A checker's configuration has it, too.
answers 2 'a7 and --log: expected only one of them' "$waypoint" unit a7 --log "$folder/log"
answers 0 '^PASS ' "$waypoint" check --log "$folder/log" --unit a7 --random 1
answers 1 'FAIL ' "$waypoint" check --log "$folder/log" --unit m3 --random 1

# What is read is checked against the description: ETMCCR has another value, and ETMSYNCFR can be written.
for word in ccr=0x88020000 fixed=ETMSYNCFR:0x200; do
  "$waypoint" unit a7 | sed "s/^# end/$word\n&/" >"$folder/other.unit"
  answers 1 '^FAIL ' "$waypoint" check --log "$folder/log" --unit "$folder/other.unit" --random 1
  grep -qE 'rule TRC-ID-2: clock [0-9]+, byte [0-9]+: ETM[A-Z]+ is 0x[0-9A-F]+, expected 0x[0-9A-F]+' "$folder/out"
  verdict $? "$word is not held against the unit"
  [ "${word%%=*}" = ccr ] || continue
  grep -q "ETMCCR is 0x[0-9A-F]*, expected 0x88020000 as described by --unit $folder/other.unit " "$folder/out"
  verdict $? "the line does not name the description: $(grep TRC-ID-2 "$folder/out")"
done
# The DUT sends no packet of the kind that a case of the smoke suite requires. (ETMSYNCFR is 0.)
. tests/smoke/cases.sh
# smoke CODE PATTERN PROTOCOL CASE OPTION...: a case of the smoke suite on the reference RTL, described by the options.
smoke() {
  smoke_code=$1 smoke_pattern=$2 protocol=$3 name=$4
  shift 4
  way=w32-q8-f64
  [ "$protocol" = pft ] || way=etm-w32-q8-f64
  mkdir -p "$folder/smoke"
  print_can "$build" "$protocol" "$@" >"$folder/smoke/$protocol.can"
  answers "$smoke_code" "$smoke_pattern" tests/smoke/smoke.sh "$simulators/$way/waypoint-sim" "$protocol" "$name" "$folder/smoke" "$@"
}
smoke 1 '^0 passed, 1 failed, 0 skipped$' pft synchronization-by-bytes --set full --syncfr 0
head -n 1 "$folder/out" | grep -x 'smoke: synchronization-by-bytes: INCOMPLETE: the case requires periodic I-sync in the trace (at least 2), found 0: the DUT .*' |
  grep -q ': the DUT sent 175 bytes, and ETMSYNCFR=0 is the number of bytes between periodic I-syncs (options: .*); of 56 waypoints in [0-9]* clocks 55 were compared, 1 not traced, 0 lost$'
verdict $? "a case that did not do what its name promises: $(tail -n 2 "$folder/out")"

# The stimulus changes the VMID, and no VMID is compared, because ETMCR[30] reads as 0.
FAULT=registers-stuck-0 FAULT_WITH=0:1073741824 answers 1 '^0 passed, 1 failed, 0 skipped$' tests/smoke/smoke.sh "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim" \
  pft VMID "$folder/smoke" --set full --rule-off TRC-REG-2 --rule-off TRC-VMID-1
head -n 1 "$folder/out" | grep -q ' the case requires VMID checked in the trace (at least 1), found 0: VMID was 0x07 in clock 73, and 1 was written to ETMCR\[30\] (options: --vmid); of '
verdict $? "the reason why a VMID is due: $(head -n 1 "$folder/out")"
smoke 1 '^0 passed, 1 failed, 0 skipped$' pft enable-by-range-1 --unit full --clocks 60
head -n 1 "$folder/out" | grep -q ' waypoints compared (at least 10), found 2: TraceEnable (ETMTEEVR=0x10, ETMTECR1=0x01000000) selects at least this number; of '
verdict $? "the registers that select what must be traced: $(head -n 1 "$folder/out")"
smoke 0 '^1 passed, 0 failed, 0 skipped$' etm3 exact-match-1 --unit a7
grep -q ' # ETMACTR1=0x99 (exact match, bit \[7\]) ignores the instruction at 0x80010104 because an exception cancels it$' "$folder/smoke/etm3-exact-match-1.host"
verdict $? "the reason of an exact match: $(grep -m 1 'exact' "$folder/smoke/etm3-exact-match-1.host")"
smoke 1 '^0 passed, 1 failed, 0 skipped$' pft IDs --set full --restarts 0
head -n 1 "$folder/out" | grep -q ' the case requires rule TRC-ID-1 evaluated (at least 1), found 0, counting one for each further read of an identification register (options: '
verdict $? "the situation that a rule is about: $(head -n 1 "$folder/out")"

# One that holds all there is cannot overflow.
smoke 77 '^smoke: overflow-and-recovery: skipped: the unit lost nothing$' pft overflow-and-recovery --set full --backpressure none --clocks 20

# A case of a resource that the DUT does not have is skipped, with the reason; one of the inputs that it has uses no other input.
smoke 77 '^smoke: range-include: skipped: the DUT has no address comparators \(ETMCCR\[3:0\]\)$' etm3 range-include --unit m3
smoke 77 '^smoke: late-start: skipped: the DUT has no external inputs \(ETMCCR\[19:17\]\)$' etm3 late-start --unit a7
smoke 0 '^1 passed, 0 failed, 0 skipped$' pft TraceEnable-function-6-trigger-3 --idr 0x571CF310 --ccr 0x8D244004 --ccer 0x00801800
grep -qF -- ' --etmteevr 0x1B061 --etmtrigger 0xF0E0 ' "$folder/smoke/pft-TraceEnable-function-6-trigger-3.command"
verdict $? "inputs 2 and 3 of a DUT with two: $(head -n 1 "$folder/out")"
smoke 77 'skipped: the DUT has 1 external input \(ETMCCR\[19:17\]\), the event combines two$' pft TraceEnable-function-6-trigger-3 \
  --idr 0x571CF310 --ccr 0x8D224004 --ccer 0x00801800
# A DUT that samples its inputs late.
smoke 0 '^1 passed, 0 failed, 0 skipped$' pft external-input-2 --unit a15 --latency 0..3

# Every name that a unit may lack is in the page, and every word.
for name in $("$waypoint" unit full | sed -n 's/^# [IN][a-z ]*implemented://p') width queue fifo wpt-depth without fixed unreadable reset ccr oslock swlock power claim latency rule-off mode timeout-drain; do
  grep -q "\`$name\`" docs/unit.md
  verdict $? "docs/unit.md does not describe $name"
done

# The depth of the buffer for speculative waypoints, which only a PTM has. A description or an option sets it.
printf 'idr=0x411CF30A\nwpt-depth=8\n' >"$folder/depth.unit"
"$waypoint" unit "$folder/depth.unit" | grep -q '^wpt-depth=8$'
verdict $? 'wpt-depth=8: waypoint unit does not print it'
"$waypoint" unit "$folder/depth.unit" --can | grep -q ' wpt-depth '
verdict $? 'wpt-depth=8: waypoint unit --can does not print it'
! "$waypoint" unit a9 --wpt-depth 0 | grep 'wpt-depth'
verdict $? 'wpt-depth=0: waypoint unit prints it'
answers 2 '^waypoint: --port, --wpt-depth: expected a PTM, found an ETM$' "$waypoint" unit --protocol etm3 --wpt-depth 2
answers 2 '^waypoint: --wpt-depth 1: expected 0, 2, 4 or 8, which the reference model has$' "$waypoint" check --wpt-depth 1 --mode strict --log "$folder/none"

# Random runs use only features that the unit implements, in the only build of the unit: the simulator refuses none of them.
for unit in a9 m3 "$folder/my.unit"; do
  table=tests/random/table-pft.txt one=w32-q8-f64
  [ $unit != m3 ] || table=tests/random/table-etm3.txt one=etm-w32-q8-f64
  "$build/draw" -h 1 40 300 $table "$build" "$simulators" "$folder" | RANDOM_UNIT=$unit RANDOM_BUILD=$one tests/random/fit.sh "$build" >"$folder/runs"
  "$build/run" "$folder/runs" >"$folder/log" 2>&1 && grep -q '^40 passed, 0 failed' "$folder/log"
  verdict $? "$unit: $(grep -E 'expected|passed' "$folder/log" | head -n 2)"
done
grep -q -- '--cycle-accurate\|/w8-\|EXTIN\|--syncfr' "$folder/runs"
verdict $((1 - $?)) "$folder/my.unit gets options that the unit does not implement"

# An event of inputs that a DUT does not have is left out: it may be false for good, and the run would trace nothing.
printf 'run\tsim --random 1 --etmteevr 127072 --etmtrigger 127072 --clocks 5\n' | RANDOM_UNIT=a7 tests/random/fit.sh "$build" >"$folder/runs"
grep -q -- '--etmtrigger [0-9]* --clocks 5$' "$folder/runs" && ! grep -q -- '--etmteevr' "$folder/runs"
verdict $? "a7: event of absent inputs: $(cat "$folder/runs")"

# A generated host script uses nothing that the description leaves out, and expects nothing of what the DUT does not have.
cat >"$folder/small.unit" <<'EOF'
protocol=pft idr=0x571CF310 ccr=0x8C182001 ccer=0x00001800
oslock=none claim=0 fixed=ETMSYNCFR:0x400
without=cycle-accurate,broadcast,context-id,os-lock,power-down,authentication,etmauxcr,etmtrigger,debug-request
EOF
for seed in $(seq 60); do
  "$simulators/w32-q8-f64/waypoint-sim" --unit "$folder/small.unit" --random $seed --clocks 1 --host random --host-text "$folder/text" --may-be-empty >"$folder/out" 2>&1 || :
  cat "$folder/text"
done >"$folder/texts"
grep -q '^write ETMCNTENR1 ' "$folder/texts"
verdict $? 'generated host scripts do not program the counter'
! grep -E '^(save|restore|power|niden|dbgen)|^[a-z]* ETM(OSLAR|OSSRR)|^write ETM(SYNCFR|AUXCR|TRIGGER|TSEVR|CNTENR2|SQ|CIDC|CLAIM)|^expect ETM(OSLSR|PDSR|PDCR|CLAIM|LSR)' "$folder/texts"
verdict $? 'generated host scripts use what the description leaves out'
awk '/^write ETMCR / { sub(/^0x/, "", $3); if ($3 ~ /[1-9A-F][0-9A-F][0-9A-F][0-9A-F][0-9A-F]$/ || $3 !~ /^(4)?00$|^0$/) { print; bad = 1 } } END { exit bad }' "$folder/texts"
verdict $? 'generated host scripts set bits of ETMCR that the DUT does not implement'
# The socket pulls the outputs that a unit need not have to what docs/pins.md says.
absent='PREADY|PSLVERR|DBGNOPWRDWN'
"$build/write_pins" sim/skeleton.sv.in ptm | sed -E "/^  output .* ($absent),$/d; /^  assign ($absent) /d" >"$folder/ptm_top.sv"
cat >"$folder/bench.sv" <<'EOF'
module bench;
  bit CLK;
  waypoint_pins_pkg::in_t in;
  waypoint_pins_pkg::out_t out;
  ptm_unit u_unit (.CLK, .in, .built(in), .out);
  initial #1 begin $display("%b%b%b", out.pready, out.pslverr, out.dbgnopwrdwn); $finish; end
endmodule
EOF
verilator --binary --timescale 1ns/1ns -Wno-fatal -Wno-lint -O0 --top-module bench -Mdir "$folder/bench" "$build/pins/waypoint_pins_pkg.sv" \
  "$folder/ptm_top.sv" "$build/pins/ptm_unit.sv" "$folder/bench.sv" >"$folder/bench.log" 2>&1
"$folder/bench/Vbench" 2>&1 | grep -qx 100
verdict $? "a unit without $absent: expected 100 of them: $(tail -n 1 "$folder/bench.log")"

totals
