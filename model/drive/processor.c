// SPDX-License-Identifier: Apache-2.0
// The port of the processor, clock by clock.
#include "processor.h"

#include "source.h"

enum { FALLS_ASLEEP = 6 };  // clocks after PTMIDLEREQ in which the processor still presents something

bool processor_open(struct processor *p, const struct drive_options *options, struct error *err) {
  *p = (struct processor){.etm = options->stim.instructions,
                          .no_halting_permille = options->no_halting_permille,
                          .no_halting = rng_seed(options->seed, STREAM_NO_HALTING)};
  return source_open(options, &p->stim, err);
}

void processor_close(struct processor *p) { stim_close(&p->stim); }

void processor_reset(struct processor *p, struct ports_in *in) {
  in->idle_request = false;
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

bool processor_step(struct processor *p, const struct ports_out *out, bool runs, struct ports_in *in,
                    struct stim_clock *c) {
  const bool is_active = runs && !p->exhausted && !processor_sleeps(p);
  if (is_active) {
    stim_next(&p->stim, c);
    p->exhausted = c->done;
  } else {
    *c = (struct stim_clock){.timestamp = in->timestamp};
  }
  in->wpt_valid = c->valid;
  in->hdbgen = true;
  if (c->valid) in->wpt = c->wp;
  if (is_active && !c->valid && p->no_halting_permille > 0) halt_unseen(p, in);
  // While the processor waits, it stays in Debug state.
  if (p->etm) in->slots = is_active ? c->slots : (struct slots){.debug = in->slots.debug};
  in->extin = c->extin;
  in->extinbus = c->extinbus;
  in->embeddedice = c->embeddedice;
  in->timestamp = c->timestamp;
  in->clock_change = c->clock_change;
  in->idle_request = in->idle_request ? !out->idle : c->idle;
  p->asleep = in->idle_request ? p->asleep + 1 : 0;
  return is_active;
}
