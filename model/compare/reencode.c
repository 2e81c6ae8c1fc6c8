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

static void count_deviation(struct reencode *reencode, unsigned deviation, const struct packet *packet,
                            uint64_t count) {
  reencode->counts.deviations[deviation] += count;
  if (reencode->difference.found) return;
  reencode->difference = (struct reencode_difference){.found = true, .deviation = deviation, .packet = *packet};
  const struct trace_bytes *bytes = deviation == DEVIATION_EARLY ? &reencode->joined : &reencode->encoded;
  const size_t room = sizeof reencode->difference.bytes;
  reencode->difference.count = bytes->count < room ? bytes->count : room;
  memcpy(reencode->difference.bytes, bytes->at, reencode->difference.count);
}

static bool has_atoms(const struct packet *packet) { return packet_group[packet->kind] == PACKET_GROUP_ATOMS; }

// Do pending atoms leave before this packet in every encoder?
static bool needs_atoms(const struct reencode *reencode, const struct packet *packet) {
  return reencode->protocol->etm ? packet->kind != PACKET_P_HEADER : !packet_is(packet->kind, PACKET_KEEPS_ATOMS);
}

// Compares pending atoms of the packet before: would the encoder have put the atoms of this packet into it?
static void judge_waiting(struct reencode *reencode) {
  const struct packet *p = &reencode->atoms;
  if (!reencode->waits || !reencode->joins) return;
  replay_end(&reencode->waiting, &reencode->joined);
  // Bits of a Context ID that are not traced may have changed between them.
  const unsigned context = field_get(reencode->config->etmcr, ETMCR_CONTEXT_ID);
  const bool partial = reencode->protocol->etm && (context == 1 || context == 2);
  const bool alone = reencode->joined.count > p->length &&
                     memcmp(reencode->joined.at, sent_byte(reencode->sent, p->offset), p->length) == 0;
  if (!alone && !partial && !reencode->may_split) count_deviation(reencode, DEVIATION_EARLY, p, p->atom_count);
  reencode->waits = false;
}

// --- events ---------------------------------------------------------------------------------------------------------

// Encodes the event as if each branch had its address.
static void replay_with_address(struct reencode *reencode, const struct event *event) {
  const uint32_t etmcr = reencode->replay.settings.etmcr;
  reencode->replay.settings.etmcr |= ETMCR_BRANCH_BROADCAST;
  replay_event(&reencode->replay, event, &reencode->encoded);
  reencode->replay.settings.etmcr = etmcr;
}

// Encodes a branch of a PTM, for which the unit has selected an address or an atom.
static void replay_branch(struct reencode *reencode, const struct event *event) {
  const struct replay before = reencode->replay;
  const size_t count = reencode->encoded.count;
  const bool address = reencode->last.kind == PACKET_BRANCH;
  replay_event(&reencode->replay, event, &reencode->encoded);
  if (address && (reencode->encoded.count == count ||
                  pft_header(reencode->config, reencode->encoded.at[count]).kind == PACKET_ATOM)) {
    count_deviation(reencode, DEVIATION_ADDRESS, &reencode->last, 1);
    reencode->replay = before;
    reencode->encoded.count = count;
    replay_with_address(reencode, event);
  } else if (!address && event->kind == EVENT_INDIRECT &&
             reencode->replay.pft.pft.base.address != before.pft.pft.base.address) {
    struct event atom = *event;
    atom.kind = EVENT_DIRECT;
    count_deviation(reencode, DEVIATION_DEEPER, &reencode->last, 1);
    reencode->replay = before;
    reencode->encoded.count = count;
    replay_event(&reencode->replay, &atom, &reencode->encoded);
  }
}

static void on_event(void *user, const struct event *event) {
  struct reencode *r = user;
  const bool branch = event->passed && (event->kind == EVENT_DIRECT || event->kind == EVENT_INDIRECT);
  if (r->waits && r->joins) replay_event(&r->waiting, event, &r->joined);
  r->has_events = r->has_events || event->kind != EVENT_SYNC_REQUEST;
  // A timestamp in full is a position of synchronization (rules TRC-TSYNC-1 to -3).
  if (event->kind == EVENT_TIMESTAMP) {
    replay_full_stamp(&r->replay, r->last.timestamp_bytes == r->event_source.stamp_bytes);
  }
  if (branch) {
    replay_branch(r, event);
  } else {
    replay_event(&r->replay, event, &r->encoded);
  }
}

// --- packets --------------------------------------------------------------------------------------------------------

// The deviation of a packet with other bytes.
static unsigned deviation_of_bytes(const struct reencode *reencode) {
  const bool counts_follow = reencode->config->etmauxcr & ETMAUXCR_COUNT_PACKETS;
  const bool is_start = reencode->last.kind == PACKET_ISYNC && reencode->last.reason != ISYNC_PERIODIC;
  const bool has_count = reencode->protocol->etm && unit_counts_clocks(reencode->config);
  const bool moved = has_count && is_start && reencode->last.has_count == counts_follow;
  return moved ? DEVIATION_COUNT : DEVIATION_OTHER + reencode->last.kind;
}

