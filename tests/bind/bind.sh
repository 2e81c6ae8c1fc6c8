#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bind.sh BUILD: follows docs/tutorials/your-testbench.md as a user does, with only the files that `make install` installs and an independent
# PTM.
set -eu
build=$(realpath "$1")
here=$(pwd) work=$build/bind
tree=$work/installed
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work/obj"' EXIT
. tests/expect.sh

page=$(make SETUP=0 BUILD="$1" PREFIX="$tree" install | sed -n 's/^next: \([^,]*\), .*/\1/p')
same 'the page that make install names' "$(ls "$page")" "$tree/share/doc/waypoint/docs/tutorials/your-testbench.md"
# Its pages link to each other, not to what was not installed.
doc=$tree/share/doc/waypoint
same pages "$(cd "$doc" && ls README.md docs/pft.md docs/waves.png | wc -l)" 3
same links "$(find "$doc" -name '*.md' | while read -r page; do
  grep -oE '\]\([^)#]+[)#]' "$page" | sed 's/^](//; s/.$//' | grep -v '^https\{0,1\}:' | while read -r link; do
    [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
  done
done)" ''
# A page of the manual for each command and the simulator, with all options of its --help, and no other one in its examples.
man=$tree/share/man/man1
words() { sed 's/\\//g' | grep -oE '(^|[^a-z-])--[a-z-]+' | sed 's/^[^-]*//' | sort -u; }
commands=$("$tree/bin/waypoint" --help | sed -n 's/^  \([a-z]*\)  *[a-zA-Z].*/\1/p' | grep -vx help)
for command in '' $commands waypoint-sim; do
  page=$man/waypoint${command:+-${command#waypoint-}}.1
  "$tree/bin/waypoint" help $command | sed -n 's/^ *\(-., \)*--/--/p' | sed 's/[= ].*//' | words >"$work/help"
  same "options of $page" "$(sed -n '/^\.SH OPTIONS/,/^\.SH [EN]/s/^\.B.* *\(.-.-[a-z]\)/\1/p' "$page" | sed 's/=.*//' | words | diff - "$work/help")" ''
  [ -z "$command" ] || same "examples of $page" "$(sed -n '/^\.SH EXAMPLES/,/^\.SH EXIT/s/^\.B //p' "$page" | words | comm -23 - "$work/help")" ''
  same "sections of $page" "$(sed -n 's/^\.SH //p' "$page" | grep -vx 'NOTES\|FILES' | paste -sd ,)" \
    'NAME,SYNOPSIS,DESCRIPTION,OPTIONS,EXAMPLES,EXIT STATUS,SEE ALSO'
  same "empty sections of $page" "$(awk '/^\.(SH|TP)/ && last ~ /^\.SH/ && !/^\.TP/ { print last } { last = $0 } END { if (last ~ /^\.SH/) print last }' "$page")" ''
done
same 'pages of the manual' "$(ls "$man" | wc -l)" $(($(echo $commands | wc -w) + 3))
same waypoint-waves "$("$tree/bin/waypoint-waves" "$work/none.vcd" "$work/none" 2>&1)" "waypoint: $work/none: No such file or directory"
same 'files of waypoint-waves' "$(cd "$tree" && ls lib/waypoint/decode_rows share/waypoint/waves/view.awk share/man/man1/waypoint-waves.1 | wc -l)" 3
# A bench that is compiled with -Wall. (Verilator 5.032 ends with a report of its own, lines of `- `.)
sv=$tree/share/waypoint
for unit in ptm etm; do
  same "-Wall $unit" "$({ verilator --lint-only -Wall --top-module waypoint_${unit}_checker -F "$sv/waypoint_checker.f" &&
    verilator --lint-only -Wall --top-module waypoint_${unit}_log "$sv/waypoint_log.v"; } 2>&1 | grep -v "^- ")" ''
done
# An optional pin that is connected by another name needs its macro.
absent='`include "waypoint_ptm_absent.svh"'
echo "module named(input [3:0] events); waypoint_ptm_checker u ($absent
.EXTIN(events)); endmodule" >"$work/named.sv"
named() { verilator --lint-only -Wno-fatal "$@" --top-module named -F "$sv/waypoint_checker.f" "$work/named.sv" 2>&1; }
same 'a tied pin that is connected' "$(named | grep -c "Duplicate pin connection: 'EXTIN'")" 1
same 'a connected pin with its macro' "$(named +define+WAYPOINT_HAS_EXTIN | grep -c 'Duplicate pin')" 0
export PKG_CONFIG_PATH="$tree/lib/pkgconfig" PATH="$tree/bin:$PATH"
cd "$work"

. "$here/tests/bind/bench.sh"
elf 0x1afffffd >program.elf
elf 0xe1a00000 >other.elf  # no branch where the processor presents one
{ cat "$here/tests/bind/bench.cfg"; echo elf=program.elf; } >bench.cfg
build_bench "$here"

