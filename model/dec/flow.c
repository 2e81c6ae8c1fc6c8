// SPDX-License-Identifier: Apache-2.0
// The part of the flow that both protocols share. pft_flow.c and etm3_flow.c handle the packets.
#include "flow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "flow_parts.h"

static void error(struct flow *f, const char *why, bool missing, bool has_address) {
  f->state = LOST;
  flow_emit(f, (struct flow_event){.kind = FLOW_ERROR,
                                   .isa = f->isa,
                                   .missing = missing,
                                   .has_address = has_address,
                                   .start = f->address,
                                   .why = why});
}

void flow_error(struct flow *f, const char *why) { error(f, why, false, false); }

void flow_error_missing(struct flow *f, const char *why) { error(f, why, true, false); }

void flow_error_expected(struct flow *f, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(f->text, sizeof f->text, format, args);
  va_end(args);
  error(f, f->text, false, true);
}

void flow_error_isync(struct flow *f, const struct packet *packet, bool ns) {
  if (!f->image) {
    flow_error_expected(f, "periodic I-sync has ns=%d, expected ns=%d", packet->ns, ns);
  } else {
    flow_error_expected(f, "periodic I-sync is at 0x%08X %s ns=%d, expected 0x%08X %s ns=%d", packet->address,
                        isa_name[packet->isa], packet->ns, f->address, isa_name[f->isa], ns);
  }
}

void flow_gap(struct flow *f, const char *why) {
  f->state = GAP;
  flow_emit(f, (struct flow_event){.kind = FLOW_GAP, .isa = f->isa, .start = f->address, .why = why});
}

bool flow_fetch(const struct flow *f, uint32_t address, struct instruction *i) {
  return isa_fetch(f->image, address, f->isa, f->dmb_dsb, i);
}

struct flow_event flow_take(struct flow_event *range, uint32_t count) {
  struct flow_event first = *range;
  for (uint32_t n = 0; n < count; n++) range->start += flow_size(&first, n);
  range->count -= count;
  range->wide = (uint16_t)(range->wide >> count);
  range->cycles = range->pace;
  first.count = count;
  first.end = range->start;
  first.passed = true;
  first.indirect = first.link = first.eret = first.failed_return = false;
  first.target = 0;
  first.target_isa = ISA_ARM;
  return first;
}

void flow_each(const struct flow_event *range, flow_sink *sink, void *user) {
  struct flow_event rest = *range;
  while (rest.count > 1) {
    const struct flow_event first = flow_take(&rest, 1);
    sink(user, &first);
  }
  sink(user, &rest);
}

void flow_packet(struct flow *f, const struct packet *packet) {
  f->offset = packet->offset;
  f->protocol->packet(f, packet);
}

void flow_settle(struct flow *f) { f->protocol->settle(f); }

void flow_end(struct flow *f) { f->protocol->end(f); }

uint32_t flow_cycles(const struct flow *f) { return f->protocol == &etm3_flow ? f->etm3.cycles : 0; }

bool flow_holds_branch(const struct flow *f) { return f->protocol == &etm3_flow && f->etm3.has_branch; }

void flow_break(struct flow *f, uint64_t offset, bool is_lost, const char *why) {
  const enum flow_state state = f->state;
  if (is_lost) f->protocol->end(f);
  f->offset = offset;
  flow_gap(f, why);
  f->state = is_lost ? LOST : state;
}

static const struct flow_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_flow, [PROTOCOL_ETM3] = &etm3_flow};

struct flow *flow_new(const struct config *config, const struct image *image, flow_sink *sink, void *user) {
  struct flow *f = error_memory(calloc(1, sizeof *f));
  *f = (struct flow){
      .image = image, .sink = sink, .user = user, .protocol = protocols[config_protocol(config)], .state = LOST};
  f->protocol->start(f, config);
  return f;
}

struct flow *flow_fork(const struct flow *from, const struct config *config, flow_sink *sink, void *user) {
  struct flow *f = flow_new(config, from->image, sink, user);
  f->state = from->state;
  f->address = from->address;
  f->isa = from->isa;
  f->ns = from->ns;
  f->offset = from->offset;
  f->protocol->fork(f, from);
  return f;
}

void flow_free(struct flow *f) {
  if (!f) return;
  f->protocol->free(f);
  free(f);
}
