// SPDX-License-Identifier: Apache-2.0
// write_pins TEMPLATE [ptm|etm]: prints the template, filled from the table of pins (model/common/pin_table.inc). A
// template may contain:
//
//   @unit ... @end         once for a PTM and once for an ETM; @unit ptm, @unit etm: for only one of them.
//   @ptm ... @end          for a PTM only; @etm for an ETM.
//   @pin ... @end          for each pin of the unit except RESETn. @pin in, @pin out: only inputs, only outputs.
//                          @pin needed: only pins that each unit has. @pin absent: only the other pins.
//   @port ... @end         as @pin, with an empty line between two groups.
//   @group ... @end        for each group of pins except that of RESETn.
//     @out, @but NAME..., @last   inside of these: from here on another text, for outputs, for these pins, for the
//     last pin.
//   @fold WIDTH INDENT `CLOSE` `OPEN`
//                          the next line, of a group, is folded if it is longer than WIDTH: at @_ if needed, and at @/
//                          always. Otherwise these are blanks. CLOSE and OPEN surround a fold.
//                          @[TEXT@|BETWEEN@]: TEXT for each pin of the group, with BETWEEN between two pins.
//   @packed, @pack, @unpack    write_packed.c.
//   @name@, @name:9@       a word of text_of(), here with blanks up to nine columns.
#include "write_pins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 600, TEXT = 8192, FOLD = 1, FOLD_ALWAYS = 2 };

struct writer {
  FILE *out;
  const char *line[LINES];
  enum protocol unit;  // PROTOCOLS: no unit
  enum pin pin, end;   // a pin; the pins of a group end before `end`
};

_Noreturn void pins_refuse(const char *text, const char *name) {
  fprintf(stderr, "write_pins: %s: %s\n", name, text);
  exit(2);
}

const struct pin_text *pin_text(enum pin pin) {
  enum { OR_0, OR_1, NEEDED };
#define PIN(name, ptm, etm, bits, group, member, low, packed, word, bit, absent) \
  [PIN_##name] = {#group,                                                        \
                  #member,                                                       \
                  packed,                                                        \
                  low,                                                           \
                  sizeof((struct pins *)0)->member,                              \
                  offsetof(struct pins, member),                                 \
                  word,                                                          \
                  bit,                                                           \
                  (absent) == NEEDED,                                            \
                  (absent) == OR_1},
  static const struct pin_text texts[PINS] = {
#include "pin_table.inc"
  };
#undef PIN
  return &texts[pin];
}

// --- the pins of the unit -------------------------------------------------------------------------------------------

// The next pin of the unit after `pin`, of `kind`: all, in, out, needed, absent. PINS: there is none.
static enum pin next_of(const struct writer *w, enum pin pin, const char *kind) {
  for (pin++; pin < PINS; pin++) {
    const bool output = pin_row(pin)->output, needed = pin_text(pin)->needed;
    if (!pin_row(pin)->name[w->unit] || strcmp(kind, output ? "in" : "out") == 0) continue;
    if (strcmp(kind, needed ? "absent" : "needed") == 0) continue;
    break;
  }
  return pin;
}

static bool same_group(enum pin a, enum pin b) { return strcmp(pin_text(a)->group, pin_text(b)->group) == 0; }

// --- text -----------------------------------------------------------------------------------------------------------

// The member of in_t or out_t for the pin, or its part of a member that several pins share.
static bool packed_of(const struct writer *w, char text[TEXT]) {
  const char *name = pin_text(w->pin)->packed;
  unsigned low = pin_lowest(w->pin), sharing = 0;
  for (enum pin pin = next_of(w, PIN_RESETN, "all"); pin < PINS; pin = next_of(w, pin, "all")) {
    if (strcmp(pin_text(pin)->packed, name) != 0) continue;
    if (pin_lowest(pin) < low) low = pin_lowest(pin);
    sharing++;
  }
  const unsigned first = pin_lowest(w->pin) - low, last = first + pin_row(w->pin)->bits - 1;
  return snprintf(text, TEXT, sharing > 1 ? "%s[%u:%u]" : "%s", name, last, first) > 0;
}

