// SPDX-License-Identifier: Apache-2.0
// Checks an item of the processor's port against the clauses, and against the code of the image.
#include "port_rules.h"

#include <stdarg.h>

#include "rules.h"
#include "traced.h"

enum { WALK_LIMIT = 1 << 12 };  // instructions after which the search for the next waypoint ends
enum { IT_BLOCK = 4 };          // the most instructions of an IT block

bool port_rules_evaluate(struct port_rules *r, unsigned rule, bool good) {
  r->rules->evaluated[rule]++;
  return good;
}

// A waypoint that the Cortex-A9 has committed is at fault by the pins of the clock in which it was presented.
void port_rules_broken(struct port_rules *r, unsigned rule, size_t item, enum pin pin, uint64_t value,
                       const char *format, ...) {
  struct rule_breach *b = &r->rules->breaches[rule];
  const bool is_first = b->times == 0;
  va_list args;
  r->known = false;
  va_start(args, format);
  rules_blame_environment(r->rules, rule, pin, value, item, format, args);
  va_end(args);
  if (is_first && r->commit) b->clock = r->commit->presented;
}

// The pin of slot `n` that corresponds to `pin` of slot 0.
static enum pin of_slot(enum pin pin, unsigned n) { return pin + n * (PIN_ETMI1VALID - PIN_ETMI0VALID); }

static void go_to(struct port_rules *r, uint32_t address, uint8_t isa, bool shown) {
  r->address = address;
  r->isa = isa;
  r->known = shown && isa != ISA_JAZELLE;
  r->it = r->maybe_it = 0;
}

// The target of an exception return may be in an IT block. Any indirect branch may be an exception return.
static void may_be_in_it_block(struct port_rules *r) { r->maybe_it = IT_BLOCK; }

// Moves past instruction `i`. Returns whether `i` may fail its condition.
static bool step_past(struct port_rules *r, const struct instruction *i) {
  const bool may_fail = i->conditional || r->it > 0 || (r->maybe_it > 0 && r->isa != ISA_ARM);
  if (r->it > 0) r->it--;
  if (i->it) r->it = i->it;
  if (r->maybe_it > 0) r->maybe_it--;
  r->address += i->size;
  return may_fail;
}

void port_rules_start(struct port_rules *r, struct rules *rules, const struct image *image) {
  *r = (struct port_rules){.rules = rules, .image = image, .config = rules->config};
}

void port_rules_lose_track(struct port_rules *r) { r->known = r->last_known = false; }

// --- without the code ------------------------------------------------------------------------------------------------

void port_rules_legal_waypoint(struct port_rules *r, const struct waypoint *w, size_t item) {
  const bool branches = w->type <= WAYPOINT_INDIRECT, v11 = unit_is_v11(r->config);
  const bool is_of_v11 = w->exception == 3 || w->exception > 15;
  const bool reserved = w->exception == 6 || w->exception == 7 || (is_of_v11 && !v11);
  const unsigned most = r->is_a9 ? WAYPOINT_DEBUG_EXIT : WAYPOINT_UPDATE;
  if (!port_rules_evaluate(r, RULE_PORT_TYPE_1, w->type <= most)) {
    port_rules_broken(r, RULE_PORT_TYPE_1, item, PIN_WPTTYPE, w->type,
                      "WPTTYPE is %u, which is reserved; expected at most %u", w->type, most);
  } else if (!branches && !port_rules_evaluate(r, RULE_PORT_TAKEN_1, w->taken)) {
    port_rules_broken(r, RULE_PORT_TAKEN_1, item, PIN_WPTTAKEN, w->taken,
                      "WPTTAKEN is 0, expected 1: WPTTYPE %u is not a branch", w->type);
  } else if (!branches && !port_rules_evaluate(r, RULE_PORT_LINK_1, !w->link)) {
    port_rules_broken(r, RULE_PORT_LINK_1, item, PIN_WPTLINK, w->link,
                      "WPTLINK is 1, expected 0: WPTTYPE %u is not a branch", w->type);
  } else if (w->type == WAYPOINT_EXCEPTION && !(r->config->unknown & CONFIG_ETMIDR) &&
             !port_rules_evaluate(r, RULE_PORT_EXC_1, !reserved)) {
    port_rules_broken(r, RULE_PORT_EXC_1, item, PIN_WPTEXCEPTIONTYPE, w->exception & 15u,
                      "exception number is %u, which is reserved in PFTv1.%u", w->exception, v11);
  } else if ((w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited) &&
             !port_rules_evaluate(r, RULE_PORT_SECRET_1, w->target == 0)) {
    port_rules_broken(r, RULE_PORT_SECRET_1, item, PIN_WPTTARGETPC, w->target, "WPTTARGETPC is 0x%08X, expected 0: %s",
                      w->target,
                      w->prohibited ? "tracing is prohibited at the target" : "this is an entry to Debug state");
  }
}

