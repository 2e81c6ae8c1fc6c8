// SPDX-License-Identifier: Apache-2.0
// A capture of real trace: a debugger's snapshot folder (the layout of DS-5 and OpenCSD), read. It holds snapshot.ini,
// trace.ini, an ini file for each core and trace source, memory dumps, and a buffer of trace bytes, either one source's
// own or CoreSight frames of several.
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "frames.h"
#include "image.h"

struct error;

// Which of the trace sources: by ATB ID, by name, or (ANY_ID, NULL) the only one that can be read.
#define CAPTURE_ANY_ID (-1)
struct capture_choice {
  int id;
  const char *source;
  struct frames_options frames;
};

struct capture {
  struct config
      config;          // registers of the source; return_stack_depth as known of the core (1 for a Cortex-A15, else 15)
  char core[40];       // the type of its core, "Cortex-A15"; empty: not known
  struct image image;  // memory dumps of its core
  bool framed;         // they came in CoreSight frames
  uint8_t *bytes;      // of the source, in stream order
  size_t count;
  struct frames_breaks breaks;  // of the frames, in front of those bytes
};

// False and *err set ("FILE: ..." or "FILE:LINE: ...", what was expected) if something is missing, malformed or not
// clear; close it in either case.
bool capture_open(struct capture *capture, const char *dir, struct capture_choice choice, struct error *err);
void capture_close(struct capture *capture);

#endif
