// SPDX-License-Identifier: Apache-2.0
// The filter of a trace unit: its address, Context ID and VMID comparators, and the trace start/stop block. It computes
// which blocks (PTM) or instructions (ETM) must, may or must not be traced, and which of these resources are HIGH. It
// knows only the clauses (IHI 0035B 3.3 to 3.6; IHI 0014Q 2.6.4, 2.7), the registers and the processor's port.
//
// - selection_follow() reads the program of the filter. Call it after the registers have taken an access.
// - selection_waypoint() decides on the block that a waypoint of a PTM ends.
// - selection_steps() decides on the steps of a clock of an ETM.
// - selection_clock() stores the resources of a clock for selection_lately(). Call it last in each clock.
//
// The last three are needed only while `program.any` is set.
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

// The resources of the filter, as bits: 16 address comparators, 8 ranges, 3 Context ID comparators, the VMID
// comparator, and the start/stop block.
enum {
  SELECTION_RANGE = 16,
  SELECTION_CONTEXT = 24,
  SELECTION_VMID = 27,
  SELECTION_STARTED = 28,
  SELECTION_RESOURCES = 29
};
// Sets of them.
enum {
  SELECTION_SINGLES = 0xFFFF,
  SELECTION_RANGES = 0xFF << SELECTION_RANGE,
  SELECTION_ADDRESSES = SELECTION_SINGLES | SELECTION_RANGES,
  SELECTION_IDS = 15 << SELECTION_CONTEXT
};
enum { SELECTION_FRAMES = 64, SELECTION_CHANGES = 8 };  // clocks, and changes of ETMSR[2], that are stored

// The bit of a resource that an event register names. SELECTION_RESOURCES: the resource is not one of the filter's.
unsigned selection_resource(uint32_t resource);
// The resources of the filter that an event names.
uint32_t selection_names(uint32_t event);

// --- reasons --------------------------------------------------------------------------------------------------------

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
  bool passed;  // an instruction of an ETM: its condition code
};
struct selection_reason {
  uint32_t low, high;               // the range, or the address
  struct comparator_qualifiers by;  // which states match it
  struct selection_executed executed;
  uint64_t point_clock;  // clock of the point or input below; if there is neither, of the event `set_by`
  uint32_t point_value;  // ETMACVR of a point
  uint32_t event;        // ETMTEEVR
  uint32_t control;      // ETMTECR1, if comparators or the start/stop block decide
  uint32_t points;       // ETMTSSCR
  uint32_t inputs;       // ETMTESSEICR, of inputs that exist
  uint16_t singles;      // ETMTECR2, of an ETM
  uint8_t why;           // enum selection_why
  uint8_t point, input;  // number of the point, or of the EmbeddedICE input; 0: none
  uint8_t set_by;        // enum selection_setter, if there was neither a point nor an input
  uint8_t number;        // of the range, from 1 on; 0: the reason is about an address
  uint8_t more;          // how many other comparators are selected
  bool by_state;         // the address matches, and a qualifier does not
  bool has_event;        // `event` is known
  bool is_disabled;      // the TraceEnable event is false, whatever comparators select
};
// Whether this reason leaves the item out. Any other reason selects the item. If such an item must not be traced, the
// TraceEnable event is false.
static inline bool selection_leaves_out(const struct selection_reason *r) { return r->why >= SELECTION_OUTSIDE; }
enum { SELECTION_WORDS = 660 };
// "outside range 1 (0x8000 to 0x8FFF)". If the address matches, the qualifiers of ETMACTR follow.
const char *selection_words(const struct selection_reason *r, char text[SELECTION_WORDS]);
// The same with the values of the registers: "in range 1 (0x8000 to 0x8FFF, ETMTECR1=0x00000001 includes)". It names
// each term of TraceEnable that must be true for the item to be traced, or each that leaves it out.
const char *selection_term(const struct selection_reason *r, char text[SELECTION_WORDS]);
// The TraceEnable event, which is `event`, is false for an item that has this reason.
void selection_disable(struct selection_reason *r, uint32_t event);

// Whether a block or an instruction must be traced, as far as the filter decides.
struct selection_answer {
  uint8_t is;     // enum truth
  uint8_t event;  // enum truth: the TraceEnable event, if `program.event` is set; otherwise 0
  bool resumes;   // PTM: the start/stop block may have been off before the block
  struct selection_reason reason;
};

