#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The runner's own test: test_run.sh RUNNER. Each line of a list, and what the runner must make of it.
runner=$1
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
. tests/expect.sh

# result STATUS NAME: what is in $folder/out explains a failure.
result() {
  if [ "$1" = 0 ]; then pass; else fail "$2:" "$(cat "$folder/out")"; fi
}

# run_list NAME EXIT_CODE LAST_LINE [OUTPUT_PART [OPTION...]]: the list is in $folder/list.
run_list() {
  name=$1 code=$2 last=$3 part=${4-}
  shift $(($# < 4 ? $# : 4))
  rm -f "$folder/junit.xml"
  "$runner" -t 1 -o "$folder/junit.xml" "$@" "$folder/list" >"$folder/out" 2>&1
  got=$?
  : >"$folder/invalid"
  [ ! -s "$folder/junit.xml" ] || xmllint --noout --schema tests/runner/junit.xsd "$folder/junit.xml" 2>"$folder/invalid" || { result 1 "$name: $(cat "$folder/invalid")"; return; }
  [ $got = "$code" ] && [ "$(tail -n 1 "$folder/out")" = "$last" ] && grep -qF -e "$part" "$folder/out"
  result $? "$name: expected exit $code, \"$last\" and \"$part\"; got exit $got and"
}
# Of the run before: a line matches (or not), the lines that match come in this order.
says() { grep -qE -e "$1" "$folder/out"; result $? "nothing says $1"; }
silent() { ! grep -qE -e "$1" "$folder/out"; result $? "something says $1"; }
junit() { tr '\n' '~' <"$folder/junit.xml" | grep -qF -e "$1"; result $? "junit.xml: no $1 in $(cat "$folder/junit.xml")"; }

list() { printf '%b\n' "$@" >"$folder/list"; }
one='echo 1 passed, 0 failed, 0 skipped'

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

# --- counts -----------------------------------------------------------------------------------------------------------
list 'one\techo 2 passed, 0 failed, 1 skipped' '# comment' '' "two\techo words; $one"
run_list counts-add-up 0 '3 passed, 0 failed, 1 skipped'
list "cmocka\tcat $folder/cmocka; exit 1"
run_list cmocka-tests-count-singly 1 '1 passed, 1 failed, 1 skipped' '"<skipped/></testcase>]]>" != ""'
says '^FAILED cmocka: bad$'
junit '<testcase classname="cmocka" name="bad" time="0.000"><failure type="failure" message="&#34;&#60;skipped/'
junit '<testcase classname="cmocka" name="away" time="0.000"><skipped/></testcase>'
list 'silent\ttrue'
run_list silence-fails 1 '0 passed, 1 failed, 0 skipped' 'exit code 0, but it reported no test'
list 'zero\techo 0 passed, 0 failed, 0 skipped'
run_list no-test-fails 1 '0 passed, 1 failed, 0 skipped'
list 'away\texit 77'
run_list only-skipped-fails 1 '0 passed, 0 failed, 1 skipped'
list 'wrong\techo 5 passed, 0 failed, 0 skipped; exit 1'
run_list exit-code-fails-in-spite-of-counts 1 '5 passed, 1 failed, 0 skipped' 'exit code 1'
list 'counted\techo 5 passed, 3 failed, 0 skipped'
run_list counts-fail-in-spite-of-exit-code 1 '5 passed, 3 failed, 0 skipped' 'FAILED counted: 3 of 8 tests failed'
list 'single\techo what is wrong; echo 0 passed, 1 failed, 0 skipped; exit 1'
run_list a-single-test-names-its-failure 1 '0 passed, 1 failed, 0 skipped' 'FAILED single: what is wrong'
list 'open\techo "scoreboard: clock 5"; echo "incomplete: too many"; echo "INCOMPLETE clocks=9"; exit 2\tseed=1'
run_list incomplete-is-no-failure 1 '0 passed, 0 failed, 0 skipped, 1 incomplete' 'INCOMPLETE open: incomplete: too many' -l "$folder/failed"
junit ' tests="1" failures="1" errors="0" skipped="0">~  <properties>~  </properties>~  <testcase classname="open" name="open"'
junit '<failure type="incomplete" message="incomplete: too many">scoreboard: clock 5~'
[ -s "$folder/failed/open.log" ]
result $? 'the whole output is not kept'
list 'refused\techo "INCOMPLETE part"; echo "no such option"; exit 2' 'wrong\techo "INCOMPLETE clocks=9"; exit 1'
run_list verdict-and-exit-code-are-one 1 '0 passed, 2 failed, 0 skipped'
list "dead\t$one; kill -SEGV \$\$"
run_list signal-fails 1 '1 passed, 1 failed, 0 skipped' 'killed by signal 11'
junit '<failure type="failure" message="killed by signal 11">'
list 'nothing here'
run_list bad-list-is-told 2 "$folder/list:1: expected NAME<TAB>COMMAND, then limit=SECONDS, seed=SEED, again=COMMAND, facts=FILE or closing"
list "bad\t$one\tlimit=soon"
run_list bad-column-is-told 2 "$folder/list:1: expected NAME<TAB>COMMAND, then limit=SECONDS, seed=SEED, again=COMMAND, facts=FILE or closing"
: >"$folder/list"
run_list empty-list-fails 1 '0 passed, 0 failed, 0 skipped'

# --- limits -----------------------------------------------------------------------------------------------------------
# A limit is CPU time. `burn` uses one second of it and ends; `spin` never ends.
spin='while :; do :; done'
burn="(ulimit -c 0; ulimit -S -t 1; $spin)"
is_gone() { # FILE with the number of a process, which may be a zombie
  state=$(sed 's/.*) //; s/ .*//' "/proc/$(cat "$1")/stat" 2>/dev/null) || :
  case ${state:-none} in none | Z) ;; *) false ;; esac
  result $? "$1: the process is still there, state $state"
}
list "late\t$spin" "slow/1\t$burn; $one\tlimit=20" "slow/2\t$spin\tlimit=0.3"
run_list each-has-its-own-limit 1 '1 passed, 2 failed, 0 skipped' 'CPU time limit of 0.5 s exceeded: stopped after ' -t 0.5 -j 3 -l "$folder/failed"
says '^FAILED slow/2: CPU time limit of 0\.3 s exceeded: stopped after [0-9.]* s$'
says '^FAIL  slow  *1 passed, 1 failed'
grep -qxE 'CPU time limit of 0\.3 s exceeded: stopped after [0-9.]* s' "$folder/failed/slow-2.log"
result $? 'the whole output of a command that said nothing is not why it failed'
list "used/1\ti=0; while [ \$i -lt 20000 ]; do i=\$((i + 1)); done; $one\tlimit=0.001"
run_list a-short-test-over-its-limit 1 '1 passed, 1 failed, 0 skipped' 'CPU time limit of 0.001 s exceeded: '
# CPU time is that of all processes: many short ones, one in the background, one in a group of its own, those of another runner.
printf 'inner\techo $$ >%s; %s\n' "$folder/in-runner" "$spin" >"$folder/inner"
list "cpu/short\twhile :; do /bin/true; done" "cpu/background\t($spin) & sleep 1000" \
  "cpu/group\ttimeout 1000 sh -c 'echo \$\$ >$folder/in-group; $spin'" "cpu/runner\t$runner -t 1000 $folder/inner"
