// SPDX-License-Identifier: Apache-2.0
// The events of a trace: its contents as values, in the order of the stream. Events have no lengths, raw bytes or state
// of the compression, so that an encoder must determine the bytes from the values. docs/events.md specifies the text
// form.
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

// The kinds of events: an enumerator, and the word in the text.
#define EVENT_TABLE(ROW)                                                                                          \
  ROW(EVENT_ASYNC, "a-sync") /* an A-sync at this position */                                                     \
  /* a synchronization is pending from this position on: the next timestamp is not compressed */                  \
  ROW(EVENT_SYNC_REQUEST, "sync-request")                                                                         \
  ROW(EVENT_ISYNC, "i-sync")  /* an I-sync at this position */                                                    \
  ROW(EVENT_DIRECT, "direct") /* waypoint: a direct branch, or an instruction of unknown type */                  \
  ROW(EVENT_INDIRECT, "indirect")                                                                                 \
  ROW(EVENT_BARRIER, "barrier")                                                                                   \
  ROW(EVENT_EXCEPTION, "exception") /* exception or debug entry */                                                \
  ROW(EVENT_UPDATE, "update") /* a waypoint update packet: an instruction that is no branch becomes a waypoint */ \
  ROW(EVENT_CONTEXT_ID, "context")                                                                                \
  ROW(EVENT_VMID, "vmid")                                                                                         \
  ROW(EVENT_TIMESTAMP, "timestamp")                                                                               \
  ROW(EVENT_TRIGGER, "trigger")                                                                                   \
  ROW(EVENT_IGNORE, "ignore")                                                                                     \
  /* Only a trace of ETMv3 has the events from here on. */                                                        \
  ROW(EVENT_CYCLE, "cycle")                     /* W: a cycle begins */                                           \
  ROW(EVENT_INSTRUCTION, "instruction")         /* an instruction was executed */                                 \
  ROW(EVENT_BRANCH, "branch")                   /* the target of the last indirect branch or exception return */  \
  ROW(EVENT_EXCEPTION_EXIT, "exception-exit")   /* the last instruction is an exception return */                 \
  ROW(EVENT_EXCEPTION_ENTRY, "exception-entry") /* ARMv7-M: the stack push begins */

#define EVENT_ENUMERATOR(kind, word) kind,
enum __attribute__((packed)) event_kind { EVENT_TABLE(EVENT_ENUMERATOR) };
enum { EVENT_KINDS = EVENT_EXCEPTION_ENTRY + 1 };

// A location in the code.
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
  bool passed;         // direct, indirect, barrier, instruction: true for E, false for N
  bool cancel;         // exception, ETMv3: the last instruction did not complete
  bool link;           // direct, indirect: `back` is the return address
  bool eret;           // indirect: an exception return
  bool hidden;         // direct, indirect, exception: a prohibited target, so that `place` is not the true location
  bool placed;         // direct: `place` is known. Other events with a location: true
  uint8_t reason;      // I-sync: enum isync_reason
  uint16_t exception;  // exception: Exception[8:0]
  struct event_place place;  // waypoint: its target if it passed. I-sync, exception: the location at which execution
                             // continues. Update: the instruction
  struct event_place back;   // with `link`: the return address, with its instruction set and security state
  bool has_count;            // `count` is valid
  uint32_t count;            // clocks since the last count
  uint32_t value;            // Context ID, also of an I-sync; VMID
  uint64_t timestamp;        // natural binary
  bool clock_change;         // timestamp: the R bit (IHI 0035B 4.5.9)
};

// Writes the first line of a text: the configuration that the bytes depend on.
void event_write_config(FILE *file, const struct config *config);
// Writes the line of an event.
void event_write(FILE *file, const struct event *event);

// Call event_read_config() once, which changes only the fields of *config that the line contains, then event_read() for
// each event. Both return 1 if they have read a line, and 0 at the end of the text. If the line is invalid, they return
// -1 with *err set, "PATH:LINE: expected ...".
int event_read_config(struct lines *lines, struct config *config, struct error *err);
int event_read(struct lines *lines, struct event *event, struct error *err);
// Closes the lines. `more` is the last value that a read returned. Returns whether the text was read to its end and has
// a configuration.
bool event_text_end(struct lines *lines, int more, struct error *err);

#endif
