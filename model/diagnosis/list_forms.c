// SPDX-License-Identifier: Apache-2.0
// Writes the rows of the list in its three formats.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "error.h"
#include "list.h"

// Returns the source of the item numbers.
static const char *numbers_of(const struct join_row *row) { return row->ported ? "port" : "decoder"; }

static bool has_address(const struct flow_event *e) {
  enum { WITH_ADDRESS = 1 << FLOW_SYNC | 1 << FLOW_PERIODIC | 1 << FLOW_BRANCH | 1 << FLOW_EXCEPTION };
  return WITH_ADDRESS >> e->kind & 1 || (e->kind == FLOW_RANGE && e->start != e->end);
}

// Writes an event and, if it has an address, the name of the function at that address.
static void event_text(const struct list_facts *f, const struct flow_event *e, char text[LIST_TEXT_ROOM]) {
  char function[SYMBOL_TEXT], name[EXCEPTION_ROOM];
  list_event_text(e, exception_name(f->row->config, e->exception, name), text);
  if (has_address(e)) text_append(text, LIST_TEXT_ROOM, "%s", symbols_text(f->symbols, e->start, function));
}

// The times of the first and the last byte, and their unit. All are "" if they are not known.
struct list_times {
  char first[SIM_TIME_TEXT], last[SIM_TIME_TEXT];
  const char *unit;
};

static struct list_times times_of(const struct join_row *row) {
  struct list_times t = {.unit = ""};
  if (!row->clocked || !*sim_time_number(row->times, row->first_clock, t.first)) return t;
  sim_time_number(row->times, row->last_clock, t.last);
  t.unit = sim_time_unit(row->times);
  return t;
}

// --- text ------------------------------------------------------------------------------------------------------------

// A row has 140 characters. Its columns are the clock of the first byte, the clocks up to the last byte, the offset of
// the first byte, the bytes, and the packet. Each event has the item numbers, the clock of the first item on the port,
// and the text.
enum { BYTES_WIDTH = 23, PACKET_WIDTH = 26, NUMBER_WIDTH = 11, WHY_WIDTH = 111 };
#define INDENT "                    "

// Returns the number of characters of `text` for a line of `width` characters. A line ends at a blank, if there is one.
static int line_length(const char *text, int width) {
  const int length = (int)strlen(text);
  if (length <= width) return length;
  for (int i = width; i > 0; i--) {
    if (text[i] == ' ') return i;
  }
  return width;
}

// Returns the text after the line.
static const char *rest_of(const char *text, int length) { return text + length + (text[length] == ' '); }

static void put_clock(FILE *file, const struct join_row *row, bool first) {
  char later[24] = "";
  if (!first) {
    fprintf(file, "%7s%-4s %8s", "", "", "");
    return;
  }
  const uint64_t clocks = row->last_clock - row->first_clock;
  if (clocks) snprintf(later, sizeof later, "+%" PRIu64, clocks);
  if (row->clocked) {
    fprintf(file, "%7" PRIu64 "%-4s %8" PRIu64, row->first_clock, later, row->packet.offset);
  } else {
    fprintf(file, "%7s%-4s %8" PRIu64, "-", "", row->packet.offset);
  }
}

// "96", or on the Cortex-A9's port "96/98", with the clock of the commit.
enum { CLOCK_TEXT = 48 };
static const char *clock_text(const struct join_items *items, char text[CLOCK_TEXT]) {
  snprintf(text, CLOCK_TEXT, "%" PRIu64, items->first_clock);
  if (items->committed) text_append(text, CLOCK_TEXT, "/%" PRIu64, items->committed);
  return text;
}

static void put_number(FILE *file, const struct join_event *e) {
  char number[48] = "", clock[CLOCK_TEXT] = "";
  const struct join_items *items = &e->items;
  if (items->first != items->end && e->flow.kind != FLOW_SYNC) {
    snprintf(number, sizeof number, "%" PRIu64, items->first);
    if (items->end - items->first > 1)
      snprintf(number, sizeof number, "%" PRIu64 "-%" PRIu64, items->first, items->end - 1);
    if (items->clocked) clock_text(items, clock);
  }
  fprintf(file, "  %*s %7s", NUMBER_WIDTH, number, clock);
}

