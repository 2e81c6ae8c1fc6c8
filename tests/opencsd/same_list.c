// SPDX-License-Identifier: Apache-2.0
// same_list TRACE SOURCE: OpenCSD and our decoder read the same trace bytes over the same code image. Do both tell the
// same instructions, one by one? Exit code: 0 the same, 1 different, 2 could not run.
//
// That ours are the instructions that really happened is check 2 of the co-simulation; both together make OpenCSD a
// witness of it.
//
// OpenCSD takes every branch packet with an information byte for an exception, even if the exception number there is 0:
// a branch that changes the security state. It does not see the instructions that such a packet ends (IHI 0035B 4.5.4);
// they are left out of our list too, and counted as missed. What it will miss is predicted from what the processor did,
// before the trace is looked at: exactly that many, or, where the trace has gaps or ends early, no more.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "decode.h"
#include "flow.h"
#include "opencsd.h"
#include "source.h"
#include "told.h"

struct list {
  struct range {
    uint32_t start, end, count;
    bool thumb;
  } * at;
  size_t count, room;
  uint64_t instructions;
  const char *trouble;
};

// Two ranges in a row without a gap are one, so that it does not matter where a decoder cuts them.
static void add(struct list *l, uint32_t start, uint32_t end, uint32_t count, bool thumb) {
  l->instructions += count;
  if (l->count && l->at[l->count - 1].end == start && l->at[l->count - 1].thumb == thumb) {
    l->at[l->count - 1].end = end;
    l->at[l->count - 1].count += count;
    return;
  }
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 4096;
    l->at = realloc(l->at, l->room * sizeof *l->at);
    if (!l->at) {
      fputs("same_list: out of memory\n", stderr);
      exit(2);
    }
  }
  l->at[l->count++] = (struct range){.start = start, .end = end, .count = count, .thumb = thumb};
}

struct reader {
  struct flow *flow;
  struct list list;
  uint64_t missed;  // instructions
  bool misses;      // what the present packet tells
  bool gaps;        // an overflow
};

// Instructions up to each branch that changes the security state, from the waypoint before.
static uint64_t predict(const struct stim *stim, const struct config *config) {
  uint64_t missed = 0;
  uint32_t from = 0;
  bool ns = false;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (!e->valid || !told_is_waypoint(config, &e->wp)) continue;
    const bool branch = e->wp.type == WAYPOINT_DIRECT || e->wp.type == WAYPOINT_INDIRECT;
    for (uint32_t s = from; s < e->steps_end && branch && e->wp.taken && i > 0 && e->wp.ns != ns; s++) {
      missed += stim->steps.at[s].kind == STEP_INSTRUCTION;
    }
    from = e->steps_end;
    ns = e->wp.ns;
  }
  return missed;
}

static void on_event(void *user, const struct flow_event *e) {
  struct reader *r = user;
  if (e->kind == FLOW_ERROR) r->list.trouble = e->why;
  if (e->kind == FLOW_SYNC && e->reason == ISYNC_OVERFLOW) r->gaps = true;
  if (e->kind != FLOW_RANGE) return;
  if (r->misses) {
    r->missed += e->count;
  } else {
    add(&r->list, e->start, e->end, e->count, e->isa != ISA_ARM);
  }
}

static void on_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  r->misses = p->kind == PACKET_BRANCH && p->info_bytes > 0 && p->exception == 0;
  flow_packet(r->flow, p);
}

static void on_range(void *user, uint32_t start, uint32_t end, uint32_t count, enum isa isa) {
  add(user, start, end, count, isa != ISA_ARM);
}

int main(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  struct stim stim;
  bool given;
  uint8_t *bytes;
  size_t count;
  if (!command_line_read(argc - 1, argv + 1, WANT_TRACE, &files, &options, &given, &err) ||
      !source_open(&options, &stim, &err) || !read_file(files.trace, &bytes, &count, &err)) {
    return could_not_run(&err);
  }
  const uint64_t predicted = predict(&stim, &options.config);
  struct reader reader = {0};
  struct list theirs = {0};
  struct decoder decoder;
  reader.flow = flow_new(&options.config, &stim.image, on_event, &reader);
  decode_start(&decoder, &options.config, on_packet, &reader);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
  if (!opencsd_ranges(&options.config, &stim.image, bytes, count, on_range, &theirs, &err)) {
    printf("%s: OpenCSD: %s\n", files.trace, err.text);
    return 1;
  }
  const struct list ours = reader.list;
  size_t i = 0;
  while (i < ours.count && i < theirs.count && ours.at[i].start == theirs.at[i].start &&
         ours.at[i].end == theirs.at[i].end && ours.at[i].count == theirs.at[i].count &&
         ours.at[i].thumb == theirs.at[i].thumb) {
    i++;
  }
  const bool whole = options.source == SOURCE_PROGRAM && !reader.gaps;
  const bool as_predicted = whole ? reader.missed == predicted : reader.missed <= predicted;
  const bool same = !ours.trouble && i == ours.count && i == theirs.count && i > 0 && as_predicted;
  if (!same) {
    const struct range none = {0}, *a = i < ours.count ? &ours.at[i] : &none,
                       *b = i < theirs.count ? &theirs.at[i] : &none;
    printf("%s: range %zu: ours 0x%08X to 0x%08X, %u instructions; OpenCSD's 0x%08X to 0x%08X, %u instructions%s%s\n",
           files.trace, i, a->start, a->end, a->count, b->start, b->end, b->count, ours.trouble ? "; ours: " : "",
           ours.trouble ? ours.trouble : "");
  }
  printf("%s opencsd_instructions=%" PRIu64 " our_instructions=%" PRIu64 " missed=%" PRIu64 " predicted=%" PRIu64 "\n",
         same ? "PASS" : "FAIL", theirs.instructions, ours.instructions + reader.missed, reader.missed, predicted);
  return same ? 0 : 1;
}
