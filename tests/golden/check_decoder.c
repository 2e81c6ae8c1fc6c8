// SPDX-License-Identifier: Apache-2.0
// check_decoder FILE...: our decoder must read out of the bytes of each golden file the packets that stand under them.
#include "compare.h"
#include "decode.h"

static bool read_with_decoder(struct comparison *c, struct error *err) {
  struct decoder decoder;
  decode_start(&decoder, &c->golden.config, compare_packet, c);
  decode_bytes(&decoder, c->golden.bytes, c->golden.count);
  size_t pending = decode_end(&decoder);
  if (pending > 0) error_set(err, "%zu bytes pending at the end", pending);
  return pending == 0;
}

int main(int argc, char **argv) { return compare_files(argc, argv, "decoder", read_with_decoder); }
