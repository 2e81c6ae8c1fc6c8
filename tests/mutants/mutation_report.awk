# SPDX-License-Identifier: Apache-2.0
# mutation_report.awk -v title=TITLE -v faults=FAULTS -v equivalent=FILE DETECTED: the report of what detect.sh prints of the faults of a list
# (docs/faults.md). A fault that is detected with the reference model only must be permitted by a clause (equivalent.txt): if not, code 1. A
# crash is a fault of the tools: code 1, too.

# A mutation as equivalent.txt names it: without its place in the sources, and without the numbers that yosys gives to cells.
function mutation(line) {
  sub(/^[^ ]*: /, "", line)
  sub(/,.*/, "", line)
  gsub(/[$][0-9]+/, "", line)
  return line
}

function read_equivalent(    line, name, clause) {
  while ((getline line <equivalent) > 0) {
    if (line ~ /^(#|$)/) continue
    if (line ~ /^  /) {
      clauses[name, substr(line, 3)] = clause
      continue
    }
    name = substr(line, 1, index(line, ":") - 1)
    clause = substr(line, length(name) + 3)
    clauses[name] = clause
  }
}

function clause_of(name,    list) {
  list = name
  if (sub(/-netlist-[0-9]+$/, "-netlist", list)) return clauses[list, mutation(about[name])]
  return clauses[name]
}

BEGIN {
  columns = split("model,scoreboard,rule,counts,hang,crash,none", column, ",")
  while ((getline line <faults) > 0) about[substr(line, 1, index(line, ":") - 1)] = line
  read_equivalent()
}

{
  count[$2, $3]++
  total[$2]++
  check[$1, $2] = $3
  run[$1, $2] = $4
  said[$1, $2] = $5
  if ($2 == "strict") names[++n] = $1
}

function row(mode,    c, out) {
  out = sprintf("%-10s", mode)
  for (c = 1; c <= columns; c++) out = out sprintf("%12d", count[mode, column[c]])
  printf "%s   %d of %d detected\n", out, total[mode] - count[mode, "none"], total[mode]
}

function is_detected(name, mode) { return check[name, mode] != "none" }

function print_permission(name,    clause) {
  clause = clause_of(name)
  bad += clause == ""
  print "    " (clause == "" ? "NO CLAUSE: expected an entry in " equivalent ", or a rule that detects it" : "permitted: " clause)
}

function print_detection(name, mode) { print "    " said[name, mode] "\n    run: " run[name, mode] }

# The faults that mode `strict` detects or not, and mode `legal` detects or not.
function list(heading, strict, legal,    i, name) {
  print heading ":"
  for (i = 1; i <= n; i++) {
    name = names[i]
    if (is_detected(name, "strict") != strict || is_detected(name, "legal") != legal) continue
    print "  " about[name]
    if (strict && !legal) print_permission(name)
    if (strict) print_detection(name, "strict")
    if (legal) print_detection(name, "legal")
  }
}

function list_with_image(    i, name) {
  print "detected in mode legal, but not without the program image:"
  for (i = 1; i <= n; i++) {
    name = names[i]
    if (!is_detected(name, "legal") || is_detected(name, "port-only")) continue
    print "  " about[name]
    print_detection(name, "legal")
  }
}

END {
  print "mutation report: " title
  printf "%-10s", ""
  for (c = 1; c <= columns; c++) printf "%12s", column[c] == "none" ? "surviving" : column[c]
  print ""
  row("strict")
  row("legal")
  row("port-only")
  list("detected with the reference model only", 1, 0)
  list("detected without the reference model only", 0, 1)
  list("surviving mutants", 0, 0)
  list_with_image()
  print ""
  exit bad + count["strict", "crash"] + count["legal", "crash"] + count["port-only", "crash"] > 0
}
