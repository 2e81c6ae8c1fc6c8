#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plant.sh TREE [SEED N]: makes TREE a copy of the sources with all faults planted, or of each unit a netlist with N mutations drawn
# from SEED. Files that come out as they were keep their time, so that what is built from them is not built again.
set -eu
tree=$1
here=tests/mutants
fresh=$tree.fresh

rm -rf "$fresh"
mkdir -p "$fresh" "$tree"
cp -R model rtl "$fresh"
case $# in
  1) awk -v tree="$fresh" -f $here/plant.awk $here/pft.txt $here/etm3.txt ;;
  *) $here/gates.sh "$fresh" "$2" "$3" ;;
esac
cp $here/planted.c "$fresh/model/common"
{ echo none; sed 's/:.*//' "$fresh/faults"; } | sed 's/.*/"&",/' >"$fresh/model/common/planted_names.h"
cp $here/planted_pkg.sv "$fresh/rtl"
sed -i "1i rtl/planted_pkg.sv" "$fresh/rtl/rtl.f"

(cd "$fresh" && find . -type f) | while read -r file; do
  if cmp -s "$fresh/$file" "$tree/$file"; then cp -p "$tree/$file" "$fresh/$file"; fi
done
rm -rf "$tree/model" "$tree/rtl" "$tree/faults"
mv "$fresh/model" "$fresh/rtl" "$fresh/faults" "$tree"
rmdir "$fresh"
for other in Makefile VERSION .ci dpi sim tests waves; do ln -sfn "$PWD/$other" "$tree/$other"; done
