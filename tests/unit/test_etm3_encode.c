// SPDX-License-Identifier: Apache-2.0
// Instruction slots in, ETMv3 bytes out, without clocks: whole streams by IHI 0014Q 7.3, and each rule of
// docs/pipeline-etm3.md (front, order). All bytes are written by hand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "encode.h"

#define ASYNC "00 00 00 00 00 80 "
#define START ASYNC "08 21 00 80 00 00 "  // at ARM 0x8000, Secure

enum { CYCLES = ETMCR_CYCLE_ACCURATE, BROADCAST = ETMCR_BRANCH_BROADCAST, STAMPS = ETMCR_TIMESTAMP };
enum { IDENTITY = FIELD_OF(ETMCR_CONTEXT_ID, 1) | ETMCR_VMID };
enum { NO_EXIT_STAMPS = 1 << 1, GREEDY = 1 << 3, COUNT_PACKETS = 1 << 4, OLD_EXCEPTIONS = 1 << 5 };
// CFGIDR of ETMv3.`minor` with security, and with the alternative encoding.
#define VERSION(minor) (0x570CF200u | (minor) << 4)
#define ALTERNATIVE 0x571CF250u

struct run {
  struct config config;
  struct encoder encoder;
  struct trace_bytes out;
  size_t checked;
};

static int setup(void **state) {
  struct run *r = calloc(1, sizeof *r);
  r->config = config_default_etm3;
  r->config.etmsyncfr = 0;
  encoder_reset(&r->encoder, &r->config);
  *state = r;
  return r == NULL;
}

static int teardown(void **state) {
  struct run *r = *state;
  free(r->out.at);
  free(r);
  return 0;
}

// Starts again from reset, with more bits of ETMCR and ETMAUXCR and another CFGIDR.
static void reset(struct run *r, uint32_t etmcr, uint32_t etmauxcr, uint32_t idr) {
  struct config config = r->config;
  config.etmcr |= etmcr;
  config.etmauxcr = etmauxcr;
  config.etmidr = idr;
  encoder_reset(&r->encoder, &config);
  r->checked = r->out.count;
}

// Returns all bytes since the last call in hex, each followed by a blank.
static void says(struct run *r, const char *expected) {
  char text[3 * 256] = "", *end = text;
  assert_in_range(r->out.count - r->checked, 0, 255);
  while (r->checked < r->out.count) end += sprintf(end, "%02X ", r->out.at[r->checked++]);
  assert_string_equal(text, expected);
}

static void flush_says(struct run *r, const char *expected) {
  encode_flush(&r->encoder, &r->out);
  says(r, expected);
}

// An instruction that passed, and the location at which execution continues: the fields of struct place.
#define AT(...) .executed = true, .passed = true, .at = {__VA_ARGS__}
#define TO(...) .branched = true, .to = {__VA_ARGS__}
#define THUMB(a) (a), .t = true

static void clock_of(struct run *r, struct slots slots) { encode_slots(&r->encoder, &slots, &r->out); }
static void pair(struct run *r, struct slot a, struct slot b) { clock_of(r, (struct slots){.at = {a, b}}); }
static void one(struct run *r, struct slot a) { clock_of(r, (struct slots){.at = {a}}); }
#define PAIR(r, a, b) pair(r, (struct slot){a}, (struct slot){b})
#define ONE(r, ...) one(r, (struct slot){__VA_ARGS__})
#define NOT_TRACED(r) clock_of(r, (struct slots){.at = {{AT(0xF000)}}, .prohibited = true})

static void thumbs(struct run *r, uint32_t from, int count) {
  for (int i = 0; i < count; i++) ONE(r, AT(THUMB(from + 2u * (unsigned)i)));
}

// Turns tracing on at ARM 0x8000, and sends its atom.
static void start(struct run *r) {
  ONE(r, AT(0x8000));
  encode_flush(&r->encoder, &r->out);
  r->checked = r->out.count;
}

static void restart(struct run *r, uint32_t etmcr, uint32_t etmauxcr, uint32_t idr) {
  reset(r, etmcr, etmauxcr, idr);
  start(r);
}

// --- worked streams ----------------------------------------------------------------------------------------------

CASE_WITH(stream_of_an_interrupt, setup, teardown, NULL) {
  struct run *r = *state;
  ONE(r, AT(0x8000));
  ONE(r, AT(0x8004));
  ONE(r, .executed = true, .at = {0x8008});
  ONE(r, AT(0x800C), TO(THUMB(0x10100)));
  thumbs(r, 0x10100, 4);
  ONE(r, TO(0xFFFF0018), .exception = 14, .cancel = true);
  ONE(r, AT(0xFFFF0018));
  ONE(r, AT(0xFFFF001C), .eret = true, TO(THUMB(0x10106)));
  thumbs(r, 0x10106, 3);
  flush_says(r, START "C8 84 81 82 84 80 10 90 8D 80 FE FF 4F 3C 88 76 87 82 84 80 10 8C ");
}

