// SPDX-License-Identifier: Apache-2.0
#include "pft_encode.h"

#define ATOMS_PER_PACKET 5

// --- return stack, IHI 0035B 4.13 --------------------------------------------------------------------------------

static struct location *stack_at(struct pft *p, unsigned position) { return &p->stack[position % PFT_STACK_ROOM]; }

static void stack_push(struct pft *p, struct location from, unsigned depth) {
  if (depth == 0) return;
  *stack_at(p, p->stack_top++) = from;
  if (p->stack_count < depth) p->stack_count++;
}

// Only the newest entry is looked at. An exception return is always told in full.
static bool stack_matches(struct pft *p, const struct entry *e, unsigned depth) {
  if (depth == 0 || p->stack_count == 0 || e->eret) return false;
  const struct location *newest = stack_at(p, p->stack_top - 1u);
  return newest->address == e->target.address && newest->t == e->target.t && newest->ns == e->target.ns;
}

static void stack_pop(struct pft *p) {
  p->stack_top--;
  p->stack_count--;
}

// --- packets -----------------------------------------------------------------------------------------------------

// Most packets say where execution is, so the atoms that lead there must come out before them.
static struct record with_atoms(struct pft *p, enum record_kind kind, struct location target) {
  struct record r = {.kind = (uint8_t)kind, .target = target, .atoms = p->atoms, .atom_count = p->atom_count};
  p->atoms = p->atom_count = 0;
  return r;
}

static unsigned bytes_from(struct location to, uint32_t from, bool from_t) {
  return to.t == from_t ? pft_address_bytes(to.address, from, to.t) : 5;
}

// After a waypoint update the base can be read in two ways: the update moves it or it does not. Sending the longer of
// the two forms makes both come to the same address.
static unsigned branch_bytes(const struct pft *p, const struct entry *e, bool info) {
  if (e->ends) return 5;
  unsigned n = bytes_from(e->target, p->base, p->base_t);
  if (e->update) {
    unsigned from_update = bytes_from(e->target, e->second, e->second_t);
    if (n < from_update) n = from_update;
  }
  return info && n < 2 ? 2 : n;
}

struct record pft_branch(struct pft *p, const struct entry *e) {
  struct record r = with_atoms(p, RECORD_BRANCH, e->target);
  r.info = e->kind == ENTRY_EXCEPTION || e->target.ns != p->ns_sent;
  r.exception = e->exception;
  r.address_bytes = (uint8_t)branch_bytes(p, e, r.info);
  p->base = e->target.address;
  p->base_t = e->target.t;
  p->ns_sent = e->target.ns;  // without an information byte it is the same already
  return r;
}

struct record pft_atoms(struct pft *p) {
  return with_atoms(p, RECORD_ATOMS, (struct location){0});
}

struct record pft_async(void) {
  return (struct record){.kind = RECORD_ASYNC};
}

struct record pft_exception_return(void) {
  return (struct record){.kind = RECORD_EXCEPTION_RETURN};
}

struct record pft_trigger(void) {
  return (struct record){.kind = RECORD_TRIGGER};
}

struct record pft_isync(struct pft *p, struct location at, uint8_t reason) {
  struct record r = with_atoms(p, RECORD_ISYNC, at);
  r.reason = reason;
  p->base = at.address;
  p->base_t = at.t;
  p->ns_sent = at.ns;
  p->stack_count = 0;
  return r;
}

struct record pft_update(struct pft *p, const struct entry *e) {
  struct location executed = {.address = e->second, .t = e->second_t};
  struct record r = with_atoms(p, RECORD_UPDATE, executed);
  r.address_bytes = (uint8_t)bytes_from(executed, p->base, p->base_t);
  return r;
}

bool pft_waypoint(struct pft *p, const struct entry *e, unsigned depth, struct record *r) {
  bool jumps = e->taken && e->kind != ENTRY_BARRIER;
  // A change of security state is told at once, and an end by an address of 0, even where the code alone would do.
  bool news = e->ends || e->target.ns != p->ns_sent;
  bool returns = jumps && !news && e->kind == ENTRY_INDIRECT && stack_matches(p, e, depth);
  bool says = true;
  if (returns) stack_pop(p);
  if (jumps && !returns && (news || e->kind == ENTRY_INDIRECT)) {
    *r = pft_branch(p, e);
  } else {
    p->atoms = (uint8_t)(p->atoms << 1 | !e->taken);
    p->atom_count++;
    says = p->atom_count == ATOMS_PER_PACKET || e->ends;
    if (says) *r = pft_atoms(p);
  }
  // Any change of security state has been told by now, so what is pushed is always in the state last sent.
  if (jumps && e->link) stack_push(p, (struct location){e->second, e->second_t, e->target.ns}, depth);
  return says;
}
