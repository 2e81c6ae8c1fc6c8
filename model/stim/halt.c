// SPDX-License-Identifier: Apache-2.0
// Puts Debug state between two events of a program or a random walk: two steps, and the events that present them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "stim.h"
#include "waypoint.h"

enum { DEBUG_ENTRY = 1 };  // its exception number
enum { STEPS_OF_HALT = 2, WAYPOINTS_OF_HALT = 2 };

// The step that follows all presented ones is an instruction that may be traced.
static const struct step *next_instruction(const struct stim *stim) {
  if (stim->steps_end == 0 || stim->steps_end >= step_list_end(&stim->steps)) return NULL;
  const struct step *next = step_list_at(&stim->steps, stim->steps_end);
  return next->kind == STEP_INSTRUCTION && !next->prohibited ? next : NULL;
}

// A branch that is presented after its instruction must not follow Debug state.
static bool begins_with_instruction(const struct slots *slots) {
  const struct slot *first = &slots->at[slots->at[0].executed || slots->at[0].branched ? 0 : 1];
  return first->executed;
}

static void insert_steps(struct stim *stim) {
  struct step_list *list = &stim->steps;
  const struct step next = *step_list_at(list, stim->steps_end);
  for (unsigned i = 0; i < STEPS_OF_HALT; i++) step_list_add(list);
  struct step *at = &list->at[stim->steps_end - list->dropped];
  memmove(at + STEPS_OF_HALT, at, (size_t)(list->at + list->count - at - STEPS_OF_HALT) * sizeof *at);
  at[0] = (struct step){.kind = STEP_DEBUG_ENTRY,
                        .exception = DEBUG_ENTRY,
                        .ns = next.ns,
                        .hyp = next.hyp,
                        .user = next.user,
                        .resume = next.address,
                        .resume_thumb = next.thumb,
                        .resume_j = next.j,
                        .resume_ns = next.ns,
                        .resume_hyp = next.hyp,
                        .resume_user = next.user};
  at[1] = (struct step){.kind = STEP_DEBUG_EXIT,
                        .address = next.address,
                        .thumb = next.thumb,
                        .j = next.j,
                        .ns = next.ns,
                        .hyp = next.hyp,
                        .user = next.user};
}

// Makes space for `count` events before the next one. They begin in the next clock.
static struct stim_event *insert_events(struct stim *stim, size_t count) {
  for (size_t i = stim->next; i < stim->count; i++) stim->at[i].steps_end += STEPS_OF_HALT;
  if (stim->count + count > stim->room) {
    stim->room = 2 * stim->room + count;
    stim->at = error_memory(realloc(stim->at, stim->room * sizeof *stim->at));
  }
  struct stim_event *at = &stim->at[stim->next];
  memmove(at + count, at, (stim->count - stim->next) * sizeof *at);
  stim->count += count;
  at[count].clocks = stim->wait;
  stim->wait = 1;
  return at;
}

static void insert_waypoints(struct stim *stim, uint32_t clocks) {
  const struct waypoint last = stim->at[stim->next - 1].wp;
  struct stim_event *at = insert_events(stim, WAYPOINTS_OF_HALT);
  struct derive derive = {.steps = &stim->steps, .at = stim->steps_end};
  for (unsigned i = 0; i < WAYPOINTS_OF_HALT; i++) {
    uint32_t instructions;
    at[i] = (struct stim_event){.valid = true, .commit = 1, .clocks = i == 0 ? 1 : clocks};
    const bool is_derived = derive_next(&derive, &at[i].wp, &instructions);
    assert(is_derived);
    (void)is_derived;
    at[i].wp.context_id = last.context_id;
    at[i].wp.vmid = last.vmid;
    at[i].steps_end = derive.at;
  }
}

static void insert_slots(struct stim *stim, uint32_t clocks) {
  struct slots slots = stim->at[stim->next].slots;
  slots.at[0] = slots.at[1] = (struct slot){0};
  slots.debug = true;
  struct stim_event *at = insert_events(stim, clocks);
  for (uint32_t i = 0; i < clocks; i++) {
    const size_t steps = i + 1 < clocks ? STEPS_OF_HALT - 1 : STEPS_OF_HALT;
    at[i] = (struct stim_event){.busy = true, .slots = slots, .clocks = 1, .steps_end = stim->steps_end + steps};
  }
}

bool stim_halt(struct stim *stim, uint32_t clocks) {
  // The list may have only the events that were not presented yet. The last waypoint of a PTM has the Context ID.
  const bool knows_events = stim->next > 0 && stim->next < stim->count;
  if (!knows_events || !next_instruction(stim)) return false;
  const bool is_etm = stim->events.instructions;
  if (is_etm && !begins_with_instruction(&stim->at[stim->next].slots)) return false;
  insert_steps(stim);
  presented_shift(&stim->events, STEPS_OF_HALT);
  if (is_etm) {
    insert_slots(stim, clocks);
  } else {
    insert_waypoints(stim, clocks);
  }
  return true;
}
