#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pairs.sh BUILD [all]: two makes that start together in one folder must end as they do one after the other. Compared are the exit code, the last
# line, and the runs on the page. `make test` checks that a make waits, and that a killed make leaves no lock; `all` has ten pairs, some minutes.
set -eu
work=$(realpath "$1")/pairs
unset WAYPOINT_TURN MAKEFLAGS MFLAGS MAKELEVEL
. tests/expect.sh

# The folder is of the same name each time, so that ccache knows it.
ends() { # OUT WORD...: how a make ends
  out=$1 code=0
  shift
  make SETUP=0 BUILD="$work/b" "$@" >"$out.log" 2>&1 || code=$?
  echo "exit code $code" >"$out"
  tail -n 1 "$out.log" | sed 's/ *[0-9.]* s$//' >>"$out"
}
pair() { # FIRST SECOND: the words of each; no word has a blank in it
  rm -rf "$work"
  mkdir -p "$work"
  # shellcheck disable=SC2086
  { ends "$work/1" $1; ends "$work/2" $2; }
  rm -rf "$work/b"
  # shellcheck disable=SC2086
  { ends "$work/1-beside" $1 & ends "$work/2-beside" $2; wait; }
  for n in 1 2; do
    cmp -s "$work/$n" "$work/$n-beside" && status=0 || status=1
    verdict $status "make $1, make $2: the $n. ends otherwise than alone: $(cat "$work/$n" "$work/$n-beside" "$work/$n-beside.log")"
  done
  lines=$(grep -l "^waiting for another make in $work/b (pid [0-9]*: make .*)" "$work"/*-beside.log | wc -l)
  [ "$lines" = 1 ] && status=0 || status=1
  verdict $status "make $1, make $2: $lines of them waited, expected 1"
  # Each run that a JUnit file names has its facts, but for those of a regression.
  find "$work/b" -name junit.xml -exec sed -n 's/.*[.]facts" value="\([^"]*\)".*/\1/p' {} + | while read -r facts; do
    [ -f "$facts" ] || echo "$facts"
  done >"$work/lost"
  [ ! -s "$work/lost" ] && status=0 || status=1
  verdict $status "make $1, make $2: no $(cat "$work/lost")"
}

if [ "${2-}" = all ]; then
  pair run run
  pair run 'run PROTOCOL=etm3'
  pair run 'random N=2'
  pair 'random N=3' 'random N=3'
  pair 'random N=3' 'random N=3 SEED=9'
  pair 'test T=random-pft/1' 'test T=random-pft/2'
  pair 'test T=unit/registers' 'run ARGS=--cycle-accurate'
  pair "install PREFIX=$work/i" vpi
  pair 'test T=runner' 'test T=prose'
  pair 'regress PART=7/442368' 'random PROTOCOL=etm3 N=2'
fi

# What another one holds is waited for, with a line that names it.
object=model/common/error.o
rm -rf "$work"
mkdir -p "$work/b"
(
  flock 8
  echo 'pid 1: make it' >"$work/b/turn"
  ends "$work/out" "$work/b/$object" 8>&- &
  for _ in $(seq 6000); do grep -qs . "$work/out.log" && break || sleep 0.1; done
  [ ! -e "$work/b/$object" ] && touch "$work/held"
  flock -u 8
  wait
) 8>>"$work/b/turn"
[ -e "$work/held" ] && [ -e "$work/b/$object" ] &&
  grep -qx "waiting for another make in $work/b (pid 1: make it); BUILD=folder keeps them apart" "$work/out.log" && status=0 || status=1
verdict $status "a make does not wait for another: $(cat "$work/out.log")"

# A make that is killed has no turn any more, when what it started has ended as well.
mkdir -p "$work/killed"
setsid sh -c "exec 9>>'$work/killed/turn'; flock 9; sleep 1000" &
for _ in $(seq 6000); do flock -n "$work/killed/turn" true || break; sleep 0.1; done
kill -KILL -$!
timeout 600 make SETUP=0 BUILD="$work/killed" "$work/killed/$object" >"$work/out" 2>&1 && [ -e "$work/killed/$object" ] && status=0 || status=1
verdict $status "a killed make leaves a lock: $(cat "$work/out")"

totals
