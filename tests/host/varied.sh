#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# varied.sh SIMULATORS EVERY: runs each EVERY-th variant of the texts in texts.txt. A variant omits, doubles, or exchanges with the next line one
# write of ETMCR, ETMOSLAR, ETMLAR or ETMTRACEIDR. It waits instead of polling, and expects nothing, so only the unit or a check can fail. No run
# hangs, unit and model agree, and the trace is correct, or the run reports what is not known (IHI 0035B 3.15.4).
set -eu
simulators=$1 every=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh
unknown=0 number=0

# vary TEXT: "LINE HOW" of each deviation.
vary() {
  awk '/^write (ETMCR|ETMOSLAR|ETMLAR|ETMTRACEIDR) / { for (how = 0; how < 3; how++) print NR, how }' "$1"
}

# write LINE HOW TEXT
write() {
  awk -v at="$1" -v how="$2" '
    NR == at { if (how == 0) next; if (how == 2) { held = $0; next } print }
    { print }
    held != "" && !/^(#|$)/ { print held; held = "" }' "$3" |
    sed -E 's/^poll (ETM[A-Z]+) .*/wait 200\nread \1/; s/^expect (ETM[A-Z]+) .*/read \1/; s/^trace$/trace 3000/; s/^trace/wait/'
}

while read -r protocol name options; do
  case $protocol in '#') continue ;; pft) way=w32-q8-f64 ;; *) way=etm-w32-q8-f64 ;; esac
  for variant in $(vary "tests/host/$name.host" | tr ' ' :); do
    number=$((number + 1))
    [ $((number % every)) = 0 ] || continue
    text=$folder/$name-$number.host code=0
    write "${variant%:*}" "${variant#*:}" "tests/host/$name.host" >"$text"
    # shellcheck disable=SC2086
    tests/limit.sh 60 "$simulators/$way/waypoint-sim" --protocol "$protocol" --random $number --host "$text" --may-be-empty --quiet $options >"$folder/out" 2>&1 || code=$?
    no_access="$text:[0-9]*: ETMOSSRR is not readable or writable \(PSLVERR\)"
    no_silence='the DUT still sends trace, expected silence, after [0-9]* edges of the ATB and the APB since the last line'
    # Where the OS lock does not stand, ETMOSSRR has nothing to save; without its last stop a unit traces on.
    if [ $code = 0 ]; then
      pass
    elif [ $code = 2 ] && grep -q '^incomplete: ' "$folder/out"; then
      pass
      unknown=$((unknown + 1))
    elif [ $code = 1 ] && grep -qE "^rule (BENCH|HOST)-1: .*: ($no_access|$no_silence)" "$folder/out"; then
      pass
      unknown=$((unknown + 1))
    else
      cp "$text" "${TMPDIR:-/tmp}"
      fail "tests/host/$name.host, line ${variant%:*} $(echo 'left out,doubled,exchanged' | cut -d, -f$((${variant#*:} + 1))), kept in ${TMPDIR:-/tmp}; exit code $code:" \
        "$(grep -A4 '^FAIL\|^fails\|^again' "$folder/out" || tail -n 15 "$folder/out")"
    fi
  done
done <tests/host/texts.txt
[ $unknown = 0 ] || echo "of $unknown it is said what is not known"
totals
