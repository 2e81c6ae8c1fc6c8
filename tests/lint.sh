#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks which no tool has: lengths of lines and functions, prose, and references between files. The tools have their
# own targets (make lint).
set -u
bad=0
say() { echo "lint: $*"; bad=1; }
# only_in_first LINES: prints the lines of standard input that are not in LINES.
only_in_first() { grep -vxF -e "$1"; }

for script in $(git ls-files '*.sh' .ci ':!*.mk' debian/tests/bench debian/tests/command debian/tests/icarus); do
  sh -n "$script" || say "$script"
done

# The two readings of a specification must be independent, so neither may include a file of the other.
wall() { # FOLDER OTHER
  for header in $(ls "model/$2" | grep '\.h$'); do
    grep -n "#include \"$header\"" model/"$1"/*.[ch] && [ ! -f "model/$1/$header" ] && [ ! -f "model/common/$header" ] && say "model/$1 looks into model/$2"
  done
}
wall enc dec
wall dec enc

# The layers in docs/architecture.md must be those of the Makefile.
layers=$(sed -n 's/^| \([a-z]*\) | .* | \([a-z -]*\) |$/\1 \2/p' docs/architecture.md | grep -v ' includes$')
sed -n 's/^see_\([a-z]*\) *= */\1 /p' Makefile | sed 's/ $/ -/; s/ \$(folders)$/ all/' | { echo "$layers" | diff /dev/fd/3 -; } 3<&0 ||
  say 'docs/architecture.md: expected what the rows see_ of the Makefile say'

# Only the files of a theme access its state. The comment of each member of `struct rules` lists them.
awk '
  FILENAME ~ /rules_state\.h$/ {
    if (/; +\/\/ ([a-z_]+\.[ch] ?)+$/) {
      member = $0; sub(/(\[.*)?;.*/, "", member); sub(/.* /, "", member)
      files = $0; sub(/.*\/\//, "", files)
      owner[member] = files " "
    }
    next
  }
  FNR == 1 { name = FILENAME; sub(/.*\//, "", name); rules = "rules" }
  {
    text = $0; sub(/\/\/.*/, "", text)
    if (match(text, /struct rules \*?[a-z_]+/)) { variable = substr(text, RSTART, RLENGTH); sub(/.*[ *]/, "", variable); rules = rules "|" variable }
    while (match(text, "(^|[^a-z_])(" rules ")(->|[.])[a-z_]+")) {
      member = substr(text, RSTART, RLENGTH); sub(/.*[>.]/, "", member); text = substr(text, RSTART + RLENGTH)
      if (member in owner && !index(owner[member], " " name " ")) { print FILENAME ":" FNR ": " member " belongs to" owner[member]; bad = 1 }
    }
  }
  END { exit bad || !("reg" in owner) }
' model/rules/rules_state.h $(git ls-files 'model/*.[ch]' 'dpi/*.[ch]' 'sim/*.[ch]' | grep -v rules_state) || say 'a file accesses the state of a theme of the rules: ask by a function of the header of that theme'

# The parts of the checker read the cycle. Only its interface, monitor/, the model comparison and the rules of pins may
# read pins.
pins_of='model/check/(checker|observer)|model/diagnosis/report_sides\.c|model/rules/(rule_(bus|unknown)\.c|rules_private\.h)'
git grep -nE 'struct (pins|ports_in|ports_out)\>|->pins(->|\.)' -- model/resources model/predict model/rules model/scoreboard model/diagnosis model/check |
  grep -vE "^($pins_of)" && say 'a part of the checker reads pins: expected struct cycle (monitor/cycle.h)'

# None of these files may have more than 500 lines, and none of their functions more than 60.
awk '
  FNR == 1 { head = 0 }
  FNR == 501 { print FILENAME ": expected 500 lines or fewer"; bad = 1 }
  /^[a-z].*\(.*[^;]$/ || /^ *(function|task) / { head = FNR }
  /^}$/ || /^ *end(function|task)/ {
    if (head && FNR - head >= 60) { print FILENAME ":" head ": a function of " FNR - head + 1 " lines, expected 60 or fewer"; bad = 1 }
    head = 0
  }
  END { exit bad }
' $(git ls-files model sim dpi rtl | grep -E '\.(c|cpp|h|sv|v)$') || say 'a file or a function is too long'

# An expression in model/ has at most three boolean operators, because a reader cannot check more at once.
awk -f tests/lint/operators.awk $(git ls-files 'model/*.[ch]') || bad=1

# The detector of each seeded fault must exist: its golden file, the proof of its box, or its architecture rule.
all_rules=$(sed -n 's/^RULE(RULE_[A-Z0-9_]*, "\([A-Z0-9]*-[A-Z]*-[0-9]\)".*/\1/p' model/rules/rule_rows.inc | sort)
for list in tests/mutants/*.txt tests/independent/*.txt; do
  protocol=$(basename "$list" .txt)
  for name in $(sed -n 's/^[a-z][a-z0-9-]*: golden //p' "$list"); do
    [ -f "tests/golden/$protocol/$name.golden" ] || say "$list: no file tests/golden/$protocol/$name.golden"
  done
  for box in $(sed -n 's/^[a-z][a-z0-9-]*: formal //p' "$list"); do
    [ -f "tests/formal/$box.sv" ] || say "$list: no proof tests/formal/$box.sv"
  done
  for rule in $(sed -n 's/^[a-z][a-z0-9-]*: rule \([A-Z0-9]*-[A-Z]*-[0-9]\)$/\1/p' "$list" | sort -u | only_in_first "$all_rules"); do
    say "$list: no rule $rule in model/rules/rule_rows.inc"
  done
done

# The tables of docs/rules.md are generated from the table of the rules. Each architecture rule must have a test in
# which it is violated, and each such test must name an existing rule.
rules=$(echo "$all_rules" | grep -v '^\(PORT\|HOST\|BENCH\|OWN\)-')
tests/verify/rules.sh | diff docs/rules.md - || say 'docs/rules.md: expected the tables that tests/verify/rules.sh makes: tests/verify/rules.sh >rules && mv rules docs/rules.md'
grep -oh '"[A-Z0-9]*-[A-Z]*-[0-9]"' tests/unit/test_rule_*.c | tr -d '"' | sort -u | { echo "$rules" | diff - /dev/fd/3; } 3<&0 || say 'tests/unit/test_rule_*.c show other rules red than model/rules/rule_rows.inc has'
# faults_for FILE...: prints the rules that the faults in these files violate.
faults_for() { sed -n 's/.*: rule \([A-Z0-9]*-[A-Z]*-[0-9]\)$/\1/p' "$@"; }
# excused UNIT...: prints the rules in the rows of these DUTs in tests/independent/README.md.
excused() { for unit; do grep "^| $unit | " tests/independent/README.md; done | grep -o '[A-Z0-9]*-[A-Z]*-[0-9]'; }
# Each rule of the reference RTL must have a seeded fault.
for rule in $(echo "$all_rules" | grep '^OWN-' | only_in_first "$(faults_for tests/mutants/*.txt)"); do
  say "tests/mutants: no fault for $rule"
done
# Each other rule must have a fault in each independent DUT of its protocol that takes committed waypoints, except the rules in the row
# of this DUT in tests/independent/README.md. Each of these rules must have a fault in at least one independent DUT, except
# the rules in the row `none`.
for unit in $(sed -n 's/^independent_units = //p' tests/independent/independent.mk); do
  list=tests/independent/$unit.txt
  case $unit in etm_*) other=PFT- ;; *) other=ETM3- ;; esac
  for rule in $(echo "$rules" | grep -v "^$other" | only_in_first "$(faults_for "$list"; excused "\`$unit\`" none)"); do
    say "$list: no fault for $rule"
  done
done
for rule in $(echo "$rules" | only_in_first "$(faults_for tests/independent/*_*.txt; excused none)"); do
  say "tests/independent: no fault for $rule"
done

for file in $(sed -n 's/^ *- \([a-z].*\.sv\)$/\1/p' waypoint.core); do [ -f "$file" ] || say "waypoint.core: no file $file"; done
sed -n 's/^ *- dpi\/\(.*\.sv\)$/\1/p' waypoint.core | { echo +incdir+.; cat; } | diff - dpi/waypoint_checker.f || say 'waypoint.core and dpi/waypoint_checker.f list different files'
sed -n 's/^ *- \(rtl\/.*\.sv\)$/\1/p' waypoint.core | diff - rtl/rtl.f || say 'waypoint.core and rtl/rtl.f list different files'
grep -qx "name: waypoint:trace:ptm:$(cat VERSION)" waypoint.core || say "waypoint.core: expected the version that VERSION says, $(cat VERSION)"
for file in docs/ci-github.yml docs/ci-gitlab.yml; do
  grep -qx " *WAYPOINT_TAG: v$(cat VERSION)" "$file" || say "$file: expected the version that VERSION says, v$(cat VERSION)"
done
table=$(tests/verify/verify.sh model/options/options_*.c model/common/register_rows.h) || say 'tests/verify/tags.txt'
echo "$table" | diff docs/verify.md - || say 'docs/verify.md is not what tests/verify/tags.txt says: tests/verify/verify.sh model/options/options_*.c model/common/register_rows.h >docs/verify.md'
tests/sources.sh || bad=1
tests/pages.sh || bad=1
suppressed=$(mktemp -d)
tests/checker_mutation/copy.sh "$suppressed/tree" || say 'tests/checker_mutation/suppress.awk: its list of functions that report failures is out of date'
rm -r "$suppressed"
tests/prose/check.sh || say 'prose: CONTRIBUTING.md, Style, explains it'
awk -f tests/prose/links.awk $(git ls-files '*.md') || say 'links'
awk '
  FNR <= 2 && /SPDX-License-Identifier: Apache-2.0/ { has[FILENAME] }
  END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in has)) { print "lint: " ARGV[i] ": no SPDX line on top"; bad = 1 } exit bad }
' $(git ls-files '*.c' '*.h' '*.inc' '*.sv' '*.v' '*.c.in' '*.sv.in' '*.v.in' '*.vhd.in' '*.sh' '*.S' '*.mk' '*.yml' '*.py' Makefile debian/rules) || bad=1
exit $bad
