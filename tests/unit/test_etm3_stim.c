// SPDX-License-Identifier: Apache-2.0
// The stimulus of an ETM: the instruction port, derived from steps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "classify.h"
#include "coding.h"
#include "error.h"
#include "etm3_derive.h"
#include "image.h"
#include "program.h"
#include "random.h"
#include "step.h"
#include "stim.h"
#include "text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ARM, THUMB };

// --- by hand -------------------------------------------------------------------------------------------------------

static const uint32_t NOP = 0xE320F000, BX_LR = 0xE12FFF1E, MOVS_PC_LR = 0xE1B0F00E, BEQ = 0x0A000000, ISB = 0xF57FF06F;
enum { T_NOP = 0xBF00, T_BX_LR = 0x4770, T_SVC = 0xDF00 };

static struct step *last_step(struct step_list *list) { return &list->at[list->count - 1]; }

static struct step *add(struct step_list *list, uint32_t address, uint32_t opcode, bool thumb, bool passed) {
  struct step *s = step_list_add(list);
  s->address = address;
  s->opcode = opcode;
  s->size = opcode_size(opcode, thumb);
  s->thumb = thumb;
  s->passed = passed;
  return s;
}

static struct step *add_exception(struct step_list *list, uint16_t number, uint32_t resume, bool resume_thumb,
                                  uint32_t handler) {
  struct step *s = step_list_add(list);
  s->kind = STEP_EXCEPTION;
  s->exception = number;
  s->resume = resume;
  s->resume_thumb = resume_thumb;
  s->address = handler;
  return s;
}

// Debug state, entered and left at the same address.
static void add_debug(struct step_list *list, uint32_t resume, bool resume_thumb) {
  add_exception(list, 1, resume, resume_thumb, 0)->kind = STEP_DEBUG_ENTRY;
  struct step *s = step_list_add(list);
  s->kind = STEP_DEBUG_EXIT;
  s->address = resume;
  s->thumb = resume_thumb;
}

// Writes a clock as a line of the text stimulus, so that a test is readable. Fields that follow from the location are
// left out.
static void expect_clock(struct etm3_derive *d, uint32_t steps_end, const char *line) {
  struct etm3_clock clock;
  if (!etm3_derive_next(d, &clock)) fail_msg("the end, expected %s", line);
  struct text_line text_line = {.kind = TEXT_CLOCK, .slots = clock.slots};
  FILE *file = tmpfile();
  assert_non_null(file);
  text_write(file, &(struct text){.at = &text_line, .count = 1});
  rewind(file);
  char written[256] = "";
  assert_non_null(fgets(written, sizeof written, file));
  fclose(file);
  written[strcspn(written, "\n")] = '\0';
  assert_string_equal(written, line);
  assert_int_equal(clock.steps_end, steps_end);
}

static void expect_end(struct etm3_derive *d) {
  struct etm3_clock clock;
  assert_false(etm3_derive_next(d, &clock));
  assert_false(etm3_derive_next(d, &clock));
}

// As fast as the port allows, so that no random number is drawn.
static struct etm3_derive fast(const struct step_list *steps, const struct image *image) {
  return (struct etm3_derive){.steps = steps, .image = image, .pace.spacing = SPACING_WAYPOINT};
}

static struct etm3_derive one(const struct step_list *steps, const struct image *image) {
  return (struct etm3_derive){.steps = steps, .image = image, .pace.spacing = SPACING_ONE};
}

static const struct image no_image;

CASE(branch_target_is_the_next_step) {
  struct step_list list = {0};
  add(&list, 0x8000, NOP, ARM, true);
  add(&list, 0x8004, BEQ, ARM, false);
  add(&list, 0x8008, BX_LR & 0x0FFFFFFF, ARM, false);  // BXEQ, not taken
  add(&list, 0x800C, 0xFA000000, ARM, true);           // BLX imm to Thumb
  add(&list, 0x9002, 0xB100, THUMB, true);             // CBZ, taken
  add(&list, 0x9006, 0xF3BF8F6F, THUMB, true);         // ISB
  add(&list, 0x900A, T_BX_LR, THUMB, true);
  add(&list, 0xA000, MOVS_PC_LR & 0x0FFFFFFF, ARM, false);
  add(&list, 0xA004, MOVS_PC_LR, ARM, true);
  add(&list, 0xB000, T_NOP, THUMB, true)->j = true;
  add(&list, 0xB002, T_BX_LR, THUMB, true)->j = true;  // the last: its target is not known
  struct etm3_derive d = one(&list, &no_image);
  expect_clock(&d, 1, "clock E 0x00008000:arm");
  expect_clock(&d, 2, "clock N 0x00008004:arm");
  expect_clock(&d, 3, "clock N 0x00008008:arm");
  expect_clock(&d, 4, "clock E 0x0000800C:arm to 0x00009002:thumb direct");
  expect_clock(&d, 5, "clock E 0x00009002:thumb to 0x00009006:thumb direct");
  expect_clock(&d, 6, "clock E 0x00009006:thumb");
  expect_clock(&d, 7, "clock E 0x0000900A:thumb to 0x0000A000:arm");
  expect_clock(&d, 8, "clock N 0x0000A000:arm");
  expect_clock(&d, 9, "clock E 0x0000A004:arm eret to 0x0000B000:thumbee");
  expect_clock(&d, 10, "clock E 0x0000B000:thumbee");
  expect_end(&d);
  step_list_free(&list);
}

