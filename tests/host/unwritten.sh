#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# unwritten.sh SIMULATORS: a host script that leaves out one register that decides never ends in a plain PASS. The
# description of the DUT has no reset values. If TraceEnable depends on the register, the verdict is INCOMPLETE; otherwise not_checked= lists the register.
# Last line: passed, failed, skipped.
set -eu
simulators=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. tests/expect.sh

# The registers of a program, written while ETMSR[1] is 1. Nothing is filtered, and each event is never true.
plain='
write ETMTRIGGER 0x406F
write ETMTSEVR 0x406F
write ETMTEEVR 0x6F
write ETMTECR1 0x01000000
write ETMTECR2 0
write ETMTSSCR 0
write ETMSYNCFR 0x400
write ETMAUXCR 0
write ETMTRACEIDR 0x10
'
never() { for register; do echo "write $register 0x406F"; done; }
range='write ETMACVR1 0x0\nwrite ETMACVR2 0xFFFFFFFC\nwrite ETMACTR1 1\nwrite ETMACTR2 1\n'
counter="write ETMCNTRLDVR1 3\\nwrite ETMCNTENR1 0x6F\\n$(never ETMCNTRLDEVR1)\\n"
sequencer="$(never ETMSQ12EVR ETMSQ21EVR ETMSQ23EVR ETMSQ31EVR ETMSQ32EVR ETMSQ13EVR)\\n"

# run PROTOCOL TEXT REGISTER: the run without the register's last write; its output is in $folder/out.
run() {
  case $1 in pft) set -- "$1" "$2" "$3" w32-q8-f64 tests/smoke/pft-v1.0.unit 0x400 0 ;; *) set -- "$1" "$2" "$3" etm-w32-q8-f64 a7 0xC00 0x800 ;; esac
  {
    printf 'write ETMOSLAR 0\nread ETMPDSR\nwrite ETMCR %s\npoll ETMSR 2 2\n' "$6"
    printf "%s\\n$2" "$plain" | grep -v "^write $3 "
    printf 'write ETMCR %s\npoll ETMSR 2 0\ntrace 400\nwrite ETMCR %s\npoll ETMSR 2 2\n' "$7" "$6"
  } >"$folder/host"
  tests/limit.sh 20 "$simulators/$4/waypoint-sim" --protocol "$1" --random 1 --clocks 2000 --unit "$5" --host "$folder/host" --mode legal \
    --quiet --may-be-empty --spacing stall >"$folder/out" 2>&1 || :
}

# check VERDICT PROTOCOL TEXT REGISTER...: each register in turn is left out. Without it the verdict is VERDICT and not_checked= has it; with it not.
check() {
  verdict=$1 protocol=$2 text=$3
  shift 3
  for register in none "$@"; do
    run "$protocol" "$text" "$register"
    case $register in
      none) expected='^PASS ' ;;
      *) expected="^$verdict .* not_checked=([A-Z0-9]*,)*$register[ ,]" ;;
    esac
    if grep -Eq "$expected" "$folder/out" && { [ "$register" != none ] || ! grep -q not_checked= "$folder/out"; }; then
      pass
    else
      fail "$protocol: without $register: expected $expected, found:" "$(tail -n 3 "$folder/out")" "$(cat "$folder/host")"
    fi
  done
}

