# SPDX-License-Identifier: Apache-2.0
# awk -f count.awk SHORT LONG [BASE-SHORT BASE-LONG]: the instructions that a clock costs, in parts, from the difference of a long
# and a short run. Each file has a line "clocks=N" and then the output of callgrind. BASE is another commit.
#
# The source file of a function decides its part. Each directory of model/ that the checker has is a part of the checks. A function
# of a library or of model/common has no part: what it executes is counted where a part calls it. A function in C++, from Verilator
# or main.cpp, has no source file, because it is compiled without debug information.

function part_of(object, file, function_name,    part) {
  if (object !~ /waypoint-sim$/ || function_name == "(below main)") return ""
  if (file == "???") return "RTL"
  if (file ~ /model\/(stim|drive)\/|sim\/bench\.|dpi\/driver_/) return "stimulus"
  if (file ~ /(dpi|pins)\/[^\/]*$/) return "pins"
  if (file ~ /model\/enc\//) return "model"
  if (match(file, /model\/[a-z]+\//)) {
    part = substr(file, RSTART + 6, RLENGTH - 7)
    if (part == "common") return ""
    checks[part]
    return part
  }
  return ""
}

# The format writes "(12) name" where a name is first used, and "(12)" after that.
function name_of(line, names,    number) {
  sub(/^[a-z]*=/, "", line)
  number = line
  sub(/\).*/, ")", number)
  if (line != number) names[number] = substr(line, length(number) + 2)
  return number in names ? names[number] : line
}

FNR == 1 { run++; split("", objects); split("", files); split("", functions) }
/^clocks=/ { clocks[run] = substr($0, 8) }
/^summary:/ { counted[run, "total"] = $2 }
/^ob=/ { object = name_of($0, objects) }
/^fl=/ { file = name_of($0, files) }
/^f[ie]=/ { name_of($0, files) }
/^fn=/ {
  called_object = object
  called_file = file
  part = part_of(object, file, name_of($0, functions))
}
/^cob=/ { called_object = name_of($0, objects) }
/^cf[il]=/ { called_file = name_of($0, files) }
/^cfn=/ { called = name_of($0, functions) }
/^calls=/ { is_call = 1; next }
# The cost of a call, with all that the called function calls.
/^[-+*0-9]/ && is_call {
  if (part_of(called_object, called_file, called) == "") counted[run, part] += $2
  is_call = 0
  called_object = object
  called_file = file
  next
}
/^[-+*0-9]/ { counted[run, part] += $2 }

function per_clock(name, short) {
  return (counted[short + 1, name] - counted[short, name]) / (clocks[short + 1] - clocks[short])
}

# A rounded number that is not "-0".
function rounded(number) { return int(number + (number < 0 ? -0.5 : 0.5)) }

function row(name, ours, theirs) {
  printf("  %-20s%6d", name, rounded(ours))
  if (run == 4) printf("%8d%7s", rounded(theirs), rounded(theirs) > 0 ? sprintf("%.2f", ours / theirs) : "-")
  print ""
}

END {
  count = split("RTL,stimulus,pins,model", parts, ",")
  for (name in checks) {
    for (i = count; i > 4 && parts[i] > name; i--) parts[i + 1] = parts[i]
    parts[i + 1] = name
    count++
  }
  if (run != 2 && run != 4) { print "count.awk: expected 2 or 4 files" | "cat >&2"; exit 2 }
  printf "instructions a clock%s\n", run == 4 ? "       BASE  ratio" : ""
  for (i = 1; i <= count; i++) {
    ours = per_clock(parts[i], 1)
    theirs = run == 4 ? per_clock(parts[i], 3) : 0
    if (i <= 4 || rounded(ours) > 0 || rounded(theirs) > 0) row(parts[i], ours, theirs)
    our_sum += ours
    their_sum += theirs
    if (i > 4) { our_checks += ours; their_checks += theirs }
  }
  our_total = per_clock("total", 1)
  their_total = run == 4 ? per_clock("total", 3) : 0
  row("other", our_total - our_sum, their_total - their_sum)
  row("total", our_total, their_total)
  row("of which checks", our_checks, their_checks)
}
