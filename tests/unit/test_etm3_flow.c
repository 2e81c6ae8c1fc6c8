// SPDX-License-Identifier: Apache-2.0
// The flow of ETMv3: packets over a small image, compared with the expected events (IHI 0014Q 4.5, 7.3).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "flow.h"

// --- harness -------------------------------------------------------------------------------------------------------

static const uint32_t arm_code[] = {
    0xE1A00000,  // 8000 nop
    0xEB000001,  // 8004 bl 8010
    0x0A000004,  // 8008 beq 8020
    0xEAFFFFFB,  // 800C b 8000
    0xE1A00000,  // 8010 nop
    0xE12FFF1E,  // 8014 bx lr
    0xEF000000,  // 8018 svc
    0xE1B0F00E,  // 801C movs pc, lr
    0xFA000036,  // 8020 blx 8100 (Thumb)
    0xF57FF06F,  // 8024 isb
    0xF57FF05F,  // 8028 dmb
    0x012FFF1E,  // 802C bxeq lr
    0xEE010F11,  // 8030 mcr p15, 0, r0, c1, c1, 0: security state
    0xE1A00000,  // 8034 nop, and the segment's end
};

static const uint16_t thumb_code[] = {
    0xBF00,          // 8100 nop
    0xF000, 0xF805,  // 8102 bl 8110
    0xB108,          // 8106 cbz r0, 810C
    0x4770,          // 8108 bx lr
    0xBF08,          // 810A it eq
    0xD0F8,          // 810C beq 8100
    0xF3BF, 0x8F1F,  // 810E enterx
    0xC305,          // 8112 hbl (in Thumb: stmia)
    0xF3BF, 0x8F0F,  // 8114 leavex
    0xBD10,          // 8118 pop {r4, pc}
    0xF7FF, 0xEF72,  // 811A blx 8000 (ARM)
    0xE8DF, 0xF000,  // 811E tbb
    0xBF00,          // 8122 nop
    0xF805,          // 8124 second half of a bl without its first half
};

static void load(struct image *image) {
  uint8_t *arm = image_add(image, 0x8000, sizeof arm_code, NULL);
  uint8_t *thumb = image_add(image, 0x8100, (sizeof thumb_code + 3) & ~3u, NULL);
  assert_true(arm && thumb);
  for (size_t i = 0; i < sizeof arm_code; i++) arm[i] = (uint8_t)(arm_code[i / 4] >> 8 * (i % 4));
  for (size_t i = 0; i < sizeof thumb_code; i++) thumb[i] = (uint8_t)(thumb_code[i / 2] >> 8 * (i % 2));
}

static uint8_t isa_of_letter(char letter) { return (uint8_t)(strchr("ATXJ", letter) - "ATXJ"); }

static struct packet parse_p_header(const char *text) {
  struct packet p = {.kind = PACKET_P_HEADER};
  for (; text[p.atom_count]; p.atom_count++) {
    p.atoms |= (uint16_t)((text[p.atom_count] == 'N') << p.atom_count);
    p.cycles |= (uint16_t)((text[p.atom_count] == 'W') << p.atom_count);
  }
  return p;
}

