#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The wave view without eyes: test_waves.sh BUILD SIMULATORS. GTKWave itself says which rows of the view it found and what they
# read at a given clock. What they must read comes from how every trace begins (A-sync, six bytes, then I-sync) and from
# the clocks of the beats.
build=$1 simulators=$2
decode_rows=$build/waves/decode_rows
for tool in gtkwave xvfb-run; do
  command -v $tool >/dev/null || { echo "$tool is not installed"; exit 77; }
done
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
. tests/expect.sh
output=$folder/why

# make_waves RUN [FROM TO]: as make waves does, without opening GTKWave.
make_waves() { DISPLAY= WAYLAND_DISPLAY= "$here/../../waves/look.sh" "$decode_rows" "$folder" "$@"; }

# look VIEW "CLOCK NAME,CLOCK NAME,...": what GTKWave sees, into $folder/seen.
look() {
  LOOK=$2 tests/limit.sh 60 xvfb-run -a -s '-screen 0 1500x900x24' \
    gtkwave --rcvar 'splash_disable on' "$folder/$1.gtkw" -S "$here/look.tcl" >"$folder/seen" 2>"$folder/log"
}

sees() { grep -qxE -e "$1" "$folder/seen" || { grep '^clock' "$folder/seen" && return 1; }; }

# A caption begins with blanks, because GTKWave's list of signals shows its first characters: so the waves show all of its text.
margin='      '

# The rows of the view are those that GTKWave found.
every_row() {
  sed -n 's/^row //p' "$folder/seen" | sort >"$folder/rows"
  grep '^[a-z+]' "$folder/$1.gtkw" | sed 's/^+{[^}]*} //' | sort | diff - "$folder/rows"
}

# Only the lines of beats.
beats() { grep '^[0-9]* [0-9a-f]*$' "$folder/beats"; }

# clock_of N: when byte N of the trace left.
clock_of() { beats | awk -v byte="$1" '{ bytes += length($2) / 2 } bytes > byte { print $1; exit }'; }

for unit in w8-q8-f64 w16-q8-f64 w32-q8-f64 w64-q16-f256 etm-w8-q4-f16 etm-w32-q8-f64 etm-w64-q16-f256; do
  simulator="$simulators/$unit/waypoint-sim"
  case $unit in
    etm-*) view=etm protocol='--protocol etm3 --spacing one' ;;
    *) view=ptm protocol= ;;
  esac
  run="$simulator --random 1 --clocks 600 $protocol"
  expect $unit make_waves "$run" 0 600
  async=$(clock_of 0) isync=$(clock_of 6)
  late=$(beats | awk '$1 > last + 3 && NR > 10 { print last; exit } { last = $1 }')  # a pause follows
  looks="$((async - 1)) decode.packet,$async decode.packet,$async decode.bytes,$isync decode.packet,$isync decode.packet_2,\
$isync decode.flow,$isync decode.flow_2,$isync front state,$late decode.bytes,$((late + 1)) decode.bytes"
  # What is executed at first is on the port some clocks before its I-sync is out.
  clock=$isync
  while [ $clock -gt $((isync - 30)) ]; do
    clock=$((clock - 1))
    case $view in
      etm) looks="$looks,$clock decode.slot0,$clock decode.slot1,$clock decode.branch" ;;
      *) looks="$looks,$clock decode.waypoint,$clock decode.kind,$clock decode.target" ;;
    esac
  done
  look $view "$looks"
  expect every-row-is-there every_row $view
  expect no-check-without-a-failure [ "$(grep -c check "$folder/$view.gtkw")" = 0 ]
  expect nothing-before-the-first-byte sees "clock $((async - 1)): decode.packet = "
  expect async-at-its-first-byte sees "clock $async: decode.packet = A-sync"
  expect async-bytes sees "clock $async: decode.bytes = 00( 00)*( 80)?( \|.*)?"
  expect isync-at-its-first-byte \
    sees "clock $isync: decode.packet(_2)? = I-sync (untraced #[0-9.]+ )?addr=0x[0-9A-F]{8} (ARM|Thumb) reason=trace-on ns=0(; .*)?"
  expect isync-flow sees "clock $isync: decode.flow(_2)? = at 0x[0-9A-F]{8} (ARM|Thumb)(; .*)?"
  expect bytes-in-their-clock sees "clock $late: decode.bytes = [0-9A-F]{2}( .*)?"
  expect no-bytes-in-a-pause sees "clock $((late + 1)): decode.bytes = "
  expect enum-by-name sees "clock $isync: front state = State(On|Overflow)"
  place=$(sed -n "s/^clock $isync: decode.flow\(_2\)* = .*at 0x\([0-9A-F]*\) .*/\2/p" "$folder/seen")
  case $view in
    etm)
      expect slot sees "clock [0-9]+: decode.slot[01] = #[0-9]+ [EN] $place( T)?"
      expect empty-slot sees "clock [0-9]+: decode.slot[01] = "
      expect branch sees "clock [0-9]+: decode.branch = (exception [0-9]+ )?-> 0x[0-9A-F]{8} (ARM|Thumb)( .*)?"
      ;;
    *)
      expect waypoint sees 'clock [0-9]+: decode.waypoint = #[0-9]+ [0-9A-F]{8}'
      expect waypoint-kind sees 'clock [0-9]+: decode.kind = (in)?direct( .*)?'
      expect waypoint-target sees "clock [0-9]+: decode.target = -> $place( T)?"
      ;;
  esac

  # The same view in Surfer's formats.
  fst2vcd -f "$folder/decoded.fst" | awk '
    $1 == "$scope" { path = path $3 "." }
    $1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
    $1 == "$var" { print path $5 }' >"$folder/variables"
  expect surfer awk -v rows="$folder/variables" -f "$here/surfer.awk" "$folder/$view.sucl" "$folder"/.surfer/mappings/*.txt
  rm -r "$folder/.surfer"

  # A window that begins in the middle of a packet shows it, and its end.
  expect late make_waves "$run" $((isync + 1)) 600
  look $view "$((isync + 2)) decode.packet,$((isync + 2)) decode.packet_2,$((late + 1)) decode.packet_2"
  end=$(clock_of 11)
  if [ "$end" -gt $((isync + 2)) ]; then
    expect late-window-goes-on sees "clock $((isync + 2)): decode.packet(_2)? = I-sync .*"
  fi
done

pauses=0
# Packets whose form depends on how the unit is programmed. Each must be as the command decodes it from the snapshot, from
# the clock of its first byte to that of its last.
for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in
    etm-*) view=etm protocol='--protocol etm3 --alternative' ;;
    *) view=ptm protocol='--set a15 --return-stack' ;;
  esac
  options='--cycle-accurate --timestamps --context-id 2 --context 100 --etmtsevr 0x60 --extin-rate 200 --exceptions 20'
  expect $unit-programmed make_waves "$simulators/$unit/waypoint-sim --random 1 --clocks 300 $protocol $options" 0 300
  "$build/waypoint" decode --snapshot "$folder/snapshot" --packets | grep '^ ' | sed -n 2,61p >"$folder/packets"
  looks=
  while read -r offset length text; do
    clock=$(clock_of "$offset") end=$(clock_of $((offset + length - 1)))
    for clock in $clock $end $((end + 1)); do looks="$looks,$clock decode.packet,$clock decode.packet_2"; done
  done <"$folder/packets"
  look $view "${looks#,}"
  expect enough-packets [ "$(grep -c . "$folder/packets")" = 60 ]
  for form in 'cc=' context-id timestamp exception; do expect "a-$form" grep -q "$form" "$folder/packets"; done
  while read -r offset length text; do
    for clock in $(clock_of "$offset") $(clock_of $((offset + length - 1))); do
      expect "$unit-packet-$offset" \
        sees "clock $clock: decode.packet(_2)? = (.*; )?$(echo "$text" | sed 's/^\([^ ]*\)/\1( [a-z]* *#[0-9.]+)*/')(; .*)?"
    done
    # What ends before a pause has ended.
    next=$(clock_of $((offset + length)))
    [ "$next" -gt $((clock + 1)) ] || continue
    pauses=$((pauses + 1))
    for row in packet packet_2; do expect "$unit-end-$offset" sees "clock $((clock + 1)): decode.$row = "; done
  done <"$folder/packets"