run_list cpu-time-is-that-of-all-processes 1 '0 passed, 4 failed, 0 skipped' '' -t 0.3 -j 4
for name in short background group runner; do says "^FAILED cpu/$name: CPU time limit of 0\.3 s exceeded: stopped after "; done
is_gone "$folder/in-group"
is_gone "$folder/in-runner"
# Time by the clock is none of it: the sleeper has four times its limit, and what hangs has twenty times.
list "asleep\tsleep 2; $one\tlimit=0.5" \
  "hang\ttimeout 1000 sh -c 'echo \$\$ >$folder/asleep-1; exec sleep 1000' & sleep 1000 & echo \$! >$folder/asleep-2; wait\tlimit=0.1"
run_list a-test-may-wait 1 '1 passed, 1 failed, 0 skipped' 'FAILED hang: hang: stopped after ' -j 2
says '^FAILED hang: hang: stopped after [0-9.]* s by the clock, with 0\.[01] s of CPU time \(limit 0\.1 s\)$'
is_gone "$folder/asleep-1"
is_gone "$folder/asleep-2"

# The limit of one command in a test.
tests/limit.sh 1 sh -c "$spin" >"$folder/out" 2>&1
[ $? = 152 ]
result $? 'limit.sh: expected exit code 152 of a command that used up its CPU time; got'
tests/limit.sh 1 sh -c 'sleep 1.5; exit 3' >"$folder/out" 2>&1
[ $? = 3 ]
result $? 'limit.sh: expected exit code 3 of a command that waits for longer than its CPU time; got'
mkdir "$folder/bin"
printf '#!/bin/sh\necho "$*"\n' >"$folder/bin/timeout"
chmod +x "$folder/bin/timeout"
PATH="$folder/bin:$PATH" tests/limit.sh 60 some command >"$folder/out" 2>&1
[ "$(cat "$folder/out")" = '1200 some command' ]
result $? 'limit.sh: expected twenty times the limit by the clock; got'

