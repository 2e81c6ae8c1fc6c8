#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rows.sh BUILD SIMULATOR PROTOCOL: the decoded rows of a wave that is known by a map alone. `waypoint check --wave` writes the same beats,
# list and snapshot as the simulation. From list and beats decode_rows adds the same rows to its FST, and to the VCD of it. Last line: passed, failed.
set -eu
build=$1 simulator=$2 protocol=$3
unit=ptm
[ "$protocol" = pft ] || unit=etm
folder=$build/wave/rows-$unit
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"
code="--protocol $protocol --random 3 --clocks 1500"

# shellcheck disable=SC2086
"$simulator" $code --quiet --fst "$folder/run.fst" --beats "$folder/beats" --list "$folder/list.jsonl" --snapshot "$folder/snapshot" >"$folder/report"
printf 'scope = tb.gen_%s.u_unit.u_%s\nclock = CLK\n' $unit $unit >"$folder/fst-map"
printf 'scope = tb.gen_%s.u_unit.\\u.%s[0]\nclock = CLK\n' $unit $unit >"$folder/map"
# Scopes have dots and brackets in their names: the unit's, and one that is closed before it.
fst2vcd -f "$folder/run.fst" | sed "s/^\(.scope module \)u_$unit /\1lane[0].arbiter::x(1) \$end\n\$upscope \$end\n\1u.$unit[0] /" >"$folder/run.vcd"
# shellcheck disable=SC2086
"$build/waypoint" check --wave "$folder/run.vcd" --map "$folder/map" $code --max-lost any --quiet --beats "$folder/wave-beats" --list "$folder/wave-list.jsonl" \
  --snapshot "$folder/wave-snapshot" >"$folder/wave-report"
"$build/waves/decode_rows" "$folder/run.fst" "$folder/list.jsonl" "$folder/beats" "$folder/counted.fst"
"$build/waves/decode_rows" "$folder/run.fst" "$folder/wave-list.jsonl" "$folder/wave-beats" "$folder/mapped.fst" "$folder/fst-map"
"$build/waves/decode_rows" "$folder/run.vcd" "$folder/wave-list.jsonl" "$folder/wave-beats" "$folder/from-vcd.fst" "$folder/map"

# rows FILE: time, row, text; without the names of enums, which no VCD has.
rows() {
  fst2vcd -f "$1" | awk '
    $1 == "$var" && $2 == "string" && $5 !~ /_name$/ { row[$4] = $5 }
    /^#/ { time = $0 }
    /^s/ && $2 in row { print time, row[$2], $1 }'
}

output=$folder/output
expect beats cmp "$folder/beats" "$folder/wave-beats"
expect list cmp "$folder/list.jsonl" "$folder/wave-list.jsonl"
expect snapshot diff -r "$folder/snapshot" "$folder/wave-snapshot"
for name in counted mapped from-vcd; do rows "$folder/$name.fst" >"$folder/$name.rows"; done
expect 'by the map' cmp "$folder/counted.rows" "$folder/mapped.rows"
expect 'of a VCD' cmp "$folder/counted.rows" "$folder/from-vcd.rows"
expect 'more than 2,000 rows' [ "$(wc -l <"$folder/counted.rows")" -gt 2000 ]

# One command for rows and view. Of a run that fails, as here by other code, the markers stand at the clocks that decode_rows names.
view() { # CODE OPTION...
  wanted=$1 code=0
  shift
  DISPLAY='' WAYLAND_DISPLAY='' WAYPOINT=$build/waypoint DECODE_ROWS=$build/waves/decode_rows waves/view.sh "$folder/run.vcd" "$folder/map" "$@" \
    >"$folder/report" 2>&1 || code=$?
  [ $code = "$wanted" ] && return
  cat "$folder/report"
  return 1
}
# shellcheck disable=SC2086
expect 'view of a PASS' view 0 $code --max-lost any
rows "$folder/run.vcd.view/decoded.fst" >"$folder/view.rows"
expect view cmp "$folder/counted.rows" "$folder/view.rows"
# Each row of the view is in the dump, with its width.
fst2vcd -f "$folder/run.vcd.view/decoded.fst" | awk '
  /^\$scope/ { outer[++depth] = path; path = path $3 "." }
  /^\$upscope/ { path = outer[depth--] }
  /^\$var/ { print path $5 ($6 == "$end" ? "" : $6) }' | sort -u >"$folder/names"
grep -E '^[a-z]' "$folder/run.vcd.view/view.gtkw" | sort >"$folder/shown"
expect 'rows of the view that are missing from the dump' [ -z "$(comm -13 "$folder/names" "$folder/shown")" ]
expect 'rows of the view' [ "$(wc -l <"$folder/shown")" -ge 16 ]
first=$(awk '$2 == "packet" && $3 != "s" { print substr($1, 2); exit }' "$folder/view.rows")
expect 'where the view begins' grep -qx "\[timestart\] $((first - 5))" "$folder/run.vcd.view/view.gtkw"
# shellcheck disable=SC2086
expect 'view of a FAIL' view 1 --protocol $protocol --random 4 --clocks 1500
clocks=$(sed -nE 's/.* A clock ([0-9]+),.* B clock ([0-9]+),.* red clock ([0-9]+), .*/\3 \1 \2/p' "$folder/report")
# Here a clock is 10 units, its edge at 5.
# shellcheck disable=SC2086
expect "markers at the clocks $clocks" grep -q "^\*[^ ]* $(printf '%d5 ' $clocks)-1$" "$folder/run.vcd.view/view.gtkw"
expect 'rows of the check' grep -qx check.message "$folder/run.vcd.view/view.gtkw"
mv "$folder/map" "$folder/gone"
expect 'view without a map' view 2
mv "$folder/gone" "$folder/map"
expect 'why there is none' grep -qx "waypoint: $folder/map: No such file or directory" "$folder/report"

if "$build/waves/decode_rows" "$folder/run.vcd" "$folder/wave-list.jsonl" "$folder/wave-beats" "$folder/none.fst" "$folder/none.map" 2>"$folder/report"; then
  fail 'decode_rows without its map: expected a refusal, found exit code 0'
else
  pass
fi
sed s/CLK/NONE/ "$folder/map" >"$folder/odd.map"
"$build/waves/decode_rows" "$folder/run.vcd" "$folder/wave-list.jsonl" "$folder/wave-beats" "$folder/none.fst" "$folder/odd.map" 2>"$folder/report" || true
if grep -q 'run.vcd: no signal .*NONE, which the map names as the clock$' "$folder/report"; then pass; else fail 'a map without the clock: expected that its line is refused, found:' "$(excerpt "$folder/report")"; fi

[ $failed != 0 ] || rm -rf "$folder"
totals