static bool lower(const char *name, char text[TEXT]) {
  for (; *name; name++) *text++ = (char)tolower((unsigned char)*name);
  *text = '\0';
  return true;
}

// The text of @KEY@. False: the key is unknown.
static bool text_of(const struct writer *w, const char *key, char text[TEXT]) {
  static const char *const units[][2] = {{"ptm", "PTM"}, {"etm", "ETM"}};
  const bool is_unit = strcmp(key, "unit") == 0 || strcmp(key, "UNIT") == 0;
  if (w->unit < PROTOCOLS && is_unit) return snprintf(text, TEXT, "%s", units[w->unit][*key == 'U']) > 0;
  if (w->unit < PROTOCOLS && strcmp(key, "etm") == 0) return snprintf(text, TEXT, "%d", w->unit == PROTOCOL_ETM3) > 0;
  if (w->unit == PROTOCOLS || w->pin == PINS) return false;
  const struct pin_row *row = pin_row(w->pin);
  const struct pin_text *t = pin_text(w->pin);
  const unsigned low = w->pin == PIN_PADDR ? 2 : 0, high = low + row->bits - 1;
  const bool vector = row->bits > 1;
  const char *const absent = t->needed ? "" : vector ? " := (others => '0')" : t->one ? " := '1'" : " := '0'";
  *text = '\0';
  if (strcmp(key, "name") == 0) return snprintf(text, TEXT, "%s", row->name[w->unit]) > 0;
  if (strcmp(key, "lower") == 0) return lower(row->name[w->unit], text);
  if (strcmp(key, "bits") == 0) return snprintf(text, TEXT, "%u", row->bits) > 0;
  if (strcmp(key, "packed") == 0) return packed_of(w, text);
  if (strcmp(key, "range") == 0) return !vector || snprintf(text, TEXT, "[%u:%u]", high, low) > 0;
  if (strcmp(key, "vhdl") == 0)
    return snprintf(text, TEXT, vector ? "std_logic_vector(%u downto %u)" : "std_logic", high, low) > 0;
  if (strcmp(key, "net") == 0) {
    const bool may_be_absent = row->output && !t->needed;
    return snprintf(text, TEXT, "%s", !may_be_absent ? "wire" : t->one ? "tri1" : "tri0") > 0;
  }
  if (strcmp(key, "tie") == 0) return snprintf(text, TEXT, "%s", t->one ? "'1" : "'0") > 0;
  if (strcmp(key, "slice") == 0) return snprintf(text, TEXT, vector ? "(%u downto 0)" : "(0)", row->bits - 1) > 0;
  return strcmp(key, "absent") == 0 && snprintf(text, TEXT, "%s", absent) >= 0;
}

static void append(char text[TEXT], const char *more) {
  if (strlen(text) + strlen(more) >= TEXT) pins_refuse("too long", more);
  strcat(text, more);
}

// Adds a line, or a part of a line, to `text`.
static void expand(const struct writer *w, const char *line, const char *end, char text[TEXT]) {
  while (line < end) {
    char key[16], value[TEXT], one[2] = {*line, '\0'};
    int length = 0, columns = 0;
    if (sscanf(line, "@%15[a-zA-Z]%n", key, &length) == 1) sscanf(line + length, ":%d%n", &columns, &(int){0});
    const char *close = length ? strchr(line + length, '@') : NULL;
    const bool word = close && close < end && (line[length] == '@' || columns) && text_of(w, key, value);
    append(text, word ? value : one);
    for (int blanks = word ? columns - (int)strlen(value) : 0; blanks > 0; blanks--) append(text, " ");
    line = word ? close + 1 : line + 1;
  }
}

