#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# verify.sh OPTIONS...: docs/verify.md out of tags.txt, on standard output. OPTIONS are the files with the tables of the simulator's options. Exit
# code 1, and the reason on standard error: a tag names no test, or a golden file or cover point has no tag.
set -eu
[ $# -gt 0 ] || { echo 'verify: expected the files with the tables of options' >&2; exit 2; }
here=$(dirname "$0")

cat <<'END'
# What is verified by what

Made from `tests/verify/tags.txt` by `tests/verify/verify.sh`. `make lint` fails where the two differ, where a tag names no test, and where
a golden file or cover point has no tag.

- Golden files (`tests/golden/`): bytes by hand from the specification. The decoder and OpenCSD read each; the encoder, the clocked model
  and the RTL make it. One that has `decode-only` is read alone. One that has `clocked` is not made by the encoder without a clock.
- Options: what makes a random co-simulation hold it (`make random`; `make run SEED=n ARGS='...'`).
- Seen: cover points, each met at least 100 times in the 1,000 random runs of its protocol in `make test`, or as often as their list says.

| packet | length | mode | golden files | options | seen |
|---|---|---|---|---|---|
END
ls tests/golden/*/*.golden | awk -F '|' '
  function say(what) { print "verify: " what >"/dev/stderr"; bad = 1 }
  function trim(text) { gsub(/^ +| +$/, "", text); return text == "-" ? "" : text }
  # A pattern of names: * is any text, except that of files contains no /.
  function expression(pattern, any) { gsub(/[.]/, "[.]", pattern); gsub(/[*]/, any, pattern); return "^" pattern "$" }

  FILENAME == "-" { file[$0]; next }
  FILENAME ~ /required-(pft|etm3)\.txt$/ {
    list = FILENAME
    sub(/.*\//, "", list)
    point = $0
    sub(/ .*/, "", point)
    points[list " " point]
    next
  }
  FILENAME !~ /tags\.txt$/ {
    for (rest = $0; match(rest, /[{(]"[a-z0-9-]+",/); rest = substr(rest, RSTART + RLENGTH)) option[substr(rest, RSTART + 2, RLENGTH - 4)]
    next
  }
  /^#/ || /^$/ { next }
  {
    packet = trim($1)
    files = ""
    patterns = split($4, pattern, " ")
    for (i = 1; i <= patterns; i++) if (pattern[i] != "-") {
      count = 0
      like = expression("tests/golden/" pattern[i] ".golden", "[^/]*")
      for (name in file) if (name ~ like) { named[name]; count++ }
      if (!count) say(packet ": " pattern[i] " is no golden file")
      files = files "`" pattern[i] "` (" count ") "
    }
    words = split($5, word, " ")
    for (i = 1; i <= words; i++) {
      name = word[i]
      sub(/^--/, "", name)
      if (name != "-" && !(name in option)) say(packet ": " word[i] " is no option of the simulator")
    }
    list = packet ~ /^ETMv3/ ? "required-etm3.txt" : "required-pft.txt"
    patterns = split($6, pattern, " ")
    for (i = 1; i <= patterns; i++) if (pattern[i] != "-") {
      count = 0
      like = expression(list " " pattern[i], ".*")
      for (name in points) if (name ~ like) { named[name]; count++ }
      if (!count) say(packet ": " pattern[i] " is no cover point of tests/random/" list)
    }
    cover = trim($6)
    if (files == "" && cover == "") say(packet ", " trim($2) ", " trim($3) ": no test")
    print "| " trim(packet) " | " trim($2) " | " trim($3) " | " trim(files) " | " trim($5) " | " cover " |"
  }
  END {
    for (name in file) if (!(name in named)) say(name " has no tag")
    for (name in points) if (!(name in named)) { sub(/ /, ":", name); say(name " has no tag") }
    exit bad
  }
' - "$here/../random/required-pft.txt" "$here/../random/required-etm3.txt" "$@" "$here/tags.txt"
