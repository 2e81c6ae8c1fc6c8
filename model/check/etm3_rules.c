// SPDX-License-Identifier: Apache-2.0
// ETMv3: addresses, information bytes, timestamps, Context IDs, packing of atoms.
#include "rules_protocol.h"
#include "told.h"

// --- sizes ----------------------------------------------------------------------------------------------------------

enum { TIMESTAMP = 10, VMID = 2, COUNT_PACKET = 6, P_HEADERS = 3, BRANCH = 8 };  // bytes, at most

// An I-sync, and what is owed behind it; a Context ID packet; a second part, with a branch packet of its own.
static unsigned beside_bytes(const struct config *c) {
  const unsigned isync = 1 + 5 + rules_context_bytes(c) + 5;
  return isync + COUNT_PACKET + VMID + 2 * TIMESTAMP + 1 + rules_context_bytes(c) + P_HEADERS + BRANCH;
}

// What is held below plan, and as an A-sync waits for an instruction behind each I-sync, the entry that it waits for.
static unsigned sync_slack(const struct config *c) { return 4 * RULES_CHUNK + 2 * beside_bytes(c); }

static bool has_atoms(const struct packet *p) { return p->atom_count > 0 && p->cycles + 1u != 1u << p->atom_count; }

// While nothing is executed, an A-sync waits.
static bool waits(const struct packet *p) {
  return p->kind == PACKET_TIMESTAMP || (p->kind == PACKET_P_HEADER && !has_atoms(p));
}

// --- address, info ---------------------------------------------------------------------------------------------------

static bool is_thumbee(uint8_t isa) { return isa == ISA_THUMBEE; }

// Address bytes that tell the change from base to `to` (IHI 0014Q tables 7.6 and 7.8).
static unsigned bytes_needed(const struct rules *r, const struct packet *to, bool alternative) {
  // Of 1 to 4 bytes: bits above those that they can change, by instruction set; the alternative encoding has one less
  // in the last byte of two or more.
  static const uint8_t below[4][4] = {[ISA_ARM] = {8, 15, 22, 29},
                                      [ISA_THUMB] = {7, 14, 21, 28},
                                      [ISA_THUMBEE] = {7, 14, 21, 28},
                                      [ISA_JAZELLE] = {6, 13, 20, 27}};
  const uint32_t changed = r->base.address ^ to->address;
  unsigned bytes = 1;
  if (to->isa != r->base.isa) return 5;
  while (bytes < 5 && changed >> (below[to->isa][bytes - 1] - (alternative && bytes > 1)) != 0) bytes++;
  return bytes;
}

static bool changes_state(const struct rules *r, const struct packet *p) {
  return p->ns != r->ns || p->hyp != r->hyp || is_thumbee(p->isa) != is_thumbee(r->base.isa);
}

static void check_branch(struct rules *r, const struct packet *p) {
  const bool alternative = config_minor(r->config) >= 4 && r->config->etmidr >> 20 & 1;
  const bool info = p->exception != 0 || changes_state(r, p);
  const unsigned infos = !info || p->old_form ? 0 : 1 + (p->exception > 15 || p->hyp != r->hyp);
  unsigned bytes = bytes_needed(r, p, alternative);
  if (info && !alternative) bytes = 5;
  if (info && bytes < 2) bytes = 2;
  if (p->address_bytes > bytes) rules_break(r, "rule address: %u address bytes, %u would do", p->address_bytes, bytes);
  if (p->info_bytes > infos) rules_break(r, "rule info: %u information bytes, %u would do", p->info_bytes, infos);
}

static void check_compression(struct rules *r, const struct packet *p) {
  if (p->kind != PACKET_BRANCH && p->kind != PACKET_ISYNC) return;
  if (p->kind == PACKET_BRANCH && r->base.known) check_branch(r, p);
  r->base = (struct rules_base){p->address, p->isa, true};
  r->ns = p->ns;
  r->hyp = p->hyp;
}

// --- time -----------------------------------------------------------------------------------------------------------

