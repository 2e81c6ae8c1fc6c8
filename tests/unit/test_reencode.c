// SPDX-License-Identifier: Apache-2.0
// Deviations that no trace unit in this repository has, with handwritten trace bytes.

#include "case.h"
#include "coverage.h"
#include "reencode.h"
#include "rules.h"

static void give(void *user, const struct packet *p) {
  const struct stream_reader *reader = user;
  reader->packet_end(reader->user, p);
}

// A-sync; I-sync to 0x8000, trace on.
#define START 0, 0, 0, 0, 0, 0x80, 0x08, 0x21, 0x00, 0x80, 0, 0

// Returns the deviations of the first `count` of these bytes of an ETM.
static uint64_t count_of(unsigned deviation, const struct config *config, uint8_t *bytes, size_t count) {
  static struct coverage coverage;
  static struct rules rules;
  static struct decoder decoder;
  struct sent sent = {.at = bytes, .count = count};
  rules_start(&rules, config, NULL, &(struct rules_limits){0}, (struct rule_set){0}, &coverage);
  struct reencode *r = reencode_open(config, &sent, &rules);
  struct stream_reader reader = reencode_reader(r);
  decode_start(&decoder, config, give, &reader);
  decode_bytes(&decoder, bytes, count);
  reader.begin(reader.user);
  const uint64_t deviations =
      deviation == DEVIATIONS ? reencode_deviations(reencode_counts(r)) : reencode_counts(r)->deviations[deviation];
  reencode_close(r);
  return deviations;
}

// IHI 0014Q 7.3.5: all but the last are ignored.
CASE(several_branch_packets_for_one_instruction) {
  static uint8_t bytes[] = {START, 0x84, 0x81, 0x02, 0x81, 0x04};  // E; branches to 0x8100, to 0x8200
  assert_int_equal(count_of(DEVIATION_SEVERAL, &config_default_etm3, bytes, 15), 0);
  assert_int_equal(count_of(DEVIATION_SEVERAL, &config_default_etm3, bytes, 17), 1);
}

// docs/silicon.md 19: a unit whose description has split-at-trigger may split them, and need not.
CASE(p_header_at_a_trigger) {
  static uint8_t split[] = {START, 0x0C, 0x84, 0x88}, joined[] = {START, 0x0C, 0x8C};
  static uint8_t two[] = {START, 0x0C, 0x88, 0x84}, none[] = {START, 0x84, 0x88};
  struct config config = config_default_etm3;
  assert_int_equal(count_of(DEVIATION_EARLY, &config, split, sizeof split), 1);
  assert_int_equal(count_of(DEVIATIONS, &config, joined, sizeof joined), 0);
  config.split_at_trigger = 1;
  assert_int_equal(count_of(DEVIATIONS, &config, split, sizeof split), 0);
  assert_int_equal(count_of(DEVIATIONS, &config, joined, sizeof joined), 0);
  assert_int_equal(count_of(DEVIATION_EARLY, &config, two, sizeof two), 2);
  assert_int_equal(count_of(DEVIATION_EARLY, &config, none, sizeof none), 1);
}
