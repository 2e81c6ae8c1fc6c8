#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_bad.sh BUILD SIMULATOR: refusals of a log of clocks, a wave, a map and an ELF file, for a PTM. A refusal is one line with the place, and exit
# code 2. Valid files that are unusual are read. Last line: passed, failed.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh

# says EXIT_CODE PATTERN WORD...: of the one line that `waypoint check --quiet` ends with.
says() {
  code=$1 pattern=$2
  shift 2
  tests/limit.sh 60 "$waypoint" check --quiet "$@" >"$folder/out" 2>&1
  got=$?
  if [ $got = "$code" ] && [ "$(wc -l <"$folder/out")" = 1 ] && grep -qE "$pattern" "$folder/out"; then
    pass
  else
    fail "check $*: expected exit code $code and one line that matches \"$pattern\", found $got and:" "$(excerpt "$folder/out")"
  fi
}

program=tests/program/sort-thumb.wpp
"$simulator" --random 3 --clocks 2000 --quiet --log "$folder/run.log" --fst "$folder/run.fst" >"$folder/report" || exit 1
fst2vcd -f "$folder/run.fst" >"$folder/run.vcd"
random="--random 3 --clocks 2000 --max-lost any"
log() { # EXIT_CODE PATTERN WORD...
  code=$1 pattern=$2
  shift 2
  says "$code" "$pattern" --log "$folder/bad.log" $random "$@"
}
# shellcheck disable=SC2086
edit() { sed "$@" "$folder/run.log" >"$folder/bad.log"; }
drop() { # NAME...: those columns
  awk -v drop=" $* " '
    $1 == "columns" { for (i = 2; i <= NF; i++) if (index(drop, " " $i " ")) out[i - 1] = 1; else kept = kept " " $i; print "columns" kept; begun = 1; next }
    !begun { print; next }
    { line = ""; for (i = 1; i <= NF; i++) if (!out[i]) line = line (line == "" ? "" : " ") $i; print line }' "$folder/run.log" >"$folder/bad.log"
}

# --- a log that is right ----------------------------------------------------------------------------------------------
pass='^PASS .* waypoints=2000 '
edit ''
log 0 "$pass"
edit 's/$/\r/'
log 0 "$pass"
edit '2i# written by hand'
log 0 "$pass"
drop CFGIDR CFGCCER RETSTACKDEPTH ATCLKEN PCLKEN SYNCREQ EXTIN TSCLKCHANGE WPTEXTHYP WPTEXTBARRIER
log 0 "$pass"
drop PTMTRIGGER
sed -i '3a pin PTMTRIGGER 0' "$folder/bad.log"
log 0 "$pass.* mode=legal$"
log 0 "$pass.* mode=strict$" --mode strict
: >"$folder/bad.log"
log 2 'bad.log:1: truncated: expected waypoint-log 1, found the end of the file$'

# --- its header -------------------------------------------------------------------------------------------------------
says 2 '^waypoint: .*none.log: No such file or directory$' --log "$folder/none.log"
says 2 '^waypoint: .*run.log:2: unit: expected etm, found "ptm"; use --protocol pft for the log of a PTM$' --protocol etm3 --log "$folder/run.log"
says 2 "^waypoint: $program:1: expected waypoint-log 1, found" --log $program
edit 1s/1/2/
log 2 'bad.log:1: expected waypoint-log 1, found "waypoint-log 2"$'
edit 2d
log 2 'bad.log:3: expected a line "unit ptm" before this line, found "RESETn"$'
edit 3d
log 2 'bad.log:3: expected a line "atb BITS" before this line, found "RESETn"$'
edit 1s/1/4294967297/
log 2 'bad.log:1: expected waypoint-log 1, found "waypoint-log 4294967297"$'
edit '1s/^/\xEF\xBB\xBF/'
log 2 'bad.log:1: expected waypoint-log 1, found "\\xEF\\xBB\\xBFwaypoint-log 1"$'
edit 's/^columns /columns/'
log 2 'bad.log:4: expected unit, atb, pin, columns or # [(]docs/log.md[)], found "columnsRESETn'
edit 3s/32/24/
log 2 'bad.log:3: expected 8, 16, 32 or 64 bits, found "24"$'
edit 3s/atb/width/
log 2 'bad.log:3: expected unit, atb, pin, columns or # [(]docs/log.md[)], found "width 32"$'
edit 4s/WPTPC/ETMEN/
log 2 'bad.log:4: expected the name of a pin of a PTM, found "ETMEN"$'
edit '4s/WPTPC/ATID/'
log 2 'bad.log:4: expected each pin only once, found "ATID"$'
drop ATREADY
log 2 'bad.log:4: missing pin: expected a column ATREADY, or a line "pin ATREADY VALUE" before this line$'
edit '4i pin WPTPC 12'
log 2 'bad.log:4: WPTPC: expected 8 hex digits \(or x, z\) for 32 bits, found "12"$'
edit 4q
sed -i '$d' "$folder/bad.log"
log 2 'bad.log:4: truncated: expected a line that names the columns, found the end of the file$'

