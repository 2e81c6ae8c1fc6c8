#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# debug_request.sh BUILD SIMULATOR: the rules of the debug request in `waypoint check`. They are off if the log does not have PTMDBGRQ, or the
# description of the DUT has without=debug-request. Last line: passed, failed.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
output=$folder/output

# edit omit=1: removes PTMDBGRQ from the log. omit=0: PTMDBGRQ is always 0.
edit() {
  awk -v "$1" '
    $1 == "columns" {
      for (i = 2; i <= NF; i++) if ($i == "PTMDBGRQ") at = i - 1
      fields = NF - 1
      if (omit) sub(/ PTMDBGRQ/, "")
      print
      next
    }
    fields && NF == fields { if (omit) { $at = ""; gsub(/ +/, " "); sub(/^ /, "") } else $at = 0 }
    { print }' "$folder/run.log" >"$folder/log"
}
check() { # CODE PATTERN WORD...
  code=$1 pattern=$2
  shift 2
  prints "$code" "$pattern" "$waypoint" check --log "$folder/log" --max-lost any --quiet "$@"
}

FAULT=none "$simulator" --random 1 --debug-request --etmtrigger 0x60 --extin-rate 20 --restarts 9 --mode legal --quiet --log "$folder/run.log" >/dev/null || exit 1
cp "$folder/run.log" "$folder/log"
check 0 '^PASS '
edit omit=0
check 1 '^rule TRC-DBG-1: .*PTMDBGRQ did not rise within 16 clocks, expected a rise: ETMCR\[9\] is 1, and PTMTRIGGER pulsed in clock '
check 0 '^PASS ' --rule-off TRC-DBG-1
printf 'protocol=pft\nwithout=debug-request\n' >"$folder/dut.unit"
check 0 '^PASS ' --unit "$folder/dut.unit"
edit omit=1
check 0 '^PASS '
totals
