// SPDX-License-Identifier: Apache-2.0
// Makes items with more trace bytes each: a failure that depends on a number of bytes then needs fewer items.
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "reduce.h"

enum {
  INTERRUPT = 14,
  SIZE = 4,     // bytes of an ARM instruction
  GAP = 4,      // clocks in which the bytes of an item leave; in a cycle-accurate trace one P-header has them all
  DRAIN = 128,  // clocks: more than a FIFO of 64 bytes needs
  PAIR = 2      // clocks of the instruction port for each vector
};

// Interrupts go to these vectors alternately, so that all bytes of the address differ.
static const uint32_t vectors[] = {0x00000018, 0xFFFF0018};
static const uint8_t nop[SIZE] = {0x00, 0xF0, 0x20, 0xE3};

static uint32_t vector(size_t number) { return vectors[number % 2]; }

static void add_idle(struct text *text, uint64_t clocks) {
  text->at[text->count++] = (struct text_line){.kind = TEXT_IDLE, .number = clocks};
}

// Replaces the waypoints. Lines between them are kept, and no code is executed.
static void interrupt_waypoints(struct text *to, const struct text *from) {
  uint32_t pc = 0;
  size_t number = 0;
  for (size_t i = 0; i < from->count; i++) {
    struct text_line *line = &to->at[to->count++];
    *line = from->at[i];
    if (line->kind != TEXT_WAYPOINT) continue;
    line->waypoint = (struct waypoint){.type = WAYPOINT_EXCEPTION,
                                       .exception = INTERRUPT,
                                       .pc = number ? pc : line->waypoint.pc,
                                       .target = vector(number),
                                       .taken = true};
    pc = vector(number++);
  }
  to->image = from->image;
}

// Two instructions at a vector; the interrupt follows the second.
static struct slot slot_at(size_t number) {
  const size_t pair = number / PAIR, place = number % PAIR;
  struct slot slot = {.executed = true, .passed = true, .at.address = vector(pair) + SIZE * (uint32_t)place};
  if (place + 1 < PAIR) return slot;
  slot.branched = true;
  slot.exception = INTERRUPT;
  slot.to.address = vector(pair + 1);
  return slot;
}

static void interrupt_clocks(struct text *to, size_t clocks) {
  for (size_t i = 0; i < clocks; i++) {
    to->at[to->count++] =
        (struct text_line){.kind = TEXT_CLOCK, .slots = {.at[0] = slot_at(i), .context_id = i % 2 ? UINT32_MAX : 0}};
    add_idle(to, GAP);
  }
  for (size_t i = 0; i < PAIR * sizeof vectors / sizeof *vectors; i++) {
    memcpy(error_memory(image_add(&to->image, slot_at(i).at.address, SIZE, NULL)), nop, SIZE);
  }
}

bool reduce_is_of_port(const struct text *text) {
  size_t i = 0;
  while (i < text->count && text->at[i].kind != TEXT_CLOCK) i++;
  return i < text->count;
}

bool reduce_to_longer(struct reduce *r) {
  struct text *text = r->text;
  const bool port = reduce_is_of_port(text);
  const size_t room = text->count + reduce_items(text) + 1;
  struct text longer = {.at = error_memory(malloc(room * sizeof *longer.at)), .room = room};
  if (port) {
    interrupt_clocks(&longer, reduce_items(text));
  } else {
    interrupt_waypoints(&longer, text);
  }
  add_idle(&longer, DRAIN);
  const bool good = r->holds(r->user, &longer);
  struct text *out = good ? text : &longer;
  free(out->at);
  if (port) image_free(&out->image);
  if (good) *text = longer;
  return good;
}
