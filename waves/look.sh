#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# look.sh DECODE_ROWS FOLDER RUN [FROM [TO]]: dumps the clocks FROM to TO of RUN (the command of a simulation) into
# FOLDER, adds the decoded rows and opens the view. Without FROM and TO: what the run dumps itself if it fails, else its
# first 2000 clocks, shown from the first byte of the trace on.
set -eu
decode_rows=$1 folder=$2 run=$3 from=${4:-} to=${5:-}
mkdir -p "$folder"

failure= marker= item=
if [ -z "$from$to" ]; then
  failure=$(sh -c "$run --quiet --snapshot '$folder/snapshot'" | sed -n 's/^waves: \(.*\)\.fst, clocks .*/\1/p')
fi
if [ "$failure" ]; then
  cp "$failure.fst" "$folder/run.fst"
  cp "$failure.beats" "$folder/beats"
  marker=${failure##*-clock}
  # From the item at fault on, unless it is too far away.
  item=$(sed -n 's/^!item #[0-9]* //p' "$folder/beats" | head -n 1)
  near=$((marker > 8 ? marker - 8 : 0))
  shown=$near
  [ "${item:-0}" = 0 ] || shown=$((item - 1))
  [ "$shown" -lt "$near" ] && [ "$shown" -ge $((marker > 40 ? marker - 40 : 0)) ] || shown=$near
else
  shown=$from
  from=${from:-0}
  # A run that fails (1) is worth looking at, too, and one that is cut short has not reached its end (2).
  rm -f "$folder/run.fst"
  sh -c "$run --quiet --fst '$folder/run.fst' --beats '$folder/beats' --snapshot '$folder/snapshot' \
    --from $from --to ${to:-$((from + 2000))}" >/dev/null || [ -s "$folder/run.fst" ]
fi
# At first the host programs the unit: what there is to see begins with the trace.
[ "$shown" ] || shown=$(sed -n 's/ [0-9a-f]*$//p' "$folder/beats" | head -n 1)
shown=${shown:-0}
"$decode_rows" "$folder/run.fst" "$folder/beats" "$folder/snapshot" "$folder/decoded.fst"

# The screen shows eleven clocks; twice and four times as many where the marker would be beyond them. GTKWave's zoom is the binary logarithm of pixels to a time.
zoom=-4.35
named=-1  # marker A: the item at fault
[ -z "$item" ] || named=$((10 * item))
[ $((${marker:-$shown} - shown)) -lt 10 ] || zoom=-5.35
[ $((${marker:-$shown} - shown)) -lt 20 ] || zoom=-6.35

# The views are saved for a 32-bit ATB; a clock is 10 time units. The simulator's name says which unit it is.
unit=$(echo "$run" | sed -n 's,.*/\(\(etm-\)*w[0-9]*\)-q[^/]*/waypoint-sim.*,\1,p')
case $unit in etm-*) view=etm.gtkw ;; *) view=ptm.gtkw ;; esac
bits=${unit##*w}
case $bits in
  8 | 16) atbytes='[0]' ;;
  64) atbytes='[2:0]' ;;
  *) atbytes='[1:0]' ;;
esac
sed -e "s/ATDATA\[31:0\]/ATDATA[$((${bits:-32} - 1)):0]/" -e "s/ATBYTES\[1:0\]/ATBYTES$atbytes/" \
  -e "s/^\[timestart\].*/[timestart] $((10 * shown))/" \
  -e "s/^\*[^ ]* [^ ]* [^ ]*/*$zoom $((10 * ${marker:-$shown})) $named/" \
  "$(dirname "$0")/$view" >"$folder/$view"

# The same view for Surfer, and the names of the enums in the run's own dump, where Surfer looks for them.
awk -v shown="$shown" -v marker="${marker:-$shown}" -v item="$item" -f "$(dirname "$0")/surfer.awk" "$folder/$view" >"$folder/${view%.gtkw}.sucl"
mkdir -p "$folder/.surfer/mappings"
fst2vcd -e -f "$folder/run.fst" 2>/dev/null | awk -v folder="$folder/.surfer/mappings" -f "$(dirname "$0")/mappings.awk"

[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || exec gtkwave "$folder/$view"
echo "waves: no display here; where there is one: gtkwave $folder/$view"
