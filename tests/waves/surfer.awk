# SPDX-License-Identifier: Apache-2.0
# Surfer's formats, as it documents them (docs/commands and docs/plugins of version 0.7), for what waves/ writes in them: its command files
# (.sucl) and its mapping files. A line for each that is wrong; `rows` is a file with the full names of the variables of the dump.
#   awk -v rows=FILE -f surfer.awk VIEW.sucl MAPPING...
BEGIN {
  while ((getline <rows) > 0) variable[$1]
  arguments["load_file"] = arguments["variable_add"] = arguments["cursor_set"] = 1
  arguments["zoom_to"] = arguments["marker_set_at"] = 2
  arguments["divider_add"] = -1  # a name, which may have blanks
}
function wrong(what) { print FILENAME ":" FNR ": " what ": " $0; bad = 1 }
FILENAME ~ /\.sucl$/ {
  if (!($1 in arguments)) wrong("no command")
  else if (arguments[$1] >= 0 ? NF != 1 + arguments[$1] : NF < 2) wrong("arguments")
  if ($1 == "variable_add" && !($2 in variable)) wrong("no variable")
  if ($1 ~ /^(zoom_to|cursor_set|marker_set_at)$/ && $2 !~ /^[0-9]+$/) wrong("no time")
  if ($1 == "zoom_to" && $3 + 0 <= $2 + 0) wrong("no window")
  commands++
  next
}
FNR == 1 { if ($0 !~ /^Name = [^ ]/) wrong("no name"); next }
FNR == 2 { if ($0 !~ /^Bits = [0-9]+$/) wrong("no width"); bits = $3; next }
{
  if ($0 !~ /^0b[01]+ [^ ]/ || length($1) != bits + 2) wrong("no value and name")
  if ((FILENAME, $1) in seen) wrong("twice")
  seen[FILENAME, $1]
  values++
}
END {
  if (commands < 15 || values < 10) { print commands " commands and " values " values: hardly any"; bad = 1 }
  exit bad
}
