// SPDX-License-Identifier: Apache-2.0
// The bits of ETMv3's packets, to be held beside IHI 0014Q 7.2 to 7.4 and 7.10.
#include "anatomy.h"

// Tables 7.2 and 7.3: by the bits that tell the formats apart.
static void anatomy_p_header(struct anatomy *l) {
  static const struct {
    uint8_t mask, bits;
    const char *names;
  } plain[] = {{0x83, 0x80, "1 N E:4 00"}, {0xF3, 0x82, "1000 a b 10"}}, counted[] = {{0xFF, 0x80, "10000000"},
                                                                                      {0xA3, 0x80, "1 N 0 E:3 00"},
                                                                                      {0xA3, 0xA0, "1 E 1 W-1:3 00"},
                                                                                      {0xF3, 0x82, "1000 a b 10"},
                                                                                      {0xFB, 0x92, "10010 a 10"}};
  const bool counts = l->config->etmcr & ETMCR_CYCLE_ACCURATE;
  const unsigned formats = counts ? sizeof counted / sizeof *counted : sizeof plain / sizeof *plain;
  for (unsigned i = 0; i < formats && l->at == 0; i++) {
    const uint8_t mask = counts ? counted[i].mask : plain[i].mask, bits = counts ? counted[i].bits : plain[i].bits;
    if ((l->bytes[0] & mask) == bits) anatomy_byte(l, "header", "%s", counts ? counted[i].names : plain[i].names);
  }
}

// Five bytes at most; the fifth has the four bits that are left.
static void anatomy_count(struct anatomy *l) {
  if (anatomy_sevens(l, "cycle count", "Count", 0, 4)) anatomy_byte(l, "cycle count", "0000 Count[31:28]");
}

static void anatomy_isync(struct anatomy *l) {
  const struct packet *p = l->packet;
  anatomy_byte(l, "header", p->has_count ? "01110000" : "00001000");
  if (p->has_count) anatomy_count(l);
  anatomy_context_id(l);
  anatomy_byte(l, "information", "LSiP Reason:2 J NS AltISA Hyp 1");
  anatomy_byte(l, "address", p->isa == ISA_JAZELLE ? "A[7:0]" : "A[7:1] T");
  for (unsigned low = 8; low < 32; low += 8) anatomy_byte(l, "address", "A[%u:%u]", low + 7, low);
}

static bool is_alternative(const struct config *c) { return config_minor(c) >= 4 && c->etmidr & ETMIDR_ALTERNATIVE; }

// Byte 2 may stand in the place of byte 1: bit 6 says which it is.
static void anatomy_branch(struct anatomy *l) {
  anatomy_address(l, l->packet->isa, is_alternative(l->config));
  anatomy_byte(l, "information", "C AltISA Can Excp[3:0] NS");
  while (l->at < l->packet->length) {
    const bool resume = l->bytes[l->at] & 0x40;
    anatomy_byte(l, "information", resume ? "0100 Resume[3:0]" : "C 0 Hyp Excp[8:4]");
  }
}

// The headers of packets that have nothing behind them but, of data, an address and a value.
static const char *const headers[PACKET_KINDS] = {
    [PACKET_TRIGGER] = "00001100",           [PACKET_EXCEPTION_RETURN] = "01110110",
    [PACKET_EXCEPTION_ENTRY] = "01111110",   [PACKET_IGNORE] = "01100110",
    [PACKET_DATA] = "00 A 0 SS:2 10",        [PACKET_DATA_PLACEHOLDER] = "01 A 1 TT:2 00",
    [PACKET_DATA_LATE] = "0 TT:2 0 SS:2 00", [PACKET_DATA_NOT_TRACED] = "011 A 1010",
    [PACKET_DATA_SUPPRESSED] = "01100010",   [PACKET_STORE_FAILED] = "01010000",
};

static void anatomy_data(struct anatomy *l) {
  anatomy_byte(l, "header", "%s", headers[l->packet->kind]);
  if (l->packet->has_address && anatomy_sevens(l, "address", "A", 0, 4)) {
    anatomy_byte(l, "address", "000 BE A[31:28]");
  }
  anatomy_value(l, "value", "D", l->packet->length - l->at);
}

void etm3_anatomy(struct anatomy *l) {
  switch (l->packet->kind) {
    case PACKET_ASYNC:
      anatomy_async(l);
      break;
    case PACKET_ISYNC:
      anatomy_isync(l);
      // What executes now, beside a load or store in progress.
      if (l->packet->in_progress) anatomy_address(l, l->packet->isa, is_alternative(l->config));
      break;
    case PACKET_P_HEADER:
      anatomy_p_header(l);
      break;
    case PACKET_CYCLE_COUNT:
      anatomy_byte(l, "header", "00000100");
      anatomy_count(l);
      break;
    case PACKET_BRANCH:
      anatomy_branch(l);
      break;
    case PACKET_CONTEXT_ID:
      anatomy_context_packet(l);
      break;
    case PACKET_VMID:
      anatomy_vmid(l);
      break;
    case PACKET_TIMESTAMP:
      anatomy_byte(l, "header", "01000 R 10");
      anatomy_time(l, l->config->etmccer & ETMCCER_STAMP64 ? 9 : 7);
      break;
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_EXCEPTION_ENTRY:
    case PACKET_IGNORE:
    case PACKETS_OF_DATA:
      anatomy_data(l);
      break;
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_BAD:
      break;
  }
}
