// SPDX-License-Identifier: Apache-2.0
// The state that the parts of a random walk share. Only random*.c include this header. In the order of the data flow:
//
// - random_layout.c: the addresses of the code;
// - random_code.c: the instructions in it;
// - random_target.c: the targets of branches;
// - random_exception.c: exceptions and Debug state;
// - random_walk.c: the execution of an instruction.
//
// The code is divided into functions. A function is filled with instructions when the walk first enters it. The walk
// must never be caught in a loop, so an indirect branch, which may go to any function, is always within reach:
//
// - A function ends with an unconditional indirect branch, or continues in the next one, if that is not filled yet
//   (ENTERX and LEAVEX).
// - An unconditional direct branch goes forward in its function, or to a function that is not filled yet. Such branches
//   close no cycle. Calls of filled functions, and recursion, are conditional or indirect.
// - A handler may lead to the instruction at which it was taken. Exceptions that nest without end draw new vectors.
#ifndef RANDOM_WALK_H
#define RANDOM_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "classify.h"
#include "coding.h"
#include "random.h"
#include "rng.h"

struct error;
struct image;
struct step_list;

enum {
  SEGMENTS_MAX = 64,
  FUNCTION_BYTES_MIN = 24,
  FUNCTION_BYTES_MAX = 256,  // of all functions except long ones
  CALLS = 32,
  EXCEPTIONS = 8,  // exceptions that can be returned from
};

#define NOWHERE UINT32_MAX  // as a function

enum { VECTORS = 32 };  // numbers from HIGH on share the upper half

enum world { SECURE, NON_SECURE, HYP, WORLDS };

struct spot {
  uint32_t function, site;
};

// One instruction.
struct site {
  uint32_t address, opcode;
  struct spot target;         // direct branch: its target. Indirect: its last target, or NOWHERE
  uint8_t role;               // enum role
  uint8_t flags;              // enum coding_flags
  uint8_t bias;               // percentage of passed conditions; 100: it has no condition
  uint8_t it_count, it_then;  // ROLE_IT: number of following instructions, and those that require the condition to be
                              // true
  bool inside_it;             // no branch may have it as target
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
  uint8_t left, passes;  // instructions left; bit 0: the next one passes
};

struct interrupted {
  struct spot resume;
  struct it_state it;
  bool ns, hyp, user;
};

// Where an event that the code does not cause happens, when its number of instructions has passed.
enum aim {
  AIM_ANYWHERE,
  AIM_AT_WAYPOINT,  // instead of a waypoint instruction, or of an instruction that takes an exception
  AIM_AT_TARGET,    // at a waypoint's target, before its first instruction
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
  // The addresses of the code.
  struct function *functions;
  uint32_t function_count;
  struct {
    uint32_t first, count;  // functions
    bool prohibited;        // tracing is prohibited
  } segments[SEGMENTS_MAX];
  uint32_t segment_count;
  uint32_t vectors[WORLDS][VECTORS];  // functions
  // The instructions.
  struct site *sites;  // enough for all code; most of it is never used
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
  bool at_target;  // no instruction was executed since the last waypoint
  uint32_t waypoints;
  bool ended;
};

static inline bool chance(struct walk *walk, uint32_t percent) { return rng_chance(&walk->rng, percent); }

static inline uint32_t below(struct walk *walk, uint32_t bound) { return rng_below(&walk->rng, bound); }

// A knob that is 0 draws no random number, so that runs from before the knob existed do not change.
static inline bool knob(struct walk *walk, uint32_t percent) { return percent > 0 && chance(walk, percent); }

static inline bool is_thumbee(const struct function *f) { return f->thumb && f->j; }

static inline bool is_jazelle(const struct function *f) { return !f->thumb && f->j; }

static inline bool is_long(const struct function *f) { return f->room > FUNCTION_BYTES_MAX; }

static inline bool same_state(const struct function *a, const struct function *b) {
  return a->thumb == b->thumb && a->j == b->j;
}

// If DMB and DSB are waypoints, there are more waypoints than this.
static inline bool is_waypoint(const struct site *s) {
  const int branches = 1 << ROLE_DIRECT | 1 << ROLE_JUMP | 1 << ROLE_BXJ | 1 << ROLE_ENTERX | 1 << ROLE_LEAVEX;
  const int returns = 1 << ROLE_RETURN | 1 << ROLE_EXCEPTION_RETURN | 1 << ROLE_ERET;
  return (branches | returns | 1 << ROLE_BARRIER) >> s->role & 1;
}

static inline bool takes_exception(const struct site *s) {
  return s->role == ROLE_SVC || s->role == ROLE_UNDEFINED || s->role == ROLE_SMC || s->role == ROLE_HVC;
}

static inline enum world world_of(bool ns, bool hyp) { return hyp ? HYP : ns ? NON_SECURE : SECURE; }

static inline bool prohibited(const struct walk *walk, struct spot p) {
  return walk->segments[walk->functions[p.function].segment].prohibited;
}

// --- random_layout.c -------------------------------------------------------------------------------------------------

// Adds the segments to the image, and divides them into functions, which are empty. False and *err set if there is no
// memory.
bool layout_make(struct walk *walk, struct image *image, struct error *err);
// Draws a handler for each exception.
void layout_pick_vectors(struct walk *walk);
// A random function: in half of the calls one that is close, or in the same segment.
uint32_t layout_pick(struct walk *walk, uint32_t from);
// The next function with ThumbEE code, or with ARM or Thumb code; `from` if there is no other.
uint32_t layout_next(const struct walk *walk, uint32_t from, bool thumbee);

// --- random_code.c ---------------------------------------------------------------------------------------------------

// The function at a spot, and the instruction. An empty function is filled first.
struct function *code_at(struct walk *walk, struct spot p);
struct site *code_site(struct walk *walk, struct spot p);

// --- random_target.c -------------------------------------------------------------------------------------------------

// The states to which a branch may lead from w->at. No branch leaves or enters ThumbEE or Jazelle state.
enum reach { SAME_STATE, INTERWORKING, ANY_STATE };

// A random instruction of a function that a branch may have as target.
struct spot target_inside(struct walk *walk, uint32_t function);
// The target of an indirect branch at w->at that nothing else decides. It mostly keeps the instruction set, because a
// change needs a full address and prevents short ones. It prefers filled functions, so that they run repeatedly.
struct spot target_free(struct walk *walk, enum reach reach);
// The target of the instruction `s` at w->at: `next` if it is no branch.
struct spot target_of(struct walk *walk, struct site *s, struct spot next);
// Stores a return address.
void target_push_call(struct walk *walk, struct spot p);

// --- random_exception.c ----------------------------------------------------------------------------------------------

// Draws the times of the first exception and the first halt.
void exception_start(struct walk *walk);
// True if an exception or a halt happened at w->at before its instruction was executed, so that the instruction was not
// executed. In long code this is rare, so that most of the code is executed in one piece.
bool exception_before(struct walk *walk, const struct function *f, const struct site *s);
// Takes an exception. `resume` is the next instruction that would have been executed.
void exception_take(struct walk *walk, uint32_t number, struct spot resume);
// Mostly returns to the interrupted location. No return leads to more privilege: from Non-secure to Secure state, or to
// Hyp mode except from Monitor mode. Secure code may start the others. User mode cannot return, and continues at any
// target.
struct spot exception_return(struct walk *walk);

// --- random_walk.c ---------------------------------------------------------------------------------------------------

// Counts what is presented, not what happens inside prohibited regions.
void walk_count_waypoint(struct walk *walk, struct spot from);
// Executes one instruction, or an event before it.
void walk_step(struct walk *walk);

#endif