// Writes a line of a row, without blanks at its end.
static void put_line(FILE *file, const struct list_facts *f, const char **bytes, const char **packet, size_t *event,
                     bool first) {
  char text[LIST_TEXT_ROOM];
  const struct join_row *row = f->row;
  const bool more = *event < row->event_count;
  put_clock(file, row, first);
  const int b = line_length(*bytes, BYTES_WIDTH), p = line_length(*packet, PACKET_WIDTH);
  fprintf(file, "  %-*.*s", p || more ? BYTES_WIDTH : b, b, *bytes);
  if (p || more) fprintf(file, "  %-*.*s", more ? PACKET_WIDTH : p, p, *packet);
  *bytes = rest_of(*bytes, b);
  *packet = rest_of(*packet, p);
  if (more) {
    put_number(file, &row->events[*event]);
    list_event_text(&row->events[(*event)++].flow, "", text);
    fprintf(file, "  %s", text);
  }
  fputc('\n', file);
}

static void put_wrapped(FILE *file, const char *name, const char *text) {
  for (bool first = true; *text; first = false) {
    const int length = line_length(text, WHY_WIDTH);
    fprintf(file, INDENT "  %-5s  %.*s\n", first ? name : "", length, text);
    text = rest_of(text, length);
  }
}

// Writes the functions that contain the addresses of the row. Consecutive repetitions are left out.
static void functions_text(const struct list_facts *f, char *text, size_t room) {
  char last[SYMBOL_TEXT] = "", function[SYMBOL_TEXT];
  text[0] = '\0';
  for (size_t i = 0; i < f->row->event_count; i++) {
    const struct flow_event *e = &f->row->events[i].flow;
    if (!has_address(e) || !*symbols_text(f->symbols, e->start, function) || strcmp(function, last) == 0) continue;
    text_append(text, room, "%s", *text ? function : function + 1);
    memcpy(last, function, sizeof last);
  }
}

// Writes the meanings of the exception numbers of the row.
static void exceptions_text(const struct list_facts *f, char *text, size_t room) {
  char name[EXCEPTION_ROOM];
  text[0] = '\0';
  for (size_t i = 0; i < f->row->event_count; i++) {
    const struct flow_event *e = &f->row->events[i].flow;
    if (e->kind == FLOW_EXCEPTION && *exception_name(f->row->config, e->exception, name))
      text_append(text, room, "%sexception %u%s", *text ? ", " : "", e->exception, name);
  }
}

static void gap_text(const struct join_row *row, char text[LIST_TEXT_ROOM]) {
  const struct join_items *m = &row->missing;
  text[0] = '\0';
  if (row->gap == JOIN_NO_GAP) return;
  if (m->first == m->end) {
    snprintf(text, LIST_TEXT_ROOM, "%s", join_gap_name[row->gap]);
  } else if (!m->clocked) {
    snprintf(text, LIST_TEXT_ROOM, "%s %" PRIu64 "-%" PRIu64, join_gap_name[row->gap], m->first, m->end - 1);
  } else {
    snprintf(text, LIST_TEXT_ROOM, "%s %" PRIu64 "-%" PRIu64 ", clocks %" PRIu64 "-%" PRIu64, join_gap_name[row->gap],
             m->first, m->end - 1, m->first_clock, m->last_clock);
  }
}

static void times_text(const struct join_row *row, char text[LIST_TEXT_ROOM]) {
  const struct list_times t = times_of(row);
  text[0] = '\0';
  if (!*t.unit) return;
  snprintf(text, LIST_TEXT_ROOM, "%s %s", t.first, t.unit);
  if (row->last_clock != row->first_clock) text_append(text, LIST_TEXT_ROOM, " to %s %s", t.last, t.unit);
}

static void put_wrong(FILE *file, const struct join_row *row) {
  char *text;
  size_t size;
  if (!row->wrong) return;
  FILE *to = error_memory(open_memstream(&text, &size));
  sim_time_write(to, row->wrong, row->times);
  fclose(to);
  put_wrapped(file, "wrong", text);
  free(text);
}

