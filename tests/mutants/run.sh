#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: every fault of faults.txt must turn the co-simulation red, with a report that names the right place:
# that of an ETM if its name begins with etm3-, otherwise that of a PTM.
set -eu
build=$1
tree=$build/mutants
here=$(dirname "$0")
pft='b/sim/w32-q8-f64/waypoint-sim --random 1 --ns --return-stack --depth 8 --sync-rate 5'
etm3='b/sim/etm-w32-q8-f64/waypoint-sim --protocol etm3 --random 1 --ns --exceptions 20 --cycle-accurate --spacing stall'
passed=0 failed=0

rm -rf "$tree"
mkdir -p "$tree"
cp -a Makefile .ci model rtl dpi sim waves tests "$tree"
choose() {
  case $1 in
    etm3-*) run=$etm3 ;;
    *) run=$pft ;;
  esac
}
remake() { make -C "$tree" SETUP=0 BUILD=b "${run%% *}" >"$tree/make.log" 2>&1; }
verdict() {
  if [ "$1" = good ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "mutants: $name: $2"
    tail -n 30 "$tree/report"
  fi
}

# Without a fault it must be green; otherwise red means nothing.
for name in pft-none etm3-none; do
  choose $name
  remake || { tail -n 20 "$tree/make.log"; exit 2; }
  if (cd "$tree" && $run >report 2>&1); then verdict good; else verdict bad 'red without a fault'; fi
done

grep -v '^#' "$here/faults.txt" >"$tree/faults"
while IFS= read -r line; do
  name=${line%% | *} rest=${line#* | }
  file=${rest%% | *} rest=${rest#* | }
  edit=${rest%% | *} says=${rest#* | }
  choose "$name"
  cp -p "$tree/$file" "$tree/whole"
  sed -i "$edit" "$tree/$file"
  if cmp -s "$tree/$file" "$tree/whole"; then
    verdict bad "$edit changes nothing in $file"
    continue
  fi
  if ! remake; then
    cp "$tree/make.log" "$tree/report"
    verdict bad 'does not build'
  elif (cd "$tree" && $run >report 2>&1); then
    verdict bad 'not noticed'
  elif ! (cd "$tree" && test -s "$(sed -n 's/^waves: \(.*\), clocks .*/\1/p' report)"); then
    verdict bad 'noticed, but left no waves'
  elif grep -qE "$says" "$tree/report"; then
    verdict good
  else
    verdict bad "noticed, but the report does not say: $says"
  fi
  cp "$tree/whole" "$tree/$file"
done <"$tree/faults"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
