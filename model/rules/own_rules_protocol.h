// SPDX-License-Identifier: Apache-2.0
// The protocol-specific part of the OWN rules. Used by own_rules.c, pft_own_rules.c and etm3_own_rules.c only.
#ifndef OWN_RULES_PROTOCOL_H
#define OWN_RULES_PROTOCOL_H

#include "coverage.h"
#include "flow.h"
#include "rules_private.h"

struct own_rules_protocol {
  // Checks a packet, and updates the state of the rules with it.
  void (*packet)(struct own_rules *r, const struct packet *p);
  void (*event)(struct own_rules *r, const struct flow_event *e, const struct packet *p);
  void (*restart)(struct own_rules *r);  // may be NULL
  // The most bytes of the packets that accompany an item.
  unsigned (*companion_bytes)(const struct config *c);
  // The most bytes between the expiry of the sync counter and its A-sync.
  unsigned (*sync_slack)(const struct config *c);
  unsigned counts_bytes_since;  // the first minor version whose sync counter counts bytes
  // A due A-sync may wait while such packets are sent, because it waits for an item.
  bool (*permits_async_to_wait)(const struct packet *p);
};

extern const struct own_rules_protocol pft_own_rules, etm3_own_rules;

enum { OWN_CHUNK = 8 };  // the most bytes that the stage `emit` produces at once

#endif
