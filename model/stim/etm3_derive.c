// SPDX-License-Identifier: Apache-2.0
// Converts each step to items, and puts the items into clocks.
#include "etm3_derive.h"

#include "classify.h"
#include "program.h"
#include "step.h"

// Percentages at a pace of two instructions in each clock.
enum { ALONE = 12, YOUNGER = 6 };

enum item_kind { ITEM_INSTRUCTION, ITEM_BRANCH, ITEM_DEBUG };

// --- from steps to items --------------------------------------------------------------------------------------------

// The location before the step.
static struct place location_before(const struct step *step) {
  if (step->kind == STEP_INSTRUCTION) return (struct place){step->address, step->thumb, step->j, step->ns, step->hyp};
  return (struct place){step->resume, step->resume_thumb, step->resume_j, step->resume_ns, step->resume_hyp};
}

static struct etm3_item *add_item(struct etm3_derive *d, enum item_kind kind, const struct place *at, bool prohibited) {
  struct etm3_item *item = &d->items[d->held++];
  *item = (struct etm3_item){.kind = (uint8_t)kind, .steps_end = d->at};
  item->state = (struct slots){.user = d->user,
                               .ns = at->ns,
                               .hyp = at->hyp,
                               .prohibited = prohibited,
                               .context_id = d->context.now,
                               .vmid = (uint8_t)d->vmid.now};
  return item;
}

static struct etm3_item *add_instruction(struct etm3_derive *d, const struct place *at, bool prohibited) {
  struct etm3_item *item = add_item(d, ITEM_INSTRUCTION, at, prohibited);
  item->slot.executed = true;
  item->slot.at = *at;
  return item;
}

static void set_branch(struct slot *slot, struct place to, bool secret) {
  slot->branched = true;
  slot->to = to;
  slot->secret = secret;
}

static void change_registers(struct etm3_derive *d) {
  random_register_next(&d->context);
  random_register_next(&d->vmid);
}

static bool is_late(struct etm3_derive *d) { return d->late_percent > 0 && rng_chance(&d->rng, d->late_percent); }

static bool is_branch(struct classification c) { return c.waypoint == CLASS_DIRECT || c.waypoint == CLASS_INDIRECT; }

// `next` is the step after it, or NULL.
static void of_instruction(struct etm3_derive *d, const struct step *step, const struct step *next) {
  const struct classification c = classify(step->opcode, step->thumb);
  const struct place at = location_before(step);
  d->at++;
  struct etm3_item *item = add_instruction(d, &at, step->prohibited);
  item->slot.passed = step->passed;
  item->slot.eret = step->passed && c.exception_return;
  const bool writes_ns = next && !is_branch(c) && location_before(next).ns != step->ns;
  if (step->passed && next && (is_branch(c) || writes_ns)) {
    const bool direct = c.waypoint == CLASS_DIRECT;
    if (!direct && is_late(d)) {
      item = add_item(d, ITEM_BRANCH, &at, step->prohibited);
      item->late = true;
    }
    set_branch(&item->slot, location_before(next), step_was_prohibited(next));
    item->slot.direct = direct;
  }
  if (step->passed && c.waypoint == CLASS_BARRIER) change_registers(d);
}

// True if the exception cancels an instruction, if there is one.
static bool cancels(struct etm3_derive *d, uint16_t exception) {
  switch (exception) {
    case ASYNC_ABORT:
    case DATA_ABORT:
      return true;
    case RESET:
    case PREFETCH_ABORT:
    case GENERIC:
      return rng_chance(&d->rng, 50);
    default:
      return exception > GENERIC && rng_chance(&d->rng, 50);  // interrupts, and those of other profiles
  }
}

