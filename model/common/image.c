// SPDX-License-Identifier: Apache-2.0
// Keeps the segments sorted by address.
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

uint8_t *image_add(struct image *image, uint32_t address, uint32_t length, struct error *err) {
  size_t i = 0;
  while (i < image->count && image->at[i].address < address) i++;
  uint64_t end = (uint64_t)address + length;
  if (address % 4 != 0 || length == 0 || end > (uint64_t)1 << 32) {
    error_set(err, "segment 0x%08X+0x%X: expected an address that is a multiple of 4, and 1 or more bytes below 2^32",
              address, length);
    return NULL;
  }
  if ((i > 0 && (uint64_t)image->at[i - 1].address + image->at[i - 1].length > address) ||
      (i < image->count && end > image->at[i].address)) {
    error_set(err, "segment 0x%08X+0x%X overlaps another segment", address, length);
    return NULL;
  }
  struct segment *at = image->at = error_memory(realloc(image->at, (image->count + 1) * sizeof *at));
  uint8_t *bytes = error_memory(calloc(1, length));
  memmove(&at[i + 1], &at[i], (image->count - i) * sizeof *at);
  at[i] = (struct segment){.address = address, .length = length, .bytes = bytes};
  image->count++;
  return bytes;
}

const struct segment *image_find(const struct image *image, uint32_t address, uint32_t length) {
  size_t lo = 0, hi = image->count;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    const struct segment *s = &image->at[mid];
    if (address < s->address) {
      hi = mid;
    } else if (address - s->address >= s->length) {
      lo = mid + 1;
    } else {
      return s->length - (address - s->address) >= length ? s : NULL;
    }
  }
  return NULL;
}

// The start of the next segment after `address`, or `end` if that is earlier.
static uint64_t free_up_to(const struct image *image, uint64_t address, uint64_t end) {
  for (size_t i = 0; i < image->count; i++) {
    const uint64_t next = image->at[i].address;
    if (next > address && next < end) end = next;
  }
  return end;
}

static bool fill_from(struct image *image, const struct segment *s, struct error *err) {
  const uint64_t end = (uint64_t)s->address + s->length;
  for (uint64_t at = s->address, to; at < end; at = to) {
    const struct segment *there = image_find(image, (uint32_t)at, 1);
    to = there ? ((uint64_t)there->address + there->length + 3) & ~UINT64_C(3) : free_up_to(image, at, end);
    uint8_t *bytes = there ? NULL : image_add(image, (uint32_t)at, (uint32_t)(to - at), err);
    if (!there && !bytes) return false;
    if (bytes) memcpy(bytes, s->bytes + (at - s->address), to - at);
  }
  return true;
}

bool image_fill(struct image *image, const struct image *from, struct error *err) {
  for (size_t i = 0; i < from->count; i++) {
    if (!fill_from(image, &from->at[i], err)) return false;
  }
  return true;
}

bool image_read16(const struct image *image, uint32_t address, uint16_t *value) {
  const struct segment *s = image_find(image, address, 2);
  if (!s) return false;
  const uint8_t *b = s->bytes + (address - s->address);
  *value = (uint16_t)(b[0] | b[1] << 8);
  return true;
}

bool image_read32(const struct image *image, uint32_t address, uint32_t *value) {
  const struct segment *s = image_find(image, address, 4);
  if (!s) return false;
  const uint8_t *b = s->bytes + (address - s->address);
  *value = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
  return true;
}

void image_free(struct image *image) {
  for (size_t i = 0; i < image->count; i++) free(image->at[i].bytes);
  free(image->at);
  *image = (struct image){0};
}
