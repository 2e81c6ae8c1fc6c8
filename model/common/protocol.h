// SPDX-License-Identifier: Apache-2.0
// What the protocols and their units are called, and how a unit is built if nobody says how. No wire coding.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "config.h"

struct protocol_row {
  const char *option;           // of --protocol
  const char *name;             // "PFT"
  const char *family;           // "PFTv1": the minor version stands behind it
  const char *unit, *a_unit;    // "ptm", "a PTM"
  const char *items;            // what the scoreboard compares,
  const char *items_compared;   // and how their number is called in a result file
  uint8_t major;                // ETMIDR[11:8]
  const struct config *config;  // the default build
};

extern const struct protocol_row protocols[PROTOCOLS];

// The names of the protocol that a unit of this configuration speaks.
static inline const struct protocol_row *protocol_row(const struct config *c) { return &protocols[config_protocol(c)]; }

#endif
