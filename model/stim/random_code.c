// SPDX-License-Identifier: Apache-2.0
// Fills the functions of random code with instructions, one function at a time.
#include "random_walk.h"

// A direct branch inside a function. It is assembled when the function is complete.
struct pending {
  uint32_t site, condition;
  enum branch_form form;
  bool backward;
};

// The function being filled.
struct filling {
  struct walk *w;
  struct function *f;
  struct site *sites;  // of the function
  uint32_t cursor;     // address of the next instruction
  struct pending pending[FUNCTION_BYTES_MAX / 2];
  uint32_t pending_count;
};

static uint32_t number_of(const struct filling *in, const struct function *f) {
  return (uint32_t)(f - in->w->functions);
}

static uint32_t room_left(const struct filling *in) { return in->f->address + in->f->room - in->cursor; }

static struct site *add_site(struct filling *in, uint32_t opcode, enum role role) {
  struct site *s = &in->sites[in->f->count++];
  *s = (struct site){
      .address = in->cursor, .opcode = opcode, .role = (uint8_t)role, .bias = 100, .target = {NOWHERE, 0}};
  in->cursor += opcode_size(opcode, in->f->thumb);
  return s;
}

static uint32_t pick_condition(struct filling *in) { return below(in->w, CONDITION_AL); }

static uint8_t pick_bias(struct filling *in) { return (uint8_t)(20 + below(in->w, 61)); }

enum placing { ALWAYS_PASSES, MAY_FAIL, IN_IT };

// `unwanted`: flags that the instruction must not have.
static struct site *add_coding(struct filling *in, enum role role, enum placing placing, uint32_t unwanted) {
  if (placing == IN_IT) unwanted |= CODING_UNCONDITIONAL;
  if (is_thumbee(in->f)) unwanted |= CODING_NOT_THUMBEE;
  const struct coding *c;
  do {
    c = coding_pick(&in->w->rng, in->f->thumb, role);
  } while (c->flags & unwanted);
  uint32_t opcode = c->base | ((uint32_t)rng_next(&in->w->rng) & c->vary);
  bool conditional = placing == MAY_FAIL && !in->f->thumb && !(c->flags & CODING_UNCONDITIONAL) && chance(in->w, 20);
  if (conditional) opcode = (opcode & 0x0FFFFFFF) | pick_condition(in) << 28;
  struct site *s = add_site(in, opcode, role);
  s->flags = (uint8_t)c->flags;
  if (conditional) s->bias = pick_bias(in);
  return s;
}

// A direct branch inside the function. Thumb CBZ can only go forward; unconditional branches must.
static void add_near(struct filling *in, enum placing placing) {
  static const enum branch_form thumb_conditional[] = {T16_BC, T16_CB, T32_BC};
  bool conditional = placing == MAY_FAIL && chance(in->w, 85);
  enum branch_form form = ARM_B;
  if (in->f->thumb) form = conditional ? thumb_conditional[below(in->w, 3)] : below(in->w, 2) ? T16_B : T32_B;
  uint32_t condition = conditional ? pick_condition(in) : CONDITION_AL;
  bool backward = (conditional || placing == IN_IT) && form != T16_CB && chance(in->w, 40);
  in->pending[in->pending_count++] = (struct pending){in->f->count, condition, form, backward};
  bool half = form == T16_B || form == T16_BC || form == T16_CB;
  struct site *s = add_site(in, half ? 0 : UINT32_MAX, ROLE_DIRECT);  // a placeholder of the same size
  if (conditional) s->bias = pick_bias(in);
}

// `exchange`: the branch changes the instruction set.
static enum branch_form pick_far(struct filling *in, bool call, bool exchange, enum placing placing) {
  if (exchange) return in->f->thumb ? T32_BLX : ARM_BLX;
  if (call) return in->f->thumb ? T32_BL : ARM_BL;
  if (!in->f->thumb) return ARM_B;
  if (below(in->w, 4) == 0) return T16_B;
  return placing == MAY_FAIL && chance(in->w, 60) ? T32_BC : T32_B;
}

// A direct branch or call to another function. False, without an effect, if no function fits. An IT block contains no
// BLX, because OpenCSD 1.3.3, which checks this code, changes the instruction set even if its condition fails.
static bool add_far(struct filling *in, bool call, enum placing placing) {
  bool thumb = in->f->thumb, j = in->f->j;
  bool exchange = call && placing != IN_IT && chance(in->w, 40) && !j;  // ThumbEE has no BLX
  const enum branch_form form = pick_far(in, call, exchange, placing);
  bool conditional = form == T32_BC || ((form == ARM_B || form == ARM_BL) && chance(in->w, 50));
  uint32_t condition = conditional ? pick_condition(in) : CONDITION_AL;
  const bool may_fall_through = conditional || placing == IN_IT;
  uint32_t from = number_of(in, in->f);
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = layout_pick(in->w, from);
    const struct function *f = &in->w->functions[to];
    if (f->thumb != (thumb ^ exchange) || f->j != j || (f->filled && !may_fall_through)) continue;
    uint32_t opcode;
    if (!branch_encode(form, condition, in->cursor, f->address, &opcode)) continue;
    struct site *s = add_site(in, opcode, ROLE_DIRECT);
    s->target = (struct spot){to, 0};
    if (call) s->flags = CODING_LINK;
    if (conditional) s->bias = pick_bias(in);
    return true;
  }
  return false;
}

