#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD NAME...: shrinks runs with these seeded faults (fault.sh).
# run.sh BUILD draw SEED N: with N of both protocols, drawn from SEED among those that make a run of tests/mutants fail.
set -u
build=$1
shift
folder=$build/shrink
wanted=$#
if [ "$1" = draw ]; then
  seed=$2 wanted=$3
  set -- $(for protocol in pft etm3; do
    tests/fault_seeding/query.sh names tests/mutants/$protocol.txt | sed "s/^/$protocol-/"
  done | while read -r name; do echo "$(echo "$seed $name" | cksum) $name"; done | sort -n | sed 's/.* //')
fi
. tests/expect.sh
for name in "$@"; do
  code=0
  tests/shrink/fault.sh "$build" "$name" "$folder" || code=$?
  case $code in
    0) pass ;;
    3) continue ;;
    *) fail "$name: expected exit code 0, found $code" ;;
  esac
  [ $((passed + failed)) -lt "$wanted" ] || break
done
[ $((passed + failed)) = "$wanted" ] || failed=$((wanted - passed))
totals
