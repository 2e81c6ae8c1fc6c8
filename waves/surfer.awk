# SPDX-License-Identifier: Apache-2.0
# A saved view of GTKWave as a command file of Surfer: the rows that are not folded, the dividers, the marker and the window.
#   awk -v shown=CLOCK -v marker=CLOCK -v item=CLOCK -v packet=CLOCK -v trigger=CLOCK -v clocks=N -f surfer.awk VIEW.gtkw >VIEW.sucl
# Without an item `item` is empty; so are `packet` and `trigger`. A clock is 10 time units, and begins 5 before its edge.
BEGIN { print "load_file decoded.fst" }
/^@c00200/ { folded = 1 }
/^@1401200/ { folded = 0 }
/^-/ && !folded && divider { print "divider_add " substr($0, 2) }
/^@/ { divider = $0 == "@200" || $0 == "@800200" }
/^[a-z+]/ && !folded {
  sub(/^\+\{[^}]*\} /, "")
  sub(/\[[0-9:]*\]$/, "")
  print "variable_add " $0
}
END {
  print "zoom_to " 10 * shown " " 10 * (shown + clocks)
  print "cursor_set " 10 * marker
  if (item != "") print "marker_set_at " 10 * item " item_at_fault"
  if (packet != "") print "marker_set_at " 10 * packet " packet_at_fault"
  if (trigger != "") print "marker_set_at " 10 * trigger " trigger"
}
