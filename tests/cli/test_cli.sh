#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_cli.sh BUILD SIMULATORS: what a person sees who gives good and bad words and files. Bad input: one clear line, exit code 2.
set -u
build=$1
waypoint=$build/waypoint
simulator=$2/w32-q8-f64/waypoint-sim
program=tests/program/sort-thumb.wpp
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
output=$folder/out

# --- good -----------------------------------------------------------------------------------------------------------
trace=$folder/trace
answers 0 'waypoint COMMAND --help' "$waypoint" --help
answers 0 '' "$waypoint" encode --program $program -o "$trace"
answers 0 ' atom ' "$waypoint" decode "$trace"
answers 0 'executed .* instructions' "$waypoint" decode "$trace" --flow --program $program
answers 0 '^ *[0-9]+  0x80010[0-9A-F]{3} 0x[0-9A-F]+ (ARM|Thumb)  [a-z]' "$waypoint" decode "$trace" --instructions --program $program
answers 0 '^PASS .*waypoints_compared=[1-9].* lost=0' "$waypoint" check "$trace" --program $program
answers 0 '' "$waypoint" generate --random 3 --clocks 500 -o "$folder/text"
answers 0 '' "$waypoint" encode --stimulus "$folder/text" -o "$folder/text.trace"
answers 0 '' "$waypoint" encode --random 3 --clocks 500 -o "$folder/random.trace"
answers 0 '' cmp "$folder/text.trace" "$folder/random.trace"
answers 0 '^PASS ' "$simulator" --quiet --stimulus "$folder/text"
answers 0 '' "$waypoint" snapshot "$trace" --program $program -o "$folder/snapshot"
answers 0 '' test -s "$folder/snapshot/trace.bin"
answers 0 '^summary: bytes=[1-9][0-9]* packets=[1-9].* instructions=[1-9][0-9]* gaps=0 errors=0' "$waypoint" decode --snapshot "$folder/snapshot"
answers 0 "^summary: .* instructions=$("$waypoint" decode "$trace" --flow --program $program | awk -F ', ' '{ n += $2 } END { print n }') " "$waypoint" decode --snapshot "$folder/snapshot" --id 0x10 --packets --waypoints --instructions
answers 0 '^summary: ' "$waypoint" decode --snapshot "$folder/snapshot" --flow
printf '\000\000\000\000\000\200\010\041\000\200\000\000\310' >"$folder/etm3"
answers 0 ' P-header EEN$' "$waypoint" decode "$folder/etm3" --protocol etm3
answers 0 ' P-header WEWEWN$' "$waypoint" decode "$folder/etm3" --protocol etm3 --cycle-accurate
answers 0 ' atom ' "$waypoint" decode "$trace" --protocol pft

# Each instruction: the byte of its packet, address, encoding, E or N, clocks, time, text.
answers 0 '' "$waypoint" encode --set a15 --cycle-accurate --timestamps --random 3 -o "$folder/timed"
"$waypoint" decode "$folder/timed" --set a15 --cycle-accurate --timestamps --random 3 --instructions >"$folder/list"
answers 0 '' grep -qE '^ *[0-9]+  0x[0-9A-F]{8} 0x[0-9A-F]{4,8} (ARM|Thumb), [1-9][0-9]* cycles, time 0x[0-9A-F]+  b' "$folder/list"
# As many clocks as the packets count, but for those of I-syncs and exceptions.
packets=$("$waypoint" decode "$folder/timed" --set a15 --cycle-accurate --timestamps | sed -n 's/.* cc=\([0-9]*\).*/\1/p' | awk '{ n += $1 } END { print n }')
flow=$("$waypoint" decode "$folder/timed" --set a15 --cycle-accurate --timestamps --random 3 --flow | sed -n 's/.*, \([0-9]*\) cycles.*/\1/p' | awk '{ n += $1 } END { print n }')
answers 0 '' test "$packets" = "$flow"
printf '\000\000\000\000\000\200\010\041\000\200\000\000\310' >"$folder/etm3"
printf 'segment address=0x8000 bytes=0100a0e3010050e30000001a\n' >"$folder/code"
"$waypoint" decode "$folder/etm3" --protocol etm3 --stimulus "$folder/code" --instructions >"$folder/list"
cat >"$folder/wanted" <<'EOF'
       6  sync       0x00008000 ARM, trace on
      12  0x00008000 0xE3A00001 ARM E  mov r0, #1
      12  0x00008004 0xE3500001 ARM E  cmp r0, #1
      12  0x00008008 0x1A000000 ARM N  bne #0x8010
EOF
answers 0 '' diff "$folder/wanted" "$folder/list"

# Bytes in hex, in any form; what is no packet is exit code 1. (Names of bits: golden-decoder, readme.)
for hex in '000000000080 08 00 80 00 00 21 92' '0x00,0x00,0x00,0x00,0x00,0x80,0x08,0x00,0x80,0x00,0x00,0x21,0x92' '00:00:00:00:00:80 08008000 00 21:92'; do
  answers 0 '^ +12  92  1001 0 0 1 0    header        1001  a=0  b=0  c=1  0$' sh -c "'$waypoint' explain $hex | grep -v '= atom'"
  answers 0 '= atom EEN$' "$waypoint" explain $hex
done
answers 0 '^ +0  92  1 0 0100 1 0    header        1  C=0  Count[[]3:0[]]=0x4  F=1  0$' sh -c "'$waypoint' explain 92 --cycle-accurate | head -n 1"
answers 0 '= P-header EEN$' "$waypoint" explain C8 --protocol etm3
answers 1 '= bad expected a packet header that this configuration allows$' "$waypoint" explain 22
answers 1 '^ +1  92  10010010        skipped$' "$waypoint" explain 22 92
answers 1 '= bad expected the rest of a packet, the stream ends inside it$' "$waypoint" explain 08 00

# Before the first I-sync: no address, instruction set, security state or time that no packet has given. The same after a bad packet.
early='00 00 00 00 00 80 84 11'
answers 0 '= branch addr=0x[?]{6}20 unknown bytes=1$' "$waypoint" explain $early --protocol etm3 --minor 3
answers 0 '= branch addr=0x[?]{6}20 unknown bytes=1$' "$waypoint" explain $early
answers 0 '= branch addr=0x[?]{2}02A564 unknown bytes=3 exception=14 ns=0$' "$waypoint" explain $early B3 A5 45 1C --protocol etm3 --alternative
answers 0 '= timestamp unknown$' "$waypoint" explain $early 42 11 --set a15
answers 0 '= branch addr=0x[?]{6}20 unknown bytes=1$' sh -c "'$waypoint' explain 08 00 80 00 00 21 22 $early | tail -n 1"
answers 0 '= I-sync addr=0x[?]{8} unknown reason=trace-on ns=0$' "$waypoint" explain 08 21 --protocol etm3 --etmcr 0x100004
printf '\000\000\000\000\000\200\204\021\204\210\010\041\001\200\000\300\204' >"$folder/early"
answers 0 'branch addr=0x[?]{6}20 unknown bytes=1$' sh -c "'$waypoint' decode '$folder/early' --protocol etm3 --minor 3 | sed -n 3p"
answers 1 '' sh -c "'$waypoint' decode '$folder/early' --protocol etm3 --minor 3 | grep -E ' (ARM|ThumbEE|Jazelle) '"

# "-" is standard input, of every command that reads one file.
from() { # FILE COMMAND...
  file=$1
  shift
  cat "$file" | "$@"
}
answers 0 ' atom ' from "$trace" "$waypoint" decode -
printf '92\n 0C\t92' >"$folder/hex"
answers 0 '= atom EEN$' from "$folder/hex" "$waypoint" explain -
answers 0 '^PASS ' from "$trace" "$waypoint" check - --program $program
answers 0 '' from "$trace" "$waypoint" snapshot - --program $program -o "$folder/piped"
answers 0 '' cmp "$folder/piped/trace.bin" "$folder/snapshot/trace.bin"
answers 0 '' "$simulator" --quiet --clocks 500 --log "$folder/clocks.log" --facts "$folder/run.facts"
answers 0 '^PASS ' from "$folder/clocks.log" "$waypoint" check --log - --random 1
answers 0 '^end: ' from "$folder/clocks.log" "$waypoint" list --log - --random 1
answers 0 '^report: ' from "$folder/run.facts" "$waypoint" report - -o "$folder/run.html"
answers 0 '' test -s "$folder/run.html"
answers 2 '^waypoint: /dev/stdin: empty file$' from /dev/null "$waypoint" decode -