# --- its clocks -------------------------------------------------------------------------------------------------------
edit '20s/^\(. .\) ......../\1 0000g000/'
log 2 'bad.log:20: WPTPC: expected 8 hex digits \(or x, z\) for 32 bits, found "0000g000"$'
edit '20s/ / 7 /'
log 2 'bad.log:20: WPTVALID: expected 1 hex digit \(or x, z\) for 1 bit, found "7"$'
edit '20s/ / 11/'
log 2 'bad.log:20: WPTPC: expected 8 hex digits \(or x, z\) for 32 bits, found "10"$'
edit '20s/ .$//'
log 2 'bad.log:20: AFREADY: expected 1 hex digit \(or x, z\) for 1 bit, found no value$'
edit '20s/$/ 0/'
log 2 'bad.log:20: expected no more values in this line, found " 0"$'
edit 20d
# shellcheck disable=SC2086
if "$waypoint" check --log "$folder/bad.log" $random --mode strict | grep -q '^clock 15: line 20 of .*bad.log$'; then
  pass
else
  fail 'a clock that is missing: expected a failure in line 20'
fi
head -c 50000 "$folder/run.log" >"$folder/bad.log"
log 2 'bad.log:[0-9]*: truncated: the file ends inside this line; delete the line to check the rest$'
gzip -c "$folder/run.log" | head -c 20000 >"$folder/bad.log"
log 2 'bad.log:[0-9]*: truncated: the file ends inside this line; delete the line to check the rest$'
awk 'NR == 20 { for (i = 0; i < 4096; i++) printf "0" } { print }' "$folder/run.log" >"$folder/bad.log"
log 2 'bad.log:20: line too long: expected at most 4094 bytes$'
gzip -c "$folder/run.log" >"$folder/bad.log"
printf 'xxxx' | dd of="$folder/bad.log" bs=1 seek=$(($(wc -c <"$folder/bad.log") - 8)) conv=notrunc 2>"$folder/dd"
log 2 'bad.log:[0-9]*: damaged: the gzip stream cannot be unpacked; compress the file again$'
gzip -c "$folder/run.log" | head -c -4 >"$folder/bad.log"
log 2 'bad.log:[0-9]*: truncated: the file ends inside its gzip stream$'