CASE_WITH(stream_with_a_gap, setup, teardown, NULL) {
  struct run *r = *state;
  reset(r, CYCLES, 0, VERSION(5));
  thumbs(r, 0xC0021100, 2);
  encode_idle(&r->encoder, 3, &r->out);
  PAIR(r, AT(THUMB(0xC0021104)), AT(THUMB(0xC0021106)));
  encode_idle(&r->encoder, 1, &r->out);
  ONE(r, TO(THUMB(0xC0304450)));
  for (int i = 0; i < 34; i++) NOT_TRACED(r);
  thumbs(r, 0xC004EFB4, 2);
  ONE(r, .executed = true, .at = {.address = 0xC004EFB8, .t = true});
  flush_says(r, ASYNC "70 00 21 01 11 02 C0 88 A8 82 A4 D1 88 C1 01 70 22 21 B5 EF 04 C0 C8 ");
}

CASE_WITH(stream_of_an_m3, setup, teardown, NULL) {
  struct run *r = *state;
  r->config.etmccer = 0;
  reset(r, 0, GREEDY, 0x4114F240);
  thumbs(r, 0x08000100, 4);
  ONE(r, AT(THUMB(0x08000108)), TO(THUMB(0x08000200)), .direct = true);
  thumbs(r, 0x08000200, 2);
  ONE(r, AT(THUMB(0x08000204)));
  ONE(r, TO(THUMB(0x08000340)), .exception = 0xB);
  ONE(r, AT(THUMB(0x08000340)));
  ONE(r, AT(THUMB(0x08000342)), .eret = true, TO(THUMB(0x08000206)));
  ONE(r, .executed = true, .at = {.address = 0x08000206, .t = true});
  ONE(r, AT(THUMB(0x08000208)));
  flush_says(r, ASYNC "08 21 01 01 00 08 A0 C1 46 16 88 76 87 04 8A ");
}

// --- turning on and off ------------------------------------------------------------------------------------------

CASE_WITH(starts_at_an_instruction, setup, teardown, NULL) {
  struct run *r = *state;
  ONE(r, AT(0x8000));
  says(r, START);
  flush_says(r, "84 ");
  reset(r, 0, 0, VERSION(5));
  pair(r, (struct slot){AT(0x8000)}, (struct slot){.executed = true, .at = {0x8004}});
  says(r, START "C4 ");
  reset(r, CYCLES, 0, VERSION(5));
  pair(r, (struct slot){AT(0x8000)}, (struct slot){.executed = true, .at = {0x8004}});
  says(r, ASYNC "70 00 21 00 80 00 00 86 ");
  reset(r, 0, 0, VERSION(5));
  pair(r, (struct slot){AT(0x8000), TO(0x8010)}, (struct slot){AT(0x8010)});
  says(r, START "84 09 ");
  flush_says(r, "84 ");
}

// The branch belongs to an instruction that is not traced.
CASE_WITH(drops_a_branch_before_the_first_instruction, setup, teardown, NULL) {
  struct run *r = *state;
  ONE(r, TO(0x8000));
  says(r, "");
  PAIR(r, TO(0x8000), AT(0x8000));
  flush_says(r, START "84 ");
}

CASE_WITH(ends_before_what_is_prohibited, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004));
  says(r, "");
  NOT_TRACED(r);
  says(r, "84 ");
  NOT_TRACED(r);
  ONE(r, TO(0x9000));
  says(r, "");
  ONE(r, AT(0x9000));
  flush_says(r, "08 21 00 90 00 00 84 ");
  // Without pending trace nothing is sent.
  NOT_TRACED(r);
  flush_says(r, "");
}

// The branch into the region belongs to the instruction before it and is traced. A branch of an instruction in the
// region is not.
CASE_WITH(ends_with_the_last_branch, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004));
  clock_of(r, (struct slots){.at = {{TO(0x9000), .secret = true}, {AT(0x9000), TO(0xA000)}}, .prohibited = true});
  says(r, "84 81 10 ");
  ONE(r, AT(0x8000));
  encode_flush(&r->encoder, &r->out);
  says(r, "08 21 00 80 00 00 84 ");
  clock_of(r, (struct slots){.at = {{AT(0x8004), TO(0x9000)}, {TO(0xA000)}}, .prohibited = true});
  says(r, "");
}

CASE_WITH(ends_with_idle_clocks, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_idle(&r->encoder, 2, &r->out);
  says(r, "84 ");
  NOT_TRACED(r);
  says(r, "A4 ");
}