CASE(one_state_in_each_clock) {
  struct step_list list = {0};
  add(&list, 0x8000, NOP, ARM, true);
  add(&list, 0x8004, BX_LR, ARM, true);
  add(&list, 0x8100, BX_LR, ARM, true);
  add(&list, 0x9000, NOP, ARM, true);
  add(&list, 0x9004, MOVS_PC_LR, ARM, true);
  add(&list, 0xA000, T_NOP, THUMB, true)->ns = true;
  add(&list, 0xA002, T_NOP, THUMB, true)->ns = true;
  struct etm3_derive d = fast(&list, &no_image);
  expect_clock(&d, 2, "clock E 0x00008000:arm , E 0x00008004:arm to 0x00008100:arm");
  expect_clock(&d, 4, "clock E 0x00008100:arm to 0x00009000:arm , E 0x00009000:arm");
  expect_clock(&d, 5, "clock E 0x00009004:arm eret to 0x0000A000:thumb:ns");
  expect_clock(&d, 7, "clock ns E 0x0000A000:thumb , E 0x0000A002:thumb");
  expect_end(&d);
  d = fast(&list, &no_image);
  d.pairs_apart = true;
  expect_clock(&d, 2, "clock E 0x00008000:arm , E 0x00008004:arm to 0x00008100:arm");
  expect_clock(&d, 3, "clock E 0x00008100:arm to 0x00009000:arm");
  expect_clock(&d, 5, "clock E 0x00009000:arm , E 0x00009004:arm eret to 0x0000A000:thumb:ns");
  expect_clock(&d, 7, "clock ns E 0x0000A000:thumb , E 0x0000A002:thumb");
  expect_end(&d);
  step_list_free(&list);
}

CASE(exceptions_share_the_slot_before) {
  struct step_list list = {0};
  add(&list, 0x8000, T_SVC, THUMB, true);
  add_exception(&list, 10, 0x8002, THUMB, 0x8);
  add(&list, 0x8, MOVS_PC_LR, ARM, true);
  add_exception(&list, 2, 0x8002, THUMB, 0x1C);  // the target of Jazelle state, before anything is executed there
  add_exception(&list, 10, 0x1C, ARM, 0x20);
  struct step *s = last_step(&list);
  s->hyp = s->ns = true;
  s = add(&list, 0x20, NOP, ARM, true);
  s->hyp = s->ns = true;
  s = add(&list, 0x24, NOP, ARM, true);
  s->user = s->ns = true;
  add_exception(&list, 14, 0x28, ARM, 0x18);
  last_step(&list)->resume_user = last_step(&list)->resume_ns = true;
  struct etm3_derive d = fast(&list, &no_image);
  expect_clock(&d, 2, "clock E 0x00008000:thumb to 0x00000008:arm exception=10");
  expect_clock(&d, 4, "clock E 0x00000008:arm eret to 0x00008002:thumb , to 0x0000001C:arm exception=2");
  expect_clock(&d, 6, "clock ns hyp to 0x00000020:arm:ns:hyp exception=10 , E 0x00000020:arm");
  expect_clock(&d, 8, "clock ns user E 0x00000024:arm to 0x00000018:arm exception=14");
  expect_end(&d);
  step_list_free(&list);
}

// An image of NOPs from 0x8000 to 0x8010, with MOVS PC, LR at 0x8008.
static struct image make_image(void) {
  struct image image = {0};
  uint8_t *bytes = image_add(&image, 0x8000, 16, NULL);
  assert_non_null(bytes);
  for (int i = 0; i < 16; i += 4) {
    const uint32_t opcode = i == 8 ? MOVS_PC_LR : NOP;
    for (int k = 0; k < 4; k++) bytes[i + k] = (uint8_t)(opcode >> 8 * k);
  }
  return image;
}

