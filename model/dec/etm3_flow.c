// SPDX-License-Identifier: Apache-2.0
// The rules of IHI 0014Q 4.5 and 7.3: an atom is one instruction; the image says which, and where direct branches go.
#include <stdlib.h>

#include "error.h"
#include "flow_parts.h"

// --- what is held back ---------------------------------------------------------------------------------------------

// All but the last instruction.
static void settle(struct flow *f) {
  struct flow_event *held = &f->etm3.held;
  if (!f->etm3.holding || held->count < 2) return;
  const struct flow_event settled = flow_take(held, held->count - 1);
  f->sink(f->user, &settled);
}

static void deliver_held(struct flow *f) {
  struct etm3_flow *e = &f->etm3;
  if (e->holding) f->sink(f->user, &e->held);
  if (e->branched) f->sink(f->user, &e->branch);
  e->holding = e->branched = e->pending = false;
}

static void error(struct flow *f, const char *why) {
  deliver_held(f);
  flow_error(f, why);
}

static void hold_branch(struct flow *f, uint8_t isa, uint32_t address) {
  f->etm3.branched = true;
  f->etm3.branch =
      (struct flow_event){.kind = FLOW_BRANCH, .isa = isa, .ns = f->ns, .start = address, .offset = f->offset};
}

// Execution goes on where a branch packet says.
static void go_as_told(struct flow *f, const struct packet *p) {
  f->place = IN_STEP;
  f->ns = p->ns;
  flow_go(f, p->address, p->isa);
  f->etm3.pending = false;
  f->etm3.open = true;
}

// --- instructions --------------------------------------------------------------------------------------------------

enum { RUNS = 2048 };  // in the cache, a power of two

// Instructions one behind the other, up to the first branch, or no more than a P-header has atoms.
struct run {
  struct instruction last;
  uint32_t start;
  uint16_t wide;  // as in struct flow_event
  uint8_t isa;
  uint8_t count;                    // 0: unused cache entry
  uint8_t at[ETM3_MOST_ATOMS + 1];  // bytes from `start` to each of them, and to behind the last
};

static bool is_branch(const struct instruction *i) { return i->class == DIRECT_BRANCH || i->class == INDIRECT_BRANCH; }

// BL and BLX as two instructions of 16 bits: the first is no branch, the second knows the target if it is behind one.
static void halve(const struct flow *f, uint32_t address, struct instruction *i) {
  uint16_t first = 0, second = 0;
  image_read16(f->image, address - 2, &first);
  image_read16(f->image, address, &second);
  if (second >> 11 == 0x1E) {
    *i = (struct instruction){.class = NO_WAYPOINT};
  } else if (first >> 11 == 0x1E) {
    *i = isa_thumb(address - 2, (uint32_t)first << 16 | second, 4, f->isa == ISA_THUMBEE, false);
  } else {
    *i = (struct instruction){.class = INDIRECT_BRANCH, .link = true};
  }
  i->size = 2;
}

static bool fetch(const struct flow *f, uint32_t address, struct instruction *i) {
  const bool halved = !f->etm3.wide && f->isa != ISA_ARM;
  uint16_t half;
  if (!halved || !image_read16(f->image, address, &half) || thumb_size(half) == 2) return flow_fetch(f, address, i);
  halve(f, address, i);
  return true;
}

// The run that begins where execution stands. False: the image has no code there.
static bool walk(const struct flow *f, struct run *run) {
  struct instruction i = {0};
  *run = (struct run){.start = f->address, .isa = f->isa};
  while (run->count < ETM3_MOST_ATOMS && !is_branch(&i) && fetch(f, f->address + run->at[run->count], &i)) {
    run->last = i;
    run->wide |= (uint16_t)((f->isa != ISA_ARM && i.size == 4) << run->count);
    run->at[run->count + 1] = (uint8_t)(run->at[run->count] + i.size);
    run->count++;
  }
  return run->count > 0;
}

// Likewise; NULL: there is none to be known, and that is told. Without an image all of it is 0, and it is one
// instruction.
static const struct run *next_run(struct flow *f) {
  static const struct run unknown = {.count = 1};
  if (!f->image) return &unknown;
  if (f->isa == ISA_JAZELLE) {
    flow_gap(f, FLOW_JAZELLE);
    return NULL;
  }
  struct run *run = &f->etm3.runs[((f->address | f->isa) * 0x9E3779B1u >> 7) % RUNS];
  if (run->count && run->start == f->address && run->isa == f->isa) return run;
  if (walk(f, run)) return run;
  flow_gap(f, FLOW_NO_CODE);
  return NULL;
}

