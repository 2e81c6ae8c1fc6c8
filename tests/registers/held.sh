#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# held.sh BUILD: prints held.txt after `make mutate KIND=registers`: which rules detect the faults of each register and each field (docs/registers.md).
# If it changes, make that page again.
set -eu
sed -n "s|^\([a-z0-9.-]*\) *--.*|$1/registers/\1.detected|p" tests/registers/units.txt | xargs cat | awk '
  function add(what, rule) {
    if ((what, rule) in seen) return
    seen[what, rule] = 1
    print what, rule
  }
  # UNIT KIND OFFSET:MASK REGISTER FIELD... RULE...
  {
    fields = rules = 0
    for (i = 5; i <= NF; i++) if ($i ~ /^[A-Z0-9]+(-[A-Z]+)+-[0-9]+$|^scoreboard$/) rule[rules++] = $i; else if ($i ~ /^[A-Z]/) field[fields++] = $i
    for (r = 0; r < rules; r++) {
      add($4, rule[r])
      for (f = 0; f < fields; f++) add($4 "." field[f], rule[r])
    }
  }' | sort | awk '{ if ($1 != last) printf "%s%s", (NR > 1 ? "\n" : ""), $1; last = $1; printf " %s", $2 } END { print "" }'
