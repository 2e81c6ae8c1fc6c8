#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SIMULATOR PROTOCOL: the list of a run, by each of its front ends and in each of its forms (docs/list.md). Forms are read back and
# compared; what they say is compared with the pins. Last line: passed, failed.
set -u
build=$1 simulator=$2 protocol=$3
waypoint=$build/waypoint
. tests/log/words.sh
folder=$build/list/$protocol
rm -rf "$folder"
mkdir -p "$folder"
. tests/expect.sh
output=$folder/why

# refuses LINE WORD...
refuses() {
  line=$1
  shift
  "$waypoint" list "$@" >"$folder/out" 2>"$folder/err"
  got=$?
  echo "waypoint: $line" >"$folder/wanted"
  expect "$* (exit $got)" test "$got" = 2
  expect "$*" diff "$folder/wanted" "$folder/err"
}

facts() { awk -v form="$1" -f tests/list/facts.awk "$2"; } # FORM LIST

run='--random 7 --clocks 1500 --timestamps --context-id 4 --context 20 --exceptions 20 --backpressure burst:60'
case $protocol in
  pft) run="$run --set full --return-stack --resets 1 --restarts 1" ;;
  etm3) run="$run --protocol etm3 --set a7 --spacing two --restarts 1" ;;
esac
# shellcheck disable=SC2086
FAULT=none "$simulator" $run --quiet --fst "$folder/run.fst" --log "$folder/run.log" --beats "$folder/beats" --snapshot "$folder/snapshot" \
  --list "$folder/simulation.csv" >"$folder/report"
expect simulation grep -q '^PASS ' "$folder/report"
words=$(frontend_words "$protocol" "$run")

# The same rows by each front end.
case $protocol in pft) name=ptm ;; etm3) name=etm ;; esac
printf 'scope = tb.gen_%s.u_unit.u_%s\nclock = CLK\n' $name $name >"$folder/map"
for form in text csv json; do
  # shellcheck disable=SC2086
  "$waypoint" list --log "$folder/run.log" $words --why --format $form >"$folder/log.$form"
  expect "log, $form" facts $form "$folder/log.$form"
  cp "$folder/why" "$folder/facts.$form"
done
# shellcheck disable=SC2086
"$waypoint" list --wave "$folder/run.fst" --map "$folder/map" $words --why --format csv >"$folder/wave.csv"
# The last three columns are the times, which a log does not have.
for list in simulation wave log; do sed 's/,[^,]*,[^,]*,[^,]*$//' "$folder/$list.csv" >"$folder/$list.rows"; done
expect 'simulation and log' cmp "$folder/simulation.rows" "$folder/log.rows"
expect 'wave and log' cmp "$folder/wave.rows" "$folder/log.rows"
expect 'simulation and wave' cmp "$folder/simulation.csv" "$folder/wave.csv"
expect 'log without times' awk 'NR > 1 && !/,,,$/ { exit 1 }' "$folder/log.csv"
# The edge of clock N is at 10 * N + 5 ns.
for form in text json; do
  # shellcheck disable=SC2086
  "$waypoint" list --wave "$folder/run.fst" --map "$folder/map" $words --why --format $form >"$folder/wave.$form"
  expect "wave, $form" facts $form "$folder/wave.$form"
  cp "$folder/why" "$folder/wave-facts.$form"
  expect "wave and log, $form" diff "$folder/wave-facts.$form" "$folder/facts.csv"
done
expect 'times in CSV' awk -F , 'NR > 1 && $1 != "" {
    if ($(NF - 2) != 10 * $1 + 5 || $(NF - 1) != 10 * $2 + 5 || $NF != "ns") { print; bad = 1 } rows++ }
  END { exit bad || rows < 100 }' "$folder/wave.csv"
expect 'times in JSON' awk 'match($0, /"clock":[0-9]+,"last_clock":[0-9]+/) {
    split(substr($0, RSTART, RLENGTH), clock, /[:,]/)
    want = ",\"time\":" 10 * clock[2] + 5 ",\"last_time\":" 10 * clock[4] + 5 ",\"time_unit\":\"ns\"}"
    if (substr($0, length($0) - length(want) + 1) != want) { print; bad = 1 } rows++ }
  END { exit bad || rows < 100 }' "$folder/wave.json"
expect 'times in text' awk 'substr($0, 1, 11) ~ /[0-9]/ {
    split($1, clock, "+")
    want = 10 * clock[1] + 5 " ns" (clock[2] == "" ? "" : " to " 10 * (clock[1] + clock[2]) + 5 " ns") }
  $1 == "time" { if (substr($0, 30) != want) { print; bad = 1 } rows++ }
  END { exit bad || rows < 100 }' "$folder/wave.text"

# The three forms have the same facts.
expect 'some rows' awk 'END { exit NR < 100 }' "$folder/facts.csv"
expect 'JSON and CSV' diff "$folder/facts.json" "$folder/facts.csv"
expect 'text and CSV' diff "$folder/facts.text" "$folder/facts.csv"
expect '140 columns' awk 'length > 140 { print; bad = 1 } END { exit bad }' "$folder/log.text"

