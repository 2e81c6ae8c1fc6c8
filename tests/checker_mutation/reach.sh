#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reach.sh FOLDER N: runs test N of FOLDER/list with nothing suppressed, in the directory of this worker. FOLDER/reached/N.reached becomes the places
# that it reaches, a line PLACE MILLISECONDS N each. If the test fails, code 255 ends all workers.
set -eu
folder=$(realpath "$1")
reached=$folder/reached/$2
name=$(sed -n "$2p" "$folder/list" | cut -f 1)
command=$(sed -n "$2p" "$folder/list" | cut -f 2)
: >"$reached"
cd "$folder/worker-$WORKER"
from=$(date +%s%N)
SUPPRESSED_REACHED=$reached sh -c "$command" >"$reached.log" 2>&1 || {
  echo "checker mutation: $name fails with nothing suppressed: $reached.log" >&2
  exit 255
}
time=$((($(date +%s%N) - from) / 1000000))
sort -u "$reached" | sed "s/\$/ $time $2/" >"$reached.reached"
