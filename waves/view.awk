# SPDX-License-Identifier: Apache-2.0
# A view of GTKWave for a dump with decoded rows that is known by a map alone.
#
#   fst2vcd -f decoded.fst | awk -v failed="red=76 A=66 B=76 from=65" -v dump=decoded.fst -v view=view.gtkw -f view.awk MAP - >view.gtkw
#
# After a failure `failed` has the clocks of its markers and of the left edge. Otherwise the view begins at the first packet.
# Names are compared without escapes, and without a dot before an index.
function plain(name) {
  gsub(/[\\ \t\r]/, "", name)
  gsub(/[.]\[/, "[", name)
  return tolower(name)
}
FNR == NR {
  if ($0 !~ /\\/) sub(/#.*/, "")
  equals = index($0, "=")
  if (equals) map[plain(substr($0, 1, equals - 1))] = substr($0, equals + 1)
  next
}
# The dots of escaped names are no scopes.
function full(name, parts) {
  parts = name
  gsub(/\\[^ \t]*/, "", parts)
  return plain(parts ~ /[.]/ || map["scope"] == "" ? name : map["scope"] "." name)
}
function same(have, want) { return have == want || "top." have == want || have == "top." want }
# A signal of the whole name goes before bits of one.
function wanted(pin, is_part) {
  value = (pin in map) ? map[pin] : pin
  if (is_part && !sub(/\[[-0-9:]*\][ \t\r]*$/, "", value)) return ""
  return value ~ /^[ \t]*[0-9\047]/ ? "" : full(value)
}
BEGIN {
  split("atvalid atready afvalid afready atbytes atdata wptvalid wptcommit wptflush wptenable etmen extin ptmtrigger etmtrigout", pins, " ")
  split("check.message check.message_2 check.note check.note_2 check.note_3 check.note_4 check.note_5 check.note_6 check.note_7 check.note_8 " \
    "check.expected check.expected_2 check.at_fault check.port_3 check.port_2 check.port_1 check.port check.packet_3 check.packet_2 " \
    "check.packet_1 check.packet", checks, " ")
  split("decode.waypoint decode.kind decode.target decode.slot0 decode.slot1 decode.branch decode.traced decode.port_state " \
    "decode.uncommitted_1 decode.uncommitted_2 decode.uncommitted_3 decode.uncommitted_4 decode.uncommitted_5 decode.uncommitted_6 " \
    "decode.uncommitted_7 decode.uncommitted_8 " \
    "decode.trace_state", port, " ")
  split("decode.selected decode.start_stop decode.enable_event", filter, " ")
  split("counter_1 counter_2 counter_3 counter_4 sequencer output_0 output_1 output_2 output_3", resources, " ")
  split("decode.bytes decode.packet decode.packet_2 decode.flow decode.flow_2", trace, " ")
  count = split(failed, pair, "[ =]")
  for (i = 1; i < count; i += 2) {
    clock_of[pair[i]] = pair[i + 1]
    if (pair[i + 1] > last) last = pair[i + 1]
  }
}
$1 == "$scope" {
  outer[++depth] = path
  if ($3 != "$end") path = path $3 "."
}
$1 == "$upscope" { if (depth > 0) path = outer[depth--] }
$1 == "$var" {
  name = path $5
  lower = plain(name)
  there[name] = name ($6 == "$end" ? "" : $6)
  if (same(lower, full(map["clock"]))) clock = $4
  if (name == "decode.packet") packet = $4
  for (i in pins) {
    pin = pins[i]
    if (pin in whole) continue
    if (same(lower, wanted(pin, 0))) signal[pin] = whole[pin] = name
    else if (!(pin in signal) && same(lower, wanted(pin, 1))) signal[pin] = name
  }
}
/^#/ { time = substr($0, 2) + 0 }
clock != "" && $0 == (plain(map["edge"]) == "falling" ? "0" : "1") clock {
  if (edges > 0) period = time - before
  before = time
  for (mark in clock_of) if (clock_of[mark] == edges) at[mark] = time
  edges++
}
$2 == packet && $1 != "s" && /^s./ && first == "" { first = time }
first != "" && edges > last + 1 { exit }

# Flags of GTKWave: 22 is hexadecimal, 24 decimal, 28 binary.
function row(name, flags) { if (name in there) body = body "@" flags "\n" there[name] "\n" }
function text(name) { if (name in there) body = body "@22\n[color] 3\n" name "\n" }
function group(title) {
  if (body != "") printf "@800200\n-%s\n%s@1000200\n-%s\n", title, body, title
  body = ""
}
function filter_rows(i) {
  for (i = 1; i in filter; i++) text(filter[i])
  row("decode.enable_expected", 28)
  for (i = 1; i <= 8; i++) text("decode.range_" i)
  for (i = 1; i <= 16; i++) text("decode.address_" i)
  for (i = 1; i <= 3; i++) text("decode.context_" i)
  text("decode.vmid")
}
function marked(mark) { return (mark in at) ? at[mark] : -1 }
END {
  shown = ("from" in at) ? at["from"] : first + 0
  if (!period) period = 10
  clocks = failed == "" ? 11 : clock_of["red"] - clock_of["from"] + 3
  if (clocks < 11) clocks = 11
  printf "[dumpfile] \"%s\"\n[savefile] \"%s\"\n[timestart] %d\n[size] 1366 768\n[pos] 0 0\n", dump, view, shown - period / 2
  # The zoom is the binary logarithm of pixels to a time.
  printf "*%.6f %d %d %d -1\n", -4.35 - log(clocks * period / 110) / log(2), failed == "" ? shown : at["red"], marked("A"), marked("B")
  print "[sst_expanded] 0\n[signals_width] 230"
  for (i = 1; i in checks; i++) text(checks[i])
  group("check")
  for (i = 1; i in port; i++) text(port[i])
  for (i = 7; i in pins; i++) row(signal[pins[i]], 28)
  group("port")
  if ("decode.selected" in there) filter_rows()
  group("filter")
  for (i = 1; i in resources; i++) text("decode." resources[i])
  group("resources")
  for (i = 1; i in trace; i++) text(trace[i])
  group("decoded")
  for (i = 1; i < 7; i++) row(signal[pins[i]], i == 6 ? 22 : i == 5 ? 24 : 28)
  group("ATB")
}