CASE_WITH(ends_in_debug_state, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004));
  clock_of(r, (struct slots){.at = {{TO(0x9000)}, {AT(0x9000)}}, .debug = true});
  says(r, "84 ");
  clock_of(r, (struct slots){.at = {{AT(0x9000)}}, .debug = true});
  says(r, "");
  ONE(r, AT(0x8008));
  says(r, "08 61 08 80 00 00 ");
  NOT_TRACED(r);
  ONE(r, AT(0x800C));
  says(r, "84 08 21 0C 80 00 00 ");
}

CASE_WITH(traces_when_enabled, setup, teardown, NULL) {
  struct run *r = *state;
  r->config.etmteevr = 0x6D;  // in Non-secure state
  reset(r, 0, 0, VERSION(5));
  ONE(r, AT(0x8000));
  says(r, "");
  clock_of(r, (struct slots){.at = {{AT(0x8000)}}, .ns = true});
  says(r, ASYNC "08 29 00 80 00 00 ");
  // The event is not evaluated in a clock that executes nothing.
  ONE(r, TO(0x8010, .ns = true));
  says(r, "84 09 ");
  ONE(r, AT(0x8010));
  clock_of(r, (struct slots){.at = {{AT(0x8014)}}, .ns = true});
  says(r, "08 29 14 80 00 00 ");
}

// --- counts ------------------------------------------------------------------------------------------------------

CASE_WITH(counts_a_gap, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  NOT_TRACED(r);
  encode_idle(&r->encoder, 299, &r->out);
  ONE(r, AT(0x8004));
  says(r, "70 AC 02 21 04 80 00 00 ");
  NOT_TRACED(r);
  ONE(r, AT(0x8008));
  says(r, "84 70 01 21 08 80 00 00 ");
}

CASE_WITH(counts_up_to_32_bits, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  NOT_TRACED(r);
  r->encoder.etm3_front.gap = 0xFFFFFFFE;
  encode_idle(&r->encoder, 1, &r->out);
  ONE(r, AT(0x8004));
  says(r, "70 FF FF FF FF 0F 21 04 80 00 00 ");
  NOT_TRACED(r);
  r->encoder.etm3_front.gap = 0xFFFFFFFE;
  encode_idle(&r->encoder, 3, &r->out);
  ONE(r, AT(0x8008));
  says(r, "84 70 00 21 08 80 00 00 ");
}

// IHI 0014Q 7.3.4: both limits of each length, in an I-sync and in a separate packet.
CASE_WITH(counts_of_each_length, setup, teardown, NULL) {
  static const struct {
    uint32_t count;
    const char *bytes;
  } rows[] = {
      {0, "00 "},
      {0x7F, "7F "},
      {0x80, "80 01 "},
      {0x3FFF, "FF 7F "},
      {0x4000, "80 80 01 "},
      {0x1FFFFF, "FF FF 7F "},
      {0x200000, "80 80 80 01 "},
      {0xFFFFFFF, "FF FF FF 7F "},
      {0x10000000, "80 80 80 80 01 "},
      {0x1FFFFFFF, "FF FF FF FF 01 "},
      {0xFFFFFFFF, "FF FF FF FF 0F "},
  };
  struct run *r = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned apart = 0; apart < 2; apart++) {
      restart(r, CYCLES, apart ? COUNT_PACKETS : 0, VERSION(5));
      NOT_TRACED(r);
      r->encoder.etm3_front.gap = rows[i].count;
      ONE(r, AT(0x8004));
      char expected[64];
      sprintf(expected, apart ? "08 21 04 80 00 00 04 %s" : "70 %s21 04 80 00 00 ", rows[i].bytes);
      says(r, expected);
    }
  }
}

CASE_WITH(counts_through_debug_state_but_in_3_0, setup, teardown, NULL) {
  struct run *r = *state;
  for (unsigned minor = 0; minor <= 5; minor++) {
    restart(r, CYCLES, 0, VERSION(minor));
    for (int i = 0; i < 5; i++) clock_of(r, (struct slots){.debug = true});
    encode_idle(&r->encoder, 1, &r->out);
    ONE(r, AT(0x8004));
    says(r, minor == 0 ? "70 00 61 04 80 00 00 " : "70 06 61 04 80 00 00 ");
  }
}

CASE_WITH(counts_apart, setup, teardown, NULL) {
  struct run *r = *state;
  reset(r, CYCLES, COUNT_PACKETS, VERSION(5));
  ONE(r, AT(0x8000));
  says(r, START "04 00 ");
  NOT_TRACED(r);
  ONE(r, AT(0x8004));
  says(r, "84 08 21 04 80 00 00 04 01 ");
  encode_flush(&r->encoder, &r->out);
  encode_sync(&r->encoder, &r->out);
  says(r, "84 " ASYNC);
  ONE(r, AT(0x8008));
  flush_says(r, "08 01 08 80 00 00 84 ");
}

