#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The pages of the pipeline and of the formats must agree with the sources. Compared are boxes, files, ports, registers and rules in
# docs/pipeline*.md, and the three readings of each packet in docs/pft.md and docs/etm3.md. The script prints each
# violation, and then exits with 1.
set -u

# The form of a line and its file determine how it is read: page (docs/pipeline*.md), format (docs/pft.md,
# docs/etm3.md), RTL or C. All references are collected first, and checked at the end.
found=$(awk '
  function say(where, what) { print "lint: " where ": " what; bad = 1 }
  function here() { return FILENAME ":" FNR }
  function words_of(text, into) { gsub(/[`,;()]/, " ", text); gsub(/\|/, " | ", text); return split(text, into, " ") }

  FNR == 1 {
    page = FILENAME ~ /^docs\/pipeline[a-z0-9-]*\.md$/ ? FILENAME : ""
    format = FILENAME == "docs/pft.md" || FILENAME == "docs/etm3.md"
    is_rtl = FILENAME ~ /^rtl\/[a-z0-9_]*\.sv$/
    is_c = FILENAME ~ /\.[ch]$/
    file[FILENAME]
    box = part = column = packet = ""
    flops = 0
  }

  # --- docs/pipeline*.md ---
  # A row of the map: | [name](page#box) | RTL | model |
  page && /^\| \[[^]]*\]\([a-z0-9.-]*#[a-z]+\) \|/ {
    count = words_of($0, word)
    for (i = 1; word[i] !~ /\.md#|^#|\]#/; i++) ;
    key = word[i]
    sub(/.*\]/, "", key)
    key = key ~ /^#/ ? page key : "docs/" key
    mapped[key] = here()
    for (i++; i <= count; i++) {
      if (word[i] != "|") named_file[here() " " word[i]]
      if (word[i] ~ /^rtl\//) {
        if (!(key in rtl_of)) main_of[word[i]] = main_of[word[i]] " " key
        else helps[word[i]] = helps[word[i]] " " key
        rtl_of[key] = rtl_of[key] " " word[i]
      }
    }
  }
  page && /^## / {
    box = NF == 2 && $2 ~ /^[a-z]+$/ ? page "#" $2 : ""
    if (box) { section[box] = here(); rules[box] = 0; name_of[$2] = name_of[$2] " " box; stage = 0 }
    part = ""
  }
  page && box && /^\*\*(Purpose\.|Ports|Registers|Behaviour)\*\*/ {
    part = substr($1, 3, length($1) - 4)
    sub(/\..*/, "", part)
    sub(/\*\*.*/, "", part)
    stages[box] = stages[box] part " "
  }
  page && box && /^> Why: / { stages[box] = stages[box] "Why " }
  page && box && /^\|/ {
    split($0, cell, / *\| */)
    if (!in_table++) column = cell[2] ~ /^(port|register|rule)$/ ? cell[2] : ""
    else if (column == "rule" && cell[2] !~ /^-+$/) new_rule(cell[2] + 0)
    else if (column != "" && cell[2] !~ /^-+$/) {
      count = words_of(cell[2], word)
      for (i = 1; i <= count; i++) {
        if (column == "register") register[box " " word[i]] = here()
        else port[box " " word[i]] = here() " " cell[4]
      }
    }
  }
  # The ports of the boxes that are pins: | pin | in or out |
  FILENAME == "docs/pins.md" && /^## / { of = $2 == "PTM" ? "pipeline-pft.md#pins" : $2 == "ETM" ? "pipeline-etm3.md#pins" : "pipeline.md#unit" }
  FILENAME == "docs/pins.md" && /^\|/ {
    split($0, cell, / *\| */)
    count = cell[3] ~ /^(in|out)$/ ? split(cell[2], word, ", ") : 0
    for (i = 1; i <= count; i++) {
      sub(/\[.*/, "", word[i])
      for (slot = 0; slot < 2; slot++) { name = word[i]; sub(/^ETMIn/, "ETMI" slot, name); port["docs/" of " " name] = here() " " cell[3] }
    }
  }
  page && !/^\|/ { in_table = 0 }
  page && box && /^[0-9]+\. / { new_rule($1 + 0) }
  function new_rule(number) {
    if (number != rules[box] + 1) say(here(), "expected rule " rules[box] + 1 " of " box)
    rules[box]++
  }
  # A citation on the page itself: "sync 4", "rules 7 to 10", "PTM: time 18".
  page && box {
    count = words_of($0, word)
    for (i = 1; i < count; i++) if (word[i + 1] ~ /^[1-9][0-9]*[.:]?$/ && word[i] ~ /^[a-z]+$/) inner[here() " " box " " word[i] " " word[i + 1] + 0]
  }

  # A citation in any other file: docs/pipeline.md#sync 4, 5
  {
    for (rest = $0; match(rest, /pipeline[a-z0-9-]*\.md#[a-z]+( [0-9]+(, [0-9]+)*)?/); rest = substr(rest, RSTART + RLENGTH)) {
      cites[here() " " substr(rest, RSTART, RLENGTH)]
    }
    if (!page && /pipeline[a-z0-9-]*\.md\)?,? [0-9]/) say(here(), "expected a box of the page: docs/pipeline.md#sync 4")
  }

  # --- docs/pft.md, docs/etm3.md: a section for each packet, with three lines "- RTL: `file`, `name` ..." ---
  format && /^## / { packet = here(); packets[packet] = $0 }
  format && !/^(- |  )/ { at = ""; listed = 0 }
  format && /^- / { listed = /^- (RTL|encoder|decoder): / }
  format && packet && listed {
    if (/^- /) {
      at = ""
      place = $2
      sub(/:/, "", place)
      places[packet " " place]
    }
    count = split($0, word, "`")
    for (i = 2; i <= count; i += 2) {
      if (word[i] ~ /\//) { at = word[i]; named_file[here() " " at] }
      else if (at != "") named[here() " " at " " word[i]]
      else say(here(), "expected a file before " word[i])
    }
  }

  # --- the names in the sources ---
  is_rtl && /^  (input|output) / {
    name = $0
    sub(/ *\/\/.*/, "", name)
    sub(/,$/, "", name)
    sub(/.* /, "", name)
    pin[FILENAME " " name] = $1 == "input" ? "in" : "out"
  }
  is_rtl && /^ +always_ff / { flops = match($0, /[^ ]/) }
  is_rtl && flops && /^ +end$/ && match($0, /[^ ]/) == flops { flops = 0 }
  is_rtl && flops {
    name = $0
    sub(/^ +/, "", name)
    sub(/^end /, "", name)
    sub(/^else /, "", name)
    if (name ~ /^if \(/) name = behind_condition(substr(name, 4))
    if (match(name, /^[a-z_][a-z0-9_]*/) && name ~ /^[a-z0-9_.]+(\[[^=]*\])? +<= /) {
      name = substr(name, RSTART, RLENGTH)
      sub(/_[qo]$/, "", name)
      flop[FILENAME " " name] = here()
    }
  }
  function behind_condition(text,  depth, i, c) {
    for (i = 1; i <= length(text); i++) {
      c = substr(text, i, 1)
      depth += (c == "(") - (c == ")")
      if (depth == 0) break
    }
    text = substr(text, i + 1)
    sub(/^ +/, "", text)
    return text
  }
  is_rtl && / function automatic / { name = $0; sub(/\(.*/, "", name); sub(/.* /, "", name); thing[FILENAME " " name] }
  is_rtl && /localparam / { name = $0; sub(/ *=.*/, "", name); sub(/.* /, "", name); thing[FILENAME " " name] }
  is_rtl && /^module / { thing[FILENAME " " $2] }
  is_c && /^[a-z].*\(.*[^;]$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); thing[FILENAME " " name] }
  is_c && /^ *\{"[^"]*", PACKET_/ { split($0, cell, "\""); thing[FILENAME " " cell[2]] }

  END {
    for (key in mapped) if (!(key in section)) say(mapped[key], "no section " key)
    for (key in section) {
      if (!(key in mapped)) say(section[key], "expected a row for " key " in the table of boxes of docs/pipeline.md")
      if (stages[key] !~ /^Purpose Ports Registers Behaviour (Why )?$/) say(section[key], "expected Purpose, Ports, Registers, Behaviour, Why, in this order")
    }
    for (it in named_file) { split(it, word, " "); if (!(word[2] in file)) { say(word[1], "no file " word[2]); astray = 1 } }
    for (it in flop) { split(it, word, " "); if (main_of[word[1]] helps[word[1]] == "" && !astray) no_box[word[1]] }
    for (it in no_box) say(it, "expected a row in the table of boxes of docs/pipeline.md, and a section")
    for (it in register) {
      split(it, word, " ")
      if (rtl_of[word[1]] == "" || astray) continue
      found = 0
      count = split(rtl_of[word[1]], files, " ")
      for (i = 1; i <= count; i++) if (files[i] " " word[2] in flop) found = 1
      if (!found) say(register[it], "no register " word[2] " in" rtl_of[word[1]])
    }
    for (it in flop) {
      split(it, word, " ")
      if (has_all_sections(word[1]) && !is_in_a_table(it, register)) say(flop[it], "register " word[2] " is in no table of" main_of[word[1]] helps[word[1]])
    }
    for (it in port) {
      split(it, word, " ")
      if (rtl_of[word[1]] == "" || astray) continue
      split(port[it], where, " ")
      found = 0
      count = split(rtl_of[word[1]], files, " ")
      for (i = 1; i <= count; i++) {
        at = files[i] " " word[2]
        if (pin[at] == where[2] || pin[at (where[2] == "in" ? "_i" : "_o")] == where[2]) found = 1
      }
      if (!found) say(where[1], "no port " word[2] " (" where[2] ") in" rtl_of[word[1]])
    }
    for (it in pin) if (pin[it]) {
      split(it, word, " ")
      name = word[2]
      sub(/_[io]$/, "", name)
      if (name != "clk" && name != "rst_ni" && word[1] in main_of && has_all_sections(word[1]) && !is_in_a_table(word[1] " " name, port)) say(word[1], "port " word[2] " is in no table of" main_of[word[1]] helps[word[1]])
    }
    for (it in cites) {
      split(it, word, " ")
      key = "docs/" word[2]
      if (!(key in section)) say(word[1], "no box " key)
      else for (i = 3; i in word; i++) if (word[i] + 0 > rules[key] || word[i] + 0 < 1) say(word[1], "no rule " word[i] + 0 " of " key)
      delete word
    }
    for (it in inner) {
      split(it, word, " ")
      page_of = word[2]
      sub(/#.*/, "", page_of)
      key = word[3] ~ /^rules?$/ ? word[2] : (page_of "#" word[3]) in section ? page_of "#" word[3] : word[3] in name_of ? name_of[word[3]] : ""
      if (key == "") continue
      found = 0
      count = split(key, files, " ")
      for (i = 1; i <= count; i++) if (word[4] >= 1 && word[4] <= rules[files[i]] + 0) found = 1
      if (!found) say(word[1], "no rule " word[4] " of " key)
    }
    for (it in packets) {
      missing = ""
      for (i = split("RTL encoder decoder", word, " "); i > 0; i--) if (!(it " " word[i] in places)) missing = " " word[i] missing
      if (missing) say(it, "\"" substr(packets[it], 4) "\" does not say where its readings are: expected a line for" missing)
    }
    for (it in named) {
      split(it, word, " ")
      if (word[2] in file && !(word[2] " " word[3] in thing)) say(word[1], "no function, constant or row " word[3] " in " word[2])
    }
    exit bad
  }
  # The name must be in the table of a box that has the file.
  function is_in_a_table(it, table,  word, key, i, count) {
    split(it, word, " ")
    count = split(main_of[word[1]] helps[word[1]], key, " ")
    for (i = 1; i <= count; i++) if (key[i] " " word[2] in table) return 1
    return 0
  }
  # If a box of the file had no section, each of its registers would be reported. Therefore all sections must exist
  # first.
  function has_all_sections(name,  key, i) {
    for (i = split(main_of[name] helps[name], key, " "); i > 0; i--) if (!(key[i] in section)) return 0
    return main_of[name] helps[name] != ""
  }
' $(git ls-files 'docs/*.md' '*.sv' '*.c' '*.h' '*.golden' '*.txt' '*.sh' '*.mk' README.md CONTRIBUTING.md waves/README.md 'tests/*.md' | grep -vx -e tests/pages.sh -e tests/prose/counts.txt))
code=$?
[ -z "$found" ] || echo "$found" | sort
exit $code
