#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# suppress.sh FOLDER PLACE: prints a line PLACE<TAB>NAME<TAB>TEST: the first test that fails with this place suppressed, or `undetected`.
set -eu
folder=$(realpath "$1")
export SUPPRESSED="$2"
limit=$PWD/tests/limit.sh
cd "$folder/worker-$WORKER"
found=undetected
for number in $(awk -v place="$2" '$1 == place { print $3 }' "$folder/reached/all"); do
  command=$(sed -n "${number}p" "$folder/list" | cut -f 2)
  code=0
  "$limit" 60 sh -c "$command" >log 2>&1 || code=$?
  [ $code = 0 ] && continue
  found=$(sed -n "${number}p" "$folder/list" | cut -f 1)
  [ $code -lt 124 ] || found="$found, by code $code"
  break
done
name=$(awk -F '\t' -v place="$2" '$1 == place { print $2 }' "$folder/tree/sites")
printf '%s\t%s\t%s\n' "$2" "$name" "$found"
