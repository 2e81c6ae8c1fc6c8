// SPDX-License-Identifier: Apache-2.0
#include "golden.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  struct golden *golden;
  const char *path;
  unsigned line;
  char *stimulus_end;
  bool bytes_open;  // the line before was `bytes`: its packet must follow
  bool configured;  // a `config` key was read
  bool stimulated;  // a stimulus line was read
  struct error *err;
};

static bool expected(const struct reader *r, const char *what) {
  error_set(r->err, "%s:%u: expected %s", r->path, r->line, what);
  return false;
}

// The rest of the line if its first word is `word`, without blanks around, else NULL.
static char *after(char *line, const char *word) {
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0 || (line[length] != '\0' && !isspace((unsigned char)line[length]))) return NULL;
  line += length;
  return line + strspn(line, " \t");
}

static void cut_end(char *line) {
  size_t length = strlen(line);
  while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
}

static bool set_config(struct config *c, const char *key, uint32_t value) {
  const struct {
    const char *key;
    uint32_t *field;
  } keys[] = {
      {"etmcr", &c->etmcr},       {"depth", &c->return_stack_depth},
      {"syncfr", &c->etmsyncfr},  {"idr", &c->etmidr},
      {"ccer", &c->etmccer},      {"etmtrigger", &c->etmtrigger},
      {"etmauxcr", &c->etmauxcr}, {"etmteevr", &c->etmteevr},
      {"etmtsevr", &c->etmtsevr}, {"wpt-depth", &c->wpt_depth},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (strcmp(key, keys[i].key) != 0) continue;
    *keys[i].field = value;
    return c->return_stack_depth <= 15 && c->wpt_depth <= 8;
  }
  return false;
}

// An ETM has defaults of its own, so its idr= must come before what changes them.
static bool take_defaults(struct reader *r, const char *key, uint32_t value) {
  const struct config etm = {.etmidr = value};
  bool first = !r->configured;
  r->configured = true;
  if (strcmp(key, "idr") != 0 || !config_is_etm3(&etm)) return true;
  if (first) r->golden->config = config_default_etm3;
  return first || expected(r, "idr= of an ETM before all other keys");
}

static bool read_config(struct reader *r, char *rest) {
  static const char what[] =
      "config etmcr=, depth= (0 to 15), syncfr=, idr=, ccer=, etmtrigger=, etmauxcr=, etmteevr=, etmtsevr= or "
      "wpt-depth= (0 to 8), each with a number";
  char *state = NULL;
  char *word = strtok_r(rest, " \t", &state);
  if (!word) return expected(r, what);
  for (; word; word = strtok_r(NULL, " \t", &state)) {
    char *equals = strchr(word, '='), *end = NULL;
    unsigned long value = equals && isdigit((unsigned char)equals[1]) ? strtoul(equals + 1, &end, 0) : 0;
    if (!end || *end || value > UINT32_MAX) return expected(r, what);
    *equals = '\0';
    if (!take_defaults(r, word, (uint32_t)value)) return false;
    if (!set_config(&r->golden->config, word, (uint32_t)value)) return expected(r, what);
  }
  return true;
}