# run NAME CODE VERDICTS ARGUMENT...: the exit code, and the verdicts of `bound` and `direct` in their files, which `waypoint result` reads.
run() {
  name=$1 wanted=$2
  shift 2
  rm -f *.result
  code=0
  WAYPOINT_ABOUT=commit=1234 ./bench "$@" >"$name.log" 2>&1 || code=$?
  seen=$(tail -qn 1 bound.result direct.result 2>/dev/null | cut -d ' ' -f 1 | tr '\n' ' ')
  same "$name" "$seen$code" "$wanted"
}
# says NAME TEXT...: its output has the texts.
says() {
  name=$1
  shift
  for text; do same "$name says" "$(grep -oF -m 1 -e "$text" "$name.log" || cat "$name.log")" "$text"; done
}
# clock_times NAME: each clock number of its report is followed by the time of the clock, as the bench has written it down.
clock_times() {
  same "$1 times" "$(grep -oE '\<clock [0-9]+(( \(|, )[0-9.]+ ns)?' "$1.log" | tr -d '(,' | while read -r _ clock time; do
    seen=$(sed -n "s/^$clock //p" times)
    [ "$time" = "$seen ns" ] || echo "clock $clock $time: expected $seen"
  done)" ''
  same "$1 clocks" "$(grep -cE '\<clock [0-9]+ \([0-9]+ ns\)' "$1.log" | sed 's/^[1-9].*/some/')" some
}
# results NAME CODE LINE: what `waypoint result` makes of the files
results() {
  code=0
  lines=$(waypoint result bound.result direct.result 2>&1) || code=$?
  same "$1 result" "$code $(echo "$lines" | sed 's/^waypoint: //' | cut -d ' ' -f 1-2 | tr '\n' ';')" "$2 $3"
}

run plain 'PASS PASS 0'
says plain 'failed 0, status StatusRunning' ' unit=bound' ' unit=direct'
same 'the line in the tutorial' "$(awk -v name=bind -f "$here/tests/prose/outputs.awk" "$here/docs/tutorials/your-testbench.md" direct.result)" ''
same lines "$(grep '^PASS ' plain.log | sort)" "$(tail -qn 1 bound.result direct.result | sort)"
same 'what ran' "$(sed 's/=.*//' bound.result | head -n 4 | tr '\n' ' ')" 'about version about commit about date about machine '

results plain 0 '2 of;'
run close 'PASS PASS 0' +close
says close 'close 0' 'status StatusPass'

# From the log of the bench, `waypoint check` must print the line of the bound checker. No front end checks a register that is never written.
logged() { # NAME WORD...
  name=$1
  shift
  same "$name logged" "$(waypoint check --log bench.log --quiet --set a15 "$@" 2>&1 | tail -n 1)" "$(sed -n '$s/ unit=bound//p' bound.result)"
}
logged plain --elf program.elf
run sparse 'PASS PASS 0' +sparse
says sparse ' not_checked=ETMTRIGGER,ETMTSEVR,ETMTRACEIDR unit=bound'
logged sparse --elf program.elf
run named 'PASS PASS 0' +sparse +waypoint+etmauxcr=1+syncfr=0
says named ' not_checked=ETMTRIGGER,ETMTSEVR,ETMTRACEIDR unit=bound'
logged named --elf program.elf --etmauxcr 1 --syncfr 0

# The example for UVM: the verdict comes in its check phase, and a failure at once, too.
run uvm 'PASS PASS 0' +uvm
says uvm 'UVM: 0 reports'
run uvm-abrupt 'INCOMPLETE INCOMPLETE 2' +uvm +abrupt
says uvm-abrupt 'UVM_ERROR [WAYPOINT] the verdict is not PASS' 'UVM: 1 reports'
run uvm-fail 'FAIL PASS 0' +uvm +waypoint.bound+mode=strict
says uvm-fail 'UVM_ERROR [WAYPOINT] the trace is wrong' 'UVM: 2 reports'

run flip 'PASS FAIL 1' +flip
says flip 'failed 1, status StatusFailed' 'scoreboard: clock '
clock_times flip
results flip 1 'direct.result: FAIL;1 of;'
run gated 'PASS FAIL 1' +flip +gated
clock_times gated
run flip-close 'PASS FAIL 1' +flip +close
says flip-close 'close 1' 'status StatusFail'
run abrupt 'INCOMPLETE INCOMPLETE 2' +abrupt
results abrupt 2 'bound.result: INCOMPLETE;direct.result: INCOMPLETE;0 of;'
run abrupt-flip 'INCOMPLETE FAIL 1' +abrupt +flip
# What the simulator ends by itself has no verdict.
run crash 'INCOMPLETE INCOMPLETE 134' +crash
results crash 2 'bound.result: INCOMPLETE;direct.result: INCOMPLETE;0 of;'
rm direct.result
results missing 2 'bound.result: INCOMPLETE;direct.result: No;0 of;'

