// SPDX-License-Identifier: Apache-2.0
// The names of the protocols and of their units, and the default configurations.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "config.h"

struct protocol_row {
  const char *option;           // value of --protocol
  const char *name;             // "PFT"
  const char *family;           // "PFTv1", which the minor version follows
  const char *unit, *a_unit;    // "ptm", "a PTM"
  const char *items;            // the items that the scoreboard compares
  const char *items_compared;   // key of their number in a result file
  uint8_t major;                // ETMIDR[11:8]
  const struct config *config;  // the default build
};

extern const struct protocol_row protocols[PROTOCOLS];

// The row of the protocol of this configuration.
static inline const struct protocol_row *protocol_row(const struct config *c) { return &protocols[config_protocol(c)]; }

#endif
