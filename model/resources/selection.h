// SPDX-License-Identifier: Apache-2.0
// What address, Context ID and VMID comparators and the trace start/stop block of a unit make of what is executed:
// which blocks (PTM) or instructions (ETM) must, may or must not be traced, and where these resources stand, by the
// clauses (IHI 0035B 3.3, 3.4, 3.6; IHI 0014Q 2.6.4), the registers and the port alone.
//
//   selection_follow()     behind what the registers have taken: the programme, and what resets the start/stop block
//   selection_waypoint()   PTM: the block that a waypoint ends
//   selection_steps()      ETM: the steps of a clock
//   selection_clock()      behind that, each clock while `any`: for those who look back (selection_lately)
//
// A unit of which nothing of it is programmed costs a test of `any`.
#ifndef SELECTION_H
#define SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "comparator.h"
#include "etm3_port.h"
#include "registers.h"
#include "resource.h"
#include "waypoint.h"

// Resources, as bits: each address comparator, pair, Context ID comparator; the VMID comparator; the start/stop block.
enum {
  SELECTION_RANGE = 16,
  SELECTION_CONTEXT = 24,
  SELECTION_VMID = 27,
  SELECTION_STARTED = 28,
  SELECTION_RESOURCES = 29
};
enum {
  // Sets of them.
  SELECTION_SINGLES = 0xFFFF,
  SELECTION_RANGES = 0xFF << SELECTION_RANGE,
  SELECTION_ADDRESSES = SELECTION_SINGLES | SELECTION_RANGES,
  SELECTION_IDS = 15 << SELECTION_CONTEXT
};
enum { SELECTION_FRAMES = 64, SELECTION_CHANGES = 8 };  // clocks, and changes of ETMSR[2], that are kept

// The bit of a resource of an event register; SELECTION_RESOURCES: it is none of these.
unsigned selection_resource(uint32_t resource);
// Those that an event names.
uint32_t selection_names(uint32_t event);

// Why something must be traced, or must not.
enum selection_why {
  SELECTION_NO_WHY,
  SELECTION_IN_RANGE,
  SELECTION_AT,  // ETM: at a single address
  SELECTION_NOT_EXCLUDED,
  SELECTION_STARTS,
  SELECTION_ENABLED,  // the TraceEnable event is true, and nothing else decides
  SELECTION_OUTSIDE,
  SELECTION_NOTHING,  // nothing is included
  SELECTION_EXCLUDED,
  SELECTION_STOPPED,
  // Terms that no comparator decides.
  SELECTION_EVENT,       // the TraceEnable event is false
  SELECTION_NEVER,       // the TraceEnable event was not true for any of several items
  SELECTION_PROHIBITED,  // the processor prohibits trace
  SELECTION_DEBUG,       // Debug state
  SELECTION_JAZELLE,     // Jazelle state
  SELECTION_DISABLED,    // the DUT is off
  SELECTION_BEGINS       // PTM: the DUT was enabled in this block, so that tracing begins with the next
};
// A block from `low` to its last instruction, at `high`, or an instruction, and the state of its execution.
struct selection_executed {
  uint32_t low, high;
  struct comparator_state state;
  bool passed;
};
struct selection_reason {
  uint32_t low, high;               // the range, or the address
  struct comparator_qualifiers by;  // which states match it
  struct selection_executed executed;
  uint64_t point_clock;  // in which the last start or stop point was executed, an input became 1, or `set_by`
  uint32_t point_value;  // ETMACVR of a point
  uint32_t event;        // ETMTEEVR
  uint32_t control;      // ETMTECR1, of a term of comparators or of the start/stop block
  uint32_t points;       // ETMTSSCR
  uint32_t inputs;       // ETMTESSEICR, of inputs that exist
  uint16_t singles;      // ETMTECR2, of an ETM
  uint8_t why;           // enum selection_why
  uint8_t point, input;  // number of the point, or of the EmbeddedICE input; 0: none
  uint8_t set_by;        // enum selection_setter; if there was neither
  uint8_t number;        // of the range, from 1 on
  uint8_t more;          // ranges that are selected, too
  bool by_state;         // the address matches, and a qualifier does not
  bool has_event;        // `event` is known
  bool is_disabled;      // the TraceEnable event is false, whatever comparators select
};
// The reason is why something is left out; the others select it, so that only the event can have left it out.
static inline bool selection_leaves_out(const struct selection_reason *r) { return r->why >= SELECTION_OUTSIDE; }
enum { SELECTION_WORDS = 660 };
// "outside range 1 (0x8000 to 0x8FFF, Secure state only)". Of a PTM a range has no last address: up to `high`,
// exclusive. If the address matches, the qualifiers of ETMACTR follow.
const char *selection_words(const struct selection_reason *r, char text[SELECTION_WORDS]);
// The term with the values of its registers: "in range 1 (0x8000 to 0x8FFF, ETMTECR1=0x00000001 includes)". Each term
// that must be true for the item to be traced is named, and each that keeps it out.
const char *selection_term(const struct selection_reason *r, char text[SELECTION_WORDS]);
// The TraceEnable event, which is `event`, is false for an item that has this reason.
void selection_disable(struct selection_reason *r, uint32_t event);