# --- a wave and its map -----------------------------------------------------------------------------------------------
scope='scope = tb.gen_ptm.u_unit.u_ptm' clock='clock = CLK'
map() { printf '%s\n' "$@" >"$folder/map"; }
wave() { says "$1" "$2" --wave "$folder/run.vcd" --map "$folder/map" $random; }
map '# pins' "$scope" "$clock" 'ATCLKEN = 1' 'EXTIN = 0x0' 'PADDR = PADDR[11:2]  # a part' 'edge = rising' 'sample = before'
wave 0 "$pass"
map 'scope = TB.gen_PTM.u_unit.u_ptm' 'clock = clk'
wave 0 "$pass"
map "$scope" "$clock" 'sample = sometimes'
wave 2 'map:3: expected before or after, found "sometimes"$'
map "$scope"
wave 2 'map: expected a line "clock = SIGNAL" [(]docs/log.md[)]$'
map "$clock"
wave 2 'map: RESETn: expected a line "RESETn = SIGNAL" or "scope = SCOPE"$'
map "$scope" "$clock" 'ETMEN = 1'
wave 2 'map:3: expected scope, clock, edge, sample or a pin of a PTM [(]docs/log.md[)], found "ETMEN"$'
map "$scope" "$clock" 'EXTIN = 16'
wave 2 'map:3: expected a number that fits the width of the pin, found "16"$'
map "$scope" "$clock" 'EXTIN = tb.nothing'
wave 2 'map:3: tb.nothing: no such signal in .*run.vcd; the closest are TOP[.]tb[.][^ ]*, TOP[.]tb[.][^ ]* and TOP[.]tb[.][^ ]*$'
map 'scope = tb.nowhere' 'clock = tb.CLK'
wave 2 'map: tb.nowhere.RESETn: no such signal in .*run.vcd; add a line "RESETn = SIGNAL", or correct the scope; the closest are TOP[.]tb[.]gen_ptm[.]u_unit[.]u_ptm[.]RESETn, [^ ]* and [^ ]*$'
map "$scope" "$clock" 'EXTIN = PWDATA'
wave 2 'run.vcd: tb.gen_ptm.u_unit.u_ptm.PWDATA: expected at most 4 bits, found 32; select some of them with SIGNAL\[MSB:LSB\]$'
map "$scope" "$clock" 'EXTIN = PWDATA[0:3]'
wave 2 'map:3: tb.gen_ptm.u_unit.u_ptm.PWDATA\[0:3\]: no such signal in .*; the closest are TOP.tb.gen_ptm.u_unit.u_ptm.PWDATA\[31:0\], .*$'
map "$scope" "$clock" 'EXTIN = PWDATA[99999999999:0]'
wave 2 'map:3: expected SIGNAL, SIGNAL\[MSB:LSB\] or a number, found "PWDATA\[99999999999:0\]"$'
printf '%s\n%s\nEXTIN = 0\0 # 16\n' "$scope" "$clock" >"$folder/map"
wave 2 'map:3: not a text file: it contains a NUL byte$'
printf '%s\n%s' "$scope" "$clock" >"$folder/map"
wave 2 'map:2: truncated: the file ends inside this line$'
printf '\357\273\277%s\n%s\n' "$scope" "$clock" >"$folder/map"
wave 2 'map:1: expected no byte order mark \(EF BB BF\); save the file as UTF-8 without it$'
map "$scope" "$clock"
says 2 '^waypoint: --backpressure: unknown option' --log "$folder/run.log" --backpressure none
says 2 '^waypoint: --wave requires --map FILE; a map assigns the signals of the wave to pins \(docs/log\.md\)$' --wave "$folder/run.vcd"
says 2 '^waypoint: --quiet requires --log FILE or --wave FILE$' "$folder/run.log" --program $program
says 2 '^waypoint: --spacing is valid only with TRACE; with --log the pins determine this$' --log "$folder/run.log" --spacing two
says 2 "^waypoint: .*map: expected|^waypoint: .*map:1: expected a VCD or FST file" --wave "$folder/map" --map "$folder/map"
says 2 '^waypoint: .*none.vcd: No such file or directory$' --wave "$folder/none.vcd" --map "$folder/map"
vcd() { says "$1" "$2" --wave "$folder/bad.vcd" --map "$folder/map" $random; }
sed '/\$enddefinitions/,$d' "$folder/run.vcd" >"$folder/bad.vcd"
vcd 2 'bad.vcd:[0-9]*: truncated: the file ends before .enddefinitions$'
sed '$a#1' "$folder/run.vcd" >"$folder/bad.vcd"
vcd 2 'bad.vcd:[0-9]*: expected a time that is not below the previous one, found "#1"$'
sed '$aq!' "$folder/run.vcd" >"$folder/bad.vcd"
vcd 2 'bad.vcd:[0-9]*: expected a value change, found "q!"$'
code=$(awk '$1 == "$var" && $5 == "WPTPC" { print $4; exit }' "$folder/run.vcd")
sed "\$ab1$(printf %032d 0) $code" "$folder/run.vcd" >"$folder/bad.vcd"
vcd 2 'bad.vcd:[0-9]*: expected at most the bits that .var declares, found "'
head -c 20000 "$folder/run.fst" >"$folder/bad.vcd"
vcd 2 'bad.vcd: byte 330: truncated: the file ends inside this FST block$'
head -c -1 "$folder/run.fst" >"$folder/bad.vcd"
vcd 2 'bad.vcd: byte [0-9]*: truncated: the file ends inside this FST block$'
# At the end of a block fst2vcd notices it.
head -c 330 "$folder/run.fst" >"$folder/bad.vcd"
vcd 2 'bad.vcd: fst2vcd cannot read this file: exit code 255: Could not open .*bad.vcd.*$'
width() { sed "s/^\(\$var [a-z]* *\)32\( .* WPTPC .*\)/\1$1\2/" "$folder/run.vcd" >"$folder/bad.vcd"; }
width 4294967295
vcd 2 'bad.vcd:[0-9]*: expected a width in bits, 0 to 999999, found "4294967295"$'
width 4294967328
vcd 2 'bad.vcd:[0-9]*: expected a width in bits, 0 to 999999, found "4294967328"$'
width 65
vcd 2 'bad.vcd: tb.gen_ptm.u_unit.u_ptm.WPTPC: expected at most 32 bits, found 65;'
# Every vector as signals of a bit each, as some simulators write it.
awk '
  $1 == "$var" && $4 != "" && $3 > 1 && $3 <= 64 && $6 ~ /^\[/ {
    split(substr($6, 2), r, /[:\]]/)
    if (r[1] - r[2] + 1 == $3) { n[$4] = $3; for (i = 0; i < $3; i++) print "$var wire 1 " $4 "_" i " " $5 " [" r[2] + i "] $end"; next }
  }
  /^b/ && $2 in n {
    v = substr($1, 2); while (length(v) < n[$2]) v = (v ~ /^1/ ? "0" : substr(v, 1, 1)) v
    for (i = 0; i < n[$2]; i++) print substr(v, n[$2] - i, 1) $2 "_" i
    next
  }
  { print }' "$folder/run.vcd" >"$folder/bad.vcd"
