// SPDX-License-Identifier: Apache-2.0
// The code is divided into functions; one is filled with instructions when the walk first enters it. So that the walk
// is never caught in a loop, an indirect branch, which may go anywhere, is always within reach:
// - a function ends with an unconditional indirect branch, or goes on in the next one, if that is not filled yet
//   (ENTERX and LEAVEX);
// - an unconditional direct branch goes forward in its function, or to a function that is not filled yet. Such branches
//   alone therefore close no cycle; calls to filled functions, recursion among them, are conditional or indirect;
// - a handler may lead to the instruction that it was taken for: exceptions that nest without end move the vectors.
#include "random.h"

#include <stdlib.h>
#include <string.h>

#include "coding.h"
#include "error.h"
#include "image.h"
#include "rng.h"
#include "step.h"

enum {
  SEGMENTS_MAX = 64,
  SEGMENT_ALIGN = 0x4000,  // every segment lies inside its own 16 KiB
  FUNCTION_BYTES_MIN = 24,
  FUNCTION_BYTES_MAX = 256,
  LONG_BYTES_MIN = 0x1100,  // so that more than 4096 bytes of them are fillers
  LONG_BYTES_MAX = 0x2800,
  CALLS = 32,
  EXCEPTIONS = 8,    // that are remembered
  NESTED = 16,       // that are too many
  PORTION_MAX = 50,  // percent of what is not ordinary code: most of a walk should count
};

#define NOWHERE UINT32_MAX  // as a function

enum exception {
  DEBUG_ENTRY = 1,
  SMC = 2,
  HYP_ENTRY = 3,
  ASYNC_ABORT = 4,
  THUMBEE_CHECK = 5,
  RESET = 8,
  UNDEFINED = 9,
  SVC = 10,
  PREFETCH_ABORT = 11,
  DATA_ABORT = 12,
  GENERIC = 13,
  IRQ = 14,
  FIQ = 15,
  HIGH = 16,  // the first of those that only other profiles have
  EXCEPTION_NUMBERS = 512
};

enum { VECTORS = 32 };  // numbers from HIGH on share the upper half

enum world { SECURE, NON_SECURE, HYP, WORLDS };

struct place {
  uint32_t function, site;
};

// One instruction.
struct site {
  uint32_t address, opcode;
  struct place target;        // direct branch: where it goes. Indirect: where it went last, or NOWHERE
  uint8_t role;               // enum role
  uint8_t flags;              // enum coding_flags
  uint8_t bias;               // passes its condition in so many percent, 100 = has none
  uint8_t it_count, it_then;  // ROLE_IT: instructions that follow, and which of them want the condition true
  bool inside_it;             // no branch may go here
};

struct function {
  uint32_t address;
  uint32_t first, count;  // in walk.sites, once filled
  uint8_t *bytes;
  uint16_t room;  // bytes
  uint8_t segment;
  bool thumb, j;  // with `thumb` ThumbEE, without it Jazelle
  bool handler, filled;
};

struct it_state {
  uint8_t left, passes;  // instructions to come; bit 0: the next one passes
};

struct interrupted {
  struct place resume;
  struct it_state it;
  bool ns, hyp;
};

// Where something that does not come from the code happens, once its instructions have passed.
enum aim {
  AIM_ANYWHERE,
  AIM_AT_WAYPOINT,  // instead of a waypoint instruction, or one that takes an exception
  AIM_AT_TARGET,    // on a waypoint's target, nothing executed since
  AIMS
};

struct event {
  uint32_t left;  // instructions
  enum aim aim;
};

// A direct branch inside a function, assembled when all of the function is there.
struct pending {
  uint32_t site, condition;
  enum branch_form form;
  bool backward;
};

struct walk {
  const struct random_knobs *knobs;
  struct rng rng;
  struct step_list *steps;
  struct function *functions;
  uint32_t function_count;
  struct {
    uint32_t first, count;  // functions
    bool prohibited;        // tracing is
  } segments[SEGMENTS_MAX];
  uint32_t segment_count;
  struct site *sites;  // room for all code that there can be; most of it is never touched
  uint32_t site_count;
  // The function being filled.
  struct function *filling;
  uint32_t cursor;   // address of the next instruction
  uint32_t density;  // up to so many fillers before each waypoint instruction
  struct pending pending[FUNCTION_BYTES_MAX / 2];
  uint32_t pending_count;
  // The processor.
  struct place at;
  struct it_state it;
  bool ns, hyp;
  struct place calls[CALLS];  // return addresses: a ring
  uint32_t depth;
  struct interrupted exceptions[EXCEPTIONS];
  uint32_t exception_depth;
  uint32_t vectors[WORLDS][VECTORS];  // functions
  struct event exception, debug;
  bool at_target;  // nothing was executed since the last waypoint
  uint32_t waypoints;
};

const struct random_knobs random_knobs_default = {
    .waypoints = 10000,
    .thumb_percent = 50,
    .indirect_percent = 10,
    .exception_percent = 2,
};

void random_knobs_limit(struct random_knobs *knobs, unsigned minor) {
  if (minor < 5) knobs->hyp_percent = 0;
  if (minor < 4) knobs->high_percent = 0;
  if (minor < 3) knobs->thumbee_percent = 0;
  if (minor < 3) knobs->no_generic = true;
  if (minor < 2) knobs->ns = knobs->ns_changes = false;
}