// The run's first `count` instructions were executed, with `pace` cycles between them; the last of them `passed` or
// not.
static void hold(struct flow *f, const struct run *run, unsigned count, unsigned pace, bool passed) {
  static const struct instruction plain;
  struct etm3_flow *e = &f->etm3;
  const struct instruction *last = count == run->count ? &run->last : &plain;
  const bool taken = passed && last->class == DIRECT_BRANCH;
  e->holding = true;
  e->held = (struct flow_event){.kind = FLOW_RANGE,
                                .isa = f->isa,
                                .ns = f->ns,
                                .passed = passed,
                                .waypoint = true,
                                .indirect = last->class == INDIRECT_BRANCH,
                                .link = last->link,
                                .failed_return = !passed && last->eret,
                                .start = f->address,
                                .end = f->address + run->at[count],
                                .target = taken ? last->target : 0,
                                .target_isa = taken ? last->target_isa : ISA_ARM,
                                .count = count,
                                .wide = run->wide,
                                .cycles = e->cycles,
                                .pace = (uint8_t)pace,
                                .offset = f->offset};
  e->cycles = 0;
  e->pending = e->open = passed && e->held.indirect;
  flow_go(f, taken ? last->target : e->held.end, taken ? last->target_isa : f->isa);
}

// `count` atoms, all E but the last if not `passed`, and with `pace` cycles between them: so many instructions were
// executed from where execution stands on. Goes no further than the first branch. Returns the atoms used.
static unsigned execute(struct flow *f, unsigned count, unsigned pace, bool passed) {
  struct etm3_flow *e = &f->etm3;
  const bool pending = e->pending;
  deliver_held(f);
  e->traced = true;
  e->open = false;
  if (pending) flow_error_missing(f, "no branch packet after an indirect branch that passed");
  const struct run *run = f->place == IN_STEP ? next_run(f) : NULL;
  if (!run) {
    e->cycles = 0;
    return count;
  }
  if (count > run->count) {
    count = run->count;
    passed = true;
  }
  hold(f, run, count, pace, passed);
  return count;
}

// So many atoms from bit `n` of a P-header on have `pace` cycles, 0 or 1, between them, and are all E but for the last.
static unsigned atoms_alike(const struct packet *p, unsigned n, unsigned pace) {
  const unsigned end = 1u << (p->atom_count - n), cycles = pace ? 0xAAAA : 0;
  const unsigned atoms = ((unsigned)__builtin_ctz((p->cycles >> n ^ cycles) | end) + pace) >> pace;
  const unsigned es = (unsigned)__builtin_ctz(p->atoms >> n | end) >> pace;
  return es < atoms ? es + 1 : atoms;
}

static void p_header(struct flow *f, const struct packet *p) {
  for (unsigned n = 0; n < p->atom_count; n++) {
    if (p->cycles >> n & 1) {
      f->etm3.cycles++;
      continue;
    }
    const unsigned pace = p->cycles >> (n + 1) & 1, count = atoms_alike(p, n, pace);
    const bool passed = !(p->atoms >> (n + ((count - 1) << pace)) & 1);
    n += (execute(f, count, pace, passed) - 1) << pace;
  }
}

// The instruction before it is an exception return, and its branch packet is still to come.
static void exception_exit(struct flow *f) {
  if (f->place != IN_STEP) return;
  if (f->etm3.pending || (!f->image && f->etm3.holding && !f->etm3.branched)) {
    f->etm3.held.eret = true;
    if (f->offset - f->etm3.held.offset <= UINT16_MAX) f->etm3.held.exit = (uint16_t)(f->offset - f->etm3.held.offset);
  } else {
    error(f, "exception exit packet, but the last instruction is not an exception return that passed");
  }
}

// --- branch packets ------------------------------------------------------------------------------------------------

// Behind anything but an indirect branch (branch broadcast, a change of security state) it says what is known.
static const char *contradiction(const struct flow *f, const struct packet *p) {
  const struct etm3_flow *e = &f->etm3;
  if (f->place != IN_STEP || e->open || !f->image) return NULL;
  if (e->holding && e->held.indirect && !e->held.passed) return "branch packet, but the indirect branch did not pass";
  if (p->address == f->address && p->isa == f->isa) return NULL;
  return "branch packet has another target than the instruction";
}

static void branch(struct flow *f, const struct packet *p) {
  struct etm3_flow *e = &f->etm3;
  const char *why = contradiction(f, p);
  if (why) {
    error(f, why);
    return;
  }
  const bool open = e->open || f->place != IN_STEP;
  go_as_told(f, p);
  e->open = open;
  hold_branch(f, p->isa, p->address);
}

// Takes back the last instruction. False: there is none.
static bool cancel(struct flow *f, uint32_t *stood) {
  struct etm3_flow *e = &f->etm3;
  if (!e->traced) return false;
  settle(f);
  *stood = e->holding ? e->held.start : 0;
  if (e->holding) e->cycles += e->held.cycles;
  e->holding = e->branched = false;
  return true;
}

