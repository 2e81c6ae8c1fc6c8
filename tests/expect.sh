# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# expect.sh: counts the assertions of a test script, and prints each assertion that fails. A script sources this file from the top directory, and ends
# with `totals`. The runner reads the line that `totals` prints.
#
#   pass                             counts an assertion that holds.
#   fail LINE...                     counts an assertion that fails, and prints the lines.
#   verdict STATUS LINE...           is `pass` if STATUS is 0, otherwise `fail LINE...`.
#   expect WHAT COMMAND...           asserts that the exit code of COMMAND is 0.
#   same WHAT FOUND EXPECTED         asserts that two texts are equal.
#   answers CODE PATTERN COMMAND...  asserts that the exit code of COMMAND is CODE, and that the last line of its output matches the extended PATTERN.
#   prints CODE PATTERN COMMAND...   asserts the same for any line of the output.
#   excerpt FILE...                  prints the first 20 and the last 20 lines of the files, for a LINE of `fail` or `verdict`.
#   skip_all COUNT REASON            ends the script with exit code 0: COUNT assertions are skipped.
#   totals                           prints the counts. Its status is 0 if an assertion was counted and none failed.
#
# The variable `output` names the file for the output of COMMAND, which a failure shows. The script sets it before it calls `expect`, `answers` or
# `prints`. For the last two, standard error follows standard output in the file. An empty PATTERN matches any output. A CODE of 2 is a refusal, which
# must be one line: `answers` requires this of standard error, and `prints` of the whole output. A script may also change the counts, which are the
# variables `passed`, `failed` and `skipped`.
passed=0 failed=0 skipped=0 output=

pass() { passed=$((passed + 1)); }

fail() {
  failed=$((failed + 1))
  for expect_line; do [ -z "$expect_line" ] || printf '%s\n' "$expect_line"; done
}

verdict() {
  if [ "$1" = 0 ]; then pass; else shift && fail "$@"; fi
}

expect() {
  expect_what=$1
  shift
  if "$@" >"${output:?}" 2>&1; then pass; else fail "$expect_what: expected exit code 0, found $?: $*" "$(excerpt "$output")"; fi
}

same() {
  if [ "$2" = "$3" ]; then pass; else fail "$1: expected \"$3\", found \"$2\""; fi
}

answers() {
  expect_first=1 expect_which='a last line' expect_refusal=$output.err
  expect_answer "$@"
}

prints() {
  expect_first=+1 expect_which='a line' expect_refusal=$output
  expect_answer "$@"
}

# expect_answer CODE PATTERN COMMAND...: `tail -n $expect_first` prints the lines that may match. If CODE is 2, $expect_refusal must have one line.
expect_answer() {
  expect_code=$1 expect_pattern=$2 expect_found=0 expect_holds=yes
  shift 2
  "$@" >"${output:?}" 2>"$output.err" || expect_found=$?
  cat "$output.err" >>"$output"
  expect_wanted="exit code $expect_code${expect_pattern:+ and $expect_which that matches \"$expect_pattern\"}"
  [ "$expect_found" = "$expect_code" ] || expect_holds=no
  [ -z "$expect_pattern" ] || tail -n "$expect_first" "$output" | grep -qE -e "$expect_pattern" || expect_holds=no
  if [ "$expect_code" = 2 ]; then
    expect_wanted="$expect_wanted, in one line"
    [ "$(wc -l <"$expect_refusal")" = 1 ] || expect_holds=no
  fi
  if [ $expect_holds = yes ]; then pass; else fail "$*: expected $expect_wanted, found $expect_found and:" "$(excerpt "$output")"; fi
}

excerpt() {
  cat "$@" 2>/dev/null | LC_ALL=C awk '
    { line[NR] = $0 }
    END { for (i = 1; i <= NR; i++) if (i <= 20 || i > NR - 20) print line[i]; else if (i == 21) print "(" NR - 40 " lines left out)" }'
}

skip_all() {
  printf '%s\n' "SKIP: $2" "0 passed, 0 failed, $1 skipped"
  exit 0
}

totals() {
  [ $((passed + failed)) != 0 ] || echo 'no assertion: expected at least one in this script'
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ] && [ "$passed" != 0 ]
}