CASE(aborts_cancel_an_unexecuted_instruction) {
  struct image image = make_image();
  struct step_list list = {0};
  add(&list, 0x8000, NOP, ARM, true);
  add_exception(&list, 12, 0x8004, ARM, 0x10);
  add_exception(&list, 4, 0x8008, ARM, 0x10);
  add_exception(&list, 12, 0x800C, THUMB, 0x10)->resume_j = true;  // ThumbEE
  list.at[3].resume_ns = true;
  add_exception(&list, 12, 0x800C, ARM, 0x10)->resume_j = true;  // Jazelle
  add_exception(&list, 12, 0x9000, ARM, 0x10);                   // no code
  add_exception(&list, 4, 0x800E, ARM, 0x10);                    // not aligned
  add_exception(&list, 4, 0x8000, ARM, 0x10)->resume_prohibited = true;
  static const uint16_t never[] = {2, 3, 5, 9, 10};
  for (size_t i = 0; i < COUNT(never); i++) add_exception(&list, never[i], 0x8000, ARM, 0x10);
  struct etm3_derive d = fast(&list, &image);
  expect_clock(&d, 2, "clock E 0x00008000:arm , E 0x00008004:arm to 0x00000010:arm exception=12 cancel");
  expect_clock(&d, 3, "clock E 0x00008008:arm eret to 0x00000010:arm exception=4 cancel");
  expect_clock(&d, 5,
               "clock ns E 0x0000800C:thumbee to 0x00000010:arm exception=12 cancel , to 0x00000010:arm exception=12");
  expect_clock(&d, 7, "clock to 0x00000010:arm exception=12 , to 0x00000010:arm exception=4");
  expect_clock(&d, 9, "clock to 0x00000010:arm exception=4 , to 0x00000010:arm exception=2");
  expect_clock(&d, 11, "clock to 0x00000010:arm exception=3 , to 0x00000010:arm exception=5");
  expect_clock(&d, 13, "clock to 0x00000010:arm exception=9 , to 0x00000010:arm exception=10");
  expect_end(&d);
  step_list_free(&list);
  image_free(&image);
}

CASE(some_exceptions_cancel_at_random) {
  struct image image = make_image();
  static const uint16_t numbers[] = {8, 11, 13, 14, 15, 16, 511};
  for (size_t i = 0; i < COUNT(numbers); i++) {
    struct step_list list = {0};
    for (int k = 0; k < 100; k++) add_exception(&list, numbers[i], 0x8000, ARM, 0x10);
    struct etm3_derive d = one(&list, &image);
    struct etm3_clock clock;
    uint32_t cancelled = 0;
    while (etm3_derive_next(&d, &clock)) cancelled += clock.slots.at[0].cancel + clock.slots.at[1].cancel;
    assert_in_range(cancelled, 20, 80);
    step_list_free(&list);
  }
  image_free(&image);
}

CASE(ns_is_hidden_in_prohibited_regions) {
  struct step_list list = {0};
  add(&list, 0x8000, BX_LR, ARM, true);
  add(&list, 0x4000, NOP, ARM, true)->prohibited = true;
  add(&list, 0x4004, BEQ, ARM, true)->prohibited = true;  // inside
  add(&list, 0x4104, BX_LR, ARM, true)->prohibited = true;
  add(&list, 0x8004, NOP, ARM, true);
  struct step *s = add_exception(&list, 10, 0x8008, ARM, 0x5000);
  s->prohibited = true;
  add_exception(&list, 14, 0x5000, ARM, 0x18)->resume_prohibited = true;
  add(&list, 0x18, NOP, ARM, true);
  struct etm3_derive d = one(&list, &no_image);
  expect_clock(&d, 1, "clock E 0x00008000:arm to 0x00004000:arm secret");
  expect_clock(&d, 2, "clock prohibited E 0x00004000:arm");
  expect_clock(&d, 3, "clock prohibited E 0x00004004:arm to 0x00004104:arm direct secret");
  expect_clock(&d, 4, "clock prohibited E 0x00004104:arm to 0x00008004:arm");
  d = fast(&list, &no_image);
  expect_clock(&d, 1, "clock E 0x00008000:arm to 0x00004000:arm secret");
  expect_clock(&d, 3, "clock prohibited E 0x00004000:arm , E 0x00004004:arm to 0x00004104:arm direct secret");
  expect_clock(&d, 4, "clock prohibited E 0x00004104:arm to 0x00008004:arm");
  expect_clock(&d, 7, "clock E 0x00008004:arm to 0x00005000:arm exception=10 secret , to 0x00000018:arm exception=14");
  expect_clock(&d, 8, "clock E 0x00000018:arm");
  expect_end(&d);
  step_list_free(&list);
}

CASE(a_change_of_security_state_is_a_branch) {
  struct step_list list = {0};
  add(&list, 0x8000, 0x1E010F11, ARM, false);  // MCRNE to SCR
  add(&list, 0x8004, 0xEE010F11, ARM, true);
  add(&list, 0x8008, NOP, ARM, true)->ns = true;
  struct etm3_derive d = fast(&list, &no_image);
  expect_clock(&d, 2, "clock N 0x00008000:arm , E 0x00008004:arm to 0x00008008:arm:ns");
  expect_clock(&d, 3, "clock ns E 0x00008008:arm");
  expect_end(&d);
  step_list_free(&list);
}