static bool chance(struct walk *w, uint32_t percent) { return rng_chance(&w->rng, percent); }

static uint32_t below(struct walk *w, uint32_t bound) { return rng_below(&w->rng, bound); }

// A knob that is 0 draws nothing: what was walked before there was such a knob stays as it is.
static bool knob(struct walk *w, uint32_t percent) { return percent > 0 && chance(w, percent); }

static bool is_thumbee(const struct function *f) { return f->thumb && f->j; }

static bool is_jazelle(const struct function *f) { return !f->thumb && f->j; }

static bool is_long(const struct function *f) { return f->room > FUNCTION_BYTES_MAX; }

static bool same_state(const struct function *a, const struct function *b) {
  return a->thumb == b->thumb && a->j == b->j;
}

// --- where the code lies --------------------------------------------------------------------------------------------

// An address that differs from an earlier segment's from bit 14-20, 21-27 or 28-31 downwards, so that branches of
// every length lead from one to another.
static uint32_t pick_segment_address(struct walk *w, const uint32_t *earlier, uint32_t count) {
  if (count == 0) return below(w, 1u << 18) * SEGMENT_ALIGN;
  static const struct { uint32_t low, span; } classes[] = {{14, 7}, {14, 7}, {21, 7}, {28, 4}};
  uint32_t c = below(w, 4), top = 1u << (classes[c].low + below(w, classes[c].span));
  uint32_t change = top | ((uint32_t)rng_next(&w->rng) & (top - 1));
  return (earlier[below(w, count)] ^ change) & -(uint32_t)SEGMENT_ALIGN;
}

static bool segment_address_free(uint32_t address, const uint32_t *earlier, uint32_t count) {
  if (address == 0 || address == -(uint32_t)SEGMENT_ALIGN) return false;  // no branch wraps around the address space
  for (uint32_t i = 0; i < count; i++) {
    if (earlier[i] == address) return false;
  }
  return true;
}

