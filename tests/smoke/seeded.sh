#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seeded.sh BUILD EVERY: prints a list for the runner: every EVERY-th fault in the column of smoke.txt, and all faults of the Cortex-A9's port.
# The case must fail with the fault (red.sh).
#
# A fault of that column is [PROTOCOL:]LIST-NAME[@NUMBER[:MASK]][:UNIT]. NUMBER and MASK are FAULT_WITH. The NUMBER n, 2n-1 or 2n depends on the
# number of the resource, and `to` is the state to which a transition leads. UNIT describes the DUT in place of the usual description.
set -eu
build=$1 every=$2
. tests/smoke/cases.sh
mkdir -p "$build/smoke/red"
for dut in ptm etm; do
  describe_dut "$build" $dut
  # shellcheck disable=SC2086
  print_can "$build" $protocol $programmed_options >"$build/smoke/red/$protocol.can"
done
awk -F ' *[|] *' -v build="$build" -v every="$every" -f tests/smoke/instances.awk -f - \
  "$build/smoke/red/pft.can" "$build/smoke/red/etm3.can" tests/smoke/smoke.txt <<'AWK'
FILENAME ~ /pft.can$/ { read_count($0, of_ptm); next }
FILENAME ~ /etm3.can$/ { read_count($0, of_etm); next }
function print_case(number,    with, name) {
  with = value == "n" ? number : value == "2n-1" ? 2 * number - 1 : value == "2n" ? 2 * number : value == "to" ? number % 10 : value
  if (value ~ /^2n/) with = sprintf("%x", with)
  name = number == "" ? $1 : $1 "-" number
  # Faults of programmed resources are many: of those a quarter. Those of the Cortex-A9's port are few, and take little time: all.
  if (fault !~ /^a9-/ && ++cases[$8 != ""] % ($8 != "" && every > 1 ? 4 * every : every)) return
  printf "smoke-faults/%s/%s-%s%s\ttests/smoke/red.sh %s %s %s %s %s %s\n",
    protocol, name, fault, value == "" ? "" : "-" with, build, protocol, name, fault, with == "" ? "0" : with, unit != "" ? unit : $8 != "" ? "programmed" : "plain"
}
function print_cases(    cases, number, i) {
  cases = split(protocol == "pft" ? instances($3, of_ptm) : instances($3, of_etm), number, " ")
  if (!cases) print_case("")
  if (value !~ /n|to/ && cases) cases = 1
  for (i = 1; i <= cases; i++) print_case(number[i])
}
/^#/ || !NF { next }
{
  protocols = split($2, of, " ")
  faults = split($7, words, " ")
  for (p = 1; p <= protocols; p++) for (f = 1; f <= faults; f++) {
    protocol = of[p]
    fault = words[f]
    value = unit = ""
    if (fault ~ /^(pft|ptm_|a9)[^:]*-/ && protocol != "pft" || fault ~ /^(etm3-|etm_)/ && protocol != "etm3") continue
    if (match(fault, /^(pft|etm3):/)) {
      if (substr(fault, 1, RLENGTH - 1) != protocol) continue
      fault = substr(fault, RLENGTH + 1)
    }
    if (match(fault, /:[a-z][a-z0-9.-]*$/)) {
      unit = substr(fault, RSTART + 1)
      fault = substr(fault, 1, RSTART - 1)
    }
    if (match(fault, /@.*/)) {
      value = substr(fault, RSTART + 1)
      fault = substr(fault, 1, RSTART - 1)
    }
    print_cases()
  }
}
AWK
