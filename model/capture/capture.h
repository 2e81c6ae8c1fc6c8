// SPDX-License-Identifier: Apache-2.0
// A capture of real trace: the snapshot directory of a debugger, in the layout of DS-5 and OpenCSD.
//
// It contains snapshot.ini, trace.ini, an ini file for each core and trace source, memory dumps, and a buffer of trace
// bytes. The buffer has the bytes of one source, or CoreSight frames of several.
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "frames.h"
#include "image.h"

struct error;

// The trace source to read: by ATID, by name, or, with CAPTURE_ANY_ID and NULL, the only one that is supported.
#define CAPTURE_ANY_ID (-1)
struct capture_choice {
  int id;
  const char *source;
  struct frames_options frames;
};

struct capture {
  struct config config;         // registers of the source; return_stack_depth: 1 for a Cortex-A15, otherwise 15
  char core[40];                // type of its core, "Cortex-A15"; empty: unknown
  struct image image;           // memory dumps of its core
  bool framed;                  // the buffer contains CoreSight frames
  uint8_t *bytes;               // trace bytes of the source, in their order in the stream
  size_t count;                 // number of bytes
  struct frames_breaks breaks;  // where frames break the stream off, by the number of bytes before
};

// False and *err set ("FILE: ..." or "FILE:LINE: ..."): a part is missing, malformed or ambiguous. Call capture_close()
// in either case.
bool capture_open(struct capture *capture, const char *dir, struct capture_choice choice, struct error *err);
void capture_close(struct capture *capture);

// Recognizes trace of another protocol by its synchronization packets, for a message. Returns "ETMv4", "an STM" or "an
// ITM", and sets *at to the offset of the first such packet. NULL: it is none of these.
const char *other_trace(const uint8_t *bytes, size_t count, size_t *at);

#endif
