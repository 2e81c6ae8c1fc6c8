// SPDX-License-Identifier: Apache-2.0
// Draws random runs: one line of the test runner's list per seed. Each is a co-simulation of random code on a row of
// the pairwise table, with everything that is not in the table drawn. OpenCSD also reads every tenth trace of the
// reference RTL (SIMULATORS ends with "/rtl"): the traces that it misreads are known only for this RTL.
//
//   draw [-h] [-a ARGS] [-d DEPTH] FIRST_SEED RUNS CLOCKS TABLE BUILD SIMULATORS FOLDER [PROGRAM...]
//
// Then each recorded PROGRAM on each row. The entries are random-PROTOCOL/SEED and random-PROTOCOL/PROGRAM-row-ROW.
// FOLDER takes what the runs write: their last line, facts, trace bytes. SIMULATORS has a folder for each
// BUILD of the table. ARGS are more options for every run. With -h, a third of the seeds has a generated host script.
// With -d, each PTM is the BUILD that has a buffer of this depth for speculative waypoints, and the processor
// speculates.
//
//   draw [-a ARGS] [-d DEPTH] product PART OF CLOCKS TABLE BUILD SIMULATORS FOLDER
//
// Instead, a run on every combination of what the columns hold: of all of them, every OF-th from number PART on, as
// regress-PROTOCOL/NUMBER, from 1. TABLE is of a PTM, or of an ETM (its BUILDs begin with etm-).
//
//   draw count TABLE
//
// How many combinations there are.
#include "draw.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rng.h"

enum { ROWS_MAX = 60 };

// An ETM's processor stays in Debug state until the count of cycles has four bytes (over 2^21 cycles). That takes a
// second, so only one seed of LONG_EVERY does it. OpenCSD does not read these runs. Three bytes (over 2^14) come by
// chance.
enum { LONG_EVERY = 160, LONG_SEED = 107, LONG_CLOCKS = 2100000, HALT_CLOCKS = 17000, HALT_MORE = 20000 };

