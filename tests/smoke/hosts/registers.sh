# SPDX-License-Identifier: Apache-2.0
# To be sourced after the others: the host scripts of the cases of locks, power and registers.

read_from() { for register in "$@"; do echo "read $register"; done; }
key=0xC5ACCE55

locked_out='the software lock is set so the write of software is ignored'
lock_set='each write to ETMLAR except one of the key sets the software lock'

# Under the lock that a reset leaves, then under the lock that software sets. Software changes nothing; a debugger is not locked.
software_lock() {
  read_from ETMOSLSR
  echo software
  echo 'expect ETMLSR 7 3  # a reset sets the software lock'
  write_to ETMCR 0
  write_to ETMTRACEIDR 0x33
  echo debugger
  read_from ETMOSLSR
  write_to ETMOSLAR 0
  read_from ETMPDSR
  echo "expect ETMCR 0x401 0x401  # $locked_out"
  begin
  echo software
  write_to ETMTRACEIDR 0x33
  expect_in ETMTRACEIDR 0x7F "0x10  # $locked_out"
  write_to ETMLAR 0xC5ACCE54
  echo "expect ETMLSR 7 3  # $lock_set"
  write_to ETMTRACEIDR 0x33
  expect_in ETMTRACEIDR 0x7F "0x10  # $locked_out"
  write_to ETMLAR $key
  echo 'expect ETMLSR 7 1  # the key in ETMLAR clears the software lock'
  write_to ETMTRACEIDR 0x33
  expect_in ETMTRACEIDR 0x7F 0x33
  write_to ETMLAR 0
  echo "expect ETMLSR 7 3  # $lock_set"
  write_to ETMTRACEIDR 0x22
  expect_in ETMTRACEIDR 0x7F "0x33  # $locked_out"
  write_to ETMCR 0
  [ "$claim" = 0 ] || write_to ETMCLAIMSET 1
  echo debugger
  echo 'expect ETMLSR 7 0  # a debugger is not locked so it reads 0'
  echo "expect ETMCR 0x400 0x400  # $locked_out"
  expect_in ETMTRACEIDR 0x7F "0x33  # $locked_out"
  [ "$claim" = 0 ] || echo "expect ETMCLAIMCLR 0xFF 0  # $locked_out"
  write_to ETMTRACEIDR 0x44
  expect_in ETMTRACEIDR 0x7F 0x44
  run 60
}

# What counts and moves, as far as the DUT has it.
program_state() {
  n=$((1 + reduced_counter))
  [ "$whole_counters" = 0 ] || counter $n 0xFFF0 $always $never
  [ "$sequencer" = 0 ] || { each_transition $never && write_to ETMSQ12EVR $always; }
  [ "$start_stop" = 0 ] || write_to ETMSR 4
}
read_state() {
  [ "$whole_counters" = 0 ] || read_from ETMCNTVR$n
  [ "$sequencer" = 0 ] || read_from ETMSQR
  [ "$start_stop" = 0 ] || read_from ETMSR
}
# The state is held under the lock, which any other value than the key clears.
os_lock() {
  begin
  program_state
  start
  echo 'trace 60'
  write_to ETMOSLAR $key
  echo 'wait 300'
  read_from ETMOSLSR ETMPDSR ETMSR
  read_state
  echo 'wait 50'
  read_state
  read_from ETMTRACEIDR
  write_to ETMOSLAR 0xC5ACCE54
  read_from ETMOSLSR ETMPDSR
  echo 'trace 60'
  stop
  read_state
}
# All registers, by ETMOSSRR, with another value in each between the two.
save_restore() {
  begin
  program_state
  run 60
  write_to ETMTRACEIDR 0x12
  [ "$pairs" = 0 ] || range 1 $((first + size)) $((first + 2 * size)) $((access | (contexts ? 0x100 : 0)))
  [ "$whole_counters" = 0 ] || write_to ETMCNTVR$n 0x1357
  [ "$sequencer" = 0 ] || write_to ETMSQR 2
  write_to ETMOSLAR $key
  echo 'wait 300'
  echo save
  # A write of ETMOSLAR that the software lock ignores begins no new save: the next word follows.
  if [ "$software_lock" = 1 ]; then
    write_to ETMOSLAR $key
    read_from ETMOSSRR
    echo software
    write_to ETMLAR 0
    write_to ETMOSLAR $key
    write_to ETMLAR $key
    echo debugger
    read_from ETMOSSRR
  fi
  write_to ETMOSLAR $key
  echo save
  if [ "$power" = 2 ]; then lose_power; else write_to ETMOSLAR 0; fi
  write_to ETMOSLAR 0
  write_to ETMCR $stopped
  write_to ETMTRACEIDR 0x21
  [ "$pairs" = 0 ] || range 1 0 0
  [ "$whole_counters" = 0 ] || write_to ETMCNTVR$n 0
  [ "$sequencer" = 0 ] || write_to ETMSQR 0
  write_to ETMOSLAR $key
  echo restore
  write_to ETMOSLAR 0
  expect_in ETMTRACEIDR 0x7F 0x12
  [ "$pairs" = 0 ] || expect_in ETMACVR1 0xFFFFFFFF $((first + size))
  [ "$pairs" = 0 ] || [ "$contexts" = 0 ] || expect_in ETMACTR1 0x300 0x100
  [ "$whole_counters" = 0 ] || expect_in ETMCNTVR$n 0xFFFF 0x1357
  [ "$sequencer" = 0 ] || expect_in ETMSQR 3 2
  run 60
}
lose_power() {
  echo 'power off'
  echo 'wait 50'
  read_from ETMCR ETMTRACEIDR ETMPDSR ETMLSR ETMDEVTYPE
  echo 'power on'
  echo 'wait 50'
  echo 'expect ETMPDSR 3 3  # power is on and was lost since the last read of ETMPDSR'
  echo 'expect ETMPDSR 3 1  # power is on and the read before cleared the sticky register state'
  read_from ETMOSLSR
}
# A locked read of ETMPDSR keeps the sticky bit (IHI 0035B table 3.93). ETMPDCR[3] requests power.
power_loss() {
  begin
  if [ "$newest" = 1 ]; then
    for request in 8 0; do
      write_to ETMPDCR $request
      write_to ETMTRIGGER $never
      read_from ETMPDCR
    done
  fi
  run 60
  read_from ETMPDSR
  if [ "$software_lock" = 1 ]; then
    echo software
    write_to ETMLAR 0
    echo 'power off'
    echo 'wait 50'
    echo 'power on'
    echo 'wait 50'
    read_from ETMPDSR
    echo debugger
    echo 'expect ETMPDSR 3 3  # power was lost and the read of locked software does not clear the sticky register state'
  fi
  lose_power
  begin
  run 60
}

