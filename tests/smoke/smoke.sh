#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# smoke.sh SIMULATOR PROTOCOL CASE FOLDER [OPTION...]: this case of smoke.txt on a DUT. OPTIONs describe the DUT, and apply to each run.
# CASE is the name of a row, and the number of the resource if the row has `each:`. FOLDER has PROTOCOL.can of list.sh, and takes the stimulus,
# the host script, the report and the facts. Last line: passed, failed, skipped. Exit code 77: the DUT does not implement what the case needs,
# and the reason is printed.
set -eu
simulator=$1 protocol=$2 name=$3 folder=$4
shift 4
stem=$folder/$protocol-$name
. tests/smoke/cases.sh
. "$folder/$protocol.can"
IFS='|' read -r row needs shows options stimulus host <<ROW
$(awk -F ' *[|] *' -v name="$name" -v protocol="$protocol" '
  index($2, protocol) && name ~ "^" $1 ($3 ~ /^each:/ ? "(-[0-9]+)?" : "") "$" { print $1 "|" $3 "|" $4 "|" $5 "|" $6 "|" $8 }' tests/smoke/smoke.txt)
ROW
n=${name#"$row"} n=${n#-} given=$options
# The number of the resource, or what depends on it.
numbered() { if [ -z "$n" ]; then cat; else sed "s/{n}/$n/g; s/{n-1}/$((n - 1))/g; s/{2n}/$((2 * n))/g; s/{2n-1}/$((2 * n - 1))/g; s/{to}/${n#?}/g"; fi; }
shows=$(echo "$shows" | numbered)

not_here() {
  echo "smoke: $name: skipped: $1"
  exit 77
}
# The run itself may have passed, so this line precedes what it printed.
bad() {
  echo "smoke: $name: $1"
  cat "$stem.log"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
}

# What the registers of the DUT do not have is skipped. So are events with more external inputs than the DUT has.
resources=${needs%%--*} probe=${needs#"${needs%%--*}"}
for resource in $resources; do
  reason=$(missing_resource "$resource")
  [ -z "$reason" ] || not_here "$reason"
done
case "$options $probe" in *--etmt[ers]*)
  options=$(fit_events "$options") || not_here "the DUT has 1 external input (ETMCCR[19:17]), the event combines two"
  probe=$(fit_events "$probe") || probe=
  [ "$options" != none ] || not_here "$(missing_resource inputs)"
  ;;
esac
# If the DUT does not implement what an option needs, one line of the simulator refuses the option.
if [ -n "$probe" ]; then
  # shellcheck disable=SC2086
  reason=$("$simulator" --protocol "$protocol" --mode legal "$@" $probe --clocks 1 --quiet 2>&1 >/dev/null) || true
  case $reason in waypoint-sim:*) not_here "${reason#waypoint-sim: }" ;; esac
fi

# Each word is a golden file, `walk`, or NxFILE. Idle clocks follow each waypoint and each file, so that a DUT of any speed keeps up.
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
    /^(waypoint|clock|sync|flush|idle|extin|extin-hold|tsvalue|commit|wpt-flush|clock-change|idle-request)( |$)/ { print }
    /^waypoint / { print "idle 2" }
    END { print "idle 24" }' "$@"
}
source="--stimulus $stem.stimulus"
if [ -n "$host" ]; then
  . tests/smoke/stimuli.sh
  for file in common comparators resources registers; do . tests/smoke/hosts/$file.sh; done
  $stimulus | expand_loops "$protocol" >"$stem.stimulus"
  $host | in_hexadecimal >"$stem.host"
  options="$options --host $stem.host"
elif [ "$stimulus" = - ]; then
  source='--random 1'
else
  text >"$stem.stimulus"
fi

