// SPDX-License-Identifier: Apache-2.0
// Derives the correct packet from the items that were presented, and rejects each correction that another fault of the
// DUT would explain too.
#include "corrected_packet.h"

#include "event.h"
#include "history.h"
#include "scoreboard_protocol.h"
#include "scoreboard_sync.h"

// --- a packet that reports the next item ----------------------------------------------------------------------------

// Returns the index of the next item among the atoms of its packet.
static unsigned atom_of(const struct scoreboard *s, const struct report_packet *p) {
  return p->has_item && p->item < s->at.item ? (unsigned)(s->at.item - p->item) : 0;
}

static bool is_of_atoms(const struct packet *p) { return packet_group[p->kind] == PACKET_GROUP_ATOMS; }

// Would two adjacent packets of atoms be correct in the opposite order?
static bool is_swapped(const struct scoreboard *s, const struct report_packet *first) {
  const struct report_packet *second = first + 1;
  const unsigned first_atoms = fields_atoms(&first->packet), second_atoms = fields_atoms(&second->packet);
  struct packet both = first->packet;
  if (!first->has_item || second->packet.kind != both.kind || first_atoms + second_atoms > 16) return false;
  both.atom_count = (uint8_t)(first_atoms + second_atoms);
  both.cycles = 0;
  if (!s->protocol->correct(s, first->item, 0, &both)) return false;
  return both.atoms == (fields_outcomes(&second->packet) | fields_outcomes(&first->packet) << second_atoms);
}

static bool is_out_of_order(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  if (!is_of_atoms(&p->packet)) return false;
  const bool ahead = p + 1 < t->packets + t->count && is_swapped(s, p);
  return ahead || (p > t->packets && p[-1].packet.kind == p->packet.kind && is_swapped(s, p - 1));
}

// Do the packets from `p` up to the first packet with an address agree with the items from `i` on?
static bool fits(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p, size_t i) {
  for (const struct report_packet *end = t->packets + t->count; p < end; p++) {
    struct packet right = p->packet;
    const unsigned atoms = is_of_atoms(&right) ? fields_atoms(&right) : 0;
    if (atoms == 0 && right.kind != PACKET_BRANCH) continue;
    if (!s->protocol->correct(s, i, 0, &right)) return false;
    if (fields_that_differ(&p->packet, &right) & ~FIELD(COUNT)) return false;
    if (right.kind == PACKET_BRANCH) return true;
    i += atoms;
  }
  return false;
}

// Returns the item after the packet that reports item `i`.
static size_t item_after(const struct scoreboard *s, const struct packet *p, size_t i) {
  return i + (s->history->waypoints || p->exception);
}

// Are the packet and the packets after it correct for a later item? If so, the packets of the items before it are
// missing.
static bool is_of_another(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  enum { NEAR = 64 };
  const struct packet *sent = &p->packet;
  const uint32_t fields = FIELD(ADDRESS) | FIELD(ISA) | FIELD(EXCEPTION);
  if (sent->kind != PACKET_BRANCH || fits(s, t, p + 1, item_after(s, sent, s->at.item))) return false;
  for (size_t i = s->at.item + 1; i < s->at.item + NEAR && i < s->history->count; i++) {
    struct packet other = *sent;
    const bool same = s->protocol->correct(s, i, 0, &other) && !(fields_that_differ(sent, &other) & fields);
    if (same && fits(s, t, p + 1, item_after(s, sent, i))) return true;
  }
  return false;
}

// Do the packets after this packet agree with later items only? If so, the packets of the items between are missing.
static bool is_one_of_few(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  enum { MISSING = 32 };
  if (!is_of_atoms(&p->packet) || !p->has_item || fits(s, t, p + 1, p->item + fields_atoms(&p->packet))) return false;
  for (size_t i = 1; i < MISSING; i++) {
    if (fits(s, t, p + 1, p->item + fields_atoms(&p->packet) + i)) return true;
  }
  return false;
}

static bool is_counted(enum packet_kind kind) {
  return kind == PACKET_ATOM || kind == PACKET_BRANCH || kind == PACKET_ISYNC;
}

// Does a timestamp before the packet have a part of its cycle count, as PFTv1.0 permits? It is then unknown which of
// the two counts is wrong.
static bool shares_its_count(const struct report_trace *t, const struct report_packet *p) {
  while (p-- > t->packets && !is_counted(p->packet.kind)) {
    if (p->packet.kind == PACKET_TIMESTAMP && p->packet.cycle_count > 0) return true;
  }
  return false;
}

// Does the timestamp have the time of a later item? A timestamp directly after a waypoint that requests it is not
// early.
static bool is_early(const struct scoreboard *s, const struct packet *p) {
  enum { NEAR = 16 };
  const struct history *h = s->history;
  const size_t item = s->at.item;
  if (h->waypoints && item > h->first && unit_stamps_waypoint(s->config, history_waypoint(h, item - 1))) return false;
  for (size_t i = item; i < item + NEAR && i < h->count; i++) {
    const struct moment *m = history_moment(h, i);
    if (p->timestamp >= m->low && p->timestamp <= m->high) return true;
  }
  return false;
}

