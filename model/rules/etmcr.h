// SPDX-License-Identifier: Apache-2.0
// The fields of ETMCR, and the values that they must read as (IHI 0035B 3.16.1; IHI 0014Q 3.4.2, 3.5.1).
#ifndef ETMCR_H
#define ETMCR_H

#include "config.h"

enum etmcr_property {
  ETMCR_IS_IMPLEMENTED = 1 << 0,  // must read as written, in a DUT that has the field
  ETMCR_HAS_RESET = 1 << 1,       // has a reset value: 1 for the Programming bit and the Power Down bit, otherwise 0
  ETMCR_MAY_BE_FIXED = 1 << 2     // may read as 1 after 0 was written: port size and mode
};
// The bits of the fields that have this property.
uint32_t etmcr_bits(enum etmcr_property property, enum protocol protocol);
// The bits of the fields that do not exist in this minor version, or with this ETMCCER.
uint32_t etmcr_absent(enum protocol protocol, unsigned minor, uint32_t ccer);

#endif
