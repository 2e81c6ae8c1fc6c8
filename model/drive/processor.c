// SPDX-License-Identifier: Apache-2.0
// The port of the processor, clock by clock.
#include "processor.h"

#include "error.h"
#include "source.h"

enum { HALT_BITS = 11 };    // Debug state for a debug request has at most 1 << (HALT_BITS - 1) clocks, mostly few.
enum { FALLS_ASLEEP = 6 };  // clocks after PTMIDLEREQ in which the processor still presents something

static bool is_speculative(const struct speculation *s) {
  return s->wrong_path_percent > 0 || s->delay_high > 0 || s->burst_percent > 0;
}

static bool start_speculation(struct processor *p, const struct drive_options *options, const struct config *config,
                              struct error *err) {
  static const char words[] = "--wrong-path, --commit-delay or --burst";
  static const char needs_buffer[] =
      "expected a PTM with a buffer for speculative waypoints, found none; build it with WPT_DEPTH=4, or describe it "
      "with wpt-depth=4";
  p->commits = p->stim.commits ? COMMITS_AS_TEXT : COMMITS_AT_ONCE;
  // Without a buffer, the DUT ignores WPTCOMMIT and WPTFLUSH.
  if (p->stim.commits && config->wpt_depth == 0)
    return error_set(err, "%s: commit or wpt-flush lines: %s", options->path, needs_buffer);
  if (!is_speculative(&options->speculation)) return true;
  if (config->wpt_depth == 0) return error_set(err, "%s: %s", words, needs_buffer);
  if (p->stim.commits)
    return error_set(err, "%s: %s has commit or wpt-flush lines; remove the options", words, options->path);
  p->commits = COMMITS_LATER;
  speculate_start(&p->speculate, &options->speculation, config->wpt_depth, options->seed);
  return true;
}

static void draw_response(struct processor *p) {
  const struct debug_response *r = &p->response;
  p->response_left = r->low + rng_below(&p->responses, r->high - r->low + 1);
}

bool processor_open(struct processor *p, const struct drive_options *options, const struct config *config,
                    struct error *err) {
  *p = (struct processor){.etm = options->stim.instructions, .no_halting = rng_seed(options->seed, STREAM_NO_HALTING)};
  if (!source_open(options, &p->stim, err)) return false;
  // Each `commit` of a text counts the waypoints of the text, so the processor must not present others.
  if (!p->stim.commits) p->no_halting_permille = options->no_halting_permille;
  p->response = options->debug_response;
  p->responses = rng_seed(options->seed, STREAM_DEBUG_RESPONSE);
  draw_response(p);
  const bool good = start_speculation(p, options, config, err);
  if (!good) processor_close(p);
  return good;
}

void processor_close(struct processor *p) { stim_close(&p->stim); }

void processor_reset(struct processor *p, struct ports_in *in) {
  in->idle_request = false;
  p->has_idle_due = false;
  p->asleep = 0;
}

bool processor_sleeps(const struct processor *p) { return p->asleep > FALLS_ASLEEP; }

// Debug state without Halting debug-mode, in a clock without a waypoint. The other pins of the port then have no
// meaning.
static void halt_unseen(struct processor *p, struct ports_in *in) {
  in->wpt_valid = rng_below(&p->no_halting, 1000) < p->no_halting_permille;
  in->hdbgen = !in->wpt_valid;
  if (!in->wpt_valid) return;
  in->wpt.type = rng_chance(&p->no_halting, 50) ? WAYPOINT_DEBUG_ENTRY : WAYPOINT_DEBUG_EXIT;
  in->wpt.pc = rng_below(&p->no_halting, UINT32_MAX) & ~3u;
  in->wpt.target = rng_below(&p->no_halting, UINT32_MAX) & ~3u;
  in->wpt.ns = rng_chance(&p->no_halting, 50);
  in->wpt.prohibited = rng_chance(&p->no_halting, 50);
}

// --- debug request ---------------------------------------------------------------------------------------------------

// The request is HIGH. The processor samples it as a level, and responds to it again after Debug state.
static __attribute__((noinline)) void respond(struct processor *p, const struct ports_in *in) {
  const bool is_halted = in->debug_ack || in->slots.debug;
  if (p->response.high == 0 || is_halted) return;
  if (p->response_left > 0) p->response_left--;
  if (p->response_left > 0) return;
  if (stim_halt(&p->stim, 1 + rng_below(&p->responses, 1u << rng_below(&p->responses, HALT_BITS)))) draw_response(p);
}

// --- speculative waypoints -------------------------------------------------------------------------------------------

bool processor_is_settled(const struct processor *p) {
  return p->commits != COMMITS_LATER || speculate_is_settled(&p->speculate);
}

unsigned processor_committed(const struct processor *p, const struct ports_in *in, const size_t **steps_end) {
  if (p->commits == COMMITS_LATER) {
    *steps_end = p->speculate.commit_list.steps_end;
    return p->speculate.commit_list.count;
  }
  *steps_end = &p->stim.steps_end;
  return p->commits == COMMITS_AT_ONCE && in->wpt_valid && !ports_halts_unseen(in);
}

