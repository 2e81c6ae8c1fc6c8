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

static void bad(struct listing *listing, uint64_t offset, const char *what) {
  if (listing->error_count++ == 0) error_set(&listing->first, "%s: byte %" PRIu64 ": %s", listing->name, offset, what);
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

static void print_run(struct listing *listing);

// Prints those of packets before byte `end`.
static void print_contexts(struct listing *listing, uint64_t end) {
  size_t printed = 0;
  for (; printed < listing->context_count && listing->contexts[printed].offset < end; printed++) {
    const struct listing_context *c = &listing->contexts[printed];
    print_run(listing);
    printf("%8" PRIu64 "  %-10s 0x%" PRIX32 "\n", c->offset, c->name, c->value);
  }
  listing->context_count -= printed;
  memmove(listing->contexts, listing->contexts + printed, listing->context_count * sizeof *listing->contexts);
}

// Adds the value of a Context ID packet, of a VMID packet, or of an I-sync with a new Context ID.
static void add_context(struct listing *listing, const struct packet *packet) {
  const bool is_context = packet_is(packet->kind, PACKET_HAS_CONTEXT),
             again = listing->has_context && packet->value == listing->context;
  if (packet->kind == PACKET_ISYNC ? !packet->has_value || again : !is_context && packet->kind != PACKET_VMID) return;
  if (listing->context_count == sizeof listing->contexts / sizeof *listing->contexts)
    print_contexts(listing, listing->contexts[0].offset + 1);
  listing->contexts[listing->context_count++] = (struct listing_context){
      packet->offset, packet_name[is_context ? PACKET_CONTEXT_ID : PACKET_VMID], packet->value};
  if (!is_context) return;
  listing->has_context = true;
  listing->context = packet->value;
}

// --- marks -----------------------------------------------------------------------------------------------------------

// Prints the bytes before `offset` that are in no packet.
static void print_skipped(struct listing *listing, uint64_t offset) {
  if (offset <= listing->next || !(listing->packets || listing->flow || listing->instructions)) return;
  print_run(listing);
  printf("%8" PRIu64 "  skipped    %" PRIu64 " bytes before the next A-sync\n", listing->next, offset - listing->next);
}

// Notes an address of the trace.
static void note_address(struct listing *listing, uint32_t address) {
  listing->low = listing->has_address && listing->low < address ? listing->low : address;
  listing->high = listing->has_address && listing->high > address ? listing->high : address;
  listing->has_address = true;
}

// Prints what is no event of the flow: the start of packets before the first I-sync, and the branch packet that ends a
// gap.
static void print_start(struct listing *listing, const struct packet *packet) {
  const bool is_idle = packet->kind == PACKET_P_HEADER && packet->cycles + 1u == 1u << packet->atom_count;
  const bool reports_execution = packet_is(packet->kind, PACKET_REPORTS) && packet->kind != PACKET_BAD && !is_idle;
  if (listing->in_gap && packet->kind == PACKET_BRANCH && !packet->exception) {
    printf("%8" PRIu64 "  resumed    0x%08X%s %s, by a branch packet\n", packet->offset, packet->address,
           AT(listing, packet->address), isa_name[packet->isa]);
    note_address(listing, packet->address);
    listing->in_gap = false;
  }
  if (listing->has_sync || listing->has_printed_start || !reports_execution) return;
  print_contexts(listing, packet->offset);
  printf("%8" PRIu64 "  gap        execution is unknown before the first I-sync\n", packet->offset);
  listing->has_printed_start = true;
}

static void on_packet(void *user, const struct packet *packet) {
  struct listing *l = user;
  print_skipped(l, packet->offset);
  l->next = packet->offset + packet->length;
  if (packet->kind == PACKET_BAD) {
    bad(l, packet->offset, packet->error);
  } else {
    l->packet_count++;
  }
  if (l->packets) {
    char text[160];
    packet_text(packet, text, sizeof text);
    const bool has_address = packet_is(packet->kind, PACKET_HAS_STATE) || packet->kind == PACKET_WAYPOINT_UPDATE;
    printf("%8" PRIu64 " %2" PRIu32 "  %s%s\n", packet->offset, packet->length, text,
           has_address && packet->unknown_bits == 0 ? AT(l, packet->address) : "");
  }
  if (packet->has_count) l->clocks += packet->cycle_count;
  if (packet->kind == PACKET_TIMESTAMP) {
    l->time_before = l->time;
    l->had_time = l->has_time;
    l->time = packet->timestamp;
    l->has_time = !packet->unknown_bits;
    l->time_offset = packet->offset;
  }
  if (l->image_flow) {
    if (l->flow || l->instructions) add_context(l, packet);
    flow_packet(l->image_flow, packet);
    flow_settle(l->image_flow);
    if (l->flow || l->instructions) print_start(l, packet);
  }
  if (l->events) event_source_packet(&l->event_source, packet);
}

// What depends on the protocol.
struct listing_protocol {
  void (*print_cycles)(const struct listing *l, const struct flow_event *e);
  void (*print_range)(struct listing *l, const struct flow_event *e);
  bool has_waypoints;  // a range ends with a waypoint, up to which clocks are counted; otherwise each instruction has
                       // its own count
};

// Prints the clocks since the last count, if they are counted. The count of an I-sync may be unknown.
static void print_cycles(const struct listing *listing, const struct flow_event *event) {
  if (listing->counted) listing->protocol->print_cycles(listing, event);
}

static void pft_cycles(const struct listing *listing, const struct flow_event *event) {
  const bool has_no_count = event->kind == FLOW_SYNC && event->reason == ISYNC_PERIODIC;
  if (!has_no_count) printf(", %" PRIu64 " cycles", listing->clocks);
}

static void etm3_cycles(const struct listing *listing, const struct flow_event *event) {
  (void)listing;
  if (event->has_count && event->count == 0) {
    printf(", cycles not known");
  } else {
    printf(", %" PRIu32 " cycles", event->cycles + (event->has_count ? event->count : 0));
  }
}

static void print_range(struct listing *listing, const struct flow_event *event) {
  const bool atom = event->waypoint && listing->protocol->has_waypoints;
  printf("%8" PRIu64 "  executed   0x%08X%s to 0x%08X %s, %" PRIu32 " instructions%s", event->offset, event->start,
         AT(listing, event->start), event->end, isa_name[event->isa], event->count,
         !atom           ? ""
         : event->passed ? ", E"
                         : ", N");
  if (atom) print_cycles(listing, event);
  printf("\n");
}

// Prints the consecutive instructions of an ETM.
static void print_run(struct listing *listing) {
  if (listing->run.count) print_range(listing, &listing->run);
  listing->run.count = 0;
}

// Adds instructions to the run. It is not used if each instruction has its own line.
static void add_to_run(struct listing *listing, const struct flow_event *event) {
  if (listing->instructions) return;
  if (listing->run.count && (listing->run.end != event->start || listing->run.isa != event->isa)) print_run(listing);
  if (listing->run.count == 0) {
    listing->run = *event;
  } else {
    listing->run.end = event->end;
    listing->run.count += event->count;
  }
}

static void print_event(struct listing *listing, const struct flow_event *event) {
  char name[EXCEPTION_ROOM];
  if (event->kind == FLOW_RANGE) {
    listing->protocol->print_range(listing, event);
    return;
  }
  print_run(listing);
  switch (event->kind) {
    case FLOW_SYNC:
      printf("%8" PRIu64 "  sync       0x%08X%s %s, %s", event->offset, event->start, AT(listing, event->start),
             isa_name[event->isa], isync_reason_phrase[event->reason]);
      print_cycles(listing, event);
      printf("\n");
      break;
    case FLOW_EXCEPTION:
      printf("%8" PRIu64 "  exception  %u%s at 0x%08X%s, to 0x%08X%s %s%s", event->offset, event->exception,
             exception_name(listing->config, event->exception, name), event->end, AT(listing, event->end), event->start,
             AT(listing, event->start), isa_name[event->isa], event->cancel ? ", instruction cancelled" : "");
      if (listing->protocol->has_waypoints) print_cycles(listing, event);
      printf("\n");
      break;
    case FLOW_BRANCH:
      printf("%8" PRIu64 "  branch     to 0x%08X%s %s\n", event->offset, event->start, AT(listing, event->start),
             isa_name[event->isa]);
      break;
    case FLOW_COUNT:
      printf("%8" PRIu64 "  count      %" PRIu32 " cycles before the last I-sync\n", event->offset, event->count);
      break;
    case FLOW_GAP:
      printf("%8" PRIu64 "  gap        0x%08X%s %s, %s\n", event->offset, event->start, AT(listing, event->start),
             isa_name[event->isa], event->why);
      break;
    case FLOW_ERROR:
      printf("%8" PRIu64 "  error      %s\n", event->offset, event->why);
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

static void print_time(const struct listing *listing, const struct flow_event *event) {
  const bool later = event->offset >= listing->time_offset;
  if (later ? listing->has_time : listing->had_time)
    printf(", time 0x%" PRIX64, later ? listing->time : listing->time_before);
}

// Prints an instruction. PFT counts clocks up to a waypoint, which is the last instruction of a range.
static void print_instruction(const struct listing *listing, const struct flow_event *event, uint32_t address,
                              unsigned size, bool last) {
  const struct segment *s = image_find(listing->image, address, size);
  const uint8_t *b = s ? s->bytes + (address - s->address) : (const uint8_t[4]){0};
  const uint32_t low = b[0] | (uint32_t)b[1] << 8;
  const uint32_t high = size == 4 ? b[2] | (uint32_t)b[3] << 8 : 0;
  const uint32_t word = size == 2 ? low : event->isa == ISA_ARM ? high << 16 | low : low << 16 | high;
  char text[sizeof((cs_insn *)0)->mnemonic + sizeof((cs_insn *)0)->op_str];
  printf("%8" PRIu64 "  0x%08X%s 0x%0*X %s", event->offset, address, AT(listing, address), 2 * (int)size, word,
         isa_name[event->isa]);
  if (!listing->protocol->has_waypoints) printf(" %c", event->passed ? 'E' : 'N');
  if (!listing->protocol->has_waypoints || (last && event->waypoint)) print_cycles(listing, event);
  print_time(listing, event);
  disassembly_text(listing->disassembly, b, size, address, event->isa, text, sizeof text);
  const char *source = debug_info_source(listing->debug, address, (char[SOURCE_LINE_TEXT]){0});
  printf("%s%s%s%s\n", text[0] ? "  " : "", text, *source ? "  ; " : "", source);
}

// Prints a line for each instruction. ETMv3 reports for each whether its condition passed.
static void print_instructions(void *user, const struct flow_event *event) {
  const struct listing *l = user;
  uint32_t address = event->start;
  for (uint32_t i = 0; i < event->count; i++) {
    uint16_t first = 0;
    image_read16(l->image, address, &first);
    const unsigned size = event->isa == ISA_ARM ? 4 : thumb_size(first);
    print_instruction(l, event, address, size, i + 1 == event->count);
    address += size;
  }
}

// Did packets count clocks up to this event?
static bool is_counted(const struct flow_event *event) {
  return event->kind == FLOW_SYNC || event->kind == FLOW_EXCEPTION || (event->kind == FLOW_RANGE && event->waypoint);
}

static void on_event(void *user, const struct flow_event *event) {
  struct listing *l = user;
  if (event->kind == FLOW_SYNC || event->kind == FLOW_BRANCH) note_address(l, event->start);
  l->left_code = l->left_code || (event->kind == FLOW_GAP && event->isa != ISA_JAZELLE);
  // The Context ID of an I-sync is printed after it.
  print_contexts(l, event->offset + (event->kind == FLOW_RANGE));
  if (l->flow || (l->instructions && is_mark(event->kind))) print_event(l, event);
  if (is_mark(event->kind)) l->in_gap = event->kind == FLOW_GAP;
  if (l->events) event_source_flow(&l->event_source, event);
  switch (event->kind) {
    case FLOW_SYNC:
      // Execution is unknown while tracing is off; before the first I-sync, nothing was reported.
      l->gap_count += event->reason == ISYNC_OVERFLOW || (event->reason == ISYNC_TRACE_ON && l->has_sync);
      l->has_sync = true;
      break;
    case FLOW_RANGE:
      l->instruction_count += event->count;
      l->waypoint_count += event->waypoint && l->protocol->has_waypoints;
      if (l->instructions && l->protocol->has_waypoints) print_instructions(l, event);
      if (l->instructions && !l->protocol->has_waypoints) flow_each(event, print_instructions, l);
      break;
    case FLOW_BRANCH:
    case FLOW_EXCEPTION:
      l->waypoint_count++;
      break;
    case FLOW_GAP:
      l->gap_count++;
      break;
    case FLOW_ERROR:
      bad(l, event->offset, event->why);
      break;
    case FLOW_COUNT:
    case FLOW_PERIODIC:
      break;
  }
  if (is_counted(event)) l->clocks = 0;
}

static void on_source_event(void *user, const struct event *event) {
  (void)user;
  event_write(stdout, event);
}

// Handles a break in the bytes. Missing frames are an error; a barrier and a truncated end are not.
static void on_break(struct listing *listing, struct decoder *decoder, const struct frames_break *b) {
  const bool is_lost = frames_break_is_lost(b);
  if (b->kind == FRAMES_DAMAGED) bad(listing, b->at, b->text);
  if (is_lost) decode_break(decoder);
  if (is_lost && listing->events) event_source_end(&listing->event_source);
  if (listing->image_flow) flow_break(listing->image_flow, b->at, is_lost, b->text);
  if (!listing->image_flow) listing->gap_count++;
  if (listing->packets && !listing->flow && !listing->instructions) printf("%8zu     gap %s\n", b->at, b->text);
}

static void decode_all(struct listing *listing, struct decoder *decoder, const uint8_t *bytes, size_t count) {
  size_t at = 0;
  for (size_t i = 0; i < listing->breaks.count; i++) {
    const struct frames_break *b = &listing->breaks.of[i];
    decode_bytes(decoder, bytes + at, b->at - at);
    at = b->at;
    on_break(listing, decoder, b);
  }
  decode_bytes(decoder, bytes + at, count - at);
  decode_end(decoder);
}

void listing_decode(struct listing *listing, const struct config *config, const uint8_t *bytes, size_t count) {
  struct decoder decoder;
  listing->config = config;
  listing->protocol = &protocols[config_protocol(config)];
  listing->counted = config->etmcr & ETMCR_CYCLE_ACCURATE;
  if (listing->instructions) listing->disassembly = disassembly_new();
  if (listing->image) listing->image_flow = flow_new(config, listing->image, on_event, listing);
  if (listing->events) {
    fputs(LINES_BEGIN, stdout);
    event_write_config(stdout, config);
    event_source_start(&listing->event_source, config, on_source_event, NULL);
  }
  decode_start(&decoder, config, on_packet, listing);
  decode_all(listing, &decoder, bytes, count);
  if (listing->image_flow) flow_end(listing->image_flow);
  if (listing->events) {
    event_source_end(&listing->event_source);
    fputs(LINES_END, stdout);
  }
  print_contexts(listing, UINT64_MAX);
  print_run(listing);
  print_skipped(listing, count);
  if (decoder.unsynced == count) bad(listing, 0, "no A-sync found (expected five or more bytes 00, then 80)");
  flow_free(listing->image_flow);
  disassembly_free(listing->disassembly);
}
