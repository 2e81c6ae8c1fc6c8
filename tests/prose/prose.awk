# SPDX-License-Identifier: Apache-2.0
# awk -v words=words.txt -f prose.awk FILE...: prints what CONTRIBUTING.md rejects in texts (section Style): `FILE:LINE: MESSAGE` for each
# finding. A text is of the kind `pages` (Markdown), `comments` or `strings` (text in quotes, help texts of make, here-documents).
# Code blocks, `code` and the targets of links are not prose. A sentence ends at a full stop, at a blank line, and at a list item.
BEGIN {
  WORDS = 30; CHARACTERS = 140; README_WORDS = 450
  while ((getline row < words) > 0) {
    if (row ~ /^#/ || !index(row, ": ")) continue
    advice = substr(row, index(row, ": ") + 2)
    count = split(substr(row, 1, index(row, ": ") - 1), name, ", ")
    for (i = 1; i <= count; i++) { rejected[++names] = name[i]; write[names] = advice; any = any (names > 1 ? "|" : "") name[i] }
  }
  if (!names) { print "prose.awk: no words in " words >"/dev/stderr"; exit 2 }
  # No part of a path, a name, an option or an assignment.
  BEFORE = "(^|[^a-z0-9_/.$@-])"
  AFTER = "($|[^a-z0-9_=/.-]|[.]($|[^a-z0-9]))"
  any = BEFORE "(" any ")" AFTER
}

FNR == 1 { end_file(); begin_file() }
language == "markdown" { markdown(); next }
language == "c" { c_line(); next }
language == "vhdl" { vhdl_line(); next }
{ shell_line() }
END { end_file() }

function begin_file() {
  file = FILENAME
  language = file ~ /\.md$/ ? "markdown" : file ~ /\.(c|h|cpp|inc|sv|svh|v|S|js)(\.in)?$/ ? "c" : file ~ /\.vhd(\.in)?$/ ? "vhdl" : "shell"
  # In C ' is a letter's quote. In SystemVerilog it begins a number; in an awk program it is a letter as any other.
  letter_quotes = file ~ /\.(c|h|cpp|inc)(\.in)?$/
  single_quotes = file ~ /\.(js|sh|mk|py)$/ || (language == "shell" && file !~ /\.awk$/)
  total = item = code = fence = in_comment = header = 0
  here_end = ""
  blank = 1
}
function end_file() {
  finish("pages"); finish("comments"); finish("strings")
  if (file == "README.md" && total > README_WORDS) found(1, total " words in all, expected " README_WORDS " or fewer")
}

function found(line, what) { print file ":" line ": " what }

# --- texts ------------------------------------------------------------------------------------------------------------
# A line of text, or a part of one. The sentence that it ends with may go on in the next text of its kind.
function add(kind, text,   count, word, i) {
  check_words(kind, text)
  count = split(without_dots(text), word, /[ \t]+/)
  for (i = 1; i <= count; i++) {
    if (word[i] !~ /[A-Za-z0-9]/ || (kind == "strings" && word[i] ~ /^[0-9A-F][0-9A-F]$/)) continue
    if (++length_of[kind] == 1) { start[kind] = FNR; sentence[kind] = "" }
    sentence[kind] = sentence[kind] (length_of[kind] > 1 ? " " : "") word[i]
    if (word[i] ~ /[.!?][])"'*_]*$/) end_sentence(kind)
  }
}
function end_sentence(kind) {
  if (length_of[kind] > WORDS) too_long(start[kind], "sentence", length_of[kind], sentence[kind])
  length_of[kind] = 0
}
function finish(kind) { end_sentence(kind); tail[kind] = "" }

function too_long(line, what, count, text,   word) {
  split(text, word, " ")
  found(line, "a " what " of " count " words, expected " WORDS " or fewer: \"" word[1] " " word[2] " " word[3] " " word[4] " " word[5] " ...\"")
}

# An expression of two words may begin on the line before.
function check_words(kind, text,   low, both, i) {
  low = tolower(text)
  gsub(/`[^`]*`/, "``", low)
  both = tail[kind] " " low
  if (both ~ any) for (i = 1; i <= names; i++) {
    if ((index(rejected[i], " ") ? both : low) ~ (BEFORE rejected[i] AFTER)) found(FNR, "\"" rejected[i] "\": write " write[i])
  }
  sub(/[ \t]+$/, "", low)
  sub(/.*[ \t]/, "", low)
  tail[kind] = low
}

# --- Markdown ---------------------------------------------------------------------------------------------------------
function markdown(   indent) {
  total += NF
  if (/^ *(```|~~~)/) { finish("pages"); fence = !fence; blank = 0; return }
  if (fence) return
  if (/^[ \t]*$/) { finish("pages"); blank = 1; return }
  match($0, /^ */)
  indent = RLENGTH
  if (indent == 0) item = 0
  # Code: it follows a blank line, and is four columns further in than the text around it.
  code = (blank || code) && indent >= item + 4
  blank = 0
  if (code) return
  if (/^ *\|/) { table_row(); return }
  if (/^#+ /) { finish("pages"); check_words("pages", plain($0)); tail["pages"] = ""; return }
  if (match($0, /^ *([-*+]|[0-9]+[.)]) +/)) { finish("pages"); item = RLENGTH }
  else RLENGTH = 0
  indent = length(without_targets($0))
  if (indent > CHARACTERS) found(FNR, "a line of " indent " characters, expected " CHARACTERS " or fewer")
  add("pages", plain(substr($0, RLENGTH + 1)))
}

