# SPDX-License-Identifier: Apache-2.0
# suppress.awk -v sites=SITES FILES: puts a switch around each place in the files that reports a failure. It is a call of one of the functions
# below, or a text that says what was expected of a packet. SITES becomes the list, a line NUMBER<TAB>NAME<TAB>FILE:LINE each, from 1 on. NAME is the
# file, the function, and the first words in quotation marks: it stays when lines or directories move. suppressed.h has what a switch does.

BEGIN {
  reporters = "scoreboard_wrong scoreboard_field_wrong scoreboard_rule_violated verdict_wrong verdict_of verdict_gave_up rule_check rule_check_pins " \
             "rule_check_earlier rules_bench count_deviation flow_error flow_error_missing flow_error_expected flow_error_isync flow_gap deliver_bad port_rules_broken"
  statics = "gap error differs same" # where a file has such a function of its own
  file = ""
}

FNR == 1 {
  if (file != "") finish()
  file = FILENAME
  count = 0
  local = ""
}
{ lines[++count] = $0 }
# A `same` of outputs is the model comparison, any other is not.
match($0, /^static void (gap|error|differs)\(/) || /^static bool same\(const struct ports_out / {
  name = $3
  sub(/\(.*/, "", name)
  local = local " " name
}
END {
  finish()
  all = split(reporters " " statics, names, " ")
  for (i = 1; i <= all; i++) {
    if (names[i] in called) continue
    print "suppress.awk: nothing calls " names[i] >"/dev/stderr"
    exit 2
  }
  if (emitters != 3) {
    print "suppress.awk: found " emitters " of the 3 lines in which flow_error, flow_gap and deliver_bad report; correct the patterns in finish()" >"/dev/stderr"
    exit 2
  }
}

# The first words in quotation marks of what begins at the place, or all of its line.
function words(n, column,    text, from) {
  text = substr(lines[n], column)
  for (from = n; text !~ /;$/ && from < count; ) text = text " " lines[++from]
  gsub(/" PRI[A-Za-z0-9]+ "/, "N", text)
  gsub(/" +"/, "", text)
  if (match(text, /"[^"]*"/)) return substr(text, RSTART + 1, RLENGTH - 2)
  gsub(/  +/, " ", text)
  return text
}

function add(n, column,    name, base) {
  base = file
  sub(/.*\//, "", base)
  name = base " " current ": " words(n, column)
  if (used[name]++) name = name " (" used[name] ")"
  site++
  print site "\t" name "\t" file ":" n >sites
  return site
}

# All calls of `name` in the line.
function calls(n, name,    line, out, at, id, rest) {
  line = lines[n]
  out = ""
  while (match(line, "[^A-Za-z0-9_]" name "\\(")) {
    at = RSTART + 1
    rest = substr(line, at + length(name) + 1)
    out = out substr(line, 1, at - 1)
    lines[n] = out substr(line, at)
    id = add(n, length(out) + 1)
    called[name]
    if (name ~ /^scoreboard_/ && out !~ /return /) pending = id
    out = out "SUPPRESS_" name "(" id (rest ~ /^\)/ ? "" : ", ")
    line = rest
  }
  lines[n] = out line
}

# Texts of what was expected of a packet.
function texts(n,    line, out, id, at) {
  line = lines[n]
  out = ""
  while (match(line, /(= |return |\? |: )"[^"]*"/)) {
    match(substr(line, RSTART), /"[^"]*"/) # of the whole text alone
    at = index(line, "\"")
    id = add(n, length(out) + at)
    out = out substr(line, 1, at - 1) "SUPPRESS_text(" id ", " substr(line, at, RLENGTH) ")"
    line = substr(line, at + RLENGTH)
  }
  lines[n] = out line
}

# After a suppressed report, the function returns success.
function returns(n) {
  if (!pending || lines[n] !~ /return (false;|scoreboard_(about|misses)\()/) return
  sub(/return false;/, "return suppressed_is(" pending ");", lines[n])
  if (match(lines[n], /return scoreboard_(about|misses)\(/)) sub(/return /, "return suppressed_is(" pending ") || ", lines[n])
  pending = 0
}

function in_list(name, list) { return index(" " list " ", " " name " ") > 0 }

function finish(    n, i, names, all, before, changed) {
  all = split(reporters local, names, " ")
  changed = 0
  for (n = 1; n <= count; n++) {
    before = lines[n]
    if (lines[n] ~ /^[a-z].*\(/) {
      current = lines[n]
      sub(/\(.*/, "", current)
      sub(/.*[ *]/, "", current)
      pending = 0
    }
    if (lines[n] !~ /^ / || lines[n] ~ /^ *\/\//) continue
    if (in_list(current, reporters local)) { # its callers are switched
      emitters += sub(/flow_emit\(f, \(struct flow_event\)\{\.kind = FLOW_(ERROR|GAP)/, "if (!suppressed_all) &", lines[n])
      emitters += sub(/deliver\(decoder, &decoder->packet\[PACKET_BAD\], length\);/, "if (suppressed_all) decoder->offset += length; else &", lines[n])
      changed = changed || lines[n] != before
      continue
    }
    returns(n)
    for (i = 1; i <= all; i++) calls(n, names[i])
    if (file ~ /\/((pft|etm3)_(packet|flow)|reading)\.c$/ && lines[n] !~ /SUPPRESS_/) texts(n)
    gsub(/ search_other_choices\(s\);/, " SUPPRESS_search_other_choices(s);", lines[n])
    changed = changed || lines[n] != before
  }
  for (n = 1; n <= count; n++) {
    if (n == 2 && changed) print "#include \"suppressed.h\"" >(file ".switched")
    print lines[n] >(file ".switched")
  }
  close(file ".switched")
}
