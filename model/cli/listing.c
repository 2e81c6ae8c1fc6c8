// SPDX-License-Identifier: Apache-2.0
// Prints packets and events of the flow as lines, and counts them.
#include "listing.h"

#include <capstone/capstone.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "flow.h"
#include "isa.h"
#include "lines.h"

static void bad(struct listing *l, uint64_t offset, const char *what) {
  if (l->error_count++ == 0) error_set(&l->first, "%s: byte %" PRIu64 ": %s", l->name, offset, what);
}

// The function of an address, valid in the statement that contains it.
#define AT(l, address) symbols_text((l)->debug ? &(l)->debug->symbols : NULL, address, (char[SYMBOL_TEXT]){0})

// --- disassembly -----------------------------------------------------------------------------------------------------

// Handles of capstone. Thumb state has its own, because a change of the mode costs more than an instruction.
struct disassembly {
  csh arm, thumb;
};

static struct disassembly *disassembly_new(void) {
  struct disassembly *d = error_memory(calloc(1, sizeof *d));
  if (cs_open(CS_ARCH_ARM, CS_MODE_ARM, &d->arm) != CS_ERR_OK ||
      cs_open(CS_ARCH_ARM, CS_MODE_THUMB, &d->thumb) != CS_ERR_OK) {
    error_memory(NULL);
  }
  return d;
}

// The text of an instruction, "mov r0, #1", from its bytes in memory. It is "" in ThumbEE and Jazelle state, and for
// what is no instruction. Each instruction is decoded alone, because the next one in an IT block may be on another
// path.
static void disassembly_text(struct disassembly *d, const uint8_t *bytes, unsigned size, uint32_t address, enum isa isa,
                             char *text, size_t room) {
  cs_insn *i = NULL;
  text[0] = '\0';
  if (isa != ISA_ARM && isa != ISA_THUMB) return;
  if (cs_disasm(isa == ISA_ARM ? d->arm : d->thumb, bytes, size, address, 1, &i) == 0) return;
  snprintf(text, room, "%s%s%s", i->mnemonic, i->op_str[0] ? " " : "", i->op_str);
  cs_free(i, 1);
}

static void disassembly_free(struct disassembly *d) {
  if (!d) return;
  if (d->arm) cs_close(&d->arm);
  if (d->thumb) cs_close(&d->thumb);
  free(d);
}

// --- Context IDs and VMIDs -------------------------------------------------------------------------------------------

static void print_run(struct listing *l);

// Prints those of packets before byte `end`.
static void print_contexts(struct listing *l, uint64_t end) {
  size_t printed = 0;
  for (; printed < l->context_count && l->contexts[printed].offset < end; printed++) {
    const struct listing_context *c = &l->contexts[printed];
    print_run(l);
    printf("%8" PRIu64 "  %-10s 0x%" PRIX32 "\n", c->offset, c->name, c->value);
  }
  l->context_count -= printed;
  memmove(l->contexts, l->contexts + printed, l->context_count * sizeof *l->contexts);
}

// Adds the value of a Context ID packet, of a VMID packet, or of an I-sync with a new Context ID.
static void add_context(struct listing *l, const struct packet *p) {
  const bool is_context = packet_is(p->kind, PACKET_HAS_CONTEXT), again = l->has_context && p->value == l->context;
  if (p->kind == PACKET_ISYNC ? !p->has_value || again : !is_context && p->kind != PACKET_VMID) return;
  if (l->context_count == sizeof l->contexts / sizeof *l->contexts) print_contexts(l, l->contexts[0].offset + 1);
  l->contexts[l->context_count++] =
      (struct listing_context){p->offset, packet_name[is_context ? PACKET_CONTEXT_ID : PACKET_VMID], p->value};
  if (!is_context) return;
  l->has_context = true;
  l->context = p->value;
}

// --- marks -----------------------------------------------------------------------------------------------------------

// Prints the bytes before `offset` that are in no packet.
static void print_skipped(struct listing *l, uint64_t offset) {
  if (offset <= l->next || !(l->packets || l->flow || l->instructions)) return;
  print_run(l);
  printf("%8" PRIu64 "  skipped    %" PRIu64 " bytes before the next A-sync\n", l->next, offset - l->next);
}

// Notes an address of the trace.
static void note_address(struct listing *l, uint32_t address) {
  l->low = l->has_address && l->low < address ? l->low : address;
  l->high = l->has_address && l->high > address ? l->high : address;
  l->has_address = true;
}

