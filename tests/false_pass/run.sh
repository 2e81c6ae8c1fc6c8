#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD NAME: with this entry of false-pass.txt, each of its runs must end with its verdict, exit code and line soon after the cause. A run
# that fails must leave waves. NAME is also `unwritable-waves`, `no-command-line`, or `without-fault`: without a fault, the runs must PASS.
# run.sh BUILD filters/NAME: the same for an entry of filters.txt, without waves.
# If a fault is in the RTL and in the reference model, the model comparison must not report it, and its runs must PASS without it.
set -eu
build=$1 name=$2 list=false-pass
case $name in */*) list=${name%/*} name=${name#*/} ;; esac
faults=tests/$(echo $list | tr - _)/$list.txt
folder=$build/$list/$name
report=$folder/report
seconds=5 # of CPU time: a run takes a fraction of it
. tests/fault_seeding/expect.sh
query() { tests/fault_seeding/query.sh "$@"; }
rm -rf "$folder"
mkdir -p "$folder"
mkfifo "$folder/file.fifo"

bad() {
  echo "$list: $name: $1"
  head -n 12 "$report"
  echo "FAULT=$FAULT ${run-}"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}
good() {
  echo '1 passed, 0 failed, 0 skipped'
  exit 0
}

# A link for this entry, for a run leaves its waves next to the name of its simulator.
for unit in w32-q8-f64 etm-w32-q8-f64; do
  ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/$unit/waypoint-sim")" "$folder/$unit"
done
unit_of() { # OPTIONS
  case $1 in
    *etm3*) echo "$folder/etm-w32-q8-f64" ;;
    *) echo "$folder/w32-q8-f64" ;;
  esac
}

# try COMMAND...: sets `code`.
try() {
  run=$*
  code=0
  (ulimit -t $seconds && exec "$@") >"$report" 2>&1 || code=$?
}

verdict_is() { # WORD
  case $1 in
    PASS) expected=0 ;;
    FAIL*) expected=1 ;;
    *) expected=2 ;;
  esac
  [ $code = $expected ] || bad "exit code $code, expected $expected"
  case $1 in
    LINE) [ "$(wc -l <"$report")" = 1 ] || bad 'expected one line' ;;
    *) tail -n 1 "$report" | grep -q "^${1%<*} " || bad "expected $1" ;;
  esac
}

# The clock of the line that EXPECT names, or of the failure that the line belongs to, is below that of the verdict.
soon=10400 # 10,000 clocks after a request in the first 400
is_detected_soon() { # VERDICT
  latest=$soon
  case $1 in *'<'*) latest=${1#*<} ;; esac
  clock=$(grep -nE -- "$(line_of_expect "$expect")" "$report" | head -n 1 | cut -d: -f1)
  clock=$(head -n "$clock" "$report" | sed -n 's/^\(model comparison\|scoreboard\|rule [^:]*\): clock \([0-9]*\).*/\2/p' | tail -n 1)
  [ "${clock:-0}" -lt "$latest" ] || bad "detected in clock $clock, expected before clock $latest"
}

leaves_waves() {
  wave=$(sed -n 's/^waves: \(.*\), clocks .*/\1/p' "$report")
  [ -s "$wave" ] && grep -q '^again: ' "$report" || bad 'no waves'
}

# RTL and reference model have the same fault, and the fault causes the failure.
is_same_fault() { # COMMAND...
  try "$@" --mode strict
  ! grep -q '^model comparison:' "$report" || bad 'the model comparison reports it: the places in the RTL and in the model are not the same fault'
  FAULT=none
  try "$@"
  verdict_is PASS
  FAULT=$list-$name
}

export FAULT="$list-$name"
case $list/$name in
  false-pass/unwritable-waves)
    # A directory in which no user can write.
    FAULT=false-pass-never-enabled
    exec 9<"$folder/w32-q8-f64"
    try /proc/self/fd/9 --mode legal --random 1 --quiet
    verdict_is FAIL
    grep -q '^no waves: /proc/self/fd/9-failure-seed1-clock[0-9]*\.fst could not be written$' "$report" || bad 'expected no waves'
    ! grep -q '^waves: ' "$report" || bad 'waves that are not there'
    good
    ;;
  false-pass/no-command-line)
    try "$build/false-pass/no-command-line-sim"
    verdict_is LINE
    grep -q '^waypoint-sim: the testbench must call bench_begin before the simulation starts$' "$report" || bad 'expected why'
    good
    ;;
  false-pass/without-fault)
    FAULT=none
    query all-runs "$faults" | sed -n 's/^FAIL[<0-9]* //p' | sed 's/ --rule-off [A-Z0-9-]*//' | sort -u >"$folder/runs"
    while read -r options; do
      # shellcheck disable=SC2086
      try "$(unit_of "$options")" $options --quiet
      verdict_is PASS
    done <"$folder/runs"
    good
    ;;
esac

# For filters without waves: they take longer than the run.
waves='--fst /dev/null --from 4294967295'
[ $list = filters ] || waves=
expect=$(query expect "$faults" "$name")
query runs "$faults" "$name" | sed "s|@|$folder/file|" >"$folder/runs"
[ -s "$folder/runs" ] || bad 'expected a name of the list'
while read -r verdict options; do
  # shellcheck disable=SC2086
  set -- "$(unit_of "$options")" $options --quiet $waves
  try "$@"
  verdict_is "$verdict"
  is_reported "$expect" "$report" || bad "expected $expect"
  case $list/$verdict in
    false-pass/FAIL*)
      is_detected_soon "$verdict"
      leaves_waves
      ;;
  esac
  if query is-shared "$faults" "$name"; then is_same_fault "$@"; fi
done <"$folder/runs"
good