# CoreSight frames.
answers 0 '' "$waypoint" frames --merge 0x10="$trace" --merge 33="$folder/etm3" -o "$folder/frames"
answers 0 '^summary: bytes=[1-9][0-9]* frames=[1-9][0-9]* full_syncs=0 half_syncs=0 skipped=0 unclaimed=0$' "$waypoint" frames "$folder/frames"
answers 0 '' "$waypoint" frames "$folder/frames" --id 16 -o "$folder/split"
answers 0 '' cmp "$folder/split" "$trace"
answers 0 ' atom ' "$waypoint" decode "$folder/frames" --frames --id 0x10
answers 0 '' "$waypoint" frames --merge 1="$trace" --sync 10 -o "$folder/port"
answers 0 ' atom ' "$waypoint" decode "$folder/port" --frames
answers 0 '^summary: ' from "$folder/port" "$waypoint" frames -

answers 0 '^# end$' "$waypoint" decode --snapshot "$folder/snapshot" --events
"$waypoint" decode --snapshot "$folder/snapshot" --events >"$folder/events"
answers 0 '' "$waypoint" encode --events "$folder/events" -o "$folder/events.trace"
answers 0 '' cmp "$trace" "$folder/events.trace"
answers 0 '' from "$folder/events" "$waypoint" encode --events - -o "$folder/piped.trace"
answers 0 '' cmp "$trace" "$folder/piped.trace"
answers 0 '' from "$folder/events" "$waypoint" generate --events - -o "$folder/piped.text"
answers 0 '^reencode: bytes=[1-9]' "$waypoint" reencode --snapshot "$folder/snapshot"

etm3="--protocol etm3 --cycle-accurate --program $program"
answers 0 '' "$waypoint" encode $etm3 --spacing two -o "$folder/etm3.trace"
answers 0 '^PASS .*steps_compared=[1-9].* lost=0 untraced=0 missing=0 start=0 overflows=0 pending=0' "$waypoint" check "$folder/etm3.trace" $etm3 --spacing two
answers 0 '' "$waypoint" generate --protocol etm3 --random 3 --clocks 500 -o "$folder/clocks"
answers 0 '' "$waypoint" encode --protocol etm3 --stimulus "$folder/clocks" -o "$folder/clocks.trace"
answers 0 '' "$waypoint" encode --protocol etm3 --random 3 --clocks 500 -o "$folder/etm3.random"
answers 0 '' cmp "$folder/clocks.trace" "$folder/etm3.random"
answers 0 '' "$waypoint" snapshot "$folder/etm3.trace" $etm3 -o "$folder/etm3.snapshot"
answers 0 '^summary: bytes=[1-9][0-9]* packets=[1-9].* instructions=[1-9][0-9]* gaps=0 errors=0' "$waypoint" decode --snapshot "$folder/etm3.snapshot"
answers 0 '^reencode: bytes=[1-9]' "$waypoint" reencode --snapshot "$folder/etm3.snapshot"

# --- a difference is exit code 1 --------------------------------------------------------------------------------------
answers 1 '^FAIL ' "$waypoint" check "$trace" --program tests/program/sort-arm.wpp
size=$(wc -c <"$trace")
head -c $((size - 500)) "$trace" >"$folder/short"
answers 1 '^FAIL ' "$waypoint" check "$folder/short" --program $program
answers 1 '^FAIL ' "$waypoint" check "$folder/random.trace" --random 4 --clocks 500

# An ETM that splits P-headers at a trigger: by the core of the snapshot, and by --unit. The trigger follows the A-sync and the I-sync.
{
  printf '\000\000\000\000\000\200\010\041\001\000\000\200'
  printf '\014\204\224\014\304\304'
} >"$folder/runs.trace"
answers 0 '' "$waypoint" snapshot "$folder/runs.trace" --protocol etm3 --program $program -o "$folder/runs"
joined='^reencode: bytes=18 same=16 packets=8 same_packets=6 given=2$' split='^reencode: bytes=18 same=18 packets=8 same_packets=8 given=2$'
answers 1 "$joined" "$waypoint" reencode --snapshot "$folder/runs"
answers 0 "$split" "$waypoint" reencode --snapshot "$folder/runs" --unit m3
for core in Cortex-M3 cortex-m3; do
  sed -i "s/^type=.*/type=$core/" "$folder/runs/cpu_0.ini"
  answers 0 "$split" "$waypoint" reencode --snapshot "$folder/runs"
  answers 1 "$joined" "$waypoint" reencode --snapshot "$folder/runs" --unit a7
done

# A DUT may put two atoms into two packets: `reencode` reports only these as different. The core or ETMIDR determines the stack depth of the part.
stacked='--set a15 --return-stack'
answers 0 '' "$waypoint" encode $stacked --program $program -o "$folder/stack.trace"
answers 0 '' "$waypoint" snapshot "$folder/stack.trace" $stacked --program $program -o "$folder/stack"
answers 0 '^reencode: bytes=28841 same=28841 packets=28167 same_packets=28167 given=58 depth=1$' "$waypoint" reencode --snapshot "$folder/stack"
sed -i 's/^type=.*/type=Cortex-A0/' "$folder/stack/cpu_0.ini"
sed -i 's/^ETMIDR\(.*\)=.*/ETMIDR\1=0x571CF310/' "$folder/stack/ptm_0.ini"
answers 1 '^reencode: bytes=28841 same=[1-9].* depth=15$' "$waypoint" reencode --snapshot "$folder/stack"
answers 0 '^reencode: .* depth=1$' "$waypoint" reencode --snapshot "$folder/stack" --depth 1
sed -i 's/^ETMIDR\(.*\)=.*/ETMIDR\1=0x411CF312/' "$folder/stack/ptm_0.ini"
answers 0 '^reencode: .* depth=1$' "$waypoint" reencode --snapshot "$folder/stack"
pair=$("$waypoint" decode "$folder/stack.trace" $stacked | awk '/ atom EE$/ { print $1; exit }')
{
  head -c "$pair" "$folder/stack.trace"
  printf '\204\204'
  tail -c +$((pair + 2)) "$folder/stack.trace"
} >"$folder/stack/trace.bin"
answers 1 '^reencode: bytes=28842 same=28840 packets=28168 same_packets=28166 given=58 depth=1$' "$waypoint" reencode --snapshot "$folder/stack"

