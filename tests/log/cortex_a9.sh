#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cortex_a9.sh BUILD: docs/cortex-a9-port.md as its reader does it. The output that the page shows must be that of its commands, and `waypoint check`
# must reject the log without its flushes. Last line: passed, failed.
set -u
build=$1
page=docs/cortex-a9-port.md folder=$1/cortex-a9
. tests/expect.sh
rm -rf "$folder"
mkdir -p "$folder"
output=$folder/output

# The commands of the page, in another directory. What make builds there exists.
awk '$0 == "<!-- code: a9-commands -->" { wanted = 1 } wanted && /^```$/ { exit } fence { print } wanted && /^```sh/ { fence = 1 }' "$page" |
  sed -n "/^make /!{s|build/cortex-a9|$folder/obj|; s|build/|$build/|g; s| cortex-a9.log| $folder/cortex-a9.log|; s|^\([^ ]*\)/Vcortex_a9|(cd $folder \&\& obj/Vcortex_a9)|; p}" \
    >"$folder/commands"
expect 'the commands of the page' sh -e "$folder/commands"
cp "$output" "$folder/a9-check"

log=$folder/cortex-a9.log
expect 'the list' "$build/waypoint" check --log "$log" --unit a9 --quiet --list "$folder/a9-list"
timing() { # NAME FROM TO
  awk -v pins='WPTENABLE WPTVALID WPTPC WPTTAKEN WPTCOMMIT WPTFLUSH WPTFIFOEMPTY' -v from="$2" -v to="$3" -f tests/log/timing.awk "$log" >"$folder/$1"
}
timing a9-loop 54 64
timing a9-flush 263 268
timing a9-stop 269 276
cp "$log" "$folder/a9-log"
for name in a9-check a9-log a9-list a9-loop a9-flush a9-stop; do
  wrong=$(awk -v name=$name -f tests/prose/outputs.awk "$page" "$folder/$name")
  verdict "$([ -z "$wrong" ] && echo 0 || echo 1)" "$page, <!-- output: $name -->:
$wrong"
done

# Without its flushes, the log has commits of wrong paths.
awk '
  $1 == "columns" { for (i = 2; i <= NF; i++) if ($i == "WPTFLUSH") column = i - 1; print; next }
  column { $column = 0 }
  { print }' "$log" >"$folder/unflushed.log"
prints 1 '^scoreboard: clock [0-9]+, byte [0-9]+: branch at 0x00008008: ' "$build/waypoint" check --log "$folder/unflushed.log" --unit a9 --quiet

[ $failed != 0 ] || rm -rf "$folder"
totals
