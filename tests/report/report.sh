#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh BUILD: the pages of `waypoint report` in a browser, light and dark. There is a run that passes, one that fails, a regression of a
# few runs and one of 10,000. A page has its texts, and no error on the console. Screenshots stay in BUILD/report.
set -u
build=$1
waypoint=$build/waypoint
folder=$build/report
. tests/report/open.sh
rm -rf "$folder"
mkdir -p "$folder"
export LC_ALL=C
. tests/expect.sh
says() { grep -qE -- "$2" "$folder/$1.dom"; verdict $? "$1: nothing says $2"; }
silent() { ! grep -qE -- "$2" "$folder/$1.dom"; verdict $? "$1: something says $2"; }
rows() { grep -o 'class="row"' "$folder/$1.dom" | wc -l; }

# opens NAME light|dark [PAGE]: without a word on the console, and something to be seen.
opens() {
  open_page "$folder/${3-$1}.html" "$1" "$2"
  verdict $? "$1: the browser's exit code; $(tail -n 3 "$folder/$1.err")"
  ! grep -E 'CONSOLE' "$folder/$1.err"
  verdict $? "$1: words on the console"
  [ "$(wc -c <"$folder/$1.png")" -gt 30000 ]
  verdict $? "$1: expected a screenshot of more than 30,000 bytes"
}

# What goes wrong in a page is seen: or silence would mean nothing.
echo '<!DOCTYPE html><script>nothing.is(this)</script>' >"$folder/wrong.html"
open_page "$folder/wrong.html" wrong light
grep -qE 'CONSOLE.*nothing is not defined' "$folder/wrong.err"
verdict $? 'an error on the console is not seen'

# --- runs ---------------------------------------------------------------------------------------------------------------
simulator=$folder/waypoint-sim
ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/w32-q8-f64/waypoint-sim")" "$simulator"
run() { # NAME FAULT OPTION...
  name=$1 FAULT=$2
  export FAULT
  shift 2
  "$simulator" "$@" --quiet --facts "$folder/$name.facts" >"$folder/$name.log" 2>&1
}
page() { # NAME [SOURCE]
  "$waypoint" report "${2-$folder/$1.facts}" -o "$folder/$1.html" >"$folder/$1.out" && grep -qx "report: $folder/$1.html" "$folder/$1.out"
  verdict $? "$1: no page: $(cat "$folder/$1.out")"
}

run pass none --random 7 --backpressure burst:100 --return-stack
verdict $? 'a run without a fault: expected PASS'
page pass
opens pass light
says pass '<p>version [0-9.]*; date 20[0-9-]*T[0-9:]*Z; machine [^;]*</p>'
says pass '<h1>.*PASS.*A run of a PTM, seed 7, mode strict'
for title in Packets ATB 'Trace FIFO' 'Waypoint queue' 'Lost in overflows' Traced 'Bits per instruction'; do says pass "<figcaption><b>$title</b>"; done
says pass 'waypoints compared</span><b>8,236</b><small>of 10,000(; tracing was off for [0-9,]+)?<'
says pass '<b>1,763</b><small>in 30 overflows<'
says pass 'Return stack.</b> [0-9,]+ returns were an atom'
says pass '<td class="clause">IHI 0035B 4.5.9'
says pass '<code class="hole">packet.timestamp</code>'
says pass '<td class="name">TRC-VMID-1'
silent pass 'class="mark"|<h2>Failures'
# What the page shows is what the run counted.
lost=$(sed -n 's/.* lost=\([0-9]*\) .*/\1/p' "$folder/pass.log")
[ "$(awk '/^bins/ { for (i = 3; i <= NF; i++) if ($i == "lost") at = i - 1 } /^bin / { sum += $at } END { print sum }' "$folder/pass.facts")" = "$lost" ]
verdict $? 'the bins of the facts: other items lost than in all'
for column in clocks bytes; do
  all=$(sed -n "s/.* $column=\([0-9]*\) .*/\1/p" "$folder/pass.log")
  [ "$(awk -v name=$column '/^bins/ { for (i = 3; i <= NF; i++) if ($i == name) at = i - 1 } /^bin / { sum += $at } END { print sum }' "$folder/pass.facts")" = "$all" ]
  verdict $? "the bins of the facts: other $column than in all"
done
# Packets stand where their bytes left: up to the end of each bin there are as many, but for the last packet.
awk '
  /^bins/ { for (i = 3; i <= NF; i++) column[$i] = i - 1 }
  /^bin / { ahead += $column["packet-bytes"] - $column["bytes"]; bins++; if (ahead < -16 || ahead > 16) bad = 1 }
  END { exit bad || !bins }' "$folder/pass.facts"
verdict $? 'the bins of the facts: packets in another bin than their bytes'

