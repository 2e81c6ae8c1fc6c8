# SPDX-License-Identifier: Apache-2.0
# To be sourced: the host scripts (docs/host.md) of the cases that program resources. n is the number of the resource, and each count of
# `waypoint unit --can` is a variable. A script has phases: registers are written while the DUT is stopped, then it traces.
#
# A value is expected only if a clause fixes it for each DUT. The rules and the scoreboard compare everything else.

never=0x406F         # an event that is never true
always=0x6F
all_pass=0x01000000  # ETMTECR1: nothing is excluded
by_block=0x02000000  # ETMTECR1: the start/stop block must be on
access=0x1           # ETMACTR: execution; an ETM compares ARM instructions
[ "$protocol" = pft ] || access=0x19

# The first address of block 1, the size of a block from one to the next, and an address that is not executed. Resource n has block n.
first=0x80010100 size=0x100 nowhere=0x80010FC0
block=$((first + size * (${n:-1} - 1)))

write_to() { echo "write $1 $2"; }
# What a DUT without ETMCCER[11] returns is not defined, nor what an ETMv3.0 has in ETMSR[3:2].
expect_in() { # REGISTER MASK VALUE
  case $protocol-$minor-$readable-$1 in
    etm3-0-* | etm3-?-0-ETM[!S]* | etm3-?-0-ETMSQR) echo "read $1" ;;
    *) echo "expect $1 $2 $3" ;;
  esac
}
in_hexadecimal() { awk '/^(write|expect)/ { for (i = 3; i <= NF; i++) if ($i ~ /^[0-9]+$/ && $i > 9) $i = sprintf("0x%X", $i) } { print }'; }
stop() {
  write_to ETMCR $stopped
  echo 'poll ETMSR 2 2'
}
start() {
  write_to ETMCR $runs
  echo 'poll ETMSR 2 0'
}
run() { # CLOCKS
  start
  echo "trace $1"
  stop
}

# Opens the OS lock, and programs the DUT to trace everything.
begin() {
  echo 'read ETMOSLSR'
  write_to ETMOSLAR 0
  echo 'read ETMPDSR'
  write_to ETMCR 0x400
  echo 'poll ETMSR 2 2'
  write_to ETMCR $stopped
  write_to ETMTRIGGER $never
  write_to ETMTEEVR $always
  write_to ETMTECR1 $all_pass
  [ "$protocol" = pft ] || write_to ETMTECR2 0
  [ "$start_stop" = 0 ] || write_to ETMTSSCR 0
  [ "$embeddedice_starts" = 0 ] || write_to ETMTESSEICR 0
  case $can in *' -syncfr '*) ;; *) write_to ETMSYNCFR 0x400 ;; esac
  write_to ETMTRACEIDR 0x10
}

# Whether the trigger has occurred since the last start, as ETMSR[3] shows it. What was true when the DUT was stopped may be held until the next
# waypoint. So not_triggered() is for a run before which the event was false when the DUT was stopped. A failure report quotes the reason, at most
# 119 characters. A number above 9 in it becomes hexadecimal.
triggered() { expect_in ETMSR 8 "8  # $1"; } # REASON
not_triggered() { expect_in ETMSR 8 "0  # $1"; } # REASON