// Must it be traced, as far as comparators say? `event`: ETMTEEVR, if it names nothing else; otherwise 0.
struct selection_answer {
  uint8_t is, event;  // enum truth
  bool resumes;       // PTM: the start/stop block may have been off before the block
  struct selection_reason reason;
};

struct selection_options {
  bool own;      // the unit is ours: what a clause leaves open of an address is the address
  uint8_t late;  // blocks, or instructions, that may be traced behind the last that is to be
  // Clocks by which a unit may see an EmbeddedICE input late: where it decides on what is traced; in all that it shows.
  uint8_t lag, latency;
};

struct selection_program {
  struct comparators c;
  bool any;               // something is to be followed,
  bool used;              // because TraceEnable needs it
  bool control_unknown;   // what is programmed is not known
  bool excludes, starts;  // ETMTECR1: exclude; the start/stop block must be on
  bool selects_unknown;   // it selects what no pin shows, or is not there
  bool starts_unknown;    // likewise, what starts and stops
  bool by_user;           // some comparator takes or leaves User mode
  uint32_t control;       // ETMTECR1, as far as it is known
  uint32_t points;        // ETMTSSCR
  uint8_t late;           // behind what is included
  uint32_t selects;       // resources: the comparators that ETMTECR1 and ETMTECR2 select
  uint16_t start, stop;
  uint32_t looks;  // resources that must be looked at
  uint32_t named;  // that events name
  uint32_t event;  // ETMTEEVR, if it names these alone; else 0
  // EmbeddedICE inputs that start, and stop.
  uint8_t watched_start, watched_stop;
};

// Comparators or EmbeddedICE inputs start or stop trace.
static inline bool selection_has_points(const struct selection_program *p) {
  return p->start || p->stop || p->watched_start || p->watched_stop;
}

// A request of EmbeddedICE to start or to stop, until the DUT has surely followed it.
enum selection_request_state {
  REQUEST_NONE,
  REQUEST_POSSIBLE,  // There may have been a pulse.
  REQUEST_CERTAIN,   // There was a pulse.
  REQUEST_ALONE      // There was a pulse, and no opposite request or point near it.
};
struct selection_request {
  uint64_t first, last;  // clocks: of the first certain pulse that is not over; of the last pulse
  enum selection_request_state state;
};
enum { SELECTION_START, SELECTION_STOP, SELECTION_REQUESTS };
// What has given the start/stop block its state: it is not known, a write of ETMSR, the Programming bit.
enum selection_setter { SELECTION_SET_UNKNOWN, SELECTION_SET_BY_STATUS, SELECTION_SET_BY_PROGRAMMING };
// The last point, or input, that surely came after that. Numbers are from 1 on; 0: there was none.
struct selection_point {
  uint64_t clock;
  uint8_t comparator, input;
};
struct selection_watch {
  uint8_t clocks;   // by which a unit may be late
  uint8_t started;  // by what has surely come: enum truth
  struct selection_request requests[SELECTION_REQUESTS];
};

// The terms of the last decision, enum truth each; of an ETM of all instructions of the clock.
struct selection_decided {
  struct truth_set by_address;  // comparators that ETMTECR1 and ETMTECR2 select
  uint8_t selected, started;
};

