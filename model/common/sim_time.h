// SPDX-License-Identifier: Apache-2.0
// The simulation time of each clock, for messages: "clock 96 (965 ns)".
//
// A clock with a constant period needs one part, however long it runs. Each gap of a gated clock and each change of the
// period begins a new part. The last SIM_TIME_PARTS parts are stored, so that no memory is allocated during a run. A
// clock before them has no time.
//
// Call sim_time_edge() or sim_time_real() for each clock. The first clock may have any number.
#ifndef SIM_TIME_H
#define SIM_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  SIM_TIME_PARTS = 1 << 12,  // a power of two
  SIM_TIME_LEAST = -15,      // exponents of a tick: from a femtosecond
  SIM_TIME_MOST = 2,         // to 100 seconds
  SIM_TIME_TEXT = 64,        // bytes of the text of sim_time_number()
};

// Clocks with a constant period. A tick is 10^exponent seconds.
struct sim_time_part {
  uint64_t clock;   // the first clock
  uint64_t end;     // the clock after the last one; not set for the last part
  uint64_t time;    // ticks at the first clock
  uint64_t period;  // ticks; 0: the time does not advance, or the part has one clock so far
  int exponent;
};

struct sim_time {
  struct sim_time_part part[SIM_TIME_PARTS];  // a ring
  uint64_t parts;                             // number of parts so far
  uint64_t next_clock, next_time;             // the next clock, if it is in the last part
  uint64_t period;                            // of the last part
  int exponent;                               // of the ticks of the last part
  bool has_unit;                              // `unit` is known, because a part had two clocks
  int unit;  // exponent of the unit of all texts, from the first period: 0, -3, ... -15
  // sim_time_real: the last unit of real time, and ticks in it.
  double second, scale;
  int real_exponent;
};

// Begins a part, or continues the last one with another period. Only sim_time_edge() calls it.
void sim_time_part_begin(struct sim_time *t, uint64_t clock, uint64_t time, int exponent);
// The time of `clock` is `time` ticks of 10^exponent seconds. A clock that is not after the last one is ignored.
static inline void sim_time_edge(struct sim_time *t, uint64_t clock, uint64_t time, int exponent) {
  if (clock == t->next_clock && time == t->next_time && exponent == t->exponent && t->parts > 0) {
    t->next_clock++;
    t->next_time += t->period;
  } else {
    sim_time_part_begin(t, clock, time, exponent);
  }
}

// As sim_time_edge(), for a simulator whose time is a real number. `second` is the number of its units in a second, a
// power of ten. The time is rounded to a femtosecond below 4.5 seconds, to a picosecond below 4500 seconds, and so on.
void sim_time_real(struct sim_time *t, uint64_t clock, double now, double second);

// The time of a clock as a number, "965", in the unit of sim_time_unit(), "ns". The text is empty if the time is
// unknown. If `t` is NULL, all times are unknown.
const char *sim_time_number(const struct sim_time *t, uint64_t clock, char text[SIM_TIME_TEXT]);
const char *sim_time_unit(const struct sim_time *t);

// Writes a message. After each clock number it adds the simulation time, if that is known: "clock 96 (965 ns)",
// "(clock 96, 965 ns)", "clocks 96 to 98 (965 ns to 985 ns)". So the checks can format messages without times. If a
// number in a message is not that of a clock, the message must use another word, such as "cycle 96".
void sim_time_write(FILE *to, const char *message, const struct sim_time *t);

// A copy of a text without the times that sim_time_write() adds, for comparisons. The caller frees it. NULL: there is
// no memory.
char *sim_time_remove(const char *text);

#endif