// Compares the packet after its last event. `next` is the packet after it; NULL: the stream ends.
static void finish(struct reencode *reencode, const struct packet *next) {
  if (!reencode->open) return;
  reencode->open = false;
  event_source_end(&reencode->event_source);
  judge_waiting(reencode);
  const size_t count = reencode->encoded.count;
  const bool must_leave = reencode->drained || !next || needs_atoms(reencode, next);
  if (!must_leave && has_atoms(&reencode->last)) reencode->waiting = reencode->replay;
  replay_end(&reencode->replay, &reencode->encoded);
  if (reencode->has_events) {
    const uint64_t length = reencode->end - reencode->last.offset;
    reencode->counts.packets++;
    const bool same = reencode->encoded.count == length &&
                      memcmp(reencode->encoded.at, sent_byte(reencode->sent, reencode->last.offset), length) == 0;
    if (!same) count_deviation(reencode, deviation_of_bytes(reencode), &reencode->last, 1);
  }
  if (!must_leave && reencode->encoded.count > count && has_atoms(&reencode->last)) {
    reencode->waits = true;
    reencode->atoms = reencode->last;
    reencode->may_split = reencode->config->split_at_trigger && reencode->previous_kind == PACKET_TRIGGER &&
                          reencode->last.atom_count == 1;
    reencode->joined.count = 0;
  }
  reencode->encoded.count = 0;
}

static void judge_value(struct reencode *reencode, struct reencode_value *v, const struct packet *packet) {
  if (v->known && v->value == packet->value) count_deviation(reencode, DEVIATION_AGAIN, packet, 1);
  *v = (struct reencode_value){packet->value, true};
}

// An I-sync has the Context ID, and a VMID follows it.
static void judge_values(struct reencode *reencode, const struct packet *packet) {
  if (packet->kind == PACKET_ISYNC) {
    reencode->context = (struct reencode_value){packet->value, true};
    reencode->vmid.known = false;
  } else if (packet->kind == PACKET_CONTEXT_ID) {
    judge_value(reencode, &reencode->context, packet);
  } else if (packet->kind == PACKET_VMID) {
    judge_value(reencode, &reencode->vmid, packet);
  }
}

// Of several branch packets for one instruction, all but the last are ignored (IHI 0014Q 7.3.5).
static void judge_branch(struct reencode *reencode, const struct packet *packet) {
  if (has_atoms(packet) || packet->kind == PACKET_ISYNC) reencode->branched = false;
  if (packet->kind != PACKET_BRANCH) return;
  if (reencode->branched && packet->exception == 0) count_deviation(reencode, DEVIATION_SEVERAL, packet, 1);
  reencode->branched = packet->exception == 0;
  reencode->branches[1] = reencode->branches[0];
  reencode->branches[0] = *packet;
}

// The code determines the target of a direct branch.
static void judge_direct(struct reencode *reencode, const struct flow_event *event) {
  const struct packet *p = &reencode->branches[event->offset != reencode->branches[0].offset];
  const bool is_reported = event->kind == FLOW_BRANCH && reencode->direct && p->info_bytes == 0;
  if (is_reported && !(reencode->config->etmcr & ETMCR_BRANCH_BROADCAST))
    count_deviation(reencode, DEVIATION_ADDRESS, p, 1);
  if (event->kind != FLOW_COUNT)
    reencode->direct = event->kind == FLOW_RANGE && event->passed && !event->indirect && event->target != 0;
}

static bool completes(const struct reencode *reencode, const struct packet *packet) {
  if (!reencode->open) return false;
  return packet->kind == reencode->protocol->completing && reencode->last.kind == reencode->protocol->completed;
}

static void on_packet(void *user, const struct packet *packet) {
  struct reencode *r = user;
  if (completes(r, packet)) {
    r->end += packet->length;
  } else {
    finish(r, packet);
    judge_values(r, packet);
    if (r->protocol->etm) judge_branch(r, packet);
    r->previous_kind = r->last.kind;
    r->last = *packet;
    r->end = packet->offset + packet->length;
    r->drained = own_rules_is_draining(r->rules, packet->offset);
    r->has_events = false;
    r->joins = has_atoms(packet) || needs_atoms(r, packet);
    r->open = true;
  }
  event_source_packet(&r->event_source, packet);
}

static void on_flow(void *user, const struct flow_event *event) {
  struct reencode *r = user;
  if (r->protocol->etm) judge_direct(r, event);
  event_source_flow(&r->event_source, event);
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

void reencode_close(struct reencode *reencode) {
  if (!reencode) return;
  free(reencode->encoded.at);
  free(reencode->joined.at);
  free(reencode);
}

struct stream_reader reencode_reader(struct reencode *reencode) {
  return (struct stream_reader){.begin = begin, .packet_end = on_packet, .flow = on_flow, .user = reencode};
}

const struct reencode_counts *reencode_counts(const struct reencode *reencode) { return &reencode->counts; }

const struct reencode_difference *reencode_difference(const struct reencode *reencode) { return &reencode->difference; }

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