CASE(jazelle_code_is_not_presented) {
  struct step_list list = {0};
  add(&list, 0x8000, 0xE12FFF20, ARM, true);  // BXJ
  add_exception(&list, 14, 0x9003, ARM, 0x18)->resume_j = true;
  add(&list, 0x18, MOVS_PC_LR, ARM, true);
  add_exception(&list, 12, 0x9003, ARM, 0x10)->resume_j = true;
  add(&list, 0x10, NOP, ARM, true);
  struct etm3_derive d = fast(&list, &no_image);
  expect_clock(&d, 2, "clock E 0x00008000:arm to 0x00009003:jazelle , to 0x00000018:arm exception=14");
  expect_clock(&d, 4, "clock E 0x00000018:arm eret to 0x00009003:jazelle , to 0x00000010:arm exception=12");
  expect_clock(&d, 5, "clock E 0x00000010:arm");
  expect_end(&d);
  step_list_free(&list);
}

CASE(debug_state_is_contiguous) {
  struct step_list list = {0};
  for (uint32_t i = 0; i < 100; i++) {
    add(&list, 0x8000 + 4 * i, NOP, ARM, true);
    add_debug(&list, 0x8004 + 4 * i, ARM);
  }
  struct etm3_derive d = {.steps = &list, .image = &no_image, .pace.spacing = SPACING_STALL};
  struct etm3_clock clock;
  uint32_t lengths[2] = {0}, length = 0, entries = 0, pauses = 0;
  for (size_t end = 0; etm3_derive_next(&d, &clock); end = clock.steps_end) {
    if (clock.slots.debug) {
      assert_false(clock.slots.at[0].executed || clock.slots.at[1].executed);
      assert_true(clock.steps_end == end || clock.steps_end == end + 1);
      if (length > 0) assert_int_equal(clock.clocks, 1);
      pauses += length == 0 && clock.clocks > 1;
      length++;
      entries += end % 3 == 1 && clock.steps_end == end + 1;
    } else {
      if (length > 0) lengths[length > 2]++;
      length = 0;
      assert_int_equal(clock.steps_end % 3, 1);
    }
  }
  assert_int_equal(entries, 100);
  assert_true(pauses > 5);
  assert_int_equal(d.at, list.count);
  assert_true(lengths[0] > 20 && lengths[1] > 20);
  step_list_free(&list);
}

CASE(debug_state_is_left_before_it_is_entered_again) {
  struct step_list list = {0};
  for (uint32_t i = 0; i < 10; i++) add_debug(&list, 0x8000, ARM);
  struct etm3_derive d = fast(&list, &no_image);
  struct etm3_clock clock;
  size_t end = 0;
  while (etm3_derive_next(&d, &clock)) {
    const bool enters = clock.steps_end > end && clock.steps_end % 2 == 1;
    assert_int_equal(clock.clocks, enters && end > 0 ? 2 : 1);
    end = clock.steps_end;
  }
  assert_int_equal(end, list.count);
  step_list_free(&list);
}

CASE(registers_change_after_a_barrier_or_an_exception) {
  struct step_list list = {0};
  add(&list, 0x8000, ISB, ARM, true);
  add(&list, 0x8004, NOP, ARM, true);
  add_exception(&list, 10, 0x8008, ARM, 0x8);
  add(&list, 0x8, NOP, ARM, true);
  struct etm3_derive d = fast(&list, &no_image);
  d.context = (struct random_register){.percent = 100, .bits = 32, .rng = rng_seed(3, 1)};
  struct etm3_clock clock[3];
  for (int i = 0; i < 3; i++) assert_true(etm3_derive_next(&d, &clock[i]));
  expect_end(&d);
  assert_true(clock[0].steps_end == 1 && clock[1].steps_end == 3 && clock[2].steps_end == 4);
  assert_int_equal(clock[0].slots.context_id, 0);
  assert_true(clock[1].slots.context_id != 0 && clock[2].slots.context_id != clock[1].slots.context_id);
  step_list_free(&list);
}

CASE(late_targets_come_before_the_next_instruction) {
  struct step_list list = {0};
  for (int i = 0; i < 200; i++) {
    add(&list, 0x8000, BX_LR, ARM, true);
    add(&list, 0x9000, NOP, ARM, true);
    add_exception(&list, 14, 0x9004, ARM, 0x18);
    add(&list, 0x18, MOVS_PC_LR, ARM, true);
  }
  add(&list, 0x8000, NOP, ARM, true);
  struct etm3_derive d = one(&list, &no_image);
  d.late_percent = 100;
  struct etm3_clock clock;
  uint32_t same_clock = 0, later = 0, far = 0, branches = 0;
  while (etm3_derive_next(&d, &clock)) {
    const struct slot *s = clock.slots.at;
    assert_false((s[0].executed && s[0].branched) || (s[1].executed && s[1].branched));
    branches += s[0].branched + s[1].branched;
    same_clock += s[0].executed && s[1].branched;
    later += s[0].branched;
    far += s[0].branched && clock.clocks > 1;
  }
  assert_int_equal(branches, 600);
  assert_true(same_clock > 100 && later > 100 && far > 50);
  step_list_free(&list);
}