size_t processor_steps_end(const struct processor *p) {
  return p->commits == COMMITS_LATER ? p->speculate.steps_end : p->stim.steps_end;
}

// Returns whether the processor takes a clock of the stimulus. `goes_on`: it would take one without speculation.
static bool begin_clock(struct processor *p, const struct ports_out *out, bool runs, bool goes_on,
                        const struct ports_in *in) {
  const bool presents = runs && !processor_sleeps(p);
  const struct speculate_may may = {.enabled = out->wpt_enable && in->resetn,
                                    .present = presents,
                                    .go_on = goes_on && !p->has_idle_due,
                                    .mispredict = presents && !p->has_idle_due && !in->idle_request};
  p->stim.steps_uncommitted = p->stim.steps_end - p->speculate.steps_end;
  return speculate_begin(&p->speculate, may);
}

// The time also counts the clocks in which the processor waits although it is awake.
static void count_stalls(struct processor *p, bool stalls, bool is_active, struct ports_in *in) {
  in->timestamp += is_active ? p->stalls : stalls;
  p->stalls += stalls;
}

// Sets WPTCOMMIT and WPTFLUSH by the lines of a text, and WPTFIFOEMPTY by the waypoints that remain uncommitted.
static void commit_text(struct processor *p, const struct stim_clock *c, struct ports_in *in) {
  in->wpt_commit = c->commit;
  in->wpt_flush = c->wpt_flush;
  p->outstanding += in->wpt_valid;
  p->outstanding -= c->commit < p->outstanding ? c->commit : p->outstanding;
  if (c->wpt_flush) p->outstanding = 0;
  in->wpt_fifo_empty = p->outstanding == 0;
}

// PTMIDLEREQ rises only after the commits of the right path.
static bool rises_idle(struct processor *p, const struct ports_out *out, bool is_requested, const struct ports_in *in) {
  p->has_idle_due |= is_requested && !in->idle_request;
  const bool rises = p->has_idle_due && processor_is_settled(p) && out->wpt_enable;
  if (rises) p->has_idle_due = false;
  return rises;
}

// --- a clock ---------------------------------------------------------------------------------------------------------

// Sets the pins that do not depend on commits. `is_active`: takes a clock of the stimulus.
static inline void take_clock(struct processor *p, bool is_active, struct ports_in *in, struct stim_clock *c) {
  if (is_active) {
    stim_next(&p->stim, c);
    p->exhausted = c->done;
  } else {
    *c = (struct stim_clock){.timestamp = in->timestamp};
  }
  in->wpt_valid = c->valid;
  in->hdbgen = true;
  if (c->valid) {
    in->wpt = c->wp;
    in->debug_ack = c->wp.type == WAYPOINT_DEBUG_ENTRY;
  }
  if (is_active && !c->valid && p->no_halting_permille > 0) halt_unseen(p, in);
  in->extin = c->extin;
  in->extinbus = c->extinbus;
  in->embeddedice = c->embeddedice;
  in->timestamp = c->timestamp;
  in->clock_change = c->clock_change;
}

static inline void request_idle(struct processor *p, const struct ports_out *out, bool rises, struct ports_in *in) {
  in->idle_request = in->idle_request ? !out->idle : rises;
  p->asleep = in->idle_request ? p->asleep + 1 : 0;
}

// Not inlined, so that speculation costs the other runs only one branch.
static __attribute__((noinline)) bool step_speculatively(struct processor *p, const struct ports_out *out, bool runs,
                                                         bool goes_on, struct ports_in *in, struct stim_clock *c) {
  const bool is_active = begin_clock(p, out, runs, goes_on, in);
  take_clock(p, is_active, in, c);
  if (p->stim.ticks) count_stalls(p, goes_on && !is_active, is_active, in);
  if (in->wpt_valid) speculate_present(&p->speculate, in, p->stim.steps_end);
  speculate_end(&p->speculate, c->idle, in);
  request_idle(p, out, rises_idle(p, out, c->idle, in), in);
  return is_active;
}

bool processor_step(struct processor *p, const struct ports_out *out, bool runs, struct ports_in *in,
                    struct stim_clock *c) {
  const bool goes_on = runs && !p->exhausted && !processor_sleeps(p);
  if (out->debug_request) respond(p, in);
  if (p->commits == COMMITS_LATER) return step_speculatively(p, out, runs, goes_on, in, c);
  take_clock(p, goes_on, in, c);
  if (p->etm) {
    // While the processor waits, it stays in Debug state.
    in->slots = goes_on ? c->slots : (struct slots){.debug = in->slots.debug};
  } else if (p->commits == COMMITS_AS_TEXT) {
    commit_text(p, c, in);
  } else {
    in->wpt_commit = in->wpt_valid;
    in->wpt_fifo_empty = true;
  }
  request_idle(p, out, c->idle, in);
  return goes_on;
}