vcd 0 "$pass"

# --- waves as simulators write them -----------------------------------------------------------------------------------
# small EXPECTED DECLARATIONS CHANGES MAP_LINE...: a wave of two edges. EXPECTED is the first byte on the ATB, of 8 bits, or the end of a refusal.
constants='PSEL PENABLE PWRITE PADDR PWDATA PRDATA AFVALID AFREADY ATBYTES WPTVALID WPTPC WPTTARGETPC WPTTYPE WPTTAKEN WPTLINK WPTT32LINK WPTTARGETTBIT WPTTARGETJBIT
  WPTnSECURE WPTEXCEPTIONTYPE WPTTRACEPROHIBITED WPTCONTEXTID PTMIDLEREQ PTMIDLEACK PTMTRIGGER SYNCREQ'
definitions='$enddefinitions $end' last='1!\n'
small() {
  expected=$1 declarations=$2 changes=$3
  shift 3
  printf '%s\n' '$timescale 1ns $end' '$scope module tb $end' '$var wire 1 ! clk $end' "$declarations" '$var wire 8 # spare [7:0] $end' \
    '$upscope $end' "$definitions" '#0' '0!' \
    "$changes" '#5' '1!' '#10' '0!' '#15' >"$folder/small.vcd"
  printf "$last" >>"$folder/small.vcd"
  {
    printf '%s\n' "$@" 'RESETn = 1' 'NIDEN = 1' 'DBGEN = 1' 'ATREADY = 1' 'WPTENABLE = 1'
    echo "$*" | grep -q clock || echo 'clock = tb.clk'
    for pin in ATVALID=1 ATID=16 $(printf '%s=0 ' $constants); do echo "$*" | grep -q "${pin%=*} =" || echo "$pin"; done
  } >"$folder/small.map"
  observe "$folder/small.vcd" "$@"
}
observe() { # WAVE MAP_LINE...
  : >"$folder/beats"
  "$waypoint" check --quiet --wave "$1" --map "$folder/small.map" --beats "$folder/beats" >"$folder/out" 2>&1
  got=$?
  shift
  case $expected in
    [0-9a-f][0-9a-f]) [ $got = 2 ] && [ "$(grep -v 'unit\|[#!=]' "$folder/beats" | cut -d ' ' -f 2 | tr '\n' ' ')" = "$expected $expected " ] ;;
    *) [ $got = 2 ] && [ "$(wc -l <"$folder/out")" = 1 ] && grep -qE "$expected\$" "$folder/out" ;;
  esac
  if [ $? = 0 ]; then
    pass
  else
    fail "$declarations, $changes, $*: expected $expected, found exit code $got and:" "$(excerpt "$folder/out" "$folder/beats")"
  fi
}
# both ...: and the FST of it.
both() {
  small "$@"
  shift 3
  rm -f "$folder/small.fst"
  vcd2fst -v "$folder/small.vcd" -f "$folder/small.fst" >"$folder/out" && observe "$folder/small.fst" "$@"
}
scope() { printf '$scope %s $end\n' "$1"; shift; printf '%s\n' "$@" '$upscope $end'; }
data='$var wire 8 " ATDATA [7:0] $end' other='$var wire 8 # ATDATA [7:0] $end' values='b101 "
b1010 #'

