// SPDX-License-Identifier: Apache-2.0
// ETMv3: every atom is an instruction (IHI 0014Q 7.3.1), so the items are the steps themselves. Where one may not be
// traced tracing is off until the next that may.
#include <inttypes.h>

#include "follow_protocol.h"

// As it is told: AltISA came with ETMv3.3 (IHI 0014Q 7.3.5).
static uint8_t isa_of(const struct follow *f, bool thumb, bool j) {
  const bool alt = config_minor(f->config) >= 3;
  return thumb ? (j && alt ? ISA_THUMBEE : ISA_THUMB) : (j ? ISA_JAZELLE : ISA_ARM);
}

static const struct moment *moment(const struct follow *f, size_t i) {
  return i < f->happened->count ? happened_moment(f->happened, i) : NULL;
}

// An instruction that was executed: a step, or the one that the exception of a step has cancelled.
struct executed {
  uint32_t address;
  uint8_t isa;
  bool ns, hyp, must_trace, may_trace;
  uint64_t clocks;
  uint32_t context_id;
};

// False: step `i` has none.
static bool executed_with(const struct follow *f, size_t i, struct executed *x) {
  const struct step *s = happened_step(f->happened, i);
  const struct moment *m = moment(f, i);
  if (s->kind == STEP_INSTRUCTION) {
    const bool must = !s->prohibited && (!m || m->enabled);
    *x = (struct executed){
        s->address,        isa_of(f, s->thumb, s->j), s->ns, s->hyp, must, must || (!s->prohibited && m->unsure),
        m ? m->clocks : 0, m ? m->context_id : 0};
    return true;
  }
  if (s->kind != STEP_EXCEPTION || !m || !m->its) return false;
  const bool must = !s->resume_prohibited && m->its_enabled;
  *x = (struct executed){s->resume, isa_of(f, s->resume_thumb, s->resume_j),          s->resume_ns,  s->resume_hyp,
                         must,      must || (!s->resume_prohibited && m->its_unsure), m->its_clocks, m->its_context_id};
  return true;
}

static bool must_start(const struct follow *f, size_t i) {
  struct executed x;
  return executed_with(f, i, &x) && x.must_trace;
}

static bool may_start(const struct follow *f, size_t i) {
  struct executed x;
  return executed_with(f, i, &x) && x.may_trace;
}

// Where step `i` went by the port, if it is an instruction that branched; else NULL.
static const struct etm3_branch *branch_of(const struct follow *f, size_t i) {
  const struct moment *m = moment(f, i);
  const bool branched = m && happened_step(f->happened, i)->kind == STEP_INSTRUCTION && m->branch.kind;
  return branched ? &m->branch : NULL;
}

// Likewise what was told last before step `i`, of the code that only the port knows.
static const struct etm3_branch *branch_before(const struct follow *f, size_t i) {
  const bool told = !f->image && i > 0 && (f->at.follows || i > f->at.item);
  return told ? branch_of(f, i - 1) : NULL;
}

// Where execution stands when step `i` comes.
struct standing {
  uint32_t address;
  uint8_t isa;
  bool known;
};

static struct standing standing_at(const struct follow *f, size_t i) {
  const struct etm3_branch *b = branch_before(f, i);
  if (b) return (struct standing){b->to.address, isa_of(f, b->to.t, b->to.j), true};
  if (i == f->happened->count) return (struct standing){0};
  const struct step *s = happened_step(f->happened, i);
  if (s->kind == STEP_INSTRUCTION) return (struct standing){s->address, isa_of(f, s->thumb, s->j), true};
  return (struct standing){s->resume, isa_of(f, s->resume_thumb, s->resume_j), !s->resume_unknown};
}

// Does step `i` end tracing? An exception does not: it belongs to the instruction before it.
static bool ends(const struct follow *f, size_t i) {
  struct executed x;
  return happened_step(f->happened, i)->kind == STEP_DEBUG_ENTRY || (executed_with(f, i, &x) && !x.may_trace);
}

static bool ended(const struct follow *f) {
  return f->at.started && f->at.item < f->happened->count && ends(f, f->at.item);
}