// --- random code ---------------------------------------------------------------------------------------------------

// The state of the port over a walk, clock by clock, and counts of what occurred.
struct replay {
  const struct stim *stim;
  const struct stim_knobs *knobs;
  size_t at;                  // the next step
  bool owed;                  // the target of the last instruction must be presented
  const struct slot *voided;  // an instruction that no step contains awaits the exception that cancels it
  bool may_change;            // a barrier or exception was presented since the last instruction
  uint32_t context, vmid;     // of the last instruction
  struct met *met;
};

struct met {
  uint32_t clocks, pairs, pairs_behind_a_branch, late, younger_alone, branch_and_instruction, rides, own_slot, secret,
      prohibited, debug, jazelle, hyp, user, erets, ns_writes, on_target, contexts, changed_pairs;
  uint32_t exceptions[512], cancelled[512], it_outcomes[2], direct[2];
};

static const struct step *step_at(const struct replay *r, size_t i) {
  assert_true(i < r->stim->steps.count);
  return &r->stim->steps.at[i];
}

static void assert_place(const struct place *p, uint32_t address, bool t, bool j, bool ns, bool hyp) {
  assert_int_equal(p->address, address);
  assert_true(p->t == t && p->j == j && p->ns == ns && p->hyp == hyp);
}

// Returns the location at which the step is reached.
static void assert_reaches(const struct slot *slot, const struct step *s) {
  const bool executed = s->kind == STEP_INSTRUCTION;
  if (executed) assert_place(&slot->to, s->address, s->thumb, s->j, s->ns, s->hyp);
  if (!executed) assert_place(&slot->to, s->resume, s->resume_thumb, s->resume_j, s->resume_ns, s->resume_hyp);
  assert_int_equal(slot->secret, executed ? s->prohibited : s->resume_prohibited);
}

static void replay_voided(struct replay *r, const struct slot *slot, bool user) {
  const struct step *s = step_at(r, r->at);
  struct step there = {.address = slot->at.address, .thumb = slot->at.t};
  assert_int_equal(s->kind, STEP_EXCEPTION);
  assert_int_equal(user, s->resume_user);
  assert_true(slot->passed && !slot->direct && !s->resume_prohibited && !(slot->at.j && !slot->at.t));
  assert_place(&slot->at, s->resume, s->resume_thumb, s->resume_j, s->resume_ns, s->resume_hyp);
  assert_true(program_fetch(&r->stim->image, &there));
  r->voided = slot;
}

static void replay_instruction(struct replay *r, const struct slots *clock, const struct slot *slot) {
  assert_false(r->owed || r->voided);
  if (clock->context_id != r->context || clock->vmid != r->vmid) assert_true(r->may_change);
  r->met->contexts += clock->context_id != r->context;
  r->context = clock->context_id;
  r->vmid = clock->vmid;
  r->may_change = false;
  assert_true(clock->ns == slot->at.ns && clock->hyp == slot->at.hyp);
  const struct step *s = step_at(r, r->at);
  if (s->kind != STEP_INSTRUCTION) {
    assert_false(clock->prohibited);
    replay_voided(r, slot, clock->user);
    return;
  }
  r->at++;
  assert_place(&slot->at, s->address, s->thumb, s->j, s->ns, s->hyp);
  const struct classification c = classify(s->opcode, s->thumb);
  assert_true(slot->passed == s->passed && clock->prohibited == s->prohibited && clock->user == s->user);
  assert_int_equal(slot->eret, s->passed && c.exception_return);
  const bool direct = c.waypoint == CLASS_DIRECT && s->passed;
  assert_int_equal(slot->branched && slot->direct, direct);
  const struct step *next = r->at < r->stim->steps.count ? &s[1] : NULL;
  const bool ns_write = next && !c.waypoint && s->ns != (next->kind ? next->resume_ns : next->ns);
  r->owed = (c.waypoint == CLASS_INDIRECT && s->passed) || ns_write;
  r->may_change = c.waypoint == CLASS_BARRIER;
  r->met->ns_writes += ns_write;
  r->met->prohibited += s->prohibited;
  r->met->hyp += s->hyp;
  r->met->user += s->user;
  r->met->erets += slot->eret;
  if (c.waypoint == CLASS_DIRECT) r->met->direct[s->passed]++;
  const bool is_it = s->thumb && s->size == 2 && s->opcode >> 8 == 0xBF && (s->opcode & 15) != 0;
  if (is_it && next && next->kind == STEP_INSTRUCTION) r->met->it_outcomes[next->passed]++;
}

