// SPDX-License-Identifier: Apache-2.0
// The A-sync of ETMv4 and of an ITM is also an A-sync of PFT and ETMv3; the bytes after it decide.
#include "capture.h"

enum { ASYNC_ZEROS = 5, ETM4_ZEROS = 11, ASYNC_END = 0x80, ETM4_TRACE_INFO = 0x01 };

// Moves *at to the next byte 80 after five or more bytes 00, and sets *zeros to their number. False: there is none.
static bool next_async(const uint8_t *bytes, size_t count, size_t *at, size_t *zeros) {
  for (*zeros = 0; *at < count; ++*at) {
    if (bytes[*at] == ASYNC_END && *zeros >= ASYNC_ZEROS) return true;
    *zeros = bytes[*at] ? 0 : *zeros + 1;
  }
  return false;
}

// IHI 0064: an A-sync is eleven bytes 00, then 80; a trace info packet follows each.
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

// MIPI STPv2: ASYNC is 21 nibbles F and one 0, followed by VERSION, nibbles F, 0, 0. The low nibble of a byte is the
// first.
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

// Packets of an ITM or a DWT (DDI 0403 appendix D4), except synchronization packets: the possible sizes of each
// hardware source. A timestamp may have as many bytes with a continuation bit after its header.
static const struct {
  uint8_t first, last, sizes;
} itm_sources[] = {{0, 0, 1}, {1, 1, 2}, {2, 2, 1 | 4}, {8, 23, 1 | 2 | 4}};
static const struct {
  uint8_t mask, header, continued;
} itm_timestamps[] = {{0x8F, 0x00, 0}, {0xCF, 0xC0, 4}, {0xFF, 0x94, 4}, {0xFF, 0xB4, 6}};

// The size of the packet at bytes[0], which is not 0; 0: it is no packet.
static size_t itm_packet(const uint8_t *bytes, size_t count) {
  static const uint8_t sizes[] = {0, 1, 2, 4};
  const uint8_t header = bytes[0], size = sizes[header & 3], source = header >> 3;
  const bool is_hardware = header & 4;
  if (size && !is_hardware) return 1u + size;
  for (size_t i = 0; i < sizeof itm_sources / sizeof *itm_sources; i++) {
    const bool is_source = source >= itm_sources[i].first && source <= itm_sources[i].last;
    if (is_source && itm_sources[i].sizes & size) return 1u + size;
  }
  for (size_t i = 0; i < sizeof itm_timestamps / sizeof *itm_timestamps; i++) {
    const size_t most = itm_timestamps[i].continued;
    size_t length = 1;
    if ((header & itm_timestamps[i].mask) != itm_timestamps[i].header) continue;
    while (length <= most && length < count && bytes[length] & 0x80) length++;
    return most ? length + 1 : 1;
  }
  return 0;
}

// The synchronization packet of an ITM is that of PFT and ETMv3. All bytes after the first one must be packets of an
// ITM.
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