// Prints what is no event of the flow: the start of packets before the first I-sync, and the branch packet that ends a
// gap.
static void print_start(struct listing *l, const struct packet *p) {
  const bool is_idle = p->kind == PACKET_P_HEADER && p->cycles + 1u == 1u << p->atom_count;
  const bool reports_execution = packet_is(p->kind, PACKET_REPORTS) && p->kind != PACKET_BAD && !is_idle;
  if (l->in_gap && p->kind == PACKET_BRANCH && !p->exception) {
    printf("%8" PRIu64 "  resumed    0x%08X%s %s, by a branch packet\n", p->offset, p->address, AT(l, p->address),
           isa_name[p->isa]);
    note_address(l, p->address);
    l->in_gap = false;
  }
  if (l->has_sync || l->has_printed_start || !reports_execution) return;
  print_contexts(l, p->offset);
  printf("%8" PRIu64 "  gap        execution is unknown before the first I-sync\n", p->offset);
  l->has_printed_start = true;
}

static void on_packet(void *user, const struct packet *p) {
  struct listing *l = user;
  print_skipped(l, p->offset);
  l->next = p->offset + p->length;
  if (p->kind == PACKET_BAD) {
    bad(l, p->offset, p->error);
  } else {
    l->packet_count++;
  }
  if (l->packets) {
    char text[160];
    packet_text(p, text, sizeof text);
    const bool has_address = packet_is(p->kind, PACKET_HAS_STATE) || p->kind == PACKET_WAYPOINT_UPDATE;
    printf("%8" PRIu64 " %2" PRIu32 "  %s%s\n", p->offset, p->length, text,
           has_address && p->unknown_bits == 0 ? AT(l, p->address) : "");
  }
  if (p->has_count) l->clocks += p->cycle_count;
  if (p->kind == PACKET_TIMESTAMP) {
    l->time_before = l->time;
    l->had_time = l->has_time;
    l->time = p->timestamp;
    l->has_time = !p->unknown_bits;
    l->time_offset = p->offset;
  }
  if (l->image_flow) {
    if (l->flow || l->instructions) add_context(l, p);
    flow_packet(l->image_flow, p);
    flow_settle(l->image_flow);
    if (l->flow || l->instructions) print_start(l, p);
  }
  if (l->events) event_source_packet(&l->event_source, p);
}

// What depends on the protocol.
struct listing_protocol {
  void (*print_cycles)(const struct listing *l, const struct flow_event *e);
  void (*print_range)(struct listing *l, const struct flow_event *e);
  bool has_waypoints;  // a range ends with a waypoint, up to which clocks are counted; otherwise each instruction has
                       // its own count
};

// Prints the clocks since the last count, if they are counted. The count of an I-sync may be unknown.
static void print_cycles(const struct listing *l, const struct flow_event *e) {
  if (l->counted) l->protocol->print_cycles(l, e);
}

static void pft_cycles(const struct listing *l, const struct flow_event *e) {
  const bool has_no_count = e->kind == FLOW_SYNC && e->reason == ISYNC_PERIODIC;
  if (!has_no_count) printf(", %" PRIu64 " cycles", l->clocks);
}

static void etm3_cycles(const struct listing *l, const struct flow_event *e) {
  (void)l;
  if (e->has_count && e->count == 0) {
    printf(", cycles not known");
  } else {
    printf(", %" PRIu32 " cycles", e->cycles + (e->has_count ? e->count : 0));
  }
}

static void print_range(struct listing *l, const struct flow_event *e) {
  const bool atom = e->waypoint && l->protocol->has_waypoints;
  printf("%8" PRIu64 "  executed   0x%08X%s to 0x%08X %s, %" PRIu32 " instructions%s", e->offset, e->start,
         AT(l, e->start), e->end, isa_name[e->isa], e->count,
         !atom       ? ""
         : e->passed ? ", E"
                     : ", N");
  if (atom) print_cycles(l, e);
  printf("\n");
}

// Prints the consecutive instructions of an ETM.
static void print_run(struct listing *l) {
  if (l->run.count) print_range(l, &l->run);
  l->run.count = 0;
}

// Adds instructions to the run. It is not used if each instruction has its own line.
static void add_to_run(struct listing *l, const struct flow_event *e) {
  if (l->instructions) return;
  if (l->run.count && (l->run.end != e->start || l->run.isa != e->isa)) print_run(l);
  if (l->run.count == 0) {
    l->run = *e;
  } else {
    l->run.end = e->end;
    l->run.count += e->count;
  }
}