static void write_line(const struct writer *w, const char *line) {
  char text[TEXT] = "";
  expand(w, line, line + strlen(line), text);
  fprintf(w->out, "%s\n", text);
}

// --- folded lines ---------------------------------------------------------------------------------------------------

// Adds a line of a group with its lists, and with marks where it may be folded.
static void expand_lists(const struct writer *w, const char *line, char text[TEXT]) {
  static const char marks[][2] = {{FOLD}, {FOLD_ALWAYS}};
  for (const char *at; *line; line = at) {
    at = strchr(line, '@');
    while (at && !strchr("[_/", at[1])) at = strchr(at + 1, '@');
    if (!at) at = line + strlen(line);
    expand(w, line, at, text);
    if (*at != '@') continue;
    const char *between = strstr(at, "@|"), *end = strstr(at, "@]");
    const bool list = at[1] == '[';
    at += 2;
    if (!list) append(text, marks[at[-1] == '/']);
    if (!list) continue;
    const char *stop = between && between < end ? between : end;
    struct writer one = *w;
    for (; one.pin < w->end; one.pin = next_of(w, one.pin, "all")) {
      char item[TEXT] = "";
      if (one.pin != w->pin && stop != end) {
        char rest[TEXT] = "";
        strncat(rest, stop + 2, (size_t)(end - stop - 2));
        expand_lists(&one, rest, text);
      }
      expand(&one, at, stop, item);
      append(text, item);
    }
    at = end + 2;
  }
}

static void write_folded(const struct writer *w, const char *how, const char *line) {
  char text[TEXT] = "", close[64] = "", open[64] = "";
  unsigned width = 0, indent = 0;
  sscanf(how, "@fold %u %u `%63[^`]` `%63[^`]`", &width, &indent, close, open);
  expand_lists(w, line, text);
  const bool fits = strlen(text) <= width;
  size_t column = 0;
  for (const char *at = text; *at;) {
    const char mark = *at == FOLD || *at == FOLD_ALWAYS ? *at++ : '\0';
    const size_t length = strcspn(at, (const char[]){FOLD, FOLD_ALWAYS, '\0'});
    const size_t needed = column + 1 + length + (at[length] ? strlen(close) : 0);
    const bool folds = mark && !fits && (mark == FOLD_ALWAYS || needed > width);
    if (folds) column = (size_t)fprintf(w->out, "%s\n%*s%s", close, (int)indent, "", open) - strlen(close) - 1;
    if (mark && !folds) column += (size_t)fprintf(w->out, " ");
    column += (size_t)fprintf(w->out, "%.*s", (int)length, at);
    at += length;
  }
  fputc('\n', w->out);
}

// --- blocks ---------------------------------------------------------------------------------------------------------

static bool is(const char *line, const char *word) {
  const size_t length = strlen(word);
  return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

static bool opens(const char *line) {
  return is(line, "@unit") || is(line, "@ptm") || is(line, "@etm") || is(line, "@pin") || is(line, "@port") ||
         is(line, "@group");
}

static unsigned end_of(const struct writer *w, unsigned at) {
  for (unsigned depth = 0; w->line[at]; at++) {
    depth += opens(w->line[at]);
    if (is(w->line[at], "@end") && --depth == 0) return at;
  }
  pins_refuse("expected an @end after", "a block");
}

static void write_lines(const struct writer *w, unsigned from, unsigned to);

// Does the list contain `name`?
static bool names(const char *list, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = list; (at = strchr(at, ' ')); at++) {
    if (strncmp(at + 1, name, length) == 0 && (at[1 + length] == ' ' || at[1 + length] == '\0')) return true;
  }
  return false;
}

// How well the text after a title matches this pin or group. 0: it does not match; -1: the line is no title.
static int rank_of(const struct writer *w, const char *line, bool last) {
  if (is(line, "@out")) return pin_row(w->pin)->output ? 2 : 0;
  if (is(line, "@last")) return last ? 3 : 0;
  if (is(line, "@but")) return names(line + strlen("@but"), pin_row(w->pin)->name[w->unit]) ? 4 : 0;
  return -1;
}