static int by_value(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// What the next function of a segment is, but for its place.
static struct function pick_kind(struct walk *w) {
  const struct random_knobs *k = w->knobs;
  struct function f = {.thumb = chance(w, k->thumb_percent)};
  if (knob(w, k->jazelle_percent)) return (struct function){.j = true};
  f.j = f.thumb && knob(w, k->thumbee_percent);
  return f;
}

// ThumbEE code begins where the function before it ends, as ENTERX goes on there.
static void divide_segment(struct walk *w, uint32_t segment, uint32_t address, uint32_t length, uint8_t *bytes) {
  w->segments[segment].first = w->function_count;
  bool has_long = knob(w, w->knobs->long_percent);
  for (uint32_t at = 0; at + FUNCTION_BYTES_MIN + 4 <= length;) {
    struct function f = pick_kind(w);
    uint32_t room = FUNCTION_BYTES_MIN + 4 * below(w, 1 + below(w, (FUNCTION_BYTES_MAX - FUNCTION_BYTES_MIN) / 4));
    if (has_long && !is_jazelle(&f) && length - at >= LONG_BYTES_MIN) {
      uint32_t most = length - at < LONG_BYTES_MAX ? length - at : LONG_BYTES_MAX;
      room = LONG_BYTES_MIN + 4 * below(w, (most - LONG_BYTES_MIN) / 4 + 1);
      has_long = false;
    }
    if (room > length - at) room = length - at;
    uint32_t skip = f.thumb && !f.j ? 2 * below(w, 2) : 0;
    f.address = address + at + skip;
    f.bytes = bytes + at + skip;
    f.room = (uint16_t)(room - skip);
    f.segment = (uint8_t)segment;
    w->functions[w->function_count++] = f;
    at += room;
  }
  w->segments[segment].count = w->function_count - w->segments[segment].first;
}

// At least one segment may be traced, or the walk would never end; it has ThumbEE code if any has, as that does not
// lead out of itself everywhere.
static void prohibit(struct walk *w) {
  if (w->knobs->prohibited_percent == 0) return;
  for (uint32_t i = 0; i < w->segment_count; i++) {
    w->segments[i].prohibited = chance(w, w->knobs->prohibited_percent);
  }
  uint32_t open = below(w, w->segment_count);
  w->segments[open].prohibited = false;
  if (w->knobs->thumbee_percent > 0) {
    struct function *f = &w->functions[w->segments[open].first];
    f->thumb = f->j = true;
  }
}

// The next function that is ThumbEE, or is ARM or Thumb; the same one again if there is no other.
static uint32_t next_function(const struct walk *w, uint32_t from, bool thumbee) {
  uint32_t to = from;
  do {
    to = (to + 1) % w->function_count;
  } while (to != from && !(thumbee ? is_thumbee(&w->functions[to]) : !w->functions[to].j));
  return to;
}

// Exceptions are taken in ARM or Thumb state, but for those that ThumbEE code raises for itself.
static void pick_vectors(struct walk *w) {
  uint32_t worlds = w->knobs->hyp_percent ? WORLDS : HYP, numbers = w->knobs->high_percent ? VECTORS : HIGH;
  for (uint32_t world = 0; world < worlds; world++) {
    for (uint32_t n = 0; n < numbers; n++) {
      uint32_t f = below(w, w->function_count);
      bool thumbee = w->knobs->thumbee_percent > 0 && n == THUMBEE_CHECK;
      if (w->functions[f].j || thumbee) f = next_function(w, f, thumbee);
      w->vectors[world][n] = f;
      w->functions[f].handler = true;
    }
  }
}

static bool lay_out(struct walk *w, struct image *image, struct error *err) {
  uint32_t pages[SEGMENTS_MAX] = {0};
  uint32_t count = 16 + below(w, SEGMENTS_MAX - 16 + 1);
  while (w->segment_count < count) {
    uint32_t address = pick_segment_address(w, pages, w->segment_count);
    if (segment_address_free(address, pages, w->segment_count)) pages[w->segment_count++] = address;
  }
  qsort(pages, count, sizeof *pages, by_value);
  w->functions = malloc(count * (SEGMENT_ALIGN / FUNCTION_BYTES_MIN) * sizeof *w->functions);
  w->sites = malloc(count * (SEGMENT_ALIGN / 2) * sizeof *w->sites);
  if (!w->functions || !w->sites) {
    error_set(err, "random code: out of memory");
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t length = 0x400u << below(w, 4);
    length += 4 * below(w, length / 4);
    uint32_t address = pages[i] + 4 * below(w, (SEGMENT_ALIGN - length) / 4 + 1);
    uint8_t *bytes = image_add(image, address, length, err);
    if (!bytes) return false;
    divide_segment(w, i, address, length, bytes);
  }
  prohibit(w);
  pick_vectors(w);
  return true;
}

// A function, near or far: half the picks stay within a few functions or the segment.
static uint32_t pick_function(struct walk *w, uint32_t from) {
  uint32_t segment = w->functions[from].segment;
  switch (below(w, 4)) {
    case 0: {
      uint32_t near = from + below(w, 9) - 4;  // may wrap below 0: out of range as well
      if (near < w->function_count && w->functions[near].segment == segment) return near;
      break;
    }
    case 1:
      break;
    case 2:
      segment = (segment + w->segment_count + below(w, 5) - 2) % w->segment_count;
      break;
    case 3:
      segment = below(w, w->segment_count);
      break;
  }
  return w->segments[segment].first + below(w, w->segments[segment].count);
}

// --- filling a function ---------------------------------------------------------------------------------------------

static uint32_t room_left(const struct walk *w) { return w->filling->address + w->filling->room - w->cursor; }

static struct site *add_site(struct walk *w, uint32_t opcode, enum role role) {
  struct site *s = &w->sites[w->filling->first + w->filling->count++];
  *s =
      (struct site){.address = w->cursor, .opcode = opcode, .role = (uint8_t)role, .bias = 100, .target = {NOWHERE, 0}};
  w->cursor += opcode_size(opcode, w->filling->thumb);
  return s;
}

static uint32_t pick_condition(struct walk *w) { return below(w, CONDITION_AL); }

static uint8_t pick_bias(struct walk *w) { return (uint8_t)(20 + below(w, 61)); }

enum placing { ALWAYS_PASSES, MAY_FAIL, IN_IT };

// `unwanted`: flags that the instruction must not have.
static struct site *add_coding(struct walk *w, enum role role, enum placing placing, uint32_t unwanted) {
  if (placing == IN_IT) unwanted |= CODING_UNCONDITIONAL;
  if (is_thumbee(w->filling)) unwanted |= CODING_NOT_THUMBEE;
  const struct coding *c;
  do {
    c = coding_pick(&w->rng, w->filling->thumb, role);
  } while (c->flags & unwanted);
  uint32_t opcode = c->base | ((uint32_t)rng_next(&w->rng) & c->vary);
  bool conditional = placing == MAY_FAIL && !w->filling->thumb && !(c->flags & CODING_UNCONDITIONAL) && chance(w, 20);
  if (conditional) opcode = (opcode & 0x0FFFFFFF) | pick_condition(w) << 28;
  struct site *s = add_site(w, opcode, role);
  s->flags = (uint8_t)c->flags;
  if (conditional) s->bias = pick_bias(w);
  return s;
}

// A direct branch inside the function. Thumb CBZ goes forward only; unconditional branches must.
static void add_near(struct walk *w, enum placing placing) {
  static const enum branch_form thumb_conditional[] = {T16_BC, T16_CB, T32_BC};
  bool conditional = placing == MAY_FAIL && chance(w, 85);
  enum branch_form form = ARM_B;
  if (w->filling->thumb) form = conditional ? thumb_conditional[below(w, 3)] : below(w, 2) ? T16_B : T32_B;
  uint32_t condition = conditional ? pick_condition(w) : CONDITION_AL;
  bool backward = (conditional || placing == IN_IT) && form != T16_CB && chance(w, 40);
  w->pending[w->pending_count++] = (struct pending){w->filling->count, condition, form, backward};
  bool half = form == T16_B || form == T16_BC || form == T16_CB;
  struct site *s = add_site(w, half ? 0 : UINT32_MAX, ROLE_DIRECT);  // a placeholder of the right size
  if (conditional) s->bias = pick_bias(w);
}

// A direct branch or call to another function; nothing is added (false) if no function fits. No BLX in an IT block:
// OpenCSD 1.3.3, a witness over this code, changes the instruction set even where its condition fails.
static bool add_far(struct walk *w, bool call, enum placing placing) {
  bool thumb = w->filling->thumb, j = w->filling->j;
  bool exchange = call && placing != IN_IT && chance(w, 40) && !j;  // ThumbEE has no BLX
  enum branch_form form;
  if (thumb) {
    form = exchange ? T32_BLX : call ? T32_BL : below(w, 4) == 0 ? T16_B : T32_B;
    if (form == T32_B && placing == MAY_FAIL && chance(w, 60)) form = T32_BC;
  } else {
    form = exchange ? ARM_BLX : call ? ARM_BL : ARM_B;
  }
  bool conditional = form == T32_BC || ((form == ARM_B || form == ARM_BL) && chance(w, 50));
  uint32_t condition = conditional ? pick_condition(w) : CONDITION_AL;
  uint32_t from = (uint32_t)(w->filling - w->functions);
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = pick_function(w, from);
    const struct function *f = &w->functions[to];
    if (f->thumb != (thumb ^ exchange) || f->j != j || (f->filled && !conditional && placing != IN_IT)) continue;
    uint32_t opcode;
    if (!branch_encode(form, condition, w->cursor, f->address, &opcode)) continue;
    struct site *s = add_site(w, opcode, ROLE_DIRECT);
    s->target = (struct place){to, 0};
    if (call) s->flags = CODING_LINK;
    if (conditional) s->bias = pick_bias(w);
    return true;
  }
  return false;
}

