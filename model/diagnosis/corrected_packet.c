// SPDX-License-Identifier: Apache-2.0
#include "corrected_packet.h"

#include "event.h"
#include "history.h"
#include "packet_fields.h"
#include "scoreboard_protocol.h"
#include "scoreboard_sync.h"

// --- of a packet of the next item -----------------------------------------------------------------------------------

// The place of the next item among the atoms of its packet.
static unsigned atom_of(const struct scoreboard *s, const struct report_packet *p) {
  return p->placed && p->place < s->at.item ? (unsigned)(s->at.item - p->place) : 0;
}

static bool is_of_atoms(const struct packet *p) { return packet_group[p->kind] == PACKET_GROUP_ATOMS; }

// Two packets of atoms, one directly behind the other, are right the other way round.
static bool is_swapped(const struct scoreboard *s, const struct report_packet *first) {
  const struct report_packet *second = first + 1;
  const unsigned behind = fields_atoms(&first->packet), before = fields_atoms(&second->packet);
  struct packet both = first->packet;
  if (!first->placed || second->packet.kind != both.kind || behind + before > 16) return false;
  both.atom_count = (uint8_t)(behind + before);
  both.cycles = 0;
  if (!s->protocol->correct(s, first->place, 0, &both)) return false;
  return both.atoms == (fields_outcomes(&second->packet) | fields_outcomes(&first->packet) << before);
}

static bool is_out_of_order(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  if (!is_of_atoms(&p->packet)) return false;
  const bool ahead = p + 1 < t->packets + t->count && is_swapped(s, p);
  return ahead || (p > t->packets && p[-1].packet.kind == p->packet.kind && is_swapped(s, p - 1));
}

// Do packets that report items, from `p` on up to the first with an address, fit those from item `i` on?
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

// Behind the packet that is of item `i`.
static size_t behind(const struct scoreboard *s, const struct packet *p, size_t i) {
  return i + (s->history->waypoints || p->exception);
}

// The packet is right for a later item, and so are those behind it: the items between have no packet.
static bool is_of_another(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  enum { NEAR = 64 };
  const struct packet *sent = &p->packet;
  const uint32_t fields = FIELD(ADDRESS) | FIELD(ISA) | FIELD(EXCEPTION);
  if (sent->kind != PACKET_BRANCH || fits(s, t, p + 1, behind(s, sent, s->at.item))) return false;
  for (size_t i = s->at.item + 1; i < s->at.item + NEAR && i < s->history->count; i++) {
    struct packet other = *sent;
    const bool same = s->protocol->correct(s, i, 0, &other) && !(fields_that_differ(sent, &other) & fields);
    if (same && fits(s, t, p + 1, behind(s, sent, i))) return true;
  }
  return false;
}

// What follows the packet does not fit the items that follow, but later ones: those between have no packet.
static bool is_one_of_few(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p) {
  enum { MISSING = 32 };
  if (!is_of_atoms(&p->packet) || !p->placed || fits(s, t, p + 1, p->place + fields_atoms(&p->packet))) return false;
  for (size_t i = 1; i < MISSING; i++) {
    if (fits(s, t, p + 1, p->place + fields_atoms(&p->packet) + i)) return true;
  }
  return false;
}

static bool is_counted(enum packet_kind kind) {
  return kind == PACKET_ATOM || kind == PACKET_BRANCH || kind == PACKET_ISYNC;
}

// In v1.0 a timestamp may have some of the clocks: which of the two counts is wrong is not known.
static bool shares_its_count(const struct report_trace *t, const struct report_packet *p) {
  while (p-- > t->packets && !is_counted(p->packet.kind)) {
    if (p->packet.kind == PACKET_TIMESTAMP && p->packet.cycle_count > 0) return true;
  }
  return false;
}

// A timestamp that came too early has the time of a later item. But behind an item of a PTM that asks for one it is not
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

// The deprecated form of an exception packet holds few exceptions, and no state.
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

// --- of an I-sync that leads to no item -----------------------------------------------------------------------------

struct candidates {
  uint32_t field;       // the only one that differs; 0: none yet
  struct packet right;  // of all of them
  bool several;         // they do not agree
};

static void add_candidate(struct candidates *c, uint32_t fields, const struct packet *right) {
  if (fields & (fields - 1)) return;
  c->several = c->several || (c->field && fields_that_differ(&c->right, right));
  c->field = fields;
  c->right = *right;
}

// With each reason that it may give there. `fields`: those that may be wrong.
static void add_reasons(const struct scoreboard *s, size_t i, bool overdue, uint32_t fields, const struct packet *sent,
                        struct packet *right, struct candidates *c) {
  const bool allowed = s->protocol->allows(s, i, sent->reason, overdue);
  for (uint8_t reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    if (allowed ? reason != sent->reason : !s->protocol->allows(s, i, reason, overdue)) continue;
    right->reason = reason;
    const uint32_t differ = fields_that_differ(sent, right);
    if (differ && !(differ & ~fields)) add_candidate(c, differ, right);
  }
}

// Which field of it is another than that of an item: the same one for all such items. While tracing is off that is the
// first item with which it can start; while it is on, some item or other always has nearly the same address. Where an
// event or comparators switch tracing, an I-sync for another reason may be one too many.
static bool correct_sync(const struct scoreboard *s, const struct packet *sent, struct packet *right) {
  const bool tracing = scoreboard_is_tracing(s) || s->at.needs_overflow;
  const bool always = !scoreboard_is_switched(s);
  uint32_t fields = FIELD(ISA) | FIELD(NS) | FIELD(HYP) | FIELD(VALUE) | FIELD(COUNT);
  if (always) fields |= FIELD(REASON);
  if (always && !tracing && s->own) fields |= FIELD(ADDRESS);
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

// --- both -----------------------------------------------------------------------------------------------------------

// The next item was presented when the packet had left: it cannot be of it.
static bool is_later(const struct scoreboard *s, const struct report_trace *t, uint64_t offset) {
  const struct history *h = s->history;
  return s->at.item < h->count && history_moment(h, s->at.item)->clock > sent_clock_of(t->bytes.sent, offset);
}

struct corrected corrected_packet(const struct scoreboard *s, const struct report_trace *t) {
  const struct scoreboard_error *e = &s->error;
  const struct report_packet *p = s->wrong && s->history->moments ? report_packet_at(t, e->offset) : NULL;
  struct corrected x = {0};
  uint8_t bytes[DECODE_WINDOW];
  const bool may = !e->doubtful && (e->differs || e->by_flow || e->sync);
  const bool is_at_packet = may && p && p->packet.offset == e->offset;
  if (!is_at_packet || p->packet.two_ways || is_later(s, t, e->offset)) return x;
  x.right = p->packet;
  const bool known = e->sync ? correct_sync(s, &p->packet, &x.right) : correct(s, t, p, &x.right);
  if (known && fields_that_differ(&p->packet, &x.right)) x.sent = p;
  if (x.sent) correct_form(t, &x);
  if (x.sent && x.right.kind == PACKET_P_HEADER && !corrected_bits(t, &x, bytes)) x.sent = NULL;
  return x;
}
