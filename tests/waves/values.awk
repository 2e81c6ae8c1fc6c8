# SPDX-License-Identifier: Apache-2.0
# What `fst2vcd -e` writes, as a line for each declaration and each change of each signal: "var TYPE BITS NAME" and
# "TIME NAME VALUE". A scope TOP is left out. A signal of an enum is followed by NAME_name with the name of its value.
function say(name, type, bits) { print "var", type, bits, name }
function change(code, value, many, at, i) {
  many = split(names[code], at, " ")
  for (i = 1; i <= many; i++) {
    print time, at[i], value
    if (table[at[i]]) print time, at[i] "_name", "s" called[table[at[i]], value]
  }
}
$1 == "$scope" { path = path $3 "." }
$1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
$1 == "$attrbegin" && $4 == "\"\"" { next_table = $5 }
$1 == "$attrbegin" && $4 != "\"\"" {
  for (i = 0; i < $5; i++) called[$(6 + 2 * $5), "b" $(6 + $5 + i)] = $(6 + i)
}
$1 == "$var" {
  name = path $5
  sub(/^TOP\./, "", name)
  names[$4] = names[$4] " " name
  say(name, $2, $3)
  if (next_table) say(name "_name", "string", 0)
  table[name] = next_table
  next_table = ""
}
/^#/ { time = $1 }
/^[01xz]/ { change(substr($1, 2), substr($1, 1, 1)) }
/^b/ { change($2, $1) }
/^s/ { change($2, $1) }
