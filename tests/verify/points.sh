#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# points.sh: the cover points of tests/random/required-*.txt as rows of a C table, on standard output: protocol, clause, packet, point. A point
# belongs to the first line of tags.txt that has it; the clause is the one that most golden files of that line name first. Lines without a
# golden file are left out.
set -eu
here=$(dirname "$0")
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT

while IFS='|' read -r packet length mode golden _ cover; do
  case $packet in
    '#'* | '') continue ;;
    ETMv3*) protocol=etm3 document='IHI 0014Q' ;;
    *) protocol=pft document='IHI 0035B' ;;
  esac
  # What no golden file shows is in tables of the page that are made otherwise.
  [ "$golden" != ' - ' ] || continue
  files=$(for pattern in $golden; do echo tests/golden/$pattern.golden; done)
  clause=$(awk -v clause="$document [0-9A-Z]+([.][0-9]+)*" '/^source:/ && match($0, clause) { print substr($0, RSTART, RLENGTH) }' $files | sort | uniq -c | sort -rn | sed -n '1s/^ *[0-9]* //p')
  set -f
  for point in $cover; do
    [ "$point" = - ] || echo "$protocol|$clause|$packet, $length, $mode|$point"
  done >>"$rows"
  set +f
done <"$here/tags.txt"

awk -F '|' '
  FILENAME !~ /required/ { row[++rows] = $0; next }
  { sub(/ .*/, ""); point[++points] = $0; protocol[points] = FILENAME ~ /pft/ ? "pft" : "etm3" }
  END {
    for (i = 1; i <= rows; i++) {
      split(row[i], part, "|")
      gsub(/\./, "\\.", part[4])
      gsub(/\*/, ".*", part[4])
      sub(/^ETMv3 /, "", part[3])
      gsub(/( *,)+ */, ", ", part[3])
      gsub(/  +/, " ", part[3])
      sub(/[, ]+$/, "", part[3])
      for (k = 1; k <= points; k++) {
        if (taken[k] || part[1] != protocol[k] || point[k] !~ "^" part[4] "$") continue
        taken[k] = 1
        printf "    {\"%s\", \"%s\", \"%s\", \"%s\"},\n", part[1], part[2], part[3], point[k]
      }
    }
  }' "$rows" "$here/../random/required-pft.txt" "$here/../random/required-etm3.txt"
