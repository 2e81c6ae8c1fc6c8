// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "decode.h"
#include "flow.h"
#include "source.h"

struct listing {
  const char *path;
  struct flow *flow;  // NULL: list the packets
  struct error first;
  bool bad;
};

static void bad(struct listing *l, uint64_t offset, const char *what) {
  if (!l->bad) error_set(&l->first, "%s: byte %" PRIu64 ": %s", l->path, offset, what);
  l->bad = true;
}

static void on_packet(void *user, const struct packet *p) {
  struct listing *l = user;
  if (p->kind == PACKET_BAD) bad(l, p->offset, p->error);
  if (l->flow) {
    flow_packet(l->flow, p);
    return;
  }
  char text[160];
  packet_text(p, text, sizeof text);
  printf("%8" PRIu64 " %2" PRIu32 "  %s\n", p->offset, p->length, text);
}

static void on_event(void *user, const struct flow_event *e) {
  static const char *const isa[] = {"ARM", "Thumb", "ThumbEE", "Jazelle"};
  static const char *const reason[] = {"periodic", "trace on", "overflow", "debug exit"};
  struct listing *l = user;
  switch (e->kind) {
    case FLOW_SYNC:
      printf("%8" PRIu64 "  sync       0x%08X %s, %s\n", e->offset, e->start, isa[e->isa], reason[e->reason]);
      break;
    case FLOW_RANGE:
      printf("%8" PRIu64 "  executed   0x%08X to 0x%08X %s, %" PRIu32 " instructions%s\n", e->offset, e->start, e->end,
             isa[e->isa], e->count,
             !e->waypoint ? ""
             : e->passed  ? ", E"
                          : ", N");
      break;
    case FLOW_EXCEPTION:
      printf("%8" PRIu64 "  exception  %u at 0x%08X, to 0x%08X %s\n", e->offset, e->exception, e->end, e->start,
             isa[e->isa]);
      break;
    case FLOW_GAP:
      printf("%8" PRIu64 "  gap        %s\n", e->offset, e->why);
      break;
    default:
      bad(l, e->offset, e->why);
      break;
  }
}

int command_decode(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  bool given;
  if (!command_line_read(argc, argv, WANT_TRACE | WANT_INSTRUCTIONS, &files, &options, &given, &err)) {
    return could_not_run(&err);
  }
  if (files.instructions && !given) {
    error_set(&err, "--instructions: expected --program, --stimulus or --random, for the code image");
    return could_not_run(&err);
  }
  struct stim stim = {0};
  uint8_t *bytes;
  size_t count;
  if (!read_file(files.trace, &bytes, &count, &err)) return could_not_run(&err);
  if (files.instructions && !source_open(&options, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }

  struct listing listing = {.path = files.trace};
  struct decoder decoder;
  if (files.instructions) listing.flow = flow_new(&options.config, &stim.image, on_event, &listing);
  decode_start(&decoder, &options.config, on_packet, &listing);
  decode_bytes(&decoder, bytes, count);
  decode_end(&decoder);
  if (decoder.unsynced == count) bad(&listing, 0, "expected an A-sync (five or more bytes 00, then 80), there is none");

  if (listing.flow) flow_free(listing.flow);
  if (files.instructions) stim_close(&stim);
  free(bytes);
  if (fflush(stdout) != 0) {
    perror("waypoint: standard output");
    return 2;
  }
  return listing.bad ? could_not_run(&listing.first) : 0;
}
