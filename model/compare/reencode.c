// SPDX-License-Identifier: Apache-2.0
// Encodes each packet again and compares it. After an atom packet no atom is left pending in the encoder, so a packet
// does not depend on how the packets before it were made.
#include "reencode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "error.h"
#include "event_source.h"
#include "replay.h"
#include "rules.h"
#include "traced.h"

struct reencode_protocol {
  uint8_t completing, completed;  // enum packet_kind: a packet `completing` is part of the packet `completed` before it
  bool etm;                       // a Context ID packet may report bits that are not traced, a branch packet any branch
};

static const struct reencode_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {PACKET_EXCEPTION_RETURN, PACKET_BRANCH, false},
    [PROTOCOL_ETM3] = {PACKET_CYCLE_COUNT, PACKET_ISYNC, true},
};

struct reencode {
  const struct reencode_protocol *protocol;
  const struct config *config;
  const struct sent *sent;
  const struct rules *rules;
  struct event_source event_source;
  struct replay replay;
  struct trace_bytes encoded;  // bytes of the encoder for `last`

  // The packet whose events are being encoded. Another packet may complete it: an exception return, or a cycle count of
  // an ETM.
  struct packet last;
  bool open;        // `last` is a packet
  uint64_t end;     // offset of the byte after it
  bool drained;     // a request to drain is active there
  bool has_events;  // the packet has events

  // The encoder before the pending atoms of the packet before `last` were taken out, until the next packet is known.
  struct replay waiting;
  struct trace_bytes joined;
  struct packet atoms;
  bool waits;
  bool joins;      // `last` shows whether these atoms could have waited
  bool may_split;  // the unit may send them early, because they are with a trigger (split_at_trigger of struct config)
  uint8_t previous_kind;  // enum packet_kind of the packet before `last`

  // The last values that were sent after the last I-sync, which starts anew.
  struct reencode_value {
    uint32_t value;
    bool known;
  } context, vmid;

  // ETM: the last two branch packets, because the flow is later than the packets. `branched`: no atom followed the
  // first one, and it is no exception. `direct`: the last instruction of the flow is a direct branch.
  struct packet branches[2];
  bool branched, direct;

  struct reencode_counts counts;
  struct reencode_difference difference;
};

// --- deviations -----------------------------------------------------------------------------------------------------

static void count_deviation(struct reencode *r, unsigned deviation, const struct packet *p, uint64_t count) {
  r->counts.deviations[deviation] += count;
  if (r->difference.found) return;
  r->difference = (struct reencode_difference){.found = true, .deviation = deviation, .packet = *p};
  const struct trace_bytes *bytes = deviation == DEVIATION_EARLY ? &r->joined : &r->encoded;
  const size_t room = sizeof r->difference.bytes;
  r->difference.count = bytes->count < room ? bytes->count : room;
  memcpy(r->difference.bytes, bytes->at, r->difference.count);
}

static bool has_atoms(const struct packet *p) { return packet_group[p->kind] == PACKET_GROUP_ATOMS; }

// Do pending atoms leave before this packet in every encoder?
static bool needs_atoms(const struct reencode *r, const struct packet *p) {
  return r->protocol->etm ? p->kind != PACKET_P_HEADER : !packet_is(p->kind, PACKET_KEEPS_ATOMS);
}

// Compares pending atoms of the packet before: would the encoder have put the atoms of this packet into it?
static void judge_waiting(struct reencode *r) {
  const struct packet *p = &r->atoms;
  if (!r->waits || !r->joins) return;
  replay_end(&r->waiting, &r->joined);
  // Bits of a Context ID that are not traced may have changed between them.
  const unsigned context = field_get(r->config->etmcr, ETMCR_CONTEXT_ID);
  const bool partial = r->protocol->etm && (context == 1 || context == 2);
  const bool alone = r->joined.count > p->length && memcmp(r->joined.at, sent_byte(r->sent, p->offset), p->length) == 0;
  if (!alone && !partial && !r->may_split) count_deviation(r, DEVIATION_EARLY, p, p->atom_count);
  r->waits = false;
}

// --- events ---------------------------------------------------------------------------------------------------------

// Encodes the event as if each branch had its address.
static void replay_with_address(struct reencode *r, const struct event *e) {
  const uint32_t etmcr = r->replay.settings.etmcr;
  r->replay.settings.etmcr |= ETMCR_BRANCH_BROADCAST;
  replay_event(&r->replay, e, &r->encoded);
  r->replay.settings.etmcr = etmcr;
}

