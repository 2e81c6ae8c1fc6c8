// SPDX-License-Identifier: Apache-2.0
// What a front end calls: a checker's life from its configuration to its verdict.
#include "checker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "causes.h"
#include "checker_private.h"
#include "elf_file.h"
#include "error.h"
#include "judge.h"
#include "lines.h"
#include "pin.h"
#include "report.h"
#include "result_file.h"
#include "snapshot.h"
#include "summary.h"

// --- opening --------------------------------------------------------------------------------------------------------

static bool open_list(struct checker *c, struct error *err) {
  const char *path = c->options.list;
  FILE *file = fopen(path, "w");
  if (!file) error_set(err, "%s: %s", path, strerror(errno));
  list_start(&c->list, file, &(struct list_options){.format = list_format_of(path), .why = true});
  return file != NULL;
}

static bool close_list(struct checker *c, struct error *err) {
  FILE *file = c->list.file;
  if (!file) return true;
  bool good = list_end(&c->list);
  c->list.file = NULL;
  good = fclose(file) == 0 && good;
  if (!good) error_set(err, "%s: %s", c->options.list, strerror(errno));
  return good;
}

static bool open_files(struct checker *c, struct error *err) {
  const struct check_options *o = &c->options;
  c->beats = o->beats ? fopen(o->beats, "w") : NULL;
  if (o->beats && !c->beats) {
    error_set(err, "%s: %s", o->beats, strerror(errno));
    return false;
  }
  if (c->beats) fputs(LINES_BEGIN, c->beats);
  if (o->list && !open_list(c, err)) return false;
  return result_incomplete(o, RESULT_NOT_ENDED, err);
}

struct checker *checker_open(const struct check_options *options, struct error *err) {
  struct checker *c = error_memory(calloc(1, sizeof *c));
  c->options = *options;
  c->finish_at = UINT64_MAX;
  const bool good = open_files(c, err);
  if (good && (!options->elf || elf_load(options->elf, &c->loaded, err))) {
    c->image = options->elf ? &c->loaded : NULL;
    return c;
  }
  (void)result_incomplete(options, err->text, NULL);
  checker_drop(c);
  return NULL;
}

void checker_image(struct checker *c, const struct image *image, bool executed) {
  c->image = image;
  c->executed = executed;
}

// Passes a joined row to the caller of the checker and to the list, as far as they are requested.
static void take_row(void *user, const struct join_row *row) {
  struct checker *c = user;
  const struct check_options *o = &c->options;
  if (o->row) o->row(o->row_user, row);
  if (c->list.file) list_row(&c->list, row);
}

// False: the checker is off.
static bool open_observer(struct checker *c) {
  const struct check_options *o = &c->options;
  if (o->off) return false;
  const struct observer_options options = {.config = o->config,
                                           .resets = o->resets,
                                           .strict = o->mode == CHECK_STRICT,
                                           .latency_low = o->latency_low,
                                           .latency_high = o->latency_high,
                                           .speculates = waypoint_port_speculates(o->port, &o->config),
                                           .keeps_at_flush = o->flush != 0,
                                           .has_outputs = o->outputs != 0,
                                           .filter_late = (uint8_t)o->filter_late,
                                           .windows = o->windows,
                                           .rules_off = check_rules_off(o),
                                           .shared_atb = o->shared_atb,
                                           .keeps_bytes = o->bytes || o->snapshot,
                                           .bounds = o->bounds};
  observer_start(&c->observer, &options, c->image, c->executed);
  if (o->mode == CHECK_STRICT) {
    c->reference = reference_open(&c->options.config);
  } else if (c->image || c->observer.etm) {
    c->reencode = reencode_open(&c->observer.config, &c->observer.sent, &c->observer.rules);
    scoreboard_add_reader(&c->observer.scoreboard, reencode_reader(c->reencode));
  }
  if (o->facts) {
    c->facts = error_memory(malloc(sizeof *c->facts));
    facts_start(c->facts, &c->observer.sent);
    scoreboard_add_reader(&c->observer.scoreboard, facts_reader(c->facts));
  }
  if (c->beats) observer_beats(&c->observer, c->beats);
  if (o->row || c->list.file) {
    observer_join(&c->observer, take_row, c);
    join_times(c->observer.join, &c->times);
  }
  return c->opened = true;
}

