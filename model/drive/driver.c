// SPDX-License-Identifier: Apache-2.0
// One clock of all pins, and the end of a run.
#include "driver.h"

#include <stdlib.h>

#include "error.h"
#include "host.h"
#include "processor.h"
#include "script.h"

// RESETn: low at first, and again at random clocks of the run, or when the host script resets the DUT.
struct resets {
  struct rng rng;
  uint32_t requested;  // number of random resets
  bool is_next;        // the host script resets the DUT in the next clock
  uint32_t left;       // clocks for which RESETn stays low
  uint64_t count;      // random resets so far
  uint64_t at;         // clock of the next random reset
  uint64_t every;      // clocks of each part of the run that has one
};

// The sink of the ATB: takes beats or does not, flushes the unit and requests synchronizations.
struct sink {
  struct pressure pressure;
  struct rng ready;                  // random numbers for ATREADY
  uint32_t left;                     // clocks until the burst ends or the period is over
  bool is_ready;                     // in a burst
  struct rng edges;                  // random numbers for ATCLKEN
  uint32_t atclken;                  // percent of the clocks
  bool sync_pending, flush_pending;  // for the next edge of the ATB
  uint32_t unanswered;               // edges of the ATB with ATREADY since AFVALID rose
};

struct driver {
  struct drive_options options;
  struct ports_in in;  // the pins in this clock
  uint64_t clock;
  struct processor processor;
  struct host host;
  struct script script;  // instead of the host, if there is one
  struct sink sink;
  struct resets resets;
  struct rng apb_edges, off_flush;
  uint64_t phase_left;  // clocks of stimulus until the host must stop the unit
  uint32_t phases;      // number of starts that are left
  bool park;            // the host must stop the unit
  struct {
    enum driver_end end;  // the end of the run if the event does not occur; DRIVER_RUNNING: the driver does not wait
    uint64_t since;       // clock
    unsigned atb, apb;    // edges of the ATB with ATREADY, edges of the APB
  } wait;
  enum driver_end end;
};

// --- resets ---------------------------------------------------------------------------------------------------------

enum { FIRST_RESET = 3, RESET_MAX = 5 };  // clocks

// Each of as many equal parts of the run has one reset.
static void draw_reset(struct resets *r) {
  const uint64_t from = r->count * r->every;
  r->at = r->count < r->requested ? from + rng_below(&r->rng, (uint32_t)r->every) : UINT64_MAX;
}

// `clocks`: the approximate length of the run.
static void resets_start(struct resets *r, const struct drive_options *options, uint64_t clocks) {
  *r = (struct resets){.rng = rng_seed(options->seed, STREAM_RESETS),
                       .requested = options->resets,
                       .left = FIRST_RESET,
                       .every = clocks / (options->resets + 1) + 1};
  draw_reset(r);
}

// At the edge of a clock: RESETn of the next. True if a reset begins.
static bool resets_step(struct resets *r, uint64_t clock, bool *resetn) {
  const bool is_due = clock >= r->at, begins = is_due || r->is_next;
  if (r->is_next) r->left = FIRST_RESET;
  r->is_next = false;
  if (is_due) {
    r->left = 1 + rng_below(&r->rng, RESET_MAX);
    r->count++;
    draw_reset(r);
  }
  *resetn = r->left == 0;
  r->left -= r->left > 0;
  return begins;
}

// --- sink -----------------------------------------------------------------------------------------------------------

static void sink_start(struct sink *s, const struct drive_options *options) {
  *s = (struct sink){.pressure = options->pressure,
                     .ready = rng_seed(options->seed, STREAM_PRESSURE),
                     .edges = rng_seed(options->seed, STREAM_ATB_EDGES),
                     .atclken = options->atclken};
}

// A reset of the unit begins: no request is pending any more.
static void sink_reset(struct sink *s, struct ports_in *in) {
  s->sync_pending = s->flush_pending = in->syncreq = in->afvalid = false;
}

// ATREADY of the next clock.
static bool next_ready(struct sink *s) {
  switch (s->pressure.kind) {
    case PRESSURE_NONE:
      return true;
    case PRESSURE_RANDOM:
      return !rng_chance(&s->ready, s->pressure.value);
    case PRESSURE_BURST:
      if (s->left == 0) {
        s->left = 1 + rng_below(&s->ready, s->pressure.value);
        s->is_ready = !s->is_ready;
      }
      s->left--;
      return s->is_ready;
    case PRESSURE_PERIODIC:
      s->left = s->left ? s->left - 1 : s->pressure.value - 1;
      return s->left == 0;
  }
  return true;
}

