// SPDX-License-Identifier: Apache-2.0
// bench PROTOCOL SIMULATOR BASE PROGRAM...: measures the speed of the simulation, the model and the decoder, on the
// first program. BASE is the simulator of another commit, with which this commit's is compared, or "-" for none. The
// figures are CPU time: medians of rounds in which the compared programs take turns, so that a slower machine slows
// both. Then it prints the bits for each instruction of each program, and what a return stack saves (pft) or
// cycle-accurate trace costs (etm3).
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "command.h"
#include "decode.h"
#include "encode.h"
#include "error.h"
#include "flow.h"
#include "opencsd.h"
#include "register.h"
#include "stim.h"
#include "unit.h"

static const struct config *unit_config;  // the default one of the protocol

static bool etm3(void) { return config_is_etm3(unit_config); }

enum { ROUNDS = 7, SIM_CLOCKS = 240000, MODEL_CLOCKS = 2000000, COPIES = 60 };

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double children_seconds(void) {
  struct rusage r;
  getrusage(RUSAGE_CHILDREN, &r);
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values) {
  double sorted[ROUNDS];
  memcpy(sorted, values, sizeof sorted);
  qsort(sorted, ROUNDS, sizeof *sorted, by_value);
  return sorted[ROUNDS / 2];
}

static void give_up(const char *what) {
  fprintf(stderr, "bench: %s\n", what);
  exit(2);
}

// --- the simulation, checks on and off in the same binary ---------------------------------------------------------

static double simulation(const char *simulator, const char *program, const char *pace, unsigned clocks,
                         const char *checks) {
  char command[1024];
  snprintf(command, sizeof command, "%s --protocol %s --program %s --spacing %s --clocks %u --quiet %s >/dev/null",
           simulator, etm3() ? "etm3" : "pft", program, pace, clocks, checks);
  const double start = children_seconds();
  // Without checks a run says so: nothing was checked, which is 2.
  const int code = WEXITSTATUS(system(command));
  if (code != 0 && !(code == 2 && *checks)) give_up(command);
  return children_seconds() - start;
}

// Opening the program and closing the run costs the same for few clocks as for many, and is taken off.
static double per_clock(const char *simulator, const char *program, const char *pace, const char *checks) {
  const double many = simulation(simulator, program, pace, SIM_CLOCKS, checks);
  const double few = simulation(simulator, program, pace, SIM_CLOCKS / 10, checks);
  return (many - few) / (SIM_CLOCKS - SIM_CLOCKS / 10) * 1e9;
}

struct costs {  // ns a clock, one of each round
  double off[ROUNDS], on[ROUNDS], added[ROUNDS];
};

static void measure(struct costs *costs, int round, const char *simulator, const char *program, const char *pace) {
  costs->off[round] = per_clock(simulator, program, pace, "--no-check");
  costs->on[round] = per_clock(simulator, program, pace, "");
  costs->added[round] = costs->on[round] - costs->off[round];
}

static double of_base(const double *ours, const double *theirs) {
  double ratio[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) ratio[i] = ours[i] / theirs[i];
  return median(ratio);
}

// `base` may be NULL.
static void bench_pace(const char *simulator, const char *base, const char *program, const char *pace,
                       const char *text) {
  struct costs ours, theirs;
  for (int i = 0; i < ROUNDS; i++) {
    if (base) measure(&theirs, i, base, program, pace);
    measure(&ours, i, simulator, program, pace);
  }
  printf("  %-16s %5.0f %5.0f %5.0f", text, median(ours.off), median(ours.on), median(ours.added));
  if (base) {
    printf("   %5.0f %5.0f %5.0f   %5.2f %5.2f %5.2f", median(theirs.off), median(theirs.on), median(theirs.added),
           of_base(ours.off, theirs.off), of_base(ours.on, theirs.on), of_base(ours.added, theirs.added));
  }
  putchar('\n');
  fflush(stdout);
}

static void bench_simulation(const char *simulator, const char *base, const char *program) {
  printf("ns a clock         off    on added%s\n", base ? "    BASE    on added    part    on added" : "");
  bench_pace(simulator, base, program, "one", "one instruction");
  bench_pace(simulator, base, program, "two", "two instructions");
  bench_pace(simulator, base, program, "waypoint", "one waypoint");
}

// --- the model alone ----------------------------------------------------------------------------------------------

