# SPDX-License-Identifier: Apache-2.0
# What Verilator says of a unit that does not fit the socket, and one line more for each parameter or port that is why: exit code 1.
# awk -v top=ptm_top -v code=EXIT_CODE -f build_error.awk LOG
function quoted() { return match($0, /'[^']*'\.?$/) ? substr($0, RSTART + 1, RLENGTH - 2) : "?" }
function bits(before) { return match($0, before " [0-9]+ bit") ? substr($0, RSTART + length(before) + 1) + 0 : "?" }
{ print }
/Pin is not an in/ { why[++count] = "it has no port " quoted() ", which it needs (docs/pins.md)" }
/Parameter.*not found/ { why[++count] = "it has no parameter " quoted() }
/parameter setting of non-parameter: Param '/ { split($0, part, "'"); why[++count] = "it has no parameter " part[2] }
# A port of the unit that the socket has no signal for.
/_unit\.sv:.*Can't find definition of variable/ { why[++count] = "the bench has no signal for its port " quoted() " (docs/pins.md)" }
/WIDTH.*_unit\.sv:.*'ATDATA' expects/ {
  why[++count] = "its ATDATA has " bits("expects") " bits, the bench " bits("generates") ": expected WIDTH=" bits("expects")
}
END {
  for (i = 1; i <= count; i++) print top ": " why[i]
  exit code != 0 || count > 0
}