done
expect enough-pauses [ $pauses -gt 4 ]

# The instructions in the rows, a line for each row of them, must be one by one those that the command lists.
# The line of an ETM is "0x80008000 EEN", of a PTM "0x80008000 x3 N". An instruction set may follow the address.
same_instructions() {
  sed 's/; /\n/g; s/, /\n/g' "$folder/rows" | grep '^0x' | grep -v 'cancelled$' |
    awk -v list="$folder/instructions" '
      BEGIN { while ((getline <list) > 0) { address[total] = $1; atom[total++] = $NF } }
      {
        count = match($0, / x[0-9]+/) ? substr($0, RSTART + 2, RLENGTH - 2) : length($NF)
        if ($1 != address[at]) { print at ": " $0 ", but " address[at]; exit 1 }
        for (i = 0; !RSTART && i < count; i++)
          if (substr($NF, i + 1, 1) != atom[at + i]) { print at + i ": " $0 ", but " atom[at + i]; exit 1 }
        at += count
      }
      END { if (at != total || at < 100) { print at " of " total; exit 1 } }'
}

# The texts of the two lanes, each once, in the order in which they begin.
flow_rows() {
  fst2vcd -f "$folder/decoded.fst" | awk '
    $1 == "$var" && $5 ~ /^flow(_2)?$/ { lane[$4] = $5 }
    /^#/ { time = substr($0, 2) }
    /^s./ && $2 in lane { print time, lane[$2], substr($1, 2) }' | sort -k1n -k2 | sed 's/.* //; s/\\040/ /g'
}

for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in
    etm-*) view=etm protocol='--protocol etm3 --spacing one' ;;
    *) view=ptm protocol='--return-stack --spacing one' ;;
  esac
  expect $unit-flow make_waves "$simulators/$unit/waypoint-sim --random 2 --clocks 300 --exceptions 20 $protocol" 0 300
  flow_rows >"$folder/rows"
  "$build/waypoint" decode --snapshot "$folder/snapshot" --instructions | awk '$2 ~ /^0x/ { print $2, $3, $4, $5 }' >"$folder/instructions"
  expect $unit-same-instructions same_instructions
done

# Without code the port still gives the addresses of waypoints. The number of instructions is not known.
expect no-code make_waves "$simulators/w32-q8-f64/waypoint-sim --random 2 --clocks 300 --exceptions 0 --no-image" 0 300
flow_rows | sed 's/; /\n/g; s/, /\n/g' >"$folder/rows"
expect no-code-atoms grep -qxE '0x[0-9A-F]{8} (Thumb )?[EN]' "$folder/rows"
expect no-code-counts [ "$(grep -c ' x[0-9]' "$folder/rows")" = 0 ]

# The trace reports the instructions of the instruction port if nothing was lost and nothing cancelled.
expect port make_waves "$simulators/etm-w64-q16-f256/waypoint-sim --random 2 --clocks 200 --exceptions 0 \
--protocol etm3 --spacing two" 0 200
look etm "$(seq 0 190 | sed 's/.*/& decode.slot0,& decode.slot1/' | paste -sd ,)"
sed -n 's/^clock [0-9]*: decode.slot[01] = #[0-9]* \([EN] [0-9A-F]*\).*/\1/p' "$folder/seen" >"$folder/rows"
"$build/waypoint" decode --snapshot "$folder/snapshot" --instructions | awk '$2 ~ /^0x/ { print $5, substr($2, 3) }' |
  head -n "$(wc -l <"$folder/rows")" >"$folder/wanted"
expect slots diff "$folder/wanted" "$folder/rows"
expect slots-enough [ "$(wc -l <"$folder/rows")" -gt 100 ]
for atom in E N; do expect slots-$atom grep -q "^$atom" "$folder/rows"; done

