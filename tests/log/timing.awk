# SPDX-License-Identifier: Apache-2.0
# awk -v pins='NAME ...' -v from=CLOCK -v to=CLOCK -f timing.awk LOG: a timing diagram of these pins of a log (docs/log.md), in text. A pin that
# another pin qualifies has its value only in clocks in which that pin is 1, otherwise a dash.
BEGIN { split("WPTPC WPTVALID WPTTYPE WPTVALID WPTTAKEN WPTVALID WPTTARGETPC WPTVALID ATDATA ATVALID", pair, " "); for (i = 1; i in pair; i += 2) qualifier[pair[i]] = pair[i + 1] }
!begun && $1 == "columns" { for (i = 2; i <= NF; i++) column[$i] = i - 1; begun = 1; count = split(pins, name, " "); next }
!begun { next }
clock++ < from || clock > to + 1 { next }
{
  clocks[++width] = clock - 1
  for (i = 1; i <= count; i++) {
    value = $column[name[i]]
    sub(/^0+/, "", value)
    if (name[i] in qualifier && $column[qualifier[name[i]]] != 1) value = "-"
    row[i, width] = value == "" ? 0 : value
    if (length(row[i, width]) > wide) wide = length(row[i, width])
  }
}
END {
  line = sprintf("%-13s", "clock")
  for (n = 1; n <= width; n++) line = line sprintf(" %" wide "s", clocks[n])
  print line
  for (i = 1; i <= count; i++) {
    line = sprintf("%-13s", name[i])
    for (n = 1; n <= width; n++) line = line sprintf(" %" wide "s", row[i, n])
    print line
  }
}
