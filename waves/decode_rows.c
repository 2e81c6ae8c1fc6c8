// SPDX-License-Identifier: Apache-2.0
// decode_rows RUN.fst BEATS SNAPSHOT OUT.fst
//
// Copies the FST that the simulation wrote and adds a scope `decode` with rows of text, which a simulator cannot write:
//
//   packet    name of the packet that begins in this clock's beat ("I-sync"); several in one beat: "atom | branch"
//   fields    its fields ("addr=0x80009044 ARM reason=trace-on ns=0")
//   bytes     its bytes, first byte first
//   flow      the instructions that it tells of, and where execution goes on
//   waypoint  what is on the waypoint port, or
//   slot0, slot1, branch   on the instruction port
//
// A text stands until the next one of its row. A packet is known only when its last byte is there, but its text belongs
// to the first: that is why the rows are added after the run, and by the decoder, not by the encoder.
//
// BEATS is what the simulation wrote with --beats, from the first byte of the trace even if the wave window begins
// later. SNAPSHOT, written with --snapshot, says how the unit is built and programmed, and has the code. Exit 0, or 2
// and one line about what is wrong.
#include <fstapi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "error.h"
#include "port.h"
#include "told.h"

enum { BITS_ROOM = 65 };  // a copied signal of up to 64 bits, with its NUL

// --- copying the FST ------------------------------------------------------------------------------------------------

// The row at the decoder's columns, and behind them the port's.
enum { ROWS = TOLD_COLUMNS + PORT_ROWS };

struct copy {
  void *in, *out;
  fstHandle *to;                          // handle in `in` -> handle in `out`
  fstHandle clock, pin[PINS];             // in `in`, 0 = not there
  uint64_t clock_value, pin_value[PINS];  // at `time`
  struct told told;
  size_t next;          // packet of it that is not written yet
  fstHandle row[ROWS];  // 0: this dump has no such port
  uint64_t time;
  bool begun, rows_begun;     // a time was seen; the rows have a value
  bool new_clock;             // `clock` changed at `time`
  bool told_port[PORT_ROWS];  // the port's row says something, not nothing
};

// The name in a dump may be followed by a range.
static bool is_called(const struct fstHierVar *v, const char *name) {
  const size_t length = strcspn(v->name, " [");
  return length == strlen(name) && !strncmp(v->name, name, length);
}

