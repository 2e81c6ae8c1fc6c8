// SPDX-License-Identifier: Apache-2.0
// Rules of the Cortex-A9's port (docs/decisions/0010). The manuals state what a processor presents, and not what it may
// flush, so a waypoint is judged only after its commit.
#include "cycle.h"
#include "port_rules.h"
#include "rule_table.h"

enum { EXCEPTION_RESET = 8 };

void port_rules_start_a9(struct port_rules *r, unsigned depth) {
  r->is_a9 = true;
  r->depth = depth;
}

// --- a clock --------------------------------------------------------------------------------------------------------

void port_rules_clock(struct port_rules *r, const struct wpt_port *p, const struct cycle *c, size_t item) {
  const unsigned outstanding = wpt_port_outstanding(p);
  if (!c->is_enabled) return;
  r->commit = NULL;
  if (p->commits > 0 && !port_rules_evaluate(r, RULE_PORT_COMMIT_1, p->excess == 0)) {
    port_rules_broken(r, RULE_PORT_COMMIT_1, item, PIN_WPTCOMMIT, p->commits,
                      "WPTCOMMIT is %u, expected at most %u, the number of uncommitted waypoints", p->commits,
                      p->commits - p->excess);
  }
  if (r->depth > 0 && outstanding > 0 && !port_rules_evaluate(r, RULE_PORT_DEPTH_1, outstanding <= r->depth)) {
    port_rules_broken(r, RULE_PORT_DEPTH_1, item, PIN_WPTVALID, p->presents,
                      "%u waypoints are uncommitted, expected at most %u, the entries of the buffer", outstanding,
                      r->depth);
  }
  if (p->waiting > 0 && !port_rules_evaluate(r, RULE_PORT_EMPTY_1, !p->is_empty)) {
    port_rules_broken(r, RULE_PORT_EMPTY_1, item, PIN_WPTFIFOEMPTY, p->is_empty,
                      "WPTFIFOEMPTY is 1, expected 0: %u uncommitted waypoint%s presented before", p->waiting,
                      p->waiting == 1 ? " was" : "s were");
  }
}

// --- a waypoint -----------------------------------------------------------------------------------------------------

static bool is_reset(const struct waypoint *w) {
  return w->type == WAYPOINT_EXCEPTION && w->exception == EXCEPTION_RESET;
}

// Execution goes on at the target.
static bool is_branched_to(const struct waypoint *w) {
  return w->type == WAYPOINT_EXCEPTION || w->type == WAYPOINT_DEBUG_EXIT || (w->type <= WAYPOINT_INDIRECT && w->taken);
}

static bool enters_jazelle(const struct waypoint *w) { return is_branched_to(w) && w->target_j && !w->target_t; }

// `pin` violates the rule. `expected` completes the message.
static void judge(struct port_rules *r, unsigned rule, size_t item, enum pin pin, uint32_t value, bool good,
                  const char *expected) {
  if (port_rules_evaluate(r, rule, good)) return;
  const struct pin_row *row = pin_row(pin);
  if (row->bits == 32) {
    port_rules_broken(r, rule, item, pin, value, "%s is 0x%08X, expected %s", row->name[PROTOCOL_PFT], value, expected);
  } else {
    port_rules_broken(r, rule, item, pin, value, "%s is %u, expected %s", row->name[PROTOCOL_PFT], value, expected);
  }
}

static void judge_target(struct port_rules *r, const struct waypoint *w, size_t item) {
  if (is_branched_to(w) && !w->target_t && !w->target_j) {
    judge(r, RULE_PORT_ALIGN_1, item, PIN_WPTTARGETPC, w->target, !(w->target & 2),
          "0 in bit 1: WPTTARGETTBIT and WPTTARGETJBIT are 0");
  }
  if (is_branched_to(w) && !w->target_j) {
    judge(r, RULE_PORT_ALIGN_2, item, PIN_WPTTARGETPC, w->target, !(w->target & 1), "0 in bit 0: WPTTARGETJBIT is 0");
  }
  if (w->prohibited) {
    judge(r, RULE_PORT_SECRET_2, item, PIN_WPTTARGETJBIT, w->target_j, !w->target_j, "0: WPTTRACEPROHIBITED is 1");
  }
  if (is_reset(w)) judge(r, RULE_PORT_RESET_1, item, PIN_WPTPC, w->pc, w->pc == 0, "0 for a reset exception");
}

// NIDEN and DBGEN LOW hold WPTTRACEPROHIBITED HIGH, and a debugger chooses where execution goes on after Debug state.
static bool may_stay_prohibited(const struct wpt_entry *e) {
  return !e->may_trace || e->wp.type == WAYPOINT_DEBUG_EXIT;
}

static void judge_order(struct port_rules *r, const struct wpt_entry *e, size_t item) {
  const struct wpt_entry *before = &r->before;
  const struct waypoint *w = &e->wp;
  if (before->wp.type == WAYPOINT_DEBUG_ENTRY && !e->follows_hdbgen_low && !is_reset(w)) {
    judge(r, RULE_PORT_DEBUG_1, item, PIN_WPTTYPE, w->type, w->type == WAYPOINT_DEBUG_EXIT,
          "5: the waypoint before is an entry to Debug state");
  }
  if (before->wp.prohibited && !may_stay_prohibited(before) && !may_stay_prohibited(e)) {
    judge(r, RULE_PORT_PROHIB_1, item, PIN_WPTTRACEPROHIBITED, w->prohibited, !w->prohibited,
          "0: it is 1 for the waypoint before");
  }
  if (enters_jazelle(&before->wp)) {
    judge(r, RULE_PORT_JAZELLE_1, item, PIN_WPTTARGETJBIT, w->target_j, !enters_jazelle(w),
          "0, or WPTTARGETTBIT 1: the waypoint before enters Jazelle state");
  }
}

// A rule judges the order of two waypoints only if nothing can have come between them.
static void forget(struct port_rules *r) {
  port_rules_lose_track(r);
  r->has_before = false;
}

void port_rules_commit(struct port_rules *r, const struct wpt_entry *e, size_t item, bool is_item) {
  const bool is_judged = e->is_taken && !e->is_hidden && !e->unknown;
  if (!is_judged || e->follows_gap) forget(r);
  if (!is_judged) return;
  r->commit = e;
  port_rules_legal_waypoint(r, &e->wp, item);
  judge_target(r, &e->wp, item);
  if (r->has_before) judge_order(r, e, item);
  r->before = *e;
  r->has_before = true;
  if (is_item) port_rules_waypoint(r, &e->wp, item);
  r->commit = NULL;
}
