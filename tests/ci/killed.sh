#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# killed.sh BUILD slurm|parallel PARTS KILLS WORD=VALUE...: a test by hand, of some minutes. It runs `make random` with these words in one
# process, and then by .ci/farm while it kills parts at random. With SLURM it also drains and resumes a node. The last lines, failures,
# coverage and seeds must be the same.
set -eu
build=$1 with=$2 parts=$3 kills=$4
shift 4
folder=$build/killed-$with
rm -rf "$folder"
make BUILD="$build" random "$@" >"$folder.one" 2>&1 || :
.ci/farm "$folder" random BUILD="$build" WITH="$with" PARTS="$parts" JOBS=2 "$@" >"$folder.farm" 2>&1 &
farm=$!
running() { pgrep -f "^/bin/sh .ci/farm part $folder [0-9]*\$" || :; }
killed=0 drained=
while [ $killed -lt "$kills" ] && kill -0 $farm 2>/dev/null; do
  sleep 0.$(shuf -i 1-9 -n 1)
  one=$(running | shuf -n 1)
  # Once a drained node is empty it is resumed, before anything more can be killed.
  if [ ! "$one" ] && [ "$drained" ] && [ "$(squeue -h -t R | wc -l)" = 0 ]; then
    scontrol update nodename="$drained" state=resume
    echo "resumed $drained"
    drained=
  fi
  [ "$one" ] || continue
  number=$( (tr '\0' ' ' <"/proc/$one/cmdline") 2>/dev/null | awk '{ print $NF }')
  # Half of them with all that they started, as a node does that goes down; of the others what they started goes on.
  if [ $((killed % 2)) = 0 ]; then pkill -KILL -P "$one" || :; fi
  kill -KILL "$one" 2>/dev/null || continue
  killed=$((killed + 1))
  echo "killed part $number"
  if [ "$with" = slurm ] && [ $killed = 5 ]; then
    drained=$(sinfo -h -N -o %N | head -n 1)
    scontrol update nodename="$drained" state=drain reason=trial
    echo "drained $drained"
  fi
done
wait $farm || :
one=$(dirname "$(sed -n 's/^report: //p' "$folder.one")")
echo "one process: $(tail -n 3 "$folder.one" | grep passed)"
echo "the farm:    $(tail -n 1 "$folder.farm"); $(grep -c '^FAILED' "$folder.farm") FAILED lines, $killed parts killed"
tests_of() { grep -oE '<testcase .*|<property name="[^"]*[.](seed|again)".*' "$1" | sed 's/ time="[^"]*"//; s/\&#39;/'"'"'/g' | sort -V; }
tests_of "$one/junit.xml" >"$folder.tests"
tests_of "$folder/junit.xml" | diff "$folder.tests" - >"$folder.difference" && echo "the same tests: $(wc -l <"$folder.tests"), $(grep -c '<failure' "$folder.tests") failed"
cat "$one"/runs/*.facts | awk '$1 == "cover" { sum[$2] += $3 } END { for (name in sum) print name, sum[name] }' | sort >"$folder.cover"
sed -n 's/^cover [a-z0-9]* //p' "$folder/coverage" | sort | diff "$folder.cover" - >>"$folder.difference" && echo "the same coverage: $(wc -l <"$folder.cover") points"
[ ! -s "$folder.difference" ] || { head -n 20 "$folder.difference"; exit 1; }