static void replay_branch(struct replay *r, const struct slot *slot, const struct slot *last) {
  r->met->secret += slot->secret;
  if (slot->exception == 0) {
    if (slot->direct) assert_true(slot->executed);
    if (!slot->direct) assert_true(r->owed);
    r->met->late += !slot->executed;
    r->owed = false;
    assert_false(slot->cancel);
    const struct step *next = step_at(r, r->at);
    r->met->on_target += next->kind != STEP_INSTRUCTION;
    r->met->jazelle += slot->to.j && !slot->to.t;
    assert_reaches(slot, next);
    return;
  }
  assert_false(r->owed || slot->direct);
  const struct step *s = step_at(r, r->at++);
  assert_true(s->kind == STEP_EXCEPTION && s->exception == slot->exception && s->prohibited == slot->secret);
  assert_place(&slot->to, s->address, s->thumb, s->j, s->ns, s->hyp);
  assert_int_equal(slot->cancel, r->voided != NULL);
  if (slot->cancel) assert_ptr_equal(r->voided, last);
  const bool never =
      s->exception == 2 || s->exception == 3 || s->exception == 5 || s->exception == 9 || s->exception == 10;
  assert_false(never && slot->cancel);
  r->voided = NULL;
  r->may_change = true;
  r->met->exceptions[s->exception]++;
  r->met->cancelled[s->exception] += slot->cancel;
  r->met->rides += slot->executed;
  r->met->own_slot += !slot->executed;
}

static void check_pair(const struct replay *r, const struct slots *clock) {
  const struct slot *s = clock->at;
  if (s[0].branched && !s[0].executed && s[1].executed) r->met->branch_and_instruction++;
  if (s[1].executed && r->knobs->pairs_apart) assert_false(s[0].branched || s[0].eret);
  if (!s[0].executed && !s[0].branched) r->met->younger_alone++;
  if (!s[0].executed || !s[1].executed) return;
  assert_int_not_equal(r->knobs->spacing, SPACING_ONE);
  assert_int_equal(s[0].exception, 0);
  r->met->pairs++;
  r->met->pairs_behind_a_branch += s[0].branched;
  r->met->changed_pairs += s[0].branched && s[0].to.t != s[0].at.t;
}

static void replay_clock(struct replay *r, const struct stim_event *e) {
  static struct slot kept;  // the voided instruction, if it is of an earlier clock
  const struct slots *clock = &e->slots;
  assert_true(e->busy && !e->valid && e->clocks > 0);
  r->met->clocks++;
  if (clock->debug) {
    assert_false(r->owed || r->voided);
    for (; r->at < e->steps_end; r->at++) {
      assert_true(step_at(r, r->at)->kind == STEP_DEBUG_ENTRY || step_at(r, r->at)->kind == STEP_DEBUG_EXIT);
    }
    r->met->debug++;
  }
  for (int k = 0; k < 2; k++) {
    const struct slot *s = &clock->at[k];
    assert_false(clock->debug && (s->executed || s->branched));
    if (s->executed) replay_instruction(r, clock, s);
    if (s->branched) replay_branch(r, s, r->voided);
  }
  if (!clock->debug) check_pair(r, clock);
  if (r->voided) kept = *r->voided, r->voided = &kept;
  assert_int_equal(r->at, e->steps_end);
}

// Each step is presented once, and in order.
static void replay(const struct stim *stim, const struct stim_knobs *knobs, struct met *met) {
  struct replay r = {.stim = stim, .knobs = knobs, .met = met};
  for (size_t i = 0; i < stim->count; i++) replay_clock(&r, &stim->at[i]);
  const size_t left = stim->steps.count - r.at;
  assert_true(left <= 1 && !r.voided);
  if (left == 1) assert_true(classify(stim->steps.at[r.at].opcode, stim->steps.at[r.at].thumb).waypoint);
}

static const struct random_knobs everything = {.waypoints = 6000,
                                               .thumb_percent = 60,
                                               .indirect_percent = 15,
                                               .exception_percent = 15,
                                               .debug_percent = 5,
                                               .prohibited_percent = 15,
                                               .thumbee_percent = 30,
                                               .jazelle_percent = 10,
                                               .hyp_percent = 20,
                                               .user_percent = 40,
                                               .high_percent = 20,
                                               .barrier_percent = 5,
                                               .ns_write_percent = 5,
                                               .long_percent = 10,
                                               .ns_changes = true};

static void open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                        uint64_t seed) {
  struct error err;
  if (!stim_open_random(stim, knobs, random, seed, &err)) fail_msg("%s", err.text);
  stim_make_whole(stim);
}

