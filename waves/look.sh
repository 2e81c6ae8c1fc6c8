#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# look.sh DECODE_ROWS FOLDER RUN [FROM [TO]]: dumps the clocks FROM to TO of RUN (the command of a simulation) into
# FOLDER, adds the decoded rows and opens the view. Without FROM and TO: what the run dumps itself if it fails, else its
# first 2000 clocks, shown from the first byte of the trace on.
set -eu
decode_rows=$1 folder=$2 run=$3 from=${4:-} to=${5:-}
mkdir -p "$folder"

failure= marker=
if [ -z "$from$to" ]; then
  failure=$(sh -c "$run --quiet --snapshot '$folder/snapshot'" | sed -n 's/^waves: \(.*\)\.fst, clocks .*/\1/p')
fi
if [ "$failure" ]; then
  cp "$failure.fst" "$folder/run.fst"
  cp "$failure.beats" "$folder/beats"
  marker=${failure##*-clock}
  shown=$((marker > 8 ? marker - 8 : 0))  # the screen shows some 13 clocks
else
  shown=$from
  from=${from:-0}
  # A run that fails (1) is worth looking at, too, and one that is cut short has not reached its end (2).
  rm -f "$folder/run.fst"
  sh -c "$run --quiet --fst '$folder/run.fst' --beats '$folder/beats' --snapshot '$folder/snapshot' \
    --from $from --to ${to:-$((from + 2000))}" >/dev/null || [ -s "$folder/run.fst" ]
fi
# At first the host programs the unit: what there is to see begins with the trace.
[ "$shown" ] || shown=$(sed -n '1s/ .*//p' "$folder/beats")
shown=${shown:-0}
"$decode_rows" "$folder/run.fst" "$folder/beats" "$folder/snapshot" "$folder/decoded.fst"

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
  -e "s/^\[timestart\].*/[timestart] $((10 * shown))/" -e "s/^\*\([^ ]*\) [^ ]*/*\1 $((10 * ${marker:-$shown}))/" \
  "$(dirname "$0")/$view" >"$folder/$view"

[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || exec gtkwave "$folder/$view"
echo "waves: no display here; where there is one: gtkwave $folder/$view"
