#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_draw.sh BUILD UNIT: the faults that draw.sh draws into an independent DUT follow from the seed, differ from each other, and each has one place
# in the sources. The DUT compiles with 40 of them.
set -eu
build=$1 unit=$2
here=tests/independent seeding=tests/fault_seeding
folder=$build/independent/draw/$unit
rm -rf "$folder"
mkdir -p "$folder/tree/rtl"

bad() {
  echo "draw: $unit: $1"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

faults() { grep '==>' "$folder/$1"; }
$here/draw.sh "$unit" 1 40 >"$folder/drawn.txt"
$here/draw.sh "$unit" 1 40 >"$folder/again"
$here/draw.sh "$unit" 0x2 40 >"$folder/other"
$here/draw.sh "$unit" 1 all >"$folder/all.txt"
cmp -s "$folder/drawn.txt" "$folder/again" || bad 'two lists of one seed differ'
[ "$(faults drawn.txt | sort -u | wc -l)" = 40 ] || bad 'expected 40 different faults'
[ "$(faults drawn.txt | cat - "$folder/other" | grep '==>' | sort | uniq -d | wc -l)" -lt 20 ] || bad 'the lists of two seeds are alike'
faults all.txt >"$folder/changes"
! faults drawn.txt | grep -vxFf "$folder/changes" || bad 'a drawn fault is not in the list of all changes'
! $here/draw.sh "$unit" 1 9999 >/dev/null 2>"$folder/error" || bad 'expected an error for more faults than places'
grep -q '^draw: expected N of at most [0-9]* places, found 9999$' "$folder/error" || bad "unexpected error: $(cat "$folder/error")"

# A place that occurs twice, or a change that changes nothing, is an error.
seed() { # LIST
  rm -rf "$folder/tree/rtl/$unit"
  cp -R "$here/$unit" "$folder/tree/rtl"
  awk -v tree="$folder/tree" -f $seeding/grammar.awk -f $seeding/seed.awk "$folder/$1" || bad "$1 cannot be seeded"
}
seed all.txt
seed drawn.txt
(
  cd "$folder/tree/rtl/$unit"
  # shellcheck disable=SC2046
  verilator --lint-only --default-language 1800-2017 -Wno-UNSIGNED -Wno-CMPCONST --top-module "${unit%%_*}_top" \
    "$OLDPWD/$seeding/seeded_fault_pkg.sv" $(cat rtl.f)
) >"$folder/lint" 2>&1 || bad "with 40 faults: $(head -n 1 "$folder/lint")"
echo '1 passed, 0 failed, 0 skipped'
