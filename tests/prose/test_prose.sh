#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The lint of texts: what prose.awk and links.awk must find in a text, and what they must accept.
scripts=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
cd "$folder" || exit 1

# same NAME EXPECTED GOT
same() {
  if [ "$2" = "$3" ]; then
    echo "$1" >>passed
  else
    echo "$1" >>failed
    printf '%s: expected "%s", got "%s"\n' "$1" "$2" "$3"
  fi
}
# findings FILE: what is found in the text on standard input, which gets the name FILE.
findings() {
  cat >"$1"
  awk -v words="$scripts/words.txt" -f "$scripts/prose.awk" "$1"
}
# expect NAME MESSAGE [FILE]: the text on standard input has one finding or, if MESSAGE is empty, none.
expect() { same "$1" "${2:+${3-page.md}:$2}" "$(findings "${3-page.md}")"; }
# words N: N words, w1 w2 ..., in lines of ten.
words() { seq -f 'w%g' "$1" | xargs -n 10; }
long='a sentence of 31 words, expected 30 or fewer: "w1 w2 w3 w4 w5 ..."'

# --- sentences --------------------------------------------------------------------------------------------------------
words 30 | expect sentence-of-30 ''
words 31 | expect sentence-of-31 "1: $long"
{ echo 'One. Two (three).'; words 31; } | expect its-first-line-is-named "2: $long"
{ words 25; echo 'end. Begin'; words 25; } | expect dot-ends-a-sentence ''
{ words 25; echo 'end?) Begin'; words 25; } | expect question-in-brackets-ends-one ''
{ words 25; echo '[end](page.md). Begin'; words 25; } | expect link-ends-one ''
{ words 25; echo 'end: begin;'; words 5; } | expect colon-ends-none '1: a sentence of 32 words, expected 30 or fewer: "w1 w2 w3 w4 w5 ..."'
{ words 25; echo '`x. y` v1.0'; words 3; } | expect dot-in-code-ends-none "1: $long"
{ words 30; echo '-> = |'; } | expect signs-are-no-words ''
{ words 25; echo; words 25; } | expect blank-line-ends-one ''
{ words 25; echo '## Heading'; words 25; } | expect heading-ends-one ''
{ words 25; echo '- item'; words 25; } | expect list-item-ends-one ''
{ echo 'List:'; echo; words 31 | sed '1s/^/- /; 2,$s/^/  /'; } | expect list-item-counts "3: $long"
{ echo '1. One'; echo; words 31 | sed 's/^/   /'; } | expect paragraph-of-an-item-counts "3: $long"
{ echo 'Code:'; echo; words 31 | sed 's/^/    /'; } | expect code-is-no-prose ''
{ echo '1. One'; echo; words 31 | sed 's/^/       /'; } | expect code-in-an-item-is-none ''
{ echo 'Text'; words 29 | sed 's/^/    /'; echo end; } | expect deep-line-is-no-code '1: a sentence of 31 words, expected 30 or fewer: "Text w1 w2 w3 w4 ..."'
{ echo '```'; words 31; echo '```'; words 31; } | expect fence-is-none-but-ends "7: $long"
line=$(printf '%0140d' 0)
echo "$line" | expect line-of-140 ''
echo "${line}0" | expect line-of-141 '1: a line of 141 characters, expected 140 or fewer'
echo "$line [x](page.md)" | sed 's/^0000//' | expect target-of-a-link-has-no-length ''
code() { for i in 1 2 3; do echo; words 150 | sed 's/^/    /'; done; }
code | expect readme-of-450 '' README.md
{ echo '| table'; code; } | expect readme-of-452 '1: 452 words in all, expected 450 or fewer' README.md
{ echo '| table'; code; } | expect other-pages-may ''

# --- tables -----------------------------------------------------------------------------------------------------------
# table HEADER CELLS: a table with one row.
table() { printf '| %s |\n|---|---|\n| %s |\n' "$1" "$2"; }
long_cell='3: a table cell of 31 words, expected 30 or fewer: "w1 w2 w3 w4 w5 ..."'
table 'name | meaning' "x | $(words 30 | xargs)" | expect cell-of-30 ''
table 'name | meaning' "x | $(words 31 | xargs)" | expect cell-of-31 "$long_cell"
table 'name | meaning' "x | $(words 20 | xargs). $(words 11 | xargs)" | expect cell-of-two-sentences "$long_cell"
table 'name | meaning' "$(words 20 | xargs) | $(words 20 | xargs)" | expect two-cells-of-20 ''
table 'name | meaning' "x | $(words 20 | xargs) \\| $(words 11 | xargs)" | expect bar-in-a-cell-ends-none "$long_cell"
no_name='1: an empty table header: name the column'
table ' | meaning' 'x | y' | expect header-without-first-name "$no_name"
table 'name | ' 'x | y' | expect header-without-last-name "$no_name"
printf '|||\n|:-|-:|\n| x | y |\n' | expect header-without-names "$no_name"
table 'name | meaning' ' | y' | expect cell-may-be-empty ''
printf '| name | |\n\n|---|---|\n' | expect row-above-a-blank-line-is-no-header ''

