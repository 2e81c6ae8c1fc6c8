// SPDX-License-Identifier: Apache-2.0
// The event stream: what a trace tells, as values in stream order. No lengths, no raw bytes and no compression state,
// so that an encoder which is given it must find the bytes by itself. Text form: docs/events.md.
#ifndef EVENT_H
#define EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "packet.h"
#include "place.h"

struct error;
struct lines;

enum __attribute__((packed)) event_kind {
  EVENT_ASYNC,         // given position of an A-sync
  EVENT_SYNC_REQUEST,  // given: from here on a synchronization is wanted (the next timestamp is sent in full)
  EVENT_ISYNC,         // given position of an I-sync
  EVENT_DIRECT,        // a waypoint: direct branch, or one whose instruction is not known
  EVENT_INDIRECT,
  EVENT_BARRIER,
  EVENT_EXCEPTION,  // exception or debug entry
  EVENT_UPDATE,     // an instruction is made a waypoint
  EVENT_CONTEXT_ID,
  EVENT_VMID,
  EVENT_TIMESTAMP,
  EVENT_TRIGGER,
  EVENT_IGNORE,
  // ETMv3 alone:
  EVENT_CYCLE,            // W: a cycle begins
  EVENT_INSTRUCTION,      // an instruction was executed
  EVENT_BRANCH,           // where the last indirect branch, or exception return, went
  EVENT_EXCEPTION_EXIT,   // the last instruction is an exception return
  EVENT_EXCEPTION_ENTRY,  // ARMv7-M: the stack push begins
};
enum { EVENT_KINDS = EVENT_EXCEPTION_ENTRY + 1 };

// A place in the code.
struct event_place {
  uint32_t address;
  uint8_t isa;   // enum isa
  bool ns, hyp;  // security state; Hyp mode
};

static inline struct place event_place(const struct event_place *p) {
  return (struct place){
      .address = p->address,
      .t = isa_t(p->isa),
      .j = isa_j(p->isa),
      .ns = p->ns,
      .hyp = p->hyp,
  };
}

struct event {
  enum event_kind kind;
  bool passed;         // direct, indirect, barrier, instruction: E; false: N
  bool cancel;         // exception, ETMv3: the last instruction did not complete
  bool link;           // direct, indirect: `back` is the return address that it leaves
  bool eret;           // indirect: an exception return
  bool hidden;         // direct, indirect, exception: went where tracing is prohibited; `place` is not the true one
  bool placed;         // direct: `place` is known. All others that have a place: true
  uint8_t reason;      // I-sync: enum isync_reason
  uint16_t exception;  // exception: Exception[8:0]
  struct event_place place;  // waypoint: its target if it passed. I-sync, exception: where execution goes on. Update:
                             // the instruction
  struct event_place back;   // `link`: the return address, its instruction set and security state
  bool has_count;            // `count` is present
  uint32_t count;            // clocks since the last count
  uint32_t value;            // Context ID (an I-sync's too), VMID
  uint64_t timestamp;        // natural binary
  bool clock_change;         // timestamp: the R bit (IHI 0035B 4.5.9)
};

// The first line of a text: what shapes the bytes besides the events.
void event_write_config(FILE *file, const struct config *config);
void event_write(FILE *file, const struct event *event);

// Reads the configuration line into *config (its other fields are left alone), later event by event. Each returns 1 if
// something was read, 0 where no line is left, -1 and *err set ("PATH:LINE: expected ...") if the
// line is malformed.
int event_read_config(struct lines *lines, struct config *config, struct error *err);
int event_read(struct lines *lines, struct event *event, struct error *err);
// Closes the lines, behind what was returned last: was the text read to its end, and has it a configuration?
bool event_text_end(struct lines *lines, int more, struct error *err);

#endif
