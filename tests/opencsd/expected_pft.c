// SPDX-License-Identifier: Apache-2.0
// OpenCSD takes every branch packet with an information byte for an exception, even if the exception number there is 0:
// a branch that changes the security state. It does not see the instructions that such a packet ends (IHI 0035B 4.5.4);
// they are left out of our list too, and counted as missed. Their number is predicted from what the processor did,
// before the trace is read. It must be exact, or an upper bound if the trace has gaps or ends early.
#include "decode.h"
#include "expected.h"
#include "flow.h"
#include "traced.h"

struct reader {
  struct flow *flow;
  struct expected *expected;
  bool misses;  // OpenCSD misses the instructions of the present packet
  bool gaps;    // an overflow
};

// Instructions up to each branch that changes the security state, from the waypoint before.
static uint64_t predict(const struct stim *stim, const struct config *config) {
  uint64_t missed = 0;
  size_t from = 0;
  bool ns = false;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (!e->valid || !unit_takes_waypoint(config, &e->wp)) continue;
    const bool branch = e->wp.type == WAYPOINT_DIRECT || e->wp.type == WAYPOINT_INDIRECT;
    for (size_t s = from; s < e->steps_end && branch && e->wp.taken && i > 0 && e->wp.ns != ns; s++) {
      missed += stim->steps.at[s].kind == STEP_INSTRUCTION;
    }
    from = e->steps_end;
    ns = e->wp.ns;
  }
  return missed;
}

static void on_event(void *user, const struct flow_event *e) {
  struct reader *r = user;
  struct expected *x = r->expected;
  if (e->kind == FLOW_ERROR) x->trouble = e->why;
  if (e->kind == FLOW_SYNC && e->reason == ISYNC_OVERFLOW) r->gaps = true;
  if (e->kind != FLOW_RANGE) return;
  x->ours += e->count;
  if (r->misses) {
    x->missed += e->count;
  } else {
    list_add(&x->list, (struct range){e->start, e->end, e->count, e->isa != ISA_ARM, false}, false);
  }
}

static void on_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  r->misses = p->kind == PACKET_BRANCH && p->info_bytes > 0 && p->exception == 0;
  flow_packet(r->flow, p);
}

static void expect(struct expected *x, const struct config *config, const struct stim *stim, bool whole, uint8_t *bytes,
                   size_t count) {
  struct reader r = {.expected = x};
  struct decoder decoder;
  r.flow = flow_new(config, &stim->image, on_event, &r);
  decode_start(&decoder, config, on_packet, &r);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
  flow_free(r.flow);
  const uint64_t predicted = predict(stim, config);
  const bool as_predicted = whole && !r.gaps ? x->missed == predicted : x->missed <= predicted;
  if (!x->trouble && !as_predicted) x->trouble = "not as many as predicted are missed";
}

const struct expectation expectation_pft = {false, expect};