static enum role pick_exception_role(struct filling *in, enum placing placing) {
  if (placing != IN_IT && knob(in->w, in->w->knobs.hyp_percent)) return ROLE_HVC;
  if (in->w->knobs.ns_changes && chance(in->w, 40)) return ROLE_SMC;
  return chance(in->w, 70) || placing == IN_IT ? ROLE_SVC : ROLE_UNDEFINED;
}

// ENTERX in ThumbEE code and LEAVEX in Thumb code change no state.
static void add_change_to_same(struct filling *in) {
  struct site *s = add_coding(in, in->f->j ? ROLE_ENTERX : ROLE_LEAVEX, ALWAYS_PASSES, 0);
  s->target = (struct spot){number_of(in, in->f), in->f->count};
}

// An exception return in the middle of a handler. In Thumb code, an IT block makes it conditional.
static void add_return(struct filling *in, enum placing placing) {
  struct site *s = add_coding(in, ROLE_EXCEPTION_RETURN, placing, CODING_UNCONDITIONAL);
  if (in->f->thumb || s->opcode >> 28 != CONDITION_AL) return;
  s->opcode = (s->opcode & 0x0FFFFFFF) | pick_condition(in) << 28;
  s->bias = pick_bias(in);
}

static void add_waypoint(struct filling *in, enum placing placing) {
  if (placing == MAY_FAIL && in->w->knobs.ns_changes && knob(in->w, in->w->knobs.ns_write_percent)) {
    add_coding(in, ROLE_NS_WRITE, placing, 0);
  } else if (in->f->handler && !is_thumbee(in->f) && knob(in->w, in->w->knobs.eret_percent)) {
    add_return(in, placing);
  } else if (placing == MAY_FAIL && knob(in->w, in->w->knobs.barrier_percent)) {
    add_coding(in, ROLE_MORE_BARRIERS, placing, 0);
  } else if (placing == MAY_FAIL && in->f->thumb && knob(in->w, in->w->knobs.thumbee_percent) && chance(in->w, 10)) {
    add_change_to_same(in);
  } else if (placing == MAY_FAIL && !is_thumbee(in->f) && knob(in->w, in->w->knobs.jazelle_percent)) {
    add_coding(in, ROLE_BXJ, placing, 0);
  } else if (below(in->w, 200) < in->w->knobs.exception_percent) {
    add_coding(in, pick_exception_role(in, placing), placing, 0);
  } else if (chance(in->w, in->w->knobs.indirect_percent)) {
    add_coding(in, chance(in->w, 60) ? ROLE_JUMP : ROLE_RETURN, placing, 0);
  } else if (placing != IN_IT && chance(in->w, 4)) {
    add_coding(in, ROLE_BARRIER, placing, 0);
  } else if (!chance(in->w, 40) || !add_far(in, chance(in->w, 60), placing)) {
    add_near(in, placing);
  }
}

// An IT instruction and its block. Only the last instruction of a block can be a waypoint.
static void add_it_block(struct filling *in) {
  uint32_t count = 1 + below(in->w, 4), then = 1 | below(in->w, 16);
  struct site *it = add_site(in, it_encode(pick_condition(in), count, then), ROLE_IT);
  it->it_count = (uint8_t)count;
  it->it_then = (uint8_t)then;
  it->bias = pick_bias(in);
  uint32_t first = in->f->count;
  for (uint32_t k = 1; k < count; k++) add_coding(in, ROLE_FILLER, IN_IT, 0);
  if (chance(in->w, 70)) {
    add_waypoint(in, IN_IT);
  } else {
    add_coding(in, ROLE_FILLER, IN_IT, 0);
  }
  for (uint32_t i = first; i < in->f->count; i++) in->sites[i].inside_it = true;
}

// The function in which execution continues after ENTERX or LEAVEX at the end of this one, or NULL.
static struct function *other_thumb(struct filling *in) {
  struct function *f = in->f, *next = f + 1;
  bool last = next == in->w->functions + in->w->function_count;
  if (last || next->filled) return NULL;
  const bool is_other_thumb = f->thumb && next->thumb && f->j != next->j;
  return is_other_thumb && f->address + f->room == next->address ? next : NULL;
}

