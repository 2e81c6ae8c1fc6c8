// SPDX-License-Identifier: Apache-2.0
// The parts of a packet: the most address bytes, information bytes and cycle count bytes that the clauses allow, and
// whether a VMID packet is allowed.
#include "rules_private.h"
#include "traced.h"

enum { EXCEPTION_DEBUG = 1, EXCEPTION_HYP = 3 };  // IHI 0035B table 4.4, IHI 0014Q table 7.12

// The fewest bytes that can hold the changed bits: n bytes hold the bits below `below[n - 1]`, and 5 bytes hold all.
static unsigned bytes_for(uint32_t changed, const uint8_t below[4]) {
  unsigned bytes = 1;
  while (bytes < 5 && changed >> below[bytes - 1] != 0) bytes++;
  return bytes;
}

// The address is compressed relative to `base`, so it has at most `most` bytes.
static void check_bytes(struct rules *a, unsigned rule, const char *kind, const struct packet *p,
                        const struct rules_base *base, unsigned most) {
  rule_check(a, rule, p->address_bytes <= most,
             "%s packet to 0x%08X %s has %u address bytes, expected at most %u: the address before it is 0x%08X %s",
             kind, p->address, isa_name[p->isa], p->address_bytes, most, base->address, isa_name[base->isa]);
}

// --- PFT ------------------------------------------------------------------------------------------------------------

// ThumbEE and Thumb have one alignment.
static uint8_t alignment(uint8_t isa) { return isa == ISA_THUMBEE ? ISA_THUMB : isa; }

// IHI 0035B table 4.5. A branch into Jazelle state always has five bytes.
static unsigned pft_bytes(const struct rules_base *base, const struct packet *p) {
  static const uint8_t arm[4] = {8, 14, 21, 28}, thumb[4] = {7, 13, 20, 27};
  if (alignment(p->isa) != alignment(base->isa) || p->isa == ISA_JAZELLE) return 5;
  return bytes_for(base->address ^ p->address, p->isa == ISA_ARM ? arm : thumb);
}

static bool alt_is_changes(const struct rules_address *t, const struct packet *p) {
  const bool now = p->isa == ISA_THUMBEE;
  return now != (t->base.isa == ISA_THUMBEE) || (t->update.known && now != (t->update.isa == ISA_THUMBEE));
}

// After a waypoint update, the address may be compressed relative to either base: the clause names branch and I-sync
// packets only, while decoders also use the update.
static void pft_address(struct rules *a, const struct packet *p, bool update) {
  const struct rules_address *t = &a->address;
  if (!t->base.known || p->exception == EXCEPTION_DEBUG) return;
  const struct rules_base *base = &t->base;
  if (t->update.known && pft_bytes(&t->update, p) > pft_bytes(base, p)) base = &t->update;
  unsigned most = pft_bytes(base, p);
  if (p->info_bytes > 0 && most < 2) most = 2;
  const bool is_hidden_target = p->address == 0, update_has_info = update && alt_is_changes(t, p);
  if (is_hidden_target || update_has_info) most = 5;
  check_bytes(a, update ? RULE_PFT_ADDR_2 : RULE_PFT_ADDR_1, update ? "waypoint update" : "branch", p, base, most);
}

static void pft_info(struct rules *a, const struct packet *p) {
  const struct rules_address *t = &a->address;
  if (!t->ns_known || !t->base.known || p->info_bytes == 0) return;
  const bool hyp = unit_has_hyp(a->config) && (p->hyp || t->hyp || p->exception == EXCEPTION_HYP);
  const bool second = p->exception > 15 || hyp;
  const bool changes_state = p->ns != t->ns || (second && p->hyp != t->hyp);
  const bool first = p->exception != 0 || changes_state || alt_is_changes(t, p);
  rule_check(a, RULE_PFT_INFO_1, first,
             "branch packet has an information byte, expected none: no exception, and no change of NS, AltIS or Hyp");
  if (p->info_bytes > 1) {
    rule_check(a, RULE_PFT_INFO_2, second,
               "branch packet has 2 information bytes, expected 1 for exception %u outside Hyp mode", p->exception);
  }
}

static void set_base(struct rules *a, const struct packet *p) {
  struct rules_address *t = &a->address;
  t->base = (struct rules_base){p->address, p->isa, true};
  t->update.known = false;
  t->ns = p->ns;
  t->ns_known = t->ns_known || p->kind == PACKET_ISYNC || p->ns_known;
  t->hyp = p->hyp;
}

// The bytes of a packet before the cycle count at its end. Only four kinds have a count in PFT; an atom packet has it
// in its first byte.
static unsigned bytes_before_count(const struct config *c, const struct packet *p) {
  if (p->kind == PACKET_BRANCH) return p->address_bytes + p->info_bytes;
  if (p->kind == PACKET_TIMESTAMP) return 1u + p->timestamp_bytes;
  return p->kind == PACKET_ISYNC ? 6 + rules_context_bytes(c) : 0;
}

