// SPDX-License-Identifier: Apache-2.0
#include "dump.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "port.h"
#include "wave_name.h"

// A signal's code is its number, in up to three digits of 1 to 94. The codes of the rows are longer.
enum { DIGITS = 94, CODE_LENGTH = 3, SIGNALS = DIGITS * (DIGITS * (DIGITS + 1) + 1) + 1 };
#define ROW_CODE "%04u"

enum { BITS_MAX = 64 };  // of a signal that a row is made from

// The rows are those of reported.h, those of the port, those that the checker predicts, and the names of enums.
enum { FIRST_PREDICTED_ROW = REPORTED_ROWS + PORT_ROWS };

// How far a row is written.
struct row_cursor {
  size_t next;      // its text that has not ended
  bool is_written;  // this text
};

struct signal {
  bool wanted;
  uint64_t value;             // of one that is wanted
  const struct names *names;  // NULL: not an enum
  unsigned name_row;          // of an enum
};

struct copy {
  FILE *out;
  struct signal *signal;  // at their numbers, which begin at 1
  bool too_many;          // of them

  struct wave_path path;           // the open scopes
  bool wrapped;                    // the outermost of them is left out
  struct names *tables;            // of enums, the last one
  const struct names *next_names;  // of the next signal
  unsigned rows;
  const struct pin_map *map;  // NULL: none
  unsigned clock;             // number of a signal, 0 = not there
  struct pin_signal {
    unsigned number, shift;  // the number of a signal, 0 = not there; the pin begins at this bit of it
    enum wave_match match;   // of its name
  } pin[PIN_MAP_SOURCES];
  char level;      // of the clock
  uint64_t edges;  // of it
  bool declared;   // all of them

  const struct reported *reported;
  struct row_cursor *cursors;     // of the rows before those of enums; those of the port are not used
  size_t next_items;              // of the trace
  bool begun, rows_begun;         // a time was seen; the rows have a value
  bool new_clock;                 // the clock changed at this time
  bool reported_port[PORT_ROWS];  // the port's row says something, not nothing
  const char *state;              // of the processor, by the row of it; NULL: not known
  uint64_t enable, extin;         // the pins in the clock before
  struct dump_fault *fault;       // NULL: not wanted
};

static unsigned number_of(struct copy *c, const char *code) {
  const size_t length = strcspn(code, " \n");
  unsigned number = 0;
  for (size_t i = 0; i < length && i < CODE_LENGTH; i++) number = number * DIGITS + (unsigned char)code[i] - ' ';
  if (length <= CODE_LENGTH && number < SIGNALS) return number;
  c->too_many = true;
  return 0;
}

// --- declarations ----------------------------------------------------------------------------------------------------

// Verilator before 5.030 puts all in a scope TOP, later ones do not: without it saved views fit both.
static void copy_scope(struct copy *c, const char *line) {
  char name[1024] = "";
  sscanf(line, "%*s %*s %1023s", name);
  const bool nameless = !strcmp(name, "$end"), wraps = c->path.depth == 0 && (nameless || !strcmp(name, "TOP"));
  wave_path_open(&c->path, nameless ? "" : name);
  if (wraps) c->wrapped = true;
  if (!wraps) fputs(line, c->out);
}

static void copy_upscope(struct copy *c, const char *line) {
  wave_path_close(&c->path);
  const bool was_wrapped = c->wrapped && c->path.depth == 0;
  if (was_wrapped) c->wrapped = false;
  if (!was_wrapped) fputs(line, c->out);
}

static void add_row(struct copy *c, unsigned row, const char *name, const char *suffix) {
  fprintf(c->out, "$var string 0 " ROW_CODE " %.*s%s $end\n", row, (int)strcspn(name, " "), name, suffix);
}

// The variable that words of a line declare: its name and range, up to $end.
static struct wave_variable variable_of(struct copy *c, const char *words, unsigned bits) {
  struct wave_variable v = {.bits = bits};
  wave_path_name(&c->path);
  for (size_t length; (length = strcspn(words += strspn(words, " "), " \n")) > 0; words += length) {
    char *word = strndup(words, length);
    const bool is_end = !word || !strcmp(word, "$end");
    if (!is_end) wave_path_add(&c->path, word);
    free(word);
    if (is_end) break;
  }
  v.name = c->path.text;
  wave_variable_split(&v);
  return v;
}

