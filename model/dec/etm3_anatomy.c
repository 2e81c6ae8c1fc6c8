// SPDX-License-Identifier: Apache-2.0
// The bits of ETMv3's packets, in a form that can be compared with IHI 0014Q 7.2 to 7.4 and 7.10.
#include "anatomy.h"

// Tables 7.2 and 7.3: the bits of `mask` distinguish the formats.
static void anatomy_p_header(struct anatomy *l) {
  static const struct {
    bool counted;
    uint8_t mask, bits;
    const char *names;
  } formats[] = {{false, 0x83, 0x80, "1 N E:4 00"},    {false, 0xF3, 0x82, "1000 a b 10"},
                 {true, 0xFF, 0x80, "10000000"},       {true, 0xA3, 0x80, "1 N 0 E:3 00"},
                 {true, 0xA3, 0xA0, "1 E 1 W-1:3 00"}, {true, 0xF3, 0x82, "1000 a b 10"},
                 {true, 0xFB, 0x92, "10010 a 10"}};
  const bool counted = l->config->etmcr & ETMCR_CYCLE_ACCURATE;
  for (unsigned i = 0; i < sizeof formats / sizeof *formats && l->at == 0; i++) {
    const bool fits = formats[i].counted == counted && (l->bytes[0] & formats[i].mask) == formats[i].bits;
    if (fits) anatomy_byte(l, "header", "%s", formats[i].names);
  }
}

// At most five bytes; the fifth has the highest four bits.
static void anatomy_count(struct anatomy *l) {
  if (anatomy_sevens(l, "cycle count", "Count", 0, 4)) anatomy_byte(l, "cycle count", "0000 Count[31:28]");
}

static bool is_alternative(const struct config *c) { return config_minor(c) >= 4 && c->etmidr & ETMIDR_ALTERNATIVE; }

static void anatomy_cycle_count(struct anatomy *l) {
  anatomy_header(l);
  anatomy_count(l);
}

static void anatomy_isync(struct anatomy *l) {
  const struct packet *p = l->packet;
  anatomy_byte(l, "header", p->has_count ? "01110000" : "00001000");
  if (p->has_count) anatomy_count(l);
  anatomy_context_id(l);
  anatomy_byte(l, "information", "LSiP Reason:2 J NS AltISA Hyp 1");
  anatomy_byte(l, "address", p->isa == ISA_JAZELLE ? "A[7:0]" : "A[7:1] T");
  for (unsigned low = 8; low < 32; low += 8) anatomy_byte(l, "address", "A[%u:%u]", low + 7, low);
  // The second address is that of the instruction that executes while a load or store is in progress.
  if (p->in_progress) anatomy_address(l, is_alternative(l->config));
}

// Information byte 2 may follow byte 0. Bit 6 distinguishes bytes 1 and 2.
static void anatomy_branch(struct anatomy *l) {
  anatomy_address(l, is_alternative(l->config));
  anatomy_byte(l, "information", "C AltISA Can Excp[3:0] NS");
  while (l->at < l->packet->length) {
    const bool resume = l->bytes[l->at] & 0x40;
    anatomy_byte(l, "information", resume ? "0100 Resume[3:0]" : "C 0 Hyp Excp[8:4]");
  }
}

static void anatomy_data(struct anatomy *l) {
  anatomy_header(l);
  if (l->packet->has_address && anatomy_sevens(l, "address", "A", 0, 4)) {
    anatomy_byte(l, "address", "000 BE A[31:28]");
  }
  anatomy_value(l, "value", "D", l->packet->length - l->at);
}

anatomy_function *const etm3_anatomy[PACKET_KINDS] = {
    [PACKET_ASYNC] = anatomy_async,
    [PACKET_ISYNC] = anatomy_isync,
    [PACKET_P_HEADER] = anatomy_p_header,
    [PACKET_CYCLE_COUNT] = anatomy_cycle_count,
    [PACKET_BRANCH] = anatomy_branch,
    [PACKET_CONTEXT_ID] = anatomy_context_packet,
    [PACKET_VMID] = anatomy_vmid,
    [PACKET_TIMESTAMP] = anatomy_timestamp,
    [PACKET_TRIGGER] = anatomy_header,
    [PACKET_EXCEPTION_RETURN] = anatomy_header,
    [PACKET_EXCEPTION_ENTRY] = anatomy_header,
    [PACKET_IGNORE] = anatomy_header,
    [PACKET_DATA] = anatomy_data,
    [PACKET_DATA_PLACEHOLDER] = anatomy_data,
    [PACKET_DATA_LATE] = anatomy_data,
    [PACKET_DATA_NOT_TRACED] = anatomy_data,
    [PACKET_DATA_SUPPRESSED] = anatomy_header,
    [PACKET_STORE_FAILED] = anatomy_header,
};
