// SPDX-License-Identifier: Apache-2.0
// OpenCSD's full decode of ETMv3 reports each instruction by itself, with E or N. Where it departs from IHI 0014Q:
// - 7.3.5, tables 7.15 and 7.16: it takes the instruction set of each P-header from the last branch packet or I-sync,
//   though a direct branch (BLX) has changed it since. From the next P-header on it reads code of the one set as code
//   of the other, or stops at a supposed indirect branch. The next branch packet or I-sync ends this.
// - 7.3.1: a BLX that failed its condition changes the instruction set for the rest of its P-header;
// - 7.3.5, table 7.9: a cancelled instruction is taken back only if it is the one atom of the last P-header, and
//   OpenCSD holds nothing else. It could hold an atom alone in the P-header before that, or the exception that
//   cancelled the instruction before. No packet may come in between, except an exception exit (7.6). Otherwise the
//   instruction stays;
// - 7.7.4: it reads past a ninth timestamp byte with bit 7 = 1. It is given 0 there.
// And from ARM DDI 0406, which takes effect where the first one has led it astray:
// - A5.2: it takes A32 instructions other than data processing for a write to the PC if their bits [15:12] are ones.
//
// This is a follower with these faults. As long as none has struck, it must be where our flow is, instruction by
// instruction; and then, always, OpenCSD must be where it is.
#include <stdlib.h>

#include "decode.h"
#include "expected.h"
#include "flow.h"
#include "isa.h"

enum { RESET = 8, DATA_ABORT = 12 };  // table 7.12

// What our flow says of an atom.
struct reported {
  uint32_t start, end;
  uint8_t isa;
  bool passed;
  bool cancelled;  // then only `start` is known
};

struct reader {
  struct expected *expected;
  const struct config *config;
  const struct image *image;
  uint8_t *bytes;
  struct flow *flow;
  struct reported *reported;
  size_t reported_count, told_room;
  bool gaps;  // there are I-syncs, other than the first, that are not periodic
  bool placed;
  // The follower.
  size_t next;       // of `reported`
  bool lost;         // it waits for an address
  bool listed;       // the last atom reported an instruction
  bool strayed;      // a fault has struck since the last address
  uint32_t address;  // of the next instruction
  uint8_t isa;
  uint8_t said_isa;  // by the last branch packet or I-sync
  bool ns, hyp;      // by the last branch packet or I-sync
  // Its output list: so many elements, and of these so many are held back, because a packet might cancel them.
  int elements, held_back;
  bool holds;  // the last instruction is among them
};

// --- our flow -------------------------------------------------------------------------------------------------------

static void tell(struct reader *r, struct reported reported) {
  if (r->reported_count == r->told_room) {
    r->told_room = r->told_room ? 2 * r->told_room : 4096;
    r->reported = list_grow(r->reported, r->told_room * sizeof *r->reported);
  }
  r->reported[r->reported_count++] = reported;
}

static void on_instruction(void *user, const struct flow_event *e) {
  struct reader *r = user;
  tell(r, (struct reported){e->start, e->end, e->isa, e->passed, false});
  r->expected->ours++;
}

static void on_event(void *user, const struct flow_event *e) {
  struct reader *r = user;
  switch (e->kind) {
    case FLOW_RANGE:
      flow_each(e, on_instruction, r);
      break;
    case FLOW_EXCEPTION:
      if (e->cancel) tell(r, (struct reported){.start = e->end, .cancelled = true});
      break;
    case FLOW_SYNC:
      r->gaps |= r->placed;
      r->placed = true;
      break;
    case FLOW_GAP:
    case FLOW_ERROR:
      r->expected->trouble = e->why;
      break;
    default:
      break;
  }
}

static void flow_on_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  flow_packet(r->flow, p);
}

// The trace ends before the exception that cancels its last instruction. That exception precedes step `s`, perhaps with
// other exceptions between them.
static bool ends_cancelled(const struct reader *r, size_t i, const struct step *steps, size_t s) {
  if (i + 1 < r->reported_count) return false;
  while (s-- > 0 && steps[s].kind == STEP_EXCEPTION) {
    if (steps[s].resume == r->reported[i].start) return true;
  }
  return false;
}

