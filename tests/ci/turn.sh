#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# turn.sh BUILD: a build directory that has sources is refused before anything is written to it.
set -eu
work=$(realpath "$1")/turn-test
unset WAYPOINT_TURN MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$work"
mkdir -p "$work/unit" "$work/wrapper" "$work/other"
touch "$work/unit/my_unit.sv" "$work/wrapper/rtl.f" "$work/other/notes"
. tests/expect.sh

# refuses LINE COMMAND...: exit code 2 and this first line.
refuses() {
  line=$1 code=0
  shift
  "$@" >"$work/out" 2>&1 || code=$?
  [ $code = 2 ] && [ "$(head -n 1 "$work/out")" = "$line" ] && status=0 || status=1
  verdict $status "$*: expected exit code 2 and \"$line\", found $code: $(cat "$work/out")"
}
for folder in . .. / model rtl tests/ci "$PWD/model" "$work/unit" "$work/wrapper"; do
  refuses "BUILD=$folder: this directory has sources; expected one for what the build makes, as build" make SETUP=0 BUILD="$folder" lint
  [ ! -e "$folder/turn" ] && [ ! -e "$folder/run.log" ] && status=0 || status=1
  verdict $status "BUILD=$folder: make wrote to it"
done
# Called by hand without a build directory it made a directory `make`, which was committed.
for word in true test run; do
  refuses "turn: $word: expected a make; usage: .ci/turn BUILD MAKE [WORD...]" .ci/turn make $word
done
refuses 'turn: no command: expected a make; usage: .ci/turn BUILD MAKE [WORD...]' .ci/turn make
[ ! -e make ] && status=0 || status=1
verdict $status '.ci/turn make: it made a directory make'
for folder in "$work/other" "$work/new/build"; do
  .ci/turn "$folder" make --version >"$work/out" 2>&1 && [ -e "$folder/turn" ] && status=0 || status=1
  verdict $status "BUILD=$folder: expected that it is taken, found $(cat "$work/out")"
done

totals
