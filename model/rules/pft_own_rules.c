// SPDX-License-Identifier: Apache-2.0
// OWN rules of PFT: packing of atoms, return stack.
#include <inttypes.h>

#include "own_rules_protocol.h"
#include "traced.h"

// --- sizes ----------------------------------------------------------------------------------------------------------

static unsigned count_bytes(const struct config *c) { return unit_counts_clocks(c) ? 5 : 0; }

static unsigned timestamp_bytes(const struct config *c) { return c->etmcr & ETMCR_TIMESTAMP ? 10 + count_bytes(c) : 0; }

// The packets that accompany a waypoint: Context ID, VMID and timestamp.
static unsigned companion_bytes(const struct config *c) {
  const unsigned context = rules_context_bytes(c) ? 1 + rules_context_bytes(c) : 0;
  return context + (unit_has_vmid(c) ? 2 : 0) + timestamp_bytes(c);
}

// The stages packer, emit and plan contain a chunk each. An A-sync waits for the queue entry that must follow an
// I-sync. So three packets more may come before the A-sync: that I-sync, an update and a branch packet. A trigger
// packet and the packets that accompany the I-sync and the branch packet may come, too.
static unsigned sync_slack(const struct config *c) {
  enum { STAGES = 3, PACKETS = 3, TRIGGER = 1 };
  const unsigned chunk = OWN_CHUNK + count_bytes(c);
  return (STAGES + PACKETS) * chunk + TRIGGER + rules_context_bytes(c) + 2 * companion_bytes(c);
}

// --- packing --------------------------------------------------------------------------------------------------------

// A-syncs and triggers may separate two atom packets. At the end of a stream a partial atom packet is sent.
static void check_packing(struct own_rules *r, const struct packet *p) {
  const struct packet *last = &r->last;
  if (last->kind != PACKET_ATOM || p->kind != PACKET_ATOM || p->has_count) return;
  rule_check_earlier(r->rules, RULE_OWN_PACK_1, last->offset, r->last_item,
                     last->atom_count == 5 || own_rules_forced_by_drain(r, last->offset),
                     "atom packet has %u atoms, and the next packet is also an atom packet; expected 5 atoms",
                     last->atom_count);
}

// --- return stack ---------------------------------------------------------------------------------------------------

static bool stack_is_on(const struct own_rules *r) {
  return r->config->etmcr & ETMCR_RETURN_STACK && !(r->config->etmcr & ETMCR_BRANCH_BROADCAST) &&
         r->config->etmccer & ETMCCER_RETURN_STACK;
}

static void push(struct own_rules *r, const struct flow_event *e) {
  const unsigned capacity = r->config->return_stack_depth;
  if (capacity == 0) return;
  if (r->depth == capacity) {
    r->coverage->stack_overflow++;
    for (unsigned i = 1; i < r->depth; i++) r->stack[i - 1] = r->stack[i];
    r->depth--;
  }
  r->stack[r->depth++] = (struct own_return){e->end, e->isa, r->ns};
}

static bool has_both_states(const struct own_rules *r) {
  for (unsigned i = 1; i < r->depth; i++) {
    if (r->stack[i].ns != r->stack[0].ns) return true;
  }
  return false;
}

// Checks the trace of a taken indirect branch against the return stack.
static void check_return(struct own_rules *r, const struct packet *p) {
  const struct own_return *top = r->depth > 0 ? &r->stack[r->depth - 1] : NULL;
  if (p->kind == PACKET_ATOM) {
    rule_check(r->rules, RULE_OWN_STACK_1, top != NULL,
               "atom for a return, expected a branch packet: the return stack holds no address");
    r->coverage->stack_hit += top != NULL;
    r->coverage->stack_hit_deep += r->depth > 4;
    r->coverage->stack_hit_both += r->depth > 8 && has_both_states(r);
    r->depth -= top != NULL;
  } else if (top) {
    r->is_predicted = p->info_bytes == 0 && top->address == p->address && top->isa == p->isa && top->ns == p->ns;
    r->coverage->stack_miss += !r->is_predicted;
  }
}

static void check_predicted(struct own_rules *r, const struct packet *p) {
  rule_check_earlier(
      r->rules, RULE_OWN_STACK_2, r->last.offset, r->last_item, !r->is_predicted || p->kind == PACKET_EXCEPTION_RETURN,
      "branch packet to 0x%08X, expected an atom: this is the newest address on the return stack", r->last.address);
  r->is_predicted = false;
}

static void event(struct own_rules *r, const struct flow_event *e, const struct packet *p) {
  // A waypoint update of an exception shares the queue entry of the exception. Any other update has its own entry;
  // these exist in PFTv1.0 only.
  const bool update = e->kind == FLOW_RANGE && !e->waypoint;
  if (!update) own_rules_count_entries(r, p, 1);
  if (r->was_update && !unit_is_v11(r->config)) own_rules_count_entries(r, p, 1);
  r->was_update = update;
  r->coverage->eret_failed += e->kind == FLOW_RANGE && e->eret && !e->passed;
  if (e->kind == FLOW_RANGE && e->waypoint && e->passed && stack_is_on(r)) {
    if (e->indirect) check_return(r, p);
    if (e->link) push(r, e);
  }
}

static void packet(struct own_rules *r, const struct packet *p) {
  if (packet_is(p->kind, PACKET_KEEPS_ATOMS) && p->kind != PACKET_ATOM) return;
  check_packing(r, p);
  check_predicted(r, p);
  if (p->kind == PACKET_ISYNC) r->depth = 0;
  if (p->kind == PACKET_BRANCH || p->kind == PACKET_ISYNC) r->ns = p->ns;
  r->last = *p;
  r->last_item = r->rules->item;
}

static void restart(struct own_rules *r) {
  r->depth = 0;
  r->is_predicted = false;
}

static unsigned companion_bytes_and_counts(const struct config *c) { return count_bytes(c) * 2 + companion_bytes(c); }

// A due A-sync waits for a waypoint, and a timestamp without a waypoint does not end that wait.
static bool permits_async_to_wait(const struct packet *p) { return p->kind == PACKET_TIMESTAMP; }

const struct own_rules_protocol pft_own_rules = {.packet = packet,
                                                 .event = event,
                                                 .restart = restart,
                                                 .companion_bytes = companion_bytes_and_counts,
                                                 .sync_slack = sync_slack,
                                                 .permits_async_to_wait = permits_async_to_wait};