// IHI 0014Q tables 7.11 (ARMv7-M) and 7.12 (others). ETMIDR does not name the profile: ARMv7-M came with ETMv3.4 and
// has no Security Extensions. Exception[8:4] exists from ETMv3.4 on, and is ignored before that version.
static bool is_of_v7m(const struct config *c) { return config_minor(c) >= 4 && !(c->etmidr & ETMIDR_SECURITY); }

static unsigned number_of(const struct config *c, uint16_t exception) {
  return config_minor(c) >= 4 ? exception : exception & 15u;
}

static bool is_reserved(const struct config *c, uint16_t exception) {
  const unsigned minor = config_minor(c), number = number_of(c, exception);
  enum { RESERVED_BY_V7M = 1 << 16 | 1 << 18 | 1 << 20 | 1 << 22 | 1 << 23 };
  if (is_of_v7m(c)) return number <= 23 && RESERVED_BY_V7M >> number & 1;
  if (number == 6 || number == 7) return true;
  return (number == 3 && minor < 5) || (number == 13 && minor < 3);
}

// Table 7.7: a data abort always cancels an instruction. An undefined instruction and an SVC never do. Whether another
// exception cancels an instruction depends on the instruction that it interrupts.
enum cancelling { CANCELS_NEVER, CANCELS_ALWAYS, CANCELS_PERHAPS };
enum { UNDEFINED = 9, SVC, DATA_ABORT = 12 };

static enum cancelling cancelling(const struct config *c, uint16_t exception) {
  const unsigned number = number_of(c, exception);
  if (is_of_v7m(c)) return CANCELS_PERHAPS;
  if (number == UNDEFINED || number == SVC) return CANCELS_NEVER;
  return number == DATA_ABORT ? CANCELS_ALWAYS : CANCELS_PERHAPS;
}

static void check_cancel(struct port_rules *r, const struct slot *s, const struct etm3_port_clock *port, unsigned n,
                         size_t item) {
  const enum cancelling kind = cancelling(r->config, s->exception);
  const bool must_cancel = kind == CANCELS_ALWAYS && !port->interrupts_hidden;
  const bool is_good = s->cancel ? kind != CANCELS_NEVER : !must_cancel;
  if (port_rules_evaluate(r, RULE_PORT_CANCEL_1, is_good)) return;
  port_rules_broken(r, RULE_PORT_CANCEL_1, item, of_slot(PIN_ETMI0BRCANCEL, n), s->cancel,
                    s->cancel ? "ETMI%uBRCANCEL is 1, expected 0: exception %u cancels no instruction"
                              : "ETMI%uBRCANCEL is 0, expected 1: exception %u always cancels an instruction",
                    n, s->exception);
}

void port_rules_legal_slots(struct port_rules *r, const struct slots *slots, const struct etm3_port_clock *port,
                            size_t item) {
  for (unsigned n = 0; n < 2 && !slots->debug; n++) {
    const struct slot *s = &slots->at[n];
    const bool known = !(r->config->unknown & CONFIG_ETMIDR);
    if (!s->branched || !known) continue;
    if (!port_rules_evaluate(r, RULE_PORT_EXC_1, !is_reserved(r->config, s->exception))) {
      port_rules_broken(r, RULE_PORT_EXC_1, item, of_slot(PIN_ETMI0BREXC, n), s->exception,
                        "ETMI%uBREXC is %u, which is reserved in ETMv3.%u", n, s->exception, config_minor(r->config));
      continue;
    }
    check_cancel(r, s, port, n, item);
  }
}

// --- waypoints ------------------------------------------------------------------------------------------------------

static bool barriers_are_waypoints(const struct port_rules *r) {
  return r->config->etmccer & ETMCCER_BARRIER_WAYPOINTS;
}

__attribute__((noinline)) static const struct instruction *decode(struct port_rules *r, struct port_rules_cached *k) {
  r->known = k->filled = isa_fetch(r->image, r->address, r->isa, barriers_are_waypoints(r), &k->i);
  k->address = r->address;
  k->isa = r->isa;
  return r->known ? &k->i : NULL;
}

