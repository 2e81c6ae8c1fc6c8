#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The lint of prose: each page, and what prose.awk and links.awk must make of it.
scripts=$(cd "$(dirname "$0")" && pwd)
script=$scripts/prose.awk
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
cd "$folder" || exit 1

# expect NAME MESSAGE [FILE]: of the page on standard input, one message or, if empty, none.
expect() {
  file=${3-page.md}
  cat >"$file"
  got=$(awk -f "$script" "$file")
  code=$?
  if [ "$got" = "${2:+prose: $file:$2}" ] && [ $code = "$([ "$2" ] && echo 1 || echo 0)" ]; then
    echo "$1" >>passed
  else
    echo "$1" >>failed
    printf '%s: expected "%s", got exit code %s and "%s"\n' "$1" "$2" $code "$got"
  fi
}
# words N: N words, w1 w2 ..., in lines of ten.
words() { seq -f 'w%g' "$1" | xargs -n 10; }
long='a sentence of 36 words, expected 35 or fewer: "w1 w2 w3 w4 w5 ..."'

words 35 | expect sentence-of-35 ''
words 36 | expect sentence-of-36 "1: $long"
{ echo 'One. Two (three).'; words 36; } | expect its-first-line-is-named "2: $long"
{ words 30; echo 'end. Begin'; words 30; } | expect dot-ends-a-sentence ''
{ words 30; echo 'end?) Begin'; words 30; } | expect question-in-brackets-ends-one ''
{ words 30; echo '[end](page.md). Begin'; words 30; } | expect link-ends-one ''
{ words 30; echo 'end: begin;'; words 5; } | expect colon-ends-none '1: a sentence of 37 words, expected 35 or fewer: "w1 w2 w3 w4 w5 ..."'
{ words 30; echo '`x. y` v1.0'; words 3; } | expect dot-in-code-ends-none "1: $long"
{ words 35; echo '-> = |'; } | expect signs-are-no-words ''
{ words 30; echo; words 30; } | expect blank-line-ends-one ''
{ words 30; echo '## Heading'; words 30; } | expect heading-ends-one ''
{ words 30; echo '- item'; words 30; } | expect list-item-ends-one ''
{ echo 'List:'; echo; words 36 | sed '1s/^/- /; 2,$s/^/  /'; } | expect list-item-counts "3: $long"
{ echo '1. One'; echo; words 36 | sed 's/^/   /'; } | expect paragraph-of-an-item-counts "3: $long"
{ echo 'Code:'; echo; words 36 | sed 's/^/    /'; } | expect code-is-no-prose ''
{ echo '1. One'; echo; words 36 | sed 's/^/       /'; } | expect code-in-an-item-is-none ''
{ echo 'Text'; words 34 | sed 's/^/    /'; echo end; } | expect deep-line-is-no-code '1: a sentence of 36 words, expected 35 or fewer: "Text w1 w2 w3 w4 ..."'
{ echo '```'; words 36; echo '```'; words 36; } | expect fence-is-none-but-ends "7: $long"
{ echo '|---|'; words 36 | tr '\n' ' ' | sed 's/^/| /'; } | expect table-is-none ''
line=$(printf '%0140d' 0)
echo "$line" | expect line-of-140 ''
echo "${line}0" | expect line-of-141 '1: a line of 141 characters, expected 140 or fewer'
echo "$line [x](page.md)" | sed 's/^0000//' | expect target-of-a-link-has-no-length ''
code() { for i in 1 2 3 4 5 6 7; do echo; words 100 | sed 's/^/    /'; done; }
code | expect readme-of-700 '' README.md
{ echo '| table'; code; } | expect readme-of-702 '1: 702 words in all, expected 700 or fewer' README.md
{ echo '| table'; code; } | expect other-pages-may ''

# --- links ------------------------------------------------------------------------------------------------------------
script=$scripts/links.awk
mkdir -p docs/deep
touch docs/deep/picture.svg
echo '[x](docs/deep/picture.svg)' | expect link-to-a-file ''
echo '[x](docs/deep/)' | expect link-to-a-folder ''
echo '[x](docs/no.svg)' | expect link-to-no-file '1: no file docs/no.svg'
echo '[x](../picture.svg) [y](deep/picture.svg)' | expect link-from-a-folder '1: no file ../picture.svg' docs/page.md
echo '[x](../docs/deep/picture.svg)' | expect link-up-and-down '' docs/page.md
printf '# Two `words`, (all)\n[x](#two-words-all)\n' | expect link-to-a-heading ''
printf '# Two words\n\n[x](page.md#two-word)\n' | expect link-to-no-heading '3: no heading page.md#two-word'
printf '```\n# Two words\n```\n[x](#two-words)\n' | expect link-to-no-heading-in-code '4: no heading #two-words'
printf '    [x](no.md)\n' | expect link-in-code-is-none ''
echo '[x](https://example.com/no)' | expect link-out-of-the-tree ''

touch passed failed
echo "$(wc -l <passed) passed, $(wc -l <failed) failed, 0 skipped"
[ ! -s failed ]