static void write_text(FILE *file, const struct list_facts *f) {
  char packet[2 * LIST_TEXT_ROOM], gap[LIST_TEXT_ROOM], times[LIST_TEXT_ROOM], functions[8 * SYMBOL_TEXT];
  const char *bytes = f->bytes, *words = packet;
  size_t event = 0;
  snprintf(packet, sizeof packet, "%s%s%s", f->packet, *f->fields ? " " : "", f->fields);
  for (bool first = true; first || *bytes || *words || event < f->row->event_count; first = false) {
    put_line(file, f, &bytes, &words, &event, first);
  }
  times_text(f->row, times);
  put_wrapped(file, "time", times);
  functions_text(f, functions, sizeof functions);
  put_wrapped(file, "in", functions);
  exceptions_text(f, functions, sizeof functions);
  put_wrapped(file, "is", functions);
  gap_text(f->row, gap);
  put_wrapped(file, "gap", gap);
  put_wrong(file, f->row);
  put_wrapped(file, "why", f->why);
}

static void head_of_text(const struct list_writer *l, const struct join_row *row) {
  if (!row) {
    fputs("no packet\n", l->file);
    return;
  }
  fprintf(l->file, "numbers: %ss, %s\n", config_is_etm3(row->config) ? "instruction" : "waypoint", numbers_of(row));
  fprintf(l->file, "%7s%-4s %8s  %-*s  %-*s  %*s %7s  %s\n", "clock", "", "byte", BYTES_WIDTH, "bytes", PACKET_WIDTH,
          "packet", NUMBER_WIDTH, "number", "on port", "reported");
}

// --- CSV -------------------------------------------------------------------------------------------------------------

static void put_quoted(FILE *file, const char *text) {
  if (!text[strcspn(text, ",\"\n")]) {
    fputs(text, file);
    return;
  }
  putc('"', file);
  for (; *text; text++) {
    if (*text == '"') putc('"', file);
    putc(*text, file);
  }
  putc('"', file);
}

// Writes "FIRST-LAST@CLOCK TEXT" for each event, separated by "; ".
static void put_events(FILE *file, const struct list_facts *f) {
  const struct join_row *row = f->row;
  char text[LIST_TEXT_ROOM], clock[CLOCK_TEXT];
  putc('"', file);
  for (size_t i = 0; i < row->event_count; i++) {
    const struct join_items *items = &row->events[i].items;
    if (i) fputs("; ", file);
    if (items->first != items->end && row->events[i].flow.kind != FLOW_SYNC) {
      fprintf(file, "%" PRIu64 "-%" PRIu64, items->first, items->end - 1);
      if (items->clocked) fprintf(file, "@%s", clock_text(items, clock));
      putc(' ', file);
    }
    event_text(f, &row->events[i].flow, text);
    fputs(text, file);
  }
  putc('"', file);
}

// Writes two fields, each after a comma. The fields are empty if the numbers are not known.
static void put_pair(FILE *file, bool known, uint64_t first, uint64_t last) {
  if (known) {
    fprintf(file, ",%" PRIu64 ",%" PRIu64, first, last);
  } else {
    fputs(",,", file);
  }
}

static bool some(const struct join_items *items) { return items->first != items->end; }

static void write_csv(FILE *file, const struct list_facts *f) {
  const struct join_row *row = f->row;
  if (row->clocked) fprintf(file, "%" PRIu64 ",%" PRIu64, row->first_clock, row->last_clock);
  if (!row->clocked) putc(',', file);
  fprintf(file, ",%" PRIu64 ",%u,%s,%s,", row->packet.offset, row->is_end ? 0 : (unsigned)row->packet.length, f->bytes,
          f->packet);
  put_quoted(file, f->fields);
  put_pair(file, some(&row->items), row->items.first, row->items.end - 1);
  putc(',', file);
  put_events(file, f);
  fprintf(file, ",%s", join_gap_name[row->gap]);
  put_pair(file, some(&row->missing), row->missing.first, row->missing.end - 1);
  put_pair(file, some(&row->missing) && row->missing.clocked, row->missing.first_clock, row->missing.last_clock);
  putc(',', file);
  put_quoted(file, row->wrong ? row->wrong : "");
  putc(',', file);
  put_quoted(file, f->why);
  const struct list_times times = times_of(row);
  fprintf(file, ",%s,%s,%s,%s\n", numbers_of(row), times.first, times.last, times.unit);
}