// --- the program ----------------------------------------------------------------------------------------------------

struct selection_options {
  // The DUT is the reference RTL. For the end of a block, it compares the address of the last instruction, and it
  // traces no block after the last one that is selected. For another DUT, the clauses permit more.
  bool is_reference_rtl;
  uint8_t extra_items;     // blocks or instructions that may be traced after the last one that is selected
  uint8_t enable_latency;  // clocks by which the DUT may see EmbeddedICE late for TraceEnable
  uint8_t latency;         // clocks by which the DUT may see EmbeddedICE late for everything else
  uint8_t sampled_after;   // clocks from a block or an instruction to the last sample of EmbeddedICE for it
};

struct selection_program {
  struct comparators c;
  bool any;              // There is something to follow,
  bool used;             // and TraceEnable depends on it.
  bool control_unknown;  // What ETMTECR1 selects is not known.
  bool excludes;         // ETMTECR1[24]
  bool starts;           // ETMTECR1[25]: the start/stop block must be on
  bool selects_unknown;  // Something is selected that no pin shows, or that the DUT does not have.
  bool starts_unknown;   // Such a resource starts or stops.
  bool by_user;          // A comparator matches only in User mode, or only outside it.
  uint32_t control;      // ETMTECR1; 0: it is not known
  uint32_t points;       // ETMTSSCR
  uint8_t extra_items;   // blocks or instructions that may be traced after the last one that is included
  uint16_t start, stop;  // address comparators that are start and stop points
  uint32_t selects;      // resources: the comparators that ETMTECR1 and ETMTECR2 select
  uint32_t named;        // resources that events name
  uint32_t looks;        // resources that must be compared for one of these reasons
  uint32_t open;         // ETM: comparators of these that executed instructions do not decide
  uint32_t exact;        // ETM: the others of these that match exactly (ETMACTR[7])
  uint32_t event;        // PTM: ETMTEEVR and SELECTION_EVENT_GIVEN, if it names only resources of the filter; else 0
  uint8_t watched_start, watched_stop;  // EmbeddedICE inputs that start and that stop
};
// ETMTEEVR may be 0, which is the event of address comparator 1. So this bit shows that `event` is set.
#define SELECTION_EVENT_GIVEN 0x80000000u

static inline bool selection_has_points(const struct selection_program *p) {
  return p->start || p->stop || p->watched_start || p->watched_stop;
}

// --- the start/stop block -------------------------------------------------------------------------------------------

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
// What gave the start/stop block its state before all points: nothing that is known, a write of ETMSR, or the
// Programming bit.
enum selection_setter { SELECTION_SET_UNKNOWN, SELECTION_SET_BY_STATUS, SELECTION_SET_BY_PROGRAMMING };
// The last certain point or input since then. Numbers are from 1 on; 0: there was none.
struct selection_point {
  uint64_t clock;
  uint8_t comparator, input;
};
struct selection_watch {
  uint8_t clocks;   // by which the DUT may be late
  uint8_t started;  // enum truth, without the requests that are not over
  struct selection_request requests[SELECTION_REQUESTS];
};

// --- the filter -----------------------------------------------------------------------------------------------------

// The terms of the last decision. For an ETM they are those of all instructions of the clock.
struct selection_decided {
  struct truth_set by_address;  // the comparators of `program.selects`
  uint8_t selected, started;    // enum truth
};

// The exact comparators of an ETM. A DUT may decide on an instruction when the port shows that no exception cancels it,
// and surely has decided at the next instruction (IHI 0014Q 2.7.4; DDI 0344 14.6.1).
struct selection_exact {
  struct truth_set waiting;  // whether the last instruction matches
  bool is_final;             // No exception can cancel it any more, but no instruction has followed.
  uint64_t final_from;       // the clock since then
  struct truth_set now;      // as resources
};

// Matches that became certain in a clock, in the order of time. A match of an ETM is certain when an instruction
// follows. Each of `resources` was surely HIGH in one of the clocks from `first` to `last`.
enum selection_match_kind {
  SELECTION_EARLIER,  // in the clock of the last instruction before
  SELECTION_FINAL,    // exact, in any clock since an exception has shown that the instruction is not cancelled
  SELECTION_NOW,      // in this clock
  SELECTION_MATCHES
};
struct selection_match {
  uint32_t resources;
  uint64_t first, last;
};