// Encodes a branch of a PTM, for which the unit has selected an address or an atom.
static void replay_branch(struct reencode *r, const struct event *e) {
  const struct replay before = r->replay;
  const size_t count = r->encoded.count;
  const bool address = r->last.kind == PACKET_BRANCH;
  replay_event(&r->replay, e, &r->encoded);
  if (address && (r->encoded.count == count || pft_header(r->config, r->encoded.at[count]).kind == PACKET_ATOM)) {
    count_deviation(r, DEVIATION_ADDRESS, &r->last, 1);
    r->replay = before;
    r->encoded.count = count;
    replay_with_address(r, e);
  } else if (!address && e->kind == EVENT_INDIRECT && r->replay.pft.pft.base.address != before.pft.pft.base.address) {
    struct event atom = *e;
    atom.kind = EVENT_DIRECT;
    count_deviation(r, DEVIATION_DEEPER, &r->last, 1);
    r->replay = before;
    r->encoded.count = count;
    replay_event(&r->replay, &atom, &r->encoded);
  }
}

static void on_event(void *user, const struct event *e) {
  struct reencode *r = user;
  const bool branch = e->passed && (e->kind == EVENT_DIRECT || e->kind == EVENT_INDIRECT);
  if (r->waits && r->joins) replay_event(&r->waiting, e, &r->joined);
  r->has_events = r->has_events || e->kind != EVENT_SYNC_REQUEST;
  // A timestamp in full is a position of synchronization (rules TRC-TSYNC-1 to -3).
  if (e->kind == EVENT_TIMESTAMP) {
    replay_full_stamp(&r->replay, r->last.timestamp_bytes == r->event_source.stamp_bytes);
  }
  if (branch) {
    replay_branch(r, e);
  } else {
    replay_event(&r->replay, e, &r->encoded);
  }
}

// --- packets --------------------------------------------------------------------------------------------------------

// The deviation of a packet with other bytes.
static unsigned deviation_of_bytes(const struct reencode *r) {
  const bool counts_follow = r->config->etmauxcr & ETMAUXCR_COUNT_PACKETS;
  const bool is_start = r->last.kind == PACKET_ISYNC && r->last.reason != ISYNC_PERIODIC;
  const bool has_count = r->protocol->etm && unit_counts_clocks(r->config);
  const bool moved = has_count && is_start && r->last.has_count == counts_follow;
  return moved ? DEVIATION_COUNT : DEVIATION_OTHER + r->last.kind;
}

// Compares the packet after its last event. `next` is the packet after it; NULL: the stream ends.
static void finish(struct reencode *r, const struct packet *next) {
  if (!r->open) return;
  r->open = false;
  event_source_end(&r->event_source);
  judge_waiting(r);
  const size_t count = r->encoded.count;
  const bool must_leave = r->drained || !next || needs_atoms(r, next);
  if (!must_leave && has_atoms(&r->last)) r->waiting = r->replay;
  replay_end(&r->replay, &r->encoded);
  if (r->has_events) {
    const uint64_t length = r->end - r->last.offset;
    r->counts.packets++;
    const bool same =
        r->encoded.count == length && memcmp(r->encoded.at, sent_byte(r->sent, r->last.offset), length) == 0;
    if (!same) count_deviation(r, deviation_of_bytes(r), &r->last, 1);
  }
  if (!must_leave && r->encoded.count > count && has_atoms(&r->last)) {
    r->waits = true;
    r->atoms = r->last;
    r->may_split = r->config->split_at_trigger && r->previous_kind == PACKET_TRIGGER && r->last.atom_count == 1;
    r->joined.count = 0;
  }
  r->encoded.count = 0;
}

static void judge_value(struct reencode *r, struct reencode_value *v, const struct packet *p) {
  if (v->known && v->value == p->value) count_deviation(r, DEVIATION_AGAIN, p, 1);
  *v = (struct reencode_value){p->value, true};
}

// An I-sync has the Context ID, and a VMID follows it.
static void judge_values(struct reencode *r, const struct packet *p) {
  if (p->kind == PACKET_ISYNC) {
    r->context = (struct reencode_value){p->value, true};
    r->vmid.known = false;
  } else if (p->kind == PACKET_CONTEXT_ID) {
    judge_value(r, &r->context, p);
  } else if (p->kind == PACKET_VMID) {
    judge_value(r, &r->vmid, p);
  }
}

