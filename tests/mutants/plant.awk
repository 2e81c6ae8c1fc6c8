# SPDX-License-Identifier: Apache-2.0
# plant.awk -v tree=TREE FAULTS...: plants all faults of the files (pft.txt says how they are written) into the copies of the sources
# under TREE, each behind a choice made at run time: fault N is there if the selector is N. TREE/faults becomes the list of them, a
# line PROTOCOL-NAME: WHO each, in the order of their numbers, from 1 on.
#
# Faults may share a text, or one may lie in the text of another: then the inner one is part of what the outer one leaves whole.

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

function add_edit(path, whole, broken,    parts, count) {
  load(path)
  count = split(whole, parts, "@")
  if (count != 1 && count != 3) fail(here, "expected no @, or two around what is replaced: " whole)
  if ((count == 1 ? whole : parts[2]) == broken) fail(here, "changes nothing: " whole)
  find(path, parts[1] parts[2] parts[3])
  if (count == 3) narrow(path, parts)
  edits++
  file[edits] = path
  number[edits] = faults
  said[edits] = here
  becomes[edits] = broken
  from[edits] = RSTART
  to[edits] = RSTART + RLENGTH - 1
}

# Of the place found, that of the second part of three.
function narrow(path, parts,    at) {
  at = RSTART
  if (parts[1] != "") {
    match(substr(text[path], at, RLENGTH), "^" pattern(parts[1]))
    at += RLENGTH
  }
  match(substr(text[path], at), "^" pattern(parts[2]))
  RSTART = at
}

FNR == 1 {
  protocol = FILENAME
  gsub(/.*\/|\.txt$/, "", protocol)
}

{ here = FILENAME ":" FNR }

/^#/ || /^$/ || /^(one-sided )?run --/ { next }

/^[a-z][a-z0-9-]*: (check 2|rule [A-Za-z0-9-]+|golden [a-z0-9A-Z-]+|report .+)$/ {
  name = protocol "-" substr($0, 1, index($0, ":") - 1)
  if (name in places) fail(here, "a second fault " name)
  places[name] = 0
  faults++
  fault_at[faults] = here
  fault[faults] = name
  print protocol "-" $0 >(tree "/faults")
  next
}

/^  [^ ]+: .+ ==> .+$/ && faults {
  path = substr($0, 3, index($0, ": ") - 3)
  rest = substr($0, index($0, ": ") + 2)
  arrow = index(rest, " ==> ")
  add_edit(path, trimmed(substr(rest, 1, arrow)), trimmed(substr(rest, arrow + 5)))
  places[name]++
  next
}

{ fail(here, "expected NAME: WHO, or two blanks and FILE: WHOLE ==> BROKEN, or a run") }

# The source with its choices, from one position to another.
function planted(path, lo, hi,    e, out) {
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
function choices(path, first,    e, same, count, out, is_statement) {
  for (e = 1; e <= edits; e++) {
    if (file[e] != path || from[e] != from[first] || to[e] != to[first]) continue
    done[e] = 1
    same[++count] = e
  }
  out = planted(path, from[first], to[first])
  is_statement = substr(text[path], to[first], 1) == ";"
  for (e = 1; e <= count; e++) out = choice(path, number[same[e]], becomes[same[e]], out, is_statement)
  return out
}

function choice(path, n, broken, whole, is_statement,    selected) {
  selected = (path ~ /\.sv$/ ? "planted_pkg::fault == " : "planted_fault == ") n
  if (!is_statement) return "((" selected ") ? (" broken ") : (" whole "))"
  if (path ~ /\.sv$/) return "begin if (" selected ") begin " broken " end else begin " whole " end end"
  return "{ if (" selected ") { " broken " } else { " whole " } }"
}

END {
  if (failed) exit 2
  for (n = 1; n <= faults; n++) if (!places[fault[n]]) fail(fault_at[n], fault[n] " has no place")
  for (path in text) out[path] = planted(path, 1, length(text[path]))
  for (e = 1; e <= edits; e++) {
    if (!done[e]) fail(said[e], "overlaps the text of another fault; expected the same text, or one inside the other")
  }
  for (path in out) {
    if (path ~ /\.[ch]$/) printf "extern unsigned planted_fault, planted_kept[2]; " >(tree "/" path)
    printf "%s", out[path] >(tree "/" path)
  }
}
