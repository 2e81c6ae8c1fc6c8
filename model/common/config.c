// SPDX-License-Identifier: Apache-2.0
// The default builds.
#include "config.h"

const struct config config_default_pft = {
    .atb_bits = 32,
    .queue_depth = 8,
    .fifo_bytes = 64,
    .return_stack_depth = 4,
    .etmcr = 0,
    .etmsyncfr = 0x400,
    .etmtraceidr = 0x10,
    .etmteevr = EVENT_ALWAYS,
    .etmtrigger = EVENT_NEVER,
    .etmtsevr = EVENT_NEVER,
    .etmidr = 0x571CF310,
    .etmccer = 0x00801800,
    .cfgregs = CFGREGS_DEFAULT,
};

const struct config config_default_etm3 = {
    .atb_bits = 32,
    .queue_depth = 8,
    .fifo_bytes = 64,
    .etmcr = ETMCR_PORT,
    .etmsyncfr = 0x400,
    .etmtraceidr = 0x10,
    .etmteevr = EVENT_ALWAYS,
    .etmtrigger = EVENT_NEVER,
    .etmtsevr = EVENT_NEVER,
    .etmidr = 0x570CF250,
    .etmccer = 0x34400800,
    .cfgregs = CFGREGS_DEFAULT,
};