static bool read_row(char *line, struct row *r) {
  int count = 0;
  *r = (struct row){0};
  for (char *rest, *word = strtok_r(line, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
    if (count == COLUMNS || strlen(word) >= sizeof r->at[0]) return false;
    strcpy(r->at[count++], word);
  }
  return count == columns(r);
}

static size_t read_table(const char *path, struct row rows[ROWS_MAX]) {
  FILE *file = fopen(path, "r");
  char line[256];
  size_t count = 0;
  while (file && count < ROWS_MAX && fgets(line, sizeof line, file)) {
    if (line[0] != '#') count += read_row(line, &rows[count]);
  }
  if (file) fclose(file);
  return count;
}

// The different values of a column.
struct values {
  const char *at[ROWS_MAX];
  size_t count;
};

static struct values values_of(const struct row *rows, size_t row_count, int column) {
  struct values v = {.count = 0};
  for (size_t i = 0; i < row_count; i++) {
    size_t k = 0;
    while (k < v.count && strcmp(v.at[k], rows[i].at[column]) != 0) k++;
    if (k == v.count) v.at[v.count++] = rows[i].at[column];
  }
  return v;
}

void add(struct words *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int length = vsnprintf(w->text + w->used, sizeof w->text - w->used, format, args);
  va_end(args);
  if (length < 0 || w->used + (size_t)length >= sizeof w->text) {
    fputs("draw: too many options for one run\n", stderr);
    exit(2);
  }
  w->used += (size_t)length;
}

// A run uses no feature that the unit does not implement. The random numbers of that feature are drawn all the same, so
// that the rest of a run does not depend on it.
static bool has_virtualization(const struct row *r) {
  return is_etm3(r) ? minor(r) == 5 : is(r, SET, "a15") || is(r, SET, "full");
}

// PFTv1.0, with the OS lock that a Cortex-A9 does not have.
static bool is_v10(const struct row *r) { return !is_etm3(r) && is(r, SET, "v1.0"); }

static bool has_stamps(const struct row *r) { return is_etm3(r) ? minor(r) == 5 : !is(r, SET, "plain"); }

// The options for the row of an ETM: its version, followed by "a" for the alternative branch encoding.
static void add_etm3(struct words *w, const struct row *row) {
  const char *version = row->at[VERSION];
  if (version[0] == 'a') {
    add(w, " --set %s", version);
  } else {
    add(w, " --minor %c%s", version[0], version[1] == 'a' ? " --alternative" : "");
  }
  if (is(row, COUNTS, "packets")) add(w, " --count-packets");
  if (is(row, PACKING, "greedy")) add(w, " --greedy");
  if (is(row, OLD, "old")) add(w, " --old-exceptions");
}

// Of ETMCR (IHI 0035B 3.16.1, IHI 0014Q 3.5.1).
enum {
  BROADCAST_BIT = 1 << 8,
  PORT_BIT = 1 << 11,
  CYCLES_BIT = 1 << 12,
  CONTEXT_ID_BIT = 14,
  STAMPS_BIT = 1 << 28,
  STACK_BIT = 1 << 29,
  VMID_BIT = 1 << 30,
};

static bool has_stack(const struct row *row) {
  return !is_etm3(row) && (!is(row, BROADCAST, "broadcast") || is(row, DEPTH, "15") || is(row, DEPTH, "2"));
}

// Many calls are to be traced one inside the other, in both security states, and by nothing interrupted.
static bool is_deep(const struct row *row) {
  return has_stack(row) && is(row, DEPTH, "15") && !is(row, BROADCAST, "broadcast") && !is(row, TRACE, "ns");
}

// ETMCR as the flags of add_unit make it, and these bits too, for what the unit may lack.
static void add_etmcr(struct words *w, const struct row *row, uint32_t more) {
  uint32_t etmcr = more & ~(is_etm3(row) ? STACK_BIT : 0);
  for (unsigned size = atoi(row->at[CONTEXT_ID]); size > 0; size /= 2) etmcr += 1u << CONTEXT_ID_BIT;
  if (is_etm3(row)) etmcr |= PORT_BIT;
  if (has_stack(row)) etmcr |= STACK_BIT;
  if (!is(row, COUNTS, "-")) etmcr |= CYCLES_BIT;
  if (is(row, VMID, "vmid")) etmcr |= VMID_BIT;
  if (is(row, TIMESTAMPS, "stamps")) etmcr |= STAMPS_BIT;
  if (is(row, BROADCAST, "broadcast")) etmcr |= BROADCAST_BIT;
  add(w, " --etmcr 0x%X", etmcr);
}

// The unit: for OpenCSD's reading as well. `more`: bits of ETMCR, for what it may lack; 0: none.
static void add_unit(struct words *w, const struct row *row, uint32_t more) {
  if (is_etm3(row)) {
    add_etm3(w, row);
  } else {
    if (is_v10(row)) {
      add(w, " --unit tests/smoke/pft-v1.0.unit");
    } else if (!is(row, SET, "plain")) {
      add(w, " --set %s", row->at[SET]);
    }
    add(w, " --depth %s", row->at[DEPTH]);
  }
  if (more) {
    add_etmcr(w, row, more);
    return;
  }
  // With return stack and broadcast together nothing is promised (IHI 0035B 4.6).
  if (has_stack(row)) add(w, " --return-stack");
  add(w, " --context-id %s", row->at[CONTEXT_ID]);
  if (!is(row, COUNTS, "-")) add(w, " --cycle-accurate");
  if (is(row, VMID, "vmid") && has_virtualization(row)) add(w, " --vmid");
  if (is(row, TIMESTAMPS, "stamps") && has_stamps(row)) add(w, " --timestamps");
  if (is(row, BROADCAST, "broadcast")) add(w, " --broadcast");
}

enum { NS = 0x6D, PROHIBITED = 0x6E, ALWAYS = 0x6F };  // resources (IHI 0035B table 3.5); 0x60 to 0x63 are EXTIN

// Of resources A and B: A, not A, both, B alone, neither, A or B, not A or B, not both (IHI 0035B 3.8.3).
static unsigned event(unsigned function, unsigned a, unsigned b) { return function << 14 | b << 7 | a; }

static unsigned draw_pin(struct rng *r) { return 0x60 + rng_below(r, 4); }

// While EXTIN is 0 most of the time the one event is true most of the time, in Secure state the other.
static void add_trace(struct words *w, struct rng *r, const struct row *row) {
  const unsigned a = is(row, TRACE, "ns") ? NS : draw_pin(r), b = draw_pin(r);
  const unsigned mostly[] = {event(1, a, b),      event(3, a, ALWAYS),      event(4, a, b),      event(6, a, b),
                             event(7, a, ALWAYS), event(2, ALWAYS, ALWAYS), event(5, a, ALWAYS), event(7, b, ALWAYS)};
  // The last three do not depend on the security state.
  if (!is(row, TRACE, "always")) add(w, " --etmteevr %u", mostly[rng_below(r, is(row, TRACE, "ns") ? 5 : 8)]);
}

// A trigger event of any function. A timestamp event that is seldom true: otherwise timestamps would fill the trace.
static unsigned draw_trigger(struct rng *r) {
  static const unsigned rare[] = {NS, PROHIBITED, ALWAYS};
  return event(rng_below(r, 8), draw_pin(r), rng_chance(r, 70) ? draw_pin(r) : rare[rng_below(r, 3)]);
}

static unsigned draw_stamp_event(struct rng *r) {
  static const uint8_t functions[] = {0, 3, 5};
  if (rng_chance(r, 30)) return event(rng_chance(r, 50) ? 2 : 6, ALWAYS, draw_pin(r));
  return event(functions[rng_below(r, 3)], draw_pin(r), draw_pin(r));
}

static const char *protocol(const struct row *r) { return is_etm3(r) ? "--protocol etm3 " : ""; }

// A percentage of what only ETMs from v3.LEAST on can tell.
static void add_since(struct words *w, const struct row *row, int least, const char *option, unsigned percent) {
  if (minor(row) >= least) add(w, " --%s %u", option, percent);
}

// An ETM's count has four bytes. Whatever else is asked for may end it.
bool is_long(const struct place *p, const struct row *row, uint64_t seed) {
  return is_etm3(row) && seed % LONG_EVERY == LONG_SEED && !*p->args && strcmp(p->kind, "random") == 0;
}

// The row of a seed; a long one's counts cycles, in packets of their own or not, and through overflows and Debug state.
static struct row row_of(const struct place *p, const struct row *row, uint64_t seed) {
  struct row r = *row;
  if (!is_long(p, row, seed)) return r;
  strcpy(r.at[COUNTS], seed / LONG_EVERY % 2 ? "packets" : "counts");
  if (minor(row) == 0 || minor(row) == 5) strcpy(r.at[VERSION], "4");
  return r;
}

// The options of the processor. An ETM's version determines what it can report (docs/stimulus.md). True: it halts.
static bool draw_source(struct words *w, struct rng *r, struct rng *reach, const struct row *row, uint64_t seed,
                        const struct place *p) {
  add(w, " --spacing %s", row->at[SPACING]);
  // More options may say what ETMCR is.
  const bool lacks = rng_chance(reach, 10) && seed % OPENCSD_EVERY != 0 && !*p->args;
  add_unit(w, row, lacks ? STACK_BIT | STAMPS_BIT | VMID_BIT : 0);
  // All known parts have a return stack.
  if (lacks && !is_etm3(row) && is(row, SET, "plain")) add(w, " --ccer 0x00001800");
  const unsigned thumb = rng_below(r, 5) * 25, indirect = 10 + rng_below(r, 8) * 10;
  // What is traced in Secure state alone needs something that leads there, and a deep stack of both something between.
  const bool must_lead = is_deep(row) || (is_etm3(row) && is(row, TRACE, "ns"));
  const unsigned exceptions = rng_below(r, 4) * 5, least = must_lead ? 5 : 0;
  add(w, " --exceptions %u --indirect %u --thumb %u", exceptions > least ? exceptions : least, indirect, thumb);
  if (is_etm3(row)) add(w, " --late %u", rng_below(r, 4) * 20);
  const bool ns = rng_chance(r, is_etm3(row) ? 60 : is_deep(row) ? 100 : 30) && minor(row) >= 2;
  if (ns) add(w, " --ns");
  if (!is(row, CONTEXT_ID, "0")) add(w, " --context %u", 1 + rng_below(r, 40));
  if (is(row, VMID, "vmid")) add(w, " --vmids %u", 1 + rng_below(r, 40));
  // Few versions of an ETM can tell these, and Hyp.
  const uint32_t rare = is_etm3(row) ? 90 : 30;
  const unsigned high = rng_chance(r, rare) ? 1 + rng_below(r, 50) : 0;
  if (high && !is_v10(row)) add_since(w, row, 4, "high", high);
  if (rng_chance(r, 30)) add(w, " --long %u", 1 + rng_below(r, 50));
  // A period that is shorter than a synchronization goes with no forced overflow, or nothing else would be traced.
  static const unsigned periods[] = {0x400, 0x400, 0x400, 0x400, 0x800, 0x800, 0, 0, 200, 200, 64, 1};
  const unsigned period = periods[rng_below(r, 12)];
  const unsigned no_stamps = rng_below(r, 4) * 2;
  add(w, " --syncfr %u --etmauxcr %u", period, (period == 1 || rng_chance(r, 30)) | no_stamps);
  // OpenCSD would continue at the address 0 that replaces a secret one, and its return stack differs after a reset. It
  // knows neither ThumbEE nor Jazelle code, nor the A32 ERET and CP15 barriers.
  if (seed % OPENCSD_EVERY == 0) return false;
  const bool halts = rng_chance(r, 25);
  if (halts) add(w, " --debug %u", 1 + rng_below(r, 5));
  if (rng_chance(r, is_etm3(row) ? 45 : 25)) add_since(w, row, 3, "thumbee", 1 + rng_below(r, 50));
  if (rng_chance(r, 25)) add(w, " --jazelle %u", 1 + rng_below(r, 30));
  if (rng_chance(r, 30)) add(w, " --barriers %u", 1 + rng_below(r, 30));
  const unsigned hyp = rng_chance(r, rare) ? 1 + rng_below(r, 50) : 0;
  if (hyp && !is_v10(row)) add_since(w, row, 5, "hyp", hyp);
  const unsigned ns_writes = rng_chance(r, 25) ? 1 + rng_below(r, 30) : 0;
  if (ns && ns_writes) add(w, " --ns-writes %u", ns_writes);
  if (rng_chance(r, is_deep(row) ? 0 : 25)) add(w, " --prohibited %u", 5 + rng_below(r, 30));
  if (rng_chance(reach, 30)) add(w, " --erets %u", 1 + rng_below(reach, 20));
  return halts;
}

// What goes on around it. True: the unit is stopped, or reset.
static bool draw_around(struct words *w, struct rng *r, struct rng *more, struct rng *reach, const struct row *row,
                        uint64_t seed, const struct place *p) {
  const bool host = p->host, goes_on = host || is_long(p, row, seed);
  add(w, " --backpressure %s", row->at[PRESSURE]);
  if (rng_chance(r, 50)) add(w, " --flush-rate %u", 1 + rng_below(r, 20));
  if (rng_chance(r, 30)) add(w, " --sync-rate %u", 1 + rng_below(r, 10));
  if (rng_chance(r, 20)) add(w, " --atclken %u", 30 + rng_below(r, 70));
  if (rng_chance(r, 30)) add(w, " --pclken %u", 20 + rng_below(r, 80));
  add(w, " --extin-rate %u", 1 + rng_below(r, 20) / (is_deep(row) ? 6 : 1));
  if (rng_chance(r, 50)) add(w, " --etmtrigger %u", draw_trigger(more));
  if (rng_chance(r, 50)) add(w, " --etmtsevr %u --clock-change-rate %u", draw_stamp_event(more), rng_below(r, 100));
  if (rng_chance(r, 30)) add(w, " --idle-rate %u", 1 + rng_below(r, 20));
  add_trace(w, more, row);
  if (seed % OPENCSD_EVERY == 0) return false;
  // ETMCCER of an ETMv3.5: timestamps of 48 or 64 bits, Gray or binary.
  if (is_etm3(row) && row->at[VERSION][0] == '5' && is(row, TIMESTAMPS, "stamps") && !p->generates)
    add(w, " --ccer 0x%X", 0x04400000 | rng_below(more, 4) << 28);
  static const char *const stops[] = {"programming", "power-down", "os-lock", "authentication"};
  const char *stop = rng_chance(r, 30) ? stops[rng_below(r, 4)] : NULL;
  const unsigned restarts = stop ? 1 + rng_below(r, 5) : 0;
  if (restarts && !goes_on) add(w, " --restarts %u --stop-by %s", restarts, stop);
  if (rng_chance(r, 20) && !host) add(w, " --abrupt");
  if (rng_chance(reach, 30)) add(w, " --off-flush-rate %u", 1 + rng_below(reach, 300));
  const unsigned resets = rng_chance(r, 20) ? 1 + rng_below(r, 4) : 0;
  if (resets && !goes_on) add(w, " --resets %u", resets);
  if (!is_etm3(row) && rng_chance(r, 50)) add(w, " --other-targets %u", 50 + rng_below(r, 50));
  if (host) draw_locks(w, seed);
  if (p->generates) draw_resources(w, row, seed);
  return host || ((restarts || resets) && !goes_on);
}

// A PTM of another design need not have HDBGEN.
static void draw_no_halting(struct words *w, const struct place *p, const struct row *row, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_NO_HALTING);
  if (is_etm3(row) || seed % OPENCSD_EVERY == 0 || !is_ours(p) || !rng_chance(&r, 25)) return;
  add(w, " --no-halting-rate %u", 1 + rng_below(&r, 300));
}

