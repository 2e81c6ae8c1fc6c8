// SPDX-License-Identifier: Apache-2.0
// One clock of all that is driven, and when a run ends.
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "host.h"
#include "processor.h"
#include "resets.h"
#include "script.h"
#include "sink.h"
#include "streams.h"

struct driver {
  struct drive_options options;
  struct ports_in in;  // driven in this clock
  uint64_t clock;
  struct processor processor;
  struct host host;
  struct script script;  // in its place, if there is one
  struct sink sink;
  struct resets resets;
  struct rng apb_edges, off_flush;
  uint64_t phase_left;  // clocks of stimulus until the host is to stop the unit
  uint32_t phases;      // times that the host is still to start the unit
  bool park;            // the host is to stop the unit
  struct {
    enum driver_end end;  // how the run ends if what the driver waits for does not come
    uint64_t since;       // clock
    unsigned atb, apb;    // edges: at which the ATB took, of the APB
  } wait;
  enum driver_end end;
};

static void begin_phase(struct driver *d) {
  d->park = false;
  d->phase_left = d->options.clocks ? d->options.clocks / (1 + d->options.restarts) : UINT64_MAX;
}

// Of a run with resets. Random code has as many clocks as are asked for.
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
  if (!processor_open(&d->processor, options, err)) {
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
  resets_start(&d->resets, options->resets, options->seed, length(d));
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

size_t driver_steps_end(const struct driver *d) { return d->processor.stim.steps_end; }

// --- phases ---------------------------------------------------------------------------------------------------------

// The host has stopped the unit.
static void end_phase(struct driver *d) {
  if (d->phases == 0 || d->processor.exhausted) {
    d->end = DRIVER_PARKED;
  } else {
    d->phases--;
    begin_phase(d);
  }
}

static enum driver_end awaited(const struct driver *d, const struct ports_out *out) {
  if (d->park) return DRIVER_NO_STOP;
  if (!d->in.resetn) return DRIVER_GOES_ON;
  if (processor_sleeps(&d->processor)) return DRIVER_NO_IDLE_ACK;
  if (d->options.host && !script_traces(&d->script)) return DRIVER_GOES_ON;
  return out->wpt_enable ? DRIVER_GOES_ON : DRIVER_NO_START;
}

// A unit that must bring out its trace first can do so only while the sink is ready, and the host needs the APB.
static void await(struct driver *d, const struct ports_out *out) {
  const enum driver_end now = awaited(d, out);
  if (now != d->wait.end) {
    d->wait.end = now;
    d->wait.since = d->clock;
    d->wait.atb = d->wait.apb = 0;
  }
  if (now == DRIVER_GOES_ON) return;
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
  if (!d->park) d->park = d->processor.exhausted || d->phase_left == 0;
}

// A text goes on behind the stimulus, too, and ends the run.
static bool presents(const struct driver *d) {
  if (d->options.host) return !d->park && d->phase_left > 0;
  return !d->park || d->options.abrupt;
}

static void follow_script(struct driver *d, const struct ports_out *out, bool pclken) {
  const enum script_state state =
      script_step(&d->script, out, pclken, d->in.resetn, presents(d) && !d->processor.exhausted);
  host_drive(&d->script.pins, &d->in);
  d->resets.is_requested = d->script.resets;
  d->script.resets = false;
  d->park = state != SCRIPT_GOES_ON;
  await(d, out);
  if (state == SCRIPT_FAILED) d->end = DRIVER_HOST_FAILED;
  if (state == SCRIPT_SILENT) d->end = DRIVER_PARKED;
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
  const bool runs = d->in.resetn && out->wpt_enable && presents(d);
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
