# SPDX-License-Identifier: Apache-2.0
# awk -f prose.awk FILE.md...: a line for each sentence of more than 35 words, and for each line of prose of more than 140 characters.
# README.md has at most 700 words, as `wc -w` counts them: tables and code as well. Exit code 1: there was something.
# Tables, code blocks, headings and the targets of links are no prose. The text of a list item is.
BEGIN { WORDS = 35; CHARACTERS = 140; README_WORDS = 700 }

FNR == 1 { end_file(); file = FILENAME }
{ total += NF }

/^ *(```|~~~)/ { end_block(); fence = !fence; blank = 0; next }
fence { next }
/^[ \t]*$/ { end_block(); blank = 1; next }
{
  match($0, /^ */)
  indent = RLENGTH
  if (indent == 0) item = 0
  # Behind a blank line, and four columns further in than the text around it: code.
  code = (blank || code) && indent >= item + 4
  blank = 0
  if (code) next
  if (/^ *\|/ || /^#+ /) { end_block(); next }
  if (match($0, /^ *([-*+]|[0-9]+[.)]) +/)) { end_block(); item = RLENGTH }
  else RLENGTH = 0
  prose(substr($0, RLENGTH + 1))
}
END { end_file(); exit bad }

function found(line, what) { print "prose: " file ":" line ": " what; bad = 1 }

# The text of a line, behind the mark of a list.
function prose(text,   count, word, i, length_) {
  length_ = length(without_targets($0))
  if (length_ > CHARACTERS) found(FNR, "a line of " length_ " characters, expected " CHARACTERS " or fewer")
  in_block = 1
  count = split(without_dots(without_targets(text)), word, /[ \t]+/)
  for (i = 1; i <= count; i++) {
    if (word[i] !~ /[A-Za-z0-9]/) continue
    if (++words == 1) { start = FNR; head = "" }
    if (words <= 5) head = head word[i] " "
    if (word[i] ~ /[.!?][])"'*_]*$/) end_sentence()
  }
}

function end_sentence() {
  if (words > WORDS) found(start, "a sentence of " words " words, expected " WORDS " or fewer: \"" head "...\"")
  words = 0
}
function end_block() { if (in_block) end_sentence(); in_block = 0 }
function end_file() {
  end_block()
  if (file == "README.md" && total > README_WORDS) found(1, total " words in all, expected " README_WORDS " or fewer")
  total = item = code = fence = 0
  blank = 1
}

function without_targets(text) { gsub(/\]\([^)]*\)/, "]", text); return text }

# A dot in `code` ends no sentence.
function without_dots(text,   count, part, i, out) {
  count = split(text, part, "`")
  for (i = 1; i <= count; i++) {
    if (i % 2 == 0 && i < count) gsub(/[.!?]/, "_", part[i])
    out = out (i > 1 ? "`" : "") part[i]
  }
  return out
}
