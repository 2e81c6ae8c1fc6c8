# SPDX-License-Identifier: Apache-2.0
# The manual page of a command: docs/commands.md has the examples and the files, docs/results.md the exit codes, its --help all else, on
# wide lines.
#   ARGP_HELP_FMT=rmargin=1000,opt-doc-col=50 waypoint help list |
#     awk -v name=waypoint-list -v brief='...' -v version=1.2.3 -f man.awk docs/commands.md docs/results.md -
function roff(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  sub(/^[.']/, "\\\\\\&&", text)
  return text
}
# A cell of a table, without its links and quotes.
function plain(cell) {
  while (match(cell, /\]\([^)]*\)/)) cell = substr(cell, 1, RSTART - 1) substr(cell, RSTART + RLENGTH)
  gsub(/\[|`|^ +| +$/, "", cell)
  return roff(cell)
}
function put(text) { page = page text "\n" }

function item(head, text) { return ".TP\n.B " head "\n" text "\n" }

# --- the pages: the tables under some headings
FILENAME != "-" && /^## / { heading = substr($0, 4) }
FILENAME != "-" && !/^\|/ { table = 0 }
FILENAME != "-" && !(/^\|/ && ++table > 2) { next }
FILENAME != "-" {
  split($0, cell, / *\|( +|$)/)
  of = cell[2] == "" ? of : plain(cell[2])
  if (heading == "Verdicts") codes = codes item(plain(cell[3]), of ": " plain(cell[4]))
  if (heading == "Files that are cut" && name == "waypoint") files = files item(of, "It is whole if: " plain(cell[3]))
  if (heading == "The simulator" && name == "waypoint-sim") {
    if (cell[2] ~ /^`waypoint-sim /) examples = examples item(of, plain(cell[3]))
    else files = files item(of, plain(cell[3]))
  }
  command = of
  sub(/ .*/, "", command)
  if (heading != "waypoint" || (name != "waypoint" && command != roff(name) && "waypoint\\-" command != roff(name))) next
  many = split(cell[4], example, "`")
  for (i = 2; i <= many; i += 2) examples = examples item(roff(example[i]), plain(cell[3]))
  next
}

# --- the help
/^Usage: |^  or:  / {
  if (!used++) put(".SH SYNOPSIS")
  else put(".br")
  sub(/^(Usage|  or): +/, "")
  put(".B " roff($1))
  sub(/^[^ ]+ +/, "")
  put(roff($0))
  next
}
used && !about && NF { about = 1; put(".SH DESCRIPTION") }
/^ [a-z].*:$/ {
  if (!groups++) put(".SH OPTIONS")
  sub(/^ /, "")
  sub(/:$/, "")
  put(".SS " roff($0))
  next
}
/^ +-/ {
  sub(/^ +/, "")
  words = match($0, /   *[^ ]/) ? substr($0, 1, RSTART - 1) : $0
  put(".TP\n.B " roff(words))
  rest = substr($0, length(words) + 1)
  sub(/^ +/, "", rest)
  if (rest != "") put(roff(rest))
  next
}
# A line of the list of commands.
/^  [a-z]+ +/ { listed = $1; sub(/^  [a-z]+ +/, ""); put(item(listed, roff($0))); next }
NF && groups && /^[^ ]/ { put(".SH NOTES") }
NF { sub(/^ +/, ""); put(roff($0)) }

END {
  printf ".TH %s 1 \"\" \"Waypoint %s\" \"Waypoint\"\n.SH NAME\n%s \\- %s\n%s", toupper(name), version, roff(name), roff(brief), page
  printf ".SH EXAMPLES\n%s.SH EXIT STATUS\n%s", examples, codes
  if (files != "") printf ".SH FILES\n%s", files
  print ".SH SEE ALSO\n" (name == "waypoint" ? "" : ".BR waypoint (1);\n") "the pages in share/doc/waypoint, of which docs/commands.md leads to the others."
}
