// SPDX-License-Identifier: Apache-2.0
// Reads a golden file: what a processor did and, right under it, the bytes and packets that a trace unit must make of
// it. The bytes are written by hand from the specification; no program of this project makes or changes them.
//
//   # comment; ends any line but `source:`
//   source: <the clause or table that the bytes come from, or a section of docs/ (tests/sources.sh)>
//   config etmcr=0x20000000 depth=1 syncfr=1024
//   waypoint ..., idle ..., sync and so on  (docs/stimulus.md)
//   bytes 08 00 80 00 80 21
//   packet I-sync addr=0x80008000 ARM reason=trace-on ns=0  (as packet_text writes it; one packet under each `bytes`)
//   skipped 97 00                                           (behind a bad packet: what is read for the next A-sync)
//   decode-only <why no stimulus makes these bytes>         (then there is none)
//   opencsd-differs <how OpenCSD 1.3.3 departs from the specification here>
//   clocked <why an encoder without a clock makes other bytes, as right as these>
//
// `config` changes config_default_pft: etmcr=, depth= (of the return stack), syncfr=, idr=, ccer=, etmtrigger=,
// etmauxcr=, etmteevr=, etmtsevr=, wpt-depth=. A first key idr= with major version ETMv3 makes it config_default_etm3.
// All stimulus together gives all bytes together; that a packet stands under a waypoint is for the reader. The first
// clock of the stimulus is the third one after that of the write that clears the programming bit, so where counts are
// told the first I-sync of a first line `waypoint` tells 3.
#ifndef GOLDEN_H
#define GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"

struct golden_packet {
  size_t offset, length;  // in bytes of the stream
  const char *text;
};

struct golden {
  struct config config;
  const char *source;
  const char *decode_only;      // why, or NULL
  const char *opencsd_differs;  // how, or NULL
  const char *clocked;          // why, or NULL
  char *stimulus;  // the stimulus lines alone; empty lines stand for the others, so that line numbers are the file's
  uint8_t *bytes;
  size_t count;
  struct golden_packet *packets;
  size_t packet_count;
  char *text;  // what the strings point into
};

// False and *err set ("FILE:LINE: expected ...") if the file is not as above. Release with golden_free in both cases.
bool golden_load(const char *path, struct golden *golden, struct error *err);
void golden_free(struct golden *golden);

#endif