# Where nothing is lost the numbers on the port count, and those of the packets name each of them once, in order.
for unit in w64-q16-f256 etm-w64-q16-f256; do
  case $unit in
    etm-*) protocol='--protocol etm3 --spacing two --exceptions 0' ;;
    *) protocol='--exceptions 20' ;;
  esac
  expect $unit-numbers make_waves "$simulators/$unit/waypoint-sim --random 3 --clocks 400 $protocol" 0 400
  fst2vcd -f "$folder/decoded.fst" >"$folder/decoded.vcd"
  # texts ROWS: those of rows, in order of time and row.
  texts() {
    awk -v rows="^($1)\$" '
      $1 == "$var" && $3 == 0 && $5 ~ rows { row[$4] = $5 }
      /^#/ { time = substr($0, 2) }
      /^s./ && $2 in row { print time, row[$2], substr($1, 2) }' "$folder/decoded.vcd" | sort -k1n -k2
  }
  texts 'waypoint|slot0|slot1' | sed -n 's/.* #\([0-9]*\).*/\1/p' >"$folder/rows"
  seq 0 $(($(wc -l <"$folder/rows") - 1)) >"$folder/wanted"
  expect $unit-counted diff "$folder/wanted" "$folder/rows"
  texts 'packet|packet_2' | grep -o '#[0-9.]*' | tr -d '#' | sed 's/\.\./ /' |
    while read -r first last; do seq "$first" "${last:-$first}"; done >"$folder/rows"
  head -n "$(wc -l <"$folder/rows")" "$folder/wanted" >"$folder/begun"  # the last are still on their way
  expect $unit-reported diff "$folder/begun" "$folder/rows"
  expect $unit-enough-numbers [ "$(wc -l <"$folder/rows")" -gt 50 ]
done

# A view without FROM opens where the trace begins, one with FROM there.
expect no-window make_waves "$simulators/w32-q8-f64/waypoint-sim --random 1 --clocks 300"
expect trace-shown grep -qx "\[timestart\] $(clock_of 0)0" "$folder/ptm.gtkw"
expect window make_waves "$simulators/w32-q8-f64/waypoint-sim --random 1 --clocks 300" 123 200
expect window-shown grep -qx "\[timestart\] 1230" "$folder/ptm.gtkw"
# width VIEW: how many clocks the screen shows.
width() { sed -n 's/^\*\([^ ]*\) .*/\1/p' "$folder/$1.gtkw" | awk '{ printf "%.0f\n", 11 * 2 ^ (-$1 - 4.35) }'; }
expect whole-window-shown [ "$(width ptm)" = 77 ]
expect no-end make_waves "$simulators/w32-q8-f64/waypoint-sim --random 1 --clocks 300" 123
expect no-end-shown [ "$(width ptm)" = 11 ]

# A run that fails says what it dumped; the view shows the item at fault, its packet and the failure, and what was before them.
# In the last window every waypoint is in its row; packets are those of the command.
late=$(beats | sed -n '$s/ .*//p')
items=$(grep '^[0-9]* #' "$folder/beats" | awk -v late="$late" '$1 < late - 4' | tail -n 4)
clock_at() { echo "$items" | sed -n "$1s/ .*//p"; }
at_fault=$(clock_at 4)
number=$(echo "$items" | sed -n '4s/.*#\([0-9]*\) .*/\1/p')
"$build/waypoint" decode --snapshot "$folder/snapshot" --packets 2>/dev/null | grep '^ ' | awk '{ print $1, $2 }' >"$folder/packets"
while read -r offset length; do
  [ "$(clock_of "$offset")" -gt "$late" ] || packet=$offset bytes=$length
done <"$folder/packets"
packet_clock=$(clock_of "$packet")
# failed LINE...: the dump of a failure, with these lines after the beats.
failed() {
  cp "$folder/run.fst" "$folder/dump-seed1-clock$late.fst"
  cp "$folder/list.jsonl" "$folder/dump-seed1-clock$late.jsonl"
  { grep -v '^# end$' "$folder/good"; for line; do echo "$line"; done; echo '# end'; } >"$folder/dump-seed1-clock$late.beats"
  make_waves "sh -c '# $simulators/$unit/waypoint-sim
echo waves: $folder/dump-seed1-clock$late.fst, clocks 1 to 2; exit 1'" >"$folder/told"
}
cp "$folder/beats" "$folder/good"
rm -f "$folder"/etm.* "$folder"/ptm.*
long="$(seq -s ' ' 100 150)"
for unit in etm-w32-q8-f64 w32-q8-f64; do
  expect failure failed "!$late scoreboard: byte $packet: $long" "!expected #7 an exception $long" '!note the first' "!note $long" "!packet @$packet" "!item #$number $at_fault" \
    "!$((late + 9)) rule TRC-TRIG-4: a later one" '!note of the later one, of a trigger'
  expect failure-marked grep -q "^\*[^ ]* ${late}0 ${at_fault}0 ${packet_clock}0 -1 " "$folder"/[ep]tm.gtkw
  expect failure-line grep -qx "waves: markers: A clock $at_fault, [a-z]* #$number at fault; B clock $packet_clock, byte $packet, its packet; \
red clock $late, the failure" "$folder/told"
  # The shown window begins at the third item before, or the third packet before, and ends after the failure.
  shown=$((($(sed -n 's/^\[timestart\] //p' "$folder"/[ep]tm.gtkw) + 5) / 10))
  expect items-shown [ "$shown" -le "$(clock_at 1)" ]
  expect no-more-shown [ "$shown" -ge $((late - 40)) ]
  expect end-shown [ "$(sed -n 's/^\*\([^ ]*\) .*/\1/p' "$folder"/[ep]tm.gtkw |
    awk -v clocks=$((late + 2 - shown)) '{ print (11 * 2 ^ (-$1 - 4.35) >= clocks) }')" = 1 ]
  view=$(basename "$folder"/[ep]tm.gtkw .gtkw)
  expect failure-in-surfer grep -qx "marker_set_at ${at_fault}0 item_at_fault" "$folder/$view.sucl"
  expect packet-in-surfer grep -qx "marker_set_at ${packet_clock}0 packet_at_fault" "$folder/$view.sucl"
  expect message-in-surfer grep -qx 'variable_add check.message' "$folder/$view.sucl"
  expect unit-folded-in-surfer [ "$(grep -c 'ATVALID\|head_valid\|EXTIN' "$folder/$view.sucl")" = 0 ]
  expect folded-behind [ "$(grep -n '^-' "$folder/$view.gtkw" | sed 's/:-/ /; s/ \(waypoint\|instruction\) / /' |
    awk '{ at[$2] = $1 } END { print at["check"] < at["port"], at["port"] < at["decoded"], at["decoded"] < at["unit"] }')" = '1 1 1' ]
  [ $view = ptm ] || rm "$folder/$view".*  # the dump is a PTM's