static bool unsure_at(const struct follow *f, size_t i) {
  struct executed x;
  return i < f->happened->count && executed_with(f, i, &x) && x.may_trace && !x.must_trace;
}

static bool unsure(const struct follow *f) { return f->at.started && unsure_at(f, f->at.item); }

// Tracing is off from step `i` on, or may be.
static bool off_at(const struct follow *f, size_t i) {
  return i < f->happened->count && (ends(f, i) || unsure_at(f, i));
}

// --- one event of the flow against what happened --------------------------------------------------------------------

// The next step, or NULL: wrong.
static const struct step *next_step(struct follow *f, const struct flow_event *e, uint8_t kind) {
  const size_t i = f->at.item;
  if (i == f->happened->count) {
    follow_wrong(f, e->offset, "something at 0x%08X, but no more happened", e->start);
    return NULL;
  }
  const struct step *s = happened_step(f->happened, i);
  if (s->kind == kind && !ends(f, i)) return s;
  if (ends(f, i)) {
    follow_wrong(f, e->offset, "0x%08X is told, but tracing was off from step %zu on", e->start, i);
  } else if (s->kind == STEP_INSTRUCTION) {
    follow_wrong(f, e->offset, "exception %u, but 0x%08X was executed", e->exception, s->address);
  } else {
    follow_wrong(f, e->offset, "0x%08X executed, but exception %u was taken there", e->start, s->exception);
  }
  return NULL;
}

static bool tells_ns(const struct config *c) { return config_minor(c) >= 2 && c->etmidr >> 19 & 1; }

static bool is_at(const struct follow *f, const struct executed *x, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  return x->address == e->start && x->isa == e->isa && (tells_ns(f->config) && x->ns) == e->ns &&
         (told_has_hyp(f->config) && x->hyp) == event->told.hyp;
}

// The clock of an instruction: by the cycles that the trace tells it is the one of the processor.
static bool clocks(struct follow *f, const struct follow_event *event, const struct executed *x) {
  f->at.clock += event->flow.cycles;
  if (!told_counts(f->config) || !f->happened->moments || f->at.clock == x->clocks) return true;
  return follow_wrong(f, event->flow.offset, "0x%08X in clock %" PRIu64 " of the trace, but it was %" PRIu64,
                      x->address, f->at.clock, x->clocks);
}

// The cycles that were not traced before an I-sync; `told` is 0 if they are not known.
static bool gap(struct follow *f, const struct flow_event *e, uint32_t told) {
  const bool exact = told == f->at.gap_cycles, any = !follow_is_own(f);
  f->at.gap_untold = false;
  if (f->at.gap == GAP_UNKNOWN && any) return true;
  if (f->at.gap == GAP_COUNTED ? exact : told == 0) return true;
  if (f->at.gap == GAP_HIDDEN && exact) return true;
  if (f->at.gap != GAP_COUNTED && f->at.gap != GAP_HIDDEN) {
    return follow_wrong(f, e->offset, "%u cycles before the I-sync, which cannot be known", told);
  }
  return follow_wrong(f, e->offset, "%u cycles before the I-sync, but it was %" PRIu64, told, f->at.gap_cycles);
}

// A timestamp of ours must follow step `i`: it is an exception return, and not of the clock in which tracing started.
// No clause asks another unit for one.
static bool needs_timestamp(const struct follow *f, size_t i) {
  const struct moment *m = moment(f, i);
  return follow_is_own(f) && m && m->exits && told_stamps_exits(f->config) && m->clocks != f->at.isync_clocks;
}

// The item is told, with all that lies beside it.
static bool consume(struct follow *f, const struct follow_event *event) {
  const char *why = f->arch && !f->replaying ? arch_item(f->arch, f->at.item, event->flow.offset) : NULL;
  if (why) return follow_wrong(f, event->flow.offset, "%s", why);
  f->at.item++;
  f->at.step++;
  f->at.items++;
  f->at.follows = true;
  return true;
}

// The instruction that an exception has cancelled is told, but not the exception: an overflow lost it.
static bool doomed(struct follow *f, const struct follow_event *event) {
  struct executed x;
  const struct moment *m = moment(f, f->at.item);
  if (!m || !m->its || happened_step(f->happened, f->at.item)->kind != STEP_EXCEPTION ||
      !executed_with(f, f->at.item, &x) || !x.may_trace || !is_at(f, &x, event)) {
    return false;
  }
  f->at.doomed = true;
  f->at.atoms++;
  f->at.clock += event->flow.cycles;
  return true;
}