static bool correct_time(const struct scoreboard *s, struct packet *p) {
  if (s->error.low != s->error.high || is_early(s, p)) return false;
  p->timestamp = s->error.low;
  return true;
}

// Uses the current form of an exception packet if the deprecated form cannot hold the exception number or the state.
static void correct_form(const struct report_trace *t, struct corrected *e) {
  uint8_t bytes[DECODE_WINDOW];
  if (!e->right.old_form || corrected_bits(t, e, bytes)) return;
  e->right.old_form = false;
  if (e->right.info_bytes == 0) e->right.info_bytes = 1;
}

static bool correct(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p,
                    struct packet *right) {
  const struct packet *sent = &p->packet;
  if (sent->kind == PACKET_TIMESTAMP) return correct_time(s, right);
  if (!s->protocol->correct(s, scoreboard_wrong_item(s), atom_of(s, p), right)) return false;
  if (is_of_another(s, t, p) || is_out_of_order(s, t, p) || is_one_of_few(s, t, p)) return false;
  return right->cycle_count == sent->cycle_count || !shares_its_count(t, p);
}

// --- an I-sync that agrees with no item -----------------------------------------------------------------------------

struct candidates {
  uint32_t field;       // the only field that differs; 0: no candidate yet
  struct packet right;  // the correct I-sync of all candidates
  bool several;         // the candidates do not have the same correct I-sync
};

static void add_candidate(struct candidates *c, uint32_t fields, const struct packet *right) {
  if (fields & (fields - 1)) return;
  c->several = c->several || (c->field && fields_that_differ(&c->right, right));
  c->field = fields;
  c->right = *right;
}

// Adds a candidate at item `i` for each reason that is legal there. `fields` is the set of fields that may be wrong.
static void add_reasons(const struct scoreboard *s, size_t i, bool overdue, uint32_t fields, const struct packet *sent,
                        struct packet *right, struct candidates *c) {
  const bool allowed = s->protocol->may_give_reason(s, i, sent->reason, overdue);
  for (uint8_t reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    if (allowed ? reason != sent->reason : !s->protocol->may_give_reason(s, i, reason, overdue)) continue;
    right->reason = reason;
    const uint32_t differ = fields_that_differ(sent, right);
    if (differ && !(differ & ~fields)) add_candidate(c, differ, right);
  }
}

// Finds the one field in which the I-sync differs from that of each possible item. While tracing is off, only the first
// item with which it can start may have another address. While it is on, the address is not corrected, because some
// item nearly always has a similar address. If an event or comparators switch tracing, the reason is not corrected,
// because the I-sync may be superfluous.
static bool correct_sync(const struct scoreboard *s, const struct packet *sent, struct packet *right) {
  const bool tracing = scoreboard_is_tracing(s) || s->at.needs_overflow;
  const bool always = !scoreboard_is_switched(s);
  uint32_t fields = FIELD(ISA) | FIELD(NS) | FIELD(HYP) | FIELD(VALUE) | FIELD(COUNT);
  if (always) fields |= FIELD(REASON);
  if (always && !tracing && s->is_reference_rtl) fields |= FIELD(ADDRESS);
  struct candidates c = {0};
  bool overdue = false;
  for (size_t i = s->at.item; i < s->history->count && (tracing || !overdue); i++) {
    *right = *sent;
    if (s->protocol->correct_sync(s, i, right)) add_reasons(s, i, overdue, fields, sent, right, &c);
    overdue = overdue || s->protocol->must_start(s, i);
  }
  *right = c.right;
  return c.field && !c.several;
}

// --- any packet -----------------------------------------------------------------------------------------------------

// Was the next item presented after the packet had left? The packet cannot report such an item.
static bool is_later(const struct scoreboard *s, const struct report_trace *t, uint64_t offset) {
  const struct history *h = s->history;
  return s->at.item < h->count && history_moment(h, s->at.item)->clock > sent_clock_of(t->bytes.sent, offset);
}

struct corrected corrected_packet(const struct scoreboard *s, const struct report_trace *t) {
  const struct scoreboard_error *e = &s->error;
  const struct report_packet *p = s->wrong ? report_packet_at(t, e->offset) : NULL;
  struct corrected result = {0};
  uint8_t bytes[DECODE_WINDOW];
  const bool is_certain = !e->is_doubtful && (e->is_field_wrong || e->found_by_flow || e->is_misplaced_isync);
  const bool is_at_packet = is_certain && p && p->packet.offset == e->offset;
  if (!is_at_packet || p->packet.two_ways || is_later(s, t, e->offset)) return result;
  result.right = p->packet;
  const bool is_known =
      e->is_misplaced_isync ? correct_sync(s, &p->packet, &result.right) : correct(s, t, p, &result.right);
  if (is_known && fields_that_differ(&p->packet, &result.right)) result.sent = p;
  if (result.sent) correct_form(t, &result);
  if (result.sent && result.right.kind == PACKET_P_HEADER && !corrected_bits(t, &result, bytes)) result.sent = NULL;
  return result;
}