struct selection {
  struct selection_options options;
  struct selection_program program;
  struct selection_decided decided;

  // What was executed last, and which resources are HIGH since then.
  uint64_t clock;
  struct selection_executed executed;
  struct truth_set now, before;               // `before`: just before it was executed
  struct truth_set frames[SELECTION_FRAMES];  // `now` in the last clocks
  // [0] is the state of what was executed last. [1] is that of an ETM's instruction after it that was cancelled in its
  // own clock. For a PTM, [1] is the state before Debug state, if the DUT may still compare its Context ID and its
  // VMID. Otherwise it equals [0].
  struct comparator_state state[2];
  bool knows_previous;   // What was executed before is known.
  bool may_have_missed;  // The DUT need not have taken a waypoint that was presented since.
  bool ranges_differ;    // An address comparator is programmed anew since the last start.
  uint8_t since;         // blocks or instructions since the last one that may be traced
  bool is_sure;          // The last one must be traced.
  struct selection_match match[SELECTION_MATCHES];
  uint32_t pending;  // ETM: resources that the last instruction matches, if no exception cancels it
  uint64_t pending_from;

  // The start/stop block: as TraceEnable depends on it, and as ETMSR[2] and resource 0x5F show it.
  struct selection_watch decides, shows;
  uint8_t started_before;   // enum truth: before the last block, or before the last clock with instructions
  uint8_t started_between;  // enum truth: just before what was executed last
  uint8_t set_by;           // enum selection_setter
  uint64_t set_at;
  struct selection_point points[SELECTION_REQUESTS];
  uint64_t last_possible_point_at;  // clock of the last block or instruction that may be a start or stop point; 0: none
  uint64_t double_points;           // blocks or clocks that had both a start point and a stop point
  uint8_t shown;                    // enum truth: ETMSR[2] now, and what it was until the clocks of its last changes
  struct {
    uint64_t until;
    uint8_t was;
  } changes[SELECTION_CHANGES];
  unsigned changed;
  bool programming;      // The Programming bit is set. The members below are about the time since it was set.
  bool started_written;  // The state of the start/stop block was written to ETMSR.
  bool perhaps_written;  // It may have been: by a restore, or by a write that the DUT need not have taken.
  bool others_written;   // Other state that the bit resets was written, or may have been.

  // EmbeddedICE: the inputs in the last clock, and the last clock of each in which it was HIGH.
  uint8_t watched;
  uint64_t watched_until[RESOURCE_COUNT_WATCHPOINT];
  bool runs, ran;        // The DUT is started; it was so at the last call of selection_inputs().
  uint64_t ran_at;       // clock of the last start or stop
  uint64_t taken_at[2];  // clocks of the last block or clock with instructions, and of the one before

  // PTM: the TraceEnable event at the last waypoint (enum truth), and where the next block starts.
  uint8_t event;
  uint32_t start;
  uint8_t isa;
  bool jazelle;
  bool was_hidden;  // PTM: the last waypoint entered Debug state or a prohibited region. ETM: it is in Debug state.

  struct selection_answer last;  // ETM: of the last instruction
  struct selection_exact exact;  // of an ETM
};

void selection_start(struct selection *f, const struct selection_options *options);
// RESETn is LOW.
void selection_reset(struct selection *f);
// The state of the filter is not known any more.
void selection_forget(struct selection *f);
// The registers have taken an access in this clock. `event` has bits of enum register_effect.
void selection_follow(struct selection *f, const struct registers *r, unsigned event, uint64_t clock);
// Before the registers take a write. Returns true if the write may change what a DUT that runs decides.
bool selection_written(struct selection *f, const struct registers *r, const struct access *write, uint64_t clock);

// The DUT takes a waypoint.
void selection_waypoint(struct selection *f, const struct waypoint *w, uint64_t clock, struct selection_answer *a);
// The DUT takes the steps of a clock.
void selection_steps(struct selection *f, const struct etm3_port_clock *c, uint64_t clock,
                     struct selection_answer *answers);
