// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a PTM without code: packets compared with the waypoints of the port. A trace that is correct here
// is correct with code, too (scoreboard_bench.h).
#include "pft_scoreboard_bench.h"

enum { E1 = 0x84, N1 = 0x86, EE = 0x88, UPDATE = 0x72 };  // atom packets (4.5.3), the header of a waypoint update

static struct config with_stack(void) {
  struct config c = config_default_pft;
  c.etmcr |= ETMCR_RETURN_STACK;
  c.etmccer |= 1u << 23;
  return c;
}

#define A32_BL(from, to) (0xEB000000u | (((to) - (from)-8) >> 2 & 0xFFFFFF))

// Tracing starts at 0x8100; BL to 0x8200; BX back to 0x8104, from there to 0x8300 and to 0x8400.
static struct story *call_story(void) {
  const struct config c = with_stack();
  struct story *s = story_new(&c, A32_BX_R0);
  word(s, 0x8100, A32_BL(0x8100u, 0x8200u));
  goes(s, 0x8000, 0x8100);
  add(s, WAYPOINT_DIRECT, 0x8100, 0x8200)->link = true;
  goes(s, 0x8200, 0x8104);
  goes(s, 0x8104, 0x8300);
  goes(s, 0x8300, 0x8400);
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  return s;
}
enum { START, CALL, RETURN, NEXT };

static struct story *reported(struct story *s, uint8_t atom) {
  put(s, atom);
  branch(s, 0x8300, 0);
  branch(s, 0x8400, 0);
  return s;
}

CASE(a_return_by_the_stack) {
  right(reported(call_story(), EE));
  struct story *s = call_story();
  s->waypoints[RETURN].wp.target = 0x8108;
  s->waypoints[NEXT].wp.pc = 0x8108;
  wrong_by_port(reported(s, EE),
                "return at 0x00008200: the return stack says to 0x00008104 ARM, the processor went to 0x00008108 ARM");
  s = call_story();
  s->waypoints[CALL].wp.link = false;
  wrong_by_port(reported(s, EE), "but the return stack is empty");
  s = call_story();
  s->config.etmcr &= ~ETMCR_RETURN_STACK;
  wrong_by_port(reported(s, EE), "but the return stack is off");
}

// The newest return address is Secure, and Non-secure code goes there: no match (4.13).
static struct story *left_secure_state(bool atom) {
  struct story *s = call_story();
  s->waypoints[RETURN].wp.target = s->waypoints[NEXT].wp.pc = 0x8300;
  s->waypoints[NEXT].wp.target = s->waypoints[NEXT + 1].wp.pc = 0x8104;
  for (size_t i = RETURN; i <= NEXT + 1; i++) s->waypoints[i].wp.ns = true;
  put(s, E1);
  address(s, 0x8300, 0x48);
  put(s, 1);
  if (atom) put(s, E1);
  if (!atom) branch(s, 0x8104, 0);
  branch(s, 0x8400, 0);
  return s;
}

CASE(a_return_to_the_other_security_state) {
  right(left_secure_state(false));
  const char *why = "E atom for the return at 0x00008300 to ns=1, but the return address on the stack has ns=0";
  wrong(left_secure_state(true), why);
  wrong_by_port(left_secure_state(true), why);
}

// A periodic I-sync clears the stack (4.13).
static struct story *synced(struct story *s, uint32_t address, bool stack) {
  put(s, E1);
  isync(s, address, ISYNC_PERIODIC, 0);
  if (stack) put(s, E1);
  if (!stack) branch(s, 0x8104, 0);
  branch(s, 0x8300, 0);
  branch(s, 0x8400, 0);
  return s;
}

CASE(a_periodic_isync) {
  right(synced(call_story(), 0x8200, false));
  wrong_by_port(synced(call_story(), 0x8200, true), "but the return stack is empty");
  wrong_by_port(synced(call_story(), 0x8204, false), "periodic I-sync is at 0x00008204 ARM, expected 0x00008200 ARM");
}

