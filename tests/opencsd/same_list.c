// SPDX-License-Identifier: Apache-2.0
// same_list [--listing FILE] TRACE SOURCE: OpenCSD and our decoder read the same trace bytes over the same code image.
// Do both tell the same instructions, one by one, but for what OpenCSD is known to get wrong (expected.h)? Exit code: 0
// they do, 1 they do not, 2 could not run. With --listing, OpenCSD's instructions are those in the output of its tool,
// trc_pkt_lister -decode.
//
// That ours are the instructions that really happened is the scoreboard of the co-simulation; both together make
// OpenCSD a witness of it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "expected.h"
#include "opencsd.h"
#include "source.h"

struct theirs {
  struct list list;
  bool each;
};

void *list_grow(void *at, size_t size) {
  void *grown = realloc(at, size);
  if (grown) return grown;
  fputs("same_list: out of memory\n", stderr);
  exit(2);
}

void list_add(struct list *l, struct range range, bool each) {
  struct range *last = l->count ? &l->at[l->count - 1] : NULL;
  l->instructions += range.count;
  if (!each && last && last->end == range.start && last->thumb == range.thumb) {
    last->end = range.end;
    last->count += range.count;
    return;
  }
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 4096;
    l->at = list_grow(l->at, l->room * sizeof *l->at);
  }
  l->at[l->count++] = range;
}

static void on_range(void *user, const struct opencsd_instructions *e) {
  struct theirs *t = user;
  const struct range range = {e->start, e->end, e->count, e->isa != ISA_ARM, t->each && e->passed};
  list_add(&t->list, range, t->each);
}

// The lines of trc_pkt_lister with "exec range=0xS:[0xE] num_i(N) last_sz(4) (ISA=A32) E ..." or "Inst.: NOACC" of
// an address without memory.
static bool read_listing(const char *path, struct theirs *theirs, struct error *err) {
  FILE *file = fopen(path, "r");
  char line[512], isa[8], passed;
  struct opencsd_instructions e;
  if (!file) error_set(err, "%s: cannot be read", path);
  while (file && fgets(line, sizeof line, file)) {
    const char *range = strstr(line, "exec range="), *none = strstr(line, "OCSD_GEN_TRC_ELEM_ADDR_NACC(");
    e = (struct opencsd_instructions){0};
    if (none && sscanf(none, "OCSD_GEN_TRC_ELEM_ADDR_NACC( 0x%x", &e.start) == 1) {
      e.end = e.start;
    } else if (!range || sscanf(range, "exec range=0x%x:[0x%x] num_i(%u) last_sz(%*d) (ISA=%7[A-Za-z0-9]) %c", &e.start,
                                &e.end, &e.count, isa, &passed) != 5) {
      continue;
    } else {
      e.isa = strcmp(isa, "A32") == 0 ? ISA_ARM : ISA_THUMB;
      e.passed = passed == 'E';
    }
    on_range(theirs, &e);
  }
  if (file) fclose(file);
  return file;
}

static bool same(const struct range *a, const struct range *b) {
  return a->start == b->start && a->end == b->end && a->count == b->count && a->thumb == b->thumb &&
         a->passed == b->passed;
}

// Where they first differ; their number if they do not.
static size_t difference(const struct list *a, const struct list *b) {
  size_t i = 0;
  while (i < a->count && i < b->count && same(&a->at[i], &b->at[i])) i++;
  return i;
}

static void print_range(const char *whose, const struct list *l, size_t i) {
  static const struct range none = {0};
  const struct range *r = i < l->count ? &l->at[i] : &none;
  printf("  %s 0x%08X to 0x%08X %s, %u instructions%s\n", whose, r->start, r->end, r->thumb ? "Thumb" : "ARM", r->count,
         r->passed ? ", E" : "");
}

int main(int argc, char **argv) {
  static const struct command command = {
      .name = "same_list",
      // Those of the simulator that say nothing of the trace are there, too: random runs hand on what they are given.
      .use = OPTIONS_CODE | OPTIONS_STIMULUS | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_ENCODER | OPTIONS_CLOCKED |
             WORDS_TRACE};
  struct words words;
  struct error err;
  struct stim stim;
  uint8_t *bytes;
  size_t count;
  const char *listing = NULL;
  if (argc > 2 && strcmp(argv[1], "--listing") == 0) {
    listing = argv[2];
    argv += 2;
    argc -= 2;
  }
  if (words_read(&command, argc, argv, &words, &err) != OPTION_GOOD ||
      !source_open(&words.options.drive, &stim, &err) || !read_file(words.trace, &bytes, &count, &err)) {
    return could_not_run(&err);
  }
  stim_make_whole(&stim);
  const struct expectation *protocol = config_is_etm3(&words.options.config) ? &expectation_etm3 : &expectation_pft;
  struct expected x = {0};
  struct theirs theirs = {.each = protocol->each};
  protocol->expect(&x, &words.options.config, &stim, words.options.drive.source == SOURCE_PROGRAM, bytes, count);
  if (x.trouble) printf("%s: ours: %s\n", words.trace, x.trouble);
  if (listing ? !read_listing(listing, &theirs, &err)
              : !opencsd_ranges(&words.options.config, &stim.image, bytes, count, on_range, &theirs, &err)) {
    printf("%s: %s\n", words.trace, err.text);
    return 1;
  }
  const size_t i = difference(&x.list, &theirs.list);
  const bool listed = i == x.list.count && i == theirs.list.count && i > 0, good = listed && !x.trouble;
  if (!listed) {
    printf("%s: range %zu:\n", words.trace, i);
    print_range("expected ", &x.list, i);
    print_range("OpenCSD's", &theirs.list, i);
  }
  printf("%s opencsd_instructions=%" PRIu64 " our_instructions=%" PRIu64 ", as predicted missed=%" PRIu64
         " wrong=%" PRIu64 " kept=%" PRIu64 "\n",
         good ? "PASS" : "FAIL", theirs.list.instructions, x.ours, x.missed, x.wrong, x.kept);
  return good ? 0 : 1;
}