// The DUT is off. No clause states whether it holds what matched last, or compares what the port presents, as in the
// clocks between the write that starts it and ETMEN. The start/stop block holds its state while the Programming bit is
// set (IHI 0014Q 3.4.4). `presents`: the port presents something.
static inline void selection_missed(struct selection *f, bool presents) {
  f->knows_previous = false;
  f->exact.waiting = f->exact.now = (struct truth_set){UINT32_MAX, UINT32_MAX};
  f->may_have_missed = f->may_have_missed || presents;
  f->now.no = UINT32_MAX;
  if (presents) f->now.yes |= ~(1u << SELECTION_STARTED);
  f->pending = 0;
}
// An ETM was started, and ETMEN is LOW. Its resources run (IHI 0014Q 3.4.4), and no clause states whether the
// start/stop block follows instructions that the ETM does not accept yet.
void selection_missed_steps(struct selection *f, const struct etm3_port_clock *c);
// The DUT is enabled in this clock, and need not have taken what was presented in the last one.
void selection_doubt(struct selection *f);
// The DUT is disabled in this clock, and need not have taken what was executed in the last one.
void selection_undo(struct selection *f, uint64_t clock);
// EmbeddedICE, before what is executed: in each clock while `program.any` is set, and if it changes. `sees`: the DUT
// surely takes it. Returns true if a DUT may have decided by it on what was executed up to `options.sampled_after`
// clocks ago.
bool selection_inputs(struct selection *f, uint8_t embeddedice, bool sees, uint64_t clock);
void selection_clock(struct selection *f, uint64_t clock);
// The resources that match in this clock, although a DUT need not hold them. An exact match counts in the clock of the
// next instruction.
static inline uint32_t selection_matched(const struct selection *f) {
  return f->match[SELECTION_FINAL].resources | f->match[SELECTION_NOW].resources;
}
// After a waypoint of the Cortex-A9's port: the DUT may have taken it in any clock since its commit. `is_followed`: the
// DUT may have taken the next one in the same clock. Then only an address surely matches, because the other resources
// depend on the last waypoint that was taken.
static inline void selection_burst(struct selection *f, uint64_t committed, bool is_followed) {
  struct selection_match *m = &f->match[SELECTION_NOW];
  m->first = committed;
  if (is_followed) m->resources &= SELECTION_SINGLES;
}
// After that: the DUT may already have taken later waypoints, so each resource may be HIGH or LOW in this clock.
static inline void selection_blur(struct selection *f, uint64_t clock) {
  f->frames[clock % SELECTION_FRAMES] = (struct truth_set){UINT32_MAX, UINT32_MAX};
}

// The truth of an event that names only these resources and constants.
unsigned selection_event(uint32_t event, struct truth_set resources);
// The resources in this clock and in the `clocks` before it.
struct truth_set selection_lately(const struct selection *f, uint64_t clock, unsigned clocks);
// ETMSR[2] in this clock and in the `clocks` before it.
unsigned selection_shown(const struct selection *f, uint64_t clock, uint64_t clocks);

// --- only for selection*.c, pft_selection.c and etm3_selection.c ----------------------------------------------------

unsigned selection_minor(const struct registers *r);
void selection_program(struct selection_program *p, const struct registers *r, const struct selection_options *o);

static inline void selection_clear_matches(struct selection *f) {
  for (unsigned i = 0; i < SELECTION_MATCHES; i++) f->match[i].resources = 0;
}
// All matches of one kind have the same clocks.
static inline void selection_add_match(struct selection *f, enum selection_match_kind kind, struct selection_match m) {
  m.resources |= f->match[kind].resources;
  f->match[kind] = m;
}

void selection_set(struct selection *f, unsigned n, unsigned is);
// Compares the Context ID or the VMID of a state with the comparator that is resource `n`.
unsigned selection_compare_id(const struct selection *f, unsigned n, const struct comparator_state *s);

// What was executed last is withdrawn, or the DUT need not have taken it. So its effect on the start/stop block becomes
// uncertain.
void selection_take_back(struct selection *f);
// Whether the filter may select an item, by the selected comparators that match it.
bool selection_may(const struct selection_program *p, struct truth_set by_address);
// The start/stop block before the next block or instruction.
unsigned selection_started(const struct selection *f);
// The start/stop block follows the comparators of a block or an instruction. Returns whether it is on for it.
unsigned selection_start_stop(struct selection *f, uint64_t clock);
// A block or the instructions of a clock were surely executed.
void selection_taken(struct selection *f, uint64_t clock);
void selection_answer(struct selection *f, struct truth_set by_address, unsigned started, unsigned event,
                      struct selection_answer *a);

#endif