# --- help: each command's own options, and no others -------------------------------------------------------------------
lists() { # OPTIONS COMMAND...
  printf '%s\n' $1 help usage version | sort -u >"$folder/wanted"
  shift
  "$@" --help | sed -n 's/^ \{2,6\}\(-., \)*--\([a-z-]*\).*/\2/p' | sort >"$folder/listed"
  answers 0 '' diff "$folder/wanted" "$folder/listed"
  answers 0 . "$@" --usage
  answers 0 "^waypoint $(cat VERSION)\$" "$@" --version
  "$@" --help >"$folder/help"
  "$@" -h >"$folder/h"
  case $1 in *waypoint) shift ;; *) set -- waypoint-sim ;; esac
  "$waypoint" help "$@" >"$folder/word"
  answers 0 '' cmp "$folder/help" "$folder/h"
  answers 0 '' cmp "$folder/help" "$folder/word"
  answers 1 '' grep -E ' $|^.{80}' "$folder/help"
}
executed='random program stimulus clocks seed exceptions indirect thumb thumbee jazelle long barriers ns ns-writes erets hyp user high debug prohibited'
executed="$executed protocol set unit idr ccer minor"
presented='spacing context vmids other-targets late debug-entries long-halt cycle-accurate etmcr'
described='alternative cycle-accurate broadcast timestamps vmid return-stack context-id etmcr'
made="$described depth greedy count-packets old-exceptions etmauxcr syncfr etmteevr"
around='backpressure wrong-path commit-delay burst atclken pclken flush-rate off-flush-rate sync-rate extin-rate idle-rate clock-change-rate no-halting-rate debug-request debug-response host restarts stop-by abrupt free-running resets latency etmtsevr etmtrigger'
around="$around ccr wpt-flush oslock swlock power claim reset etmtraceidr shared-atb rule-off timeout-response timeout-bus timeout-debug timeout-drain latency-tolerance status-latency outputs filter-late"
files='host-text log list bytes beats snapshot facts result fst from fst-last to quiet mode max-lost max-missing max-start may-be-empty allow-unchecked no-check no-image'
lists '' "$waypoint"
answers 0 '^ *--version ' "$waypoint" help waypoint_checker
"$waypoint" help waypoint_checker >"$folder/help"
answers 0 '' grep -q '^      --elf=FILE  *ELF file with the code, so that each instruction$' "$folder/help"
# Each command has a line of its own.
"$waypoint" --help | sed -n '/^Commands that need no simulator:/,/^$/p' | sed 1d >"$folder/help"
answers 1 '' grep -vE '^(  [a-z]+ +[a-zA-Z]|$)' "$folder/help"
lists "$executed $described snapshot frames id source depth packets flow waypoints events instructions elf frame-offset ignore-barriers" "$waypoint" decode
lists "protocol set unit idr ccer minor $described" "$waypoint" explain
lists "$executed $presented $made events output" "$waypoint" encode
pins='log wave map elf depth greedy count-packets old-exceptions etmtsevr etmtrigger debug-request list bytes beats snapshot facts result quiet mode latency may-be-empty allow-unchecked'
pins="$pins ccr port wpt-flush oslock swlock power claim wpt-depth reset etmtraceidr shared-atb rule-off timeout-response timeout-bus timeout-debug timeout-drain latency-tolerance status-latency outputs filter-late"
list_pins=$(echo "$pins" | sed 's/ list bytes beats / /; s/ facts result / /')
lists "$executed $presented $described etmauxcr etmteevr syncfr sync-rate idle-rate restarts resets max-lost max-missing max-start no-image $pins" "$waypoint" check
lists "$executed $described etmauxcr etmteevr syncfr max-lost max-missing max-start no-image sync-rate idle-rate restarts resets $list_pins id source frame-offset ignore-barriers format why from to with-beats" "$waypoint" list
lists "$executed $presented events output" "$waypoint" generate
lists "$executed $described output" "$waypoint" snapshot
lists 'snapshot id source unit depth elf frame-offset ignore-barriers' "$waypoint" reencode
lists 'id merge turn sync output frame-offset ignore-barriers' "$waypoint" frames
lists 'elf log output' "$waypoint" record
lists 'output' "$waypoint" shrink
lists 'output' "$waypoint" report
lists "$executed $presented $made fifo width stall queue svg" "$waypoint" size
lists "$executed $presented $made $around $files" "$simulator"
answers 2 '^waypoint: --backpressure: unknown option; see waypoint decode --help$' "$waypoint" decode "$trace" --backpressure none

# --- one value, three ways to write it --------------------------------------------------------------------------------
for words in '--random 3 --clocks 500' '--random=3 --clocks=500' '--ran 3 --clocks=500'; do
  answers 0 '' "$waypoint" encode $words --output="$folder/again"
  answers 0 '' cmp "$folder/random.trace" "$folder/again"
done
answers 0 '' "$waypoint" encode --depth 2 --return-stack --set a15 --random 3 -o "$folder/again"
answers 0 '' "$waypoint" encode --set a15 --random 3 --return-stack --depth 2 -o "$folder/other"
answers 0 '' cmp "$folder/other" "$folder/again"

# --- make: a program by name or by file -----------------------------------------------------------------------------------
runs() { WAYPOINT_TURN=1 make SETUP=0 --eval='print: ; @echo "$(run_source)"' print "$@"; }
cp $program "$folder/own.wpp"
answers 0 '^--protocol pft --program tests/program/vm-arm.wpp ' runs PROGRAM=vm-arm
answers 0 "^--protocol pft --program $folder/own.wpp " runs PROGRAM="$folder/own.wpp"
answers 2 'PROGRAM=own.wpp: expected a file.wpp, as make record writes it, or one of .*sort-thumb.*Stop' runs PROGRAM=own.wpp
answers 2 'STIMULUS=nowhere: expected a file\.  Stop' runs STIMULUS=nowhere
answers 2 'BUILD=: expected a folder\.  Stop' runs BUILD=

# A misspelt variable is refused. Packaging, CI and make itself give others than ours.
unknown() { # TEXT WORD...
  text=$1
  shift
  answers 2 "\*\*\* make help $text \(docs/commands\.md\)\.  Stop\.$" make SETUP=0 help "$@"
}
unknown 'PROGRAMM=x: unknown variable PROGRAMM; did you mean PROGRAM\?' PROGRAMM=x
unknown 'SEDE=7: unknown variable SEDE; did you mean SEED\?' N=3 SEDE=7
unknown 'args=--mode legal: unknown variable args; did you mean ARGS\?' 'args=--mode legal'
unknown 'STIM=a: unknown variable STIM; did you mean STIMULUS\?' STIM=a
unknown 'XYZ=1: unknown variable XYZ' XYZ=1
answers 2 '\*\*\* make SEDE=7: unknown variable SEDE; did you mean SEED\? ' make SEDE=7
answers 0 '' make -j2 -k SETUP=0 help CC=gcc OPT=-O1 CFLAGS=-g LDFLAGS=-s DESTDIR=/x PREFIX=/usr INSTALL='install -s' AM_UPDATE_INFO_DIR=no V=1 MAKEFLAGS=k
known() { make -s SETUP=0 WAYPOINT_TURN=1 --eval='print: ; @printf "%s\n" $(known_variables)' print | sort; }
known >"$folder/known"
# The variables of the targets, and of each command in documentation and CI. CHANGELOG.md also has variables that are gone.
{
  cat Makefile ./*/*.mk tests/*/*.mk | grep -oE '\$\([A-Z_]+\)' | tr -d '$()' | grep -vx 'MAKECMDGOALS\|VK_GLOBAL_OBJS\|CURDIR'
  git ls-files '*.md' ':!CHANGELOG.md' '*.yml' .ci/night .ci/run | xargs grep -ohE '(make|\.ci/farm) [^`|]*' | grep -oE ' [A-Z_]+=' | tr -d ' =' | grep -vx 'JOBS\|WITH\|PROGRAMM'
} | sort -u | comm -23 - "$folder/known" >"$folder/missing"
answers 0 '' cmp "$folder/missing" /dev/null
answers 0 '^WIDTH$' grep -x WIDTH "$folder/known"

# The next command has the variables that make was given.
next_of() { # TEXT COMMAND...: the line "next:" of what is printed
  text=$1
  shift
  "$@" 2>&1 | grep '^next: ' >"$folder/next"
  answers 0 '' test "$(cat "$folder/next")" = "next: $text"
}
next_of "make run RTL=$folder/skeleton PROTOCOL=etm3 UNIT='a7' WIDTH='8'" make SETUP=0 skeleton OUT="$folder/skeleton" UNIT=a7 WIDTH=8
next_of "make smoke" env WAYPOINT_NEXT='make smoke' "$simulator" --random 1 --clocks 500
next_of "make smoke UNIT='a9'" env WAYPOINT_NEXT="make smoke UNIT='a9'" "$simulator" --random 1 --clocks 500
# A checker without Waypoint's testbench knows none.
"$simulator" --random 1 --clocks 500 --quiet --log "$folder/next.log" >"$folder/out"
"$waypoint" check --log "$folder/next.log" --random 1 >"$folder/next"
answers 0 '^not exercised: ' sed -n '$d; /^next: \|^not exercised: /p' "$folder/next"
for target in run shrink smoke; do
  case $target in
    run) text="make smoke PROTOCOL=etm3 BUILD='b' UNIT='m3' ARGS='--spacing two'" ;;
    shrink) text="make run STIMULUS=b/shrunk.txt PROTOCOL=etm3 BUILD='b' UNIT='m3'" ;;
    smoke) text="make random N=1000 PROTOCOL=etm3 BUILD='b' UNIT='m3' ARGS='--spacing two'" ;;
  esac
  next_of "$text" make SETUP=0 WAYPOINT_TURN=1 --eval="print: ; @echo \"next: \$(next_of_$target)\"" print BUILD=b UNIT=m3 ARGS='--spacing two' SEED=3
