// SPDX-License-Identifier: Apache-2.0
// Adds each clock, packet and flow event to the bin of its clock.
#include "facts.h"

#include <inttypes.h>
#include <string.h>

void facts_start(struct facts *f, const struct sent *sent) { *f = (struct facts){.width = FACTS_CLOCKS, .sent = sent}; }

// --- bins -----------------------------------------------------------------------------------------------------------

static uint64_t most(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void add(struct facts_bin *to, const struct facts_bin *from) {
  to->clocks += from->clocks;
  to->bytes += from->bytes;
  to->stalled += from->stalled;
  to->queue += from->queue;
  to->queue_most = most(to->queue_most, from->queue_most);
  to->fifo += from->fifo;
  to->fifo_most = most(to->fifo_most, from->fifo_most);
  for (int i = 0; i < PACKET_GROUPS; i++) to->packets[i] += from->packets[i];
  to->packet_bytes += from->packet_bytes;
  to->overflows += from->overflows;
  to->instructions += from->instructions;
  to->lost += from->lost;
}

static void fold(struct facts *f) {
  for (int i = 0; i < FACTS_BINS / 2; i++) {
    struct facts_bin sum = f->bins[2 * i];
    add(&sum, &f->bins[2 * i + 1]);
    f->bins[i] = sum;
  }
  memset(f->bins + FACTS_BINS / 2, 0, FACTS_BINS / 2 * sizeof *f->bins);
  f->width *= 2;
}

static struct facts_bin *bin_of(struct facts *f, uint64_t clock) {
  while (clock / f->width >= FACTS_BINS) fold(f);
  return &f->bins[clock / f->width];
}

// --- packets and flow -----------------------------------------------------------------------------------------------

static void on_packet(void *user, const struct packet *p) {
  struct facts *f = user;
  struct facts_bin *bin = bin_of(f, sent_clock_of(f->sent, p->offset));
  bin->packets[packet_group[p->kind]]++;
  bin->packet_bytes += p->length;
  bin->overflows += p->kind == PACKET_ISYNC && p->reason == ISYNC_OVERFLOW;
}

static void on_flow(void *user, const struct flow_event *e) {
  struct facts *f = user;
  if (e->kind == FLOW_RANGE) bin_of(f, sent_clock_of(f->sent, e->offset))->instructions += e->count;
}

struct stream_reader facts_reader(struct facts *f) {
  return (struct stream_reader){.packet_end = on_packet, .flow = on_flow, .user = f};
}

// --- an edge --------------------------------------------------------------------------------------------------------

void facts_edge(struct facts *f, const struct cycle *c, uint64_t clock, const struct facts_fill *fill, uint64_t lost) {
  struct facts_bin *bin = bin_of(f, clock);
  bin->clocks += clock != f->clock || clock == 0;
  f->clock = clock;
  bin->bytes += cycle_takes_beat(c) ? c->beat_bytes : 0;
  bin->stalled += cycle_stalls_beat(c);
  bin->lost += (int64_t)(lost - f->lost);
  f->lost = lost;
  f->has_fill = f->has_fill || fill;
  if (!fill) return;
  bin->queue += fill->queue;
  bin->queue_most = most(bin->queue_most, fill->queue);
  bin->fifo += fill->fifo;
  bin->fifo_most = most(bin->fifo_most, fill->fifo);
}

// --- writing --------------------------------------------------------------------------------------------------------

static void write_bin(const struct facts *f, const struct facts_bin *b, FILE *file) {
  fprintf(file, "bin %" PRIu64 " %" PRIu64 " %" PRIu64, b->clocks, b->bytes, b->stalled);
  for (int i = 0; i < PACKET_GROUPS; i++) fprintf(file, " %" PRIu64, b->packets[i]);
  fprintf(file, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId64, b->packet_bytes, b->overflows, b->instructions,
          b->lost);
  if (f->has_fill) {
    fprintf(file, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, b->queue, b->queue_most, b->fifo, b->fifo_most);
  }
  fputc('\n', file);
}

void facts_write(const struct facts *f, FILE *file) {
  fprintf(file,
          "bins %" PRIu64 " clocks bytes stalled sync atoms branch time other packet-bytes overflows instructions lost",
          f->width);
  fputs(f->has_fill ? " queue queue-most fifo fifo-most\n" : "\n", file);
  for (int i = 0; i < FACTS_BINS && f->bins[i].clocks > 0; i++) write_bin(f, &f->bins[i], file);
}