// User mode does what privileged modes do, but for what it may not.
static void draw_user(struct words *w, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_USER);
  if (seed % OPENCSD_EVERY != 0 && rng_chance(&r, 25)) add(w, " --user %u", 1 + rng_below(&r, 50));
}

// What only an ETM has: entries to Debug state as branch packets, one long Debug state, of so many clocks. `halts`: the
// processor halts already; `stops`: a stop or a reset would end the count.
static unsigned draw_halts(struct words *w, const struct place *p, const struct row *row, uint64_t seed, bool halts,
                           bool stops) {
  struct rng r = rng_seed(seed, STREAM_HALTS);
  const unsigned entries = rng_chance(&r, 50) ? 1 + rng_below(&r, 100) : 0;
  const unsigned few = rng_chance(&r, 25) ? HALT_CLOCKS + rng_below(&r, HALT_MORE) : 0;
  if (!is_etm3(row) || seed % OPENCSD_EVERY == 0) return 0;
  const bool counts = !stops && minor(row) >= 1 && !is(row, COUNTS, "-") && strcmp(p->kind, "random") == 0;
  const unsigned clocks = !counts ? 0 : is_long(p, row, seed) ? LONG_CLOCKS : few;
  if (clocks && !halts) add(w, " --debug 5");
  if (clocks) add(w, " --long-halt %u", clocks);
  if (entries && (halts || clocks)) add(w, " --debug-entries %u", entries);
  return clocks;
}