// Writes those lines of a block that match best.
static void write_section(const struct writer *w, unsigned from, unsigned to, bool last) {
  unsigned begin = from, end = to;
  bool inside = true;
  for (int at = (int)from, best = 1; at < (int)to; at++) {
    if (opens(w->line[at])) at = (int)end_of(w, at);
    const int rank = rank_of(w, w->line[at], last);
    if (rank < 0) continue;
    if (inside) end = at;
    inside = rank > best;
    if (!inside) continue;
    best = rank;
    begin = at + 1;
    end = to;
  }
  write_lines(w, begin, end);
}

static void write_pins(const struct writer *w, const char *line, unsigned from, unsigned to) {
  struct writer one = *w;
  const bool apart = is(line, "@port");
  const char *space = strchr(line, ' '), *kind = space ? space + 1 : "all";
  enum pin next = next_of(w, PIN_RESETN, kind);
  while ((one.pin = next) < PINS) {
    next = next_of(w, one.pin, kind);
    write_section(&one, from, to, next == PINS);
    if (apart && next < PINS && !same_group(one.pin, next)) fputc('\n', w->out);
  }
}

static void write_groups(const struct writer *w, unsigned from, unsigned to) {
  struct writer one = *w;
  for (one.pin = next_of(w, PIN_RESETN, "all"); one.pin < PINS; one.pin = one.end) {
    one.end = one.pin;
    while (one.end < PINS && same_group(one.pin, one.end)) one.end = next_of(w, one.end, "all");
    write_section(&one, from, to, one.end == PINS);
  }
}

static void write_block(const struct writer *w, unsigned at, unsigned end) {
  const char *line = w->line[at];
  struct writer one = *w;
  if (is(line, "@pin") || is(line, "@port")) write_pins(w, line, at + 1, end);
  if (is(line, "@group")) write_groups(w, at + 1, end);
  if (is(line, w->unit == PROTOCOL_ETM3 ? "@etm" : "@ptm")) write_lines(w, at + 1, end);
  for (unsigned unit = 0; is(line, "@unit") && unit < PROTOCOLS; unit++) {
    one.unit = unit;
    if (strcmp(line, unit == PROTOCOL_PFT ? "@unit etm" : "@unit ptm") == 0) continue;
    write_lines(&one, at + 1, end);
  }
}

static void write_lines(const struct writer *w, unsigned from, unsigned to) {
  for (unsigned at = from; at < to; at++) {
    const char *line = w->line[at];
    if (opens(line)) {
      write_block(w, at, end_of(w, at));
      at = end_of(w, at);
    } else if (is(line, "@fold")) {
      write_folded(w, line, w->line[++at]);
    } else if (is(line, "@packed")) {
      write_packed(w->out, line + strlen("@packed "));
    } else if (is(line, "@pack")) {
      write_pack(w->out, w->unit);
    } else if (is(line, "@unpack")) {
      write_unpack(w->out, w->unit % PROTOCOLS, line + strlen("@unpack "));
    } else {
      write_line(w, line);
    }
  }
}

int main(int argc, char **argv) {
  static char text[1 << 16];
  struct writer w = {.out = stdout, .unit = PROTOCOLS, .pin = PINS};
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!file) pins_refuse("expected a template", argc > 1 ? argv[1] : "");
  if (argc > 2) w.unit = strcmp(argv[2], "etm") == 0 ? PROTOCOL_ETM3 : PROTOCOL_PFT;
  const size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  unsigned lines = 0;
  for (char *at = text, *end; (end = strchr(at, '\n')) && lines < LINES - 1; at = end + 1) {
    *end = '\0';
    w.line[lines++] = at;
  }
  write_lines(&w, 0, lines);
  return fclose(stdout) != 0;
}
