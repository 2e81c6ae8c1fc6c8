// SPDX-License-Identifier: Apache-2.0
// Bytes to events, as text (docs/events.md), for ETMv3. Bytes of the packets by hand from IHI 0014Q 7.3 to 7.10.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "decode.h"
#include "event_source.h"

enum { COUNTED = ETMCR_CYCLE_ACCURATE, CONTEXT_1 = FIELD_OF(ETMCR_CONTEXT_ID, 1) };
#define ASYNC "00 00 00 00 00 80 "

static void on_event(void *user, const struct event *e) { event_write(user, e); }
static void on_packet(void *user, const struct packet *p) { event_source_packet(user, p); }

// ETMv3.5 with 64-bit binary timestamps and virtualization. Expects that `hex` gives `events`. The first A-sync is left
// out of both.
static void expect(uint32_t etmcr, const char *hex, const char *events) {
  const struct config config = {.etmcr = ETMCR_PORT | etmcr, .etmidr = 0x410CF250, .etmccer = 0x344008F2};
  struct event_source event_source;
  struct decoder decoder;
  char *found = NULL, whole[400];
  uint8_t bytes[100];
  size_t size, count = 0;
  FILE *to = open_memstream(&found, &size);
  assert_non_null(to);
  snprintf(whole, sizeof whole, "%s%s", ASYNC, hex);
  for (char *word = whole, *end; *word; word = end + (*end == ' ')) bytes[count++] = (uint8_t)strtoul(word, &end, 16);
  event_source_start(&event_source, &config, on_event, to);
  decode_start(&decoder, &config, on_packet, &event_source);
  decode_bytes(&decoder, bytes, count);
  assert_int_equal(decode_end(&decoder), 0);
  event_source_end(&event_source);
  fclose(to);
  assert_memory_equal(found, "a-sync\n", 7);
  assert_string_equal(found + 7, events);
  free(found);
}

CASE(atoms) {
  expect(0, "C8 8A", "instruction E\ninstruction E\ninstruction N\ninstruction N\ninstruction E\n");
  expect(COUNTED, "C4 E8", "cycle\ninstruction E\ncycle\ninstruction N\ncycle\ncycle\ncycle\ninstruction E\n");
  expect(COUNTED, "82 96", "cycle\ninstruction E\ninstruction E\ninstruction N\n");
}

CASE(branches_and_exceptions) {
  expect(0, "08 21 00 80 00 00 09", "i-sync trace-on at=0x00008000:arm\nbranch at=0x00008010:arm\n");
  expect(0, "08 21 00 80 00 00 D1 A2 88 80 1C", "i-sync trace-on at=0x00008000:arm\nbranch at=0xC0021150:thumb\n");
  expect(0, "08 21 00 80 00 00 84 8D 80 FE FF 4F 3C",
         "i-sync trace-on at=0x00008000:arm\ninstruction E\nexception number=14 at=0xFFFF0018:arm cancel\n");
  expect(0, "08 21 00 80 00 00 84 85 80 FE FF 4F 14",
         "i-sync trace-on at=0x00008000:arm\ninstruction E\nexception number=10 at=0xFFFF0008:arm\n");
  expect(0, "08 29 00 80 00 00 8B 80 80 80 4C 87 20",
         "i-sync trace-on at=0x00008000:arm:ns\nexception number=3 at=0x80000014:arm:ns:hyp\n");
  expect(
      0, "08 21 00 80 00 00 84 76 09 7E",
      "i-sync trace-on at=0x00008000:arm\ninstruction E\nexception-exit\nbranch at=0x00008010:arm\nexception-entry\n");
}

CASE(synchronization) {
  expect(CONTEXT_1, "08 2A 01 01 80 00 00", "i-sync periodic at=0x00008000:thumb value=0x2A\n");
  expect(0, "08 4D 01 00 01 00", "i-sync overflow at=0x00010000:thumbee:ns\n");
  expect(COUNTED, "70 8F 3C 21 99 F6 04 C0", "i-sync trace-on at=0xC004F698:thumb count=7695\n");
  expect(COUNTED, "70 00 61 00 80 00 00", "i-sync debug-exit at=0x00008000:arm count=0\n");
}

// A cycle count packet directly after an I-sync belongs to the I-sync. A periodic I-sync has none.
CASE(cycle_count_packets) {
  expect(COUNTED, "08 21 00 80 00 00 04 AC 02 84",
         "i-sync trace-on at=0x00008000:arm count=300\ncycle\ninstruction E\n");
  expect(COUNTED, "08 21 00 80 00 00 84 04 AC 02", "i-sync trace-on at=0x00008000:arm\ncycle\ninstruction E\n");
  expect(COUNTED, "08 01 00 80 00 00 04 AC 02", "i-sync periodic at=0x00008000:arm\n");
}

CASE(context_and_other_packets) {
  expect(CONTEXT_1, "6E 05 3C FF", "context value=0x5\nvmid value=0xFF\n");
  expect(0, "0C 66", "trigger\nignore\n");
  expect(ETMCR_DATA_VALUE, "84 26 5A 62", "instruction E\n");
}

// After an A-sync a full timestamp must follow. Elsewhere, a full timestamp shows a request.
CASE(timestamps) {
  expect(0, "42 BD 9A C3 CE AF 90 80 80 00 46 70",
         "timestamp time=562536959293\ntimestamp time=562536959344 clock-change\n");
  expect(0, "42 BD 9A C3 CE AF 90 80 80 00 42 BD 9A C3 CE AF 90 80 80 00",
         "timestamp time=562536959293\nsync-request\ntimestamp time=562536959293\n");
}
