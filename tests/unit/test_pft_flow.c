// SPDX-License-Identifier: Apache-2.0
// The flow of PFT: which instructions are waypoints, then packets over a small image, compared with the expected
// events.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "flow.h"
#include "isa.h"

// --- instructions --------------------------------------------------------------------------------------------------

struct known {
  uint32_t address, opcode;
  uint8_t size;
  bool thumb;
  enum waypoint_class class;
  bool link;
  uint32_t target;
  enum isa target_isa;
};

#define A32(address, opcode, class) \
  { address, opcode, 4, false, class, false, 0, ISA_ARM }
#define T16(address, opcode, class) \
  { address, opcode, 2, true, class, false, 0, ISA_THUMB }
#define T32(address, opcode, class) \
  { address, opcode, 4, true, class, false, 0, ISA_THUMB }

// Opcodes and targets as GNU as assembles and lists them.
static const struct known known[] = {
    {0x8004, 0xEB000001, 4, false, DIRECT_BRANCH, true, 0x8010, ISA_ARM},        // bl
    {0x8008, 0x0A000004, 4, false, DIRECT_BRANCH, false, 0x8020, ISA_ARM},       // beq
    {0x800C, 0xEAFFFFFB, 4, false, DIRECT_BRANCH, false, 0x8000, ISA_ARM},       // b
    {0x8020, 0xFA000036, 4, false, DIRECT_BRANCH, true, 0x8100, ISA_THUMB},      // blx
    {0x8020, 0xFB000036, 4, false, DIRECT_BRANCH, true, 0x8102, ISA_THUMB},      // blx to a halfword
    {0x8030, 0xE12FFF33, 4, false, INDIRECT_BRANCH, true, 0, ISA_ARM},           // blx r3
    {0x8102, 0xF000F805, 4, true, DIRECT_BRANCH, true, 0x8110, ISA_THUMB},       // bl
    {0x8106, 0xB108, 2, true, DIRECT_BRANCH, false, 0x810C, ISA_THUMB},          // cbz
    {0x820C, 0xB9F7, 2, true, DIRECT_BRANCH, false, 0x824C, ISA_THUMB},          // cbnz
    {0x810C, 0xD0F8, 2, true, DIRECT_BRANCH, false, 0x8100, ISA_THUMB},          // beq
    {0x810E, 0xE7FE, 2, true, DIRECT_BRANCH, false, 0x810E, ISA_THUMB},          // b
    {0x811A, 0xF7FFEF72, 4, true, DIRECT_BRANCH, true, 0x8000, ISA_ARM},         // blx
    {0x8200, 0xF43FAF7E, 4, true, DIRECT_BRANCH, false, 0x8100, ISA_THUMB},      // beq.w
    {0x8204, 0xF7FFBF7C, 4, true, DIRECT_BRANCH, false, 0x8100, ISA_THUMB},      // b.w
    {0x8208, 0xF04087FE, 4, true, DIRECT_BRANCH, false, 0x9208, ISA_THUMB},      // bne.w
    {0x8200, 0xF000A000, 4, true, DIRECT_BRANCH, false, 0x48204, ISA_THUMB},     // beq.w
    {0x8204, 0xF000F000, 4, true, DIRECT_BRANCH, true, 0x408208, ISA_THUMB},     // bl
    {0x8208, 0xF000D800, 4, true, DIRECT_BRANCH, true, 0x80820C, ISA_THUMB},     // bl
    {0x820C, 0xF400B800, 4, true, DIRECT_BRANCH, false, 0xFFC08210, ISA_THUMB},  // b.w
    {0x8210, 0xF000C800, 4, true, DIRECT_BRANCH, true, 0x808214, ISA_ARM},       // blx
    {0x8208, 0xF3BF8F1F, 4, true, DIRECT_BRANCH, false, 0x820C, ISA_THUMBEE},    // enterx
    {0x8208, 0xF3BF8F0F, 4, true, DIRECT_BRANCH, false, 0x820C, ISA_THUMB},      // leavex
    {0x820E, 0x47A0, 2, true, INDIRECT_BRANCH, true, 0, ISA_THUMB},              // blx r4
    A32(0x8014, 0xE12FFF1E, INDIRECT_BRANCH),                                    // bx lr
    A32(0x801C, 0xE1A0F00E, INDIRECT_BRANCH),                                    // mov pc, lr
    A32(0x802C, 0xE8BD8010, INDIRECT_BRANCH),                                    // pop {r4, pc}
    A32(0x8300, 0xF8BD0A00, INDIRECT_BRANCH),                                    // rfeia sp!
    A32(0x8304, 0xE160006E, INDIRECT_BRANCH),                                    // eret
    A32(0x8308, 0xE12FFF23, INDIRECT_BRANCH),                                    // bxj r3
    A32(0x830C, 0xE25EF004, INDIRECT_BRANCH),                                    // subs pc, lr, #4
    A32(0x8310, 0xE591F004, INDIRECT_BRANCH),                                    // ldr pc, [r1, #4]
    A32(0x8314, 0xE791F102, INDIRECT_BRANCH),                                    // ldr pc, [r1, r2, lsl #2]
    A32(0x8318, 0xE9118004, INDIRECT_BRANCH),                                    // ldmdb r1, {r2, pc}
    A32(0x831C, 0xE08FF000, INDIRECT_BRANCH),                                    // add pc, pc, r0
    A32(0x8320, 0xE1B0F00E, INDIRECT_BRANCH),                                    // movs pc, lr
    A32(0x8324, 0xE1E0F000, INDIRECT_BRANCH),                                    // mvn pc, r0
    A32(0x8328, 0xE59FF000, INDIRECT_BRANCH),                                    // ldr pc, [pc]
    A32(0x8024, 0xF57FF06F, BARRIER),                                            // isb
    A32(0x832C, 0xEE073F95, BARRIER),                                            // isb, cp15
    A32(0x8000, 0xE1A00000, NO_WAYPOINT),                                        // mov r0, r0
    A32(0x8018, 0xEF000000, NO_WAYPOINT),                                        // svc
    A32(0x833C, 0xE328F20F, NO_WAYPOINT),                                        // msr cpsr_f, #0xf0000000
    A32(0x8340, 0xE128F000, NO_WAYPOINT),                                        // msr cpsr_f, r0
    A32(0x8344, 0xE1500001, NO_WAYPOINT),                                        // cmp r0, r1
    A32(0x8344, 0xE150F001, NO_WAYPOINT),                                        // cmp, Rd not zero as it should be
    A32(0x834C, 0xE3000001, NO_WAYPOINT),                                        // movw r0, #1
    A32(0x8350, 0xE0000291, NO_WAYPOINT),                                        // mul r0, r1, r2
    A32(0x8350, 0xE00FF291, NO_WAYPOINT),                                        // mul, Ra not zero as it should be
    A32(0x8354, 0xE1D100B0, NO_WAYPOINT),                                        // ldrh r0, [r1]
    A32(0x8358, 0xE16F0F11, NO_WAYPOINT),                                        // clz r0, r1
    A32(0x835C, 0xE1200070, NO_WAYPOINT),                                        // bkpt
    A32(0x8360, 0xE1600070, NO_WAYPOINT),                                        // smc
    A32(0x8364, 0xE320F003, NO_WAYPOINT),                                        // wfi
    A32(0x8368, 0xE59F0000, NO_WAYPOINT),                                        // ldr r0, [pc]
    A32(0x836C, 0xE8808002, NO_WAYPOINT),                                        // stm r0, {r1, pc}
    T16(0x8108, 0x4770, INDIRECT_BRANCH),                                        // bx lr
    T16(0x8118, 0xBD10, INDIRECT_BRANCH),                                        // pop {r4, pc}
    T16(0x8210, 0x46F7, INDIRECT_BRANCH),                                        // mov pc, lr
    T16(0x8212, 0x448F, INDIRECT_BRANCH),                                        // add pc, r1
    T16(0x8100, 0xBF00, NO_WAYPOINT),                                            // nop
    T16(0x8122, 0xDF00, NO_WAYPOINT),                                            // svc
    T16(0x825C, 0xDE01, NO_WAYPOINT),                                            // udf
    T32(0x811E, 0xE8DFF000, INDIRECT_BRANCH),                                    // tbb
    T32(0x8214, 0xE8DFF010, INDIRECT_BRANCH),                                    // tbh
    T32(0x8124, 0xF85DFB04, INDIRECT_BRANCH),                                    // ldr pc, [sp], #4
    T32(0x8218, 0xE9BDC000, INDIRECT_BRANCH),                                    // rfeia sp!
    T32(0x821C, 0xE811C000, INDIRECT_BRANCH),                                    // rfedb r1
    T32(0x8220, 0xF3DE8F04, INDIRECT_BRANCH),                                    // subs pc, lr, #4
    T32(0x8224, 0xF3C38F00, INDIRECT_BRANCH),                                    // bxj r3
    T32(0x8228, 0xE8B08002, INDIRECT_BRANCH),                                    // ldm r0!, {r1, pc}
    T32(0x822C, 0xF8D3F008, INDIRECT_BRANCH),                                    // ldr pc, [r3, #8]
    T32(0x8230, 0xF851F022, INDIRECT_BRANCH),                                    // ldr pc, [r1, r2, lsl #2]
    T32(0x8234, 0xF8DFF138, INDIRECT_BRANCH),                                    // ldr pc, literal
    T32(0x8110, 0xF3BF8F6F, BARRIER),                                            // isb
    T32(0x8238, 0xEE070F95, BARRIER),                                            // isb, cp15
    T32(0x8244, 0xF3808800, NO_WAYPOINT),                                        // msr cpsr_f, r0
    T32(0x8248, 0xF3EF8000, NO_WAYPOINT),                                        // mrs r0, cpsr
    T32(0x824C, 0xF3AF8000, NO_WAYPOINT),                                        // nop.w
    T32(0x8250, 0xF3BF8F2F, NO_WAYPOINT),                                        // clrex
    T32(0x8254, 0xE9D20100, NO_WAYPOINT),                                        // ldrd r0, r1, [r2]
    T32(0x8258, 0xF7F08000, NO_WAYPOINT),                                        // smc
};