// ETMv3.4 has the exception return packet for ARMv7-M alone (IHI 0014Q 7.6), and ETMIDR does not name the profile. Ours
// goes by the Security Extensions, which ARMv7-M has not; another's may tell all or none.
static bool tells_exit(const struct follow *f, const struct moment *m, bool told) {
  if (config_minor(f->config) != 4) return m->exits;
  if (follow_is_own(f)) return m->exits && !(f->config->etmidr >> 19 & 1);
  return m->exits && told;
}

static bool instruction(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  if (f->at.gap_untold && follow_is_own(f)) return follow_wrong(f, e->offset, "no cycle count since the I-sync");
  if (doomed(f, event)) return true;
  const struct step *s = next_step(f, e, STEP_INSTRUCTION);
  if (!s) return false;
  const size_t i = f->at.item;
  const struct moment *m = moment(f, i);
  struct executed x;
  executed_with(f, i, &x);
  if (!is_at(f, &x, event) || (s->size > 0 && s->size != e->end - e->start)) {
    return follow_wrong(f, e->offset, "0x%08X %s ns=%d hyp=%d executed, but 0x%08X %s ns=%d hyp=%d was", e->start,
                        follow_state(e->isa), e->ns, event->told.hyp, s->address, follow_state(x.isa), s->ns, s->hyp);
  }
  if (s->passed != e->passed) {
    return follow_wrong(f, e->offset, "0x%08X is %c, but it was %c", e->start, e->passed ? 'E' : 'N',
                        s->passed ? 'E' : 'N');
  }
  // A timestamp follows what is told of its clock.
  const bool waits = f->at.needs_timestamp && m && i > 0 && m->clocks == moment(f, i - 1)->clocks;
  f->at.needs_timestamp = f->at.needs_timestamp && !waits;
  if (m && !follow_beside(f, event, "step", i, m->context_id, m->vmid)) return false;
  if (!clocks(f, event, &x)) return false;
  f->at.spans += told_counts(f->config) && m;
  f->at.branched = false;
  const bool exits = m && tells_exit(f, m, e->eret);
  if (m && exits != e->eret) {
    return follow_wrong(f, e->offset, "0x%08X is %s exception return, but it was %s", e->start, e->eret ? "an" : "no",
                        exits ? "one" : "none");
  }
  const uint32_t stamps = f->at.timestamps;
  follow_stamps(f, event, waits || needs_timestamp(f, i));
  if (waits) f->at.timestamps = stamps;
  f->at.instructions++;
  f->at.atoms++;
  return consume(f, event);
}

// Where the last instruction went, as far as that has been presented.
static bool branch(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct standing s = standing_at(f, f->at.item);
  f->at.branched = true;
  if (!s.known || (e->start == s.address && e->isa == s.isa)) return true;
  return follow_wrong(f, e->offset, "a branch to 0x%08X %s, but it went to 0x%08X %s", e->start, follow_state(e->isa),
                      s.address, follow_state(s.isa));
}

enum { EXCEPTION_RESET = 8 };  // what a reset interrupted is not known

static bool exception(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct step *s = next_step(f, e, STEP_EXCEPTION);
  if (!s) return false;
  const struct moment *m = moment(f, f->at.item);
  const uint16_t number = s->exception & (config_minor(f->config) >= 4 ? 0x1FF : 0xF);
  if (e->exception != number) {
    return follow_wrong(f, e->offset, "exception %u, but it was %u", e->exception, number);
  }
  const bool known = f->image && s->exception != EXCEPTION_RESET && !s->resume_unknown;
  if (known && e->end != s->resume) {
    return follow_wrong(f, e->offset, "exception %u at 0x%08X, but it was at 0x%08X", e->exception, e->end, s->resume);
  }
  if (m && m->cancelled != e->cancel) {
    return follow_wrong(f, e->offset, "exception %u %s the last instruction, but it %s", e->exception,
                        e->cancel ? "cancels" : "does not cancel", m->cancelled ? "did" : "did not");
  }
  // What is secret keeps the state that was told before it.
  const bool secret = s->prohibited;
  if (e->start != s->address || e->isa != isa_of(f, s->thumb, s->j) ||
      (!secret && e->ns != (tells_ns(f->config) && s->ns))) {
    return follow_wrong(f, e->offset, "exception %u to 0x%08X %s ns=%d, but it was to 0x%08X %s ns=%d", e->exception,
                        e->start, follow_state(e->isa), e->ns, s->address, follow_state(isa_of(f, s->thumb, s->j)),
                        s->ns);
  }
  f->at.exceptions++;
  f->at.atoms += e->cancel;
  return consume(f, event);
}

