// SPDX-License-Identifier: Apache-2.0
// The code image: memory segments by address, as a debugger has them. Bytes are little-endian, instructions as in
// memory.
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct segment {
  uint32_t address;  // of the first byte; a multiple of 4
  uint32_t length;   // bytes; address + length <= 2^32
  uint8_t *bytes;
};

struct image {
  struct segment *at;  // sorted by address, not overlapping
  size_t count;
};

struct error;

// Adds a segment of zeros and returns its bytes; NULL and *err set if it overlaps another.
uint8_t *image_add(struct image *image, uint32_t address, uint32_t length, struct error *err);
// Adds copies of what `from` has where `image` has nothing.
bool image_fill(struct image *image, const struct image *from, struct error *err);
// The segment that holds [address, address + length), or NULL.
const struct segment *image_find(const struct image *image, uint32_t address, uint32_t length);
// Little-endian reads; false where the image has no byte.
bool image_read16(const struct image *image, uint32_t address, uint16_t *value);
bool image_read32(const struct image *image, uint32_t address, uint32_t *value);
void image_free(struct image *image);

#endif
