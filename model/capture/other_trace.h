// SPDX-License-Identifier: Apache-2.0
// Recognizes trace of other protocols by its synchronization packets, for messages.
#ifndef OTHER_TRACE_H
#define OTHER_TRACE_H

#include <stddef.h>
#include <stdint.h>

// "ETMv4", "an STM" or "an ITM", if the bytes are trace of this kind. Sets *at to the offset of the first
// synchronization packet. NULL: they are none of these.
const char *other_trace(const uint8_t *bytes, size_t count, size_t *at);

#endif