// Without a map a pin, and the clock, have their own name in any scope.
static enum wave_match match_of(const struct copy *c, unsigned source, const struct wave_variable *v) {
  if (c->map) return wave_variable_match(v, &c->map->of[source]);
  static const char *const clock[PROTOCOLS] = {"clock", "clock"};
  const char *const *wanted = source == PIN_MAP_CLOCK ? clock : pin_row(source)->name;
  const char *name = v->name + c->path.length;
  const size_t length = v->base - c->path.length;
  for (unsigned i = 0; i < PROTOCOLS; i++)
    if (wanted[i] && strlen(wanted[i]) == length && !strncmp(wanted[i], name, length)) return MATCH_EXACT;
  return MATCH_NONE;
}

// Takes a variable for a pin if it has all of its bits, and fits better than any before.
static void want_source(struct copy *c, unsigned source, unsigned number, const struct wave_variable *v) {
  static const struct pin_source own_name = {.signal = NULL};
  const struct pin_source *s = c->map ? &c->map->of[source] : &own_name;
  const enum wave_match match = match_of(c, source, v);
  if (match <= c->pin[source].match) return;
  const struct wave_bits bits = wave_variable_bits(v, s, match);
  const unsigned most = source == PIN_MAP_CLOCK ? BITS_MAX : pin_row(source)->bits;
  const bool is_part = match == MATCH_BITS || match == MATCH_LOOSE_BITS;
  const bool is_split = v->bits == 1 && most > 1 && source != PIN_MAP_CLOCK;
  if (is_part ? bits.width != (unsigned)abs(s->left - s->right) + 1 : bits.width > most || is_split) return;
  c->pin[source] = (struct pin_signal){.number = number, .shift = bits.from, .match = match};
  c->signal[number].wanted = true;
  if (source == PIN_MAP_CLOCK) c->clock = number;
}

static void copy_variable(struct copy *c, const char *line) {
  unsigned bits;
  int code, name = 0;
  fputs(line, c->out);
  if (sscanf(line, "%*s %*s %u %n%*s %n", &bits, &code, &name) != 1 || !name || bits > BITS_MAX) return;
  const unsigned number = number_of(c, line + code);
  const struct wave_variable v = variable_of(c, line + name, bits);
  for (unsigned i = 0; i < PIN_MAP_SOURCES; i++) want_source(c, i, number, &v);
  if (!c->next_names) return;
  struct signal *s = &c->signal[number];
  if (!s->names) s->name_row = c->rows++;
  s->names = c->next_names;
  add_row(c, s->name_row, line + name, "_name");
}

static unsigned enum_rows(const struct copy *c) {
  return FIRST_PREDICTED_ROW + (unsigned)c->reported->beats->row_count;
}

static bool is_port(unsigned row) { return row >= REPORTED_ROWS && row < FIRST_PREDICTED_ROW; }

static const struct row *row_at(const struct copy *c, unsigned row) {
  return row < REPORTED_ROWS ? &c->reported->row[row] : &c->reported->beats->rows[row - FIRST_PREDICTED_ROW];
}

static const char *row_name(const struct copy *c, unsigned row) {
  if (row < REPORTED_ROWS) return reported_row_name[row];
  return is_port(row) ? port_row_name[row - REPORTED_ROWS] : row_at(c, row)->name;
}

// A row of a failed check that has nothing to say is left out.
static bool has_row(const struct copy *c, unsigned row) {
  if (is_port(row)) return c->pin[port_row_pin[row - REPORTED_ROWS]].number;
  return row < REPORTED_DECODED || row >= REPORTED_ROWS || row_at(c, row)->count;
}

// What an event is expected to be is one bit; the other rows are text.
static bool is_bit(const struct copy *c, unsigned row) {
  static const char suffix[] = "_expected";
  if (row < FIRST_PREDICTED_ROW || row >= enum_rows(c)) return false;
  const char *name = row_name(c, row);
  const size_t length = strlen(name);
  return length >= sizeof suffix && !strcmp(name + length - (sizeof suffix - 1), suffix);
}

static void add_rows(struct copy *c, const char *scope, bool of_checks) {
  fprintf(c->out, "$scope module %s $end\n", scope);
  for (unsigned row = 0; row < enum_rows(c); row++) {
    if (!has_row(c, row) || (row >= REPORTED_DECODED && row < REPORTED_ROWS) != of_checks) continue;
    if (is_bit(c, row))
      fprintf(c->out, "$var wire 1 " ROW_CODE " %s $end\n", row, row_name(c, row));
    else
      add_row(c, row, row_name(c, row), "");
  }
  fputs("$upscope $end\n", c->out);
}

static bool begins(const char *line, const char *word) { return !strncmp(line, word, strlen(word)); }