done
looks="1 check.message,$late check.message,$late check.message_2,$late check.expected,$late check.expected_2,$late check.note,$late check.note_2,\
$late check.note_3,$at_fault check.at_fault,$late check.at_fault"
for row in port_3 port_2 port_1 port packet_3 packet_2 packet_1 packet; do looks="$looks,1 check.$row"; done
for i in 1 2 3 4; do
  for row in waypoint kind target; do looks="$looks,$(clock_at $i) decode.$row"; done
done
look ptm "$looks"
expect every-row-of-a-failure every_row ptm
expect message-anywhere sees "clock $late: check.message = ${margin}scoreboard: byte $packet: 100 [0-9 ]* 135"
expect message-goes-on sees "clock $late: check.message_2 = ${margin}136 [0-9 ]* 150"
expect expected sees "clock $late: check.expected = $margin#7 an exception 100 [0-9 ]* 136"
expect expected-goes-on sees "clock $late: check.expected_2 = ${margin}137 [0-9 ]* 150"
expect note sees "clock $late: check.note = ${margin}the first"
expect second-note sees "clock $late: check.note_2 = ${margin}100 [0-9 ]* 140"
expect second-note-goes-on sees "clock $late: check.note_3 = ${margin}141 [0-9 ]* 150"
expect no-more-notes [ "$(grep -c 'check.note' "$folder/ptm.gtkw")" = 3 ]
expect no-event [ "$(grep -c '^variable_add .*EXTIN' "$folder/ptm.sucl")" = 0 ]
expect at-fault sees "clock $at_fault: check.at_fault = #$number at fault"
expect at-fault-ends sees "clock $late: check.at_fault = "
i=1
for row in port_3 port_2 port_1 port; do
  waypoint=$(sed -n "s/^clock $(clock_at $i): decode.\(waypoint\|kind\|target\) = //p" "$folder/seen" | paste -sd '|' | sed 's/|/  /g')
  [ $row = port ] && mark='>' || mark=' '
  expect $row sees "clock .*: check.$row = $margin$mark clock $(clock_at $i)  $waypoint  ns=[01] hyp=[01]"
  i=$((i + 1))
done
grep -B 3 "^$packet " "$folder/packets" >"$folder/wanted"
for row in packet_3 packet_2 packet_1 packet; do
  read -r offset bytes
  [ $row = packet ] && mark='>' || mark=' '
  hex=$(beats | awk '{ printf "%s", $2 }' | tr a-f A-F | cut -c $((2 * offset + 1))-$((2 * (offset + bytes))) | sed 's/../ &/g')
  expect $row sees "clock .*: check.$row = $margin$mark clock $(clock_of "$offset")  byte $offset:$hex  .+"
done <"$folder/wanted"

# Far apart the item and the failure alone; farther the failure. What there is not to say has no row; of what is too much the last row has all.
expect far failed "!$late scoreboard: no byte" "!item #$number $((late - 60))" '!note ' "$(seq -f '!note %g' 10)"
expect no-empty-rows [ "$(sed -n 's/^check\.//p' "$folder/ptm.gtkw" | paste -sd ' ')" = "message note $(seq -s ' ' -f note_%g 2 8) at_fault \
port_3 port_2 port_1 port packet_3 packet_2 packet_1 packet" ]
look ptm "$late check.note_7,$late check.note_8"
expect many-notes sees "clock $late: check.note_7 = ${margin}7"
expect too-many-notes sees "clock $late: check.note_8 = ${margin}8; 9; 10"
expect far-marked grep -q "^\*[^ ]* ${late}0 $((late - 60))0 -1 -1 " "$folder/ptm.gtkw"
expect far-shown grep -qx "\[timestart\] $((late - 62))5" "$folder/ptm.gtkw"
expect farther failed "!$late scoreboard: no byte" "!item #$number $((late - 90))"
expect farther-shown grep -qx "\[timestart\] $((late - 21))5" "$folder/ptm.gtkw"

# Security state, Context ID and VMID, as the port and as the trace have them: each state of the port comes in the trace, in order.
# states NAME: the values of a row, in order.
states() {
  fst2vcd -f "$folder/decoded.fst" | awk -v name="$1" '
    $1 == "$var" && $5 == name { code = $4 }
    /^s./ && $2 == code { print substr($1, 2) }' | sed 's/\\040/ /g' | uniq
}
for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in
    etm-*) view=etm protocol='--protocol etm3 --set a7 --hyp 20 --spacing stall' ;;
    *) view=ptm protocol='--set a15 --spacing one' ;;
  esac
  expect $unit-states make_waves "$simulators/$unit/waypoint-sim --random 4 --ns --context-id 2 --context 30 --vmid --etmtrigger 0xB0E0 \
    --exceptions 20 --clocks 2500 $protocol" 0 2500
  states port_state >"$folder/port"
  states trace_state | grep 'ctx.*vmid' >"$folder/traced"
  expect $unit-states-enough [ "$(wc -l <"$folder/traced")" -gt 8 ]
  for state in ns=0 ns=1 ctx=0x0 'ctx=0x[1-9A-F]' vmid=0x; do
    for side in port traced; do expect "$unit-$side-$state" grep -q "$state" "$folder/$side"; done
  done
  # The parts of a state may come in packets of their own: the last of the trace's changes that make one of the port's is that.
  expect $unit-states-same awk -v port="$folder/port" '
    BEGIN { while ((getline line <port) > 0) known[line] }
    $0 in known { met[$0] }
    END { for (state in known) { all++; same += state in met } if (same < 5 || same < all / 4) { print same, all; exit 1 } }' "$folder/traced"
  states trigger_event >"$folder/rows"
  expect $unit-trigger-event grep -qx '0x0B0E0: EXTIN\[0\] AND EXTIN\[1\]' "$folder/rows"
