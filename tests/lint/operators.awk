# SPDX-License-Identifier: Apache-2.0
# awk -f operators.awk FILE...: reports each expression with more than three boolean operators (&&, ||, ?). It needs a named part.
# An expression ends at `;`, `{`, `}`, and at a comma outside parentheses. A directive is an expression of its own. Comments and literals do not count.
# Then it prints the operators per line of code: of all .c files, and of the ten with the most among those with 60 lines or more.
# Exit code 1: there was an error.
function end_expression() {
  if (count > 3) {
    print "lint: " FILENAME ":" first ": expected at most 3 boolean operators in an expression, found " count "; name a part of it"
    bad = 1
  }
  count = depth = 0
}
# `line` without comments and literals.
function code_of(line,   code) {
  code = ""
  while (1) {
    if (in_comment) {
      if (!match(line, /\*\//)) return code
      line = substr(line, RSTART + 2)
      in_comment = 0
    }
    if (!match(line, /"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|\/\/.*|\/\*/)) return code line
    code = code substr(line, 1, RSTART - 1)
    in_comment = substr(line, RSTART, 2) == "/*"
    line = substr(line, RSTART + RLENGTH)
  }
}
# The operators and the marks that can end an expression.
function read_marks(marks,   i, mark) {
  gsub(/[^@;{},()]/, "", marks)
  for (i = 1; i <= length(marks); i++) {
    mark = substr(marks, i, 1)
    if (mark == "@") {
      if (count++ == 0) first = FNR
    } else if (mark == "(") {
      depth++
    } else if (mark == ")") {
      depth--
    } else if (mark != "," || depth <= 0) {
      end_expression()
    }
  }
}
FNR == 1 { in_comment = in_directive = count = depth = 0 }
{
  line = code_of($0)
  if (line ~ /^ *$/) next
  found = gsub(/&&|\|\||\?/, "@", line)
  if (FILENAME ~ /\.c$/) {
    lines[FILENAME]++
    operators[FILENAME] += found
    all_lines++
    all_operators += found
  }
  if (!in_directive && line ~ /^ *#/) {
    end_expression()
    in_directive = 1
  }
  read_marks(line)
  if (in_directive && line !~ /\\$/) {
    end_expression()
    in_directive = 0
  }
}
END {
  if (all_lines) printf "%.2f boolean operators per line\n", all_operators / all_lines
  for (rank = 1; rank <= 10; rank++) {
    most = ""
    for (file in lines) {
      if (lines[file] >= 60 && (most == "" || operators[file] / lines[file] > operators[most] / lines[most])) most = file
    }
    if (most == "") break
    printf "  %.2f %s\n", operators[most] / lines[most], most
    delete lines[most]
  }
  exit bad
}
