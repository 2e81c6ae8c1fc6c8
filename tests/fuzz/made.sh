#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# made.sh BUILD: what includes a file that the build makes can be compiled for the fuzzer, too. (All of it takes minutes.)
set -eu
command -v clang >/dev/null || { echo 'fuzz: skipped: clang is not installed'; exit 77; }
includes=$(sed -n 's/^#include "\(.*\)"$/\1/p' model/*/*.c | sort -u | while read -r name; do ls model/*/"$name" >/dev/null 2>&1 || echo "$name"; done)
objects=$(for name in $includes; do grep -l "^#include \"$name\"" model/*/*.c; done | sort -u | sed "s|^|$1/fuzz/|; s|c$|o|")
[ -n "$objects" ] || { echo 'fuzz: expected files that include what the build makes'; exit 1; }
# shellcheck disable=SC2086
make SETUP=0 BUILD="$1" $objects
echo "$(echo "$objects" | wc -l) passed, 0 failed, 0 skipped"