// Halting debug (number 1) is told with an address that is not valid, but nothing is traced before the next I-sync.
// Of an ARMv7-M processor the number is an interrupt's.
static void exception(struct flow *f, const struct packet *p) {
  struct etm3_flow *e = &f->etm3;
  uint32_t stood = f->place == IN_STEP && !e->pending ? f->address : 0;
  if (p->cancel && !cancel(f, &stood)) {
    error(f, "a cancelling exception, but no instruction was traced since the last exception or I-sync");
    return;
  }
  deliver_held(f);
  e->traced = false;
  go_as_told(f, p);
  flow_emit(f, (struct flow_event){.kind = FLOW_EXCEPTION,
                                   .isa = p->isa,
                                   .exception = p->exception,
                                   .cancel = p->cancel,
                                   .start = p->address,
                                   .end = stood});
}

static void branch_or_exception(struct flow *f, const struct packet *p) {
  if (f->place == LOST) return;
  if (p->exception || p->old_form) {
    exception(f, p);
  } else if (p->cancel) {
    error(f, "branch packet cancels an instruction, but has no exception");
  } else {
    branch(f, p);
  }
}

// --- I-sync --------------------------------------------------------------------------------------------------------

// A periodic I-sync repeats what is known.
static bool repeats(const struct flow *f, const struct packet *p) {
  const bool has_same_place = p->address == f->address && p->isa == f->isa;
  return !f->etm3.pending && (!f->image || has_same_place) && p->ns == f->ns;
}

static void error_isync(struct flow *f, const struct packet *p) {
  const bool pending = f->etm3.pending;
  deliver_held(f);
  if (pending) {
    flow_error(f, "periodic I-sync between an indirect branch and its branch packet");
  } else {
    flow_error_isync(f, p, f->ns);
  }
}

// Of a load or store that goes on, tracing begins with that, and then at `current`.
static void in_progress(struct flow *f, const struct packet *p) {
  execute(f, 1, 0, true);
  f->place = IN_STEP;
  flow_go(f, p->current, p->isa);
  f->etm3.pending = f->etm3.open = false;
  if (!f->image) hold_branch(f, p->isa, p->current);
}

// Without an image, what a periodic I-sync says is not known to be right.
static void here(struct flow *f, const struct packet *p) {
  const bool reported = !f->etm3.holding || f->etm3.branched;
  flow_emit(f, (struct flow_event){.kind = FLOW_HERE, .isa = p->isa, .start = p->address, .reported = reported});
}

static void isync(struct flow *f, const struct packet *p) {
  struct etm3_flow *e = &f->etm3;
  if (p->reason == ISYNC_PERIODIC && f->place == IN_STEP) {
    const bool same = repeats(f, p);
    e->open = false;
    if (same && !f->image) here(f, p);
    if (same) return;
    error_isync(f, p);
  }
  deliver_held(f);
  f->place = IN_STEP;
  f->ns = p->ns;
  flow_go(f, p->address, p->isa);
  flow_emit(f, (struct flow_event){.kind = FLOW_SYNC,
                                   .isa = p->isa,
                                   .start = p->address,
                                   .reason = p->reason,
                                   .has_count = p->has_count,
                                   .count = p->cycle_count,
                                   .cycles = e->cycles});
  e->cycles = 0;
  e->traced = p->reason == ISYNC_PERIODIC;  // before it, for all that is known
  e->open = false;
  if (p->in_progress) in_progress(f, p);
}

// Behind the I-sync, or behind instructions that have been told since.
static void cycle_count(struct flow *f, const struct packet *p) {
  if (f->place == LOST) return;
  settle(f);
  flow_emit(f, (struct flow_event){.kind = FLOW_COUNT, .isa = f->isa, .has_count = true, .count = p->cycle_count});
}

// --- all packets ---------------------------------------------------------------------------------------------------

static void move(struct flow *f, const struct packet *p) {
  switch (p->kind) {
    case PACKET_P_HEADER:
      p_header(f, p);
      break;
    case PACKET_BRANCH:
      branch_or_exception(f, p);
      break;
    case PACKET_ISYNC:
      if (!f->etm3.data_only) isync(f, p);
      break;
    case PACKET_EXCEPTION_RETURN:
      exception_exit(f);
      break;
    case PACKET_CYCLE_COUNT:
      cycle_count(f, p);
      break;
    case PACKET_BAD:
      error(f, p->error);
      break;
    // These do not move the flow:
    case PACKET_ASYNC:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_TRIGGER:
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
    case PACKET_TIMESTAMP:
    case PACKET_IGNORE:
    case PACKET_EXCEPTION_ENTRY:
    case PACKETS_OF_DATA:
      break;
  }
}

static void start(struct flow *f, const struct config *config) {
  f->etm3.runs = error_memory(calloc(RUNS, sizeof *f->etm3.runs));
  f->etm3.data_only = config_minor(config) > 0 && config->etmcr & ETMCR_DATA_ONLY;
  f->etm3.wide = config->etmidr & ETMIDR_WIDE_THUMB;
}

static void copy(struct flow *f, const struct flow *from) {
  struct run *runs = f->etm3.runs;
  f->etm3 = from->etm3;
  f->etm3.runs = runs;
}

static void release(struct flow *f) { free(f->etm3.runs); }

const struct flow_protocol etm3_flow = {start, copy, move, settle, deliver_held, release};
