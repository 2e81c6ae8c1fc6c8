# SPDX-License-Identifier: Apache-2.0
# awk -v unit=UNIT -v can="..." -v build=BUILD -f fit.awk: fits drawn runs, as draw prints them, to a unit that is described. The unit
# replaces the options that describe one, and options for features that it does not implement are removed. `can` is the output of
# waypoint unit --can, with -NAME for what it does not implement. BUILD, if not empty, is the one build that there is.
BEGIN {
  FS = OFS = "\t"
  gsub(/\n/, " ", can)
  count = split(can, name, " ")
  for (i = 1; i <= count; i++) if (name[i] ~ /^-/) lacks["-" name[i]]
  count = split("set unit idr ccr ccer minor alternative depth oslock swlock power claim", name, " ")
  for (i = 1; unit && i <= count; i++) lacks["--" name[i]]
  if (unit && !has("ns")) lacks["--ns-writes"]
  # ETMCR as a number selects these three together, so it is removed if the unit does not implement one of them.
  if (unit && !(has("cycle-accurate") && has("broadcast") && has("context-id"))) lacks["--etmcr"]
  while (has("extin." inputs + 0)) inputs++
}
function has(what) { return index(" " can " ", " " what " ") }
# EXTIN is resources 96 to 99; 111 is always true.
function is_input(r) { return r >= 96 && r <= 99 }
function fit_resource(r) { return !is_input(r) ? r : inputs ? 96 + (r - 96) % inputs : 111 }
function fit_event(e) {
  return int(e / 16384) * 16384 + fit_resource(int(e / 128) % 128) * 128 + fit_resource(e % 128)
}
{
  words = split($2, word, " ")
  line = ""
  for (i = 1; i <= words; i++) {
    w = word[i]
    value = i < words && word[i + 1] !~ /^-/
    value_of = value ? word[i + 1] : 0
    if (unit && w == "--stop-by" && word[i + 1] != "programming" && !has(word[i + 1])) word[i + 1] = "programming"
    if (unit && w ~ /^--etm(teevr|trigger|tsevr)$/) word[i + 1] = fit_event(word[i + 1])
    # In place of inputs that the unit does not have, `always` would make TraceEnable false for good if the event has a NOT.
    no_event = unit && !inputs && w == "--etmteevr" && (is_input(value_of % 128) || is_input(int(value_of / 128) % 128))
    if (w in lacks || no_event) {
      i += value
      continue
    }
    if (build && w ~ /\/(etm-)?w[0-9]+-q[0-9]+-f[0-9]+(-s[0-9]+)?\/waypoint-sim$/) sub(/[^\/]*\/waypoint-sim$/, build "/waypoint-sim", w)
    line = line (line ? " " : "") w
    # Both the run and OpenCSD's reading of it.
    if (unit && w ~ /^--(random|program)$/) line = line " " word[++i] " --unit " unit
  }
  $2 = line
  print
}
