// SPDX-License-Identifier: Apache-2.0
// The verdict of a run without violations is PASS. Each row then changes one count of the checker, and has its own
// verdict and line.
#include <inttypes.h>

#include "checker_bench.h"
#include "exercised.h"
#include "judge.h"
#include "offline_check.h"

// A run that passes, directly before its verdict.
static struct checker *ran(const char *words) {
  struct options options;
  struct error err;
  read_words(words, &options);
  options.checks.config = options.config;
  struct driver *d = driver_open(&options.drive, &options.config, &err);
  struct checker *c = d ? checker_open(&options.checks, &err) : NULL;
  if (!c) fail_msg("%s", err.text);
  checker_image(c, &driver_stim(d)->image, true);
  run_clocks(d, c, &options.config, &(struct trial){0});
  observer_end(&c->observer);
  c->image = NULL;  // it goes with the driver
  driver_close(d);
  const struct judgement j = judge(c, false);
  if (j.verdict != VERDICT_PASS) fail_msg("%s: %s", words, j.why);
  return c;
}

// A copy of that run, which a row changes.
static struct checker copy;
static struct scoreboard *const board = &copy.observer.scoreboard;
static struct scoreboard_position *const at = &copy.observer.scoreboard.at;

static void begin(const struct checker *c) { copy = *c; }

static void is(enum verdict verdict, const char *words) {
  const struct judgement j = judge(&copy, false);
  if (j.verdict != verdict || !strstr(j.why, words)) {
    fail_msg("%s: %s, expected %s: %s", verdict_word(j.verdict), j.why, verdict_word(verdict), words);
  }
}

CASE(bytes_and_packets) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode strict --quiet");
  begin(c);
  board->decoder.unsynced++;
  is(VERDICT_FAIL, " of the bytes that the DUT sent precede an A-sync and are in no packet, expected 0");
  begin(c);
  board->pending = 2;
  is(VERDICT_FAIL,
     "count mismatch: the last 2 bytes that the DUT sent are an incomplete packet, expected the rest of it");
  begin(c);
  copy.observer.sent.count++;
  is(VERDICT_FAIL, "count mismatch: the DUT sent ");
  begin(c);
  copy.observer.coverage.packets[PACKET_TRIGGER] = copy.observer.counts.triggers + 1;
  is(VERDICT_FAIL, " trigger packets in the trace, expected at most ");
  checker_drop(c);
}

CASE(items_and_attributes) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode strict --set a15 --cycle-accurate --quiet");
  begin(c);
  at->items = at->starts = at->gaps = 0;
  at->unreported_items = 1;
  is(VERDICT_FAIL, "count mismatch: 0 of 2000 waypoints that were presented are in the trace, expected at least 1");
  at->missing_why = (struct scoreboard_missing){
      .item = 7,
      .from = 0x8000,
      .to = 0x800F,
      .has_from = true,
      .clock = 96,
      .has_to = true,
      .reason = {.why = SELECTION_IN_RANGE, .low = 0x8000, .high = 0x9000, .control = 1, .number = 1}};
  is(VERDICT_FAIL,
     " are in the trace, expected at least waypoint #7 (0x00008000 to "
     "0x0000800F), "
     "which was presented in clock 96 and must be traced: in range 1 (0x00008000 ");
  begin(c);
  at->instructions++;
  is(VERDICT_FAIL, " steps were compared, lost or not traced, expected all");
  begin(c);
  at->items--;
  is(VERDICT_FAIL, " waypoints were compared, lost or not traced, expected all");
  begin(c);
  at->timestamps_compared++;
  is(VERDICT_FAIL, " timestamp packets were compared with TSVALUEB, expected all");
  begin(c);
  at->counts_compared--;
  is(VERDICT_FAIL, " waypoints were compared, expected all");
  begin(c);
  const uint64_t more = at->untraced_items + 1;
  at->items -= more;
  at->lost_items += more;
  is(VERDICT_FAIL, ", as many as the reference model lost");
  checker_drop(c);
}

