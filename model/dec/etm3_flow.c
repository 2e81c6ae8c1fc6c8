// SPDX-License-Identifier: Apache-2.0
// The rules of IHI 0014Q 4.5 and 7.3: an atom is one instruction. The image has the instructions, and the targets of
// direct branches.
#include <stdlib.h>

#include "error.h"
#include "flow_parts.h"

// --- what is held back ---------------------------------------------------------------------------------------------

// Delivers all but the last instruction.
static void settle(struct flow *f) {
  struct flow_event *held = &f->etm3.held;
  if (!f->etm3.has_range || held->count < 2) return;
  const struct flow_event settled = flow_take(held, held->count - 1);
  f->sink(f->user, &settled);
}

static void deliver_held(struct flow *f) {
  struct etm3_flow *e = &f->etm3;
  if (e->has_range) f->sink(f->user, &e->held);
  if (e->has_branch) f->sink(f->user, &e->branch);
  e->has_range = e->has_branch = e->needs_branch = false;
}

static void error(struct flow *f, const char *why) {
  deliver_held(f);
  flow_error(f, why);
}

static void hold_branch(struct flow *f, uint8_t isa, uint32_t address) {
  f->etm3.has_branch = true;
  f->etm3.branch =
      (struct flow_event){.kind = FLOW_BRANCH, .isa = isa, .ns = f->ns, .start = address, .offset = f->offset};
}

// Execution continues at the address of a branch packet.
static void go_to_target(struct flow *f, const struct packet *packet) {
  f->state = IN_STEP;
  f->ns = packet->ns;
  flow_go(f, packet->address, packet->isa);
  f->etm3.needs_branch = false;
  f->etm3.is_replaceable = true;
}

// --- instructions --------------------------------------------------------------------------------------------------

enum { RUNS = 2048 };  // in the cache, a power of two

// Consecutive instructions, up to the first branch, and at most as many as a P-header has atoms.
struct run {
  struct instruction last;
  uint32_t start;
  uint16_t wide;  // as in struct flow_event
  uint8_t isa;
  uint8_t count;                    // 0: unused cache entry
  uint8_t at[ETM3_MOST_ATOMS + 1];  // bytes from `start` to each instruction, and to the end of the last
};

static bool is_branch(const struct instruction *i) { return i->class == DIRECT_BRANCH || i->class == INDIRECT_BRANCH; }

// BL and BLX as two instructions of 16 bits. The first is no branch. The target of the second is known if it follows a
// first one.
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

// The run that begins at the current address. False if the image has no code there.
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

// The run that begins at the current address. NULL if it is unknown; this has been reported. Without an image, all
// members are 0 except for a count of one instruction.
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

// Holds the first `count` instructions of the run as executed, with `pace` cycles between them. All passed, except for
// the last if `passed` is false.
static void hold(struct flow *f, const struct run *run, unsigned count, unsigned pace, bool passed) {
  static const struct instruction plain;
  struct etm3_flow *e = &f->etm3;
  const struct instruction *last = count == run->count ? &run->last : &plain;
  const bool taken = passed && last->class == DIRECT_BRANCH;
  e->has_range = true;
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
  e->needs_branch = e->is_replaceable = passed && e->held.indirect;
  flow_go(f, taken ? last->target : e->held.end, taken ? last->target_isa : f->isa);
}

