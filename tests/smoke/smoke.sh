#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# smoke.sh SIMULATOR PROTOCOL NAME FOLDER [OPTION...]: this case of smoke.txt on a unit; OPTIONs describe the unit, and are of every case.
# FOLDER takes its text, its report and its facts. Last line: passed, failed, skipped; 77 where the unit cannot do it, with the reason.
#
# The text is the stimulus of golden files, with idle clocks between, so that a unit of any speed keeps up.
set -eu
simulator=$1 protocol=$2 name=$3 folder=$4
shift 4
mkdir -p "$folder"
stem=$folder/$protocol-$name
IFS='|' read -r needs shows options stimulus <<ROW
$(awk -F ' *[|] *' -v name="$name" -v protocol="$protocol" '$1 == name && index($2, protocol) { print $3 "|" $4 "|" $5 "|" $6 }' tests/smoke/smoke.txt)
ROW

not_here() {
  echo "smoke: $name: skipped: $1"
  exit 77
}
bad() {
  echo "smoke: $name: $1"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# If the DUT does not implement what an option needs, one line refuses the option.
if [ -n "$needs" ]; then
  # shellcheck disable=SC2086
  reason=$("$simulator" --protocol "$protocol" "$@" $needs --clocks 1 --quiet 2>&1 >/dev/null) || true
  case $reason in waypoint-sim:*) not_here "${reason#waypoint-sim: }" ;; esac
fi

# Each word is a golden file, `walk`, or NxFILE. Idle clocks follow each waypoint and each file.
text() {
  set --
  for word in $stimulus; do
    times=1
    case $word in [0-9]*x*) times=${word%%x*} word=${word#*x} ;; esac
    files=tests/golden/$protocol/$word.golden
    [ "$word" != walk ] || files=tests/smoke/walk-$protocol.txt
    for file in $files; do
      left=$times
      while [ "$left" -gt 0 ]; do
        set -- "$@" "$file"
        left=$((left - 1))
      done
    done
  done
  awk 'FNR == 1 && NR > 1 { print "idle 24" }
    /^(waypoint|clock|sync|flush|idle|extin|extin-hold|tsvalue|clock-change|idle-request)( |$)/ { print }
    /^waypoint / { print "idle 2" }
    END { print "idle 24" }' "$@"
}
source='--random 1'
if [ "$stimulus" != - ]; then
  text >"$stem.stimulus"
  source="--stimulus $stem.stimulus"
fi

rm -f "$stem.facts"
printf '%s\n' "$simulator --protocol $protocol $source $options --mode legal $* --quiet --facts $stem.facts" | tee "$stem.command"
code=0
sh "$stem.command" >"$stem.log" 2>&1 || code=$?
cat "$stem.log"
if [ $code != 0 ]; then
  [ $code = 1 ] || bad "exit code $code: $(tail -n 1 "$stem.log")"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
fi

# What the name promises was done: it counts what the checker has seen. Points of the trace (packet.atom) are the unit's, the others the testbench's.
absent=$(sed -n 's/^tried - //p' "$stem.facts" | while read -r what; do case ", $shows," in *" $what,"*) echo "$what" ;; esac; done | head -n 1)
[ -z "$absent" ] || not_here "the trace unit does not implement: $absent"
missing=$(printf '%s\n' "$shows" | sed 's/, */\n/g' | awk '
  NR == FNR {
    if ($1 == "cover" || $1 == "rule") seen[$2] = $3
    if ($1 == "tried") { what = $0; sub(/^tried [^ ]+ /, "", what); seen[what] = $2 }
    next
  }
  {
    few = $1
    sub(/^[0-9]+ /, "")
    sum = 0
    for (n = split($0, names, "/"); n; n--) sum += seen[names[n]]
    where = /[.]/ ? "not in the trace" : "not tried"
    sub(/isync.reason.0/, "& (periodic)")
    if (sum < few) printf "%s: %s %d times, expected %d; ", where, $0, sum, few
  }
' "$stem.facts" -)
# A FIFO may be so deep that nothing is lost.
case $missing in 'not tried: overflow 0 times, '*) ! grep -q '^result PASS .* lost=0 ' "$stem.facts" || not_here 'the unit lost nothing' ;; esac
[ -z "$missing" ] || bad "INCOMPLETE: ${missing%; }"
echo '1 passed, 0 failed, 0 skipped'
