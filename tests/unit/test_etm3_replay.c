// SPDX-License-Identifier: Apache-2.0
// Events of an ETM to bytes: each packet of IHI 0014Q 7.3 to 7.10 by hand, packets of silicon (docs/silicon.md 15), and
// the P-header collector by its tables (docs/pipeline-etm3.md#phdr).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "error.h"
#include "lines.h"
#include "replay.h"

enum { CYCLES = ETMCR_CYCLE_ACCURATE, CONTEXT_1 = FIELD_OF(ETMCR_CONTEXT_ID, 1) };
enum { CONTEXT_2 = FIELD_OF(ETMCR_CONTEXT_ID, 2), CONTEXT_4 = ETMCR_CONTEXT_ID };
enum { GREEDY = 1 << 3, COUNT_PACKETS = 1 << 4, OLD_EXCEPTIONS = 1 << 5 };

// ETMv3.5 of a Cortex-A7: original encoding, 64-bit binary timestamps, virtualization. The same unit with the
// alternative encoding. The ETM of a Cortex-M3.
#define A7 .etmidr = 0x410CF250, .etmccer = 0x344008F2
#define ALTERNATIVE .etmidr = 0x411CF250, .etmccer = 0x344008F2
#define M3 .etmidr = 0x4114F240

// Expects that `events`, the text of docs/events.md without its first line, give the bytes `hex`.
static void expect(struct config config, const char *events, const char *hex) {
  struct replay replay;
  struct trace_bytes bytes = {0};
  struct event event;
  struct error err;
  struct lines lines;
  char *text = strdup(events), *found = NULL;
  size_t size;
  FILE *file = fmemopen(text, strlen(text), "r"), *to = open_memstream(&found, &size);
  assert_true(file && to);
  replay_start(&replay, &config);
  int more;
  lines_of(&lines, file, "events", &err);
  lines.loose = true;
  while ((more = event_read(&lines, &event, &err)) > 0) {
    assert_true(replay_event(&replay, &event, &bytes));
  }
  if (!event_text_end(&lines, more, &err)) fail_msg("%s", err.text);
  replay_end(&replay, &bytes);
  for (size_t i = 0; i < bytes.count; i++) fprintf(to, "%s%02X", i ? " " : "", bytes.at[i]);
  fclose(to);
  fclose(file);
  assert_string_equal(found, hex);
  free(found);
  free(text);
  free(bytes.at);
}

#define EXPECT(events, hex, ...) expect((struct config){__VA_ARGS__}, events, hex)

CASE(test_isync) {
  EXPECT("i-sync periodic at=0x8000:arm", "08 01 00 80 00 00", A7);
  EXPECT("i-sync trace-on at=0xC002115C:thumb", "08 21 5D 11 02 C0", A7);
  EXPECT("i-sync overflow at=0x10000:thumbee:ns", "08 4D 01 00 01 00", A7);
  EXPECT("i-sync trace-on at=0x80000000:arm:ns:hyp", "08 2B 00 00 00 80", A7);
  EXPECT("i-sync debug-exit at=0x20001002:jazelle", "08 71 02 10 00 20", A7);
  // Bit 0 of the address of a bytecode is in the position of T.
  EXPECT("i-sync debug-exit at=0x20001003:jazelle", "08 71 03 10 00 20", A7);
  EXPECT("i-sync periodic at=0x8000:arm value=0x2A", "08 2A 01 00 80 00 00", A7, .etmcr = CONTEXT_1);
  EXPECT("i-sync trace-on at=0x8000:thumb value=0x1234", "08 34 12 21 01 80 00 00", A7, .etmcr = CONTEXT_2);
  EXPECT("i-sync trace-on at=0x8000:arm value=0x12345678", "08 78 56 34 12 21 00 80 00 00", A7, .etmcr = CONTEXT_4);
}

