// SPDX-License-Identifier: Apache-2.0
// The state of a flow: the part that both protocols share, and the part of each. Only model/dec includes this header.
#ifndef FLOW_PARTS_H
#define FLOW_PARTS_H

#include "flow.h"
#include "isa.h"

enum flow_state {
  LOST,     // only an I-sync ends it
  GAP,      // an I-sync or a branch packet ends it
  IN_STEP,  // execution is at `address`
};

// --- PFT: pft_flow.c -----------------------------------------------------------------------------------------------

#define RETURN_STACK_DEPTH 16u  // more than the 15 that a trace unit has at most; a power of two

struct return_address {
  uint32_t address;
  uint8_t isa;
};

struct block;

struct pft_flow {
  bool return_stack;
  // A push to a full stack drops the oldest entry. `returns` counts the entries; `top` is never reduced to the depth.
  struct return_address stack[RETURN_STACK_DEPTH];
  unsigned top, returns;
  bool stack_whole;  // since the last I-sync, only the oldest entries have been lost

  struct block *blocks;  // a cache of executed code, by address
};

// --- ETMv3: etm3_flow.c --------------------------------------------------------------------------------------------

enum { ETM3_MOST_ATOMS = 16 };  // in a P-header

struct run;

struct etm3_flow {
  struct run *runs;          // a cache of executed code, by address
  bool data_only;            // ETMCR[20]: no packet has an instruction address
  bool wide;                 // ETMIDR[18]: a 32-bit Thumb instruction is one instruction
  uint32_t cycles;           // since the last instruction
  struct flow_event held;    // the last range; a packet may still cancel its last instruction
  struct flow_event branch;  // where its last instruction branched to; another branch packet may still replace it
  bool has_range, has_branch;
  bool can_cancel;      // a packet may cancel the last instruction, which is held or unknown
  bool needs_branch;    // the last instruction is an indirect branch that passed; a branch packet must precede the next
                        // instruction
  bool is_replaceable;  // a branch packet may set another position: none has, or it may be replaced
};

// -------------------------------------------------------------------------------------------------------------------

struct flow {
  const struct image *image;
  flow_sink *sink;
  void *user;
  const struct flow_protocol *protocol;
  bool dmb_dsb;  // DMB and DSB are waypoints

  enum flow_state state;
  uint32_t address;
  uint8_t isa;
  bool ns;
  uint64_t offset;  // of the current packet
  char text[160];   // of the last error that contains values

  union {
    struct pft_flow pft;
    struct etm3_flow etm3;
  };
};

struct flow_protocol {
  void (*start)(struct flow *f, const struct config *config);
  void (*fork)(struct flow *f, const struct flow *from);  // copies the state of `from`, except for the cache
  void (*packet)(struct flow *f, const struct packet *packet);
  void (*settle)(struct flow *f);
  void (*end)(struct flow *f);
  void (*free)(struct flow *f);
};

extern const struct flow_protocol pft_flow, etm3_flow;

static inline void flow_emit(struct flow *f, struct flow_event event) {
  event.offset = f->offset;
  event.ns = f->ns;
  f->sink(f->user, &event);
}

static inline void flow_go(struct flow *f, uint32_t address, uint8_t isa) {
  f->address = address;
  f->isa = isa;
}

// Removes the first `count` instructions from an ETMv3 range that has more, and returns them.
struct flow_event flow_take(struct flow_event *range, uint32_t count);

// The instruction at `address`, in the current instruction set. False if the image has none.
bool flow_fetch(const struct flow *f, uint32_t address, struct instruction *instruction);
// The flow is lost from here on, and `why` is reported.
void flow_error(struct flow *f, const char *why);
// As flow_error, for a missing packet, and for messages with the values that were found and expected.
void flow_error_missing(struct flow *f, const char *why);
void flow_error_isync(struct flow *f, const struct packet *packet, bool ns);
void flow_error_expected(struct flow *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The flow waits for an I-sync or a branch packet, and `why` is reported.
void flow_gap(struct flow *f, const char *why);
#define FLOW_JAZELLE "Jazelle code cannot be followed"
#define FLOW_NO_CODE "the image has no code here"

#endif
