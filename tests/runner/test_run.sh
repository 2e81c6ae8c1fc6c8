#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The runner's own test: test_run.sh RUNNER. Each line of a list, and what the runner must make of it.
runner=$1
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
passed=0 failed=0

# expect NAME EXIT_CODE LAST_LINE [OUTPUT_PART]: the list is in $folder/list.
expect() {
  "$runner" -t 1 -o "$folder/junit.xml" "$folder/list" >"$folder/out" 2>&1
  code=$?
  last=$(tail -n 1 "$folder/out")
  if [ $code = "$2" ] && [ "$last" = "$3" ] && grep -qF -e "${4-}" "$folder/out"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: expected exit $2, \"$3\" and \"${4-}\"; got exit $code and:"
    cat "$folder/out"
  fi
}

list() { printf '%b\n' "$@" >"$folder/list"; }

cat >"$folder/cmocka" <<'XML'
<testsuites>
  <testsuite name="group" time="0.000" tests="3" failures="1" errors="0" skipped="1" >
    <testcase name="good" time="0.000" >
    </testcase>
    <testcase name="bad" time="0.000" >
      <failure><![CDATA["<skipped/></testcase>]]>" != ""]]></failure>
    </testcase>
    <testcase name="away" time="0.000" >
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>
XML

list 'one\techo 2 passed, 0 failed, 1 skipped' '# comment' '' 'two\techo words; echo 1 passed, 0 failed, 0 skipped'
expect counts-add-up 0 '3 passed, 0 failed, 1 skipped'
list "cmocka\tcat $folder/cmocka; exit 1"
expect cmocka-tests-count-singly 1 '1 passed, 1 failed, 1 skipped' '"<skipped/></testcase>]]>" != ""'
list "cmocka\tcat $folder/cmocka; exit 134"
expect failure-names-the-command 1 '1 passed, 1 failed, 1 skipped' "reproduce: cat $folder/cmocka; exit 134"
list 'silent\ttrue'
expect silence-fails 1 '0 passed, 1 failed, 0 skipped' 'silent: exit code 0, but it told of no test that ran'
list 'zero\techo 0 passed, 0 failed, 0 skipped'
expect no-test-fails 1 '0 passed, 1 failed, 0 skipped'
list 'away\texit 77'
expect only-skipped-fails 1 '0 passed, 0 failed, 1 skipped'
list 'wrong\techo 5 passed, 0 failed, 0 skipped; exit 1'
expect exit-code-fails-in-spite-of-counts 1 '5 passed, 1 failed, 0 skipped' 'wrong: exit code 1'
list 'counted\techo 5 passed, 3 failed, 0 skipped'
expect counts-fail-in-spite-of-exit-code 1 '5 passed, 3 failed, 0 skipped'
list 'dead\techo 1 passed, 0 failed, 0 skipped; kill -SEGV $$'
expect signal-fails 1 '1 passed, 1 failed, 0 skipped' 'dead: killed by signal 11'
list 'late\tsleep 6; echo 1 passed, 0 failed, 0 skipped'
begin=$(date +%s)
expect time-out-fails 1 '0 passed, 1 failed, 0 skipped' 'late: stopped after 1 s'
list "ended\ttest $(($(date +%s) - begin)) -lt 5 && echo 1 passed, 0 failed, 0 skipped"
expect time-out-ends-what-the-shell-started 0 '1 passed, 0 failed, 0 skipped'
list 'nothing here'
expect bad-list-is-told 2 "$folder/list:1: expected NAME<TAB>COMMAND"
: >"$folder/list"
expect empty-list-fails 1 '0 passed, 0 failed, 0 skipped'
list 'a<&"\tprintf "\\\\001<&>\\\\n"; exit 1'
expect odd-characters 1 '0 passed, 1 failed, 0 skipped'
if grep -qF 'name="a&#60;&#38;&#34;"' "$folder/junit.xml"; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo 'junit.xml: characters not escaped:'
  cat "$folder/junit.xml"
fi

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
