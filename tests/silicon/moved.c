// SPDX-License-Identifier: Apache-2.0
// moved SNAPSHOT ID BYTES: compares a capture's packets with those that a trace unit made of the same events. They must
// be the same, except for the places of a synchronization: A-sync, periodic I-sync, and the timestamp after it. The
// unit synchronizes at another edge than silicon's byte counter. Each packet that differs is shown.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "command.h"
#include "decode.h"

enum { ROOM = 1 << 20 };

struct side {
  const uint8_t *bytes;
  struct packet *at;
  size_t count, next;
  bool behind_isync;  // the packet before was a periodic I-sync
};

static void add(void *user, const struct packet *p) {
  struct side *s = user;
  if (s->count == ROOM) {
    fputs("moved: too many packets\n", stderr);
    exit(2);
  }
  s->at[s->count++] = *p;
}

static struct side side(const struct config *config, const uint8_t *bytes, size_t count) {
  struct side s = {.bytes = bytes, .at = malloc(ROOM * sizeof *s.at)};
  struct decoder d;
  if (!s.at) exit(2);
  decode_start(&d, config, add, &s);
  decode_bytes(&d, bytes, count);
  decode_end(&d);
  return s;
}

// From the A-sync in front of the first I-sync for `reason` on.
static void begin(struct side *s, uint8_t reason) {
  size_t async = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (s->at[i].kind == PACKET_ASYNC) async = i;
    if (s->at[i].kind == PACKET_ISYNC && s->at[i].reason == reason) break;
  }
  s->next = async;
}

static const struct packet *packet(const struct side *s) { return s->next < s->count ? &s->at[s->next] : NULL; }

static bool is_sync(const struct side *s) {
  const struct packet *p = packet(s);
  return p && (p->kind == PACKET_ASYNC || (p->kind == PACKET_ISYNC && p->reason == ISYNC_PERIODIC) ||
               (p->kind == PACKET_TIMESTAMP && s->behind_isync));
}

static void step(struct side *s) {
  const struct packet *p = packet(s);
  if (p->kind != PACKET_ASYNC) s->behind_isync = p->kind == PACKET_ISYNC && p->reason == ISYNC_PERIODIC;
  s->next++;
}

static bool same(const struct side *a, const struct side *b) {
  const struct packet *p = packet(a), *q = packet(b);
  return p && q && p->length == q->length && memcmp(a->bytes + p->offset, b->bytes + q->offset, p->length) == 0;
}

enum { AHEAD = 12 };

// How many packets to leave out on either side so that the next ones are the same again; one on each if none are.
static void leave_out(const struct side *a, const struct side *b, size_t *of_a, size_t *of_b) {
  for (size_t n = 1; n < AHEAD; n++) {
    for (size_t k = 0; k <= n; k++) {
      struct side x = *a, y = *b;
      x.next += k;
      y.next += n - k;
      *of_a = k;
      *of_b = n - k;
      if (same(&x, &y)) return;
    }
  }
  *of_a = *of_b = 1;
}

static void show(const char *who, const struct packet *p) {
  char text[160];
  packet_text(p, text, sizeof text);
  printf("  %-8s byte %" PRIu64 ": %s\n", who, p->offset, text);
}

int main(int argc, char **argv) {
  struct capture capture = {0};
  struct error err;
  uint8_t *bytes;
  size_t count;
  if (argc != 4) return fputs("usage: moved SNAPSHOT ID BYTES\n", stderr), 2;
  const struct capture_choice choice = {.id = (int)strtol(argv[2], NULL, 0)};
  if (!capture_open(&capture, argv[1], choice, &err) || !read_file(argv[3], &bytes, &count, &err)) {
    return could_not_run(&err);
  }
  struct side silicon = side(&capture.config, capture.bytes, capture.count), ours = side(&capture.config, bytes, count);
  size_t all = 0, same_bytes = 0, same_packets = 0, packets = 0, moved = 0;
  uint8_t first = ISYNC_TRACE_ON;
  for (size_t i = silicon.count; i-- > 0;) {
    if (silicon.at[i].kind == PACKET_ISYNC) first = silicon.at[i].reason;
  }
  begin(&silicon, first);
  begin(&ours, first);
  packets = silicon.count - silicon.next;
  for (size_t i = silicon.next; i < silicon.count; i++) all += silicon.at[i].length;
  while (packet(&silicon) || packet(&ours)) {
    if (same(&silicon, &ours)) {
      same_packets++;
      same_bytes += packet(&silicon)->length;
      step(&silicon);
      step(&ours);
    } else if (is_sync(&silicon) || is_sync(&ours)) {
      struct side *s = is_sync(&silicon) ? &silicon : &ours;
      show(s == &ours ? "moved to" : "moved", packet(s));
      moved++;
      step(s);
    } else {
      size_t of_silicon, of_ours;
      leave_out(&silicon, &ours, &of_silicon, &of_ours);
      for (; of_silicon > 0 && packet(&silicon); of_silicon--) show("silicon", packet(&silicon)), step(&silicon);
      for (; of_ours > 0 && packet(&ours); of_ours--) show("ours", packet(&ours)), step(&ours);
    }
  }
  printf("rtl: bytes=%zu same=%zu packets=%zu same_packets=%zu moved=%zu\n", all, same_bytes, packets, same_packets,
         moved);
  capture_close(&capture);
  free(bytes);
  return 0;
}