// The processor also executes while the unit is off, as in a system. What OpenCSD decodes is compared with all of the
// stimulus, so there the processor executes only while the unit is on.
static void draw_free_running(struct words *w, const struct row *row, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_FREE_RUNNING);
  if (is_etm3(row) && seed % OPENCSD_EVERY != 0 && rng_chance(&r, 30)) add(w, " --free-running");
}

// The trigger requests Debug state, and the processor responds soon or late. A host script draws ETMCR itself. ETMCR as
// a number has no such bit. OpenCSD cannot read Debug state.
static void draw_debug_request(struct words *w, const struct place *p, const struct words *source, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_DEBUG_REQUEST);
  const bool requests = rng_chance(&r, 50), is_late = rng_chance(&r, 30);
  const unsigned low = 1 + rng_below(&r, 20), more = rng_below(&r, is_late ? 3000 : 60);
  if (seed % OPENCSD_EVERY == 0 || strstr(source->text, " --etmcr ")) return;
  if (!p->host && !(requests && strstr(w->text, " --etmtrigger "))) return;
  if (!p->host) add(w, " --debug-request");
  add(w, " --debug-response %u..%u", low, low + more);
}

// A run's last line stays in a file; a run that failed shows it all.
static void print_run(const struct place *p, const char *name, const struct row *row, const char *options) {
  char suffix[16] = "";
  if (p->wpt_depth > 0 && !is_etm3(row)) snprintf(suffix, sizeof suffix, "-s%u", p->wpt_depth);
  printf(
      "%s-%s/%s\t%s/%s%s/waypoint-sim %s --may-be-empty --quiet --facts %s/%s.facts >%s/%s.log || { code=$?; cat "
      "%s/%s.log; "
      "exit $code; }",
      p->kind, is_etm3(row) ? "etm3" : "pft", name, p->simulators, row->at[BUILD_COLUMN], suffix, options, p->folder,
      name, p->folder, name, p->folder, name);
}