// At an edge: ATCLKEN, ATREADY, AFVALID and SYNCREQ of the next clock. `sync`, `flush`: the stimulus requests them.
static void sink_step(struct sink *s, const struct ports_out *out, bool sync, bool flush, struct ports_in *in) {
  s->sync_pending |= sync;
  s->flush_pending |= flush && !in->afvalid;
  if (in->atclken) {
    s->unanswered = in->afvalid ? s->unanswered + in->atready : 0;
    in->afvalid = in->afvalid ? !out->afready : s->flush_pending;
    in->syncreq = s->sync_pending;
    in->atready = next_ready(s);
    s->sync_pending = s->flush_pending = false;
  }
  in->atclken = rng_chance(&s->edges, s->atclken);
}

// --- phases ---------------------------------------------------------------------------------------------------------

static void begin_phase(struct driver *d) {
  d->park = false;
  d->phase_left = d->options.clocks ? d->options.clocks / (1 + d->options.restarts) : UINT64_MAX;
}

// The number of clocks of a run with resets. Random code has as many clocks as the option says.
static uint64_t length(struct driver *d) {
  struct stim *stim = &d->processor.stim;
  uint64_t clocks = 0;
  if (d->options.resets == 0 || stim->walk) return d->options.clocks;
  stim_make_whole(stim);
  for (size_t i = 0; i < stim->count; i++) clocks += stim->at[i].clocks;
  return d->options.clocks && d->options.clocks < clocks ? d->options.clocks : clocks;
}

struct driver *driver_open(const struct drive_options *options, const struct config *config, struct error *err) {
  struct driver *d = error_memory(calloc(1, sizeof *d));
  if (!processor_open(&d->processor, options, config, err)) {
    free(d);
    return NULL;
  }
  if (options->host && !script_open(&d->script, options, config, err)) {
    driver_close(d);
    return NULL;
  }
  d->options = *options;
  d->in.retstack_depth = (uint8_t)config->return_stack_depth;
  d->in.cfgidr = config->etmidr;
  d->in.cfgccer = config->etmccer;
  d->in.cfgccr = config_ccr(config);
  d->in.cfgregs = (uint16_t)config->cfgregs;
  d->in.hdbgen = true;
  d->apb_edges = rng_seed(options->seed, STREAM_APB_EDGES);
  d->off_flush = rng_seed(options->seed, STREAM_OFF_FLUSH);
  d->phases = options->clocks ? options->restarts : 0;
  begin_phase(d);
  host_start(&d->host, config, options->stop_by, options->abrupt);
  host_drive(options->host ? &d->script.pins : &d->host.pins, &d->in);
  sink_start(&d->sink, options);
  resets_start(&d->resets, options, length(d));
  return d;
}

void driver_close(struct driver *d) {
  script_close(&d->script);
  processor_close(&d->processor);
  free(d);
}

const struct ports_in *driver_pins(const struct driver *d) { return &d->in; }
enum driver_end driver_end(const struct driver *d) { return d->end; }
const char *driver_host_failure(const struct driver *d) { return d->script.why; }
const struct script_step *driver_failed_read(const struct driver *d) { return d->script.failed_read; }
const struct script_step *driver_last_write(const struct driver *d, uint16_t offset) {
  return script_last_write(&d->script, offset);
}
uint64_t driver_waited_since(const struct driver *d) { return d->wait.since; }
void driver_make_code(struct driver *d) { stim_make_code(&d->processor.stim); }

const struct stim *driver_stim(const struct driver *d) { return &d->processor.stim; }

size_t driver_steps_end(const struct driver *d) { return processor_steps_end(&d->processor); }
unsigned driver_committed(const struct driver *d, const size_t **steps_end) {
  return processor_committed(&d->processor, &d->in, steps_end);
}

// A unit must also answer AFVALID while it is off (IHI 0035B 4.15.1), so it must have the time. Without core power it
// cannot answer.
static bool awaits_flush(const struct driver *d) {
  const bool is_powered = d->in.dbgpwrdup || !(d->in.cfgregs & CFGREGS_TWO_DOMAINS);
  return d->in.afvalid && is_powered && d->sink.unanswered < STOP_LIMIT;
}