static struct instruction decode_known(const struct known *k, bool dmb_dsb) {
  return k->thumb ? isa_thumb(k->address, k->opcode, k->size, false, dmb_dsb) : isa_arm(k->address, k->opcode, dmb_dsb);
}

// ThumbEE has some 16-bit encodings of its own. LEAVEX leads to Thumb state.
CASE(thumbee_instructions) {
  static const struct {
    uint32_t opcode;
    uint8_t size, class;
    bool link;
  } rows[] = {
      {0xC001, 2, INDIRECT_BRANCH, false},  // HBP #0, #1
      {0xC1FF, 2, INDIRECT_BRANCH, false},  // HBP #7, #31
      {0xC205, 2, INDIRECT_BRANCH, false},  // HB #5
      {0xC305, 2, INDIRECT_BRANCH, true},   // HBL #5
      {0xC7FF, 2, INDIRECT_BRANCH, true},   // HBLP #31, #31
      {0xCA12, 2, NO_WAYPOINT, false},      // CHKA
      {0xCC12, 2, NO_WAYPOINT, false},      // LDR in ThumbEE, LDM in Thumb
      {0x4770, 2, INDIRECT_BRANCH, false},  // BX LR, as in Thumb
      {0xE7FE, 2, DIRECT_BRANCH, false},    // B, as in Thumb
  };
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    struct instruction i = isa_thumb(0x8100, rows[n].opcode, rows[n].size, true, false);
    if (i.class != rows[n].class || i.link != rows[n].link) fail_msg("0x%X: class %u", rows[n].opcode, i.class);
    if (i.class == DIRECT_BRANCH) assert_int_equal(i.target_isa, ISA_THUMBEE);
  }
  assert_int_equal(isa_thumb(0x8100, 0xC305, 2, false, false).class, NO_WAYPOINT);
  struct instruction leavex = isa_thumb(0x8100, 0xF3BF8F0F, 4, true, false);
  assert_true(leavex.class == DIRECT_BRANCH && leavex.target == 0x8104 && leavex.target_isa == ISA_THUMB);
  struct instruction enterx = isa_thumb(0x8100, 0xF3BF8F1F, 4, false, false);
  assert_true(enterx.class == DIRECT_BRANCH && enterx.target == 0x8104 && enterx.target_isa == ISA_THUMBEE);
}

