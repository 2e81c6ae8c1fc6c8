# SPDX-License-Identifier: Apache-2.0
# seed.awk -v tree=TREE FILES...: seeds all changes of the files (faults: tests/mutants/pft.txt, permitted deviations: tests/deviations/pft.txt;
# they say how changes are written) into the copies of the sources under TREE, each behind a choice made at run time: change N is there
# if the selector is N. TREE/seeded becomes the list of them, a line FILE-NAME: WHAT each, in the order of their numbers, from 1 on.
#
# Changes may share a text, or one may lie in the text of another: then the inner one is part of what the outer one leaves whole. Text
# that is put in at a place, between @ and @, is there whatever is chosen: state for what a deviation does.

function fail(where, what) {
  print where ": " what >"/dev/stderr"
  failed = 1
  exit 2
}

function trimmed(text) {
  gsub(/^ +| +$/, "", text)
  return text
}

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
  if (path in text) return
  while ((getline line <(tree "/" path)) > 0) text[path] = text[path] line "\n"
  close(tree "/" path)
  if (!(path in text)) fail(here, path ": no such file")
}

# Leaves the place of the text, which must be the only one, in RSTART and RLENGTH.
function find(path, words,    re, at) {
  re = pattern(words)
  at = match(text[path], re)
  if (!at) fail(here, "not in " path ": " words)
  if (match(substr(text[path], at + 1), re)) fail(here, "more than once in " path ": " words)
  match(text[path], re)
}

function add_edit(path, whole, becomes_text,    parts, count) {
  load(path)
  count = split(whole, parts, "@")
  if (count != 1 && count != 3) fail(here, "expected no @, or two around what is replaced: " whole)
  if ((count == 1 ? whole : parts[2]) == becomes_text) fail(here, "changes nothing: " whole)
  find(path, parts[1] parts[2] parts[3])
  if (count == 3) narrow(path, parts)
  edits++
  file[edits] = path
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
    match(substr(text[path], at, RLENGTH), "^" pattern(parts[1]))
    at += RLENGTH
  }
  RLENGTH = 0
  if (parts[2] != "") match(substr(text[path], at), "^" pattern(parts[2]))
  RSTART = at
}

FNR == 1 {
  group = FILENAME
  gsub(/.*\/|\.txt$/, "", group)
  # What stands behind a name: a deviation names the clause that permits it, a fault who must notice it.
  permitted = FILENAME ~ /deviations/
  what = permitted ? "^[a-z][a-z0-9-]*: .*((IHI|DDI) [0-9]+[A-Z]? ([0-9A]+\\.[0-9]|table [0-9])|docs/silicon.md [0-9])" \
                   : "^[a-z][a-z0-9-]*: (scoreboard|count mismatch|rule( [A-Za-z0-9-]+)?|golden [a-z0-9A-Z-]+|formal [a-z_]+|report .+)$"
  expected = permitted ? "NAME: a clause (IHI 0035B 4.5.3)" : "NAME: WHO"
}

{ here = FILENAME ":" FNR }

/^#/ || /^$/ || /^(one-sided )?run (pft |etm3 )?--/ || /^  (with|liberty|differs|only|run) / { next }

# A run that needs none (tests/false_pass/false-pass.txt).
/^  no fault$/ && changes {
  places[name]++
  next
}

$0 ~ what {
  name = group "-" substr($0, 1, index($0, ":") - 1)
  if (name in places) fail(here, "a second " name)
  places[name] = 0
  changes++
  change_at[changes] = here
  change[changes] = name
  print group "-" $0 >(tree "/seeded")
  next
}

/^  [^ ]+: .+ ==> .+$/ && changes {
  path = substr($0, 3, index($0, ": ") - 3)
  rest = substr($0, index($0, ": ") + 2)
  arrow = index(rest, " ==> ")
  add_edit(path, trimmed(substr(rest, 1, arrow)), trimmed(substr(rest, arrow + 5)))
  places[name]++
  next
}

{ fail(here, "expected " expected ", or two blanks and FILE: WHOLE ==> WHAT IT BECOMES, or a run") }

# The source with its choices, from one position to another.
function seeded(path, lo, hi,    e, out) {
  while (e = outermost(path, lo, hi)) {
    out = out substr(text[path], lo, from[e] - lo) choices(path, e)
    lo = to[e] + 1
  }
  return out substr(text[path], lo, hi - lo + 1)
}

# The first edit in the range that is not done, and of those that begin there the longest; 0: none.
function outermost(path, lo, hi,    e, best) {
  for (e = 1; e <= edits; e++) {
    if (file[e] != path || done[e] || from[e] < lo || to[e] > hi) continue
    if (!best || from[e] < from[best] || (from[e] == from[best] && to[e] > to[best])) best = e
  }
  return best + 0
}

# All edits of the same text as edit `first`.
function choices(path, first,    e, same, count, out, is_statement, is_put_in) {
  for (e = 1; e <= edits; e++) {
    if (file[e] != path || from[e] != from[first] || to[e] != to[first]) continue
    done[e] = 1
    same[++count] = e
  }
  is_put_in = to[first] < from[first]
  out = seeded(path, from[first], to[first])
  is_statement = substr(text[path], to[first], 1) == ";"
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
  for (n = 1; n <= changes; n++) if (!places[change[n]]) fail(change_at[n], change[n] " has no place")
  for (path in text) out[path] = seeded(path, 1, length(text[path]))
  for (e = 1; e <= edits; e++) {
    if (!done[e]) fail(said[e], "overlaps the text of another; expected the same text, or one inside the other")
  }
  for (path in out) {
    if (path ~ /\.[ch]$/) printf "extern unsigned seeded_number, seeded_kept[2]; unsigned seeded_at(unsigned), seeded_bits(unsigned); " >(tree "/" path)
    printf "%s", out[path] >(tree "/" path)
  }
}