# --- words ------------------------------------------------------------------------------------------------------------
# Each word of words.txt: a text that is rejected, and a similar one that is not.
cat >pairs <<'END'
behind|the branch behind the exception|the branch after the exception
beside|a second unit beside the DUT|a second unit next to the DUT
besides|besides the atoms it has a branch|in addition to the atoms it has a branch
told|the atom was told too late|the atom was reported too late
tells|a packet tells the address|a packet reports the address
stands|the packet stands before the atom|the packet precedes the atom; the standard
lacks|the unit lacks a return stack|the unit does not implement a return stack
likewise|ETMSR likewise|ETMSR is read in the same way
accuse|two rules accuse the unit|two rules report a false failure
accuses|the rule accuses the unit|the rule reports a false failure
accused|a unit that is accused|a unit that fails
accusing|accusing the unit|failing the unit
accusation|each accusation of the checker|each failure report of the checker
accusations|the accusations of the checker|the failure reports of the checker
right unit|a right unit passes|a compliant DUT passes on the right, unit by unit
right units|all right units pass|all compliant DUTs pass
wrong unit|a wrong unit fails|a wrong address fails, unit by unit
wrong units|all wrong units fail|all faulty DUTs fail
lying|a lying unit|an underlying unit
nobody|nobody reads it|no rule reads it
somebody|somebody reads it|some rule reads it
whoever|whoever writes it|the user who writes it
foreign|a foreign unit|an independent DUT, tests/foreign/list.sh, foreign_units
fooled|the checker is fooled|the checker has a false pass
planted|a planted fault|a seeded fault; PLANTED=name, implanted
silenced|a silenced check|a suppressed check
careless|a careless host|a host that does not take care
liberty|a liberty of the architecture|a permitted deviation
liberties|two liberties of the architecture|two permitted deviations, docs/deviations.md
lives|a mutant that lives|a mutant that survives, olives
door|the door of Icarus|the interface of Icarus, indoors
doors|three doors|three interfaces
room|a room of the project|a directory of the project; headroom
rooms|two rooms|two directories
house|the words of the house|the words of the project; housekeeping
tower|a tower of layers|a stack of layers
END
# The forms of a text: a file, and a line that has the text.
cat >forms <<'END'
page.md|%s
page.md|- %s
page.md|# %s
page.md|&a&%s&
code.c|// %s
code.c|x();  // %s
code.h|/* %s */
code.c|say("%s");
code.sv|// %s
code.sv|$display("%s");
code.js|say(`%s`);
code.vhd|x; -- %s
code.vhd|report "%s";
code.sh|# %s
code.sh|x # %s
code.sh|echo "%s"
code.sh|echo '%s'
code.awk|# %s
code.awk|print "%s"
code.py|# %s
rules.mk|# %s
rules.mk|	@echo '%s'
rules.mk|$(error %s)
Makefile|#   %s
END
awk -F '|' '
  NR == FNR { if (!/^#/) { at = index($0, ": "); for (i = split(substr($0, 1, at - 1), word, ", "); i > 0; i--) advice[word[i]] = substr($0, at + 2) } next }
  { print 2 * FNR - 1 ": \"" $1 "\": write " advice[$1] }
' "$scripts/words.txt" pairs >advice
while IFS='|' read -r file form; do
  form=$(echo "$form" | tr '&' '|')
  while IFS='|' read -r word bad good; do printf -- "$form\n\n" "$bad."; done <pairs >bad
  while IFS='|' read -r word bad good; do printf -- "$form\n\n" "$good."; done <pairs >good
  same "words in $file: $form" "$(sed "s/^/$file:/" advice)" "$(findings "$file" <bad)"
  same "similar words in $file: $form" '' "$(findings "$file" <good)"
done <forms
same each-word-has-a-pair "$(sed '/^#/d; s/: .*//; s/, /\n/g' "$scripts/words.txt" | sort)" "$(cut -d '|' -f 1 pairs | sort)"
after='"behind": write after, follows or next'
echo 'Behind it.' | expect capital-letter "1: $after"
echo '(behind), "behind".' | expect once-a-line "1: $after"
printf 'a right\nunit\n' | expect words-in-two-lines '2: "right unit": write compliant DUT'
printf 'a right\n\nunit\n' | expect words-in-two-paragraphs ''
echo '`it is behind`, [x](behind.md), --behind, behind=1, $behind, behind.md, is_behind, x-behind' | expect names-are-no-words ''
printf 'Text\n\n    behind\n\n```\nbehind\n```\n' | expect words-in-code ''

# --- comments and strings ---------------------------------------------------------------------------------------------
words 31 | sed 's|^|// |' | expect long-comment "1: $long" code.c
words 31 | sed 's|^|# |' | expect long-comment-of-a-script "1: $long" code.sh
{ echo '/*'; words 31 | sed 's|^| * |'; echo ' */'; } | expect long-comment-in-stars "2: $long" code.c
{ words 20 | sed 's|^|// |'; echo 'int x;'; words 20 | sed 's|^|// |'; } | expect code-ends-a-comment '' code.c
{ words 20 | sed 's|^|// |'; echo 'int x;  // w'; words 20 | sed 's|^|// |'; } | expect comment-after-code-begins-one '' code.c
{ echo 'int x;  // w1'; words 31 | sed 's|^|        // |; s|w1 ||'; } | expect comment-after-code-goes-on "1: $long" code.c
words 31 | sed 's|.*|  "& "|' | expect string-in-parts "1: $long" code.c
words 31 | sed 's|.*|  "& "|; 2s|"w|PRIu64 "w|' | expect string-with-a-format "1: $long" code.c
words 31 | sed 's|.*|  "&",|' | expect strings-of-a-table '' code.c
words 31 | sed 's|.*|  "&\\n"|' | expect lines-of-a-string '' code.c
seq 10 41 | xargs | sed 's|.*|"&"|' | expect bytes-are-no-words '' code.c
echo 'x = "it is \"behind\"";' | expect quote-in-a-string "1: $after" code.c
echo "x = '\"'; y = \"behind\"; z = '\"';" | expect quote-as-a-letter "1: $after" code.c
echo 'x = "a // behind";' | expect comment-in-a-string "1: $after" code.c
echo "x = 1'b0; \$display(\"behind\"); y = 2'b00;" | expect number-in-systemverilog "1: $after" code.sv
echo '#include "behind.h"' | expect name-of-a-file '' code.c
printf 'int behind; behind = x;\n' | expect identifier '' code.c
printf "awk '\n  # it is behind\n' x\n" | expect comment-in-a-program-of-a-script "2: $after" code.sh
printf 'cat <<END\nit is behind\nEND\nbehind\n' | expect here-document "2: $after" code.sh
printf 'all:\n\tbehind x # it is\n#   behind\n' | expect help-is-a-string "3: $after" Makefile
same kinds 'page.md:1 code.c:1 code.c:2 Makefile:1 Makefile:2' "$(
  echo behind >page.md
  printf '// behind\n"behind"\n' >code.c
  printf '# behind\n#   behind\n' >Makefile
  awk -v words="$scripts/words.txt" -f "$scripts/prose.awk" page.md code.c Makefile | cut -d : -f 1,2 | xargs)"

# --- links ------------------------------------------------------------------------------------------------------------
# expect_link NAME MESSAGE [FILE]: links.awk prints one message or, if MESSAGE is empty, none, and its exit code says so.
expect_link() {
  file=${3-page.md}
  cat >"$file"
  same "$1" "${2:+$file:$2 }$([ "$2" ] && echo 1 || echo 0)" "$(got=$(awk -f "$scripts/links.awk" "$file"); code=$?; echo "$got${got:+ }$code")"
}
mkdir -p docs/deep
touch docs/deep/picture.svg
echo '[x](docs/deep/picture.svg)' | expect_link link-to-a-file ''
echo '[x](docs/deep/)' | expect_link link-to-a-folder ''
echo '[x](docs/no.svg)' | expect_link link-to-no-file '1: no file docs/no.svg'
echo '[x](../picture.svg) [y](deep/picture.svg)' | expect_link link-from-a-folder '1: no file ../picture.svg' docs/page.md
echo '[x](../docs/deep/picture.svg)' | expect_link link-up-and-down '' docs/page.md
printf '# Two `words`, (all)\n[x](#two-words-all)\n' | expect_link link-to-a-heading ''
printf '# Two words\n\n[x](page.md#two-word)\n' | expect_link link-to-no-heading '3: no heading page.md#two-word'
printf '```\n# Two words\n```\n[x](#two-words)\n' | expect_link link-to-no-heading-in-code '4: no heading #two-words'
printf '    [x](no.md)\n' | expect_link link-in-code-is-none ''
echo '[x](https://example.com/no)' | expect_link link-out-of-the-tree ''

touch passed failed
echo "$(wc -l <passed) passed, $(wc -l <failed) failed, 0 skipped"
[ ! -s failed ]