// --- clocks ------------------------------------------------------------------------------------------------------

CASE_WITH(tells_idle_clocks_with_what_comes_after, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_idle(&r->encoder, 2, &r->out);
  says(r, "84 ");
  ONE(r, AT(0x8008));
  says(r, "A4 ");
  flush_says(r, "84 ");
}

CASE_WITH(tells_eight_idle_clocks_at_once, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_idle(&r->encoder, 7, &r->out);
  says(r, "84 ");
  encode_idle(&r->encoder, 1, &r->out);
  says(r, "BC ");
  encode_idle(&r->encoder, 7, &r->out);
  ONE(r, AT(0x8008));
  says(r, "B8 ");
  flush_says(r, "84 ");
}

// A clock with only a branch is one more clock that executes nothing.
CASE_WITH(a_branch_alone_is_an_idle_clock, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_idle(&r->encoder, 1, &r->out);
  ONE(r, TO(0x8010));
  says(r, "84 A4 09 ");
  encode_idle(&r->encoder, 7, &r->out);
  ONE(r, TO(0x8014));
  says(r, "BC 0B ");
  PAIR(r, TO(0x8010), AT(0x8010));
  says(r, "09 ");
  flush_says(r, "84 ");
  restart(r, 0, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_idle(&r->encoder, 20, &r->out);
  ONE(r, TO(0x8010));
  says(r, "84 09 ");
}

CASE_WITH(pairs, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, CYCLES, 0, VERSION(5));
  pair(r, (struct slot){.executed = true, .at = {0x8004}}, (struct slot){AT(0x8008)});
  says(r, "8A ");
  pair(r, (struct slot){AT(0x800C)}, (struct slot){AT(0x8010), TO(0x8010)});
  says(r, "82 09 ");
  pair(r, (struct slot){AT(0x8010)}, (struct slot){TO(0x8014)});
  says(r, "84 0B ");
  // A branch between the two instructions separates them, but they remain one clock. The part after the branch is in
  // the next entry.
  pair(r, (struct slot){AT(0x8014), TO(0x8018)}, (struct slot){.executed = true, .at = {0x8018}});
  says(r, "84 0D ");
  pair(r, (struct slot){AT(0x801C), TO(0x8010)}, (struct slot){AT(0x8010), TO(0x8014)});
  says(r, "96 84 09 92 0B ");
  PAIR(r, TO(0x8010), TO(0x8018));
  says(r, "A0 09 0D ");
  pair(r, (struct slot){0}, (struct slot){AT(0x8018), TO(0x8010)});
  says(r, "84 09 ");
  // ETMv3.2 cannot encode this, so its trace has one more cycle.
  restart(r, CYCLES, 0, VERSION(2));
  pair(r, (struct slot){AT(0x8014), TO(0x8018)}, (struct slot){AT(0x8018)});
  says(r, "84 0D ");
  flush_says(r, "84 ");
}

// --- which branches ----------------------------------------------------------------------------------------------

CASE_WITH(direct_branches, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004), TO(0x8010), .direct = true);
  flush_says(r, "84 ");
  restart(r, BROADCAST, 0, VERSION(5));
  ONE(r, AT(0x8004), TO(0x8010), .direct = true);
  says(r, "84 09 ");
  // Without branch broadcast, a direct branch has no effect. A clock with only such a branch executes nothing.
  restart(r, CYCLES, 0, VERSION(5));
  pair(r, (struct slot){TO(0x8010), .direct = true}, (struct slot){0});
  pair(r, (struct slot){TO(0x8010), .direct = true}, (struct slot){AT(0x8010), TO(0x8014)});
  says(r, "A0 84 0B ");
}

CASE_WITH(exception_exits, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004), .eret = true, TO(0x8010));
  says(r, "84 76 09 ");
  ONE(r, AT(0x8010), .eret = true);
  says(r, "84 76 ");
  ONE(r, TO(0x8014));
  says(r, "0B ");
  pair(r, (struct slot){AT(0x8014)}, (struct slot){AT(0x8018), .eret = true});
  says(r, "88 76 ");
  restart(r, CYCLES, 0, VERSION(5));
  pair(r, (struct slot){AT(0x8004)}, (struct slot){AT(0x8008), .eret = true});
  says(r, "82 76 ");
  pair(r, (struct slot){AT(0x8004), .eret = true}, (struct slot){AT(0x8008)});
  says(r, "84 76 ");
  // An exception return has no effect without an instruction.
  pair(r, (struct slot){TO(0x8010), .eret = true}, (struct slot){0});
  says(r, "92 A0 09 ");
  // ETMv3.4 has the exception exit packet only for ARMv7-M.
  restart(r, 0, 0, VERSION(4));
  ONE(r, AT(0x8004), .eret = true, TO(0x8010));
  says(r, "84 09 ");
  restart(r, 0, 0, VERSION(4) & ~(1u << 19));
  ONE(r, AT(0x8004), .eret = true, TO(0x8010));
  says(r, "84 76 09 ");
  // ETMv3.3 cannot report an exception return, and does not separate a pair for it.
  restart(r, CYCLES, 0, VERSION(3));
  ONE(r, AT(0x8004), .eret = true, TO(0x8010));
  says(r, "84 09 ");
  pair(r, (struct slot){AT(0x8004), .eret = true}, (struct slot){AT(0x8008)});
  says(r, "82 ");
}

