// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

static const char blanks[] = " \t\r\n";
static const char *const type_names[] = {
    [WAYPOINT_DIRECT] = "direct",   [WAYPOINT_INDIRECT] = "indirect",       [WAYPOINT_EXCEPTION] = "exception",
    [WAYPOINT_BARRIER] = "barrier", [WAYPOINT_DEBUG_ENTRY] = "debug-entry", [WAYPOINT_DEBUG_EXIT] = "debug-exit",
    [WAYPOINT_UPDATE] = "update",
};
enum { TYPES = sizeof type_names / sizeof *type_names };

// By target_t and target_j.
static const char *const state_names[2][2] = {{"arm", "jazelle"}, {"thumb", "thumbee"}};

static const char *const barrier_names[] = {[WAYPOINT_ISB] = "isb", [WAYPOINT_DSB] = "dsb", [WAYPOINT_DMB] = "dmb"};
enum { BARRIERS = sizeof barrier_names / sizeof *barrier_names };

static bool is_branch(const struct waypoint *w) { return w->type == WAYPOINT_DIRECT || w->type == WAYPOINT_INDIRECT; }

// --- reading -------------------------------------------------------------------------------------------------------

struct reader {
  const char *name;
  unsigned line;
  char *rest;  // strtok_r's
  struct error *err;
};

static bool expected(const struct reader *r, const char *what, const char *found) {
  error_set(r->err, "%s:%u: expected %s, found %s%.40s%s", r->name, r->line, what, found ? "\"" : "",
            found ? found : "the end of the line", found ? "\"" : "");
  return false;
}

static char *next_word(struct reader *r) { return strtok_r(NULL, blanks, &r->rest); }

// Decimal or 0x hexadecimal, the whole word.
static bool parse_number(const char *word, uint64_t most, uint64_t *value) {
  if (*word < '0' || *word > '9') return false;
  char *end;
  bool hex = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
  errno = 0;
  *value = strtoull(word, &end, hex ? 16 : 10);
  return *end == '\0' && errno == 0 && *value <= most;
}

// What follows "key=" in the word, or NULL.
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
  NUMBERS,  // attributes above have a number
  BARRIER = NUMBERS,
  STATE,
  TAKEN,
  LINK,
  T32,
  NS,
  HYP,
  PROHIBITED,
  ERET,
  ATTRIBUTES
};

static bool parse_barrier(const char *word, struct waypoint *w) {
  const char *name = value_of(word, "barrier");
  for (uint8_t b = 0; name && b < BARRIERS; b++) {
    if (strcmp(name, barrier_names[b]) == 0) return w->barrier = b, true;
  }
  return false;
}

// One "key=value" or flag into the waypoint; ATTRIBUTES if it is none.
static enum attribute parse_attribute(const char *word, struct waypoint *w) {
  static const struct {
    const char *key;
    uint32_t most;
  } numbers[] = {
      [PC] = {"pc", UINT32_MAX},           [TARGET] = {"target", UINT32_MAX}, [EXCEPTION] = {"exception", 511},
      [CONTEXT] = {"context", UINT32_MAX}, [VMID] = {"vmid", UINT8_MAX},
  };
  for (enum attribute a = PC; a < NUMBERS; a++) {
    const char *text = value_of(word, numbers[a].key);
    uint64_t value;
    if (!text) continue;
    if (!parse_number(text, numbers[a].most, &value)) return ATTRIBUTES;
    if (a == PC) w->pc = (uint32_t)value;
    if (a == TARGET) w->target = (uint32_t)value;
    if (a == EXCEPTION) w->exception = (uint16_t)value;
    if (a == CONTEXT) w->context_id = (uint32_t)value;
    if (a == VMID) w->vmid = (uint8_t)value;
    return a;
  }
  if (parse_barrier(word, w)) return BARRIER;
  for (int t = 0; t < 2; t++) {
    for (int j = 0; j < 2; j++) {
      if (strcmp(word, state_names[t][j]) != 0) continue;
      w->target_t = t;
      w->target_j = j;
      return STATE;
    }
  }
  if (strcmp(word, "taken") == 0) return w->taken = true, TAKEN;
  if (strcmp(word, "not-taken") == 0) return w->taken = false, TAKEN;
  if (strcmp(word, "link") == 0) return w->link = true, LINK;
  if (strcmp(word, "t32") == 0) return w->t32 = true, T32;
  if (strcmp(word, "ns") == 0) return w->ns = true, NS;
  if (strcmp(word, "hyp") == 0) return w->hyp = true, HYP;
  if (strcmp(word, "prohibited") == 0) return w->prohibited = true, PROHIBITED;
  if (strcmp(word, "eret") == 0) return w->eret = true, ERET;
  return ATTRIBUTES;
}