# Scopes are a stack.
arbiter=$(scope 'module lane[0].arbiter' '$var wire 1 # grant $end')
both 05 "$arbiter
$(scope 'module u_ptm' "$data")" "$values" 'scope = tb.u_ptm' 'clock = tb.clk'
both 05 "$(scope 'module lane.u[1]' "$data")" "$values" 'ATDATA = tb.lane.u[1].ATDATA'
both 05 "$(scope 'module x$y::z(1)' "$(scope 'module w' "$other")" "$data")" "$values" 'ATDATA = tb.x$y::z(1).ATDATA'
both 0a "$(scope 'module x.y')
$(scope 'module u' "$data")
$(scope 'module x' "$(scope 'module u' "$other")")" "$values" 'ATDATA = tb.x.u.ATDATA'
small 05 "$(scope 'module \u.x[0]' "$(scope 'begin \v.w')" "$data")" "$values" 'ATDATA = tb.\u.x[0] .ATDATA  # the unit'
small 05 "$(scope 'module u.x[0]' "$data")" "$values" 'scope = tb.\u.x[0]' 'clock = tb.clk'
small 05 "$(scope 'module' "$(scope 'module u' "$data")")" "$values" 'ATDATA = tb.u.ATDATA'
small 05 "$(scope 'struct atb' "$(scope 'vhdl_record lanes' "$(scope 'struct [1]' "$data")")")" "$values" 'ATDATA = tb.atb.lanes[1].ATDATA'
small 05 "$(scope "module $(printf '%01500d' 0)" "$(scope "module $(printf '%03000d' 0)" "$other")")
$data" "$values" 'ATDATA = tb.ATDATA'
small 'small.vcd: tb.a.u.ATDATA: expected one signal of this name, found two' "$(scope 'module a.u' "$data")
$(scope 'module a' "$(scope 'module u' "$other")")" "$values" 'ATDATA = tb.a.u.ATDATA'
small 05 "$(scope 'module \a.u' "$data")
$(scope 'module a' "$(scope 'module u' "$other")")" "$values" 'ATDATA = tb.\a.u .ATDATA'
small 05 "$data
\$upscope \$end
\$upscope \$end
\$scope module more \$end" "$values" 'ATDATA = tb.ATDATA'

