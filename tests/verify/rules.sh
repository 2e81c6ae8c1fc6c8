#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rules.sh: prints docs/rules.md with its tables made anew from the rule table, model/rules/rule_rows.inc. A table follows a comment
# `<!-- rules: SCOPE... -->`. Its column `tests` names the unit tests, or the seeded faults, that show a violation of the rule.
set -eu
awk '
  # The value of a member in the rest of a row, or nothing.
  function member(text, name) {
    if (!match(text, "\\." name " = [A-Z0-9_a-z]+")) return ""
    return substr(text, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
  }
  function finish_row(text,    part, i, versions, since) {
    gsub(/"[ \n]+"/, "", text) # one string
    for (i = 1; i <= 3; i++) {
      text = substr(text, index(text, "\"") + 1)
      part[i] = substr(text, 1, index(text, "\"") - 1)
      text = substr(text, index(text, "\"") + 1)
    }
    versions = member(text, "protocol") == "RULE_PFT" ? "PFT" : member(text, "protocol") == "RULE_ETM3" ? "ETMv3" : "both"
    since = member(text, "since")
    if (since > 0) versions = versions (versions == "PFT" ? "v1." : ".") since
    rules++
    id[rules] = part[1]
    row[rules] = "| " part[1] " | " part[3] " | " part[2] " | " versions " |"
    scope[rules] = member(text, "scope") == "" ? "architecture" : tolower(substr(member(text, "scope"), 6))
    read[rules] = text ~ /RULE_IN_PART/ ? "in part" : text ~ /RULE_UNREAD/ ? "missing" : ""
  }
  FILENAME ~ /rule_rows\.inc$/ {
    if (/^RULE\(/) row_text = ""
    row_text = row_text "\n" $0
    if (/\)$/) finish_row(row_text)
    next
  }
  FILENAME ~ /test_[a-z0-9_]*\.c$/ {
    if (match($0, /^static void [a-z0-9_]+\(/)) name = substr($0, 13, RLENGTH - 13)
    if (match($0, /^CASE\([a-z0-9_]+/)) name = substr($0, 6, RLENGTH - 5)
    for (rest = $0; match(rest, /"[A-Z0-9]+-[A-Z]+-[0-9]"/); rest = substr(rest, RSTART + RLENGTH)) {
      rule = substr(rest, RSTART + 1, RLENGTH - 2)
      file = FILENAME
      gsub(/.*test_|\.c$/, "", file)
      if ((rule, file, name) in shown) continue
      shown[rule, file, name]
      if (!((rule, file) in tests)) files[rule] = files[rule] " " file
      tests[rule, file] = tests[rule, file] ((rule, file) in tests && tests[rule, file] != "" ? ", " : "") "`" name "`"
    }
    next
  }
  FILENAME ~ /mutants\/.*\.txt$/ {
    if (match($0, /^[a-z][a-z0-9-]*: rule [A-Z0-9]+-[A-Z]+-[0-9]$/)) {
      split($0, word, /: rule /)
      faults[word[2]] = faults[word[2]] (word[2] in faults && faults[word[2]] != "" ? ", " : "") "`" word[1] "`"
    }
    next
  }
  # The page.
  skipping && /^\|/ { next }
  { skipping = 0; print }
  match($0, /^<!-- rules:[a-z ]* -->$/) {
    wanted = substr($0, 12, length($0) - 15) " "
    some_read = wanted ~ / architecture /
    print "| ID | rule | clause | versions | tests |" (some_read ? " clause text |" : "")
    print "|---|---|---|---|---|" (some_read ? "---|" : "")
    for (i = 1; i <= rules; i++) {
      if (index(wanted, " " scope[i] " ") == 0) continue
      red = ""
      count = split(files[id[i]], file_of, " ")
      for (k = 1; k <= count; k++) red = red (red == "" ? "" : "; ") "`" file_of[k] "`: " tests[id[i], file_of[k]]
      if (red == "") red = faults[id[i]]
      if (red == "" && scope[i] == "port") red = row[i] ~ /Cortex-A9/ ? "`port_rules_a9`" : "`port_rules`"
      if (red == "") red = "tests/false_pass"
      print row[i] " " red " |" (some_read ? " " read[i] " |" : "")
    }
    skipping = 1
  }
' model/rules/rule_rows.inc tests/unit/test_rule_*.c tests/unit/test_port_rules.c tests/mutants/*.txt docs/rules.md