static bool check_waypoint(const struct reader *r, const struct waypoint *w, unsigned seen) {
  if (!(seen & 1u << PC)) return expected(r, "pc=", NULL);
  if (!(seen & 1u << TARGET)) return expected(r, "target=", NULL);
  bool aligned = w->target_t ? w->target % 2 == 0 : w->target_j || w->target % 4 == 0;
  if (!aligned) {
    error_set(r->err, "%s:%u: expected target= a multiple of %d, found 0x%08X", r->name, r->line, w->target_t ? 2 : 4,
              w->target);
    return false;
  }
  if (is_branch(w) && !(seen & 1u << TAKEN)) return expected(r, "taken or not-taken", NULL);
  if (w->type == WAYPOINT_EXCEPTION && !(seen & 1u << EXCEPTION)) return expected(r, "exception=", NULL);
  return true;
}

static bool parse_waypoint(struct reader *r, struct waypoint *w) {
  const char *word = next_word(r);
  unsigned type = 0;
  while (word && type < TYPES && strcmp(word, type_names[type]) != 0) type++;
  if (!word || type == TYPES) {
    return expected(r, "direct, indirect, exception, barrier, debug-entry, debug-exit or update", word);
  }
  *w = (struct waypoint){.type = (uint8_t)type, .taken = true};
  unsigned seen = 0;
  while ((word = next_word(r))) {
    enum attribute a = parse_attribute(word, w);
    bool branch_only = a == TAKEN || a == LINK;
    bool exception_only = a == EXCEPTION;
    if (a == ATTRIBUTES) {
      return expected(
          r, "pc=, target=, context= (32 bits), exception=0..511, vmid=0..255, barrier=isb, dsb or dmb, or a flag",
          word);
    }
    if (seen & 1u << a) return expected(r, "every attribute once", word);
    if (branch_only && !is_branch(w)) return expected(r, "taken, not-taken and link with branches only", word);
    if (a == ERET && w->type != WAYPOINT_INDIRECT) return expected(r, "eret with indirect branches only", word);
    if (a == BARRIER && w->type != WAYPOINT_BARRIER) return expected(r, "barrier= with barriers only", word);
    if (exception_only && w->type != WAYPOINT_EXCEPTION) return expected(r, "exception= with exceptions only", word);
    seen |= 1u << a;
  }
  return check_waypoint(r, w, seen);
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static bool parse_segment(struct reader *r, struct image *image) {
  const char *word = next_word(r), *text = word ? value_of(word, "address") : NULL;
  uint64_t address;
  if (!text || !parse_number(text, UINT32_MAX, &address)) return expected(r, "address=0x...", word);
  word = next_word(r);
  const char *hex = word ? value_of(word, "bytes") : NULL;
  size_t digits = hex ? strspn(hex, "0123456789abcdefABCDEF") : 0;
  if (digits == 0 || digits % 2 != 0 || hex[digits] != '\0' || digits / 2 > UINT32_MAX) {
    return expected(r, "bytes= and pairs of hexadecimal digits", word);
  }
  if ((word = next_word(r))) return expected(r, "nothing after bytes=", word);
  struct error why;
  uint8_t *bytes = image_add(image, (uint32_t)address, (uint32_t)(digits / 2), &why);
  if (!bytes) {
    error_set(r->err, "%s:%u: %.400s", r->name, r->line, why.text);
    return false;
  }
  for (size_t i = 0; i < digits / 2; i++) bytes[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
  return true;
}

struct text_line *text_add(struct text *text, struct error *err) {
  if (text->count == text->room) {
    size_t room = text->room ? 2 * text->room : 64;
    struct text_line *at = realloc(text->at, room * sizeof *at);
    if (!at) {
      error_set(err, "text stimulus: out of memory");
      return NULL;
    }
    text->at = at;
    text->room = room;
  }
  text->at[text->count] = (struct text_line){0};
  return &text->at[text->count++];
}

// The lines that are one word, or one word and a number from `least` to `most`; `what` is what an error expects.
static const struct {
  const char *word, *what;
  uint64_t least, most;  // 0 and 0: no number
} kinds[] = {
    [TEXT_WAYPOINT] = {"waypoint", NULL, 0, 0},
    [TEXT_IDLE] = {"idle", "idle and 1 or more clocks", 1, UINT32_MAX},
    [TEXT_SYNC] = {"sync", NULL, 0, 0},
    [TEXT_FLUSH] = {"flush", NULL, 0, 0},
    [TEXT_EXTIN] = {"extin", "extin and 0 to 15", 0, 15},
    [TEXT_EXTIN_HOLD] = {"extin-hold", "extin-hold and 0 to 15", 0, 15},
    [TEXT_TSVALUE] = {"tsvalue", "tsvalue and 64 bits", 0, UINT64_MAX},
    [TEXT_CLOCK_CHANGE] = {"clock-change", NULL, 0, 0},
    [TEXT_IDLE_REQUEST] = {"idle-request", NULL, 0, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool parse_plain(struct reader *r, struct text_line *line) {
  const char *word = next_word(r);
  if (kinds[line->kind].most) {
    bool good = word && parse_number(word, kinds[line->kind].most, &line->number);
    if (!good || line->number < kinds[line->kind].least) return expected(r, kinds[line->kind].what, word);
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
  while (kind < KINDS && strcmp(word, kinds[kind].word) != 0) kind++;
  if (kind == KINDS) {
    return expected(r, "waypoint, idle, sync, flush, extin, extin-hold, tsvalue, clock-change, idle-request or segment",
                    word);
  }
  struct text_line *added = text_add(text, r->err);
  if (!added) return false;
  added->kind = (uint8_t)kind;
  return kind == TEXT_WAYPOINT ? parse_waypoint(r, &added->waypoint) : parse_plain(r, added);
}

bool text_read(FILE *file, const char *name, struct text *text, struct error *err) {
  struct reader r = {.name = name, .err = err};
  char *line = NULL;
  size_t room = 0;
  bool ok = true;
  while (ok && getline(&line, &room, file) >= 0) {
    r.line++;
    ok = parse_line(&r, line, text);
  }
  free(line);
  if (ok && ferror(file)) {
    error_set(err, "%s: cannot be read: %s", name, strerror(errno));
    return false;
  }
  return ok;
}

// --- writing -------------------------------------------------------------------------------------------------------

static void write_waypoint(FILE *file, const struct waypoint *w) {
  fprintf(file, "waypoint %s pc=0x%08X target=0x%08X", type_names[w->type], w->pc, w->target);
  if (w->type == WAYPOINT_EXCEPTION) fprintf(file, " exception=%u", w->exception);
  if (w->context_id) fprintf(file, " context=0x%08X", w->context_id);
  if (w->vmid) fprintf(file, " vmid=%u", w->vmid);
  if (w->barrier) fprintf(file, " barrier=%s", barrier_names[w->barrier]);
  fprintf(file, " %s", state_names[w->target_t][w->target_j]);
  if (is_branch(w)) fputs(w->taken ? " taken" : " not-taken", file);
  if (w->link) fputs(" link", file);
  if (w->t32) fputs(" t32", file);
  if (w->ns) fputs(" ns", file);
  if (w->hyp) fputs(" hyp", file);
  if (w->prohibited) fputs(" prohibited", file);
  if (w->eret) fputs(" eret", file);
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
      write_waypoint(file, &line->waypoint);
      continue;
    }
    fputs(kinds[line->kind].word, file);
    if (kinds[line->kind].most) fprintf(file, line->kind == TEXT_TSVALUE ? " 0x%" PRIX64 : " %" PRIu64, line->number);
    fputc('\n', file);
  }
}

void text_free(struct text *text) {
  image_free(&text->image);
  free(text->at);
  *text = (struct text){0};
}
