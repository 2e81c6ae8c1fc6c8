# SPDX-License-Identifier: Apache-2.0
# To be sourced after common.sh: the host scripts of the cases of address comparators and the start/stop block.

range() { # PAIR LOW HIGH [ETMACTR]
  write_to ETMACVR$((2 * $1 - 1)) "$2"
  write_to ETMACVR$((2 * $1)) "$3"
  write_to ETMACTR$((2 * $1 - 1)) "${4:-$access}"
  write_to ETMACTR$((2 * $1)) "${4:-$access}"
}
# From one instruction of the block up to another.
range_in_block() { range "$n" $((block + 4 * $1)) $((block + 4 * $2)); } # FROM TO
other_ranges() { # LOW HIGH
  for other in $all_pairs; do
    [ "$other" = "$n" ] || range "$other" "$1" "$2"
  done
}

# A block overlaps a range if one of its instructions is inside. The last instruction of a block is no edge here. A DUT may take the
# instruction before or after it as the end of the block (IHI 0035B 3.4.1).
range_include() {
  begin
  other_ranges $first $((first + 8 * size))
  write_to ETMTECR1 $((1 << (n - 1)))
  # Then low is above the block, then high is its first address.
  for edges in '2 4' '0 1' '6 7' '5 6' '4 5' '16 24' '-16 0'; do
    # shellcheck disable=SC2086
    range_in_block $edges
    run 120
  done
}
# Only a range that covers the whole block excludes it.
range_exclude() {
  begin
  other_ranges $nowhere $nowhere
  write_to ETMTECR1 $((all_pass | 1 << (n - 1)))
  for edges in '0 9' '1 9' '0 6' '2 4' '-16 0'; do
    # shellcheck disable=SC2086
    range_in_block $edges
    run 120
  done
}
# As a resource a range is true if it overlaps the block.
range_event() {
  begin
  write_to ETMTRIGGER $((0x10 + n - 1))
  other_ranges $first $((first + 8 * size))
  range_in_block 16 24
  run 160
  not_triggered "no block overlaps range $n"
  other_ranges $nowhere $nowhere
  range_in_block 2 4
  run 160
  triggered "the instruction at $((block + 8)) is executed and is in range $n"
}
enable_by_range() {
  begin
  write_to ETMTEEVR $((0x10 + n - 1))
  other_ranges $nowhere $nowhere
  range_in_block 2 4
  run 400
}

each_single() { # ADDRESS: of all single address comparators
  for other in $all_singles; do
    write_to "ETMACVR$other" "$1"
    write_to "ETMACTR$other" $access
  done
}
address_event() {
  begin
  for single in $((2 * n - 1)) $((2 * n)); do
    write_to ETMTRIGGER $((single - 1))
    each_single $((block + 12))
    write_to "ETMACVR$single" $((block + 64))
    run 120
    not_triggered "no instruction at $((block + 64)) is executed"
    each_single $nowhere
    for instruction in 0 3 6; do
      write_to "ETMACVR$single" $((block + 4 * instruction))
      run 120
      triggered "the instruction at $((block + 4 * instruction)) is executed"
    done
  done
}
# ETMTECR2 includes or excludes single addresses.
address_include() {
  begin
  each_single $((block + 12))
  for single in $((2 * n - 1)) $((2 * n)); do
    write_to ETMTECR2 $((1 << (single - 1)))
    expect_in ETMTECR2 0xFFFF $((1 << (single - 1)))
    for instruction in 1 4 5; do
      write_to "ETMACVR$single" $((block + 4 * instruction))
      write_to ETMTECR1 0
      run 120
      write_to ETMTECR1 $all_pass
      run 120
    done
  done
}

# With exact match an instruction that is cancelled never matches. The others match later (IHI 0014Q 2.7.4).
exact_match() {
  begin
  for single in $((2 * n - 1)) $((2 * n)); do
    write_to ETMTRIGGER $((single - 1))
    each_single $nowhere
    write_to "ETMACTR$single" $((access | 0x80))
    exact="ETMACTR$single=$(printf '0x%X' $((access | 0x80))) (exact match, bit [7])"
    for instruction in 1 2 3; do
      write_to "ETMACVR$single" $((first + 4 * instruction))
      run 80
      not_triggered "$exact ignores the instruction at $((first + 4 * instruction)) because an exception cancels it"
    done
    for instruction in 4 5; do
      write_to "ETMACVR$single" $((first + 4 * instruction))
      run 80
      triggered "$exact matches the instruction at $((first + 4 * instruction)) because no exception cancels it"
    done
  done
}
# A range keeps its state in a clock without an instruction, and a single address does not (IHI 0014Q 2.7.10, table 2.8).
range_held() {
  begin
  counter=$((1 + reduced_counter))
  write_to ETMTRIGGER $((0x40 + counter - 1))
  write_to "ETMCNTRLDVR$counter" 30
  write_to "ETMCNTRLDEVR$counter" $never
  each_single $nowhere
  range "$n" $((first + 4)) $((first + 8))
  write_to "ETMCNTENR$counter" $((2 * n - 2))
  run 120
  not_triggered "the counter stays above 0 because its enable event is true for one clock at a time"
  write_to "ETMCNTENR$counter" $((0x10 + n - 1))
  run 120
  triggered "range $n stays true until the next instruction so the counter counts down to 0"
}