done

# Whether each event is true, by the pins, is what the unit finds a clock later.
# same_events: in the dump's clocks in which every resource is known; each event is both.
same_events() {
  fst2vcd -f "$folder/decoded.fst" | awk '
    $1 == "$scope" { path = path $3 "." }
    $1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
    $1 == "$var" && (path $5) ~ /^decode\.[a-z]*_expected$|u_core\.(trigger_true|u_events\.(enable|stamp)_o)$/ { row[$4] = $5; sub(/_o$/, "_true", row[$4]) }
    $1 == "$var" && path $5 == "tb.clock" { clock = $4 }
    /^[01x]/ && substr($0, 2) in row { now[row[substr($0, 2)]] = substr($0, 1, 1) }
    /^b/ && $2 == clock { is_new = 1 }
    /^#/ && is_new {
      is_new = 0
      for (name in before) {
        if (before[name] ~ /[01]/) { all++; differ += before[name] != now[name "_true"] }
        times[name, before[name]]++
      }
      before["trigger"] = now["trigger_expected"]
      before["enable"] = now["enable_expected"]
      before["stamp"] = now["stamp_expected"]
    }
    END {
      for (name in before) few += times[name, 0] < 20 || times[name, 1] < 20
      print all, differ, few
      exit !(all > 3000 && differ == 0 && few == 0)
    }'
}
# event FUNCTION RESOURCE RESOURCE: its register; A first.
event() { printf '0x%05X' $(($1 << 14 | $3 << 7 | $2)); }
for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in etm-*) protocol='--protocol etm3' ;; *) protocol='--set a15' ;; esac
  expect $unit-events make_waves "$simulators/$unit/waypoint-sim --random 5 --ns --exceptions 20 --prohibited 20 --timestamps --extin-rate 300 \
    --clocks 1500 --spacing one $protocol --etmtrigger $(event 2 0x61 0x6D) --etmteevr $(event 5 0x60 0x6E) --etmtsevr $(event 7 0x62 0x6D)" 100 1500
  expect $unit-same-events same_events
  expect $unit-prohibited grep -q '^=#[0-9]* no: prohibited$' "$folder/beats"
done

# rise NAME: the clock in which a bit rises first.
rise() {
  fst2vcd -f "$folder/decoded.fst" | awk -v name="$1" '
    $1 == "$var" && $5 == name { code = $4 }
    /^#/ { time = substr($0, 2) }
    $0 == "1" code { print (time + 5) / 10; exit }'
}
# A rule of the trigger opens its rows, from the trigger on; every form of an event has its words.
expect trigger make_waves "$simulators/w32-q8-f64/waypoint-sim --random 4 --etmtrigger 0x60 --extin-rate 300 --clocks 300" 0 400
trigger=$(rise PTMTRIGGER) enable=$(rise WPTENABLE)
cp "$folder/beats" "$folder/good"
unit=w32-q8-f64 late=$((trigger + 30))
expect trigger-failed failed "!$late rule TRC-TRIG-4: 1 trigger"
expect trigger-marked grep -q "^\*[^ ]* ${late}0 -1 -1 ${trigger}0 " "$folder/ptm.gtkw"
expect trigger-line grep -q "C clock $trigger, the last trigger" "$folder/told"
expect trigger-shown [ "$(sed -n 's/^\[timestart\] //p' "$folder/ptm.gtkw")" -lt $((10 * (trigger - 4))) ]
expect trigger-open grep -qx 'variable_add tb.gen_ptm.u_unit.u_ptm.EXTIN' "$folder/ptm.sucl"
expect decoded-open grep -qx 'variable_add decode.packet' "$folder/ptm.sucl"
expect port-folded [ "$(grep -c 'decode.waypoint' "$folder/ptm.sucl")" = 0 ]
look ptm "$trigger check.port,$trigger check.packet,$trigger decode.trigger_event,$((trigger - 2)) expected event,$((trigger - 1)) unit: a clock later"
expect trigger-event sees "clock $trigger: decode.trigger_event = 0x00060: EXTIN\[0\]"
expect event-expected sees "clock $((trigger - 2)): expected event = 1"
expect event-of-the-unit sees "clock $((trigger - 1)): unit: a clock later = 1"
expect no-port-at-fault sees "clock $trigger: check.port = $margin  clock .*"
expect no-packet-at-fault sees "clock $trigger: check.packet = $margin  clock .*"
# One on the pin: its packet, and all from where the unit was enabled on.
late=$trigger
packet=$(sed -n 's/^{"byte":\([0-9]*\),.*"clock":\([0-9]*\),"last_clock".*"packet":"trigger".*/\1 \2/p' "$folder/list.jsonl" |
  awk -v late="$late" '$2 >= late { print $1; exit }')
expect pin-failed failed "!$late rule TRC-TRIG-6: trigger, expected none" "!packet @$packet"
expect pin-packet grep -q '^waves: markers: B clock .*, its packet; C clock' "$folder/told"
expect pin-shown [ "$(sed -n 's/^\[timestart\] //p' "$folder/ptm.gtkw")" = $((10 * (enable - 1) - 5)) ]
packet_clock=$(sed -n 's/.* B clock \([0-9]*\),.*/\1/p' "$folder/told")
expect pin-packet-shown [ "$(sed -n 's/^\*\([^ ]*\) .*/\1/p' "$folder/ptm.gtkw" |
  awk -v clocks=$((packet_clock + 2 - enable)) '{ print (11 * 2 ^ (-$1 - 4.35) >= clocks) }')" = 1 ]