// --- branch packets ----------------------------------------------------------------------------------------------

// IHI 0014Q tables 7.6 and 7.8, and the text before them: the highest bit that this number of address bytes contains.
CASE_WITH(address_bytes_by_the_highest_bit_that_differs, setup, teardown, NULL) {
  static const unsigned last[2][3][5] = {
      {{7, 14, 21, 28, 31}, {6, 13, 20, 27, 31}, {5, 12, 19, 26, 31}},
      {{7, 13, 20, 27, 31}, {6, 12, 19, 26, 31}, {5, 11, 18, 25, 31}},
  };
  struct run *r = *state;
  for (unsigned alternative = 0; alternative < 2; alternative++) {
    for (unsigned set = 0; set < 3; set++) {
      reset(r, 0, 0, alternative ? ALTERNATIVE : VERSION(5));
      struct place at = {.t = set == 1, .j = set == 2};
      one(r, (struct slot){.executed = true, .at = at});
      encode_flush(&r->encoder, &r->out);
      unsigned bytes = 1;
      for (unsigned bit = 2 - set; bit < 32; bit++) {
        if (bit > last[alternative][set][bytes - 1]) bytes++;
        // First only this bit differs, then this bit and all lower bits.
        at.address = 0x55555554 & ~(3u >> set);
        one(r, (struct slot){.branched = true, .to = at});
        size_t before = r->out.count;
        at.address ^= 1u << bit;
        one(r, (struct slot){.branched = true, .to = at});
        assert_int_equal(r->out.count - before, bytes);
        before = r->out.count;
        at.address ^= ((2u << bit) - 1) & ~(3u >> set);
        one(r, (struct slot){.branched = true, .to = at});
        assert_int_equal(r->out.count - before, bytes);
      }
    }
  }
}

CASE_WITH(state_of_the_target, setup, teardown, NULL) {
  static const struct {
    uint32_t idr;
    struct slot slot;
    const char *bytes;
  } rows[] = {
      {VERSION(5), {TO(0x8010, .ns = true)}, "89 80 81 80 48 01 "},
      {VERSION(5), {TO(0x8010, .ns = true, .hyp = true)}, "89 80 81 80 48 81 20 "},
      {VERSION(5), {TO(0x8010, .hyp = true)}, "89 80 81 80 48 80 20 "},
      {VERSION(5), {TO(0x8010, .ns = true, .hyp = true), .secret = true}, "09 "},
      {VERSION(5), {TO(0x8010), .cancel = true}, "09 "},
      {VERSION(5), {TO(0x8010, .ns = true), .cancel = true}, "89 80 81 80 48 01 "},
      {VERSION(5), {TO(0x8010), .exception = 14, .cancel = true}, "89 80 81 80 48 3C "},
      {VERSION(5), {TO(0x8010), .exception = 14}, "89 80 81 80 48 1C "},
      {VERSION(5), {TO(0x8010), .exception = 0x10}, "89 80 81 80 48 80 01 "},
      {VERSION(5), {TO(0x8010), .exception = 0x1FF, .cancel = true}, "89 80 81 80 48 BE 1F "},
      {VERSION(5), {TO(0x8010, .ns = true), .exception = 2, .secret = true}, "89 80 81 80 48 04 "},
      {VERSION(5), {TO(THUMB(0x8010))}, "91 80 82 80 10 "},
      {VERSION(5), {TO(0x8000, .t = true, .j = true)}, "81 80 82 80 50 40 "},
      {VERSION(5), {TO(0x8003, .j = true)}, "87 80 84 80 20 "},
      // The long form from ETMv3.4 on, and the alternative encoding.
      {VERSION(3), {TO(0x8010), .exception = 0x1E}, "89 80 81 80 48 1C "},
      {VERSION(3), {TO(0x8010), .exception = 0x110}, "09 "},
      {VERSION(4), {TO(0x8010), .exception = 0x11E}, "89 80 81 80 48 9C 11 "},
      {0x571CF230, {TO(0x8010), .exception = 14}, "89 80 81 80 48 1C "},
      {ALTERNATIVE, {TO(0x8010), .exception = 14}, "89 40 1C "},
      {ALTERNATIVE, {TO(0x8010, .ns = true)}, "89 40 01 "},
      {ALTERNATIVE, {TO(0x8010)}, "09 "},
      {ALTERNATIVE, {TO(THUMB(0x8010)), .exception = 14}, "91 80 82 80 50 1C "},
      // Hyp from ETMv3.5, ThumbEE from ETMv3.3, NS from ETMv3.2.
      {VERSION(4), {TO(0x8010, .hyp = true)}, "09 "},
      {VERSION(3), {TO(0x8000, .t = true, .j = true)}, "81 80 82 80 50 40 "},
      {VERSION(2), {TO(0x8000, .t = true, .j = true)}, "81 80 82 80 10 "},
      {VERSION(2), {TO(0x8003, .j = true)}, "87 80 84 80 20 "},
      {VERSION(2), {TO(0x8010, .ns = true)}, "89 80 81 80 48 01 "},
      {VERSION(1), {TO(0x8010, .ns = true)}, "09 "},
      {0x5704F250, {TO(0x8010, .ns = true)}, "09 "},
      {0x570CF2F0, {TO(0x8010, .hyp = true)}, "89 80 81 80 48 80 20 "},
  };
  struct run *r = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    restart(r, 0, 0, rows[i].idr);
    one(r, rows[i].slot);
    says(r, rows[i].bytes);
  }
  r->config.etmccer = 0;
  restart(r, 0, 0, VERSION(5));
  ONE(r, TO(0x8010, .hyp = true));
  says(r, "09 ");
}

