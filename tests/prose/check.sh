#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh [--update | --list KIND [NAME]]: the style of all texts (CONTRIBUTING.md, Style). Words, long sentences and empty headers are errors;
# texts that have a row in counts.txt may have as many as that says. --update lowers the counts in counts.txt to what there is. --list shows what
# is counted of KIND (pages, comments, strings), of one page or directory if NAME is given.
set -u
here=tests/prose
work=$(mktemp -d) || exit 2
trap 'rm -r "$work"' EXIT
sources='\.(c|h|cpp|inc|sv|svh|v|S|js|vhd|sh|awk|mk|py|yml|tcl|unit|host)(\.in)?$|^Makefile$|^\.ci/|^debian/(rules|tests/(bench|command|icarus))$'
git ls-files | grep -E "\.md$|$sources" | grep -vx -e CHANGELOG.md -e "$here/test_prose.sh" >"$work/files"
xargs awk -v words=$here/words.txt -f $here/prose.awk <"$work/files" >"$work/found" || exit 2
judge() { awk "$@" -f $here/judge.awk input=1 $here/exceptions.txt input=2 $here/counts.txt input=3 "$work/found"; }
case ${1-} in
  --update) judge -v update=1 >"$work/counts" && cp "$work/counts" $here/counts.txt ;;
  --list) judge -v kind="${2:?expected pages, comments or strings}" -v name="${3-}" ;;
  *)
    git diff -U0 HEAD | awk '
      /^\+\+\+ / { file = substr($0, 7) }
      /^@@ / { split(substr($3, 2) ",1", part, ","); for (i = 0; i < part[2]; i++) print file ":" part[1] + i }' >"$work/changed"
    judge -v changed="$work/changed"
    ;;
esac