look ptm "$trigger check.packet,$trigger check.port"
expect trigger-packet sees "clock $trigger: check.packet = $margin> clock [0-9]*  byte [0-9]*: 0C  trigger"
expect port-of-its-clock [ "$(grep 'check.port' "$folder/ptm.gtkw")" = check.port ]
# The other events: by a note of the failure, or by what it is.
while IFS=/ read -r group rows message note; do
  expect "$group" failed "!$late scoreboard: $message" "!note $note"
  expect "$group-open" grep -qx "divider_add $group" "$folder/ptm.sucl"
  expect "$group-rows" [ "$(grep "^variable_add .*\(event\|expected\|_true\|u_events.[a-z]*_o\)$" "$folder/ptm.sucl" | sed 's/.*[ .]//; s/_o$/_true/' | paste -sd ' ')" = \
    "${rows}_event ${rows}_expected ${rows}_true" ]
done <<'END'
TraceEnable/enable/something/event: ETMTEEVR=0x00060: EXTIN[0]
TraceEnable/enable/0x57690F8C is in the trace, but tracing was off from step #2 on: the TraceEnable event is false/none
TraceEnable/enable/I-sync at 0x57690F8C ARM ns=0, reason trace-on: none of the 5 steps from #2 on is at that address/none
timestamp/stamp/something/event: ETMTSEVR=0x00060: EXTIN[0]
END
# Was it enabled long ago, from the first change of EXTIN on.
expect inputs make_waves "$simulators/w32-q8-f64/waypoint-sim --random 4 --etmtrigger $(event 0 0x6E 0) --extin-rate 50 --clocks 300" 0 400
cp "$folder/beats" "$folder/good"
late=$((enable + 100))
changed=$(fst2vcd -f "$folder/decoded.fst" | awk -v from=$((late - 24)) '
  $1 == "$var" && $5 == "EXTIN" { code = $4 }
  /^#/ { clock = (substr($0, 2) + 5) / 10 }
  /^b/ && $2 == code && clock >= from { print clock; exit }')
expect inputs-failed failed "!$late rule TRC-TRIG-6: trigger, expected none"
expect inputs-changed [ "$changed" -lt $((late - 1)) ]
expect inputs-shown [ "$(sed -n 's/^\[timestart\] //p' "$folder/ptm.gtkw")" = $((10 * (changed - 1) - 5)) ]
form=0
for words in 'EXTIN\[1\]' 'NOT EXTIN\[1\]' 'EXTIN\[1\] AND Non-secure state' 'NOT EXTIN\[1\] AND Non-secure state' \
  'NOT EXTIN\[1\] AND NOT Non-secure state' 'EXTIN\[1\] OR Non-secure state' 'NOT EXTIN\[1\] OR Non-secure state' \
  'NOT EXTIN\[1\] OR NOT Non-secure state'; do
  event=$(printf '0x%05X' $((form << 14 | 0x6D << 7 | 0x61)))
  expect "event-$form" make_waves "$simulators/w32-q8-f64/waypoint-sim --random 4 --etmtrigger $event --clocks 20" 0 120
  states trigger_event >"$folder/rows"
  expect "event-$form-words" grep -qx "$event: $words" "$folder/rows"
  form=$((form + 1))
done

# What must be traced, by the pins: in the waves of any DUT. A window with one function, of which the first and the last block are in it.
# value CLOCK ROW: what the row of a decoded dump says in that clock.
value() {
  fst2vcd -f "$folder/decoded.fst" 2>/dev/null | awk -v at="$1" -v name="$2" '
    $1 == "$var" && $5 == name { code = $4 }
    /^#/ && substr($0, 2) / 10 > at { exit }
    /^s./ && $2 == code { value = substr($1, 2) }
    /^[01x]/ && code != "" && substr($0, 2) == code { value = substr($0, 1, 1) }
    END { print value }' | sed 's/\\040/ /g'
}
# says CLOCK ROW TEXT
says() { [ "$(value "$1" "$2")" = "$3" ] || { value "$1" "$2"; return 1; }; }
# presented NUMBER: the clock of an item.
presented() { awk -v number="$1" '$1 ~ /^[0-9]+$/ && $2 ~ /^#/ { first = substr($2, 2); if (first <= number && number < first + length($3)) print $1 }' "$folder/beats"; }
range='(0x80010080 to 0x800100A7)'
for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in
    etm-*) view=etm protocol='--protocol etm3 --set a7' from=8060 first=0 ;;
    *) view=ptm protocol='--set a9' from=4600 first=1 ;;
  esac
  sed 's/^write ETMTECR1 /write ETMTECR2 0\n&/' tests/host/function.host >"$folder/function.host"
  run="$simulators/$unit/waypoint-sim --program tests/program/parser-arm.wpp $protocol --host $folder/function.host"
  expect $unit-filter make_waves "$run" $from $((from + 50))
  inside=$(sed -n 's/^=#\([0-9]*\) yes$/\1/p' "$folder/beats" | head -n 1)
  outside=$(sed -n "s/^=#\([0-9]*\) no: outside range 1 $range\$/\1/p" "$folder/beats" | awk -v after="${inside:-0}" '$1 > after' | head -n 1)
  expect $unit-inside test -n "$inside"
  expect $unit-outside test -n "$outside"
  [ "$inside" ] && [ "$outside" ] || continue
  # Of a PTM the first block begins at the start of the range. Of an ETM the first instruction shares its clock with one before the range, so
  # that both permit an answer for that.
  clock=$(presented "$inside") last=$((outside - 1)) before=$((inside - 1))
  case $unit in etm-*) clock=$((clock + 1)) last=$((inside + 2)) inside=$((inside + 1)) before=$((before - 1)) ;; esac
  expect $unit-traced says "$clock" traced "#$inside..$last yes"
  expect $unit-untraced says $((clock - 2)) traced "#$first..$before no: outside range 1 $range"
  expect $unit-range says "$clock" range_1 "1 $range"
  expect $unit-no-range says $((clock - 2)) range_1 "0 $range"
  expect $unit-selected says "$clock" selected 1
  expect $unit-open grep -qx 'divider_add filter' "$folder/$view.sucl"
  expect $unit-unit-folded [ "$(grep -c 'divider_add unit' "$folder/$view.sucl")" = 0 ]
  look $view "$clock decode.traced"
  expect $unit-every-row-of-a-filter every_row $view
  # Of a DUT of which nothing but the pins is known.
  fst2vcd -f "$folder/run.fst" 2>/dev/null | awk '/^\$scope/ { depth++; if ($3 == "u_core") hidden = depth } /^\$upscope/ { if (depth-- == hidden) hidden = 0 }
    /^\$var/ && hidden { $5 = $5 "_hidden" } { print }' | vcd2fst -v - -f "$folder/hidden.fst" >/dev/null
  expect $unit-pins "$decode_rows" "$folder/hidden.fst" "$folder/list.jsonl" "$folder/beats" "$folder/decoded.fst"
  expect $unit-range-of-pins says "$clock" range_1 "1 $range"
  expect $unit-event-of-pins says "$clock" enable_event '0x0006F: always'

  # Each other term. what SED TEXT: of the host script, and of some item.
  for term in 's/^write ETMTEEVR .*/write ETMTEEVR 0x406F/; s/^write ETMTECR1 .*/write ETMTECR1 0x1000000/|no: TraceEnable event false (0x0406F: never (NOT always))' \
    's/^write ETMTEEVR .*/write ETMTEEVR 0x406F/; s/^write ETMACVR1 .*/write ETMACVR1 0x800100B4/|no: TraceEnable event false (0x0406F: never (NOT always)); outside range 1 (low address 0x800100B4 above high address 0x800100A8)' \
    's/^write ETMTECR1 .*/write ETMTECR1 0x3000000/; s/^write ETMTSSCR .*/write ETMTSSCR 1/|no: start/stop block off' \
    's/^write ETMTECR1 .*/write ETMTECR1 0x1000001/|yes'; do
    sed "${term%|*}" "$folder/function.host" >"$folder/term.host"
    expect "$unit-term" "$simulators/$unit/waypoint-sim" --program tests/program/parser-arm.wpp $protocol --host "$folder/term.host" --clocks 200 \
      --may-be-empty --quiet --beats "$folder/term" --snapshot "$folder/snapshot"
    expect "$unit-${term#*|}" grep -qxE "=#[0-9]+ $(echo "${term#*|}" | sed 's/[()|]/\\&/g')" "$folder/term"
  done
done

# Counters and the sequencer by the pins are those that the reference RTL has some clocks later, always by the same number.
# follows ROW SIGNAL SHIFT BITS LATE: the number of the row (less 1 for the sequencer) is that of these bits of the signal LATE clocks later.
follows() {
  fst2vcd -f "$folder/decoded.fst" 2>/dev/null | awk -v row="$1" -v signal="$2" -v shift="$3" -v bits="$4" -v late="$5" '
    function number(text,  i, n) {
      if (text !~ /^0x/) return text ~ /^[0-9]+$/ ? text - (row == "sequencer") : -1
      for (i = 3; i <= length(text); i++) n = 16 * n + index("0123456789ABCDEF", substr(text, i, 1)) - 1
      return n
    }
    function binary(text,  i, n) { for (i = 1; i <= length(text); i++) n = 2 * n + substr(text, i, 1); return n }
    $1 == "$scope" { path = path $3 "." }
    $1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
    $1 == "$var" && path $5 == "decode." row { of_row = $4 }
    $1 == "$var" && $5 == signal && path ~ /u_core\.$/ { of_signal = $4 }
    $1 == "$var" && path $5 == "tb.clock" { of_clock = $4 }
    /^s./ && $2 == of_row { text = substr($1, 2); if (text ~ /\\040/) text = "" }
    /^[01]/ && substr($0, 2) == of_signal { held = substr($0, 1, 1) }
    /^b/ && $2 == of_signal { held = substr($1, 2) }
    /^b/ && $2 == of_clock { is_new = 1 }
    /^#/ && is_new {
      is_new = 0
      while (length(held) < shift + bits) held = "0" held
      was[++clocks] = text
      wanted = binary(substr(held, length(held) - shift - bits + 1, bits))
      if (clocks <= late + 2 || was[clocks - late] == "" || number(was[clocks - late]) < 0) next
      all++
      differ += number(was[clocks - late]) != wanted
      if (number(was[clocks - late]) != last) changes++
      last = number(was[clocks - late])
    }
    END { print all, differ, changes; exit !(all > 500 && differ == 0 && changes > 8) }'
}
# lags ROW SIGNAL SHIFT BITS: by one number of clocks.
lags() { for late in 0 1 2 3; do if follows "$@" $late; then return 0; fi; done; return 1; }
{
  sed '/^write ETMAC/d; s/^write ETMTECR1 .*/write ETMTECR1 0x1000000/; /^write ETMCR 0x800/,$d' tests/host/function.host
  printf 'write %s\n' 'ETMTECR2 0' 'ETMCNTRLDVR1 20' 'ETMCNTENR1 0x60' 'ETMCNTRLDEVR1 0x40' 'ETMCNTRLDVR2 0x2BB' 'ETMCNTENR2 0x61' 'ETMCNTRLDEVR2 0x52' \
    'ETMSQ12EVR 0x62' 'ETMSQ21EVR 0x63' 'ETMSQ23EVR 0x40' 'ETMSQ31EVR 0x61' 'ETMSQ32EVR 0x406F' 'ETMSQ13EVR 0x406F' 'ETMEXTOUTEVR1 0x41' \
    'ETMCR 0x800'
  sed '1,/^write ETMCR 0x800/d' tests/host/function.host
} >"$folder/counting.host"
for unit in w32-q8-f64 etm-w32-q8-f64; do
  case $unit in etm-*) protocol='--protocol etm3' ;; *) protocol= ;; esac
  expect $unit-counting make_waves "$simulators/$unit/waypoint-sim --random 4 --clocks 1500 $protocol --ccr 0x8FC98008 --extin-rate 300 \
    --host $folder/counting.host" 0 1500
  expect $unit-counter-1 lags counter_1 counter_values 0 16
  expect $unit-counter-2 lags counter_2 counter_values 16 16
  expect $unit-sequencer lags sequencer sequencer 0 2
  expect $unit-counter-event grep -q '^=[0-9]* counter_1_enable [01] 0x00060: EXTIN\[0\]$' "$folder/beats"
  expect $unit-sequencer-event grep -q '^=[0-9]* sequencer_2_to_3 1 0x00040: counter 1 at 0$' "$folder/beats"
  expect $unit-output-event grep -q '^=[0-9]* output_0 0 0x00041: counter 2 at 0$' "$folder/beats"