// --- one clock ------------------------------------------------------------------------------------------------------

static void end_soon(struct checker *c) {
  if (c->finish_at == UINT64_MAX) c->finish_at = c->observer.clock + AFTERMATH;
}

void checker_executed(struct checker *c, const struct step *steps, size_t count) {
  if (!c->opened && !open_observer(c)) return;
  observer_executed(&c->observer, steps, count);
}

PER_EDGE_INLINE enum checker_state state_of(struct checker *c) {
  const struct stream *stream = &c->observer.stream;
  const bool has_failed = stream->has_mismatch | c->observer.rules.broken | stream->is_full;
  const bool differs = c->options.mode == CHECK_BYTES && c->reencode && reencode_difference(c->reencode)->found;
  // A missing register ends the run, except if ETMCR was written with the Programming bit: a DUT that still sends trace
  // then violates TRC-STOP-1, whose window must end first.
  const bool lacks_register = stream->needed_registers && !registers_must_stop(&c->observer.registers);
  if (has_failed || lacks_register || differs) end_soon(c);
  if (c->finish_at == UINT64_MAX) return CHECKER_GOES_ON;
  // If the test environment (processor's port, host or bench) is at fault, the end of the stream is not checked.
  if (c->observer.rules.is_environment_faulty) c->observer.stream.is_frozen = true;
  return c->observer.clock > c->finish_at ? CHECKER_DONE : CHECKER_FAILED;
}

static void note_facts(struct checker *c) {
  struct facts_fill fill;
  if (c->reference) {
    const struct reference_counts held = reference_counts(c->reference);
    fill = (struct facts_fill){.queue = held.queue, .fifo = held.fifo};
  }
  const struct cycle *cycle = &c->observer.cycle;
  facts_edge(c->facts, cycle, cycle->clock, c->reference ? &fill : NULL, verdict_lost(&c->observer.scoreboard));
}

// Must not be called if the checks are off.
PER_EDGE_INLINE void observe(struct checker *c, const struct pins *pins, bool clk) {
  observer_edge(&c->observer, pins, clk);
  if (c->facts) note_facts(c);
}

// DUT and model differ in this clock. The fork will compare the model's bytes, and the scoreboard those of the DUT.
static void fork_scoreboard(struct checker *c) {
  c->fork = scoreboard_fork(&c->observer.scoreboard);
  c->fork_bytes = c->observer.stream.compared_bytes;
  c->is_fork_stream_known = c->observer.unseen.count == 0;
  c->observer.stream.is_frozen = true;
}

PER_EDGE_INLINE enum checker_state look_at(struct checker *c, const struct pins *pins) {
  struct observer *o = &c->observer;
  const uint64_t clock = o->clock;
  if (!c->opened && !open_observer(c)) {
    o->clock++;
    return CHECKER_GOES_ON;
  }
  if (clock > c->finish_at) return CHECKER_DONE;
  const bool differs = c->reference && reference_clock(c->reference, pins, clock, o->sent.count);
  if (differs) fork_scoreboard(c);
  observe(c, pins, true);
  if (differs) {
    c->fork_items = o->history.count;
    end_soon(c);
  }
  return state_of(c);
}

// Evaluates the edges that checker_clock_soon() has stored.
static void catch_up(struct checker *c) {
  for (unsigned i = 0; i < c->held_count; i++) c->state = look_at(c, &c->held[i]);
  c->held_count = 0;
}

enum checker_state checker_clock(struct checker *c, const struct pins *pins) {
  catch_up(c);
  return c->state = look_at(c, pins);
}

struct pins *checker_pins_soon(struct checker *c) {
  return &c->held[c->held_count];
}