static void copy_declaration(struct copy *c, const char *line) {
  if (begins(line, "$scope ")) {
    copy_scope(c, line);
  } else if (begins(line, "$upscope ")) {
    copy_upscope(c, line);
  } else if (begins(line, "$var ")) {
    copy_variable(c, line);
    c->next_names = NULL;
  } else {
    c->declared = begins(line, "$enddefinitions ");
    if (c->declared) add_rows(c, "decode", false);
    if (c->declared && c->reported->beats->failure.found) add_rows(c, "check", true);
    if (begins(line, "$attrbegin ")) c->next_names = names_read(&c->tables, line);
    fputs(line, c->out);
  }
}

// --- values ----------------------------------------------------------------------------------------------------------

// A text ends at a blank: those inside are written as \040.
static void put_text(struct copy *c, const char *text) {
  for (; *text; text++) {
    if (*text == ' ' || *text == '\\')
      fprintf(c->out, "\\%03o", (unsigned)*text);
    else
      putc(*text, c->out);
  }
}

static void write_row(struct copy *c, unsigned row, const char *text) {
  if (is_bit(c, row)) {
    fprintf(c->out, "%c" ROW_CODE "\n", *text, row);
    return;
  }
  putc('s', c->out);
  put_text(c, text);
  fprintf(c->out, " " ROW_CODE "\n", row);
}

static uint64_t clock_now(const struct copy *c) { return c->map ? c->edges : c->signal[c->clock].value; }

// The texts of this clock. Between two texts a row is empty. A dump may begin late.
static void tell_row(struct copy *c, unsigned row) {
  const struct row *r = row_at(c, row);
  struct row_cursor *cursor = &c->cursors[row];
  const uint64_t clock = clock_now(c);
  const size_t before = cursor->next;
  const bool was_written = cursor->is_written;
  while (cursor->next < r->count && r->at[cursor->next].last < clock) cursor->next++;
  const char *text = cursor->next < r->count ? r->at[cursor->next].text : "";
  cursor->is_written = cursor->next < r->count && r->at[cursor->next].first <= clock;
  if (cursor->is_written && row >= FIRST_PREDICTED_ROW && !strcmp(r->name, "port_state")) c->state = text;
  if (cursor->is_written && (!was_written || cursor->next != before))
    write_row(c, row, text);
  else if (was_written && !cursor->is_written)
    write_row(c, row, "");
}

// What was presented in this clock; NULL: nothing that has a number.
static const struct beats_items *items_now(struct copy *c) {
  const struct beats_file *t = c->reported->beats;
  while (c->next_items < t->item_count && t->items[c->next_items].clock < clock_now(c)) c->next_items++;
  const bool now = c->next_items < t->item_count && t->items[c->next_items].clock == clock_now(c);
  return now ? &t->items[c->next_items] : NULL;
}

// "> clock 20256  #10130 0x80010450 indirect ...": the last that are presented up to the clock of the fault are kept.
static void keep_line(struct copy *c, char text[PORT_ROWS][PORT_TEXT_ROOM]) {
  char line[64 + PORT_ROWS * PORT_TEXT_ROOM];
  const uint64_t clock = clock_now(c), at_fault = reported_fault_clock(c->reported);
  const bool is_it = c->reported->beats->failure.has_item && clock == at_fault;
  int used = snprintf(line, sizeof line, "%c clock %" PRIu64, is_it ? '>' : ' ', clock);
  const int begun = used;
  if (clock > at_fault) return;
  for (unsigned row = 0; row < PORT_ROWS; row++) {
    if (*text[row]) used += snprintf(line + used, sizeof line - (size_t)used, "  %s", text[row]);
  }
  if (used == begun) return;
  if (c->state) snprintf(line + used, sizeof line - (size_t)used, "  %s", c->state);
  char **kept = c->fault->line;
  free(kept[0]);
  memmove(kept, kept + 1, (REPORTED_SHOWN - 1) * sizeof *kept);
  kept[REPORTED_SHOWN - 1] = error_memory(strdup(line));
}

// What leads to a trigger, up to the failure.
static void keep_clocks(struct copy *c, const uint64_t *pin) {
  struct dump_fault *f = c->fault;
  const uint64_t clock = clock_now(c), failure = c->reported->beats->failure.clock;
  const bool enabled = pin[PIN_ENABLE] && !c->enable, changed = pin[PIN_EXTIN] != c->extin;
  c->enable = pin[PIN_ENABLE];
  c->extin = pin[PIN_EXTIN];
  if (clock > failure) return;
  if (pin[PIN_TRIGGER]) {
    f->has_trigger = true;
    f->trigger = clock;
  }
  if (clock + DUMP_REACH < failure) return;
  if (enabled) {
    f->has_enable = true;
    f->enable = clock;
  }
  if (changed && !f->has_inputs) {
    f->has_inputs = true;
    f->inputs = clock;
  }
}