static void head_of_csv(const struct list_writer *l, const struct join_row *row) {
  (void)row;
  fputs(
      "clock,last_clock,byte,length,bytes,packet,fields,first,last,reported,gap,gap_first,gap_last,gap_clock,"
      "gap_last_clock,wrong,why,numbers,time,last_time,time_unit\n",
      l->file);
}

// --- JSON lines ------------------------------------------------------------------------------------------------------

static void put_string(FILE *file, const char *name, const char *text) {
  fprintf(file, ",\"%s\":\"", name);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', file);
    putc(*text, file);
  }
  putc('"', file);
}

static void put_values(FILE *file, const char *first_name, const char *last_name, bool known, uint64_t first,
                       uint64_t last) {
  if (known) fprintf(file, ",\"%s\":%" PRIu64 ",\"%s\":%" PRIu64, first_name, first, last_name, last);
}

static void put_event(FILE *file, const struct list_facts *f, const struct join_event *e) {
  char text[LIST_TEXT_ROOM];
  const struct join_items *items = &e->items;
  const bool numbered = some(items) && e->flow.kind != FLOW_SYNC;
  event_text(f, &e->flow, text);
  putc('{', file);
  if (numbered) fprintf(file, "\"first\":%" PRIu64 ",\"last\":%" PRIu64 ",", items->first, items->end - 1);
  if (numbered && items->clocked) fprintf(file, "\"clock\":%" PRIu64 ",", items->first_clock);
  if (numbered && items->committed) fprintf(file, "\"commit\":%" PRIu64 ",", items->committed);
  fprintf(file, "\"text\":\"%s\"}", text);
}

static void write_json(FILE *file, const struct list_facts *f) {
  const struct join_row *row = f->row;
  fprintf(file, "{\"byte\":%" PRIu64 ",\"length\":%u", row->packet.offset,
          row->is_end ? 0 : (unsigned)row->packet.length);
  put_values(file, "clock", "last_clock", row->clocked, row->first_clock, row->last_clock);
  put_string(file, "bytes", f->bytes);
  put_string(file, "packet", f->packet);
  put_string(file, "fields", f->fields);
  put_values(file, "first", "last", some(&row->items), row->items.first, row->items.end - 1);
  fputs(",\"reported\":[", file);
  for (size_t i = 0; i < row->event_count; i++) {
    if (i) putc(',', file);
    put_event(file, f, &row->events[i]);
  }
  putc(']', file);
  put_string(file, "gap", join_gap_name[row->gap]);
  put_values(file, "gap_first", "gap_last", some(&row->missing), row->missing.first, row->missing.end - 1);
  put_values(file, "gap_clock", "gap_last_clock", some(&row->missing) && row->missing.clocked, row->missing.first_clock,
             row->missing.last_clock);
  put_string(file, "wrong", row->wrong ? row->wrong : "");
  put_string(file, "why", f->why);
  put_string(file, "numbers", numbers_of(row));
  const struct list_times times = times_of(row);
  if (*times.unit) {
    fprintf(file, ",\"time\":%s,\"last_time\":%s,\"time_unit\":\"%s\"", times.first, times.last, times.unit);
  }
  fputs("}\n", file);
}

// --- any format ------------------------------------------------------------------------------------------------------

void list_write(const struct list_writer *l, const struct list_facts *facts) {
  static void (*const write[])(FILE * file, const struct list_facts *f) = {
      [LIST_TEXT] = write_text, [LIST_CSV] = write_csv, [LIST_JSON] = write_json};
  write[l->options.format](l->file, facts);
}

void list_write_end(const struct list_writer *l) {
  static const char *const end[] = {[LIST_TEXT] = "end: %" PRIu64 " rows\n",
                                    [LIST_CSV] = ",,,,,end,%" PRIu64 " rows,,,,,,,,,,,,,,\n",
                                    [LIST_JSON] = "{\"packet\":\"end\",\"rows\":%" PRIu64 "}\n"};
  fprintf(l->file, end[l->options.format], l->rows);
}

void list_write_head(const struct list_writer *l, const struct join_row *row) {
  static void (*const head[])(const struct list_writer *l, const struct join_row *row) = {
      [LIST_TEXT] = head_of_text, [LIST_CSV] = head_of_csv};
  if (l->options.format != LIST_JSON) head[l->options.format](l, row);
}
