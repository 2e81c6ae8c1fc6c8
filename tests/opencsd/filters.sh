#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# filters.sh BUILD SIMULATORS FIRST LAST: OpenCSD reads filtered traces to the same instructions as our decoder, and these are as many as
# the scoreboard compared. The traces are of a PTM and an ETM, with the host scripts of docs/filters.md on their program. Each tenth seed from
# FIRST to LAST adds a drawn script (--host random), if it selects, and starts more than once. OpenCSD has one ETMCR, so only the part of a
# drawn script up to its first start is used. Last line: passed, failed.
set -u
build=$1 simulators=$2 first=$3 last=$4
folder=$build/programs/filters
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"

bad() { fail "failed: $1" "$(excerpt "$2")"; } # WHAT FILE

# run NAME WORD...: a run of the unit of $protocol, to $folder/NAME.bytes and NAME.run.
run() {
  run_name=$folder/$1
  shift
  case $protocol in pft) simulator=$simulators/w32-q8-f64/waypoint-sim ;; *) simulator=$simulators/etm-w32-q8-f64/waypoint-sim ;; esac
  "$simulator" --protocol "$protocol" --may-be-empty --quiet --bytes "$run_name.bytes" "$@" >"$run_name.run" 2>&1
}

# count NAME WORD: of the last line of a run.
count() { sed -n "s/^PASS .* $2=\([0-9]*\) .*/\1/p" "$folder/$1.run"; }

# both NAME WORD...: the bytes of a run, by both decoders.
both() {
  list=$folder/$1.list compared=$(count "$1" instructions_compared) bytes=$folder/$1.bytes
  shift
  "$build/opencsd/same_list" "$bytes" --protocol "$protocol" "$@" >"$list" 2>&1 && grep -q "^PASS .* our_instructions=$compared," "$list"
}

# --- the texts of docs/filters.md --------------------------------------------------------------------------------------
program='--program tests/program/parser-arm.wpp'
for protocol in pft etm3; do
  case $protocol in pft) words="--unit a9 $program" ;; *) words="--unit a7 $program" ;; esac
  for text in function between tenth; do
    name=$text-$protocol
    # shellcheck disable=SC2086
    run "$name" $words --host tests/host/$text.host || bad "$name" "$folder/$name.run"
    # shellcheck disable=SC2086
    if both "$name" $words; then pass; else bad "$name" "$folder/$name.list"; fi
  done
done

# --- drawn ---------------------------------------------------------------------------------------------------------------
nth() { # N WORD...: one of them
  shift $(($1 % ($# - 1) + 1))
  echo "$1"
}
# Up to its first start, then a trace of all, and a stop. Nothing, if it excludes nothing.
up_to_start() {
  awk '
    /^trace/ { exit }
    /^# begin/ { next }
    { text = text $0 "\n" }
    /^write ETMTECR1 / { selects = $3 != "0x1000000" }
    END { if (selects) printf "%strace\nwrite ETMCR 0xC00\npoll ETMSR 2 2\n", text }'
}
for protocol in pft etm3; do
  drawn=0
  for seed in $(seq "$first" 10 "$last"); do
    case $protocol in pft) unit=$(nth $((seed / 10)) a9 a15 full) ;; *) unit=a7 ;; esac
    words="--unit $unit --random $seed --clocks 3000 --spacing two --context 30 --exceptions 5 --extin-rate 15 $(nth $((seed / 20)) '' --ns)"
    name=drawn-$protocol-$seed host=$folder/drawn-$protocol-$seed.host
    # shellcheck disable=SC2086
    run text $words --clocks 1 --host random --host-text "$folder/text"
    up_to_start <"$folder/text" >"$host"
    [ -s "$host" ] || continue
    # shellcheck disable=SC2086
    run "$name" $words --host "$host" || bad "$name" "$folder/$name.run"
    [ "$(count "$name" starts)" -gt 1 ] || continue
    drawn=$((drawn + 1))
    # shellcheck disable=SC2086
    if both "$name" $words --etmcr "$(sed -n 's/^write ETMCR //p' "$host" | tail -n 2 | head -n 1)"; then pass; else bad "$name" "$folder/$name.list"; fi
  done
  # One in 25 of the seeds.
  [ $((drawn * 25)) -ge $(((last - first) / 10)) ] || bad "$protocol: only $drawn drawn" "$folder/text"
done

# --- a bit that is wrong must show: OpenCSD's tool reads it, and our decoder the trace without it --------------------------
listed() { # BYTES OF WORD...: what the tool lists of BYTES, against what we list of OF
  listed_bytes=$1 of=$2
  shift 2
  rm -rf "$folder/snapshot"
  "$build/waypoint" snapshot "$listed_bytes" "$@" -o "$folder/snapshot" &&
    (cd "$folder/snapshot" && trc_pkt_lister -ss_dir . -decode_only -id 0x10 -logstdout) >"$folder/lister" &&
    "$build/opencsd/same_list" --listing "$folder/lister" "$of" "$@"
}
for protocol in pft etm3; do
  case $protocol in pft) words="--protocol pft --unit a9 $program" ;; *) words="--protocol etm3 --unit a7 $program" ;; esac
  good=$folder/function-$protocol.bytes bad=$folder/flipped-$protocol.bytes
  middle=$(($(wc -c <"$good") / 2))
  cp "$good" "$bad"
  flipped=$(printf '%o' $(($(od -An -tu1 -j $middle -N 1 "$good") ^ 2)))
  # shellcheck disable=SC2059
  printf "\\$flipped" | dd of="$bad" bs=1 seek=$middle conv=notrunc 2>"$folder/dd"
  # shellcheck disable=SC2086
  if listed "$good" "$good" $words >"$folder/out" 2>&1; then pass; else bad "$protocol, trc_pkt_lister" "$folder/out"; fi
  # shellcheck disable=SC2086
  if listed "$bad" "$good" $words >"$folder/out" 2>&1; then bad "$protocol: a bit flipped, and the lists still match" "$folder/out"; else pass; fi
  grep -q 'range [0-9]*:$' "$folder/out" || bad "$protocol: a bit flipped, and no range that differs" "$folder/out"
done

[ $failed != 0 ] || rm -rf "$folder"
totals
