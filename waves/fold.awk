# SPDX-License-Identifier: Apache-2.0
# Edits a saved view of GTKWave for a dump: opens the groups named in OPEN and folds those in FOLD (both lists have commas). Folded groups
# come last. Rows of the scopes `check` and `decode` that are not in ROWS (a list with blanks) are omitted, and so are groups without rows.
#   awk -v open=check,trigger -v fold=unit,ATB -v rows='check.message check.port' -f fold.awk VIEW.gtkw
BEGIN {
  count = split(open, name, ",")
  for (i = 1; i <= count; i++) state[name[i]] = "open"
  count = split(fold, name, ",")
  for (i = 1; i <= count; i++) state[name[i]] = "folded"
  count = split(rows, name, " ")
  for (i = 1; i <= count; i++) there[name[i]]
}
function put(text) {
  if (group == "") printf "%s", text
  else body = body text
}
# A row's flags and colour stand before its name; the head of the file has no flags.
/^@/ { flags = $0 "\n"; next }
flags == "" { print; next }
/^\[/ { flags = flags $0 "\n"; next }
flags ~ /^@(c00200|800200)\n$/ {
  group = substr($0, 2)
  folded = state[group] ? state[group] == "folded" : flags ~ /c/
  body = ""
  count = 0
  next
}
flags ~ /^@(1401200|1000200)\n$/ {
  body = (folded ? "@c00200\n-" : "@800200\n-") group "\n" body (folded ? "@1401200\n-" : "@1000200\n-") group "\n"
  if (count > 0 && folded) behind = behind body
  if (count > 0 && !folded) printf "%s", body
  group = ""
  next
}
{
  row = $0
  sub(/^\+\{[^}]*\} /, "", row)
}
row ~ /^(check|decode)\./ && !(row in there) { next }
{ put(flags $0 "\n"); count++ }
END { printf "%s", behind }
