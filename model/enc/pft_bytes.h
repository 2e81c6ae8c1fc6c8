// SPDX-License-Identifier: Apache-2.0
// The bytes of PFT packets (IHI 0035B 4.5), computed by arithmetic. The functions keep no state: the caller has decided
// the contents of a packet. Lengths are in bytes.
#ifndef PFT_BYTES_H
#define PFT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"

// The number of bytes, 1 to 5, for the address `to` if the receiver knows `from` (IHI 0035B table 4.5). Both are in the
// same instruction set.
unsigned pft_address_bytes(uint32_t to, uint32_t from, bool t);

// The bytes of a record: the atom packet, if it has atoms, then the packet.
struct wire pft_wire(const struct record *record);

#endif
