// SPDX-License-Identifier: Apache-2.0
// One run of a unit beside its model: gives the unit its inputs, clock by clock, and checks every output (1), decodes
// its bytes back into what happened (2), and says at the end whether all of it was the same.
//
//   session = session_open(&options, &built, &err)
//   for each clock edge:  session_clock(session, &out, &drive); end the simulation when drive.finish
//   code = session_close(session)      // prints the report
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

struct error;
struct options;
struct session;

// What the testbench drives after an edge.
struct session_drive {
  const struct ports_in *in;
  bool finish;  // the run is over
};

// `built`: the built-in part of struct config, from the testbench's parameters. NULL and *err set: a file of the
// command line cannot be read, or the combination makes no sense.
struct session *session_open(const struct options *options, const struct config *built, struct error *err);

// The configuration as the host programs it.
const struct config *session_config(const struct session *s);

// Once per clock, with the unit's outputs just before its edge; no allocation and no I/O in all but every 1024th.
void session_clock(struct session *s, const struct ports_out *out, struct session_drive *drive);

// An assertion of the testbench failed in this clock.
void session_rule(struct session *s, const char *rule);

// How to repeat the run.
struct rerun {
  const char *command;  // for a shell
  const char *waves;    // where to put waves of a failure: a path without its ending; NULL: do not make any
};

// Ends the checks, writes the files that the options ask for, prints the report and frees the session. After a failure
// it repeats the run to write its waves. Returns the exit code: 0 same, 1 different, 2 a file could not be written.
int session_close(struct session *s, const struct rerun *rerun);

#endif
