// SPDX-License-Identifier: Apache-2.0
// check_golden FILE...: OpenCSD, which knows nothing of this project, must read out of the bytes of each golden file
// the packets that stand under them, each with its place and length.
#include "compare.h"
#include "opencsd.h"

static bool read_with_opencsd(struct comparison *c, struct error *err) {
  return opencsd_packets(&c->golden.config, c->golden.bytes, c->golden.count, compare_packet, c, err);
}

int main(int argc, char **argv) { return compare_files(argc, argv, "OpenCSD", read_with_opencsd); }
