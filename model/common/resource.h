// SPDX-License-Identifier: Apache-2.0
// An event register: a function of two resources (IHI 0035B 3.8, table 3.5).
#ifndef RESOURCE_H
#define RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

enum resource {
  RESOURCE_SINGLE = 0x00,      // single address comparator 1; the others are behind it
  RESOURCE_RANGE = 0x10,       // address range comparator 1; the others are behind it
  RESOURCE_WATCHPOINT = 0x20,  // EmbeddedICE watchpoint comparator input 1; the others are behind it
  RESOURCE_COUNTER = 0x40,     // counter 1 is at 0; the others are behind it
  RESOURCE_SEQUENCER = 0x50,   // the sequencer is in state 1; the others are behind it
  RESOURCE_CONTEXT = 0x58,     // Context ID comparator 1; the others are behind it
  RESOURCE_VMID = 0x5B,        // VMID comparator
  RESOURCE_STARTED = 0x5F,     // the start/stop block is on
  RESOURCE_EXTIN = 0x60,       // EXTIN[0]; the others are behind it
  RESOURCE_SELECTED = 0x68,    // the extended external input of selector 1; the others are behind it
  RESOURCE_NON_SECURE = 0x6D,
  RESOURCE_PROHIBITED = 0x6E,
  RESOURCE_ALWAYS = 0x6F,
};
enum {
  RESOURCE_COUNTERS = 4,
  RESOURCE_STATES = 3,
  RESOURCE_EXTINS = 4,
  RESOURCE_SELECTORS = 4,
  RESOURCE_WATCHPOINTS = 8
};
// Inputs, as bits: EXTIN, what the selectors select of the extended external inputs, EmbeddedICE.
enum {
  INPUTS_SELECTED = RESOURCE_EXTINS,
  INPUTS_WATCHPOINT = INPUTS_SELECTED + RESOURCE_SELECTORS,
  RESOURCE_INPUTS = INPUTS_WATCHPOINT + RESOURCE_WATCHPOINTS,
  INPUTS_OF_EXTIN = 0xF,
  INPUTS_OF_SELECTED = 0xF0,
  INPUTS_OF_WATCHPOINT = 0xFF00
};

static inline uint32_t resource_first(uint32_t event) { return event & 0x7F; }
static inline uint32_t resource_second(uint32_t event) { return event >> 7 & 0x7F; }
static inline unsigned resource_function(uint32_t event) { return event >> 14 & 7; }
static inline bool resource_is_alone(uint32_t event) { return resource_function(event) < 2; }  // of the first only
static inline bool resource_is_counter(uint32_t resource) {
  return resource >= RESOURCE_COUNTER && resource < RESOURCE_COUNTER + RESOURCE_COUNTERS;
}
static inline bool resource_is_sequencer(uint32_t resource) {
  return resource >= RESOURCE_SEQUENCER && resource < RESOURCE_SEQUENCER + RESOURCE_STATES;
}
static inline bool resource_is_extin(uint32_t resource) {
  return resource >= RESOURCE_EXTIN && resource < RESOURCE_EXTIN + RESOURCE_EXTINS;
}

// Of the inputs, the one that it is; RESOURCE_INPUTS: none.
static inline unsigned resource_input(uint32_t resource) {
  if (resource_is_extin(resource)) return resource - RESOURCE_EXTIN;
  if (resource >= RESOURCE_SELECTED && resource < RESOURCE_SELECTED + RESOURCE_SELECTORS)
    return resource - RESOURCE_SELECTED + INPUTS_SELECTED;
  if (resource >= RESOURCE_WATCHPOINT && resource < RESOURCE_WATCHPOINT + RESOURCE_WATCHPOINTS)
    return resource - RESOURCE_WATCHPOINT + INPUTS_WATCHPOINT;
  return RESOURCE_INPUTS;
}
static inline bool resource_is_input(uint32_t resource) { return resource_input(resource) < RESOURCE_INPUTS; }

// The pins show it, or it is constant.
static inline bool resource_is_shown(uint32_t resource) {
  return resource_is_input(resource) || (resource >= RESOURCE_NON_SECURE && resource <= RESOURCE_ALWAYS);
}
// The inputs that an event names.
static inline uint16_t resource_inputs(uint32_t event) {
  const unsigned second = resource_is_alone(event) ? 0u : 1u << resource_input(resource_second(event));
  return (uint16_t)(1u << resource_input(resource_first(event)) | second);
}

// The kinds of resources, by number (table 3.5): of each its first, how many there are at most, and a word for it.
enum resource_kind_number {
  RESOURCE_KIND_SINGLE,
  RESOURCE_KIND_RANGE,
  RESOURCE_KIND_WATCHPOINT,
  RESOURCE_KIND_COUNTER,
  RESOURCE_KIND_SEQUENCER,
  RESOURCE_KIND_CONTEXT,
  RESOURCE_KIND_VMID,
  RESOURCE_KIND_STARTED,
  RESOURCE_KIND_EXTIN,
  RESOURCE_KIND_SELECTED,
  RESOURCE_KIND_NON_SECURE,
  RESOURCE_KIND_PROHIBITED,
  RESOURCE_KIND_ALWAYS,
  RESOURCE_KINDS
};
struct resource_kind {
  uint8_t first, count;
  const char *word;
  const char *name, *behind;  // around its number, if there are several
  uint8_t from;               // the number of the first
};
extern const struct resource_kind resource_kinds[RESOURCE_KINDS];
// RESOURCE_KINDS: none.
unsigned resource_kind_of(uint32_t resource);

enum { RESOURCE_NAME = 24, RESOURCE_WORDS = 80 };
// "EXTIN[0]".
const char *resource_name(uint32_t resource, char text[RESOURCE_NAME]);
// "0x0B0E0: EXTIN[0] AND EXTIN[1]"; without the number.
const char *resource_words(uint32_t event, char text[RESOURCE_WORDS]);
void resource_function_words(uint32_t event, char text[RESOURCE_WORDS]);

#endif
