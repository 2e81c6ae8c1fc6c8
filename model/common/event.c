// SPDX-License-Identifier: Apache-2.0
// Writes and reads events as text.
#include "event.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "lines.h"
#include "number.h"
#include "protocol.h"

#define EVENT_WORD(kind, word) [kind] = word,
static const char *const kind_name[EVENT_KINDS] = {EVENT_TABLE(EVENT_WORD)};

// --- writing ---------------------------------------------------------------------------------------------------------

void event_write_config(FILE *file, const struct config *c) {
  fprintf(file, "config etmcr=0x%08" PRIX32 " etmidr=0x%08" PRIX32 " etmccer=0x%08" PRIX32, c->etmcr, c->etmidr,
          c->etmccer);
  if (config_is_etm3(c)) {
    fprintf(file, " etmauxcr=0x%" PRIX32 "%s\n", c->etmauxcr, c->split_at_trigger ? " split-at-trigger=1" : "");
  } else {
    fprintf(file, " depth=%" PRIu32 "\n", c->return_stack_depth);
  }
}

static void write_place(FILE *file, const char *key, const struct event_place *p) {
  fprintf(file, " %s=0x%08" PRIX32 ":%s%s%s", key, p->address, isa_word[p->isa], p->ns ? ":ns" : "",
          p->hyp ? ":hyp" : "");
}

static bool is_waypoint(enum event_kind kind) {
  return kind == EVENT_DIRECT || kind == EVENT_INDIRECT || kind == EVENT_BARRIER;
}

// Does the line of the event have E or N?
static bool has_condition(enum event_kind kind) { return is_waypoint(kind) || kind == EVENT_INSTRUCTION; }

static bool needs_place(enum event_kind kind) {
  return kind == EVENT_ISYNC || kind == EVENT_EXCEPTION || kind == EVENT_UPDATE || kind == EVENT_BRANCH;
}

static bool has_place(const struct event *e) { return is_waypoint(e->kind) ? e->placed : needs_place(e->kind); }

void event_write(FILE *file, const struct event *e) {
  fputs(kind_name[e->kind], file);
  if (has_condition(e->kind)) fputs(e->passed ? " E" : " N", file);
  if (e->kind == EVENT_ISYNC) fprintf(file, " %s", isync_reason_name[e->reason]);
  if (e->kind == EVENT_EXCEPTION) fprintf(file, " number=%u", e->exception);
  if (has_place(e)) write_place(file, "at", &e->place);
  if (e->link) write_place(file, "link", &e->back);
  if (e->eret) fputs(" eret", file);
  if (e->hidden) fputs(" hidden", file);
  if (e->cancel) fputs(" cancel", file);
  if (e->kind == EVENT_CONTEXT_ID || e->kind == EVENT_VMID || (e->kind == EVENT_ISYNC && e->value != 0)) {
    fprintf(file, " value=0x%" PRIX32, e->value);
  }
  if (e->kind == EVENT_TIMESTAMP)
    fprintf(file, " time=%" PRIu64 "%s", e->timestamp, e->clock_change ? " clock-change" : "");
  if (e->has_count) fprintf(file, " count=%" PRIu32, e->count);
  fputc('\n', file);
}

// --- reading ---------------------------------------------------------------------------------------------------------

struct reader {
  struct lines *lines;
  struct error *err;
  bool has_condition, has_value, has_time;  // of the event that is being read
};

static bool expected(const struct reader *r, const char *what, const char *found) {
  return error_set(r->err, "%s:%u: expected %s, found \"%s\"", r->lines->path, r->lines->number, what, found);
}

static bool incomplete(const struct reader *r, const char *event, const char *attribute) {
  return error_set(r->err, "%s:%u: %s: expected %s, found the end of the line; see docs/events.md", r->lines->path,
                   r->lines->number, event, attribute);
}

// The first word of the next line that is not empty. NULL: the file has ended.
static char *next_line(struct lines *lines) {
  while (lines_next(lines)) {
    lines->text[strcspn(lines->text, "#")] = '\0';
    char *word = strtok(lines->text, " \t");
    if (word) return word;
  }
  return NULL;
}

