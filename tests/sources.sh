#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each golden file names the source of its bytes: a clause or table of an Arm document, or an existing section of docs/.
# No file may cite a digest, because no digest is in this repository. No variable of make has two files that define it,
# because the second would change the targets of the first. The script prints each violation, and then exits with 1.
set -u
bad=0

git grep -inwE 'digests?' -- . ':!tests/sources.sh' | grep -viE '(sha[0-9-]*|md5|blake[0-9a-z]*)[ -]?digest' >&2 && {
  echo 'lint: expected the clause, not a digest of it' >&2
  bad=1
}

git ls-files Makefile '*.mk' | xargs awk '
  match($0, /^[A-Za-z_0-9]+ *:?= /) {
    name = $1
    sub(/[:=].*/, "", name)
    if (name in file && file[name] != FILENAME) {
      print "lint: " FILENAME ":" FNR ": " name " is also defined in " file[name] ", expected one place"
      bad = 1
    }
    file[name] = FILENAME
  }
  END { exit bad }
' >&2 || bad=1

# A section is a heading `## 3. ...`. Each file of docs/decisions is a section with the number in its name. A box of
# docs/pipeline*.md is cited as docs/pipeline.md#sync 4. tests/pages.sh checks whether the box has that rule.
awk '
  FILENAME ~ /^docs\/decisions\// { section[substr(FILENAME, 1, length("docs/decisions/0000"))]; next }
  FILENAME ~ /^docs\// {
    if (match($0, /^## [0-9]+\./)) section[FILENAME " " substr($0, 4, RLENGTH - 4)]
    if (/^## [a-z]+$/) section[FILENAME "#" $2]
    next
  }
  !/^source:/ { next }
  {
    cited = $0 ~ /(IHI|DDI) [0-9]+[A-Z]? ([0-9A]+\.[0-9]|table [0-9A-Z])/
    for (rest = $0; match(rest, /docs\/[a-z0-9\/.-]+(#[a-z]+|( [0-9]+(, [0-9]+)*)?)/); rest = substr(rest, RSTART + RLENGTH)) {
      words = split(substr(rest, RSTART, RLENGTH), word, /,? /)
      for (i = words > 1 ? 2 : 1; i <= words; i++) {
        name = i > 1 ? word[1] " " word[i] : word[1]
        if (name in section) cited = 1
        else { print "lint: " FILENAME ":" FNR ": no section " name; bad = 1 }
      }
    }
    if (!cited) { print "lint: " FILENAME ":" FNR ": expected a clause or table (IHI 0035B 4.5.4), or a section of docs/: " $0; bad = 1 }
  }
  END { exit bad }
' docs/*.md docs/decisions/*.md tests/golden/*/*.golden >&2 || bad=1
exit $bad
