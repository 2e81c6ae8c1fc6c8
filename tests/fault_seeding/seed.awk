# SPDX-License-Identifier: Apache-2.0
# seed.awk -v tree=TREE LISTS...: seeds all entries of the lists (docs/faults.md) into the copies of the sources under TREE, after grammar.awk.
# A choice at run time selects one: entry N is there if the selector is N. TREE/seeded becomes the list of them, a line LIST-NAME: EXPECT
# each, in the order of their numbers, from 1 on.
#
# Places may share a text, or one may be inside the text of another: then the inner one is part of what the outer one leaves whole. Text
# that is put in at a place, between @ and @, is there whatever is chosen: it declares state that an entry needs.

# A regular expression that matches the text, whatever its white space.
function pattern(text,    i, c, out) {
  gsub(/ +/, " ", text)
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    out = out (c == " " ? "[ \n]+" : c ~ /[A-Za-z0-9_]/ ? c : c ~ /[\\^]/ ? "\\" c : "[" c "]")
  }
  return out
}

function load(path,    line) {
  if (path in source) return
  while ((getline line <(tree "/" path)) > 0) source[path] = source[path] line "\n"
  close(tree "/" path)
  if (!(path in source)) fail(here, path ": no such file")
}

# Leaves the place of the text, which must be the only one, in RSTART and RLENGTH.
function find(path, words,    re, at) {
  re = pattern(words)
  at = match(source[path], re)
  if (!at) fail(here, "not in " path ": " words)
  if (match(substr(source[path], at + 1), re)) fail(here, "more than once in " path ": " words)
  match(source[path], re)
}

function add_edit(path, whole_text, becomes_text,    parts, count) {
  load(path)
  count = split(whole_text, parts, "@")
  if (count != 1 && count != 3) fail(here, "expected no @, or two around what is replaced: " whole_text)
  if ((count == 1 ? whole_text : parts[2]) == becomes_text) fail(here, "changes nothing: " whole_text)
  find(path, parts[1] parts[2] parts[3])
  if (count == 3) narrow(path, parts)
  edits++
  edited[edits] = path
  number[edits] = changes
  said[edits] = here
  becomes[edits] = becomes_text
  from[edits] = RSTART
  to[edits] = RSTART + RLENGTH - 1
}

# Of the place found, that of the second part of three, which may be empty.
function narrow(path, parts,    at) {
  at = RSTART
  if (parts[1] != "") {
    match(substr(source[path], at, RLENGTH), "^" pattern(parts[1]))
    at += RLENGTH
  }
  RLENGTH = 0
  if (parts[2] != "") match(substr(source[path], at), "^" pattern(parts[2]))
  RSTART = at
}

kind == "entry" {
  if ((list, name) in places) fail(here, "a second " list "-" name)
  places[list, name] = 0
  changes++
  change_at[changes] = here
  change[changes] = list SUBSEP name
  print list "-" name ": " expect >(tree "/seeded")
}

kind == "place" { add_edit(file, whole, broken) }
kind == "place" || kind == "no-fault" { places[list, name]++ }

# The source with its choices, from one position to another.
function seeded(path, lo, hi,    e, out) {
  while (e = outermost(path, lo, hi)) {
    out = out substr(source[path], lo, from[e] - lo) choices(path, e)
    lo = to[e] + 1
  }
  return out substr(source[path], lo, hi - lo + 1)
}

# The first edit in the range that is not done, and of those that begin there the longest; 0: none.
function outermost(path, lo, hi,    e, best) {
  for (e = 1; e <= edits; e++) {
    if (edited[e] != path || done[e] || from[e] < lo || to[e] > hi) continue
    if (!best || from[e] < from[best] || (from[e] == from[best] && to[e] > to[best])) best = e
  }
  return best + 0
}

# All edits of the same text as edit `first`.
function choices(path, first,    e, same, count, out, is_statement, is_put_in) {
  for (e = 1; e <= edits; e++) {
    if (edited[e] != path || from[e] != from[first] || to[e] != to[first]) continue
    done[e] = 1
    same[++count] = e
  }
  is_put_in = to[first] < from[first]
  out = seeded(path, from[first], to[first])
  is_statement = substr(source[path], to[first], 1) == ";"
  for (e = 1; e <= count; e++) {
    out = is_put_in ? out " " becomes[same[e]] " " : choice(path, number[same[e]], becomes[same[e]], out, is_statement)
  }
  return out
}

function choice(path, n, other, whole, is_statement,    selected) {
  selected = (path ~ /\.s?v$/ ? "seeded_fault_pkg::number == " : "seeded_number == ") n
  if (!is_statement) return "((" selected ") ? (" other ") : (" whole "))"
  if (path ~ /\.s?v$/) return "begin if (" selected ") begin " other " end else begin " whole " end end"
  return "{ if (" selected ") { " other " } else { " whole " } }"
}

END {
  if (failed) exit 2
  for (n = 1; n <= changes; n++) if (!places[change[n]]) fail(change_at[n], "expected a place, or the line: no fault")
  for (path in source) out[path] = seeded(path, 1, length(source[path]))
  for (e = 1; e <= edits; e++) {
    if (!done[e]) fail(said[e], "overlaps the text of another; expected the same text, or one inside the other")
  }
  for (path in out) {
    if (path ~ /\.[ch]$/) printf "extern unsigned seeded_number, seeded_kept[2]; unsigned seeded_at(unsigned), seeded_bits(unsigned); " >(tree "/" path)
    printf "%s", out[path] >(tree "/" path)
  }
}