# The row above a row of dashes is the header.
function table_row(   count, cell, i, words_, word, text) {
  finish("pages")
  text = $0
  gsub(/\\\|/, "/", text)
  sub(/^ *\|/, "", text)
  sub(/\| *$/, "", text)
  count = split(text, cell, "|")
  if (text ~ /^[-:| ]*-[-:| ]*$/) {
    if (header == FNR - 1 && has_blank) found(header, "an empty table header: name the column")
    return
  }
  has_blank = 0
  for (i = 1; i <= count; i++) {
    if (cell[i] ~ /^ *$/) has_blank = 1
    cell[i] = plain(cell[i])
    check_words("pages", cell[i])
    tail["pages"] = ""
    words_ = 0
    for (word = split(cell[i], part, /[ \t]+/); word > 0; word--) if (part[word] ~ /[A-Za-z0-9]/) words_++
    sub(/^ +/, "", cell[i])
    if (words_ > WORDS) too_long(FNR, "table cell", words_, cell[i])
  }
  header = FNR
}

function without_targets(text) { gsub(/\]\([^)]*\)/, "]", text); return text }

function plain(text) {
  text = without_targets(text)
  gsub(/<!--[^>]*-->/, "", text)
  return text
}

# A dot in `code` ends no sentence.
function without_dots(text,   count, part, i, out) {
  if (!index(text, "`")) return text
  count = split(text, part, "`")
  for (i = 1; i <= count; i++) {
    if (i % 2 == 0 && i < count) gsub(/[.!?]/, "_", part[i])
    out = out (i > 1 ? "`" : "") part[i]
  }
  return out
}

