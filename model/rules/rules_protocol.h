// SPDX-License-Identifier: Apache-2.0
// What of the rules is a protocol's, and what its rules are made of. Used by rules.c, pft_rules.c and etm3_rules.c
// only.
#ifndef RULES_PROTOCOL_H
#define RULES_PROTOCOL_H

#include "rules.h"

struct rules_protocol {
  // Looks at a packet, then moves what the rules hold behind it.
  void (*packet)(struct rules *r, const struct packet *p);
  void (*event)(struct rules *r, const struct flow_event *e, const struct packet *p);
  void (*restart)(struct rules *r);
  // Bytes at most: beside an item's own packets; of all that is said between a hit of the sync counter and its A-sync.
  unsigned (*beside_bytes)(const struct config *c);
  unsigned (*sync_slack)(const struct config *c);
  unsigned counts_bytes;  // from this minor version on the sync counter counts bytes, which packets tell
  // Does a packet keep no A-sync waiting, since an A-sync waits for something else?
  bool (*waits)(const struct packet *p);
};

extern const struct rules_protocol pft_rules, etm3_rules;

enum { RULES_CHUNK = 8 };  // bytes, at most: what emit says at once

// The first of a call counts.
void rules_break(struct rules *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
// At `offset` the unit said what it held because of a request to drain it, which is then used up.
bool rules_drained(struct rules *r, uint64_t offset);
// `count` queue entries are told by a packet.
void rules_count_entries(struct rules *r, const struct packet *p, uint64_t count);

unsigned rules_context_bytes(const struct config *c);

#endif