CASE(instructions) {
  for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
    const struct known *k = &known[n];
    struct instruction i = decode_known(k, true);
    if (k->thumb) assert_int_equal(thumb_size((uint16_t)(k->size == 4 ? k->opcode >> 16 : k->opcode)), k->size);
    if (i.class != k->class || i.size != k->size || i.link != k->link || i.target != k->target) {
      fail_msg("0x%X at 0x%X: class %u link %d target 0x%X", k->opcode, k->address, i.class, i.link, i.target);
    }
    if (i.class == DIRECT_BRANCH) assert_int_equal(i.target_isa, k->target_isa);
  }
}

// @feature DMB and DSB are waypoints only if ETMCCER[24] says so
CASE(memory_barriers) {
  static const struct known barrier[] = {
      A32(0x8028, 0xF57FF05F, BARRIER), A32(0x8338, 0xF57FF04F, BARRIER), A32(0x8330, 0xEE073F9A, BARRIER),
      A32(0x8334, 0xEE073FBA, BARRIER), T32(0x8114, 0xF3BF8F4F, BARRIER), T32(0x8114, 0xF3BF8F5F, BARRIER),
      T32(0x823C, 0xEE070F9A, BARRIER), T32(0x8240, 0xEE070FBA, BARRIER),
  };
  for (size_t n = 0; n < sizeof barrier / sizeof *barrier; n++) {
    assert_int_equal(decode_known(&barrier[n], true).class, BARRIER);
    assert_int_equal(decode_known(&barrier[n], false).class, NO_WAYPOINT);
  }
}

