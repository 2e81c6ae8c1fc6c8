// SPDX-License-Identifier: Apache-2.0
#include "listing.h"

#include <inttypes.h>
#include <stdio.h>

#include "decode.h"
#include "flow.h"
#include "isa.h"

static const char *const isa_name[] = {"ARM", "Thumb", "ThumbEE", "Jazelle"};
static const char *const reason_name[] = {"periodic", "trace on", "overflow", "debug exit"};

static void bad(struct listing *l, uint64_t offset, const char *what) {
  if (l->error_count++ == 0) error_set(&l->first, "%s: byte %" PRIu64 ": %s", l->name, offset, what);
}

static void on_packet(void *user, const struct packet *p) {
  struct listing *l = user;
  if (p->kind == PACKET_BAD) {
    bad(l, p->offset, p->error);
  } else {
    l->packet_count++;
  }
  if (l->packets) {
    char text[160];
    packet_text(p, text, sizeof text);
    printf("%8" PRIu64 " %2" PRIu32 "  %s\n", p->offset, p->length, text);
  }
  if (l->flow) flow_packet(l->flow, p);
  if (l->events) tell_packet(&l->tell, p);
}

static void print_event(const struct flow_event *e) {
  switch (e->kind) {
    case FLOW_SYNC:
      printf("%8" PRIu64 "  sync       0x%08X %s, %s\n", e->offset, e->start, isa_name[e->isa], reason_name[e->reason]);
      break;
    case FLOW_RANGE:
      printf("%8" PRIu64 "  executed   0x%08X to 0x%08X %s, %" PRIu32 " instructions%s\n", e->offset, e->start, e->end,
             isa_name[e->isa], e->count,
             !e->waypoint ? ""
             : e->passed  ? ", E"
                          : ", N");
      break;
    case FLOW_EXCEPTION:
      printf("%8" PRIu64 "  exception  %u at 0x%08X, to 0x%08X %s\n", e->offset, e->exception, e->end, e->start,
             isa_name[e->isa]);
      break;
    case FLOW_GAP:
      printf("%8" PRIu64 "  gap        %s\n", e->offset, e->why);
      break;
    default:
      break;
  }
}

// One line for each: address, encoding (a 32-bit Thumb one with its first halfword on top), instruction set.
static void print_instructions(const struct image *image, const struct flow_event *e) {
  uint32_t address = e->start;
  for (uint32_t i = 0; i < e->count; i++) {
    uint16_t first = 0, second = 0;
    uint32_t word = 0;
    image_read16(image, address, &first);
    const unsigned size = e->isa == ISA_ARM ? 4 : thumb_size(first);
    if (e->isa == ISA_ARM) {
      image_read32(image, address, &word);
    } else if (size == 4) {
      image_read16(image, address + 2, &second);
      word = (uint32_t)first << 16 | second;
    } else {
      word = first;
    }
    printf("0x%08X 0x%0*X %s\n", address, 2 * (int)size, word, isa_name[e->isa]);
    address += size;
  }
}

static void on_event(void *user, const struct flow_event *e) {
  struct listing *l = user;
  if (l->waypoints) print_event(e);
  if (l->events) tell_flow(&l->tell, e);
  switch (e->kind) {
    case FLOW_SYNC:
      // Where execution went while tracing was off is not known; at the first I-sync nothing had been told yet.
      l->gap_count += e->reason == ISYNC_OVERFLOW || (e->reason == ISYNC_TRACE_ON && l->placed);
      l->placed = true;
      break;
    case FLOW_RANGE:
      l->instruction_count += e->count;
      l->waypoint_count += e->waypoint;
      if (l->instructions) print_instructions(l->image, e);
      break;
    case FLOW_EXCEPTION:
      l->waypoint_count++;
      break;
    case FLOW_GAP:
      l->gap_count++;
      break;
    case FLOW_ERROR:
      bad(l, e->offset, e->why);
      break;
    default:
      break;
  }
}

static void on_tell(void *user, const struct event *e) {
  (void)user;
  event_write(stdout, e);
}

bool listing_decode(struct listing *l, const struct config *config, const uint8_t *bytes, size_t count) {
  struct decoder decoder;
  if (l->image) {
    l->flow = flow_new(config, l->image, on_event, l);
    if (!l->flow) return false;
  }
  if (l->events) {
    event_write_config(stdout, config);
    tell_start(&l->tell, config, on_tell, NULL);
  }
  decode_start(&decoder, config, on_packet, l);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
  if (l->events) tell_end(&l->tell);
  if (decoder.unsynced == count) bad(l, 0, "expected an A-sync (five or more bytes 00, then 80), there is none");
  if (l->flow) flow_free(l->flow);
  return true;
}
