#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_common.sh BUILD PROTOCOL: a misunderstanding that RTL and model share (pft: common.txt, etm3: common-etm3.txt)
# cannot be seen by comparing the two. Each must turn one of the runs below red, or a golden file, with check 1 silent
# and the one that is named speaking.
set -eu
build=$1 protocol=$2
tree=$build/mutants-common-$protocol
here=$(dirname "$0")
passed=0 failed=0
case $protocol in
  pft) sim=b/sim/w32-q8-f64/waypoint-sim faults=common.txt ;;
  etm3) sim=b/sim/etm-w32-q8-f64/waypoint-sim faults=common-etm3.txt ;;
esac

runs_etm3() {
  cat <<END
--random 1 --ns --exceptions 10 --debug 2 --prohibited 10 --restarts 9 --late 20 --spacing two --etmtrigger 0x60 --extin-rate 5
--random 2 --cycle-accurate --spacing two --late 30 --exceptions 10 --sync-rate 3 --flush-rate 10 --etmauxcr 1 --backpressure random:60
--random 3 --alternative --exceptions 30 --high 30 --spacing one --jazelle 20 --ns
--random 4 --set a7 --cycle-accurate --timestamps --context-id 2 --context 30 --exceptions 20 --vmid --vmids 30 --ns --hyp 20 --etmtsevr 0x61 --extin-rate 100 --spacing stall --clocks 30000
--random 5 --minor 3 --cycle-accurate --greedy --count-packets --thumbee 30 --debug 3 --spacing stall --clocks 30000 --etmteevr 0x4063 --extin-rate 20
--random 6 --greedy --old-exceptions --exceptions 30 --thumb 20 --spacing one --ns --jazelle 20 --clocks 20000
--random 7 --minor 0 --cycle-accurate --debug 5 --broadcast --spacing one
END
}

runs_pft() {
  cat <<END
--random 1 --ns --exceptions 10 --return-stack --depth 4 --debug 2 --prohibited 10 --etmtrigger 0x60 --extin-rate 5 --restarts 9
--random 2 --exceptions 20 --return-stack --depth 1 --flush-rate 10 --sync-rate 3 --etmauxcr 1 --backpressure random:60
--random 3 --exceptions 80 --flush-rate 10 --etmauxcr 1 --backpressure periodic:2
--random 4 --exceptions 100 --thumb 0 --etmauxcr 1
--random 5 --exceptions 0 --indirect 70 --flush-rate 50 --clocks 40000 --backpressure periodic:2
--random 6 --set a15 --cycle-accurate --context-id 2 --context 30 --vmid --timestamps --ns --etmtsevr 0x61 --extin-rate 100
--random 7 --set a9 --cycle-accurate --timestamps --context-id 1 --context 90 --etmteevr 0x60 --extin-rate 300 --backpressure random:60
--random 8 --set a15 --timestamps --idle-rate 30 --flush-rate 20 --spacing one
END
}

rm -rf "$tree"
mkdir -p "$tree"
cp -a Makefile .ci model rtl dpi sim waves tests "$tree"
remake() { make -C "$tree" SETUP=0 BUILD=b $sim >"$tree/make.log" 2>&1; }
verdict() {
  if [ "$1" = good ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "mutants: $name: $2"
    tail -n 30 "$tree/report"
  fi
}

# The reports of all runs that are red, one after the other.
run_all() {
  : >"$tree/report"
  "runs_$protocol" | while read -r words; do
    (cd "$tree" && $sim --protocol $protocol $words --quiet >one) || cat "$tree/one" >>"$tree/report"
  done
}

# WHO as in common.txt.
speaks() {
  case $1 in
    golden*) ! "$build/golden/check_encoder" "$tree" "$tree/$sim" "tests/golden/${1#golden }.golden" >>"$tree/report" &&
      grep -q "^tests/golden/${1#golden }.golden: RTL: byte" "$tree/report" ;;
    rule*) grep -qE "^(check [23]: .*: )?$1: " "$tree/report" ;;
    *) grep "^$1: " "$tree/report" | grep -qv ': rule [A-Za-z0-9-]*: ' ;;
  esac
}

# Without a fault all must be green; otherwise red means nothing.
name=none
remake || { tail -n 20 "$tree/make.log"; exit 2; }
run_all
if [ -s "$tree/report" ]; then verdict bad 'red without a fault'; else verdict good; fi

grep -v '^#' "$here/$faults" >"$tree/faults"
while IFS= read -r line; do
  name=${line%% | *} rest=${line#* | }
  file1=${rest%% | *} rest=${rest#* | }
  edit1=${rest%% | *} rest=${rest#* | }
  file2=${rest%% | *} rest=${rest#* | }
  edit2=${rest%% | *} who=${rest#* | }
  cp -p "$tree/$file1" "$tree/whole1"
  cp -p "$tree/$file2" "$tree/whole2"
  sed -i "$edit1" "$tree/$file1"
  sed -i "$edit2" "$tree/$file2"
  if cmp -s "$tree/$file1" "$tree/whole1" || cmp -s "$tree/$file2" "$tree/whole2"; then
    : >"$tree/report"
    verdict bad "an edit changes nothing: $edit1, $edit2"
  elif ! remake; then
    cp "$tree/make.log" "$tree/report"
    verdict bad 'does not build'
  else
    run_all
    if ! speaks "$who"; then
      verdict bad "noticed by others, or not at all; expected $who"
    elif grep -q '^check 1:' "$tree/report"; then
      verdict bad 'check 1 sees it: the two edits are not the same fault'
    else
      verdict good
    fi
  fi
  cp "$tree/whole1" "$tree/$file1"
  cp "$tree/whole2" "$tree/$file2"
done <"$tree/faults"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