CASE_WITH(state_of_an_isync, setup, teardown, NULL) {
  static const struct {
    uint32_t idr;
    bool t, j;
    const char *bytes;
  } rows[] = {
      {VERSION(5), true, true, ASYNC "08 2F 01 80 00 00 "},  {VERSION(4), true, true, ASYNC "08 2D 01 80 00 00 "},
      {VERSION(3), true, true, ASYNC "08 2D 01 80 00 00 "},  {VERSION(2), true, true, ASYNC "08 29 01 80 00 00 "},
      {VERSION(1), true, true, ASYNC "08 21 01 80 00 00 "},  {VERSION(1), false, true, ASYNC "08 31 00 80 00 00 "},
      {VERSION(5), false, true, ASYNC "08 3B 00 80 00 00 "}, {VERSION(0), true, false, ASYNC "08 21 01 80 00 00 "},
  };
  struct run *r = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    reset(r, 0, 0, rows[i].idr);
    const struct slot slot = {AT(0x8000, .t = rows[i].t, .j = rows[i].j)};
    clock_of(r, (struct slots){.at = {slot}, .ns = true, .hyp = true});
    says(r, rows[i].bytes);
  }
}

// A reported value is valid until it changes.
CASE_WITH(state_is_kept, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, TO(0x8010, .ns = true, .hyp = true));
  says(r, "89 80 81 80 48 81 20 ");
  ONE(r, TO(0x8014, .ns = true, .hyp = true));
  says(r, "0B ");
  ONE(r, TO(0x8010, .ns = true, .hyp = true), .exception = 3);
  says(r, "89 80 81 80 48 07 ");
  ONE(r, TO(0x8000, .t = true, .j = true));
  says(r, "81 80 82 80 50 C0 00 ");
  ONE(r, TO(0x8002, .t = true, .j = true));
  says(r, "03 ");
  ONE(r, TO(0x8000, .t = true));
  says(r, "81 80 82 80 50 00 ");
  // An I-sync reports the whole state.
  NOT_TRACED(r);
  clock_of(r, (struct slots){.at = {{AT(0x8000)}}, .ns = true});
  says(r, "08 29 00 80 00 00 ");
  ONE(r, TO(0x8010, .ns = true));
  says(r, "84 09 ");
}

