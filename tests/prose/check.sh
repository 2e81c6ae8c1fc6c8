#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh: prints each word, sentence, header or table cell that breaks the style of texts (CONTRIBUTING.md, Style). Exit code 1: there is one.
set -eu
here=tests/prose
sources='\.(c|h|cpp|inc|sv|svh|v|S|js|vhd|sh|awk|mk|py|yml|tcl|unit|host)(\.in)?$|^Makefile$|^\.ci/|^debian/(rules|tests/(bench|command|icarus))$'
found=$(git ls-files | grep -E "\.md$|$sources" | grep -vx "$here/test_prose.sh" | xargs awk -v words=$here/words.txt -f $here/prose.awk)
[ "$found" ] || exit 0
echo "$found"
exit 1
