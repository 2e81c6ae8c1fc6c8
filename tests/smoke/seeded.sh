#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seeded.sh BUILD EVERY: the runner's list of the faults of every EVERY-th case of smoke.txt, its last column: the case must be red with them.
set -eu
build=$1 every=$2
folder=$build/smoke/red
mkdir -p "$folder"
awk -F ' *[|] *' -v every="$every" '!/^#/ && NF && ++row % every == 0 { print $1, $7 }' tests/smoke/smoke.txt | while read -r name faults; do
  for fault in $faults; do
    case $fault in
      pft-*) tree=mutants/tree/b/sim/rtl/w32-q8-f64 protocol=pft set=full ;;
      etm3-*) tree=mutants/tree/b/sim/rtl/etm-w32-q8-f64 protocol=etm3 set=a7 ;;
      ptm_*) tree=independent/tree/b/sim/rtl+${fault%%-*}/w32-q8-f64 protocol=pft set=full ;;
      etm_*) tree=independent/tree/b/sim/rtl+${fault%%-*}/etm-w32-q8-f64 protocol=etm3 set=a7 ;;
    esac
    printf 'smoke-faults/%s-%s\tFAULT=%s tests/smoke/smoke.sh %s/%s/waypoint-sim %s %s %s --set %s --fst %s/fst --from 4294967295 >%s/%s-%s.out; ' \
      "$name" "$protocol" "$fault" "$build" "$tree" "$protocol" "$name" "$folder" "$set" "$folder" "$folder" "$protocol" "$name"
    printf "grep -q '^FAIL ' %s/%s-%s.out && echo 1 passed, 0 failed, 0 skipped\n" "$folder" "$protocol" "$name"
  done
done
