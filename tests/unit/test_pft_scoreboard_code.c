// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a PTM with code, and with the steps between the waypoints: its message for each trace that is wrong
// only there.
#include "pft_scoreboard_bench.h"

enum { E1 = 0x84, N1 = 0x86 };  // atom packets (4.5.3)

// --- the steps of a range --------------------------------------------------------------------------------------------

static void step(struct story *s, enum step_kind kind, uint32_t address) {
  const size_t i = s->history.steps_count++;
  s->history.steps = s->steps;
  s->steps[i] = (struct step){.kind = (uint8_t)kind, .address = address, .size = 4, .passed = true, .exception = 14};
}

// Tracing starts at 0x8100; the branch at 0x8108 goes to 0x8200.
static struct story *straight_story(void) {
  struct story *s = story_new(&config_default_pft, A32_NOP);
  word(s, 0x8108, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8108, 0x8200);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  step(s, STEP_INSTRUCTION, 0x8000);
  for (uint32_t at = 0x8100; at <= 0x8108; at += 4) step(s, STEP_INSTRUCTION, at);
  s->waypoints[0].steps_end = 1;
  s->waypoints[1].steps_end = 4;
  return s;
}
enum { SECOND = 2, LAST_STEP };

// Without code the steps of a PTM are unknown.
static void right_by_code(struct story *s) {
  tell_all(s);
  assert_null(verdict_of_story(s, true));
  image_free(&s->image);
  free(s);
}

CASE(steps_of_a_range) {
  right_by_code(straight_story());
  struct story *s = straight_story();
  s->waypoints[1].steps_end = 3;
  wrong(s, "the trace reports 3 instructions from 0x00008100 on, the processor executed only 2");
  s = straight_story();
  s->steps[SECOND].kind = STEP_EXCEPTION;
  wrong(s, "the trace reports 0x00008104 executed, the processor took exception 14 there");
  s = straight_story();
  s->steps[SECOND].address = 0x9104;
  wrong(s, "the trace reports 0x00008104 ARM ns=0 executed, expected 0x00009104 ARM ns=0");
  s = straight_story();
  s->steps[SECOND].prohibited = true;
  wrong(s, "0x00008104 is in the trace, but tracing is prohibited there");
  s = straight_story();
  s->steps[LAST_STEP].size = 2;
  wrong(s, "execution is at 0x0000810C, expected 0x0000810A");
  s = straight_story();
  step(s, STEP_INSTRUCTION, 0x810C);
  s->waypoints[1].steps_end = 5;
  wrong(s, "waypoint #1 is in the trace after step #4, expected after step #5");
}

// --- the next waypoint -----------------------------------------------------------------------------------------------

// Tracing starts at 0x8100, where the trace reports a branch to 0x8200.
static struct story *branch_story(void) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  branch(s, 0x8200, 0);
  return s;
}

CASE(wrong_waypoint) {
  struct story *s = branch_story();
  add(s, WAYPOINT_EXCEPTION, 0x8100, 0x8200);
  wrong(s, "the trace reports a branch before 0x00008104, but waypoint #1 is not a branch");
  s = branch_story();
  goes(s, 0x8110, 0x8200);
  wrong(s, "the trace reports a branch just before 0x00008104, but waypoint #1 is at 0x00008110");
}

CASE(tracing_was_off) {
  struct story *s = branch_story();
  goes(s, 0x8100, 0x8200);
  moment_of(s, 1)->enabled = false;
  goes(s, 0x8200, 0x8300);
  branch(s, 0x8300, 0);
  wrong(s, "waypoint #2 is in the trace, but tracing was off after waypoint #1: the TraceEnable event is false");
}

// A taken branch leads to Hyp mode, but its packet does not report this.
CASE(hyp_mode) {
  struct story *s = branch_story();
  s->config.etmccer |= ETMCCER_VIRTUALIZATION;
  goes(s, 0x8100, 0x8200);
  s->waypoints[1].wp.hyp = true;
  wrong(s, "Hyp after waypoint #1 is 0, expected 1");
}

// --- position of the flow --------------------------------------------------------------------------------------------

// After the branch to an address without code nothing was executed, but the trace has an atom.
CASE(atoms_outside_the_image) {
  for (int told = 0; told < 2; told++) {
    struct story *s = story_new(&config_default_pft, A32_BX_R0);
    goes(s, 0x8000, 0x8100);
    goes(s, 0x8100, 0x20000);
    async(s);
    isync(s, 0x8100, ISYNC_TRACE_ON, 0);
    branch(s, 0x20000, 0);
    if (told) {
      put(s, N1);
      wrong(s, "the decoder lost the program flow: the image has no code here");
    } else {
      right(s);
    }
  }
}

CASE(a_periodic_isync_first) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  moment_of(s, 0)->enabled = false;
  async(s);
  isync(s, 0x8100, ISYNC_PERIODIC, 0);
  wrong(s, "periodic I-sync, but no earlier packet has an address");
}

// The decoder knows the position at which the unit was stopped, but each stream begins with its own I-sync.
CASE(a_periodic_isync_first_after_a_stop) {
  struct story *s = branch_story();
  goes(s, 0x8100, 0x8200);
  restart(s, false);
  goes(s, 0x8200, 0x8300);
  async(s);
  isync(s, 0x8200, ISYNC_PERIODIC, 0);
  branch(s, 0x8300, 0);
  wrong(s, "the trace reports 0x00008200 executed, but no I-sync came before");
}
