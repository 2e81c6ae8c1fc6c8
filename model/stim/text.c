// SPDX-License-Identifier: Apache-2.0
// Reads and writes the items of a line.
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"
#include "lines.h"
#include "number.h"
#include "packet.h"

static const char blanks[] = " \t\r\n";

static bool is_branch(const struct waypoint *waypoint) {
  return waypoint->type == WAYPOINT_DIRECT || waypoint->type == WAYPOINT_INDIRECT;
}

// --- reading -------------------------------------------------------------------------------------------------------

struct reader {
  const struct lines *lines;
  char *rest;      // state of strtok_r
  unsigned kinds;  // set of the kinds of lines so far, 1 << enum text_kind
  struct error *err;
};

static bool expected(const struct reader *r, const char *what, const char *found) {
  return error_set(r->err, "%s:%u: expected %s, found %s%.40s%s", r->lines->path, r->lines->number, what,
                   found ? "\"" : "", found ? found : "the end of the line", found ? "\"" : "");
}

static char *next_word(struct reader *r) { return strtok_r(NULL, blanks, &r->rest); }

// Decimal or 0x hexadecimal, the whole word.
static bool parse_number(const char *word, uint64_t most, uint64_t *value) {
  const bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
  return number_read(word, hex ? 16 : 10, most, value);
}