static const char end_of_command[] = "; echo 1 passed, 0 failed, 0 skipped";

static bool is_read_by_opencsd(const struct place *p, uint64_t seed) {
  return seed % OPENCSD_EVERY == 0 && is_ours(p) && !p->host;
}

static void print_random(const struct place *of_all, const struct row *table_row, uint64_t seed) {
  const struct place of_run = place_of_run(of_all, table_row, seed), *p = &of_run;
  struct rng r = rng_seed(seed, STREAM_DRAW), more = rng_seed(seed, STREAM_EVENTS);
  struct rng reach = rng_seed(seed, STREAM_REACH);
  const struct row of_seed = row_of(p, table_row, seed), *row = &of_seed;
  struct words name = {.used = 0}, source = {.used = 0}, around = {.used = 0}, options = {.used = 0};
  add(&name, "%llu", (unsigned long long)seed);
  const bool halts = draw_source(&source, &r, &reach, row, seed, p);
  const bool stops = draw_around(&around, &r, &more, &reach, row, seed, p);
  draw_no_halting(&around, p, row, seed);
  draw_user(&around, seed);
  draw_speculation(&around, p, row, seed);
  const unsigned halted = draw_halts(&around, p, row, seed, halts, stops);
  draw_debug_request(&around, p, &source, seed);
  draw_free_running(&around, row, seed);
  add(&options, "%s--random %s --clocks %llu%s", protocol(row), name.text, (unsigned long long)p->clocks + halted,
      source.text);
  const struct words code = options;
  add(&options, "%s", around.text);
  if (p->generates) add(&options, " --host random");
  if (is_read_by_opencsd(p, seed)) add(&options, " --bytes %s/%s.bytes", p->folder, name.text);
  add(&options, " %s", p->args);
  print_run(p, name.text, row, options.text);
  if (is_read_by_opencsd(p, seed))
    printf("; %s/opencsd/same_list %s/%s.bytes %s %s || exit 1", p->build, p->folder, name.text, code.text, p->args);
  printf("%s\tfacts=%s/%s.facts\tseed=%s\n", end_of_command, p->folder, name.text, name.text);
}