// --- harness -------------------------------------------------------------------------------------------------------

static const uint32_t arm_code[] = {
    0xE1A00000,  // 8000 nop
    0xEB000001,  // 8004 bl 8010
    0x0A000004,  // 8008 beq 8020
    0xEAFFFFFB,  // 800C b 8000
    0xE1A00000,  // 8010 nop
    0xE12FFF1E,  // 8014 bx lr
    0xEF000000,  // 8018 svc
    0xE1A0F00E,  // 801C mov pc, lr
    0xFA000036,  // 8020 blx 8100 (Thumb)
    0xF57FF06F,  // 8024 isb
    0xF57FF05F,  // 8028 dmb
    0xE8BD8010,  // 802C pop {r4, pc}
    0xE12FFF33,  // 8030 blx r3
    0xE1A00000,  // 8034 nop, and the segment's end
};

static const uint16_t thumb_code[] = {
    0xBF00,          // 8100 nop
    0xF000, 0xF805,  // 8102 bl 8110
    0xB108,          // 8106 cbz r0, 810C
    0x4770,          // 8108 bx lr
    0xBF00,          // 810A nop
    0xD0F8,          // 810C beq 8100
    0xE7FE,          // 810E b 810E
    0xF3BF, 0x8F6F,  // 8110 isb
    0xF3BF, 0x8F4F,  // 8114 dsb
    0xBD10,          // 8118 pop {r4, pc}
    0xF7FF, 0xEF72,  // 811A blx 8000 (ARM)
    0xE8DF, 0xF000,  // 811E tbb
    0xDF00,          // 8122 svc
    0x4770,          // 8124 bx lr
};

static void load(struct image *image) {
  uint8_t *arm = image_add(image, 0x8000, sizeof arm_code, NULL);
  uint8_t *thumb = image_add(image, 0x8100, (sizeof thumb_code + 3) & ~3u, NULL);
  assert_true(arm && thumb);
  for (size_t i = 0; i < sizeof arm_code; i++) arm[i] = (uint8_t)(arm_code[i / 4] >> 8 * (i % 4));
  for (size_t i = 0; i < sizeof thumb_code; i++) thumb[i] = (uint8_t)(thumb_code[i / 2] >> 8 * (i % 2));
}

// Reads a packet from text, which has one of these forms:
//   sync P|T|O|D address isa
//   EN..
//   to address isa
//   exception n address isa
//   update address isa
//   bad
//
// Addresses are hexadecimal, and isa is A, T, X (ThumbEE) or J. '!' after isa means Non-secure state.
static struct packet parse_packet(const char *text, uint64_t offset) {
  struct packet p = {.offset = offset, .error = NULL};
  unsigned number = 0, address = 0;
  char reason = 0, isa = 'A', ns = 0;
  if (sscanf(text, "sync %c %x %c%c", &reason, &address, &isa, &ns) >= 3) {
    p.kind = PACKET_ISYNC;
    p.reason = (uint8_t)(strchr("PTOD", reason) - "PTOD");
  } else if (sscanf(text, "to %x %c%c", &address, &isa, &ns) >= 2) {
    p.kind = PACKET_BRANCH;
  } else if (sscanf(text, "exception %u %x %c%c", &number, &address, &isa, &ns) >= 3) {
    p.kind = PACKET_BRANCH;
    p.exception = (uint16_t)number;
  } else if (sscanf(text, "update %x %c", &address, &isa) == 2) {
    p.kind = PACKET_WAYPOINT_UPDATE;
  } else if (strcmp(text, "bad") == 0) {
    p.kind = PACKET_BAD;
    p.error = "what was expected";
  } else if (strcmp(text, "timestamp") == 0) {
    p.kind = PACKET_TIMESTAMP;
  } else {
    p.kind = PACKET_ATOM;
    for (; text[p.atom_count]; p.atom_count++) p.atoms |= (uint8_t)((text[p.atom_count] == 'N') << p.atom_count);
  }
  p.address = address;
  p.isa = isa == 'A' ? ISA_ARM : isa == 'T' ? ISA_THUMB : isa == 'X' ? ISA_THUMBEE : ISA_JAZELLE;
  p.ns = ns == '!';
  return p;
}