// Tables 7.6 and 7.7: the fifth address byte reports the exception if it can.
CASE_WITH(old_exceptions, setup, teardown, NULL) {
  static const struct {
    uint32_t address;
    uint16_t exception;
    bool cancel;
    const char *bytes;
  } rows[] = {
      {0x18, 14, false, "8D 80 80 80 88 "},    {0x18, 14, true, "8D 80 80 80 C8 "},
      {0x1C, 15, false, "8F 80 80 80 A8 "},    {0x10, 4, false, "89 80 80 80 B0 "},
      {0x100, 5, true, "81 81 80 80 E0 "},     {0xFFFF0018, 14, false, "8D 80 FE FF 8F "},
      {0x00, 8, false, "81 80 80 80 80 "},     {0x00, 8, true, "81 80 80 80 C0 "},
      {0x04, 8, false, "83 80 80 80 48 10 "},  {0x04, 9, false, "83 80 80 80 80 "},
      {0x04, 9, true, "83 80 80 80 48 32 "},   {0x08, 9, false, "85 80 80 80 48 12 "},
      {0x08, 10, false, "85 80 80 80 80 "},    {0x08, 10, true, "85 80 80 80 48 34 "},
      {0x0C, 10, false, "87 80 80 80 48 14 "}, {0x0C, 11, false, "87 80 80 80 80 "},
      {0x0C, 11, true, "87 80 80 80 C0 "},     {0x2C, 11, false, "97 80 80 80 80 "},
      {0x1C, 11, false, "8F 80 80 80 48 16 "}, {0x10, 12, true, "89 80 80 80 C0 "},
      {0x10, 12, false, "89 80 80 80 48 18 "}, {0x0C, 12, true, "87 80 80 80 48 38 "},
      {0x08, 2, false, "85 80 80 80 48 04 "},  {0x14, 3, false, "8B 80 80 80 48 06 "},
      {0x18, 13, false, "8D 80 80 80 48 1A "}, {0x18, 0x1E, false, "8D 80 80 80 48 9C 01 "},
      {0x10, 0, false, "89 80 00 "},
  };
  struct run *r = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    restart(r, 0, OLD_EXCEPTIONS, VERSION(5));
    ONE(r, TO(rows[i].address), .exception = rows[i].exception, .cancel = rows[i].cancel);
    says(r, rows[i].bytes);
  }
}

CASE_WITH(old_exceptions_tell_nothing_else, setup, teardown, NULL) {
  struct run *r = *state;
  restart(r, 0, OLD_EXCEPTIONS, VERSION(5));
  ONE(r, TO(THUMB(0x18)), .exception = 14);
  says(r, "99 80 80 80 50 1C ");
  // A change to ARM state needs no information byte, because the fifth byte reports it.
  ONE(r, TO(0x18), .exception = 14);
  says(r, "8D 80 80 80 88 ");
  ONE(r, TO(0x18, .ns = true), .exception = 14, .secret = true);
  says(r, "8D 80 80 80 88 ");
  ONE(r, TO(0x18, .ns = true), .exception = 14);
  says(r, "8D 80 80 80 48 1D ");
  ONE(r, TO(0x18, .ns = true), .exception = 14);
  says(r, "8D 80 80 80 88 ");
  ONE(r, TO(0x18, .ns = true, .hyp = true), .exception = 14);
  says(r, "8D 80 80 80 48 9D 20 ");
  restart(r, 0, OLD_EXCEPTIONS, VERSION(5));
  ONE(r, TO(0x8000, .t = true, .j = true));
  says(r, "81 80 82 80 50 40 ");
  ONE(r, TO(0x18), .exception = 14);
  says(r, "8D 80 80 80 48 1C ");
  restart(r, 0, OLD_EXCEPTIONS, ALTERNATIVE);
  ONE(r, TO(0x18), .exception = 14);
  says(r, "8D 80 40 1C ");
}

// A direct branch does not change the base of the compression (tables 7.15 and 7.16).
CASE_WITH(direct_branches_move_no_base, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004), TO(THUMB(0x9000)), .direct = true);
  ONE(r, AT(THUMB(0x9000)), TO(0x8010));
  says(r, "88 09 ");
}

// --- packets between -------------------------------------------------------------------------------------------------

static void executes(struct run *r, uint32_t address, uint32_t context, uint8_t vmid) {
  clock_of(r, (struct slots){.at = {{AT(address)}}, .context_id = context, .vmid = vmid});
}