CASE(limits) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode legal --quiet");
  begin(c);
  copy.observer.options.bounds.lost = verdict_lost(board);
  at->items--;
  at->lost_items++;
  is(VERDICT_FAIL, " waypoints lost in FIFO overflows, --max-lost allows ");
  board->gave_up = true;
  is(VERDICT_INCOMPLETE, "the scoreboard did not try all");
  begin(c);
  at->missing_items++;
  is(VERDICT_FAIL, "limit: 1 waypoint missing from the trace although tracing had to be on, --max-missing allows 0");
  begin(c);
  at->start_most++;
  is(VERDICT_FAIL, "limit: tracing started 1 waypoint late, --max-start allows 0");
  checker_drop(c);
}

CASE(incomplete_runs) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode strict --quiet");
  begin(c);
  checker_incomplete(&copy, "a word of no checker");
  is(VERDICT_INCOMPLETE, "incomplete: a word of no checker");
  begin(c);
  copy.observer.stream.needed_registers = CONFIG_ETMCR;
  memset(&copy.observer.last_writes, 0, sizeof copy.observer.last_writes);
  copy.observer.stream.unknown_write = (struct last_write){.clock = 0};
  is(VERDICT_INCOMPLETE,
     "incomplete: ETMCR is not known, so no packet was decoded: no write to ETMCR was seen on the APB; set it ");
  static const struct {
    struct last_write write;
    uint64_t reset;
    const char *why;
  } writes[] = {
      {{28, 0xC00, WRITE_TAKEN, OBSTACLE_ERROR, "C"}, 0, ", and the DUT returned PSLVERR; set it "},
      {{28, 0xC00, WRITE_TAKEN, OBSTACLE_ERROR_OS_LOCK, "C"},
       0,
       ", and the DUT returned PSLVERR: the OS lock was set; set it "},
      {{28, 0xC00, WRITE_IGNORED, OBSTACLE_SOFTWARE_LOCK, "C"},
       0,
       ", but the software lock was set, so the DUT ignored it; set it "},
      {{28, 0xC00, WRITE_MAY_BE_TAKEN, OBSTACLE_OS_LOCK, "C"}, 0, ", but the OS lock was set; set it "},
      {{28, 0xC00, WRITE_MAY_BE_TAKEN, OBSTACLE_OS_LOCK, "C"},
       40,
       ", but the OS lock was set, and a reset followed (clock 40); set it "},
      {{28, 0xC00, WRITE_MAY_BE_TAKEN, OBSTACLE_NONE, "C"},
       0,
       ", but the DUT need not have taken the write (C); set it "},
      {{28, 0xC00, WRITE_TAKEN, OBSTACLE_NONE, "C"}, 40, ", and a reset followed (clock 40); set it "},
  };
  for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
    char why[200];
    snprintf(why, sizeof why, "decoded: it was last written with 0x00000C00 in clock 28%s", writes[i].why);
    begin(c);
    copy.observer.stream.needed_registers = CONFIG_ETMCR;
    copy.observer.stream.unknown_write = writes[i].write;
    copy.observer.stream.unknown_write_reset = writes[i].reset;
    is(VERDICT_INCOMPLETE, why);
  }
  begin(c);
  copy.observer.stream.needed_registers = CONFIG_ETMCR;
  copy.observer.stream.unknown_write =
      (struct last_write){.clock = 7, .obstacle = OBSTACLE_POWER_DOWN, .clause = "a clause"};
  is(VERDICT_INCOMPLETE,
     "incomplete: ETMCR was written in clock 7 while ETMCR[0] was 1, so the DUT need not have taken it (a clause); "
     "clear ETMCR[0], then write ETMCR again");
  begin(c);
  copy.has_port_calls = true;
  is(VERDICT_INCOMPLETE, "incomplete: the model comparison compared nothing");
  begin(c);
  copy.observer.stream.is_full = true;
  is(VERDICT_INCOMPLETE, "wait for their trace, and the checker cannot store more; split the run");
  begin(c);
  copy.observer.options.speculates = true;
  copy.observer.wpt_port.end = WPT_PORT_MOST;
  is(VERDICT_INCOMPLETE,
     "incomplete: WPTCOMMIT and WPTFLUSH were never HIGH; connect both pins, or use port=committed");
  begin(c);
  copy.observer.wpt_port.is_full = true;
  is(VERDICT_INCOMPLETE, " waypoints were uncommitted, and the checker cannot store more; connect WPTCOMMIT");
  begin(c);
  copy.observer.stream.state = STREAM_NONE;
  is(VERDICT_INCOMPLETE, "incomplete: the DUT was not started: ETMCR[10] is 1; clear it");
  begin(c);
  copy.observer.stream.state = STREAM_OPEN;
  is(VERDICT_INCOMPLETE, "incomplete: the DUT was stopped, but ETMSR[1] did not read as 1 after that; poll ETMSR[1]");
  begin(c);
  board->gave_up = true;
  const struct judgement j = judge(&copy, true);
  assert_int_equal(j.verdict, VERDICT_INCOMPLETE);
  checker_drop(c);
}

