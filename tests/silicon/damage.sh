#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# damage.sh WAYPOINT: each capture of real silicon in frames, cut at 30 places, and with one of 30 bytes missing. Up to the first mark its instructions are those of
# the whole capture. The captures are in the folder $WAYPOINT_CAPTURES (default ../shared/captures); without them all is skipped.
set -u
. tests/expect.sh
waypoint=$1
captures=${WAYPOINT_CAPTURES:-../shared/captures}
[ -d "$captures/TC2" ] || skip_all 7 "no captures in $captures"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instructions, up to the first mark of a break, an error or a bad packet.
instructions() { # WORD...
  "$waypoint" decode --snapshot "$work/capture" "$@" --packets --flow --instructions 2>"$work/err" |
    awk '/ gap .* of the file: | error  | bad / { exit } $2 ~ /^0x/ && $3 ~ /^0x/ { print $2, $3, $4, $5 == "N" }'
}

# A list is the beginning of the whole one, and as long as it if there is no mark.
begins_alike() { head -n "$(wc -l <"$work/part")" "$work/whole" | cmp -s - "$work/part"; }

damaged() { # NAME FILE WORD...: FILE is the buffer
  name=$1 file=$work/capture/$2 wrong=0 listed=0
  shift 2
  cp "$file" "$work/buffer"
  instructions "$@" >"$work/whole"
  size=$(wc -c <"$file")
  for i in $(seq 30); do
    at=$(((size - 1) * i / 31))
    for way in cut lost; do
      head -c $at "$work/buffer" >"$file"
      [ $way = cut ] || tail -c +$((at + 2)) "$work/buffer" >>"$file"
      instructions "$@" >"$work/part"
      listed=$((listed + $(wc -l <"$work/part")))
      begins_alike && continue
      wrong=$((wrong + 1))
      echo "$name: $way at byte $at of $size: expected instructions of the whole capture before the first mark"
    done
  done
  cp "$work/buffer" "$file"
  if [ $wrong = 0 ] && [ $listed -gt 0 ]; then pass; else fail "$name: $wrong lists differ, $listed instructions in all"; fi
}

for id in 0x10 0x11 0x12 0x13; do
  rm -rf "$work/capture"
  cp -r "$captures/TC2" "$work/capture"
  chmod -R u+w "$work/capture"
  damaged "TC2 $id" cstrace.bin --id $id
done
rm -rf "$work/capture"
cp -r "$captures/stm32f105" "$work/capture"
chmod -R u+w "$work/capture"
damaged stm32f105 trace.bin

# Bytes of one source have no frames that show what is missing: in frames, and in frames between synchronization packets.
rm -rf "$work/capture"
cp -r "$captures/trace_cov_a15" "$work/capture"
chmod -R u+w "$work/capture"
sed -i 's/source_data/coresight/' "$work/capture/trace.ini"
for sync in 1 2; do
  "$waypoint" frames --merge 2="$captures/trace_cov_a15/PTM_0_2.bin" --sync $sync -o "$work/capture/PTM_0_2.bin"
  damaged "trace_cov_a15, --sync $sync" PTM_0_2.bin
done

totals
