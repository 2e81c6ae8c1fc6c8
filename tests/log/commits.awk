# SPDX-License-Identifier: Apache-2.0
# Turns a log of clocks into that of a processor that presents waypoints speculatively, with WPTCOMMIT and WPTFLUSH.
#
#   reading=commit        Each waypoint of the log is committed in its clock, and was presented at most `delay` clocks before.
#   reading=presentation  Each waypoint of the log is presented in its clock, and is committed at most `delay` clocks later.
#   reading=mixed         The first half of the log is as with `presentation`, the second half as with `commit`.
#   omit=1                The log has neither WPTCOMMIT nor WPTFLUSH, and no wrong waypoints.
#   silent=1              WPTCOMMIT and WPTFLUSH are never HIGH, as if they were not connected.
#   flushed=N             The waypoint of the Nth clock with a commit is flushed. It must be the only one: delay is 0.
#   excess=N              WPTCOMMIT is 1 too large in the Nth clock with a commit.
#
# If no waypoint is uncommitted, a wrong waypoint may be presented, which is flushed in the same clock or in the next one. WPTENABLE, RESETn and HDBGEN
# do not change from the presentation of a waypoint to its commit.
BEGIN { clocks = 0 }
function random(below) {
  state = (state * 1103 + 12345) % 65536
  return int(state / 7) % below
}
$1 == "columns" {
  for (i = 2; i <= NF; i++) {
    if ($i ~ /^WPT(COMMIT|FLUSH|FIFOEMPTY)$/) continue
    column[$i] = i - 1
    kept[++names] = i - 1
    head = head " " $i
  }
  print "columns" head (omit ? "" : " WPTCOMMIT WPTFLUSH")
  next
}
!names { print; next }
{
  line[clocks] = $0
  presents[clocks] = $column["WPTVALID"]
  level[clocks++] = $column["WPTENABLE"] $column["RESETn"] $column["HDBGEN"]
}
# The waypoint of the log in clock c is presented in clock p.
function present(c, p) {
  source[p] = c
  last_presented = p
}
function present_earlier(c, p, first) {
  first = c - random(delay + 1)
  if (first <= last_presented) first = last_presented + 1
  for (p = c; p > first && level[p - 1] == level[c]; ) p--
  present(c, p)
  commits[c]++
}
function commit_later(c, p, end) {
  present(c, c)
  end = c + random(delay + 1)
  if (end < last_committed) end = last_committed
  for (p = c; p < end && level[p + 1] == level[c] && level[p + 2] == level[c]; ) p++
  if (commits[p] == 3) p++
  commits[p]++
  last_committed = p
}
function print_clock(c, from, valid, flush,    value, waypoint, name, text, i) {
  split(line[c], value, " ")
  split(line[from], waypoint, " ")
  for (name in column) if (name ~ /^WPT/ && name != "WPTENABLE") value[column[name]] = waypoint[column[name]]
  value[column["WPTVALID"]] = valid
  for (i = 1; i <= names; i++) text = text value[kept[i]] " "
  print omit ? substr(text, 1, length(text) - 1) : silent ? text "0 0" : text (commits[c] + 0) " " flush
}
END {
  last_presented = -1
  for (c = 0; c < clocks; c++) {
    if (!presents[c]) continue
    is_later = reading == "presentation" || (reading == "mixed" && (c < clocks / 2 || c <= last_committed))
    if (is_later) commit_later(c)
    if (!is_later) present_earlier(c)
  }
  for (c = 0; c < clocks; c++) {
    is_right = c in source
    uncommitted += is_right - commits[c]
    is_free = !omit && !is_right && newest && uncommitted == 0 && level[c] ~ /^.1/
    if (is_right) newest = source[c]
    is_wrong = is_free && random(3) == 0
    flushes = is_free && (was_wrong || random(2) == 0 || (c + 1) in source)
    was_wrong = is_wrong && !flushes
    if (commits[c] && ++commit == excess) commits[c]++
    if (commits[c] && commit == flushed) {
      commits[c] = 0
      flushes = 1
    }
    print_clock(c, is_right ? source[c] : newest + 0, is_right || is_wrong, flushes)
  }
}
