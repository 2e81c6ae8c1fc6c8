#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# look.sh DECODE_ROWS FOLDER RUN [FROM [TO]]: dumps the clocks FROM to TO of RUN (the command of a simulation) into
# FOLDER, adds the decoded rows and opens the view. Without TO the screen shows the first 11 clocks. Without FROM it shows the clocks that a
# failing run dumps itself, or the first 2000 clocks of a passing run, from the first byte of the trace on.
set -eu
decode_rows=$1 folder=$2 run=$3 from=${4:-} to=${5:-}
mkdir -p "$folder"

# The dump is our own: what the run writes itself, a rolling window say, is left out. Which options write says its --help.
writing=$(sh -c "$run --help" | sed -n '/^ output files:/,/^$/s/^ *--\([a-z-]*\)=.*/\1/p' | paste -sd '|')
run=$(echo "$run" | sed -E "s/ --($writing)[ =]('[^']*'|[^ ]+)//g")
failure= marker= shown=
files="--beats '$folder/beats' --list '$folder/list.jsonl'"
if [ -z "$from$to" ]; then
  failure=$(sh -c "$run --quiet --snapshot '$folder/snapshot'" | sed -n 's/^waves: \(.*\)\.fst, clocks .*/\1/p')
fi
if [ "$failure" ]; then
  cp "$failure.fst" "$folder/run.fst"
  cp "$failure.beats" "$folder/beats"
  cp "$failure.jsonl" "$folder/list.jsonl"
  # Some failures are found only after the clocks of the dump: the whole run names the item and the packet.
  grep -q '^!' "$folder/beats" || sh -c "$run --quiet $files" >/dev/null || [ -s "$folder/beats" ]
  marker=${failure##*-clock}
else
  shown=$from
  from=${from:-0}
  after=64  # clocks, in which the packets of the last items leave.
  # A run that fails (1) is worth looking at, too, and one that is cut short has not reached its end (2).
  rm -f "$folder/run.fst"
  sh -c "$run --quiet --fst '$folder/run.fst' $files --snapshot '$folder/snapshot' \
    --from $from --to $((${to:-$((from + 2000))} + after))" >/dev/null || [ -s "$folder/run.fst" ]
fi
start=  # time at the left edge
# At first the host programs the unit: what there is to see begins with the trace.
[ "$shown" ] || shown=$(sed -n 's/^\([0-9]*\) [0-9a-f]*$/\1/p' "$folder/beats" | head -n 1)
shown=${shown:-0}
markers=$("$decode_rows" "$folder/run.fst" "$folder/list.jsonl" "$folder/beats" "$folder/decoded.fst")

# clock_of NAME: of the line of markers; nothing without it.
clock_of() { echo "$markers" | sed -n "s/.* $1 clock \([0-9]*\)[ ,;].*/\1/p"; }

# The rows of text that this dump has.
rows=$(fst2vcd -f "$folder/decoded.fst" 2>/dev/null |
  awk '$1 == "$scope" { scope = $3 } $1 == "$enddefinitions" { exit } $1 == "$var" && scope ~ /^(check|decode)$/ { print scope "." $5 }' |
  paste -sd ' ')

# After a failure the screen begins with the items and packets before those at fault. If these would be too many clocks to be readable, it
# begins with the item at fault. If the item is far from the failure, the screen shows only the failure.
item= packet= trigger= open= fold=
clocks=11
[ -z "$to" ] || [ $((to - ${from:-0})) -lt 11 ] || clocks=$((to - ${from:-0}))
# A filter is in view if one is programmed.
case " $rows " in *' decode.selected '*) open=filter fold=unit ;; esac
if [ "$failure" ]; then
  item=$(clock_of A) packet=$(clock_of B) groups=$(echo "$markers" | sed -n 's/.*; groups //p')
  open=check fold=unit,ATB
  shown=$(clock_of from)
  [ $((marker - shown)) -le 40 ] || shown=$((${item:-$marker} - 1))
  [ $((marker - shown)) -le 80 ] || shown=$((marker - 20))
  if [ "$groups" ]; then
    open=$open,$groups fold="$fold,waypoint port,instruction port"
  fi
  case ,$groups, in *,trigger,*) trigger=$(clock_of C) ;; esac
  if [ "$trigger" ] && [ $((trigger - 4)) -lt "$shown" ]; then
    shown=$((trigger - 4))
  fi
  start=$((shown > 0 ? 10 * shown - 5 : 0))  # a clock begins 5 before its edge
  end=$marker
  [ "${packet:-0}" -le "$end" ] || [ $((packet - shown)) -gt 40 ] || end=$packet
  [ $((end + 3 - shown)) -le $clocks ] || clocks=$((end + 3 - shown))
fi

# GTKWave's zoom is the binary logarithm of pixels to a time.
zoom=$(awk -v clocks=$clocks 'BEGIN { printf "%.6f", -4.35 - log(clocks / 11) / log(2) }')
# marked CLOCK: its time, -1 for none.
marked() { [ "$1" ] && echo $((10 * $1)) || echo -1; }

# The views are saved for a 32-bit ATB; a clock is 10 time units. The simulator's folder says which unit it is, or else its options.
unit=$(echo "$run" | sed -n 's,.*/\(\(etm-\)*w[0-9]*\)-q[^/]*/waypoint-sim.*,\1,p')
case $unit$run in etm-* | *'--protocol etm3'*) view=etm.gtkw ;; *) view=ptm.gtkw ;; esac
bits=${unit##*w}
case $bits in
  8 | 16) atbytes='[0]' ;;
  64) atbytes='[2:0]' ;;
  *) atbytes='[1:0]' ;;
esac
sed -e "s/ATDATA\[31:0\]/ATDATA[$((${bits:-32} - 1)):0]/" -e "s/ATBYTES\[1:0\]/ATBYTES$atbytes/" \
  -e "s/^\[timestart\].*/[timestart] ${start:-$((10 * shown))}/" \
  -e "s/^\*[^ ]* [^ ]* [^ ]* [^ ]* [^ ]*/*$zoom $((10 * ${marker:-$shown})) $(marked "$item") $(marked "$packet") $(marked "$trigger")/" \
  "$(dirname "$0")/$view" | awk -v open="$open" -v fold="$fold" -v rows="$rows" -f "$(dirname "$0")/fold.awk" >"$folder/$view"

# The same view for Surfer, and the names of the enums in the run's own dump, where Surfer looks for them.
awk -v shown="$shown" -v marker="${marker:-$shown}" -v item="$item" -v packet="$packet" -v trigger="$trigger" -v clocks=$clocks \
  -f "$(dirname "$0")/surfer.awk" "$folder/$view" >"$folder/${view%.gtkw}.sucl"
mkdir -p "$folder/.surfer/mappings"
fst2vcd -e -f "$folder/run.fst" 2>/dev/null | awk -v folder="$folder/.surfer/mappings" -f "$(dirname "$0")/mappings.awk"

[ -z "$failure" ] || echo "waves: ${markers%; all from *}"
if [ "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  # Who looks at waves lets others build.
  [ -z "${WAYPOINT_TURN-}" ] || flock -u 9
  exec gtkwave "$folder/$view"
fi
echo "waves: no display here; where there is one: gtkwave $folder/$view"