// The instruction at the address of execution. NULL: the image does not have it. Valid until the next call.
static const struct instruction *fetch(struct port_rules *r) {
  struct port_rules_cached *k = &r->cache[(r->address >> 1 ^ r->address >> 11) % PORT_RULES_CACHE];
  if (!r->known) return NULL;
  const bool is_cached = k->filled && k->address == r->address && k->isa == r->isa;
  return is_cached ? &k->i : decode(r, k);
}

static const char *const types[] = {[WAYPOINT_DIRECT] = "a direct branch",
                                    [WAYPOINT_INDIRECT] = "an indirect branch",
                                    [WAYPOINT_BARRIER] = "a barrier"};
static const uint8_t type_of[] = {
    [DIRECT_BRANCH] = WAYPOINT_DIRECT, [INDIRECT_BRANCH] = WAYPOINT_INDIRECT, [BARRIER] = WAYPOINT_BARRIER};

// Compares waypoint `w` with the instruction `i` at address `at`.
static void compare_waypoint(struct port_rules *r, const struct waypoint *w, size_t item, uint32_t at,
                             const struct instruction *i, bool may_fail) {
  const uint8_t type = type_of[i->class], target = isa_of(w->target_t, w->target_j);
  if (!port_rules_evaluate(r, RULE_PORT_BRANCH_1, w->type == type)) {
    port_rules_broken(r, RULE_PORT_BRANCH_1, item, PIN_WPTTYPE, w->type,
                      "WPTTYPE is %u, expected %u: the instruction at 0x%08X is %s", w->type, type, at, types[type]);
  } else if (!port_rules_evaluate(r, RULE_PORT_PASS_1, w->taken || may_fail)) {
    port_rules_broken(r, RULE_PORT_PASS_1, item, PIN_WPTTAKEN, w->taken,
                      "WPTTAKEN is 0, expected 1: the instruction at 0x%08X is %s without a condition", at,
                      types[type]);
  } else if (r->isa != ISA_ARM && !port_rules_evaluate(r, RULE_PORT_SIZE_1, w->t32 == (i->size == 4))) {
    port_rules_broken(r, RULE_PORT_SIZE_1, item, PIN_WPTT32LINK, w->t32,
                      "WPTT32LINK is %d, expected %d: the instruction at 0x%08X has %u bytes", w->t32, !w->t32, at,
                      i->size);
  } else if (!port_rules_evaluate(r, RULE_PORT_LINK_2, w->link == i->link)) {
    port_rules_broken(r, RULE_PORT_LINK_2, item, PIN_WPTLINK, w->link,
                      "WPTLINK is %d, expected %d: the instruction at 0x%08X %s LR", w->link, i->link, at,
                      i->link ? "writes" : "does not write");
  } else if (unit_is_v11(r->config) && i->class == INDIRECT_BRANCH &&
             !port_rules_evaluate(r, RULE_PORT_ERET_1, w->eret == i->eret)) {
    port_rules_broken(r, RULE_PORT_ERET_1, item, PIN_WPTEXTERET, w->eret,
                      "WPTEXTERET is %d, expected %d: the instruction at 0x%08X is %s exception return", w->eret,
                      i->eret, at, i->eret ? "an" : "not an");
  } else if (i->class == DIRECT_BRANCH && w->taken && !w->prohibited) {
    if (!port_rules_evaluate(r, RULE_PORT_ADDR_2, w->target == i->target)) {
      port_rules_broken(r, RULE_PORT_ADDR_2, item, PIN_WPTTARGETPC, w->target,
                        "WPTTARGETPC is 0x%08X, expected 0x%08X, the target of the branch at 0x%08X", w->target,
                        i->target, at);
    } else if (target != i->target_isa) {
      port_rules_broken(r, RULE_PORT_ADDR_2, item, PIN_WPTTARGETTBIT, w->target_t,
                        "WPTTARGETTBIT is %d and WPTTARGETJBIT is %d, expected %d and %d for the branch at 0x%08X",
                        w->target_t, w->target_j, isa_t(i->target_isa), isa_j(i->target_isa), at);
    }
  }
}

