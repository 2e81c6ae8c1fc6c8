// SPDX-License-Identifier: Apache-2.0
// check_decoder FILE...: our decoder must read out of the bytes of each golden file the packets that stand under them.
// The anatomy of each packet, which waypoint explain prints, must have all of its bytes and the bits that are fixed.
#include <stdio.h>

#include "anatomy.h"
#include "compare.h"
#include "decode.h"

struct named {
  const uint8_t *at;  // the byte that is to be named
  bool wrong;
};

static void on_byte(void *user, uint8_t byte, const char *role, const char *names) {
  struct named *n = user;
  struct anatomy_field f;
  unsigned left = 8;
  (void)role;
  n->wrong = n->wrong || byte != *n->at++;
  while (left > 0 && anatomy_next(&names, &f) && f.width <= left) {
    for (unsigned i = 0; i < f.width; i++) {
      left--;
      if (f.fixed && f.name[i] != '0' + (byte >> left & 1)) n->wrong = true;
    }
  }
  n->wrong = n->wrong || left > 0 || anatomy_next(&names, &f);
}

static void on_packet(void *user, const struct packet *packet) {
  struct comparison *c = user;
  const uint8_t *bytes = c->golden.bytes + packet->offset;
  struct named named = {.at = bytes};
  struct anatomy a = {.config = &c->golden.config, .packet = packet, .bytes = bytes, .sink = on_byte, .user = &named};
  if (packet->kind != PACKET_BAD) {
    anatomy_packet(&a);
    if (named.wrong || named.at != bytes + packet->length) {
      c->differs = true;
      printf("%s: byte %llu: the anatomy is not that of the packet\n", c->path, (unsigned long long)packet->offset);
    }
  }
  compare_packet(c, packet);
}

static bool read_with_decoder(struct comparison *c, struct error *err) {
  struct decoder decoder;
  decode_start(&decoder, &c->golden.config, on_packet, c);
  decode_bytes(&decoder, c->golden.bytes, c->golden.count);
  size_t pending = decode_end(&decoder);
  if (pending > 0) error_set(err, "%zu bytes pending at the end", pending);
  return pending == 0;
}

int main(int argc, char **argv) { return compare_files(argc, argv, "decoder", read_with_decoder); }
