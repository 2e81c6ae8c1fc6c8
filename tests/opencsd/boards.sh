#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# boards.sh BUILD PROGRAM: the bytes of a PTM and of an ETM that trace the same program, as CoreSight frames of both in one stream. The
# snapshot folder is written by hand as docs/boards.md says. For each source, OpenCSD's tool trc_pkt_lister must list what its library lists
# for only that source's bytes. Waypoint's decoder lists the same, except for the expected differences (expected.h). It must also read the
# same from the frames as from those bytes. Last line: passed, failed.
set -u
build=$1 program=$2
name=$(basename "$program" .wpp)
folder=$build/programs/boards-$name
. tests/expect.sh
output=$folder/out
rm -rf "$folder"
mkdir -p "$folder"

ptm="--program $program --set a15 --return-stack"
etm="--program $program --protocol etm3 --set a7"
for unit in ptm etm; do
  eval words=\$$unit
  "$build/waypoint" encode $words --spacing two -o "$folder/$unit.bytes" || exit 1
  "$build/waypoint" snapshot "$folder/$unit.bytes" $words -o "$folder/$unit.alone" || exit 1
done

# --- frames: split again, and decoded ---------------------------------------------------------------------------------
frames() { # NAME WORD...: merges both into $folder/NAME
  frames_name=$1
  shift
  "$build/waypoint" frames --merge 0x10="$folder/ptm.bytes" --merge 0x11="$folder/etm.bytes" -o "$folder/$frames_name" "$@"
}
same_as() { # FILE COMMAND...: writes the same
  wanted=$1
  shift
  "$@" >"$folder/got" && cmp "$wanted" "$folder/got"
}
frames memory || exit 1
frames port --turn 3 --sync 7 || exit 1
for stream in memory port; do
  expect "$stream, split" same_as "$folder/ptm.bytes" "$build/waypoint" frames "$folder/$stream" --id 0x10
  expect "$stream, split" same_as "$folder/etm.bytes" "$build/waypoint" frames "$folder/$stream" --id 0x11
done
"$build/waypoint" decode "$folder/etm.bytes" $etm --flow --instructions >"$folder/listing" || exit 1
expect 'decode --frames' same_as "$folder/listing" "$build/waypoint" decode "$folder/port" --frames --id 0x11 $etm --flow --instructions

# --- the folder of docs/boards.md ---------------------------------------------------------------------------------------
both=$folder/both
core() { # DEVICE TYPE: with the code as a dump
  printf '[device]\nname=%s\nclass=core\ntype=%s\n' "$1" "$2"
  sed -n '/^\[dump/,$p' "$folder/ptm.alone/cpu_0.ini"
}
mkdir "$both"
cp "$folder"/ptm.alone/mem*.bin "$both"
core cpu_0 Cortex-A15 >"$both/cpu_0.ini"
core cpu_1 Cortex-A7 >"$both/cpu_1.ini"
cp "$folder/ptm.alone/ptm_0.ini" "$both"
sed 's/^\(ETMTRACEIDR.*\)=.*/\1=0x11/' "$folder/etm.alone/etm_0.ini" >"$both/etm_0.ini"
cat >"$both/snapshot.ini" <<EOF
[snapshot]
version=1.0
[device_list]
device0=cpu_0.ini
device1=cpu_1.ini
device2=ptm_0.ini
device3=etm_0.ini
[trace]
metadata=trace.ini
EOF
cat >"$both/trace.ini" <<EOF
[trace_buffers]
buffers=buffer0
[buffer0]
name=ETB_0
file=etb.bin
format=coresight
[source_buffers]
PTM_0=ETB_0
ETM_0=ETB_0
[core_trace_sources]
cpu_0=PTM_0
cpu_1=ETM_0
EOF

# What trc_pkt_lister lists of it, against what is foreseen of each source's own bytes.
lists() { # DIR ID BYTES WORD...
  dir=$1 id=$2 bytes=$3
  shift 3
  (cd "$dir" && trc_pkt_lister -ss_dir . -decode_only -id "$id" $port -logstdout) >"$folder/lister-$id"
  "$build/opencsd/same_list" --listing "$folder/lister-$id" "$bytes" "$@"
}
ours() { # ID ALONE: our decoder, from the frames and from the source's own bytes
  "$build/waypoint" decode --snapshot "$folder/$2" --instructions >"$folder/alone.list"
  "$build/waypoint" decode --snapshot "$both" --id "$1" --instructions >"$folder/both.list"
  tail -n 1 "$folder/both.list" | grep -q ' gaps=0 errors=0$' && cmp "$folder/alone.list" "$folder/both.list"
}
port=
expect "trc_pkt_lister, a PTM's snapshot" lists "$folder/ptm.alone" 0x10 "$folder/ptm.bytes" $ptm
expect "trc_pkt_lister, an ETM's snapshot" lists "$folder/etm.alone" 0x10 "$folder/etm.bytes" $etm
for stream in memory port; do
  cp "$folder/$stream" "$both/etb.bin"
  port=
  [ $stream = memory ] || port=-tpiu
  expect "$stream: trc_pkt_lister, PTM" lists "$both" 0x10 "$folder/ptm.bytes" $ptm
  expect "$stream: trc_pkt_lister, ETM" lists "$both" 0x11 "$folder/etm.bytes" $etm
  expect "$stream: decode --snapshot, PTM" ours 0x10 ptm.alone
  expect "$stream: decode --snapshot, ETM" ours 0x11 etm.alone
done

# A byte of the stream that is wrong must show.
size=$(wc -c <"$folder/memory")
cp "$folder/memory" "$both/etb.bin"
printf '\377' | dd of="$both/etb.bin" bs=1 seek=$((size / 32 * 16 + 1)) conv=notrunc 2>"$folder/dd"
port=
if lists "$both" 0x10 "$folder/ptm.bytes" $ptm >"$folder/out" 2>&1 && lists "$both" 0x11 "$folder/etm.bytes" $etm >>"$folder/out" 2>&1; then
  fail 'a byte changed, and both lists still match'
else
  pass
fi

[ $failed != 0 ] || rm -rf "$folder"
totals
