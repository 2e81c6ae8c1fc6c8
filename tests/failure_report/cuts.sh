#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cuts.sh BUILD SIMULATOR: cuts each kind of input file at 20 places. The file is refused, or the run is INCOMPLETE (exit code 2), unless the
# part is a complete file. A text of a user or another tool is complete at the end of a line, and trace bytes are at the end of a packet.
set -u
build=$1 waypoint=$1/waypoint simulator=$2
folder=$build/cuts
rm -rf "$folder"
mkdir -p "$folder"
. tests/expect.sh

# cuts WHOLE FILE COMMAND...: FILE is cut in place and COMMAND run. WHOLE is what a cut may leave as a whole file. line: whole lines. text: a cut
# inside the last line, too, which GTKWave reads. packet: whole packets; a bad one is exit code 1. end: all but the end of the last line. mark: a last line "; end" is
# missing. none.
cuts() {
  whole=$1 file=$2
  shift 2
  cp "$file" "$folder/whole"
  size=$(wc -c <"$file")
  if ! tests/limit.sh 20 "$@" >"$folder/out" 2>&1; then
    fail "$*: expected that the whole file is read: $(head -n 3 "$folder/out")"
  fi
  for i in $(seq 0 16) 17 18 19; do
    at=$((size * i / 17))
    [ "$i" -lt 17 ] || at=$((size - i + 16))
    head -c $at "$folder/whole" >"$file"
    tests/limit.sh 20 "$@" >"$folder/out" 2>"$folder/err"
    code=$?
    good=
    case $code$whole in
      2*) [ "$(wc -l <"$folder/err")" -le 1 ] && good=1 ;;
      0line) [ "$(tail -c 1 "$file" | od -An -to1)" = ' 012' ] && good=1 ;;
      0text) [ "$(wc -l <"$file")" -ge $(($(wc -l <"$folder/whole") - 1)) ] && good=1 ;;
      0end) [ $at = $((size - 1)) ] && good=1 ;;
      0mark) [ "$(tail -n 1 "$file")" = '; end' ] && good=1 ;;
      [01]packet) good=1 ;;
    esac
    if [ "$good" ]; then
      pass
    else
      fail "$*: $at of $size bytes: exit code $code, $(cat "$folder/out" "$folder/err" | tail -n 1)"
    fi
  done
  cp "$folder/whole" "$file"
}

. tests/failure_report/kinds.sh
cp sim/units/a15.unit "$folder/unit"
cp tests/host/linux-pft-1.1.host "$folder/host"
gzip -c "$folder/vcd" >"$folder/vcd.gz"
gzip -c "$folder/log" >"$folder/log.gz"
words="$run --max-lost any --quiet"
"$waypoint" encode --stimulus "$folder/text" -o "$folder/coded"

# --- what we write ----------------------------------------------------------------------------------------------------
cuts none "$folder/facts" "$waypoint" report "$folder/facts" -o "$folder/page"
cuts none "$folder/result" "$waypoint" result "$folder/result"
cuts end "$folder/junit" "$waypoint" report "$folder/junit" -o "$folder/page"
cuts none "$folder/text" "$waypoint" check "$folder/coded" --stimulus "$folder/text"
cuts none "$folder/events" "$waypoint" encode --events "$folder/events" -o "$folder/coded"
cuts none "$folder/program" "$waypoint" encode --program "$folder/program" -o "$folder/coded"
cuts none "$folder/log" "$waypoint" check --log "$folder/log" $words
cuts none "$folder/log.gz" "$waypoint" check --log "$folder/log.gz" $words
cuts none "$folder/beats" "$waypoint" list --snapshot "$folder/snapshot" --with-beats "$folder/beats"
for name in snapshot.ini trace.ini cpu_0.ini ptm_0.ini; do
  cuts mark "$folder/snapshot/$name" "$waypoint" decode --snapshot "$folder/snapshot"
done
cuts none "$folder/snapshot/mem0.bin" "$waypoint" decode --snapshot "$folder/snapshot"
cuts packet "$folder/snapshot/trace.bin" "$waypoint" decode --snapshot "$folder/snapshot"
cuts packet "$folder/bytes" "$waypoint" decode "$folder/bytes"
cuts packet "$folder/frames" "$waypoint" frames "$folder/frames" --id 0x10 -o "$folder/coded"

# --- what others write ------------------------------------------------------------------------------------------------
cuts none "$folder/fst" "$waypoint" check --wave "$folder/fst" --map "$folder/map" $words
cuts text "$folder/vcd" "$waypoint" check --wave "$folder/vcd" --map "$folder/map" $words
cuts none "$folder/vcd.gz" "$waypoint" check --wave "$folder/vcd.gz" --map "$folder/map" $words
cuts none "$folder/map" "$waypoint" check --wave "$folder/vcd" --map "$folder/map" $words
cuts line "$folder/host" "$simulator" --host "$folder/host" --set a15 $run --quiet
cuts line "$folder/unit" "$simulator" --unit "$folder/unit" $run --quiet
for log in tarmac steps; do
  cuts line "$folder/$log" "$waypoint" record --elf "$folder/elf" --log "$folder/$log" -o "$folder/coded"
done
cuts none "$folder/elf" "$waypoint" record --elf "$folder/elf" --log "$folder/steps" -o "$folder/coded"

[ $failed != 0 ] || rm -rf "$folder"
totals