static void print_program(const struct place *p, const struct row *row, size_t number, const char *path) {
  const char *file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  struct words name = {.used = 0}, options = {.used = 0};
  struct rng r = rng_seed(number, STREAM_EVENTS);
  add(&name, "%.*s-row-%zu", (int)strcspn(file, "."), file, number + 1);
  add(&options, "%s--program %s --spacing %s --backpressure %s --context 20", protocol(row), path, row->at[SPACING],
      row->at[PRESSURE]);
  add_unit(&options, row, 0);
  add_trace(&options, &r, row);
  print_run(p, name.text, row, options.text);
  printf("%s\tfacts=%s/%s.facts\n", end_of_command, p->folder, name.text);
}

// The values of each column; returns how many combinations they have.
static uint64_t read_values(const struct row *rows, size_t row_count, struct values values[COLUMNS]) {
  uint64_t all = 1;
  for (int c = 0; c < columns(&rows[0]); c++) {
    values[c] = values_of(rows, row_count, c);
    all *= values[c].count;
  }
  return all;
}

static void print_product(const struct place *p, const struct row *rows, size_t row_count, uint64_t part, uint64_t of) {
  struct values values[COLUMNS];
  const uint64_t all = read_values(rows, row_count, values);
  for (uint64_t i = part; i < all; i += of) {
    struct row row = {0};
    uint64_t rest = i;
    for (int c = 0; c < columns(&rows[0]); c++) {
      snprintf(row.at[c], sizeof row.at[c], "%s", values[c].at[rest % values[c].count]);
      rest /= values[c].count;
    }
    print_random(p, &row, i + 1);
  }
}