// A timestamp tells a time from the last instruction told to the next, and while tracing is off to now: no clause says
// more. That of a synchronization may stand before as many instructions as are on their way together: ours directly
// behind the I-sync, another unit's anywhere (IHI 0014Q 7.10.2).
enum { ENTRY = 6 * 15 };

static size_t ahead(const struct follow *f, const struct told *t) {
  return t->placed || (t->tsync && !follow_is_own(f)) ? ENTRY : 0;
}

static bool timestamp(struct follow *f, const struct follow_event *event) {
  // The flow may hold an instruction back that has been told; a step, if it will not be cancelled.
  const struct moment *now = moment(f, f->at.item);
  const bool cancelled = now && now->its;
  const size_t i = f->at.item + (cancelled ? 0 : (size_t)(event->told.atoms - f->at.atoms));
  const uint64_t told = event->told.timestamp;
  if (!f->happened->moments || !f->at.started) return true;
  if (i > f->happened->count) return follow_wrong(f, event->flow.offset, "more instructions than happened");
  uint64_t low = UINT64_MAX, high = 0;
  const size_t end = off_at(f, i) ? SIZE_MAX : i + ahead(f, &event->told) + 1;
  follow_time(f, i > 0 ? i - 1 : 0, end, &low, &high);
  if (told < low || told > high) {
    return follow_wrong(f, event->flow.offset,
                        "timestamp 0x%" PRIX64 " before step %zu, but it was 0x%" PRIX64 " to 0x%" PRIX64, told, i, low,
                        high);
  }
  f->at.timestamps_compared++;
  return true;
}

// --- without code ----------------------------------------------------------------------------------------------------

// An atom is of the next instruction on the port: adds to it what the code would say.
static void complete(const struct follow *f, struct flow_event *e) {
  const size_t i = f->at.item;
  const struct etm3_branch *b = branch_of(f, i);
  const struct standing here = standing_at(f, i);
  const bool some = i < f->happened->count;
  struct executed x = {.address = here.address, .isa = here.isa};
  if (some) executed_with(f, i, &x);
  e->start = x.address;
  e->end = x.address + (some ? happened_step(f->happened, i)->size : 0);
  e->isa = x.isa;
  e->indirect = b && b->kind == ETM3_INDIRECT;
  e->target = b && b->kind == ETM3_DIRECT ? b->to.address : 0;
  e->target_isa = b && b->kind == ETM3_DIRECT ? isa_of(f, b->to.t, b->to.j) : ISA_ARM;
}

// An indirect branch that passed has a branch packet, before anything else happens (IHI 0014Q 7.3.5).
static bool has_gone(struct follow *f, const struct flow_event *e) {
  const struct etm3_branch *b = branch_before(f, f->at.item);
  if (!b || b->kind != ETM3_INDIRECT || f->at.branched) return true;
  return follow_wrong(f, e->offset, "no branch packet behind the indirect branch at 0x%08X",
                      happened_step(f->happened, f->at.item - 1)->address);
}

