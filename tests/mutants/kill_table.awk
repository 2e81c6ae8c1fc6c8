# SPDX-License-Identifier: Apache-2.0
# kill_table.awk -v title=TITLE -v faults=FAULTS KILLED: the table of what kill.sh says of the faults of a list. A crash is a fault of
# ours: code 1.

BEGIN {
  columns = split("check 1,check 2,rule,balance,hang,crash,none", column, ",")
  while ((getline line <faults) > 0) about[substr(line, 1, index(line, ":") - 1)] = line
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
  for (c = 1; c <= columns; c++) out = out sprintf("%9d", count[way, column[c]])
  killed = total[way] - count[way, "none"]
  printf "%s   killed %d of %d\n", out, killed, total[way]
}

function list(heading, with, without,    i, name) {
  print heading ":"
  for (i = 1; i <= n; i++) {
    name = names[i]
    if ((who[name, "model"] != "none") != with || (who[name, "no-model"] != "none") != without) continue
    print "  " about[name]
    if (with) print "    " said[name, "model"] "\n    run: " run[name, "model"]
    if (without) print "    " said[name, "no-model"] "\n    run: " run[name, "no-model"]
  }
}

END {
  print title
  printf "%-15s", ""
  for (c = 1; c <= columns; c++) printf "%9s", column[c]
  print ""
  row("model", "with the model")
  row("no-model", "without")
  list("killed with the model, not without", 1, 0)
  list("killed without the model, not with", 0, 1)
  list("killed by nothing", 0, 0)
  print ""
  exit count["model", "crash"] + count["no-model", "crash"] > 0
}