// The host has stopped the unit. Every other restart does not await the flush, so it comes while a flush is pending.
static void end_phase(struct driver *d) {
  const bool is_end = d->phases == 0 || d->processor.exhausted;
  if ((is_end || d->phases % 2 == 0) && awaits_flush(d)) return;
  if (is_end) {
    d->end = DRIVER_PARKED;
  } else {
    d->phases--;
    begin_phase(d);
  }
}

static enum driver_end awaited(const struct driver *d, const struct ports_out *out) {
  if (d->park) return DRIVER_NO_STOP;
  if (!d->in.resetn) return DRIVER_RUNNING;
  if (processor_sleeps(&d->processor)) return DRIVER_NO_IDLE_ACK;
  if (d->options.host && !script_traces(&d->script)) return DRIVER_RUNNING;
  return out->wpt_enable ? DRIVER_RUNNING : DRIVER_NO_START;
}

// Counts the edges on which the unit depends: it can send trace only while the sink is ready, and the host needs the
// APB.
static void await(struct driver *d, const struct ports_out *out) {
  const enum driver_end now = awaited(d, out);
  if (now != d->wait.end) {
    d->wait.end = now;
    d->wait.since = d->clock;
    d->wait.atb = d->wait.apb = 0;
  }
  if (now == DRIVER_RUNNING) return;
  d->wait.atb += d->in.atready && d->in.atclken;
  d->wait.apb += d->in.pclken;
  if (d->wait.atb >= STOP_LIMIT && d->wait.apb >= STOP_LIMIT) d->end = now;
}

static void next_phase(struct driver *d, const struct ports_out *out, bool parked) {
  if (d->park && parked) {
    end_phase(d);
    return;
  }
  await(d, out);
  if (d->park || (!d->processor.exhausted && d->phase_left > 0)) return;
  d->park = d->options.abrupt || processor_is_settled(&d->processor);
}

// True if the processor may present something. A script continues after the stimulus, and ends the run.
static bool presents(const struct driver *d) {
  if (d->options.host) return !d->park && d->phase_left > 0;
  return (!d->park && d->phase_left > 0) || d->options.abrupt;
}

static void follow_script(struct driver *d, const struct ports_out *out, bool pclken) {
  const enum script_state state =
      script_step(&d->script, out, pclken, d->in.resetn, presents(d) && !d->processor.exhausted);
  host_drive(&d->script.pins, &d->in);
  d->resets.is_next = d->script.resets;
  d->script.resets = false;
  d->park = state != SCRIPT_RUNNING;
  if (state == SCRIPT_SILENT) {
    if (!awaits_flush(d)) d->end = DRIVER_PARKED;
    return;
  }
  await(d, out);
  if (state == SCRIPT_FAILED) d->end = DRIVER_HOST_FAILED;
}

// --- one clock ------------------------------------------------------------------------------------------------------

// RESETn of the next clock.
static void next_reset(struct driver *d) {
  if (!resets_step(&d->resets, d->clock++, &d->in.resetn)) return;
  processor_reset(&d->processor, &d->in);
  sink_reset(&d->sink, &d->in);
}

// The processor presents waypoints only while WPTENABLE is high.
static void next_stimulus(struct driver *d, const struct ports_out *out) {
  const bool runs = d->in.resetn && (out->wpt_enable || d->options.free_running) && presents(d);
  struct stim_clock c;
  if (processor_step(&d->processor, out, runs, &d->in, &c)) d->phase_left -= d->phase_left > 0;
  const bool off = d->options.off_flush_permille > 0 && d->in.resetn && !out->wpt_enable;
  const bool flush = off && rng_below(&d->off_flush, 1000) < d->options.off_flush_permille;
  sink_step(&d->sink, out, c.sync, c.flush || flush, &d->in);
}

void driver_clock(struct driver *d, const struct ports_out *out) {
  const bool pclken = d->in.pclken, parked = !d->options.host && host_look(&d->host, out);
  next_reset(d);
  next_stimulus(d, out);
  d->in.pclken = rng_chance(&d->apb_edges, d->options.pclken);
  if (d->options.host) {
    follow_script(d, out, pclken);
    return;
  }
  next_phase(d, out, parked);
  host_step(&d->host, out, pclken, d->in.resetn, d->park);
  host_drive(&d->host.pins, &d->in);
}