// Of several branch packets for one instruction, all but the last are ignored (IHI 0014Q 7.3.5).
static void judge_branch(struct reencode *r, const struct packet *p) {
  if (has_atoms(p) || p->kind == PACKET_ISYNC) r->branched = false;
  if (p->kind != PACKET_BRANCH) return;
  if (r->branched && p->exception == 0) count_deviation(r, DEVIATION_SEVERAL, p, 1);
  r->branched = p->exception == 0;
  r->branches[1] = r->branches[0];
  r->branches[0] = *p;
}

// The code determines the target of a direct branch.
static void judge_direct(struct reencode *r, const struct flow_event *e) {
  const struct packet *p = &r->branches[e->offset != r->branches[0].offset];
  const bool is_reported = e->kind == FLOW_BRANCH && r->direct && p->info_bytes == 0;
  if (is_reported && !(r->config->etmcr & ETMCR_BRANCH_BROADCAST)) count_deviation(r, DEVIATION_ADDRESS, p, 1);
  if (e->kind != FLOW_COUNT) r->direct = e->kind == FLOW_RANGE && e->passed && !e->indirect && e->target != 0;
}

static bool completes(const struct reencode *r, const struct packet *p) {
  if (!r->open) return false;
  return p->kind == r->protocol->completing && r->last.kind == r->protocol->completed;
}

static void on_packet(void *user, const struct packet *p) {
  struct reencode *r = user;
  if (completes(r, p)) {
    r->end += p->length;
  } else {
    finish(r, p);
    judge_values(r, p);
    if (r->protocol->etm) judge_branch(r, p);
    r->previous_kind = r->last.kind;
    r->last = *p;
    r->end = p->offset + p->length;
    r->drained = own_rules_draining(r->rules, p->offset);
    r->has_events = false;
    r->joins = has_atoms(p) || needs_atoms(r, p);
    r->open = true;
  }
  event_source_packet(&r->event_source, p);
}

static void on_flow(void *user, const struct flow_event *e) {
  struct reencode *r = user;
  if (r->protocol->etm) judge_direct(r, e);
  event_source_flow(&r->event_source, e);
}

static void begin(void *user) {
  struct reencode *r = user;
  finish(r, NULL);
  event_source_start(&r->event_source, r->config, on_event, r);
  replay_start(&r->replay, r->config);
  r->replay.etm3.splits = false;
  r->waits = r->context.known = r->vmid.known = r->branched = r->direct = false;
}

// --- opening, results -----------------------------------------------------------------------------------------------

struct reencode *reencode_open(const struct config *config, const struct sent *sent, const struct rules *rules) {
  struct reencode *r = error_memory(calloc(1, sizeof *r));
  r->config = config;
  r->protocol = &protocols[config_protocol(config)];
  r->sent = sent;
  r->rules = rules;
  begin(r);
  return r;
}

void reencode_close(struct reencode *r) {
  if (!r) return;
  free(r->encoded.at);
  free(r->joined.at);
  free(r);
}

struct stream_reader reencode_reader(struct reencode *r) {
  return (struct stream_reader){.begin = begin, .packet_end = on_packet, .flow = on_flow, .user = r};
}

const struct reencode_counts *reencode_counts(const struct reencode *r) { return &r->counts; }

const struct reencode_difference *reencode_difference(const struct reencode *r) { return &r->difference; }

uint64_t reencode_deviations(const struct reencode_counts *counts) {
  uint64_t all = 0;
  for (unsigned i = 0; i < DEVIATIONS; i++) all += counts->deviations[i];
  return all;
}

void reencode_name(unsigned deviation, char *text, size_t room) {
  static const char *const names[] = {
      [DEVIATION_EARLY] = "atoms sent early",
      [DEVIATION_ADDRESS] = "branch packets although an atom is enough",
      [DEVIATION_SEVERAL] = "several branch packets for one instruction",
      [DEVIATION_COUNT] = "cycle counts of an I-sync inside or after the I-sync",
      [DEVIATION_AGAIN] = "Context IDs or VMIDs repeated",
      [DEVIATION_DEEPER] = "returns that RETSTACKDEPTH entries do not predict",
  };
  if (deviation < DEVIATION_OTHER) {
    snprintf(text, room, "%s", names[deviation]);
  } else {
    snprintf(text, room, "%s packets encoded in other bytes", packet_name[deviation - DEVIATION_OTHER]);
  }
}
