# SPDX-License-Identifier: Apache-2.0
# awk -v name=NAME -f outputs.awk PAGE OUTPUT: compares a block of PAGE with OUTPUT. The block is the first code after the line
# "<!-- output: NAME -->": indented by four columns, or between two fences. Its lines must be lines of OUTPUT, in this order and without lines
# between them. A line `...` matches any lines; ` ... ` in a line matches any text. Prints the first line that differs.
NR == FNR {
  if ($0 == "<!-- output: " name " -->") { wanted = 1; next }
  if (!wanted) next
  if (/^ *```/) {
    if (fence) { wanted = fence = 0; next }
    fence = 1
    next
  }
  if (fence) { line[++lines] = $0; next }
  if (/^    /) { line[++lines] = substr($0, 5); next }
  if (lines && NF) wanted = 0
  else if (lines) line[++lines] = ""
  next
}
{ out[++outs] = $0 }
END {
  while (lines && line[lines] == "") lines--
  if (!lines) { print "no block after <!-- output: " name " -->"; exit 1 }
  at = 0
  free = 1
  for (i = 1; i <= lines; i++) {
    if (line[i] ~ /^ *\.\.\.$/) { free = 1; continue }
    from = at + 1
    for (at = from; at <= outs && !matches(out[at], line[i]) && free; at++) { }
    if (at > outs || !matches(out[at], line[i])) {
      print "not printed" (free ? "" : " here") ": " line[i]
      if (!free) print "but:         " (at > outs ? "the end of the output" : out[at])
      exit 1
    }
    free = 0
  }
}

function matches(text, shown,   count, part, i, start) {
  if (text == shown) return 1
  sub(/ \.\.\.$/, " ... ", shown)
  count = split(shown, part, / \.\.\. /)
  if (count == 1 || index(text, part[1]) != 1) return 0
  start = length(part[1]) + 1
  for (i = 2; i < count; i++) {
    text = substr(text, start)
    start = index(text, part[i])
    if (!start) return 0
    start += length(part[i])
  }
  text = substr(text, start)
  return part[count] == "" || (length(text) >= length(part[count]) && substr(text, length(text) - length(part[count]) + 1) == part[count])
}