done
# An item that an overflow lost had to be traced.
expect lost make_waves "$simulators/w8-q8-f64/waypoint-sim --random 1 --clocks 600 --backpressure burst:60" 0 600
lost=$(sed -n 's/.*"gap":"lost","gap_first":\([0-9]*\),.*/\1/p' "$folder/list.jsonl" | head -n 1)
expect lost-items test -n "$lost"
expect lost-traced sh -c "echo '$(value "$(presented "${lost:-0}")" traced)' | grep -q '^#$lost\(\.\.[0-9]*\)* no: lost in a FIFO overflow$'"

# A failure opens what it is about, in view.
unit=w32-q8-f64
open_groups() { sed -n 's/^divider_add //p' "$folder/ptm.sucl" | paste -sd ' '; }
expect resources make_waves "$simulators/$unit/waypoint-sim --random 4 --clocks 1500 --ccr 0x8FC98008 --extin-rate 300 --host $folder/counting.host" 800 1000
cp "$folder/beats" "$folder/good"
late=900
expect resources-failed failed "!$late rule TRC-EXTOUT-1: EXTOUT[0] is 1, expected 0" '!note event: ETMEXTOUTEVR1=0x00041: counter 2 at 0'
expect resources-open [ "$(open_groups)" = 'check resources decoded' ]
expect resources-shown grep -qx 'variable_add decode.counter_2' "$folder/ptm.sucl"
expect filter make_waves "$simulators/$unit/waypoint-sim --program tests/program/parser-arm.wpp --set a9 --host $folder/function.host" 4600 4700
cp "$folder/beats" "$folder/good"
late=4650
expect filter-failed failed "!$late scoreboard: byte 9: waypoint #4600 is in the trace, but must not be traced: outside range 1 $range" '!item #4600 4639'
expect filter-open [ "$(open_groups)" = 'check filter decoded' ]
expect traced-shown grep -qx 'variable_add decode.traced' "$folder/ptm.sucl"
expect trigger-of-a-filter failed "!$late rule TRC-TRIG-6: trigger, expected none"
expect filter-closed [ "$(open_groups)" = 'check trigger decoded' ]

