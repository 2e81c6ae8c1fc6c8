// SPDX-License-Identifier: Apache-2.0
// The file of facts about a run (docs/report.md): verdict, what failed, cover points, rules, and the run over time.
#include <inttypes.h>
#include <string.h>

#include "checking.h"
#include "coverage.h"
#include "protocol.h"

// What a line begins with stands before each line of a text.
static void write_lines(FILE *file, const char *word, const char *text) {
  for (; *text; text += strcspn(text, "\n") + (strchr(text, '\n') != NULL)) {
    fprintf(file, "%s %.*s\n", word, (int)strcspn(text, "\n"), text);
  }
}

static void write_unit(FILE *file, const struct checker *c) {
  const struct config *config = &c->options.config;
  const struct protocol_row *protocol = protocol_row(config);
  fprintf(file, "unit protocol=%s atb_bits=%" PRIu32 " queue=%" PRIu32 " fifo=%" PRIu32 " items=%s\n", protocol->option,
          config->atb_bits, config->queue_depth, config->fifo_bytes, protocol->items);
  if (c->options.again) fprintf(file, "again %s\n", c->options.again);
}

static void write_rules(FILE *file, const struct observer *o) {
  for (unsigned i = 0; i < ARCH_RULES; i++) {
    if (o->arch.evaluated[i] == 0) continue;
    fprintf(file, "rule %s %" PRIu64 " %" PRIu64 "\n", arch_rules[i].id, o->arch.evaluated[i],
            o->arch.breaches[i].times);
  }
}

bool facts_file(const struct checker *c, const struct judgement *judgement, const char *const *found, size_t count) {
  const struct observer *o = &c->observer;
  FILE *file = fopen(c->options.facts, "w");
  if (!file) return false;
  fputs(FACTS_HEAD "result ", file);
  report_line(file, c, verdict_word(judgement->verdict));
  write_unit(file, c);
  for (size_t i = 0; i < count; i++) {
    if (found[i]) write_lines(file, "found", found[i]);
  }
  if (c->opened) {
    coverage_write(&o->scoreboard.coverage, &o->config, file);
    write_rules(file, o);
    facts_write(c->facts, file);
  }
  return fclose(file) == 0;
}