CASE(every_step_is_presented_once_and_in_order) {
  static const enum spacing spacings[] = {SPACING_WAYPOINT, SPACING_ONE, SPACING_TWO, SPACING_STALL};
  struct met met = {0};
  for (uint64_t seed = 0; seed < 48; seed++) {
    struct stim_knobs knobs = {.instructions = true,
                               .spacing = spacings[seed % 4],
                               .late_percent = (uint32_t)(seed % 3 * 40),
                               .pairs_apart = seed % 5 == 0,
                               .context_percent = (uint32_t)(seed % 2 * 50),
                               .vmid_percent = (uint32_t)(seed % 2 * 50),
                               .seed = seed};
    struct stim stim;
    open_random(&stim, &knobs, &everything, seed);
    replay(&stim, &knobs, &met);
    stim_close(&stim);
  }
  assert_true(met.pairs > 10000 && met.pairs_behind_a_branch > 1000 && met.changed_pairs > 100);
  assert_true(met.late > 1000 && met.younger_alone > 1000 && met.branch_and_instruction > 1000);
  assert_true(met.rides > 1000 && met.own_slot > 1000 && met.secret > 1000 && met.prohibited > 1000);
  assert_true(met.debug > 1000 && met.jazelle > 1000 && met.hyp > 1000 && met.user > 1000 && met.erets > 1000);
  assert_true(met.ns_writes > 100 && met.on_target > 1000 && met.contexts > 1000);
  for (int i = 0; i < 2; i++) assert_true(met.it_outcomes[i] > 1000 && met.direct[i] > 1000);
}

// The class of each exception number: 0: reserved, 1: never cancels, 2: cancels wherever there is code, 3: either.
CASE(every_exception_occurs) {
  static const uint8_t kinds[16] = {
      [2] = 1, [3] = 1, [4] = 2, [5] = 1, [8] = 3, [9] = 1, [10] = 1, [11] = 3, [12] = 2, [13] = 3, [14] = 3, [15] = 3};
  struct met met = {0};
  struct random_knobs random = everything;
  random.prohibited_percent = random.jazelle_percent = 0;
  for (uint64_t seed = 0; seed < 24; seed++) {
    struct stim_knobs knobs = {.instructions = true, .spacing = SPACING_TWO, .seed = seed};
    struct stim stim;
    open_random(&stim, &knobs, &random, seed);
    replay(&stim, &knobs, &met);
    stim_close(&stim);
  }
  uint32_t high = 0, cancelled = 0, highest = 0;
  for (uint32_t n = 0; n < 512; n++) {
    const uint32_t count = met.exceptions[n], voided = met.cancelled[n];
    const uint8_t kind = n < 16 ? kinds[n] : 0;
    if (kind > 0 && count < 50) fail_msg("exception %u: %u times", n, count);
    if (kind == 1) assert_int_equal(voided, 0);
    if (kind == 2) assert_int_equal(voided, count);
    if (kind == 3) assert_in_range(voided, count / 4, count * 3 / 4);
    if (n < 16 && kind == 0) assert_int_equal(count, 0);
    if (n < 16) continue;
    high += count;
    cancelled += voided;
    if (count > 0) highest = n;
  }
  assert_true(highest > 500 && high > 1000 && cancelled > high / 4 && cancelled < high * 3 / 4);
}

CASE(features_by_version) {
  for (unsigned minor = 0; minor <= 5; minor++) {
    struct random_knobs random = everything;
    random.waypoints = 20000;
    random_knobs_limit(&random, minor);
    const struct stim_knobs knobs = {.instructions = true, .spacing = SPACING_TWO};
    struct stim stim;
    open_random(&stim, &knobs, &random, 1);
    bool hyp = false, high = false, thumbee = false, generic = false, ns = false;
    for (size_t i = 0; i < stim.steps.count; i++) {
      const struct step *s = &stim.steps.at[i];
      hyp = hyp || s->hyp;
      high = high || s->exception > 15;
      thumbee = thumbee || (s->thumb && s->j);
      generic = generic || s->exception == 13;
      ns = ns || s->ns;
    }
    stim_close(&stim);
    assert_true(hyp == (minor >= 5) && high == (minor >= 4) && thumbee == (minor >= 3));
    assert_true(generic == (minor >= 3) && ns == (minor >= 2));
  }
}

CASE(walk_length) {
  struct random_knobs random = everything;
  random.waypoints = 100000;
  random.steps = 1000;
  const struct stim_knobs knobs = {.instructions = true};
  struct stim stim;
  open_random(&stim, &knobs, &random, 1);
  assert_in_range(stim.steps.count, 1000, 1003);
  stim_close(&stim);
}

// --- clock by clock --------------------------------------------------------------------------------------------------

static bool same_place(const struct place *a, const struct place *b) {
  return a->address == b->address && a->t == b->t && a->j == b->j && a->ns == b->ns && a->hyp == b->hyp;
}

static bool same_slot(const struct slot *a, const struct slot *b) {
  return a->executed == b->executed && a->passed == b->passed && a->eret == b->eret && a->branched == b->branched &&
         a->direct == b->direct && a->cancel == b->cancel && a->secret == b->secret && a->exception == b->exception &&
         same_place(&a->at, &b->at) && same_place(&a->to, &b->to);
}

static bool same_slots(const struct slots *a, const struct slots *b) {
  return a->ns == b->ns && a->hyp == b->hyp && a->user == b->user && a->prohibited == b->prohibited &&
         a->debug == b->debug && a->context_id == b->context_id && a->vmid == b->vmid &&
         same_slot(&a->at[0], &b->at[0]) && same_slot(&a->at[1], &b->at[1]);
}

