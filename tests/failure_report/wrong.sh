#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wrong.sh BUILD SIMULATOR: what wrong.txt changes in one small file of each kind is refused (exit code 2, or 1 for a trace that has packets). It says one line with the place and what was
# expected. Last line: passed, failed.
set -u
build=$1 waypoint=$1/waypoint simulator=$2
folder=$build/wrong
export LC_ALL=C  # bytes are changed
rm -rf "$folder"
mkdir -p "$folder"
. tests/expect.sh
. tests/failure_report/kinds.sh
cp sim/units/a15.unit "$folder/unit"

# What reads a file of the kind.
reads() { # KIND FILE
  case $1 in
    facts | junit) "$waypoint" report "$2" -o "$folder/page" ;;
    text) "$waypoint" encode --stimulus "$2" -o "$folder/coded" ;;
    events) "$waypoint" encode --events "$2" -o "$folder/coded" ;;
    program) "$waypoint" encode --program "$2" -o "$folder/coded" ;;
    beats) "$waypoint" list --snapshot "$folder/snapshot" --with-beats "$2" ;;
    frames) "$waypoint" frames "$2" --id 0x10 -o "$folder/coded" ;;
    bytes) "$waypoint" decode "$2" ;;
    snapshot/*) "$waypoint" decode --snapshot "$folder/snapshot" --flow ;;
    tarmac | steps) "$waypoint" record --elf "$folder/elf" --log "$2" -o "$folder/coded" ;;
    elf) "$waypoint" record --elf "$2" --log "$folder/steps" -o "$folder/coded" ;;
    vcd | fst) "$waypoint" check --wave "$2" --map "$folder/map" $run --max-lost any --quiet ;;
    unit) "$waypoint" unit "$2" ;;
  esac
}

# Of what another program has written, or packed, the numbers are not the same everywhere.
numbers() { # KIND
  case $1 in
    program | vcd | fst) sed -E 's/0x[0-9A-F]+|[0-9]+/#/g' ;;
    *) cat ;;
  esac
}

# Files are changed in place: a snapshot is a folder.
while IFS='|' read -r kind change line; do
  case $kind in '' | '#'*) continue ;; esac
  file=$folder/$kind
  cp "$file" "$folder/good"
  case $change in
    'at '*)
      set -- $change
      printf "$3" | dd of="$file" bs=1 seek="$2" conv=notrunc 2>"$folder/dd"
      ;;
    *) sed "$change" "$folder/good" >"$file" ;;
  esac
  reads "$kind" "$file" >"$folder/out" 2>"$folder/err"
  code=$?
  printf 'waypoint: %s\n' "$folder/$line" | numbers "$kind" >"$folder/wanted"
  case $code$kind in 2* | 1bytes) ;; *) code="$code, not 2" ;; esac
  if [ "${code%,*}" = "$code" ] && numbers "$kind" <"$folder/err" | cmp -s - "$folder/wanted"; then
    pass
  else
    fail "$kind, $change: expected exit code 2 and $line, found $code and:" "$(excerpt "$folder/err" "$folder/out")"
  fi
  cp "$folder/good" "$file"
done <tests/failure_report/wrong.txt

[ $failed != 0 ] || rm -rf "$folder"
totals