struct heard {
  char text[4000];
  size_t used;
};

static void write_event(void *user, const struct flow_event *e) {
  struct heard *h = user;
  char *at = h->text + h->used;
  size_t room = sizeof h->text - h->used;
  char isa = "ATXJ"[e->isa];
  const char *ns = e->ns ? "!" : "";
  int n = 0;
  switch ((enum flow_kind)e->kind) {
    case FLOW_SYNC:
      n = snprintf(at, room, "sync %c %X %c%s\n", "PTOD"[e->reason], e -> start, isa, ns);
      break;
    case FLOW_RANGE:
      n = snprintf(at, room, "%X-%X %u%c%s %c\n", e->start, e->end, e->count, isa, ns,
                   !e->waypoint ? 'U'
                   : e->passed  ? 'E'
                                : 'N');
      break;
    case FLOW_EXCEPTION:
      n = snprintf(at, room, "exception %u %X %c%s from %X\n", e->exception, e->start, isa, ns, e->end);
      break;
    case FLOW_GAP:
      n = snprintf(at, room, "gap %X: %s\n", e->start, e->why);
      break;
    case FLOW_ERROR:
      n = snprintf(at, room, "error @%u: %s\n", (unsigned)e->offset, e->why);
      break;
    case FLOW_PERIODIC:
      n = snprintf(at, room, "here %X %c%s\n", e->start, isa, ns);
      break;
    case FLOW_BRANCH:
    case FLOW_COUNT:
      fail_msg("an event of ETMv3");
  }
  h->used += (size_t)n;
  assert_true(h->used < sizeof h->text);
}

#define STACK ETMCR_RETURN_STACK
#define HAS_STACK 0x00800000u
#define DMB_DSB 0x01000000u

struct scene {
  const char *name;
  uint32_t etmcr, etmccer;
  const char *packets;  // one a line; its number, from 0, is its offset
  const char *events;   // one a line
};

static void play(const struct scene *s) {
  struct image image = {0};
  struct heard heard = {0};
  struct config config = config_default_pft;
  char packets[1000], *next = packets;
  uint64_t offset = 0;
  load(&image);
  config.etmcr = s->etmcr;
  config.etmccer = s->etmccer;
  struct flow *flow = flow_new(&config, &image, write_event, &heard);
  assert_non_null(flow);
  assert_true(strlen(s->packets) < sizeof packets);
  strcpy(packets, s->packets);
  for (char *line; (line = strtok_r(next, "\n", &next));) {
    struct packet p = parse_packet(line, offset++);
    const bool loses_bytes = strcmp(line, "lost") == 0;
    if (loses_bytes || strcmp(line, "break") == 0)
      flow_break(flow, p.offset, loses_bytes, line);
    else
      flow_packet(flow, &p);
  }
  flow_free(flow);
  image_free(&image);
  if (strcmp(heard.text, s->events)) fail_msg("%s: got\n%sinstead of\n%s", s->name, heard.text, s->events);
}

// --- scenes --------------------------------------------------------------------------------------------------------

