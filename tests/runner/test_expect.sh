#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_expect.sh: the output and the exit code of small scripts that use the functions of tests/expect.sh. This script does not use expect.sh itself,
# because a fault there could hide that fault. In addition, each test script that sources expect.sh must end with `totals`, and must not define one
# of its functions again.
set -u
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
wrong=0

# script NAME: runs the script on standard input, and prints its output and its exit code.
script() {
  { printf '%s\n' 'set -eu' '. tests/expect.sh' "output=$folder/output"; cat; echo totals; } >"$folder/script"
  echo "[$1]"
  code=0
  sh "$folder/script" 2>"$folder/error" || code=$?
  echo "exit code $code"
}
{
  script nothing <<'END'
END
  script skipped <<'END'
skipped=3
END
  script skip-all <<'END'
skip_all 7 'no tool'
END
  script counts <<'END'
pass
passed=$((passed + 2)) skipped=4
END
  script fail <<'END'
pass
fail 'first line' '' '%s is printed as it is'
pass
END
  script verdict <<'END'
verdict 0 'not printed'
verdict 1 'the line' 'the next line'
END
  script expect <<'END'
says() { echo 'a word'; echo 'another word' >&2; return 3; }
expect holds true
expect fails says no
END
  script expect-runs-in-this-shell <<'END'
set_name() { name=$1; }
expect set set_name a
expect is-set [ "$name" = a ]
END
  script expect-without-a-file <<'END'
output=
expect held true
END
  script answers-without-a-file <<'END'
output=
answers 2 '' true
END
  script same <<'END'
same empty '' ''
same equal 'a b' 'a b'
same differs found expected
END
  script answers <<'END'
two() { echo one; echo two; return "$1"; }
answers 0 '^t.o$' two 0
answers 0 '' two 0
answers 0 '^one$' two 0
answers 1 '^two$' two 0
answers 1 '' two 0
END
  script prints <<'END'
two() { echo one; echo -two; return "$1"; }
prints 1 '^(one|none)$' two 1
prints 1 '-two' two 1
prints 1 '^three$' two 1
END
  script refusal <<'END'
refuses() { printf "$1"; echo "$2" >&2; return 2; }
answers 2 '^wrong$' refuses '' wrong
answers 2 '^wrong$' refuses 'listed\n' wrong
prints 2 '^wrong$' refuses '' wrong
prints 2 '^wrong$' refuses 'listed\n' wrong
prints 2 '' refuses 'listed\n' wrong
answers 2 '^wrong$' refuses '' "first
wrong"
silent() { return 2; }
answers 2 '' silent
END
  script standard-error-follows <<'END'
late() { echo failed >&2; echo listed; return 1; }
answers 1 '^failed$' late
END
  script excerpt <<'END'
numbers() { seq 42; false; }
expect short false
expect long numbers
END
  script errexit <<'END'
steps() { false; true; }
expect steps steps
answers 0 '' steps
END
} >"$folder/found"

cat >"$folder/expected" <<END
[nothing]
no assertion: expected at least one in this script
0 passed, 0 failed, 0 skipped
exit code 1
[skipped]
no assertion: expected at least one in this script
0 passed, 0 failed, 3 skipped
exit code 1
[skip-all]
SKIP: no tool
0 passed, 0 failed, 7 skipped
exit code 0
[counts]
3 passed, 0 failed, 4 skipped
exit code 0
[fail]
first line
%s is printed as it is
2 passed, 1 failed, 0 skipped
exit code 1
[verdict]
the line
the next line
1 passed, 1 failed, 0 skipped
exit code 1
[expect]
fails: expected exit code 0, found 3: says no
a word
another word
1 passed, 1 failed, 0 skipped
exit code 1
[expect-runs-in-this-shell]
2 passed, 0 failed, 0 skipped
exit code 0
[expect-without-a-file]
exit code 2
[answers-without-a-file]
exit code 2
[same]
differs: expected "expected", found "found"
2 passed, 1 failed, 0 skipped
exit code 1
[answers]
two 0: expected exit code 0 and a last line that matches "^one\$", found 0 and:
one
two
two 0: expected exit code 1 and a last line that matches "^two\$", found 0 and:
one
two
two 0: expected exit code 1, found 0 and:
one
two
2 passed, 3 failed, 0 skipped
exit code 1
[prints]
two 1: expected exit code 1 and a line that matches "^three\$", found 1 and:
one
-two
2 passed, 1 failed, 0 skipped
exit code 1
[refusal]
refuses listed\\n wrong: expected exit code 2 and a line that matches "^wrong\$", in one line, found 2 and:
listed
wrong
refuses listed\\n wrong: expected exit code 2, in one line, found 2 and:
listed
wrong
refuses  first
wrong: expected exit code 2 and a last line that matches "^wrong\$", in one line, found 2 and:
first
wrong
silent: expected exit code 2, in one line, found 2 and:
3 passed, 4 failed, 0 skipped
exit code 1
[standard-error-follows]
1 passed, 0 failed, 0 skipped
exit code 0
[excerpt]
short: expected exit code 0, found 1: false
long: expected exit code 0, found 1: numbers
$(seq 20)
(2 lines left out)
$(seq 23 42)
0 passed, 2 failed, 0 skipped
exit code 1
[errexit]
2 passed, 0 failed, 0 skipped
exit code 0
END
diff "$folder/expected" "$folder/found" || wrong=1

functions=$(sed -n 's/^\([a-z_]*\)() {.*/\1/p' tests/expect.sh | paste -sd '|')
grep -rlx '. tests/expect.sh' tests >"$folder/scripts"
while read -r script; do
  [ "$(tail -n 1 "$script")" = totals ] || { echo "$script: expected totals in the last line" && wrong=1; }
  ! grep -nE "^ *($functions)\(\)" "$script" || { echo "$script: expected a name that tests/expect.sh does not define" && wrong=1; }
done <"$folder/scripts"
count=$(wc -l <"$folder/scripts")
[ "$count" -gt 50 ] || { echo "expected more than 50 scripts that source tests/expect.sh, found $count" && wrong=1; }

echo "$((1 - wrong)) passed, $wrong failed, 0 skipped"
[ $wrong = 0 ]
