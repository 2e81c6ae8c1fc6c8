// SPDX-License-Identifier: Apache-2.0
// CoreSight formatter frames (IHI 0029, TPIU and ETB): 16 bytes that mix the streams of several trace sources.
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;

#define FRAME_BYTES 16

// Takes the bytes of trace ID `id` out of whole frames, with frame synchronization packets (FF FF FF 7F) between them.
// `out` has room for `count` bytes. Bytes in front of the first ID belong to nobody. False and *err set ("NAME: byte N:
// ...") if the last frame is cut.
bool frames_take(const uint8_t *bytes, size_t count, uint8_t id, uint8_t *out, size_t *out_count, const char *name,
                 struct error *err);

#endif