// Reads a packet from text, which has one of these forms:
//   sync P|T|O|D address isa [count]
//   sync T address isa current address
//   EWN..
//   to address isa
//   exception n address isa [cancel]
//   old address isa [cancel] (five vectors share this form)
//   cancel address isa (without an exception)
//   count n
//   a kind without fields
//
// Addresses are hexadecimal, and isa is A, T, X (ThumbEE) or J. '!' after isa means Non-secure state.
static struct packet parse_packet(const char *text) {
  static const struct {
    const char *name;
    enum packet_kind kind;
  } plain[] = {{"bad", PACKET_BAD},
               {"exit", PACKET_EXCEPTION_RETURN},
               {"entry", PACKET_EXCEPTION_ENTRY},
               {"timestamp", PACKET_TIMESTAMP},
               {"trigger", PACKET_TRIGGER},
               {"a-sync", PACKET_ASYNC},
               {"context", PACKET_CONTEXT_ID},
               {"vmid", PACKET_VMID},
               {"ignore", PACKET_IGNORE},
               {"data", PACKET_DATA},
               {"failed", PACKET_STORE_FAILED}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (strcmp(text, plain[i].name) == 0) return (struct packet){.kind = plain[i].kind, .error = "what was expected"};
  }
  struct packet p = {.cancel = strstr(text, "cancel") != NULL};
  unsigned number = 0;
  char reason = 'T', isa = 'A', ns = 0, name[16] = "";
  if (sscanf(text, "sync %c %x %c%c", &reason, &p.address, &isa, &ns) >= 3) {
    p.kind = PACKET_ISYNC;
    p.reason = (uint8_t)(strchr("PTOD", reason) - "PTOD");
    p.in_progress = sscanf(text, "sync %*c %*x %*c current %x", &p.current) == 1;
    p.has_count = sscanf(text, "sync %*c %*x %*s %u", &p.cycle_count) == 1;
  } else if (sscanf(text, "count %u", &p.cycle_count) == 1) {
    p.kind = PACKET_CYCLE_COUNT;
    p.has_count = true;
  } else if (sscanf(text, "exception %u %x %c%c", &number, &p.address, &isa, &ns) >= 3) {
    p.kind = PACKET_BRANCH;
  } else if (sscanf(text, "%15s %x %c%c", name, &p.address, &isa, &ns) >= 3) {
    p.kind = PACKET_BRANCH;
    p.old_form = strcmp(name, "old") == 0;
  } else {
    return parse_p_header(text);
  }
  p.exception = (uint16_t)number;
  p.isa = isa_of_letter(isa);
  p.ns = ns == '!';
  return p;
}

struct heard {
  char text[2000];
  size_t used;
};

// Events as text: "address isa E|N", with " r" an exception return, with " +n" the cycles before it.
static void write_one(void *user, const struct flow_event *e) {
  struct heard *h = user;
  char *at = h->text + h->used, cycles[16] = "", count[24] = "";
  const size_t room = sizeof h->text - h->used;
  const char isa = "ATXJ"[e->isa], *ns = e->ns ? "!" : "";
  if (e->cycles) snprintf(cycles, sizeof cycles, " +%u", e->cycles);
  if (e->has_count) snprintf(count, sizeof count, " count %u", e->count);
  int n = 0;
  switch ((enum flow_kind)e->kind) {
    case FLOW_SYNC:
      n = snprintf(at, room, "sync %c %X %c%s%s%s\n", "PTOD"[e->reason], e -> start, isa, ns, cycles, count);
      break;
    case FLOW_RANGE:
      assert_int_equal(e->count, 1);
      assert_true(e->waypoint);
      n = snprintf(at, room, "%X %c%s %c%s%s\n", e->start, isa, ns, e->passed ? 'E' : 'N', e->eret ? " r" : "", cycles);
      break;
    case FLOW_EXCEPTION:
      n = snprintf(at, room, "exception %u %X %c%s from %X%s\n", e->exception, e->start, isa, ns, e->end,
                   e->cancel ? " cancel" : "");
      break;
    case FLOW_BRANCH:
      n = snprintf(at, room, "to %X %c%s\n", e->start, isa, ns);
      break;
    case FLOW_COUNT:
      n = snprintf(at, room, "%s\n", count + 1);
      break;
    case FLOW_PERIODIC:
      n = snprintf(at, room, "here %X %c%s%s\n", e->start, isa, ns, e->reported ? "" : " open");
      break;
    case FLOW_GAP:
      n = snprintf(at, room, "gap %X: %s\n", e->start, e->why);
      break;
    case FLOW_ERROR:
      n = snprintf(at, room, "error @%u: %s\n", (unsigned)e->offset, e->why);
      break;
  }
  h->used += (size_t)n;
  assert_true(h->used < sizeof h->text);
}

// Ranges as they are: "start-end isa count E|N", the cycles before the first, and with "/n" those between them.
static void write_range(void *user, const struct flow_event *e) {
  struct heard *h = user;
  if (e->kind != FLOW_RANGE) {
    write_one(user, e);
    return;
  }
  const int n = snprintf(h->text + h->used, sizeof h->text - h->used, "%X-%X %c %u %c +%u/%u\n", e->start, e->end,
                         "ATXJ"[e->isa], e -> count, e -> passed ? 'E' : 'N', e->cycles, e->pace);
  h->used += (size_t)n;
  assert_true(h->used < sizeof h->text);
}

// Expects the instructions of a range.
static void write_event(void *user, const struct flow_event *e) {
  if (e->kind == FLOW_RANGE) {
    flow_each(e, write_one, user);
  } else {
    write_one(user, e);
  }
}

