# SPDX-License-Identifier: Apache-2.0
# kill_table.awk -v title=TITLE -v faults=FAULTS -v equivalent=FILE KILLED: the table of what kill.sh says of the faults of a list. What the
# model's side alone kills must be permitted by a clause (equivalent.txt): if not, code 1. A crash is a fault of ours: code 1 too.

# A mutation as equivalent.txt names it: without where it comes from, and without the numbers that yosys gives to cells.
function mutation(line) {
  sub(/^[^ ]*: /, "", line)
  sub(/,.*/, "", line)
  gsub(/[$][0-9]+/, "", line)
  return line
}

function read_lives(    line, gate, clause) {
  while ((getline line <equivalent) > 0) {
    if (line ~ /^(#|$)/) continue
    if (line ~ /^  /) {
      clauses[gate, substr(line, 3)] = clause
      continue
    }
    gate = substr(line, 1, index(line, ":") - 1)
    clause = substr(line, length(gate) + 3)
    clauses[gate] = clause
  }
}

function clause_of(name,    gate) {
  gate = name
  if (sub(/-gate-[0-9]+$/, "-gate", gate)) return clauses[gate, mutation(about[name])]
  return clauses[name]
}

BEGIN {
  columns = split("model,scoreboard,rule,counts,hang,crash,none", column, ",")
  while ((getline line <faults) > 0) about[substr(line, 1, index(line, ":") - 1)] = line
  read_lives()
}

{
  count[$2, $3]++
  total[$2]++
  who[$1, $2] = $3
  said[$1, $2] = $5
  run[$1, $2] = $4
  if ($2 == "model") names[++n] = $1
}

function row(way, label,    c, out) {
  out = sprintf("%-15s", label)
  for (c = 1; c <= columns; c++) out = out sprintf("%11d", count[way, column[c]])
  killed = total[way] - count[way, "none"]
  printf "%s   killed %d of %d\n", out, killed, total[way]
}

function permit(name,    clause) {
  clause = clause_of(name)
  bad += clause == ""
  print "    " (clause == "" ? "NO CLAUSE in " equivalent " permits it" : "permitted: " clause)
}

# What only the code shows.
function list_code(    i, name) {
  print "killed without the model, not without the code:"
  for (i = 1; i <= n; i++) {
    name = names[i]
    if (who[name, "no-model"] == "none" || who[name, "no-code"] != "none") continue
    print "  " about[name] "\n    " said[name, "no-model"] "\n    run: " run[name, "no-model"]
  }
}

function list(heading, with, without,    i, name) {
  print heading ":"
  for (i = 1; i <= n; i++) {
    name = names[i]
    if ((who[name, "model"] != "none") != with || (who[name, "no-model"] != "none") != without) continue
    print "  " about[name]
    if (with && !without) permit(name)
    if (with) print "    " said[name, "model"] "\n    run: " run[name, "model"]
    if (without) print "    " said[name, "no-model"] "\n    run: " run[name, "no-model"]
  }
}

END {
  print title
  printf "%-15s", ""
  for (c = 1; c <= columns; c++) printf "%11s", column[c]
  print ""
  row("model", "with the model")
  row("no-model", "without")
  row("no-code", "without code")
  list("killed with the model, not without", 1, 0)
  list("killed without the model, not with", 0, 1)
  list("killed by nothing", 0, 0)
  list_code()
  print ""
  exit bad + count["model", "crash"] + count["no-model", "crash"] + count["no-code", "crash"] > 0
}
