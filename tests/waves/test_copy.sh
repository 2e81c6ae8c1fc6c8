#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What decode_rows writes, against what it read: test_copy.sh BUILD SIMULATORS. Nothing is lost and nothing added but the rows of
# `decode` and the names of enums; what cannot be copied is refused.
build=$1 simulators=$2
decode_rows=$build/waves/decode_rows
here=$(dirname "$0")
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
run=$folder/run.fst beats=$folder/beats list=$folder/list.jsonl
. tests/expect.sh
output=$folder/why

# simulate UNIT OPTIONS...: makes $run, $beats and $list.
simulate() {
  unit=$1
  shift
  "$simulators/$unit/waypoint-sim" --random 1 --quiet --fst "$run" --beats "$beats" --list "$list" --snapshot "$folder/snapshot" "$@" >/dev/null || [ $? = 2 ]  # cut short
}

decode_to() { "$decode_rows" "$run" "$list" "$beats" "$1"; }

# values DUMP: all it says, for comparison; without the rows of `decode`.
values() { fst2vcd -e -f "$1" | awk -f "$here/values.awk" | grep -vE '[ .](decode|check)\.' | LC_ALL=C sort; }

same_values() {
  values "$1" >"$folder/wanted"
  values "$2" >"$folder/got"
  diff "$folder/wanted" "$folder/got"
}

# refuses TEXT COMMAND...: exit code 2, one line that holds the text, and no file.
refuses() {
  text=$1
  shift
  rm -f "$folder/x"
  "$@" 2>"$folder/err"
  [ $? = 2 ] && [ "$(wc -l <"$folder/err")" = 1 ] && grep -qF -e "$text" "$folder/err" && [ ! -e "$folder/x" ]
}

# --- what a simulation writes ----------------------------------------------------------------------------------------

