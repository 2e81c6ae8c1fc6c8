// SPDX-License-Identifier: Apache-2.0
// Events to bytes: each packet of IHI 0035B 4.5 by hand, and packets of silicon from docs/silicon.md.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "error.h"
#include "lines.h"
#include "replay.h"

enum { COUNTED = ETMCR_CYCLE_ACCURATE, CONTEXT_4 = ETMCR_CONTEXT_ID };

// Expects that `events`, the text of docs/events.md without its first line, give the bytes `hex`. PFTv1.1, 64-bit
// binary timestamps, virtualization.
static void expect(uint32_t etmcr, const char *events, const char *hex) {
  const struct config config = {.etmcr = etmcr, .etmidr = 0x411CF312, .etmccer = 0x34C01AC2, .return_stack_depth = 4};
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
  while ((more = event_read(&lines, &event, &err)) > 0) replay_event(&replay, &event, &bytes);
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

CASE(test_isync) {
  expect(0, "i-sync debug-exit at=0x80000554:arm", "08 54 05 00 80 61");
  expect(COUNTED, "i-sync trace-on at=0xC0018DDE:thumb count=51", "08 DF 8D 01 C0 21 CC 03");
  expect(COUNTED, "i-sync trace-on at=0x80008000:arm count=0", "08 00 80 00 80 21 80");
  expect(COUNTED, "i-sync periodic at=0xC0018D82:thumb", "08 83 8D 01 C0 01");
  expect(COUNTED | CONTEXT_4, "i-sync overflow at=0x80008000:thumbee:ns:hyp count=0x12345678 value=0x11223344",
         "08 01 80 00 80 4F E0 E7 8A 8D 09 44 33 22 11");
}

CASE(test_atoms) {
  expect(0, "direct E\ndirect N\ndirect E\ndirect E\ndirect E", "D0");
  expect(0, "direct N\na-sync\ndirect N\ntrigger\ndirect N\nignore\ndirect E", "00 00 00 00 00 80 0C 66 BC");
  expect(COUNTED, "direct E count=15\nbarrier N count=16\ndirect E count=0", "BC C2 01 80");
  expect(COUNTED, "direct E count=522\ndirect N count=0x12345678\ndirect E count=0xFFFFFFFF",
         "E8 20 E2 E7 8A 8D 09 FC FF FF FF 7F");
}

// IHI 0035B 4.5.2 table 4.2: waypoints at clocks 0, 10, 30, 50 (not traced), 70 and 100. Tracing is off from 30 to 60.
CASE(test_late_turn_on) {
  expect(COUNTED,
         "direct E count=10\ndirect E count=20\ni-sync trace-on at=0x80008000:arm count=20\ndirect E count=20\n"
         "direct E count=30",
         "A8 D0 01 08 00 80 00 80 21 D0 01 D0 01 F8 01");
}

CASE(test_branch) {
  const char isync[] = "i-sync trace-on at=0x80008000:arm\n";
  char events[512];
  snprintf(events, sizeof events,
           "%sindirect E at=0x80008040:arm\nindirect E at=0x80009044:arm\nindirect E at=0x80109044:arm\n"
           "indirect E at=0x84109044:arm\nindirect E at=0x04109044:arm\nindirect E at=0x00008000:thumb\n",
           isync);
  expect(0, events, "08 00 80 00 80 21 21 A3 10 A3 90 21 A3 90 A1 10 A3 90 A1 90 08 81 80 82 80 10");
  snprintf(events, sizeof events,
           "%sindirect E at=0x80008040:arm count=2047\nindirect E at=0x80008044:arm count=2048\n",
           "i-sync periodic at=0x80008000:arm\n");
  expect(COUNTED, events, "08 00 80 00 80 01 21 7C 7F 23 40 80 01");
  expect(0, "i-sync trace-on at=0x84089002:thumb\nindirect E at=0x84089008:thumb:ns", "08 03 90 08 84 21 89 60 01");
  expect(0, "i-sync trace-on at=0x80008000:arm\nindirect E at=0x80008100:thumbee\nindirect E at=0x80008144:thumb",
         "08 00 80 00 80 21 81 82 82 80 58 40 C5 42 00");
  expect(0, "i-sync trace-on at=0x80008000:arm\nindirect E at=0x12345679:jazelle", "08 00 80 00 80 21 F3 D9 A2 A3 22");
}

// IHI 0035B 4.13, docs/decisions/0006: the return stack does not predict a change to ThumbEE code, so a packet reports
// it.
CASE(test_return_into_thumbee) {
  const char call[] = "i-sync trace-on at=0x80008000:thumbee\nindirect E at=0x80008100:%s link=0x80008004:thumbee\n%s";
  char events[256];
  snprintf(events, sizeof events, call, "thumbee", "indirect E at=0x80008004:thumbee");
  expect(ETMCR_RETURN_STACK, events, "08 01 80 00 80 25 81 02 84");
  snprintf(events, sizeof events, call, "thumb", "indirect E at=0x80008004:thumbee");
  expect(ETMCR_RETURN_STACK, events, "08 01 80 00 80 25 81 42 00 85 40 40");
}

CASE(test_exceptions) {
  expect(0, "direct E\nexception number=1 at=0x00000000:arm", "84 81 80 80 80 48 02");
  expect(0, "i-sync trace-on at=0x80008000:thumb\nexception number=3 at=0x80000014:thumb:ns:hyp",
         "08 01 80 00 80 21 95 80 40 87 20");
  expect(0, "i-sync trace-on at=0x80008000:arm\nupdate at=0x80008010:arm", "08 00 80 00 80 21 72 09");
  // A hidden target: address 0 in all address bytes, although three would be enough.
  expect(0, "i-sync trace-on at=0x8004:arm\nindirect E at=0:arm", "08 04 80 00 00 21 81 80 00");
  expect(0, "i-sync trace-on at=0x8004:arm\nindirect E at=0:arm hidden", "08 04 80 00 00 21 81 80 80 80 08");
  expect(0, "i-sync trace-on at=0xC0008004:arm\nindirect E at=0xC00D5180:arm eret", "08 04 80 00 C0 21 C1 D1 1A 76");
}

// The base may be the old address or that of the update. Bits that differ from either are sent.
CASE(test_branch_after_update) {
  expect(0, "i-sync trace-on at=0x80008000:arm\nupdate at=0x80009FF4:arm\nindirect E at=0x80008004:arm",
         "08 00 80 00 80 21 72 FB 1F 83 00");
}

CASE(test_timestamp) {
  const uint32_t on = COUNTED | ETMCR_TIMESTAMP;
  expect(on,
         "a-sync\ni-sync periodic at=0x80008000:arm\ntimestamp time=0x82F9D18BCC count=0\n"
         "timestamp time=0x82F9D18CEC count=0\ntimestamp time=0x82F9D18D05 count=0",
         "00 00 00 00 00 80 08 00 80 00 80 01 42 CC 97 C6 CE AF 90 80 80 00 00 42 EC 19 00 42 85 1A 00");
}

CASE(test_identity) {
  expect(CONTEXT_4, "direct E\ncontext value=0x12345678\nvmid value=7", "84 6E 78 56 34 12 3C 07");
}