# A signal of the whole name goes before bits of one.
array='$var wire 8 # m[0] [7:0] $end
$var wire 8 " m[1] [7:0] $end'
both 05 "$array" "$values" 'ATDATA = tb.m[1]'
small 05 '$var wire 8 # m[0][7:0] $end $var wire 8 " m[1][7:0] $end' "$values" 'ATDATA = tb.m[1]'
small 05 '$var reg 8 # \m[0] [7:0] $end $var reg 8 " \m[1] [7:0] $end' "$values" 'ATDATA = tb.m[1]'
small 05 '$var integer 8 # m [0][1] $end $var integer 8 " m [1][1] $end' "$values" 'ATDATA = tb.m[1][1]'
both 0a '$var wire 16 " m[1][0] [15:0] $end' 'b101000000101 "' 'ATDATA = tb.m[1][0][15:8]'
both 05 '$var reg 8 " \io[CLK] [7:0] $end' "$values" 'ATDATA = tb.\io[CLK]'
small 05 '$var reg 8 " io[CLK] [7:0] $end' "$values" 'scope = tb' 'ATDATA = \io[CLK]  # of an escaped name' 'clock = clk'
small 05 '$var wire 8 " \a#b.c[x] $end' "$values" 'scope = tb' 'ATDATA = \a#b.c[x]' 'clock = clk'
small 05 '$var wire 8 # m [7:0] $end $var wire 8 " \m[1] [7:0] $end' "$values" 'ATDATA = tb.\m[1] '
both 05 "$data"'
$var wire 1 $ v[0] $end
$var wire 1 % v[1] $end' "0\$
1%
$values" 'ATDATA = tb.ATDATA' 'ATVALID = tb.v[1]'
both 0a '$var wire 16 " up [0:15] $end' 'b101000000101 "' 'ATDATA = tb.up[0:7]'
both 05 '$var wire 16 " m [7:-8] $end' 'b101000000101 "' 'ATDATA = tb.m[-1:-8]'
small 0a '$var wire 16 " m [1:0][7:0] $end' 'b101000000101 "' 'ATDATA = tb.m[15:8]'
small 05 '$var wire 8 " atb.data [7:0] $end' "$values" 'ATDATA = tb.atb.data'
small 05 '$var wire 8 " ATDATA [7 : 0] $end' "$values" 'ATDATA = TOP.tb.ATDATA'
small 05 '$var wire 8 " AT [7:0] $end $var wire 8 " ATDATA [7:0] $end $var wire 8 " ATDATA [7:0] $end' "$values" 'ATDATA = tb.ATDATA'
small 'small.map:1: tb.up\[7:0\]: no such signal in .*; the closest are tb.up\[0:15\], tb.clk and tb.spare\[7:0\]' '$var wire 16 " up [0:15] $end' 'b1 "' 'ATDATA = tb.up[7:0]'
both 05 "$data
\$var wire 4 \$ w [7:4] \$end" 'b1 $
b101 "' 'ATDATA = tb.ATDATA' 'ATID = 1' 'ATVALID = tb.w[4]'
small 'small.map:1: tb.m\[2\]: no such signal in .*small.vcd; the closest are tb.m\[0\]\[7:0\], tb.m\[1\]\[7:0\] and tb.clk' "$array" "$values" 'ATDATA = tb.m[2]'
small 'small.map:1: tb.u.ATDTA: no such signal in .*; the closest are tb.w.u.ATDATA\[7:0\], tb.w.ATID\[6:0\] and tb.spare\[7:0\]' "$(scope 'module w' "$(scope 'module u' "$data")" '$var wire 7 # ATID [6:0] $end')" \
  "$values" 'ATDATA = tb.u.ATDTA'
small 'small.map: tb.x.ATDATA: no such signal in .*; add a line "ATDATA = SIGNAL", or correct the scope; the closest are tb.u.ATDATA\[7:0\], tb.spare\[7:0\] and tb.clk' "$(scope 'module u' "$data")" \
  "$values" 'scope = tb.x' 'clock = tb.clk'
