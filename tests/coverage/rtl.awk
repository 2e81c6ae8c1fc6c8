# SPDX-License-Identifier: Apache-2.0
# Converts coverage data of Verilator to a tracefile of lcov, with the sums over all input files, instances and builds. `verilator_coverage
# --write-info` does not serve: it writes no branches in Verilator 5.006, and only the first line of a block.
#
# A point is a line C 'KEYS' COUNT. Each of the KEYS is \001NAME\002VALUE: f file, l line, n column, o kind, S all lines of the block.
/^C / && /v_(line|branch)/ {
  split("", value)
  keys = split($0, key, "\001")
  sub(/'.*/, "", key[keys])
  for (i = 2; i <= keys; i++) { at = index(key[i], "\002"); value[substr(key[i], 1, at - 1)] = substr(key[i], at + 1) }
  file = value["f"]
  count_line(value["l"])
  # An if is executed also if only its else is taken, and the else has no lines of its own.
  ranges = split(value["S"], range, ",")
  for (i = 1; i <= ranges; i++) {
    split(range[i] "-" range[i], end, "-")
    for (line = end[1]; line <= end[2]; line++) if (line != value["l"]) count_line(line)
  }
  if (value["o"] != "block") branch[file "\n" value["l"] "," value["n"] "," value["o"]] += $NF
}
function count_line(line) {
  lines[file "\n" line] += $NF
  files[file]
}
END {
  for (file in files) {
    print "SF:" file
    for (place in lines) if (split(place, part, "\n") && part[1] == file) print "DA:" part[2] "," lines[place]
    for (place in branch) if (split(place, part, "\n") && part[1] == file) print "BRDA:" part[2] "," branch[place]
    print "end_of_record"
  }
}
