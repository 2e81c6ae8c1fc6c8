// SPDX-License-Identifier: Apache-2.0
// ETMv4 and an ITM have an A-sync that is one of PFT and ETMv3, too: what follows it decides.
#include "other_trace.h"

#include <stdbool.h>

enum { ASYNC_ZEROS = 5, ETM4_ZEROS = 11, ASYNC_END = 0x80, ETM4_TRACE_INFO = 0x01 };

// The next byte 80 after five or more bytes 00, from *at on; *zeros: how many. False: there is none.
static bool next_async(const uint8_t *bytes, size_t count, size_t *at, size_t *zeros) {
  for (*zeros = 0; *at < count; ++*at) {
    if (bytes[*at] == ASYNC_END && *zeros >= ASYNC_ZEROS) return true;
    *zeros = bytes[*at] ? 0 : *zeros + 1;
  }
  return false;
}

// IHI 0064: eleven bytes 00, then 80; a trace info packet follows each.
static bool is_etm4(const uint8_t *bytes, size_t count, size_t *at) {
  size_t end = 0, zeros;
  bool any = false;
  for (; next_async(bytes, count, &end, &zeros); end++) {
    if (zeros < ETM4_ZEROS || (end + 1 < count && bytes[end + 1] != ETM4_TRACE_INFO)) return false;
    if (!any) *at = end - ETM4_ZEROS;
    any |= end + 1 < count;
  }
  return any;
}

static unsigned nibble_of(const uint8_t *bytes, size_t n) { return n % 2 ? bytes[n / 2] >> 4 : bytes[n / 2] & 0xF; }

// MIPI STPv2: 21 nibbles F and one 0 are ASYNC; VERSION follows, nibbles F, 0, 0. The low nibble of a byte comes first.
static bool is_stm(const uint8_t *bytes, size_t count, size_t *at) {
  static const unsigned after[] = {0, 0xF, 0, 0};
  enum { ASYNC_NIBBLES = 21, AFTER = sizeof after / sizeof *after };
  size_t ones = 0;
  for (size_t n = 0; n + AFTER <= 2 * count; n++) {
    bool is_sync = ones >= ASYNC_NIBBLES;
    for (size_t i = 0; is_sync && i < AFTER; i++) is_sync = nibble_of(bytes, n + i) == after[i];
    if (is_sync) *at = (n - ASYNC_NIBBLES) / 2;
    if (is_sync) return true;
    ones = nibble_of(bytes, n) == 0xF ? ones + 1 : 0;
  }
  return false;
}

// Bytes of the packet of an ITM or a DWT at bytes[0], no synchronization packet (DDI 0403 appendix D4); 0: it is none.
static size_t itm_packet(const uint8_t *bytes, size_t count) {
  static const uint8_t sizes[] = {0, 1, 2, 4};
  const uint8_t header = bytes[0], source = header >> 3;
  const unsigned size = sizes[header & 3];
  size_t most = header == 0x94 || header >= 0xC0 ? 4 : header == 0xB4 ? 6 : 0, length = 1;
  if (size && header & 4) {
    const bool is_known = source == 0 ? size == 1 : source == 1 ? size == 2 : source == 2 ? size != 2 : source >= 8;
    return is_known && source < 24 ? 1 + size : 0;
  }
  if (size) return 1 + size;
  if (most == 0 || (header & 0xF && header != 0x94 && header != 0xB4)) {
    return (header & 0xF) == 0 && header >= 0x10 && header <= 0x70 ? 1 : 0;
  }
  while (length <= most && length < count && bytes[length] & 0x80) length++;
  return length + 1;
}

// Its synchronization packet is that of PFT and ETMv3. All bytes after the first one are packets of an ITM.
static bool is_itm(const uint8_t *bytes, size_t count, size_t *at) {
  size_t end = 0, zeros, packets = 0;
  if (!next_async(bytes, count, &end, &zeros)) return false;
  *at = end - zeros;
  for (end++; end < count;) {
    if (bytes[end] == 0) {
      const size_t begin = end;
      if (!next_async(bytes, count, &end, &zeros)) return packets > 0 && count - begin < ASYNC_ZEROS;
      if (zeros != end - begin) return false;
      end++;
      continue;
    }
    const size_t length = itm_packet(bytes + end, count - end);
    if (length == 0) return false;
    end += length;
    packets++;
  }
  return packets > 0;
}

const char *other_trace(const uint8_t *bytes, size_t count, size_t *at) {
  return is_etm4(bytes, count, at)  ? "ETMv4"
         : is_stm(bytes, count, at) ? "an STM"
         : is_itm(bytes, count, at) ? "an ITM"
                                    : NULL;
}