done

# One case of the smoke suite by its name, or some.
smoke() { make SETUP=0 BUILD="$build" smoke_folder="$folder/smoke" smoke "$@"; }
answers 0 '^1 passed, 0 failed, 0 skipped$' smoke T=back-pressure
answers 0 '^2 passed, 0 failed, 0 skipped$' smoke T='smoke/back-pressure random-*'
smoke T=flush ARGS='--clocks 5' >"$folder/flush" 2>&1
answers 0 '' grep '^FAILED smoke/flush: smoke: flush: INCOMPLETE: the case requires flush checked in the trace (at least 3), found 0, counting one ' "$folder/flush"
answers 0 '' grep '^FAILED .*, counting one each time that AFREADY answers AFVALID while the DUT is enabled; of [0-9]* waypoints in [0-9]* clocks [0-9]* were compared, [0-9]* not traced, 0 lost$' "$folder/flush"

# What no run could read is one line, in front of all runs: of ARGS, and of UNIT.
reads() { make SETUP=0 BUILD="$build" --eval="print: ; \$(call read_args,$simulator)" print "$@" 2>&1 | head -n 1; }
printf 'max-lost=any\n' >"$folder/bad.unit"
answers 0 "^waypoint: $folder/bad.unit:1: max-lost=any: unknown word; see waypoint unit --help$" reads UNIT="$folder/bad.unit"
answers 0 '^waypoint-sim: --frob: unknown option; did you mean --from[?] See waypoint-sim --help$' reads ARGS=--frob

# --- bad words --------------------------------------------------------------------------------------------------------
refuses() { # LINE COMMAND...
  line=$1
  shift
  name=$(basename "$1")
  "$@" >"$folder/out" 2>"$folder/err"
  got=$?
  if [ $got = 2 ] && [ ! -s "$folder/out" ] && printf '%s: %s\n' "$name" "$line" | cmp -s - "$folder/err"; then
    pass
  else
    fail "$*: expected exit code 2 and the line \"$name: $line\", found $got and:" "$(excerpt "$folder/out" "$folder/err")"
  fi
}
encode="$waypoint encode"
commands='see waypoint --help'
refuses "expected a command; $commands" "$waypoint"
refuses "b: expected only one COMMAND after help" "$waypoint" help a b
refuses "absent: unknown command; $commands" "$waypoint" help absent
refuses "frobnicate: unknown command; $commands" "$waypoint" frobnicate
refuses '--frob: unknown option; see waypoint --help' "$waypoint" --frob
refuses 'expected TRACE, a file of trace bytes, or --snapshot DIR; see waypoint decode --help' "$waypoint" decode
refuses 'expected TRACE, a file of trace bytes; see waypoint check --help' "$waypoint" check
refuses 'expected --snapshot DIR; see waypoint reencode --help' "$waypoint" reencode
refuses 'expected trace bytes in hex, or - for standard input; see waypoint explain --help' "$waypoint" explain
refuses 'explain: expected trace bytes in hex, found none' "$waypoint" explain ' '
refuses 'explain: byte 1: expected two hex digits, found "0z"' "$waypoint" explain 92 0z
refuses 'explain: byte 1: expected two hex digits, found "8"' "$waypoint" explain 928
refuses 'b: expected only one argument; see waypoint check --help' "$waypoint" check a b
refuses 'a: expected only options; see waypoint encode --help' $encode a
refuses 'expected result files; see waypoint result --help' "$waypoint" result
refuses '--frob: unknown option; see waypoint result --help' "$waypoint" result --frob b
refuses 'expected a directory that .ci/farm wrote; see waypoint merge --help' "$waypoint" merge
refuses "$folder/plan: No such file or directory; expected a directory that .ci/farm wrote" "$waypoint" merge "$folder"
refuses '--frob: unknown option; see waypoint decode --help' "$waypoint" decode "$trace" --frob
refuses '--frob: unknown option; did you mean --from? See waypoint-sim --help' "$simulator" --frob
refuses '--frob: unknown option; did you mean --from? See waypoint-sim --help' "$simulator" --frob --help
refuses '-xy: unknown option; see waypoint encode --help' $encode --random 1 -xy
refuses '--co: ambiguous, several options begin with this; see waypoint encode --help' $encode --co
refuses '--depth 16: expected a number from 0 to 15' $encode --depth 16
refuses '--depth 16: expected a number from 0 to 15' $encode --depth=16
refuses '--depth -1: expected a number from 0 to 15' $encode --depth -1
refuses '--depth 1x: expected a number from 0 to 15' $encode --depth 1x
refuses '--depth: expected a value: a number from 0 to 15' $encode --depth
refuses '--ns=1: expected no value for --ns' $encode --ns=1
refuses '--syncfr 0x1000: expected a number from 0 to 0xFFF' $encode --syncfr 0x1000
refuses '--random 18446744073709551616: expected a number from 0 to 0xFFFFFFFFFFFFFFFF' $encode --random 18446744073709551616
refuses '--context-id 3: expected 0, 1, 2 or 4' $encode --context-id 3
refuses '--protocol etm4: expected pft or etm3' "$waypoint" decode "$trace" --protocol etm4
refuses '--set a8: expected a9, a15 or full (PTM), a7 or m3 (ETM)' $encode --set a8
refuses '--minor 6: expected a number from 0 to 5' $encode --protocol etm3 --minor 6
refuses '--program : expected a file name' $encode --program ''
refuses '-o: expected a value: a file name' $encode --random 1 -o
refuses '--id 0x80: expected a trace ID, 0 to 0x7F' "$waypoint" decode --snapshot "$folder/snapshot" --id 0x80
refuses '--spacing slow: expected waypoint, one, two or stall' "$simulator" --spacing slow
refuses '--stop-by force: expected programming, power-down, os-lock or authentication' "$simulator" --stop-by force
refuses '--atclken 0: expected a number from 1 to 100' "$simulator" --atclken 0
for words in random:100 burst:0 periodic:x sometimes; do
  refuses "--backpressure $words: expected none, random:0..99, burst:1..1000000 or periodic:1..1000000" "$simulator" --backpressure $words
done

# An option of the other form of a command, or one that is given without the option that it requires.
refuses '--instructions requires the code: --elf, --program, --stimulus or --random' "$waypoint" decode "$trace" --instructions
refuses '--flow requires the code: --elf, --program, --stimulus or --random' "$waypoint" decode "$trace" --flow
refuses '--program requires --flow or --instructions' "$waypoint" decode "$trace" --program $program
refuses '--depth requires --snapshot DIR' "$waypoint" decode "$trace" --depth 3
refuses '--events requires --snapshot DIR' "$waypoint" decode "$trace" --events
refuses '--source requires --snapshot DIR' "$waypoint" decode "$trace" --source PTM_0
refuses '--id requires --snapshot DIR or --frames' "$waypoint" decode "$trace" --id 3
refuses '--frames is valid only with TRACE; a snapshot specifies its format' "$waypoint" decode --frames --snapshot "$folder/snapshot"
refuses 'expected STREAM, a file of CoreSight frames, or --merge ID=FILE; see waypoint frames --help' "$waypoint" frames
refuses '--sync requires --merge ID=FILE' "$waypoint" frames "$folder/frames" --sync 3
refuses '--merge is valid neither with STREAM nor with --id' "$waypoint" frames "$folder/frames" --merge 1="$trace"
refuses '--merge: expected each trace ID only once, found 0x10 twice' "$waypoint" frames --merge 16="$trace" --merge 0x10="$trace"
for merge in 0="$trace" 0x70="$trace" 0x10= "$trace"; do
  refuses "--merge $merge: expected ID=FILE, ID 0x01 to 0x6F, at most 16 times" "$waypoint" frames --merge "$merge"
