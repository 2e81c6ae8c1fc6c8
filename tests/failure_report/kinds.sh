# SPDX-License-Identifier: Apache-2.0
# To be sourced: one small file of each kind that is read, in $folder, by $waypoint, $simulator and the tools of $build.

run='--random 7 --clocks 120'
simulator=$(realpath "$simulator")
(cd "$folder" && "$simulator" $run --quiet --log log --fst fst --facts facts --result result --snapshot snapshot --beats beats --bytes bytes) >"$folder/report"
"$waypoint" generate $run -o "$folder/text"
"$waypoint" decode --snapshot "$folder/snapshot" --events >"$folder/events" 2>"$folder/err"
printf 'a/b\techo 1 passed, 0 failed, 0 skipped\na/c\techo it is wrong; exit 3\n' >"$folder/list"
"$build/run" -o "$folder/junit" "$folder/list" >"$folder/report" 2>&1 || true  # one of them fails
"$waypoint" frames --merge 0x10="$folder/bytes" -o "$folder/frames"
printf 'scope = tb.gen_ptm.u_unit.u_ptm\nclock = CLK\n' >"$folder/map"
fst2vcd -f "$folder/fst" >"$folder/vcd"
for pair in fast-models:tarmac text:steps; do
  "$build/programs/write_log" ${pair%:*} tests/program/vm-thumb.wpp "$folder/elf" "$folder/program" | head -n 500 >"$folder/${pair#*:}"
done