struct scene {
  const char *name, *packets, *events;  // one a line; the number of a packet, from 0, is its offset
};

static void play_to(flow_sink *sink, const struct scene *s, const struct config *config, bool end) {
  struct image image = {0};
  struct heard heard = {0};
  char packets[1000], *next = packets;
  uint64_t offset = 0;
  load(&image);
  struct flow *flow = flow_new(config, &image, sink, &heard);
  assert_non_null(flow);
  assert_true(strlen(s->packets) < sizeof packets);
  strcpy(packets, s->packets);
  for (char *line; (line = strtok_r(next, "\n", &next));) {
    struct packet p = parse_packet(line);
    p.offset = offset++;
    flow_packet(flow, &p);
  }
  if (end) {
    flow_end(flow);
  } else {
    flow_settle(flow);
  }
  flow_free(flow);
  image_free(&image);
  if (strcmp(heard.text, s->events)) fail_msg("%s: got\n%sinstead of\n%s", s->name, heard.text, s->events);
}

static void play(const struct scene *s, const struct config *config, bool end) { play_to(write_event, s, config, end); }

// --- scenes --------------------------------------------------------------------------------------------------------

static const struct scene scenes[] = {
    // Atoms.
    {"an atom is an instruction; direct branches are followed", "sync T 8000 A\nEE\nEE\nto 8008 A\nNE\nEN\n",
     "sync T 8000 A\n8000 A E\n8004 A E\n8010 A E\n8014 A E\nto 8008 A\n8008 A N\n800C A E\n8000 A E\n8004 A N\n"},
    {"Thumb: 2 and 4 bytes, CBZ, IT", "sync T 8100 T\nEN\nN\nE\nto 810A T\nEE\nsync T 8106 T\nEE\n",
     "sync T 8100 T\n8100 T E\n8102 T N\n8106 T N\n8108 T E\nto 810A T\n810A T E\n810C T E\nsync T 8106 T\n8106 T E\n"
     "810C T E\n"},
    {"barriers fall through", "sync T 8024 A\nEEN\n", "sync T 8024 A\n8024 A E\n8028 A E\n802C A N\n"},
    {"BLX changes the instruction set, and back", "sync T 8020 A\nEE\nsync T 811A T\nEE\n",
     "sync T 8020 A\n8020 A E\n8100 T E\nsync T 811A T\n811A T E\n8000 A E\n"},
    {"ENTERX, an instruction that only ThumbEE has, LEAVEX", "sync T 810E T\nEE\nto 8112 X\nNEE\n",
     "sync T 810E T\n810E T E\n8112 X E\nto 8112 X\n8112 X N\n8114 X E\n8118 T E\n"},
    {"the last instruction comes at the end only", "sync T 8000 A\nE\n", "sync T 8000 A\n8000 A E\n"},
    // Cycles.
    {"cycles before each instruction", "sync T 8000 A 34\nWEW\nWWWE\nWEE\nto 8000 A\nWWN\n",
     "sync T 8000 A count 34\n8000 A E +1\n8004 A E +4\n8010 A E +1\n8014 A E\nto 8000 A\n8000 A N +2\n"},
    {"the cycles of a gap are those after its last instruction and those of the I-sync",
     "sync T 8000 A 0\nWEWW\nsync T 8024 A 34\nWE\n",
     "sync T 8000 A count 0\n8000 A E +1\nsync T 8024 A +2 count 34\n8024 A E +1\n"},
    {"a periodic I-sync counts nothing", "sync T 8000 A\nWEWW\nsync P 8004 A\nWE\n",
     "sync T 8000 A\n8000 A E +1\n8004 A E +3\n"},
    {"a cycle count packet, at once and later", "sync T 8000 A\ncount 300\nWE\nsync T 8024 A\nWE\ncount 0\nWE\n",
     "sync T 8000 A\ncount 300\n8000 A E +1\nsync T 8024 A\ncount 0\n8024 A E +1\n8028 A E +1\n"},
    {"a cancelled instruction's cycles are the next one's",
     "sync T 8000 A\nWEWWE\nWWW\nexception 14 8024 A cancel\nWE\n",
     "sync T 8000 A\n8000 A E +1\nexception 14 8024 A from 8004 cancel\n8024 A E +6\n"},
    // Branch packets.
    {"between an indirect branch and its packet",
     "sync T 8014 A\nWE\nWWWW\ntimestamp\na-sync\ncontext\nvmid\ntrigger\nignore\ndata\nW\nto 8100 T\nWE\n",
     "sync T 8014 A\n8014 A E +1\nto 8100 T\n8100 T E +6\n"},
    {"of several packets the last counts", "sync T 8014 A\nE\nto 8100 T\nto 8000 A\nto 8024 A!\nE\n",
     "sync T 8014 A\n8014 A E\nto 8024 A!\n8024 A! E\n"},
    {"no packet", "sync T 8014 A\nE\nE\nsync P 8000 A\nE\n",
     "sync T 8014 A\n8014 A E\nerror @2: no branch packet after an indirect branch that passed\nsync P 8000 A\n"
     "8000 A E\n"},
    {"no packet, in the same P-header", "sync T 8010 A\nEEN\n",
     "sync T 8010 A\n8010 A E\n8014 A E\nerror @1: no branch packet after an indirect branch that passed\n"},
    {"no packet, but an overflow", "sync T 8014 A\nE\nsync O 8000 A\nE\n",
     "sync T 8014 A\n8014 A E\nsync O 8000 A\n8000 A E\n"},
    {"no packet, but tracing is on again", "sync T 8014 A\nE\nsync T 8000 A\nE\n",
     "sync T 8014 A\n8014 A E\nsync T 8000 A\n8000 A E\n"},
    {"a periodic I-sync in its stead", "sync T 8014 A\nE\nsync P 8000 A\nE\n",
     "sync T 8014 A\n8014 A E\nerror @2: periodic I-sync between an indirect branch and its branch packet\n"
     "sync P 8000 A\n8000 A E\n"},
    {"an indirect branch that did not pass", "sync T 802C A\nNE\n", "sync T 802C A\n802C A N\n8030 A E\n"},
    {"an indirect branch that did not pass, and a packet", "sync T 802C A\nN\nto 8030 A\nE\n",
     "sync T 802C A\n802C A N\nerror @2: branch packet, but the indirect branch did not pass\n"},
    {"branch broadcast: the packet says what the image does",
     "sync T 8004 A\nE\nto 8010 A\nE\nsync T 8020 A\nE\nto 8100 T\n",
     "sync T 8004 A\n8004 A E\nto 8010 A\n8010 A E\nsync T 8020 A\n8020 A E\nto 8100 T\n"},
    {"branch broadcast, to elsewhere", "sync T 8004 A\nE\nto 8014 A\nE\n",
     "sync T 8004 A\n8004 A E\nerror @2: branch packet has another target than the instruction\n"},
    {"branch broadcast, to the other instruction set", "sync T 8020 A\nE\nto 8100 A\nE\n",
     "sync T 8020 A\n8020 A E\nerror @2: branch packet has another target than the instruction\n"},
    {"a branch packet to the next instruction reports that an MCR changed the security state",
     "sync T 8030 A\nE\nto 8034 A!\nE\n", "sync T 8030 A\n8030 A E\nto 8034 A!\n8034 A! E\n"},
    {"a branch packet to another address without a branch", "sync T 8030 A\nE\nto 8000 A!\nE\n",
     "sync T 8030 A\n8030 A E\nerror @2: branch packet has another target than the instruction\n"},
    {"a branch packet before any instruction", "sync T 8000 A\nto 8000 A\nE\nsync T 8000 A\nto 8004 A\n",
     "sync T 8000 A\nto 8000 A\n8000 A E\nsync T 8000 A\n"
     "error @4: branch packet has another target than the instruction\n"},
    {"a second target after a periodic I-sync that reports one",
     "sync T 8014 A\nE\nto 8000 A\nsync P 8000 A\nto 8024 A\n",
     "sync T 8014 A\n8014 A E\nto 8000 A\nerror @4: branch packet has another target than the instruction\n"},
    // Exceptions.
    {"an exception, Can = 0: the last instruction is not cancelled", "sync T 8000 A\nE\nexception 14 8100 T!\nE\n",
     "sync T 8000 A\n8000 A E\nexception 14 8100 T! from 8004\n8100 T! E\n"},
    {"an exception, Can = 1: it does not", "sync T 8000 A\nEE\nexception 12 8024 A cancel\nE\n",
     "sync T 8000 A\n8000 A E\nexception 12 8024 A from 8004 cancel\n8024 A E\n"},
    {"SVC is an instruction", "sync T 8018 A\nE\nexception 10 8008 A\nN\n",
     "sync T 8018 A\n8018 A E\nexception 10 8008 A from 801C\n8008 A N\n"},
    {"an exception after a direct branch", "sync T 8004 A\nE\nexception 14 8024 A\nE\n",
     "sync T 8004 A\n8004 A E\nexception 14 8024 A from 8010\n8024 A E\n"},
    {"an exception after an indirect branch and its packet", "sync T 8014 A\nE\nto 8100 T\nexception 14 8024 A\nE\n",
     "sync T 8014 A\n8014 A E\nto 8100 T\nexception 14 8024 A from 8100\n8024 A E\n"},
    {"an exception in the place of its packet", "sync T 8014 A\nE\nexception 14 8024 A\nE\n",
     "sync T 8014 A\n8014 A E\nexception 14 8024 A from 0\n8024 A E\n"},
    {"an exception cancels the branch, packet or none",
     "sync T 8014 A\nE\nto 8100 T\nexception 14 8014 A cancel\nE\nexception 15 8024 A cancel\nE\n",
     "sync T 8014 A\nexception 14 8014 A from 8014 cancel\nexception 15 8024 A from 8014 cancel\n8024 A E\n"},
    {"it cancels across a timestamp and a periodic I-sync",
     "sync T 8000 A\nE\ntimestamp\na-sync\nsync P 8004 A\nexception 14 8024 A cancel\nE\n",
     "sync T 8000 A\nexception 14 8024 A from 8000 cancel\n8024 A E\n"},
    {"two exceptions: where the second was taken, nothing was executed",
     "sync T 8000 A\nE\nexception 14 8024 A cancel\nexception 15 8028 A\nE\n",
     "sync T 8000 A\nexception 14 8024 A from 8000 cancel\nexception 15 8028 A from 8024\n8028 A E\n"},
    {"two exceptions that cancel: there is one instruction",
     "sync T 8000 A\nE\nexception 14 8024 A cancel\nexception 15 8028 A cancel\nE\n",
     "sync T 8000 A\nexception 14 8024 A from 8000 cancel\n"
     "error @3: a cancelling exception, but no instruction was traced since the last exception or I-sync\n"},
    {"an exception cancels, but nothing was traced", "sync T 8000 A\nexception 14 8024 A cancel\nE\n",
     "sync T 8000 A\n"
     "error @1: a cancelling exception, but no instruction was traced since the last exception or I-sync\n"},
    {"before the first instruction", "sync D 8000 A\nexception 14 8024 A\nE\n",
     "sync D 8000 A\nexception 14 8024 A from 8000\n8024 A E\n"},
    {"a relocated vector", "sync T 8000 A\nE\nexception 14 8024 A\nto 8100 T\nE\n",
     "sync T 8000 A\n8000 A E\nexception 14 8024 A from 8004\nto 8100 T\n8100 T E\n"},
    {"the old form, where five vectors share a code", "sync T 8000 A\nE\nold 8024 A cancel\nE\n",
     "sync T 8000 A\nexception 0 8024 A from 8000 cancel\n8024 A E\n"},
    {"Can without an exception", "sync T 8000 A\nE\ncancel 8004 A\nE\n",
     "sync T 8000 A\n8000 A E\nerror @2: branch packet cancels an instruction, but has no exception\n"},
    {"an exception return", "sync T 801C A\nE\nexit\ntimestamp\nto 8100 T\nE\n",
     "sync T 801C A\n801C A E r\nto 8100 T\n8100 T E\n"},
    {"an exception return is cancelled", "sync T 801C A\nE\nexit\nexception 14 8024 A cancel\nE\n",
     "sync T 801C A\nexception 14 8024 A from 801C cancel\n8024 A E\n"},
    {"an exception exit, but no return", "sync T 8000 A\nE\nexit\nE\n",
     "sync T 8000 A\n8000 A E\nerror @2: exception exit packet, but the last instruction is not an exception return "
     "that passed\n"},
    {"the stack push of an exception moves nothing", "sync T 8100 T\nE\nexception 8 8106 T\nentry\ndata\nfailed\nN\n",
     "sync T 8100 T\n8100 T E\nexception 8 8106 T from 8102\n8106 T N\n"},
    {"Debug state: what its entry says is not valid", "sync T 8000 A\nE\nexception 1 0 A\nsync D 8004 A\nE\n",
     "sync T 8000 A\n8000 A E\nexception 1 0 A from 8004\nsync D 8004 A\n8004 A E\n"},
    // Synchronization.
    {"nothing before the first I-sync",
     "WE\nto 8000 A\nexit\ncount 3\nexception 14 8000 A cancel\nWE\nsync P 8000 A\nE\n", "sync P 8000 A\n8000 A E\n"},
    {"what a decoder that begins in the middle has not seen may be cancelled",
     "sync P 8000 A\nexception 14 8024 A cancel\nE\n", "sync P 8000 A\nexception 14 8024 A from 0 cancel\n8024 A E\n"},
    {"a periodic I-sync in step is silent", "sync T 8000 A\nEE\nsync P 8010 A\nE\n",
     "sync T 8000 A\n8000 A E\n8004 A E\n8010 A E\n"},
    {"a periodic I-sync after a branch packet", "sync T 8014 A\nE\nto 8100 T\nsync P 8100 T\nE\n",
     "sync T 8014 A\n8014 A E\nto 8100 T\n8100 T E\n"},
    {"a periodic I-sync elsewhere", "sync T 8000 A\nE\nsync P 8010 A\nE\n",
     "sync T 8000 A\n8000 A E\nerror @2: periodic I-sync is at 0x00008010 ARM ns=0, expected 0x00008004 ARM ns=0\nsync "
     "P 8010 "
     "A\n8010 A "
     "E\n"},
    {"a periodic I-sync in another instruction set, in another security state",
     "sync T 8000 A\nsync P 8000 T\nsync P 8000 T!\n",
     "sync T 8000 A\nerror @1: periodic I-sync is at 0x00008000 Thumb ns=0, expected 0x00008000 ARM ns=0\nsync P 8000 "
     "T\n"
     "error @2: periodic I-sync is at 0x00008000 Thumb ns=1, expected 0x00008000 Thumb ns=0\nsync P 8000 T!\n"},
    {"a bad packet: nowhere until the next I-sync", "sync T 8000 A\nE\nbad\nE\nto 8000 A\nE\nsync P 8008 A\nN\n",
     "sync T 8000 A\n8000 A E\nerror @2: what was expected\nsync P 8008 A\n8008 A N\n"},
    {"a load or store in progress is executed, without an atom", "sync T 8000 A current 8008\nNE\n",
     "sync T 8000 A\n8000 A E\n8008 A N\n800C A E\n"},
    {"a load of PC in progress: its branch is over", "sync T 8118 T current 8100\nE\n",
     "sync T 8118 T\n8118 T E\n8100 T E\n"},
    {"a load or store in progress may be cancelled", "sync T 8000 A current 8008\nexception 12 8024 A cancel\nE\n",
     "sync T 8000 A\nexception 12 8024 A from 8000 cancel\n8024 A E\n"},
    // Gaps.
    {"no image: the next branch packet goes on", "sync T 8034 A\nEEN\nto 8000 A\nE\n",
     "sync T 8034 A\n8034 A E\ngap 8038: the image has no code here\nto 8000 A\n8000 A E\n"},
    {"in a gap of several branch packets the last counts", "sync T 9000 A\nE\nto 8000 A\nto 8024 A\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\nto 8024 A\n8024 A E\n"},
    {"an exception ends a gap", "sync T 9000 A\nEE\nexit\nexception 14 8000 A cancel\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\nexception 14 8000 A from 0 cancel\n8000 A E\n"},
    {"an exception after unknown code can cancel an instruction of it",
     "sync T 9000 A\nE\nto 8000 A\nexception 14 8024 A cancel\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\nexception 14 8024 A from 0 cancel\n8024 A E\n"},
    {"a periodic I-sync ends a gap, with the cycles in it", "sync T 9000 A\nWEWEWW\nsync P 8000 A\nWE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\nsync P 8000 A +2\n8000 A E +1\n"},
    {"no image where a load or store goes on", "sync T 9000 A current 8000\nE\n",
     "sync T 9000 A\ngap 9000: the image has no code here\n8000 A E\n"},
    {"Jazelle is not followed", "sync T 8100 J\nEN\nto 8101 J\nE\nto 8000 A\nE\n",
     "sync T 8100 J\ngap 8100: Jazelle code cannot be followed\nto 8101 J\ngap 8101: Jazelle code cannot be followed\n"
     "to 8000 A\n8000 A E\n"},
};

