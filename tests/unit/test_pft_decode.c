// SPDX-License-Identifier: Apache-2.0
// The packet decoder: examples packet by packet, then each example cut, split and damaged.
#include "decode_bench.h"

#define V1_0 0x411CF301
#define V1_1 0x411CF312
#define TS48_GRAY 0x00000000
#define TS48_BINARY 0x10000000
#define TS64_BINARY 0x30000000
#define VIRTUALIZATION 0x04000000
#define COUNTED ETMCR_CYCLE_ACCURATE
#define CONTEXT(n) (FIELD_OF(ETMCR_CONTEXT_ID, n))

#define ASYNC \
  { "00 00 00 00 00 80", "A-sync" }
#define ISYNC_8000 \
  { "08 00 80 00 80 21", "I-sync addr=0x80008000 ARM reason=trace-on ns=0" }
#define ISYNC_8000_COUNTED \
  { "08 00 80 00 80 21 80", "I-sync addr=0x80008000 ARM reason=trace-on ns=0 cc=0" }

// Bytes by hand from IHI 0035B 4.5.1 to 4.5.11 and from docs/silicon.md, with the meaning that these give. OpenCSD
// 1.3.3 lists the same packets, except in its known deviations (tests/opencsd).
static const struct stream streams[] = {
    {"A-sync, any length",
     0,
     V1_1,
     0,
     {ASYNC,
      {"00 00 00 00 00 00 80", "A-sync"},
      {"00 00 00 00 00 00 00 00 00 80", "A-sync"},
      {"00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80", "A-sync"}}},
    {"I-sync",
     0,
     V1_1,
     0,
     {ASYNC,
      {"08 00 80 00 80 21", "I-sync addr=0x80008000 ARM reason=trace-on ns=0"},
      {"08 83 8D 01 C0 01", "I-sync addr=0xC0018D82 Thumb reason=periodic ns=0"},
      {"08 54 05 00 80 61", "I-sync addr=0x80000554 ARM reason=debug-exit ns=0"},
      {"08 01 80 00 80 4D", "I-sync addr=0x80008000 ThumbEE reason=overflow ns=1"}}},
    // Before the first complete address, the bits that no packet has reported are unknown, and so is the instruction
    // set.
    {"before the first I-sync",
     0,
     V1_1,
     0,
     {ASYNC,
      {"84", "atom E"},
      {"11", "branch addr=0x??????20 unknown bytes=1"},
      {"B3 A5 05", "branch addr=0x??02A564 unknown bytes=3"},
      {"72 B3 05", "waypoint-update addr=0x??028564 unknown bytes=2"},
      {"42 35", "timestamp unknown"},
      {"81 80 84 80 10", "branch addr=0x00010000 Thumb bytes=5"},
      {"11", "branch addr=0x00010010 Thumb bytes=1"},
      {"08 00 80 00 80 21", "I-sync addr=0x80008000 ARM reason=trace-on ns=0"},
      {"11", "branch addr=0x80008020 ARM bytes=1"}}},
    {"I-sync, counted",
     COUNTED,
     V1_1,
     0,
     {ASYNC,
      {"08 28 63 03 C0 29 F0 17", "I-sync addr=0xC0036328 ARM reason=trace-on ns=1 cc=380"},
      {"08 DF 8D 01 C0 21 CC 03", "I-sync addr=0xC0018DDE Thumb reason=trace-on ns=0 cc=51"},
      {"08 83 8D 01 C0 01", "I-sync addr=0xC0018D82 Thumb reason=periodic ns=0"},
      {"08 00 80 00 80 21 80", "I-sync addr=0x80008000 ARM reason=trace-on ns=0 cc=0"}}},
    {"I-sync with Context ID",
     CONTEXT(3),
     V1_1,
     0,
     {ASYNC,
      {"08 00 80 00 80 21 44 33 22 11", "I-sync addr=0x80008000 ARM reason=trace-on ns=0 context-id=0x11223344"},
      {"08 00 00 00 00 01 00 00 00 00", "I-sync addr=0x00000000 ARM reason=periodic ns=0 context-id=0x0"}}},
    {"the longest I-sync",
     COUNTED | CONTEXT(3),
     V1_1,
     VIRTUALIZATION,
     {ASYNC,
      {"08 01 80 00 80 4F E0 E7 8A 8D 09 44 33 22 11",
       "I-sync addr=0x80008000 ThumbEE reason=overflow ns=1 hyp=1 context-id=0x11223344 cc=305419896"}}},
    {"atoms",
     0,
     V1_1,
     0,
     {ASYNC,
      {"84", "atom E"},
      {"86", "atom N"},
      {"8A", "atom EN"},
      {"8C", "atom NE"},
      {"94", "atom ENE"},
      {"BC", "atom NNNE"},
      {"D0", "atom ENEEE"},
      {"C0", "atom EEEEE"},
      {"FE", "atom NNNNN"}}},
    {"atoms, counted",
     COUNTED,
     V1_1,
     0,
     {ASYNC,
      {"84", "atom E cc=1"},
      {"A6", "atom N cc=9"},
      {"BC", "atom E cc=15"},
      {"C2 01", "atom N cc=16"},
      {"E8 20", "atom E cc=522"},
      {"E2 E7 8A 8D 09", "atom N cc=305419896"},
      {"FC FF FF FF 7F", "atom E cc=4294967295"},
      {"80", "atom E cc=0"}}},
    {"branches",
     0,
     V1_1,
     VIRTUALIZATION,
     {ASYNC,
      ISYNC_8000,
      {"21", "branch addr=0x80008040 ARM bytes=1"},
      {"A3 10", "branch addr=0x80009044 ARM bytes=2"},
      {"A3 90 21", "branch addr=0x80109044 ARM bytes=3"},
      {"A3 90 A1 10", "branch addr=0x84109044 ARM bytes=4"},
      {"A3 90 A1 90 08", "branch addr=0x04109044 ARM bytes=5"},
      {"23", "branch addr=0x04109044 ARM bytes=1"},
      {"8D 80 80 40 1C", "branch addr=0x00000018 ARM bytes=4 exception=14 ns=0"},
      {"8F 40 1E", "branch addr=0x0000001C ARM bytes=2 exception=15 ns=0"},
      {"81 80 82 80 10", "branch addr=0x00008000 Thumb bytes=5"},
      {"03", "branch addr=0x00008002 Thumb bytes=1"},
      {"83 20", "branch addr=0x00009002 Thumb bytes=2"},
      {"83 A0 22", "branch addr=0x00089002 Thumb bytes=3"},
      {"83 A0 A2 20", "branch addr=0x04089002 Thumb bytes=4"},
      {"83 A0 A2 A0 18", "branch addr=0x84089002 Thumb bytes=5"},
      {"89 60 01", "branch addr=0x84089008 Thumb bytes=2 exception=0 ns=1"},
      {"85 80 FE FF 4F 04", "branch addr=0xFFFF0008 ARM bytes=5 exception=2 ns=0"},
      {"81 82 82 80 58 40", "branch addr=0x80008100 ThumbEE bytes=5 exception=0 ns=0"},
      {"23", "branch addr=0x80008122 ThumbEE bytes=1"},
      {"C5 42 00", "branch addr=0x80008144 Thumb bytes=2 exception=0 ns=0"},
      {"95 80 40 87 20", "branch addr=0x80000014 Thumb bytes=3 exception=3 ns=1 hyp=1"},
      {"95 40 9A 01", "branch addr=0x80000014 Thumb bytes=2 exception=29 ns=0 hyp=0"},
      {"91 40 8A 15", "branch addr=0x80000010 Thumb bytes=2 exception=341 ns=0 hyp=0"},
      {"F3 D9 A2 A3 22", "branch addr=0x12345679 Jazelle bytes=5"},
      {"81 80 80 80 48 02", "branch addr=0x00000000 ARM bytes=5 exception=1 ns=0"},
      {"FD 9E 80 80 18", "branch addr=0x80000F7C Thumb bytes=5"},
      {"BD 85 80 80 0C", "branch addr=0x80000578 ARM bytes=5"}}},
    {"ThumbEE lasts until an information byte or an I-sync says otherwise",
     0,
     V1_1,
     0,
     {ASYNC,
      {"08 01 80 00 80 25", "I-sync addr=0x80008000 ThumbEE reason=trace-on ns=0"},
      {"11", "branch addr=0x80008010 ThumbEE bytes=1"},
      {"81 80 82 80 10", "branch addr=0x00008000 ThumbEE bytes=5"},
      {"81 40 00", "branch addr=0x00008000 Thumb bytes=2 exception=0 ns=0"},
      {"81 80 82 80 10", "branch addr=0x00008000 Thumb bytes=5"},
      {"81 40 40", "branch addr=0x00008000 ThumbEE bytes=2 exception=0 ns=0"},
      {"08 01 80 00 80 21", "I-sync addr=0x80008000 Thumb reason=trace-on ns=0"},
      {"81 80 82 80 10", "branch addr=0x00008000 Thumb bytes=5"}}},
    {"branches, counted",
     COUNTED,
     V1_1,
     0,
     {ASYNC,
      ISYNC_8000_COUNTED,
      {"21 00", "branch addr=0x80008040 ARM bytes=1 cc=0"},
      {"23 3C", "branch addr=0x80008044 ARM bytes=1 cc=15"},
      {"21 40 01", "branch addr=0x80008040 ARM bytes=1 cc=16"},
      {"21 7C 7F", "branch addr=0x80008040 ARM bytes=1 cc=2047"},
      {"21 40 80 01", "branch addr=0x80008040 ARM bytes=1 cc=2048"},
      {"21 54 B4 04", "branch addr=0x80008040 ARM bytes=1 cc=9029"},
      {"21 60 E7 8A 8D 09", "branch addr=0x80008040 ARM bytes=1 cc=305419896"},
      {"21 7C FF FF FF 7F", "branch addr=0x80008040 ARM bytes=1 cc=4294967295"},
      {"8D 80 FE FF 4F 1D 3C", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=1 cc=15"},
      {"8D 80 80 80 48 1D 50 06", "branch addr=0x00000018 ARM bytes=5 exception=14 ns=1 cc=100"},
      {"08 A3 85 01 C0 01", "I-sync addr=0xC00185A2 Thumb reason=periodic ns=0"},
      {"BB B6 BD 01 04", "branch addr=0xC02F5B3A Thumb bytes=4 cc=1"},
      {"08 A1 9E 01 C0 01", "I-sync addr=0xC0019EA0 Thumb reason=periodic ns=0"},
      {"A3 0B 68 17", "branch addr=0xC00185A2 Thumb bytes=2 cc=378"}}},
    {"waypoint updates move the reference",
     0,
     V1_1,
     0,
     {ASYNC,
      ISYNC_8000,
      {"72 09", "waypoint-update addr=0x80008010 ARM bytes=1"},
      {"72 FB 1F", "waypoint-update addr=0x80009FF4 ARM bytes=2"},
      {"05", "branch addr=0x80009F08 ARM bytes=1"},
      {"72 F5 BF 82 80 10", "waypoint-update addr=0x00009FF4 Thumb bytes=5"},
      {"72 F9 BF 82 80 50 40", "waypoint-update addr=0x00009FF8 ThumbEE bytes=5"},
      {"05", "branch addr=0x00009F84 ThumbEE bytes=1"}}},
    // AltIS = 1 is ThumbEE state: the branch is compressed relative to the I-sync.
    {"an information byte decides how a branch after a waypoint update is read",
     0,
     V1_1,
     0,
     {ASYNC,
      {"08 01 80 00 80 21", "I-sync addr=0x80008000 Thumb reason=trace-on ns=0"},
      {"72 FB 9F 81 80 08", "waypoint-update addr=0x00009FF4 ARM bytes=5"},
      {"85 42 40", "branch addr=0x80008104 ThumbEE bytes=2 exception=0 ns=0"},
      {"03", "branch addr=0x80008102 ThumbEE bytes=1"},
      {"72 F9 BF 82 80 50 40", "waypoint-update addr=0x00009FF8 ThumbEE bytes=5"},
      {"85 42 40", "branch addr=0x00008104 ThumbEE bytes=2 exception=0 ns=0"}}},
    {"waypoint updates carry no count",
     COUNTED,
     V1_1,
     0,
     {ASYNC,
      ISYNC_8000_COUNTED,
      {"72 79", "waypoint-update addr=0x800080F0 ARM bytes=1"},
      {"8D 80 FE FF 4F 1D 3C", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=1 cc=15"}}},
    {"single-byte packets and VMID",
     COUNTED,
     V1_1,
     0,
     {ASYNC,
      {"0C", "trigger"},
      {"76", "exception-return"},
      {"66", "ignore"},
      {"3C 07", "vmid 0x7"},
      {"3C 00", "vmid 0x0"},
      {"3C FF", "vmid 0xFF"}}},
    {"Context ID, 8 bits", CONTEXT(1), V1_1, 0, {ASYNC, {"6E AA", "context-id 0xAA"}}},
    {"Context ID, 16 bits", CONTEXT(2), V1_1, 0, {ASYNC, {"6E CD AB", "context-id 0xABCD"}}},
    {"Context ID, 32 bits",
     CONTEXT(3),
     V1_1,
     0,
     {ASYNC, {"6E 78 56 34 12", "context-id 0x12345678"}, {"6E 00 00 00 00", "context-id 0x0"}, {"3C 00", "vmid 0x0"}}},
    {"a count of zero ends no A-sync",
     COUNTED | CONTEXT(3),
     V1_1,
     0,
     {ASYNC, {"6E 00 00 00 00", "context-id 0x0"}, {"80", "atom E cc=0"}}},
    {"timestamps, 48 bits, binary",
     0,
     V1_1,
     TS48_BINARY,
     {ASYNC,
      {"42 E7 F0 AE C8 8E 8B 00", "timestamp 0x58E90BB867"},
      {"42 7F", "timestamp 0x58E90BB87F"},
      {"42 FF 72", "timestamp 0x58E90BB97F"},
      {"46 D4 EC E1 D4 CB DB 3F", "timestamp 0xFEDCBA987654"}}},
    {"timestamps, 48 bits, Gray",
     0,
     V1_1,
     TS48_GRAY,
     {ASYNC, {"42 E7 F0 AE C8 8E 8B 00", "timestamp 0x6F4E0D2FBA"}, {"42 7F", "timestamp 0x6F4E0D2FAA"}}},
    {"timestamps, 64 bits, counted",
     COUNTED,
     V1_1,
     TS64_BINARY,
     {ASYNC,
      {"42 CC 97 C6 CE AF 90 80 80 00 00", "timestamp 0x82F9D18BCC cc=0"},
      {"42 49 00", "timestamp 0x82F9D18BC9 cc=0"},
      {"42 90 E4 D0 B2 87 D3 AE EE FE 50 01", "timestamp 0xFEDCBA9876543210 cc=20"}}},
    {"timestamps, version 1.0 is 48 bits, Gray, whatever ETMCCER says",
     COUNTED,
     V1_0,
     TS64_BINARY,
     {ASYNC,
      {"42 E7 F0 AE C8 8E 8B 00 0C", "timestamp 0x6F4E0D2FBA cc=3"},
      {"42 E4 EE A0 C8 8E 8B 00 54 AA 36", "timestamp 0x6F4E0FDA47 cc=111269"}}},
    {"debug exit, call, breakpoint, return stack (A15)",
     ETMCR_RETURN_STACK,
     V1_1,
     0x34C01AC2,
     {ASYNC,
      {"08 54 05 00 80 61", "I-sync addr=0x80000554 ARM reason=debug-exit ns=0"},
      {"84", "atom E"},
      {"81 80 80 80 48 02", "branch addr=0x00000000 ARM bytes=5 exception=1 ns=0"},
      {"08 A0 1B 00 80 61", "I-sync addr=0x80001BA0 ARM reason=debug-exit ns=0"},
      {"AD 05", "branch addr=0x80000558 ARM bytes=2"},
      {"C8", "atom EENEE"},
      {"C8", "atom EENEE"},
      {"F0", "atom NNEEE"},
      {"BC", "atom NNNE"},
      {"2F", "branch addr=0x8000055C ARM bytes=1"}}},
    {"idle loop and IRQ (A9)",
     COUNTED,
     V1_0,
     0x000008EA,
     {ASYNC,
      {"08 2C 0E 01 C0 29 84", "I-sync addr=0xC0010E2C ARM reason=trace-on ns=1 cc=1"},
      {"42 81 95 A0 C8 8E 8B 00 00", "timestamp 0x6F4E0FF301 cc=0"},
      {"42 81 15 64 01", "timestamp 0x6F4E0FF301 cc=25"},
      {"79 70 A3 8D 09", "branch addr=0xC0010EF0 ARM bytes=1 cc=2386492"},
      {"72 79", "waypoint-update addr=0xC0010EF0 ARM bytes=1"},
      {"8D 80 FE FF 4F 1D 28", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=1 cc=10"},
      {"08 00 FD 00 C0 29 C0 02", "I-sync addr=0xC000FD00 ARM reason=trace-on ns=1 cc=32"}}},
    {"periodic sync with pending atoms (A15)",
     ETMCR_RETURN_STACK,
     V1_1,
     0x34C01AC2,
     {ASYNC,
      {"08 AD 0F 00 80 01", "I-sync addr=0x80000FAC Thumb reason=periodic ns=0"},
      {"B3 1E", "branch addr=0x80000F32 Thumb bytes=2"},
      {"D2", "atom ENEEN"},
      {"D4", "atom ENENE"},
      ASYNC,
      {"7D", "branch addr=0x80000F7C Thumb bytes=1"},
      {"08 7D 0F 00 80 01", "I-sync addr=0x80000F7C Thumb reason=periodic ns=0"},
      {"9B 13", "branch addr=0x8000099A Thumb bytes=2"},
      {"C0", "atom EEEEE"},
      ASYNC,
      {"F4", "atom NNENE"},
      {"88", "atom EE"},
      {"08 ED 07 00 80 01", "I-sync addr=0x800007EC Thumb reason=periodic ns=0"}}},
    {"encoder arithmetic",
     COUNTED,
     V1_1,
     TS64_BINARY,
     {ASYNC,
      {"08 28 63 03 C0 01", "I-sync addr=0xC0036328 ARM reason=periodic ns=0"},
      {"A7 EA 0E 44 01", "branch addr=0xC0076A4C ARM bytes=3 cc=17"},
      {"76", "exception-return"},
      {"42 EC 99 C6 CE AF 90 80 80 00 00", "timestamp 0x82F9D18CEC cc=0"},
      {"42 85 1A 00", "timestamp 0x82F9D18D05 cc=0"},
      {"CC 03", "atom E cc=51"}}},
};
#define STREAMS (sizeof streams / sizeof *streams)

// @feature every PFT packet, byte by byte; resumable at every byte
CASE(examples) { decode_split(streams, STREAMS); }

CASE(cut_streams) { decode_cut(streams, STREAMS); }

// --- fields that packet_text does not show -------------------------------------------------------------------------

static struct packet last_packet(uint32_t etmcr, uint32_t etmccer, const char *hex) {
  struct config config = config_with(etmcr, V1_1, etmccer);
  return last_packet_of(&config, hex);
}

CASE(security_state) {
  struct packet p = last_packet(0, 0, "00 00 00 00 00 80 21");
  assert_false(p.ns_known);
  p = last_packet(0, 0, "00 00 00 00 00 80 89 60 01 21");
  assert_true(p.ns_known && p.ns);
  p = last_packet(0, VIRTUALIZATION, "00 00 00 00 00 80 08 00 80 00 80 2B 21");
  assert_true(p.ns_known && p.ns && p.hyp && p.info_bytes == 0);
  p = last_packet(0, VIRTUALIZATION, "00 00 00 00 00 80 08 00 80 00 80 2B 8D 40 1C");
  assert_true(!p.ns && p.hyp);  // Hyp not sent: unchanged
  p = last_packet(CONTEXT(3), 0, "00 00 00 00 00 80 08 00 80 00 80 21 44 33 22 11");
  assert_int_equal(p.value, 0x11223344);
}

// --- bad bytes -----------------------------------------------------------------------------------------------------

#define NO_CONTEXT "bad expected no Context ID packet, for ETMCR[15:14] is 0 (IHI 0035B 4.5.7)"

// @feature reserved headers are bad packets; resynchronization at the next A-sync
CASE(reserved_headers) {
  static const uint8_t used[] = {0x00, 0x08, 0x0C, 0x3C, 0x42, 0x46, 0x66, 0x72, 0x76};
  struct config config = config_default_pft;
  config.etmidr = V1_1;
  int reserved = 0;
  for (int header = 0; header < 0x84; header += 2) {
    char hex[8];
    if (header < 0x80 && memchr(used, header, sizeof used)) continue;
    snprintf(hex, sizeof hex, "%02X ", header);
    const bool context = header == 0x6E;
    expect_bad(&config, hex, context ? NO_CONTEXT : "bad expected a packet header that this configuration allows");
    reserved++;
  }
  assert_int_equal(reserved, 55 + 2);
}

struct bad {
  uint32_t etmcr, etmidr, etmccer;
  const char *bytes, *text;
};

static const struct bad bad_fields[] = {
    {0, V1_1, 0, "00 00 00 00 80 ", "bad A-sync: expected 5 or more zero bytes, then 0x80"},
    {0, V1_1, 0, "00 00 00 00 00 00 81 ", "bad A-sync: expected 5 or more zero bytes, then 0x80"},
    {0, V1_0, 0, "3C 07 ", "bad expected a packet header that this configuration allows"},
    {COUNTED, V1_1, 0, "6E ", NO_CONTEXT},
    {0, V1_1, 0, "08 00 80 00 80 20 ", "bad I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1"},
    {0, V1_1, 0, "08 00 80 00 80 31 ", "bad I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1"},
    {0, V1_1, 0, "08 00 80 00 80 A1 ", "bad I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1"},
    {0, V1_1, 0, "08 02 80 00 80 21 ", "bad I-sync in ARM state: expected address bit 1 = 0 and AltIS = 0"},
    {0, V1_1, 0, "08 00 80 00 80 25 ", "bad I-sync in ARM state: expected address bit 1 = 0 and AltIS = 0"},
    {0, V1_1, 0, "08 00 80 00 80 23 ", "bad I-sync: expected Hyp = 0 without virtualization"},
    {COUNTED, V1_1, 0, "08 00 80 00 80 21 3C ",
     "bad first cycle count byte of an I-sync: expected bit 7 = 1 and bits 1:0 = 0"},
    {COUNTED, V1_1, 0, "08 00 80 00 80 21 81 ",
     "bad first cycle count byte of an I-sync: expected bit 7 = 1 and bits 1:0 = 0"},
    {COUNTED, V1_1, 0, "08 00 80 00 80 21 C0 00 ", "bad I-sync: expected a final cycle count byte other than 0"},
    {COUNTED, V1_1, 0, "C2 80 80 80 80 ", "bad fifth cycle count byte: expected bit 7 = 0"},
    {COUNTED, V1_1, 0, "21 80 ", "bad first cycle count byte: expected bits 7, 1 and 0 = 0"},
    {COUNTED, V1_1, 0, "21 01 ", "bad first cycle count byte: expected bits 7, 1 and 0 = 0"},
    {COUNTED, V1_1, TS64_BINARY, "42 49 82 ", "bad first cycle count byte: expected bits 7, 1 and 0 = 0"},
    {0, V1_1, 0, "81 80 80 80 80 ", "bad fifth address byte: expected bit 7 = 0"},
    {0, V1_1, 0, "81 80 80 80 07 ", "bad fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001"},
    {0, V1_1, 0, "8F 40 3E ", "bad information byte 0: expected bit 5 = 0"},
    {0, V1_1, 0, "8F 40 40 ", "bad information byte: expected AltIS = 0, the target is not Thumb"},
    {0, V1_1, 0, "F3 D9 A2 A3 62 40 ", "bad information byte: expected AltIS = 0, the target is not Thumb"},
    {0, V1_1, 0, "8F 40 9A 41 ", "bad information byte 1: expected bits 7:6 = 0"},
    {0, V1_1, VIRTUALIZATION, "8F 40 9A 81 ", "bad information byte 1: expected bits 7:6 = 0"},
    {0, V1_1, 0, "8F 40 9A 21 ", "bad information byte 1: expected Hyp = 0 without virtualization"},
    {0, V1_1, 0, "72 08 ", "bad waypoint update: expected bit 0 = 1 in the first address byte"},
    {0, V1_1, 0, "72 89 60 ", "bad waypoint update: expected bit 6 = 0 in the last of 2 to 4 address bytes"},
    {0, V1_1, 0, "72 F9 BF 82 80 50 41 ", "bad waypoint update: expected only bit 6 in the information byte"},
    {0, V1_1, 0, "72 F9 BF 82 80 50 C0 ", "bad waypoint update: expected only bit 6 in the information byte"},
    {0, V1_1, 0, "72 F9 BF 82 80 00 ",
     "bad fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001"},
    {0, V1_1, 0, "42 80 80 80 80 80 80 40 ", "bad seventh timestamp byte: expected bits 7:6 = 0"},
};

CASE(bad_packets) {
  for (size_t i = 0; i < sizeof bad_fields / sizeof *bad_fields; i++) {
    const struct bad *b = &bad_fields[i];
    struct config config = config_with(b->etmcr, b->etmidr, b->etmccer);
    expect_bad(&config, b->bytes, b->text);
  }
}

// An I-sync without its last bytes continues into the next A-sync. The decoder examines the zeros that it consumed
// again.
CASE(async_inside_bad_packet) {
  for (size_t step = 1; step <= 40; step += 39) {
    struct bench b = {.packets = 4,
                      .packet = {{0, 6, "A-sync"},
                                 {6, 1, "bad I-sync information byte: expected bits 7 and 4 = 0 and bit 0 = 1"},
                                 {7, 6, "A-sync"},
                                 {13, 1, "atom E"}}};
    struct config config = config_default_pft;
    struct decoder d;
    b.size = parse_hex("00 00 00 00 00 80 08 00 00 00 00 00 80 84", b.bytes);
    decode_start(&d, &config, expect, &b);
    decode_in_steps(&d, &b, step);
    assert_int_equal(decode_end(&d), 0);
    assert_int_equal(b.seen, b.packets);
    assert_int_equal(d.unsynced, 0);
  }
}

// By IHI 0035B 4.5: 7 bits in each byte, and the last byte has bit 7 = 0. A Context ID and a VMID have a fixed number
// of bytes.
CASE(async_inside_packet) {
  static const struct joined rows[] = {
      {0, 0, 3, 1, "81 82", "branch addr=0x??000200 unknown bytes=3"},
      {0, 0, 2, 1, "81", "branch addr=0x????0000 unknown bytes=2"},
      {COUNTED, 0, 4, 2, "81 82", "branch addr=0x??000200 unknown bytes=3 cc=0"},
      {COUNTED, 0, 3, 1, "C2 81", "atom N cc=16"},
      {0, TS48_BINARY, 3, 1, "42 81", "timestamp unknown"},
      {COUNTED, TS48_BINARY, 4, 2, "42 81", "timestamp unknown cc=0"},
      {0, 0, 3, 1, "72 83", "waypoint-update addr=0x????0004 unknown bytes=2"},
      {0, VIRTUALIZATION, 2, 1, "3C", "vmid 0x0"},
      {CONTEXT(3), 0, 5, 4, "6E", "context-id 0x0"},
      {CONTEXT(3), 0, 5, 3, "6E 12", "context-id 0x12"},
      {CONTEXT(3), 0, 10, 4, "08 00 80 00 80 21", "I-sync addr=0x80008000 ARM reason=trace-on ns=0 context-id=0x0"},
  };
  expect_joined(rows, sizeof rows / sizeof *rows, V1_1);
}

// After a bad packet, the decoder does not use the addresses from before it.
CASE(forgets_after_bad_packet) {
  static const char start[] = "00 00 00 00 00 80 08 83 8D 01 C0 09 42 E7 F0 AE C8 8E 8B 00 02 00 00 00 00 00 80 ";
  char hex[200];
  snprintf(hex, sizeof hex, "%s 21", start);
  struct packet p = last_packet(0, TS48_BINARY, hex);
  assert_int_equal(p.address, 0x40);
  assert_false(p.ns_known || p.ns);
  snprintf(hex, sizeof hex, "%s 42 7F", start);
  assert_int_equal(last_packet(0, TS48_BINARY, hex).timestamp, 0x7F);
}

static void read_other_way(void *user, const struct packet *p) {
  assert_int_not_equal(p->kind, PACKET_BAD);
  if (p->two_ways) decode_other_way(user, p->kind);
}

// If branch packets are not compressed relative to an update to ThumbEE, the next five address bytes do not give
// ThumbEE.
CASE(other_way_has_no_alt_isa) {
  uint8_t bytes[64];
  const size_t size = parse_hex("00 00 00 00 00 80 08 01 80 00 80 21 72 F9 BF 82 80 50 40 05 F5 BF 82 80 10", bytes);
  const struct config config = config_with(0, V1_1, 0);
  struct decoder d;
  decode_start(&d, &config, read_other_way, &d);
  decode_bytes(&d, bytes, size);
  assert_int_equal(d.packet[PACKET_BRANCH].address, 0x00009FF4);
  assert_int_equal(d.packet[PACKET_BRANCH].isa, ISA_THUMB);
}

CASE(bytes_before_async) {
  struct bench b = {.packets = 2, .packet = {{5, 7, "A-sync"}, {12, 1, "atom E"}}};
  struct config config = config_default_pft;
  struct decoder d;
  b.size = parse_hex("84 00 00 80 12 00 00 00 00 00 00 80 84", b.bytes);
  decode_start(&d, &config, expect, &b);
  decode_bytes(&d, b.bytes, b.size);
  assert_int_equal(decode_end(&d), 0);
  assert_int_equal(b.seen, b.packets);
  assert_int_equal(d.unsynced, 5);
}

// --- random bytes --------------------------------------------------------------------------------------------------

// Any bytes: no crash, each byte is counted once, and the division into buffers has no effect.
CASE(random_bytes) {
  enum { SIZE = 4096, ROUNDS = 600 };
  static uint8_t bytes[SIZE];
  unsigned kinds = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    struct rng r = rng_seed(seed, 0);
    struct config config = config_default_pft;
    config.etmcr = (uint32_t)rng_next(&r) & (COUNTED | CONTEXT(3));
    config.etmidr = rng_chance(&r, 80) ? V1_1 : V1_0;
    config.etmccer = (uint32_t)rng_next(&r);
    static const uint8_t often[] = {0, 0, 0, 0x80, 0x08, 0x21, 0x72, 0x42};
    random_stream(&r, bytes, SIZE, often, sizeof often);
    struct sum whole = decode_random(&config, bytes, SIZE, NULL);
    struct sum pieces = decode_random(&config, bytes, SIZE, &r);
    assert_int_equal(whole.hash, pieces.hash);
    kinds |= whole.kinds;
  }
  assert_int_equal(kinds, ((1u << PACKET_P_HEADER) - 1) | 1u << PACKET_BAD);
}
