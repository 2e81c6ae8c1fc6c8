# SPDX-License-Identifier: Apache-2.0
# -v root=DIRECTORY/ -v page=FILE: writes FILE from tracefiles of lcov: the covered lines and branches of each file of rtl/ and model/, and the holes.
# The file with most holes comes first. Prints the summary.
/^SF:/ {
  file = substr($0, 4)
  if (index(file, root) == 1) file = substr(file, length(root) + 1)
  is_kept = file ~ /^(rtl|model)\//
  if (is_kept) is_rtl[file] = file ~ /^rtl\//
}
# A tracefile may have several records of a header, one for each source file that includes it.
is_kept && /^DA:/ {
  split(substr($0, 4), field, ",")
  line = field[1] + 0
  if (line > last[file]) last[file] = line
  if (!((file, line) in executed)) lines[file]++
  if (field[2] > 0 && !executed[file, line]) covered_lines[file]++
  executed[file, line] = executed[file, line] || field[2] > 0
}
# The last field is a count, or - if the condition was never evaluated. The one before it names the branch.
is_kept && /^BRDA:/ {
  fields = split(substr($0, 6), field, ",")
  name = substr($0, 6, length($0) - 6 - length(field[fields]))
  if (!((file, name) in taken)) { branches[file]++; named[file, field[1]] = named[file, field[1]] " " name }
  if (field[fields] > 0 && !taken[file, name]) covered_branches[file]++
  taken[file, name] = taken[file, name] || field[fields] > 0
}

function rate(covered, total) { return sprintf("%6d of %6d %5.1f %%", covered, total, total ? 100 * covered / total : 100) }
function holes(file) { return lines[file] - covered_lines[file] + branches[file] - covered_branches[file] }
function goes_first(a, b) { return holes(a) != holes(b) ? holes(a) > holes(b) : a < b }
function add(text) { listed = listed text "\n" }

# A block of lines that were not executed ends before the next line that was.
function find_holes(file,    line, text, block, size, missed) {
  for (line = 1; line <= last[file] && (getline text <file) > 0; line++) {
    sub(/^[ \t]+/, "", text)
    if (!((file, line) in executed)) continue
    if (!executed[file, line]) {
      if (!size++) block = sprintf("  %s:%d: ", file, line) text
      continue
    }
    if (size) add_block(block, size)
    size = 0
    missed = missed_branches(file, line)
    if (missed) add(sprintf("  %s:%d: not taken:%s: ", file, line, missed) text)
  }
  if (size) add_block(block, size)
  close(file)
}
function missed_branches(file, line,    count, name, i, part, parts, missed) {
  count = split(named[file, line], name, " ")
  for (i = 1; i <= count; i++) {
    parts = split(name[i], part, ",")
    if (!taken[file, name[i]]) missed = missed " " part[parts]
  }
  return missed
}
function add_block(block, size,    i) {
  add(block (size > 1 ? "  (" size " lines)" : ""))
  for (i = ++blocks; i > 1 && sizes[i - 1] < size; i--) { sizes[i] = sizes[i - 1]; shown[i] = shown[i - 1] }
  sizes[i] = size
  shown[i] = block
}

function write_part(part, rtl,    file, i, count, order, l, b, cl, cb) {
  for (file in is_rtl) {
    if (is_rtl[file] != rtl) continue
    for (i = ++count; i > 1 && goes_first(file, order[i - 1]); i--) order[i] = order[i - 1]
    order[i] = file
    l += lines[file]; cl += covered_lines[file]; b += branches[file]; cb += covered_branches[file]
  }
  print part ": lines " rate(cl, l) ", branches " rate(cb, b)
  print "\n" part ": files, most holes first\n" >page
  print "                   lines                  branches" >page
  print rate(cl, l) "  " rate(cb, b) "  all" >page
  listed = ""
  blocks = 0
  for (i = 1; i <= count; i++) {
    print rate(covered_lines[order[i]], lines[order[i]]) "  " rate(covered_branches[order[i]], branches[order[i]]) "  " order[i] >page
    find_holes(order[i])
  }
  print "\n" part ": the largest blocks of lines that no test executed\n" >page
  for (i = 1; i <= blocks && i <= 20; i++) printf "%6d lines%s\n", sizes[i], shown[i] >page
  print "\n" part ": all holes\n" >page
  printf "%s", listed >page
}
END {
  print "Lines and branches that a regression executed (docs/commands.md, Coverage of lines and branches)" >page
  write_part("RTL", 1)
  write_part("C", 0)
  print "holes: " page
}