static enum role pick_exception_role(struct walk *w, enum placing placing) {
  if (placing != IN_IT && knob(w, w->knobs->hyp_percent)) return ROLE_HVC;
  if (w->knobs->ns_changes && chance(w, 40)) return ROLE_SMC;
  return chance(w, 70) || placing == IN_IT ? ROLE_SVC : ROLE_UNDEFINED;
}

// ENTERX in ThumbEE code, LEAVEX in Thumb code: nothing changes.
static void add_change_to_same(struct walk *w) {
  struct site *s = add_coding(w, w->filling->j ? ROLE_ENTERX : ROLE_LEAVEX, ALWAYS_PASSES, 0);
  s->target = (struct place){(uint32_t)(w->filling - w->functions), w->filling->count};
}

static void add_waypoint(struct walk *w, enum placing placing) {
  if (placing == MAY_FAIL && w->knobs->ns_changes && knob(w, w->knobs->ns_write_percent)) {
    add_coding(w, ROLE_NS_WRITE, placing, 0);
  } else if (placing == MAY_FAIL && knob(w, w->knobs->barrier_percent)) {
    add_coding(w, ROLE_MORE_BARRIERS, placing, 0);
  } else if (placing == MAY_FAIL && w->filling->thumb && knob(w, w->knobs->thumbee_percent) && chance(w, 10)) {
    add_change_to_same(w);
  } else if (placing == MAY_FAIL && !is_thumbee(w->filling) && knob(w, w->knobs->jazelle_percent)) {
    add_coding(w, ROLE_BXJ, placing, 0);
  } else if (below(w, 200) < w->knobs->exception_percent) {
    add_coding(w, pick_exception_role(w, placing), placing, 0);
  } else if (chance(w, w->knobs->indirect_percent)) {
    add_coding(w, chance(w, 60) ? ROLE_JUMP : ROLE_RETURN, placing, 0);
  } else if (placing != IN_IT && chance(w, 4)) {
    add_coding(w, ROLE_BARRIER, placing, 0);
  } else if (!chance(w, 40) || !add_far(w, chance(w, 60), placing)) {
    add_near(w, placing);
  }
}

// An IT instruction and its block; a waypoint can only be the last instruction of one.
static void add_it_block(struct walk *w) {
  uint32_t count = 1 + below(w, 4), then = 1 | below(w, 16);
  struct site *it = add_site(w, it_encode(pick_condition(w), count, then), ROLE_IT);
  it->it_count = (uint8_t)count;
  it->it_then = (uint8_t)then;
  it->bias = pick_bias(w);
  uint32_t first = w->filling->count;
  for (uint32_t k = 1; k < count; k++) add_coding(w, ROLE_FILLER, IN_IT, 0);
  if (chance(w, 70)) {
    add_waypoint(w, IN_IT);
  } else {
    add_coding(w, ROLE_FILLER, IN_IT, 0);
  }
  for (uint32_t i = first; i < w->filling->count; i++) w->sites[w->filling->first + i].inside_it = true;
}

// The function that ENTERX or LEAVEX at the end of this one goes on in, or NULL.
static struct function *other_thumb(struct walk *w) {
  struct function *f = w->filling, *next = f + 1;
  bool last = next == w->functions + w->function_count;
  if (last || !f->thumb || !next->thumb || f->j == next->j || next->filled) return NULL;
  return f->address + f->room == next->address ? next : NULL;
}

