// SPDX-License-Identifier: Apache-2.0
// The code image: memory segments by address. The bytes are in the order of the memory, and values are little-endian.
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct segment {
  uint32_t address;  // address of the first byte, a multiple of 4
  uint32_t length;   // number of bytes; address + length <= 2^32
  uint8_t *bytes;
};

struct image {
  struct segment *at;  // sorted by address, not overlapping
  size_t count;
};

struct error;

// Adds a segment of zeros and returns its bytes. NULL and *err set: the segment is invalid or overlaps another.
uint8_t *image_add(struct image *image, uint32_t address, uint32_t length, struct error *err);
// Copies the bytes of `from` to the addresses at which `image` has none. False and *err set: a segment is invalid.
bool image_fill(struct image *image, const struct image *from, struct error *err);
// The segment that contains [address, address + length). NULL: there is none.
const struct segment *image_find(const struct image *image, uint32_t address, uint32_t length);
// Read a value. False: the image does not contain all its bytes.
bool image_read16(const struct image *image, uint32_t address, uint16_t *value);
bool image_read32(const struct image *image, uint32_t address, uint32_t *value);
void image_free(struct image *image);

#endif