static void tell_port(struct copy *c) {
  char text[PORT_ROWS][PORT_TEXT_ROOM] = {""};
  const struct beats_items *items = items_now(c);
  uint64_t pin[PINS];
  for (unsigned i = 0; i < PINS; i++)
    pin[i] = c->signal[c->pin[i].number].value >> c->pin[i].shift & UINT64_MAX >> (64 - pin_row(i)->bits);
  for (unsigned row = 0; row < PORT_ROWS; row++) {
    if (!has_row(c, REPORTED_ROWS + row)) continue;
    port_text((enum port_row)row, pin, items, text[row]);
    // Nothing, clock after clock, is one piece of nothing.
    if (*text[row] || c->reported_port[row]) write_row(c, REPORTED_ROWS + row, text[row]);
    c->reported_port[row] = *text[row];
  }
  if (!c->fault) return;
  keep_line(c, text);
  keep_clocks(c, pin);
}

// All changes of a time are known: what do the rows say from here on?
static void finish_time(struct copy *c) {
  // A row without a value would be painted as undefined.
  for (unsigned row = 0; row < enum_rows(c) && !c->rows_begun; row++)
    if (has_row(c, row) && !is_bit(c, row)) write_row(c, row, "");
  for (unsigned row = 0; row < enum_rows(c) && c->new_clock; row++)
    if (!is_port(row)) tell_row(c, row);
  if (c->new_clock) tell_port(c);
  c->rows_begun = true;
  c->new_clock = false;
}

// A clock begins where the counter changes, or at an edge.
static void follow_clock(struct copy *c, char level) {
  const char from = c->map && c->map->falling ? '1' : '0', to = from == '0' ? '1' : '0';
  const bool edge = c->level == from && level == to;
  c->level = level;
  c->edges += edge;
  if (edge || !c->map) c->new_clock = true;
}

// "1<code>" or "b0101 <code>"; times and texts are something else.
static void follow_change(struct copy *c, const char *line) {
  if (!strchr("01xzb", *line)) return;
  const char *bits = *line == 'b' ? line + 1 : line;
  const size_t length = *line == 'b' ? strcspn(bits, " ") : 1;
  const unsigned number = number_of(c, bits + length + (bits[length] == ' '));
  struct signal *s = &c->signal[number];
  if ((!s->wanted && !s->names) || length > BITS_MAX) return;
  char value[BITS_MAX + 1] = "";
  strncat(value, bits, length);
  s->value = strtoull(value, NULL, 2);
  if (s->names) write_row(c, s->name_row, names_find(s->names, value));
  const size_t shift = c->pin[PIN_MAP_CLOCK].shift;
  if (number == c->clock) follow_clock(c, shift < length ? bits[length - 1 - shift] : '0');
}

static void copy_change(struct copy *c, const char *line) {
  if (*line == '#') {
    if (c->begun) finish_time(c);
    c->begun = true;
  }
  fputs(line, c->out);
  follow_change(c, line);
}

bool dump_copy(FILE *in, FILE *out, const struct reported *reported, const struct pin_map *map,
               struct dump_fault *fault, struct error *err) {
  struct copy c = {.out = out, .reported = reported, .map = map, .fault = fault};
  c.rows = enum_rows(&c);
  c.cursors = error_memory(calloc(c.rows, sizeof *c.cursors));
  char *line = NULL;
  size_t room = 0;
  c.signal = error_memory(calloc(SIGNALS, sizeof *c.signal));
  while (getline(&line, &room, in) > 0) {
    if (c.declared)
      copy_change(&c, line);
    else
      copy_declaration(&c, line);
  }
  if (c.begun) finish_time(&c);
  free(line);
  free(c.signal);
  free(c.cursors);
  wave_path_free(&c.path);
  names_free(c.tables);
  if (c.too_many)
    error_set(err, "expected at most %d signals", SIGNALS - 1);
  else if (!c.clock && map)
    error_set(err, "no signal %s, which the map names as the clock", map->of[PIN_MAP_CLOCK].signal);
  else if (!c.clock)
    error_set(err, "no signal clock, which must count the clocks of the run");
  return c.clock && !c.too_many;
}
