// SPDX-License-Identifier: Apache-2.0
// Adds each clock, packet and flow event to the bin of its clock.
#include "facts.h"

#include <inttypes.h>
#include <string.h>

const char *const facts_column_names[FACTS_COLUMNS] = {[COLUMN_CLOCKS] = "clocks",
                                                       [COLUMN_BYTES] = "bytes",
                                                       [COLUMN_STALLED] = "stalled",
                                                       [COLUMN_SYNC + PACKET_GROUP_SYNC] = "sync",
                                                       [COLUMN_SYNC + PACKET_GROUP_ATOMS] = "atoms",
                                                       [COLUMN_SYNC + PACKET_GROUP_BRANCH] = "branch",
                                                       [COLUMN_SYNC + PACKET_GROUP_TIME] = "time",
                                                       [COLUMN_SYNC + PACKET_GROUP_OTHER] = "other",
                                                       [COLUMN_PACKET_BYTES] = "packet-bytes",
                                                       [COLUMN_OVERFLOWS] = "overflows",
                                                       [COLUMN_INSTRUCTIONS] = "instructions",
                                                       [COLUMN_LOST] = "lost",
                                                       [COLUMN_QUEUE] = "queue",
                                                       [COLUMN_QUEUE_MOST] = "queue-most",
                                                       [COLUMN_FIFO] = "fifo",
                                                       [COLUMN_FIFO_MOST] = "fifo-most"};

void facts_start(struct facts *f, const struct sent *sent) { *f = (struct facts){.width = FACTS_CLOCKS, .sent = sent}; }

// --- bins -----------------------------------------------------------------------------------------------------------

static void add(struct facts_bin *to, int column, int64_t value) {
  int64_t *at = &to->at[column];
  *at = !facts_is_most(column) ? *at + value : value > *at ? value : *at;
}

static void fold(struct facts *f) {
  for (int i = 0; i < FACTS_BINS / 2; i++) {
    struct facts_bin sum = f->bins[2 * i];
    for (int column = 0; column < FACTS_COLUMNS; column++) add(&sum, column, f->bins[2 * i + 1].at[column]);
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
  bin->at[COLUMN_SYNC + packet_group[p->kind]]++;
  bin->at[COLUMN_PACKET_BYTES] += p->length;
  bin->at[COLUMN_OVERFLOWS] += p->kind == PACKET_ISYNC && p->reason == ISYNC_OVERFLOW;
}

static void on_flow(void *user, const struct flow_event *e) {
  struct facts *f = user;
  if (e->kind == FLOW_RANGE) bin_of(f, sent_clock_of(f->sent, e->offset))->at[COLUMN_INSTRUCTIONS] += e->count;
}

struct stream_reader facts_reader(struct facts *f) {
  return (struct stream_reader){.packet_end = on_packet, .flow = on_flow, .user = f};
}

// --- an edge --------------------------------------------------------------------------------------------------------

void facts_edge(struct facts *f, const struct cycle *c, uint64_t clock, const struct facts_fill *fill, uint64_t lost) {
  struct facts_bin *bin = bin_of(f, clock);
  bin->at[COLUMN_CLOCKS] += clock != f->clock || clock == 0;
  f->clock = clock;
  bin->at[COLUMN_BYTES] += cycle_takes_beat(c) ? c->beat_bytes : 0;
  bin->at[COLUMN_STALLED] += cycle_stalls_beat(c);
  bin->at[COLUMN_LOST] += (int64_t)(lost - f->lost);
  f->lost = lost;
  f->has_fill = f->has_fill || fill;
  if (!fill) return;
  add(bin, COLUMN_QUEUE, fill->queue);
  add(bin, COLUMN_QUEUE_MOST, fill->queue);
  add(bin, COLUMN_FIFO, fill->fifo);
  add(bin, COLUMN_FIFO_MOST, fill->fifo);
}

// --- writing --------------------------------------------------------------------------------------------------------

void facts_write(const struct facts *f, FILE *file) {
  const int columns = f->has_fill ? FACTS_COLUMNS : COLUMN_QUEUE;
  fprintf(file, "bins %" PRIu64, f->width);
  for (int column = 0; column < columns; column++) fprintf(file, " %s", facts_column_names[column]);
  fputc('\n', file);
  for (int i = 0; i < FACTS_BINS && f->bins[i].at[COLUMN_CLOCKS] > 0; i++) {
    fputs("bin", file);
    for (int column = 0; column < columns; column++) fprintf(file, " %" PRId64, f->bins[i].at[column]);
    fputc('\n', file);
  }
}
