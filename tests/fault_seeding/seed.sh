#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seed.sh TREE LIST...: makes TREE a copy of the sources with all faults or deviations of the lists seeded (docs/faults.md).
# FAULT_SEEDED_DUTS: the directories of independent DUTs, which replace the reference RTL in rtl/ of the copy, each in a directory of its name.
# seed.sh TREE SEED N PROTOCOL...: with a netlist of the trace unit of each PROTOCOL. N mutations of each netlist are drawn from SEED.
# Files that do not change keep their time, so that what is built from them is not built again.
set -eu
tree=$1
shift
here=tests/fault_seeding
fresh=$tree.fresh

rm -rf "$fresh"
mkdir -p "$fresh" "$tree"
cp -R model rtl "$fresh"
for unit in ${FAULT_SEEDED_DUTS-}; do
  rm -f "$fresh"/rtl/*.sv
  cp -R "$unit" "$fresh/rtl"
done
case $1 in
  *.txt) awk -v tree="$fresh" -f $here/grammar.awk -f $here/seed.awk "$@" ;;
  *) tests/mutants/netlist.sh "$fresh" "$@" ;;
esac
cp $here/seeded_fault.c "$fresh/model/common"
{ echo none; sed 's/:.*//' "$fresh/seeded"; } | sed 's/.*/"&",/' >"$fresh/model/common/seeded_fault_names.h"
find "$fresh/rtl" -name rtl.f | while read -r list; do
  cp $here/seeded_fault_pkg.sv "$(dirname "$list")"
  sed -i "1i rtl/seeded_fault_pkg.sv" "$list"
done

(cd "$fresh" && find . -type f) | while read -r file; do
  if cmp -s "$fresh/$file" "$tree/$file"; then cp -p "$tree/$file" "$fresh/$file"; fi
done
rm -rf "$tree/model" "$tree/rtl" "$tree/seeded"
mv "$fresh/model" "$fresh/rtl" "$fresh/seeded" "$tree"
rmdir "$fresh"
for other in Makefile VERSION .ci debian dpi sim tests waves; do ln -sfn "$PWD/$other" "$tree/$other"; done
