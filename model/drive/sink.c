// SPDX-License-Identifier: Apache-2.0
// The draws of the sink at an edge of the ATB.
#include "sink.h"

#include "streams.h"

void sink_start(struct sink *s, const struct drive_options *o) {
  *s = (struct sink){.pressure = {.pressure = o->pressure, .rng = rng_seed(o->seed, STREAM_PRESSURE)},
                     .edges = rng_seed(o->seed, STREAM_ATB_EDGES),
                     .atclken = o->atclken};
}

void sink_reset(struct sink *s, struct ports_in *in) {
  s->want_sync = s->want_flush = in->syncreq = in->afvalid = false;
}

void sink_step(struct sink *s, const struct ports_out *out, bool sync, bool flush, struct ports_in *in) {
  s->want_sync |= sync;
  s->want_flush |= flush && !in->afvalid;
  if (in->atclken) {
    in->afvalid = in->afvalid ? !out->afready : s->want_flush;
    in->syncreq = s->want_sync;
    in->atready = pressure_next(&s->pressure);
    s->want_sync = s->want_flush = false;
  }
  in->atclken = rng_chance(&s->edges, s->atclken);
}
