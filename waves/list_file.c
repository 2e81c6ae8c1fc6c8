// SPDX-License-Identifier: Apache-2.0
#include "list_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "lines.h"

enum { NAME_ROOM = 16, ATOMS = 16 };  // of an instruction set; more than a packet has

struct reader {
  struct list_file *list;
  struct lines lines;
  bool etm, is_whole;
  // The instructions that were shown last end here, in this instruction set. `isa` is also that of the last place.
  uint32_t end;
  char isa[NAME_ROOM];
  bool is_bare;  // the text that was shown last is an atom without an address
  // The state that was reported last, as a part of the text; empty: it is not known.
  char ns[8], hyp[8], context[24], vmid[24];
};

// --- JSON -----------------------------------------------------------------------------------------------------------

// The value of the first member with this name. NULL: there is none. Quotes inside a string have a backslash.
static const char *member(const char *line, const char *name) {
  char key[32];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(line, key);
  return at ? at + strlen(key) : NULL;
}

static bool number(const char *line, const char *name, uint64_t *value) {
  const char *at = member(line, name);
  if (!at || *at < '0' || *at > '9') return false;
  *value = strtoull(at, NULL, 10);
  return true;
}

// The caller's to free. A member that is not there, or is no string, is empty.
static char *string(const char *line, const char *name) {
  const char *at = member(line, name);
  char *text = error_memory(strdup(at && *at == '"' ? at + 1 : "")), *to = text;
  for (const char *from = text; *from && *from != '"'; from++) {
    if (*from == '\\' && from[1]) from++;
    *to++ = *from;
  }
  *to = '\0';
  return text;
}

// --- what a packet reports of the program ---------------------------------------------------------------------------

// "0x80008000 EEN": of an ETM three instructions. "0x80008000 x3 E": of a PTM three, up to a waypoint that passed. With
// the instruction set if that has changed.
static void put_range(struct reader *r, FILE *to, const char *text) {
  uint32_t start, end;
  unsigned count = 0;
  char isa[NAME_ROOM], atom[2] = "";
  if (sscanf(text, "%" SCNx32 " to %" SCNx32 " %15s x%u %1[EN]", &start, &end, isa, &count, atom) < 4)
    sscanf(text, "%*s to %*s %*s %1[EN]", atom);  // the code is not known
  const bool is_new = strcmp(isa, r->isa) != 0, goes_on = r->etm && ftell(to) > 0 && start == r->end && !is_new;
  if (!goes_on) fprintf(to, "%s0x%08X%s%s", ftell(to) > 0 ? ", " : "", start, is_new ? " " : "", is_new ? isa : "");
  if (!r->etm && count) fprintf(to, " x%u", count);
  if (*atom && !goes_on) fputc(' ', to);
  for (unsigned i = 1; r->etm && *atom && i < count && i < ATOMS; i++) fputc('E', to);
  fputs(atom, to);
  r->end = end;
  strcpy(r->isa, isa);
}

static bool begins(const char *text, const char *word) { return !strncmp(text, word, strlen(word)); }

// A text of the list in fewer words: a box of the waves is narrow. Texts that end with a place have its instruction
// set.
static void put_reported(struct reader *r, FILE *to, const char *text, bool is_cancelled) {
  const bool is_bare = !strcmp(text, "E") || !strcmp(text, "N"), goes_on = is_bare && r->is_bare;
  const char *between = ftell(to) > 0 && !goes_on ? ", " : "", *stood = strstr(text, " at 0x");
  const char *place = stood ? strstr(stood, ", 0x") : NULL;
  unsigned exception;
  r->is_bare = is_bare;
  if (begins(text, "0x")) {
    put_range(r, to, text);
  } else if (sscanf(text, "exception %u", &exception) == 1 && place) {
    if (is_cancelled) fprintf(to, "%s%.10s cancelled, ", between, stood + strlen(" at "));
    fprintf(to, "%sexception %u -> %s", is_cancelled ? "" : between, exception, place + strlen(", "));
    sscanf(place, ", %*s %15s", r->isa);
  } else if (!strstr(text, " cycles before the I-sync")) {  // the packet's fields have them
    static const char *const words[][2] = {{"goes to", "->"}, {"flow lost:", "gap:"}, {"contradiction:", "error:"}};
    size_t i = 0;
    while (i < 3 && !begins(text, words[i][0])) i++;
    fprintf(to, "%s%s%s", between, i < 3 ? words[i][1] : "", i < 3 ? text + strlen(words[i][0]) : text);
    if (sscanf(text, "at %*x %15s", r->isa) < 1) sscanf(text, "goes to %*x %15s", r->isa);
  }
}

static char *flow_of(struct reader *r, const char *line, bool is_cancelled, const char *wrong) {
  char *flow;
  size_t size;
  FILE *to = error_memory(open_memstream(&flow, &size));
  const char *end = member(line, "gap");  // follows the events
  for (const char *at = member(line, "text"); at && end && at < end; at = member(at, "text")) {
    char *text = string(at - strlen("\"text\":"), "text");
    put_reported(r, to, text, is_cancelled);
    free(text);
  }
  fflush(to);
  if (*wrong && !strstr(flow, "error: ")) fprintf(to, "%serror: %s", ftell(to) > 0 ? ", " : "", wrong);
  fclose(to);
  return flow;
}

