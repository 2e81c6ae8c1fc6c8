// SPDX-License-Identifier: Apache-2.0
// check_encoder FOLDER FILE...: for the stimulus of each golden file, the reference model must produce the bytes of the
// file, clock by clock. If nothing in the file depends on a clock, the encoder without clocks must produce them, too.
// The comparison must fail for each single bit of the bytes that is flipped. FOLDER takes the stimulus as a file.
//
// check_encoder FOLDER SIMULATOR FILE...: the same for the RTL: SIMULATOR runs the stimulus, and writes the bytes of
// the unit. Files that are only for decoders are named and not counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "encode.h"
#include "golden.h"
#include "register.h"
#include "stim.h"
#include "unit.h"

struct made {
  uint8_t *at;
  size_t count;
};

// --- the model with no clock -----------------------------------------------------------------------------------------

enum { ON_EXTIN_0 = 0x60 };  // ETMTRIGGER: the event is EXTIN[0], the only one that a stimulus without a unit can tell

// An overflow is one of the unit, which takes its time.
static bool tells_overflow(const struct golden *golden) {
  for (size_t i = 0; i < golden->packet_count; i++) {
    if (strstr(golden->packets[i].text, "reason=overflow")) return true;
  }
  return false;
}

// An ETM's idle clocks are in the stimulus, so its cycle counts do not depend on more; ETMv3.0 synchronizes by the
// clock.
static bool depends_on_clocks(const struct golden *golden) {
  const struct config *c = &golden->config;
  if (golden->clocked || tells_overflow(golden)) return true;
  if (c->etmcr & ETMCR_TIMESTAMP || c->etmteevr != EVENT_ALWAYS) return true;
  return config_is_etm3(c) ? config_minor(c) == 0 : c->etmcr & ETMCR_CYCLE_ACCURATE;
}

static bool encode(const struct golden *golden, const char *stimulus, struct made *made, struct error *err) {
  struct stim stim;
  struct encoder encoder;
  struct trace_bytes bytes = {0};
  if (!stim_open_text(&stim, stimulus, err)) return false;
  encoder_reset(&encoder, &golden->config);
  for (size_t i = 0; i < stim.count; i++) {
    const struct stim_event *e = &stim.at[i];
    if (golden->config.etmtrigger == ON_EXTIN_0 && e->extin & 1) encode_trigger(&encoder, &bytes);
    encode_idle(&encoder, e->clocks - e->busy, &bytes);
    if (e->sync) encode_sync(&encoder, &bytes);
    if (e->busy) encode_slots(&encoder, &e->slots, &bytes);
    if (e->valid && !e->is_discarded) encode_waypoint(&encoder, &e->wp, &bytes);
    if (e->flush || e->idle) encode_flush(&encoder, &bytes);
  }
  encode_flush(&encoder, &bytes);
  stim_close(&stim);
  *made = (struct made){.at = bytes.at, .count = bytes.count};
  return true;
}

// --- the model clock by clock ----------------------------------------------------------------------------------------

enum {
  ROOM = 1 << 16,     // bytes, more than a golden file has
  PATIENCE = 100000,  // clocks: a longer wait never ends
};

struct bench {
  struct unit unit;
  struct ports_in in;    // at the next edge
  struct ports_out out;  // before the last edge
  struct made *made;
};

static void clock_edge(struct bench *b) {
  unit_outputs(&b->unit, &b->out);
  for (int i = 0; b->out.atvalid && i <= b->out.atbytes && b->made->count < ROOM; i++) {
    b->made->at[b->made->count++] = (uint8_t)(b->out.atdata >> 8 * i);
  }
  unit_step(&b->unit, &b->in);
}

static void apb(struct bench *b, uint16_t address, bool write, uint32_t data) {
  b->in.psel = true;
  b->in.paddr = address;
  b->in.pwrite = write;
  b->in.pwdata = data;
  clock_edge(b);
  b->in.penable = true;
  clock_edge(b);
  b->in.psel = b->in.penable = false;
}

