// SPDX-License-Identifier: Apache-2.0
// events: three functions of resources. (docs/pipeline.md#events)
#ifndef EVENTS_H
#define EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"
#include "resource.h"

struct events {
  uint64_t inputs;  // resources that are inputs, sampled in the last clock; and the one that is always true
  // Of a unit with inputs by ETMCCER; 0 in any other.
  bool wide;                    // it is one
  uint8_t embeddedice, before;  // EMBEDDEDICE, sampled in the last clock, in the one before
  uint8_t enabling, watched;    // the inputs as TraceEnable takes them, as all else does
  // These follow from the resources and the registers, and are found anew when one of them has changed.
  bool trigger, trace_enable, stamp;
  uint64_t resources;  // for which they are; 0, which never occurs: for none
};

enum { EMBEDDEDICE_AT = 16 };

// The resources that are true in a clock, a bit for each (IHI 0035B table 3.5). Those from 0x40 on stand at their
// number less 0x40, but for the sequencer's; the others stand where that table has nothing that is built.
// 0: it is never true.
static inline uint64_t resource_bit(uint32_t number) {
  const uint64_t one = 1;
  number &= 0x7F;
  if (number < RESOURCE_SINGLE + 16) return one << (48 + number);
  if (number < RESOURCE_RANGE + 8) return one << (4 + number - RESOURCE_RANGE);
  if (number >= RESOURCE_WATCHPOINT && number < RESOURCE_WATCHPOINT + RESOURCE_WATCHPOINTS)
    return one << (EMBEDDEDICE_AT + number - RESOURCE_WATCHPOINT);
  if (number >= RESOURCE_SEQUENCER && number < RESOURCE_SEQUENCER + RESOURCE_STATES)
    return one << (12 + number - RESOURCE_SEQUENCER);
  if (number < 0x40 || number >= 0x70 || (number >= 0x44 && number < 0x58)) return 0;
  return one << (number & 0x3F);
}

// Those of the front's target.
static inline uint64_t resources_of_state(bool ns, bool prohibited) {
  return (uint64_t)ns << 45 | (uint64_t)prohibited << 46;
}
#define RESOURCES_OF_STATE resources_of_state(true, true)

// Inputs: EXTIN, those that ETMEXTINSELR selects, EmbeddedICE; and always.
#define RESOURCES_ALWAYS ((uint64_t)1 << 47)
static inline uint64_t resources_of_extin(uint8_t extin) { return (uint64_t)extin << 32 | RESOURCES_ALWAYS; }
static inline uint64_t resources_selected(uint8_t selected) { return (uint64_t)selected << 40; }
static inline uint64_t resources_watched(uint8_t watched) { return (uint64_t)watched << EMBEDDEDICE_AT; }

// Those of comparators: a bit for each of a kind, from 0 on.
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

// The resources that it looks at.
static inline uint64_t event_looks(uint32_t event) {
  return resource_bit(event) | ((event >> 14 & 7) > 1 ? resource_bit(event >> 7) : 0);
}

// A register may be another than in the last clock.
void events_forget(struct events *e, const struct apb *a);

// The same resources, as TraceEnable takes them.
static inline uint64_t events_enabling(const struct events *e, uint64_t now) {
  return (now & ~resources_watched(0xFF)) | resources_watched(e->enabling);
}

// A clock begins. `ns`, `prohibited`: of the front's target; `others`: the resources beside those and the inputs. True:
// found anew.
static inline bool events_look(struct events *e, const struct apb *a, bool ns, bool prohibited, uint64_t others) {
  const uint64_t now = e->inputs | resources_of_state(ns, prohibited) | others;
  if (now == e->resources) return false;
  e->resources = now;
  e->trigger = event_true(a->etmtrigger, now);
  e->trace_enable = event_true(a->etmteevr, events_enabling(e, now));
  e->stamp = event_true(a->etmtsevr, now);
  return true;
}

// It ends. Where all is low, and was, there is nothing to sample.
void events_sample(struct events *e, const struct apb *a, const struct ports_in *in);
static inline bool events_rest(const struct events *e, const struct ports_in *in) {
  return !(in->extinbus | in->embeddedice | e->embeddedice | e->before);
}
static inline void events_step(struct events *e, const struct apb *a, const struct ports_in *in) {
  e->inputs = resources_of_extin(in->extin & 0xF);
  if (e->wide && !events_rest(e, in)) events_sample(e, a, in);
}

#endif