// --- a row ----------------------------------------------------------------------------------------------------------

// The state of the processor with what the packet adds.
static char *state_of(struct reader *r, const char *kind, const char *fields) {
  const char *ns = strstr(fields, " ns="), *hyp = strstr(fields, " hyp="), *context = strstr(fields, " context-id=");
  char state[sizeof r->ns + sizeof r->hyp + sizeof r->context + sizeof r->vmid];
  if (ns && ns[4] != '?') {
    // A branch packet without hyp does not change it. An I-sync has it only if it is 1.
    if (hyp || !*r->hyp || !strcmp(kind, "I-sync")) snprintf(r->hyp, sizeof r->hyp, " hyp=%c", hyp ? hyp[5] : '0');
    snprintf(r->ns, sizeof r->ns, " ns=%c", ns[4]);
  }
  const char *value = context ? context + strlen(" context-id=") : strcmp(kind, "context-id") ? NULL : fields;
  if (value) snprintf(r->context, sizeof r->context, " ctx=%.*s", (int)strcspn(value, " "), value);
  if (!strcmp(kind, "vmid")) snprintf(r->vmid, sizeof r->vmid, " vmid=%s", fields);
  if (!strcmp(kind, "bad")) *r->ns = *r->hyp = *r->context = *r->vmid = '\0';
  snprintf(state, sizeof state, "%s%s%s%s", r->ns, r->hyp, r->context, r->vmid);
  return error_memory(strdup(state + (*state == ' ')));
}

static void put_numbers(FILE *to, const char *line, const char *first, const char *last, const char *gap) {
  uint64_t from, up_to;
  if (!number(line, first, &from) || !number(line, last, &up_to)) return;
  fprintf(to, " %s%s#%" PRIu64, gap, *gap ? " " : "", from);
  if (up_to > from) fprintf(to, "..%" PRIu64, up_to);
}

// "branch addr=... ARM" is "branch #57 addr=... ARM".
static char *text_of(char *line, const char *kind, const char *fields) {
  char *text, *gap = string(line, "gap"), *events = strstr(line, "\"reported\":");
  size_t size;
  FILE *to = error_memory(open_memstream(&text, &size));
  fputs(kind, to);
  put_numbers(to, line, "gap_first", "gap_last", gap);
  if (events) *events = '\0';  // each has numbers of its own
  put_numbers(to, line, "first", "last", "");
  if (*fields) fprintf(to, " %s", fields);
  fclose(to);
  free(gap);
  return text;
}

// Packets are one after the other.
static bool is_later(const struct list_file *list, const struct list_packet *p) {
  static const struct list_packet none;
  const struct list_packet *before = list->count ? &list->packets[list->count - 1] : &none;
  return p->last >= p->first && p->byte >= before->byte + before->length && p->first >= before->last;
}

static void add_packet(struct reader *r, char *line, const char *kind, struct list_packet p) {
  struct list_file *list = r->list;
  char *fields = string(line, "fields"), *wrong = string(line, "wrong");
  p.bytes = string(line, "bytes");
  p.flow = flow_of(r, line, strstr(fields, " cancel"), wrong);
  p.state = state_of(r, kind, fields);
  p.text = text_of(line, kind, fields);
  list->packets = array_reserve(list->packets, list->count + 1, &list->room, sizeof *list->packets);
  list->packets[list->count++] = p;
  free(fields);
  free(wrong);
}

static bool take_row(struct reader *r, char *line) {
  struct list_packet p = {0};
  if (r->is_whole) return lines_refuse(&r->lines, "expected no row after the row \"end\"");
  char *kind = string(line, "packet");
  r->is_whole = *line == '{' && !strcmp(kind, "end");
  const bool has_bytes = number(line, "byte", &p.byte) && number(line, "length", &p.length);
  const bool has_clocks = number(line, "clock", &p.first) && number(line, "last_clock", &p.last);
  const bool is_row = r->is_whole || (*line == '{' && *kind && has_bytes && has_clocks && is_later(r->list, &p));
  // A stop and a reset have no bytes.
  if (is_row && p.length > 0) add_packet(r, line, kind, p);
  free(kind);
  return is_row || lines_refuse(&r->lines,
                                "expected packet, byte, length, clock and last_clock, in the order of the trace; write "
                                "this list with --list FILE.jsonl");
}

bool list_file_read(struct list_file *list, const char *path, enum protocol protocol, struct error *err) {
  struct reader r = {.list = list, .etm = protocol == PROTOCOL_ETM3, .isa = "ARM"};
  bool good = lines_open(&r.lines, path, err);
  while (good && lines_next(&r.lines)) good = take_row(&r, r.lines.text);
  good = lines_close(&r.lines) && good;
  if (good && !r.is_whole) error_set(err, "%s: truncated: expected a last row \"end\"", path);
  return good && r.is_whole;
}

void list_file_free(struct list_file *list) {
  for (size_t i = 0; i < list->count; i++) {
    const struct list_packet *p = &list->packets[i];
    free(p->text);
    free(p->flow);
    free(p->state);
    free(p->bytes);
  }
  free(list->packets);
}