CASE(scenes_play) {
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) play(&scenes[i], &config_default_etm3, true);
}

// The instruction may still be cancelled.
CASE(last_instruction_is_pending) {
  static const struct scene held = {"held back", "sync T 8010 A\nEE\nto 8000 A\n", "sync T 8010 A\n8010 A E\n"};
  play(&held, &config_default_etm3, false);
}

// The atoms of one P-header, up to a branch or an N atom, if the numbers of cycles between them are equal.
CASE(ranges) {
  static const struct scene of_ranges[] = {
      {"up to a branch", "sync T 8000 A\nEEEE\n", "sync T 8000 A\n8000-8008 A 2 E +0/0\n8010-8018 A 2 E +0/0\n"},
      {"up to an N", "sync T 8020 A\nEEEN\n",
       "sync T 8020 A\n8020-8024 A 1 E +0/0\n8100-8106 T 2 E +0/0\n8110-8112 T 1 N +0/0\n"},
      {"not across P-headers", "sync T 8024 A\nE\nEN\n", "sync T 8024 A\n8024-8028 A 1 E +0/0\n8028-8030 A 2 N +0/0\n"},
      {"a cycle each", "sync T 8024 A\nWEWEWN\n", "sync T 8024 A\n8024-8030 A 3 N +1/1\n"},
      {"more before the first", "sync T 8024 A\nWW\nWEWEW\nWE\n",
       "sync T 8024 A\n8024-802C A 2 E +3/1\n802C-8030 A 1 E +2/0\n"},
      {"two in a cycle", "sync T 8024 A\nWEE\n", "sync T 8024 A\n8024-802C A 2 E +1/0\n"},
      {"the last is cancelled", "sync T 8024 A\nWEWEWE\nexception 14 8000 A cancel\nWE\n",
       "sync T 8024 A\n8024-802C A 2 E +1/1\nexception 14 8000 A from 802C cancel\n8000-8004 A 1 E +2/0\n"},
      {"a cycle count packet after the instructions", "sync T 8024 A\nWEWE\ncount 5\n",
       "sync T 8024 A\n8024-8028 A 1 E +1/1\ncount 5\n8028-802C A 1 E +1/1\n"},
      {"to where the code ends", "sync T 8030 A\nEEE\n",
       "sync T 8030 A\n8030-8038 A 2 E +0/0\ngap 8038: the image has no code here\n"},
  };
  static const struct scene settled = {"settled", "sync T 8024 A\nWEWEWN\n", "sync T 8024 A\n8024-802C A 2 E +1/1\n"};
  for (size_t i = 0; i < sizeof of_ranges / sizeof *of_ranges; i++) {
    play_to(write_range, &of_ranges[i], &config_default_etm3, true);
  }
  play_to(write_range, &settled, &config_default_etm3, false);
}