claim_tags() {
  begin
  read_from ETMCLAIMCLR ETMCLAIMSET
  for tags in 0x5A 0xA5; do
    write_to ETMCLAIMSET $tags
    read_from ETMCLAIMCLR ETMCLAIMSET
    write_to ETMTRIGGER 0x406F  # no write but that of ETMCLAIMCLR clears a tag
    read_from ETMCLAIMCLR
    write_to ETMCLAIMCLR 0x33
    read_from ETMCLAIMCLR ETMCLAIMSET
  done
  write_to ETMCLAIMCLR 0xFF
  read_from ETMCLAIMCLR
  run 60
}

reset_values() {
  read_from ETMOSLSR
  write_to ETMOSLAR 0
  read_from ETMPDSR
  echo 'expect ETMCR 0x401 0x401  # a reset sets the Programming bit and the Power Down bit'
  read_from ETMCR ETMSYNCFR ETMAUXCR ETMSR ETMCCR ETMIDR ETMCCER ETMLSR ETMCLAIMCLR ETMCLAIMSET ETMAUTHSTATUS
  read_from ETMDEVID ETMDEVTYPE ETMPIDR0 ETMPIDR1 ETMPIDR2 ETMPIDR3 ETMPIDR4 ETMCIDR0 ETMCIDR1 ETMCIDR2 ETMCIDR3
  begin
  run 60
}

# While the DUT traces. The reset clears what was written before, and the claim tags (IHI 0029B).
reset_while_tracing() {
  begin
  program_state
  [ "$claim" = 0 ] || write_to ETMCLAIMSET 0xFF
  start
  echo 'trace 60'
  echo reset
  reset_values
}

# Both values of as many bits as each DUT must have.
both() { # REGISTER VALUE VALUE
  for value in $2 $3; do
    write_to "$1" "$value"
    read_from "$1"
  done
}
both_events() { for register in "$@"; do both "$register" 0x1F7EF 0x406F; done; }
resource_registers() {
  begin
  both_events ETMTRIGGER ETMTEEVR
  both ETMTRACEIDR 0x2A 0x55
  for other in $all_singles; do
    both "ETMACVR$other" 0x5A5A5A58 0xA5A5A5A4
    both "ETMACTR$other" $((access | (contexts ? 0x100 : 0))) $access
  done
  [ "$start_stop" = 0 ] || [ "$pairs" = 0 ] || both ETMTSSCR $(((1 << 2 * pairs) - 1)) $((((1 << 2 * pairs) - 1) << 16))
  for other in $all_counters; do
    both "ETMCNTRLDVR$other" 0x5A5A 0xA5A5
    [ "$other$reduced_counter" = 11 ] || both_events "ETMCNTENR$other" "ETMCNTRLDEVR$other"
  done
  [ "$sequencer" = 0 ] || both_events ETMSQ12EVR ETMSQ21EVR ETMSQ23EVR ETMSQ31EVR ETMSQ32EVR ETMSQ13EVR
  for other in $all_outputs; do both_events "ETMEXTOUTEVR$other"; done
  for other in $all_contexts; do both "ETMCIDCVR$other" 0x5A5A5A5A 0xA5A5A5A5; done
  [ "$contexts" = 0 ] || both ETMCIDCMR 0x00FF00FF 0xFF00FF00
  [ "$selectors" = 0 ] || both ETMEXTINSELR 0x01010101 0
  both ETMVMIDCVR 0x5A 0xA5
  [ "$embeddedice_starts" = 0 ] || both ETMTESSEICR 0x10000 1
  # Those that the DUT does not have read as 0.
  for absent in "ETMACVR$((2 * pairs + 1))" "ETMACTR$((2 * pairs + 1))" "ETMCNTRLDVR$((counters + 1))" "ETMCIDCVR$((contexts + 1))"; do
    case $absent in ETMACVR17 | ETMACTR17 | ETMCNTRLDVR5 | ETMCIDCVR4) ;; *) both "$absent" 0x101 0 ;; esac
  done
  [ "$sequencer" = 1 ] || both_events ETMSQ12EVR
  [ "$start_stop" = 1 ] || both ETMTSSCR 1 0
  write_to ETMTEEVR $always
  write_to ETMTRIGGER $never
  write_to ETMTRACEIDR 0x10
  [ "$start_stop" = 0 ] || write_to ETMTSSCR 0
  [ "$embeddedice_starts" = 0 ] || write_to ETMTESSEICR 0
  run 60
}
