#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SEEDS LIMIT [PROGRAM...]: the runner's list of all permitted deviations, run.sh's tests, each at most LIMIT seconds long, and deeper.sh's.
# With programs, those of a9.txt also have buffers of 2 and 8 entries. Two of 2 entries are no deviation.
set -eu
build=$1 seeds=$2 limit=$3
shift 3
names() { # LIST PROTOCOL
  tests/fault_seeding/query.sh names "tests/deviations/$1.txt" - "$2" | sed "s/^/$1-/"
}
for protocol in pft etm3; do
  a9=$([ $protocol = etm3 ] || names a9 pft)
  deeper=$([ $# = 0 ] || for name in $a9; do echo "$name-s8 $([ "$name" = a9-depth-2 ] || echo "$name-s2")"; done)
  for name in none $(for list in $protocol trc registers filters; do names $list $protocol; done) $a9 $deeper; do
    printf 'deviations-%s/%s\ttests/deviations/run.sh %s %s %s %s%s\tlimit=%s\n' \
      $protocol "${name#"$protocol"-}" "$build" $protocol "$name" "$seeds" "${*:+ $*}" "$limit"
  done
done
printf 'deviations-pft/deeper\ttests/deviations/deeper.sh %s\n' "$build"