run fail pft-atom-order --random 1
[ $? = 1 ]
verdict $? 'a run with a fault: expected FAIL'
page fail
opens fail dark
says fail '<h1>.*FAIL.*scoreboard: clock [0-9]+ \([0-9]*5 ns\), byte [0-9]+: branch at '
says fail '<pre>scoreboard: clock [0-9]+ \([0-9]*5 ns\), byte [0-9]+: branch at 0x[0-9A-F]+: the trace says taken, the processor did not take it'
says fail 'class="mark"'
says fail 'bits per instruction</span><b>–</b>'
says fail 'the last waypoints|nearby waypoints:'
says fail '^waves: .*-failure-seed1-clock[0-9]+[.]fst, clocks [0-9]+ to [0-9]+'

# --- a regression of a few -----------------------------------------------------------------------------------------------
{
  for seed in 1 2 3 4 5; do
    case $seed in [45]) fault=pft-atom-order ;; *) fault=none ;; esac
    printf 'random-pft/%s\tFAULT=%s %s --random %s --clocks 3000 --quiet --facts %s && echo 1 passed, 0 failed, 0 skipped\tfacts=%s\tseed=%s\n' \
      $seed $fault "$simulator" $seed "$folder/few-$seed.facts" "$folder/few-$seed.facts" $seed
  done
  printf 'other/<b>"\\&\techo "<i>no</i>, 17 & 18"; exit 3\n'
  printf 'away\texit 77\n'
  printf 'unclear\tprintf "%%s\\n" "scoreboard: no" "incomplete: not all was tried" "INCOMPLETE clocks=1"; exit 2\n'
} >"$folder/few.list"
"$build/run" -o "$folder/few.xml" -c "$waypoint report $folder/few.xml -o $folder/few.html" "$folder/few.list" >"$folder/few.out" 2>&1
[ "$(tail -n 2 "$folder/few.out" | tr '\n' ' ')" = "report: $folder/few.html 3 passed, 3 failed, 1 skipped, 1 incomplete " ]
verdict $? "few: expected the report and the sums at the end, got $(tail -n 2 "$folder/few.out")"
opens few light
says few '<h1>.*FAIL.*3 tests passed, 3 failed, 1 skipped, 1 incomplete'
says few '<p class="note">3 failures and 1 incomplete test with 3 causes[.] '
says few 'id="runs" style="--again: [0-9]+ch;"'
says few '>1×</span> <b>incomplete: not all was tried</b>'
taken='the trace says taken, the processor did not take it'
first="scoreboard: clock [0-9]+ \([0-9]*5 ns\), byte [0-9]+: branch at 0x[0-9A-F]+: $taken"
says few ">2×</span> <b>scoreboard: branch at an address: $taken</b><small>$first<br>"
says few '>1×</span> <b>&lt;i&gt;no&lt;/i&gt;, N &amp; N</b>'
says few "<code class=\"command\">make test T='random-pft/4'</code>"
says few '<h2>PTM: 5 runs over their time</h2>'
# The sums are those of the facts.
says few "clocks</span><b>$(sed -n 's/^result .* *clocks=\([0-9]*\) .*/\1/p' "$folder"/few-*.facts | awk '{ sum += $1 } END { printf "%.3g k", sum / 1000 }')<"
branches=$(sed -n 's/^cover packet.branch //p' "$folder"/few-*.facts | awk '{ sum += $1 } END { printf "%d,%03d", sum / 1000, sum % 1000 }')
says few "<td>branch</td><td class=\"n\">$branches</td>"
says few '<span id="shown">8 of 8</span>'
says few 'title="make test T='"'random-pft/1'"'"'
silent few '<i>no|</script></b>'
[ "$(rows few)" = 8 ]
verdict $? "few: $(rows few) rows, expected 8"

# Waypoints are whole, even if no run has lost any.
sed 's/ lost=[0-9]*/ lost=0/' "$folder/few-1.facts" >"$folder/none.facts"
printf '<testcase classname="a" name="1"><properties><property name="facts" value="%s"/></properties></testcase>\n' "$folder/none.facts" >"$folder/none.xml"
first=$("$waypoint" report "$folder/none.xml" | awk '/>0 lost</ { lost = 1; next } lost { gsub(/<[^>]*>/, ""); print; exit }')
[ "$first" = 2 ]
verdict $? "the axis of lost waypoints begins with $first, expected 2"

