// SPDX-License-Identifier: Apache-2.0
// registers PAGE HELD RTL...: prints docs/registers.md with its tables made anew from the rows of registers and their
// fields. A table follows a comment `<!-- registers -->` or `<!-- fields -->`. HELD: the rules that check each
// register (tests/registers/held.txt). RTL: trc_pkg.sv and trc_apb.sv, for the registers of the reference RTL.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "register.h"

static bool in_reference_rtl[1024];

static void read_rtl(const char *name) {
  FILE *file = fopen(name, "r");
  char line[256];
  unsigned offset = 0, last = 0;
  if (!file) exit(2);
  while (fgets(line, sizeof line, file)) {
    const int found = sscanf(line, " localparam logic [11:0] %*s = 12'h%x, %*s = 12'h%x", &offset, &last);
    for (unsigned at = offset; found > 0 && at <= (found > 1 ? last : offset); at += 4)
      in_reference_rtl[at >> 2] = true;
  }
  fclose(file);
}

// --- what holds it --------------------------------------------------------------------------------------------------

enum { HELD = 400, HELD_RULES = 100 };

static struct held {
  char what[40];  // REGISTER, or REGISTER.FIELD
  char rules[200];
} held[HELD];
static unsigned held_count;

static void read_held(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) exit(2);
  while (held_count < HELD && fscanf(file, "%39s %199[^\n]", held[held_count].what, held[held_count].rules) == 2)
    held_count++;
  fclose(file);
}