CASE(test_isync_with_a_count) {
  EXPECT("i-sync trace-on at=0xC004F698:thumb count=7695", "70 8F 3C 21 99 F6 04 C0", A7, .etmcr = CYCLES);
  EXPECT("i-sync trace-on at=0x8000:arm count=1", "70 01 21 00 80 00 00", A7, .etmcr = CYCLES);
  EXPECT("i-sync trace-on at=0x8000:arm count=0xFFFFFFFF", "70 FF FF FF FF 0F 21 00 80 00 00", A7, .etmcr = CYCLES);
  EXPECT("i-sync overflow at=0x8000:arm count=0", "70 00 41 00 80 00 00", A7, .etmcr = CYCLES);
  EXPECT("i-sync periodic at=0x8000:arm", "08 01 00 80 00 00", A7, .etmcr = CYCLES);
  EXPECT("i-sync trace-on at=0x8000:arm count=127 value=0x12345678", "70 7F 78 56 34 12 21 00 80 00 00", A7,
         .etmcr = CYCLES | CONTEXT_4);
}

CASE(test_cycle_count_packet) {
  static const struct {
    const char *count, *hex;
  } rows[] = {{"1", "04 01"},
              {"300", "04 AC 02"},
              {"100000", "04 A0 8D 06"},
              {"0x10000000", "04 80 80 80 80 01"},
              {"0xFFFFFFFF", "04 FF FF FF FF 0F"},
              {"0", "04 00"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char events[80], hex[80];
    snprintf(events, sizeof events, "i-sync trace-on at=0x8000:arm count=%s", rows[i].count);
    snprintf(hex, sizeof hex, "08 21 00 80 00 00 %s", rows[i].hex);
    EXPECT(events, hex, A7, .etmcr = CYCLES, .etmauxcr = COUNT_PACKETS);
  }
}

CASE(test_identity) {
  EXPECT("context value=0x105", "6E 05", A7, .etmcr = CONTEXT_1);
  EXPECT("context value=0x1234", "6E 34 12", A7, .etmcr = CONTEXT_2);
  EXPECT("context value=0xDEADBEEF", "6E EF BE AD DE", A7, .etmcr = CONTEXT_4);
  EXPECT("vmid value=5\nvmid value=0\nvmid value=255", "3C 05 3C 00 3C FF", A7);
}

// One sequence, in which each packet is compressed relative to the packet before it (IHI 0014Q 7.3.5 tables 7.6 to
// 7.14).
CASE(test_branch_original) {
  EXPECT(
      "i-sync trace-on at=0x8000:arm\nbranch at=0x8010:arm\nbranch at=0x9234:arm\nbranch at=0x219234:arm\n"
      "branch at=0x12345678:arm\nbranch at=0xFFFF0010:arm\nbranch at=0xC0021150:thumb\nbranch at=0xC0021160:thumb\n"
      "branch at=0xC0021FF0:thumb\nbranch at=0xC01ABCD2:thumb\nbranch at=0xC9ABCDE0:thumb\n"
      "branch at=0x10000:thumbee\nbranch at=0x10100:thumbee\nbranch at=0x20001003:jazelle\n"
      "branch at=0x2000102F:jazelle\nbranch at=0x200010FF:jazelle\nbranch at=0x20021001:jazelle",
      "08 21 00 80 00 00 09 9B 12 9B 92 43 BD D6 E8 48 89 80 FE FF 0F D1 A2 88 80 1C 61 F1 3F D3 F9 6A E1 9B AF 4D "
      "81 80 84 80 50 40 81 02 87 C0 80 80 64 00 5F FF 43 83 C0 10",
      A7);
  EXPECT(
      "i-sync trace-on at=0x20021001:jazelle\nexception number=14 at=0xFFFF0018:arm cancel\n"
      "exception number=10 at=0xFFFF0008:arm\nexception number=12 at=0xFFFF0010:arm:ns cancel\n"
      "exception number=2 at=0x8:arm\nexception number=3 at=0x80000014:arm:ns:hyp\nbranch at=0x8000:arm:ns",
      "08 31 01 10 02 20 8D 80 FE FF 4F 3C 85 80 FE FF 4F 14 89 80 FE FF 4F 39 85 80 80 80 48 04 8B 80 80 80 4C 87 20 "
      "81 80 81 80 48 81 00",
      A7);
}

CASE(test_branch_old_exceptions) {
  EXPECT(
      "i-sync trace-on at=0x8000:arm\nexception number=14 at=0xFFFF0018:arm\n"
      "exception number=12 at=0xFFFF0010:arm cancel\nexception number=15 at=0x1C:arm",
      "08 21 00 80 00 00 8D 80 FE FF 8F 89 80 FE FF C7 8F 80 80 80 A8", A7, .etmauxcr = OLD_EXCEPTIONS);
}

// 3.6.9.
CASE(test_branch_alternative) {
  EXPECT(
      "i-sync trace-on at=0xC0021150:thumb\nbranch at=0xC0021160:thumb\nbranch at=0xC0021FF0:thumb\n"
      "branch at=0xC0023456:thumb\nbranch at=0xC00ABCD2:thumb\nbranch at=0xC3ABCDE0:thumb\n"
      "branch at=0x08000100:thumb\nexception number=14 at=0x08000110:thumb cancel\n"
      "exception number=10 at=0x08012340:thumb\nexception number=9 at=0x09012340:thumb\n"
      "exception number=15 at=0x20000000:thumb cancel\nbranch at=0x20000040:thumb:ns",
      "08 21 51 11 02 C0 61 F1 3F D7 E8 08 D3 F9 2A E1 9B AF 1D 81 82 80 C0 10 91 42 3C C1 C6 44 14 C1 C6 84 48 12 "
      "81 80 80 80 52 3E C1 40 01",
      ALTERNATIVE);
  EXPECT(
      "i-sync trace-on at=0x20000040:thumb\nbranch at=0x8000:arm\nbranch at=0x9234:arm\n"
      "exception number=14 at=0x18234:arm:ns cancel\nbranch at=0x20001003:jazelle:ns\n"
      "branch at=0x200010FF:jazelle:ns\nbranch at=0x20011001:jazelle:ns\n"
      "exception number=5 at=0x20F11001:jazelle:ns",
      "08 21 41 00 00 20 81 80 81 80 08 9B 12 9B 82 43 3D 87 C0 80 80 24 FF 03 83 C0 08 83 C0 88 4F 0B", ALTERNATIVE);
}

// 3.6.10, without the instruction that is resumed.
CASE(test_branch_m3) {
  EXPECT(
      "i-sync trace-on at=0x08000100:thumb\nexception number=8 at=0x08000200:thumb cancel\n"
      "exception number=0xB at=0x08000210:thumb\nexception number=0xF at=0x08000214:thumb cancel\n"
      "exception number=0x13 at=0x08000300:thumb cancel\nexception number=0x18 at=0x08001300:thumb cancel\n"
      "exception number=0x19 at=0x08001400:thumb\nexception number=0xFF at=0x08011300:thumb cancel\n"
      "exception number=0x11 at=0x08000000:thumb",
      "08 21 01 01 00 08 81 44 30 91 44 16 95 44 3E 81 46 A6 01 81 66 B0 01 81 68 92 01 81 A6 44 BE 0F 81 80 40 82 01",
      M3);
}

CASE(test_timestamp) {
  const uint32_t on = ETMCR_TIMESTAMP;
  EXPECT(
      "a-sync\ntimestamp time=0x82F9D0CD3D\ntimestamp time=0x82F9D0CF5F\ntimestamp time=0x82F9D0CF70\n"
      "timestamp time=0x82F9D1CF70 clock-change",
      "00 00 00 00 00 80 42 BD 9A C3 CE AF 90 80 80 00 42 DF 1E 42 70 46 F0 9E 47", A7, .etmcr = on);
  EXPECT(
      "sync-request\ntimestamp time=0x123456789ABC\ntimestamp time=0x123456789AC0\n"
      "timestamp time=0x123456789BC0 clock-change\nsync-request\ntimestamp time=0xFFFFFFFFFFFF",
      "42 BC B5 E2 B3 C5 C6 04 42 40 46 C0 37 42 FF FF FF FF FF FF 3F", .etmidr = 0x410CF250, .etmccer = 0x10400000,
      .etmcr = on);
  // Gray code: 0x300 is sent as 0x280.
  EXPECT("timestamp time=0x300", "42 80 05", .etmidr = 0x410CF250, .etmccer = 0x00400000, .etmcr = on);
}

CASE(test_small_packets) {
  EXPECT("a-sync\ntrigger\ni-sync trace-on at=0x8000:arm", "00 00 00 00 00 80 0C 08 21 00 80 00 00", A7);
  EXPECT("instruction E\nignore\nignore\ninstruction E", "84 66 66 84", A7);
  EXPECT(
      "i-sync trace-on at=0x08000100:thumb\ninstruction E\nexception number=8 at=0x08000200:thumb cancel\n"
      "exception-entry",
      "08 21 01 01 00 08 84 81 44 30 7E", M3);
}

// The P-header of the instruction that comes with a trigger contains no later instruction (docs/silicon.md 19).
CASE(test_split_at_trigger) {
  static const struct {
    const char *events, *joined, *split;
  } rows[] = {
      // A Cortex-M3: the trigger before the P-header, and after it.
      {"trigger\ninstruction E\ninstruction E\ninstruction E", "0C 8C", "0C 84 88"},
      {"instruction E\ntrigger\ninstruction E\ninstruction E", "84 0C 88", "84 0C 88"},
      {"trigger\ninstruction E\ninstruction N\ninstruction E", "0C C4 84", "0C 84 C0 84"},
      {"trigger\ninstruction N\ninstruction E", "0C C0 84", "0C C0 84"},
      {"trigger\ninstruction E\nbranch at=0x8010:thumb\ninstruction E\ninstruction E", "0C 84 91 80 82 80 10 88",
       "0C 84 91 80 82 80 10 88"},
      {"trigger\ntrigger\ninstruction E\ninstruction E", "0C 0C 88", "0C 0C 84 84"},
      {"trigger\ninstruction E\ninstruction E\ntrigger\ninstruction E\ninstruction E", "0C 88 0C 88", "0C 84 84 0C 88"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    EXPECT(rows[i].events, rows[i].joined, M3);
    EXPECT(rows[i].events, rows[i].split, M3, .split_at_trigger = 1);
  }
  // A single N, which greedy packing keeps.
  EXPECT("trigger\ninstruction N\ninstruction E", "0C 8A", M3, .etmauxcr = GREEDY);
  EXPECT("trigger\ninstruction N\ninstruction E", "0C C0 84", M3, .etmauxcr = GREEDY, .split_at_trigger = 1);
}

#define CYCLE "cycle\n"
#define WE "cycle\ninstruction E\n"
#define WN "cycle\ninstruction N\n"
#define W8 CYCLE CYCLE CYCLE CYCLE CYCLE CYCLE CYCLE CYCLE

// A Cortex-A7: an exception return, its timestamp, and its branch eight cycles later.
CASE(test_silicon) {
  EXPECT("i-sync trace-on at=0xC0021150:thumb count=1\n" WE WE "exception-exit\ntimestamp time=0x1585\n" W8
         "branch at=0xB6C33AAC:arm",
         "70 01 21 51 11 02 C0 88 76 42 85 2B BC D7 BA 86 DB 0D", A7, .etmcr = 0x10001860);
}

// Only the cycles determine which cycles and atoms belong together.
CASE(test_cycles) {
  EXPECT(WE WE WN, "C8", A7, .etmcr = CYCLES);
  EXPECT(CYCLE CYCLE WE, "A4 84", A7, .etmcr = CYCLES);
  EXPECT(CYCLE CYCLE WE, "E8", A7, .etmcr = CYCLES, .etmauxcr = GREEDY);
  EXPECT(WE "instruction N\n" WN "instruction E", "86 8A", A7, .etmcr = CYCLES);
  EXPECT(WE "instruction E\ninstruction N", "82 96", A7, .etmcr = CYCLES);
  EXPECT("i-sync trace-on at=0x8000:arm\n" WE "branch at=0x8010:arm\ninstruction E\n" WE,
         "08 21 00 80 00 00 84 09 92 84", A7, .etmcr = CYCLES);
  // Such a version does not have format 4.
  EXPECT(WE "trigger\ninstruction N", "84 0C C0", .etmidr = 0x410CF220, .etmcr = CYCLES);
  EXPECT(CYCLE "trigger\n" WE "trigger\n" CYCLE, "A0 0C 84 0C A0", A7, .etmcr = CYCLES);
  EXPECT(WE "a-sync\n" WE, "84 00 00 00 00 00 80 84", A7, .etmcr = CYCLES);
  // An event that only describes later trace does not end a run.
  EXPECT(CYCLE "sync-request\n" CYCLE, "A4", A7, .etmcr = CYCLES);
}

CASE(test_events_of_other_protocol) {
  static const char *const events[] = {"direct E", "indirect N", "barrier E", "update at=0x8000:arm"};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
    const struct config config = {A7};
    struct replay replay;
    struct trace_bytes bytes = {0};
    struct event event;
    struct error err;
    struct lines lines;
    char text[40];
    snprintf(text, sizeof text, "%s\n", events[i]);
    FILE *file = fmemopen(text, strlen(text), "r");
    lines_of(&lines, file, "events", &err);
    assert_int_equal(event_read(&lines, &event, &err), 1);
    assert_true(lines_close(&lines));
    fclose(file);
    replay_start(&replay, &config);
    assert_false(replay_event(&replay, &event, &bytes));
    assert_int_equal(bytes.count, 0);
    free(bytes.at);
  }
}

// --- the collector -----------------------------------------------------------------------------------------------

// Each letter of `in` is a call: 1 to 8 idle clocks, E or N a single, [xy] a dual, +x bare, . a flush.
static void collect(const struct settings *s, const char *in, char *hex) {
  struct etm3_phdr c = {0};
  *hex = '\0';
  for (; *in; in++) {
    struct etm3_headers to = {0};
    if (*in == '.') {
      etm3_phdr_flush(&c, &to);
    } else if (*in == '[') {
      etm3_phdr_dual(&c, in[1] == 'E', in[2] == 'E', &to);
      in += 3;
    } else if (*in == '+') {
      etm3_phdr_bare(&c, s, *++in == 'E', &to);
    } else if (*in == 'E' || *in == 'N') {
      etm3_phdr_single(&c, s, *in == 'E', &to);
    } else {
      for (char clocks = '0'; clocks < *in; clocks++) etm3_phdr_idle(&c, &to);
    }
    for (unsigned i = 0; i < to.count; i++) hex += sprintf(hex, "%02X ", (unsigned)(to.bytes >> 8 * i & 0xFF));
  }
}

struct collected {
  const char *in, *hex;
};

static void collects(const struct settings *s, const struct collected *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char hex[200];
    collect(s, rows[i].in, hex);
    if (strcmp(hex, rows[i].hex) != 0) fail_msg("%s: expected %s, found %s", rows[i].in, rows[i].hex, hex);
  }
}