static int hex_digit(char c) { return isdigit((unsigned char)c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

static bool read_hex(struct reader *r, const char *at) {
  struct golden *g = r->golden;
  do {
    int high = hex_digit(at[0]), low = high < 0 ? -1 : hex_digit(at[1]);
    if (low < 0 || (at[2] != '\0' && at[2] != ' ')) return expected(r, "bytes as two capital hex digits each");
    g->bytes[g->count++] = (uint8_t)(high << 4 | low);
    at += 2;
    at += strspn(at, " ");
  } while (*at);
  return true;
}

static bool read_bytes(struct reader *r, const char *at) {
  r->golden->packets[r->golden->packet_count].offset = r->golden->count;
  r->bytes_open = true;
  return read_hex(r, at);
}

static bool read_packet(struct reader *r, const char *rest) {
  struct golden *g = r->golden;
  if (!r->bytes_open) return expected(r, "a line of bytes before the packet");
  if (!*rest) return expected(r, "a packet");
  struct golden_packet *p = &g->packets[g->packet_count++];
  p->length = g->count - p->offset;
  p->text = rest;
  r->bytes_open = false;
  return true;
}

static bool read_source(struct reader *r, const char *rest) {
  if (r->golden->source || !*rest) return expected(r, "one source, and what it is");
  r->golden->source = rest;
  return true;
}

static bool read_reason(const struct reader *r, const char **reason, const char *rest) {
  if (*reason || !*rest) return expected(r, "it once, and a reason");
  *reason = rest;
  return true;
}

static bool is_stimulus(char *line) {
  static const char *const words[] = {"waypoint",     "clock",        "idle",    "sync",   "flush",
                                      "extin",        "extin-hold",   "tsvalue", "commit", "wpt-flush",
                                      "clock-change", "idle-request", "segment"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (after(line, words[i])) return true;
  }
  return false;
}

static bool read_line(struct reader *r, char *line) {
  char *rest;
  cut_end(line);
  if ((rest = after(line, "source:"))) return read_source(r, rest);
  line[strcspn(line, "#")] = '\0';
  cut_end(line);
  if ((rest = after(line, "packet"))) return read_packet(r, rest);
  if (r->bytes_open && *line) return expected(r, "the packet of the bytes above");
  if ((rest = after(line, "bytes"))) return read_bytes(r, rest);
  if ((rest = after(line, "skipped"))) return read_hex(r, rest);
  if ((rest = after(line, "config"))) return read_config(r, rest);
  if ((rest = after(line, "decode-only"))) return read_reason(r, &r->golden->decode_only, rest);
  if ((rest = after(line, "opencsd-differs"))) return read_reason(r, &r->golden->opencsd_differs, rest);
  if ((rest = after(line, "clocked"))) return read_reason(r, &r->golden->clocked, rest);
  if (*line && !is_stimulus(line)) {
    return expected(
        r, "source:, config, bytes, packet, skipped, decode-only, opencsd-differs, clocked or a stimulus line");
  }
  r->stimulated |= *line != '\0';
  r->stimulus_end = stpcpy(r->stimulus_end, line);
  return true;
}

static bool read_lines(struct reader *r) {
  for (char *line = r->golden->text, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    r->line++;
    if (!read_line(r, line)) return false;
    r->stimulus_end = stpcpy(r->stimulus_end, "\n");
  }
  if (!r->golden->source) return expected(r, "a line `source:`");
  if (r->bytes_open || r->golden->packet_count == 0) return expected(r, "bytes and their packets");
  if (r->golden->decode_only && r->stimulated) return expected(r, "no stimulus with decode-only");
  return true;
}

// A file is a page; what is larger is not one.
enum { LARGEST = 1 << 16 };

static bool read_file(const char *path, char *text, struct error *err) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  size_t count = fread(text, 1, LARGEST, file);
  bool good = !ferror(file) && count < LARGEST && !memchr(text, '\0', count);
  if (!good) error_set(err, "%s: expected a text file of less than %d bytes", path, LARGEST);
  fclose(file);
  return good;
}

bool golden_load(const char *path, struct golden *golden, struct error *err) {
  *golden = (struct golden){.config = config_default_pft};
  golden->text = calloc(1, LARGEST + 1);
  golden->stimulus = calloc(1, LARGEST + 2);
  golden->bytes = calloc(1, LARGEST);
  golden->packets = calloc(LARGEST / sizeof "packet", sizeof *golden->packets);
  if (!golden->text || !golden->stimulus || !golden->bytes || !golden->packets) {
    error_set(err, "%s: out of memory", path);
    return false;
  }
  struct reader r = {.golden = golden, .path = path, .stimulus_end = golden->stimulus, .err = err};
  return read_file(path, golden->text, err) && read_lines(&r);
}

void golden_free(struct golden *golden) {
  free(golden->text);
  free(golden->stimulus);
  free(golden->bytes);
  free(golden->packets);
  *golden = (struct golden){0};
}
