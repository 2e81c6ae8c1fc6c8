// SPDX-License-Identifier: Apache-2.0
// A small system: an application in User mode, a kernel below it, a Non-secure world with a monitor, and two timers.
// The application makes system calls, runs into undefined instructions, reads where no memory is, and calls a library
// that is mapped when its first instruction is fetched. Kernel and Non-secure world compute the same, and must agree.
//
// Secure: User and SVC mode, MMU on, IRQ, FIQ. Non-secure: SVC mode, MMU off, IRQ; its FIQs go to the monitor.
#include <stdbool.h>
#include <stdint.h>

enum { ROUNDS = 80, WORLD_CALLS = 2, IRQS = 100, FIQS = 20 };
enum { PRINTED = 0x1E895910 };  // the hash of what is printed in all rounds

enum call { PUT, FORGET_LIBRARY, ASK_OTHER_WORLD };

#define HANDLER(kind) __attribute__((interrupt(kind)))

uint32_t system_call(enum call call, uint32_t argument);
uint32_t call_other_world(uint32_t argument);

static volatile uint32_t undefined, data_aborts, prefetch_aborts, irqs, fiqs;
static volatile uint32_t non_secure_undefined, non_secure_calls, non_secure_irqs, monitor_fiqs;

// --- memory: sections of 1 MiB, each at its own address ---

enum { LIBRARY = 0x802, HOLE = 0x803 };  // numbers of sections; vexpress.ld puts .library there

static uint32_t translation[4096] __attribute__((aligned(16384)));

static void map(uint32_t section) { translation[section] = section << 20 | 0xC02; }  // for all modes

static void change_memory(void) {
  __asm__ volatile("mcr p15, 0, %0, c8, c7, 0\n\tdsb\n\tisb" ::"r"(0) : "memory");  // TLBIALL
}

static void start_memory(void) {
  map(0x800);  // this program
  map(0x1C0);  // system registers, to shut down
  map(0x1C1);  // timers
  map(0x2C0);  // interrupt controller

  __asm__ volatile("mcr p15, 0, %0, c2, c0, 0" ::"r"(translation));  // TTBR0
  __asm__ volatile("mcr p15, 0, %0, c3, c0, 0" ::"r"(1));            // DACR: domain 0, client
  change_memory();
  uint32_t sctlr;
  __asm__ volatile("mrc p15, 0, %0, c1, c0, 0" : "=r"(sctlr));
  __asm__ volatile("mcr p15, 0, %0, c1, c0, 0\n\tisb" ::"r"(sctlr | 1) : "memory");
}

HANDLER("ABORT") void on_prefetch_abort(void) {
  uint32_t address;
  __asm__ volatile("mrc p15, 0, %0, c6, c0, 2" : "=r"(address));  // IFAR
  if (address >> 20 != LIBRARY) return;                           // fetched again for ever: the run times out
  map(LIBRARY);
  change_memory();
  prefetch_aborts++;
}

// Returns after the load: LR is 8 ahead of it, the compiler subtracts 4, and the load has 4 bytes.
HANDLER("ABORT") void on_data_abort(void) {
  uint32_t address;
  __asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(address));  // DFAR
  if (address >> 20 == HOLE) data_aborts++;
}

// --- interrupts: timer 0 is an IRQ (group 1), timer 1 a FIQ (group 0) ---

enum { TIMER_0 = 34, TIMER_1 = 35 };

#define REGISTER(address) (*(volatile uint32_t *)(address))

static void start_timer(uint32_t base, uint32_t microseconds) {
  REGISTER(base) = microseconds;
  REGISTER(base + 8) = 0xE2;  // enabled, periodic, with interrupt, 32 bits
}

static void start_interrupts(void) {
  REGISTER(0x2C001084) = 1 << (TIMER_0 - 32);                        // GICD_IGROUPR1
  REGISTER(0x2C001104) = 1 << (TIMER_0 - 32) | 1 << (TIMER_1 - 32);  // GICD_ISENABLER1
  REGISTER(0x2C001420) = 0xA0 << 16;                                 // GICD_IPRIORITYR8: IRQ below FIQ
  REGISTER(0x2C001820) = 0x01010000;                                 // GICD_ITARGETSR8
  REGISTER(0x2C001000) = 3;                                          // GICD_CTLR: both groups
  REGISTER(0x2C002004) = 0xFF;                                       // GICC_PMR: every priority
  REGISTER(0x2C002000) = 0xF;                                        // GICC_CTLR: both groups, AckCtl, FIQEn
  start_timer(0x1C110000, 2);
  start_timer(0x1C120000, 9);
}

