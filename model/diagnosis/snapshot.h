// SPDX-License-Identifier: Apache-2.0
// Writes a trace as a snapshot of a debugger, so that trc_pkt_lister of OpenCSD, or another tool that reads DS-5
// snapshots, can decode it. A snapshot is a folder with snapshot.ini, trace.ini, cpu_0.ini, ptm_0.ini or etm_0.ini,
// trace.bin, and a file mem0.bin, mem1.bin, ... for each segment of the code image.
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "image.h"

// `bytes` are the bytes of one trace unit, without CoreSight frames. They begin with an A-sync. Makes `dir` if it does
// not exist, and overwrites files in it. Returns false with *err set ("DIR/FILE: reason") if a file cannot be written.
bool snapshot_write(const char *dir, const struct config *config, const struct image *image, const uint8_t *bytes,
                    size_t count, struct error *err);

#endif
