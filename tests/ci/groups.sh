#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# groups.sh NAME=JUNIT...: a table of the groups of tests, those that begin alike together; of each JUnit file passed, failed, skipped, and in the last
# row all of it (docs/ci.md).
set -eu
for file; do
  sed -n 's/.*<testsuite name="\([^"-]*\)[^"]*".* tests="\([0-9]*\)" failures="\([0-9]*\)" .* skipped="\([0-9]*\)".*/\1 \2 \3 \4/p' "${file#*=}" |
    sed "s/\$/\t${file%%=*}/"
done | awk '
  function add(group) { passed[group, name] += $2 - $3 - $4; failed[group, name] += $3; skipped[group, name] += $4 }
  function row(group, i, text) {
    text = "| " group " |"
    for (i = 1; i <= count; i++) {
      text = text (((group, names[i]) in passed) ? " " passed[group, names[i]] ", " failed[group, names[i]] ", " skipped[group, names[i]] : " -") " |"
    }
    return text
  }
  {
    name = substr($0, index($0, "\t") + 1)
    if (!(name in known)) { known[name]; names[++count] = name }
    if (!($1 in seen)) { seen[$1]; groups[++rows] = $1 }
    add($1)
    add("all")
  }
  END {
    text = "| group |"
    line = "|---|"
    for (i = 1; i <= count; i++) { text = text " " names[i] " |"; line = line "---|" }
    print text "\n" line
    for (i = 1; i <= rows; i++) print row(groups[i]) | "sort"
    close("sort")
    print row("all")
  }'
