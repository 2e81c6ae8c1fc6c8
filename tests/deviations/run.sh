#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD PROTOCOL NAME SEEDS [PROGRAM...]: with deviation NAME of PROTOCOL.txt, trc.txt, registers.txt or filters.txt (whose runs are their own), FILE-NAME, the scoreboard and the rules of the
# architecture must pass the runs of PROTOCOL.txt, random runs of the seeds 1 to SEEDS as tests/random/draw.c draws them, and each
# program, every other one without code; and one run at least must send other bytes, or at other clocks, than our own unit. NAME is none:
# that one (where it differs at the pins, other pins). The liberty of its line is taken in one of them at least, and then refused by --mode bytes; without that line none is.
set -eu
build=$1 protocol=$2 name=$3 seeds=$4
shift 4
folder=$build/deviations/$protocol-$name
case $protocol in
  pft) unit=w32-q8-f64 table=tests/random/table-pft.txt more='--set full --return-stack --depth 8 --vmid' ;;
  *) unit=etm-w32-q8-f64 table=tests/random/table-$protocol.txt more='--set a7 --vmid' ;;
esac
sim=$build/deviations/tree/b/sim/rtl/$unit/waypoint-sim
rm -rf "$folder"
mkdir -p "$folder"
of_deviation() { # WORD: its line of that name
  sed -n "/^${name#*-}: /,/^$/s/^  $1 -- //p" "tests/deviations/${name%%-*}.txt" 2>/dev/null || :
}
told=$(of_deviation with) liberty=$(of_deviation liberty)
# What must differ: the bytes and their clocks, or the pins.
watch=--beats
[ "$(of_deviation differs)" != 'at the pins' ] || watch=--log

{
  case $name in
    registers-* | filters-*)
      own=$(of_deviation "run $protocol" | sed "s/^/--protocol $protocol /")
      case $name in
        registers-*) seeds=$((seeds / 20)) watch=--log ;;
        *) seeds=0 && set -- ;;
      esac
      if [ "$own" ]; then echo "$own" && seeds=0; else sed -n "s/^run $protocol --/--protocol $protocol/p" "tests/deviations/${name%%-*}.txt"; fi
      ;;
    *) sed -n "s/^run --/--protocol $protocol/p" "tests/deviations/$protocol.txt" ;;
  esac
  # As drawn, but for the build and for what draw does with a run; with options of the deviation's no ETMCR is drawn.
  sed "s/^[a-z][a-z0-9-]*/$unit/" $table >"$folder/table"
  # shellcheck disable=SC2086
  [ "$seeds" = 0 ] || "$build/draw" ${told:+-a --may-be-empty} 1 "$seeds" 10000 "$folder/table" "$build" "$build" "$folder" |
    sed 's/^[^\t]*\t[^ ]* //; s/ --quiet .*//; s/ --bytes [^ ]*//'
  for program; do
    echo "--protocol $protocol --program $program --spacing two"
    echo "--protocol $protocol --program $program --spacing stall --cycle-accurate --timestamps --context-id 4 --context 20 $more"
  done
} >"$folder/runs"

beats() { # VARIANT FILE OPTIONS
  deviation=$1 file=$2
  shift 2
  FAULT=$deviation "$sim" "$@" --mode legal --max-lost any --quiet "$watch" "$file" >"$folder/one" 2>&1
}

# Does --mode bytes refuse this run for the liberty that it takes?
refused() { # OPTIONS
  FAULT=$name "$sim" "$@" --mode bytes --max-lost any --quiet >"$folder/bytes" 2>&1 && return 1
  grep -q "^model comparison: .*: DUT and reference encoder differ: $liberty$" "$folder/bytes"
}

passed=0 failed=0 taken=no differs=$([ "$name" = none ] && echo 1 || echo 0)
while read -r options; do
  # What a program does is in its file.
  with=$told
  case $options in *--program*) with=$(echo "$told" | sed 's/--prohibited [0-9]*//') ;; esac
  code=$([ $(((passed + failed) % 2)) = 0 ] || echo --no-image)
  # shellcheck disable=SC2086
  if beats "$name" "$folder/beats" $options $with $code; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    { echo "FAULT=$name $sim $options $with $code --mode legal" && head -n 12 "$folder/one"; } >>"$folder/report"
  fi
  case $taken$(tail -n 1 "$folder/one") in
    no*' deviations='[1-9]*)
      taken=yes
      # shellcheck disable=SC2086
      if refused $options $with; then taken=refused; fi
      ;;
  esac
  [ $differs = 1 ] && continue
  # shellcheck disable=SC2086
  beats none "$folder/none" $options $code || :
  cmp -s "$folder/beats" "$folder/none" || differs=1
done <"$folder/runs"

if [ $failed -gt 0 ]; then
  head -n 60 "$folder/report"
  echo "deviations: $name: $failed of $((passed + failed)) runs accuse it"
elif [ $differs = 0 ]; then
  echo "deviations: $name: in all of $passed runs the same bytes at the same clocks as our unit: no deviation"
  failed=1
elif [ "$taken" != "$([ "$liberty" ] && echo refused || echo no)" ]; then
  echo "deviations: $name: expected ${liberty:-no liberty}, it was: $taken; $(grep '^model comparison' "$folder/bytes" || :)"
  failed=1
fi
[ $failed -gt 0 ] && { echo '0 passed, 1 failed, 0 skipped'; exit 1; }
echo '1 passed, 0 failed, 0 skipped'
