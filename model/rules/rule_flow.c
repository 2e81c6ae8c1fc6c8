// SPDX-License-Identifier: Apache-2.0
// Rules that depend on the instruction that a packet reports: branch broadcast and exception return packets.
#include "rule_time.h"
#include "rules_private.h"
#include "traced.h"

// --- PFT ------------------------------------------------------------------------------------------------------------

// The trace is UNPREDICTABLE if branch broadcast and the return stack are both on (IHI 0035B 4.6).
static bool is_unpredictable(const struct config *c) {
  return c->etmcr & ETMCR_BRANCH_BROADCAST && c->etmcr & ETMCR_RETURN_STACK;
}

static void check_broadcast(struct rules *a, bool reported) {
  rule_check(a, RULE_PFT_BCAST_1, reported,
             "taken direct branch just before 0x%08X has no branch packet, expected one: branch broadcast is on (ETMCR "
             "is 0x%X)",
             a->flow.direct_at, a->config->etmcr);
}

// Checks a taken direct branch. Without branch broadcast, a direct branch has a branch packet only to report a change
// of state. The packet reports the security state (4.12.2) or a hidden target (address 0). It may also report a change
// of the instruction set, because the list in 4.5.4 was not available.
static void pft_direct(struct rules *a, const struct flow_event *e, const struct packet *p) {
  struct rules_flow *f = &a->flow;
  if (e->barrier || is_unpredictable(a->config)) return;
  if (!(a->config->etmcr & ETMCR_BRANCH_BROADCAST)) {
    const bool may = !e->reported || p->info_bytes > 0 || p->address == 0 || e->isa != e->target_isa;
    rule_check(a, RULE_PFT_BCAST_2, may,
               "branch packet for the direct branch just before 0x%08X, expected an atom: the branch changes no state, "
               "and branch broadcast is off (ETMCR is 0x%X)",
               e->end, a->config->etmcr);
    return;
  }
  if (e->reported) check_broadcast(a, true);
  f->direct_taken = !e->reported;
  f->direct_at = e->end;
}

// Tracing continued after a direct branch without a branch packet. If the branch leads into a prohibited region,
// tracing ends there, and no available clause decides: the list of 4.7 is missing.
static void pft_tracing_continued(struct rules *a) {
  struct rules_flow *f = &a->flow;
  if (!f->direct_taken) return;
  f->direct_taken = false;
  check_broadcast(a, false);
}

static void pft_event(struct rules *a, const struct flow_event *e, const struct packet *p) {
  struct rules_flow *f = &a->flow;
  const bool waypoint = (e->kind == FLOW_RANGE && e->waypoint) || e->kind == FLOW_EXCEPTION;
  if (e->kind == FLOW_GAP || e->kind == FLOW_ERROR || e->kind == FLOW_SYNC) {
    f->last = LAST_UNKNOWN;
    f->direct_taken = false;
  }
  if (e->kind == FLOW_RANGE || e->kind == FLOW_EXCEPTION) pft_tracing_continued(a);
  if (!waypoint) return;
  if (f->last == LAST_ERET || f->last == LAST_ERET_REPORTED) {
    rule_check(a, RULE_PFT_ERET_1, f->last == LAST_ERET_REPORTED,
               "no exception return packet after an exception return, expected one before the next waypoint");
  }
  const bool eret = e->kind == FLOW_RANGE && e->eret && e->passed;
  f->last = eret ? LAST_ERET : LAST_OTHER;
  if (e->kind == FLOW_RANGE && e->passed && !e->indirect) pft_direct(a, e, p);
}

static void check_exception_return(struct rules *a) {
  struct rules_flow *f = &a->flow;
  const bool v11 = unit_is_v11(a->config);
  if (v11 && f->last == LAST_UNKNOWN) return;
  rule_check(a, RULE_PFT_ERET_2, v11 && f->last == LAST_ERET, "exception return packet sent, expected none: %s",
             !v11                            ? "PFTv1.0 does not have this packet"
             : f->last == LAST_ERET_REPORTED ? "the exception return before it already has one"
                                             : "the waypoint before it is not an exception return");
  f->last = LAST_ERET_REPORTED;
}

// --- ETMv3 ----------------------------------------------------------------------------------------------------------

// The flow delays an instruction until no packet can cancel it, so `e` may belong to an earlier packet than `p`.
static void etm3_event(struct rules *a, const struct flow_event *e, const struct packet *p) {
  (void)p;
  struct rules_flow *f = &a->flow;
  const bool broadcast = a->config->etmcr & ETMCR_BRANCH_BROADCAST, reported = e->kind == FLOW_BRANCH;
  if (e->kind == FLOW_COUNT) return;
  if (f->direct_taken && (reported || e->kind == FLOW_RANGE)) {
    if (broadcast) {
      rule_check(
          a, RULE_ETM3_BCAST_1, reported,
          "taken direct branch at 0x%08X has no branch packet, expected one: branch output is on (ETMCR is 0x%X)",
          f->direct_at, a->config->etmcr);
    } else {
      // A branch packet may report any change of the instruction set (7.3.5).
      rule_check(a, RULE_ETM3_BCAST_2, !reported || e->offset == f->branch || f->direct_exchanges,
                 "branch packet for the direct branch at 0x%08X, expected an atom: the branch changes no state, and "
                 "branch output is off (ETMCR is 0x%X)",
                 f->direct_at, a->config->etmcr);
    }
  }
  f->direct_taken = e->kind == FLOW_RANGE && e->passed && !e->indirect && e->target != 0;
  f->direct_exchanges = e->isa != e->target_isa;
  f->direct_at = flow_last(e);
}

// --------------------------------------------------------------------------------------------------------------------

static void pft_packet(struct rules *a, const struct packet *p) {
  if (p->kind == PACKET_EXCEPTION_RETURN) check_exception_return(a);
}

static void etm3_packet(struct rules *a, const struct packet *p) {
  if (p->kind == PACKET_BRANCH && p->info_bytes > 0) a->flow.branch = p->offset;
}

static const struct {
  void (*packet)(struct rules *a, const struct packet *p);
  void (*event)(struct rules *a, const struct flow_event *e, const struct packet *p);
} protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_packet, pft_event},
    [PROTOCOL_ETM3] = {etm3_packet, etm3_event},
};

static void packet(struct rules *a, const struct packet *p) { protocols[config_protocol(a->config)].packet(a, p); }

static void event(struct rules *a, const struct flow_event *e, const struct packet *p) {
  protocols[config_protocol(a->config)].event(a, e, p);
  if (e->kind == FLOW_RANGE && e->barrier) rules_expect_waypoint_timestamp(a);
}

static void mark(struct rules *a, const struct rules_mark *m) {
  if (m->marks & (MARK_RESET | MARK_FRESH)) a->flow = (struct rules_flow){0};
}

const struct rule_theme rule_flow_theme = {.mark = mark, .packet = packet, .event = event};
