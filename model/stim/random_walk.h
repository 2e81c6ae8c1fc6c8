// SPDX-License-Identifier: Apache-2.0
// What the parts of a random walk share. Private to random*.c. As the data flows:
// - random_layout.c: where the code lies;
// - random_code.c: the instructions in it;
// - random_target.c: where a branch leads;
// - random_exception.c: exceptions and Debug state;
// - random_walk.c: one instruction is executed.
//
// The code is divided into functions; one is filled with instructions when the walk first enters it. So that the walk
// is never caught in a loop, an indirect branch, which may go anywhere, is always within reach:
// - a function ends with an unconditional indirect branch, or goes on in the next one, if that is not filled yet
//   (ENTERX and LEAVEX);
// - an unconditional direct branch goes forward in its function, or to a function that is not filled yet. Such branches
//   alone therefore close no cycle; calls to filled functions, recursion among them, are conditional or indirect;
// - a handler may lead to the instruction that it was taken for: exceptions that nest without end move the vectors.
#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "coding.h"
#include "random.h"
#include "rng.h"

struct error;
struct image;
struct step_list;

enum {
  SEGMENTS_MAX = 64,
  FUNCTION_BYTES_MIN = 24,
  FUNCTION_BYTES_MAX = 256,  // of all but long ones
  CALLS = 32,
  EXCEPTIONS = 8,  // that are remembered
};

#define NOWHERE UINT32_MAX  // as a function

// Exception[8:0] (IHI 0014Q table 7.11).
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

struct spot {
  uint32_t function, site;
};

// One instruction.
struct site {
  uint32_t address, opcode;
  struct spot target;         // direct branch: where it goes. Indirect: where it went last, or NOWHERE
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
  struct spot resume;
  struct it_state it;
  bool ns, hyp, user;
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

struct walk {
  struct random_knobs knobs;
  struct rng rng;
  struct step_list *steps;
  // Where the code lies.
  struct function *functions;
  uint32_t function_count;
  struct {
    uint32_t first, count;  // functions
    bool prohibited;        // tracing is
  } segments[SEGMENTS_MAX];
  uint32_t segment_count;
  uint32_t vectors[WORLDS][VECTORS];  // functions
  // The instructions.
  struct site *sites;  // room for all code that there can be; most of it is never touched
  uint32_t site_count;
  // The processor.
  struct spot at;
  struct it_state it;
  bool ns, hyp, user;
  struct spot calls[CALLS];  // return addresses: a ring
  uint32_t depth;
  struct interrupted exceptions[EXCEPTIONS];
  uint32_t exception_depth;
  struct event exception, debug;
  bool at_target;  // nothing was executed since the last waypoint
  uint32_t waypoints;
  bool ended;
};

static inline bool chance(struct walk *w, uint32_t percent) { return rng_chance(&w->rng, percent); }

static inline uint32_t below(struct walk *w, uint32_t bound) { return rng_below(&w->rng, bound); }

// A knob that is 0 draws nothing: what was walked before there was such a knob stays as it is.
static inline bool knob(struct walk *w, uint32_t percent) { return percent > 0 && chance(w, percent); }

static inline bool is_thumbee(const struct function *f) { return f->thumb && f->j; }

static inline bool is_jazelle(const struct function *f) { return !f->thumb && f->j; }

static inline bool is_long(const struct function *f) { return f->room > FUNCTION_BYTES_MAX; }

static inline bool same_state(const struct function *a, const struct function *b) {
  return a->thumb == b->thumb && a->j == b->j;
}

// Where DMB and DSB are waypoints too there are more of them.
static inline bool is_waypoint(const struct site *s) {
  const int branches = 1 << ROLE_DIRECT | 1 << ROLE_JUMP | 1 << ROLE_BXJ | 1 << ROLE_ENTERX | 1 << ROLE_LEAVEX;
  const int returns = 1 << ROLE_RETURN | 1 << ROLE_EXCEPTION_RETURN | 1 << ROLE_ERET;
  return (branches | returns | 1 << ROLE_BARRIER) >> s->role & 1;
}

static inline bool takes_exception(const struct site *s) {
  return s->role == ROLE_SVC || s->role == ROLE_UNDEFINED || s->role == ROLE_SMC || s->role == ROLE_HVC;
}

static inline enum world world_of(bool ns, bool hyp) { return hyp ? HYP : ns ? NON_SECURE : SECURE; }

static inline bool prohibited(const struct walk *w, struct spot p) {
  return w->segments[w->functions[p.function].segment].prohibited;
}

// --- random_layout.c -------------------------------------------------------------------------------------------------

// Adds the image's segments and divides them into functions, still empty. False and *err set if memory is short.
bool layout_make(struct walk *w, struct image *image, struct error *err);
// Draws the handler of each exception.
void layout_pick_vectors(struct walk *w);
// A function, near or far: half the picks stay within a few functions or the segment.
uint32_t layout_pick(struct walk *w, uint32_t from);
// The next function that is ThumbEE, or is ARM or Thumb; the same one again if there is no other.
uint32_t layout_next(const struct walk *w, uint32_t from, bool thumbee);

// --- random_code.c ---------------------------------------------------------------------------------------------------

// The function at a place, and the instruction. An empty function is filled first.
struct function *code_at(struct walk *w, struct spot p);
struct site *code_site(struct walk *w, struct spot p);

// --- random_target.c -------------------------------------------------------------------------------------------------

// Where something may lead from the instruction set at w->at. No branch leaves or enters ThumbEE or Jazelle state.
enum reach { SAME_STATE, INTERWORKING, ANY_STATE };

// Somewhere in a function where a branch may go.
struct spot target_inside(struct walk *w, uint32_t function);
// Where an indirect branch at w->at goes when nothing says where. The instruction set is kept more often than not,
// because a change costs a full address and hides the short ones; known code is preferred, so that it runs repeatedly.
struct spot target_free(struct walk *w, enum reach reach);
// Where the instruction `s` at w->at leads: to `next` if it is no branch.
struct spot target_of(struct walk *w, struct site *s, struct spot next);
// Remembers a return address.
void target_push_call(struct walk *w, struct spot p);

// --- random_exception.c ----------------------------------------------------------------------------------------------

// Draws when the first exception and the first halt come.
void exception_start(struct walk *w);
// True if something happened at w->at before its instruction was executed: then that does not count as executed. In
// long code less does, so that most of it is executed in one piece.
bool exception_before(struct walk *w, const struct function *f, const struct site *s);
// Takes an exception. `resume` is the next instruction that would have been executed.
void exception_take(struct walk *w, uint32_t number, struct spot resume);
// Mostly back to what was interrupted. No return leads to what is more privileged: from Non-secure to Secure state,
// or to Hyp mode but from Monitor mode; Secure code may start the others. User mode has none, and so goes on.
struct spot exception_return(struct walk *w);

// --- random_walk.c ---------------------------------------------------------------------------------------------------

// Counts what is presented: not what happens inside prohibited regions.
void walk_count_waypoint(struct walk *w, struct spot from);
// Executes one instruction, or does what happens before it.
void walk_step(struct walk *w);

#endif
