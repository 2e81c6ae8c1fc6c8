// SPDX-License-Identifier: Apache-2.0
// Trace of other protocols, by its synchronization packets.
#ifndef OTHER_TRACE_H
#define OTHER_TRACE_H

#include <stddef.h>
#include <stdint.h>

// "ETMv4", "an STM" or "an ITM", if the bytes are that; *at is where its first synchronization packet begins. NULL:
// they are none of these.
const char *other_trace(const uint8_t *bytes, size_t count, size_t *at);

#endif