# The command line adds words: for all, and for one.
run all 'FAIL FAIL 1' +waypoint+mode=strict
says all 'model comparison: clock '
run one 'PASS FAIL 1' +waypoint.direct+mode=strict
run other-code 'PASS FAIL 1' +waypoint.direct+elf=other.elf
says other-code 'scoreboard: clock '
run no-say 'FAIL PASS 0' +waypoint.bound+mode=strict
run bounds 'PASS PASS 0' +waypoint+max-lost=0+max-missing=0
says bounds ' max_lost=0 max_missing=0 max_start=0 unit=direct'
# A name that no checker has.
run another 'INCOMPLETE INCOMPLETE 2' +waypoint.dir+mode=strict
same 'another left' "$(sed 's/of: .*/of:/' direct.result)" 'INCOMPLETE +waypoint.dir: expected the Name of a checker, one of:'
says another 'incomplete: +waypoint.dir: expected the Name of a checker, one of:' ' direct ' ' bound '
# The bench has no commits, so WPTCOMMIT and WPTFLUSH are open.
run no-commits 'INCOMPLETE INCOMPLETE 2' +waypoint+port=cortex-a9
says no-commits 'incomplete: WPTCOMMIT and WPTFLUSH were never HIGH; connect both pins, or use port=committed'

# Words that cannot be.
bad() { # NAME LINE ARGUMENT...
  name=$1 line=$2
  shift 2
  code=0
  printf 'PASS of the run before\n' | tee direct.result >bound.result
  WAYPOINT_ABOUT=commit=1234 ./bench "$@" >"$name.log" 2>&1 || code=$?
  same "$name" "$code $(grep -m 1 '^waypoint: ' "$name.log")" "2 waypoint: $line"
  [ "$name" != no-result ] || return 0
  # The last run's verdict is gone, and the reason is there.
  same "$name left" "$(cat direct.result)" "INCOMPLETE $line"
  same "$name left by the other" "$(grep -c '^PASS' bound.result)" 0
}
bad word 'configuration: mode=loose: expected strict, bytes or legal' +waypoint+mode=loose
bad protocol 'configuration: protocol: expected no protocol here; the checker module fixes it' +waypoint+protocol=etm3
bad unknown 'configuration: elv=x: unknown word; did you mean elf? See waypoint help waypoint_checker' +waypoint.direct+elv=x
bad no-elf 'none.elf: No such file or directory' +waypoint+elf=none.elf
bad no-code 'bench.cfg: expected a 32-bit little-endian ELF file for Arm, found none' +waypoint+elf=bench.cfg
bad no-file 'configuration: config=none.cfg: No such file or directory' +waypoint+config=none.cfg
bad no-result 'none/x: No such file or directory' +waypoint+result=none/x
printf 'quiet\n# mode=loose\nset=a15 mode=loose\n' >bad.cfg
bad line 'bad.cfg:3: mode=loose: expected strict, bytes or legal' +waypoint+@bad.cfg
echo '@round.cfg' >round.cfg
bad round 'round.cfg:1: config=round.cfg: expected at most 8 nested files, and 64 in total' +waypoint+@round.cfg

# From C, on the static library.
cc -std=c11 $(pkg-config --cflags waypoint) "$here/tests/bind/attached.c" "$tree/lib/libwaypoint_checker.a" -o attached
same attached "$(./attached | sed 's/^  help: .*messages.md#nothing-checked$/help/' | cut -d ' ' -f 1-2)" "$(printf 'nothing checked:\nhelp\nNOTHING CHECKED')"

# Uninstalling removes all installed files and no others. DESTDIR precedes PREFIX in each path.
cd "$here"
make SETUP=0 BUILD="$1" PREFIX="$tree" uninstall
same uninstall "$(ls -d "$tree" 2>&1)" "ls: cannot access '$tree': No such file or directory"
make SETUP=0 BUILD="$1" PREFIX="$tree" install >/dev/null
touch "$tree/bin/other"
make SETUP=0 BUILD="$1" PREFIX="$tree" uninstall
same 'uninstall keeps other files' "$(find "$tree")" "$(printf '%s\n' "$tree" "$tree/bin" "$tree/bin/other")"
make SETUP=0 BUILD="$1" PREFIX=/usr DESTDIR="$tree/staged" install >/dev/null
same destdir "$(cd "$tree" && find . -name 'waypoint.pc' -o -name waypoint -type f | sort | tr '\n' ' ')" \
  './staged/usr/bin/waypoint ./staged/usr/lib/pkgconfig/waypoint.pc '
same prefix "$(sed -n 's/^prefix=//p' "$tree/staged/usr/lib/pkgconfig/waypoint.pc")" /usr

totals