done
refuses "$trace: expected no TRACE with --snapshot" "$waypoint" decode "$trace" --snapshot "$folder/snapshot"
refuses '--cycle-accurate is valid only with TRACE; a snapshot contains this setting' "$waypoint" decode --snapshot "$folder/snapshot" --cycle-accurate
refuses '--unit a7: expected the description of a PTM, as the snapshot is of one' "$waypoint" reencode --snapshot "$folder/snapshot" --unit a7
refuses '--random is not valid with --events, which contains this setting' $encode --events "$folder/events" --random 1
refuses '--clocks is valid only with random code; a file is read to its end' $encode --program $program --clocks 100
refuses 'snapshot: expected the code (--program, --stimulus or --random) and -o DIR' "$waypoint" snapshot "$trace"

# Options for features that the unit does not implement.
ptm='this unit is PFTv1.1 with ETMCCER 0x00801800' etm='this unit is ETMv3.5 with ETMCCER 0x34400800'
refuses "--timestamps: expected a PTM or ETMv3.5 with ETMCCER[22]; $ptm" $encode --timestamps
refuses "--vmid: expected PFTv1.1 or ETMv3.5 with ETMCCER[26]; $ptm" $encode --vmid
refuses '--vmid: expected PFTv1.1 or ETMv3.5 with ETMCCER[26]; this unit is PFTv1.0 with ETMCCER 0x00C018EA' $encode --set a9 --vmid
refuses '--return-stack: expected a PTM with ETMCCER[23]; this unit is PFTv1.1 with ETMCCER 0x00000000' $encode --ccer 0 --return-stack
for option in minor=3 greedy count-packets old-exceptions late=3; do
  refuses "--${option%=*}: expected an ETM; $ptm" $encode --$option
done
refuses "--alternative: expected an ETM, v3.4 or v3.5; $ptm" $encode --alternative
refuses "--return-stack: expected a PTM with ETMCCER[23]; $etm" $encode --protocol etm3 --return-stack
refuses "--depth: expected a PTM; $etm" $encode --protocol etm3 --depth 3
older() { # MINOR OPTION EXPECTED
  refuses "--${2%=*}: expected $3; this unit is ETMv3.$1 with ETMCCER 0x34400800" $encode --protocol etm3 --minor $1 --$2
}
older 4 vmid 'PFTv1.1 or ETMv3.5 with ETMCCER[26]'
older 4 timestamps 'a PTM or ETMv3.5 with ETMCCER[22]'
older 4 hyp=3 'PFTv1.1 or ETMv3.5'
older 3 alternative 'an ETM, v3.4 or v3.5'
older 3 high=3 'PFTv1.1, ETMv3.4 or v3.5'
older 2 thumbee=3 'a PTM or ETMv3.3 to v3.5'
older 1 ns 'a PTM or ETMv3.2 to v3.5'
refuses '--set a9: expected an ETM, as selected by --protocol etm3; remove --protocol' $encode --protocol etm3 --set a9
refuses '--set m3: expected a PTM, as selected by --protocol pft; remove --protocol' $encode --protocol pft --set m3
refuses '--idr 0x571CF310: expected 2 in bits [11:8] for an ETM, found 3; use --protocol pft for a PTM' $encode --protocol etm3 --idr 0x571CF310
refuses '--idr 0x410CF250: expected 3 in bits [11:8] for a PTM, found 2; use --protocol etm3 for an ETM' $encode --idr 0x410CF250
refuses '--idr 0x570CF260: expected 0 to 5 in bits [7:4], the minor version of an ETM' $encode --protocol etm3 --idr 0x570CF260
refuses '--etmauxcr 0x8: expected 0 to 7 for a PTM' "$simulator" --etmauxcr 8
refuses '--protocol selects an ETM, but this simulator contains a PTM; use make run PROTOCOL=etm3' "$simulator" --protocol etm3

# What contradicts itself.
only_one() { # A B WORD...
  line="--$1 and --$2: expected only one of them"
  shift 2
  refuses "$line" "$@"
}
only_one random program $encode --random 1 --program $program
only_one random stimulus $encode --stimulus "$folder/text" --random 1
only_one program stimulus $encode --program $program --stimulus "$folder/text"
only_one set unit $encode --set a15 --unit a15
remove() { # KEPT REMOVED WHY WORD...
  line="--$1 and --$2: --$1 $3; remove --$2"
  shift 3
  refuses "$line" "$@"
}
remove random seed 'is the seed' $encode --seed 1 --random 1
remove no-check mode 'checks nothing' "$simulator" --no-check --mode legal
for option in idr ccer minor; do remove set $option 'fixes the ID registers' $encode --set a15 --$option 0; done
remove set alternative 'fixes the ID registers' $encode --protocol etm3 --set a7 --alternative
remove idr minor 'contains the minor version' $encode --protocol etm3 --idr 0x570CF250 --minor 3
remove idr alternative 'contains the branch encoding' $encode --protocol etm3 --idr 0x570CF250 --alternative
for option in cycle-accurate broadcast timestamps vmid return-stack context-id=1; do
  remove etmcr ${option%=*} 'sets all bits of ETMCR' $encode --set a15 --$option --etmcr 0
done
refuses '--program and --thumb: the file of --program determines this; remove --thumb' $encode --program $program --thumb 3
refuses '--stimulus and --spacing: the file of --stimulus determines this; remove --spacing' $encode --stimulus "$folder/text" --spacing one
refuses '--stimulus and --sync-rate: the file of --stimulus determines this; remove --sync-rate' "$simulator" --stimulus "$folder/text" --sync-rate 3
# Without a buffer, the DUT ignores WPTCOMMIT and WPTFLUSH.
printf 'waypoint barrier pc=0x10 target=0x14\nwpt-flush\n' >"$folder/flushed"
needs_buffer='expected a PTM with a buffer for speculative waypoints, found none; build it with WPT_DEPTH=4, or describe it with wpt-depth=4'
refuses "$folder/flushed: commit or wpt-flush lines: $needs_buffer" "$simulator" --stimulus "$folder/flushed"
refuses "--wrong-path, --commit-delay or --burst: $needs_buffer" "$simulator" --random 1 --burst 1
refuses '--from requires --fst FILE' "$simulator" --from 3
refuses '--from 5: expected at most 3, the value of --to' "$waypoint" list --log "$folder/none" --from byte:5 --to byte:3
refuses '--from, --to: a clock requires --with-beats FILE; use byte:N or number:N' "$waypoint" list --snapshot "$folder/snapshot" --to 3
refuses '--idr 0x571CF410: expected 3 in bits [11:8] for a PTM, found 4; use --protocol etm3 for an ETM' $encode --idr 0x571CF410
refuses '--to requires --fst FILE' "$simulator" --to 3
refuses '--fst-last requires --fst FILE' "$simulator" --fst-last 3
# Waves replace a file. A FIFO, as a device, is refused, and is there afterwards; so is a directory.
mkfifo "$folder/fifo"
mkdir "$folder/directory"
refuses "--fst $folder/fifo: expected a regular file" "$simulator" --random 1 --clocks 100 --fst "$folder/fifo"
answers 0 '' test -p "$folder/fifo"
refuses "--fst $folder/directory: expected a regular file" "$simulator" --random 1 --clocks 100 --fst "$folder/directory"
answers 0 '' test -d "$folder/directory"
refuses '--from 30: expected at most 20, the value of --to' "$simulator" --fst "$folder/fst" --from 30 --to 20
refuses '--ns-writes requires --ns' "$simulator" --ns-writes 3
for words in 1 1.. ..1 2..1 -17..0 0..17 0..1x 0-1; do
  refuses "--latency $words: expected LOW..HIGH, both -16 to 16 and LOW no more than HIGH" "$simulator" --mode legal --latency $words
done
refuses '--latency is not valid in mode strict (the default); use --mode legal' "$simulator" --latency 0..1
refuses '--latency is not valid in mode strict; use --mode legal' "$simulator" --latency 0..1 --mode strict
refuses '--shared-atb is not valid in mode strict (the default); use --mode legal' "$simulator" --shared-atb
answers 0 '^PASS ' "$simulator" --quiet --mode legal --latency -2..2 --clocks 1000
refuses '--restarts requires --clocks, the length of each part of the run' "$simulator" --program $program --restarts 2