// A branch or a barrier must be the next waypoint of the code.
static void check_next_waypoint(struct port_rules *r, const struct waypoint *w, size_t item) {
  const struct instruction *i = NULL;
  uint32_t at = r->address;
  bool may_fail = false;
  for (unsigned n = 0; r->known; n++) {
    at = r->address;
    if (n == WALK_LIMIT) r->known = false;
    i = fetch(r);
    if (!i) return;
    may_fail = step_past(r, i);
    if (i->class != NO_WAYPOINT) break;
  }
  if (!r->known) return;
  r->checked++;
  if (!port_rules_evaluate(r, RULE_PORT_ADDR_1, w->pc == at)) {
    port_rules_broken(r, RULE_PORT_ADDR_1, item, PIN_WPTPC, w->pc,
                      "WPTPC is 0x%08X, expected 0x%08X, the address of the next waypoint in the code", w->pc, at);
  } else {
    compare_waypoint(r, w, item, at, i, may_fail);
  }
}

// The address of an exception or of a Debug entry must be an instruction boundary, reached without passing a waypoint.
// The last instruction may be a waypoint by its encoding if it was not executed.
static void check_interrupted(struct port_rules *r, const struct waypoint *w, size_t item) {
  const uint32_t from = r->address;
  const struct instruction *i = NULL;
  for (unsigned n = 0; r->known && r->address != w->pc && n < WALK_LIMIT; n++) {
    i = fetch(r);
    if (!i) return;
    step_past(r, i);
    if (i->class != NO_WAYPOINT) break;
  }
  if (!r->known) return;
  r->checked++;
  if (!port_rules_evaluate(r, RULE_PORT_ADDR_1, r->address == w->pc)) {
    port_rules_broken(
        r, RULE_PORT_ADDR_1, item, PIN_WPTPC, w->pc,
        "WPTPC is 0x%08X, expected an address that execution from 0x%08X reaches before the next waypoint", w->pc,
        from);
  } else if (r->address != from && r->isa != ISA_ARM &&
             !port_rules_evaluate(r, RULE_PORT_SIZE_1, w->t32 == (i->size == 4))) {
    port_rules_broken(r, RULE_PORT_SIZE_1, item, PIN_WPTT32LINK, w->t32,
                      "WPTT32LINK is %d, expected %d: the instruction before 0x%08X has %u bytes", w->t32, !w->t32,
                      w->pc, i->size);
  }
}

enum { EXCEPTION_RESET = 8 };  // The port does not show which instruction a reset interrupted.

void port_rules_waypoint(struct port_rules *r, const struct waypoint *w, size_t item) {
  const bool barrier = w->type == WAYPOINT_BARRIER,
             reset = w->type == WAYPOINT_EXCEPTION && w->exception == EXCEPTION_RESET;
  if (!r->image) return;
  if (w->type <= WAYPOINT_INDIRECT || barrier) {
    check_next_waypoint(r, w, item);
    if (!w->taken || barrier) return;
  } else if (w->type != WAYPOINT_DEBUG_EXIT && !reset) {
    check_interrupted(r, w, item);
    if (w->type == WAYPOINT_UPDATE) return;
  }
  go_to(r, w->target, isa_of(w->target_t, w->target_j), !w->prohibited && w->type != WAYPOINT_DEBUG_ENTRY);
  if (w->type == WAYPOINT_INDIRECT || w->type == WAYPOINT_DEBUG_EXIT) may_be_in_it_block(r);
}

// --- slots ----------------------------------------------------------------------------------------------------------

// If ETMIDR[18] is 0, a BL or BLX of 32 bits is presented as two instructions of 16 bits.
static bool is_halved(const struct port_rules *r, const struct instruction *i) {
  return r->isa != ISA_ARM && i->size == 4 && !(r->config->etmidr & ETMIDR_WIDE_THUMB);
}