rm -f "$stem.facts"
printf '%s\n' "$simulator --protocol $protocol $source $options --mode legal $* --quiet --facts $stem.facts" >"$stem.command"
code=0
sh "$stem.command" >"$stem.log" 2>&1 || code=$?
# "; of 300 waypoints in 395 clocks 290 were compared, 1 not traced, 9 lost in FIFO overflows; the first that was lost is waypoint #3 (0x8000 to 0x800F)"
ran=$(awk '
  $1 == "unit" && match($0, /items=[a-z]+/) { items = substr($0, RSTART + 6, RLENGTH - 6) }
  $1 == "result" { for (i = 3; i <= NF; i++) if (split($i, part, "=") == 2) of[part[1]] = part[2] }
  $1 == "lost" { first = $0; sub(/^lost /, "; the first that was lost is ", first) }
  END {
    if (items in of) printf "; of %d %s in %d clocks %d were compared, %d not traced, %d lost%s",
      of[items], items, of["clocks"], of[items "_compared"], of["untraced"], of["lost"], (of["lost"] > 0 ? " in FIFO overflows" : "") first
  }' "$stem.facts" 2>"$stem.err") || true
if [ $code != 0 ]; then
  cause=$(sed -n 's/^incomplete: /INCOMPLETE: /p; s/^nothing checked: /NOTHING CHECKED: /p' "$stem.log" | head -n 1)
  [ $code = 1 ] || bad "${cause:-exit code $code: $(tail -n 1 "$stem.log")}$ran"
  cat "$stem.log"
  echo '0 passed, 1 failed, 0 skipped'
  exit 1
fi

# The run did what the name promises. The facts count what the checker has seen; a KEY of the last line is its number, too.
# Points of the trace (packet.atom) depend on the DUT, the others on the testbench.
absent=$(sed -n 's/^tried - //p' "$stem.facts" | while read -r what; do case ", $shows," in *" $what,"*) echo "$what" ;; esac; done | head -n 1)
[ -z "$absent" ] || not_here "the trace unit does not implement: $absent"
# The words of shown.txt, for this run.
pin=PTMTRIGGER
[ "$protocol" = pft ] || pin=ETMTRIGOUT
enable=
[ -z "$host" ] || enable=$(awk '
  $1 == "write" { last[$2] = $3 }
  END {
    for (i = split("ETMTEEVR ETMTECR1 ETMTECR2 ETMTSSCR", name, " "); i; i--) if (last[name[i]] ~ /[1-9A-F]/) text = ", " name[i] "=" last[name[i]] text
    print substr(text, 3)
  }' "$stem.host")
numbered <tests/smoke/shown.txt | sed "s/{trigger}/$pin/; s/{enable}/$enable/; s/{--syncfr}/$(sed -n 's/.*--syncfr \([0-9a-fA-Fx]*\).*/\1/p' "$stem.command")/" >"$stem.shown"
missing=$(printf '%s\n' "$shows" | sed 's/, */\n/g' | awk '
  FILENAME == ARGV[1] {
    if (/^[^#]/) pattern[++patterns] = $0
    next
  }
  FILENAME == ARGV[2] {
    if ($1 == "cover" || $1 == "rule") seen[$2] = $3
    if ($1 == "tried") { what = $0; sub(/^tried [^ ]+ /, "", what); seen[what] = $2 }
    if ($1 == "unchecked") { what = why = $0; sub(/^unchecked /, "", what); sub(/: .*/, "", what); sub(/^[^:]*: /, "", why); cause[what] = why }
    if ($1 == "unit" && match($0, /items=[a-z]+/)) items = substr($0, RSTART + 6, RLENGTH - 6)
    if ($1 == "result") for (i = 3; i <= NF; i++) if (split($i, part, "=") == 2) {
      sub(/^(waypoints|steps)_/, "", part[1])
      seen[part[1]] = part[2]
    }
    next
  }
  # Sets words and why of the name by the list of words.
  function find_words(name,    p, i, parts) {
    words = name
    why = ""
    for (p = 1; p <= patterns; p++) {
      split(pattern[p], column, / *[|] */)
      if (name !~ "^(" column[1] ")$") continue
      if (column[2] != "") words = column[2]
      why = column[3]
      gsub(/[{]bytes[}]/, seen["bytes"], why)
      for (i = split(name, parts, "."); i; i--) gsub("[{]" i "[}]", parts[i], words)
      return
    }
    printf "shown.txt has no words for %s; ", name
  }
  {
    few = $1
    sub(/^[0-9]+ /, "")
    find_words($0)
    sum = 0
    for (n = split($0, names, " or "); n; n--) {
      sum += seen[names[n]]
      if (names[n] in cause) why = cause[names[n]]
    }
    if (sum >= few) next
    if ($0 == "compared" || $0 == "untraced") what = items " " ($0 == "untraced" ? "not traced" : $0)
    else if (/^[A-Z0-9]+-[A-Z0-9]+-[0-9]/) what = "rule " words " evaluated"
    else what = words (/[.]/ ? "" : " checked") (/^wpt[.]/ ? " on the port" : " in the trace")
    printf "the case requires %s (at least %d), found %d%s; ", what, few, sum, why == "" ? "" : (why ~ /^one / ? ", counting " : ": ") why
  }
' "$stem.shown" "$stem.facts" -)
# A FIFO may be so deep that nothing is lost.
case $missing in 'the case requires overflow checked in the trace '*', found 0'*) ! grep -q '^result PASS .* lost=0 ' "$stem.facts" || not_here 'the unit lost nothing' ;; esac
[ -z "$missing" ] || bad "INCOMPLETE: ${missing%; }${given:+ (options: $given)}$ran"
cat "$stem.log"
echo '1 passed, 0 failed, 0 skipped'