#define COLLECTS(s, rows) collects(s, rows, sizeof rows / sizeof *rows)
#define E7 "EEEEEEE"
#define E14 E7 E7

CASE(test_collector_cycles_run_length) {
  static const struct settings s = {.idr = 0x410CF250, .etmcr = CYCLES};
  static const struct collected rows[] = {
      {"E", ""},
      {"E.", "84 "},
      {"EEEEEE", ""},
      {E7, "9C "},
      {E7 ".", "9C "},
      {E7 "E.", "9C 84 "},
      {"N", "C0 "},
      {"EEN.", "C8 "},
      {"EEEEEEN", "D8 "},
      {E7 "N", "9C C0 "},
      {"1", ""},
      {"1.", "A0 "},
      {"7.", "B8 "},
      {"8", "BC "},
      {"8.", "BC "},
      {"35", "BC "},
      {"36.", "BC A0 "},
      {"78", "BC "},
      {"78.", "BC B8 "},
      {"3E.", "A8 84 "},
      {"3N", "A8 C0 "},
      {"E3.", "84 A8 "},
      {"E8.", "84 BC "},
      {"8E.", "BC 84 "},
      {"[EE]", "82 "},
      {"[EN]", "86 "},
      {"[NE]", "8A "},
      {"[NN].", "8E "},
      {"EE[EN]", "88 86 "},
      {"2[NN]", "A4 8E "},
      {"+E", "92 "},
      {"+N.", "96 "},
      {"E+E", "84 92 "},
      {"2+N", "A4 96 "},
      {"NN", "C0 C0 "},
      {".", ""},
      {"[EE]EE.", "82 88 "},
      {"E78[NN]", "84 BC B8 8E "},
  };
  COLLECTS(&s, rows);
}