// The text after "key=" in the word. NULL: the word does not begin with it.
static const char *value_of(const char *word, const char *key) {
  const size_t length = strlen(key);
  return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

// The index of `word` in a list of `count`, or -1.
static int index_of(const char *word, const char *const *list, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(word, list[i]) == 0) return i;
  }
  return -1;
}

// "0x80008000:thumb:ns:hyp".
static bool read_place(char *text, struct event_place *p) {
  char *colon = strchr(text, ':'), *rest;
  uint64_t address;
  *p = (struct event_place){0};
  if (!colon) return false;
  *colon = '\0';
  if (!number_read(text, 0, UINT32_MAX, &address)) return false;
  p->address = (uint32_t)address;
  for (text = colon + 1; text; text = rest) {
    rest = strchr(text, ':');
    if (rest) *rest++ = '\0';
    const int isa = index_of(text, isa_word, ISAS);
    if (isa >= 0) {
      p->isa = (uint8_t)isa;
    } else if (strcmp(text, "ns") == 0) {
      p->ns = true;
    } else if (strcmp(text, "hyp") == 0) {
      p->hyp = true;
    } else {
      return false;
    }
  }
  return true;
}

static bool read_word(struct reader *r, char *word, struct event *e) {
  uint64_t n;
  const char *value;
  char shown[64];
  snprintf(shown, sizeof shown, "%s", word);
  if ((value = value_of(word, "at"))) {
    e->placed = true;
    return read_place(word + (value - word), &e->place) || expected(r, "at=ADDRESS:ISA[:ns][:hyp]", shown);
  }
  if ((value = value_of(word, "link"))) {
    e->link = true;
    return read_place(word + (value - word), &e->back) || expected(r, "link=ADDRESS:ISA[:ns][:hyp]", shown);
  }
  if ((value = value_of(word, "count"))) {
    if (!number_read(value, 0, UINT32_MAX, &n)) return expected(r, "count= and a 32-bit number", shown);
    e->has_count = true;
    e->count = (uint32_t)n;
  } else if ((value = value_of(word, "value"))) {
    if (!number_read(value, 0, e->kind == EVENT_VMID ? 0xFF : UINT32_MAX, &n))
      return expected(r, e->kind == EVENT_VMID ? "value= and an 8-bit number" : "value= and a 32-bit number", shown);
    e->value = (uint32_t)n;
    r->has_value = true;
  } else if ((value = value_of(word, "number"))) {
    if (!number_read(value, 0, 0x1FF, &n)) return expected(r, "number= and an exception number, 1 to 511", shown);
    e->exception = (uint16_t)n;
  } else if ((value = value_of(word, "time"))) {
    if (!number_read(value, 0, UINT64_MAX, &e->timestamp)) return expected(r, "time= and a 64-bit number", shown);
    r->has_time = true;
  } else if (strcmp(word, "clock-change") == 0) {
    e->clock_change = true;
  } else if (strcmp(word, "eret") == 0) {
    e->eret = true;
  } else if (strcmp(word, "hidden") == 0) {
    e->hidden = true;
  } else if (e->kind == EVENT_EXCEPTION && strcmp(word, "cancel") == 0) {
    e->cancel = true;
  } else if (e->kind == EVENT_ISYNC && index_of(word, isync_reason_name, ISYNC_REASONS) >= 0) {
    e->reason = (uint8_t)index_of(word, isync_reason_name, ISYNC_REASONS);
  } else if (has_condition(e->kind) && !r->has_condition && (strcmp(word, "E") == 0 || strcmp(word, "N") == 0)) {
    e->passed = word[0] == 'E';
    r->has_condition = true;
  } else {
    return expected(r, "an attribute of this event (docs/events.md)", shown);
  }
  return true;
}

