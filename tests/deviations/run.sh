#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD PROTOCOL LIST-NAME SEEDS [PROGRAM...]: with this permitted deviation of LIST.txt, each run must pass in mode legal. The runs are those
# of the entry, random runs of the seeds 1 to SEEDS as tests/random/draw.c draws them, and each program. Every other run is without code. At least one run must
# differ from that of the reference RTL: in its bytes or their clocks, or at the pins. If the entry names a deviation, at least one run counts it,
# and --mode bytes refuses that run because of it. If the entry names none, no run counts one. Of registers a twentieth of the seeds is
# taken, of filters no seed and no program. LIST-NAME is none: the reference RTL. a9-NAME-s2 and a9-NAME-s8: the PTM has a buffer of 2 or 8 entries
# for speculative waypoints, otherwise of 4.
set -eu
build=$1 protocol=$2 name=$3 seeds=$4
shift 4
folder=$build/deviations/$protocol-$name depth=4
case $name in
  a9-*-s[28]) depth=${name##*-s} name=${name%-s?} ;;
esac
case $protocol in
  pft) unit=w32-q8-f64 table=tests/random/table-pft.txt more='--set full --return-stack --depth 8 --vmid' ;;
  *) unit=etm-w32-q8-f64 table=tests/random/table-$protocol.txt more='--set a7 --vmid' ;;
esac
list=${name%%-*} entry=${name#*-}
case $list in
  a9) unit=w32-q8-f64-s$depth more="$more --wrong-path 20 --burst 60 --commit-delay 0..9" ;;
  *) depth=0 ;;
esac
sim=$build/deviations/tree/b/sim/rtl/$unit/waypoint-sim
rm -rf "$folder"
mkdir -p "$folder"
query() { # WHAT
  [ $list = none ] || tests/fault_seeding/query.sh "$1" "tests/deviations/$list.txt" "$entry" "$protocol"
}
options_of_entry=$(query options) deviation=$(query deviation)
# What must differ: the bytes and their clocks, or the pins. What a host reads from a register is at the pins.
watch=--beats
if [ $list = registers ] || [ "$(query differs)" ]; then watch=--log; fi

# The runs of trc.txt are those of PROTOCOL.txt. An entry with runs of its own has no random ones.
case $list in
  trc | none) tests/fault_seeding/query.sh runs "tests/deviations/$protocol.txt" ;;
  *) query runs ;;
esac >"$folder/runs"
case $list in
  registers) seeds=$((seeds / 20)) ;;
  filters) seeds=0 && set -- ;;
esac
[ -z "$(query own-runs)" ] || seeds=0
{
  # As drawn, except for the build and what draw does with a run. If the entry has options, no ETMCR is drawn.
  sed "s/^[a-z][a-z0-9-]*/${unit%-s*}/" $table >"$folder/table"
  # shellcheck disable=SC2086
  [ "$seeds" = 0 ] || "$build/draw" ${options_of_entry:+-a --may-be-empty} -d $depth 1 "$seeds" 10000 "$folder/table" "$build" "$build" "$folder" |
    sed 's/^[^\t]*\t[^ ]* //; s/ --quiet .*//; s/ --bytes [^ ]*//' |
    case $options_of_entry in *--set*) sed 's/ --unit [^ ]*//' ;; *) cat ;; esac
  for program; do
    echo "--protocol $protocol --program $program --spacing two"
    echo "--protocol $protocol --program $program --spacing stall --cycle-accurate --timestamps --context-id 4 --context 20 $more"
  done
} >>"$folder/runs"

# The outputs are written until a run has shown that they differ from those of the reference RTL.
run() { # FAULT FILE OPTIONS
  fault=$1 file=$2
  shift 2
  [ $differs = 1 ] || set -- "$@" "$watch" "$file"
  FAULT=$fault "$sim" "$@" --mode legal --max-lost any --quiet >"$folder/one" 2>&1
}

# --mode bytes refuses this run because of the deviation.
is_refused() { # OPTIONS
  FAULT=$name "$sim" "$@" --mode bytes --max-lost any --quiet >"$folder/bytes" 2>&1 && return 1
  grep -q "^model comparison: .*: DUT and reference encoder differ: $deviation$" "$folder/bytes"
}

. tests/expect.sh
runs=0 failing=0 taken=no differs=$([ "$name" = none ] && echo 1 || echo 0)
while read -r options; do
  # A program determines what is prohibited.
  with=$options_of_entry
  case $options in *--program*) with=$(echo "$options_of_entry" | sed 's/--prohibited [0-9]*//') ;; esac
  code=$([ $((runs % 2)) = 0 ] || echo --no-image)
  # shellcheck disable=SC2086
  if ! run "$name" "$folder/beats" $options $with $code; then
    failing=$((failing + 1))
    { echo "FAULT=$name $sim $options $with $code --mode legal" && head -n 12 "$folder/one"; } >>"$folder/report"
  fi
  runs=$((runs + 1))
  case $taken$(tail -n 1 "$folder/one") in
    no*' deviations='[1-9]*)
      taken=yes
      # shellcheck disable=SC2086
      if is_refused $options $with; then taken=refused; fi
      ;;
  esac
  [ $differs = 1 ] && continue
  # shellcheck disable=SC2086
  run none "$folder/none" $options $code || :
  cmp -s "$folder/beats" "$folder/none" || differs=1
done <"$folder/runs"

if [ $failing -gt 0 ]; then
  fail "$(head -n 60 "$folder/report")" "deviations: $name: $failing of $runs runs fail: a false failure"
elif [ $differs = 0 ]; then
  fail "deviations: $name: all $runs runs are those of the reference RTL: no deviation"
elif [ "$taken" != "$([ "$deviation" ] && echo refused || echo no)" ]; then
  fail "deviations: $name: expected ${deviation:-no deviation} that is counted and refused, found: $taken; $(grep '^model comparison' "$folder/bytes" || :)"
else
  pass
fi
totals