// The checks of several edges together stay in the instruction cache of the machine, and so does the simulation between
// them. If the two alternate at each edge, neither stays.
enum checker_state checker_clock_soon(struct checker *c) {
  const struct ports_in *in = &c->held[c->held_count++].in;
  const bool waits = !in->psel && in->resetn && c->state == CHECKER_GOES_ON;
  if (c->held_count == CHECKER_HELD || !waits) catch_up(c);
  return c->state;
}

// --- ports with clocks of their own ---------------------------------------------------------------------------------

static const enum pin atb_pins[] = {PIN_SYNCREQ, PIN_ATREADY, PIN_AFVALID, PIN_ATVALID,
                                    PIN_AFREADY, PIN_ATBYTES, PIN_ATID,    PIN_ATDATA};
static const enum pin apb_pins[] = {PIN_PSEL,   PIN_PENABLE, PIN_PWRITE,  PIN_PADDR,
                                    PIN_PWDATA, PIN_PREADY,  PIN_PSLVERR, PIN_PRDATA};
enum { BUS_PINS = sizeof atb_pins / sizeof *atb_pins };
_Static_assert(sizeof apb_pins == sizeof atb_pins, "both buses have the same number of pins");

static void take_unknown(struct pins *to, const struct pins *from, const enum pin pins[BUS_PINS]) {
  for (unsigned i = 0; i < BUS_PINS; i++) {
    const uint64_t bit = (uint64_t)1 << pins[i] % 64;
    uint64_t *word = &to->unknown[pins[i] / 64];
    *word = (*word & ~bit) | (from->unknown[pins[i] / 64] & bit);
  }
}

static void take_atb(struct pins *to, const struct pins *from) {
  to->in.syncreq = from->in.syncreq;
  to->in.atready = from->in.atready;
  to->in.afvalid = from->in.afvalid;
  to->out.atvalid = from->out.atvalid;
  to->out.afready = from->out.afready;
  to->out.atbytes = from->out.atbytes;
  to->out.atid = from->out.atid;
  to->out.atdata = from->out.atdata;
  to->unknown_lanes = from->unknown_lanes;
  take_unknown(to, from, atb_pins);
}

static void take_apb(struct pins *to, const struct pins *from) {
  to->in.paddrdbg31 = from->in.paddrdbg31;
  to->in.psel = from->in.psel;
  to->in.penable = from->in.penable;
  to->in.pwrite = from->in.pwrite;
  to->in.paddr = from->in.paddr;
  to->in.pwdata = from->in.pwdata;
  to->out.pready = from->out.pready;
  to->out.pslverr = from->out.pslverr;
  to->out.prdata = from->out.prdata;
  take_unknown(to, from, apb_pins);
}

// An edge of one port. The pins of the other ports keep the values of the last edge of each of those ports.
static enum checker_state port_edge(struct checker *c, bool clk, bool atclk, bool pclk) {
  if (!c->opened && !open_observer(c)) return CHECKER_GOES_ON;
  catch_up(c);
  c->has_port_calls = true;
  c->pins.in.atclken = atclk;
  c->pins.in.pclken = pclk;
  observe(c, &c->pins, clk);
  return state_of(c);
}

enum checker_state checker_core(struct checker *c, const struct pins *pins) {
  const struct pins before = c->pins;
  c->pins = *pins;
  take_atb(&c->pins, &before);
  take_apb(&c->pins, &before);
  return port_edge(c, true, false, false);
}

enum checker_state checker_atb(struct checker *c, const struct pins *pins) {
  take_atb(&c->pins, pins);
  return port_edge(c, false, true, false);
}

enum checker_state checker_apb(struct checker *c, const struct pins *pins) {
  take_apb(&c->pins, pins);
  return port_edge(c, false, false, true);
}

// --- between the edges ----------------------------------------------------------------------------------------------

// The stored edges have the clocks before this one.
static uint64_t next_clock(const struct checker *c) { return c->observer.clock + c->held_count; }

void checker_time(struct checker *c, uint64_t time, int exponent) {
  sim_time_edge(&c->times, next_clock(c), time, exponent);
}

void checker_real_time(struct checker *c, double now, double second) {
  sim_time_real(&c->times, next_clock(c), now, second);
}

