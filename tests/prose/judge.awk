# SPDX-License-Identifier: Apache-2.0
# awk [-v update=1 | -v kind=KIND -v name=NAME] -v changed=FILE -f judge.awk input=1 exceptions.txt input=2 counts.txt input=3 FINDINGS:
# decides which findings of prose.awk are errors, and prints these. Exit code 1: there is one.
#
#   update=1   prints counts.txt with each count lowered to the number of findings
#
#   kind=      prints the findings that counts.txt accepts; with name= those of one page or directory
#
# The file `changed` has a line FILE:LINE for each line that differs from the last commit. If a count grew, the findings in these lines are
# printed.
BEGIN { FS = "\t"; while (changed != "" && (getline row < changed) > 0) is_changed[row] }

# FILE: TEXT: REASON
input == 1 {
  if (/^#/ || /^$/) next
  at = index($0, ": ")
  rest = substr($0, at + 2)
  if (!at || !match(rest, /: [^:]*$/)) { fail("tests/prose/exceptions.txt:" FNR ": expected FILE: TEXT: REASON"); next }
  exceptions++
  exception_line[exceptions] = FNR
  exception_file[exceptions] = substr($0, 1, at - 1)
  exception_text[exceptions] = substr(rest, 1, RSTART - 1)
  next
}
# KIND NAME COUNT; lower warn or lower reject; strict KIND or NAME...
input == 2 {
  lines[++count_lines] = $0
  if (/^#/ || /^$/) next
  words = split($0, word, " ")
  if (word[1] == "lower" && words == 2) { rejects_lower = word[2] == "reject"; next }
  if (word[1] == "strict") { for (i = 2; i <= words; i++) strict[word[i]]; next }
  if (words != 3 || word[1] !~ /^(pages|comments|strings)$/ || word[3] !~ /^[0-9]+$/) { fail("tests/prose/counts.txt:" FNR ": expected KIND NAME COUNT"); next }
  if (word[1] in strict || word[2] in strict) { fail("tests/prose/counts.txt:" FNR ": " word[1] " " word[2] " is strict: expected no count"); next }
  accepted[word[1] " " word[2]] = word[3]
  next
}
{
  for (i = 1; i <= exceptions; i++) if (exception_file[i] == $2 && index($5, exception_text[i])) { is_used[i]; next }
  scope = $1 " " scope_of($1, $2)
  if (!(scope in accepted)) { fail($2 ":" $3 ": " $4); next }
  found[scope]++
  total[$1]++
  if (kind == $1 && (name == "" || kind " " name == scope)) print $2 ":" $3 ": " $4
  if (($2 ":" $3) in is_changed) of_change[scope] = of_change[scope] $2 ":" $3 ": " $4 "\n"
}
END {
  if (kind != "") exit 0
  if (update) {
    for (i = 1; i <= count_lines; i++) print_row(lines[i])
    exit 0
  }
  for (i = 1; i <= exceptions; i++) if (!(i in is_used)) fail("tests/prose/exceptions.txt:" exception_line[i] ": no such finding: remove the line")
  for (scope in accepted) {
    if (found[scope] + 0 > accepted[scope]) {
      fail("prose: " scope ": " found[scope] " findings, tests/prose/counts.txt accepts " accepted[scope] "; tests/prose/check.sh --list " scope " shows them")
      printf "%s", of_change[scope]
    }
    if (found[scope] + 0 < accepted[scope]) lower = lower " " (lower == "" ? "" : "and ") scope " (" found[scope] + 0 ")"
  }
  if (lower != "") {
    print "prose: fewer findings than tests/prose/counts.txt accepts:" lower "; tests/prose/check.sh --update lowers the counts"
    if (rejects_lower) bad = 1
  }
  for (i = split("strings comments pages", word, " "); i > 0; i--) if (total[word[i]]) print "prose: " word[i] ": " total[word[i]] " findings are left to rewrite"
  exit bad
}

function fail(what) { if (kind == "" && !update) print what; bad = 1 }

# A page, or the directory at the top; `.` for the files that are in none.
function scope_of(kind, file) { return kind == "pages" ? file : file ~ /\// ? substr(file, 1, index(file, "/") - 1) : "." }

# A row of a text that has no findings any more is left out.
function print_row(row,   scope) {
  split(row, word, " ")
  scope = word[1] " " word[2]
  if (!(scope in accepted)) print row
  else if (found[scope] > 0) print scope " " (found[scope] < accepted[scope] ? found[scope] : accepted[scope])
}
