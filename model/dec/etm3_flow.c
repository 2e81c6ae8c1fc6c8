// SPDX-License-Identifier: Apache-2.0
// The rules of IHI 0014Q 4.5 and 7.3: an atom is one instruction; the image says which, and where direct branches go.
#include "flow_parts.h"

// --- what is held back ---------------------------------------------------------------------------------------------

static void deliver_held(struct flow *f) {
  struct etm3_flow *e = &f->etm3;
  if (e->holding) f->sink(f->user, &e->held);
  if (e->branched) f->sink(f->user, &e->branch);
  e->holding = e->branched = e->untold = false;
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
  f->etm3.untold = false;
  f->etm3.open = true;
}

// --- instructions --------------------------------------------------------------------------------------------------

// BL and BLX as two instructions of 16 bits: the first is no branch, the second knows the target if it is behind one.
static void halve(const struct flow *f, struct instruction *i) {
  uint16_t first = 0, second = 0;
  image_read16(f->image, f->address - 2, &first);
  image_read16(f->image, f->address, &second);
  if (second >> 11 == 0x1E) {
    *i = (struct instruction){.class = NO_WAYPOINT};
  } else if (first >> 11 == 0x1E) {
    *i = isa_thumb(f->address - 2, (uint32_t)first << 16 | second, 4, f->isa == ISA_THUMBEE, false);
  } else {
    *i = (struct instruction){.class = INDIRECT_BRANCH, .link = true};
  }
  i->size = 2;
}

// The instruction where execution stands; false: there is none to be known, and that is told. Without an image all of
// it is 0.
static bool fetch(struct flow *f, struct instruction *i) {
  *i = (struct instruction){0};
  if (!f->image) return true;
  if (f->isa == ISA_JAZELLE) {
    flow_gap(f, FLOW_JAZELLE);
    return false;
  }
  const bool halved = !f->etm3.wide && f->isa != ISA_ARM;
  uint16_t half;
  if (halved && image_read16(f->image, f->address, &half) && thumb_size(half) == 4) {
    halve(f, i);
  } else if (!flow_fetch(f, f->address, i)) {
    flow_gap(f, FLOW_NO_CODE);
    return false;
  }
  return true;
}

// An atom: the instruction where execution stands was executed.
static void execute(struct flow *f, bool passed) {
  struct etm3_flow *e = &f->etm3;
  const uint32_t cycles = e->cycles;
  const bool untold = e->untold;
  struct instruction i;
  deliver_held(f);
  e->traced = true;
  e->cycles = 0;
  e->open = false;
  if (untold) flow_error(f, "no branch packet behind an indirect branch that passed");
  if (f->place != IN_STEP || !fetch(f, &i)) return;
  const bool taken = passed && i.class == DIRECT_BRANCH;
  e->holding = true;
  e->untold = e->open = passed && i.class == INDIRECT_BRANCH;
  e->held = (struct flow_event){.kind = FLOW_RANGE,
                                .isa = f->isa,
                                .ns = f->ns,
                                .passed = passed,
                                .waypoint = true,
                                .indirect = i.class == INDIRECT_BRANCH,
                                .link = i.link,
                                .start = f->address,
                                .end = f->address + i.size,
                                .target = taken ? i.target : 0,
                                .target_isa = taken ? i.target_isa : ISA_ARM,
                                .count = 1,
                                .cycles = cycles,
                                .offset = f->offset};
  flow_go(f, taken ? i.target : f->address + i.size, taken ? i.target_isa : f->isa);
}

static void p_header(struct flow *f, const struct packet *p) {
  for (unsigned n = 0; n < p->atom_count; n++) {
    if (p->cycles >> n & 1) {
      f->etm3.cycles++;
    } else {
      execute(f, !(p->atoms >> n & 1));
    }
  }
}

// The instruction before it is an exception return, and its branch packet is still to come.
static void exception_exit(struct flow *f) {
  if (f->place != IN_STEP) return;
  if (f->etm3.untold || (!f->image && f->etm3.holding && !f->etm3.branched)) {
    f->etm3.held.eret = true;
  } else {
    error(f, "exception exit, but the last instruction is no return that passed");
  }
}

// --- branch packets ------------------------------------------------------------------------------------------------

// Behind anything but an indirect branch (branch broadcast, a change of security state) it says what is known.
static const char *contradiction(const struct flow *f, const struct packet *p) {
  const struct etm3_flow *e = &f->etm3;
  if (f->place != IN_STEP || e->open || !f->image) return NULL;
  if (e->holding && e->held.indirect && !e->held.passed) return "branch packet, but the indirect branch did not pass";
  if (p->address == f->address && p->isa == f->isa) return NULL;
  return "branch packet with another target than the instruction's";
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
  *stood = e->holding ? e->held.start : 0;
  if (e->holding) e->cycles += e->held.cycles;
  e->holding = e->branched = false;
  return true;
}

// Halting debug (number 1) is told with an address that is not valid, but nothing is traced before the next I-sync.
// Of an ARMv7-M processor the number is an interrupt's.
static void exception(struct flow *f, const struct packet *p) {
  struct etm3_flow *e = &f->etm3;
  uint32_t stood = f->place == IN_STEP && !e->untold ? f->address : 0;
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
    error(f, "a branch packet that cancels, but tells no exception");
  } else {
    branch(f, p);
  }
}

// --- I-sync --------------------------------------------------------------------------------------------------------

// A periodic I-sync repeats what is known. NULL: it does.
static const char *disagreement(const struct flow *f, const struct packet *p) {
  if (f->etm3.untold) return "periodic I-sync between an indirect branch and its branch packet";
  if ((!f->image || (p->address == f->address && p->isa == f->isa)) && p->ns == f->ns) return NULL;
  return "periodic I-sync differs from where the flow stands";
}

// Of a load or store that goes on, tracing begins with that, and then at `current`.
static void in_progress(struct flow *f, const struct packet *p) {
  execute(f, true);
  f->place = IN_STEP;
  flow_go(f, p->current, p->isa);
  f->etm3.untold = f->etm3.open = false;
  if (!f->image) hold_branch(f, p->isa, p->current);
}

// Without an image, what a periodic I-sync says is not known to be right.
static void here(struct flow *f, const struct packet *p) {
  const bool told = !f->etm3.holding || f->etm3.branched;
  flow_emit(f, (struct flow_event){.kind = FLOW_HERE, .isa = p->isa, .start = p->address, .told = told});
}

static void isync(struct flow *f, const struct packet *p) {
  struct etm3_flow *e = &f->etm3;
  if (p->reason == ISYNC_PERIODIC && f->place == IN_STEP) {
    const char *why = disagreement(f, p);
    e->open = false;
    if (!why && !f->image) here(f, p);
    if (!why) return;
    error(f, why);
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
      if (f->place != LOST)
        flow_emit(f,
                  (struct flow_event){.kind = FLOW_COUNT, .isa = f->isa, .has_count = true, .count = p->cycle_count});
      break;
    case PACKET_BAD:
      error(f, p->error);
      break;
    default:  // the others do not move the flow
      break;
  }
}

static bool start(struct flow *f, const struct config *config) {
  f->etm3.data_only = config_minor(config) > 0 && config->etmcr & ETMCR_DATA_ONLY;
  f->etm3.wide = config->etmidr >> 18 & 1;
  return true;
}

static void release(struct flow *f) { (void)f; }

const struct flow_protocol etm3_flow = {start, move, deliver_held, release};
