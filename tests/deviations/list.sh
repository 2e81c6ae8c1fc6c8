#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh BUILD SEEDS LIMIT [PROGRAM...]: the runner's list of all permitted deviations, run.sh's tests, each at most LIMIT seconds long, and deeper.sh's.
set -eu
build=$1 seeds=$2 limit=$3
shift 3
for protocol in pft etm3; do
  for name in none $(sed -n "s/^\([a-z][a-z0-9-]*\): .*/$protocol-\1/p" tests/deviations/$protocol.txt) \
    $(sed -n 's/^\([a-z][a-z0-9-]*\): .*/trc-\1/p' tests/deviations/trc.txt) \
    $(awk -v other=$([ $protocol = pft ] && echo etm3 || echo pft) 'FNR == 1 { file = FILENAME; gsub(/.*\/|[.]txt$/, "", file) }
      /^[a-z].*: / { name = $1; sub(/:/, "", name) } $0 == "  only -- " other { name = "" }
      /^  rtl/ && name != "" { print file "-" name; name = "" }' tests/deviations/registers.txt tests/deviations/filters.txt); do
    printf 'deviations-%s/%s\ttests/deviations/run.sh %s %s %s %s%s\tlimit=%s\n' \
      $protocol "${name#"$protocol"-}" "$build" $protocol "$name" "$seeds" "${*:+ $*}" "$limit"
  done
done
printf 'deviations-pft/deeper\ttests/deviations/deeper.sh %s\n' "$build"
