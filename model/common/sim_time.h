// SPDX-License-Identifier: Apache-2.0
// The simulation time of each clock, for messages: "clock 96 (965 ns)".
//
// A clock with a steady period takes one part, however long it runs. Each gap of a gated clock and each change of the
// period begins a part. The last SIM_TIME_PARTS parts are kept; a clock before them has no time. Nothing is allocated.
//
//   sim_time_edge(&times, clock, ticks, exponent)     at each clock; clocks are numbered from any number upwards
//   sim_time_write(stdout, message, &times)
#ifndef SIM_TIME_H
#define SIM_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  SIM_TIME_PARTS = 1 << 12,  // a power of two
  SIM_TIME_LEAST = -15,      // exponents of a tick: from a femtosecond
  SIM_TIME_MOST = 2,         // to 100 seconds
  SIM_TIME_TEXT = 64,        // bytes of sim_time_number
};

// The clocks from number `clock` up to `end`, `period` ticks apart. A tick is 10^exponent seconds.
struct sim_time_part {
  uint64_t clock, end, time;  // `end` of the last part: sim_time.next_clock
  uint64_t period;            // 0: the time does not advance, or the part has one clock so far
  int exponent;
};

struct sim_time {
  struct sim_time_part part[SIM_TIME_PARTS];  // a ring
  uint64_t parts;                             // begun so far
  uint64_t next_clock, next_time;             // if the next clock is in the last part
  uint64_t period;                            // of the last part,
  int exponent;                               // and its ticks
  bool has_unit;                              // a period was seen
  int unit;                                   // exponent of the unit of all texts, by the first period: 0, -3, ... -15
  // sim_time_real: the last unit of real time, and ticks in it.
  double second, scale;
  int real_exponent;
};

// The time of `clock` is `time` ticks of 10^exponent seconds. A clock that is not after the last one is left out.
void sim_time_part_begin(struct sim_time *t, uint64_t clock, uint64_t time, int exponent);
static inline void sim_time_edge(struct sim_time *t, uint64_t clock, uint64_t time, int exponent) {
  if (clock == t->next_clock && time == t->next_time && exponent == t->exponent && t->parts > 0) {
    t->next_clock++;
    t->next_time += t->period;
  } else {
    sim_time_part_begin(t, clock, time, exponent);
  }
}

// The same for a simulator that has its time as a real number, in units of which a second has `second`, a power of
// ten. Below 4.5 seconds the time is exact to a femtosecond, then to a picosecond up to 4500 seconds, and so on.
void sim_time_real(struct sim_time *t, uint64_t clock, double now, double second);

// The time of a clock, in ticks of 10^exponent seconds. False: it is not known. `t` may be NULL: no time is known.
bool sim_time_of(const struct sim_time *t, uint64_t clock, uint64_t *time, int *exponent);

// "965", in the unit "ns"; "" if it is not known.
const char *sim_time_number(const struct sim_time *t, uint64_t clock, char text[SIM_TIME_TEXT]);
const char *sim_time_unit(const struct sim_time *t);

// Writes a message. After each clock number it adds the simulation time, if it is known. "clock 96" becomes
// "clock 96 (965 ns)", "(clock 96)" becomes "(clock 96, 965 ns)", and "clocks 96 to 98" becomes
// "clocks 96 to 98 (965 ns to 985 ns)". So the checks, which format
// messages, need no time. A message in which a number is not that of a clock must use another word: "cycle 96".
void sim_time_write(FILE *to, const char *message, const struct sim_time *t);

// A copy of a text without the times that sim_time_write has added, for comparisons; the caller frees it. NULL: out of
// memory.
char *sim_time_remove(const char *text);

#endif
