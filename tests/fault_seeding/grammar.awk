# SPDX-License-Identifier: Apache-2.0
# grammar.awk: the grammar of lists of seeded faults and permitted deviations (docs/faults.md), for a program that follows it
# (awk -f grammar.awk -f PROGRAM LIST...). KIND says what a line is: common (a run of each entry without runs of its own), entry, run,
# options, deviation, differs, only, no-fault or place. LIST and NAME are those of the entry that the line belongs to, TEXT is what follows the
# first word of the line. EXPECT is that of the entry; FILE, WHOLE and BROKEN are those of a place. Another line ends the program with code 2.

function fail(where, what) {
  print where ": " what >"/dev/stderr"
  failed = 1
  exit 2
}

function trimmed(text) {
  gsub(/^ +| +$/, "", text)
  return text
}

function is_expectation(text) {
  return text ~ /^(scoreboard|count mismatch|scoreboard or rule|rule [A-Z0-9-]+-[0-9]+|golden [A-Za-z0-9-]+|formal [a-z_]+|report .+)$/ ||
         text ~ /^permitted .*((IHI|DDI) [0-9]+[A-Z]? ([0-9A]+\.[0-9]|table [0-9])|docs\/silicon.md [0-9])/
}

function is_run(text) { return text ~ /^((FAIL(<[0-9]+)?|INCOMPLETE|NOTHING|LINE) )?--[a-z]/ }

FNR == 1 {
  list = FILENAME
  gsub(/.*\/|\.txt$/, "", list)
  name = ""
}

{
  here = FILENAME ":" FNR
  kind = ""
}

/^(#|$)/ { next }

/^run --/ && name == "" {
  kind = "common"
  text = substr($0, 5)
}

/^[a-z][a-z0-9-]*: / {
  kind = "entry"
  name = substr($0, 1, index($0, ":") - 1)
  expect = substr($0, length(name) + 3)
  if (!is_expectation(expect)) fail(here, "expected NAME: EXPECT (docs/faults.md), found \"" $0 "\"")
}

name != "" && /^  [a-z]/ {
  text = substr($0, index($0, $1) + length($1) + 1)
  if ($1 == "run" && is_run(text)) kind = "run"
  else if ($1 == "options" && text ~ /^--/) kind = "options"
  else if ($1 == "deviation" && text != "") kind = "deviation"
  else if ($1 == "differs" && text == "at the pins") kind = "differs"
  else if ($1 == "only" && text ~ /^(pft|etm3)$/) kind = "only"
  else if ($0 == "  no fault") kind = "no-fault"
  else if (/^  [^ ]+: .+ ==> .+$/) {
    kind = "place"
    file = substr($1, 1, length($1) - 1)
    arrow = index(text, " ==> ")
    whole = trimmed(substr(text, 1, arrow))
    broken = trimmed(substr(text, arrow + 5))
  }
}

kind == "" { fail(here, "expected a line of an entry (docs/faults.md), found \"" $0 "\"") }
