#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# [ROWS=plain|programmed] list.sh BUILD FOLDER GROUP SIMULATOR PROTOCOL [OPTION...]: the runner's list of the directed cases (smoke.txt) of a protocol
# on a DUT that the OPTIONs describe. A row with each:RESOURCE is a case for each such resource that the DUT has. FOLDER takes what the DUT can do,
# in PROTOCOL.can, and what the cases write. ROWS chooses rows without or with a host script.
set -eu
build=$1 folder=$2 group=$3 simulator=$4 protocol=$5
shift 5
. tests/smoke/cases.sh
mkdir -p "$folder"
print_can "$build" "$protocol" "$@" >"$folder/$protocol.can"
awk -F ' *[|] *' -v protocol="$protocol" -v rows="${ROWS-}" -v group="$group" -v simulator="$simulator" -v folder="$folder" -v options="$*" \
  -f tests/smoke/instances.awk -f - "$folder/$protocol.can" tests/smoke/smoke.txt <<'AWK'
NR == FNR { read_count($0, count); next }
/^#/ || !NF || !index($2, protocol) { next }
rows == ($8 == "" ? "programmed" : "plain") { next }
{
  cases = split(instances($3, count), number, " ")
  for (i = 1; i <= cases || i == 1; i++) {
    name = $1 (cases ? "-" number[i] : "")
    printf "%s/%s\ttests/smoke/smoke.sh %s %s %s %s %s\tfacts=%s/%s-%s.facts\n", group, name, simulator, protocol, name, folder, options, folder, protocol, name
  }
}
AWK
