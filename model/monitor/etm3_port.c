// SPDX-License-Identifier: Apache-2.0
// Converts the slots of a clock to steps, with the state from the clocks before.
#include "etm3_port.h"

#include "image.h"
#include "isa.h"

void etm3_port_start(struct etm3_port *port, const struct image *image) { *port = (struct etm3_port){.image = image}; }

void etm3_port_fetch(const struct image *image, struct step *s) {
  uint16_t first, second = 0;
  if (!image || (s->j && !s->thumb)) return;
  if (!s->thumb) {
    if (image_read32(image, s->address, &s->opcode)) s->size = 4;
    return;
  }
  if (!image_read16(image, s->address, &first)) return;
  const unsigned size = thumb_size(first);
  if (size == 4 && !image_read16(image, s->address + 2, &second)) return;
  s->size = (uint8_t)size;
  s->opcode = size == 4 ? (uint32_t)first << 16 | second : first;
}

static struct instruction decoded(const struct step *s) {
  return s->thumb ? isa_thumb(s->address, s->opcode, s->size, s->j, false) : isa_arm(s->address, s->opcode, false);
}

static void set_next(struct etm3_port *p, struct place place, bool prohibited) {
  p->next = place;
  p->prohibited = prohibited;
  p->known = true;
  p->after_last = false;
}

static struct place place_of(const struct step *s) { return (struct place){s->address, s->thumb, s->j, s->ns, s->hyp}; }

// Computes where execution continues: after the last instruction, or at the target of a direct branch, which the port
// need not present. It is computed on demand, because it is seldom needed.
static void go_on(struct etm3_port *p) {
  struct step s = p->last;
  if (!p->after_last) return;
  etm3_port_fetch(p->image, &s);
  set_next(p, place_of(&s), s.prohibited);
  p->known = s.size > 0;
  if (!p->known) return;
  const struct instruction i = decoded(&s);
  p->next.address += s.size;
  if (!s.passed || i.class != DIRECT_BRANCH) return;
  p->next.address = i.target;
  p->next.t = i.target_isa == ISA_THUMB || i.target_isa == ISA_THUMBEE;
  p->next.j = i.target_isa == ISA_THUMBEE;
}

// Appends a step, without attributes, to the steps of this clock.
static struct step *append_step(struct etm3_port_clock *out, const struct step *step) {
  const unsigned i = out->count++;
  out->steps[i] = *step;
  out->eret[i] = out->cancels[i] = out->cancels_this_clock[i] = false;
  out->branch[i].kind = ETM3_NO_BRANCH;
  return &out->steps[i];
}

static void instruction(struct etm3_port *p, const struct slots *slots, const struct slot *slot,
                        struct etm3_port_clock *out) {
  p->last = (struct step){.kind = STEP_INSTRUCTION,
                          .address = slot->at.address,
                          .thumb = slot->at.t,
                          .j = slot->at.j,
                          .ns = slots->ns,
                          .hyp = slots->hyp,
                          .passed = slot->passed,
                          .prohibited = slots->prohibited};
  append_step(out, &p->last);
  out->eret[out->count - 1] = slot->eret;
  p->after_last = p->cancellable = true;
}

// Stores the branch of the last instruction, which may have been presented in an earlier clock.
static void note_branch(const struct slot *slot, struct etm3_port_clock *out) {
  struct etm3_branch *branch = out->count > 0 ? &out->branch[out->count - 1] : &out->branch_of_previous;
  branch->kind = slot->direct ? ETM3_DIRECT : ETM3_INDIRECT;
  branch->to = slot->to;
}

static void set_resume(struct etm3_port *p, struct step *s) {
  go_on(p);
  s->resume_unknown = !p->known;
  if (!p->known) return;
  s->resume = p->next.address;
  s->resume_thumb = p->next.t;
  s->resume_j = p->next.j;
  s->resume_ns = p->next.ns;
  s->resume_hyp = p->next.hyp;
  s->resume_prohibited = p->prohibited;
}

enum { DEBUG_ENTRY = 1 };  // its exception number

// The last instruction was not completed: removes its step. Returns true if the step is one of this clock.
static bool take_back(struct etm3_port *p, struct etm3_port_clock *out) {
  const bool here = out->count > 0;
  set_next(p, place_of(&p->last), p->last.prohibited);
  out->count -= here;
  out->withdraws = out->withdraws || !here;
  if (!here) out->branch_of_previous.kind = ETM3_NO_BRANCH;
  return here;
}

__attribute__((cold)) static void exception(struct etm3_port *p, const struct slot *slot, struct etm3_port_clock *out) {
  const bool cancels_this_clock = slot->cancel && p->cancellable && take_back(p, out);
  struct step *s = append_step(out, &(struct step){.kind = STEP_EXCEPTION});
  // Execution continued after an instruction, in the state of that instruction. set_resume() clears the flag.
  const bool continued = p->after_last;
  out->cancels[out->count - 1] = slot->cancel;
  out->cancels_this_clock[out->count - 1] = cancels_this_clock;
  s->exception = slot->exception;
  set_resume(p, s);
  const bool is_jazelle = p->next.j && !p->next.t, is_known = p->known || continued;
  const bool is_hidden = !is_known || p->prohibited || is_jazelle;
  out->interrupts_hidden = out->interrupts_hidden || is_hidden;
  s->address = slot->to.address;
  s->thumb = slot->to.t;
  s->j = slot->to.j;
  s->ns = slot->to.ns;
  s->hyp = slot->to.hyp;
  s->prohibited = slot->secret;
  p->cancellable = false;
  set_next(p, slot->to, slot->secret);
}

__attribute__((cold)) static void debug(struct etm3_port *p, bool now, struct etm3_port_clock *out) {
  struct step *s = append_step(out, &(struct step){.kind = now ? STEP_DEBUG_ENTRY : STEP_DEBUG_EXIT});
  p->debug = now;
  if (now) {
    s->exception = DEBUG_ENTRY;
    set_resume(p, s);
    s->ns = s->resume_ns;
    s->hyp = s->resume_hyp;
  }
  p->cancellable = p->known = p->after_last = false;
}

void etm3_port_clock(struct etm3_port *port, const struct slots *slots, struct etm3_port_clock *out) {
  out->count = 0;
  out->withdraws = out->enters_debug = out->interrupts_hidden = false;
  out->branch_of_previous.kind = ETM3_NO_BRANCH;
  out->ns = slots->ns;
  out->prohibited = slots->prohibited;
  out->user = slots->user;
  out->context_id = slots->context_id;
  out->vmid = slots->vmid;
  if (slots->debug != port->debug) debug(port, slots->debug, out);
  if (slots->debug) return;
  for (int n = 0; n < 2; n++) {
    const struct slot *slot = &slots->at[n];
    if (slot->executed) instruction(port, slots, slot, out);
    // A branch with the exception number of Debug state is not a step, because ETMDBGACK shows the entry.
    // `enters_debug` permits the packet of the entry to come before ETMDBGACK rises.
    if (slot->branched && slot->exception == DEBUG_ENTRY) {
      out->enters_debug = true;
      continue;
    }
    if (slot->branched && slot->exception) exception(port, slot, out);
    if (slot->branched && !slot->exception) {
      note_branch(slot, out);
      set_next(port, slot->to, slot->secret);
    }
  }
}
