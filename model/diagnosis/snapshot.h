// SPDX-License-Identifier: Apache-2.0
// Writes a trace as a debugger's snapshot folder, so that trc_pkt_lister of OpenCSD (or any tool that reads DS-5
// snapshots) decodes it: snapshot.ini, trace.ini, cpu_0.ini, ptm_0.ini, trace.bin and mem0.bin, mem1.bin, ..., one for
// each segment of the code image.
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "error.h"
#include "image.h"

// `bytes` are raw PTM bytes in stream order (no CoreSight frames), beginning with an A-sync. Makes `dir` if it is not
// there; files in it are overwritten. False and *err set ("DIR/FILE: reason") when a file cannot be written.
bool snapshot_write(const char *dir, const struct config *config, const struct image *image, const uint8_t *bytes,
                    size_t count, struct error *err);

#endif