static void print_event(struct listing *l, const struct flow_event *e) {
  char name[EXCEPTION_ROOM];
  if (e->kind == FLOW_RANGE) {
    l->protocol->print_range(l, e);
    return;
  }
  print_run(l);
  switch (e->kind) {
    case FLOW_SYNC:
      printf("%8" PRIu64 "  sync       0x%08X%s %s, %s", e->offset, e->start, AT(l, e->start), isa_name[e->isa],
             isync_reason_phrase[e->reason]);
      print_cycles(l, e);
      printf("\n");
      break;
    case FLOW_EXCEPTION:
      printf("%8" PRIu64 "  exception  %u%s at 0x%08X%s, to 0x%08X%s %s%s", e->offset, e->exception,
             exception_name(l->config, e->exception, name), e->end, AT(l, e->end), e->start, AT(l, e->start),
             isa_name[e->isa], e->cancel ? ", instruction cancelled" : "");
      if (l->protocol->has_waypoints) print_cycles(l, e);
      printf("\n");
      break;
    case FLOW_BRANCH:
      printf("%8" PRIu64 "  branch     to 0x%08X%s %s\n", e->offset, e->start, AT(l, e->start), isa_name[e->isa]);
      break;
    case FLOW_COUNT:
      printf("%8" PRIu64 "  count      %" PRIu32 " cycles before the last I-sync\n", e->offset, e->count);
      break;
    case FLOW_GAP:
      printf("%8" PRIu64 "  gap        0x%08X%s %s, %s\n", e->offset, e->start, AT(l, e->start), isa_name[e->isa],
             e->why);
      break;
    case FLOW_ERROR:
      printf("%8" PRIu64 "  error      %s\n", e->offset, e->why);
      break;
    case FLOW_RANGE:
    case FLOW_PERIODIC:
      break;
  }
}

// Does the event say why the next instruction does not follow the last?
static bool is_mark(enum flow_kind kind) {
  return kind == FLOW_SYNC || kind == FLOW_EXCEPTION || kind == FLOW_GAP || kind == FLOW_ERROR;
}

static const struct listing_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.print_cycles = pft_cycles, .print_range = print_range, .has_waypoints = true},
    [PROTOCOL_ETM3] = {.print_cycles = etm3_cycles, .print_range = add_to_run},
};

static void print_time(const struct listing *l, const struct flow_event *e) {
  const bool later = e->offset >= l->time_offset;
  if (later ? l->has_time : l->had_time) printf(", time 0x%" PRIX64, later ? l->time : l->time_before);
}

// Prints an instruction. PFT counts clocks up to a waypoint, which is the last instruction of a range.
static void print_instruction(const struct listing *l, const struct flow_event *e, uint32_t address, unsigned size,
                              bool last) {
  const struct segment *s = image_find(l->image, address, size);
  const uint8_t *b = s ? s->bytes + (address - s->address) : (const uint8_t[4]){0};
  const uint32_t low = b[0] | (uint32_t)b[1] << 8;
  const uint32_t high = size == 4 ? b[2] | (uint32_t)b[3] << 8 : 0;
  const uint32_t word = size == 2 ? low : e->isa == ISA_ARM ? high << 16 | low : low << 16 | high;
  char text[sizeof((cs_insn *)0)->mnemonic + sizeof((cs_insn *)0)->op_str];
  printf("%8" PRIu64 "  0x%08X%s 0x%0*X %s", e->offset, address, AT(l, address), 2 * (int)size, word, isa_name[e->isa]);
  if (!l->protocol->has_waypoints) printf(" %c", e->passed ? 'E' : 'N');
  if (!l->protocol->has_waypoints || (last && e->waypoint)) print_cycles(l, e);
  print_time(l, e);
  disassembly_text(l->disassembly, b, size, address, e->isa, text, sizeof text);
  const char *source = debug_info_source(l->debug, address, (char[SOURCE_LINE_TEXT]){0});
  printf("%s%s%s%s\n", text[0] ? "  " : "", text, *source ? "  ; " : "", source);
}

// Prints a line for each instruction. ETMv3 reports for each whether its condition passed.
static void print_instructions(void *user, const struct flow_event *e) {
  const struct listing *l = user;
  uint32_t address = e->start;
  for (uint32_t i = 0; i < e->count; i++) {
    uint16_t first = 0;
    image_read16(l->image, address, &first);
    const unsigned size = e->isa == ISA_ARM ? 4 : thumb_size(first);
    print_instruction(l, e, address, size, i + 1 == e->count);
    address += size;
  }
}