static const struct scene scenes[] = {
    {"direct branches, taken and not", 0, 0, "sync T 8000 A\nE\nto 8008 A\nNE\nE\n",
     "sync T 8000 A\n8000-8008 2A E\n8010-8018 2A E\n8008-800C 1A N\n800C-8010 1A E\n8000-8008 2A E\n"},
    {"several atoms in a packet, oldest first", 0, 0, "sync T 8100 T\nE\nsync T 8106 T\nNN\nsync T 8106 T\nENE\n",
     "sync T 8100 T\n8100-8106 2T E\nsync T 8106 T\n8106-8108 1T N\n8108-810A 1T N\nsync T 8106 T\n8106-8108 1T E\n"
     "810C-810E 1T N\n810E-8110 1T E\n"},
    {"BLX changes the instruction set, and back", 0, 0, "sync T 8020 A\nE\nsync T 811A T\nEE\n",
     "sync T 8020 A\n8020-8024 1A E\nsync T 811A T\n811A-811E 1T E\n8000-8008 2A E\n"},
    {"the same address in both instruction sets", 0, 0, "sync T 8000 A\nE\nsync T 8000 T\nN\nsync T 8000 A\nE\n",
     "sync T 8000 A\n8000-8008 2A E\nsync T 8000 T\n8000-8004 2T N\nsync T 8000 A\n8000-8008 2A E\n"},
    {"ISB falls through, DMB is no waypoint", 0, 0, "sync T 8024 A\nE\nN\nsync T 8110 T\nE\nto 8000 A\n",
     "sync T 8024 A\n8024-8028 1A E\n8028-8030 2A N\nsync T 8110 T\n8110-8114 1T E\n8114-811A 2T E\n"},
    {"DMB and DSB are waypoints", 0, DMB_DSB, "sync T 8024 A\nEEN\nsync T 8110 T\nEN\n",
     "sync T 8024 A\n8024-8028 1A E\n8028-802C 1A E\n802C-8030 1A N\nsync T 8110 T\n8110-8114 1T E\n8114-8118 1T N\n"},
    {"branch packets to the target of a direct branch and to the instruction after a barrier", 0, 0,
     "sync T 8000 A\nto 8010 A\nsync T 8024 A\nto 8028 A\n",
     "sync T 8000 A\n8000-8008 2A E\nsync T 8024 A\n8024-8028 1A E\n"},
    {"Non-secure from the branch packet on", 0, 0, "sync T 8010 A\nto 8000 A!\nE\nsync P 8010 A!\n",
     "sync T 8010 A\n8010-8018 2A E\n8000-8008 2A! E\n"},
    {"a break that loses bytes ends the flow, another one is reported only", 0, 0,
     "sync T 8000 A\nE\nbreak\nto 8000 A\nlost\nE\nsync T 8024 A\nE\n",
     "sync T 8000 A\n8000-8008 2A E\ngap 8010: break\n8010-8018 2A E\ngap 8000: lost\nsync T 8024 A\n8024-8028 1A E\n"},
    // Return stack.
    {"call and return", STACK, HAS_STACK, "sync T 8000 A\nEEN\n",
     "sync T 8000 A\n8000-8008 2A E\n8010-8018 2A E\n8008-800C 1A N\n"},
    {"call and return across instruction sets", STACK, HAS_STACK, "sync T 8020 A\nEEEN\n",
     "sync T 8020 A\n8020-8024 1A E\n8100-8106 2T E\n8110-8114 1T E\n8114-811A 2T N\n"},
    {"the return of the inner call, then of the outer one", STACK, HAS_STACK, "sync T 8020 A\nEEEEN\nEE\n",
     "sync T 8020 A\n8020-8024 1A E\n8100-8106 2T E\n8110-8114 1T E\n8114-811A 2T E\n8106-8108 1T N\n8108-810A 1T E\n"
     "8024-8028 1A E\n"},
    {"a branch packet links too, and does not pop", STACK, HAS_STACK, "sync T 8030 A\nto 8010 A\nE\nN\n",
     "sync T 8030 A\n8030-8034 1A E\n8010-8018 2A E\ngap 8034: the image has no code here\n"},
    {"a branch packet leaves the entry", STACK, HAS_STACK, "sync T 8000 A\nE\nto 8010 A\nE\n",
     "sync T 8000 A\n8000-8008 2A E\n8010-8018 2A E\n8010-8018 2A E\n"},
    {"I-sync empties the stack", STACK, HAS_STACK, "sync T 8000 A\nE\nsync P 8010 A\nE\n",
     "sync T 8000 A\n8000-8008 2A E\nerror @3: E atom on an indirect branch, but the return stack is empty\n"},
    {"an exception leaves the stack", STACK, HAS_STACK, "sync T 8000 A\nE\nexception 14 8014 A\nE\nN\n",
     "sync T 8000 A\n8000-8008 2A E\nexception 14 8014 A from 8010\n8014-8018 1A E\n8008-800C 1A N\n"},
    {"stack off", 0, HAS_STACK, "sync T 8000 A\nEE\n",
     "sync T 8000 A\n8000-8008 2A E\nerror @1: E atom on an indirect branch, but the return stack is off\n"},
    {"stack not built in", STACK, 0, "sync T 8000 A\nEE\n",
     "sync T 8000 A\n8000-8008 2A E\nerror @1: E atom on an indirect branch, but the return stack is off\n"},
    // Exceptions.
    {"exception immediately after a waypoint, and return", 0, 0, "sync T 8000 A\nE\nexception 14 8014 A\nto 8010 A\n",
     "sync T 8000 A\n8000-8008 2A E\nexception 14 8014 A from 8010\n8014-8018 1A E\n"},
    {"exception with waypoint update", 0, 0, "sync T 8010 A\nupdate 8010 A\nexception 14 8100 T!\n",
     "sync T 8010 A\n8010-8014 1A U\nexception 14 8100 T! from 8014\n"},
    {"SVC, Thumb", 0, 0, "sync T 8122 T\nupdate 8122 T\nexception 10 8000 A\nE\n",
     "sync T 8122 T\n8122-8124 1T U\nexception 10 8000 A from 8124\n8000-8008 2A E\n"},
    {"update of several instructions of both sizes", 0, 0, "sync T 8114 T\nupdate 8114 T\nto 8000 A\n",
     "sync T 8114 T\n8114-8118 1T U\n8118-811A 1T E\n"},
    {"update without exception: the walk continues after it", 0, 0, "sync T 8000 A\nupdate 8000 A\nE\n",
     "sync T 8000 A\n8000-8004 1A U\n8004-8008 1A E\n"},
    {"update of an instruction that is a waypoint by encoding", 0, 0,
     "sync T 8010 A\nupdate 8014 A\nexception 9 8000 A\n",
     "sync T 8010 A\n8010-8018 2A U\nexception 9 8000 A from 8018\n"},
    {"update beyond a waypoint", 0, 0, "sync T 8000 A\nupdate 8010 A\nE\n",
     "sync T 8000 A\nerror @1: waypoint update is up to 0x00008010, expected 0x00008000 to 0x00008004, the next "
     "waypoint\n"},
    {"update in the other instruction set", 0, 0, "sync T 8000 A\nupdate 8000 T\nE\n",
     "sync T 8000 A\nerror @1: waypoint update has another instruction set\n"},
    {"debug entry: nowhere until debug exit", 0, 0, "sync T 8000 A\nexception 1 0 A\nto 8000 A\nE\nsync D 8000 A\nE\n",
     "sync T 8000 A\nexception 1 0 A from 8000\nsync D 8000 A\n8000-8008 2A E\n"},
    // Synchronization.
    {"nothing before the first I-sync", 0, 0, "E\nto 8000 A\nupdate 8000 A\nexception 14 8000 A\nE\nsync P 8000 A\nE\n",
     "sync P 8000 A\n8000-8008 2A E\n"},
    {"a periodic I-sync in step is silent", 0, 0, "sync T 8000 A\nE\nsync P 8010 A\ntimestamp\nto 8008 A\n",
     "sync T 8000 A\n8000-8008 2A E\n8010-8018 2A E\n"},
    {"a periodic I-sync elsewhere", 0, 0, "sync T 8000 A\nE\nsync P 8014 A\nto 8008 A\n",
     "sync T 8000 A\n8000-8008 2A E\nerror @2: periodic I-sync is at 0x00008014 ARM ns=0, expected 0x00008010 ARM "
     "ns=0\nsync P "
     "8014 A\n"
     "8014-8018 1A E\n"},
    {"a periodic I-sync in another instruction set", 0, 0, "sync T 8000 A\nsync P 8000 T\n",
     "sync T 8000 A\nerror @1: periodic I-sync is at 0x00008000 Thumb ns=0, expected 0x00008000 ARM ns=0\nsync P 8000 "
     "T\n"},
    {"a periodic I-sync in another security state", 0, 0, "sync T 8000 A!\nsync P 8000 A\n",
     "sync T 8000 A!\nerror @1: periodic I-sync is at 0x00008000 ARM ns=0, expected 0x00008000 ARM ns=1\nsync P 8000 "
     "A\n"},
    {"a periodic I-sync reports that Secure code became Non-secure (IHI 0035B 4.12.2)", 0, 0,
     "sync T 8000 A\nsync P 8000 A!\nE\n", "sync T 8000 A\n8000-8008 2A! E\n"},
    {"overflow", 0, 0, "sync T 8000 A\nE\nsync O 8008 A\nN\n",
     "sync T 8000 A\n8000-8008 2A E\nsync O 8008 A\n8008-800C 1A N\n"},
    {"a bad packet: nowhere until the next I-sync", 0, 0, "sync T 8000 A\nbad\nE\nto 8000 A\nE\nsync P 8008 A\nN\n",
     "sync T 8000 A\nerror @1: what was expected\nsync P 8008 A\n8008-800C 1A N\n"},
    // Gaps.
    {"no image: the next branch packet goes on", 0, 0, "sync T 9000 A\nEE\nN\nto 8000 A\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\n8000-8008 2A E\n"},
    {"no image at a branch packet's own waypoint", 0, 0, "sync T 8034 A\nto 8000 A\nE\n",
     "sync T 8034 A\ngap 8034: the image has no code here\n8000-8008 2A E\n"},
    {"an exception ends a gap", 0, 0, "sync T 9000 A\nE\nexception 14 8000 A\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\nexception 14 8000 A from 0\n8000-8008 2A E\n"},
    {"a return address lost in a gap is no error", STACK, HAS_STACK,
     "sync T 8030 A\nto 9000 A\nE\nto 8014 A\nE\nsync P 8000 A\n",
     "sync T 8030 A\n8030-8034 1A E\ngap 9000: the image has no code here\n"
     "gap 8014: the return address was pushed in a gap\nsync P 8000 A\n"},
    {"Jazelle is not followed", 0, 0, "sync T 8100 J\nE\n",
     "sync T 8100 J\ngap 8100: Jazelle code cannot be followed\n"},
    // Wrong image.
    {"branch packet on a direct branch, to elsewhere", 0, 0, "sync T 8000 A\nto 8020 A\nE\n",
     "sync T 8000 A\nerror @1: branch packet has another target than the instruction\n"},
    {"branch packet on a direct branch, to the other instruction set", 0, 0, "sync T 8020 A\nto 8100 A\nE\n",
     "sync T 8020 A\nerror @1: branch packet has another target than the instruction\n"},
};

