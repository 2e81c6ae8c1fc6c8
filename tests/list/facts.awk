# SPDX-License-Identifier: Apache-2.0
# awk -v form=text|csv|json -f facts.awk LIST: what a list says, read back from one of its three forms, a line a row:
# clock|last clock|byte|bytes|packet and fields|reported|gap|its numbers and clocks|wrong|why|numbers

function print_row(i, line) {
  line = row[1]
  for (i = 2; i <= 14; i++) line = line "|" row[i]
  print line
  delete row
}

# --- CSV ---
function next_field(text, end) {
  if (substr(rest, 1, 1) != "\"") {
    end = index(rest ",", ",")
    text = substr(rest, 1, end - 1)
    rest = substr(rest, end + 1)
    return text
  }
  for (end = 2; ; end++) {
    if (substr(rest, end, 1) != "\"") text = text substr(rest, end, 1)
    else if (substr(rest, end + 1, 1) != "\"") break
    else text = text substr(rest, end++, 1)
  }
  rest = substr(rest, end + 2)
  return text
}
# The last line says that the list is whole.
/^end: [0-9]+ rows$|^,,,,,end,[0-9]+ rows,+$|^{"packet":"end","rows":[0-9]+}$/ { next }
form == "csv" && FNR == 1 {
  names = split($0, name, ",")
  next
}
form == "csv" {
  rest = $0
  for (i = 1; i <= names; i++) at[name[i]] = next_field()
  from_fields()
}
function from_fields() {
  row[1] = at["clock"]; row[2] = at["last_clock"]; row[3] = at["byte"]; row[4] = at["bytes"]
  row[5] = at["packet"] (at["fields"] == "" ? "" : " " at["fields"]); row[6] = at["reported"]
  row[7] = at["gap"]; row[8] = at["gap_first"]; row[9] = at["gap_last"]; row[10] = at["gap_clock"]; row[11] = at["gap_last_clock"]
  gsub(/exception [0-9]+ \([^)]*\)/, "&(", row[6]); gsub(/ \([^)]*\)\(/, "", row[6])  # The text form has the names in lines of their own.
  row[12] = at["wrong"]; row[13] = at["why"]; row[14] = at["numbers"]
  print_row()
}

# --- JSON: an object of strings, numbers, and one list of objects ---
function next_value(text) {
  if (match(rest, /^"([^"\\]|\\.)*"/)) {
    text = substr(rest, 2, RLENGTH - 2)
    gsub(/\\"/, "\"", text)
  } else if (match(rest, /^[0-9]+/)) {
    text = substr(rest, 1, RLENGTH)
  }
  rest = substr(rest, RLENGTH + 1)
  return text
}
function next_object(into, key) {
  delete into
  sub(/^\{/, "", rest)
  while (rest !~ /^\}/) {
    sub(/^,/, "", rest)
    key = next_value()
    sub(/^:/, "", rest)
    into[key] = rest ~ /^\[/ ? next_list() : next_value()
    if (rest !~ /^[,}]/) { print "not JSON: " rest; exit 1 }
  }
  sub(/^\}/, "", rest)
}
function next_list(text) {
  sub(/^\[/, "", rest)
  while (rest !~ /^\]/) {
    sub(/^,/, "", rest)
    next_object(event)
    text = text (text == "" ? "" : "; ")
    if ("first" in event) text = text event["first"] "-" event["last"] ("clock" in event ? "@" event["clock"] : "") " "
    text = text event["text"]
  }
  sub(/^\]/, "", rest)
  return text
}
form == "json" {
  rest = $0
  next_object(at)
  from_fields()
}

# --- text ---
function trimmed(from, length_, text) {
  text = substr($0, from, length_)
  gsub(/^ +| +$/, "", text)
  return text
}
function more(i, text, between) {
  if (text != "") row[i] = row[i] (row[i] == "" ? "" : between) text
}
form == "text" && FNR == 1 { numbers = $3; next }
form == "text" && FNR == 2 { next }
form == "text" {
  what = substr($0, 1, 22) ~ /[^ ]/ ? "" : substr($0, 23, 5)
  if (substr($0, 1, 22) ~ /[^ ]/) {
    if (seen++) print_row()
    mode = 0
    row[1] = trimmed(1, 7)
    if (row[1] == "-") row[1] = ""
    row[2] = row[1] == "" ? "" : row[1] + substr($0, 9, 3)
    row[3] = trimmed(13, 9)
    row[14] = numbers
  }
  if (what == "time " || what == "is   ") next
  if (what == "gap  ") mode = 7
  else if (what == "wrong") mode = 12
  else if (what == "why  ") mode = 13
  if (mode == 7) {
    split(trimmed(30, 200), word, /[ ,-]+/)
    row[7] = word[1]; row[8] = word[2]; row[9] = word[3]; row[10] = word[5]; row[11] = word[6]
  } else if (mode) {
    more(mode, trimmed(30, 200), " ")
  } else {
    more(4, trimmed(23, 23), " ")
    more(5, trimmed(48, 26), " ")
    text = trimmed(97, 200)
    number = trimmed(75, 12)
    if (number != "" && number !~ /-/) number = number "-" number
    if (number != "") text = number (trimmed(87, 9) == "" ? "" : "@" trimmed(87, 9)) " " text
    more(6, text, "; ")
  }
}
END { if (form == "text" && seen) print_row() }
