// SPDX-License-Identifier: Apache-2.0
// The outside witness: OpenCSD (Debian's libopencsd) decodes our bytes, of a PTM or an ETM. Every fault it sees is an
// error here, with the byte offset; trc_pkt_lister would print it and exit 0.
//
// A witness, not a judge; where it departs from IHI 0035B (1.3.3):
// - a branch packet with an info byte and Exception = 0 loses its implied E atom and so a range;
// - the A32 ERET is not known as an indirect branch;
// - NS and Hyp changes in a branch packet do not show in the ranges;
// - Gray-coded timestamps come back undecoded; ThumbEE and Jazelle code is not walked;
// and from IHI 0014Q, as far as packets go: random_etm3.c; in following the code: expected_etm3.c.
#ifndef OPENCSD_H
#define OPENCSD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "image.h"
#include "packet.h"

// `count` instructions at [start, end), all in state `isa`, were executed; the last one passed its condition (E) or
// not. ETMv3: one; 0: OpenCSD finds no memory at `start` and waits for the next address.
struct opencsd_instructions {
  uint32_t start, end, count;
  enum isa isa;
  bool passed;
};
typedef void opencsd_range(void *user, const struct opencsd_instructions *range);
// One packet, bad ones not (they end the run). Valid only during the call.
typedef void opencsd_packet(void *user, const struct packet *packet);

// Full decode over the code image. False and *err set at the first bad packet, contradiction with the image, missing
// memory (PFT), or cut packet at the end; ranges before it have been delivered.
bool opencsd_ranges(const struct config *config, const struct image *image, const uint8_t *bytes, size_t count,
                    opencsd_range *range, void *user, struct error *err);
// The packets alone. False and *err set at the first bad or cut packet. Bytes before the first A-sync are skipped.
bool opencsd_packets(const struct config *config, const uint8_t *bytes, size_t count, opencsd_packet *packet,
                     void *user, struct error *err);
// Only counts the packets: OpenCSD's packet processor at its fastest, for a fair measure of speed.
bool opencsd_count(const struct config *config, const uint8_t *bytes, size_t count, uint64_t *packets,
                   struct error *err);

#endif
