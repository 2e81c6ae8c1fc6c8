// SPDX-License-Identifier: Apache-2.0
// The bits of PFT's packets, to be held beside IHI 0035B 4.5.
#include "anatomy.h"

// `first`: the byte with the lowest four bits.
static void anatomy_count(struct anatomy *l, const char *role, const char *first) {
  if (anatomy_byte(l, role, "%s", first) & 0x40) anatomy_sevens(l, "cycle count", "Count", 4, 4);
}

static void anatomy_atom(struct anatomy *l) {
  static const char *const of_count[] = {
      "", "100001 a 0", "10001 a b 0", "1001 a b c 0", "101 a b c d 0", "11 a b c d e 0"};
  if (l->packet->has_count) {
    anatomy_count(l, "header", "1 C Count[3:0] F 0");
  } else {
    anatomy_byte(l, "header", "%s", of_count[l->packet->atom_count]);
  }
}

static void anatomy_isync(struct anatomy *l) {
  anatomy_byte(l, "header", "00001000");
  anatomy_byte(l, "address", "A[7:1] T");
  for (unsigned low = 8; low < 32; low += 8) anatomy_byte(l, "address", "A[%u:%u]", low + 7, low);
  anatomy_byte(l, "information", "0 Reason:2 0 NS AltIS Hyp 1");
  if (l->packet->has_count) anatomy_count(l, "cycle count", "1 C Count[3:0] 00");
  anatomy_context_id(l);
}

static void anatomy_branch(struct anatomy *l) {
  anatomy_address(l, l->packet->isa, true);
  if (l->packet->info_bytes > 0) anatomy_byte(l, "information", "C AltIS 0 Exception[3:0] NS");
  if (l->packet->info_bytes > 1) anatomy_byte(l, "information", "00 Hyp Exception[8:4]");
  if (l->packet->has_count) anatomy_count(l, "cycle count", "0 C Count[3:0] 00");
}

static void anatomy_timestamp(struct anatomy *l) {
  const bool version_1_1 = config_minor(l->config) > 0;
  anatomy_byte(l, "header", "01000 R 10");
  anatomy_time(l, version_1_1 && l->config->etmccer & ETMCCER_STAMP64 ? 9 : 7);
  if (l->packet->has_count) anatomy_count(l, "cycle count", "0 C Count[3:0] 00");
}

void pft_anatomy(struct anatomy *l) {
  switch (l->packet->kind) {
    case PACKET_ASYNC:
      anatomy_async(l);
      break;
    case PACKET_ISYNC:
      anatomy_isync(l);
      break;
    case PACKET_ATOM:
      anatomy_atom(l);
      break;
    case PACKET_BRANCH:
      anatomy_branch(l);
      break;
    case PACKET_WAYPOINT_UPDATE:
      anatomy_byte(l, "header", "01110010");
      anatomy_address(l, l->packet->isa, true);
      anatomy_byte(l, "information", "0 AltIS 000000");
      break;
    case PACKET_TRIGGER:
      anatomy_byte(l, "header", "00001100");
      break;
    case PACKET_CONTEXT_ID:
      anatomy_context_packet(l);
      break;
    case PACKET_VMID:
      anatomy_vmid(l);
      break;
    case PACKET_TIMESTAMP:
      anatomy_timestamp(l);
      break;
    case PACKET_EXCEPTION_RETURN:
      anatomy_byte(l, "header", "01110110");
      break;
    case PACKET_IGNORE:
      anatomy_byte(l, "header", "01100110");
      break;
    case PACKETS_OF_ETM3:
    case PACKET_BAD:
      break;
  }
}