void checker_reset(struct checker *c) {
  catch_up(c);
  if (!c->opened) return;
  observer_reset(&c->observer);
  if (c->reference) reference_reset(c->reference);
}

void checker_register(struct checker *c, uint16_t offset, uint32_t value) {
  catch_up(c);
  if (!c->opened && !open_observer(c)) return;
  observer_register(&c->observer, offset, value);
}

bool checker_is_etm(const struct checker *c) { return config_is_etm3(&c->options.config); }

struct checker_counts checker_counts(const struct checker *c) {
  const struct observer *o = &c->observer;
  return (struct checker_counts){.clocks = o->clock,
                                 .items = o->history.count,
                                 .bytes = o->sent.count,
                                 .lost = o->scoreboard.at.lost_items,
                                 .gaps = o->scoreboard.at.gaps,
                                 .failed = c->state != CHECKER_GOES_ON};
}

void checker_rule(struct checker *c, bool by_host, const char *why, const struct checker_read *read) {
  struct observer *o = &c->observer;
  char cause[CAUSE_ROOM] = "";
  catch_up(c);
  if (!c->opened && !open_observer(c)) return;
  const char *clause = read ? cause_of_read(o, read, cause) : NULL;
  rules_bench(&o->rules, by_host ? RULE_HOST_1 : RULE_BENCH_1, o->history.count, clause, "%s%s", why, cause);
  o->stream.is_frozen = true;
  end_soon(c);
  c->state = CHECKER_FAILED;
}

void checker_incomplete(struct checker *c, const char *why) {
  snprintf(c->incomplete, sizeof c->incomplete, "%s", why);
}

const char *checker_name(const struct checker *c) { return c->options.name ? c->options.name : ""; }

// --- closing --------------------------------------------------------------------------------------------------------

static bool write_bytes(const char *path, const struct sent *sent, struct error *err) {
  FILE *file = fopen(path, "wb");
  bool good = file && fwrite(sent->at, 1, (size_t)sent->count, file) == sent->count;
  if (file) good = fclose(file) == 0 && good;
  if (!good) error_set(err, "%s: %s", path, strerror(errno));
  return good;
}

static bool write_files(struct checker *c, struct error *err) {
  static const struct image unknown;
  const struct check_options *o = &c->options;
  const struct sent *s = &c->observer.sent;
  if (c->beats && fflush(c->beats) != 0) {
    error_set(err, "%s: %s", o->beats, strerror(errno));
    return false;
  }
  if (!close_list(c, err)) return false;
  if (o->bytes && !write_bytes(o->bytes, s, err)) return false;
  const struct image *image = c->image ? c->image : &unknown;
  return !o->snapshot || snapshot_write(o->snapshot, &c->observer.config, image, s->at, (size_t)s->count, err);
}

// Collects a message in `text`, which the caller frees, so that the message is printed as a whole.
struct text_buffer {
  FILE *to;
  char *text;
  size_t size;
};

static void open_buffer(struct text_buffer *b) { b->to = error_memory(open_memstream(&b->text, &b->size)); }

// A message with simulation times.
static struct text_buffer with_times(const struct checker *c, const char *text) {
  struct text_buffer b;
  open_buffer(&b);
  sim_time_write(b.to, text, &c->times);
  fclose(b.to);
  return b;
}

static struct findings findings_of(const struct checker *c) {
  const struct observer *o = &c->observer;
  return (struct findings){.beats = c->beats,
                           .config = &o->config,
                           .image = c->image,
                           .history = &o->history,
                           .port = o->options.speculates ? &o->wpt_port : NULL,
                           .sent = &o->sent,
                           .reference = c->reference,
                           .fork = c->fork,
                           .fork_bytes = c->fork_bytes,
                           .is_fork_stream_known = c->is_fork_stream_known,
                           .fork_items = c->fork_items,
                           .reencode = c->options.mode == CHECK_BYTES ? c->reencode : NULL,
                           .scoreboard = &o->scoreboard,
                           .contradicted = o->stream.has_mismatch,
                           .contradicted_clock = o->stream.mismatch_clock,
                           .registers = &o->registers,
                           .status_clock = o->last.status_read,
                           .rules = &o->rules};
}

