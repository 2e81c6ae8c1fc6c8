// SPDX-License-Identifier: Apache-2.0
// What of the rules is a protocol's, and what its rules are made of. Used by own_rules.c, pft_own_rules.c and
// etm3_own_rules.c only.
#ifndef OWN_RULES_PROTOCOL_H
#define OWN_RULES_PROTOCOL_H

#include "coverage.h"
#include "flow.h"
#include "rules_private.h"

struct own_rules_protocol {
  // Looks at a packet, then moves what the rules hold behind it.
  void (*packet)(struct own_rules *r, const struct packet *p);
  void (*event)(struct own_rules *r, const struct flow_event *e, const struct packet *p);
  void (*restart)(struct own_rules *r);
  // Bytes at most: beside an item's own packets; of all that is said between a hit of the sync counter and its A-sync.
  unsigned (*beside_bytes)(const struct config *c);
  unsigned (*sync_slack)(const struct config *c);
  unsigned counts_bytes;  // from this minor version on the sync counter counts bytes, which packets tell
  // Does a packet keep no A-sync waiting, since an A-sync waits for something else?
  bool (*permits_async_to_wait)(const struct packet *p);
};

extern const struct own_rules_protocol pft_own_rules, etm3_own_rules;

enum { OWN_CHUNK = 8 };  // bytes, at most: what emit says at once

#endif