// The reported instructions must be those that were executed: all of them if the trace is whole, otherwise the first
// ones. A stimulus text does not list them.
static const char *compare_with_steps(const struct reader *r, const struct stim *stim, bool whole) {
  const struct step *steps = stim->steps.at;
  const size_t end = stim->count ? stim->at[stim->count - 1].steps_end : 0;
  size_t s = 0;
  if (stim->steps.count == 0) return NULL;
  for (size_t i = 0; i < r->reported_count; i++) {
    const struct reported *t = &r->reported[i];
    if (t->cancelled) continue;
    while (s < end && steps[s].kind != STEP_INSTRUCTION) s++;
    if (s == end) return "more instructions than happened";
    if (t->start != steps[s].address || t->end != t->start + steps[s].size || t->passed != steps[s].passed ||
        (t->isa != ISA_ARM) != steps[s].thumb) {
      if (ends_cancelled(r, i, steps, s)) return NULL;
      return "an instruction that did not happen there";
    }
    s++;
  }
  while (s < end && steps[s].kind != STEP_INSTRUCTION) s++;
  return whole && s < end ? "less instructions than happened" : NULL;
}

// --- the output list ------------------------------------------------------------------------------------------------

static void send_all(struct reader *r) {
  r->elements = r->held_back = 0;
  r->holds = false;
}

// More cannot be held back than one element, or two at an exception exit: with more than that in hand all goes out.
static void hold_back(struct reader *r, int count, bool instruction) {
  r->held_back = count;
  r->holds = instruction;
  if (r->elements > count) send_all(r);
}

// What is held back is dropped. But it goes on counting as held back, so that it is the exception that stays in hand.
static void drop(struct reader *r, int elements) {
  r->elements += elements - r->held_back;
  r->holds = false;
  if (r->elements > r->held_back) r->elements = r->held_back;
}

// --- the follower ---------------------------------------------------------------------------------------------------

static void trouble(struct reader *r, const char *why) {
  if (!r->expected->trouble) r->expected->trouble = why;
}

static const struct reported *next_told(struct reader *r) {
  static const struct reported none = {0};
  if (r->next < r->reported_count) return &r->reported[r->next++];
  trouble(r, "an atom that the decoded flow does not report");
  return &none;
}

static void place(struct reader *r, const struct packet *p) {
  r->lost = r->strayed = false;
  r->address = p->address;
  r->isa = r->said_isa = p->isa;
  r->ns = p->ns;
  r->hyp = p->hyp;
}

// Data processing with ones in [15:12] writes the PC, but not all with ones there is data processing, nor writes.
static bool taken_for_branch(uint32_t word) {
  static const struct {
    uint32_t mask, value;
    bool taken;
  } first_fit[] = {
      {0x0FE00000, 0x01A00000, true},   // as MOV, whatever [7] and [4] are
      {0x0F900080, 0x01000000, false},  // miscellaneous
      {0x0F9000F0, 0x01800090, false},  // synchronization primitives
      {0x0FB00000, 0x03200000, false},  // MSR immediate
      {0x0F900000, 0x03100000, false},  // compares, immediate
      {0, 0, true},                     // compares, multiplies, extra loads and stores, MOVW, MOVT as well
  };
  unsigned i = 0;
  if (word >> 28 == 15 || (word & 0x0C00F000) != 0xF000) return false;
  while ((word & first_fit[i].mask) != first_fit[i].value) i++;
  return first_fit[i].taken;
}

// To ARM code at an odd halfword only a fault leads: a branch goes to another one, and H of BLX is merged in.
static struct instruction fetch_arm(struct reader *r, uint32_t word) {
  struct instruction i = isa_arm(r->address & ~2u, word, false);
  i.target |= r->address & 2;
  if (i.class != INDIRECT_BRANCH && taken_for_branch(word)) {
    i.class = INDIRECT_BRANCH;
    r->strayed = true;
  }
  return i;
}

// It reads four bytes in any case.
static bool fetch(struct reader *r, struct instruction *i) {
  uint32_t word;
  if (!image_read32(r->image, r->address, &word)) return false;
  const unsigned size = thumb_size((uint16_t)word);
  *i = r->isa == ISA_ARM
           ? fetch_arm(r, word)
           : isa_thumb(r->address, size == 4 ? word << 16 | word >> 16 : word & 0xFFFF, size, false, false);
  return true;
}

static bool is_told(const struct reader *r, const struct range *range, const struct reported *reported) {
  if (reported->cancelled) return range->start == reported->start;
  return range->start == reported->start && range->end == reported->end && range->passed == reported->passed &&
         r->isa == reported->isa;
}

