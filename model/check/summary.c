// SPDX-License-Identifier: Apache-2.0
#include "summary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "coverage.h"
#include "exercised.h"
#include "option_table.h"
#include "pft_counts.h"
#include "protocol.h"
#include "register.h"
#include "result_file.h"

static const char *items(const struct observer *o) { return protocol_row(&o->config)->items; }

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

// The number of items that are not in the trace because tracing was off.
static uint64_t untraced_while_off(const struct scoreboard_position *at) {
  return at->untraced_items - at->missing_items - at->start_items;
}

static void print_table(const struct observer *o) {
  const struct scoreboard_position *at = &o->scoreboard.at;
  const struct coverage *c = &o->coverage;
  const struct rules_evaluations rules = rules_evaluations(&o->rules);
  printf("clocks        %12" PRIu64 "\n", o->clock);
  printf("%-13s %12zu  %" PRIu64 " compared, %" PRIu64 " lost, %" PRIu64 " untraced, %" PRIu64 " missing, %" PRIu64
         " missing at start, %" PRIu64 " cut by reset\n",
         items(o), o->history.count, at->items, verdict_lost(&o->scoreboard), untraced_while_off(at), at->missing_items,
         at->start_items, at->reset_items);
  printf("instructions  %12" PRIu64 "  compared, %" PRIu64 " exceptions compared, %.2f trace bits per instruction\n",
         at->instructions, at->exceptions, 8 * per(o->sent.count, at->instructions));
  printf("attributes    %12" PRIu64 "  cycle counts, %" PRIu64 " Context IDs, %" PRIu64 " VMIDs, %" PRIu64
         " timestamps compared\n",
         at->counts_compared, at->contexts, at->vmids, at->timestamps_compared);
  if (o->options.speculates)
    printf("counts        %12s  is the clock in which the cycle count of a waypoint ends\n",
           pft_counts_name(&o->scoreboard));
  printf("trace bytes   %12" PRIu64 "  in %" PRIu64 " ATB beats\n", o->sent.count, o->sent.beats);
  printf("starts        %12" PRIu64 "  of tracing\n", at->starts);
  printf("overflows     %12" PRIu64 "  of the FIFO\n", at->gaps);
  printf("resets        %12" PRIu64 "  of the DUT\n", o->counts.resets);
  printf("requests      %12" PRIu64 "  flushes, %" PRIu64 " SYNCREQ\n", o->counts.flushes, o->counts.syncs);
  printf("triggers      %12" PRIu64 "  pulses of the trigger pin\n", o->counts.triggers);
  printf("rules         %12u  of %u evaluated, in %" PRIu64 " evaluations\n", rules.evaluated, rules.rules,
         rules.times);
  printf("return stack  %12" PRIu64 "  hits, %" PRIu64 " misses, %" PRIu64 " overflows\n", c->stack_hit, c->stack_miss,
         c->stack_overflow);
  for (int kind = 0; kind < PACKET_KINDS; kind++) {
    if (c->packets[kind] == 0) continue;
    printf("  %-16s %9" PRIu64 "  %" PRIu64 " bytes\n", packet_name[kind], c->packets[kind], c->bytes[kind]);
  }
}

static void print_deviations(const struct reencode_counts *counts) {
  printf("deviations    %12" PRIu64 "  permitted, in %" PRIu64 " packets\n", reencode_deviations(counts),
         counts->packets);
  for (unsigned i = 0; i < DEVIATIONS; i++) {
    char name[80];
    reencode_name(i, name, sizeof name);
    if (counts->deviations[i]) printf("  %20" PRIu64 "  %s\n", counts->deviations[i], name);
  }
}

// `lost` and `untraced` count waypoints, or steps.
static void write_line(FILE *to, const struct checker *c, const char *verdict) {
  const struct observer *o = &c->observer;
  const struct scoreboard_position *at = &o->scoreboard.at;
  const struct {
    const char *name;
    uint64_t value;
  } values[] = {
      {"clocks", o->clock},
      {"beats_compared", o->sent.beats},
      {"bytes", o->sent.count},
      {"packets", coverage_packets(&o->coverage)},
      {items(o), o->history.count},
      {protocol_row(&o->config)->items_compared, at->items},
      {"instructions_compared", at->instructions},
      {"exceptions_compared", at->exceptions},
      {"cycle_counts", at->counts_compared},
      {"contexts", at->contexts},
      {"vmids", at->vmids},
      {"timestamps", at->timestamps_compared},
      {"lost", verdict_lost(&o->scoreboard)},
      {"untraced", untraced_while_off(at)},
      {"missing", at->missing_items},
      {"start", at->start_items},
      {"reset", at->reset_items},
      {"starts", at->starts},
      {"overflows", at->gaps},
      {"resets", o->counts.resets},
      {"triggers", o->counts.triggers},
      {"flushes", o->counts.flushes},
  };
  fputs(verdict, to);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    fprintf(to, " %s=%" PRIu64, values[i].name, values[i].value);
  const struct bounds bounds = observer_bounds(&c->observer);
  verdict_print_bounds(to, &bounds);
  scope_print_unknown(&o->scope, o->stream.unknown_registers, to);
  if (o->options.speculates) fprintf(to, " counts=%s", pft_counts_name(&o->scoreboard));
  if (c->options.name) fprintf(to, " unit=%s", c->options.name);
  if (c->options.note) fprintf(to, " %s", c->options.note);
  if (c->reencode) fprintf(to, " deviations=%" PRIu64, reencode_deviations(reencode_counts(c->reencode)));
  static const char *const modes[] = {[CHECK_STRICT] = "strict", [CHECK_BYTES] = "bytes", [CHECK_LEGAL] = "legal"};
  fprintf(to, " mode=%s\n", c->options.off ? "off" : modes[c->options.mode]);
}

