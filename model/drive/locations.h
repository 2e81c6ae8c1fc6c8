// SPDX-License-Identifier: Apache-2.0
// Some addresses, Context IDs and VMIDs of the first events of a run, which a debugger would know from the program. A
// generated host script programs comparators with them, so that they match. Addresses are in bytes.
#ifndef LOCATIONS_H
#define LOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

struct drive_options;
struct error;

enum { LOCATIONS_ADDRESSES = 512, LOCATIONS_CONTEXTS = 16, LOCATIONS_VMIDS = 16 };

struct locations {
  uint32_t addresses, contexts, vmids;    // numbers of each
  uint32_t address[LOCATIONS_ADDRESSES];  // addresses of executed instructions; most occur more than once
  uint32_t context[LOCATIONS_CONTEXTS];
  uint8_t vmid[LOCATIONS_VMIDS];
};

// Reads the start of the run's source. False and *err set if the source cannot be opened.
bool locations_find(struct locations *p, const struct drive_options *options, struct error *err);

#endif
