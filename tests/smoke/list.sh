#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# list.sh FOLDER GROUP SIMULATOR PROTOCOL [OPTION...]: the runner's list of the directed cases (smoke.txt) of a protocol on a unit. FOLDER takes
# what they write.
set -eu
folder=$1 group=$2 simulator=$3 protocol=$4
shift 4
awk -F ' *[|] *' -v protocol="$protocol" '!/^#/ && NF && index($2, protocol) { print $1 }' tests/smoke/smoke.txt | while read -r name; do
  printf '%s/%s\ttests/smoke/smoke.sh %s %s %s %s %s\tfacts=%s\n' \
    "$group" "$name" "$simulator" "$protocol" "$name" "$folder" "$*" "$folder/$protocol-$name.facts"
done
