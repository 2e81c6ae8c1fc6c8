// SPDX-License-Identifier: Apache-2.0
#include "etmcr.h"

#include "register.h"

// A field without a row has no property. The table of IHI 0014Q 3.5.1 was not available. So an ETM may omit cycle
// counts, Context IDs and the port, and each DUT may omit the fields CORE and DEBUG_REQUEST.
static const struct {
  uint8_t field, properties[PROTOCOLS];
} fields[] = {
    {FIELD_ETMCR_POWER_DOWN, {ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET, ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET}},
    {FIELD_ETMCR_PROGRAMMING, {ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET, ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET}},
    {FIELD_ETMCR_BRANCH_BROADCAST, {ETMCR_IS_IMPLEMENTED, ETMCR_IS_IMPLEMENTED}},
    {FIELD_ETMCR_CYCLE_ACCURATE, {ETMCR_IS_IMPLEMENTED, ETMCR_MAY_BE_FIXED}},
    {FIELD_ETMCR_CONTEXT_ID, {ETMCR_IS_IMPLEMENTED, 0}},
    {FIELD_ETMCR_TIMESTAMP, {ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET, ETMCR_IS_IMPLEMENTED}},
    {FIELD_ETMCR_RETURN_STACK, {ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET, ETMCR_IS_IMPLEMENTED}},
    {FIELD_ETMCR_VMID, {ETMCR_IS_IMPLEMENTED | ETMCR_HAS_RESET, ETMCR_IS_IMPLEMENTED}},
    {FIELD_ETMCR_PORT_SIZE, {0, ETMCR_MAY_BE_FIXED}},
    {FIELD_ETMCR_PORT_SIZE_3, {0, ETMCR_MAY_BE_FIXED}},
    {FIELD_ETMCR_PORT_MODE, {0, ETMCR_MAY_BE_FIXED}},
    {FIELD_ETMCR_PORT_MODE_2, {0, ETMCR_MAY_BE_FIXED}},
    {FIELD_ETMCR_PORT, {0, ETMCR_MAY_BE_FIXED}},
};

uint32_t etmcr_bits(enum etmcr_property property, enum protocol protocol) {
  uint32_t bits = 0;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (fields[i].properties[protocol] & property) bits |= register_fields[fields[i].field].mask;
  }
  return bits;
}

uint32_t etmcr_absent(enum protocol protocol, unsigned minor, uint32_t ccer) {
  uint32_t bits = 0;
  for (unsigned f = 0; f < REGISTER_FIELD_COUNT; f++) {
    const bool is_field = register_has_field(register_at(ETMCR), &register_fields[f]);
    if (is_field && !field_is_there(f, protocol, minor, ccer)) bits |= register_fields[f].mask;
  }
  return bits;
}