// ENTERX and LEAVEX go on at the next instruction, so they must be the last that the function has room for.
static void add_change_of_thumb(struct walk *w, const struct function *next) {
  enum { NOP = 0xBF00 };
  while (room_left(w) > 4) add_site(w, NOP, ROLE_FILLER);
  struct site *s = add_coding(w, next->j ? ROLE_ENTERX : ROLE_LEAVEX, ALWAYS_PASSES, 0);
  s->target = (struct place){(uint32_t)(next - w->functions), 0};
}

static enum role pick_end(struct walk *w) {
  enum role role = chance(w, 75) ? ROLE_RETURN : ROLE_JUMP;
  if (is_thumbee(w->filling) || !w->filling->handler || !chance(w, 80)) return role;
  return knob(w, w->knobs->hyp_percent) ? ROLE_ERET : ROLE_EXCEPTION_RETURN;
}

// The filler is there so that every branch has two instructions behind it: going forward must differ from not being
// taken. Behind the end there is nothing to return to or to index.
static void add_end(struct walk *w) {
  add_coding(w, ROLE_FILLER, ALWAYS_PASSES, 0);
  const struct function *next = other_thumb(w);
  if (next && chance(w, 80)) {
    add_change_of_thumb(w, next);
  } else {
    add_coding(w, pick_end(w), ALWAYS_PASSES, CODING_TABLE | CODING_LINK);
  }
}

static void resolve(struct walk *w, const struct pending *p) {
  struct site *sites = &w->sites[w->filling->first];
  uint32_t last = w->filling->count - 1, to;
  if (p->backward) {
    to = p->site - below(w, p->site < 8 ? p->site + 1 : 9);
    while (sites[to].inside_it) to--;
  } else {
    uint32_t reach = last - (p->site + 2);
    to = p->site + 2 + below(w, reach < 8 ? reach + 1 : 9);
    while (sites[to].inside_it) to++;
  }
  struct site *s = &sites[p->site];
  s->target = (struct place){(uint32_t)(w->filling - w->functions), to};
  branch_encode(p->form, p->condition, s->address, sites[to].address, &s->opcode);
}

static void store(uint8_t *bytes, const struct site *s, bool thumb) {
  uint32_t op = s->opcode, size = opcode_size(op, thumb);
  if (thumb && size == 4) op = op << 16 | op >> 16;  // the first halfword comes first
  for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)(op >> 8 * i);
}

static void fill_arm_or_thumb(struct walk *w, struct function *f) {
  static const uint8_t densities[] = {0, 1, 3, 6, 12};
  w->density = densities[below(w, sizeof densities)];
  w->pending_count = 0;
  // 8 bytes are kept for the end; a block takes up to 18, anything else up to 4.
  while (room_left(w) >= 12) {
    if (is_long(f)) {
      add_coding(w, ROLE_FILLER, MAY_FAIL, CODING_BARRIER);
    } else if (below(w, w->density + 1) != 0) {
      add_coding(w, ROLE_FILLER, MAY_FAIL, 0);
    } else if (f->thumb && room_left(w) >= 26 && chance(w, 20)) {
      add_it_block(w);
    } else {
      add_waypoint(w, MAY_FAIL);
    }
  }
  add_end(w);
  w->site_count += f->count;
  for (uint32_t i = 0; i < w->pending_count; i++) resolve(w, &w->pending[i]);
  const struct site *s = &w->sites[f->first];
  for (uint32_t i = 0; i < f->count; i++) store(f->bytes + (s[i].address - f->address), &s[i], f->thumb);
}

// No bytecode is ever looked at, so any bytes will do. They are entered in a few places, at any byte.
static void fill_jazelle(struct walk *w, struct function *f) {
  enum { PLACES = FUNCTION_BYTES_MIN / 4 };
  for (uint32_t i = 0; i < f->room; i++) f->bytes[i] = (uint8_t)rng_next(&w->rng);
  for (uint32_t i = 0; i < PLACES; i++) add_site(w, 0, ROLE_BYTECODE)->address += below(w, 4);
  w->site_count += f->count;
}

static void fill(struct walk *w, struct function *f) {
  w->filling = f;
  w->cursor = f->address;
  f->filled = true;
  f->first = w->site_count;
  if (is_jazelle(f)) {
    fill_jazelle(w, f);
  } else {
    fill_arm_or_thumb(w, f);
  }
}

// --- walking --------------------------------------------------------------------------------------------------------

static struct function *function_at(struct walk *w, struct place p) {
  struct function *f = &w->functions[p.function];
  if (!f->filled) fill(w, f);
  return f;
}

static uint32_t address_of(struct walk *w, struct place p) {
  return w->sites[function_at(w, p)->first + p.site].address;
}

static struct place random_place(struct walk *w, uint32_t function) {
  struct place p = {function, 0};
  const struct function *f = function_at(w, p);
  if (chance(w, 50)) p.site = below(w, f->count);
  while (w->sites[f->first + p.site].inside_it) p.site--;
  return p;
}

// Where something may lead from the instruction set at w->at. No branch leaves or enters ThumbEE or Jazelle state.
enum reach { SAME_STATE, INTERWORKING, ANY_STATE };

