// SPDX-License-Identifier: Apache-2.0
// The box events: the events for trigger, TraceEnable and timestamp, each a function of two resources
// (docs/pipeline.md#events; IHI 0035B 3.8). In each clock, unit.c calls events_look at the start and events_step at the
// end, and events_forget if a register may have changed.
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"
#include "resource.h"

struct events {
  uint64_t inputs;  // resources that are inputs, sampled in the last clock, and the resource that is always true
  // For a unit with extended or EmbeddedICE inputs (ETMCCER); otherwise 0:
  bool wide;                    // the unit has such inputs
  uint8_t embeddedice, before;  // EMBEDDEDICE, sampled in the last clock and in the clock before
  uint8_t enabling, watched;    // the EmbeddedICE inputs for TraceEnable, and for all other uses
  // Computed from the resources and the registers, again if one of them has changed.
  bool trigger, trace_enable, stamp;
  uint64_t resources;  // the resources for which they were computed; 0, which never occurs: they must be computed again
};

enum { EMBEDDEDICE_AT = 16 };

// The resources that are true in a clock, a bit for each (IHI 0035B table 3.5). Resources from 0x40 on, except for the
// sequencer's, have the bit of their number minus 0x40. The others have bits of numbers that no unit implements. If
// resource_bit is 0, the resource is never true.
static inline uint64_t resource_bit(uint32_t number) {
  const uint64_t one = 1;
  number &= 0x7F;
  if (number < RESOURCE_SINGLE + 16) return one << (48 + number);
  if (number < RESOURCE_RANGE + 8) return one << (4 + number - RESOURCE_RANGE);
  if (number >= RESOURCE_WATCHPOINT && number < RESOURCE_WATCHPOINT + RESOURCE_COUNT_WATCHPOINT)
    return one << (EMBEDDEDICE_AT + number - RESOURCE_WATCHPOINT);
  if (number >= RESOURCE_SEQUENCER && number < RESOURCE_SEQUENCER + RESOURCE_COUNT_SEQUENCER)
    return one << (12 + number - RESOURCE_SEQUENCER);
  if (number < 0x40 || number >= 0x70 || (number >= 0x44 && number < 0x58)) return 0;
  return one << (number & 0x3F);
}

// Resources of the security state at the front's target, and of prohibited regions.
static inline uint64_t resources_of_state(bool ns, bool prohibited) {
  return (uint64_t)ns << 45 | (uint64_t)prohibited << 46;
}
#define RESOURCES_OF_STATE resources_of_state(true, true)

// Inputs: EXTIN, the inputs that ETMEXTINSELR selects, EmbeddedICE; and the resource that is always true.
#define RESOURCES_ALWAYS ((uint64_t)1 << 47)
static inline uint64_t resources_of_extin(uint8_t extin) { return (uint64_t)extin << 32 | RESOURCES_ALWAYS; }
static inline uint64_t resources_selected(uint8_t selected) { return (uint64_t)selected << 40; }
static inline uint64_t resources_watched(uint8_t watched) { return (uint64_t)watched << EMBEDDEDICE_AT; }

// Resources of comparators: in each argument, a bit for each comparator from 0 on.
static inline uint64_t resources_compared(uint16_t single, uint8_t range, unsigned context, bool vmid, bool started) {
  return (uint64_t)single << 48 | range << 4 | (uint64_t)context << 24 | (uint64_t)vmid << 27 | (uint64_t)started << 31;
}
#define RESOURCES_COMPARED resources_compared(0xFFFF, 0xFF, 7, true, true)

static inline bool resource_true(uint32_t number, uint64_t now) { return now & resource_bit(number); }

// IHI 0035B 3.8.3: function [16:14] of resource B [13:7] and resource A [6:0].
static inline bool event_true(uint32_t event, uint64_t now) {
  // Bit 2 * B + A is the value for A and B.
  static const uint8_t function[8] = {
      0xA,  // A
      0x5,  // not A
      0x8,  // A and B
      0x4,  // not A and B
      0x1,  // not A and not B
      0xE,  // A or B
      0xD,  // not A or B
      0x7,  // not A or not B
  };
  const bool a = resource_true(event, now), b = resource_true(event >> 7, now);
  return function[event >> 14 & 7] >> (2 * b + a) & 1;
}

// The resources of an event.
static inline uint64_t resources_of_event(uint32_t event) {
  return resource_bit(event) | ((event >> 14 & 7) > 1 ? resource_bit(event >> 7) : 0);
}

// A register may have changed.
void events_forget(struct events *e, const struct apb *a);

// The resources `now`, with the EmbeddedICE inputs for TraceEnable.
static inline uint64_t events_enabling(const struct events *e, uint64_t now) {
  return (now & ~resources_watched(0xFF)) | resources_watched(e->enabling);
}

// The start of a clock. `ns` and `prohibited` are of the front's target. `others` are the resources except those and
// the inputs. True if the events were computed again.
static inline bool events_look(struct events *e, const struct apb *a, bool ns, bool prohibited, uint64_t others) {
  const uint64_t now = e->inputs | resources_of_state(ns, prohibited) | others;
  if (now == e->resources) return false;
  e->resources = now;
  e->trigger = event_true(a->etmtrigger, now);
  e->trace_enable = event_true(a->etmteevr, events_enabling(e, now));
  e->stamp = event_true(a->etmtsevr, now);
  return true;
}

// The end of a clock. If all inputs are and were low, there is nothing to sample.
void events_sample(struct events *e, const struct apb *a, const struct ports_in *in);
static inline bool events_rest(const struct events *e, const struct ports_in *in) {
  return !(in->extinbus | in->embeddedice | e->embeddedice | e->before);
}
static inline void events_step(struct events *e, const struct apb *a, const struct ports_in *in) {
  e->inputs = resources_of_extin(in->extin & 0xF);
  if (e->wide && !events_rest(e, in)) events_sample(e, a, in);
}

#endif
