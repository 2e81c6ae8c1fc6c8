// SPDX-License-Identifier: Apache-2.0
// ranges SNAPSHOT ID LATE [LOW HIGH]: a trace that was filtered by an address range which is not documented. The first
// half of its bytes bounds that range: code that an I-sync starts with is in it, code that follows where tracing ended
// is not. Both halves are held against these bounds; with LOW and HIGH, against the range from LOW to before HIGH. What
// it does not explain is listed, by address. Exit code 2: could not run.
//
// A PTM decides on blocks, from the target of a waypoint to the next waypoint: a block is in the range if one
// instruction of it is (IHI 0035B 3.3). An ETM decides on instructions: here each is a block. Silicon is late: up to
// LATE blocks in a row may be traced outside.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "command.h"
#include "decode.h"
#include "flow.h"
#include "isa.h"

enum { ROOM = 1 << 16, ROW_MOST = 8, BLOCK_MOST = 1 << 12 };

struct block {
  uint64_t offset;      // of the packet that reports it, or after that packet
  uint32_t start, end;  // end: its last instruction; the same as `start` where there is no code for all of it
  unsigned run;         // from one I-sync that is not periodic to the next
  bool placed, known;   // there is: its start; code for all of it
};

struct blocks {
  struct block *at;
  size_t count;
};

// The range goes from LOW to before HIGH, each of which has bounds.
struct range {
  uint32_t low_least, low_most, high_least, high_most;
};

struct reader {
  const struct capture *capture;
  struct flow *flow;
  bool etm;
  unsigned run;  // 0: before the first I-sync
  uint64_t offset;
  bool placed;  // execution goes on at `next`, in `isa`
  uint32_t next;
  uint8_t isa;
  struct blocks started, traced, absent;  // at I-syncs for trace on; all; after the last one before such an I-sync
};

// --- the blocks in the trace ----------------------------------------------------------------------------------------

static void add(struct blocks *b, struct block block) {
  if (b->count == ROOM) {
    fputs("ranges: too many blocks\n", stderr);
    exit(2);
  }
  b->at[b->count++] = block;
}

static struct block block_from(const struct reader *r, uint32_t start, uint8_t isa) {
  struct block b = {r->offset, start, start, r->run, true, false};
  struct instruction i;
  uint32_t at = start;
  const bool barriers = r->capture->config.etmccer & ETMCCER_BARRIER_WAYPOINTS;
  for (int n = 0; n < BLOCK_MOST && isa_fetch(&r->capture->image, at, isa, barriers, &i); n++) {
    if (r->etm || i.class != NO_WAYPOINT) {
      b.end = at;
      b.known = true;
      return b;
    }
    at += i.size;
  }
  return b;
}

static void go(struct reader *r, uint32_t address, uint8_t isa) {
  r->placed = true;
  r->next = address;
  r->isa = isa;
}

static void on_sync(struct reader *r, const struct flow_event *e) {
  const bool on = e->reason == ISYNC_TRACE_ON;
  if (on && r->run && r->placed) add(&r->absent, block_from(r, r->next, r->isa));
  r->run++;
  go(r, e->start, e->isa);
  if (on) add(&r->started, block_from(r, e->start, e->isa));
}

static void on_block(void *user, const struct flow_event *e) {
  struct reader *r = user;
  add(&r->traced, block_from(r, e->start, e->isa));
  if (e->passed && e->target) {
    go(r, e->target, e->target_isa);
  } else {
    go(r, e->end, e->isa);
  }
}

static void on_event(void *user, const struct flow_event *e) {
  struct reader *r = user;
  switch (e->kind) {
    case FLOW_SYNC:
      on_sync(r, e);
      break;
    case FLOW_RANGE:
      if (r->etm) {
        flow_each(e, on_block, r);
      } else {
        on_block(r, e);
      }
      break;
    case FLOW_EXCEPTION:
    case FLOW_BRANCH:
      go(r, e->start, e->isa);
      break;
    case FLOW_ERROR:
      printf("  byte %" PRIu64 ": %s\n", e->offset, e->why);
      break;
    case FLOW_GAP:  // of a PTM each waypoint is counted (on_packet)
      if (r->etm) add(&r->traced, (struct block){.offset = e->offset, .run = r->run});
      break;
    case FLOW_COUNT:
    case FLOW_PERIODIC:
      break;
  }
}

static size_t waypoints_of(const struct packet *p) {
  if (p->kind == PACKET_ATOM) return p->atom_count;
  return p->kind == PACKET_BRANCH && !p->exception;
}

// A waypoint without code ends a block of which no more is known than perhaps its start.
static void on_packet(void *user, const struct packet *p) {
  struct reader *r = user;
  const size_t before = r->traced.count;
  r->offset = p->offset;
  flow_packet(r->flow, p);
  if (r->etm || !r->run) return;
  for (size_t known = r->traced.count - before; known < waypoints_of(p); known++) {
    add(&r->traced, (struct block){p->offset, r->next, r->next, r->run, r->placed, false});
    r->placed = false;
  }
  if (p->kind == PACKET_BRANCH && !p->exception) go(r, p->address, p->isa);
}