# --- groups -----------------------------------------------------------------------------------------------------------
ends="$folder/ends"
list "run/all\tcat $ends; test \$(wc -l <$ends) = 2 && $one\tclosing" "run/1\tsleep 0.5; echo 1 >>$ends; $one" "other\t$one" \
  "run/2\techo 2 >>$ends; $one"
run_list closing-entry-comes-last 0 '4 passed, 0 failed, 0 skipped' 'ok    run                                 3 passed' -j 4
says '^ok    other  *1 passed  '
[ "$(grep -c '^ok ' "$folder/out")" = 2 ]
result $? 'expected one line for each group'
rm "$ends"
list "run/1\texit 77" "away\texit 77" "run/2\t$one"
run_list skipped-in-a-group 0 '1 passed, 0 failed, 2 skipped' 'skip  away                                0 passed, 1 skipped'
says '^ok    run  *1 passed, 1 skipped'
list 'long/1\tsleep 0.6; echo 1 passed, 0 failed, 0 skipped' "long/2\tsleep 0.7; $one" "long/3\t$one"
run_list a-log-hears-of-a-long-group 0 '3 passed, 0 failed, 0 skipped' '...   [1 of 3] long/2' -j 1 -p 0.1

# --- what is chosen ---------------------------------------------------------------------------------------------------
list "a/1\t$one" "a/2\t$one" "a/3\t$one" "a/all\t$one\tclosing" "b\t$one" "c/12\t$one" "c/2\t$one"
run_list group-by-name 0 '4 passed, 0 failed, 0 skipped' '' -T a
silent '^skipped'
run_list one-by-name 0 '1 passed, 0 failed, 0 skipped' 'skipped: a/all, which checks all of a together' -T a/2
run_list by-shell-pattern 0 '2 passed, 0 failed, 0 skipped' '' -T '[bc]*2'
silent '^skipped: a'
says '^ok    c  *2 passed'
run_list several-patterns 0 '5 passed, 0 failed, 0 skipped' '' -T b -T a
run_list nothing-matched 2 "$folder/list: no test or group matches d" '' -T d
run_list one-of-two-matched 2 "$folder/list: no test or group matches d*" '' -T a -T 'd*' -T e
run_list closing-alone 2 "$folder/list: the selected tests check a whole group, and run only with all of it" 'skipped: a/all' -T a/all
run_list part-1 0 '3 passed, 0 failed, 0 skipped' 'skipped: a/all' -P 1/2
run_list part-2 0 '3 passed, 0 failed, 0 skipped' 'skipped: a/all' -P 2/2
run_list part-of-a-pattern 0 '1 passed, 0 failed, 0 skipped' '' -T a -P 2/2
run_list empty-part 2 "$folder/list: part 2 of 2 is empty: selected tests: 1" '' -T b -P 2/2
list 'a/one\techo 1 passed, 0 failed, 0 skipped' 'b/two\techo 1 passed, 0 failed, 0 skipped; false'
run_list only-printed 0 'echo 1 passed, 0 failed, 0 skipped; false' '' -n -T b
for part in 3/2 0/2 x 1 1/2x; do run_list "part $part" 2 "run: -P $part: expected I/N, the I-th of N parts" '' -P $part; done

