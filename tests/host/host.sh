#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# host.sh SIMULATORS: --host of both units. Each text of texts.txt is a strict PASS; what is expected and not found is a FAIL that names its line; a line
# that is none is refused.
set -eu
simulators=$1
ptm=$simulators/w32-q8-f64/waypoint-sim etm=$simulators/etm-w32-q8-f64/waypoint-sim
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh

# run CODE TEXT COMMAND...: ends with CODE, and prints TEXT.
run() {
  expected=$1 text=$2 code=0
  shift 2
  tests/limit.sh 60 "$@" >"$folder/out" 2>&1 || code=$?
  if [ $code = "$expected" ] && grep -qF -- "$text" "$folder/out"; then
    pass
  else
    fail "$*: expected exit code $expected and \"$text\", found $code:" "$(excerpt "$folder/out")"
  fi
}

# good PROTOCOL NAME OPTION...
good() {
  protocol=$1 name=$2
  shift 2
  case $protocol in pft) simulator=$ptm ;; *) simulator=$etm ;; esac
  for seed in 1 2 3; do
    run 0 'PASS ' "$simulator" --protocol "$protocol" --random $seed --host "tests/host/$name.host" "$@"
    run 0 'PASS ' "$simulator" --protocol "$protocol" --random $seed --host "tests/host/$name.host" "$@" --pclken 40 --atclken 60
  done
}

# bad LINE EXPECTED: refused.
bad() {
  printf 'read ETMCR\n%s\n' "$1" >"$folder/text"
  run 2 "$folder/text:2: $2" "$ptm" --host "$folder/text"
}

# wrong LINE TEXT: a failure of the run.
wrong() {
  printf '%s\n' "$1" >"$folder/text"
  run 1 ": $folder/text:1: $2 (docs/host.md; violated once)" "$ptm" --host "$folder/text" --may-be-empty
}

while read -r protocol name options; do
  # shellcheck disable=SC2086
  case $protocol in '#') ;; *) good "$protocol" "$name" $options </dev/null ;; esac
done <tests/host/texts.txt

# What the unit still drains has an A-sync and an I-sync of a start where the next stream leads, too: with many requests of the ATB, and Debug state.
for seed in 11 23 69 126 181 204; do
  run 0 'PASS ' "$ptm" --protocol pft --random $seed --host tests/host/unpolled.host --debug 20 --ns --sync-rate 100 --quiet
done
for seed in 28 40 59 154 226; do
  run 0 'PASS ' "$etm" --protocol etm3 --random $seed --host tests/host/unpolled.host --debug 20 --ns --sync-rate 100 --quiet
done