// A periodic I-sync repeats where execution stands (7.10.5), also behind the instruction that the flow holds back. If
// that one was cancelled nobody knows.
static bool stands_here(struct follow *f, const struct follow_event *event) {
  const struct flow_event *e = &event->flow;
  const struct moment *now = moment(f, f->at.item);
  const size_t held = (size_t)(event->told.atoms - f->at.atoms), i = f->at.item + held;
  if (i > f->happened->count || (held > 0 && now && now->its)) return true;
  const struct etm3_branch *b = branch_before(f, i);
  if (b && b->kind == ETM3_INDIRECT && !(held > 0 ? e->told : f->at.branched)) {
    return follow_wrong(f, e->offset, "a periodic I-sync between an indirect branch and its branch packet");
  }
  const struct standing s = standing_at(f, i);
  if (!s.known || (e->start == s.address && e->isa == s.isa)) return true;
  return follow_wrong(f, e->offset, "a periodic I-sync at 0x%08X %s, but execution stood at 0x%08X %s", e->start,
                      follow_state(e->isa), s.address, follow_state(s.isa));
}

static bool compare(struct follow *f, struct follow_event *event) {
  if (event->timestamp) return timestamp(f, event);
  const uint8_t kind = event->flow.kind;
  if (kind == FLOW_HERE) return stands_here(f, event);
  if (!f->image && kind == FLOW_RANGE) complete(f, &event->flow);
  if (!f->image && (kind == FLOW_RANGE || kind == FLOW_EXCEPTION) && !has_gone(f, &event->flow)) return false;
  if (f->at.doomed) {
    return follow_wrong(f, event->flow.offset, "the instruction before 0x%08X is told, but it was cancelled",
                        event->flow.start);
  }
  switch (event->flow.kind) {
    case FLOW_RANGE:
      return instruction(f, event);
    case FLOW_BRANCH:
      return branch(f, event);
    case FLOW_COUNT:
      return gap(f, &event->flow, event->flow.count);
    default:
      return exception(f, event);
  }
}

// --- placing the flow ------------------------------------------------------------------------------------------------

// Cycles are counted on through an overflow, through Debug state (IHI 0014Q 7.3.4).
static bool counts_overflow(const struct config *c) { return config_minor(c) >= 1 && config_minor(c) <= 4; }
static bool counts_debug(const struct config *c) { return config_minor(c) >= 1; }

// By the cycles that the I-sync itself tells, if they must be right.
static bool clock_fits(const struct follow *f, const struct flow_event *e, const struct executed *x) {
  const bool counted = e->reason == ISYNC_TRACE_ON || counts_overflow(f->config);
  const bool known = told_counts(f->config) && f->happened->moments && f->at.started && e->has_count && e->count != 0;
  return !known || !counted || f->at.clock + e->cycles + e->count + 1 == x->clocks;
}

static bool leads_to(const struct follow *f, size_t i, const struct follow_event *event) {
  struct executed x;
  return executed_with(f, i, &x) && x.may_trace && is_at(f, &x, event) &&
         (!f->happened->moments || event->told.context == told_context(f->config, x.context_id)) &&
         clock_fits(f, &event->flow, &x);
}

// How item `i` follows a debug exit.
enum exit { EXIT_NONE, EXIT_FIRST, EXIT_DOUBTFUL };

// EXIT_FIRST: no other instruction lies between. EXIT_DOUBTFUL: only such as need not be traced or were cancelled (IHI
// 0014Q 7.3.8), or the unit was off at the exit.
static enum exit behind_exit(const struct follow *f, size_t i) {
  enum exit exit = EXIT_FIRST;
  while (i-- > f->happened->first) {
    struct executed x;
    const uint8_t kind = happened_step(f->happened, i)->kind;
    if (kind == STEP_DEBUG_EXIT) return i < f->first ? EXIT_DOUBTFUL : exit;
    if (kind == STEP_DEBUG_ENTRY || (kind == STEP_INSTRUCTION && must_start(f, i))) break;
    if (executed_with(f, i, &x)) exit = EXIT_DOUBTFUL;
  }
  return f->happened->first > 0 && i + 1 == f->happened->first ? EXIT_DOUBTFUL : EXIT_NONE;
}