CASE_WITH(identity, setup, teardown, NULL) {
  struct run *r = *state;
  reset(r, IDENTITY, 0, VERSION(5));
  executes(r, 0x8000, 0x105, 7);
  says(r, ASYNC "08 05 21 00 80 00 00 3C 07 ");
  // All P-headers of a packet group have one Context ID and one VMID.
  executes(r, 0x8004, 6, 7);
  says(r, "84 ");
  executes(r, 0x8008, 6, 8);
  says(r, "6E 06 84 ");
  executes(r, 0x800C, 7, 9);
  says(r, "3C 08 84 ");
  // Both are sent only before an instruction, and only for a change in the bytes that are traced.
  clock_of(r, (struct slots){.at = {{TO(0x8010)}}, .context_id = 1, .vmid = 1});
  says(r, "6E 07 3C 09 84 09 ");
  executes(r, 0x8010, 0x307, 9);
  says(r, "");
  clock_of(r, (struct slots){.at = {{TO(0x8014)}, {AT(0x8014)}}, .context_id = 2, .vmid = 9});
  says(r, "84 0B ");
  clock_of(r, (struct slots){.at = {{AT(0x8018), TO(0x8010)}, {AT(0x8010)}}, .context_id = 3, .vmid = 9});
  says(r, "6E 02 84 6E 03 84 09 ");
  // A periodic I-sync reports the Context ID of the instruction at its position. The VMID always follows it.
  encode_sync(&r->encoder, &r->out);
  says(r, ASYNC);
  executes(r, 0x8014, 4, 9);
  says(r, "08 03 01 10 80 00 00 3C 09 84 ");
  flush_says(r, "6E 04 84 ");
  // If Context IDs and VMIDs are off, neither is sent.
  restart(r, 0, 0, VERSION(5));
  executes(r, 0x8004, 6, 8);
  flush_says(r, "84 ");
  // Versions before ETMv3.5 have no VMID packet.
  reset(r, IDENTITY, 0, VERSION(4));
  executes(r, 0x8000, 5, 7);
  says(r, ASYNC "08 05 21 00 80 00 00 ");
}

CASE_WITH(synchronizes, setup, teardown, NULL) {
  struct run *r = *state;
  start(r);
  ONE(r, AT(0x8004));
  encode_sync(&r->encoder, &r->out);
  says(r, ASYNC);
  ONE(r, TO(0x8010));
  says(r, "08 01 04 80 00 00 84 09 ");
  ONE(r, AT(0x8010));
  encode_sync(&r->encoder, &r->out);
  says(r, ASYNC);
  // No atom has been sent since the A-sync, so the second synchronization follows the next atom.
  encode_sync(&r->encoder, &r->out);
  ONE(r, AT(0x8014));
  says(r, "");
  flush_says(r, "08 01 10 80 00 00 88 " ASYNC);
  // While tracing is off, a synchronization waits for the I-sync that starts it, which also serves as the periodic one.
  NOT_TRACED(r);
  ONE(r, AT(0x8018));
  says(r, "08 21 18 80 00 00 ");
  NOT_TRACED(r);
  encode_sync(&r->encoder, &r->out);
  says(r, "84 ");
  ONE(r, AT(0x801C));
  says(r, ASYNC "08 21 1C 80 00 00 ");
}

CASE_WITH(triggers, setup, teardown, NULL) {
  struct run *r = *state;
  encode_trigger(&r->encoder, &r->out);
  says(r, ASYNC "0C ");
  ONE(r, AT(0x8000));
  says(r, "08 21 00 80 00 00 ");
  // IHI 0014Q 7.10.2: the A-sync is sent although nothing is traced.
  reset(r, 0, 0, VERSION(5));
  flush_says(r, ASYNC);
  flush_says(r, "");
  restart(r, 0, 0, VERSION(5));
  ONE(r, AT(0x8004));
  encode_trigger(&r->encoder, &r->out);
  says(r, "0C ");
  encode_trigger(&r->encoder, &r->out);
  says(r, "");
  flush_says(r, "84 ");
}

#define TSYNC64 "42 80 80 80 80 80 80 80 80 00 "
#define TSYNC48 "42 80 80 80 80 80 80 00 "

CASE_WITH(timestamps, setup, teardown, NULL) {
  struct run *r = *state;
  reset(r, STAMPS | CYCLES | ETMCR_VMID, COUNT_PACKETS, VERSION(5));
  ONE(r, AT(0x8000));
  says(r, START "04 00 3C 00 " TSYNC64);
  ONE(r, AT(0x8004), .eret = true, TO(0x8010));
  says(r, "88 76 09 42 00 ");
  pair(r, (struct slot){AT(0x8010), .eret = true, TO(0x8014)}, (struct slot){AT(0x8014)});
  says(r, "84 76 0B 42 00 ");
  encode_sync(&r->encoder, &r->out);
  ONE(r, AT(0x8018));
  says(r, ASYNC "08 01 14 80 00 00 3C 00 " TSYNC64 "92 ");
  // An I-sync that no A-sync precedes has no T-sync.
  NOT_TRACED(r);
  ONE(r, AT(0x801C), .eret = true);
  says(r, "84 08 21 1C 80 00 00 04 01 3C 00 84 76 ");
  restart(r, STAMPS, NO_EXIT_STAMPS, VERSION(5));
  ONE(r, AT(0x8004), .eret = true);
  says(r, "84 76 ");
  r->config.etmccer = 0x14400000;
  reset(r, STAMPS, 0, VERSION(5));
  ONE(r, AT(0x8000));
  says(r, START TSYNC48);
  reset(r, STAMPS, 0, VERSION(4));
  ONE(r, AT(0x8000));
  says(r, START);
}