# down PROTOCOL STOPPED DOWN RUNNING: the DUT need not take what is written while ETMCR[0] is 1 (IHI 0035B table 3.93 note b). The last three are values of
# ETMCR: of a DUT that is stopped, of one whose ETMCR[0] is 1, and of one that runs.
down() {
  {
    printf 'write ETMOSLAR 0\nread ETMPDSR\nwrite ETMCR %s\npoll ETMSR 2 2\nwrite ETMCR %s\n' "$2" "$3"
    printf '%s\nwrite ETMCR %s\nwrite ETMCR %s\npoll ETMSR 2 0\ntrace 400\nwrite ETMCR %s\npoll ETMSR 2 2\n' "$plain" "$2" "$4" "$2"
  } >"$folder/host"
  case $1 in pft) set -- pft w32-q8-f64 tests/smoke/pft-v1.0.unit ;; *) set -- etm3 etm-w32-q8-f64 a7 ;; esac
  tests/limit.sh 20 "$simulators/$2/waypoint-sim" --protocol "$1" --random 1 --clocks 2000 --unit "$3" --host "$folder/host" --mode legal \
    --quiet --may-be-empty --spacing stall >"$folder/out" 2>&1 || :
  if grep -q '^incomplete: TraceEnable depends on ETM.*ETMCR\[0\] is 0' "$folder/out" && grep -Eq '^INCOMPLETE .* not_checked=.*ETMTEEVR.*ETMTECR1' "$folder/out"; then
    pass
  else
    fail "$1: registers written while ETMCR[0] is 1: expected INCOMPLETE, and ETMTEEVR and ETMTECR1 in not_checked=, found:" "$(tail -n 3 "$folder/out")"
  fi
}
# One write to ETMCR after a reset starts the DUT: the line names that write, although another one follows.
printf 'write ETMOSLAR 0\nread ETMPDSR\n%s\nwrite ETMCR 0\ntrace 300\nwrite ETMCR 0x400\npoll ETMSR 2 2\n' "$plain" >"$folder/host"
tests/limit.sh 20 "$simulators/w32-q8-f64/waypoint-sim" --random 1 --clocks 2000 --unit tests/smoke/pft-v1.0.unit --host "$folder/host" --mode legal --quiet >"$folder/out" 2>&1 || :
if grep -q '^incomplete: ETMCR was written in clock [0-9]* .* while ETMCR\[0\] was 1, so the DUT need not have taken it (IHI 0035B table 3.93 note b)' "$folder/out"; then
  pass
else
  fail 'one write to ETMCR starts the DUT: expected a line that names it, found:' "$(tail -n 3 "$folder/out")"
fi
down pft 0x400 0x401 0
down etm3 0xC00 0xC01 0x800

for protocol in pft etm3; do
  check INCOMPLETE $protocol '' ETMTECR1 ETMTEEVR
  check INCOMPLETE $protocol "${range}write ETMTECR1 1\\n" ETMACVR1 ETMACVR2 ETMACTR1 ETMACTR2
  check INCOMPLETE $protocol "${range}write ETMACTR1 0x101\\nwrite ETMACTR2 0x101\\nwrite ETMCIDCVR1 0\\nwrite ETMCIDCMR 0xFFFFFFFF\\nwrite ETMTECR1 1\\n" \
    ETMCIDCVR1 ETMCIDCMR
  check INCOMPLETE $protocol "${range}write ETMTSSCR 0x1\\nwrite ETMTECR1 0x3000000\\n" ETMTSSCR ETMACVR1 ETMACTR1
  check INCOMPLETE $protocol "${counter}write ETMTEEVR 0x40\\n" ETMCNTRLDVR1 ETMCNTENR1 ETMCNTRLDEVR1
  check INCOMPLETE $protocol "${sequencer}write ETMTEEVR 0x50\\n" ETMSQ12EVR ETMSQ21EVR ETMSQ23EVR ETMSQ31EVR ETMSQ32EVR ETMSQ13EVR
  check PASS $protocol "${counter}write ETMTRIGGER 0x40\\n" ETMCNTRLDVR1 ETMCNTENR1 ETMCNTRLDEVR1
done
check INCOMPLETE etm3 "${range}write ETMTECR1 0\\nwrite ETMTECR2 1\\n" ETMTECR2 ETMACVR1
check PASS etm3 "${range}write ETMTECR1 0x01000001\\nwrite ETMACVR1 0xFFFFFFF0\\n" ETMTECR2
totals
