// SPDX-License-Identifier: Apache-2.0
// decode_rows RUN.fst BEATS OUT.fst
//
// Copies the FST that the simulation wrote and adds a scope `decode` with rows of text, which a simulator cannot write:
//
//   packet    name of the packet that begins in this clock's beat ("I-sync"); several in one beat: "atom | branch"
//   fields    its fields ("addr=0x80009044 ARM reason=trace-on ns=0")
//   bytes     its bytes, first byte first
//   waypoint  the waypoint on the WPT port: type, address -> target
//
// A text stands until the next one of its row. A packet is known only when its last byte is there, but its text belongs
// to the first: that is why the rows are added after the run, and by the decoder, not by the encoder.
//
// BEATS is what the simulation wrote with --beats: one line per ATB beat that was taken, "<clock> <bytes in hex>", from
// the first clock of the run even if the wave window begins later. Exit 0, or 2 and one line about what is wrong.
#include <errno.h>
#include <fstapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "error.h"
#include "packet.h"
#include "waypoint.h"

enum { TEXT_ROOM = 1024, BITS_ROOM = 65 };  // longest text; a copied signal of up to 64 bits, with its NUL

// --- the trace: its bytes, when each left, and what the decoder says of them -----------------------------------------

struct trace {
  uint8_t *byte;
  uint64_t *clock;  // of byte[i]
  size_t count, room;
};

struct label {
  uint64_t clock;  // in which the first byte left
  char *packet, *fields, *bytes;
};

struct labels {
  const struct trace *trace;
  uint64_t from, to;  // the wave window: later packets are not kept, of the earlier ones only the last
  struct label *at;   // in order of `clock`, no two the same
  size_t count, room;
};

