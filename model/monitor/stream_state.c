// SPDX-License-Identifier: Apache-2.0
// Sums up packets.
#include "stream_state.h"

#include "traced.h"

void stream_totals_packet(const struct config *c, struct stream_totals *t, const struct packet *p) {
  if (p->kind == PACKET_ISYNC && !isync_count_is_known(c, p->reason)) {
    t->clocks_since_waypoint = 0;
    t->saturated = false;
  } else if (p->has_count) {
    t->clocks += p->cycle_count;
    if (p->kind == PACKET_TIMESTAMP) {
      t->clocks_since_waypoint += p->cycle_count;
    } else if (p->kind != PACKET_ISYNC || p->cycle_count > 0) {
      t->clocks_since_waypoint = 0;
    }
    t->saturated |= p->cycle_count == UINT32_MAX;
  }
  switch (p->kind) {
    case PACKET_P_HEADER:
      t->follows_isync = false;
      t->atoms += (uint64_t)p->atom_count - (uint64_t)__builtin_popcount(p->cycles);
      break;
    case PACKET_ISYNC:
      t->follows_isync = t->awaits_tsync = true;
      t->vmid_reported = false;
      t->context = p->value;
      t->ns = p->ns;
      t->hyp = p->hyp;
      break;
    case PACKET_BRANCH:
      t->ns = p->ns;
      t->hyp = p->hyp;
      break;
    case PACKET_CONTEXT_ID:
      t->context = p->value;
      break;
    case PACKET_VMID:
      t->vmid = (uint8_t)p->value;
      t->vmid_reported = true;
      break;
    case PACKET_TIMESTAMP:
      t->timestamp = p->timestamp;
      t->timestamps++;
      t->is_tsync = t->awaits_tsync && p->timestamp_bytes == traced_stamp_bytes(c);
      t->awaits_tsync = t->awaits_tsync && !t->is_tsync;
      break;
    case PACKET_ASYNC:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKET_CYCLE_COUNT:
    case PACKET_EXCEPTION_ENTRY:
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
}
