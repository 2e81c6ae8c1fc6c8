// SPDX-License-Identifier: Apache-2.0
// Liberties that no unit here takes, told by hand.

// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "coverage.h"
#include "reencode.h"
#include "rules.h"

static void give(void *user, const struct packet *p) {
  const struct stream_reader *reader = user;
  reader->packet_end(reader->user, p);
}

// Of so many of these bytes of an ETM.
static uint64_t several(size_t count) {
  static uint8_t bytes[] = {0,    0,    0,    0,    0,   0x80,
                            0x08, 0x21, 0x00, 0x80, 0,   0,  // A-sync; I-sync to 0x8000, trace on
                            0x84, 0x81, 0x02, 0x81, 0x04};   // E; branches to 0x8100, to 0x8200
  static struct coverage coverage;
  static struct rules rules;
  static struct decoder decoder;
  struct sent sent = {.at = bytes, .count = count};
  rules_start(&rules, &config_default_etm3, NULL, &(struct rules_limits){0}, (struct rule_set){0}, &coverage);
  struct reencode *r = reencode_open(&config_default_etm3, &sent, &rules);
  struct stream_reader reader = reencode_reader(r);
  decode_start(&decoder, &config_default_etm3, give, &reader);
  decode_bytes(&decoder, bytes, count);
  reader.begin(reader.user);
  const uint64_t liberties = reencode_counts(r)->liberties[LIBERTY_SEVERAL];
  reencode_close(r);
  return liberties;
}

// IHI 0014Q 7.3.5: all but the last are ignored.
static void several_branch_packets_for_one_instruction(void **state) {
  (void)state;
  assert_int_equal(several(15), 0);
  assert_int_equal(several(17), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(several_branch_packets_for_one_instruction)};
  return cmocka_run_group_tests_name("reencode", tests, NULL, NULL);
}
