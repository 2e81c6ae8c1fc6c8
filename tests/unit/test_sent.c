// SPDX-License-Identifier: Apache-2.0
// Decodes the bytes of a unit again, each stream with the programming of its time. The I-syncs are from IHI 0035B
// 4.5.2.

#include <stdio.h>
#include <string.h>

#include "case.h"
#include "sent.h"

static const uint8_t asyncs[] = {0, 0, 0, 0, 0, 0x80};
static const uint8_t plain[] = {0x08, 0x00, 0x80, 0x00, 0x80, 0x21};
static const uint8_t with_context[] = {0x08, 0x00, 0x90, 0x00, 0x80, 0x21, 0x34, 0x12};

static struct sent sent;
static struct decoder decoder;  // it has decoded all bytes, as the decoder of the scoreboard has
static char text[2000];

static void ignore(void *user, const struct packet *p) {
  (void)user;
  (void)p;
}

static void start(const struct config *config) {
  sent_start(&sent, config, false);
  decode_start(&decoder, config, ignore, NULL);
}

static void programmed(const struct config *config) {
  sent_programmed(&sent, config, sent.count);
  decode_end(&decoder);
  decode_configure(&decoder, config);
}

static void send(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct cycle beat = {.can_take = true, .has_beat = true, .beat_bytes = 1, .beat_data = bytes[i]};
    sent_beat(&sent, &beat);
  }
  decode_bytes(&decoder, bytes, count);
}

static void add(void *user, const struct packet *p) {
  (void)user;
  const size_t used = strlen(text);
  snprintf(text + used, sizeof text - used, "%llu %s %llX\n", (unsigned long long)p->offset, packet_name[p->kind],
           (unsigned long long)p->value);
}

static void reads(uint64_t end, const uint8_t *more, size_t count, const char *expected) {
  text[0] = '\0';
  sent_packets(&sent, end, more, count, add, NULL);
  assert_string_equal(text, expected);
}

static const struct config none = {.etmidr = 0x411CF310}, two_bytes = {.etmidr = 0x411CF310, .etmcr = 2 << 14};

CASE(each_stream_has_its_programming) {
  start(&two_bytes);
  programmed(&none);
  send(asyncs, sizeof asyncs);
  send(plain, sizeof plain);
  programmed(&two_bytes);
  send(asyncs, sizeof asyncs);
  send(with_context, sizeof with_context);
  programmed(&none);
  send(asyncs, sizeof asyncs);
  send(plain, sizeof plain);
  reads(sent.count, NULL, 0, "0 A-sync 0\n6 I-sync 0\n12 A-sync 0\n18 I-sync 1234\n26 A-sync 0\n32 I-sync 0\n");
  // Another unit would have sent these bytes instead of the last two.
  reads(sent.count - 2, with_context + 4, 2,
        "0 A-sync 0\n6 I-sync 0\n12 A-sync 0\n18 I-sync 1234\n26 A-sync 0\n32 I-sync 0\n");
  // The replacement begins at byte 12, at which the next stream begins.
  reads(12, asyncs, sizeof asyncs, "0 A-sync 0\n6 I-sync 0\n12 A-sync 0\n");
  sent_stop(&sent);
}

// A beat of another source, or a core without power, may hide a stall of the DUT, but it is none.
CASE(a_hidden_beat_is_no_stall) {
  start(&none);
  sent_beat(&sent, &(struct cycle){.is_masked = true, .is_atb = true});
  assert_false(sent.has_stalled);
  assert_true(sent.may_have_stalled);
  sent_beat(&sent, &(struct cycle){.is_atb = true, .has_beat = true, .beat_bytes = 1});
  assert_true(sent.has_stalled);
  sent_stop(&sent);
}

// The bytes of a beat that waits when the stop is acknowledged are stored at once, and not again when it leaves.
CASE(a_waiting_beat_belongs_to_the_trace_before) {
  start(&none);
  send(asyncs, sizeof asyncs);
  struct cycle beat = {.is_atb = true, .has_beat = true, .beat_bytes = 1, .beat_data = 0x84};
  sent_waiting_beat(&sent, &beat);
  assert_int_equal(sent.count, sizeof asyncs + 1);
  sent_waiting_beat(&sent, &beat);
  sent_beat(&sent, &beat);
  beat.can_take = true;
  sent_beat(&sent, &beat);
  assert_int_equal(sent.count, sizeof asyncs + 1);
  sent_waiting_beat(&sent, &beat);
  beat.beat_data = 0x86;
  sent_beat(&sent, &beat);
  assert_int_equal(sent.count, sizeof asyncs + 2);
  assert_int_equal(*sent_byte(&sent, sizeof asyncs), 0x84);
  assert_int_equal(*sent_byte(&sent, sizeof asyncs + 1), 0x86);
  sent_stop(&sent);
}

CASE(a_reset_cuts_a_packet) {
  start(&none);
  send(asyncs, sizeof asyncs);
  send(plain, 3);
  programmed(&none);
  send(asyncs, sizeof asyncs);
  send(plain, sizeof plain);
  reads(sent.count, NULL, 0, "0 A-sync 0\n6 bad 0\n9 A-sync 0\n15 I-sync 0\n");
  sent_stop(&sent);
}

static unsigned good, bad;

static void tally(void *user, const struct packet *p) {
  (void)user;
  good += p->kind == PACKET_ASYNC || p->kind == PACKET_ISYNC;
  bad += p->kind == PACKET_BAD;
}

CASE(discarded_streams_have_no_programming) {
  start(&none);
  for (unsigned i = 0; i < 3 * SENT_KEPT / (sizeof asyncs + sizeof with_context); i++) {
    programmed(i % 2 ? &none : &two_bytes);
    send(asyncs, sizeof asyncs);
    if (i % 2) {
      send(plain, sizeof plain);
    } else {
      send(with_context, sizeof with_context);
    }
    sent_trim(&sent, &decoder, sent.count);
  }
  assert_true(sent.base > 0);
  assert_true(sent.programs[0].at >= sent.base);
  good = bad = 0;
  sent_packets(&sent, sent.count, NULL, 0, tally, NULL);
  assert_int_equal(good, 2 * sent.program_count);  // one A-sync and one I-sync for each
  assert_int_equal(bad, 0);
  sent_stop(&sent);
}