// Does the event have all attributes that it requires?
static bool is_whole(const struct reader *r, const struct event *e) {
  const char *name = kind_name[e->kind];
  const bool value = e->kind == EVENT_CONTEXT_ID || e->kind == EVENT_VMID;
  if (has_condition(e->kind) && !r->has_condition) return incomplete(r, name, "E or N");
  if ((needs_place(e->kind) || (e->kind == EVENT_INDIRECT && e->passed)) && !e->placed)
    return incomplete(r, name, "at=ADDRESS:ISA[:ns][:hyp]");
  if (e->kind == EVENT_EXCEPTION && e->exception == 0) return incomplete(r, name, "number=, 1 to 511");
  if (value && !r->has_value) return incomplete(r, name, "value=");
  return e->kind != EVENT_TIMESTAMP || r->has_time || incomplete(r, name, "time=");
}

int event_read(struct lines *lines, struct event *e, struct error *err) {
  struct reader r = {.lines = lines, .err = err};
  char *word = next_line(lines);
  if (!word) return 0;
  const int kind = index_of(word, kind_name, EVENT_KINDS);
  *e = (struct event){.kind = (enum event_kind)kind};
  bool good = kind >= 0 || expected(&r, "an event (docs/events.md)", word);
  while (good && (word = strtok(NULL, " \t"))) good = read_word(&r, word, e);
  return good && is_whole(&r, e) ? 1 : -1;
}

// `key` is the field with the invalid value. NULL: the field is unknown.
static void refuse_config_field(const struct reader *r, const char *key, uint32_t max, const char *word) {
  char number[40] = "a 32-bit number";
  if (max < UINT32_MAX) snprintf(number, sizeof number, "a number from 0 to %" PRIu32, max);
  if (key) {
    error_set(r->err, "%s:%u: expected %s= and %s, found \"%s\"", r->lines->path, r->lines->number, key, number, word);
  } else {
    error_set(r->err,
              "%s:%u: unknown field \"%s\"; expected etmcr=, etmidr=, etmccer=, etmauxcr= (32 bits each), "
              "depth=0..15 or split-at-trigger=0..1",
              r->lines->path, r->lines->number, word);
  }
}

int event_read_config(struct lines *lines, struct config *c, struct error *err) {
  struct reader r = {.lines = lines, .err = err};
  char *word = next_line(lines);
  if (!word) return 0;
  bool good = strcmp(word, "config") == 0 || expected(&r, "config in the first line", word);
  while (good && (word = strtok(NULL, " \t"))) {
    const struct {
      const char *key;
      uint32_t max, *to;
    } keys[] = {{"etmcr", UINT32_MAX, &c->etmcr},      {"etmidr", UINT32_MAX, &c->etmidr},
                {"etmccer", UINT32_MAX, &c->etmccer},  {"etmauxcr", UINT32_MAX, &c->etmauxcr},
                {"depth", 15, &c->return_stack_depth}, {"split-at-trigger", 1, &c->split_at_trigger}};
    const size_t count = sizeof keys / sizeof *keys;
    size_t i = 0;
    uint64_t n = 0;
    while (i < count && !value_of(word, keys[i].key)) i++;
    good = i < count && number_read(value_of(word, keys[i].key), 0, keys[i].max, &n);
    if (good) {
      *keys[i].to = (uint32_t)n;
    } else {
      refuse_config_field(&r, i < count ? keys[i].key : NULL, i < count ? keys[i].max : 0, word);
    }
  }
  if (good && protocol_row(c)->major != config_major(c)) {
    char found[16];
    snprintf(found, sizeof found, "0x%08" PRIX32, c->etmidr);
    good = expected(&r, "etmidr= with 3 (PTM) or 2 (ETMv3) in bits [11:8]", found);
  }
  return good ? 1 : -1;
}

bool event_text_end(struct lines *lines, int more, struct error *err) {
  const unsigned number = lines->number;
  const bool read = lines_close(lines);
  if (read && number == 0) error_set(err, "%s: empty file: expected a line config (docs/events.md)", lines->path);
  return read && number > 0 && more == 0;
}