// ETMIDR[18] = 0: BL and BLX are two instructions. A second half without the first continues at LR.
CASE(halves_of_a_branch) {
  static const struct scene halved[] = {
      {"bl", "sync T 8100 T\nEEEE\n", "sync T 8100 T\n8100 T E\n8102 T E\n8104 T E\n8110 T E\n"},
      {"blx", "sync T 811A T\nEEE\n", "sync T 811A T\n811A T E\n811C T E\n8000 A E\n"},
      {"second half alone", "sync T 8124 T\nE\nto 8000 A\nE\n", "sync T 8124 T\n8124 T E\nto 8000 A\n8000 A E\n"},
      {"ARM has none", "sync T 8020 A\nEE\n", "sync T 8020 A\n8020 A E\n8100 T E\n"},
  };
  struct config config = config_default_etm3;
  config.etmidr &= ~(1u << 18);
  for (size_t i = 0; i < sizeof halved / sizeof *halved; i++) play(&halved[i], &config, true);
}

// Data-only: an I-sync has no address, so there is no flow.
CASE(data_only) {
  static const struct scene scene = {"data only", "sync T 0 A\ndata\nsync P 0 A\nbad\n",
                                     "error @3: what was expected\n"};
  struct config config = config_default_etm3;
  config.etmcr |= ETMCR_DATA_ONLY;
  play(&scene, &config, true);
}