static void program(struct bench *b, const struct config *c) {
  apb(b, ETMOSLAR, true, 0);
  apb(b, ETMCR, true, c->etmcr | ETMCR_PROGRAMMING);
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (row->offset != ETMCR) apb(b, row->offset, true, register_value(row, c));
  }
  apb(b, ETMCR, true, c->etmcr);
}

// As any test bench does: the inputs after an edge follow from the outputs before it.
static void drive(struct bench *b, const struct stim_clock *c) {
  b->in.wpt_valid = c->valid;
  b->in.wpt = c->wp;
  b->in.wpt_commit = c->commit;
  b->in.wpt_flush = c->wpt_flush;
  b->in.slots = c->slots;
  b->in.syncreq = c->sync;
  b->in.afvalid = b->in.afvalid ? !b->out.afready : c->flush;
  b->in.idle_request = b->in.idle_request ? !b->out.idle : c->idle;
  b->in.clock_change = c->clock_change;
  b->in.extin = c->extin;
  b->in.timestamp = c->timestamp;
  clock_edge(b);
}

static bool start(struct bench *b, const struct config *c) {
  program(b, c);
  for (int clocks = 0; clocks < PATIENCE && !b->out.wpt_enable; clocks++) clock_edge(b);
  return b->out.wpt_enable;
}

// What was asked for must be answered before.
static bool stop(struct bench *b, const struct config *c) {
  static const struct stim_clock nothing = {0};
  int clocks = 0;
  do drive(b, &nothing);
  while (clocks++ < PATIENCE && (b->in.afvalid || b->in.idle_request));
  apb(b, ETMCR, true, c->etmcr | ETMCR_PROGRAMMING);
  do apb(b, ETMSR, false, 0);
  while (clocks++ < PATIENCE && !(b->out.prdata & ETMSR_STOPPED));
  return clocks < PATIENCE;
}

static bool run_unit(const struct golden *golden, const char *stimulus, struct made *made, struct error *err) {
  struct stim stim;
  struct stim_clock c;
  const struct config *config = &golden->config;
  struct bench bench = {.in = {.resetn = true,
                               .retstack_depth = (uint8_t)config->return_stack_depth,
                               .cfgidr = config->etmidr,
                               .cfgccer = config->etmccer,
                               .cfgccr = config_ccr(config),
                               .cfgregs = (uint16_t)config->cfgregs,
                               .hdbgen = true,
                               .dbgpwrdup = true,
                               .paddrdbg31 = true,
                               .niden = true,
                               .dbgen = true,
                               .atclken = true,
                               .pclken = true,
                               .atready = true},
                        .made = made};
  made->at = malloc(ROOM);
  if (!made->at || !stim_open_text(&stim, stimulus, err)) return false;
  unit_reset(&bench.unit, config);
  bool good = start(&bench, config);
  for (stim_next(&stim, &c); good && !c.done; stim_next(&stim, &c)) drive(&bench, &c);
  good = good && stop(&bench, config);
  if (!good) error_set(err, "the unit does not start or stop");
  stim_close(&stim);
  return good;
}

// --- the RTL ---------------------------------------------------------------------------------------------------------

static const char *simulator;  // NULL: the model is checked

// The report of a run begins with what is wrong.
static void print_report(const char *path) {
  enum { LINES = 40 };
  char line[512];
  FILE *file = fopen(path, "r");
  for (int i = 0; file && i < LINES && fgets(line, sizeof line, file); i++) fputs(line, stdout);
  if (file) fclose(file);
}

// A golden file may present a data abort that cancels nothing, which no processor does (IHI 0014Q table 7.7), to show
// that its branch packet has the long form. So the rule of the port is off.
static bool simulate(const struct golden *golden, const char *stimulus, struct made *made, struct error *err) {
  char command[4096], bytes[1040], log[1040], depth[32] = "";
  snprintf(bytes, sizeof bytes, "%s.bytes", stimulus);
  snprintf(log, sizeof log, "%s.log", stimulus);
  remove(bytes);
  const struct config *c = &golden->config;
  const bool etm3 = config_is_etm3(c);
  if (!etm3) snprintf(depth, sizeof depth, "--depth %u", c->return_stack_depth);
  snprintf(command, sizeof command,
           "%s --quiet --may-be-empty --rule-off PORT-CANCEL-1 --protocol %s %s --stimulus %s --syncfr %u "
           "--etmtrigger %u --etmauxcr %u --idr "
           "%u --ccer %u "
           "--etmcr %u "
           "--etmteevr %u --etmtsevr %u --bytes %s >%s 2>&1",
           simulator, etm3 ? "etm3" : "pft", depth, stimulus, c->etmsyncfr, c->etmtrigger, c->etmauxcr, c->etmidr,
           c->etmccer, c->etmcr, c->etmteevr, c->etmtsevr, bytes, log);
  if (system(command) != 0) {
    print_report(log);
    error_set(err, "the run is red; the whole report is %s", log);
    return false;
  }
  return read_file(bytes, &made->at, &made->count, err);
}