// Adds the instruction at `resume` as if it had been executed. False if there is none.
static bool add_cancelled(struct etm3_derive *d, const struct step *step) {
  const struct place at = location_before(step);
  struct step there = {.address = at.address, .thumb = at.t};
  const bool jazelle = at.j && !at.t;
  if (jazelle || step->resume_prohibited || !program_fetch(d->image, &there)) return false;
  struct etm3_item *item = add_instruction(d, &at, false);
  item->steps_end--;  // the exception itself comes later
  item->slot.passed = true;
  item->slot.eret = classify(there.opcode, there.thumb).exception_return;
  return true;
}

static void of_exception(struct etm3_derive *d, const struct step *step) {
  const struct place at = location_before(step);
  d->at++;
  const bool cancel = cancels(d, step->exception) && add_cancelled(d, step);
  struct etm3_item *item = add_item(d, ITEM_BRANCH, &at, step->resume_prohibited);
  item->late = is_late(d);
  set_branch(&item->slot, (struct place){step->address, step->thumb, step->j, step->ns, step->hyp}, step->prohibited);
  item->slot.exception = step->exception;
  item->slot.cancel = cancel;
  change_registers(d);
}

// An entry to Debug state as an exception, at random. Its target is not valid (IHI 0014Q 7.3.5).
static void of_debug_entry(struct etm3_derive *d, const struct step *step) {
  if (d->entry_percent == 0 || !rng_chance(&d->rng, d->entry_percent)) return;
  struct place at = location_before(step);
  struct etm3_item *item = add_item(d, ITEM_BRANCH, &at, step->resume_prohibited);
  at.address = (uint32_t)rng_next(&d->rng) & ~3u;
  set_branch(&item->slot, at, false);
  item->slot.exception = DEBUG_ENTRY;
}

enum { LONG_AFTER = 1000 };  // steps after which tracing has started, if it ever does

// The clocks of Debug state, minus two.
static uint32_t clocks_halted(struct etm3_derive *d) {
  const uint32_t drawn = rng_below(&d->rng, 1u << rng_below(&d->rng, 6)), lasts = d->long_halt;
  if (lasts == 0 || d->at < LONG_AFTER) return drawn;
  d->long_halt = 0;
  return lasts;
}

// Debug state: one or more clocks at its entry, and the clock before its exit.
static void of_debug(struct etm3_derive *d, const struct step *step) {
  const bool entry = step->kind == STEP_DEBUG_ENTRY;
  if (entry) of_debug_entry(d, step);
  d->at++;
  struct etm3_item *item = add_item(d, ITEM_DEBUG, &(struct place){.ns = step->ns, .hyp = step->hyp}, step->prohibited);
  item->state.debug = true;
  item->state.user = step->user;
  item->joined = !entry;
  if (entry) item->repeat = clocks_halted(d);
}

// False at the end of the steps.
static bool make_items(struct etm3_derive *d) {
  const size_t end = step_list_end(d->steps);
  if (d->at == end) return false;
  const struct step *s = step_list_at(d->steps, d->at), *next = d->at + 1 < end ? s + 1 : NULL;
  d->user = s->kind == STEP_INSTRUCTION ? s->user : s->resume_user;
  switch (s->kind) {
    case STEP_INSTRUCTION:
      if (!next && s->passed && is_branch(classify(s->opcode, s->thumb))) return false;
      of_instruction(d, s, next);
      break;
    case STEP_EXCEPTION:
      of_exception(d, s);
      break;
    default:
      of_debug(d, s);
      break;
  }
  return true;
}

// --- from items to clocks -------------------------------------------------------------------------------------------

static bool same_state(const struct slots *a, const struct slots *b) {
  const bool has_same_mode = a->ns == b->ns && a->hyp == b->hyp && a->user == b->user;
  const bool has_same_context = a->context_id == b->context_id && a->vmid == b->vmid;
  return has_same_mode && has_same_context && a->prohibited == b->prohibited;
}