// Writes `word` and a space before each line of `text`.
static void write_lines(FILE *file, const char *word, const char *text) {
  for (; *text; text += strcspn(text, "\n") + (strchr(text, '\n') != NULL)) {
    fprintf(file, "%s %.*s\n", word, (int)strcspn(text, "\n"), text);
  }
}

// Writes the version, the date and the machine, and the lines KEY=VALUE of $WAYPOINT_ABOUT, which name the DUT.
static void write_about(FILE *file) {
  const char *more = getenv("WAYPOINT_ABOUT");
  const time_t now = time(NULL);
  struct tm day;
  struct utsname machine;
  char date[32] = "";
  if (gmtime_r(&now, &day)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &day);
  fprintf(file, "about version=%s\n", option_version());
  if (more) write_lines(file, "about", more);
  fprintf(file, "about date=%s\n", date);
  if (uname(&machine) == 0)
    fprintf(file, "about machine=%s, %s %s\n", machine.nodename, machine.sysname, machine.machine);
}

static void write_result(const struct checker *c, enum verdict verdict) {
  FILE *file = fopen(c->options.result, "w");
  if (file) write_about(file);
  if (file) write_line(file, c, verdict_word(verdict));
  if (!file || fclose(file) != 0) fprintf(stderr, "waypoint: %s: %s\n", c->options.result, strerror(errno));
}

void summary_print(const struct checker *c, const struct judgement *judgement) {
  const bool table = !c->options.quiet && c->opened;
  if (table) print_table(&c->observer);
  if (table && c->reencode) print_deviations(reencode_counts(c->reencode));
  const bool left = table && exercised_print(&c->observer, c->options.without, stdout);
  const bool goes_on = left && judgement->verdict == VERDICT_PASS && c->options.next;
  if (goes_on) printf("next: %s\n", c->options.next);
  write_line(stdout, c, verdict_word(judgement->verdict));
  if (c->incomplete[0] && judgement->verdict == VERDICT_INCOMPLETE) {
    (void)result_incomplete(&c->options, c->incomplete, NULL);
  } else if (c->options.result) {
    write_result(c, judgement->verdict);
  }
}

// --- the file of facts -----------------------------------------------------------------------------------------------

static void write_unit(FILE *file, const struct checker *c) {
  const struct config *config = &c->options.config;
  const struct protocol_row *protocol = protocol_row(config);
  fprintf(file, "unit protocol=%s atb_bits=%" PRIu32 " queue=%" PRIu32 " fifo=%" PRIu32 " items=%s\n", protocol->option,
          config->atb_bits, config->queue_depth, config->fifo_bytes, protocol->items);
  if (c->options.again) fprintf(file, "again %s\n", c->options.again);
}

static void write_rules(FILE *file, const struct observer *o) {
  for (unsigned i = 0; i < RULES; i++) {
    if (o->rules.evaluated[i] == 0) continue;
    fprintf(file, "rule %s %" PRIu64 " %" PRIu64 "\n", rule_table[i].id, o->rules.evaluated[i],
            o->rules.breaches[i].times);
  }
}

bool summary_facts(const struct checker *c, const struct judgement *judgement, const char *const *found, size_t count) {
  const struct observer *o = &c->observer;
  FILE *file = fopen(c->options.facts, "w");
  if (!file) return false;
  fputs(FACTS_HEAD "\nresult ", file);
  write_line(file, c, verdict_word(judgement->verdict));
  write_about(file);
  write_unit(file, c);
  for (size_t i = 0; i < count; i++) {
    if (found[i]) write_lines(file, "found", found[i]);
  }
  if (c->opened) {
    coverage_write(&o->coverage, &o->config, o->registers.written[ETMCR >> 2], file);
    commit_coverage_write(&o->commit_coverage, file);
    used_write(&o->used, file);
    exercised_facts(o, c->options.without, file);
    if (o->filter.double_points) fprintf(file, "cover start-stop.meet %" PRIu64 "\n", o->filter.double_points);
    write_rules(file, o);
    facts_write(c->facts, file);
  }
  fputs(FACTS_END "\n", file);
  return fclose(file) == 0;
}