// --- the comparison --------------------------------------------------------------------------------------------------

static bool same(const struct golden *golden, const struct made *made) {
  return golden->count == made->count && memcmp(golden->bytes, made->at, made->count) == 0;
}

static void tell(const char *path, const char *maker, const struct golden *golden, const struct made *made) {
  size_t i = 0;
  while (i < golden->count && i < made->count && golden->bytes[i] == made->at[i]) i++;
  printf("%s: %s: byte %zu: ", path, maker, i);
  if (i < golden->count) printf("expected %02X, ", golden->bytes[i]);
  if (i < made->count) {
    printf("made %02X\n", made->at[i]);
  } else {
    printf("made only %zu bytes of %zu\n", made->count, golden->count);
  }
}

// Every flipped bit must be noticed.
static bool flips_notice(const char *path, struct golden *golden, const struct made *made) {
  for (size_t bit = 0; bit < 8 * golden->count; bit++) {
    golden->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    const bool unnoticed = same(golden, made);
    golden->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (unnoticed) {
      printf("%s: bit %zu of byte %zu flipped, expected a difference, found none\n", path, bit % 8, bit / 8);
      return false;
    }
  }
  return true;
}

struct maker {
  const char *name;
  bool (*make)(const struct golden *golden, const char *stimulus, struct made *made, struct error *err);
};

static const struct maker rtl = {"RTL", simulate}, model = {"model", run_unit}, clockless = {"clockless model", encode};

static bool check_made(const char *path, struct golden *golden, const char *stimulus, const struct maker *maker) {
  struct made made = {0};
  struct error err = {0};
  bool good = maker->make(golden, stimulus, &made, &err);
  if (!good) printf("%s: %s: %s\n", path, maker->name, err.text);
  if (good && !same(golden, &made)) {
    tell(path, maker->name, golden, &made);
    good = false;
  }
  good = good && flips_notice(path, golden, &made);
  free(made.at);
  return good;
}

enum result { FAILED, PASSED, UNMADE, RESULTS };

static enum result check(const char *path, const char *folder) {
  struct golden golden;
  struct error err = {0};
  char stimulus[1024];
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  snprintf(stimulus, sizeof stimulus, "%s/%s.stimulus", folder, name);
  bool good = golden_load(path, &golden, &err) &&
              write_file(stimulus, (const uint8_t *)golden.stimulus, strlen(golden.stimulus), &err);
  if (!good) printf("%s: %s\n", path, err.text);
  const bool unmade = good && golden.decode_only;
  if (unmade) printf("%s: for decoders only: %s\n", path, golden.decode_only);
  good = good && (unmade || check_made(path, &golden, stimulus, simulator ? &rtl : &model));
  if (!unmade && !simulator && !depends_on_clocks(&golden)) {
    good = good && check_made(path, &golden, stimulus, &clockless);
  }
  golden_free(&golden);
  if (unmade) return UNMADE;
  return good ? PASSED : FAILED;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: check_encoder FOLDER [SIMULATOR] FILE...\n", stderr);
    return 2;
  }
  simulator = strstr(argv[2], ".golden") ? NULL : argv[2];
  int count[RESULTS] = {0};
  for (int i = simulator ? 3 : 2; i < argc; i++) count[check(argv[i], argv[1])]++;
  printf("%d passed, %d failed, 0 skipped\n", count[PASSED], count[FAILED]);
  return count[FAILED] == 0 && count[PASSED] > 0 ? 0 : 1;
}
