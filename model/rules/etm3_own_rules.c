// SPDX-License-Identifier: Apache-2.0
// OWN rules of ETMv3: information bytes, packing of atoms.
#include <inttypes.h>

#include "own_rules_protocol.h"
#include "traced.h"

// --- sizes ----------------------------------------------------------------------------------------------------------

// The most bytes of these packets.
enum { TIMESTAMP = 10, VMID = 2, COUNT_PACKET = 6, P_HEADERS = 3, BRANCH = 8 };

// The most bytes for one item: an I-sync with the packets that must follow it, and a Context ID packet. If the item is
// split, it also has a second P-header and branch packet.
static unsigned companion_bytes(const struct config *c) {
  const unsigned isync = 1 + 5 + rules_context_bytes(c) + 5;
  return isync + COUNT_PACKET + VMID + 2 * TIMESTAMP + 1 + rules_context_bytes(c) + P_HEADERS + BRANCH;
}

// The bytes in the stages after `plan`, and those of the queue entry for which an A-sync waits: an instruction must
// follow each I-sync.
static unsigned sync_slack(const struct config *c) { return 4 * OWN_CHUNK + 2 * companion_bytes(c); }

static bool has_atoms(const struct packet *p) { return p->atom_count > 0 && p->cycles + 1u != 1u << p->atom_count; }

// A due A-sync waits until an instruction is executed.
static bool permits_async_to_wait(const struct packet *p) {
  return p->kind == PACKET_TIMESTAMP || (p->kind == PACKET_P_HEADER && !has_atoms(p));
}

// --- info -----------------------------------------------------------------------------------------------------------

// The first information byte. IHI 0014Q table 7.10 says when the byte is required, and never forbids it.
static void check_info(struct own_rules *r, const struct packet *p) {
  if (p->kind != PACKET_BRANCH && p->kind != PACKET_ISYNC) return;
  const bool state = p->ns != r->ns || p->hyp != r->hyp || (p->isa == ISA_THUMBEE) != (r->isa == ISA_THUMBEE);
  if (p->kind == PACKET_BRANCH && r->has_state && p->info_bytes > 0) {
    rule_check(r->rules, RULE_OWN_INFO_1, p->exception != 0 || state,
               "branch packet has an information byte, expected none: no exception, and no change of state");
  }
  r->has_state = true;
  r->isa = p->isa;
  r->ns = p->ns;
  r->hyp = p->hyp;
}

// --- packing (docs/pipeline-etm3.md#phdr) ---------------------------------------------------------------------------

static bool is_cycle(const struct packet *p, unsigned i) { return p->cycles >> i & 1; }
static bool is_n(const struct packet *p, unsigned i) { return p->atoms >> i & 1; }
static bool ends_with_n(const struct packet *p) { return is_n(p, p->atom_count - 1u); }

// Does the P-header begin with a cycle that has exactly one atom? Without cycle counts, the answer is always yes.
static bool starts_single(const struct packet *p, bool counts) {
  if (!counts) return true;
  const bool has_cycle_then_atom = p->atom_count > 1 && is_cycle(p, 0) && !is_cycle(p, 1);
  return has_cycle_then_atom && (p->atom_count == 2 || is_cycle(p, 2));
}

// Could the previous P-header have contained the first atoms or cycles of `p`?
static bool joins(const struct packet *last, const struct packet *p, bool counts, bool greedy) {
  const unsigned atoms = last->atom_count;
  if (!counts) {
    if (greedy && atoms == 1) return true;  // Two atoms always fit into one P-header.
    return atoms < 15 && !(atoms > 1 && is_n(last, 0)) && !ends_with_n(last);
  }
  if (!has_atoms(last)) {  // Nothing is executed in its cycles.
    const bool takes_first_atom = greedy && starts_single(p, true) && !is_n(p, 1);
    return atoms < 8 && (!has_atoms(p) || is_cycle(p, 1) || takes_first_atom);
  }
  if (!is_cycle(last, 0) || !starts_single(last, true)) return false;
  const bool full = atoms == 14 && (!greedy || !(starts_single(p, true) && is_n(p, 1)));
  return !full && !ends_with_n(last) && starts_single(p, true);
}

// A branch packet, an exception exit, a timestamp, a flush, the end of tracing, and a change of Context ID or VMID each
// end a run of atoms. If ETMCR selects only a part of the Context ID, a change that is not in the trace ends a run,
// too. So the packing is not checked then.
static void check_packing(struct own_rules *r, const struct packet *p) {
  const struct packet *last = &r->last;
  const unsigned context = rules_context_bytes(r->config);
  if ((context > 0 && context < 4) || r->config->unknown & CONFIG_ETMAUXCR) return;
  const bool counts = unit_counts_clocks(r->config), greedy = r->config->etmauxcr & ETMAUXCR_GREEDY;
  if (last->kind != PACKET_P_HEADER || p->kind != PACKET_P_HEADER) return;
  const bool cycles = counts && !has_atoms(last), pairs = counts && !cycles;
  const unsigned count = pairs ? last->atom_count / 2u : last->atom_count;
  const char *what = counts ? "cycle" : "atom", *each = cycles ? " without an atom" : pairs ? " with an atom" : "";
  const char *full = cycles ? "8 cycles" : pairs ? "7 cycles, or an N at its end" : "15 atoms, or an N at its end";
  rule_check_earlier(r->rules, RULE_OWN_PACK_1, last->offset, r->last_item,
                     !joins(last, p, counts, greedy) || own_rules_forced_by_drain(r, last->offset),
                     "P-header has %u %s%s%s and is not full, expected %s: the P-header at byte %" PRIu64
                     " continues it",
                     count, what, count == 1 ? "" : "s", each, full, p->offset);
}

// --------------------------------------------------------------------------------------------------------------------

// The most queue entries that a packet reports. An I-sync at a start counts twice: it also reports the queue entry of
// the previous end of tracing.
static uint64_t entries(const struct packet *p) {
  if (p->kind == PACKET_ISYNC) return p->reason == ISYNC_PERIODIC ? 0 : 2;
  return p->kind == PACKET_P_HEADER || p->kind == PACKET_BRANCH || p->kind == PACKET_EXCEPTION_RETURN;
}

static void packet(struct own_rules *r, const struct packet *p) {
  check_packing(r, p);
  check_info(r, p);
  if (entries(p)) own_rules_count_entries(r, p, entries(p));
  if (p->kind == PACKET_ASYNC || p->kind == PACKET_TRIGGER) return;
  r->last = *p;
  r->last_item = r->rules->item;
}

// The reference RTL sends no exception return packet for an exception return that failed its condition.
static void event(struct own_rules *r, const struct flow_event *e, const struct packet *p) {
  (void)p;
  r->coverage->eret_failed += e->failed_return && unit_reports_returns(r->config);
}

const struct own_rules_protocol etm3_own_rules = {.packet = packet,
                                                  .event = event,
                                                  .companion_bytes = companion_bytes,
                                                  .sync_slack = sync_slack,
                                                  .counts_bytes_since = 1,  // ETMv3.0 counts clocks (IHI 0014Q 7.10.1).
                                                  .permits_async_to_wait = permits_async_to_wait};
