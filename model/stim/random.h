// SPDX-License-Identifier: Apache-2.0
// Random Arm and Thumb code and a random walk through it: real encodings, every kind of waypoint, calls that return,
// loops, far and near targets, exceptions. The same knobs and seed give the same image and steps on every machine.
//
// Call order: random_open, then random_continue until it returns false, then random_close.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct image;
struct step_list;

struct random_knobs {
  uint32_t waypoints;         // the number of waypoints after which the walk ends, 1 or more
  uint32_t steps;             // the number of steps after which the walk ends, if not 0
  uint32_t thumb_percent;     // of the functions
  uint32_t indirect_percent;  // of the waypoint instructions inside functions; those at the end of a function come in
                              // Percentages of waypoints, roughly. One half of the exceptions are SVC, undefined, SMC;
                              // the others are asynchronous, aborts, resets.
  uint32_t exception_percent;
  uint32_t debug_percent;  // halts: Debug state entered and left, two waypoints each; also after this percentage of
                           // exceptions
  uint32_t prohibited_percent;  // of the segments in which tracing is prohibited, 0 to 50
  uint32_t thumbee_percent;     // of the Thumb functions that are ThumbEE, 0 to 50
  uint32_t jazelle_percent;     // of the functions that are bytecodes, 0 to 50
  uint32_t hyp_percent;         // of the exceptions in Non-secure state that are taken to Hyp mode
  uint32_t user_percent;        // of the exception returns that lead to User mode, except into a handler; also of the
                                // start
  uint32_t high_percent;        // of the interrupts and aborts that have exception numbers 17 to 511
  uint32_t barrier_percent;     // of the waypoint instructions inside functions that are DMB, DSB and CP15 barriers
  uint32_t ns_write_percent;    // of the waypoint instructions inside functions: Secure code makes itself Non-secure
                                // before them (only with ns_changes)
  uint32_t eret_percent;        // of the waypoint instructions in handlers that are exception returns, which may fail
                                // their condition
  uint32_t long_percent;        // of the segments with more than 4096 bytes of code without a waypoint, 0 to 50
  bool ns;                      // start in Non-secure state
  bool no_generic;              // no generic exceptions (number 13), but IRQs instead
  bool ns_changes;              // change between Secure and Non-secure state at exceptions and exception returns
};

extern const struct random_knobs random_knobs_default;

// Removes what no processor with an ETMv3.MINOR has (IHI 0014Q 7.3.5): Hyp mode before 3.5, exception numbers above 15
// before 3.4, ThumbEE and generic exceptions before 3.3. Before 3.2 there is no Non-secure state.
void random_knobs_limit(struct random_knobs *knobs, unsigned minor);

// A walk that is made step by step. Its memory does not depend on its length.
struct walk;

// Places the code in an empty image, and starts the walk in a list. NULL and *err set if a knob is out of range or
// there is no memory. Image and list belong to the caller and must stay at their address. The caller frees them in
// either case.
struct walk *random_open(const struct random_knobs *knobs, uint64_t seed, struct image *image, struct step_list *steps,
                         struct error *err);
// Adds `steps` steps, or a few more, to the list. A function of the code is in the image from its first step on, and
// does not change. False at the end of the walk; then there are no more steps.
bool random_continue(struct walk *walk, size_t steps);
void random_close(struct walk *walk);

#endif
