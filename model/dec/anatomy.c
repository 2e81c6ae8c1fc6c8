// SPDX-License-Identifier: Apache-2.0
// The packets and fields that PFT and ETMv3 share.
#include "anatomy.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 80 };

uint8_t anatomy_byte(struct anatomy *l, const char *role, const char *format, ...) {
  char names[NAMES];
  va_list args;
  if (l->at >= l->packet->length) return 0;
  va_start(args, format);
  vsnprintf(names, sizeof names, format, args);
  va_end(args);
  l->sink(l->user, l->bytes[l->at], role, names);
  return l->bytes[l->at++];
}

// An A-sync has at least five zeros.
void anatomy_async(struct anatomy *l) {
  while (l->at + 1 < l->packet->length) anatomy_byte(l, "zeros", "00000000");
  anatomy_byte(l, "end", "10000000");
}

void anatomy_value(struct anatomy *l, const char *role, const char *name, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) anatomy_byte(l, role, "%s[%u:%u]", name, 8 * i + 7, 8 * i);
}

bool anatomy_sevens(struct anatomy *l, const char *role, const char *name, unsigned low, unsigned most) {
  bool more = most > 0;
  for (; more && most > 0; most--, low += 7) more = anatomy_byte(l, role, "C %s[%u:%u]", name, low + 6, low) & 0x80;
  return more;
}

void anatomy_timestamp(struct anatomy *l) {
  const unsigned full = config_minor(l->config) > 0 && l->config->etmccer & ETMCCER_STAMP64 ? 9 : 7;
  anatomy_header(l);
  if (!anatomy_sevens(l, "time", "TS", 0, full - 1)) return;
  anatomy_byte(l, "time", full == 7 ? "00 TS[47:42]" : "TS[63:56]");
}

// IHI 0035B 4.5.4, IHI 0014Q 7.3.5: the position of the highest 1 of the fifth byte encodes the instruction set.
static void anatomy_fifth(struct anatomy *l) {
  static const char *const of_isa[ISAS] = {[ISA_ARM] = "0 X 001 A[31:29]",
                                           [ISA_THUMB] = "0 X 01 A[31:28]",
                                           [ISA_THUMBEE] = "0 X 01 A[31:28]",
                                           [ISA_JAZELLE] = "0 X 1 A[31:27]"};
  const bool old = l->at < l->packet->length && l->bytes[l->at] & 0x80;
  anatomy_byte(l, "address", "%s", old ? "1 Can EEE:3 A[31:29]" : of_isa[l->packet->isa]);
}

void anatomy_address(struct anatomy *l, bool x) {
  static const uint8_t alignment[ISAS] = {[ISA_ARM] = 2, [ISA_THUMB] = 1, [ISA_THUMBEE] = 1, [ISA_JAZELLE] = 0};
  unsigned low = alignment[l->packet->isa];
  bool more = anatomy_byte(l, "address", "C A[%u:%u] 1", low + 5, low) & 0x80;
  low += 6;
  for (unsigned i = 1; more && i < 4; i++, low += 7) {
    more = l->at < l->packet->length && l->bytes[l->at] & 0x80;
    if (more || !x) anatomy_byte(l, "address", "C A[%u:%u]", low + 6, low);
    if (!more && x) anatomy_byte(l, "address", "C X A[%u:%u]", low + 5, low);
  }
  if (more) anatomy_fifth(l);
}

void anatomy_context_id(struct anatomy *l) {
  static const uint8_t bytes[] = {0, 1, 2, 4};
  anatomy_value(l, "Context ID", "ContextID", bytes[field_get(l->config->etmcr, ETMCR_CONTEXT_ID)]);
}

void anatomy_header(struct anatomy *l) {
  static const char *const headers[PACKET_KINDS] = {
      [PACKET_TRIGGER] = "00001100",
      [PACKET_CONTEXT_ID] = "01101110",
      [PACKET_VMID] = "00111100",
      [PACKET_TIMESTAMP] = "01000 R 10",
      [PACKET_IGNORE] = "01100110",
      [PACKET_WAYPOINT_UPDATE] = "01110010",
      [PACKET_EXCEPTION_RETURN] = "01110110",
      [PACKET_EXCEPTION_ENTRY] = "01111110",
      [PACKET_CYCLE_COUNT] = "00000100",
      [PACKET_STORE_FAILED] = "01010000",
      [PACKET_DATA] = "00 A 0 SS:2 10",
      [PACKET_DATA_PLACEHOLDER] = "01 A 1 TT:2 00",
      [PACKET_DATA_LATE] = "0 TT:2 0 SS:2 00",
      [PACKET_DATA_NOT_TRACED] = "011 A 1010",
      [PACKET_DATA_SUPPRESSED] = "01100010",
  };
  anatomy_byte(l, "header", "%s", headers[l->packet->kind]);
}

void anatomy_context_packet(struct anatomy *l) {
  anatomy_header(l);
  anatomy_context_id(l);
}

void anatomy_vmid(struct anatomy *l) {
  anatomy_header(l);
  anatomy_value(l, "VMID", "VMID", 1);
}

// The number of bits follows the name: "[14:8]" is seven bits, ":2" two.
static unsigned width_of(const char *name, int length) {
  unsigned high, low;
  if (sscanf(name + length, "[%u:%u]", &high, &low) == 2) return high - low + 1;
  return sscanf(name + length, ":%u", &low) == 1 ? low : 1;
}

bool anatomy_next(const char **names, struct anatomy_field *field) {
  const char *name = *names + strspn(*names, " ");
  const int word = (int)strcspn(name, " "), digits = (int)strspn(name, "01");
  const bool fixed = word > 0 && digits == word;
  const int length = fixed ? word : (int)strcspn(name, " :[");
  *field = (struct anatomy_field){.name = name, .length = length, .fixed = fixed};
  field->width = fixed ? (unsigned)word : width_of(name, length);
  if (!fixed && name[length] == '[') field->length = word;
  *names = name + word;
  return word > 0;
}

void anatomy_packet(struct anatomy *l) {
  anatomy_function *const *const of_kind = config_protocol(l->config) == PROTOCOL_PFT ? pft_anatomy : etm3_anatomy;
  l->at = 0;
  if (of_kind[l->packet->kind]) of_kind[l->packet->kind](l);
}