# Each number is there once: reported, or missing. Each byte is in a packet, but for what a reset cut. All but A-syncs and the end have a reason,
# which names its clause.
expect numbers awk -F '|' '
  function take(first, last) { if (first != next_number) { print FNR ": " first ", expected " next_number; bad = 1 } next_number = last + 1 }
  $8 != "" { take($8, $9) }
  { count = split($6, event, "; "); for (i = 1; i <= count; i++) if (match(event[i], /^[0-9]+-[0-9]+/)) {
      split(substr(event[i], 1, RLENGTH), number, "-"); take(number[1], number[2]) } }
  END { exit bad || next_number < 500 }' "$folder/facts.csv"
expect bytes awk -F '|' '
  $5 == "reset" { at = $3 }
  $3 != at { print FNR ": byte " $3 ", expected " at; bad = 1 }
  $4 != "" { at = $3 + split($4, byte, " ") }
  END { exit bad || at < 500 }' "$folder/facts.csv"
expect reasons awk -F '|' '$5 !~ /^(stop|reset)$/ && $13 !~ /\(IHI 00(35B|14Q) [0-9.]*\)/ && $5 !~ /^(vmid|context-id)/ { print; bad = 1 }
  END { exit bad }' "$folder/facts.csv"

# The clocks of the first and the last byte are those of the beats, and no item is reported before it is on the port.
expect clocks awk -F '|' '
  NR == FNR && !/^[0-9]+ [0-9a-f]+$/ { next }
  NR == FNR { split($0, beat, " "); for (i = 1; i < length(beat[2]); i += 2) clock[bytes++] = beat[1]; next }
  $4 != "" && ($1 != clock[$3] || $2 != clock[$3 + split($4, byte, " ") - 1]) { print; bad = 1 }
  { count = split($6, event, "; "); for (i = 1; i <= count; i++) if (match(event[i], /@[0-9]+/) && substr(event[i], 2 + RSTART - 1, RLENGTH - 1) + 0 >= $1) {
      print; bad = 1 } }
  END { exit bad || !bytes }' "$folder/beats" "$folder/facts.csv"

# A capture: the same packets and clocks, numbers of its own. (What a reset cut off is no packet of the unit, so of a PTM only the part before.)
"$waypoint" list --snapshot "$folder/snapshot" --with-beats "$folder/beats" --format csv >"$folder/capture.csv" 2>"$folder/err"
cut_facts() { facts csv "$1" | awk -F '|' '$5 == "reset" { exit } $5 != "stop" { print $1 "|" $2 "|" $3 "|" $4 "|" $5 }'; }
cut_facts "$folder/log.csv" >"$folder/log.packets"
cut_facts "$folder/capture.csv" | head -n "$(wc -l <"$folder/log.packets")" >"$folder/capture.packets"
expect capture diff "$folder/log.packets" "$folder/capture.packets"
expect 'numbers of the decoder' grep -q ',decoder,,,$' "$folder/capture.csv"
"$waypoint" list --snapshot "$folder/snapshot" --format csv >"$folder/capture.csv" 2>"$folder/err"
expect 'a capture without clocks' awk 'NR > 1 && !/^,,/ { exit 1 }' "$folder/capture.csv"

# A part of it, by each unit: all rows that have something of it.
part() { # FROM TO
  # shellcheck disable=SC2086
  "$waypoint" list --log "$folder/run.log" $words --why --format csv --from "$1" --to "$2" >"$folder/part.csv"
  facts csv "$folder/part.csv" >"$folder/part"
  awk -F '|' -v from="${1#*:}" -v to="${2#*:}" -v unit="${1%:*}" '
    {
      first = $1; last = $2
      if (unit == "byte") { first = $3; last = $3 + split($4, byte, " ") - ($4 != "") }
      if (unit == "number") {
        first = $8; last = $9
        count = split($6, event, "; ")
        for (i = 1; i <= count; i++) if (match(event[i], /^[0-9]+-[0-9]+/)) {
          split(substr(event[i], 1, RLENGTH), number, "-")
          if (first == "") first = number[1]
          last = number[2]
        }
      }
      if (first != "") inside = last + 0 >= from + 0 && first + 0 <= to + 0
      if (inside) print
    }' "$folder/facts.csv" >"$folder/wanted"
  expect "from $1 to $2: some" test -s "$folder/wanted"
  expect "from $1 to $2" diff "$folder/wanted" "$folder/part"
}
part byte:7 byte:40
part number:20 number:140
part clock:120 clock:340
part 120 340

# A unit whose bytes are wrong: the scoreboard's contradiction is in its row, and the exit code is 1.
awk '$1 == "columns" { for (i = 2; i <= NF; i++) at[$i] = i - 1 }
  NR > 4 && $at["ATVALID"] == 1 && $at["ATREADY"] == 1 && ++beats == 60 { $at["ATDATA"] = "ffffffff" } { print }' "$folder/run.log" >"$folder/wrong.log"