// As it is coded, against the one before (IHI 0014Q 7.7.4): seven bits a byte, eight in the ninth. It may come whole.
static void check_time(struct rules *r, const struct packet *p) {
  if (p->kind != PACKET_TIMESTAMP) return;
  const bool gray = !(r->config->etmccer >> 28 & 1), known = r->time_known;
  const unsigned whole = r->config->etmccer >> 29 & 1 ? 9 : 7;
  const uint64_t time = gray ? p->timestamp ^ p->timestamp >> 1 : p->timestamp, changed = time ^ r->time;
  unsigned bytes = 1;
  while (bytes < whole && changed >> 7 * bytes != 0) bytes++;
  r->time = time;
  r->time_known = true;
  if (known && p->timestamp_bytes > bytes && p->timestamp_bytes < whole) {
    rules_break(r, "rule time: %u bytes of a timestamp, %u would do", p->timestamp_bytes, bytes);
  }
}

// --- packing (docs/pipeline-etm3.md 5) ------------------------------------------------------------------------------

enum { GREEDY = 1 << 3 };  // ETMAUXCR

static bool is_cycle(const struct packet *p, unsigned i) { return p->cycles >> i & 1; }
static bool is_n(const struct packet *p, unsigned i) { return p->atoms >> i & 1; }
static bool ends_with_n(const struct packet *p) { return is_n(p, p->atom_count - 1u); }

// The first cycle of a P-header, or the first atom if cycles are not told, is one of a run of single atoms.
static bool starts_single(const struct packet *p, bool counts) {
  if (!counts) return true;
  return p->atom_count > 1 && is_cycle(p, 0) && !is_cycle(p, 1) && (p->atom_count == 2 || is_cycle(p, 2));
}

// Could `p`, or a part of it, have been told by the P-header just before it?
static bool joins(const struct packet *last, const struct packet *p, bool counts, bool greedy) {
  const unsigned atoms = last->atom_count;
  if (!counts) {
    if (greedy && atoms == 1) return true;  // two atoms always fit
    return atoms < 15 && !(atoms > 1 && is_n(last, 0)) && !ends_with_n(last);
  }
  if (!has_atoms(last)) {  // cycles in which nothing is executed
    const bool e = starts_single(p, true) && !is_n(p, 1);
    return atoms < 8 && (!has_atoms(p) || is_cycle(p, 1) || (greedy && e));
  }
  if (!is_cycle(last, 0) || !starts_single(last, true)) return false;
  const bool full = atoms == 14 && (!greedy || !(starts_single(p, true) && is_n(p, 1)));
  return !full && !ends_with_n(last) && starts_single(p, true);
}

// A run ends with a branch packet, exception exit or timestamp, where tracing ends, where Context ID or VMID change,
// and in a flush. (A change in the part of a Context ID that is not told ends one, too.)
static void check_packing(struct rules *r, const struct packet *p) {
  const struct packet *last = &r->last;
  const unsigned context = rules_context_bytes(r->config);
  if (context > 0 && context < 4) return;
  const bool counts = told_counts(r->config), greedy = r->config->etmauxcr & GREEDY;
  if (last->kind != PACKET_P_HEADER || p->kind != PACKET_P_HEADER || !joins(last, p, counts, greedy)) return;
  if (rules_drained(r, last->offset)) return;
  rules_break(r, "rule packing: the P-header at byte %llu could have held more", (unsigned long long)last->offset);
}

// --------------------------------------------------------------------------------------------------------------------

// Queue entries told by a packet, at most. An I-sync where tracing starts also tells that it has ended.
static uint64_t entries(const struct packet *p) {
  if (p->kind == PACKET_ISYNC) return p->reason == ISYNC_PERIODIC ? 0 : 2;
  return p->kind == PACKET_P_HEADER || p->kind == PACKET_BRANCH || p->kind == PACKET_EXCEPTION_RETURN;
}

static void packet(struct rules *r, const struct packet *p) {
  check_packing(r, p);
  check_compression(r, p);
  check_time(r, p);
  rules_context(r, p);
  if (entries(p)) rules_count_entries(r, p, entries(p));
  if (p->kind != PACKET_ASYNC && p->kind != PACKET_TRIGGER) r->last = *p;
}

static void event(struct rules *r, const struct flow_event *e, const struct packet *p) {
  (void)r;
  (void)e;
  (void)p;
}

static void restart(struct rules *r) { r->last = (struct packet){.kind = PACKET_IGNORE}; }

const struct rules_protocol etm3_rules = {.packet = packet,
                                          .event = event,
                                          .restart = restart,
                                          .beside_bytes = beside_bytes,
                                          .sync_slack = sync_slack,
                                          .waits = waits};