// May an I-sync at item `i` give this reason? `before`: what it follows; `tracing`: it was on; `refused`: it had to
// start earlier. Where tracing restarts at a debug exit the reason is that exit, also behind an overflow (IHI
// 0014Q 4.8); an overflow behind an I-sync that has told it may be told as either. Where tracing was off there the text
// is silent.
static bool is_reason(const struct follow *f, const struct follow_position *before, size_t i, uint8_t reason,
                      bool tracing, bool refused) {
  const bool own = follow_is_own(f);  // another unit may start later
  const enum exit exit = behind_exit(f, i);
  const bool again = before->started && before->item == i;
  if (exit != EXIT_NONE && reason == ISYNC_DEBUG_EXIT) return true;
  if (exit == EXIT_FIRST) return again && reason == ISYNC_OVERFLOW;
  if (tracing) return reason == ISYNC_OVERFLOW;
  if (reason == ISYNC_OVERFLOW) return before->started || refused || f->overflowed;
  // That another unit starts later is believed only where nothing else explains the I-sync.
  return reason == ISYNC_TRACE_ON && (!refused || (f->missing && !own));
}

// How must the gap before item `i` be counted? `halted`: Debug state was entered or left in it; `refused`: what had to
// be traced was not.
static enum follow_gap gap_before(const struct follow *f, uint8_t reason, bool halted, bool refused) {
  if (!f->at.started) return GAP_RESET;
  if (halted && !counts_debug(f->config)) return GAP_UNKNOWN;
  if (counts_overflow(f->config)) return GAP_COUNTED;
  if (reason == ISYNC_OVERFLOW) return GAP_UNKNOWN;
  if (reason != ISYNC_DEBUG_EXIT) return GAP_COUNTED;
  return refused ? GAP_UNKNOWN : GAP_HIDDEN;
}

// The clocks of the trace begin before item `i`.
static void begin_clocks(struct follow *f, const struct flow_event *e, size_t i) {
  struct executed x;
  if (!executed_with(f, i, &x)) return;
  f->at.isync_clocks = x.clocks;
  if (!told_counts(f->config) || !f->happened->moments) return;
  f->at.gap_cycles = x.clocks - 1 - (f->at.clock + e->cycles);
  f->at.clock = x.clocks - 1;
  f->at.gap_untold = !e->has_count;
}

// The flow goes on with item `i`. False: the I-sync tells another number of cycles.
static bool settle(struct follow *f, struct follow_choice *c, size_t i, enum follow_gap gap_kind) {
  const struct follow_event *event = &f->log[c->index];
  c->candidate = i;
  f->at.gap = gap_kind;
  if (f->at.refused_items == 0) f->at.first_refused = c->first_refused;
  follow_go_on(f, i, event->flow.reason, event->flow.reason == ISYNC_OVERFLOW, c->refused);
  f->at.doomed = f->at.follows = false;
  f->at.atoms = event->told.atoms;
  begin_clocks(f, &event->flow, i);
  return !event->flow.has_count || gap(f, &event->flow, event->flow.count);
}

// An overflow need not lose an instruction: then the flow goes on where it stood.
static bool place(struct follow *f, struct follow_choice *c, size_t from) {
  const struct follow_event *event = &f->log[c->index];
  const struct happened *h = f->happened;
  const uint8_t reason = event->flow.reason;
  f->at = c->before;
  const bool tracing = follow_is_tracing(f) || f->at.doomed;
  if (c->scanned == f->at.item) c->halted = f->at.halted;
  // A cycle count packet may be lost in an overflow, not otherwise.
  if (f->at.gap_untold && reason == ISYNC_TRACE_ON) {
    return follow_wrong(f, event->flow.offset, "no cycle count since the I-sync before");
  }
  for (size_t i = c->scanned; i < h->count; i++) {
    const uint8_t kind = happened_step(h, i)->kind;
    const bool halted = c->halted || kind == STEP_DEBUG_ENTRY || kind == STEP_DEBUG_EXIT;
    if (i >= from && leads_to(f, i, event) && is_reason(f, &c->before, i, reason, tracing, c->overdue)) {
      f->wrong = !settle(f, c, i, gap_before(f, reason, halted, c->overdue));
      if (!f->wrong) return true;
      f->at = c->before;
    }
    follow_pass(f, c, i);
    c->halted = halted;
    c->scanned = i + 1;
    f->work += f->replaying && i % FOLLOW_CHEAP == 0;
  }
  return false;
}

const struct follow_protocol etm3_follow = {.item = "step",
                                            .compare = compare,
                                            .place = place,
                                            .ended = ended,
                                            .unsure = unsure,
                                            .must_start = must_start,
                                            .may_start = may_start};
