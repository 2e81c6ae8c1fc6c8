// SPDX-License-Identifier: Apache-2.0
// The default builds, and the names of exceptions.
#include "config.h"

#include <stdio.h>

#define DEFAULTS                                                                               \
  .atb_bits = 32, .queue_depth = 8, .fifo_bytes = 64, .etmsyncfr = 0x400, .etmtraceidr = 0x10, \
  .etmteevr = EVENT_ALWAYS, .etmtrigger = EVENT_NEVER, .etmtsevr = EVENT_NEVER, .cfgregs = CFGREGS_DEFAULT

const struct config config_default_pft = {DEFAULTS, .etmidr = 0x571CF310, .etmccer = 0x00801800,
                                          .return_stack_depth = 4};
const struct config config_default_etm3 = {DEFAULTS, .etmidr = 0x570CF250, .etmccer = 0x34400800, .etmcr = ETMCR_PORT};

// ARMv7-A and R (IHI 0014Q table 7.12; IHI 0035B 4.5.4), ARMv7-M (IHI 0014Q table 7.11).
static const char *const names_a[16] = {[1] = "halting debug",
                                        [2] = "SMC",
                                        [3] = "entry to Hyp mode",
                                        [4] = "asynchronous data abort",
                                        [5] = "Jazelle exception or ThumbEE check",
                                        [8] = "reset",
                                        [9] = "undefined instruction",
                                        [10] = "SVC",
                                        [11] = "prefetch abort",
                                        [12] = "synchronous data abort",
                                        [13] = "generic exception",
                                        [14] = "IRQ",
                                        [15] = "FIQ"};
static const char *const names_m[0x18] = {
    [0x09] = "UsageFault", [0x0A] = "NMI",     [0x0B] = "SVC",   [0x0C] = "debug monitor", [0x0D] = "MemManage",
    [0x0E] = "PendSV",     [0x0F] = "SysTick", [0x11] = "reset", [0x13] = "HardFault",     [0x15] = "BusFault"};

// The ETM of a Cortex-M3 or M4 has this ETMIDR, except for its version.
static bool is_cortex_m(const struct config *c) { return c->is_cortex_m || (c->etmidr & ~0xFFu) == 0x4114F200; }

const char *exception_name(const struct config *config, unsigned number, char text[EXCEPTION_ROOM]) {
  const bool is_m = is_cortex_m(config);
  const unsigned count = is_m ? sizeof names_m / sizeof *names_m : sizeof names_a / sizeof *names_a;
  const char *name = number < count ? (is_m ? names_m : names_a)[number] : NULL;
  text[0] = '\0';
  if (name) {
    snprintf(text, EXCEPTION_ROOM, " (%s)", name);
  } else if (is_m && number > 0 && (number < 9 || number >= count)) {
    snprintf(text, EXCEPTION_ROOM, " (IRQ %u)", number < 8 ? number : number == 8 ? 0 : number - 0x10);
  }
  return text;
}
