# SPDX-License-Identifier: Apache-2.0
# draw.awk -v seed=SEED -v number=N -v folder=FOLDER -v skipped=LIST -v parts='FILE[:FUNCTION,...] ...': draws N faults, each a small change of one
# expression, into SystemVerilog files of FOLDER, as a list of docs/faults.md. Of a file with FUNCTIONs only these are changed. N may be `all`: every change.
#
# A place is an expression: the right side of an assignment, a condition, or what an input of an instance is connected to. First the operator of
# a fault is drawn: comparison, boolean, constant, index, negation, enable-dropped, assignment-dropped or operands-swapped. Then a place is drawn
# that has no fault yet, then one of its changes by that operator. A change in the list `skipped` (equivalent.txt) is drawn, but not printed.

# --- a file as text and tokens --------------------------------------------------------------------------------------------------------------

# `raw` is the file, each run of white space as one blank. `clean` has the same positions, with blanks for comments and directives.
function load(path,    line, code, comment, cut, number) {
  raw = clean = ""
  lines = number = 0
  while ((getline line <path) > 0) {
    number++
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    sub(/ $/, "", line)
    if (line == "") continue
    cut = line ~ /^`/ ? 1 : index(line, "//")
    code = cut ? substr(line, 1, cut - 1) : line
    comment = cut ? substr(line, cut) : ""
    gsub(/./, " ", comment)
    line_from[++lines] = length(raw) + 1
    line_number[lines] = number
    raw = raw line " "
    clean = clean code comment " "
  }
  close(path)
  if (!lines) fail(path ": no such file, or it is empty")
}

function fail(what) {
  print "draw: " what >"/dev/stderr"
  failed = 1
  exit 2
}

function line_of(position,    i) {
  for (i = lines; i > 1 && line_from[i] > position; i--) { }
  return line_number[i]
}

function tokenize(    at, rest) {
  tokens = 0
  at = 1
  while (at <= length(clean)) {
    rest = substr(clean, at, 80)
    if (match(rest, /^ +/)) {
      at += RLENGTH
      continue
    }
    if (!match(rest, /^[A-Za-z_$][A-Za-z0-9_$]*/) && !match(rest, /^[0-9]*'[sS]?[bdhoBDHO][0-9a-fA-F_?xzXZ]+/) && !match(rest, /^'[01]/) &&
        !match(rest, /^[0-9][0-9_]*/) && !match(rest, /^(<<<|>>>|===|!==)/) && !match(rest, /^(<<|>>|&&|[|][|]|==|!=|<=|>=|[+]:|-:|::|~\^|~[|]|~&|[+][+])/))
      RLENGTH = 1
    token[++tokens] = substr(rest, 1, RLENGTH)
    first[tokens] = at
    at += RLENGTH
    last[tokens] = at - 1
  }
  token[tokens + 1] = ""
}

function text_of(from, to) { return substr(clean, first[from], last[to] - first[from] + 1) }
function is_name(t) { return token[t] ~ /^[A-Za-z_$]/ }
function is_number(t) { return token[t] ~ /^[0-9']/ && token[t] != "'" }
function is_open(t) { return token[t] ~ /^[(\[{]$/ }
function is_close(t) { return token[t] ~ /^[)\]}]$/ }
function ends_operand(t) { return is_name(t) || is_number(t) || is_close(t) }

# The bracket that closes the bracket `t`.
function closing(t,    depth) {
  for (depth = 0; t <= tokens; t++) {
    if (is_open(t)) depth++
    if (is_close(t) && --depth == 0) return t
  }
  fail("a bracket is not closed")
}

# The next token with this text, from `t` on, outside brackets.
function next_of(t, text) {
  for (; t <= tokens && token[t] != text; t++) if (is_open(t)) t = closing(t)
  return t
}

# The last token of the name `t` with its fields and indices.
function end_of_name(t) {
  for (;;) {
    if (token[t + 1] == "[") t = closing(t + 1)
    else if (token[t + 1] == "." || token[t + 1] == "::") t += 2
    else return t
  }
}

# --- places ---------------------------------------------------------------------------------------------------------------------------------

# The bounds of each name that is declared as a vector or an array.
function read_dimensions(t, end,    high, low) {
  for (; t < end; t++) {
    if (token[t] == "[") {
      if (high == "") {
        high = token[t + 1]
        low = token[t + 3]
      }
      t = closing(t)
    } else if (token[t] == "=") {
      t = next_of(t, ",") - 1
    } else if (token[t] ~ /^(input|output|logic|reg|wire)$/) {
      high = low = ""
    } else if (is_name(t) && token[t + 1] ~ /^[;,=)\[]$/) {
      if (token[t + 1] == "[") set_bounds(token[t], token[t + 4], token[t + 2])
      else set_bounds(token[t], high, low)
    }
  }
}

# Of names that are declared in several modules, the bounds that all have.
function set_bounds(name, high, low) {
  if (!(name in highest) || high + 0 < highest[name]) highest[name] = high + 0
  if (low + 0 > lowest[name]) lowest[name] = low + 0
}

function add_place(from, to, kind, statement,    had) {
  if (from > to || (wanted != "" && index("," wanted ",", "," scope ",") == 0)) return
  places++
  place_file[places] = name
  place_line[places] = line_of(first[from])
  had = changes
  find_changes(from, to, kind, statement)
  if (changes == had) places--
}

# Inputs of an instance.
function read_instance(t, end) {
  for (; t < end; t++) {
    if (token[t] == "." && token[t + 2] == "(") {
      if (token[t + 1] ~ /_i$/ && token[t + 1] !~ /^(clk|rst)/) add_place(t + 3, closing(t + 2) - 1, "value", 0)
      t = closing(t + 2)
    }
  }
}

# Initial values of the wires of a declaration.
function read_declaration(t, end,    value) {
  read_dimensions(t, end)
  for (t = next_of(t, "="); t < end; t = next_of(value, "=")) {
    value = next_of(t, ",")
    if (value > end) value = end
    add_place(t + 1, value - 1, "value", 0)
  }
}

# Returns the last token of what begins with token `t`.
function read_statement(t,    end, left) {
  if (token[t] == "module") {
    left = t
    do end = next_of(t, ";"); while (token[t = end + 1] ~ /^[(#]$/)
    read_dimensions(left, end)
    return end
  }
  if (token[t] == "function") {
    end = next_of(t, ";")
    scope = token[end - 1] == ")" ? token[next_of(t, "(") - 1] : token[end - 1]
    return end
  }
  if (token[t] == "endfunction") scope = ""
  if (token[t] ~ /^(parameter|localparam|input|output|genvar|integer|import|typedef)$/) return next_of(t, ";")
  if (token[t] ~ /^(logic|reg|wire)$/) {
    end = next_of(t, ";")
    read_declaration(t, end)
    return end
  }
  if (token[t] == "@") return token[t + 1] == "(" ? closing(t + 1) : t + 1
  if (token[t] ~ /^(for|case|casez)$/) return closing(t + 1)
  if (token[t] == "if") {
    end = closing(t + 1)
    if (text_of(t + 2, end - 1) !~ /^! ?[a-z_]*_ni$/) add_place(t + 2, end - 1, "condition", 0)
    return end
  }
  if (token[t] == ":" && token[t - 1] == "begin") return t + 1
  if (token[t] ~ /^(begin|end|else|assign|default|unique|generate|always|always_ff|always_comb|end[a-z]+)$/) return t
  if (is_name(t) || token[t] == "{") return read_assignment(t)
  return t
}

function read_assignment(t,    left, end) {
  left = token[t] == "{" ? closing(t) : end_of_name(t)
  if (token[left + 1] == "=" || token[left + 1] == "<=") {
    end = next_of(left, ";")
    add_place(left + 2, end - 1, token[t - 1] == "assign" ? "assign" : "value", token[left + 1] == "<=" ? t : 0)
    return end
  }
  if (is_name(left + 1) || token[left + 1] == "#") {
    end = next_of(t, ";")
    read_instance(left, end)
    return end
  }
  return left
}

# --- changes of an expression -----------------------------------------------------------------------------------------------------------------

# A change replaces the tokens from the first to the last of a place by a text.
function add_change(operator, from, to, broken) {
  gsub(/ +/, " ", broken)
  sub(/^ /, "", broken)
  sub(/ $/, "", broken)
  gsub(/ \)/, ")", broken)
  gsub(/\( /, "(", broken)
  if (broken == text_of(from, to)) return
  changes++
  change_place[changes] = places
  changes_by_operator[places, operator]++
  change_operator[changes] = operator
  change_whole[changes] = unique_text(from, to)
  change_broken[changes] = broken
}

# The place with the tokens from `from` to `to` replaced.
function replaced(from, to, text) {
  return substr(clean, first[place_from], first[from] - first[place_from]) text substr(clean, last[to] + 1, last[place_to] - last[to])
}

function change(operator, from, to, text) { add_change(operator, place_from, place_to, replaced(from, to, text)) }

# Exchanges two operands.
function swap(a, a_end, b, b_end) {
  change("operands-swapped", a, b_end, text_of(b, b_end) substr(clean, last[a_end] + 1, first[b] - last[a_end] - 1) text_of(a, a_end))
}

# The operand of the operator `t` that is left or right of it. It ends at an operator of `stops`, or at a bracket.
function left_operand(t, stops,    depth) {
  for (depth = 0; t > place_from; t--) {
    if (is_close(t - 1)) depth++
    else if (is_open(t - 1) && depth-- == 0) return t
    else if (depth == 0 && index(stops, " " token[t - 1] " ")) return t
  }
  return t
}

function right_operand(t, stops,    depth) {
  for (depth = 0; t < place_to; t++) {
    if (is_open(t + 1)) depth++
    else if (is_close(t + 1) && depth-- == 0) return t
    else if (depth == 0 && index(stops, " " token[t + 1] " ")) return t
  }
  return t
}

# The text that contains the place, occurs once in the file, and marks the place by two @.
function unique_text(from, to,    left, right, before, after, whole) {
  whole = substr(raw, first[from], last[to] - first[from] + 1)
  left = from
  right = to
  while (occurs_again(before whole after)) {
    if (left > 1 && substr(raw, first[left - 1], first[from] - first[left - 1]) !~ /@/) left--
    else if (right < tokens && substr(raw, last[to] + 1, last[right + 1] - last[to]) !~ /@/) right++
    else fail(name ": no text around " whole " occurs once")
    before = substr(raw, first[left], first[from] - first[left])
    after = substr(raw, last[to] + 1, last[right] - last[to])
  }
  return before after == "" ? whole : before "@" whole "@" after
}

function occurs_again(text) { return index(substr(raw, index(raw, text) + 1), text) }

function find_changes(from, to, kind, statement,    t) {
  place_from = from
  place_to = to
  if (statement) add_change("assignment-dropped", statement, to + 1, ";")
  if (kind == "assign") add_change("assignment-dropped", from, to, "'0")
  if (kind == "condition") {
    add_change("enable-dropped", from, to, "1'b1")
    add_change("negation", from, to, "!(" text_of(from, to) ")")
  }
  for (t = from; t <= to; t++) {
    if (is_number(t)) change_number(t)
    else if (is_name(t)) negate_name(t)
    else if (ends_operand(t - 1) && t > from) change_binary(t)
    else if (token[t] == "!" || token[t] == "~") change("negation", t, t, "")
    else if (token[t] == "{") swap_elements(t)
  }
}

function change_binary(t,    left, right, stops) {
  if (token[t] in exchanged) change(token[t] ~ /^[&|^]/ ? "boolean" : "comparison", t, t, exchanged[token[t]])
  if (token[t] ~ /^(&&|[|][|]|[&|])$/) {
    stops = " ? : , " (token[t] == "&&" ? "|| " : token[t] == "||" ? "" : "&& || == != < > <= >= ^ ") (token[t] == "&" ? "| " : "")
    left = left_operand(t, stops)
    right = right_operand(t, stops)
    change("enable-dropped", left, t, "")
    change("enable-dropped", t, right, "")
  } else if (token[t] ~ /^([-<>]|<=|>=)$/) {
    stops = " ? : , && || & | ^ == != "
    swap(left_operand(t, stops), t - 1, t + 1, right_operand(t, stops))
  } else if (token[t] == "?") {
    swap_choices(t)
  } else if (token[t] == "[") {
    change_index(t)
  }
}

# The two values of a conditional expression.
function swap_choices(t,    colon, depth, questions) {
  for (colon = t + 1; colon <= place_to; colon++) {
    if (is_open(colon)) colon = closing(colon)
    else if (token[colon] == "?") questions++
    else if (token[colon] == ":" && questions-- == 0) break
  }
  questions = 0
  for (depth = colon + 1; depth <= place_to; depth++) {
    if (is_open(depth)) depth = closing(depth)
    else if (is_close(depth) || token[depth] == ",") break
    else if (token[depth] == "?") questions++
    else if (token[depth] == ":" && questions-- == 0) break
  }
  swap(t + 1, colon - 1, colon + 1, depth - 1)
}

# Two neighbours in a concatenation.
function swap_elements(t,    end, comma, after) {
  end = closing(t)
  for (t++; (comma = next_of(t, ",")) < end; t = comma + 1) {
    after = next_of(comma + 1, ",")
    if (after > end) after = end
    swap(t, comma - 1, comma + 1, after - 1)
  }
}

# A constant by one more, or one less. Widths, replications and indices stay.
function change_number(t,    value, size) {
  if (token[t + 1] ~ /^['*{]$/ || token[t - 1] ~ /^([*\[]|[-+]:)$/ || is_in_index[t]) return
  if (token[t] ~ /^'[01]$/) {
    change("constant", t, t, token[t] == "'0" ? "'1" : "'0")
  } else if (token[t] ~ /^[0-9]+$/) {
    change("constant", t, t, token[t] + 1)
    if (token[t] > 0) change("constant", t, t, token[t] - 1)
  } else if (token[t] !~ /[?xzXZsS]/) {
    size = 2 ^ token[t]
    value = value_of(token[t])
    change("constant", t, t, sprintf("%d'd%.0f", token[t], (value + 1) % size))
    if (size > 2) change("constant", t, t, sprintf("%d'd%.0f", token[t], (value + size - 1) % size))
  }
}

function value_of(literal,    base, i, sum) {
  i = index(literal, "'")
  base = tolower(substr(literal, i + 1, 1))
  base = base == "h" ? 16 : base == "d" ? 10 : base == "o" ? 8 : 2
  literal = tolower(substr(literal, i + 2))
  gsub(/_/, "", literal)
  for (i = 1; i <= length(literal); i++) sum = base * sum + index("0123456789abcdef", substr(literal, i, 1)) - 1
  return sum
}

# An index, or both bounds of a slice, by one less or one more, within the bounds that are declared.
function change_index(t,    end, high, low, most, by) {
  end = closing(t)
  high = token[t + 1]
  low = end == t + 2 ? high : token[end - 1]
  if (high !~ /^[0-9]+$/ || low !~ /^[0-9]+$/ || !(end == t + 2 || (end == t + 4 && token[t + 2] == ":"))) return
  is_in_index[t + 1] = is_in_index[end - 1] = 1
  most = (token[t - 1] in highest) ? highest[token[t - 1]] : 0
  by = low > lowest[token[t - 1]] + 0 ? -1 : high + 0 < most ? 1 : 0
  if (by) change("index", t + 1, end - 1, end == t + 2 ? high + by : (high + by) ":" (low + by))
}

# An operand of && or ||, or a condition.
function negate_name(t,    end, before, after) {
  end = end_of_name(t)
  before = t == place_from ? "(" : token[t - 1]
  after = end == place_to ? ")" : token[end + 1]
  if (token[t - 1] !~ /^(\.|::)$/ && before ~ /^([(?:,]|&&|[|][|])$/ && after ~ /^([)?:,]|&&|[|][|])$/ && (before after) ~ /&&|[|][|]|[?]$/)
    change("negation", t, t, "!" token[t])
}

# --- the list -------------------------------------------------------------------------------------------------------------------------------

# Park and Miller: each number follows from the one before, on each machine.
function random_below(n) {
  state = 48271 * state % 2147483647
  return int(n * state / 2147483647)
}

# The place has no fault yet, and a change by this operator.
function may_have(place, operator) { return !is_drawn[place] && ((place, operator) in changes_by_operator) }

# A change by the operator, or 0 if there is none left.
function drawn_change(operator,    i, n, chosen, place) {
  for (i = 1; i <= places; i++) if (may_have(i, operator)) chosen[++n] = i
  if (!n) return 0
  place = chosen[1 + random_below(n)]
  is_drawn[place] = 1
  n = 0
  for (i = 1; i <= changes; i++) if (change_place[i] == place && change_operator[i] == operator) chosen[++n] = i
  return chosen[1 + random_below(n)]
}

function text_of_change(c) { return "rtl/" directory "/" place_file[change_place[c]] ": " change_whole[c] " ==> " change_broken[c] }

function print_fault(n, c,    place) {
  place = change_place[c]
  printf "\n# %s:%d\n%s-%d: scoreboard or rule\n", place_file[place], place_line[place], change_operator[c], n
  print "  " text_of_change(c)
}

# Each line of the list without a blank in front is a change, and the next line has the reason. The change must exist. Returns how many
# there are of the DUT.
function read_skipped(    line, c, exists, count) {
  for (c = 1; c <= changes; c++) exists[text_of_change(c)]
  while ((getline line <skipped) > 0) {
    if (index(line, "rtl/" directory "/") != 1) continue
    if (!(line in exists)) fail(skipped ": no such change, or not any more: " line)
    is_skipped[line]
    count++
  }
  close(skipped)
  return count + 0
}

BEGIN {
  split("== != && || & |", pair, " ")
  for (i = 1; i < 6; i += 2) {
    exchanged[pair[i]] = pair[i + 1]
    exchanged[pair[i + 1]] = pair[i]
  }
  exchanged["<"] = "<="
  exchanged["<="] = "<"
  exchanged[">"] = ">="
  exchanged[">="] = ">"
  exchanged["^"] = "&"
  directory = folder
  sub(/\/$/, "", directory)
  sub(/.*\//, "", directory)
  count = split(parts, part, " ")
  for (p = 1; p <= count; p++) {
    name = wanted = part[p]
    sub(/:.*/, "", name)
    if (!sub(/[^:]*:/, "", wanted)) wanted = ""
    load(folder "/" name)
    tokenize()
    scope = ""
    for (t = 1; t <= tokens; t++) t = read_statement(t)
  }
  if (number == "all") {
    for (i = 1; i <= changes; i++) print_fault(i, i)
    exit
  }
  listed = read_skipped()
  if (number > places - listed) fail("expected N of at most " places - listed " places, found " number)
  state = 1 + seed % 2147483646
  for (i = 1; i <= 10; i++) random_below(1)
  operators = split("comparison boolean constant index negation enable-dropped assignment-dropped operands-swapped", operator, " ")
  print "# Seed " seed ": " number " of " changes " changes, in " places " places of " folder "."
  for (i = 1; number > 0; i++) {
    do c = drawn_change(operator[1 + random_below(operators)]); while (!c)
    if (text_of_change(c) in is_skipped) continue
    print_fault(i, c)
    number--
  }
}