# shellcheck disable=SC2086
"$waypoint" list --log "$folder/wrong.log" $words --format csv >"$folder/wrong.csv" 2>"$folder/err"
expect 'exit code of a contradiction' test $? = 1
facts csv "$folder/wrong.csv" >"$folder/wrong.facts"
awk -F '|' '$12 != ""' "$folder/wrong.facts" >"$folder/wrong"
expect 'one row is wrong' test "$(wc -l <"$folder/wrong")" = 1
expect 'the contradiction, again' grep -qF "byte $(cut -d '|' -f 3 "$folder/wrong"): $(cut -d '|' -f 12 "$folder/wrong")" "$folder/err"

# One atom of a beat is wrong, and all packets can be decoded. After the contradiction they report instructions without numbers.
beat=$(awk -F '|' 'NR == FNR { if ($4 ~ /^.[048C]$/ && $5 ~ /^(atom|P-header) E/) atom[$3]; next }
  /^[0-9]+ [0-9a-f]+$/ { if (++beats > 30 && (bytes + 0) in atom) { print beats; exit } split($0, beat, " "); bytes += length(beat[2]) / 2 }' \
  "$folder/facts.csv" "$folder/beats")
awk -v beat="$beat" -v protocol="$protocol" '$1 == "columns" { for (i = 2; i <= NF; i++) at[$i] = i - 1 }
  NR > 4 && $at["ATVALID"] == 1 && $at["ATREADY"] == 1 && ++beats == beat {
    data = $at["ATDATA"]
    last = length(data) - (protocol == "etm3")
    flipped = substr(protocol == "etm3" ? "45670123cdef89ab" : "23016745ab89efcd", index("0123456789abcdef", substr(data, last, 1)), 1)
    $at["ATDATA"] = substr(data, 1, last - 1) flipped substr(data, last + 1) }
  { print }' "$folder/run.log" >"$folder/atom.log"
# shellcheck disable=SC2086
"$waypoint" list --log "$folder/atom.log" $words --format csv >"$folder/atom.csv" 2>"$folder/err"
facts csv "$folder/atom.csv" >"$folder/atom"
expect 'after the contradiction' awk -F '|' '
  wrong && $6 ~ /(^|; )[0-9]+-/ { print; bad = 1 } wrong && $6 ~ /0x/ { later++ } $12 != "" { wrong = 1 } END { exit bad || later < 5 }' "$folder/atom"

# Why nothing of a program was traced: the term that decides, of a host script with one range.
why_untraced() { # WHY SED
  sed "$2; s/^write ETMTECR1 /write ETMTECR2 0\\n&/" tests/host/function.host >"$folder/why.host"
  # shellcheck disable=SC2086
  "$simulator" $unit --program tests/program/parser-arm.wpp --clocks 300 --host "$folder/why.host" --quiet --list "$folder/why.csv" >"$folder/report"
  expect "not traced: $1" grep -qF "not traced before: $1 (IHI" "$folder/why.csv"
}
case $protocol in pft) unit='--set a9' ;; etm3) unit='--protocol etm3 --set a7' ;; esac
why_untraced 'outside range 1 (0x80010080 to 0x800100A7)' ''
why_untraced 'outside range 1 (low address 0x800100B4 above high address 0x800100A8)' 's/^write ETMACVR1 .*/write ETMACVR1 0x800100B4/'
why_untraced 'TraceEnable was never true (ETMTEEVR=0x0406F: never (NOT always))' 's/^write ETMTEEVR .*/write ETMTEEVR 0x406F/'
why_untraced 'start/stop block off' 's/^write ETMTECR1 .*/write ETMTECR1 0x3000000/; s/^write ETMTSSCR .*/write ETMTSSCR 1/'

refuses 'expected --log FILE, --wave FILE or --snapshot DIR; see waypoint list --help'
refuses '--snapshot and --log: expected only one of them' --log "$folder/run.log" --snapshot "$folder/snapshot"
refuses '--from 3x: expected a clock, or byte:N, or number:N' --log "$folder/run.log" --from 3x
refuses '--format xml: expected text, csv or json' --log "$folder/run.log" --format xml
refuses '--with-beats requires --snapshot DIR' --log "$folder/run.log" --with-beats "$folder/beats"
refuses '--cycle-accurate is valid only with --log or --wave; a snapshot contains this setting' --snapshot "$folder/snapshot" --cycle-accurate
echo '1 0g' >"$folder/bad"
refuses "$folder/bad:1: expected CLOCK BYTES, with a later clock than the line before, and bytes in hex" --snapshot "$folder/snapshot" --with-beats "$folder/bad"
grep -E '^[0-9]+ [0-9a-f]+$' "$folder/beats" | head -n 3 >"$folder/bad"
size=$(wc -c <"$folder/snapshot/trace.bin")
refuses "$folder/bad: expected the $size trace bytes of the snapshot, found $(awk '{ n += length($2) / 2 } END { print n }' "$folder/bad")" \
  --snapshot "$folder/snapshot" --with-beats "$folder/bad"

[ $failed != 0 ] || rm -rf "$folder"
totals