# --- what qualifies an address ----------------------------------------------------------------------------------------

# qualified ETMACTR...: with each pair only the code is traced that matches.
qualified() {
  for qualifier in "$@"; do
    for pair in $all_pairs; do
      range "$pair" 0 0xFFFFFFFC $((access | qualifier))
      write_to ETMTECR1 $((1 << (pair - 1)))
      run 260
    done
  done
}
contexts_are() { # VALUE OF-OTHERS MASK
  for other in $all_contexts; do write_to "ETMCIDCVR$other" "$2"; done
  write_to "ETMCIDCVR$n" "$1"
  write_to ETMCIDCMR "$3"
}
context_filter() {
  begin
  contexts_are 0x12345678 0x12345679 0
  qualified $((n << 8))
  contexts_are 0x12345678 0x02345678 0x80000001
  qualified $((n << 8))
}
context_event() {
  begin
  write_to ETMTRIGGER $((0x58 + n - 1))
  contexts_are 0x22345678 0x12345678 0
  run 260
  not_triggered "no waypoint has the Context ID of ETMCIDCVR$n"
  contexts_are 0x12345678 0x22345678 0
  run 260
  triggered 'code with Context ID 0x12345678 is executed'
  contexts_are 0x02345678 0x02345670 0xF0000000
  run 260
  triggered 'code with Context ID 0x12345678 is executed and ETMCIDCMR masks the bits that differ'
}
enable_by_context() {
  begin
  write_to ETMTEEVR $((0x58 + n - 1))
  contexts_are 0x12345678 0x22345678 0
  run 600
}
vmid_filter() {
  begin
  write_to ETMVMIDCVR 0x5A
  qualified 0x8000
}
vmid_event() {
  begin
  write_to ETMTRIGGER 0x5B
  write_to ETMVMIDCVR 0x7A
  run 260
  not_triggered 'no waypoint has VMID 0x7A'
  write_to ETMVMIDCVR 0x5A
  run 260
  triggered 'code with VMID 0x5A is executed'
}
# Only Non-secure code, then only Secure code.
security_filter() { begin && qualified 0x400 0x800; }
# Only User mode, then every other mode.
user_filter() { begin && qualified 0x3C00 0x3000; }
# Each mode, with Hyp mode. Then no Non-secure mode, and not Hyp mode. What ETMACTR[14] alone means, no clause says.
hyp_filter() { begin && qualified 0x4000 0x800; }

# --- start/stop block -------------------------------------------------------------------------------------------------

points_at() { write_to ETMTSSCR $((($1 ? 1 << ($1 - 1) : 0) | ($2 ? 1 << ($2 + 15) : 0))); } # START STOP: comparators, 0: none
# From a block to another, or both points in a block.
start_stop_between() { # COMPARATOR COMPARATOR BLOCK BLOCK
  write_to "ETMACVR$1" $((first + ($3 - 1) * size + 4))
  write_to "ETMACVR$2" $((first + ($4 - 1) * size + 12))
  points_at "$1" "$2"
  run 160
}
address_start_stop() {
  low=$((2 * n - 1)) high=$((2 * n))
  begin
  each_single $((first + 6 * size + 12))
  write_to ETMTECR1 $((all_pass | by_block))
  start_stop_between $low $high 2 5
  start_stop_between $high $low 2 5
  start_stop_between $low $high 3 3
  # A start point turns it on for good. A stop point turns off what was written.
  points_at $low 0
  run 160
  expect_in ETMSR 4 '4  # the start point is executed and no stop point is selected'
  points_at 0 $low
  write_to ETMSR 4
  run 160
  expect_in ETMSR 4 '0  # the stop point is executed and no start point is selected'
  # As a resource.
  write_to ETMTECR1 $all_pass
  write_to ETMTRIGGER 0x5F
  points_at $low 0
  run 160
  triggered 'the start point is executed and turns the start/stop block on'
  points_at 0 0
  run 60
  points_at 0 $high
  run 160
  not_triggered 'the start/stop block stays off because no start point is selected'
}
# What was written while the DUT was stopped is kept for the next run, and for no other.
start_stop_state() {
  begin
  write_to ETMTECR1 $((all_pass | by_block))
  write_to ETMSR 4
  run 120
  expect_in ETMSR 4 '4  # a state that is written while the DUT is stopped is kept for the next run'
  run 120
  expect_in ETMSR 4 '0  # the start of a run turns the start/stop block off if ETMSR[2] was not written'
  write_to ETMSR 0
  expect_in ETMSR 4 0
  run 120
}
enable_by_start_stop() {
  begin
  write_to ETMTEEVR 0x5F
  run 120
  write_to ETMSR 4
  run 240
}
embeddedice_start_stop() {
  begin
  write_to ETMTECR1 $((all_pass | by_block))
  [ "$latches" = 0 ] || write_to ETMEIBCR 0
  # It starts, and the next one stops, if there is another. Then it stops, and the next one starts.
  write_to ETMTESSEICR $((1 << (n - 1) | (embeddedice > 1) << (n % embeddedice + 16)))
  run 900
  write_to ETMTESSEICR $((1 << (n + 15) | (embeddedice > 1) << (n % embeddedice)))
  [ "$embeddedice" != 1 ] || write_to ETMSR 4
  run 900
}