static void read_trace(struct reader *r) {
  struct decoder decoder;
  r->etm = config_is_etm3(&r->capture->config);
  r->started.at = calloc(ROOM, sizeof *r->started.at);
  r->traced.at = calloc(ROOM, sizeof *r->traced.at);
  r->absent.at = calloc(ROOM, sizeof *r->absent.at);
  r->flow = flow_new(&r->capture->config, &r->capture->image, on_event, r);
  if (!r->started.at || !r->traced.at || !r->absent.at || !r->flow) exit(2);
  decode_start(&decoder, &r->capture->config, on_packet, r);
  decode_bytes(&decoder, r->capture->bytes, r->capture->count);
  decode_end(&decoder);
  flow_end(r->flow);
  flow_free(r->flow);
}

// --- the range ------------------------------------------------------------------------------------------------------

static bool overlaps(const struct block *b, uint32_t low, uint32_t high) { return low <= b->end && high > b->start; }
static bool in_tightest(const struct range *r, const struct block *b) {
  return overlaps(b, r->low_most, r->high_least);
}
static bool in_widest(const struct range *r, const struct block *b) { return overlaps(b, r->low_least, r->high_most); }

static void include(struct range *r, const struct block *b) {
  if (b->known && b->end < r->low_most) r->low_most = b->end;
  if (b->start >= r->high_least) r->high_least = b->start + 1;
}

// What is in the tightest range as well bounds nothing.
static void exclude(struct range *r, const struct block *b) {
  if (b->end < r->low_most && b->end >= r->low_least) r->low_least = b->end + 1;
  if (b->start >= r->high_least && b->start < r->high_most) r->high_most = b->start;
}

static struct range infer(const struct reader *r, uint64_t half) {
  struct range range = {0, UINT32_MAX, 0, UINT32_MAX};
  for (size_t i = 0; i < r->started.count && r->started.at[i].offset < half; i++) include(&range, &r->started.at[i]);
  for (size_t i = 0; i < r->absent.count && r->absent.at[i].offset < half; i++) exclude(&range, &r->absent.at[i]);
  return range;
}

// --- what it explains -----------------------------------------------------------------------------------------------

// Of each half: how many; of these, how many it decides.
struct figures {
  unsigned all[2], decided[2];
};

static void show(const char *what, const struct block *b) {
  printf("  %-10s 0x%08" PRIX32 " to 0x%08" PRIX32 ", byte %" PRIu64 "\n", what, b->start, b->end, b->offset);
}

static struct figures judge(const struct blocks *blocks, const struct range *range, uint64_t half, bool started) {
  struct figures f = {0};
  for (size_t i = 0; i < blocks->count; i++) {
    const struct block *b = &blocks->at[i];
    const bool second = b->offset >= half, tightest = in_tightest(range, b), widest = in_widest(range, b);
    f.all[second]++;
    f.decided[second] += tightest || !widest;
    if (started && !widest) show("started", b);
    if (!started && tightest) show("skipped", b);
  }
  return f;
}

// Counts how often each number of blocks in a row is traced outside. Rows of more than `late` are listed.
static void judge_traced(const struct blocks *traced, const struct range *range, unsigned late,
                         unsigned often[ROW_MOST + 1]) {
  unsigned row = 0;
  for (size_t i = 0; i < traced->count; i++) {
    const struct block *b = &traced->at[i];
    const bool inside = b->placed && in_widest(range, b);
    const bool last = i + 1 == traced->count || b[1].run != b->run;
    row += !inside;
    if (row == 0 || (!inside && !last)) continue;
    const struct block *first = b + !inside - row;
    if (row > late) {
      printf("  late       0x%08" PRIX32 ", byte %" PRIu64 ", %u blocks\n", first->start, first->offset, row);
    }
    often[row < ROW_MOST ? row : ROW_MOST]++;
    row = 0;
  }
}

static void print_figures(const char *what, const struct figures *f) {
  printf(" %s=%u+%u decided=%u+%u", what, f->all[0], f->all[1], f->decided[0], f->decided[1]);
}

static void judge_all(const struct reader *r, const struct range *range, uint64_t half, unsigned late) {
  unsigned often[ROW_MOST + 1] = {0};
  const struct figures started = judge(&r->started, range, half, true), absent = judge(&r->absent, range, half, false);
  judge_traced(&r->traced, range, late, often);
  printf("range: low=0x%08" PRIX32 "..0x%08" PRIX32 " high=0x%08" PRIX32 "..0x%08" PRIX32, range->low_least,
         range->low_most, range->high_least, range->high_most);
  print_figures("started", &started);
  print_figures("absent", &absent);
  printf(" traced=%zu late=", r->traced.count);
  for (unsigned i = 1; i <= ROW_MOST; i++) printf("%s%u", i > 1 ? "," : "", often[i]);
  printf("\n");
}

static void free_blocks(struct reader *r) {
  free(r->started.at);
  free(r->traced.at);
  free(r->absent.at);
}

static uint32_t number(const char *word) { return (uint32_t)strtoul(word, NULL, 0); }

int main(int argc, char **argv) {
  struct capture capture = {0};
  struct error err;
  if (argc != 4 && argc != 6) return fputs("usage: ranges SNAPSHOT ID LATE [LOW HIGH]\n", stderr), 2;
  const struct capture_choice choice = {.id = (int)number(argv[2])};
  if (!capture_open(&capture, argv[1], choice, &err)) return could_not_run(&err);
  struct reader r = {.capture = &capture};
  read_trace(&r);
  struct range range = infer(&r, capture.count / 2);
  if (argc == 6) {
    range.low_least = range.low_most = number(argv[4]);
    range.high_least = range.high_most = number(argv[5]);
  }
  judge_all(&r, &range, capture.count / 2, number(argv[3]));
  free_blocks(&r);
  capture_close(&capture);
  return 0;
}
