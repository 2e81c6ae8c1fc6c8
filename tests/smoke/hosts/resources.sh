# SPDX-License-Identifier: Apache-2.0
# To be sourced after common.sh: the host scripts of the cases of counters, sequencer, external outputs and inputs.

counter() { # NUMBER RELOAD ENABLE RELOAD-EVENT
  write_to "ETMCNTRLDVR$1" "$2"
  write_to "ETMCNTENR$1" "$3"
  write_to "ETMCNTRLDEVR$1" "$4"
}
each_counter() { # RELOAD ENABLE
  for other in $all_counters; do counter "$other" "$1" "$2" $never; done
}
count_is() { expect_in "ETMCNTVR$n" 0xFFFF "$1  # $2"; } # VALUE REASON
loaded="the start of the run loads the counter and no event counts"
kept="a value that is written while the DUT is stopped is kept for the next run"
read_count() { echo "read ETMCNTVR$n"; }
counter_load() {
  begin
  counter "$n" 0x5AA5 $never $never
  run 60
  count_is 0x5AA5 "$loaded"
  counter "$n" 0xA55A $never $never
  run 60
  count_is 0xA55A "$loaded"
  # What was written while the DUT was stopped is kept for the next run.
  write_to "ETMCNTVR$n" 0x1234
  run 60
  count_is 0x1234 "$kept"
  run 60
  count_is 0xA55A "$loaded"
}
counter_count() {
  begin
  counter "$n" 0x1003 $always $never
  run 60
  read_count
  echo 'wait 40'
  read_count
  run 77
  read_count
  # Its own event counts, and no other.
  each_counter 0x100 $always
  counter "$n" 0x100 $never $never
  run 60
  count_is 0x100 "ETMCNTENR$n is never true"
  each_counter 0x100 $never
  counter "$n" 0x100 $always $never
  run 60
  read_count
}
counter_reload() {
  begin
  # The reload event has priority over the enable event.
  counter "$n" 0x321 $always $always
  run 60
  count_is 0x321 "ETMCNTRLDEVR$n is always true so the counter is reloaded in each clock"
  write_to "ETMCNTVR$n" 0x777
  run 60
  count_is 0x321 "ETMCNTRLDEVR$n is always true so the counter is reloaded in each clock"
  # By itself, each time it is 0.
  counter "$n" 6 $always $((0x40 + n - 1))
  run 61
  read_count
  run 66
  read_count
}
counter_zero() {
  begin
  write_to ETMTRIGGER $((0x40 + n - 1))
  counter "$n" 20 $always $never
  run 120
  count_is 0 'the counter counts down from its reload value and stays at 0'
  triggered "counter $n counts down from its reload value to 0"
  # Not at 1, while the other counters are at 0.
  each_counter 0 $never
  counter "$n" 1 $never $never
  run 20
  run 120
  count_is 1 "$loaded"
  not_triggered "counter $n stays at 1"
}
enable_by_counter() {
  begin
  write_to ETMTEEVR $((0x40 + n - 1))
  counter "$n" 40 $always $never
  run 240
}
# A reduced counter counts every clock, and reloads at 0.
counter_reduced() {
  begin
  write_to ETMTRIGGER 0x40
  write_to ETMCNTRLDVR1 10
  run 120
  triggered 'counter 1 counts down in each clock and reaches 0'
  write_to ETMCNTRLDVR1 0xFFFF
  run 20
  run 120
  not_triggered 'counter 1 counts down from 0xFFFF and does not reach 0'
}