# Generated host scripts that once caused a false failure or a false verdict: CODE TEXT NAME SEED CLOCKS OPTION... Some of them do not write
# ETMTECR1, so its reset value is given.
again() {
  code=$1 text=$2 name=$3 seed=$4 clocks=$5
  shift 5
  case $* in *etm3*) simulator=$etm ;; *) simulator=$ptm ;; esac
  run "$code" "$text" "$simulator" --random "$seed" --clocks "$clocks" --host "tests/host/drawn/$name.host" --may-be-empty --allow-unchecked --quiet \
    --reset ETMTECR1:0x01000000 "$@"
}
# An I-sync of code that runs again later.
again 0 'PASS ' comes-again 229078 1646 --idr 0x411CF300 --power 2 --oslock set --sync-rate 100 --debug 20 --jazelle 10 --ns --mode legal
# WPTENABLE rises in the clock in which the OS lock is set.
again 0 'PASS ' rises-locked 109866 2816 --unit a15 --idle-rate 5 --debug 10 --prohibited 30 --ns
# The unit has not the OS lock that was written: it runs, with its outputs, and is stopped otherwise.
again 0 'PASS ' no-lock-a9 117436 3198 --unit tests/smoke/pft-v1.0.unit --oslock none --backpressure none --context 30 --ns
again 0 'PASS ' no-lock-etm 129189 1527 --protocol etm3 --ccr 0x88294000 --backpressure burst:40 --extin-rate 15 --ns
again 0 'PASS ' no-lock-m3 228789 1404 --protocol etm3 --unit m3 --flush-rate 30 --backpressure random:50
# TraceEnable by a counter and by the sequencer, which a unit need not see as late as its port. What was compared is held while it is off, or not.
again 0 'PASS ' by-counter 512249 2244 --protocol etm3 --unit m3 --backpressure periodic:3 --debug 3
again 0 'PASS ' by-sequencer 521732 2196 --ccr 0x88294000 --pclken 40 --atclken 60 --extin-rate 15 --ns
again 0 'PASS ' context-while-off 510080 2501 --unit full --backpressure burst:40 --jazelle 10 --ns
# TraceEnable by a range and the security state, which changes with the waypoint in front of the block.
again 0 'PASS ' range-and-state 621118 753 --unit tests/smoke/pft-v1.0.unit --flush-rate 5 --sync-rate 3 --context 30 --exceptions 10 --ns
# An event that may be late, then one that is always true: the bound is that of the item's stream.
again 0 'PASS ' bound-of-stream 619694 3514 --unit tests/smoke/pft-v1.0.unit --oslock none --sync-rate 100 --debug 10 --prohibited 30 --ns --mode legal
# EmbeddedICE stops before an exception that no instruction precedes: the stop is for the next block.
again 0 'PASS ' empty-block 851948 2201 --unit full --claim 3 --backpressure random:30 --extin-rate 30 --exceptions 10 --ns
# EmbeddedICE stops before a debug exit, which ends no block.
again 0 'PASS ' debug-exit 1109160 862 --ccr 0x8FC98008 --ccer 0x37D81FFC --power 2 --sync-rate 100 --debug 20 --user 40 --extin-rate 20 --ns
# An overflow in a loop in which tracing is started and stopped: a later place at which tracing may start determines the end of the overflow.
again 0 'PASS ' started-later 1505242 300 --unit tests/smoke/pft-v1.0.unit --power 2 --sync-rate 100 --user 40 --extin-rate 20 --ns --mode legal
# Blocks that are excluded follow an overflow, before its I-sync: none of them is lost.
again 0 'PASS ' after-overflow 857830 3252 --unit tests/smoke/pft-v1.0.unit --backpressure burst:40 --user 30 --exceptions 20 --extin-rate 5 --ns
again 0 'PASS ' overflow-at-the-end 905102 1849 --ccr 0x8FC98008 --ccer 0x37D81FFC --backpressure burst:40 --jazelle 10 --ns
# Excluded blocks that follow a reset are not lost either: no pin shows where the block ends that the reset interrupts.
again 0 'PASS ' reset-block 906494 2316 --ccr 0x8FC98008 --ccer 0x37D81FFC --sync-rate 30 --user 30 --exceptions 20 --extin-rate 5 --ns
# ETMSR[0] is 0 from the first clock on in which ETMCR[0] is 1.
again 0 'PASS ' power-down-status 906153 757 --protocol etm3 --minor 5 --sync-rate 100 --prohibited 20 --ns
# Comparators of an ETM before anything is executed after the start. Outputs after a restore of an unknown state. ETMTSSCR, then ETMSR, written while the unit runs.
again 0 'PASS ' context-of-before 906279 2306 --protocol etm3 --ccr 0x8FC98008 --ccer 0x37F81FFC --pclken 40 --atclken 60 --context 30 --ns
again 0 'PASS ' restored-outputs 925078 3092 --unit tests/smoke/pft-v1.0.unit --power 2 --backpressure random:30 --extin-rate 15 --ns --mode legal
again 2 'incomplete: ' points-while-on 929863 740 --protocol etm3 --unit a7 --sync-rate 30 --context 30 --ns
again 0 'PASS ' state-while-on 1024397 2123 --protocol etm3 --ccr 0x8FC98008 --ccer 0x37F81FFC --pclken 40 --atclken 60 --jazelle 10 --ns --mode legal
# ETMTECR1 is written just after WPTENABLE has risen: the trace has an I-sync, and may omit its block.
again 0 'PASS ' written-as-it-rises 1123496 700 --unit a15 --power 2 --idle-rate 5 --exceptions 10 --ns
# ETMTECR1, or a Context ID comparator, written while the unit runs, which has looked at no comparator by then.
again 0 'PASS ' filter-while-on 4010584 200 --ccr 0x8FC98008 --ccer 0x37D81FFC --power 2 --idle-rate 5 --user 30 --ns
again 0 'PASS ' filter-while-on-etm 5008791 400 --protocol etm3 --unit m3 --backpressure random:30 --user 40 --extin-rate 20
again 0 'PASS ' context-while-on 5011938 200 --unit full --claim 3 --backpressure periodic:3 --debug 3 --ns
# The Programming bit is cleared after an OS lock, before a read of ETMSR shows the stop: clearing the bit makes ETMSR[0] 0.
again 0 'PASS ' cleared-locked 4012465 200 --ccr 0x88294000 --idle-rate 5 --exceptions 20 --ns
# No read has shown the stop before the core loses its power: the trace that was pending is not lost in an overflow.
again 0 'PASS ' unseen-then-off 4006124 100 --unit tests/smoke/pft-v1.0.unit --power 2 --flush-rate 5 --sync-rate 3 --prohibited 20 --debug 20 --ns
# ETMSQR written before the Programming bit is cleared, and cleared again: the second time it is reset.
again 0 'PASS ' state-twice 1343870 3039 --ccr 0x8FC98008 --ccer 0x37D81FFC --power 2 --idle-rate 5 --user 40 --extin-rate 20 --ns
# Two instructions in a clock match one comparator: it is HIGH in that clock once (IHI 0014Q 2.2.3).
again 0 'PASS ' counted-twice 3 3000 --protocol etm3 --ccr 0x8FC98008 --ccer 0x37F81FFC --exceptions 3 --spacing two
again 0 'PASS ' counted-twice-single 32 9000 --protocol etm3 --ccr 0x8FC98008 --ccer 0x37F81FFC --minor 3 --ns --exceptions 5 --spacing stall
# Clocks in a row in which a range matches: each counts once, also if EXTIN[0] is 1 in it.
again 0 'PASS ' counted-in-a-row 5 1500 --protocol etm3 --spacing one --thumb 0 --extin-rate 50 --ccr 0x8D294002
# An input that is true with two waypoints, and not between them.
again 0 'PASS ' true-between 3 9000 --unit full --ns --hyp 20 --exceptions 5 --vmids 10 --extin-rate 60 --spacing two
# TraceEnable depends on a Context ID that the first waypoint after a stop changes.
again 0 'PASS ' context-of-before-first 30002110 200 --unit tests/smoke/pft-v1.0.unit --power 2 --pclken 40 --atclken 60 --context 30 --ns
# An ETM whose ETMCR[11] is 0 does nothing, so it has no trigger either.
again 0 'PASS ' port-off 35004977 300 --protocol etm3 --exceptions 20
# A counter that was restored keeps its value when the Programming bit is cleared, as one that was written.
again 0 'PASS ' restored-counter 40000425 300 --unit tests/smoke/pft-v1.0.unit --power 2 --backpressure none --exceptions 10 --ns --mode legal
# A counter written while the Programming bit is 0 and the OS lock set: whether the next clearing of the bit leaves that no clause says.
again 0 'PASS ' written-locked 52003953 300 --protocol etm3 --unit a7 --power 2 --flush-rate 30 --backpressure random:50 --exceptions 20 --debug 5 --ns
# EmbeddedICE stops before a block of a prohibited region: the stop is for the next block.
again 0 'PASS ' stop-in-secret 52001275 200 --ccr 0x8FC98008 --ccer 0x37D81FFC --pclken 40 --atclken 60 --prohibited 30 --extin-rate 5 --ns
# ETMSR written while the unit runs: whether the start/stop block keeps that, no clause says.
again 0 'PASS ' status-while-running 54007579 300 --unit tests/smoke/pft-v1.0.unit --backpressure periodic:3 --prohibited 20 --ns
# Timestamps of PFTv1.0 with nothing executed: a synchronization that can not come forces an overflow, which loses nothing.
again 0 'PASS ' stamps-alone 54008276 100 --unit tests/smoke/pft-v1.0.unit --pclken 40 --atclken 60 --debug 3 --exceptions 20 --ns
# A match just before NIDEN and DBGEN fall: the unit need not have counted it by then.
again 0 'PASS ' counted-late 60004325 1472 --ccr 0x8FC98008 --ccer 0x37D81FFC --power 2 --backpressure random:30 --prohibited 30 --ns
# The first I-sync may be that of another turn of a loop: the count runs from the end of a stop that no pin shows.
again 0 'PASS ' loop-turn 10007244 2835 --ccr 0x8FC98008 --ccer 0x37D81FFC --sync-rate 30 --user 40 --extin-rate 20 --ns
# An output follows the start/stop block, which EmbeddedICE stops before the next instruction: the pulse has come by then.
again 0 'PASS ' output-before-next 441 1000 --protocol etm3 --spacing two --exceptions 10 --indirect 60 --thumb 0 --late 60 --long 5 --erets 2 --extin-rate 18 --ccr 0x8FC98008 --ccer 0x34781FFC
# A trigger event that is true only in the first clock after the start: the sequencer leaves state 1 at once.
again 0 'PASS ' true-at-once 1 1000 --protocol etm3 --ccr 0x88290000
# A Context ID comparator that is programmed anew matches the Context ID of the last waypoint before the stop.
again 0 'PASS ' context-anew 772 10000 --spacing stall --exceptions 0 --indirect 50 --thumb 75 --context 12 --thumbee 17 --ccr 0x8FA98007 --ccer 0x17F81FFC
# All that had to be traced went with the core's power.
again 0 'PASS ' reset-before 1432869 1621 --protocol etm3 --unit a7 --power 2 --backpressure periodic:3 --exceptions 20 --debug 5 --ns --mode legal
# The last trace before ETMSR[1] is 1 is the I-sync of the newest start but one, and the newest start traced nothing.
again 0 'PASS ' stopped-at-isync 66 10000 --spacing two
# The A-sync of a start that traces nothing precedes the A-sync of the next start, whose first address the old stream has, too.
again 0 'PASS ' nothing-traced 292 800 --spacing stall --debug 10 --ns
# ETMCR[20] of a unit without data trace; an ETMAUXCR that is not known.
again 2 'incomplete: ETMCR is not known' no-data 100023 1825 --protocol etm3 --unit a7 --power 2 --backpressure periodic:3 --jazelle 10 --ns
again 2 'incomplete: ETMCR is not known' no-auxcr 132143 1510 --protocol etm3 --unit a7 --power 2 --idle-rate 5 --debug 3 --ns
# ETMOSSRR is read as soon as the power is back.
again 2 'incomplete: ' power-back 400323 3590 --protocol etm3 --minor 4 --power 2 --backpressure random:30 --exceptions 10 --ns --mode legal
# ETMTEEVR names the Non-secure state in two programs, and an external output only in the first. The state must be followed in the second program, too.
again 0 'PASS ' state-of-before 2 3000 --protocol etm3 --ccr 0x8FC98008 --ccer 0x1FFC --exceptions 10 --ns
again 0 'PASS ' state-of-before 1 3000 --protocol etm3 --ccr 0x8FC98008 --ccer 0x1FFC --exceptions 10 --ns
# ETMTECR2 selects an address, and ETMTECR1 is not written.
run 2 'incomplete: TraceEnable depends on ETMTECR1, which was not written after a reset' "$etm" --protocol etm3 --program tests/program/vm-arm.wpp --spacing two \
  --clocks 3000 --ccr 0x8FC98008 --ccer 0x37F81FFC --mode legal --host tests/independent/unwritten.host