small 'small.map:1: tb.ATDATA: no such signal in .*; the closest are tb.ATDATA of type real, tb.spare\[7:0\] and tb.clk' '$var real 64 " ATDATA $end' 'r1.5 "' 'ATDATA = tb.ATDATA'

# Constants.
small 'small.map:1: expected a signal for ATDATA, found "0"' "$data" "$values" 'ATDATA = 0'
small "small.map:1: expected SIGNAL, SIGNAL\\[MSB:LSB\\] or a number, found \"8'h05\"" "$data" "$values" "ATDATA = 8'h05"
small 'small.map:1: expected a signal for clock, found "1"' "$data" "$values" 'clock = 1' 'ATDATA = tb.ATDATA'
small "small.map:2: expected SIGNAL, SIGNAL\\[MSB:LSB\\] or a number, found \"1'bx\"" "$data" "$values" 'ATDATA = tb.ATDATA' "EXTIN = 1'bx"
small 'small.map:2: expected SIGNAL, SIGNAL\[MSB:LSB\] or a number, found "0x1G"' "$data" "$values" 'ATDATA = tb.ATDATA' 'EXTIN = 0x1G'
small 'small.map:1: expected a signal for ATDATA, found "0x55"' "$data" "$values" 'ATDATA = 0x55'
small 'small.map:2: expected SIGNAL, SIGNAL\[MSB:LSB\] or a number, found "-1"' "$data" "$values" 'ATDATA = tb.ATDATA' 'ATID = -1'
small 05 "$data" "$values" 'ATDATA = tb.ATDATA' 'ATID = 0x10' 'WPTPC = 0xFFFF0000' 'EXTIN = 15'

# Values.
small 00 "$data" 'b "' 'ATDATA = tb.ATDATA'
small 01 '$var wire 1 $ v $end '"$data" 'b $ b1 "' 'ATDATA = tb.ATDATA' 'EXTIN = tb.v'
small 05 "$data" 'b0b00000101 "' 'ATDATA = tb.ATDATA'
small 05 "$data" 'b000000000101 "' 'ATDATA = tb.ATDATA'
small 'small.vcd:10: expected at most the bits that .var declares, found """' "$data" 'b100000101 "' 'ATDATA = tb.ATDATA'
small 'small.vcd:10: expected b and a binary number, found "b105x2"' "$data" 'b105x2 "' 'ATDATA = tb.ATDATA'
small 05 "$data" 'B101 "' 'ATDATA = tb.ATDATA'
small 05 '$var port [7:0] <0 ATDATA $end' '$dumpports pDDDDDUDU 66666666 66666666 <0 $end' 'ATDATA = tb.ATDATA'
definitions='$enddefinitions'
small 05 "$data" "$values" 'ATDATA = tb.ATDATA'
definitions='$enddefinitions $end'
for last in '1!' '1!\n#20' '1! '; do small 05 "$data" "$values" 'ATDATA = tb.ATDATA'; done
last='1!\n'
small 05 "$data" '$comment one
two $end
$dumpoff bx " $end
$dumpon b101 " $end' 'ATDATA = tb.ATDATA'
small 05 "$data" 'sabc "
r1.5 "
b101 "' 'ATDATA = tb.ATDATA'
for width in 0 8 64 1000000 4294967296 none; do small 05 "$data
\$var wire $width # $(printf '%02000d' 0) [7:0] [1] \$end" "$values
b012 #
b0x1f #
b$(printf '%0300d' 1) #
sone two three #
r1.#IND #
pN 6 6 #" 'ATDATA = tb.ATDATA'; done
small 05 "$data
\$var string 1 # text \$end \$var $(printf '%0100d' 0) 1 \$ odd \$end \$var wire 1 \$end \$var real 64 & r \$end" "$values
s #
s\\040 #
b$(head -c 1100000 /dev/zero | tr '\0' 1) #" 'ATDATA = tb.ATDATA'

