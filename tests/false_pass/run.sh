#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD NAME: each run of this case of false-pass.txt must end soon with the verdict, the line and the exit code that it names, and with
# waves if it fails. NAME is also `unwritable-waves`, `no-command-line`, or `without-fault`: the units without their faults must PASS.
# run.sh BUILD filters/NAME: of filters.txt; the model comparison must see none of it, and without the fault it must PASS.
set -eu
build=$1 name=$2 list=false-pass
case $name in */*) list=${name%/*} name=${name#*/} ;; esac
cases=tests/$(echo "$list" | tr - _)/$list.txt
folder=$build/$list/$name
report=$folder/report
seconds=5 # of the processor: many times what a run takes
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

# By a name of its own, beside which it leaves its waves.
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

# noticed_by VERDICT: the clock of the cause, or of the failure that it is in, is below that of VERDICT.
soon=10400 # 10,000 clocks behind a request in the first 400
noticed_by() {
  latest=$soon
  case $1 in *'<'*) latest=${1#*<} ;; esac
  clock=$(grep -nE -- "$line" "$report" | head -n 1 | cut -d: -f1)
  clock=$(head -n "$clock" "$report" | sed -n 's/^\(model comparison\|scoreboard\|rule [^:]*\): clock \([0-9]*\).*/\2/p' | tail -n 1)
  [ "${clock:-0}" -lt "$latest" ] || bad "noticed in clock $clock, expected before $latest"
}

leaves_waves() {
  wave=$(sed -n 's/^waves: \(.*\), clocks .*/\1/p' "$report")
  [ -s "$wave" ] && grep -q '^again: ' "$report" || bad 'no waves'
}

# No waves: they take longer than the run.
is_by_the_checker_alone() { # OPTIONS
  set -- "$(unit_of "$*")" "$@" --quiet --fst /dev/null --from 4294967295
  try "$@"
  verdict_is FAIL
  grep -qE -- "$line" "$report" || bad "expected $line"
  try "$@" --mode strict
  ! grep -q '^model comparison:' "$report" || bad 'the model comparison sees it: the two places are not the same fault'
  FAULT=none
  try "$@"
  verdict_is PASS
  FAULT=$list-$name
}

export FAULT="$list-$name"
case $list/$name in
  false-pass/unwritable-waves)
    # A folder in which nobody may write, whoever runs this.
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
    grep -q '^waypoint-sim: the testbench has no command line: expected bench_begin before the simulation$' "$report" || bad 'expected why'
    good
    ;;
  false-pass/without-fault)
    FAULT=none
    sed -n 's/^  with FAIL[<0-9]* //p' "$cases" | sed 's/ --rule-off [A-Z0-9-]*//' | sort -u >"$folder/runs"
    while read -r options; do
      # shellcheck disable=SC2086
      try "$(unit_of "$options")" $options --quiet
      verdict_is PASS
    done <"$folder/runs"
    good
    ;;
esac

line=$(sed -n "s/^$name: report //p" "$cases")
sed -n "/^$name: /,/^$/s/^  with //p" "$cases" | sed "s|@|$folder/file|" >"$folder/runs"
[ -s "$folder/runs" ] || bad 'no such case'
while read -r verdict options; do
  # shellcheck disable=SC2086
  case $list in filters) is_by_the_checker_alone $options && continue ;; esac
  # shellcheck disable=SC2086
  try "$(unit_of "$options")" $options --quiet
  verdict_is "$verdict"
  grep -qE -- "$line" "$report" || bad "expected $line"
  case $verdict in
    FAIL*)
      noticed_by "$verdict"
      leaves_waves
      ;;
  esac
done <"$folder/runs"
good