# --- bad files ------------------------------------------------------------------------------------------------------
answers 2 'nowhere: No such file' "$waypoint" decode "$folder/nowhere"
refuses "$folder: Is a directory" "$simulator" --random 1 --log "$folder"
answers 2 'nowhere: .*No such file' "$waypoint" encode --stimulus "$folder/nowhere"
answers 2 'nowhere: .*No such file' "$simulator" --program "$folder/nowhere"
answers 2 'nowhere/x: No such file' "$waypoint" encode --random 1 -o "$folder/nowhere/x"
answers 2 'nowhere/x' "$waypoint" snapshot "$trace" --program $program -o "$folder/nowhere/x"
answers 2 ': empty file$' "$waypoint" decode /dev/null
printf 'waypoint direct pc=0x8000\n' >"$folder/bad"
answers 2 'bad:1: expected ' "$waypoint" encode --stimulus "$folder/bad"
answers 2 'bad:1: expected ' "$simulator" --stimulus "$folder/bad"
head -c 3000 $program >"$folder/cut.wpp"
answers 2 'cut.wpp: byte 28: truncated: expected [0-9]+ bytes after the header, found [0-9]+$' "$waypoint" encode --program "$folder/cut.wpp"
printf 'no trace at all' >"$folder/none"
answers 2 'none: byte 0: no A-sync found [(]expected five or more bytes 00, then 80[)]$' "$waypoint" decode "$folder/none"
printf '\000\000\000\000\000\200\010\000\200\000\200\041\012' >"$folder/reserved"
answers 1 'reserved: byte 12: ' "$waypoint" decode "$folder/reserved"

# A program and a log that are none. (What is good: tests/program/log.sh.)
printf '0x8000 arm E\n' >"$folder/steps"
record="$waypoint record --log $folder/steps -o $folder/recorded"
refuses 'record: expected --elf FILE, --log FILE and -o FILE; see waypoint record --help' $record
answers 2 'nowhere: No such file' $record --elf "$folder/nowhere"
answers 2 'none: expected a 32-bit little-endian ELF file for Arm' $record --elf "$folder/none"
printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000\002\000\050\000\001\000\000\000\000\000\000\000\064\000\000\000\000\000\000\000\000\000\000\000\064\000\040\000\001\000\000\000\000\000\000\000' >"$folder/elf"
answers 2 'elf: byte 52: truncated: the file ends before a program header' $record --elf "$folder/elf"
printf '\001\000\000\000\124\000\000\000\000\200\000\000\000\000\000\000\010\000\000\000\010\000\000\000\005\000\000\000\004\000\000\000' >>"$folder/elf"
answers 2 'elf: byte 84: truncated: the file ends inside a segment of 8 bytes' $record --elf "$folder/elf"
printf '\001\000\240\343\375\377\377\352' >>"$folder/elf"
answers 0 '^record: instructions=1 exceptions=0$' $record --elf "$folder/elf"
printf '0x8000 arm E\n0x8004 arm E\n0x8000 arm E\n' >"$folder/steps"
answers 0 '^record: instructions=3 exceptions=0$' $record --elf "$folder/elf"
printf '0x8000 arm E\n0x8004 thumb E\n' >"$folder/steps"
answers 2 'steps:2: expected arm 0x00008004 after 0x00008000, which does not branch, found thumb 0x00008004' $record --elf "$folder/elf"
# A step is missing after a direct branch: in steps, in Tarmac, and in the resume address of an exception.
printf '0x8000 arm E\n0x8004 arm E\n0x8004 arm E\n' >"$folder/steps"
answers 2 'steps:3: expected arm 0x00008000 after 0x00008004, which branches to it, found arm 0x00008004$' $record --elf "$folder/elf"
printf '%s clk IT (%s) %s %s A svc_s : x\n' 1 1 00008000 e3a00001 2 2 00008004 eafffffd 3 3 00008004 eafffffd >"$folder/steps"
answers 2 'steps:3: expected arm 0x00008000 after 0x00008004, which branches to it, found arm 0x00008004$' $record --elf "$folder/elf"
printf '0x8004 arm E\nexception 14 0x8000 arm resume 0x8004 arm\n0x8000 arm E\n' >"$folder/steps"
answers 2 'steps:2: expected arm 0x00008000 after 0x00008004, which branches to it, found arm 0x00008004$' $record --elf "$folder/elf"
printf '0x8004 arm E\nexception 14 0x8000 arm\n0x8000 arm E\n' >"$folder/steps"
answers 0 '^record: instructions=2 exceptions=1$' $record --elf "$folder/elf"
printf '\036\377\057\341' | dd of="$folder/elf" bs=1 seek=88 conv=notrunc 2>"$folder/dd"
answers 2 'steps:2: expected the return address of the exception .LR of its mode, or resume ADDRESS.$' $record --elf "$folder/elf"
printf '\375\377\377\352' | dd of="$folder/elf" bs=1 seek=88 conv=notrunc 2>"$folder/dd"
printf '0x8000 arm E\nexception 14 0x8000 arm\n0x8004 arm E\n' >"$folder/steps"
answers 2 'steps:3: expected the exception handler at arm 0x00008000, found arm 0x00008004' $record --elf "$folder/elf"
printf '0x8000 arm E\nexception 14 0x8000 arm\n0x8000 arm E\n' >"$folder/steps"
answers 0 '^record: instructions=2 exceptions=1$' $record --elf "$folder/elf"

# Logs that are packed: steps, Tarmac, from standard input, and one that is cut or damaged.
packed="$waypoint record -o $folder/recorded --elf $folder/elf"
gzip -c "$folder/steps" >"$folder/steps.gz"
answers 0 '^record: instructions=2 exceptions=1$' $packed --log "$folder/steps.gz"
answers 0 '^record: instructions=2 exceptions=1$' from "$folder/steps.gz" $packed --log -
printf '%s clk IT (%s) %s %s A svc_s : x\n' 1 1 00008000 e3a00001 2 2 00008004 eafffffd 3 3 00008000 e3a00001 | gzip >"$folder/tarmac.gz"
answers 0 '^record: instructions=3 exceptions=0$' $packed --log "$folder/tarmac.gz"
head -c 40 "$folder/tarmac.gz" >"$folder/cut.gz"
answers 2 'cut.gz: truncated: the file ends inside its gzip stream$' $packed --log "$folder/cut.gz"
printf 'zzzz' | dd of="$folder/tarmac.gz" bs=1 seek=30 conv=notrunc 2>"$folder/dd"
answers 2 'tarmac.gz: damaged: the gzip stream cannot be unpacked; compress the file again$' $packed --log "$folder/tarmac.gz"

# Frames taken for a source's bytes, and the reverse.
held="CoreSight frames of 0x10 \\($(wc -c <"$trace") bytes\\), 0x21 \\(13 bytes\\)"
answers 2 "frames: expected trace bytes of one source, found $held; use --frames" "$waypoint" decode "$folder/frames"
answers 2 "frames: several trace sources: expected --id N, found frames of" "$waypoint" decode "$folder/frames" --frames
answers 2 "frames: expected bytes of trace ID 0x11, found frames of 0x10" "$waypoint" decode "$folder/frames" --frames --id 0x11
answers 2 'trace: byte [0-9]+: trace ID 0x[0-9A-F]+ is reserved, so this is no CoreSight frame; omit --frames if these are the trace bytes of one source' "$waypoint" decode "$trace" --frames
answers 2 'none: byte 0: truncated: the last CoreSight frame has 15 of 16 bytes' "$waypoint" frames "$folder/none"