// The cycle count has 4 bits in its first byte, and 7 bits in each further byte (IHI 0035B table 4.8).
static void check_count(struct rules *a, const struct packet *p) {
  static const uint8_t below[4] = {4, 11, 18, 25};
  const unsigned bytes = p->length - bytes_before_count(a->config, p), needed = bytes_for(p->cycle_count, below);
  rule_check(a, RULE_PFT_COUNT_1, bytes <= needed, "cycle count of %u has %u bytes, expected %u", p->cycle_count, bytes,
             needed);
}

static void pft(struct rules *a, const struct packet *p) {
  if (p->has_count) check_count(a, p);
  if (p->kind == PACKET_BRANCH) {
    pft_address(a, p, false);
    pft_info(a, p);
  }
  if (p->kind == PACKET_BRANCH || p->kind == PACKET_ISYNC) set_base(a, p);
  if (p->kind == PACKET_WAYPOINT_UPDATE) {
    pft_address(a, p, true);
    a->address.update = (struct rules_base){p->address, p->isa, true};
  }
}

// --- ETMv3 ----------------------------------------------------------------------------------------------------------

// IHI 0014Q 7.3.5. The text requires five bytes for a change in bits [31:28], but four bytes of ARM state contain
// bit 28. Both are accepted.
static unsigned etm3_bytes(const struct rules_base *base, const struct packet *p, bool alternative) {
  static const uint8_t original[4][4] = {[ISA_ARM] = {8, 15, 22, 28},
                                         [ISA_THUMB] = {7, 14, 21, 28},
                                         [ISA_THUMBEE] = {7, 14, 21, 28},
                                         [ISA_JAZELLE] = {6, 13, 20, 27}};
  static const uint8_t other[4][4] = {[ISA_ARM] = {8, 14, 21, 28},
                                      [ISA_THUMB] = {7, 13, 20, 27},
                                      [ISA_THUMBEE] = {7, 13, 20, 27},
                                      [ISA_JAZELLE] = {6, 12, 19, 26}};
  if (p->isa != base->isa) return 5;
  return bytes_for(base->address ^ p->address, (alternative ? other : original)[p->isa]);
}

static void etm3_branch(struct rules *a, const struct packet *p) {
  const struct rules_address *t = &a->address;
  const bool alternative = config_minor(a->config) >= 4 && a->config->etmidr & ETMIDR_ALTERNATIVE;
  // For a halting-debug exception only the exception field is valid (table 7.12). On ARMv7-M, the same number is an
  // interrupt.
  if (!t->base.known || p->exception == EXCEPTION_DEBUG) return;
  unsigned most = etm3_bytes(&t->base, p, alternative);
  if (p->info_bytes > 0 && most < 2) most = 2;
  if ((p->info_bytes > 0 && !alternative) || p->old_form) most = 5;
  check_bytes(a, RULE_ETM3_ADDR_1, "branch", p, &t->base, most);
  if (p->info_bytes == 0) return;
  const bool hyp_changes = p->hyp != t->hyp;
  const unsigned needed = 1u + (p->exception > 15 || hyp_changes) + (p->resume != 0);
  rule_check(a, RULE_ETM3_INFO_1, p->info_bytes <= needed,
             "branch packet has %u information bytes, expected at most %u: exception %u, change of Hyp %d, Resume %u",
             p->info_bytes, needed, p->exception, hyp_changes, p->resume);
}

static void etm3(struct rules *a, const struct packet *p) {
  if (p->kind == PACKET_BRANCH) etm3_branch(a, p);
  if (p->kind == PACKET_BRANCH || p->kind == PACKET_ISYNC) set_base(a, p);
}

// --- both: VMID -----------------------------------------------------------------------------------------

static void vmid(struct rules *a, const struct packet *p) {
  if (p->kind != PACKET_VMID) return;
  rule_check(
      a, RULE_TRC_VMID_1, unit_has_vmid(a->config),
      "VMID packet sent, expected none: ETMCR is 0x%X and ETMCCER is 0x%X, so VMIDs are disabled or not implemented",
      a->config->etmcr, a->config->etmccer);
}

static void packet(struct rules *a, const struct packet *p) {
  static void (*const addresses[PROTOCOLS])(struct rules *, const struct packet *) = {
      [PROTOCOL_PFT] = pft, [PROTOCOL_ETM3] = etm3};
  addresses[config_protocol(a->config)](a, p);
  vmid(a, p);
}

static void mark(struct rules *a, const struct rules_mark *m) {
  if (m->marks & (MARK_RESET | MARK_FRESH)) a->address = (struct rules_address){0};
}

const struct rule_theme rule_address_theme = {.mark = mark, .packet = packet};
