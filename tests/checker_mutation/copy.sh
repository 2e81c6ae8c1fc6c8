#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# copy.sh TREE: makes TREE a copy of the sources in which each place of the checker that reports a failure can be suppressed (suppress.awk).
# TREE/sites is the list of the places. Files that come out as they were keep their time.
set -eu
tree=$1
here=tests/checker_mutation
fresh=$tree.fresh
rm -rf "$fresh"
mkdir -p "$fresh" "$tree"
cp -R model rtl "$fresh"
(cd "$fresh" && find model -name '*.c' | sort) >"$fresh/files"
(cd "$fresh" && xargs awk -v sites=sites -f "$OLDPWD/$here/suppress.awk" <files)
while read -r file; do mv "$fresh/$file.switched" "$fresh/$file"; done <"$fresh/files"
cp $here/suppressed.[ch] "$fresh/model/common"
(cd "$fresh" && find model rtl -type f) | while read -r file; do
  if cmp -s "$fresh/$file" "$tree/$file"; then cp -p "$tree/$file" "$fresh/$file"; fi
done
rm -rf "$tree/model" "$tree/rtl"
mv "$fresh/model" "$fresh/rtl" "$fresh/sites" "$tree"
rm -r "$fresh"
for other in Makefile VERSION .ci debian docs dpi sim tests waves; do ln -sfn "$PWD/$other" "$tree/$other"; done