# Frames that begin, end or are damaged in the middle of a frame (tests/unit/test_frames.c), in each command. 4 x FF FF FF 7F end all sources.
shows() { # EXIT_CODE PATTERN COMMAND...: of any line
  shown_code=$1 shown_pattern=$2
  shift 2
  "$@" >"$folder/all" 2>&1
  echo $? >>"$folder/all"
  answers 0 "^$shown_code\$" cat "$folder/all"
  answers 0 '' grep -qE "$shown_pattern" "$folder/all"
}
"$waypoint" frames --merge 0x10="$trace" -o "$folder/single"
{
  head -c 160 "$folder/single"
  printf '\377\377\377\177\377\377\377\177\377\377\377\177\377\377\377\177'
  tail -c +161 "$folder/single"
} >"$folder/barrier"
barrier='bytes 160 to 175 of the file: barrier: four or more synchronization packets in a row end all sources'
shows 0 "^$barrier" "$waypoint" frames "$folder/barrier"
shows 0 "^ +[0-9]+     gap $barrier" "$waypoint" decode "$folder/barrier" --frames
shows 0 "^ +[0-9]+  gap        0x[0-9A-F]{8} ARM, $barrier" "$waypoint" decode "$folder/barrier" --frames --flow --program $program
answers 0 '' "$waypoint" frames "$folder/barrier" --ignore-barriers --id 0x10 -o "$folder/split"
answers 0 '' cmp "$folder/split" "$trace"
tail -c +6 "$folder/single" >"$folder/late"
shows 0 '^bytes 0 to 10 of the file: the frames begin in the middle' "$waypoint" frames "$folder/late"
shows 0 '^bytes 0 to 10 of the file: the frames begin in the middle' "$waypoint" frames "$folder/late" --frame-offset 11
head -c 1607 "$folder/single" >"$folder/short"
shows 0 '^bytes 1600 to 1606 of the file: the last frame is truncated and left out' "$waypoint" frames "$folder/short"
shows 0 '^ +[0-9]+     gap bytes 1600 to 1606 of the file: the last frame is truncated and left out$' "$waypoint" decode "$folder/short" --frames
{
  head -c 700 "$folder/single"
  tail -c +702 "$folder/single"
} >"$folder/slipped"
shows 1 '^bytes [0-9]+ to [0-9]+ of the file: no whole frames: bytes are missing or added, and these are left out' "$waypoint" frames "$folder/slipped"
shows 1 '^waypoint: bytes [0-9]+ to [0-9]+ of the file: no whole frames' "$waypoint" frames "$folder/slipped" --id 0x10 -o "$folder/split"

# Other protocols: eleven bytes 00, 80 and a trace info packet; 21 nibbles F, 0 and VERSION; five bytes 00, 80 and packets of an ITM or a DWT.
other() { # NAME BYTES: also of frames, and of an ETM
  printf "$2" >"$folder/other"
  "$waypoint" frames --merge 0x20="$folder/other" -o "$folder/other-frames"
  answers 2 "other: byte [0-9]+: expected trace bytes of a PTM or an ETMv3, found a synchronization packet of $1\$" "$waypoint" decode "$folder/other"
  answers 2 "found a synchronization packet of $1\$" "$waypoint" decode "$folder/other" --protocol etm3
  answers 2 "found a synchronization packet of $1\$" "$waypoint" decode "$folder/other-frames" --frames
}
zeros='\000\000\000\000\000'
ones='\377\377\377\377\377\377\377\377\377\377'
other ETMv4 "$zeros$zeros\000\200\001\001\000\235\000\200\000\000\000\000\000\000\367\370"
other ETMv4 "\367\371$zeros$zeros\000\200\001\000\366$zeros$zeros\000\200\001\001\000"
other ETMv4 "$zeros$zeros\000\000\200\001\020\367"
other 'an STM' "$ones\017\017\060\001\002"
other 'an STM' "\361$ones\360\000\003\001\002"
other 'an STM' "\000\200$ones\017\017\060$ones\017\017\060"
other 'an ITM' "$zeros\200\001\101\300\005\003\101\102\103\104"
other 'an ITM' "$zeros\000\200\027\030\002\000\010\020\160\027\030"
other 'an ITM' "\101$zeros\200\224\201\002$zeros\200\016\020\021\005\001"

refuses '--frame-offset 16: expected a number from 0 to 15' "$waypoint" frames "$folder/late" --frame-offset 16
refuses '--ignore-barriers requires --snapshot DIR or --frames' "$waypoint" decode "$trace" --ignore-barriers
refuses '--frame-offset requires --snapshot DIR or --frames' "$waypoint" decode "$trace" --frame-offset 3

# A snapshot with something wrong in it.
spoil() { # FILE SED: in a copy of the snapshot
  rm -rf "$folder/spoilt"
  cp -r "$folder/snapshot" "$folder/spoilt"
  sed -i "$2" "$folder/spoilt/$1"
}
answers 2 'nowhere/snapshot.ini: No such file' "$waypoint" decode --snapshot "$folder/nowhere"
answers 2 'expected the ID or name of a PFT or ETMv3 trace source that has a buffer; available: PTM_0' "$waypoint" decode --snapshot "$folder/snapshot" --id 0x11
spoil snapshot.ini 's/trace.ini/nothing.ini/'
answers 2 'spoilt/nothing.ini: No such file' "$waypoint" decode --snapshot "$folder/spoilt"
spoil trace.ini 's/source_data/morse/'
answers 2 'trace.ini:[0-9]+: expected format=coresight or source_data, found "morse"' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^ETMIDR\(.*\)=.*/ETMIDR\1=many/'
answers 2 'ptm_0.ini:[0-9]+: ETMIDR: expected a 32-bit number, found .many.$' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^ETMCCER.*//'
answers 2 'ptm_0.ini: expected ETMCCER= in section' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^type=.*/type=ETM3.5/'
answers 2 'ptm_0.ini:[0-9]+: ETMIDR: expected 2 in bits .11:8. for type=ETM3.5, found "0x' "$waypoint" decode --snapshot "$folder/spoilt"
spoil ptm_0.ini 's/^type=.*/type=STM/'
answers 2 'ptm_0.ini: expected a trace source of type PTM, PFT or ETM3, found "STM"' "$waypoint" decode --snapshot "$folder/spoilt" --source PTM_0
# A trace source of a type that is not supported: as the only source, and next to a supported one.
for type in STM ITM ETM4.0; do
  spoil ptm_0.ini "s/^type=.*/type=$type/"
  answers 2 "trace.ini: expected a trace source of type PTM, PFT or ETM3, found PTM_0 .type $type.\$" "$waypoint" decode --snapshot "$folder/spoilt"
done
sed 's/PTM_0/STM_0/; s/ETMTRACEIDR/STMTCSR/' "$folder/spoilt/ptm_0.ini" >"$folder/spoilt/stm_0.ini"
cp "$folder/snapshot/ptm_0.ini" "$folder/spoilt"
sed -i 's/^device0=.*/&\ndevice9=stm_0.ini/' "$folder/spoilt/snapshot.ini"
sed -i 's/^PTM_0=\(.*\)/&\nSTM_0=\1/' "$folder/spoilt/trace.ini"
answers 0 '^summary: .* errors=0$' "$waypoint" decode --snapshot "$folder/spoilt"
answers 2 "available: PTM_0 .id 0x0*10.; not supported: STM_0 .type ETM4.0.\$" "$waypoint" decode --snapshot "$folder/spoilt" --id 0x20
spoil cpu_0.ini 's/^length=.*/length=0x7FFFFFFF/'
answers 2 'mem0.bin: byte [0-9]+: truncated: expected [0-9]+ bytes$' "$waypoint" decode --snapshot "$folder/spoilt"
spoil trace.ini 's/source_data/coresight/'
answers 2 'trace.bin: byte [0-9]+: trace ID 0x[0-9A-F]+ is reserved, so this is no CoreSight frame; use format=source_data for the trace bytes of one source' "$waypoint" decode --snapshot "$folder/spoilt"
head -c 1607 "$folder/frames" >"$folder/spoilt/trace.bin"
answers 0 '' "$waypoint" decode --snapshot "$folder/spoilt"
spoil trace.ini '/nothing/d'
cp "$folder/frames" "$folder/spoilt/trace.bin"
answers 2 "spoilt: expected trace bytes of one source, found $held; use format=coresight in trace.ini" "$waypoint" decode --snapshot "$folder/spoilt"
spoil snapshot.ini 's/version=1.0/version/'
answers 2 'snapshot.ini:3: expected .section. or key=value' "$waypoint" decode --snapshot "$folder/spoilt"

