// SPDX-License-Identifier: Apache-2.0
// The contents of each PFT packet, given what was sent; the return stack.
#include "pft_encode.h"

#include "packet.h"

#define ATOMS_PER_PACKET 5
#define HYP_ENTRY 3  // IHI 0035B table 4.4

// --- return stack, IHI 0035B 4.13 --------------------------------------------------------------------------------

static struct place *stack_at(struct pft *p, unsigned position) { return &p->stack[position % PFT_STACK_ROOM]; }

static void stack_push(struct pft *p, const struct settings *s, struct place from) {
  const unsigned depth = stack_depth(s);
  if (depth == 0) return;
  *stack_at(p, p->stack_top++) = from;
  if (p->stack_count < depth) p->stack_count++;
}

// Only the newest entry can match. An exception return always has its address in the trace, and so does a branch that
// enters or leaves ThumbEE state.
static bool stack_matches(struct pft *p, const struct settings *s, const struct pft_entry *entry) {
  if (stack_depth(s) == 0 || p->stack_count == 0 || entry->eret || entry->target.j != entry->second_j) return false;
  const struct place *newest = stack_at(p, p->stack_top - 1u), *to = &entry->target;
  return newest->address == to->address && newest->t == to->t && newest->j == to->j && newest->ns == to->ns;
}

static void stack_pop(struct pft *p) {
  p->stack_top--;
  p->stack_count--;
}

// --- packets -----------------------------------------------------------------------------------------------------

// Most packets have a position in execution, so the atoms that lead there must precede them.
static struct record with_atoms(struct pft *p, enum record_kind kind) {
  struct record r = {.kind = kind, .atoms = p->atoms, .atom_count = p->atom_count};
  p->atoms = p->atom_count = 0;
  return r;
}

static bool is_jazelle(struct place at) { return at.j && !at.t; }
static bool is_thumbee(struct place at) { return at.j && at.t; }

static unsigned bytes_from(struct place to, struct place from) {
  if (to.t != from.t || is_jazelle(to) || is_jazelle(from)) return 5;
  return pft_address_bytes(to.address, from.address, to.t);
}

static unsigned bytes_from_bases(const struct pft *p, struct place to) {
  const unsigned n = bytes_from(to, p->base), m = bytes_from(to, p->update_base);
  return n > m ? n : m;
}

static bool changes_alt_is(const struct pft *p, struct place to) {
  return is_thumbee(to) != is_thumbee(p->base) || is_thumbee(to) != is_thumbee(p->update_base);
}

static uint8_t info_bytes(const struct pft *p, const struct settings *s, const struct pft_entry *entry) {
  if (entry->exception > 15) return 2;
  if (has_virtualization(s) && (entry->target.hyp != p->hyp_sent || entry->exception == HYP_ENTRY)) return 2;
  return entry->kind == ENTRY_EXCEPTION || entry->target.ns != p->ns_sent || changes_alt_is(p, entry->target);
}

static void set_bases(struct pft *p, struct place at) { p->base = p->update_base = at; }

struct record pft_branch(struct pft *p, const struct settings *s, const struct pft_entry *entry) {
  struct record r = with_atoms(p, RECORD_BRANCH);
  r.to = entry->target;
  r.exception = entry->exception;
  r.info_bytes = info_bytes(p, s, entry);
  r.address_bytes = (uint8_t)(entry->masked ? 5 : bytes_from_bases(p, entry->target));
  if (r.info_bytes && r.address_bytes < 2) r.address_bytes = 2;
  r.has_count = cycle_accurate(s);
  r.count = entry->count;
  set_bases(p, entry->target);
  // A member that is not sent has not changed.
  p->ns_sent = entry->target.ns;
  p->hyp_sent = entry->target.hyp;
  return r;
}

struct record pft_atoms(struct pft *p) {
  return with_atoms(p, RECORD_ATOMS);
}

struct record pft_isync(struct pft *p, const struct settings *s, struct place at, uint8_t reason, uint32_t count,
                        uint32_t context) {
  struct record r = with_atoms(p, RECORD_ISYNC);
  r.to = at;
  r.reason = reason;
  r.has_count = cycle_accurate(s) && reason != ISYNC_PERIODIC;
  r.count = count;
  record_set_context(&r, &p->sent, s, context);
  set_bases(p, at);
  p->ns_sent = at.ns;
  p->hyp_sent = at.hyp;
  p->stack_count = 0;
  return r;
}

struct record pft_waypoint_update(struct pft *p, const struct pft_entry *entry) {
  struct record r = with_atoms(p, RECORD_WAYPOINT_UPDATE);
  r.to = (struct place){.address = entry->second, .t = entry->second_t, .j = entry->second_j};
  r.info_bytes = changes_alt_is(p, r.to);
  r.address_bytes = (uint8_t)(r.info_bytes ? 5 : bytes_from_bases(p, r.to));
  p->update_base = r.to;
  return r;
}

// A taken branch that an E atom cannot report. A change of state is sent at once, even if the receiver could find it in
// the code.
static bool needs_packet(const struct pft *p, const struct settings *s, const struct pft_entry *entry) {
  return entry->masked || entry->target.ns != p->ns_sent || entry->target.hyp != p->hyp_sent || broadcasts(s);
}

static bool atom(struct pft *p, const struct settings *s, const struct pft_entry *entry, struct record *record) {
  p->atoms = (uint8_t)(p->atoms << 1 | !entry->taken);
  p->atom_count++;
  if (!cycle_accurate(s) && p->atom_count < ATOMS_PER_PACKET && !entry->ends) return false;
  *record = pft_atoms(p);
  record->has_count = cycle_accurate(s);
  record->count = entry->count;
  return true;
}

bool pft_waypoint(struct pft *p, const struct settings *s, const struct pft_entry *entry, struct record *record) {
  const bool jumps = entry->taken && entry->kind != ENTRY_BARRIER;
  bool packet = jumps && needs_packet(p, s, entry);
  if (jumps && !packet && entry->kind == ENTRY_INDIRECT) {
    packet = !stack_matches(p, s, entry);
    if (!packet) stack_pop(p);
  }
  bool has_record = true;
  if (packet) {
    *record = pft_branch(p, s, entry);
  } else {
    has_record = atom(p, s, entry, record);
  }
  // A change of security state has been sent before, so the pushed address always has the state that was sent last.
  if (jumps && entry->link) {
    stack_push(p, s,
               (struct place){.address = entry->second, .t = entry->second_t, .j = entry->second_j, .ns = p->ns_sent});
  }
  return has_record;
}

struct record pft_context_id(struct pft *p, const struct settings *s, uint32_t context) {
  struct record r = with_atoms(p, RECORD_CONTEXT_ID);
  record_set_context(&r, &p->sent, s, context);
  return r;
}

struct record pft_vmid(struct pft *p, uint8_t vmid) {
  struct record r = with_atoms(p, RECORD_VMID);
  record_set_vmid(&r, &p->sent, vmid);
  return r;
}

struct record pft_timestamp(struct pft *p, const struct settings *s, uint64_t stamp, bool full, bool clock_change,
                            uint32_t count) {
  struct record r = with_atoms(p, RECORD_TIMESTAMP);
  record_set_timestamp(&r, &p->sent, s, stamp, full, clock_change);
  r.has_count = cycle_accurate(s);
  r.count = count;
  return r;
}