// The text after "key=" in the word, or NULL.
static const char *value_of(const char *word, const char *key) {
  size_t length = strlen(key);
  return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

enum attribute {
  PC,
  TARGET,
  EXCEPTION,
  CONTEXT,
  VMID,
  NUMBERS,  // the attributes before this one have a number
  BARRIER = NUMBERS,
  STATE,
  TAKEN,
  LINK,
  T32,
  NS,
  HYP,
  USER,
  PROHIBITED,
  ERET,
  ATTRIBUTES
};

static bool parse_barrier(const char *word, struct waypoint *waypoint) {
  const char *name = value_of(word, "barrier");
  for (uint8_t b = 0; name && b < WAYPOINT_BARRIERS; b++) {
    if (strcmp(name, waypoint_barrier_names[b]) == 0) return waypoint->barrier = b, true;
  }
  return false;
}

static const struct {
  const char *key, *range;
  uint32_t most;
} numbers[] = {
    [PC] = {"pc", "pc= and a 32-bit number", UINT32_MAX},
    [TARGET] = {"target", "target= and a 32-bit number", UINT32_MAX},
    [EXCEPTION] = {"exception", "exception=0..511", 511},
    [CONTEXT] = {"context", "context= and a 32-bit number", UINT32_MAX},
    [VMID] = {"vmid", "vmid=0..255", UINT8_MAX},
};

// Reports a word that parse_attribute does not accept: a field with an invalid value, or an unknown field.
static bool reject_attribute(const struct reader *r, const char *word) {
  for (enum attribute a = PC; a < NUMBERS; a++) {
    if (value_of(word, numbers[a].key)) return expected(r, numbers[a].range, word);
  }
  if (value_of(word, "barrier")) return expected(r, "barrier=isb, dsb or dmb", word);
  return error_set(
      r->err,
      "%s:%u: unknown field \"%.40s\"; expected pc=, target= or context= (32 bits each), exception=0..511, "
      "vmid=0..255, barrier=isb, dsb or dmb, or a flag (docs/stimulus.md)",
      r->lines->path, r->lines->number, word);
}

// Reads one "key=value" or flag into the waypoint. ATTRIBUTES if the word is none.
static enum attribute parse_attribute(const char *word, struct waypoint *waypoint) {
  for (enum attribute a = PC; a < NUMBERS; a++) {
    const char *text = value_of(word, numbers[a].key);
    uint64_t value;
    if (!text) continue;
    if (!parse_number(text, numbers[a].most, &value)) return ATTRIBUTES;
    if (a == PC) waypoint->pc = (uint32_t)value;
    if (a == TARGET) waypoint->target = (uint32_t)value;
    if (a == EXCEPTION) waypoint->exception = (uint16_t)value;
    if (a == CONTEXT) waypoint->context_id = (uint32_t)value;
    if (a == VMID) waypoint->vmid = (uint8_t)value;
    return a;
  }
  if (parse_barrier(word, waypoint)) return BARRIER;
  for (unsigned isa = 0; isa < ISAS; isa++) {
    if (strcmp(word, isa_word[isa]) != 0) continue;
    waypoint->target_t = isa_t(isa);
    waypoint->target_j = isa_j(isa);
    return STATE;
  }
  if (strcmp(word, "taken") == 0) return waypoint->taken = true, TAKEN;
  if (strcmp(word, "not-taken") == 0) return waypoint->taken = false, TAKEN;
  if (strcmp(word, "link") == 0) return waypoint->link = true, LINK;
  if (strcmp(word, "t32") == 0) return waypoint->t32 = true, T32;
  if (strcmp(word, "ns") == 0) return waypoint->ns = true, NS;
  if (strcmp(word, "hyp") == 0) return waypoint->hyp = true, HYP;
  if (strcmp(word, "user") == 0) return waypoint->user = true, USER;
  if (strcmp(word, "prohibited") == 0) return waypoint->prohibited = true, PROHIBITED;
  if (strcmp(word, "eret") == 0) return waypoint->eret = true, ERET;
  return ATTRIBUTES;
}

static bool check_waypoint(const struct reader *r, const struct waypoint *waypoint, unsigned seen) {
  if (!(seen & 1u << PC)) return expected(r, "pc=", NULL);
  if (!(seen & 1u << TARGET)) return expected(r, "target=", NULL);
  bool aligned = waypoint->target_t ? waypoint->target % 2 == 0 : waypoint->target_j || waypoint->target % 4 == 0;
  if (!aligned)
    return error_set(r->err, "%s:%u: target=: expected a multiple of %d, found 0x%08X", r->lines->path,
                     r->lines->number, waypoint->target_t ? 2 : 4, waypoint->target);
  if (is_branch(waypoint) && !(seen & 1u << TAKEN)) return expected(r, "taken or not-taken", NULL);
  if (waypoint->type == WAYPOINT_EXCEPTION && !(seen & 1u << EXCEPTION)) return expected(r, "exception=", NULL);
  return true;
}

static bool parse_waypoint(struct reader *r, struct waypoint *waypoint) {
  const char *word = next_word(r);
  unsigned type = 0;
  while (word && type < WAYPOINT_TYPES && strcmp(word, waypoint_names[type]) != 0) type++;
  if (!word || type == WAYPOINT_TYPES) {
    return expected(r, "direct, indirect, exception, barrier, debug-entry, debug-exit or update", word);
  }
  *waypoint = (struct waypoint){.type = (uint8_t)type, .taken = true};
  unsigned seen = 0;
  while ((word = next_word(r))) {
    enum attribute a = parse_attribute(word, waypoint);
    bool branch_only = a == TAKEN || a == LINK;
    bool exception_only = a == EXCEPTION;
    if (a == ATTRIBUTES) return reject_attribute(r, word);
    if (seen & 1u << a) return expected(r, "each attribute only once", word);
    if (branch_only && !is_branch(waypoint)) return expected(r, "taken, not-taken and link only with branches", word);
    if (a == ERET && waypoint->type != WAYPOINT_INDIRECT) return expected(r, "eret only with indirect branches", word);
    if (a == BARRIER && waypoint->type != WAYPOINT_BARRIER) return expected(r, "barrier= only with barriers", word);
    if (exception_only && waypoint->type != WAYPOINT_EXCEPTION)
      return expected(r, "exception= only with exceptions", word);
    seen |= 1u << a;
  }
  return check_waypoint(r, waypoint, seen);
}

// --- clock lines -----------------------------------------------------------------------------------------------------

static bool parse_state(const char *name, size_t length, struct place *p) {
  for (unsigned isa = 0; isa < ISAS; isa++) {
    if (strlen(isa_word[isa]) != length || strncmp(name, isa_word[isa], length) != 0) continue;
    p->t = isa_t(isa);
    p->j = isa_j(isa);
    return true;
  }
  return false;
}

// ADDRESS:ISA, followed by :ns and :hyp if `has_states`.
static bool parse_location(const char *word, bool has_states, struct place *p) {
  char number[16] = "";
  uint64_t address;
  size_t length = strcspn(word, ":");
  if (length >= sizeof number || word[length] == '\0') return false;
  memcpy(number, word, length);
  if (!parse_number(number, UINT32_MAX, &address)) return false;
  p->address = (uint32_t)address;
  word += length + 1;
  length = strcspn(word, ":");
  if (!parse_state(word, length, p)) return false;
  word += length;
  if (has_states && strncmp(word, ":ns", 3) == 0) p->ns = true, word += 3;
  if (has_states && strncmp(word, ":hyp", 4) == 0) p->hyp = true, word += 4;
  return *word == '\0';
}

static bool read_location(struct reader *r, bool has_states, struct place *p) {
  const char *word = next_word(r);
  if (!word || !parse_location(word, has_states, p)) {
    return expected(r, has_states ? "ADDRESS:ISA[:ns][:hyp]" : "ADDRESS:ISA", word);
  }
  unsigned unit = p->t ? 2 : p->j ? 1 : 4;
  return p->address % unit == 0 || expected(r, unit == 2 ? "a multiple of 2" : "a multiple of 4", word);
}

enum clock_flag {
  CLOCK_NS,
  CLOCK_HYP,
  CLOCK_USER,
  CLOCK_PROHIBITED,
  CLOCK_DEBUG,
  CLOCK_CONTEXT,
  CLOCK_VMID,
  CLOCK_FLAGS
};

// Reads one flag of a clock. CLOCK_FLAGS if the word is none.
static enum clock_flag parse_clock_flag(const char *word, struct slots *s) {
  uint64_t value;
  if (strcmp(word, "ns") == 0) return s->ns = true, CLOCK_NS;
  if (strcmp(word, "hyp") == 0) return s->hyp = true, CLOCK_HYP;
  if (strcmp(word, "user") == 0) return s->user = true, CLOCK_USER;
  if (strcmp(word, "prohibited") == 0) return s->prohibited = true, CLOCK_PROHIBITED;
  if (strcmp(word, "debug") == 0) return s->debug = true, CLOCK_DEBUG;
  const char *text = value_of(word, "context");
  if (text && parse_number(text, UINT32_MAX, &value)) return s->context_id = (uint32_t)value, CLOCK_CONTEXT;
  text = value_of(word, "vmid");
  if (text && parse_number(text, UINT8_MAX, &value)) return s->vmid = (uint8_t)value, CLOCK_VMID;
  return CLOCK_FLAGS;
}

enum way { WAY_DIRECT, WAY_EXCEPTION, WAY_CANCEL, WAY_SECRET, WAYS };

// Reads how execution continues at `to`. WAYS if the word is none.
static enum way parse_way(const char *word, struct slot *slot) {
  const char *text = value_of(word, "exception");
  uint64_t number;
  if (text && parse_number(text, 511, &number) && number > 0) {
    return slot->exception = (uint16_t)number, WAY_EXCEPTION;
  }
  if (strcmp(word, "direct") == 0) return slot->direct = true, WAY_DIRECT;
  if (strcmp(word, "cancel") == 0) return slot->cancel = true, WAY_CANCEL;
  if (strcmp(word, "secret") == 0) return slot->secret = true, WAY_SECRET;
  return WAYS;
}

static bool read_branch(struct reader *r, struct slot *slot) {
  unsigned seen = 0;
  slot->branched = true;
  if (!read_location(r, true, &slot->to)) return false;
  for (const char *word; (word = next_word(r));) {
    enum way way = parse_way(word, slot);
    if (way == WAYS) return expected(r, "direct, exception=1..511, cancel, secret or a comma", word);
    if (seen & 1u << way) return expected(r, "each attribute only once", word);
    seen |= 1u << way;
  }
  if (slot->cancel && !slot->exception) return expected(r, "exception= with cancel", NULL);
  return !slot->direct || !slot->exception || expected(r, "direct without exception=", "exception=");
}

// Reads a slot from its first word on.
static bool read_slot(struct reader *r, const char *word, const struct slots *s, struct slot *slot) {
  slot->executed = strcmp(word, "E") == 0 || strcmp(word, "N") == 0;
  slot->passed = strcmp(word, "E") == 0;
  if (slot->executed) {
    if (!read_location(r, false, &slot->at)) return false;
    slot->at.ns = s->ns;
    slot->at.hyp = s->hyp;
    word = next_word(r);
    slot->eret = word && strcmp(word, "eret") == 0;
    if (slot->eret && !slot->passed) return expected(r, "eret only with E", word);
    if (slot->eret) word = next_word(r);
    if (!word) return true;
  }
  if (strcmp(word, "to") != 0) return expected(r, slot->executed ? "eret, to or a comma" : "a flag, E, N or to", word);
  return read_branch(r, slot);
}

static bool parse_clock(struct reader *r, struct slots *s) {
  char *second = strchr(r->rest, ',');
  if (second) *second++ = '\0';
  const char *word = next_word(r);
  unsigned seen = 0;
  for (enum clock_flag flag; word && (flag = parse_clock_flag(word, s)) < CLOCK_FLAGS; word = next_word(r)) {
    if (seen & 1u << flag) return expected(r, "each flag only once", word);
    seen |= 1u << flag;
  }
  if (!word && !second && !seen) return expected(r, "a flag, E, N or to", NULL);
  if (s->debug && (word || second)) return expected(r, "no instructions in Debug state", word);
  if (word && !read_slot(r, word, s, &s->at[0])) return false;
  if (!second) return true;
  r->rest = second;
  word = next_word(r);
  return word ? read_slot(r, word, s, &s->at[1]) : expected(r, "E, N or to", NULL);
}

// --- the other lines -------------------------------------------------------------------------------------------------

static bool parse_segment(struct reader *r, struct image *image) {
  const char *word = next_word(r), *text = word ? value_of(word, "address") : NULL;
  uint64_t address;
  if (!text || !parse_number(text, UINT32_MAX, &address)) return expected(r, "address=0x...", word);
  word = next_word(r);
  const char *hex = word ? value_of(word, "bytes") : NULL;
  size_t digits = hex ? strspn(hex, "0123456789abcdefABCDEF") : 0;
  if (digits == 0 || digits % 2 != 0 || hex[digits] != '\0' || digits / 2 > UINT32_MAX) {
    return expected(r, "bytes= and pairs of hex digits", word);
  }
  if ((word = next_word(r))) return expected(r, "nothing after bytes=", word);
  struct error why;
  uint8_t *bytes = image_add(image, (uint32_t)address, (uint32_t)(digits / 2), &why);
  if (!bytes) return error_set(r->err, "%s:%u: %.400s", r->lines->path, r->lines->number, why.text);
  for (size_t i = 0; i < digits / 2; i++)
    bytes[i] = (uint8_t)(number_digit(hex[2 * i]) << 4 | number_digit(hex[2 * i + 1]));
  return true;
}

struct text_line *text_add(struct text *text, enum text_kind kind, uint64_t number) {
  text->at = array_reserve(text->at, text->count + 1, &text->room, sizeof *text->at);
  text->at[text->count] = (struct text_line){.kind = (uint8_t)kind, .number = number};
  return &text->at[text->count++];
}

#define TEXT_ROW(kind, word, form, least, most) {word, form, least, most},
static const struct {
  const char *word, *form;
  uint64_t least, most;
} kinds[TEXT_KINDS] = {TEXT_TABLE(TEXT_ROW)};

static bool parse_plain(struct reader *r, struct text_line *line) {
  const char *word = next_word(r);
  if (kinds[line->kind].most) {
    bool good = word && parse_number(word, kinds[line->kind].most, &line->number);
    if (!good || line->number < kinds[line->kind].least) return expected(r, kinds[line->kind].form, word);
    word = next_word(r);
  }
  return !word || expected(r, "the end of the line", word);
}

static bool parse_line(struct reader *r, char *line, struct text *text) {
  line[strcspn(line, "#")] = '\0';
  const char *word = strtok_r(line, blanks, &r->rest);
  if (!word) return true;
  if (strcmp(word, "segment") == 0) return parse_segment(r, &text->image);
  int kind = 0;
  while (kind < TEXT_KINDS && strcmp(word, kinds[kind].word) != 0) kind++;
  if (kind == TEXT_KINDS) {
    return expected(
        r,
        "waypoint, clock, idle, sync, flush, extin, extinbus or embeddedice with or without -hold, tsvalue, "
        "commit, wpt-flush, clock-change, idle-request or segment",
        word);
  }
  static const unsigned ptm = 1u << TEXT_WAYPOINT | 1u << TEXT_COMMIT | 1u << TEXT_WPT_FLUSH;
  r->kinds |= 1u << kind;
  if (r->kinds & ptm && r->kinds & 1u << TEXT_CLOCK) {
    return expected(r, "only waypoint lines or only clock lines in a file", word);
  }
  struct text_line *added = text_add(text, (enum text_kind)kind, 0);
  if (kind == TEXT_WAYPOINT) return parse_waypoint(r, &added->waypoint);
  return kind == TEXT_CLOCK ? parse_clock(r, &added->slots) : parse_plain(r, added);
}

bool text_read(FILE *file, const char *name, struct text *text, struct error *err) {
  struct lines lines;
  struct reader r = {.lines = &lines, .err = err};
  bool ok = true;
  lines_of(&lines, file, name, err);
  while (ok && lines_next(&lines)) ok = parse_line(&r, lines.text, text);
  if (!lines_close(&lines) || !ok) return false;
  if (lines.number == 0) error_set(err, "%s: empty file: expected text stimulus (docs/stimulus.md)", name);
  return lines.number > 0;
}

// --- writing -------------------------------------------------------------------------------------------------------

static void write_location(FILE *file, const struct place *p, bool has_states) {
  fprintf(file, " 0x%08X:%s", p->address, isa_word[isa_of(p->t, p->j)]);
  if (has_states && p->ns) fputs(":ns", file);
  if (has_states && p->hyp) fputs(":hyp", file);
}

static void write_slot(FILE *file, const struct slot *s) {
  if (s->executed) {
    fputs(s->passed ? " E" : " N", file);
    write_location(file, &s->at, false);
    if (s->eret) fputs(" eret", file);
  }
  if (!s->branched) return;
  fputs(" to", file);
  write_location(file, &s->to, true);
  if (s->direct) fputs(" direct", file);
  if (s->exception) fprintf(file, " exception=%u", s->exception);
  if (s->cancel) fputs(" cancel", file);
  if (s->secret) fputs(" secret", file);
}

static void write_clock(FILE *file, const struct slots *s) {
  fputs("clock", file);
  if (s->ns) fputs(" ns", file);
  if (s->hyp) fputs(" hyp", file);
  if (s->user) fputs(" user", file);
  if (s->prohibited) fputs(" prohibited", file);
  if (s->debug) fputs(" debug", file);
  if (s->context_id) fprintf(file, " context=0x%08X", s->context_id);
  if (s->vmid) fprintf(file, " vmid=%u", s->vmid);
  write_slot(file, &s->at[0]);
  if (s->at[1].executed || s->at[1].branched) fputs(" ,", file);
  write_slot(file, &s->at[1]);
  fputc('\n', file);
}

void text_write(FILE *file, const struct text *text) {
  for (size_t i = 0; i < text->image.count; i++) {
    const struct segment *s = &text->image.at[i];
    fprintf(file, "segment address=0x%08X bytes=", s->address);
    for (uint32_t b = 0; b < s->length; b++) fprintf(file, "%02x", s->bytes[b]);
    fputc('\n', file);
  }
  for (size_t i = 0; i < text->count; i++) {
    const struct text_line *line = &text->at[i];
    if (line->kind == TEXT_WAYPOINT) {
      waypoint_write(file, &line->waypoint);
      continue;
    }
    if (line->kind == TEXT_CLOCK) {
      write_clock(file, &line->slots);
      continue;
    }
    fputs(kinds[line->kind].word, file);
    const bool hex = kinds[line->kind].most > UINT8_MAX && line->kind != TEXT_IDLE;
    if (kinds[line->kind].most) fprintf(file, hex ? " 0x%" PRIX64 : " %" PRIu64, line->number);
    fputc('\n', file);
  }
}

void text_free(struct text *text) {
  image_free(&text->image);
  free(text->at);
  *text = (struct text){0};
}