// A function of its own, so that its callers have to keep LR.
__attribute__((noinline)) static void serve_interrupt(volatile uint32_t *count) {
  uint32_t id = REGISTER(0x2C00200C);  // GICC_IAR
  if (id != TIMER_0 && id != TIMER_1) return;
  REGISTER(id == TIMER_0 ? 0x1C11000C : 0x1C12000C) = 0;  // the timer's interrupt is cleared
  (*count)++;
  REGISTER(0x2C002010) = id;  // GICC_EOIR
}

HANDLER("IRQ") void on_irq(void) { serve_interrupt(&irqs); }
HANDLER("FIQ") void on_fiq(void) { serve_interrupt(&fiqs); }
HANDLER("IRQ") void on_monitor_fiq(void) { serve_interrupt(&monitor_fiqs); }  // no FIQ registers in Monitor mode
HANDLER("IRQ") void on_non_secure_irq(void) { serve_interrupt(&non_secure_irqs); }

void start_devices(void) {
  start_memory();
  start_interrupts();
}

// --- undefined instructions are counted and skipped ---

HANDLER("UNDEF") void on_undefined(void) { undefined++; }
HANDLER("UNDEF") void on_non_secure_undefined(void) { non_secure_undefined++; }

static void run_undefined(void) { __asm__ volatile("udf #0" ::: "memory"); }  // 2 bytes in Thumb

// --- the Non-secure world ---

static uint32_t mix(uint32_t x) {
  for (int i = 0; i < 64; i++) {
    if (x & 1) {
      x = x >> 1 ^ 0xEDB88320u;
    } else {
      x = x >> 1;
    }
  }
  return x;
}

HANDLER("SWI") void on_non_secure_svc(void) { non_secure_calls++; }

static void call_self(void) { __asm__ volatile("svc #0" ::: "lr", "memory"); }  // from SVC mode: LR is lost

_Noreturn void serve_other_world(uint32_t argument) {
  for (;;) {
    if (argument & 1) {
      run_undefined();
    } else {
      call_self();
    }
    argument = call_other_world(mix(argument));
  }
}

// --- the kernel ---

static uint32_t printed;  // a hash

uint32_t serve_call(enum call call, uint32_t argument) {
  switch (call) {
    case PUT:
      printed = (printed ^ argument) * 16777619u;
      return 0;
    case FORGET_LIBRARY:
      translation[LIBRARY] = 0;
      change_memory();
      return 0;
    case ASK_OTHER_WORLD:
      return call_other_world(argument);
  }
  return 0;
}

// --- the application ---

__attribute__((section(".library"), noinline)) static uint32_t library_square(uint32_t x) { return x * x; }

static void print(const char *text) {
  for (; *text; text++) system_call(PUT, (uint8_t)*text);
}

// An offset that makes it 4 bytes in Thumb too.
static void read_hole(void) {
  uint32_t value;
  __asm__ volatile("ldr %0, [%1, #2048]" : "=r"(value) : "r"((uint32_t)HOLE << 20) : "memory");
}

static bool all_counted(void) {
  return undefined == ROUNDS && data_aborts == ROUNDS && prefetch_aborts == ROUNDS && printed == PRINTED &&
         non_secure_undefined + non_secure_calls == ROUNDS * WORLD_CALLS && irqs + non_secure_irqs >= IRQS &&
         fiqs + monitor_fiqs >= FIQS && non_secure_irqs > 0 && monitor_fiqs > 0;
}

int application(void) {
  for (uint32_t round = 0; round < ROUNDS; round++) {
    print("round, and around it again\n");
    run_undefined();
    read_hole();
    if (library_square(round) != round * round) return 1;
    system_call(FORGET_LIBRARY, 0);
    for (uint32_t i = 0; i < WORLD_CALLS; i++) {
      uint32_t question = mix(round) + i;
      if (system_call(ASK_OTHER_WORLD, question) != mix(question)) return 1;
    }
  }
  return all_counted() ? 0 : 1;
}