static void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) {
    fputs("decode_rows: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

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

static bool trace_read(struct trace *t, const char *path, struct error *err) {
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

// "a", then "a | b": the packets that begin in one beat share a text.
static void join(char **text, const char *more) {
  const size_t old = *text ? strlen(*text) : 0;
  *text = grown(*text, old + strlen(more) + sizeof " | ");
  sprintf(*text + old, "%s%s", old ? " | " : "", more);
}

static void label_free(struct label *l) {
  free(l->packet);
  free(l->fields);
  free(l->bytes);
  *l = (struct label){0};
}

static struct label *label_at(struct labels *l, uint64_t clock) {
  if (l->count && l->at[l->count - 1].clock == clock) return &l->at[l->count - 1];
  if (l->count && clock <= l->from) label_free(&l->at[--l->count]);
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 256;
    l->at = grown(l->at, l->room * sizeof *l->at);
  }
  l->at[l->count] = (struct label){.clock = clock};
  return &l->at[l->count++];
}

static void add_label(void *user, const struct packet *p) {
  struct labels *l = user;
  const uint64_t clock = l->trace->clock[p->offset];
  if (clock > l->to) return;

  char text[TEXT_ROOM], hex[TEXT_ROOM];
  packet_text(p, text, sizeof text);
  const char *name = packet_name[p->kind];
  const char *fields = text + strlen(name);  // packet_text begins with the name
  int used = hex[0] = 0;
  for (uint32_t i = 0; i < p->length && used < TEXT_ROOM - 4; i++)
    used += sprintf(hex + used, "%s%02X", i ? " " : "", l->trace->byte[p->offset + i]);

  struct label *label = label_at(l, clock);
  join(&label->packet, name);
  join(&label->fields, *fields ? fields + 1 : "-");
  join(&label->bytes, hex);
}

// --- the waypoint on the WPT port -----------------------------------------------------------------------------------

// Signals of the dump that the rows are made of: the first ones of these names from the top.
enum watched { CLOCK, VALID, PC, TARGET, TYPE, TAKEN, LINK, THUMB, NS, EXCEPTION, PROHIBITED, ERET, WATCHED };

static const char *const watched_name[WATCHED] = {
    [CLOCK] = "clock",
    [VALID] = "WPTVALID",
    [PC] = "WPTPC",
    [TARGET] = "WPTTARGETPC",
    [TYPE] = "WPTTYPE",
    [TAKEN] = "WPTTAKEN",
    [LINK] = "WPTLINK",
    [THUMB] = "WPTTARGETTBIT",
    [NS] = "WPTnSECURE",
    [EXCEPTION] = "WPTEXCEPTIONTYPE",
    [PROHIBITED] = "WPTTRACEPROHIBITED",
    [ERET] = "WPTEXTERET",
};

static void waypoint_text(const uint64_t *v, char *text, size_t room) {
  static const char *const type[8] = {
      [WAYPOINT_DIRECT] = "direct",   [WAYPOINT_INDIRECT] = "indirect",       [WAYPOINT_EXCEPTION] = "exception",
      [WAYPOINT_BARRIER] = "barrier", [WAYPOINT_DEBUG_ENTRY] = "debug-entry", [WAYPOINT_DEBUG_EXIT] = "debug-exit",
  };
  const uint64_t kind = v[TYPE] & 7;
  char number[8] = "", target[32];
  if (kind == WAYPOINT_EXCEPTION) snprintf(number, sizeof number, " %u", (unsigned)v[EXCEPTION]);
  snprintf(target, sizeof target, "-> 0x%08X %s", (unsigned)v[TARGET], v[THUMB] ? "Thumb" : "ARM");
  snprintf(text, room, "%s%s 0x%08X %s%s%s%s", type[kind] ? type[kind] : "reserved", number, (unsigned)v[PC],
           v[PROHIBITED] ? "-> prohibited"
           : v[TAKEN]    ? target
                         : "not taken",
           v[LINK] ? " link" : "", v[ERET] ? " exception-return" : "", v[NS] ? " ns" : "");
}

// --- copying the FST ------------------------------------------------------------------------------------------------

enum row { ROW_PACKET, ROW_FIELDS, ROW_BYTES, ROW_WAYPOINT, ROWS };

struct copy {
  void *in, *out;
  fstHandle *to;               // handle in `in` -> handle in `out`
  fstHandle watched[WATCHED];  // in `in`, 0 = not there
  uint64_t value[WATCHED];     // at `time`
  struct labels labels;
  size_t next;  // label not written yet
  fstHandle row[ROWS];
  uint64_t time;
  bool begun, rows_begun;  // a time was seen; the rows have a value
  bool new_clock;          // CLOCK changed at `time`
};

static void copy_variable(struct copy *c, const struct fstHierVar *v) {
  const fstHandle h =
      fstWriterCreateVar(c->out, v->typ, v->direction, v->length, v->name, v->is_alias ? c->to[v->handle] : 0);
  if (!v->is_alias) c->to[v->handle] = h;
  for (int i = 0; i < WATCHED; i++)
    if (!c->watched[i] && v->length < BITS_ROOM && strcspn(v->name, " [") == strlen(watched_name[i]) &&
        !strncmp(v->name, watched_name[i], strlen(watched_name[i])))
      c->watched[i] = v->handle;
}

// Verilator before 5.030 puts all in a scope TOP, later ones do not: without it saved views fit both.
static bool is_wrapper(const struct fstHierScope *s) { return !s->name_length || !strcmp(s->name, "TOP"); }

static void copy_hierarchy(struct copy *c) {
  int depth = 0, wrapper = -1;
  for (struct fstHier *h; (h = fstReaderIterateHier(c->in));) {
    switch (h->htyp) {
      case FST_HT_SCOPE:
        if (depth == 0 && is_wrapper(&h->u.scope))
          wrapper = 0;
        else
          fstWriterSetScope(c->out, h->u.scope.typ, h->u.scope.name, h->u.scope.component);
        depth++;
        break;
      case FST_HT_UPSCOPE:
        if (--depth == wrapper)
          wrapper = -1;
        else
          fstWriterSetUpscope(c->out);
        break;
      case FST_HT_VAR:
        copy_variable(c, &h->u.var);
        break;
      case FST_HT_ATTRBEGIN:
        fstWriterSetAttrBegin(c->out, h->u.attr.typ, h->u.attr.subtype, h->u.attr.name, h->u.attr.arg);
        break;
      case FST_HT_ATTREND:
        fstWriterSetAttrEnd(c->out);
        break;
      default:
        break;
    }
  }
}

static void add_rows(struct copy *c) {
  static const char *const name[ROWS] = {"packet", "fields", "bytes", "waypoint"};
  fstWriterSetScope(c->out, FST_ST_VCD_MODULE, "decode", NULL);
  for (int i = 0; i < ROWS; i++)
    c->row[i] = fstWriterCreateVar(c->out, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name[i], 0);
  fstWriterSetUpscope(c->out);
}

// All changes of c->time are known: what do the rows say from here on?
static void finish_time(struct copy *c) {
  const char *text[ROWS] = {NULL};
  char waypoint[TEXT_ROOM];
  // A row without a value would be painted as undefined.
  if (!c->rows_begun) text[ROW_PACKET] = text[ROW_FIELDS] = text[ROW_BYTES] = text[ROW_WAYPOINT] = "";
  if (c->new_clock) {
    const struct labels *l = &c->labels;
    for (; c->next < l->count && l->at[c->next].clock <= c->value[CLOCK]; c->next++) {
      text[ROW_PACKET] = l->at[c->next].packet;
      text[ROW_FIELDS] = l->at[c->next].fields;
      text[ROW_BYTES] = l->at[c->next].bytes;
    }
    if (c->value[VALID]) {
      waypoint_text(c->value, waypoint, sizeof waypoint);
      text[ROW_WAYPOINT] = waypoint;
    }
  }
  for (int i = 0; i < ROWS; i++)
    if (text[i]) fstWriterEmitVariableLengthValueChange(c->out, c->row[i], text[i], (uint32_t)strlen(text[i]));
  c->rows_begun = true;
  c->new_clock = false;
}

static void begin_time(struct copy *c, uint64_t time) {
  if (c->begun && time == c->time) return;
  if (c->begun) finish_time(c);
  fstWriterEmitTimeChange(c->out, time);
  c->begun = true;
  c->time = time;
}

static void copy_value(void *user, uint64_t time, fstHandle handle, const unsigned char *value) {
  struct copy *c = user;
  begin_time(c, time);
  fstWriterEmitValueChange(c->out, c->to[handle], value);
  for (int i = 0; i < WATCHED; i++)
    if (handle == c->watched[i]) c->value[i] = strtoull((const char *)value, NULL, 2);
  if (handle == c->watched[CLOCK]) c->new_clock = true;
}

static void copy_text(void *user, uint64_t time, fstHandle handle, const unsigned char *value, uint32_t length) {
  struct copy *c = user;
  begin_time(c, time);
  fstWriterEmitVariableLengthValueChange(c->out, c->to[handle], value, length);
}

static uint64_t clock_at(struct copy *c, uint64_t time) {
  char bits[BITS_ROOM];
  const char *value = fstReaderGetValueFromHandleAtTime(c->in, time, c->watched[CLOCK], bits);
  return value ? strtoull(value, NULL, 2) : 0;
}

static void copy_values(struct copy *c) {
  fstReaderSetFacProcessMaskAll(c->in);
  fstReaderIterBlocksSetNativeDoublesOnCallback(c->in, 1);
  fstReaderIterBlocks2(c->in, copy_value, copy_text, c, NULL);
  finish_time(c);
}

static bool add_decoded(const char *from, const struct trace *trace, const char *to, struct error *err) {
  struct copy c = {.in = fstReaderOpen(from), .labels.trace = trace};
  if (!c.in) {
    error_set(err, "%s: expected an FST file", from);
    return false;
  }
  c.out = fstWriterCreate(to, 1);
  if (!c.out) {
    error_set(err, "%s: cannot be written", to);
    fstReaderClose(c.in);
    return false;
  }
  c.to = grown(NULL, (fstReaderGetMaxHandle(c.in) + 1) * sizeof *c.to);
  fstWriterSetTimescale(c.out, fstReaderGetTimescale(c.in));
  copy_hierarchy(&c);
  add_rows(&c);
  const bool good = c.watched[CLOCK] != 0;
  if (good) {
    c.labels.from = clock_at(&c, fstReaderGetStartTime(c.in));
    c.labels.to = clock_at(&c, fstReaderGetEndTime(c.in));
    struct decoder decoder;
    decode_start(&decoder, &config_default, add_label, &c.labels);
    decode_bytes(&decoder, trace->byte, trace->count);
    decode_end(&decoder);
    copy_values(&c);
  } else {
    error_set(err, "%s: expected a signal '%s' that counts the clocks of the run", from, watched_name[CLOCK]);
  }
  fstWriterClose(c.out);
  fstReaderClose(c.in);
  for (size_t i = 0; i < c.labels.count; i++) label_free(&c.labels.at[i]);
  free(c.labels.at);
  free(c.to);
  return good;
}

int main(int count, char **argument) {
  if (count != 4) {
    fputs("usage: decode_rows RUN.fst BEATS OUT.fst\n", stderr);
    return 2;
  }
  struct trace trace = {0};
  struct error err;
  const bool good = trace_read(&trace, argument[2], &err) && add_decoded(argument[1], &trace, argument[3], &err);
  if (!good) fprintf(stderr, "decode_rows: %s\n", err.text);
  free(trace.byte);
  free(trace.clock);
  return good ? 0 : 2;
}