# Result files: whole lines, of whole files; never those of the run before.
judged() { # TEXT CODE PATTERN OPTION...: what waypoint result makes of a file
  printf "$1" >"$folder/one.result"
  code=$2 pattern=$3
  shift 3
  "$waypoint" result "$@" "$folder/one.result" >"$folder/out" 2>&1
  got=$?
  if [ $got = "$code" ] && grep -qE "$pattern" "$folder/out"; then
    pass
  else
    fail "result $*: expected exit code $code and a line to match \"$pattern\", found $got and:" "$(excerpt "$folder/out")"
  fi
}
long=$(seq 1 2000 | tr '\n' '.')
judged 'PASS clocks=1\n' 0 '^1 of 1 PASS$'
judged 'FAIL\r\n' 1 'one.result: FAIL$'
judged 'PASS cloc' 2 '^waypoint: .*/one.result:1: truncated: the file ends inside this line$'
judged 'PASS\0FAIL\n' 2 '^waypoint: .*/one.result:1: not a text file: it contains a NUL byte$'
judged "FAIL $long PASS x\\n" 1 'one.result: FAIL 1.2.3.'
judged "$long PASS x\\n" 2 '^waypoint: .*/one.result: expected a last line with PASS, FAIL, INCOMPLETE or NOTHING CHECKED; see docs/ci.md$'
judged 'PASS\n\33[2JPASS\n' 2 '^waypoint: .*/one.result: expected a last line with PASS, FAIL, INCOMPLETE or NOTHING CHECKED; see docs/ci.md$'
judged 'FAIL \33[2J\n' 1 'FAIL .x1B.2J$'
judged '' 2 '^waypoint: .*/one.result: expected a last line with PASS, FAIL, INCOMPLETE or NOTHING CHECKED; see docs/ci.md$'
judged 'PASS\n' 0 '^1 of 1 PASS$' --expect 1
judged 'PASS\n' 2 '^expected 2 result files, found 1$' --expect 2
judged 'FAIL\n' 1 '^expected 2 result files, found 1$' --expect 2
judged 'FAIL\n' 1 '^0 of 1 PASS$'
judged 'PASS\n' 2 '^waypoint: .*/none.result: No such file or directory$' "$folder/none.result"
judged 'PASS\n' 2 '^1 of 2 PASS, 1 without a verdict$' "$folder/none.result"
judged '' 2 '^0 of 1 PASS, 1 without a verdict$'
answers 0 '' "$waypoint" result --begin "$folder/one.result"
answers 0 '' grep -qx 'INCOMPLETE no checker has started' "$folder/one.result"
stale() { # REASON COMMAND...: it is refused, and the last run's verdict with it
  reason=$1
  shift
  printf 'PASS\n' | tee "$folder/one.result" >"$folder/one.facts"
  "$@" --result "$folder/one.result" --facts="$folder/one.facts" >"$folder/out" 2>&1
  got=$?
  if [ $got = 2 ] && grep -qE "^INCOMPLETE $reason" "$folder/one.result" && [ "$(wc -l <"$folder/one.result")" = 1 ] &&
    [ "$(sed -n 3p "$folder/one.facts")" = end ] && grep -qE "^result INCOMPLETE $reason" "$folder/one.facts"; then
    pass
  else
    fail "$*: expected exit code 2 and \"$reason\" in both files, found $got and:" "$(excerpt "$folder/one.result" "$folder/one.facts")"
  fi
}
stale '--frob: unknown option' "$simulator" --random 1 --frob
stale '--mode loose: expected strict, bytes or legal' "$simulator" --random 1 --mode loose
stale '--protocol selects an ETM, but this simulator contains a PTM; use make run PROTOCOL=etm3' "$simulator" --random 1 --protocol etm3
stale "$folder/absent/list: No such file or directory" "$simulator" --random 1 --list "$folder/absent/list"
stale '--set a99: expected' "$waypoint" check --log "$folder/absent" --set a99
stale "$folder/absent: No such file or directory" "$waypoint" check --log "$folder/absent"
stale "$program:1: expected waypoint-log 1" "$waypoint" check --log $program

# Events that are none.
printf 'a-sync\n' >"$folder/bad"
answers 2 'bad:1: expected config in the first line, found "a-sync"' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0 etmidr=0x411CF312 etmccer=0 depth=16\n' >"$folder/bad"
answers 2 'bad:1: expected depth= and a number from 0 to 15, found "depth=16"' "$waypoint" encode --events "$folder/bad"
printf 'config etmidr=0x4114F253 split-at-trigger=2\n' >"$folder/bad"
answers 2 'bad:1: expected split-at-trigger= and a number from 0 to 1, found "split-at-trigger=2"' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0 pft\n' >"$folder/bad"
answers 2 'bad:1: unknown field "pft"; expected etmcr=, etmidr=, etmccer=, etmauxcr= .32 bits each., depth=0..15 or split-at-trigger=0..1$' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0 etmidr=0x411CF312 etmccer=0 depth=0\na-sync\n# no place\nindirect E\n' >"$folder/bad"
answers 2 'bad:4: indirect: expected at=ADDRESS:ISA.:ns..:hyp., found the end of the line; see docs/events.md$' "$waypoint" encode --events "$folder/bad"
printf 'config etmcr=0\ni-sync trace-on at=0x8000:mips\n' >"$folder/bad"
answers 2 'bad:2: expected at=ADDRESS:ISA' "$waypoint" encode --events "$folder/bad"
answers 2 'bad2: No such file' "$waypoint" encode --events "$folder/bad2"

# A trace cut anywhere inside a packet: the offset of that packet.
printf '\000\000\000\000\000\200\010\000\200\000\200\041\243\220\241\220\010' >"$folder/whole"
answers 0 'branch addr=0x04109044 ARM bytes=5' "$waypoint" decode "$folder/whole"
for cut in 7 8 9 10 11 13 14 15 16; do
  head -c $cut "$folder/whole" >"$folder/cut"
  answers 1 "cut: byte $([ $cut -lt 12 ] && echo 6 || echo 12): " "$waypoint" decode "$folder/cut"
done

# --- the processor's port against the code ------------------------------------------------------------------------------
# A branch to itself, without a condition: as if it had failed one.
printf 'segment address=0x8000 bytes=feffffea\nwaypoint indirect pc=0x9000 taken target=0x8000 arm
waypoint direct pc=0x8000 taken target=0x8000 arm\nwaypoint direct pc=0x8000 not-taken target=0x8000 arm\n' >"$folder/port.txt"
printf 'segment address=0x8000 bytes=feffffea\nclock E 0x8000:arm\nclock N 0x8000:arm\n' >"$folder/slots.txt"
first_line() { "$@" --mode legal --quiet --fst /dev/null --from 4294967295 | head -n 1; }
answers 0 "^rule PORT-PASS-1: clock 75 \(755 ns\), byte [0-9]*: WPTTAKEN is 0, expected 1: the instruction at 0x00008000 is a direct branch without a condition " \
  first_line "$simulator" --stimulus "$folder/port.txt"
at_fault() { "$@" --mode legal --quiet --fst /dev/null --from 4294967295 | grep '^  at fault: '; }
answers 0 "^  at fault: the processor's WPTTAKEN is 0x0 in clock 75 \(755 ns\); waypoint #2$" at_fault "$simulator" --stimulus "$folder/port.txt"
answers 0 "^  at fault: the processor's ETMI0PASS is 0x0 in clock 74 \(745 ns\); step #1$" \
  at_fault "$2/etm-w32-q8-f64/waypoint-sim" --protocol etm3 --stimulus "$folder/slots.txt"
answers 0 '^PASS .* waypoints_compared=2 ' first_line "$simulator" --stimulus "$folder/port.txt" --no-image
answers 0 "^rule PORT-PASS-1: clock 74 \(745 ns\), byte [0-9]*: ETMI0PASS is 0, expected 1: the instruction at 0x00008000 has no condition" \
  first_line "$2/etm-w32-q8-f64/waypoint-sim" --protocol etm3 --stimulus "$folder/slots.txt"

totals
