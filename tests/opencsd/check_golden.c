// SPDX-License-Identifier: Apache-2.0
// check_golden FILE...: OpenCSD, which is independent of this project, must read the packets of each golden file from
// its bytes, each with its place and length. If a file says that OpenCSD differs, it must differ.
#include "compare.h"
#include "opencsd.h"

// PFTv1.0 has no other timestamps.
static bool is_gray(const struct config *c) {
  return (!config_is_etm3(c) && config_minor(c) == 0) || !(c->etmccer >> 28 & 1);
}

// OpenCSD leaves a Gray-coded timestamp as it is; golden files hold the time.
static void compare_time(void *user, const struct packet *packet) {
  const struct comparison *c = user;
  struct packet reported = *packet;
  if (is_gray(&c->golden.config)) {
    for (int shift = 1; shift < 64; shift *= 2) reported.timestamp ^= reported.timestamp >> shift;
  }
  compare_packet(user, &reported);
}

static bool read_with_opencsd(struct comparison *c, struct error *err) {
  c->excused = c->golden.opencsd_differs;
  return opencsd_packets(&c->golden.config, c->golden.bytes, c->golden.count, compare_time, c, err);
}

int main(int argc, char **argv) { return compare_files(argc, argv, "OpenCSD", read_with_opencsd); }