# --- C, SystemVerilog, JavaScript -------------------------------------------------------------------------------------
# A comment that follows code begins a text; comments alone in their lines go on with it.
function c_line(   rest, before) {
  rest = $0
  if (in_comment) { rest = end_of_comment(rest); if (in_comment) return }
  else if (!index(rest, "//") && !index(rest, "/*")) finish("comments")
  before = ""
  while (match(rest, "[\"" (single_quotes ? "'`" : letter_quotes ? "'" : "") "]|//|/[*]")) {
    before = before substr(rest, 1, RSTART - 1)
    rest = substr(rest, RSTART)
    if (rest ~ /^\/\//) { comment(before, substr(rest, 3)); rest = ""; break }
    if (rest ~ /^\/\*/) { in_comment = 1; if (before !~ /^[ \t]*$/) finish("comments"); rest = end_of_comment(substr(rest, 3)); continue }
    if (rest ~ /^["]/ ? match(rest, /^"([^"\\]|\\.)*"/) : rest ~ /^`/ ? match(rest, /^`[^`]*`/) : match(rest, /^'([^'\\]|\\.)+'/)) {
      if (rest ~ /^"/ || single_quotes) { if (!joins(before_string before)) finish("strings"); before_string = before = ""; literal(substr(rest, 2, RLENGTH - 2)) }
      else before = before "0"
      rest = substr(rest, RLENGTH + 1)
      continue
    }
    before = before substr(rest, 1, 1)
    rest = substr(rest, 2)
  }
  before_string = before_string before rest
  if (before_string !~ /^[ \t\\]*$/ && !joins(before_string)) { finish("strings"); before_string = "" }
}
# What may be between the two halves of one string.
function joins(text) { return text ~ /^[ \t\\]*(PRI[a-zA-Z0-9]+)?[ \t\\]*$/ }
function end_of_comment(rest,   at, text) {
  at = index(rest, "*/")
  text = at ? substr(rest, 1, at - 1) : rest
  sub(/^[ \t]*\*?/, "", text)
  comment("", text)
  if (!at) return ""
  in_comment = 0
  return substr(rest, at + 2)
}
function comment(before, text) {
  if (before !~ /^[ \t]*$/ || text ~ /^[ \t]*([-*] .*)?$/) finish("comments")
  if (text !~ /^ *SPDX-/) add("comments", text)
}
# The text of a string: each of its lines is a text of its own.
function literal(text,   count, part, i) {
  gsub(/\\["']/, "'", text)
  gsub(/\\[tr]/, " ", text)
  count = split(text, part, /\\n/)
  for (i = 1; i <= count; i++) { if (i > 1) finish("strings"); if (part[i] != "") add("strings", part[i]) }
}

function vhdl_line(   rest) {
  if (match($0, /--/)) comment(substr($0, 1, RSTART - 1), substr($0, RSTART + 2))
  else finish("comments")
  for (rest = $0; match(rest, /"[^"]*"/); rest = substr(rest, RSTART + RLENGTH)) { literal(substr(rest, RSTART + 1, RLENGTH - 2)); finish("strings") }
}

# --- shell, awk, make, Python -----------------------------------------------------------------------------------------
# Each line by itself: where a quote is left open the rest of the line is code, as of an awk program in a shell script.
function shell_line(   rest, before) {
  if (here_end) {
    if ($0 ~ ("^[ \t]*" here_end "$")) { here_end = ""; return }
    literal($0)
    finish("strings")
    return
  }
  if (/^[ \t]*#/) {
    if (file == "Makefile" && /^#   /) { literal($0); finish("strings"); return }
    if (/^#!/) return
    comment("", substr($0, index($0, "#") + 1))
    return
  }
  finish("comments")
  if (match($0, /\$\((error|warning|info) /)) { literal(substr($0, RSTART + RLENGTH)); finish("strings"); return }
  rest = $0
  while (match(rest, single_quotes ? "[\"']|[ \t]# " : "\"|[ \t]# ")) {
    before = substr(rest, 1, RSTART - 1)
    rest = substr(rest, RSTART)
    if (rest ~ /^[ \t]/) { comment("code", substr(rest, 4)); break }
    if (!(rest ~ /^"/ ? match(rest, /^"([^"\\]|\\.)*"/) : match(rest, /^'[^']*'/))) break
    literal(substr(rest, 2, RLENGTH - 2))
    finish("strings")
    rest = substr(rest, RLENGTH + 1)
  }
  if (file !~ /\.awk$/ && match($0, /<<-?['"\\]?[A-Za-z_]+/)) {
    here_end = substr($0, RSTART, RLENGTH)
    gsub(/[^A-Za-z_]/, "", here_end)
  }
}
