# SPDX-License-Identifier: Apache-2.0
# Run by GTKWave: prints the rows that the view shows, then what each name in LOOK ("clock name", separated by ',')
# reads in that clock. Between edges, so that it does not matter on which side of one a row changes.
foreach name [gtkwave::getDisplayedSignals] {
  puts "row $name"
}
# To set the marker takes most of the time of a test: once for each clock.
set marked {}
foreach look [lsort -integer -index 0 [split $env(LOOK) ,]] {
  regexp {^(\d+) (.*)$} $look -> clock name
  if {$clock ne $marked} {
    gtkwave::setMarker [expr {10 * $clock}]
    set marked $clock
    set shown [gtkwave::getTraceValueAtMarkerFromName {tb.clock[31:0]}]
  }
  puts "clock $shown: $name = [gtkwave::getTraceValueAtMarkerFromName $name]"
}
gtkwave::/File/Quit
