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
passed=0 failed=0

# expect NAME COMMAND...: the command succeeds.
expect() {
  name=$1
  shift
  if "$@" >"$folder/why" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$name: failed: $*"
    cat "$folder/why"
    grep '^clock' "$folder/seen"
  fi
}

# make_waves RUN [FROM TO]: as make waves does, without opening GTKWave.
make_waves() { DISPLAY= WAYLAND_DISPLAY= "$here/../../waves/look.sh" "$decode_rows" "$folder" "$@"; }

# look VIEW "CLOCK NAME,CLOCK NAME,...": what GTKWave sees, into $folder/seen.
look() {
  LOOK=$2 timeout 60 xvfb-run -a -s '-screen 0 1500x900x24' \
    gtkwave --rcvar 'splash_disable on' "$folder/$1.gtkw" -S "$here/look.tcl" >"$folder/seen" 2>"$folder/log"
}

sees() { grep -qxE -e "$1" "$folder/seen"; }

# The lines of beats alone.
beats() { grep -v '[#@!]' "$folder/beats"; }

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
      *) looks="$looks,$clock decode.waypoint" ;;
    esac
  done
  look $view "$looks"
  sed -n 's/^row //p' "$folder/seen" | sort >"$folder/rows"
  grep '^[a-z+]' "$folder/$view.gtkw" | sed 's/^+{[^}]*} //' | sort >"$folder/wanted"
  expect every-row-is-there diff "$folder/wanted" "$folder/rows"
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
    *) expect waypoint sees "clock [0-9]+: decode.waypoint = #[0-9]+ 0x[0-9A-F]{8} (in)?direct -> 0x$place .*" ;;
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
# Packets whose form hangs on how the unit is programmed: every packet as the command decodes it from the snapshot, from
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

# The instructions that the rows tell of, a line for each row of them, are one by one those that the command lists.
# Of an ETM "0x80008000 EEN", of a PTM "0x80008000 x3 N", where an instruction set may stand behind the address.
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

# What is on the instruction port is what the trace tells, where nothing was lost and nothing cancelled.
expect port make_waves "$simulators/etm-w64-q16-f256/waypoint-sim --random 2 --clocks 200 --exceptions 0 \
--protocol etm3 --spacing two" 0 200
look etm "$(seq 0 190 | sed 's/.*/& decode.slot0,& decode.slot1/' | paste -sd ,)"
"$build/waypoint" decode --snapshot "$folder/snapshot" --instructions | awk '$2 ~ /^0x/ { print $5, substr($2, 3) }' \
  >"$folder/wanted"
sed -n 's/^clock [0-9]*: decode.slot[01] = #[0-9]* \([EN] [0-9A-F]*\).*/\1/p' "$folder/seen" |
  head -n "$(wc -l <"$folder/wanted")" >"$folder/rows"
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

# A run that fails says what it dumped; the marker goes to the first difference.
late=$(beats | sed -n '$s/ .*//p')
cp "$folder/run.fst" "$folder/dump-seed1-clock$late.fst"
cp "$folder/beats" "$folder/dump-seed1-clock$late.beats"
cat >>"$folder/dump-seed1-clock$late.beats" <<END
!$late check 2: byte 3: exception 15, but it was 14
!expected #7 an exception
!item #7 $((late - 6))
!$((late + 9)) check 3: a later one
END
expect failure make_waves "sh -c '# $simulators/etm-w32-q8-f64/waypoint-sim
echo waves: $folder/dump-seed1-clock$late.fst, clocks 1 to 2; exit 1'"
expect failure-marked grep -q "^\*[^ ]* ${late}0 $((late - 6))0 " "$folder/etm.gtkw"
expect failure-shown grep -qx "\[timestart\] $((late - 8))0" "$folder/etm.gtkw"
expect failure-in-surfer grep -qx "marker_set_at $((late - 6))0 item_at_fault" "$folder/etm.sucl"
mv "$folder/etm.gtkw" "$folder/ptm.gtkw"  # the dump is a PTM's
look ptm "$((late - 1)) check.message,$late check.message,$late check.expected,$((late - 6)) check.at_fault,$late check.at_fault"
expect no-message-before sees "clock $((late - 1)): check.message = "
expect message sees "clock $late: check.message = check 2: byte 3: exception 15, but it was 14"
expect expected sees "clock $late: check.expected = #7 an exception"
expect at-fault sees "clock $((late - 6)): check.at_fault = #7 at fault"
expect at-fault-ends sees "clock $late: check.at_fault = "

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