CASE(test_collector_cycles_greedy) {
  static const struct settings s = {.idr = 0x410CF250, .etmcr = CYCLES, .etmauxcr = GREEDY};
  static const struct collected rows[] = {
      {"3E", "EC "},        {"3E.", "EC "},      {"1EE.", "E4 84 "},
      {"7E", "FC "},        {"8E.", "BC 84 "},   {"78E", "BC FC "},
      {"3N", "A8 C0 "},     {"1.", "A0 "},       {E7, ""},
      {E7 ".", "9C "},      {E7 "E", "9C "},     {E7 "E.", "9C 84 "},
      {E7 "N", "DC "},      {E7 "EN", "9C C4 "}, {"EN", "C4 "},
      {"E3.", "84 A8 "},    {"1[EE]", "A0 82 "}, {"E1N", "84 A0 C0 "},
      {"EE[NN]", "88 8E "}, {"E+N", "84 96 "},   {E7 "8", "9C BC "},
  };
  COLLECTS(&s, rows);
}

CASE(test_collector_atoms_run_length) {
  static const struct settings s = {.idr = 0x410CF250};
  static const struct collected rows[] = {
      {"E.", "84 "},         {E14, ""},         {E14 "E", "BC "}, {E14 "E.", "BC "},
      {E14 "EE.", "BC 84 "}, {"N", "C0 "},      {"EN", "C4 "},    {E14 "N", "F8 "},
      {E14 "EN", "BC C0 "},  {"NE.", "C0 84 "}, {"NN", "C0 C0 "}, {"ENN", "C4 C0 "},
  };
  COLLECTS(&s, rows);
}

CASE(test_collector_atoms_greedy) {
  static const struct settings s = {.idr = 0x410CF250, .etmauxcr = GREEDY};
  static const struct collected rows[] = {
      {"N", ""},         {"N.", "C0 "},         {"NE", "8A "},      {"NE.", "8A "},     {"NN", "8E "},
      {"EEN", "C8 "},    {"NNEEE.", "8E 8C "},  {E14 "E", ""},      {E14 "E.", "BC "},  {E14 "EN", "FC "},
      {E14 "EE", "BC "}, {E14 "EEN", "BC C4 "}, {"ENE.", "C4 84 "}, {"ENN.", "C4 C0 "}, {"NEN.", "8A C0 "},
  };
  COLLECTS(&s, rows);
}

CASE(test_collector_without_format_4) {
  static const struct settings s = {.idr = 0x410CF220, .etmcr = CYCLES};
  static const struct collected rows[] = {{"E+N", "C4 "}, {"E+E.", "88 "}, {"1+E.", "A0 84 "}};
  COLLECTS(&s, rows);
}