static void copy_variable(struct copy *c, const struct fstHierVar *v) {
  const fstHandle h =
      fstWriterCreateVar(c->out, v->typ, v->direction, v->length, v->name, v->is_alias ? c->to[v->handle] : 0);
  if (!v->is_alias) c->to[v->handle] = h;
  if (v->length >= BITS_ROOM) return;
  if (!c->clock && is_called(v, "clock")) c->clock = v->handle;
  for (int i = 0; i < PINS; i++)
    if (!c->pin[i] && is_called(v, pin_name[i])) c->pin[i] = v->handle;
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

static void add_row(struct copy *c, int row, const char *name) {
  c->row[row] = fstWriterCreateVar(c->out, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name, 0);
}

static void add_rows(struct copy *c) {
  static const char *const column[TOLD_COLUMNS] = {"packet", "fields", "bytes", "flow"};
  fstWriterSetScope(c->out, FST_ST_VCD_MODULE, "decode", NULL);
  for (int i = 0; i < TOLD_COLUMNS; i++) add_row(c, i, column[i]);
  for (int i = 0; i < PORT_ROWS; i++)
    if (c->pin[port_row_pin[i]]) add_row(c, TOLD_COLUMNS + i, port_row_name[i]);
  fstWriterSetUpscope(c->out);
}

static void write_row(struct copy *c, int row, const char *text, size_t length) {
  fstWriterEmitVariableLengthValueChange(c->out, c->row[row], text, (uint32_t)length);
}

// The packets from `first` up to `end` begin in one beat: they share the text of a row.
static void write_packets(struct copy *c, size_t first, size_t end) {
  for (int column = 0; column < TOLD_COLUMNS; column++) {
    size_t length = 0;
    for (size_t i = first; i < end; i++) length += strlen(c->told.at[i].text[column]) + sizeof " | ";
    char *text = grown(NULL, length), *to = text;
    for (size_t i = first; i < end; i++) to += sprintf(to, "%s%s", i > first ? " | " : "", c->told.at[i].text[column]);
    write_row(c, column, text, (size_t)(to - text));
    free(text);
  }
}

// The packets of the last beat up to now.
static void tell_packets(struct copy *c) {
  const struct told *told = &c->told;
  size_t first = c->next;
  for (; c->next < told->count && told->at[c->next].clock <= c->clock_value; c->next++)
    if (told->at[c->next].clock != told->at[first].clock) first = c->next;
  if (first < c->next) write_packets(c, first, c->next);
}

static void tell_port(struct copy *c) {
  char text[PORT_TEXT_ROOM];
  for (int row = 0; row < PORT_ROWS; row++) {
    if (!c->row[TOLD_COLUMNS + row] || !port_text((enum port_row)row, c->pin_value, text)) continue;
    // Nothing, clock after clock, is one piece of nothing.
    if (*text || c->told_port[row]) write_row(c, TOLD_COLUMNS + row, text, strlen(text));
    c->told_port[row] = *text;
  }
}

// All changes of c->time are known: what do the rows say from here on?
static void finish_time(struct copy *c) {
  // A row without a value would be painted as undefined.
  for (int row = 0; row < ROWS && !c->rows_begun; row++)
    if (c->row[row]) write_row(c, row, "", 0);
  if (c->new_clock) {
    tell_packets(c);
    tell_port(c);
  }
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
  for (int i = 0; i < PINS; i++)
    if (handle == c->pin[i]) c->pin_value[i] = strtoull((const char *)value, NULL, 2);
  if (handle != c->clock) return;
  c->clock_value = strtoull((const char *)value, NULL, 2);
  c->new_clock = true;
}

static void copy_text(void *user, uint64_t time, fstHandle handle, const unsigned char *value, uint32_t length) {
  struct copy *c = user;
  begin_time(c, time);
  fstWriterEmitVariableLengthValueChange(c->out, c->to[handle], value, length);
}

static uint64_t clock_at(struct copy *c, uint64_t time) {
  char bits[BITS_ROOM];
  const char *value = fstReaderGetValueFromHandleAtTime(c->in, time, c->clock, bits);
  return value ? strtoull(value, NULL, 2) : 0;
}

static void copy_values(struct copy *c) {
  fstReaderSetFacProcessMaskAll(c->in);
  fstReaderIterBlocksSetNativeDoublesOnCallback(c->in, 1);
  fstReaderIterBlocks2(c->in, copy_value, copy_text, c, NULL);
  finish_time(c);
}

static bool add_decoded(const char *from, const struct trace *trace, const struct capture *capture, const char *to,
                        struct error *err) {
  struct copy c = {.in = fstReaderOpen(from)};
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
  const bool good = c.clock != 0;
  if (good) {
    told_make(&c.told, trace, &capture->config, &capture->image, clock_at(&c, fstReaderGetStartTime(c.in)),
              clock_at(&c, fstReaderGetEndTime(c.in)));
    copy_values(&c);
    told_free(&c.told);
  } else {
    error_set(err, "%s: expected a signal 'clock' that counts the clocks of the run", from);
  }
  fstWriterClose(c.out);
  fstReaderClose(c.in);
  free(c.to);
  return good;
}

int main(int count, char **argument) {
  if (count != 5) {
    fputs("usage: decode_rows RUN.fst BEATS SNAPSHOT OUT.fst\n", stderr);
    return 2;
  }
  struct trace trace = {0};
  struct capture capture = {0};
  struct error err;
  bool good = trace_read(&trace, argument[2], &err);
  // A snapshot without a byte of trace is refused, and without one there is nothing to know of it.
  if (good && trace.count)
    good = capture_open(&capture, argument[3], (struct capture_choice){.id = CAPTURE_ANY_ID}, &err);
  good = good && add_decoded(argument[1], &trace, &capture, argument[4], &err);
  if (!good) fprintf(stderr, "decode_rows: %s\n", err.text);
  trace_free(&trace);
  capture_close(&capture);
  return good ? 0 : 2;
}
