# SPDX-License-Identifier: Apache-2.0
# A trace as a picture, bytes over time: what was presented at the port, with numbers, and below it the packets with their bytes. A line
# joins an item with the packet that reports it. Of a dump that decode_rows wrote:
#   fst2vcd -f decoded.fst | awk -v from=CLOCK -v to=CLOCK -v title=TEXT -f trace_svg.awk >trace.svg
BEGIN {
  wide = 90; left = 70; top = 64
  y["waypoint"] = y["slot0"] = top; y["slot1"] = top + 24
  y["packet"] = top + 132; y["packet_2"] = top + 160; y["bytes"] = top + 196
  height = top + 240
  width = left + (to - from + 1) * wide + 10
}
function x(clock) { return left + (clock - from) * wide }
function safe(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
function box(row, first, last, text, class, room) {
  room = int(((last - first + 1) * wide - 8) / 6.05)
  if (length(text) > room) text = substr(text, 1, room - 1) "…"
  printf "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"22\" rx=\"3\"/><text x=\"%d\" y=\"%d\">%s</text>\n", \
    class, x(first) + 1, y[row], (last - first + 1) * wide - 2, x(first) + 5, y[row] + 15, safe(text)
}
# The rows' texts, each with its clocks. A clock begins 5 time units before its edge.
function ends(row) {
  if (text[row] == "") return
  n = ++count
  at_row[n] = row; at_text[n] = text[row]; at_first[n] = since[row]; at_last[n] = clock - 1
}
$1 == "$scope" { path = path $3 "." }
$1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
$1 == "$var" && path == "decode." && $5 in y { name[$4] = $5 }
/^#/ { clock = (substr($0, 2) + 5) / 10 }
/^s/ && $2 in name {
  ends(name[$2])
  value = substr($1, 2)
  gsub(/\\040/, " ", value)
  text[name[$2]] = value
  since[name[$2]] = clock
}
END {
  clock++
  for (row in y) ends(row)
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<style>\n", width, height, width, height
  print "text { fill: #1f2328; font: 10px monospace } .title { font: bold 13px sans-serif } .name { font: 11px sans-serif }"
  print ".paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .item { fill: #ddf4ff; stroke: #0550ae } .packet { fill: #fff1e5; stroke: #bc4c00 }"
  print ".bytes { fill: #dafbe1; stroke: #1a7f37 } .join { stroke: #0550ae; fill: none }"
  print "@media (prefers-color-scheme: dark) {"
  print "  text { fill: #e6edf3 } .paper { fill: #0d1117 } .grid { stroke: #3d444d } .item { fill: #0c2d6b; stroke: #58a6ff }"
  print "  .packet { fill: #5a1e02; stroke: #f0883e } .bytes { fill: #033a16; stroke: #3fb950 } .join { stroke: #58a6ff }"
  print "}\n</style>"
  printf "<rect class=\"paper\" width=\"%d\" height=\"%d\"/><text class=\"title\" x=\"10\" y=\"22\">%s</text>\n", width, height, safe(title)
  printf "<text class=\"name\" x=\"10\" y=\"%d\">clock</text><text class=\"name\" x=\"10\" y=\"%d\">port</text>\n", top - 12, top + 15
  printf "<text class=\"name\" x=\"10\" y=\"%d\">packets</text><text class=\"name\" x=\"10\" y=\"%d\">bytes</text>\n", y["packet"] + 15, y["bytes"] + 15
  for (c = from; c <= to; c++)
    printf "<path class=\"grid\" d=\"M%d %dV%d\"/><text x=\"%d\" y=\"%d\">%d</text>\n", x(c), top - 22, height - 10, x(c) + 4, top - 12, c
  for (i = 1; i <= count; i++)
    if (at_row[i] ~ /^(waypoint|slot[01])$/ && match(at_text[i], /#[0-9]+/)) place[substr(at_text[i], RSTART + 1, RLENGTH - 1) + 0] = i
  for (i = 1; i <= count; i++) {
    if (at_row[i] !~ /^packet/ || at_first[i] > to || at_last[i] < from) continue
    rest = at_text[i]
    while (match(rest, /#[0-9]+(\.\.[0-9]+)?/)) {
      split(substr(rest, RSTART + 1, RLENGTH - 1), range, /\.\./)
      lost = substr(rest, 1, RSTART - 1) ~ /(lost|untraced) $/
      last = range[2] == "" ? range[1] : range[2]
      for (k = range[1] + 0; k <= last + 0 && !lost; k++) {
        p = place[k]
        if (p && at_first[p] >= from && at_first[p] <= to)
          printf "<path class=\"join\" d=\"M%d %dL%d %d\"/>\n", x(at_first[p]) + wide / 2, y[at_row[p]] + 22, x(at_first[i]) + wide / 2, y[at_row[i]]
      }
      rest = substr(rest, RSTART + RLENGTH)
      range[2] = ""
    }
  }
  for (i = 1; i <= count; i++) {
    if (at_first[i] > to || at_last[i] < from) continue
    first = at_first[i] < from ? from : at_first[i]
    last = at_last[i] > to ? to : at_last[i]
    class = at_row[i] ~ /^packet/ ? "packet" : at_row[i] == "bytes" ? "bytes" : "item"
    box(at_row[i], first, last, at_text[i], class)
  }
  print "</svg>"
}
