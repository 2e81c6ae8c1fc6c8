#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD PTM-SIMULATOR ETM-SIMULATOR SECONDS [READER...]: libFuzzer on each reader of files, or on those named, SECONDS seconds each, from one small file of its
# kind on. What it has learned stays in BUILD/fuzz/corpus for the next time, what it has found in BUILD/fuzz/found. Exit code 1: it has found something.
set -eu
build=$(realpath "$1") simulator=$2 etm=$(realpath "$3") seconds=$4
shift 4
case $seconds in '' | *[!0-9]* | 0*) echo "fuzz: SECONDS=$seconds: expected a number of seconds for each reader" >&2; exit 2 ;; esac
fuzz=$build/fuzz waypoint=$build/waypoint
folder=$fuzz/kinds
rm -rf "$folder"
mkdir -p "$folder" "$fuzz/found"
. tests/failure_report/kinds.sh
for name in snapshot.ini trace.ini cpu_0.ini ptm_0.ini; do
  cp -r "$folder/snapshot" "$folder/of-$name"
  ln -sf ../input "$folder/of-$name/$name"
done
# The payload of the program.
tail -c +37 "$folder/program" | { printf '\037\213\010\000\000\000\000\000\000\003'; tail -c +3; } | gzip -dc >"$folder/payload" 2>"$folder/err" || [ -s "$folder/payload" ]
# The pins of a run of each protocol, as bytes for the checker without a configuration, on an ATB of 32 bits: `drive` of fuzz.c says how.
(cd "$folder" && "$etm" --protocol etm3 $run --quiet --log log-etm >report)
{ echo '#define PIN(name, ptm, etm, bits, ...) pin ptm|etm|bits'; cat model/common/pin_table.inc; } | ${CC:-cc} -E -P - | sed 's/pin /\n/g' >"$folder/table"
for pair in log:44 log-etm:45; do
  LC_ALL=C awk -v how="${pair#*:}" 'BEGIN { printf "%c", how }
    FNR == NR { if (/[|]/) { gsub(/[" ]/, ""); split($0, f, "|"); pin[f[how % 2 + 1]] = pins++; bytes[f[how % 2 + 1]] = int((f[3] + 7) / 8) } next }
    $1 == "columns" { for (i = 2; i <= NF; i++) name[i - 1] = $i; next }
    !(1 in name) { next }
    { for (i = 1; i <= NF; i++) if ($i != before[i]) { before[i] = $i; printf "%c", pin[name[i]]
        for (d = length($i) - 2 * bytes[name[i]]; d < length($i); d += 2)
          printf "%c", 16 * (index("123456789abcdef", d < 0 ? "-" : substr($i, d + 1, 1))) + index("123456789abcdef", substr($i, d + 2, 1)) }
      printf "%c", 248 }' "$folder/table" "$folder/${pair%:*}" >"$folder/pins-${pair%:*}"
done
# A log and a wave that are short. Pins of more than one digit are narrower than they are, but none is too wide.
head -n 60 "$folder/log" >"$folder/short" && mv "$folder/short" "$folder/log"
awk '
  $1 == "columns" { print "$timescale 1 ns $end $scope module tb $end $var wire 1 ! CLK $end"; for (i = 2; i <= NF; i++) name[i - 1] = $i; next }
  !(1 in name) { next }
  !begun { for (i = 1; i <= NF; i++) { n = length($i); bits[i] = n == 1 || n >= 8 ? 4 * n - 3 * (n == 1) : 4 * n - 3; print "$var wire " bits[i] " s" i " " name[i] " $end" }
    print "$upscope $end $enddefinitions $end"; begun = 1 }
  { print "#" 10 * NR "\n0!"
    for (i = 1; i <= NF; i++) if ($i != before[i]) { before[i] = $i; b = ""
      for (d = 1; d <= length($i); d++) { v = index("0123456789abcdef", substr($i, d, 1)) - 1; b = b int(v / 8) int(v / 4) % 2 int(v / 2) % 2 v % 2 }
      print "b" substr(b, length(b) - bits[i] + 1) " s" i }
    print "#" 10 * NR + 5 "\n1!" }' "$folder/log" >"$folder/vcd"
printf 'scope = tb\nclock = CLK\n' >"$folder/map"
echo 'mode=legal set=a15 max-lost=any rule-off=TRC-SYNC-1 latency=0..2' >"$folder/config"
cp sim/units/full.unit "$folder/unit"
known=$(unset READER && "$fuzz/fuzz")
[ $# -gt 0 ] || set -- $known
for reader; do echo "$known" | grep -qxF -- "$reader" || { echo "fuzz: READER=$reader: expected names of" $known >&2; exit 2; }; done

code=0
for reader; do
  corpus=$fuzz/corpus/$reader
  mkdir -p "$corpus"
  case $reader in
    text-*) seed=text ;;
    events-*) seed=events ;;
    bytes-*) seed=bytes ;;
    program) seed=payload ;;
    *.ini) seed=snapshot/$reader ;;
    *) seed=$reader ;;
  esac
  for file in "$folder/$seed" "$folder/$seed"-*; do
    [ ! -f "$file" ] || cp "$file" "$corpus/"
  done
  status=0
  (
    cd "$fuzz"
    READER=$reader FOLDER=$folder ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0 \
      ./fuzz -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=4096 -malloc_limit_mb=2048 -close_fd_mask=3 -print_final_stats=1 \
      -artifact_prefix="$fuzz/found/$reader-" "$corpus"
  ) >"$fuzz/$reader.log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$fuzz/$reader.log")
  if [ $status = 0 ]; then
    echo "ok    $reader: ${runs:-?} inputs"
  else
    code=1
    echo "FAIL  $reader: $(grep -m 1 -E 'ERROR:|SUMMARY:|runtime error' "$fuzz/$reader.log" || tail -n 1 "$fuzz/$reader.log"); see $fuzz/$reader.log"
  fi
done
exit $code