static int usage(void) {
  fputs(
      "usage: draw [-h] [-a ARGS] [-d DEPTH] FIRST_SEED RUNS CLOCKS TABLE BUILD SIMULATORS FOLDER [PROGRAM...]\n"
      "       draw [-a ARGS] [-d DEPTH] product PART OF CLOCKS TABLE BUILD SIMULATORS FOLDER\n"
      "       draw count TABLE\n"
      "TABLE must have rows.\n",
      stderr);
  return 2;
}

int main(int argc, char **argv) {
  enum { FIRST, RUNS, CLOCKS, TABLE, BUILD, SIMULATORS, FOLDER, PROGRAMS };
  static struct row rows[ROWS_MAX];
  struct place place = {.kind = "random", .args = ""};
  for (int option; (option = getopt(argc, argv, "+ha:d:")) != -1;) {
    if (option == '?') return usage();
    if (option == 'a') place.args = optarg;
    if (option == 'h') place.hosts = true;
    if (option == 'd') place.wpt_depth = (unsigned)strtoul(optarg, NULL, 0);
  }
  argv += optind;
  argc -= optind;
  const bool count = argc == 2 && strcmp(argv[0], "count") == 0;
  const bool product = argc == PROGRAMS + 1 && strcmp(argv[0], "product") == 0;
  argv += product;
  argc -= product;
  const size_t row_count = count ? read_table(argv[1], rows) : argc >= PROGRAMS ? read_table(argv[TABLE], rows) : 0;
  if (row_count == 0) return usage();
  if (count) {
    struct values values[COLUMNS];
    printf("%llu\n", (unsigned long long)read_values(rows, row_count, values));
    return 0;
  }
  place.clocks = strtoull(argv[CLOCKS], NULL, 0), place.build = argv[BUILD], place.simulators = argv[SIMULATORS],
  place.folder = argv[FOLDER];
  const uint64_t first = strtoull(argv[FIRST], NULL, 0), runs = strtoull(argv[RUNS], NULL, 0);
  if (product) {
    if (runs == 0) return usage();
    place.kind = "regress";
    print_product(&place, rows, row_count, first, runs);
    return 0;
  }
  for (uint64_t seed = first; seed < first + runs; seed++) print_random(&place, &rows[seed % row_count], seed);
  for (int i = PROGRAMS; i < argc; i++) {
    for (size_t row = 0; row < row_count; row++) print_program(&place, &rows[row], row, argv[i]);
  }
  return 0;
}