# A register that a reset leaves with another value than its description gives.
{ cat tests/smoke/pft-v1.0.unit; echo 'reset=all:0,ETMTEEVR:0x6F,ETMTECR1:0x1000000'; } >"$folder/good.unit"
{ cat "$folder/good.unit"; echo 'reset=ETMTECR1:2'; } >"$folder/bad.unit"
printf 'write ETMOSLAR 0\nread ETMOSLSR\nread ETMTECR1\nread ETMACTR1\nread ETMCNTENR1\nread ETMSQ12EVR\n' >"$folder/reads"
run 2 'checked: reset values' "$ptm" --unit "$folder/good.unit" --host "$folder/reads" --random 1 --mode legal --may-be-empty --allow-unchecked
run 1 'rule TRC-REG-3: clock ' "$ptm" --unit "$folder/bad.unit" --host "$folder/reads" --random 1 --mode legal --may-be-empty --allow-unchecked

# TraceEnable is true only between two blocks. The cause is a stop point, the end of a match, or a stop by EmbeddedICE.
while read -r points inputs event; do
  sed "s/TSSCR 0x10001/TSSCR $points/; s/TESSEICR 0/TESSEICR $inputs/; s/TEEVR 0x405F/TEEVR $event/" tests/host/event-between.host >"$folder/text"
  run 0 'PASS ' "$ptm" --protocol pft --ccr 0x8FC98008 --ccer 0x37F81FFC --program tests/program/vm-arm.wpp --spacing two --extin-rate 30 --clocks 1000 \
    --host "$folder/text" --quiet </dev/null
