#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# product.sh BUILD SIMULATORS PROTOCOL FROM STEP FOLDER AGAIN: the runner's list of random runs of 2,000 clocks. They have every STEP-th
# combination of the values in the columns of table-pft.txt (etm3: table-etm3.txt), from number FROM on. FOLDER takes what they write.
# AGAIN is the command that repeats a run if PART=I/N follows it. $RANDOM_ARGS: more options for every run; $RANDOM_UNIT,
# $RANDOM_BUILD: as in list.sh.
set -eu
build=$1 simulators=$2 protocol=$3 from=$4 step=$5 folder=$6 again=$7
table=tests/random/table-pft.txt
[ "$protocol" = pft ] || table=tests/random/table-$protocol.txt
all=$("$build/draw" count $table)
"$build/draw" -a "${RANDOM_ARGS-}" product "$from" "$step" 2000 $table "$build" "$simulators" "$folder" | tests/random/fit.sh "$build" |
  awk -F '\tseed=' -v again="$again" -v all="$all" '{ print $0 "\tagain=" again " PART=" $2 "/" all }'
