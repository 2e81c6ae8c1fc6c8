#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a reader would stumble over: format, suspicious C, files that name each other wrongly.
set -u
bad=0
say() { echo "lint: $*"; bad=1; }

# Formats and warnings are those of Debian 12's tools; others have others.
is_tool() { # NAME VERSION
  case "$("$1" --version) " in *" $2."* | *" $2 "*) return ;; esac
  echo "lint: expected $1 $2, of Debian 12: what it looks at is left out"
  return 1
}
if is_tool clang-format 14; then clang-format --dry-run -Werror $(git ls-files '*.c' '*.h') || say 'format: make format mends it'; fi
if is_tool cppcheck 2.10; then
  cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,portability --inline-suppr \
    --suppress=missingIncludeSystem $(for f in $(sed -n "s/^folders = //p" Makefile); do echo "-Imodel/$f"; done) model dpi || say 'cppcheck'
fi
for script in $(git ls-files '*.sh' .ci debian/tests/bench debian/tests/command debian/tests/icarus); do
  sh -n "$script" || say "$script"
done

# The wall: neither reading of the spec may look at another.
wall() { # FOLDER OTHER
  for header in $(ls "model/$2" | grep '\.h$'); do
    grep -n "#include \"$header\"" model/"$1"/*.[ch] && [ ! -f "model/$1/$header" ] && [ ! -f "model/common/$header" ] && say "model/$1 looks into model/$2"
  done
}
wall enc dec
wall dec enc

# The tower of docs/architecture.md is that of the Makefile.
tower=$(sed -n 's/^| \([a-z]*\) | .* | \([a-z -]*\) |$/\1 \2/p' docs/architecture.md | grep -v '^room')
sed -n 's/^see_\([a-z]*\) *= */\1 /p' Makefile | sed 's/ $/ -/; s/ \$(folders)$/ all/' | { echo "$tower" | diff /dev/fd/3 -; } 3<&0 ||
  say 'docs/architecture.md: expected what the rows see_ of the Makefile say'

# No file of these has more than 500 lines, no function in them more than 60.
awk '
  FNR == 1 { head = 0 }
  FNR == 501 { print FILENAME ": expected 500 lines or fewer"; bad = 1 }
  /^[a-z].*\(.*[^;]$/ || /^ *(function|task) / { head = FNR }
  /^}$/ || /^ *end(function|task)/ {
    if (head && FNR - head >= 60) { print FILENAME ":" head ": a function of " FNR - head + 1 " lines, expected 60 or fewer"; bad = 1 }
    head = 0
  }
  END { exit bad }
' $(git ls-files model sim dpi | grep -E '\.(c|cpp|h|sv|v)$') || say 'a file or a function is too long'

# What must notice a seeded fault exists: its golden file, the proof of its box, its architecture rule.
for list in tests/mutants/*.txt tests/independent/*.txt; do
  protocol=$(basename "$list" .txt)
  for name in $(sed -n 's/^[a-z][a-z0-9-]*: golden //p' "$list"); do
    [ -f "tests/golden/$protocol/$name.golden" ] || say "$list: no file tests/golden/$protocol/$name.golden"
  done
  for box in $(sed -n 's/^[a-z][a-z0-9-]*: formal //p' "$list"); do
    [ -f "tests/formal/$box.sv" ] || say "$list: no proof tests/formal/$box.sv"
  done
  for rule in $(sed -n 's/^[a-z][a-z0-9-]*: rule \([A-Z0-9]*-[A-Z]*-[0-9]\)$/\1/p' "$list"); do
    grep -q "{\"$rule\"" model/rules/rule_table.c || say "$list: no rule $rule in model/rules/rule_table.c"
  done
done

# The tables of docs/rules.md are made from the rule table. Each architecture rule has a test that shows it red, and the reverse.
rules=$(sed -n 's/.*{"\([A-Z0-9]*-[A-Z]*-[0-9]\)".*/\1/p' model/rules/rule_table.c | grep -v '^\(PORT\|BENCH\|OWN\)-' | sort)
tests/verify/rules.sh | diff docs/rules.md - || say 'docs/rules.md: expected the tables that tests/verify/rules.sh makes: tests/verify/rules.sh >rules && mv rules docs/rules.md'
grep -oh '"[A-Z0-9]*-[A-Z]*-[0-9]"' tests/unit/test_rule_*.c | tr -d '"' | sort -u | { echo "$rules" | diff - /dev/fd/3; } 3<&0 || say 'tests/unit/test_rule_*.c show other rules red than model/rules/rule_table.c has'
# Each of our own unit has a seeded fault.
for rule in $(sed -n 's/.*{"\(OWN-[A-Z]*-[0-9]\)".*/\1/p' model/rules/rule_table.c); do
  grep -q ": rule $rule\$" tests/mutants/*.txt || say "tests/mutants: no fault for $rule"
done
# Each has a fault in the independent DUTs of its protocol, but those that a row of tests/independent/README.md names; and in one of them, but
# those of its last row.
for list in tests/independent/*_*.txt; do
  unit=$(basename "$list" .txt)
  case $unit in etm_*) other=PFT- ;; *) other=ETM3- ;; esac
  for rule in $(echo "$rules" | grep -v "^$other"); do
    grep -q ": rule $rule\$" "$list" || grep -qE "^\| (\`$unit\`|none) \| .*$rule" tests/independent/README.md || say "$list: no fault for $rule"
  done
done
for rule in $rules; do
  grep -q ": rule $rule\$" tests/independent/*_*.txt || grep -q "^| none | .*$rule" tests/independent/README.md || say "tests/independent: no fault for $rule"
done

for file in $(sed -n 's/^ *- \([a-z].*\.sv\)$/\1/p' waypoint.core); do [ -f "$file" ] || say "waypoint.core: no file $file"; done
sed -n 's/^ *- dpi\/\(.*\.sv\)$/\1/p' waypoint.core | diff - dpi/waypoint_checker.f || say 'waypoint.core and dpi/waypoint_checker.f list different files'
sed -n 's/^ *- \(rtl\/.*\.sv\)$/\1/p' waypoint.core | diff - rtl/rtl.f || say 'waypoint.core and rtl/rtl.f list different files'
grep -qx "name: waypoint:trace:ptm:$(cat VERSION)" waypoint.core || say "waypoint.core: expected the version that VERSION says, $(cat VERSION)"
for file in docs/ci-github.yml docs/ci-gitlab.yml; do
  grep -qx " *WAYPOINT_TAG: v$(cat VERSION)" "$file" || say "$file: expected the version that VERSION says, v$(cat VERSION)"
done
table=$(tests/verify/verify.sh model/options/options_*.c model/common/register_rows.h) || say 'tests/verify/tags.txt'
echo "$table" | diff docs/verify.md - || say 'docs/verify.md is not what tests/verify/tags.txt says: tests/verify/verify.sh model/options/options_*.c model/common/register_rows.h >docs/verify.md'
tests/sources.sh || bad=1
tests/pages.sh || bad=1
awk -f tests/prose/prose.awk $(git ls-files README.md CONTRIBUTING.md 'docs/*.md' 'tests/*.md' 'waves/*.md') || say 'prose'
awk -f tests/prose/links.awk $(git ls-files '*.md') || say 'links'
for file in $(git ls-files '*.c' '*.h' '*.inc' '*.sv' '*.v' '*.c.in' '*.sv.in' '*.v.in' '*.vhd.in' '*.sh' '*.S' '*.mk' '*.yml' '*.py' Makefile debian/rules); do
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || say "$file: no SPDX line on top"
done
exit $bad