done <<'END'
0x10001 0 0x405F
0 0 0x4000
1 0x10000 0x405F
END

# Filters, on the program that they are for.
for name in function between tenth; do
  run 0 'PASS ' "$ptm" --protocol pft --unit tests/smoke/pft-v1.0.unit --program tests/program/parser-arm.wpp --host tests/host/$name.host --quiet
  run 0 'PASS ' "$etm" --protocol etm3 --unit a7 --program tests/program/parser-arm.wpp --host tests/host/$name.host --quiet
done

# ETMCR changed before ETMSR[1] is 1: UNPREDICTABLE, and no verdict of what follows (IHI 0035B 3.15.4).
for protocol in pft etm3; do
  case $protocol in pft) simulator=$ptm ;; *) simulator=$etm ;; esac
  sed 's/^trace 300/&\nwrite ETMCR 0xC00\nwrite ETMCR 0x1C00\nwrite ETMCR 0x1800\n&/; /^trace 60/,/^trace 10/d' tests/host/unpolled.host >"$folder/text"
  run 2 'incomplete: ETMCR is not known, so no packet was decoded: it was last written with 0x00001800 in clock ' "$simulator" --protocol $protocol --random 4 --host "$folder/text" --pclken 40 --atclken 60
done

bad 'halt' 'unknown command halt; see docs/host.md'
bad 'writ ETMCR 0' 'unknown command writ; did you mean write? See docs/host.md'
bad 'write ETMCR' 'expected write REGISTER VALUE, found the end of the line'
bad 'write ETMNONE 1' 'unknown register ETMNONE; see docs/registers.md'
bad 'write ETMTIGGER 1' 'unknown register ETMTIGGER; did you mean ETMTRIGGER? See docs/registers.md'
bad 'write ETMCR 0x1FFFFFFFF' 'value "0x1FFFFFFFF": expected a number of at most 32 bits'
bad 'write ETMCR 1 2' 'expected write REGISTER VALUE, found "2" after it'
bad 'read 0x2' 'register 0x2: expected an offset that is a multiple of 4, 0 to 0xFFC'
bad 'read 0x1000' 'register 0x1000: expected an offset that is a multiple of 4, 0 to 0xFFC'
bad 'poll ETMSR 2' 'expected poll REGISTER MASK VALUE [CLOCKS], found the end of the line'
bad 'expect ETMSR 2 -1' 'value "-1": expected a number of at most 32 bits'
bad 'expect ETMSR x 0' 'mask "x": expected a number of at most 32 bits'
bad 'wait long' 'clocks "long": expected a number from 0 to 0xFFFFFFFE'
bad 'wait' 'expected wait CLOCKS, found the end of the line'
bad 'power up' 'expected power off or power on, found "up"'
bad 'niden 2' 'expected niden 0 or niden 1, found "2"'
bad 'software now' 'expected software, found "now" after it'
printf '# nothing\n' >"$folder/text"
run 2 'expected at least one command of a host script, found none; see docs/host.md' "$ptm" --host "$folder/text"
run 2 "$folder/none" "$ptm" --host "$folder/none"
run 2 '--host and --restarts: --host decides when the trace unit stops; remove --restarts' "$ptm" --host "$folder/text" --restarts 1