# --- kinds of failures ----------------------------------------------------------------------------------------------------
kind() { # TEXT SIGNATURE: of two failures with this text, X in it another number in each, ISA another instruction set
  isa=ARM
  {
    echo '<testsuite>'
    for x in 17 2043; do
      printf '<testcase classname="a" name="%s"><failure message="exit code 1">%s</failure></testcase>\n' $x "$(printf "$1" | sed "s/X/$x/g; s/ISA/$isa/g")"
      isa=Thumb
    done
    echo '</testsuite>'
  } >"$folder/kind.xml"
  "$waypoint" report "$folder/kind.xml" >"$folder/kind.dom"
  grep -qF "2×</span> <b>$2</b>" "$folder/kind.dom"
  verdict $? "expected the kind $2, got $(grep -o '<b>.*</b><small>' "$folder/kind.dom")"
}
differs="model comparison: clock X: DUT and reference model differ: ATDATA is 0xX, expected X\n    ATDATA     DUT 0xX, reference model X"
fields='  fields that differ (DUT / reference model):'
kind "$differs\n  byte X\n$fields  reason=X / reason=on  ARM / Thumb  - / cancel  addr=0xX / addr=0x4\n  at fault: I-sync addr=X, byte X" \
  'model comparison: I-sync differs in reason, instruction set, cancel, addr'
kind "$differs\n$fields  EEN / EEE\n  at fault: atom #X..4 EEN, byte X" 'model comparison: atom differs in atoms'
kind "$differs\n$fields  0xX / 0x4\n  at fault: VMID 0xX, byte X" 'model comparison: VMID differs in value'
kind "$differs\n$fields  A-sync / atom\n  the DUT sent A-sync, the reference model sent atom EN\n  at fault: A-sync, byte X" \
  'model comparison: the DUT sent A-sync, the reference model sent atom'
kind "$differs\n    AFREADY    DUT X, reference model X\n  the X bytes" 'model comparison: outputs differ: ATDATA, AFREADY'
kind 'model comparison: clock X, byte X: DUT and reference encoder differ: atoms sent early\n' 'model comparison: DUT and reference encoder differ: atoms sent early'
kind 'scoreboard: clock X, byte X: waypoint X is not PFT-9' 'scoreboard: waypoint N is not PFT-9'
kind 'scoreboard: clock X (X ns), byte X: waypoint X is not PFT-9, since clock X (X.5 ns)' 'scoreboard: waypoint N is not PFT-9, since clock N'
kind 'scoreboard: clock X, byte X: 0x80000000 ISA ns=0 executed, but 0x80000000 ISA ns=1 was' \
  'scoreboard: an address ISA ns=0 executed, but the same address the same ISA ns=1 was'
kind 'scoreboard: clock X: branch to 0x80000000 ISA, but it went to 0x80000000 Jazelle' \
  'scoreboard: branch to an address ISA, but it went to the same address another ISA'
kind 'scoreboard: byte X: no packet: information byte X: expected bits 7:6 = 0' 'scoreboard: no packet: information byte N: expected bits 7:6 = 0'
kind 'scoreboard: clock X, byte X: execution is at 0x80000000, expected 0x80000004' 'scoreboard: execution is at an address, expected another address'
kind 'rule ATB-ID-1: clock X, byte X: ATID X (IHI 0032B; violated X times)\nrule PIN-X-1: clock X, byte X: X\n  expected: no x' \
  'rule ATB-ID-1'
kind 'rule ATB-ID-1: clock X, byte X: ATID is X, expected X (ETMTRACEIDR as written in clock X) (IHI 0032B; violated X times)\n  expected: ATID must be the value of ETMTRACEIDR.\n' \
  'rule ATB-ID-1: ATID must be the value of ETMTRACEIDR.'
kind 'rule BENCH-1: clock X, byte X: ETMSR[1] is 0, expected 1, after X edges of the ATB and the APB since ETMCR[10] was set (clock X) (docs/stimulus.md; violated once)\n  expected: The bench must complete its run.\n' \
  'rule BENCH-1: ETMSR[1] is N, expected N, after N edges of the ATB and the APB since ETMCR[10] was set (clock N)'
kind 'rule HOST-1: clock X (X ns), byte X: a.host:X: ETMSR is 0xX, expected 0x00000002 (docs/host.md; violated once)\n  expected: The bench must complete its run.\n' \
  'rule HOST-1: a.host:N: ETMSR is N, expected N'
kind 'limit: X waypoints lost in FIFO overflows, --max-lost allows X' 'limit: N waypoints lost in FIFO overflows, --max-lost allows N'