static bool reaches(const struct walk *w, enum reach reach, uint32_t to) {
  const struct function *here = &w->functions[w->at.function], *there = &w->functions[to];
  if (same_state(here, there) || reach == ANY_STATE) return true;
  return reach == INTERWORKING && !here->j && !there->j;
}

static enum reach reach_of(const struct site *s) { return s->flags & CODING_SAME_STATE ? SAME_STATE : INTERWORKING; }

// Where an indirect branch at w->at goes when nothing says where. The instruction set is kept more often than not,
// because a change costs a full address and hides the short ones; known code is preferred, so that it runs repeatedly.
static struct place free_target(struct walk *w, enum reach reach) {
  const struct function *here = &w->functions[w->at.function];
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = pick_function(w, w->at.function);
    const struct function *f = &w->functions[to];
    bool state_fits = same_state(f, here) || (reach != SAME_STATE && chance(w, 20) && reaches(w, reach, to));
    if (state_fits && (f->filled || chance(w, 25))) return random_place(w, to);
  }
  return random_place(w, is_thumbee(here) ? next_function(w, w->at.function, true) : w->at.function);
}

static struct place table_target(struct walk *w) {
  const struct function *f = &w->functions[w->at.function];
  uint32_t site = w->at.site + 1 + below(w, f->count - w->at.site - 1);
  while (w->sites[f->first + site].inside_it) site++;
  return (struct place){w->at.function, site};
}

// Half the time to where it went before, as most indirect branches do.
static struct place jump_target(struct walk *w, const struct site *s) {
  if (s->target.function != NOWHERE && chance(w, 50)) return s->target;
  return s->flags & CODING_TABLE ? table_target(w) : free_target(w, reach_of(s));
}

static void push_call(struct walk *w, struct place p) { w->calls[w->depth++ % CALLS] = p; }

// Mostly to the newest call; now and then one further out, or somewhere else.
static struct place return_target(struct walk *w, enum reach reach) {
  if (w->depth > 1 && chance(w, 5)) w->depth--;
  if (w->depth > 0 && chance(w, 90)) {
    struct place p = w->calls[(w->depth - 1) % CALLS];
    if (reaches(w, reach, p.function)) {
      w->depth--;
      return p;
    }
  }
  return free_target(w, reach);
}

// Into bytecodes more often than not, if there are any; else it is a BX.
static struct place jazelle_target(struct walk *w) {
  for (int attempt = 0; attempt < 8; attempt++) {
    uint32_t to = pick_function(w, w->at.function);
    if (is_jazelle(&w->functions[to])) return random_place(w, to);
  }
  return free_target(w, INTERWORKING);
}

static enum world world(bool ns, bool hyp) { return hyp ? HYP : ns ? NON_SECURE : SECURE; }

// Mostly back to what was interrupted. No return leads to what is more privileged: from Non-secure to Secure state,
// or to Hyp mode but from Monitor mode; Secure code may start the others.
static struct place exception_return_target(struct walk *w) {
  bool leave_secure = w->knobs->ns_changes && !w->ns && chance(w, 30);
  if (!leave_secure && w->exception_depth > 0 && chance(w, 90)) {
    const struct interrupted *e = &w->exceptions[(w->exception_depth - 1) % EXCEPTIONS];
    enum world to = world(e->ns, e->hyp), from = world(w->ns, w->hyp);
    if (from == SECURE || to == NON_SECURE || to == from) {
      w->exception_depth--;
      w->ns = e->ns;
      w->hyp = e->hyp;
      w->it = e->it;
      return e->resume;
    }
  }
  w->ns |= leave_secure;
  if (leave_secure || w->hyp) w->hyp = knob(w, w->knobs->hyp_percent);
  return free_target(w, ANY_STATE);
}

static bool prohibited(const struct walk *w, struct place p) {
  return w->segments[w->functions[p.function].segment].prohibited;
}

// At once, or one instruction later (a single step), in one of five cases.
static void schedule(struct walk *w, struct event *e, uint32_t percent) {
  if (percent == 0) {
    *e = (struct event){UINT32_MAX, AIM_ANYWHERE};
  } else if (chance(w, 20)) {
    *e = (struct event){1 + below(w, 2), AIM_ANYWHERE};
  } else {
    *e = (struct event){1 + below(w, 1600 / percent), (enum aim)below(w, AIMS)};
  }
}

// Where DMB and DSB are waypoints too there are more of them.
static bool is_waypoint(const struct site *s) {
  return s->role == ROLE_DIRECT || s->role == ROLE_JUMP || s->role == ROLE_RETURN || s->role == ROLE_EXCEPTION_RETURN ||
         s->role == ROLE_ERET || s->role == ROLE_BXJ || s->role == ROLE_ENTERX || s->role == ROLE_LEAVEX ||
         s->role == ROLE_BARRIER;
}

static bool takes_exception(const struct site *s) {
  return s->role == ROLE_SVC || s->role == ROLE_UNDEFINED || s->role == ROLE_SMC || s->role == ROLE_HVC;
}

static bool is_due(const struct walk *w, struct event *e, const struct site *s) {
  if (e->left > 0) e->left--;
  if (e->left > 0) return false;
  return e->aim == AIM_ANYWHERE || (e->aim == AIM_AT_WAYPOINT ? is_waypoint(s) || takes_exception(s) : w->at_target);
}

