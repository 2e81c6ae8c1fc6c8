#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
set -eu
usage() {
  cat <<'USAGE'
Usage: waypoint-waves WAVE MAP [OPTION...]
Shows a VCD or FST file of any simulator in GTKWave: its pins, by a map (docs/log.md), and rows of text for what the processor presents and
for each packet; after a failure also for what the check found. The folder WAVE.view takes decoded.fst and view.gtkw.

 what to do:
  -h, --help    this list
  OPTION        of waypoint check --wave: how the unit is built and programmed, and where the code is
USAGE
}
refuse() {
  echo "waypoint-waves: $*" >&2
  exit 2
}
case ${1-} in
  -h | --help)
    usage
    exit 0
    ;;
  -*) refuse "$1: expected WAVE and MAP before options; see waypoint-waves --help" ;;
esac
[ $# -ge 2 ] || refuse 'expected WAVE and MAP; see waypoint-waves --help'
wave=$1 map=$2 folder=$1.view
shift 2

# decode_rows is in the installed directory of the command, or make passes its path.
here=$(dirname "$(realpath "$0")")
waypoint=${WAYPOINT:-$here/waypoint} decode_rows=${DECODE_ROWS:-$here/../lib/waypoint/decode_rows}
share=$here/../share/waypoint/waves
[ -e "$share/view.awk" ] || share=$here
for tool in fst2vcd vcd2fst; do
  command -v $tool >/dev/null || refuse "expected the command $tool, of Debian's package gtkwave"
done
mkdir -p "$folder" || exit 2
rm -f "$folder/beats"

code=0
"$waypoint" check --wave "$wave" --map "$map" "$@" --quiet --beats "$folder/beats" --list "$folder/list.jsonl" >"$folder/report" || code=$?
[ -s "$folder/beats" ] || exit 2
tail -n 1 "$folder/report"
markers=$("$decode_rows" "$wave" "$folder/list.jsonl" "$folder/beats" "$folder/decoded.fst" "$map") || exit 2
failed=$(echo "$markers" | sed -nE 's/.* red clock ([0-9]+), the failure; all from clock ([0-9]+) on.*/red=\1 from=\2/p')
for mark in A B; do
  [ ! "$failed" ] || failed="$failed$(echo "$markers" | sed -nE "s/.* $mark clock ([0-9]+),.*/ $mark=\\1/p")"
done
fst2vcd -f "$folder/decoded.fst" 2>/dev/null |
  awk -v failed="$failed" -v dump=decoded.fst -v view=view.gtkw -f "$share/view.awk" "$map" - >"$folder/view.gtkw"
[ ! "$failed" ] || echo "waves: ${markers%; all from *}"
if [ "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then exec gtkwave "$folder/view.gtkw"; fi
echo "waves: no display here; where there is one: gtkwave $folder/view.gtkw"
exit $code