// Execution continues after ENTERX and LEAVEX at the next instruction, so they must be the last that fit.
static void add_change_of_thumb(struct filling *in, const struct function *next) {
  enum { NOP = 0xBF00 };
  while (room_left(in) > 4) add_site(in, NOP, ROLE_FILLER);
  struct site *s = add_coding(in, next->j ? ROLE_ENTERX : ROLE_LEAVEX, ALWAYS_PASSES, 0);
  s->target = (struct spot){number_of(in, next), 0};
}

static enum role pick_end(struct filling *in) {
  enum role role = chance(in->w, 75) ? ROLE_RETURN : ROLE_JUMP;
  if (is_thumbee(in->f) || !in->f->handler || !chance(in->w, 80)) return role;
  return knob(in->w, in->w->knobs.hyp_percent) ? ROLE_ERET : ROLE_EXCEPTION_RETURN;
}

// The filler ensures that two instructions follow every branch, because a forward target must differ from a
// fall-through. No function follows the end, so it is no call and uses no table.
static void add_end(struct filling *in) {
  add_coding(in, ROLE_FILLER, ALWAYS_PASSES, 0);
  const struct function *next = other_thumb(in);
  if (next && chance(in->w, 80)) {
    add_change_of_thumb(in, next);
  } else {
    add_coding(in, pick_end(in), ALWAYS_PASSES, CODING_TABLE | CODING_LINK);
  }
}

static void resolve(struct filling *in, const struct pending *p) {
  struct site *sites = in->sites;
  uint32_t last = in->f->count - 1, to;
  if (p->backward) {
    to = p->site - below(in->w, p->site < 8 ? p->site + 1 : 9);
    while (sites[to].inside_it) to--;
  } else {
    uint32_t reach = last - (p->site + 2);
    to = p->site + 2 + below(in->w, reach < 8 ? reach + 1 : 9);
    while (sites[to].inside_it) to++;
  }
  struct site *s = &sites[p->site];
  s->target = (struct spot){number_of(in, in->f), to};
  branch_encode(p->form, p->condition, s->address, sites[to].address, &s->opcode);
}

static void store(const struct function *f, const struct site *s) {
  uint8_t *bytes = f->bytes + (s->address - f->address);
  uint32_t op = s->opcode, size = opcode_size(op, f->thumb);
  if (f->thumb && size == 4) op = op << 16 | op >> 16;  // the first halfword comes first
  for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)(op >> 8 * i);
}

static void fill_arm_or_thumb(struct filling *in) {
  const struct function *f = in->f;
  static const uint8_t densities[] = {0, 1, 3, 6, 12};
  uint32_t density = densities[below(in->w, sizeof densities)];  // the most fillers before each waypoint
  // The end needs 8 bytes; a block takes up to 18, anything else up to 4.
  while (room_left(in) >= 12) {
    if (is_long(f)) {
      add_coding(in, ROLE_FILLER, MAY_FAIL, CODING_BARRIER);
    } else if (below(in->w, density + 1) != 0) {
      add_coding(in, ROLE_FILLER, MAY_FAIL, 0);
    } else if (f->thumb && room_left(in) >= 26 && chance(in->w, 20)) {
      add_it_block(in);
    } else {
      add_waypoint(in, MAY_FAIL);
    }
  }
  add_end(in);
  for (uint32_t i = 0; i < in->pending_count; i++) resolve(in, &in->pending[i]);
  for (uint32_t i = 0; i < f->count; i++) store(f, &in->sites[i]);
}

// No bytecode is ever decoded, so any bytes are valid. They are entered at a few addresses.
static void fill_jazelle(struct filling *in) {
  const struct function *f = in->f;
  enum { ENTRIES = FUNCTION_BYTES_MIN / 4 };
  for (uint32_t i = 0; i < f->room; i++) f->bytes[i] = (uint8_t)rng_next(&in->w->rng);
  for (uint32_t i = 0; i < ENTRIES; i++) add_site(in, 0, ROLE_BYTECODE)->address += below(in->w, 4);
}

static void fill(struct walk *walk, struct function *f) {
  f->filled = true;
  f->first = walk->site_count;
  struct filling in = {.w = walk, .f = f, .sites = &walk->sites[f->first], .cursor = f->address};
  if (is_jazelle(f)) {
    fill_jazelle(&in);
  } else {
    fill_arm_or_thumb(&in);
  }
  walk->site_count += f->count;
}

struct function *code_at(struct walk *walk, struct spot p) {
  struct function *f = &walk->functions[p.function];
  if (!f->filled) fill(walk, f);
  return f;
}

struct site *code_site(struct walk *walk, struct spot p) {
  return &walk->sites[code_at(walk, p)->first + p.site];
}
