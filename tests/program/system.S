// SPDX-License-Identifier: Apache-2.0
// What of system.c the compiler cannot write: vectors, stacks, system calls, the monitor. All in the state of the
// build, handlers included (SCTLR.TE); but the Non-secure vectors are ARM, so that exceptions there change state.
  .syntax unified
  .arch armv7ve
  .arch_extension sec
#ifdef __thumb__
  .thumb
#define SCTLR_TE (1 << 30)
#define BRANCH b.w
#else
  .arm
#define SCTLR_TE 0
#define BRANCH b
#endif

#define MODE_USER 0x10
#define MODE_SVC 0x13
#define CPSR_I (1 << 7)
#define SCR_NS_FIQ 5  // Non-secure, and FIQ goes to the monitor

  .macro function name
  .global \name
  .type \name, %function
\name:
  .endm

  .text
// start.S calls this in Secure SVC mode. application() runs in User mode and returns to start.S there.
  function main
  mov r4, lr
  ldr r0, =secure_vectors
  mcr p15, 0, r0, c12, c0, 0  // VBAR
  ldr r0, =monitor_vectors
  mcr p15, 0, r0, c12, c0, 1  // MVBAR
  mrc p15, 0, r0, c1, c0, 0   // SCTLR
  orr r0, r0, #SCTLR_TE
  mcr p15, 0, r0, c1, c0, 0
  ldr r0, =undefined_stack
  msr sp_und, r0
  ldr r0, =abort_stack
  msr sp_abt, r0
  ldr r0, =irq_stack
  msr sp_irq, r0
  ldr r0, =fiq_stack
  msr sp_fiq, r0
  ldr r0, =monitor_stack
  msr sp_mon, r0
  ldr r0, =user_stack
  msr sp_usr, r0
  msr lr_usr, r4
  bl start_devices
  cpsie if, #MODE_USER
  b application

// uint32_t system_call(enum call call, uint32_t argument)
  function system_call
  svc #0
  bx lr

  function on_svc
  srsdb sp!, #MODE_SVC
  bl serve_call
  rfeia sp!

// uint32_t call_other_world(uint32_t argument): both worlds go through it, in SVC mode.
  function call_other_world
  push {r4-r11, lr}
  smc #0
  pop {r4-r11, pc}

// A call leaves its return state on its world's SVC stack and takes that of the call by which the other world left.
// r0 goes across.
  function on_smc
  srsdb sp!, #MODE_SVC
  mrs r1, sp_svc
  ldr r2, =other_stack
  ldr r3, [r2]
  str r1, [r2]
  add r1, r3, #8
  msr sp_svc, r1
  mrc p15, 0, r1, c1, c1, 0  // SCR
  eor r1, r1, #SCR_NS_FIQ
  mcr p15, 0, r1, c1, c1, 0
  isb
  rfeia r3

// The first call of the Non-secure world; its argument is in r0.
  function non_secure_start
  ldr r1, =non_secure_vectors
  mcr p15, 0, r1, c12, c0, 0
  cpsie i
  b serve_other_world

unexpected:
  ldr pc, =_fail
  .ltorg

  .balign 32
secure_vectors:
  BRANCH unexpected  // reset
  BRANCH on_undefined
  BRANCH on_svc
  BRANCH on_prefetch_abort
  BRANCH on_data_abort
  BRANCH unexpected
  BRANCH on_irq
  BRANCH on_fiq

monitor_vectors:
  BRANCH unexpected
  BRANCH unexpected
  BRANCH on_smc
  BRANCH unexpected
  BRANCH unexpected
  BRANCH unexpected
  BRANCH unexpected
  BRANCH on_monitor_fiq

  .arm
  .balign 32
non_secure_vectors:
  ldr pc, =_fail
  ldr pc, =on_non_secure_undefined
  ldr pc, =on_non_secure_svc
  ldr pc, =_fail
  ldr pc, =_fail
  ldr pc, =_fail
  ldr pc, =on_non_secure_irq
  ldr pc, =_fail
  .ltorg  // the end of the code: a decoder that fetches 4 bytes at a time finds them at any instruction

  .data
  .balign 8
other_stack:
  .word first_return
  .space 1024
first_return:
  .word non_secure_start
  .word MODE_SVC + CPSR_I + (SCTLR_TE >> 25)  // CPSR.T

  .bss
  .macro stack name
  .balign 8
  .space 1024
\name:
  .endm
  stack undefined_stack
  stack abort_stack
  stack irq_stack  // of both worlds: none calls the other in a handler
  stack fiq_stack
  stack monitor_stack
  stack user_stack
