// SPDX-License-Identifier: Apache-2.0
// What a flow is made of: what both protocols share, and what each has for itself. Used inside model/dec only.
#ifndef FLOW_PARTS_H
#define FLOW_PARTS_H

#include "flow.h"
#include "isa.h"

enum flow_place {
  LOST,     // only an I-sync helps
  GAP,      // a branch packet helps too
  IN_STEP,  // execution stands at `address`
};

// --- PFT: pft_flow.c -----------------------------------------------------------------------------------------------

#define RETURN_STACK_DEPTH 16u  // at least any trace unit's 15; a power of two

struct return_address {
  uint32_t address;
  uint8_t isa;
};

struct block;

struct pft_flow {
  bool return_stack;
  // Pushes beyond the depth drop the oldest; `returns` counts what is there, `top` runs on.
  struct return_address stack[RETURN_STACK_DEPTH];
  unsigned top, returns;
  bool stack_whole;  // nothing pushed since the last I-sync is missing, but for its oldest entries

  struct block *blocks;  // code that was executed, by address; it only saves time
};

// --- ETMv3: etm3_flow.c --------------------------------------------------------------------------------------------

enum { ETM3_MOST_ATOMS = 16 };  // of a P-header

struct run;

struct etm3_flow {
  struct run *runs;          // code that was executed, by address; it only saves time
  bool data_only;            // ETMCR[20]: no packet says where execution is
  bool wide;                 // ETMIDR[18]: a 32-bit Thumb instruction is one instruction
  uint32_t cycles;           // since the last instruction
  struct flow_event held;    // the last range: a packet may still cancel the last instruction of it
  struct flow_event branch;  // where it went: another packet may still replace that
  bool holding, branched;
  bool traced;   // there was an instruction that a packet may cancel, held or not known
  bool pending;  // it is an indirect branch that passed: a branch packet must come before the next instruction
  bool open;     // a branch packet, and no instruction, says where execution stands: another may say it better
};

// -------------------------------------------------------------------------------------------------------------------

struct flow {
  const struct image *image;
  flow_sink *sink;
  void *user;
  const struct flow_protocol *protocol;
  bool dmb_dsb;  // DMB and DSB are waypoints

  enum flow_place place;
  uint32_t address;
  uint8_t isa;
  bool ns;
  uint64_t offset;  // of the packet being worked on
  char text[160];   // of the last error that has values

  union {
    struct pft_flow pft;
    struct etm3_flow etm3;
  };
};

struct flow_protocol {
  void (*start)(struct flow *f, const struct config *config);
  void (*fork)(struct flow *f, const struct flow *from);  // continues at the place of `from`, with a cache of its own
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

// Takes the first `count` instructions of an ETMv3 range, not all, off it.
struct flow_event flow_take(struct flow_event *range, uint32_t count);

// The instruction at `address`, in the instruction set of where execution stands; false: the image has none.
bool flow_fetch(const struct flow *f, uint32_t address, struct instruction *instruction);
// From here on the flow is lost, or in a gap, and says why.
void flow_error(struct flow *f, const char *why);
// The same, if a packet that had to precede this one is missing; if the text has what was found and expected.
void flow_error_missing(struct flow *f, const char *why);
void flow_error_isync(struct flow *f, const struct packet *p, bool ns);
void flow_error_expected(struct flow *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
void flow_gap(struct flow *f, const char *why);
// Waits for the branch packet or I-sync that ends Jazelle state, where code that the image does not have ends.
#define FLOW_JAZELLE "Jazelle code cannot be followed"
#define FLOW_NO_CODE "the image has no code here"

#endif
