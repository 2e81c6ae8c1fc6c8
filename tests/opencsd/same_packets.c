// SPDX-License-Identifier: Apache-2.0
// same_packets pft|etm3 SEED PACKETS: random packets of every kind in every configuration of the format, read by our
// decoder and by OpenCSD: same places, lengths and fields. random_pft.c and random_etm3.c list what is left out because
// OpenCSD departs from the architecture there. Allowed for in both: its timestamps are as coded, so ours are coded
// again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "decode.h"
#include "opencsd.h"
#include "random_packets.h"

enum { STREAM = 200 };

struct list {
  struct packet *at;
  size_t count, room;
};

static void add(void *user, const struct packet *packet) {
  struct list *list = user;
  if (list->count < list->room) list->at[list->count] = *packet;
  list->count++;
}

static bool has_address(const struct packet *p) {
  return p->kind == PACKET_ISYNC || p->kind == PACKET_BRANCH || p->kind == PACKET_WAYPOINT_UPDATE;
}

// The fields that both tell of this kind of packet, as a line. `code`: timestamps are coded again.
static void line(const struct random_packets *protocol, const struct packet *p, bool code, char *text, size_t room) {
  struct packet reported = *p;
  protocol->blank(&reported);
  // OpenCSD does not say what is unknown.
  reported.unknown_bits = 0;
  reported.ns_known = true;
  if (code) reported.timestamp ^= reported.timestamp >> 1;
  packet_text(&reported, text, room);
  const bool hyp = p->kind == PACKET_ISYNC || p->info_bytes > 1;
  text_append(text, room, " at %llu+%u isa=%u ns=%d hyp=%d value=0x%X", (unsigned long long)p->offset, p->length,
              has_address(p) ? p->isa : 0u, p->kind == PACKET_ISYNC || p->info_bytes ? p->ns : 0, hyp && p->hyp,
              p->value);
}

static bool same(const struct random_packets *protocol, const struct list *ours, const struct list *theirs, bool gray) {
  for (size_t i = 0; i < ours->count || i < theirs->count; i++) {
    char a[256] = "none", b[256] = "none";
    if (i < ours->count) line(protocol, &ours->at[i], gray, a, sizeof a);
    if (i < theirs->count) line(protocol, &theirs->at[i], false, b, sizeof b);
    if (strcmp(a, b) == 0) continue;
    printf("packet %zu\n  waypoint: %s\n  OpenCSD:  %s\n", i, a, b);
    return false;
  }
  return true;
}

// The packets of one configuration; true if all were read, the same.
static bool compare(const struct random_packets *protocol, unsigned i, uint64_t seed, size_t packets) {
  struct rng r = rng_seed(seed, STREAM + i);
  const struct config c = protocol->configuration(i);
  struct bytes b = {.at = malloc(packets * PACKET_ROOM)};
  struct list ours = {.at = calloc(packets, sizeof *ours.at), .room = packets}, theirs = ours;
  theirs.at = calloc(packets, sizeof *theirs.at);
  struct error err = {0};
  bool good = b.at && ours.at && theirs.at;
  if (good) {
    struct decoder d;
    put_async(&b);
    protocol->put_isync(&b, &r, &c);
    for (size_t n = 2; n < packets; n++) protocol->put_packet(&b, &r, &c);
    decode_start(&d, &c, add, &ours);
    decode_bytes(&d, b.at, b.count);
    good = decode_end(&d) == 0 && opencsd_packets(&c, b.at, b.count, add, &theirs, &err);
    if (!good) printf("%s\n", err.text);
    good = same(protocol, &ours, &theirs, protocol->gray(&c)) && good && ours.count == packets;
    if (!good) printf("configuration %u: %zu packets, ours %zu, OpenCSD's %zu\n", i, packets, ours.count, theirs.count);
  }
  free(b.at);
  free(ours.at);
  free(theirs.at);
  return good;
}

int main(int argc, char **argv) {
  const bool pft = argc == 4 && strcmp(argv[1], "pft") == 0, etm3 = argc == 4 && strcmp(argv[1], "etm3") == 0;
  const struct random_packets *protocol = pft ? &random_pft : &random_etm3;
  const size_t packets = pft || etm3 ? strtoull(argv[3], NULL, 0) / protocol->configurations : 0;
  if (packets < 2) {
    fputs("usage: same_packets pft|etm3 SEED PACKETS (two or more for each configuration)\n", stderr);
    return 2;
  }
  unsigned passed = 0;
  for (unsigned i = 0; i < protocol->configurations; i++) {
    passed += compare(protocol, i, strtoull(argv[2], NULL, 0), packets);
  }
  printf("%u passed, %u failed, 0 skipped\n", passed, protocol->configurations - passed);
  return passed != protocol->configurations;
}
