// SPDX-License-Identifier: Apache-2.0
// The packet decoder for ETMv3: examples packet by packet, the map of all headers by version and mode, then each
// example cut, split and damaged.
#include "decode_bench.h"

// ETMIDR of ETMv3.`minor`, with the original and with the alternative encoding of branch addresses.
#define V3(minor) (0x410CF200u | (minor) << 4)
#define V3_ALT(minor) (V3(minor) | 1u << 20)
#define VIRTUALIZATION (1u << 26)
#define TS48_GRAY 0u
#define TS48_BINARY (1u << 28)
#define TS64_GRAY (1u << 29)
#define TS64_BINARY (3u << 28)
#define COUNTED ETMCR_CYCLE_ACCURATE
#define CONTEXT(n) (FIELD_OF(ETMCR_CONTEXT_ID, n))
#define VALUES ETMCR_DATA_VALUE
#define ADDRESSES ETMCR_DATA_ADDRESS

#define ASYNC \
  { "00 00 00 00 00 80", "A-sync" }

// Bytes by hand from IHI 0014Q 7.3 to 7.10 and from docs/silicon.md 15, with the meaning that these give. OpenCSD 1.3.3
// lists the same packets, except in its known deviations (tests/opencsd).
static const struct stream streams[] = {
    {"A-sync, any length",
     0,
     V3(5),
     0,
     {
         ASYNC,
         {"00 00 00 00 00 00 00 80", "A-sync"},
         {"00 00 00 00 00 80", "A-sync"},
         {"00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80", "A-sync"},
     }},
    {"I-sync",
     0,
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"08 01 00 80 00 00", "I-sync addr=0x00008000 ARM reason=periodic ns=0"},
         {"08 21 5D 11 02 C0", "I-sync addr=0xC002115C Thumb reason=trace-on ns=0"},
         {"08 4D 01 00 01 00", "I-sync addr=0x00010000 ThumbEE reason=overflow ns=1"},
         {"08 2B 00 00 00 80", "I-sync addr=0x80000000 ARM reason=trace-on ns=1 hyp=1"},
         {"08 71 02 10 00 20", "I-sync addr=0x20001002 Jazelle reason=debug-exit ns=0"},
         {"08 71 03 10 00 20", "I-sync addr=0x20001003 Jazelle reason=debug-exit ns=0"},
     }},
    {"I-sync with Context ID of size 1",
     CONTEXT(1),
     V3(5),
     0,
     {
         ASYNC,
         {"08 2A 01 00 80 00 00", "I-sync addr=0x00008000 ARM reason=periodic ns=0 context-id=0x2A"},
     }},
    {"I-sync with Context ID of size 2",
     CONTEXT(2),
     V3(5),
     0,
     {
         ASYNC,
         {"08 34 12 21 01 80 00 00", "I-sync addr=0x00008000 Thumb reason=trace-on ns=0 context-id=0x1234"},
     }},
    {"I-sync with Context ID of size 3",
     CONTEXT(3),
     V3(5),
     0,
     {
         ASYNC,
         {"08 78 56 34 12 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0 context-id=0x12345678"},
     }},
    {"I-sync, counted",
     COUNTED,
     V3(5),
     0,
     {
         ASYNC,
         {"70 8F 3C 21 99 F6 04 C0", "I-sync addr=0xC004F698 Thumb reason=trace-on ns=0 cc=7695"},
         {"70 01 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0 cc=1"},
         {"70 FF FF FF FF 0F 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0 cc=4294967295"},
         {"70 00 41 00 80 00 00", "I-sync addr=0x00008000 ARM reason=overflow ns=0 cc=0"},
         {"70 05 01 00 80 00 00", "I-sync addr=0x00008000 ARM reason=periodic ns=0 cc=5"},
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
     }},
    {"I-sync, data-only",
     ETMCR_DATA_ONLY | VALUES,
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"08 21", "I-sync addr=0x???????? unknown reason=trace-on ns=0"},
         {"08 01", "I-sync addr=0x???????? unknown reason=periodic ns=0"},
         {"08 2B", "I-sync addr=0x???????? unknown reason=trace-on ns=1 hyp=1"},
         {"26 5A", "data 0x5A"},
         {"08 35", "I-sync addr=0x???????? unknown reason=trace-on ns=0"},
         {"0C", "trigger"},
     }},
    {"I-sync, data-only, with Context ID",
     ETMCR_DATA_ONLY | VALUES | CONTEXT(3),
     V3(5),
     0,
     {
         ASYNC,
         {"08 78 56 34 12 21", "I-sync addr=0x???????? unknown reason=trace-on ns=0 context-id=0x12345678"},
         {"6E 01 02 03 04", "context-id 0x4030201"},
     }},
    // Before the first complete address, the bits that no packet has reported are unknown, and so is the instruction
    // set.
    {"before the first I-sync",
     0,
     V3(3),
     0,
     {
         ASYNC,
         {"84", "P-header E"},
         {"11", "branch addr=0x??????20 unknown bytes=1"},
         {"B3 A5 05", "branch addr=0x??02A564 unknown bytes=3"},
         {"11", "branch addr=0x??02A520 unknown bytes=1"},
         {"8D 80 FE FF 8F", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=? deprecated-form"},
         {"11", "branch addr=0xFFFF0020 ARM bytes=1"},
         {"08 21 01 80 00 C0", "I-sync addr=0xC0008000 Thumb reason=trace-on ns=0"},
         {"11", "branch addr=0xC0008010 Thumb bytes=1"},
     }},
    {"before the first I-sync, alternative encoding",
     0,
     V3_ALT(4),
     0,
     {
         ASYNC,
         {"B3 A5 05", "branch addr=0x??02A564 unknown bytes=3"},
         {"B3 A5 85 01", "branch addr=0x?042A564 unknown bytes=4"},
         {"81 80 84 80 50 01", "branch addr=0x00010000 Thumb bytes=5 exception=0 ns=1"},
         {"B3 05", "branch addr=0x000102B2 Thumb bytes=2"},
     }},
    {"before the first whole data address and timestamp",
     ADDRESSES,
     V3(5),
     TS48_BINARY,
     {
         ASYNC,
         {"22 34", "data addr=0x??????34"},
         {"22 B4 24", "data addr=0x????1234"},
         {"22 B4 A4 80 80 08", "data addr=0x80001234"},
         {"22 35", "data addr=0x80001235"},
         {"42 35", "timestamp unknown"},
         {"42 80 81 80 80 80 80 00", "timestamp 0x80"},
         {"42 35", "timestamp 0xB5"},
     }},
    {"data-only is not in ETMv3.0",
     ETMCR_DATA_ONLY,
     V3(0),
     0,
     {
         ASYNC,
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
         {"84", "P-header E"},
         {"09", "branch addr=0x00008010 ARM bytes=1"},
     }},
    {"load/store in progress",
     0,
     V3(5),
     0,
     {
         ASYNC,
         {"08 A1 00 10 02 C0 05", "I-sync addr=0xC0021000 ARM reason=trace-on ns=0 current=0xC0021008"},
         {"07", "branch addr=0xC002100C ARM bytes=1"},
         {"08 A1 00 10 02 C0 85 12", "I-sync addr=0xC0021000 ARM reason=trace-on ns=0 current=0xC0021208"},
         {"07", "branch addr=0xC002120C ARM bytes=1"},
         {"08 A1 00 80 00 00 05", "I-sync addr=0x00008000 ARM reason=trace-on ns=0 current=0x00008008"},
         {"08 A1 00 80 00 00 85 80 80 80 0C", "I-sync addr=0x00008000 ARM reason=trace-on ns=0 current=0x80000008"},
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
     }},
    {"load/store in progress, alternative encoding",
     0,
     V3_ALT(5),
     0,
     {
         ASYNC,
         {"08 A1 00 10 02 C0 85 12", "I-sync addr=0xC0021000 ARM reason=trace-on ns=0 current=0xC0021208"},
         {"08 A5 01 10 02 C0 85 80 80 80 18", "I-sync addr=0xC0021000 ThumbEE reason=trace-on ns=0 current=0x80000004"},
         {"09", "branch addr=0x80000008 ThumbEE bytes=1"},
     }},
    {"load/store in progress, counted",
     COUNTED,
     V3(5),
     0,
     {
         ASYNC,
         {"70 14 A1 01 10 02 C0 09", "I-sync addr=0xC0021000 Thumb reason=trace-on ns=0 current=0xC0021008 cc=20"},
     }},
    {"the longest I-sync",
     COUNTED | CONTEXT(3),
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"70 FF FF FF FF 0F 44 33 22 11 AF 01 10 02 C0 85 80 80 80 18",
          "I-sync addr=0xC0021000 ThumbEE reason=trace-on ns=1 hyp=1 current=0x80000004 context-id=0x11223344 "
          "cc=4294967295"},
     }},
    {"P-headers",
     0,
     V3(5),
     0,
     {
         ASYNC,
         {"C8", "P-header EEN"},
         {"8A", "P-header NE"},
         {"E8", "P-header EEEEEEEEEEN"},
         {"84", "P-header E"},
         {"BC", "P-header EEEEEEEEEEEEEEE"},
         {"FC", "P-header EEEEEEEEEEEEEEEN"},
         {"DC", "P-header EEEEEEEN"},
         {"C0", "P-header N"},
         {"80", "P-header "},
     }},
    {"P-headers, counted",
     COUNTED,
     V3(5),
     0,
     {
         ASYNC,
         {"C8", "P-header WEWEWN"},
         {"8A", "P-header WNE"},
         {"E8", "P-header WWWE"},
         {"84", "P-header WE"},
         {"BC", "P-header WWWWWWWW"},
         {"FC", "P-header WWWWWWWWE"},
         {"DC", "P-header WEWEWEWEWEWEWEWN"},
         {"C0", "P-header WN"},
         {"92", "P-header E"},
         {"96", "P-header N"},
     }},
    {"cycle counts",
     COUNTED,
     V3(5),
     0,
     {
         ASYNC,
         {"04 01", "cycle-count cc=1"},
         {"04 AC 02", "cycle-count cc=300"},
         {"04 A0 8D 06", "cycle-count cc=100000"},
         {"04 80 80 80 80 01", "cycle-count cc=268435456"},
         {"04 FF FF FF FF 0F", "cycle-count cc=4294967295"},
         {"04 00", "cycle-count cc=0"},
     }},
    {"Context ID of size 1",
     CONTEXT(1),
     V3(5),
     0,
     {
         ASYNC,
         {"6E 05", "context-id 0x5"},
     }},
    {"Context ID of size 2",
     CONTEXT(2),
     V3(5),
     0,
     {
         ASYNC,
         {"6E 34 12", "context-id 0x1234"},
     }},
    {"Context ID of size 3",
     CONTEXT(3),
     V3(5),
     0,
     {
         ASYNC,
         {"6E EF BE AD DE", "context-id 0xDEADBEEF"},
     }},
    {"VMID",
     ETMCR_VMID,
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"3C 05", "vmid 0x5"},
         {"3C 00", "vmid 0x0"},
         {"3C FF", "vmid 0xFF"},
     }},
    {"branches, original encoding",
     0,
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
         {"09", "branch addr=0x00008010 ARM bytes=1"},
         {"9B 12", "branch addr=0x00009234 ARM bytes=2"},
         {"9B 92 43", "branch addr=0x00219234 ARM bytes=3"},
         {"BD D6 E8 48", "branch addr=0x12345678 ARM bytes=4"},
         {"89 80 FE FF 0F", "branch addr=0xFFFF0010 ARM bytes=5"},
         {"D1 A2 88 80 1C", "branch addr=0xC0021150 Thumb bytes=5"},
         {"61", "branch addr=0xC0021160 Thumb bytes=1"},
         {"F1 3F", "branch addr=0xC0021FF0 Thumb bytes=2"},
         {"D3 F9 6A", "branch addr=0xC01ABCD2 Thumb bytes=3"},
         {"E1 9B AF 4D", "branch addr=0xC9ABCDE0 Thumb bytes=4"},
         {"81 80 84 80 50 40", "branch addr=0x00010000 ThumbEE bytes=5 exception=0 ns=0"},
         {"81 02", "branch addr=0x00010100 ThumbEE bytes=2"},
         {"87 C0 80 80 64 00", "branch addr=0x20001003 Jazelle bytes=5 exception=0 ns=0"},
         {"5F", "branch addr=0x2000102F Jazelle bytes=1"},
         {"FF 43", "branch addr=0x200010FF Jazelle bytes=2"},
         {"83 C0 10", "branch addr=0x20021001 Jazelle bytes=3"},
         {"8D 80 FE FF 4F 3C", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=0 cancel"},
         {"85 80 FE FF 4F 14", "branch addr=0xFFFF0008 ARM bytes=5 exception=10 ns=0"},
         {"89 80 FE FF 4F 39", "branch addr=0xFFFF0010 ARM bytes=5 exception=12 ns=1 cancel"},
         {"85 80 80 80 48 04", "branch addr=0x00000008 ARM bytes=5 exception=2 ns=0"},
         {"8B 80 80 80 4C 87 20", "branch addr=0x80000014 ARM bytes=5 exception=3 ns=1 hyp=1"},
         {"81 80 81 80 48 81 00", "branch addr=0x00008000 ARM bytes=5 exception=0 ns=1 hyp=0"},
         {"8D 80 FE FF 8F", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=1 deprecated-form"},
         {"89 80 FE FF C7", "branch addr=0xFFFF0010 ARM bytes=5 exception=12 ns=1 cancel deprecated-form"},
         {"8F 80 80 80 A8", "branch addr=0x0000001C ARM bytes=5 exception=15 ns=1 deprecated-form"},
         {"09", "branch addr=0x00000010 ARM bytes=1"},
     }},
    {"the old form of exceptions",
     0,
     V3(0),
     0,
     {
         ASYNC,
         {"81 80 80 80 80", "branch addr=0x00000000 ARM bytes=5 exception=8 ns=? deprecated-form"},
         {"83 80 FE FF 87", "branch addr=0xFFFF0004 ARM bytes=5 exception=9 ns=? deprecated-form"},
         {"85 80 80 80 80", "branch addr=0x00000008 ARM bytes=5 exception=10 ns=? deprecated-form"},
         {"87 80 80 80 C0", "branch addr=0x0000000C ARM bytes=5 exception=11 ns=? cancel deprecated-form"},
         {"89 80 80 80 C0", "branch addr=0x00000010 ARM bytes=5 exception=12 ns=? cancel deprecated-form"},
         {"8B 80 80 80 80", "branch addr=0x00000014 ARM bytes=5 exception=0 ns=? deprecated-form"},
         {"8D 80 80 80 80", "branch addr=0x00000018 ARM bytes=5 exception=0 ns=? deprecated-form"},
         {"8F 80 80 80 80", "branch addr=0x0000001C ARM bytes=5 exception=0 ns=? deprecated-form"},
         {"8F 80 80 80 A0", "branch addr=0x0000001C ARM bytes=5 exception=5 ns=? deprecated-form"},
         {"89 80 80 80 F0", "branch addr=0x00000010 ARM bytes=5 exception=4 ns=? cancel deprecated-form"},
         {"81 80 80 80 BA", "branch addr=0x40000000 ARM bytes=5 exception=1 ns=? deprecated-form"},
     }},
    {"branches, alternative encoding",
     0,
     V3_ALT(5),
     0,
     {
         ASYNC,
         {"08 21 51 11 02 C0", "I-sync addr=0xC0021150 Thumb reason=trace-on ns=0"},
         {"61", "branch addr=0xC0021160 Thumb bytes=1"},
         {"F1 3F", "branch addr=0xC0021FF0 Thumb bytes=2"},
         {"D7 E8 08", "branch addr=0xC0023456 Thumb bytes=3"},
         {"D3 F9 2A", "branch addr=0xC00ABCD2 Thumb bytes=3"},
         {"E1 9B AF 1D", "branch addr=0xC3ABCDE0 Thumb bytes=4"},
         {"81 82 80 C0 10", "branch addr=0x08000100 Thumb bytes=5"},
         {"91 42 3C", "branch addr=0x08000110 Thumb bytes=2 exception=14 ns=0 cancel"},
         {"C1 C6 44 14", "branch addr=0x08012340 Thumb bytes=3 exception=10 ns=0"},
         {"C1 C6 84 48 12", "branch addr=0x09012340 Thumb bytes=4 exception=9 ns=0"},
         {"81 80 80 80 52 3E", "branch addr=0x20000000 Thumb bytes=5 exception=15 ns=0 cancel"},
         {"C1 40 01", "branch addr=0x20000040 Thumb bytes=2 exception=0 ns=1"},
         {"81 80 81 80 08", "branch addr=0x00008000 ARM bytes=5"},
         {"9B 12", "branch addr=0x00009234 ARM bytes=2"},
         {"9B 82 43 3D", "branch addr=0x00018234 ARM bytes=3 exception=14 ns=1 cancel"},
         {"87 C0 80 80 24", "branch addr=0x20001003 Jazelle bytes=5"},
         {"FF 03", "branch addr=0x200010FF Jazelle bytes=2"},
         {"83 C0 08", "branch addr=0x20011001 Jazelle bytes=3"},
         {"83 C0 88 4F 0B", "branch addr=0x20F11001 Jazelle bytes=4 exception=5 ns=1"},
         {"8D 80 FE FF 8F", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=1 deprecated-form"},
     }},
    {"the alternative encoding is not in ETMv3.3",
     0,
     V3_ALT(3),
     0,
     {
         ASYNC,
         {"9B 12", "branch addr=0x????1234 unknown bytes=2"},
         {"9B 52", "branch addr=0x????5234 unknown bytes=2"},
     }},
    {"branches, ARMv7-M",
     0,
     V3_ALT(4),
     0,
     {
         ASYNC,
         {"08 21 01 01 00 08", "I-sync addr=0x08000100 Thumb reason=trace-on ns=0"},
         {"81 44 30", "branch addr=0x08000200 Thumb bytes=2 exception=8 ns=0 cancel"},
         {"91 44 16", "branch addr=0x08000210 Thumb bytes=2 exception=11 ns=0"},
         {"95 44 3E", "branch addr=0x08000214 Thumb bytes=2 exception=15 ns=0 cancel"},
         {"81 46 A6 01", "branch addr=0x08000300 Thumb bytes=2 exception=19 ns=0 hyp=0 cancel"},
         {"81 66 B0 01", "branch addr=0x08001300 Thumb bytes=2 exception=24 ns=0 hyp=0 cancel"},
         {"81 68 92 01", "branch addr=0x08001400 Thumb bytes=2 exception=25 ns=0 hyp=0"},
         {"81 A6 44 BE 0F", "branch addr=0x08011300 Thumb bytes=3 exception=255 ns=0 hyp=0 cancel"},
         {"91 66 A2 44", "branch addr=0x08011310 Thumb bytes=2 exception=1 ns=0 hyp=0 cancel resume=4"},
         {"A1 66 A8 87 44", "branch addr=0x08011320 Thumb bytes=2 exception=116 ns=0 hyp=0 cancel resume=4"},
         {"B1 66 80 44", "branch addr=0x08011330 Thumb bytes=2 exception=0 ns=0 hyp=0 resume=4"},
         {"81 80 40 82 01", "branch addr=0x08000000 Thumb bytes=3 exception=17 ns=0 hyp=0"},
         {"81 44 B0 3F", "branch addr=0x08000200 Thumb bytes=2 exception=504 ns=0 hyp=0 cancel"},
     }},
    {"AltISA lasts until an information byte or an I-sync says otherwise",
     0,
     V3(3),
     0,
     {
         ASYNC,
         {"08 25 01 80 00 00", "I-sync addr=0x00008000 ThumbEE reason=trace-on ns=0"},
         {"09", "branch addr=0x00008008 ThumbEE bytes=1"},
         {"81 80 84 80 10", "branch addr=0x00010000 ThumbEE bytes=5"},
         {"81 80 80 80 08", "branch addr=0x00000000 ARM bytes=5"},
         {"81 80 84 80 10", "branch addr=0x00010000 ThumbEE bytes=5"},
         {"8D 80 FE FF 8F", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=0 deprecated-form"},
         {"81 80 84 80 10", "branch addr=0x00010000 ThumbEE bytes=5"},
         {"81 80 84 80 50 00", "branch addr=0x00010000 Thumb bytes=5 exception=0 ns=0"},
         {"81 80 84 80 10", "branch addr=0x00010000 Thumb bytes=5"},
         {"81 80 84 80 50 41", "branch addr=0x00010000 ThumbEE bytes=5 exception=0 ns=1"},
         {"08 21 01 80 00 00", "I-sync addr=0x00008000 Thumb reason=trace-on ns=0"},
         {"81 80 84 80 10", "branch addr=0x00010000 Thumb bytes=5"},
     }},
    {"AltISA with a short address counts for the next five address bytes",
     0,
     V3_ALT(4),
     0,
     {
         ASYNC,
         {"08 21 01 80 00 00", "I-sync addr=0x00008000 Thumb reason=trace-on ns=0"},
         {"81 42 40", "branch addr=0x00008100 Thumb bytes=2 exception=0 ns=0"},
         {"09", "branch addr=0x00008108 Thumb bytes=1"},
         {"81 80 84 80 10", "branch addr=0x00010000 ThumbEE bytes=5"},
         {"81 42 00", "branch addr=0x00010100 ThumbEE bytes=2 exception=0 ns=0"},
         {"81 80 84 80 10", "branch addr=0x00010000 Thumb bytes=5"},
     }},
    {"Hyp means nothing without virtualization",
     0,
     V3_ALT(5),
     0,
     {
         ASYNC,
         {"91 42 BC 20", "branch addr=0x????0220 unknown bytes=2 exception=14 ns=0 hyp=0 cancel"},
     }},
    {"Hyp lasts",
     0,
     V3(5),
     VIRTUALIZATION,
     {
         ASYNC,
         {"08 2B 00 00 00 80", "I-sync addr=0x80000000 ARM reason=trace-on ns=1 hyp=1"},
         {"8D 80 80 80 48 9D 00", "branch addr=0x00000018 ARM bytes=5 exception=14 ns=1 hyp=0"},
         {"8D 80 80 80 48 9D 20", "branch addr=0x00000018 ARM bytes=5 exception=14 ns=1 hyp=1"},
         {"8D 80 80 80 48 9D 40", "branch addr=0x00000018 ARM bytes=5 exception=14 ns=1 hyp=1"},
     }},
    {"exception exit, from the A7 capture",
     COUNTED,
     V3(5),
     TS64_BINARY,
     {
         ASYNC,
         {"88", "P-header WEWE"},
         {"76", "exception-return"},
         {"42 85 2B", "timestamp unknown"},
         {"BC", "P-header WWWWWWWW"},
         {"D7 BA 86 DB 0D", "branch addr=0xB6C33AAC ARM bytes=5"},
     }},
    {"exception exit and entry, ARMv7-M",
     VALUES,
     V3_ALT(4),
     0,
     {
         ASYNC,
         {"08 21 01 01 00 08", "I-sync addr=0x08000100 Thumb reason=trace-on ns=0"},
         {"84", "P-header E"},
         {"76", "exception-return"},
         {"81 04", "branch addr=0x08000200 Thumb bytes=2"},
         {"84", "P-header E"},
         {"81 44 30", "branch addr=0x08000200 Thumb bytes=2 exception=8 ns=0 cancel"},
         {"7E", "exception-entry"},
     }},
    {"trigger and ignore",
     0,
     V3(5),
     0,
     {
         ASYNC,
         {"0C", "trigger"},
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
         {"84", "P-header E"},
         {"66", "ignore"},
         {"66", "ignore"},
         {"84", "P-header E"},
     }},
    {"timestamps, 64 bits",
     0,
     V3(5),
     TS64_BINARY,
     {
         ASYNC,
         {"42 BD 9A C3 CE AF 90 80 80 00", "timestamp 0x82F9D0CD3D"},
         {"42 DF 1E", "timestamp 0x82F9D0CF5F"},
         {"42 70", "timestamp 0x82F9D0CF70"},
         {"46 F0 9E 47", "timestamp 0x82F9D1CF70"},
         {"42 90 E4 D0 B2 87 D3 AE EE FE", "timestamp 0xFEDCBA9876543210"},
     }},
    {"timestamps, 48 bits",
     0,
     V3(5),
     TS48_BINARY,
     {
         ASYNC,
         {"42 BC B5 E2 B3 C5 C6 04", "timestamp 0x123456789ABC"},
         {"42 40", "timestamp 0x123456789AC0"},
         {"46 C0 37", "timestamp 0x123456789BC0"},
         {"42 FF FF FF FF FF FF 3F", "timestamp 0xFFFFFFFFFFFF"},
     }},
    {"timestamps, 48 bits, Gray: compressed as coded",
     0,
     V3(5),
     TS48_GRAY,
     {
         ASYNC,
         {"42 E2 AF 93 EA E7 E5 06", "timestamp 0x123456789ABC"},
         {"42 C0 34", "timestamp 0x123456789380"},
     }},
    {"timestamps, 64 bits, Gray",
     0,
     V3(5),
     TS64_GRAY,
     {
         ASYNC,
         {"42 98 D6 F8 EB C4 FA B9 D9 81", "timestamp 0xFEDCBA9876543210"},
         {"42 00", "timestamp 0xFEDCBA9876543200"},
     }},
    {"data, values",
     VALUES,
     V3(5),
     0,
     {
         ASYNC,
         {"22", "data 0x0"},
         {"26 5A", "data 0x5A"},
         {"2A 34 12", "data 0x1234"},
         {"2E EF CD AB 89", "data 0x89ABCDEF"},
         {"06 07", "data 0x7"},
         {"54", "data-placeholder tag=1"},
         {"58", "data-placeholder tag=2"},
         {"5C", "data-placeholder tag=3"},
         {"74", "data-placeholder tag=1"},
         {"20", "data-late tag=1 0x0"},
         {"24 55", "data-late tag=1 0x55"},
         {"48 22 11", "data-late tag=2 0x1122"},
         {"6C 44 33 22 11", "data-late tag=3 0x11223344"},
         {"6A", "data-not-traced"},
         {"7A", "data-not-traced"},
         {"84", "P-header E"},
         {"62", "data-suppressed"},
         {"88", "P-header EE"},
         {"22", "data 0x0"},
         {"50", "store-failed"},
         {"84", "P-header E"},
         {"54", "data-placeholder tag=1"},
         {"20", "data-late tag=1 0x0"},
         {"50", "store-failed"},
         {"02", "data 0x0"},
     }},
    {"data, addresses and values",
     ADDRESSES | VALUES,
     V3(5),
     0,
     {
         ASYNC,
         {"2E 80 A0 80 80 02 78 56 34 12", "data addr=0x20001000 0x12345678"},
         {"26 C4 21 78", "data addr=0x200010C4 0x78"},
         {"2E 04 44 33 22 11", "data addr=0x20001084 0x11223344"},
         {"0E 44 33 22 11", "data 0x11223344"},
         {"2E 80 80 80 80 18 01 02 03 04", "data addr=0x80000000 big-endian 0x4030201"},
         {"22 10", "data addr=0x80000010 0x0"},
         {"74 14", "data-placeholder tag=1 addr=0x80000014"},
         {"78 80 01", "data-placeholder tag=2 addr=0x80000080"},
         {"5C", "data-placeholder tag=3"},
         {"24 55", "data-late tag=1 0x55"},
         {"7A 10", "data-not-traced addr=0x80000090"},
         {"6A", "data-not-traced"},
         {"22 FF FF FF 7F", "data addr=0x8FFFFFFF 0x0"},
     }},
    {"data, addresses alone: SS says nothing",
     ADDRESSES,
     V3(5),
     0,
     {
         ASYNC,
         {"22 80 A0 80 80 02", "data addr=0x20001000"},
         {"2E 04", "data addr=0x20001004"},
         {"0E", "data"},
         {"84", "P-header E"},
         {"7C 08", "data-placeholder tag=3 addr=0x20001008"},
         {"7A 0C", "data-not-traced addr=0x2000100C"},
         {"62", "data-suppressed"},
     }},
    {"whole stream A: an IRQ and its return",
     0,
     V3(5),
     0,
     {
         ASYNC,
         {"08 21 00 80 00 00", "I-sync addr=0x00008000 ARM reason=trace-on ns=0"},
         {"C8", "P-header EEN"},
         {"84", "P-header E"},
         {"81 82 84 80 10", "branch addr=0x00010100 Thumb bytes=5"},
         {"90", "P-header EEEE"},
         {"8D 80 FE FF 4F 3C", "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=0 cancel"},
         {"88", "P-header EE"},
         {"76", "exception-return"},
         {"87 82 84 80 10", "branch addr=0x00010106 Thumb bytes=5"},
         {"8C", "P-header EEE"},
     }},
    {"whole stream B: a gap in trace, counted",
     COUNTED,
     V3(5),
     0,
     {
         ASYNC,
         {"70 00 21 01 11 02 C0", "I-sync addr=0xC0021100 Thumb reason=trace-on ns=0 cc=0"},
         {"88", "P-header WEWE"},
         {"A8", "P-header WWW"},
         {"82", "P-header WEE"},
         {"A4", "P-header WW"},
         {"D1 88 C1 01", "branch addr=0xC0304450 Thumb bytes=4"},
         {"70 22 21 B5 EF 04 C0", "I-sync addr=0xC004EFB4 Thumb reason=trace-on ns=0 cc=34"},
         {"84", "P-header WE"},
         {"C4", "P-header WEWN"},
     }},
    {"whole stream C: ARMv7-M",
     0,
     V3_ALT(4),
     0,
     {
         ASYNC,
         {"08 21 01 01 00 08", "I-sync addr=0x08000100 Thumb reason=trace-on ns=0"},
         {"94", "P-header EEEEE"},
         {"8C", "P-header EEE"},
         {"C1 46 16", "branch addr=0x08000340 Thumb bytes=2 exception=11 ns=0"},
         {"88", "P-header EE"},
         {"76", "exception-return"},
         {"87 04", "branch addr=0x08000206 Thumb bytes=2"},
         {"8A", "P-header NE"},
     }},
};
#define STREAMS (sizeof streams / sizeof *streams)

// @feature every ETMv3 packet, byte by byte; resumable at every byte
CASE(examples) { decode_split(streams, STREAMS); }

CASE(cut_streams) { decode_cut(streams, STREAMS); }

// --- the map of headers --------------------------------------------------------------------------------------------

// Even headers below 0x80 (IHI 0014Q 7.2), then those from 0x80 on (tables 7.2 and 7.3); NULL is reserved.

static const char *const low[64] = {
    "A-sync",
    "data",
    "cycle-count",
    "data",
    "I-sync",
    "data",
    "trigger",
    "data",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "data-late",
    "data",
    "data-late",
    "data",
    "data-late",
    "data",
    "data-late",
    "data",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "bad",
    "vmid",
    "bad",
    "data-late",
    "timestamp",
    "data-late",
    "timestamp",
    "data-late",
    "bad",
    "data-late",
    "bad",
    "store-failed",
    "bad",
    "data-placeholder",
    "bad",
    "data-placeholder",
    "bad",
    "data-placeholder",
    "bad",
    "data-late",
    "data-suppressed",
    "data-late",
    "ignore",
    "data-late",
    "data-not-traced",
    "data-late",
    "context-id",
    "I-sync",
    "bad",
    "data-placeholder",
    "exception-return",
    "data-placeholder",
    "data-not-traced",
    "data-placeholder",
    "exception-entry",
};
static const struct {
  const char *plain, *counted;
} p_headers[64] = {
    {"", "W"},
    {"EE", "WEE"},
    {"E", "WE"},
    {"EN", "WEN"},
    {"EE", "WEWE"},
    {"NE", "WNE"},
    {"EEE", "WEWEWE"},
    {"NN", "WNN"},
    {"EEEE", "WEWEWEWE"},
    {NULL, "E"},
    {"EEEEE", "WEWEWEWEWE"},
    {NULL, "N"},
    {"EEEEEE", "WEWEWEWEWEWE"},
    {NULL, NULL},
    {"EEEEEEE", "WEWEWEWEWEWEWE"},
    {NULL, NULL},
    {"EEEEEEEE", "W"},
    {NULL, NULL},
    {"EEEEEEEEE", "WW"},
    {NULL, NULL},
    {"EEEEEEEEEE", "WWW"},
    {NULL, NULL},
    {"EEEEEEEEEEE", "WWWW"},
    {NULL, NULL},
    {"EEEEEEEEEEEE", "WWWWW"},
    {NULL, NULL},
    {"EEEEEEEEEEEEE", "WWWWWW"},
    {NULL, NULL},
    {"EEEEEEEEEEEEEE", "WWWWWWW"},
    {NULL, NULL},
    {"EEEEEEEEEEEEEEE", "WWWWWWWW"},
    {NULL, NULL},
    {"N", "WN"},
    {NULL, NULL},
    {"EN", "WEWN"},
    {NULL, NULL},
    {"EEN", "WEWEWN"},
    {NULL, NULL},
    {"EEEN", "WEWEWEWN"},
    {NULL, NULL},
    {"EEEEN", "WEWEWEWEWN"},
    {NULL, NULL},
    {"EEEEEN", "WEWEWEWEWEWN"},
    {NULL, NULL},
    {"EEEEEEN", "WEWEWEWEWEWEWN"},
    {NULL, NULL},
    {"EEEEEEEN", "WEWEWEWEWEWEWEWN"},
    {NULL, NULL},
    {"EEEEEEEEN", "WE"},
    {NULL, NULL},
    {"EEEEEEEEEN", "WWE"},
    {NULL, NULL},
    {"EEEEEEEEEEN", "WWWE"},
    {NULL, NULL},
    {"EEEEEEEEEEEN", "WWWWE"},
    {NULL, NULL},
    {"EEEEEEEEEEEEN", "WWWWWE"},
    {NULL, NULL},
    {"EEEEEEEEEEEEEN", "WWWWWWE"},
    {NULL, NULL},
    {"EEEEEEEEEEEEEEN", "WWWWWWWE"},
    {NULL, NULL},
    {"EEEEEEEEEEEEEEEN", "WWWWWWWWE"},
    {NULL, NULL},
};

// The first version with the header; 0 if the map does not give it.
static unsigned since(const char *name) {
  static const struct {
    const char *name;
    unsigned minor;
  } later[] = {{"vmid", 5}, {"timestamp", 5}, {"exception-return", 4}, {"exception-entry", 4}};
  for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
    if (strcmp(name, later[i].name) == 0) return later[i].minor;
  }
  return 0;
}

static const char *expected_kind(unsigned header, unsigned minor, bool counted) {
  if (header & 1) return "branch";
  const char *name = low[header / 2];
  if (header == 0x04 && !counted) return "bad";
  if (header == 0x70 && !counted) return "bad";
  return since(name) > minor ? "bad" : name;
}

static const char *expected_atoms(unsigned header, unsigned minor, bool counted) {
  const bool format_0 = header == 0x80, format_4 = header == 0x92 || header == 0x96;
  if (counted && ((format_0 && minor > 0) || (format_4 && minor < 3))) return NULL;
  return counted ? p_headers[header / 2 - 64].counted : p_headers[header / 2 - 64].plain;
}

static void keep_second(void *user, const struct packet *p) {
  struct packet *kept = user;
  if (p->offset == 6) *kept = *p;
}

// The bytes after an A-sync: only a header, and bytes that belong to each packet.
static struct packet packet_of(const struct config *config, unsigned header) {
  uint8_t bytes[40] = {0, 0, 0, 0, 0, 0x80, (uint8_t)header};
  struct packet p = {.kind = (enum packet_kind)PACKET_KINDS};
  struct decoder d;
  memset(bytes + 7, header ? 0x01 : 0, sizeof bytes - 7);
  if (header == 0) bytes[12] = 0x80;
  decode_start(&d, config, keep_second, &p);
  decode_bytes(&d, bytes, sizeof bytes);
  return p;
}

static void check_header(const struct config *config, unsigned header, bool counted) {
  const unsigned minor = config_minor(config);
  const struct packet p = packet_of(config, header);
  const bool p_header = header >= 0x80 && !(header & 1);
  const char *atoms = p_header ? expected_atoms(header, minor, counted) : NULL;
  const char *kind = !p_header ? expected_kind(header, minor, counted) : atoms ? "P-header" : "bad";
  char text[200], expected[200];
  assert_in_range(p.kind, 0, PACKET_KINDS - 1);
  snprintf(text, sizeof text, "ETMv3.%u %s %02X %s", minor, counted ? "CA" : "NC", header, packet_name[p.kind]);
  snprintf(expected, sizeof expected, "ETMv3.%u %s %02X %s", minor, counted ? "CA" : "NC", header, kind);
  assert_string_equal(text, expected);
  if (p.kind == PACKET_BAD) assert_string_equal(p.error, "expected a packet header that this configuration allows");
  if (!atoms) return;
  packet_text(&p, text, sizeof text);
  snprintf(expected, sizeof expected, "P-header %s", atoms);
  assert_string_equal(text, expected);
}

// @feature each of the 256 headers, in ETMv3.0 to 3.5, cycle-accurate or not: the packet, or reserved
CASE(header_map) {
  for (unsigned minor = 0; minor <= 5; minor++) {
    for (unsigned counted = 0; counted < 2; counted++) {
      const uint32_t etmcr = (counted ? COUNTED : 0) | CONTEXT(3) | VALUES | ADDRESSES;
      const struct config config = config_with(etmcr, V3(minor), 0);
      for (unsigned header = 0; header < 256; header++) check_header(&config, header, counted);
    }
  }
}

// Expects that only the headers of `list` (hexadecimal) are reserved although the map has them.
static void expect_reserved(uint32_t etmcr, const char *list) {
  const struct config config = config_with(etmcr, V3(5), 0);
  uint8_t reserved[256];
  const size_t count = parse_hex(list, reserved);
  for (unsigned header = 0; header < 256; header++) {
    const bool odd = header & 1, in_map = odd || (header >= 0x80 ? p_headers[header / 2 - 64].plain != NULL
                                                                 : strcmp(low[header / 2], "bad") != 0);
    const bool listed = memchr(reserved, (int)header, count);
    if (header == 0x04 || header == 0x70) continue;
    assert_int_equal(packet_of(&config, header).kind == PACKET_BAD, !in_map || listed);
  }
}

#define DATA_HEADERS "02 06 0A 0E 22 26 2A 2E 54 58 5C 74 78 7C 62 6A 7A "
#define VALUE_HEADERS "20 24 28 2C 40 44 48 4C 60 64 68 6C 50 "

// With these settings of Context ID, data and data-only, some headers cannot occur and are reserved.
CASE(headers_of_modes) {
  char code[2000] = "62 ";
  size_t used = strlen(code);
  for (unsigned header = 0; header < 256; header++) {
    if (!(header & 1) && header < 0x80) continue;
    used += (size_t)snprintf(code + used, sizeof code - used, "%02X ", header);
  }
  expect_reserved(CONTEXT(1), DATA_HEADERS VALUE_HEADERS);
  expect_reserved(CONTEXT(2) | ADDRESSES, VALUE_HEADERS);
  expect_reserved(VALUES, "6E ");
  expect_reserved(CONTEXT(1) | VALUES | ETMCR_DATA_ONLY, code);
}

// --- fields that packet_text does not show -------------------------------------------------------------------------

static struct packet last_packet(uint32_t etmcr, uint32_t etmidr, uint32_t etmccer, const char *hex) {
  struct config config = config_with(etmcr, etmidr, etmccer);
  return last_packet_of(&config, hex);
}

CASE(security_state) {
  struct packet p = last_packet(0, V3(5), 0, "00 00 00 00 00 80 21");
  assert_false(p.ns_known);
  p = last_packet(0, V3(5), 0, "00 00 00 00 00 80 81 80 80 80 48 01 21");
  assert_true(p.ns_known && p.ns && p.info_bytes == 0);
  p = last_packet(0, V3(5), VIRTUALIZATION, "00 00 00 00 00 80 08 2B 00 80 00 00 21");
  assert_true(p.ns_known && p.ns && p.hyp && p.info_bytes == 0);
  p = last_packet(ETMCR_DATA_ONLY, V3(5), VIRTUALIZATION, "00 00 00 00 00 80 08 2B");
  assert_true(p.ns_known && p.ns && p.hyp);
  // The deprecated form does not report NS.
  p = last_packet(0, V3(5), 0, "00 00 00 00 00 80 08 29 00 80 00 00 8D 80 FE FF 8F");
  assert_true(p.old_form && p.ns_known && p.ns && p.info_bytes == 0);
}

CASE(other_fields) {
  struct packet p = last_packet(CONTEXT(3), V3(5), 0, "00 00 00 00 00 80 08 78 56 34 12 21 00 80 00 00");
  assert_int_equal(p.value, 0x12345678);
  p = last_packet(0, V3(5), TS64_BINARY, "00 00 00 00 00 80 46 F0 9E 47");
  assert_true(p.clock_change && p.timestamp_bytes == 3);
  p = last_packet(0, V3(5), TS64_BINARY, "00 00 00 00 00 80 46 F0 9E 47 42 01");
  assert_false(p.clock_change);
  p = last_packet(0, V3(5), TS64_BINARY, "00 00 00 00 00 80 42 BD 9A C3 CE AF 90 80 80 00");
  assert_int_equal(p.timestamp_bytes, 9);
  p = last_packet(0, V3(5), TS48_BINARY, "00 00 00 00 00 80 42 BC B5 E2 B3 C5 C6 04");
  assert_int_equal(p.timestamp_bytes, 7);
  p = last_packet(0, V3(5), 0, "00 00 00 00 00 80 08 A1 00 10 02 C0 05 08 21 00 80 00 00");
  assert_true(!p.in_progress && p.current == 0);
  p = last_packet(COUNTED, V3(5), 0, "00 00 00 00 00 80 E8");
  assert_true(p.atom_count == 4 && p.cycles == 7 && p.atoms == 0);
  p = last_packet(COUNTED, V3(5), 0, "00 00 00 00 00 80 DC");
  assert_true(p.atom_count == 16 && p.cycles == 0x5555 && p.atoms == 0x8000);
}

// --- bad bytes -----------------------------------------------------------------------------------------------------

CASE(reserved_headers) {
  const struct config config = config_with(0, V3(5), 0);
  for (unsigned header = 2; header < 256; header += 2) {
    char hex[8];
    if (packet_of(&config, header).kind != PACKET_BAD) continue;
    snprintf(hex, sizeof hex, "%02X ", header);
    expect_bad(&config, hex,
               header == 0x6E ? "bad expected no Context ID packet, for ETMCR[15:14] is 0 (IHI 0014Q 7.3.6)"
                              : "bad expected a packet header that this configuration allows");
  }
}

struct bad {
  uint32_t etmcr, etmidr, etmccer;
  const char *bytes, *text;
};

static const struct bad bad_fields[] = {
    {0, V3(5), 0, "00 00 00 00 80 ", "bad A-sync: expected 5 or more zero bytes, then 0x80"},
    {0, V3(5), 0, "00 00 00 00 00 00 81 ", "bad A-sync: expected 5 or more zero bytes, then 0x80"},
    {0, V3(5), 0, "08 20 ", "bad I-sync information byte: expected bit 0 = 1"},
    {CONTEXT(3), V3(5), 0, "08 78 56 34 12 20 ", "bad I-sync information byte: expected bit 0 = 1"},
    {ETMCR_DATA_ONLY, V3(5), 0, "08 20 ", "bad I-sync information byte: expected bit 0 = 1"},
    {0, V3(5), 0, "08 23 ", "bad I-sync: expected Hyp = 0 without virtualization"},
    {0, V3(4), VIRTUALIZATION, "08 23 ", "bad I-sync: expected Hyp = 0 without virtualization"},
    {0, V3(2), 0, "08 25 ", "bad I-sync: expected AltISA = 0 before ETMv3.3"},
    {0, V3(1), 0, "08 29 ", "bad I-sync: expected NS = 0 before ETMv3.2"},
    {0, V3(5), 0, "08 25 00 80 00 00 ", "bad I-sync: expected AltISA = 0 in ARM and Jazelle state"},
    {0, V3(5), 0, "08 35 01 80 00 00 ", "bad I-sync: expected AltISA = 0 in ARM and Jazelle state"},
    {0, V3(5), 0, "08 21 02 80 00 00 ", "bad I-sync in ARM state: expected address bit 1 = 0"},
    {COUNTED, V3(5), 0, "70 80 80 80 80 10 ", "bad fifth cycle count byte: expected bits 7:4 = 0"},
    {COUNTED, V3(5), 0, "04 80 80 80 80 80 ", "bad fifth cycle count byte: expected bits 7:4 = 0"},
    {0, V3(5), 0, "08 A1 00 10 02 C0 04 ", "bad second address of an I-sync: expected bit 0 = 1 in its first byte"},
    {0, V3(5), 0, "08 A1 00 10 02 C0 85 80 80 80 18 ",
     "bad second address of an I-sync: expected the instruction set of the first"},
    {0, V3(5), 0, "08 A1 00 10 02 C0 85 80 80 80 4C ", "bad second address of an I-sync: expected no exception"},
    {0, V3(5), 0, "08 A1 00 10 02 C0 85 80 80 80 8C ", "bad second address of an I-sync: expected no exception"},
    {0, V3_ALT(5), 0, "08 A1 00 10 02 C0 85 52 ", "bad second address of an I-sync: expected no exception"},
    {0, V3(5), 0, "08 A1 00 10 02 C0 85 80 80 80 00 ",
     "bad fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001"},
    {0, V3(5), 0, "81 80 80 80 07 ",
     "bad fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001"},
    {0, V3(5), 0, "81 80 80 80 47 ",
     "bad fifth address byte: expected an alignment marker, bits 5:3 = 1xx, 01x or 001"},
    {0, V3(5), 0, "81 80 80 80 90 ", "bad fifth address byte: expected EEE other than 010 and 011"},
    {0, V3(5), 0, "81 80 80 80 D8 ", "bad fifth address byte: expected EEE other than 010 and 011"},
    {0, V3(3), 0, "8D 80 FE FF 4F 9C ", "bad information byte 0: expected bit 7 = 0 before ETMv3.4"},
    {0, V3(2), 0, "81 80 84 80 50 40 ", "bad information byte 0: expected AltISA = 0 before ETMv3.3"},
    {0, V3(1), 0, "81 80 84 80 50 01 ", "bad information byte 0: expected NS = 0 before ETMv3.2"},
    {0, V3(5), 0, "81 80 84 80 48 40 ", "bad information byte 0: expected AltISA = 0, the target is not Thumb"},
    {0, V3(5), 0, "81 80 84 80 68 40 ", "bad information byte 0: expected AltISA = 0, the target is not Thumb"},
    {0, V3_ALT(5), 0, "81 42 40 ", "bad information byte 0: expected AltISA = 0, the target is not Thumb"},
    {0, V3_ALT(5), 0, "91 42 9C C0 ", "bad information byte 2: expected bits 7:4 = 0100"},
    {0, V3_ALT(5), 0, "91 42 9C 50 ", "bad information byte 2: expected bits 7:4 = 0100"},
    {0, V3_ALT(5), 0, "91 42 9C 80 00 ", "bad information byte 2: expected bits 7:4 = 0100"},
    {0, V3(5), 0, "42 80 80 80 80 80 80 40 ", "bad seventh timestamp byte: expected bits 7:6 = 0"},
    {ADDRESSES, V3(5), 0, "22 80 80 80 80 20 ", "bad fifth data address byte: expected bits 7:5 = 0"},
    {ADDRESSES, V3(5), 0, "74 80 80 80 80 82 ", "bad fifth data address byte: expected bits 7:5 = 0"},
};

// @feature resynchronization at the next A-sync after a bad ETMv3 packet
CASE(bad_packets) {
  for (size_t i = 0; i < sizeof bad_fields / sizeof *bad_fields; i++) {
    const struct bad *b = &bad_fields[i];
    struct config config = config_with(b->etmcr, b->etmidr, b->etmccer);
    expect_bad(&config, b->bytes, b->text);
  }
}

// By hand from IHI 0014Q 7.3 and 7.4.
CASE(async_inside_packet) {
  static const struct joined rows[] = {
      {0, 0, 3, 1, "81 82", "branch addr=0x??000200 unknown bytes=3"},
      {0, TS48_BINARY, 3, 1, "42 81", "timestamp unknown"},
      {COUNTED, 0, 3, 1, "04 81", "cycle-count cc=1"},
      {0, VIRTUALIZATION, 2, 1, "3C", "vmid 0x0"},
      {CONTEXT(2), 0, 3, 2, "6E", "context-id 0x0"},
      {0, 0, 6, 4, "08 21", "I-sync addr=0x00000000 ARM reason=trace-on ns=0"},
      {VALUES, 0, 5, 4, "0E", "data 0x0"},
      {ADDRESSES, 0, 3, 1, "22 81", "data addr=0x????0001"},
  };
  expect_joined(rows, sizeof rows / sizeof *rows, V3(5));
}

// After a bad packet, the decoder does not use the addresses from before it.
CASE(forgets_after_bad_packet) {
  static const char *const start =
      "00 00 00 00 00 80 08 29 5D 11 02 C0 42 BC B5 E2 B3 C5 C6 04 22 80 A0 80 80 02 10 00 00 00 00 00 80";
  char hex[200];
  snprintf(hex, sizeof hex, "%s 21", start);
  struct packet p = last_packet(ADDRESSES, V3(5), TS48_BINARY, hex);
  assert_int_equal(p.address, 0x40);
  assert_false(p.ns_known || p.ns);
  snprintf(hex, sizeof hex, "%s 42 7F", start);
  assert_int_equal(last_packet(ADDRESSES, V3(5), TS48_BINARY, hex).timestamp, 0x7F);
  snprintf(hex, sizeof hex, "%s 22 7F", start);
  assert_int_equal(last_packet(ADDRESSES, V3(5), TS48_BINARY, hex).address, 0x7F);
}

// Any bytes: no crash, each byte is counted once, and the division into buffers has no effect.
CASE(random_bytes) {
  enum { SIZE = 4096, ROUNDS = 600 };
  static uint8_t bytes[SIZE];
  unsigned kinds = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    struct rng r = rng_seed(seed, 0);
    const uint32_t data_only = rng_chance(&r, 20) ? ETMCR_DATA_ONLY : 0;
    const uint32_t etmcr = (uint32_t)rng_next(&r) & (COUNTED | CONTEXT(3) | VALUES | ADDRESSES);
    const uint32_t etmidr = (rng_chance(&r, 50) ? V3_ALT(0) : V3(0)) | (rng_chance(&r, 70) ? 5 : rng_below(&r, 5)) << 4;
    const struct config config = config_with(etmcr | data_only, etmidr, (uint32_t)rng_next(&r));
    static const uint8_t often[] = {0, 0, 0, 0x80, 0x08, 0x70, 0x21, 0x42, 0x2E, 0x84};
    random_stream(&r, bytes, SIZE, often, sizeof often);
    struct sum whole = decode_random(&config, bytes, SIZE, NULL);
    struct sum pieces = decode_random(&config, bytes, SIZE, &r);
    assert_int_equal(whole.hash, pieces.hash);
    kinds |= whole.kinds;
  }
  assert_int_equal(kinds, ((1u << PACKET_KINDS) - 1) & ~(1u << PACKET_ATOM | 1u << PACKET_WAYPOINT_UPDATE));
}