for window in '0 600' '200 400'; do
  for unit in w32-q8-f64 etm-w64-q16-f256; do
    case $unit in etm-*) protocol=etm3 ;; *) protocol=pft ;; esac
    expect $unit simulate $unit --clocks 600 --protocol $protocol --from ${window% *} --to ${window#* }
    expect decoded decode_to "$folder/decoded.fst"
    expect "$unit-same '$window'" same_values "$run" "$folder/decoded.fst"
    for name in u_front.state_q u_drain.state_q packet; do
      expect $unit-$name grep -q "\.${name}_name s[A-Z]" "$folder/wanted"
    done
    expect $unit-no-top [ "$(fst2vcd -f "$folder/decoded.fst" | grep -c 'module TOP ')" = 0 ]
    expect $unit-enough [ "$(wc -l <"$folder/wanted")" -gt 10000 ]
  done
done

# Blanks, quotes and a variable in the name of a file.
odd="$folder/-e \$x'\".fst"
cp "$run" "$odd"
expect odd-names "$decode_rows" "$odd" "$list" "$beats" "$odd.fst"
expect odd-names-same same_values "$run" "$odd.fst"

# --- what others might ------------------------------------------------------------------------------------------------

# In place of fst2vcd: the dump is text already.
mkdir "$folder/bin"
cat >"$folder/bin/fst2vcd" <<'END'
#!/bin/sh
cat "$3"
! grep -q 'killed' "$3" || kill -SEGV $$
! grep -q 'broken off' "$3" || { echo 'bad block' >&2 && exit 3; }
END
chmod +x "$folder/bin/fst2vcd"
decode_text() { PATH="$folder/bin:$PATH" "$decode_rows" "$folder/dump" "$list" "$beats" "$folder/x"; }

# The outermost scope of Verilator 5.030 and later has no name. Value 3 has none either.
cat >"$folder/dump" <<'END'
$timescale
	1ns
$end
$scope module  $end
$scope module tb $end
$var logic 32 ! clock [31:0] $end
$attrbegin misc 07 fsm_pkg::state_e 2 StateIdle StateBusy 0 1 7 $end
$attrbegin misc 07 "" 7 $end
$var logic 2 " state_q [1:0] $end
$var logic 2 # other_q [1:0] $end
$attrbegin misc 07 "" 7 $end
$var logic 1 $ bit_q $end
$upscope $end
$upscope $end
$enddefinitions $end
#5
$dumpvars
b0 !
b00 "
b11 #
1$
$end
#15
b1 !
b01 "
0$
#25
b11 "
END
expect text decode_text
cat >"$folder/wanted" <<'END'
#15 tb.bit_q_name sStateIdle
#15 tb.state_q_name sStateBusy
#25 tb.state_q_name s11
#5 tb.bit_q_name sStateBusy
#5 tb.state_q_name sStateIdle
var string 0 tb.bit_q_name
var string 0 tb.state_q_name
END
values "$folder/x" | grep _name >"$folder/got"
expect text-names diff "$folder/wanted" "$folder/got"

cp "$folder/dump" "$folder/good"
echo 'broken off' >>"$folder/dump"
expect broken-off refuses 'dump: fst2vcd cannot read this file: exit code 3: bad block' decode_text
{ cat "$folder/good"; echo killed; } >"$folder/dump"
expect killed refuses 'dump: fst2vcd cannot read this file: signal 11 (Segmentation fault)' decode_text
sed 's/ clock / clk /' "$folder/good" >"$folder/dump"
expect no-clock refuses "dump: no signal clock, which must count the clocks of the run" decode_text
sed 's/ bit_q / bit_q $end\n$var wire 1 !!!! more /' "$folder/good" >"$folder/dump"
expect too-many refuses 'dump: expected at most 839514 signals' decode_text

# --- what is no dump -------------------------------------------------------------------------------------------------

expect no-fst refuses 'fst2vcd cannot read this file: exit code 255: Could not open' "$decode_rows" "$beats" "$list" "$beats" "$folder/x"
expect no-file refuses 'none: fst2vcd cannot read this file: exit code 255: Could not open' "$decode_rows" "$folder/none" "$list" "$beats" "$folder/x"
expect no-beats refuses 'none: No such file' "$decode_rows" "$run" "$list" "$folder/none" "$folder/x"
expect no-list refuses 'none: No such file' "$decode_rows" "$run" "$folder/none" "$beats" "$folder/x"
expect not-written refuses 'none/x: cannot be written' decode_to "$folder/none/x"
expect no-tools refuses "package gtkwave" env PATH="$folder" "$decode_rows" "$run" "$list" "$beats" "$folder/x"
cp "$beats" "$folder/good"
# An earlier clock, half a byte, no hex, no bytes, no clock.
for line in '9 00' '999999 0' '999999 0g' '999999' 'x 00'; do
  sed "\$i$line" "$folder/good" >"$beats"
  expect "bad-beat '$line'" refuses "beats:$(wc -l <"$folder/good"): expected CLOCK BYTES" decode_to "$folder/x"
done
sed '$d' "$folder/good" >"$beats"
expect cut-beats refuses 'truncated: "# begin" without "# end"' decode_to "$folder/x"
cp "$folder/good" "$beats"

# bad_list NAME SED TEXT: what the command of sed makes of the list is refused in its line 3.
cp "$list" "$folder/good"
bad_list() {
  sed "$2" "$folder/good" >"$list"
  expect "$1" refuses "list.jsonl:3: $3" decode_to "$folder/x"
}
row='expected packet, byte, length, clock and last_clock, in the order of the trace; write this list with --list FILE.jsonl'
bad_list no-json '3s/.*/  12  80  A-sync/' "$row"
bad_list no-packet '3s/"packet"/"pocket"/' "$row"
for member in byte length clock last_clock; do
  bad_list "no-$member" "3s/\"$member\":[0-9]*/\"$member\":\"\"/" "$row"
  [ $member = length ] || bad_list "earlier-$member" "3s/\"$member\":[0-9]*/\"$member\":1/" "$row"
done
bad_list after-the-end '2s/.*/{"packet":"end","rows":1}/' 'expected no row after the row "end"'
sed '$d' "$folder/good" >"$list"
expect cut-list refuses 'list.jsonl: truncated: expected a last row "end"' decode_to "$folder/x"
head -c 1000 "$folder/good" >"$list"
expect cut-line refuses 'truncated: the file ends inside this line' decode_to "$folder/x"
"$build/waypoint" list --snapshot "$folder/snapshot" --format json >"$list"
expect no-clocks refuses "list.jsonl:1: $row" decode_to "$folder/x"
cp "$folder/good" "$list"
# A list says nothing of the dump: without a packet the rows are empty.
echo '{"packet":"end","rows":0}' >"$list"
expect empty-list decode_to "$folder/x"
expect no-rows [ "$(fst2vcd -f "$folder/x" | grep -c '^sI-sync')" = 0 ]

totals