static void check_instruction(struct port_rules *r, const struct slot *s, unsigned n, size_t item) {
  const uint8_t isa = isa_of(s->at.t, s->at.j);
  if (r->last_known && r->last->class == INDIRECT_BRANCH && r->last_passed &&
      !port_rules_evaluate(r, RULE_PORT_BRANCH_2, r->last_branched)) {
    port_rules_broken(r, RULE_PORT_BRANCH_2, item, of_slot(PIN_ETMI0BR, n), s->branched,
                      "no ETMI%uBR or ETMI%uBR after the indirect branch at 0x%08X passed, expected one", 0u, 1u,
                      r->last_address);
  }
  if (r->known && !port_rules_evaluate(r, RULE_PORT_ADDR_1, s->at.address == r->address && isa == r->isa)) {
    port_rules_broken(r, RULE_PORT_ADDR_1, item, of_slot(PIN_ETMI0A, n), s->at.address,
                      "ETMI%uA is 0x%08X, ETMI%uT is %d, ETMI%uJ is %d, expected 0x%08X, %d, %d", n, s->at.address, n,
                      s->at.t, n, s->at.j, r->address, r->isa == ISA_THUMB || r->isa == ISA_THUMBEE,
                      r->isa == ISA_THUMBEE);
  }
  if (!r->known) {
    go_to(r, s->at.address, isa, true);
    may_be_in_it_block(r);
  }
  const struct instruction *i = fetch(r);
  r->known = r->last_known = i && !is_halved(r, i);
  if (!r->known) return;
  r->checked++;
  r->last = i;
  r->last_address = r->address;
  r->last_passed = s->passed;
  r->last_branched = false;
  if (!port_rules_evaluate(r, RULE_PORT_PASS_1, step_past(r, i) || s->passed)) {
    port_rules_broken(r, RULE_PORT_PASS_1, item, of_slot(PIN_ETMI0PASS, n), s->passed,
                      "ETMI%uPASS is 0, expected 1: the instruction at 0x%08X has no condition", n, s->at.address);
  }
  if (i->class == DIRECT_BRANCH && s->passed) go_to(r, i->target, i->target_isa, r->known);
  if (i->class == INDIRECT_BRANCH && s->passed) r->known = false;
}

static bool leads_to(const struct slot *s, uint32_t address, uint8_t isa) {
  return s->to.address == address && isa_of(s->to.t, s->to.j) == isa;
}

// A branch is presented for the last instruction. An instruction that only changes the security state continues at the
// next instruction, but is presented as a branch (IHI 0014Q 7.3.5).
static void check_branch(struct port_rules *r, const struct slot *s, unsigned n, size_t item) {
  const struct instruction *i = r->last;
  const bool branches = r->last_passed && (i->class == DIRECT_BRANCH || i->class == INDIRECT_BRANCH);
  const bool direct = branches && i->class == DIRECT_BRANCH;
  r->last_branched = true;
  if (r->last_known && !branches && r->known &&
      !port_rules_evaluate(r, RULE_PORT_BRANCH_2, leads_to(s, r->address, r->isa))) {
    port_rules_broken(r, RULE_PORT_BRANCH_2, item, of_slot(PIN_ETMI0BR, n), s->branched,
                      "ETMI%uBR is 1, expected 0: the instruction at 0x%08X is not a branch that passed", n,
                      r->last_address);
  } else if (r->last_known && branches && !port_rules_evaluate(r, RULE_PORT_BRANCH_1, s->direct == direct)) {
    port_rules_broken(r, RULE_PORT_BRANCH_1, item, of_slot(PIN_ETMI0BRDIRECT, n), s->direct,
                      "ETMI%uBRDIRECT is %d, expected %d: the instruction at 0x%08X is %s", n, s->direct, direct,
                      r->last_address, types[type_of[i->class]]);
  } else if (r->last_known && direct &&
             !port_rules_evaluate(r, RULE_PORT_ADDR_2, leads_to(s, i->target, i->target_isa))) {
    port_rules_broken(r, RULE_PORT_ADDR_2, item, of_slot(PIN_ETMI0BRA, n), s->to.address,
                      "ETMI%uBRA is 0x%08X, ETMI%uBRT is %d, expected 0x%08X, %d for the branch at 0x%08X", n,
                      s->to.address, n, s->to.t, i->target, isa_t(i->target_isa), r->last_address);
  }
  if (r->last_known && !(branches && !direct)) return;
  go_to(r, s->to.address, isa_of(s->to.t, s->to.j), !s->secret);
  may_be_in_it_block(r);
}

void port_rules_slots(struct port_rules *r, const struct slots *slots, size_t item) {
  if (!r->image) return;
  if (slots->debug || slots->prohibited) {
    port_rules_lose_track(r);
    return;
  }
  for (unsigned n = 0; n < 2; n++) {
    const struct slot *s = &slots->at[n];
    if (s->executed) check_instruction(r, s, n, item++);
    if (!s->branched) continue;
    if (!s->exception) {
      check_branch(r, s, n, item - (item > 0));
      continue;
    }
    r->last_known = false;
    go_to(r, s->to.address, isa_of(s->to.t, s->to.j), !s->secret);
    item++;
  }
}
