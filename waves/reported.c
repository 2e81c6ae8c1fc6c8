// SPDX-License-Identifier: Apache-2.0
#include "reported.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "flow.h"
#include "packet.h"

enum { TEXT_ROOM = 256 };  // longest piece of text: a packet's, a flow event's; twenty bytes in hex

void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) {
    fputs("decode_rows: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

// --- the bytes -------------------------------------------------------------------------------------------------------

static void trace_add(struct trace *t, uint64_t clock, uint8_t byte) {
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 4096;
    t->byte = grown(t->byte, t->room * sizeof *t->byte);
    t->clock = grown(t->clock, t->room * sizeof *t->clock);
  }
  t->byte[t->count] = byte;
  t->clock[t->count++] = clock;
}

static bool beat_line(struct trace *t, const char *line) {
  char *at;
  const uint64_t clock = strtoull(line, &at, 10);
  if (at == line || *at != ' ' || (t->count && clock <= t->clock[t->count - 1])) return false;
  int used = 0;
  unsigned byte;
  for (at++; sscanf(at, "%2x%n", &byte, &used) == 1 && used == 2; at += used) trace_add(t, clock, (uint8_t)byte);
  return *at == '\n' && at[-1] != ' ';
}

bool trace_read(struct trace *t, const char *path, struct error *err) {
  FILE *file = fopen(path, "r");
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  char line[64];
  size_t number = 1;
  bool good = true;
  for (; good && fgets(line, sizeof line, file); number++) good = beat_line(t, line);
  if (!good) error_set(err, "%s:%zu: expected '<later clock> <bytes in hex>'", path, number - 1);
  fclose(file);
  return good;
}

void trace_free(struct trace *t) {
  free(t->byte);
  free(t->clock);
}

// --- the packets -----------------------------------------------------------------------------------------------------

struct reporter {
  const struct trace *trace;
  const struct config *config;
  struct reported reported;
  size_t room;
  struct flow *flow;
  // Where the row of instructions that was told last could go on, and its packet.
  uint64_t run_offset;
  uint32_t run_end;
  uint8_t isa;  // enum isa, of what was told last
};

static char *copy_of(const char *text) { return strcpy(grown(NULL, strlen(text) + 1), text); }

static struct reported_packet *add(struct reporter *t, uint64_t clock, uint64_t offset) {
  struct reported *reported = &t->reported;
  if (reported->count == t->room) {
    t->room = t->room ? 2 * t->room : 256;
    reported->at = grown(reported->at, t->room * sizeof *reported->at);
  }
  reported->at[reported->count] = (struct reported_packet){.clock = clock, .offset = offset};
  return &reported->at[reported->count++];
}

static void on_packet(void *user, const struct packet *p) {
  struct reporter *t = user;
  struct reported_packet *reported = add(t, t->trace->clock[p->offset], p->offset);
  const size_t name = strlen(packet_name[p->kind]);  // packet_text begins with it
  char text[TEXT_ROOM];
  packet_text(p, text, sizeof text);
  reported->text[REPORTED_PACKET] = copy_of(packet_name[p->kind]);
  reported->text[REPORTED_FIELDS] = copy_of(text[name] ? text + name + 1 : "-");
  reported->text[REPORTED_BYTES] = grown(NULL, 3 * p->length + 1);
  for (uint32_t i = 0; i < p->length; i++)
    sprintf(reported->text[REPORTED_BYTES] + 3 * i, "%02X%s", t->trace->byte[p->offset + i],
            i + 1 < p->length ? " " : "");
  flow_packet(t->flow, p);
}

// --- the instructions ------------------------------------------------------------------------------------------------

static const char *const isa_name[] = {"ARM", "Thumb", "ThumbEE", "Jazelle"};

// More of what the packet at `offset` tells. An ETM's flow tells of an instruction only when no packet can cancel it
// any more: later packets may be there already.
__attribute__((format(printf, 4, 5))) static void tell(struct reporter *t, uint64_t offset, const char *between,
                                                       const char *format, ...) {
  size_t i = t->reported.count;
  while (i > 0 && t->reported.at[i - 1].offset > offset) i--;
  if (i == 0 || t->reported.at[i - 1].offset != offset) return;

  char more[TEXT_ROOM];
  va_list list;
  va_start(list, format);
  vsnprintf(more, sizeof more, format, list);
  va_end(list);
  char **text = &t->reported.at[i - 1].text[REPORTED_FLOW];
  const size_t old = *text ? strlen(*text) : 0;
  *text = grown(*text, old + strlen(between) + strlen(more) + 1);
  sprintf(*text + old, "%s%s", old ? between : "", more);
}

// "0x80008000 EEN": of an ETM three instructions, one behind the other. "0x80008000 x3 E": of a PTM three, up to a
// waypoint that passed. With the instruction set if that has changed.
static void tell_instructions(void *user, const struct flow_event *e) {
  struct reporter *t = user;
  const bool etm3 = config_is_etm3(t->config);
  const char *atom = !e->waypoint ? "" : e->passed ? "E" : "N";
  const bool goes_on = etm3 && e->offset == t->run_offset && e->start == t->run_end && e->isa == t->isa;
  const char *isa = e->isa == t->isa ? "" : isa_name[e->isa];
  const char *space = *isa ? " " : "";
  t->isa = e->isa;
  t->run_offset = e->offset;
  t->run_end = e->end;
  if (goes_on)
    tell(t, e->offset, "", "%s", atom);
  else if (etm3)
    tell(t, e->offset, ", ", "0x%08X %s%s%s", e->start, isa, space, atom);
  else
    tell(t, e->offset, ", ", "0x%08X %s%sx%u%s%s", e->start, isa, space, (unsigned)e->count, *atom ? " " : "", atom);
}

// Execution goes on at e->start.
static void tell_place(struct reporter *t, const struct flow_event *e, const char *how) {
  tell(t, e->offset, ", ", "%s 0x%08X %s", how, e->start, isa_name[e->isa]);
  t->isa = e->isa;
}

static void tell_exception(struct reporter *t, const struct flow_event *e) {
  char how[32];
  if (e->cancel) tell(t, e->offset, ", ", "0x%08X cancelled", e->end);
  snprintf(how, sizeof how, "exception %u ->", e->exception);
  tell_place(t, e, how);
}

static void on_event(void *user, const struct flow_event *e) {
  struct reporter *t = user;
  switch (e->kind) {
    case FLOW_SYNC:
      tell_place(t, e, "at");
      break;
    case FLOW_RANGE:
      if (config_is_etm3(t->config))
        flow_each(e, tell_instructions, t);
      else
        tell_instructions(t, e);
      break;
    case FLOW_EXCEPTION:
      tell_exception(t, e);
      break;
    case FLOW_BRANCH:
      tell_place(t, e, "->");
      break;
    case FLOW_GAP:
      tell(t, e->offset, ", ", "gap: %s", e->why);
      break;
    case FLOW_ERROR:
      tell(t, e->offset, ", ", "error: %s", e->why);
      break;
    default:  // counts: the packet's fields have them
      break;
  }
}

void reported_make(struct reported *reported, const struct trace *trace, const struct config *config,
                   const struct image *image) {
  struct reporter t = {.trace = trace, .config = config};
  struct decoder decoder;
  t.flow = flow_new(config, image, on_event, &t);
  if (!t.flow) {
    fputs("decode_rows: out of memory\n", stderr);
    exit(2);
  }
  decode_start(&decoder, config, on_packet, &t);
  decode_bytes(&decoder, trace->byte, trace->count);
  decode_end(&decoder);
  flow_end(t.flow);
  flow_free(t.flow);
  for (size_t i = 0; i < t.reported.count; i++) {
    if (!t.reported.at[i].text[REPORTED_FLOW]) t.reported.at[i].text[REPORTED_FLOW] = copy_of("-");
  }
  *reported = t.reported;
}

void reported_free(struct reported *reported) {
  for (size_t i = 0; i < reported->count; i++) {
    for (int column = 0; column < REPORTED_COLUMNS; column++) free(reported->at[i].text[column]);
  }
  free(reported->at);
}
