// SPDX-License-Identifier: Apache-2.0
// The settings that differ between protocols, and the settings of a configuration.
#include "settings.h"

const struct settings_row settings_rows[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.stamps = 0, .newest = 1, .return_stack = ETMCCER_RETURN_STACK, .port = 0, .etmauxcr = 0x7},
    [PROTOCOL_ETM3] = {.stamps = 5, .newest = 5, .return_stack = 0, .port = ETMCR_PORT, .etmauxcr = 0x3F},
};

struct settings settings_of(const struct config *config) {
  return (struct settings){.idr = config->etmidr,
                           .ccer = config->etmccer,
                           .etmcr = config->etmcr,
                           .etmauxcr = config->etmauxcr,
                           .retstack_depth = (uint8_t)config->return_stack_depth};
}