// Counts what is presented: not what happens inside prohibited regions.
static void count_waypoint(struct walk *w, struct place from) {
  w->waypoints += !(prohibited(w, from) && prohibited(w, w->at));
  w->at_target = true;
}

static struct step *add_exception(struct walk *w, enum step_kind kind, uint32_t number, struct place resume) {
  uint32_t address = address_of(w, resume);
  struct step *step = step_list_add(w->steps);
  step->kind = (uint8_t)kind;
  step->exception = (uint16_t)number;
  step->resume = address;
  step->resume_thumb = w->functions[resume.function].thumb;
  step->resume_j = w->functions[resume.function].j;
  step->resume_ns = w->ns;
  step->resume_hyp = w->hyp;
  step->resume_prohibited = prohibited(w, resume);
  return step;
}

static void go_on_at(struct walk *w, struct step *step) {
  step->address = address_of(w, w->at);
  step->thumb = w->functions[w->at.function].thumb;
  step->j = w->functions[w->at.function].j;
  step->ns = w->ns;
  step->hyp = w->hyp;
  step->prohibited = prohibited(w, w->at);
}

// Secure, Non-secure or Hyp: what takes the exception. A ThumbEE check stays where it is.
static void change_world(struct walk *w, uint32_t number) {
  if (number == THUMBEE_CHECK) return;
  if (number == HYP_ENTRY) {
    w->hyp = true;
    return;
  }
  if (w->knobs->ns_changes && (number == SMC || number == RESET || chance(w, 40))) w->ns = false;
  w->hyp = w->ns && number != RESET && (w->hyp || knob(w, w->knobs->hyp_percent));
}

static void take_exception(struct walk *w, uint32_t number, struct place resume) {
  struct step *step = add_exception(w, STEP_EXCEPTION, number, resume);
  if (number == THUMBEE_CHECK) {
    push_call(w, resume);  // its handler ends as a function does
  } else {
    w->exceptions[w->exception_depth++ % EXCEPTIONS] = (struct interrupted){resume, w->it, w->ns, w->hyp};
  }
  if (number == RESET) w->exception_depth = w->depth = 0;
  if (w->exception_depth % NESTED == NESTED - 1) pick_vectors(w);
  change_world(w, number);
  w->it.left = 0;
  w->at = (struct place){w->vectors[world(w->ns, w->hyp)][number < HIGH ? number : HIGH + number % HIGH], 0};
  go_on_at(w, step);
  count_waypoint(w, resume);
  bool catch_vector = w->knobs->debug_percent > 0 && chance(w, w->knobs->debug_percent);
  if (catch_vector) w->debug = (struct event){1, AIM_ANYWHERE};
}

// IHI 0014Q table 7.11 names all from HIGH on, but for five.
static uint32_t pick_high(struct walk *w) {
  uint32_t number;
  do {
    number = HIGH + below(w, EXCEPTION_NUMBERS - HIGH);
  } while (number == 16 || number == 18 || number == 20 || number == 22 || number == 23);
  return number;
}

// Which interrupt or abort strikes at w->at.
static uint32_t pick_interrupt(struct walk *w, bool memory) {
  static const uint8_t kinds[] = {IRQ,         IRQ,         IRQ,     FIQ,   FIQ,        PREFETCH_ABORT, PREFETCH_ABORT,
                                  ASYNC_ABORT, ASYNC_ABORT, GENERIC, RESET, DATA_ABORT, DATA_ABORT,     DATA_ABORT};
  enum { ANYWHERE = 11 };  // so many of them need no load or store
  if (knob(w, w->knobs->high_percent)) return pick_high(w);
  if (w->ns && !w->hyp && knob(w, w->knobs->hyp_percent)) return HYP_ENTRY;  // a trap
  if (is_thumbee(&w->functions[w->at.function]) && memory && w->it.left == 0) return THUMBEE_CHECK;
  const uint32_t number = kinds[below(w, memory ? sizeof kinds : ANYWHERE)];
  return number == GENERIC && w->knobs->no_generic ? IRQ : number;
}

static void interrupt(struct walk *w, bool memory) {
  take_exception(w, pick_interrupt(w, memory), w->at);
  schedule(w, &w->exception, w->knobs->exception_percent);
}

// Jazelle state ends with an exception, and what it executes until then is no step.
static void leave_jazelle(struct walk *w) {
  static const uint8_t kinds[] = {IRQ, FIQ, PREFETCH_ABORT, DATA_ABORT};
  take_exception(w, kinds[below(w, sizeof kinds)], w->at);
}

// Debug state, entered and left; one time in ten a debugger has moved execution.
static void halt(struct walk *w) {
  struct step *entry = add_exception(w, STEP_DEBUG_ENTRY, DEBUG_ENTRY, w->at);
  entry->ns = w->ns;
  entry->hyp = w->hyp;
  if (chance(w, 10)) {
    struct place to = free_target(w, ANY_STATE);
    if (!prohibited(w, to) && !is_jazelle(&w->functions[to.function])) {
      w->at = to;
      w->it.left = 0;
    }
  }
  struct step *step = step_list_add(w->steps);
  step->kind = STEP_DEBUG_EXIT;
  go_on_at(w, step);
  w->waypoints += 2;
  w->at_target = true;
  schedule(w, &w->debug, w->knobs->debug_percent);
}