CASE(atoms_and_targets) {
  wrong_by_port(reported(call_story(), N1), "branch at 0x00008100: the trace says not taken, the processor took it");
  struct story *s = call_story();
  put(s, EE);
  branch(s, 0x8304, 0);
  wrong_by_port(s, "branch at 0x00008104: the trace says to 0x00008304 ARM, the processor went to 0x00008300 ARM");
  s = call_story();
  put(s, EE);
  put(s, E1);
  wrong_by_port(s, "E atom on the indirect branch at 0x00008104, but the return stack is empty");
  s = call_story();
  put(s, E1);
  wrong_by_port(s, "the trace ends without the last 3 waypoints, which must be traced; the first is waypoint #2 (0x");
  s = reported(call_story(), EE);
  branch(s, 0x8500, 0);
  wrong_by_port(s, "no more waypoints were presented");
}

// The next taken branch reports a change of security state (4.12.2). A branch that is not taken does not.
static struct story *secured(bool taken) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  word(s, 0x8100, 0x0A00003E);  // BEQ 0x8200
  word(s, 0x8104, 0x0A00003E);  // BEQ 0x8204
  goes(s, 0x8000, 0x8100);
  struct waypoint *w = add(s, WAYPOINT_DIRECT, 0x8100, taken ? 0x8200 : 0x8104);
  w->taken = taken;
  w->ns = true;
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  put(s, taken ? E1 : N1);
  return s;
}

CASE(security_state) {
  right(secured(false));
  wrong(secured(true), "NS after waypoint #1 at 0x00008100 is 0, expected 1");
  wrong_by_port(secured(true), "NS after waypoint #1 at 0x00008100 is 0, expected 1");
}

// --- the position of an exception (4.5.5, 5.2.1) ---------------------------------------------------------------------

// Execution reaches 0x8100, and an exception comes before `at`.
static struct story *interrupted(uint32_t at) {
  struct story *s = story_new(&config_default_pft, A32_NOP);
  goes(s, 0x8000, 0x8100);
  add(s, WAYPOINT_EXCEPTION, at, 0x8400)->exception = 14;
  async(s);
  isync(s, 0x8100, ISYNC_TRACE_ON, 0);
  return s;
}

static struct story *updated(struct story *s, uint32_t last) {
  put(s, UPDATE);
  address(s, last, 0x08);
  exception(s, 0x8400, 14, 0);
  return s;
}

CASE(waypoint_updates) {
  struct story *s = interrupted(0x8100);
  exception(s, 0x8400, 14, 0);
  right(s);
  s = interrupted(0x8108);
  exception(s, 0x8400, 14, 0);
  wrong_by_port(s, "exception 14, waypoint #1, interrupted 0x00008100 by the trace, expected 0x00008108");
  right(updated(interrupted(0x8108), 0x8104));
  wrong_by_port(updated(interrupted(0x8108), 0x8100),
                "exception 14, waypoint #1, interrupted 0x00008104 by the trace, expected 0x00008108");
  wrong_by_port(updated(interrupted(0x8108), 0x80FC), "waypoint update is at 0x000080FC, expected 0x00008100");
}

// Execution was in ARM state.
CASE(an_update_in_another_instruction_set) {
  struct story *s = interrupted(0x8100);
  put(s, UPDATE);
  address(s, 2 * 0x8104, 0x10);  // bits 31 to 1 of a Thumb address
  exception(s, 0x8400, 14, 0);
  wrong_by_port(s, "waypoint update is in Thumb state, expected ARM");
}

// An exception, and not a write, returns to Secure state.
CASE(a_periodic_isync_in_secure_state) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  s->waypoints[0].wp.ns = true;
  async(s);
  for (int periodic = 0; periodic < 2; periodic++) {
    put(s, 0x08);
    put_word(s, 0x8100);
    put(s, periodic ? 0x01 : 0x29);
  }
  wrong_by_port(s, "periodic I-sync has ns=0, expected ns=1");
}

CASE(an_update_before_a_branch) {
  for (int late = 0; late < 2; late++) {
    struct story *s = story_new(&config_default_pft, A32_NOP);
    word(s, 0x8200, A32_BX_R0);
    goes(s, 0x8000, 0x8100);
    goes(s, 0x8200, 0x8400);
    async(s);
    isync(s, 0x8100, ISYNC_TRACE_ON, 0);
    put(s, UPDATE);
    address(s, late ? 0x8200 : 0x8180, 0x08);
    branch(s, 0x8400, 0);
    if (late) {
      wrong_by_port(s, "waypoint update is at 0x00008200, expected 0x00008100 to 0x00008200");
    } else {
      right(s);
    }
  }
}