// Executes as many instructions as there are atoms, `count`, with `pace` cycles between them. All passed, except for
// the last if `passed` is false. Stops after the first branch. Returns the atoms used.
static unsigned execute(struct flow *f, unsigned count, unsigned pace, bool passed) {
  struct etm3_flow *e = &f->etm3;
  const bool needs_branch = e->needs_branch;
  deliver_held(f);
  e->can_cancel = true;
  e->is_replaceable = false;
  if (needs_branch) flow_error_missing(f, "no branch packet after an indirect branch that passed");
  const struct run *run = f->state == IN_STEP ? next_run(f) : NULL;
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

// The number of atoms from bit `n` of a P-header on that have `pace` cycles, 0 or 1, between them. All of them are E
// except for the last.
static unsigned atoms_alike(const struct packet *packet, unsigned n, unsigned pace) {
  const unsigned end = 1u << (packet->atom_count - n), cycles = pace ? 0xAAAA : 0;
  const unsigned atoms = ((unsigned)__builtin_ctz((packet->cycles >> n ^ cycles) | end) + pace) >> pace;
  const unsigned es = (unsigned)__builtin_ctz(packet->atoms >> n | end) >> pace;
  return es < atoms ? es + 1 : atoms;
}

static void p_header(struct flow *f, const struct packet *packet) {
  for (unsigned n = 0; n < packet->atom_count; n++) {
    if (packet->cycles >> n & 1) {
      f->etm3.cycles++;
      continue;
    }
    const unsigned pace = packet->cycles >> (n + 1) & 1, count = atoms_alike(packet, n, pace);
    const bool passed = !(packet->atoms >> (n + ((count - 1) << pace)) & 1);
    n += (execute(f, count, pace, passed) - 1) << pace;
  }
}

// The last instruction is an exception return. Its branch packet follows.
static void exception_exit(struct flow *f) {
  if (f->state != IN_STEP) return;
  if (f->etm3.needs_branch || (!f->image && f->etm3.has_range && !f->etm3.has_branch)) {
    f->etm3.held.eret = true;
    if (f->offset - f->etm3.held.offset <= UINT16_MAX) f->etm3.held.exit = (uint16_t)(f->offset - f->etm3.held.offset);
  } else {
    error(f, "exception exit packet, but the last instruction is not an exception return that passed");
  }
}

// --- branch packets ------------------------------------------------------------------------------------------------

// A branch packet that follows no indirect branch (branch broadcast, a change of security state) must repeat the known
// target.
static const char *contradiction(const struct flow *f, const struct packet *packet) {
  const struct etm3_flow *e = &f->etm3;
  if (f->state != IN_STEP || e->is_replaceable || !f->image) return NULL;
  if (e->has_range && e->held.indirect && !e->held.passed) return "branch packet, but the indirect branch did not pass";
  if (packet->address == f->address && packet->isa == f->isa) return NULL;
  return "branch packet has another target than the instruction";
}

static void branch(struct flow *f, const struct packet *packet) {
  struct etm3_flow *e = &f->etm3;
  const char *why = contradiction(f, packet);
  if (why) {
    error(f, why);
    return;
  }
  const bool is_replaceable = e->is_replaceable || f->state != IN_STEP;
  go_to_target(f, packet);
  e->is_replaceable = is_replaceable;
  hold_branch(f, packet->isa, packet->address);
}

// Removes the last instruction. False if there is none.
static bool cancel(struct flow *f, uint32_t *interrupted) {
  struct etm3_flow *e = &f->etm3;
  if (!e->can_cancel) return false;
  settle(f);
  *interrupted = e->has_range ? e->held.start : 0;
  if (e->has_range) e->cycles += e->held.cycles;
  e->has_range = e->has_branch = false;
  return true;
}

// The address of halting debug (number 1) is not valid, but no instruction is traced before the next I-sync. In an
// ARMv7-M processor, number 1 is an interrupt.
static void exception(struct flow *f, const struct packet *packet) {
  struct etm3_flow *e = &f->etm3;
  uint32_t interrupted = f->state == IN_STEP && !e->needs_branch ? f->address : 0;
  if (packet->cancel && !cancel(f, &interrupted)) {
    error(f, "a cancelling exception, but no instruction was traced since the last exception or I-sync");
    return;
  }
  deliver_held(f);
  e->can_cancel = false;
  go_to_target(f, packet);
  flow_emit(f, (struct flow_event){.kind = FLOW_EXCEPTION,
                                   .isa = packet->isa,
                                   .exception = packet->exception,
                                   .cancel = packet->cancel,
                                   .start = packet->address,
                                   .end = interrupted});
}

static void branch_or_exception(struct flow *f, const struct packet *packet) {
  if (f->state == LOST) return;
  if (packet->exception || packet->old_form) {
    exception(f, packet);
  } else if (packet->cancel) {
    error(f, "branch packet cancels an instruction, but has no exception");
  } else {
    branch(f, packet);
  }
}

// --- I-sync --------------------------------------------------------------------------------------------------------

// True if a periodic I-sync repeats what is known.
static bool repeats(const struct flow *f, const struct packet *packet) {
  const bool has_same_address = packet->address == f->address && packet->isa == f->isa;
  return !f->etm3.needs_branch && (!f->image || has_same_address) && packet->ns == f->ns;
}

static void error_isync(struct flow *f, const struct packet *packet) {
  const bool needs_branch = f->etm3.needs_branch;
  deliver_held(f);
  if (needs_branch) {
    flow_error(f, "periodic I-sync between an indirect branch and its branch packet");
  } else {
    flow_error_isync(f, packet, f->ns);
  }
}

// If a load or store is in progress, tracing begins with it, and continues at `current`.
static void in_progress(struct flow *f, const struct packet *packet) {
  execute(f, 1, 0, true);
  f->state = IN_STEP;
  flow_go(f, packet->current, packet->isa);
  f->etm3.needs_branch = f->etm3.is_replaceable = false;
  if (!f->image) hold_branch(f, packet->isa, packet->current);
}

// Without an image, the address of a periodic I-sync cannot be checked.
static void repeat(struct flow *f, const struct packet *packet) {
  const bool reported = !f->etm3.has_range || f->etm3.has_branch;
  flow_emit(f, (struct flow_event){
                   .kind = FLOW_PERIODIC, .isa = packet->isa, .start = packet->address, .reported = reported});
}

static void isync(struct flow *f, const struct packet *packet) {
  struct etm3_flow *e = &f->etm3;
  if (packet->reason == ISYNC_PERIODIC && f->state == IN_STEP) {
    const bool same = repeats(f, packet);
    e->is_replaceable = false;
    if (same && !f->image) repeat(f, packet);
    if (same) return;
    error_isync(f, packet);
  }
  deliver_held(f);
  f->state = IN_STEP;
  f->ns = packet->ns;
  flow_go(f, packet->address, packet->isa);
  flow_emit(f, (struct flow_event){.kind = FLOW_SYNC,
                                   .isa = packet->isa,
                                   .start = packet->address,
                                   .reason = packet->reason,
                                   .has_count = packet->has_count,
                                   .count = packet->cycle_count,
                                   .cycles = e->cycles});
  e->cycles = 0;
  e->can_cancel = packet->reason == ISYNC_PERIODIC;  // before a periodic I-sync there may be an instruction
  e->is_replaceable = false;
  if (packet->in_progress) in_progress(f, packet);
}

// After the I-sync, or after instructions that have been traced since.
static void cycle_count(struct flow *f, const struct packet *packet) {
  if (f->state == LOST) return;
  settle(f);
  flow_emit(f, (struct flow_event){.kind = FLOW_COUNT, .isa = f->isa, .has_count = true, .count = packet->cycle_count});
}

// --- all packets ---------------------------------------------------------------------------------------------------

static void move(struct flow *f, const struct packet *packet) {
  switch (packet->kind) {
    case PACKET_P_HEADER:
      p_header(f, packet);
      break;
    case PACKET_BRANCH:
      branch_or_exception(f, packet);
      break;
    case PACKET_ISYNC:
      if (!f->etm3.data_only) isync(f, packet);
      break;
    case PACKET_EXCEPTION_RETURN:
      exception_exit(f);
      break;
    case PACKET_CYCLE_COUNT:
      cycle_count(f, packet);
      break;
    case PACKET_BAD:
      error(f, packet->error);
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