CASE(scenes_play) {
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) play(&scenes[i]);
}

// The stack has 16 return addresses. The 17th push drops the oldest, and the 17th return finds none.
CASE(deep_calls) {
  char packets[1000] = "sync T 8100 T\n", events[4000] = "sync T 8100 T\n";
  for (int i = 0; i < 16; i++) {
    strcat(packets, "EE\nto 8100 T\n");
    strcat(events, "8100-8106 2T E\n8110-8114 1T E\n8114-811A 2T E\n");
  }
  strcat(packets, "EEE\n");
  strcat(events, "8100-8106 2T E\n8110-8114 1T E\n8114-811A 2T E\n");
  for (int i = 0; i < 15; i++) {
    strcat(packets, "NE\n");
    strcat(events, "8106-8108 1T N\n8108-810A 1T E\n");
  }
  strcat(packets, "NE\n");
  strcat(events, "8106-8108 1T N\nerror @49: E atom on an indirect branch, but the return stack is empty\n");
  play(&(struct scene){"17 calls", STACK, HAS_STACK, packets, events});
}

// Code that never ends shows a wrong image. The error is reported before all code is read.
CASE(endless_code) {
  enum { SIZE = 5 << 20 };
  struct image image = {0};
  struct heard heard = {0};
  uint8_t *code = image_add(&image, 0, SIZE, NULL);  // all zeros: ANDEQ r0, r0, r0
  assert_non_null(code);
  struct flow *flow = flow_new(&config_default_pft, &image, write_event, &heard);
  struct packet p = parse_packet("sync T 0 A", 0);
  flow_packet(flow, &p);
  p = parse_packet("E", 1);
  flow_packet(flow, &p);
  assert_string_equal(heard.text, "sync T 0 A\nerror @1: no waypoint within 2^20 instructions\n");
  flow_free(flow);
  image_free(&image);
}