# --- failures ---------------------------------------------------------------------------------------------------------
list "run/17\t$one\tfacts=a/17.facts\tseed=17"
run_list a-run-has-properties 0 '1 passed, 0 failed, 0 skipped' '' -a 'make it'
junit '>~  <properties>~   <property name="17.seed" value="17"/>~   <property name="17.again" value="make it T='"'"'run/17'"'"'"/>~   <property name="17.facts" value="a/17.facts"/>~  </properties>~  <testcase classname="run" name="17"'
run_list what-follows-comes-before-the-last-line 0 '1 passed, 0 failed, 0 skipped' 'seen <testsuites>' -c "echo seen \$(sed -n 2p '$folder/junit.xml')"
printf 'commit=a "b"\nRTL=x=y\n' >"$folder/about"
run_list what-the-tests-are-of 0 '1 passed, 0 failed, 0 skipped' '' -i "$folder/about"
junit '>~  <properties>~   <property name="commit" value="a &#34;b&#34;"/>~   <property name="RTL" value="x=y"/>~   <property name="17.seed"'
list "red/17\techo what is wrong; seq 2 50; echo the last line; exit 1\tseed=17" "red/=\techo more; exit 1\tclosing"
run_list failure-is-told 1 '0 passed, 2 failed, 0 skipped' "again: make test T='red/17'" -l "$folder/failed"
says '^what is wrong$'
says '^24$'
silent '^25$'
says '^the last line$'
says '^seed: 17$'
says "^again: make test T='red'$"
says "^whole report: $folder/failed/red-17.log$"
junit '<testcase classname="red" name="17"'
junit '<failure type="failure" message="what is wrong">what is wrong~2~'
junit "~seed: 17~again: make test T='red/17'~</failure>"
[ "$(sed -n '2,50p' "$folder/failed/red-17.log")" = "$(seq 2 50)" ]
result $? 'the whole report is not kept'
list 'red/1\texit 1\tagain=make random SEED=1' 'red/2\techo two; exit 1'
run_list failure-names-its-command 1 '0 passed, 2 failed, 0 skipped' 'again: make random SEED=1' -a 'make random'
says "^again: make random T='red/2'$"
list 'red/1\techo one; exit 1' 'red/2\techo two; exit 1' 'red/3\techo three; exit 1' 'red/4\techo four; echo 4 lines; exit 1'
run_list many-failures-are-short 1 '0 passed, 4 failed, 0 skipped' 'FAILED red/4: four' -j 1
silent '^4 lines$'
junit '<failure type="failure" message="four">four~4 lines~again: '
list 'a<&"\tprintf "\\\\001<&>\\\\n"; exit 1'
run_list odd-characters 1 '0 passed, 1 failed, 0 skipped'
junit 'name="a&#60;&#38;&#34;"'
junit '<failure type="failure" message="?&#60;&#38;&#62;">'

# Bytes that are no UTF-8, or no character of XML: Latin-1, a character that is cut, too long, a surrogate, U+FFFF, beyond U+10FFFF.
# FILE has the text: a line of the list is no place for such bytes.
for bytes in 'caf\351 caf?' 'cut\342\202 cut??' '\300\257 ??' '\355\240\200 ???' '\357\277\277 ???' '\364\220\200\200 ????' '\200\277 ??' '\033[1m\010 ?[1m?'; do
  printf "${bytes% *}\n" >"$folder/bytes"
  list "odd\tcat $folder/bytes; exit 1"
  run_list "odd bytes $bytes" 1 '0 passed, 1 failed, 0 skipped'
  junit " message=\"${bytes#* }\">"
done
printf '\303\251 \342\202\254 \360\237\230\200\n' >"$folder/bytes"
list "characters\tcat $folder/bytes; exit 1"
run_list characters-stay 1 '0 passed, 1 failed, 0 skipped'
junit "<failure type=\"failure\" message=\"$(cat "$folder/bytes")\">"
# Several suites: each has its number, and properties that are valid although a test is cut short, skipped or incomplete.
list "first/1\t$one\tfacts=a/1.facts\tseed=1" 'second\texit 77' "third/2\techo INCOMPLETE x; exit 2\tfacts=b<\tseed=&" "cmocka\tcat $folder/cmocka; exit 1"
run_list several-suites 1 '2 passed, 1 failed, 2 skipped, 1 incomplete' '' -i "$folder/about"
for id in 0 1 2 3; do junit " id=\"$id\" timestamp=\""; done

# --- stopped ----------------------------------------------------------------------------------------------------------
list "first\t$one" "second\tkill -TERM \$PPID; sleep 5"
run_list stopped-from-outside 143 '1 passed, 0 failed, 0 skipped' 'stopped by signal 15: 1 of 2 tests have not ended' -j 1
junit '<testcase classname="first" name="first"'

totals