// Did packets count clocks up to this event?
static bool is_counted(const struct flow_event *e) {
  return e->kind == FLOW_SYNC || e->kind == FLOW_EXCEPTION || (e->kind == FLOW_RANGE && e->waypoint);
}

static void on_event(void *user, const struct flow_event *e) {
  struct listing *l = user;
  if (e->kind == FLOW_SYNC || e->kind == FLOW_BRANCH) note_address(l, e->start);
  l->left_code = l->left_code || (e->kind == FLOW_GAP && e->isa != ISA_JAZELLE);
  // The Context ID of an I-sync is printed after it.
  print_contexts(l, e->offset + (e->kind == FLOW_RANGE));
  if (l->flow || (l->instructions && is_mark(e->kind))) print_event(l, e);
  if (is_mark(e->kind)) l->in_gap = e->kind == FLOW_GAP;
  if (l->events) event_source_flow(&l->event_source, e);
  switch (e->kind) {
    case FLOW_SYNC:
      // Execution is unknown while tracing is off; before the first I-sync, nothing was reported.
      l->gap_count += e->reason == ISYNC_OVERFLOW || (e->reason == ISYNC_TRACE_ON && l->has_sync);
      l->has_sync = true;
      break;
    case FLOW_RANGE:
      l->instruction_count += e->count;
      l->waypoint_count += e->waypoint && l->protocol->has_waypoints;
      if (l->instructions && l->protocol->has_waypoints) print_instructions(l, e);
      if (l->instructions && !l->protocol->has_waypoints) flow_each(e, print_instructions, l);
      break;
    case FLOW_BRANCH:
    case FLOW_EXCEPTION:
      l->waypoint_count++;
      break;
    case FLOW_GAP:
      l->gap_count++;
      break;
    case FLOW_ERROR:
      bad(l, e->offset, e->why);
      break;
    case FLOW_COUNT:
    case FLOW_PERIODIC:
      break;
  }
  if (is_counted(e)) l->clocks = 0;
}

static void on_source_event(void *user, const struct event *e) {
  (void)user;
  event_write(stdout, e);
}

// Handles a break in the bytes. Missing frames are an error; a barrier and a truncated end are not.
static void on_break(struct listing *l, struct decoder *d, const struct frames_break *b) {
  const bool is_lost = frames_break_is_lost(b);
  if (b->kind == FRAMES_DAMAGED) bad(l, b->at, b->text);
  if (is_lost) decode_break(d);
  if (is_lost && l->events) event_source_end(&l->event_source);
  if (l->image_flow) flow_break(l->image_flow, b->at, is_lost, b->text);
  if (!l->image_flow) l->gap_count++;
  if (l->packets && !l->flow && !l->instructions) printf("%8zu     gap %s\n", b->at, b->text);
}

static void decode_all(struct listing *l, struct decoder *d, const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (size_t i = 0; i < l->breaks.count; i++) {
    const struct frames_break *b = &l->breaks.of[i];
    decode_bytes(d, bytes + at, b->at - at);
    at = b->at;
    on_break(l, d, b);
  }
  decode_bytes(d, bytes + at, count - at);
  decode_end(d);
}

void listing_decode(struct listing *l, const struct config *config, const uint8_t *bytes, size_t count) {
  struct decoder decoder;
  l->config = config;
  l->protocol = &protocols[config_protocol(config)];
  l->counted = config->etmcr & ETMCR_CYCLE_ACCURATE;
  if (l->instructions) l->disassembly = disassembly_new();
  if (l->image) l->image_flow = flow_new(config, l->image, on_event, l);
  if (l->events) {
    fputs(LINES_BEGIN, stdout);
    event_write_config(stdout, config);
    event_source_start(&l->event_source, config, on_source_event, NULL);
  }
  decode_start(&decoder, config, on_packet, l);
  decode_all(l, &decoder, bytes, count);
  if (l->image_flow) flow_end(l->image_flow);
  if (l->events) {
    event_source_end(&l->event_source);
    fputs(LINES_END, stdout);
  }
  print_contexts(l, UINT64_MAX);
  print_run(l);
  print_skipped(l, count);
  if (decoder.unsynced == count) bad(l, 0, "no A-sync found (expected five or more bytes 00, then 80)");
  flow_free(l->image_flow);
  disassembly_free(l->disassembly);
}