static void count_range(void *user, const struct flow_event *e) {
  uint64_t *instructions = user;
  assert_true(e->kind == FLOW_SYNC || (e->kind == FLOW_RANGE && e->count == 1));
  *instructions += e->count;
}

// More blocks than the cache has space for, each used twice.
CASE(many_blocks) {
  enum { BLOCKS = 5000 };
  struct image image = {0};
  uint64_t instructions = 0;
  uint8_t *code = image_add(&image, 0x10000, 4 * BLOCKS, NULL);
  assert_non_null(code);
  for (uint32_t i = 0; i < BLOCKS; i++) {  // b to the next, the last one to the first
    uint32_t offset = i + 1 < BLOCKS ? (uint32_t)-1 : (uint32_t) - (BLOCKS + 1);
    for (int k = 0; k < 4; k++) code[4 * i + k] = (uint8_t)((0xEA000000 | (offset & 0xFFFFFF)) >> 8 * k);
  }
  struct flow *flow = flow_new(&config_default_pft, &image, count_range, &instructions);
  struct packet p = parse_packet("sync T 10000 A", 0);
  flow_packet(flow, &p);
  p = parse_packet("EEEEE", 1);
  for (int i = 0; i < 2 * BLOCKS / 5; i++) flow_packet(flow, &p);
  assert_int_equal(instructions, 2 * BLOCKS);
  p = parse_packet("sync P 10000 A", 2);
  flow_packet(flow, &p);
  flow_free(flow);
  image_free(&image);
}