static bool condition_passes(struct walk *w, const struct site *s) {
  if (w->it.left > 0) {
    bool passes = w->it.passes & 1;
    w->it.left--;
    w->it.passes >>= 1;
    return passes;
  }
  return s->role == ROLE_IT || s->bias == 100 || chance(w, s->bias);
}

// What happens at w->at before its instruction is executed: then it does not count as executed. In long code less
// does, so that most of it is executed in one piece.
static bool happens_before(struct walk *w, const struct function *f, const struct site *s) {
  if (is_jazelle(f)) {
    leave_jazelle(w);
    return true;
  }
  if (is_long(f) && below(w, 16) != 0) return false;
  if (is_due(w, &w->debug, s) && !prohibited(w, w->at)) {
    halt(w);
    return true;
  }
  if (!is_due(w, &w->exception, s)) return false;
  interrupt(w, s->flags & CODING_MEMORY);
  return true;
}

static void execute(struct walk *w) {
  const struct function *f = function_at(w, w->at);
  struct site *s = &w->sites[f->first + w->at.site];
  if (happens_before(w, f, s)) return;
  w->at_target = false;
  struct step *step = step_list_add(w->steps);
  step->address = s->address;
  step->opcode = s->opcode;
  step->size = opcode_size(s->opcode, f->thumb);
  step->thumb = f->thumb;
  step->j = f->j;
  step->ns = w->ns;
  step->hyp = w->hyp;
  step->prohibited = prohibited(w, w->at);
  step->passed = condition_passes(w, s);

  struct place from = w->at, next = {w->at.function, w->at.site + 1}, to = next;
  enum role role = s->role;
  if (!step->passed) role = ROLE_FILLER;
  switch (role) {
    case ROLE_FILLER:
    case ROLE_BARRIER:
    case ROLE_MORE_BARRIERS:
    case ROLE_BYTECODE:
      break;
    case ROLE_NS_WRITE:
      w->ns = true;
      break;
    case ROLE_IT:
      w->it.left = s->it_count;
      w->it.passes = chance(w, s->bias) ? s->it_then : (uint8_t)~s->it_then;
      break;
    case ROLE_DIRECT:
    case ROLE_ENTERX:
    case ROLE_LEAVEX:
      to = s->target;
      break;
    case ROLE_JUMP:
      to = jump_target(w, s);
      s->target = to;
      break;
    case ROLE_RETURN:
      to = return_target(w, reach_of(s));
      break;
    case ROLE_BXJ:
      to = jazelle_target(w);
      break;
    case ROLE_EXCEPTION_RETURN:
    case ROLE_ERET:
      to = exception_return_target(w);
      break;
    case ROLE_SVC:
      take_exception(w, SVC, next);
      return;
    case ROLE_UNDEFINED:
      take_exception(w, UNDEFINED, next);
      return;
    case ROLE_SMC:
      take_exception(w, SMC, next);
      return;
    case ROLE_HVC:
      take_exception(w, w->ns ? HYP_ENTRY : UNDEFINED, next);  // Secure code has none
      return;
  }
  if (step->passed && s->flags & CODING_LINK) push_call(w, next);
  w->at = to;
  if (is_waypoint(s)) count_waypoint(w, from);
}

static bool knobs_in_range(const struct random_knobs *k, struct error *err) {
  const uint32_t percents[] = {k->thumb_percent, k->indirect_percent, k->exception_percent, k->debug_percent,
                               k->hyp_percent,   k->high_percent,     k->barrier_percent,   k->ns_write_percent};
  const uint32_t halves[] = {k->prohibited_percent, k->thumbee_percent, k->jazelle_percent, k->long_percent};
  bool ok = k->waypoints > 0;
  for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) ok = ok && percents[i] <= 100;
  for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) ok = ok && halves[i] <= PORTION_MAX;
  if (!ok) {
    error_set(err,
              "random code: expected 1 or more waypoints and percentages up to 100; of what is prohibited, ThumbEE, "
              "Jazelle or long up to %d",
              PORTION_MAX);
  }
  return ok;
}

bool random_make(const struct random_knobs *knobs, uint64_t seed, struct image *image, struct step_list *steps,
                 struct error *err) {
  if (!knobs_in_range(knobs, err)) return false;
  struct walk w = {.knobs = knobs, .rng = rng_seed(seed, 1), .steps = steps, .ns = knobs->ns};
  bool laid_out = lay_out(&w, image, err);
  if (laid_out) {
    schedule(&w, &w.exception, knobs->exception_percent);
    schedule(&w, &w.debug, knobs->debug_percent);
    uint32_t first = below(&w, w.function_count);
    w.at = random_place(&w, w.functions[first].j ? next_function(&w, first, false) : first);
    while (w.waypoints < knobs->waypoints && !(knobs->steps && steps->count >= knobs->steps)) execute(&w);
    size_t count = steps->count;
    while (steps->count == count) execute(&w);  // one more step: the last waypoint's target
  }
  free(w.functions);
  free(w.sites);
  return laid_out;
}