static void bench_model(const struct stim *stim) {
  static struct unit unit;
  double rate[ROUNDS];
  uint64_t beats = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct ports_in in = {.resetn = true,
                          .atclken = true,
                          .pclken = true,
                          .atready = true,
                          .niden = true,
                          .cfgidr = unit_config->etmidr,
                          .hdbgen = true,
                          .dbgpwrdup = true,
                          .paddrdbg31 = true,
                          .cfgccer = unit_config->etmccer,
                          .cfgccr = config_ccr(unit_config),
                          .cfgregs = (uint16_t)unit_config->cfgregs};
    struct ports_out out;
    unit_reset(&unit, unit_config);
    // As a debugger would: one APB write clears the OS lock, one the Programming bit.
    in.psel = in.penable = in.pwrite = true;
    in.paddr = ETMOSLAR;
    unit_step(&unit, &in);
    in.paddr = ETMCR;
    in.pwdata = unit_config->etmcr;
    unit_step(&unit, &in);
    in.psel = in.penable = in.pwrite = false;
    for (int clock = 0; clock < 8; clock++) unit_step(&unit, &in);
    in.wpt_valid = !etm3();
    const double start = cpu_seconds();
    for (size_t clock = 0, w = 0; clock < MODEL_CLOCKS; clock++) {
      if (etm3()) {
        in.slots = stim->at[w].slots;
      } else {
        in.wpt = stim->at[w].wp;
      }
      w = w + 1 < stim->count ? w + 1 : 0;
      unit_outputs(&unit, &out);
      beats += out.atvalid;
      unit_step(&unit, &in);
    }
    rate[i] = MODEL_CLOCKS / (cpu_seconds() - start) * 1e-6;
  }
  if (beats == 0) give_up("the model sent nothing");
  printf("model          %.1f million %s\n", median(rate),
         etm3() ? "clocks/s, with up to two instructions" : "waypoints/s, one in every clock");
}

// --- the decoder and OpenCSD --------------------------------------------------------------------------------------

static size_t encode_all(const struct stim *stim, const struct config *config, struct trace_bytes *bytes) {
  struct encoder encoder;
  bytes->count = 0;
  encoder_reset(&encoder, config);
  for (size_t i = 0; i < stim->count; i++) {
    if (etm3()) {
      encode_slots(&encoder, &stim->at[i].slots, bytes);
    } else {
      encode_waypoint(&encoder, &stim->at[i].wp, bytes);
    }
  }
  encode_flush(&encoder, bytes);
  return bytes->count;
}

static void on_packet(void *user, const struct packet *p) { *(uint64_t *)user += p->kind != PACKET_BAD; }

static void on_flow_packet(void *user, const struct packet *p) { flow_packet(user, p); }

static void on_event(void *user, const struct flow_event *e) {
  if (e->kind == FLOW_ERROR) give_up(e->why);
  *(uint64_t *)user += e->kind == FLOW_RANGE ? e->count : 0;
}

static void on_range(void *user, const struct opencsd_instructions *range) { *(uint64_t *)user += range->count; }

// What is timed once in each round: how many packets or instructions `config` makes of the bytes.
typedef uint64_t decoding(const struct config *config, const struct image *image, const uint8_t *bytes, size_t count);

static uint64_t our_packets(const struct config *config, const struct image *image, const uint8_t *bytes,
                            size_t count) {
  (void)image;
  struct decoder decoder;
  uint64_t packets = 0;
  decode_start(&decoder, config, on_packet, &packets);
  decode_bytes(&decoder, bytes, count);
  if (decode_end(&decoder)) give_up("bytes pending");
  return packets;
}

static uint64_t their_packets(const struct config *config, const struct image *image, const uint8_t *bytes,
                              size_t count) {
  (void)image;
  struct error err;
  uint64_t packets = 0;
  if (!opencsd_count(config, bytes, count, &packets, &err)) give_up(err.text);
  return packets;
}

static uint64_t our_flow(const struct config *config, const struct image *image, const uint8_t *bytes, size_t count) {
  struct decoder decoder;
  uint64_t instructions = 0;
  struct flow *flow = flow_new(config, image, on_event, &instructions);
  decode_start(&decoder, config, on_flow_packet, flow);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
  flow_end(flow);
  flow_free(flow);
  return instructions;
}

static uint64_t their_flow(const struct config *config, const struct image *image, const uint8_t *bytes, size_t count) {
  struct error err;
  uint64_t instructions = 0;
  if (!opencsd_ranges(config, image, bytes, count, on_range, &instructions, &err)) give_up(err.text);
  return instructions;
}

// `unit` is what both count: they must count as many.
static void bench_beside_opencsd(const char *what, decoding *ours, decoding *theirs, const struct config *config,
                                 const struct image *image, const struct trace_bytes *bytes, const char *unit) {
  double our_seconds[ROUNDS], their_seconds[ROUNDS], ratio[ROUNDS];
  uint64_t our_count = 0, their_count = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double start = cpu_seconds();
    our_count = ours(config, image, bytes->at, bytes->count);
    our_seconds[i] = cpu_seconds() - start;
    start = cpu_seconds();
    their_count = theirs(config, image, bytes->at, bytes->count);
    their_seconds[i] = cpu_seconds() - start;
    ratio[i] = their_seconds[i] / our_seconds[i];
  }
  printf("%-15s%.1f million %s/s, %.0f MB/s; OpenCSD %.1f, %.0f: %.1f times\n", what,
         (double)our_count / median(our_seconds) * 1e-6, unit, (double)bytes->count / median(our_seconds) * 1e-6,
         (double)their_count / median(their_seconds) * 1e-6, (double)bytes->count / median(their_seconds) * 1e-6,
         median(ratio));
  fflush(stdout);
  if (our_count == their_count) return;
  printf("DIFFERENT: %" PRIu64 " and %" PRIu64 " %s\n", our_count, their_count, unit);
  exit(1);
}