struct selection {
  struct selection_options options;
  struct selection_program program;
  struct selection_decided decided;
  // Resources: whether they are HIGH since what was executed last; and those that surely were HIGH in this clock.
  struct truth_set now;
  uint32_t pulse;
  // The first clock in which something of `pulse` was HIGH: an ETM's instruction counts when the next one follows.
  uint64_t pulse_from, pending_from;
  // The start/stop block: for what is traced; for ETMSR[2] and resource 0x5F.
  struct selection_watch decides, shows;
  uint8_t set_by;  // enum selection_setter
  uint64_t set_at;
  struct selection_point points[SELECTION_REQUESTS];
  bool programming;      // the Programming bit
  bool started_written;  // since it was set: ETMSR,
  bool others_written;   // or what is reset with it
  bool perhaps_written;  // ETMSR, for all that is known
  uint8_t since;         // blocks since the last that may be traced
  bool is_sure;          // the last must be traced
  uint64_t clock;        // of what was executed last
  uint64_t met;          // start points in a block, or clock, that also has a stop point
  // As they were before that.
  struct truth_set before;
  uint8_t started_before;
  uint8_t started_between;  // the start/stop block just before what was executed last: enum truth
  // ETMSR[2]: what it was until a clock, the last times that it changed.
  struct {
    uint64_t until;
    uint8_t was;
  } changes[SELECTION_CHANGES];
  unsigned changed;
  uint8_t shown;  // now
  // PTM: the TraceEnable event at the last waypoint, if comparators decide it; where the next block starts.
  uint8_t event;
  bool chained, hidden, jazelle;  // chained: what was executed before is known
  uint32_t start;
  uint8_t isa;
  // [0]: of what was executed last. [1]: likewise, but of an ETM's instruction that was cancelled in its own clock.
  struct comparator_state state[2];
  bool moved;         // the unit need not have taken a waypoint that was presented since
  bool moves_ranges;  // an address comparator is programmed anew since the last start
  // EmbeddedICE: inputs in the last clock, and until when each was HIGH.
  uint8_t watched;
  uint64_t watched_until[RESOURCE_WATCHPOINTS];
  bool runs, ran;
  uint64_t ran_at;                     // clock: it was started or stopped
  uint64_t taken_at[2];                // clocks: of the last block or clock with instructions, and of the one before
  struct selection_executed executed;  // last
  // ETM.
  struct selection_answer last;               // of the last instruction
  uint32_t pending;                           // resources that it has made HIGH, if it is not cancelled
  struct truth_set frames[SELECTION_FRAMES];  // `now` in the last clocks
};

void selection_start(struct selection *f, const struct selection_options *options);
// RESETn is low.
void selection_reset(struct selection *f);
// What the unit has done by then nobody knows.
void selection_forget(struct selection *f);
// The registers have taken an access in that clock, with that event (bits of enum register_effect).
void selection_follow(struct selection *f, const struct registers *r, unsigned event, uint64_t clock);
// An access to be taken: a write, in front of selection_follow(). True: it may change while the unit runs what that
// decides.
bool selection_written(struct selection *f, const struct registers *r, const struct access *write, uint64_t clock);

// The unit takes a waypoint; it does not, as it is off, or need not have done so.
void selection_waypoint(struct selection *f, const struct waypoint *w, uint64_t clock, struct selection_answer *a);
// Whether what matched last is kept while a unit is off no clause says. `presents`: something in this clock.
static inline void selection_missed(struct selection *f, bool presents) {
  f->chained = false;
  f->moved = f->moved || presents;
  f->now.no = UINT32_MAX;
}
void selection_doubt(struct selection *f);
// EmbeddedICE, in front of what is executed: in each clock while `any`, and where it changes. `sees`: the unit surely
// takes it. True: what was executed lately may have been decided on by it.
bool selection_inputs(struct selection *f, uint8_t embeddedice, bool sees, uint64_t clock);
// After selection_missed(): the unit need not have taken what was executed in the clock before.
void selection_undo(struct selection *f, uint64_t clock);
// The steps of a clock of the instruction port.
void selection_steps(struct selection *f, const struct etm3_port_clock *c, uint64_t clock,
                     struct selection_answer *answers);
void selection_clock(struct selection *f, uint64_t clock);

// An event of these resources and constants alone: enum truth.
unsigned selection_event(uint32_t event, struct truth_set resources);
// What they may have been in so many clocks up to this one.
struct truth_set selection_lately(const struct selection *f, uint64_t clock, unsigned clocks);
// ETMSR[2], in so many clocks up to this one.
unsigned selection_shown(const struct selection *f, uint64_t clock, uint64_t clocks);

// --- of selection*.c alone -------------------------------------------------------------------------------------------

#define SELECTION_EVENT_GIVEN 0x80000000u  // in `event`: resource 0 alone is a number, too

unsigned selection_minor(const struct registers *r);
void selection_program(struct selection_program *p, const struct registers *r, const struct selection_options *o);

void selection_set(struct selection *f, unsigned n, unsigned is);
// Compares a Context ID, or a VMID, with the comparator that is resource `n`.
unsigned selection_compare_id(const struct selection *f, unsigned n, const struct comparator_state *s);

// What was executed last need not have been.
void selection_take_back(struct selection *f);
// Is it perhaps to be traced, by them?
bool selection_may(const struct selection_program *p, struct truth_set selected);
// The start/stop block, as it is before the next block or instruction.
unsigned selection_started(const struct selection *f);
// It has taken what is executed in this clock.
void selection_taken(struct selection *f, uint64_t clock);
// The start/stop block takes what was compared: on with it?
unsigned selection_start_stop(struct selection *f, uint64_t clock);
void selection_answer(struct selection *f, struct truth_set selected, unsigned started, unsigned event,
                      struct selection_answer *a);

#endif
