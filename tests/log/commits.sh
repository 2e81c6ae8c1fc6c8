#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# commits.sh BUILD SIMULATOR: `waypoint check` on logs of the Cortex-A9's port, which commits.awk makes from a log of committed waypoints.
# Last line: passed, failed.
set -u
waypoint=$1/waypoint simulator=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
output=$folder/output

# simulate WORD...: a run of random code, whose log has committed waypoints.
simulate() {
  FAULT=none "$simulator" --spacing two --clocks 4000 --mode legal --quiet "$@" --log "$folder/run.log" >"$folder/run" || {
    cat "$folder/run"
    exit 1
  }
}
# speculate VARIABLE=VALUE...
speculate() {
  set -- "$@" "$folder/run.log"
  for word; do
    shift
    [ "$word" = "$folder/run.log" ] || set -- "$@" -v
    set -- "$@" "$word"
  done
  awk -f tests/log/commits.awk "$@" >"$folder/log"
}
check() { # CODE PATTERN WORD...
  code=$1 pattern=$2
  shift 2
  answers "$code" "$pattern" "$waypoint" check --log "$folder/log" --set a9 --port cortex-a9 --quiet "$@"
}
reports() { # PATTERN WORD...
  pattern=$1
  shift
  prints 1 "$pattern" "$waypoint" check --log "$folder/log" --set a9 --port cortex-a9 --quiet "$@"
}

simulate --set a9 --random 3 --cycle-accurate --timestamps --context-id 4
for delay in 0 1 3 8; do
  speculate reading=commit delay=$delay
  check 0 "^PASS .* counts=$([ $delay = 0 ] && echo either || echo commit) " --cycle-accurate --timestamps --context-id 4
done
speculate reading=presentation delay=2
check 0 '^PASS .* counts=presentation ' --cycle-accurate --timestamps --context-id 4

# The list and the file for the waves have the clocks of presentation and commit, and the uncommitted waypoints.
speculate reading=commit delay=8
check 0 '^PASS ' --cycle-accurate --timestamps --context-id 4 --list "$folder/list" --beats "$folder/beats"
output=$folder/found
expect 'the list' grep -E ' [0-9]+ +([0-9]+)/[0-9]+ +0x' "$folder/list"
expect 'the uncommitted waypoints' grep -E '^=([0-9]+) uncommitted_2 [0-9A-F]{8} of clock \1$' "$folder/beats"
expect 'a row without a waypoint' grep -E '^=[0-9]+ uncommitted_1 -$' "$folder/beats"
output=$folder/output

# The two readings in one run.
speculate reading=mixed delay=2
reports '^scoreboard: .*cycles from waypoint.*by presentation, which waypoint #[0-9]+ has decided' --cycle-accurate --timestamps --context-id 4

# A flushed waypoint is no item, unless the option says so.
speculate reading=commit delay=2
reports '^(scoreboard|rule PORT)' --cycle-accurate --timestamps --context-id 4 --wpt-flush keeps
speculate reading=commit delay=2 excess=100
reports '^rule PORT-COMMIT-1: clock [0-9]+.*WPTCOMMIT is 2, expected at most 1' --cycle-accurate --timestamps --context-id 4

# The DUT traces a flushed waypoint.
speculate reading=commit delay=0 flushed=200
reports '^scoreboard: .*; it fits a waypoint that was flushed in clock [0-9]+$' --cycle-accurate --timestamps --context-id 4
reports '^  fits a flushed waypoint: presented in clock ([0-9]+), flushed in clock ([0-9]+): waypoint [a-z]+ pc=' --cycle-accurate --timestamps --context-id 4
reports '^  at fault: .*presented in clock [0-9]+, committed in clock [0-9]+$' --cycle-accurate --timestamps --context-id 4

# Without the pins there are no commits.
speculate reading=commit omit=1
check 2 'log: missing pin: expected WPTCOMMIT for the Cortex-A9'
answers 2 'log: missing pin: expected WPTCOMMIT' "$waypoint" check --log "$folder/log" --set a9 --wpt-depth 4
answers 0 '^PASS .* max_start=0 mode=legal$' "$waypoint" check --log "$folder/log" --set a9 --wpt-depth 4 --port committed \
  --cycle-accurate --timestamps --context-id 4
answers 2 'port, --wpt-depth: expected a PTM, found an ETM' "$waypoint" check --log "$folder/log" --protocol etm3 --port cortex-a9

# Filters and events: the DUT decides on a waypoint some clocks before its commit.
for seed in 11 12 13 14; do
  simulate --set full --random $seed --host random --ns --prohibited 20 --debug 20 --extin-rate 20
  for reading in commit presentation; do
    speculate reading=$reading delay=2
    check 0 '^PASS ' --set full --ns --latency -4..0
  done
done
# WPTCOMMIT and WPTFLUSH of a checker module may be open, so that no waypoint is committed.
simulate --set a9 --random 3 --clocks 60
speculate reading=commit silent=1
code=0
"$waypoint" check --log "$folder/log" --set a9 --port cortex-a9 --quiet >"$output" 2>&1 || code=$?
same 'no commits: exit code' $code 2
same 'no commits: the report' "$(sed 's/^INCOMPLETE .*/INCOMPLETE/' "$output" | tr '\n' '|')" \
  'incomplete: WPTCOMMIT and WPTFLUSH were never HIGH; connect both pins, or use port=committed|  help: docs/messages.md#incomplete|INCOMPLETE|'
totals