# fst2vcd says why it cannot read a file.
mkdir "$folder/bin"
for row in 'exit 3|exit code 3' 'echo first >&2; echo last >&2; exit 255|exit code 255: last' 'kill -SEGV $$|signal 11 (Segmentation fault)' \
  'echo "$timescale"; echo no memory >&2; kill -KILL $$|signal 9 (Killed): no memory' 'echo "libz.so: not found" >&2; exit 127|exit code 127: libz.so: not found'; do
  printf '#!/bin/sh\n%s\n' "${row%|*}" >"$folder/bin/fst2vcd"
  chmod +x "$folder/bin/fst2vcd"
  PATH=$folder/bin:$PATH "$waypoint" check --quiet --wave "$folder/run.fst" --map "$folder/map" 2>"$folder/out"
  if [ $? = 2 ] && [ "$(cat "$folder/out")" = "waypoint: $folder/run.fst: fst2vcd cannot read this file: ${row#*|}" ]; then
    pass
  else
    fail "fst2vcd, ${row#*|}: $(cat "$folder/out")"
  fi
done

# --- the code ---------------------------------------------------------------------------------------------------------
le32() { for n; do printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24 & 255)))"; done; }
"$simulator" --program $program --clocks 3000 --quiet --max-lost any --log "$folder/run.log" --snapshot "$folder/snapshot" >"$folder/report" || exit 1
sed -n 's/^address=//p' "$folder/snapshot/cpu_0.ini" >"$folder/addresses"
count=$(wc -l <"$folder/addresses") offset=$((52 + 32 * $(wc -l <"$folder/addresses")))
{
  printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000\002\000\050\000'
  le32 1 0 52 0 0x5000000 $((0x200000 | 52)) $((40 << 16 | count)) 0
  i=0
  while read -r address; do
    size=$(wc -c <"$folder/snapshot/mem$i.bin") i=$((i + 1))
    le32 1 $offset $((address)) $((address)) "$size" "$size" 5 4
    offset=$((offset + size))
  done <"$folder/addresses"
  i=0
  while [ $i -lt "$count" ]; do cat "$folder/snapshot/mem$i.bin"; i=$((i + 1)); done
} >"$folder/code.elf"
says 0 '^PASS ' --log "$folder/run.log" --elf "$folder/code.elf" --max-lost any
says 2 '^waypoint: --program and --elf: expected only one source of the code$' --log "$folder/run.log" --elf "$folder/code.elf" --program $program
says 2 'run.log: expected a 32-bit little-endian ELF file for Arm, found none$' --log "$folder/run.log" --elf "$folder/run.log"
head -c 60 "$folder/code.elf" >"$folder/cut.elf"
says 2 'cut.elf: byte 52: truncated: the file ends before a program header$' --log "$folder/run.log" --elf "$folder/cut.elf"
head -c 300 "$folder/code.elf" >"$folder/cut.elf"
says 2 'cut.elf: byte [0-9]*: truncated: the file ends inside a segment of [0-9]* bytes$' --log "$folder/run.log" --elf "$folder/cut.elf"
sed 1d "$folder/code.elf" | cat - "$folder/code.elf" | head -c 30 >"$folder/cut.elf"
says 2 'cut.elf: expected a 32-bit little-endian ELF file for Arm, found none$' --log "$folder/run.log" --elf "$folder/cut.elf"

# The command allocates no memory for bytes that the file does not have.
{ head -c 68 "$folder/code.elf"; printf '\000\000\000\160'; tail -c +73 "$folder/code.elf"; } >"$folder/cut.elf"
(ulimit -v 1000000 && exec "$waypoint" check --log "$folder/run.log" --elf "$folder/cut.elf") 2>"$folder/out"
if grep -q 'cut.elf: byte [0-9]*: truncated: the file ends inside a segment of 1879048192 bytes$' "$folder/out"; then
  pass
else
  fail "a segment of 1.8 GB that is not there: $(cat "$folder/out")"
fi
# No program has so many: they would cost hours.
{ head -c 44 "$folder/code.elf"; printf '\377\377'; tail -c +47 "$folder/code.elf"; } >"$folder/cut.elf"
says 2 'cut.elf: expected at most 4096 program headers, found 65535$' --log "$folder/run.log" --elf "$folder/cut.elf"

totals
