# SPDX-License-Identifier: Apache-2.0
# To be sourced: the stimulus of the cases that program resources. Each function prints lines of a stimulus text (docs/stimulus.md), and lines
# `loops TIMES [FLAGS]` for loops in the state, Context ID and VMID that FLAGS give; expand_loops replaces those.
#
# A loop goes through eight blocks of eight ARM instructions. Block B begins at 0x80010000 + 0x100 * B, and its last instruction branches to
# the next block. An ETM executes the first four instructions of a block one in a clock, and the other four two in a clock.

expand_loops() { # PROTOCOL
  awk -v protocol="$1" '
    function place(block, instruction) { return sprintf("0x%08X", 2147549184 + 256 * block + 4 * instruction) }
    function executed(block, instruction) { return "E " place(block, instruction) ":arm" }
    function loop(flags,    block, target, i, text) {
      for (block = 1; block <= 8; block++) {
        target = place(block % 8 + 1, 0)
        if (protocol == "pft") {
          text = text "waypoint indirect pc=" place(block, 7) " target=" target " arm taken " flags "\nidle 2\n"
          continue
        }
        for (i = 0; i < 4; i++) text = text "clock " flags " " executed(block, i) "\n"
        text = text "clock " flags " " executed(block, 4) " , " executed(block, 5) "\n"
        text = text "clock " flags " " executed(block, 6) " , " executed(block, 7) " to " target ":arm" (block < 8 ? state(flags) : "LAST") "\nidle 1\n"
      }
      return text "idle 8\n"
    }
    # An ETM reports the state where a branch leads: that of the next loop.
    function state(flags) { return (flags ~ /ns/ ? ":ns" : "") (flags ~ /hyp/ ? ":hyp" : "") }
    function flush(flags) {
      sub("LAST", state(flags), held)
      printf "%s", held
    }
    $1 != "loops" { held = held $0 "\n"; next }
    {
      times = $2
      sub(/^loops [0-9]+ */, "")
      if (!($0 in made)) made[$0] = loop($0)
      while (times-- > 0) {
        flush($0)
        held = made[$0]
      }
    }
    END { flush($0) }'
}

# Text that is printed so many times.
repeat() { # TIMES TEXT
  left=$1
  while [ "$left" -gt 0 ]; do
    echo "$2"
    left=$((left - 1))
  done
}

blocks() { echo 'loops 120'; }

# With an input that is HIGH for some clocks of each loop.
pulses() {
  repeat 30 'extin-hold 1
idle 20
extin-hold 0
loops 1'
}

# Each Context ID, and each VMID, differs from the first in a single bit.
contexts() {
  repeat 40 'loops 1 context=0x12345678
loops 1 context=0x92345678
loops 1 context=0x12345778
loops 1 context=0x12345679'
}
vmids() {
  repeat 60 'loops 1 vmid=0x5A
loops 1 vmid=0xDA
loops 1 vmid=0x5B'
}
# A data abort cancels instruction 1, from the next clock; 2, from the other slot of its clock; and 3, which is in the younger slot, from its own. It
# cancels neither 4, in the older slot, nor 5, in the younger. Instruction I is at 0x80010100 + 4 * I. An ETM executes them.
cancelled() {
  repeat 60 'clock E 0x80010104:arm
clock to 0x00000010:arm exception=12 cancel
clock E 0x00000010:arm to 0x80010108:arm
clock E 0x80010108:arm , to 0x00000010:arm exception=12 cancel
clock E 0x00000010:arm to 0x8001010C:arm
clock E 0x80010120:arm , E 0x8001010C:arm to 0x00000010:arm exception=12 cancel
clock E 0x00000010:arm to 0x80010110:arm
clock E 0x80010110:arm
idle 2
clock E 0x80010120:arm , E 0x80010114:arm
clock E 0x80010118:arm to 0x80010104:arm
idle 4'
}
# One instruction at 0x80010104, then 40 clocks in which the ETM executes nothing.
pauses() {
  repeat 60 'clock E 0x80010100:arm
clock E 0x80010104:arm
idle 40
clock E 0x80010108:arm to 0x80010100:arm
idle 10'
}
security() {
  repeat 80 'loops 1
loops 1 ns'
}
users() {
  repeat 60 'loops 1
loops 1 user
loops 1 ns
loops 1 ns user'
}
hyp() {
  repeat 60 'loops 1
loops 1 ns
loops 1 ns hyp'
}

# Four loops while all inputs but one are HIGH, then four while only this one is. Between them all are LOW.
input() { # PIN BIT BITS
  for value in $(($3 & ~(1 << $2))) 0 $((1 << $2)) 0; do
    printf '%s\nloops 4\n' "$1-hold $value"
  done
}
external() { input extin $((n - 1)) 15; }
# Selector N selects this input, of those that the DUT and the testbench have.
extended() { input extinbus $((n * 7 % extended_pins)) 0xFFFFFFFF; }
embeddedice() { input embeddedice $((n - 1)) 255; }

# The input rises, then the next one, with loops between them.
points() {
  repeat 16 "loops 2
embeddedice-hold $((1 << (n - 1)))
loops 1
embeddedice-hold 0
loops 2
embeddedice-hold $((1 << (n % embeddedice)))
loops 1
embeddedice-hold 0"
}