static bool is_said(const char *said, const char *rule) {
  const char *at = strstr(said, rule);
  const size_t length = strlen(rule);
  for (; at; at = strstr(at + 1, rule)) {
    if ((at == said || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  }
  return false;
}

// Adds the rules that hold this register, or this field of it.
static void add_rules(char said[HELD_RULES * 4], const struct register_row *row, const char *field) {
  char what[40], rules[200];
  snprintf(what, sizeof what, field ? "%s.%s" : "%s", row->name, field);
  for (unsigned i = 0; i < held_count; i++) {
    if (strcmp(held[i].what, what) != 0) continue;
    strcpy(rules, held[i].rules);
    for (char *rule = strtok(rules, " "); rule; rule = strtok(NULL, " ")) {
      const char *name = strncmp(rule, "TRC-", 4) == 0 ? rule + 4 : rule;
      if (is_said(said, name)) continue;
      if (said[0]) strcat(said, " ");
      strcat(said, name);
    }
  }
}

static void put_bits(uint32_t mask) {
  const int high = 31 - __builtin_clz(mask), low = __builtin_ctz(mask);
  printf(high == low ? "[%d]" : "[%d:%d]", high, low);
}

// --- registers ------------------------------------------------------------------------------------------------------

// Numbered ones are a line together: those in front of the number.
static size_t stem(const struct register_row *row) {
  size_t length = strlen(row->name);
  while (row->name[length - 1] >= '0' && row->name[length - 1] <= '9') length--;
  return length;
}

static bool is_next(const struct register_row *a, const struct register_row *b) {
  return b->offset == a->offset + 4 && stem(a) == stem(b) && strncmp(a->name, b->name, stem(a)) == 0 &&
         a->bits == b->bits && a->reset == b->reset && memcmp(a->access, b->access, sizeof a->access) == 0 &&
         a->part.counted == b->part.counted && in_reference_rtl[a->offset >> 2] == in_reference_rtl[b->offset >> 2];
}

static const char *access_of(unsigned how) {
  const unsigned both = REGISTER_READ | REGISTER_WRITE;
  if (!how) return "-";
  if (how & REGISTER_FIXED) return "WO or RO, note 1";
  if (how & REGISTER_READ_CHOSEN) return "WO, note 1";
  if (how & REGISTER_WRITE_CHANGED) return "RO; RW from v3.1";
  return (how & both) == both ? "RW" : how & REGISTER_READ ? "RO" : "WO";
}

static void put_access(const struct register_row *row, enum protocol protocol) {
  static const char *const family[PROTOCOLS] = {"v1", "v3"};
  const unsigned since = row->access[protocol].since;
  printf(" %s", access_of(row->access[protocol].how));
  if (since > 0) printf(", from %s.%u", family[protocol], since);
  printf(" |");
}

static void put_part(const struct register_row *row, const struct register_row *last) {
  const struct register_part *p = &row->part;
  if (!p->counted) {
    printf(row->all ? " all" : " by choice");
  } else {
    printf(p->by_ccer ? " ETMCCER" : " ETMCCR");
    put_bits(p->counted);
    if (p->least < last->part.least)
      printf(last->offset - row->offset > 4 * (last->part.least - 1) ? ", two each" : ", one each");
  }
  printf(" |");
}

static void put_register(const struct register_row *row, const struct register_row *last) {
  printf("| 0x%03X", row->offset);
  if (last != row) printf(" to 0x%03X", last->offset);
  printf(" | %s", row->name);
  if (last != row) printf(" to %s", last->name);
  printf(" |");
  put_access(row, PROTOCOL_PFT);
  put_access(row, PROTOCOL_ETM3);
  put_part(row, last);
  printf(" 0x%08X |", row->bits);
  if (row->reset == REGISTER_OPEN)
    printf(" |");
  else
    printf(" 0x%X |", (unsigned)row->reset);
  printf(in_reference_rtl[row->offset >> 2] ? " yes |" : " |");
  char said[HELD_RULES * 4] = "";
  for (unsigned at = row->offset; at <= last->offset; at += 4) add_rules(said, register_at(at), NULL);
  printf(said[0] ? " %s |\n" : " |\n", said);
}

static void put_registers(void) {
  printf(
      "| offset | register | PTM | ETM | there is one by | bits | reset | reference RTL | held by |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (unsigned offset = 0; offset < 0x1000; offset += 4) {
    const struct register_row *row = register_at(offset), *last = row;
    if (!row->name) continue;
    while (register_at(offset + 4)->name && is_next(last, register_at(offset + 4))) last = register_at(offset += 4);
    put_register(row, last);
  }
}

// --- fields ---------------------------------------------------------------------------------------------------------

static void put_since(const struct register_field *f, enum protocol protocol) {
  const unsigned since = f->since[protocol];
  if (since > 5)
    printf(" - |");
  else if (since > 0)
    printf(" from v%d.%u |", protocol == PROTOCOL_PFT ? 1 : 3, since);
  else
    printf(" yes |");
}

static void put_fields(void) {
  printf("| register | bits | PTM | ETM | needs | what | held by |\n|---|---|---|---|---|---|---|\n");
  for (unsigned i = 0; i < REGISTER_FIELD_COUNT; i++) {
    const struct register_field *f = &register_fields[i];
    printf("| %s | ", f->reg);
    put_bits(f->mask);
    printf(" |");
    put_since(f, PROTOCOL_PFT);
    put_since(f, PROTOCOL_ETM3);
    if (f->ccer) {
      printf(" ETMCCER");
      put_bits(f->ccer);
    }
    printf(" | %s |", f->what);
    char said[HELD_RULES * 4] = "";
    for (size_t r = 0; r < register_count; r++) {
      if (register_has_field(&register_rows[r], f)) add_rules(said, &register_rows[r], f->name);
    }
    printf(said[0] ? " %s |\n" : " |\n", said);
  }
}

int main(int argc, char **argv) {
  FILE *page = argc > 3 ? fopen(argv[1], "r") : NULL;
  char line[1024];
  bool skips = false;
  if (!page) return 2;
  read_held(argv[2]);
  for (int i = 3; i < argc; i++) read_rtl(argv[i]);
  while (fgets(line, sizeof line, page)) {
    if (skips && line[0] == '|') continue;
    skips = false;
    fputs(line, stdout);
    if (strcmp(line, "<!-- registers -->\n") == 0) put_registers(), skips = true;
    if (strcmp(line, "<!-- fields -->\n") == 0) put_fields(), skips = true;
  }
  return fclose(page);
}