each_transition() { # EVENT
  for transition in 12 21 23 31 32 13; do write_to "ETMSQ${transition}EVR" "$1"; done
}
# From a state with the events that are programmed, to a state.
moves() { # FROM TO
  write_to ETMSQR $(($1 - 1))
  run 60
  [ "$1" = "$2" ] && reason="not exactly one event out of state $1 is true" || reason="exactly one event out of state $1 is true"
  expect_in ETMSQR 3 "$(($2 - 1))  # $reason"
}
# n is 12, 21, 23, 31, 32 or 13.
sequencer() {
  from=${n%?} to=${n#?} third=$((6 - ${n%?} - ${n#?}))
  begin
  each_transition $never
  write_to "ETMSQ${n}EVR" $always
  moves "$from" "$to"
  # From no other state.
  moves "$to" "$to"
  moves $third $third
  # Not if both events out of the state are true, nor if none is.
  write_to "ETMSQ$from${third}EVR" $always
  moves "$from" "$from"
  write_to "ETMSQ$from${third}EVR" $never
  write_to "ETMSQ${n}EVR" $never
  moves "$from" "$from"
  # The states as resources.
  write_to "ETMSQ${n}EVR" $always
  write_to ETMTRIGGER $((0x50 + to - 1))
  moves "$from" "$to"
  triggered "the sequencer moves from state $from to state $to"
  write_to ETMTRIGGER $((0x50 + third - 1))
  moves "$from" "$to"
  not_triggered "the sequencer moves from state $from to state $to and is never in state $third"
}
# In one of the states.
enable_by_state() {
  begin
  each_transition $never
  write_to ETMTEEVR $((0x50 + n - 1))
  write_to ETMSQR $((n - 1))
  run 240
}
# It begins in state 1, except if another state was written while the DUT was stopped.
sequencer_reset() {
  begin
  each_transition $never
  for state in 2 3; do
    moves $state $state
    run 60
    expect_in ETMSQR 3 '0  # the start of a run selects state 1 if ETMSQR was not written'
  done
}

# --- outputs and inputs -----------------------------------------------------------------------------------------------

each_output() { # EVENT
  for other in $all_outputs; do write_to "ETMEXTOUTEVR$other" "$1"; done
}
# It follows its own event, and is LOW while the DUT is stopped. It must follow pulses of a resource that the DUT has: of the clauses none says by when
# it follows an event that is always true.
output() {
  begin
  each_output $always
  run 60
  echo 'wait 60'
  write_to "ETMEXTOUTEVR$n" $never
  run 60
  each_output $never
  write_to "ETMEXTOUTEVR$n" $always
  run 60
  if [ "$pairs" != 0 ]; then
    each_single $nowhere
    write_to ETMACVR1 $((first + size + 12))
    write_to "ETMEXTOUTEVR$n" 0
  elif [ "$counters" != 0 ]; then
    other=$n n=$counters
    counter "$n" 60 $always $((0x40 + n - 1))
    write_to "ETMEXTOUTEVR$other" $((0x40 + n - 1))
  else
    write_to "ETMEXTOUTEVR$n" 0x60
  fi
  run 400
}

# In the first run all bits of PIN are HIGH, and then LOW, except the bit that must trigger.
triggers_by() { # RESOURCE PIN BIT BITS
  write_to ETMTRIGGER "$1"
  run 100
  not_triggered "$2[$3] stays 0; $2 is $(($4 & ~(1 << $3))) at first and 0 later"
  run 1000
  triggered "$2[$3] becomes 1"
}
external_input() {
  begin
  triggers_by $((0x60 + n - 1)) EXTIN $((n - 1)) 15
}
extended_input() {
  begin
  selected=0
  for other in $all_selectors; do
    [ "$other" = "$n" ] && input=$((n * 7 % extended_pins)) || input=$(((n * 7 + 1) % extended_pins))
    selected=$((selected | input << (8 * (other - 1))))
  done
  write_to ETMEXTINSELR $selected
  triggers_by $((0x68 + n - 1)) EXTINBUS $((n * 7 % extended_pins)) 0xFFFFFFFF
}
embeddedice_input() {
  begin
  [ "$latches" = 0 ] || write_to ETMEIBCR 0
  triggers_by $((0x20 + n - 1)) EMBEDDEDICE $((n - 1)) 255
}