# Both halves of a rolling window are one dump; the older half alone by its name.
expect rolling sh -c "'$simulators/w32-q8-f64/waypoint-sim' --random 4 --clocks 700 --quiet --fst '$folder/last.fst' --fst-last 200 \
  --beats '$folder/beats' --list '$folder/list.jsonl'"
# span FILE: its first and its last.
span() { fst2vcd -f "$1" 2>/dev/null | sed -n 's/^#//p' | sed -n '1p;$p' | paste -sd ' '; }
expect rolling-both "$decode_rows" "$folder/last.fst" "$folder/list.jsonl" "$folder/beats" "$folder/both.fst"
before=$(span "$folder/last.fst.before") after=$(span "$folder/last.fst")
expect rolling-is-both [ "$(span "$folder/both.fst")" = "${before% *} ${after#* }" ]
fst2vcd -f "$folder/both.fst" | grep -c '^#' >"$folder/rows"
expect rolling-whole [ "$(cat "$folder/rows")" -gt $(((${after#* } - ${before% *}) / 5)) ]
expect rolling-older "$decode_rows" "$folder/last.fst.before" "$folder/list.jsonl" "$folder/beats" "$folder/older.fst"
expect rolling-is-older [ "$(span "$folder/older.fst")" = "$before" ]
# One that another run has left is none of its halves.
cp "$folder/run.fst" "$folder/last.fst.before"
expect rolling-stale "$decode_rows" "$folder/last.fst" "$folder/list.jsonl" "$folder/beats" "$folder/both.fst"
expect rolling-is-stale [ "$(span "$folder/both.fst")" = "$after" ]

# A run that dumps for itself leaves out the dump around its failure. One whose failure is found late has it in its own beats alone.
cp "$folder/dump-seed1-clock$late.beats" "$folder/whole"
cp "$folder/good" "$folder/dump-seed1-clock$late.beats"
cat >"$folder/late.sh" <<END
# A run.
case "\$*" in
  *--help*) exec "\$1" --help ;;
  *--fst*) ;;
  *--beats*) cp "$folder/whole" "$folder/beats" ;;
  *) echo "waves: $folder/dump-seed1-clock$late.fst, clocks 1 to 2" ;;
esac
exit 1
END
make_waves "sh $folder/late.sh $simulators/$unit/waypoint-sim --fst $folder/x.fst --fst-last 100" >"$folder/told"
expect own-dump grep -q '^waves: markers:.* red clock' "$folder/told"
# Nor is another file of the run written again.
echo mine >"$folder/mine"
make_waves "$simulators/$unit/waypoint-sim --random 1 --clocks 300 --list $folder/mine --result=$folder/mine" 0 200 >"$folder/told"
expect own-files grep -qx mine "$folder/mine"

totals