wrong 'expect ETMDEVTYPE 0xFF 0x14' 'ETMDEVTYPE[7:0] is 0x13 (ETMDEVTYPE=0x00000013), expected 0x14'
# cause TEXT OPTION...: the host script on the standard input is a failure, and the line names the cause.
cause() {
  text=$1
  shift
  cat >"$folder/text"
  run 1 "$text" "$ptm" --host "$folder/text" --may-be-empty --quiet --random 3 "$@"
}
cause ':1: the poll gave up after 100 clocks: ETMSR[1] is 1 (ETMSR=0x00000002), expected 0; the DUT is stopped: ' <<'END'
poll ETMSR 2 0 100
END
cause '; the DUT is stopped: ETMCR was not written; write it with bits 10 and 0 clear (docs/host.md; violated once)' <<'END'
poll ETMSR 2 0 100
END
cause ', expected 0; the DUT is stopped: ETMCR[0] is 1; clear it; line 2 wrote 0x00000001 to ETMCR (clock ' <<'END'
write ETMOSLAR 0
write ETMCR 1
poll ETMSR 2 0 100
END
cause '; the DUT is stopped: the OS lock may have been set since the reset; write 0 to ETMOSLAR (docs/host.md; violated once)' --oslock set <<'END'
write ETMCR 0
poll ETMSR 2 0 100
END
cause '; the DUT is stopped: the OS lock has been set since the reset; write 0 to ETMOSLAR (docs/host.md; violated once)' --oslock set <<'END'
read ETMOSLSR
write ETMCR 0
poll ETMSR 2 0 100
END
cause 'WPTENABLE is 0, expected 1, after 65536 edges of the ATB and the APB since ETMCR was written' <<'END'
write ETMOSLAR 0
write ETMCR 0x401
trace 10
END
# Which line wrote the register last, or ETMCR, and what kept the DUT from taking the value. The DUT is stopped.
cause_of_write() {
  {
    printf 'write ETMOSLAR 0\nread ETMPDSR\nwrite ETMCR 0x400\npoll ETMSR 2 2\n'
    cat
  } >"$folder/script"
  cause "$@" <"$folder/script"
}
cause_of_write 'ETMACVR1 is 0x00000010, expected 0x00000011; line 5 wrote 0x00000010 to ETMACVR1 (clock 14, 145 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x10
expect ETMACVR1 0xFFFFFFFF 0x11
END
cause_of_write 'expected 0x00000011; no earlier line of the host script writes ETMACVR1 (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
expect ETMACVR1 0xFFFFFFFF 0x11
write ETMACVR1 0x11
END
cause_of_write '; line 6 wrote 0x00000010 to ETMTRACEIDR (clock 15, 155 ns), but the software lock was set, so the DUT ignored it (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
software
write ETMTRACEIDR 0x10
expect ETMTRACEIDR 0x7F 0x10
END
cause_of_write '; line 6 wrote 0x00000010 to ETMTRACEIDR (clock 16, 165 ns), and the DUT returned PSLVERR: the OS lock was set (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMOSLAR 0xC5ACCE55
write ETMTRACEIDR 0x10
write ETMOSLAR 0
expect ETMTRACEIDR 0x7F 0x10
END
cause_of_write '; line 5 wrote 0x00000010 to ETMTRACEIDR (clock 14, 145 ns), and a reset followed (clock 16, 165 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMTRACEIDR 0x10
reset
wait 10
write ETMOSLAR 0
expect ETMTRACEIDR 0x7F 0x10
END
cause_of_write '; line 8 wrote 0x00000020 to ETMACVR1 (clock 20, 205 ns) while the DUT was running, which is UNPREDICTABLE (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x10
write ETMCR 0
poll ETMSR 2 0
write ETMACVR1 0x20
expect ETMACVR1 0x7F 0x10
END
cause_of_write '; line 6 wrote 0x00000020 to ETMACVR1 (clock 16, 165 ns), but ETMCR[0] was 1 (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --mode legal <<'END'
write ETMCR 0x401
write ETMACVR1 0x20
expect ETMACVR1 0x7F 0x10
END
cause_of_write '; line 5 wrote 0x00000010 to ETMCNTVR1 (clock 14, 145 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMCNTVR1 0x10
expect ETMCNTVR1 0xFFFF 0x11
END
cause_of_write '; line 5 wrote 0x00000008 to ETMSR (clock 14, 145 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMSR 8
expect ETMSR 8 0
END
cause_of_write '; nothing stops the DUT: set ETMCR[10]; line 5 wrote 0x00000000 to ETMCR (clock 14, 145 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMCR 0
poll ETMSR 2 0
poll ETMSR 2 2 100
END
cause '; the DUT is stopped; line 3 wrote 0x00000000 to ETMCR (clock 9, 95 ns), but the software lock was set, so the DUT ignored it (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
software
write ETMOSLAR 0
write ETMCR 0
poll ETMSR 2 0 100
END
cause_of_write '; line 5 wrote 0x00000010 to ETMTRACEIDR (clock 14, 145 ns), and a loss of power followed (clock 15, 155 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --power 2 --mode legal <<'END'
write ETMTRACEIDR 0x10
power off
wait 10
power on
wait 20
read ETMPDSR
write ETMOSLAR 0
expect ETMTRACEIDR 0x7F 0x10
END
cause_of_write '; line 13 restored the saved value 0x00009000 to ETMACVR1 (clock 366, 3665 ns) (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --power 2 --mode legal <<'END'
write ETMACVR1 0x9000
write ETMOSLAR 0xC5ACCE55
save
power off
wait 10
power on
wait 20
read ETMPDSR
restore
write ETMOSLAR 0
expect ETMACVR1 0xFFFFFFFF 0x9004
END
cause_of_write '; line 6 restored nothing: no word was written to ETMOSSRR (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --mode legal <<'END'
write ETMOSLAR 0xC5ACCE55
restore
write ETMOSLAR 0
expect ETMACVR1 0xFFFFFFFF 0x9004
END
# The same for a host script that programs a trigger by address range 1, and goes on with the standard input.
cause_of_trigger() {
  {
    cat <<'END'
write ETMOSLAR 0
read ETMPDSR
write ETMCR 0x400
poll ETMSR 2 2
write ETMTEEVR 0x6F
write ETMTRIGGER 0x10
write ETMACTR1 1
write ETMACTR2 1
END
    cat
  } >"$folder/script"
  cause "$@" <"$folder/script"
}
cause_of_trigger '; range 1 has a low address, ETMACVR1=0x00009000, that is not below its high address, ETMACVR2=0x00008000 (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x9000
write ETMACVR2 0x8000
write ETMCR 0
poll ETMSR 8 8 300
END
cause_of_trigger '; the DUT has not triggered since it was enabled in clock 26 (265 ns), but the read requires the trigger event (ETMTRIGGER=0x00010: address range 1, 0x00008000 to 0x00008003)' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x8000
write ETMACVR2 0x8004
write ETMCR 0
poll ETMSR 8 8 300
END
cause_of_trigger 'counter 1 at 0) to have been true; it counts down by ETMCNTENR1=0x0406F: never (NOT always); it is reloaded by' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMTRIGGER 0x40
write ETMCNTRLDVR1 5
write ETMCNTENR1 0x2406F
write ETMCNTRLDEVR1 0x406F
write ETMCR 0
poll ETMSR 8 8 300
END
# It ran, and was stopped before the read.
cause_of_trigger '8 (285 ns), but the read requires the trigger event (ETMTRIGGER=0x00010: address range 1, 0x00008000 to 0x00008003) to have been true (IHI 0035B 3.16.3,' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x8000
write ETMACVR2 0x8004
write ETMTECR1 0x1000000
write ETMCR 0
trace 100
write ETMCR 0x400
poll ETMSR 2 2
expect ETMSR 8 8
END
# The comment of the line is the reason.
cause_of_trigger ' (ETMTRIGGER=0x00010: address range 1, 0x00000000 to 0xFFFFFFFB) to have been false: no code is in range (IHI 0035B 3.16.3,' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0
write ETMACVR2 0xFFFFFFFC
write ETMTECR1 0x1000000
write ETMCR 0
trace 100
write ETMCR 0x400
poll ETMSR 2 2
expect ETMSR 8 0  # no code is in range
END
cause_of_trigger '; the DUT triggered in clock ' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0
write ETMACVR2 0xFFFFFFFC
write ETMTECR1 0x1000000
write ETMCR 0
trace 100
write ETMCR 0x400
poll ETMSR 2 2
expect ETMSR 8 0
END
cause_of_trigger '; ETMACVR1, on which it depends, was not written since the reset (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --mode legal <<'END'
write ETMCR 0
poll ETMSR 8 8 300
END
cause_of_trigger '; ETMACVR2 was written in clock ' --unit tests/smoke/pft-v1.0.unit <<'END'
write ETMACVR1 0x8000
write ETMACVR2 0x8004
write ETMCR 0
poll ETMSR 2 0
write ETMACVR2 0x8008
poll ETMSR 8 8 300
END
# The core's power goes, and only one register is written again.
cause_of_trigger '; ETMACVR1, on which it depends, was not restored after the power loss (docs/host.md; violated once)' --unit tests/smoke/pft-v1.0.unit --power 2 --mode legal <<'END'
write ETMACVR1 0x8000
write ETMACVR2 0x8004
power off
wait 20
power on
wait 20
read ETMPDSR
write ETMOSLAR 0
write ETMCR 0x400
write ETMTRIGGER 0x10
write ETMCR 0
poll ETMSR 8 8 300
END

# A failed `expect` ends the run after a start that no poll has shown: the checker must not report a false failure in addition.
{ sed '/^trace 60/q; s/0x\([8C]\)00$/0x1\100/' tests/host/unpolled.host; echo 'expect ETMDEVTYPE 0xFF 0x14'; } >"$folder/text"
for simulator in "$ptm --protocol pft" "$etm --protocol etm3"; do
  # shellcheck disable=SC2086
  run 1 'ETMDEVTYPE[7:0] is 0x13 (ETMDEVTYPE=0x00000013), expected 0x14' $simulator --random 1 --host "$folder/text"
  [ "$(grep -cE '^(model comparison|scoreboard|rule [A-Z0-9-]+): clock ' "$folder/out")" = 1 ] || fail 'expected one failure, found:' "$(grep -E ': clock [0-9]' "$folder/out")"
done

totals