// Executes an instruction at the follower's address. False: there is no memory.
static bool execute(struct reader *r, const struct reported *reported, bool passed) {
  struct expected *x = r->expected;
  struct instruction i;
  if (!fetch(r, &i)) {
    list_add(&x->list, (struct range){.start = r->address, .end = r->address}, true);
    r->lost = true;
    return false;
  }
  const struct range range = {r->address, r->address + i.size, 1, r->isa != ISA_ARM, passed};
  list_add(&x->list, range, true);
  if (!is_told(r, &range, reported)) {
    if (!r->strayed) trouble(r, "our flow is elsewhere, and no fault of OpenCSD is the reason");
    x->wrong += !reported->cancelled;
  }
  r->lost = i.class == INDIRECT_BRANCH && passed;
  r->address = i.class == DIRECT_BRANCH && passed ? i.target : range.end;
  if (i.class == DIRECT_BRANCH && i.target_isa != r->isa) {
    r->isa = i.target_isa;
    r->strayed |= !passed;
  }
  return true;
}

static void atom(struct reader *r, bool passed) {
  const struct reported *reported = next_told(r);
  r->listed = !r->lost && execute(r, reported, passed);
  r->elements++;
  if (r->listed) return;
  if (!r->strayed) trouble(r, "our flow goes on, and no fault of OpenCSD is the reason that it does not");
  r->expected->missed += !reported->cancelled;
}

static void p_header(struct reader *r, const struct packet *p) {
  r->strayed |= r->isa != r->said_isa;
  r->isa = r->said_isa;
  const uint64_t before = r->next;
  for (unsigned n = 0; n < p->atom_count; n++) {
    if (!(p->cycles >> n & 1)) atom(r, !(p->atoms >> n & 1));
  }
  if (r->next > before && r->listed) {
    hold_back(r, 1, true);
  } else {
    send_all(r);
  }
}

// The return is held back too, with the instruction if that is.
static void exception_exit(struct reader *r) {
  r->elements++;
  hold_back(r, r->holds ? 2 : 1, r->holds);
}

// The last instruction is taken back, if it is held back.
static void cancel(struct reader *r) {
  struct expected *x = r->expected;
  if (r->next == 0 || !r->reported[r->next - 1].cancelled) trouble(r, "our flow does not cancel");
  if (r->holds) {
    x->list.count--;
    x->list.instructions--;
  } else if (r->listed) {
    x->kept++;
  }
}

// Of the deprecated form it takes EEE = 000, one of five exceptions, for none (table 7.7); Excp[8:4], which only
// ARMv7-M has, it does not read.
static bool tells_exception(const struct packet *p) {
  const bool vector = p->old_form && p->exception >= RESET && p->exception <= DATA_ABORT;
  return p->exception & 15 && !vector;
}

static void branch(struct reader *r, const struct packet *p) {
  const bool context = p->info_bytes > 0 && (p->ns != r->ns || p->hyp != r->hyp);
  if (p->cancel) {
    cancel(r);
    drop(r, context + tells_exception(p));
  } else {
    send_all(r);
  }
  place(r, p);
}

static void on_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  switch (p->kind) {
    case PACKET_P_HEADER:
      p_header(r, p);
      break;
    case PACKET_EXCEPTION_RETURN:
      exception_exit(r);
      break;
    case PACKET_BRANCH:
      branch(r, p);
      break;
    case PACKET_ISYNC:
      send_all(r);
      place(r, p);
      break;
    case PACKET_TIMESTAMP:
      send_all(r);
      if (p->timestamp_bytes == 9) r->bytes[p->offset + 9] &= 0x7F;
      break;
    default:
      send_all(r);
      break;
  }
}

// -------------------------------------------------------------------------------------------------------------------

static void read_all(struct reader *r, decode_sink *sink, const uint8_t *bytes, size_t count) {
  struct decoder decoder;
  decode_start(&decoder, r->config, sink, r);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
}

static void expect(struct expected *x, const struct config *config, const struct stim *stim, bool whole, uint8_t *bytes,
                   size_t count) {
  struct reader r = {.expected = x, .config = config, .image = &stim->image, .bytes = bytes};
  r.flow = flow_new(config, &stim->image, on_event, &r);
  read_all(&r, flow_on_packet, bytes, count);
  flow_end(r.flow);
  flow_free(r.flow);
  if (!x->trouble) read_all(&r, on_packet, bytes, count);
  if (!x->trouble && !r.gaps) x->trouble = compare_with_steps(&r, stim, whole);
  free(r.reported);
}

const struct expectation expectation_etm3 = {true, expect};