// The report of what failed. Returns the clock of the first failure, UINT64_MAX for none.
static uint64_t print_failures(struct checker *c, struct text_buffer *text) {
  const struct findings found = findings_of(c);
  struct text_buffer plain;
  open_buffer(&plain);
  const uint64_t first = report_failures(plain.to, &found);
  fclose(plain.to);
  *text = with_times(c, plain.text);
  free(plain.text);
  fputs(text->text, stdout);
  return first;
}

static void print_bench(const struct checker *c, uint64_t clock, struct text_buffer *more) {
  open_buffer(more);
  c->options.failed(c->options.user, clock, more->to);
  fclose(more->to);
  fputs(more->text, stdout);
}

// The section of the page has the first words of the line as its name: #count-mismatch for "count mismatch: ...".
static void print_why(const char *why) {
  printf("%s\n  help: " MESSAGES_PAGE "#", why);
  for (; *why && *why != ':'; why++) putchar(*why == ' ' ? '-' : *why);
  putchar('\n');
}

static enum verdict finish(struct checker *c) {
  struct error err;
  catch_up(c);
  if (c->opened) observer_end(&c->observer);
  if (c->opened && !write_files(c, &err)) {
    fprintf(stderr, "waypoint: %s\n", err.text);
    (void)result_incomplete(&c->options, err.text, NULL);
    return VERDICT_INCOMPLETE;
  }
  if (c->options.name) printf("unit %s\n", c->options.name);
  struct text_buffer found = {0}, more = {0};
  const bool reports = !c->options.off && !judge_lacks_commits(&c->observer);
  uint64_t first = reports ? print_failures(c, &found) : UINT64_MAX;
  const struct judgement judgement = judge(c, first < UINT64_MAX);
  const struct text_buffer why = with_times(c, judgement.why);
  if (why.text[0]) print_why(why.text);
  if (first == UINT64_MAX) first = c->observer.clock > 0 ? c->observer.clock - 1 : 0;
  if (judgement.verdict == VERDICT_FAIL && c->options.failed) print_bench(c, first, &more);
  summary_print(c, &judgement);
  const char *const texts[3] = {found.text, why.text, more.text};
  if (c->options.facts && !summary_facts(c, &judgement, texts, 3))
    fprintf(stderr, "waypoint: %s: %s\n", c->options.facts, strerror(errno));
  free(found.text);
  free(why.text);
  free(more.text);
  return judgement.verdict;
}

enum verdict checker_close(struct checker *c) {
  const enum verdict verdict = finish(c);
  c->closed = true;
  checker_drop(c);
  return verdict;
}

bool checker_end(struct checker *c, struct error *err) {
  const struct observer *o = &c->observer;
  catch_up(c);
  if (c->opened) observer_end(&c->observer);
  if (o->stream.needed_registers) {
    error_set(
        err,
        "%s is not known, so no packet was decoded; set it by an option, or write it on the APB before the DUT is "
        "started",
        registers_first(o->stream.needed_registers)->name);
  } else if (o->stream.has_mismatch) {
    error_set(err, "clock %" PRIu64 ", byte %" PRIu64 ": %s", o->stream.mismatch_clock, o->scoreboard.error.offset,
              o->scoreboard.error.why);
    const struct text_buffer timed = with_times(c, err->text);
    error_set(err, "%s", timed.text);
    free(timed.text);
  } else {
    return true;
  }
  return false;
}

void checker_drop(struct checker *c) {
  if (c->opened) observer_stop(&c->observer);  // passes on the last joined rows
  if (c->beats && c->closed) fputs(LINES_END, c->beats);
  if (c->beats) fclose(c->beats);
  if (c->list.file) fclose(c->list.file);
  if (c->reference) reference_close(c->reference);
  reencode_close(c->reencode);
  if (c->fork) scoreboard_free(c->fork);
  free(c->fork);
  image_free(&c->loaded);
  free(c->facts);
  option_words_free(&c->words);
  free(c);
}
