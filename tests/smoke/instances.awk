# SPDX-License-Identifier: Apache-2.0
# For awk -f: instances(NEEDS, count) is the numbers of the resources that a row of smoke.txt with these NEEDS has a case for, with blanks between.
# count[NAME] has what `print_can` prints of the DUT. Empty: the row has no each:RESOURCE, or the DUT has no such resource.
function instances(needs, count,    resource, n, list) {
  if (needs !~ /^each:/) return ""
  sub(/^each:/, "", needs)
  sub(/ .*/, "", needs)
  gsub("-", "_", needs)
  if (needs == "transitions") return count["sequencer"] ? "12 21 23 31 32 13" : ""
  n = needs == "whole_counters" ? 1 + count["reduced_counter"] : 1
  for (resource = needs == "whole_counters" ? count["counters"] : count[needs]; n <= resource; n++) list = list " " n
  return substr(list, 2)
}
# A line of print_can.
function read_count(line, count,    word) {
  if (split(line, word, "=") == 2) count[word[1]] = word[2] + 0
}
