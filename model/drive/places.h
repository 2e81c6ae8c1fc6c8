// SPDX-License-Identifier: Apache-2.0
// Where the code of a run goes first, for who programs comparators that shall match: some of its addresses, Context IDs
// and VMIDs, as a debugger knows them from the program.
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>
#include <stdint.h>

struct drive_options;
struct error;

enum { PLACES_ADDRESSES = 512, PLACES_CONTEXTS = 16, PLACES_VMIDS = 16 };

struct places {
  uint32_t addresses, contexts, vmids;  // of each, how many
  uint32_t address[PLACES_ADDRESSES];   // of instructions that are executed, often ones more than once
  uint32_t context[PLACES_CONTEXTS];
  uint8_t vmid[PLACES_VMIDS];
};

// False and *err set if the source of the run cannot be opened.
bool places_find(struct places *p, const struct drive_options *options, struct error *err);

#endif
