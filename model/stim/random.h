// SPDX-License-Identifier: Apache-2.0
// Random Arm and Thumb code and a random walk through it: real encodings, every kind of waypoint, calls that return,
// loops, far and near targets, exceptions. Same knobs and seed, same image and steps on every machine.
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct image;
struct step_list;

struct random_knobs {
  uint32_t waypoints;         // walk on until there are this many, 1 or more
  uint32_t steps;             // or until there are this many steps, if not 0
  uint32_t thumb_percent;     // of the functions
  uint32_t indirect_percent;  // of the waypoint instructions inside functions; those that end one come on top
  // Of the waypoints, roughly. Exceptions: one half SVC, undefined, SMC, the other asynchronous, aborts, resets.
  uint32_t exception_percent;
  uint32_t debug_percent;  // halts: Debug state entered and left, two waypoints each; also after so many exceptions
  uint32_t prohibited_percent;  // of the segments, 0 to 50: tracing is prohibited there
  uint32_t thumbee_percent;     // of the Thumb functions, 0 to 50: they are ThumbEE
  uint32_t jazelle_percent;     // of the functions, 0 to 50: they are bytecodes
  uint32_t hyp_percent;         // of the exceptions in Non-secure state: they are taken to Hyp mode
  uint32_t user_percent;        // of the exception returns but into a handler, and of the start: they lead to User mode
  uint32_t high_percent;        // of the interrupts and aborts: exception numbers 17 to 511
  uint32_t barrier_percent;     // of the waypoint instructions inside functions: DMB, DSB and CP15 barriers
  uint32_t ns_write_percent;    // of these: before them Secure code makes itself Non-secure (with ns_changes only)
  uint32_t eret_percent;        // likewise, in handlers: exception returns, which may fail their condition
  uint32_t long_percent;        // of the segments, 0 to 50: they have over 4096 bytes of code without a waypoint
  bool ns;                      // start in Non-secure state
  bool no_generic;              // no generic exceptions (number 13): IRQs in their place
  bool ns_changes;              // change between Secure and Non-secure state at exceptions and exception returns
};

extern const struct random_knobs random_knobs_default;

// Takes out what no processor with an ETMv3.MINOR has: Hyp mode below 3.5, exception numbers above 15 below 3.4,
// ThumbEE and generic exceptions below 3.3, Non-secure state below 3.2 (IHI 0014Q 7.3.5).
void random_knobs_limit(struct random_knobs *knobs, unsigned minor);

// A walk that is made as it goes. Its memory does not depend on its length.
struct walk;

// Lays out the code in an empty image, and begins the walk in a list. NULL and *err set if a knob is out of range or
// memory is short. Image and list belong to the caller and must stay where they are; free them in either case.
struct walk *random_open(const struct random_knobs *knobs, uint64_t seed, struct image *image, struct step_list *steps,
                         struct error *err);
// Walks on by `steps` steps or a few more, and adds them to the list. A function of the code is in the image when the
// walk has entered it, and does not change any more. False at the end of the walk; then there are no more.
bool random_go_on(struct walk *walk, size_t steps);
void random_close(struct walk *walk);

#endif