// COPIES times the trace of the program.
static struct trace_bytes trace_of(const struct stim *stim, const struct config *config) {
  struct trace_bytes once = {0}, all = {0};
  encode_all(stim, config, &once);
  all.count = COPIES * once.count;
  all.at = malloc(all.count);
  if (!all.at) give_up("out of memory");
  for (size_t i = 0; i < COPIES; i++) memcpy(all.at + i * once.count, once.at, once.count);
  free(once.at);
  return all;
}

static void bench_decoder(const struct stim *stim) {
  struct trace_bytes bytes = trace_of(stim, unit_config);
  bench_beside_opencsd("packet decoder", our_packets, their_packets, unit_config, &stim->image, &bytes, "packets");
  bench_beside_opencsd("full decode", our_flow, their_flow, unit_config, &stim->image, &bytes, "instructions");
  free(bytes.at);
  if (!etm3()) return;
  struct config counted = *unit_config;
  counted.etmcr |= ETMCR_CYCLE_ACCURATE;
  bytes = trace_of(stim, &counted);
  bench_beside_opencsd("cycle accurate", our_flow, their_flow, &counted, &stim->image, &bytes, "instructions");
  free(bytes.at);
}

// --- how small the trace is ---------------------------------------------------------------------------------------

static uint64_t instructions(const struct stim *stim) {
  uint64_t count = 0;
  for (size_t i = 0; i < stim->steps.count; i++) count += stim->steps.at[i].kind == STEP_INSTRUCTION;
  return count;
}

// One number for each of `count` configurations, against the first.
static void print_sizes(const struct stim *stim, const struct config *configs, size_t count) {
  struct trace_bytes bytes = {0};
  const size_t first = encode_all(stim, &configs[0], &bytes);
  printf(" %.3f ", 8.0 * (double)first / (double)instructions(stim));
  for (size_t i = 1; i < count; i++) {
    printf(" %+5.1f %%", 100.0 * ((double)encode_all(stim, &configs[i], &bytes) / (double)first - 1));
  }
  putchar('\n');
  free(bytes.at);
}

static void bench_size(int count, char **programs) {
  enum { SIZES = 6 };
  static const uint32_t depths[SIZES] = {0, 1, 2, 4, 8, 15};
  static const uint32_t modes[SIZES][2] = {// ETMCR, ETMAUXCR
                                           {0, 0},
                                           {0, 8},
                                           {ETMCR_CYCLE_ACCURATE, 0},
                                           {ETMCR_CYCLE_ACCURATE, 8}};
  struct config configs[SIZES];
  const size_t sizes = etm3() ? 4 : SIZES;
  for (size_t i = 0; i < sizes; i++) {
    configs[i] = *unit_config;
    configs[i].etmcr |= etm3() ? modes[i][0] : depths[i] ? ETMCR_RETURN_STACK : 0;
    configs[i].etmauxcr = etm3() ? modes[i][1] : 0;
    if (depths[i]) configs[i].return_stack_depth = depths[i];
  }
  puts(etm3() ? "bits per instruction; greedy packing; cycle accurate, two instructions a clock; both"
              : "bits per instruction; with a return stack of 1, 2, 4, 8, 15 entries");
  for (int i = 0; i < count; i++) {
    struct stim stim;
    struct error err;
    const struct stim_knobs knobs = {.spacing = SPACING_WAYPOINT, .instructions = etm3()};
    if (!stim_open_program(&stim, &knobs, programs[i], &err)) give_up(err.text);
    stim_make_whole(&stim);
    printf("  %-34s", programs[i]);
    print_sizes(&stim, configs, sizes);
    stim_close(&stim);
  }
}

int main(int argc, char **argv) {
  struct stim stim;
  struct error err;
  if (argc < 5) give_up("usage: bench pft|etm3 SIMULATOR BASE|- PROGRAM...");
  unit_config = strcmp(argv[1], "etm3") == 0 ? &config_default_etm3 : &config_default_pft;
  const struct stim_knobs knobs = {.spacing = SPACING_WAYPOINT, .instructions = etm3()};
  if (!stim_open_program(&stim, &knobs, argv[4], &err)) give_up(err.text);
  stim_make_whole(&stim);

  printf("CPU time, medians of %d rounds; %s\n", ROUNDS, argv[4]);
  bench_simulation(argv[2], strcmp(argv[3], "-") == 0 ? NULL : argv[3], argv[4]);
  bench_model(&stim);
  bench_decoder(&stim);
  bench_size(argc - 4, argv + 4);
  stim_close(&stim);
  return 0;
}
