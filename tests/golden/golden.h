// SPDX-License-Identifier: Apache-2.0
// Reads a golden file: the stimulus of a processor, followed by the bytes and packets that a trace unit must send for
// it. The bytes are written by hand from the specification. No program of this project writes or changes them.
//
//   # comment; ends any line but `source:`
//   source: <the clause or table that the bytes come from, or a section of docs/ (tests/sources.sh)>
//
//   config etmcr=0x20000000 depth=1 syncfr=1024
//   waypoint ..., idle ..., sync and so on  (docs/stimulus.md)
//   bytes 08 00 80 00 80 21
//
//   packet I-sync addr=0x80008000 ARM reason=trace-on ns=0  (as packet_text writes it; one packet under each `bytes`)
//
//   skipped 97 00                                           (after a bad packet: skipped up to the next A-sync)
//   decode-only <why no stimulus makes these bytes>         (then there is none)
//
//   opencsd-differs <how OpenCSD 1.3.3 departs from the specification here>
//   clocked <why an encoder without a clock makes other bytes that are also correct>
//
// `config` changes config_default_pft: etmcr=, depth= (of the return stack), syncfr=, idr=, ccer=, etmtrigger=,
// etmauxcr=, etmteevr=, etmtsevr=, wpt-depth=. A first key idr= with major version ETMv3 makes it config_default_etm3.
// The packets of the file are compared with the stimulus of the whole file, so the order of the two is only for the
// reader. The first clock of the stimulus is the third clock after the write that clears the Programming bit. So if the
// first line is a `waypoint` and the trace has cycle counts, the first I-sync has a count of 3.
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