CASE(clocks_are_reported_on_time) {
  const struct stim_knobs knobs = {
      .instructions = true, .spacing = SPACING_STALL, .late_percent = 30, .sync_permille = 10, .seed = 7};
  struct stim stim;
  open_random(&stim, &knobs, &everything, 7);
  struct stim_clock c;
  const struct stim_clock nothing = {0};
  uint64_t now = 0, due = 0;
  for (size_t i = 0; i < stim.count; i++) {
    due += stim.at[i].clocks;
    do {
      stim_next(&stim, &c);
      now++;
      assert_int_equal(c.busy, now == due);
      if (!c.busy) assert_true(same_slots(&c.slots, &nothing.slots));
    } while (now < due);
    assert_true(same_slots(&c.slots, &stim.at[i].slots));
    assert_false(c.valid || c.done);
  }
  stim_next(&stim, &c);
  assert_true(c.done);
  stim_close(&stim);
}

// Slots hold only values that a text can contain, and that the reader of a text accepts.
CASE(text_stimulus_matches) {
  const struct stim_knobs knobs = {
      .instructions = true, .spacing = SPACING_TWO, .late_percent = 20, .context_percent = 20, .vmid_percent = 20};
  struct stim stim;
  open_random(&stim, &knobs, &everything, 3);
  struct text text = {.at = calloc(stim.count, sizeof *text.at), .count = stim.count}, again = {0};
  assert_non_null(text.at);
  for (size_t i = 0; i < stim.count; i++) {
    text.at[i] = (struct text_line){.kind = TEXT_CLOCK, .slots = stim.at[i].slots};
  }
  FILE *file = tmpfile();
  assert_non_null(file);
  text_write(file, &text);
  rewind(file);
  struct error err;
  if (!text_read(file, "t", &again, &err)) fail_msg("%s", err.text);
  fclose(file);
  assert_int_equal(again.count, text.count);
  for (size_t i = 0; i < text.count; i++) assert_true(same_slots(&again.at[i].slots, &text.at[i].slots));
  text_free(&again);
  free(text.at);
  stim_close(&stim);
}

CASE(same_seed_same_clocks) {
  const struct stim_knobs knobs = {.instructions = true, .spacing = SPACING_STALL, .late_percent = 50, .seed = 5};
  struct stim a, b;
  open_random(&a, &knobs, &everything, 5);
  open_random(&b, &knobs, &everything, 5);
  assert_int_equal(a.count, b.count);
  for (size_t i = 0; i < a.count; i++) {
    assert_true(same_slots(&a.at[i].slots, &b.at[i].slots) && a.at[i].clocks == b.at[i].clocks);
  }
  stim_close(&a);
  stim_close(&b);
  assert_true(sizeof(struct stim_event) <= 104);
}

// Each entry has its exception, followed only by Debug state. One Debug state lasts long.
CASE(debug_entries_and_a_long_halt) {
  const struct stim_knobs knobs = {
      .instructions = true, .spacing = SPACING_STALL, .entry_percent = 100, .long_halt = 5000, .seed = 3};
  struct stim stim;
  open_random(&stim, &knobs, &everything, 3);
  size_t entries = 0, halts = 0, longest = 0, lasts = 0;
  bool announced = false;
  for (size_t i = 0; i < stim.count; i++) {
    const struct slots *s = &stim.at[i].slots;
    halts += s->debug && lasts == 0;
    lasts = s->debug ? lasts + 1 : 0;
    if (lasts == 1) assert_true(announced);
    if (lasts > longest) longest = lasts;
    announced = announced && s->debug && lasts == 0;
    for (unsigned n = 0; n < 2; n++) {
      if (s->at[n].executed) assert_false(announced);
      if (!s->at[n].branched || s->at[n].exception != 1) continue;
      assert_false(s->at[n].cancel || s->at[n].direct);
      announced = true;
      entries++;
    }
  }
  assert_true(entries > 100 && entries == halts);
  assert_in_range(longest, 5000, 5002);
  stim_close(&stim);
}

CASE(programs_are_presented_whole) {
  static const char *const paths[] = {"tests/program/system-arm.wpp", "tests/program/system-thumb.wpp",
                                      "tests/program/vm-arm.wpp", "tests/program/sort-thumb.wpp"};
  const struct stim_knobs knobs = {.instructions = true, .spacing = SPACING_TWO, .late_percent = 10};
  for (size_t i = 0; i < COUNT(paths); i++) {
    struct met met = {0};
    struct stim stim;
    struct error err;
    if (!stim_open_program(&stim, &knobs, paths[i], &err)) fail_msg("%s", err.text);
    stim_make_whole(&stim);
    replay(&stim, &knobs, &met);
    assert_true(met.pairs > stim.steps.count / 4);
    stim_close(&stim);
  }
}