CASE(nothing_checked) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode legal --quiet");
  begin(c);
  copy.opened = false;
  is(VERDICT_NOTHING, "nothing checked: no clock edge came; ");
  copy.options.off = true;
  is(VERDICT_NOTHING, "nothing checked: the checks are off; leave out --no-check");
  begin(c);
  copy.observer.sent.beats = 0;
  is(VERDICT_NOTHING, "nothing checked: the DUT sent no trace; ");
  at->untraced_items = copy.observer.history.count;
  at->lost_items = 0;
  at->items = 0;
  is(VERDICT_NOTHING,
     "nothing checked: the DUT sent no trace: tracing was prohibited or in Debug state for all 2000 waypoints");
  begin(c);
  copy.options.mode = CHECK_BYTES;
  copy.reencode = NULL;
  is(VERDICT_NOTHING, "nothing checked: mode bytes compares nothing for a PTM without the code; ");
  begin(c);
  memset(copy.observer.rules.evaluated, 0, sizeof copy.observer.rules.evaluated);
  is(VERDICT_NOTHING, "nothing checked: no rule was evaluated; ");
  begin(c);
  at->untraced_items += at->items;
  at->items = 0;
  is(VERDICT_NOTHING, "nothing checked: none of the 2000 waypoints was compared");
  checker_drop(c);
  c = ran("--random 1 --clocks 2000 --mode bytes --quiet");
  begin(c);
  ((struct reencode_counts *)reencode_counts(copy.reencode))->packets = 0;
  is(VERDICT_NOTHING, "nothing checked: no packet was compared with the packet of the reference encoder");
  checker_drop(c);
}

// The facts name a VMID that the trace had to report, so an item that the DUT has not taken does not count.
CASE(vmid_of_an_item_that_was_taken) {
  struct checker *c = ran("--random 1 --clocks 2000 --mode legal --quiet");
  char *facts, expected[80];
  size_t size;
  FILE *file = open_memstream(&facts, &size);
  begin(c);
  const struct history *h = &copy.observer.history;
  for (size_t i = h->first; i < h->count; i++) h->waypoints[i & h->mask].wp.vmid = 0;
  h->waypoints[h->first & h->mask].wp.vmid = 5;
  history_moment(h, h->first)->taken = false;
  h->waypoints[(h->first + 1) & h->mask].wp.vmid = 9;
  copy.observer.registers.written[ETMCR / 4] |= ETMCR_VMID;
  exercised_facts(&copy.observer, 0, file);
  fclose(file);
  snprintf(expected, sizeof expected,
           "unchecked VMID: VMID was 0x09 in clock %" PRIu64 ", and 1 was written to ETMCR[30]\n",
           history_moment(h, h->first + 1)->clock);
  assert_non_null(strstr(facts, expected));
  assert_null(strstr(facts, "VMID was 0x05"));
  free(facts);
  checker_drop(c);
}

// Without a simulation.
CASE(complete_trace_without_items) {
  static struct scoreboard whole;
  static struct coverage coverage;
  static const uint8_t async[] = {0, 0, 0, 0, 0, 0x80};
  const struct history none = {.mask = SIZE_MAX,
                               .waypoints = &(struct history_waypoint){.steps_end = 0},
                               .moments = &(struct moment){.taken = false}};
  const struct bounds exact = {0, 0, 0};
  const struct judgement j =
      whole_trace(&whole, &coverage, &config_default_pft, NULL, &none, &exact, async, sizeof async);
  assert_int_equal(j.verdict, VERDICT_NOTHING);
  assert_string_equal(j.why, "no waypoint was presented");
}