// True if the instruction goes into slot 1.
static bool pairs(struct etm3_derive *d, const struct slots *clock, const struct etm3_item *item) {
  const struct slot *before = &clock->at[0];
  if (d->pairs_apart && before->branched) return false;
  if (!before->executed) return d->pace.spacing == SPACING_WAYPOINT || rng_chance(&d->rng, 50);
  if (before->exception || !same_state(clock, &item->state)) return false;
  switch (d->pace.spacing) {
    case SPACING_WAYPOINT:
      return true;
    case SPACING_ONE:
      return false;
    case SPACING_TWO:
      return !rng_chance(&d->rng, ALONE);
    case SPACING_STALL:
      return rng_chance(&d->rng, 50);
  }
  return false;
}

// The slot that takes the item, in a clock of which `used` are used; 2: none.
static unsigned slot_of(struct etm3_derive *d, const struct slots *clock, unsigned used, const struct etm3_item *item) {
  if (used == 0) return 0;
  if (clock->debug || item->kind == ITEM_DEBUG) return 2;
  if (item->kind == ITEM_INSTRUCTION) return used == 1 && pairs(d, clock, item) ? 1 : 2;
  const bool hurries = d->pace.spacing == SPACING_WAYPOINT && !item->late;
  const bool may_join = !item->late && !clock->at[used - 1].branched;
  if (may_join && (hurries || rng_chance(&d->rng, 50))) return used - 1;
  return used == 1 && (hurries || rng_chance(&d->rng, 50)) ? 1 : 2;
}

static void put_branch(struct slot *to, const struct slot *branch) {
  set_branch(to, branch->to, branch->secret);
  to->direct = branch->direct;
  to->exception = branch->exception;
  to->cancel = branch->cancel;
}

// The state of a clock is that of its instructions. Without instructions, it is that of the last branch's source.
static void put(struct etm3_clock *c, unsigned slot, const struct etm3_item *item) {
  const struct slots before = c->slots;
  if (!before.at[0].executed && !before.at[1].executed) {
    c->slots = item->state;
    c->slots.at[0] = before.at[0];
    c->slots.at[1] = before.at[1];
  }
  if (item->kind == ITEM_INSTRUCTION) c->slots.at[slot] = item->slot;
  if (item->kind == ITEM_BRANCH) put_branch(&c->slots.at[slot], &item->slot);
  c->steps_end = item->steps_end;
}

// The processor leaves Debug state for at least a clock before it enters it again.
static uint32_t clocks_before(struct etm3_derive *d, const struct etm3_item *item) {
  if (item->joined) return 1;
  if (item->kind == ITEM_DEBUG) return d->halted + pace_clocks(&d->pace, 1);
  if (item->late) return 1 + rng_below(&d->rng, 1u << rng_below(&d->rng, 5));
  return pace_clocks(&d->pace, 1);
}

// A single instruction or branch of a clock may also be in the younger slot.
static void move_to_younger(struct etm3_derive *d, struct etm3_clock *c) {
  const bool moves = d->pace.spacing == SPACING_TWO || d->pace.spacing == SPACING_STALL;
  if (!moves || !rng_chance(&d->rng, YOUNGER)) return;
  c->slots.at[1] = c->slots.at[0];
  c->slots.at[0] = (struct slot){0};
}

static bool has_item(struct etm3_derive *d) { return d->held > 0 || make_items(d); }

static void drop_item(struct etm3_derive *d) {
  d->items[0] = d->items[1];
  d->held--;
}

bool etm3_derive_next(struct etm3_derive *derive, struct etm3_clock *clock) {
  struct etm3_item *item = &derive->items[0];
  unsigned used = 0, slot;
  if (!has_item(derive)) return false;
  *clock = (struct etm3_clock){.clocks = clocks_before(derive, item)};
  while (has_item(derive) && (slot = slot_of(derive, &clock->slots, used, item)) < 2) {
    put(clock, slot, item);
    used = slot + 1;
    if (item->repeat > 0) {
      item->repeat--;
      item->joined = true;
      break;
    }
    drop_item(derive);
  }
  derive->halted = clock->slots.debug;
  if (used == 1 && !clock->slots.debug) move_to_younger(derive, clock);
  return true;
}
