// SPDX-License-Identifier: Apache-2.0
// Start-up for QEMU's vexpress-a15 without an operating system: one core in Secure SVC mode, ARM state, MMU off.
// main() returns 0 if its own check of the result passed. The recorder ends the stream at _exit and refuses one that
// reaches _fail. ARM state always, so that a Thumb program is called with BLX and returns with a change of state.
  .syntax unified
  .arm

  .section .text.start, "ax"
  .global _start
  .type _start, %function
_start:
  ldr sp, =stack_top
  ldr r0, =bss_start
  ldr r1, =bss_end
  mov r2, #0
clear_bss:
  cmp r0, r1
  strlo r2, [r0], #4
  blo clear_bss
  bl main
  cmp r0, #0
  beq _exit

  .global _fail
  .type _fail, %function
_fail:
  b _exit

  .global _exit
  .type _exit, %function
_exit:
  ldr r0, =0x1C0100A0  // SYS_CFGDATA, then SYS_CFGCTRL: start, write, function 8 = shut down
  mov r1, #0
  str r1, [r0]
  ldr r1, =0xC0800000
  str r1, [r0, #4]
wait:
  b wait
