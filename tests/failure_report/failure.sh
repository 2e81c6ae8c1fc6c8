#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# failure.sh BUILD: runs with seeded faults, whose report must lead to the cause: which lines, of which fault, is in faults.txt.
set -u
build=$1
folder=$build/failure-report
rm -rf "$folder"
mkdir -p "$folder"
. tests/expect.sh
for protocol in pft:w32-q8-f64 etm3:etm-w32-q8-f64; do
  ln -s "$(realpath "$build/mutants/tree/b/sim/rtl/${protocol#*:}/waypoint-sim")" "$folder/${protocol%:*}"
done

# FAULT: OPTION..., and below it the lines.
while read -r line; do
  case $line in
    '' | '#'*) ;;
    pft-*:* | etm3-*:* | false-pass-*:*)
      fault=${line%%:*}
      case $line in
        etm3-* | *'--protocol etm3'*) protocol=etm3 ;;
        *) protocol=pft ;;
      esac
      FAULT=$fault "$folder/$protocol" --protocol $protocol ${line#*:} --quiet --beats "$folder/beats" >"$folder/report" 2>&1
      grep '^!' "$folder/beats" >>"$folder/report"  # what the wave view shows of the failure
      ;;
    'none: '*)
      if sed 's/^ *//' "$folder/report" | grep -xE -- "${line#none: }"; then
        fail "failure: $fault: there is a line: ${line#none: }"
      else
        pass
      fi
      ;;
    *)
      if sed 's/^ *//' "$folder/report" | grep -qxE -- "$line"; then
        pass
      else
        fail "failure: $fault: no line is: $line" "$(cat "$folder/report")"
      fi
      ;;
  esac
done <tests/failure_report/faults.txt
totals
