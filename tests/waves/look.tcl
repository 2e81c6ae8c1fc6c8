# SPDX-License-Identifier: Apache-2.0
# Run by GTKWave: prints the rows that the view shows, then what each name in LOOK ("clock name", separated by ',')
# reads in that clock. Between edges, so that it does not matter on which side of one a row changes.
foreach name [gtkwave::getDisplayedSignals] {
  puts "row $name"
}
foreach look [split $env(LOOK) ,] {
  regexp {^(\d+) (.*)$} $look -> clock name
  gtkwave::setMarker [expr {10 * $clock}]
  set shown [gtkwave::getTraceValueAtMarkerFromName {tb.clock[31:0]}]
  puts "clock $shown: $name = [gtkwave::getTraceValueAtMarkerFromName $name]"
}
gtkwave::/File/Quit