# --- and of 10,000 -------------------------------------------------------------------------------------------------------
{
  printf '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n <testsuite name="random-pft" tests="10000" failures="20" errors="0" skipped="0">\n<properties>\n'
  seq 1 10000 | awk -v folder="$folder" '{
    printf "<property name=\"%d.seed\" value=\"%d\"/><property name=\"%d.again\" value=\"make random PROTOCOL=pft SEED=%d N=1\"/>", $1, $1, $1, $1
    printf "<property name=\"%d.facts\" value=\"%s/few-%d.facts\"/>\n", $1, folder, $1 % 5 + 1
  }'
  echo '</properties>'
  seq 1 10000 | awk '{
    printf "<testcase classname=\"random-pft\" name=\"%d\" time=\"0.%03d\">", $1, $1 % 1000
    if ($1 % 500 == 0) printf "<failure message=\"exit code 1\">rule ATB-ID-%d: clock %d, byte %d: ATID is %d (IHI 0032B; violated %d times)\n</failure>", 1, $1, $1, $1, $1
    print "</testcase>"
  }'
  printf ' </testsuite>\n</testsuites>\n'
} >"$folder/many.xml"
page many "$folder/many.xml"
opens many light
opens many-dark dark many
says many '>20×</span> <b>rule ATB-ID-1</b>'
says many '<span id="shown">10,000 of 10,000</span>'
[ "$(rows many)" -ge 15 ] && [ "$(rows many)" -le 100 ]
verdict $? "many: $(rows many) rows in the document, expected those in view alone"
[ "$(wc -c <"$folder/many.html")" -le 3000000 ]
verdict $? "many: $(wc -c <"$folder/many.html") bytes, expected 3,000,000 at most"
! grep -oE '(src|href)="[^"]*"|url\([^)]*\)|@import' "$folder"/*.html | grep -v 'href="data:,"'
verdict $? 'a page names another file'

# --- bad files -----------------------------------------------------------------------------------------------------------
refuses() { # LINE FILE
  printf "$2" >"$folder/bad"
  "$waypoint" report "$folder/bad" >"$folder/out" 2>&1
  [ $? = 2 ] && printf 'waypoint: %s/bad%s\n' "$folder" "$1" | cmp -s - "$folder/out"
  verdict $? "expected exit 2 and $1, got $(cat "$folder/out")"
}
mkdir "$folder/snapshot"
line=$("$waypoint" report "$folder/snapshot" 2>&1)
[ "$? $line" = "2 waypoint: $folder/snapshot: expected a file of facts or a JUnit file, found a directory; a snapshot has no page (docs/report.md)" ]
verdict $? "a snapshot: $line"
refuses ': byte 0: expected the facts of a run (waypoint-facts 1) or a JUnit file (<?xml)' 'PASS\n'
refuses ':3: expected result, unit, again, bins, about, found, tried, unchecked, lost, cover, rule, bin or end' 'waypoint-facts 1\nresult PASS\nnothing 3\n'
refuses ':2: expected after rule: ID EVALUATED BROKEN' 'waypoint-facts 1\nrule ATB-ID-1 3\n'
refuses ':2: expected after bin: a number for each column, in at most 256 lines' 'waypoint-facts 1\nbin 1\n'
refuses ':2: expected a line result, the file is truncated' 'waypoint-facts 1\n'
refuses ':3: expected a line end, the file is truncated' 'waypoint-facts 1\nresult PASS \n'
refuses ':3: expected one line result' 'waypoint-facts 1\nresult PASS\nresult PASS\nend\n'
refuses ':4: expected nothing after the line end' 'waypoint-facts 1\nresult PASS\nend\nend\n'
refuses ':2: not a text file: it contains a NUL byte' 'waypoint-facts 1\nresult PASS\0FAIL\nend\n'
columns='clocks bytes stalled sync atoms branch time other packet-bytes overflows instructions lost'
refuses ':3: expected after bins: clocks, and the columns of docs/report.md' "waypoint-facts 1\nresult PASS\nbins 1 $columns\nend\n"
refuses ':4: expected after bin: a number for each column, in at most 256 lines' "waypoint-facts 1\nresult PASS\nbins 16 $columns\nbin nan 0 0 0 0 0 0 0 0 0 0 0\nend\n"
refuses ':1: XML: no element found at column 34; the file is truncated' '<testsuite><testcase name="3"/>  '
refuses ':1: XML: unclosed token at column 12; the file is truncated' '<testsuite><'
refuses ':1: XML: mismatched tag at column 34' '<testsuite><testcase name="3"/></testcase>'
# What is right is read: lines that end as Windows has it, a comment, text that is no XML.
printf 'waypoint-facts 1\r\nresult PASS\r\nend\r\n' >"$folder/bad"
page windows "$folder/bad"
printf '<a><!-- <b> --><testcase name="3"><failure><![CDATA[<i> & ]]></failure></testcase></a>' >"$folder/bad"
page cdata "$folder/bad"
grep -qF '&#60;i&#62; &#38; ' "$folder/cdata.html"
verdict $? 'cdata: the text of the failure is not shown'
refuses ':3: expected a <testcase>, found none' '<?xml version="1.0"?>\n<testsuites/>\n'
refuses ':1: XML: not well-formed (invalid token) at column 16' '<testcase name=3>\n'
refuses ':1: XML: unclosed token at column 1; the file is truncated' '<testcase name="3"'

totals
