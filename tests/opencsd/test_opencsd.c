// SPDX-License-Identifier: Apache-2.0
// OpenCSD is itself examined first. A program and its trace are written by hand (and 36 bytes come from a real
// Cortex-A15, if the captures exist). Then each kind of fault must be reported with its place.

// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencsd.h"
#include "snapshot.h"

#define BASE 0x80008000u

static const uint32_t program[] = {
    0xE3A00001,  // 8000  mov r0, #1
    0xEB000001,  // 8004  bl 8010
    0xEAFFFFFE,  // 8008  b 8008
    0x00000000,  // 800C  never reached
    0xE3500000,  // 8010  cmp r0, #0
    0x0A000000,  // 8014  beq 801C
    0xE1A00000,  // 8018  nop
    0xE12FFF1E,  // 801C  bx lr
};

#define SYNC 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x08, 0x00, 0x80, 0x00, 0x80, 0x21

// bl, beq not taken, bx lr by a branch packet to 8008, b taken.
static const uint8_t trace[] = {SYNC, 0x8A, 0x05, 0x84};
// The same with the return stack: bl, beq not taken, bx lr to the address after bl, b taken: one atom packet.
static const uint8_t trace_return_stack[] = {SYNC, 0xA8};

static const char expected[] =
    "80008000-80008008 2 ARM\n"
    "80008010-80008018 2 ARM\n"
    "80008018-80008020 2 ARM\n"
    "80008008-8000800C 1 ARM\n";

struct listing {
  char text[4096];
  size_t used;
  uint64_t instructions;
};

static void append(struct listing *l, const char *line) {
  int n = snprintf(l->text + l->used, sizeof l->text - l->used, "%s\n", line);
  assert_in_range(n, 1, sizeof l->text - l->used - 1);
  l->used += (size_t)n;
}

static void list_range(void *user, const struct opencsd_instructions *r) {
  struct listing *l = user;
  char line[64];
  snprintf(line, sizeof line, "%08X-%08X %u %s", r->start, r->end, r->count, r->isa == ISA_ARM ? "ARM" : "Thumb");
  append(l, line);
  l->instructions += r->count;
}

static void list_packet(void *user, const struct packet *packet) {
  char line[128];
  packet_text(packet, line, sizeof line);
  append(user, line);
}

static struct image image_of(const uint32_t *words, size_t count) {
  struct image image = {0};
  uint8_t *bytes = image_add(&image, BASE, (uint32_t)(4 * count), NULL);
  assert_non_null(bytes);
  for (size_t i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
  return image;
}

static struct config config_with(uint32_t etmcr) {
  struct config config = config_default_pft;
  config.etmcr = etmcr;
  return config;
}

static bool ranges(uint32_t etmcr, const uint8_t *bytes, size_t count, struct listing *l, struct error *err) {
  struct image image = image_of(program, sizeof program / sizeof *program);
  struct config config = config_with(etmcr);
  bool good = opencsd_ranges(&config, &image, bytes, count, list_range, l, err);
  image_free(&image);
  return good;
}

static void test_ranges(void **state) {
  (void)state;
  struct listing l = {0};
  struct error err = {0};
  assert_true(ranges(0, trace, sizeof trace, &l, &err));
  assert_string_equal(l.text, expected);
}

static void test_ranges_with_return_stack(void **state) {
  (void)state;
  struct listing l = {0};
  struct error err = {0};
  assert_true(ranges(ETMCR_RETURN_STACK, trace_return_stack, sizeof trace_return_stack, &l, &err));
  assert_string_equal(l.text, expected);
}

// beq taken instead of not: no contradiction, so only the ranges differ.
static void test_flipped_atom_changes_the_ranges(void **state) {
  (void)state;
  struct listing l = {0};
  struct error err = {0};
  uint8_t flipped[sizeof trace];
  memcpy(flipped, trace, sizeof trace);
  flipped[12] ^= 0x02;
  assert_true(ranges(0, flipped, sizeof flipped, &l, &err));
  assert_string_not_equal(l.text, expected);
}

static void expect_fault(const uint8_t *bytes, size_t count, const char *fault) {
  struct listing l = {0};
  struct error err = {0};
  assert_false(ranges(0, bytes, count, &l, &err));
  if (!strstr(err.text, fault)) fail_msg("expected \"%s\" in \"%s\"", fault, err.text);
}

static void test_faults_are_told(void **state) {
  (void)state;
  const uint8_t reserved[] = {SYNC, 0x8A, 0x10, 0x84};
  expect_fault(reserved, sizeof reserved, "byte 13: bad packet, first byte 0x10");
  const uint8_t cut[] = {SYNC, 0x8A, 0x05, 0x08, 0x00, 0x80};
  expect_fault(cut, sizeof cut, "byte 14: stream ends inside a packet");
  const uint8_t nowhere[] = {SYNC, 0x8A, 0x85, 0x20, 0x84};
  expect_fault(nowhere, sizeof nowhere, "no memory at 0x8000A008");
  // An E atom on bx lr while the return stack is off.
  expect_fault(trace_return_stack, sizeof trace_return_stack, "byte 12: no instructions for an atom");
}

static void test_packets(void **state) {
  (void)state;
  struct config config = config_with(0);
  struct listing l = {0};
  struct error err = {0};
  uint64_t packets = 0;
  const uint8_t bytes[] = {SYNC, 0xBC, 0x72, 0x8D, 0x20, 0x8D, 0x80, 0x80,
                           0x80, 0x48, 0x1C, 0x81, 0x82, 0x82, 0x80, 0x10};
  const char *const text =
      "A-sync\n"
      "I-sync addr=0x80008000 ARM reason=trace-on ns=0\n"
      "atom NNNE\n"
      "waypoint-update addr=0x8000A018 ARM bytes=2\n"
      "branch addr=0x00000018 ARM bytes=5 exception=14 ns=0\n"
      "branch addr=0x00008100 Thumb bytes=5\n";
  assert_true(opencsd_packets(&config, bytes, sizeof bytes, list_packet, &l, &err));
  assert_string_equal(l.text, text);
  assert_true(opencsd_count(&config, bytes, sizeof bytes, &packets, &err));
  assert_int_equal(packets, 6);
  assert_false(opencsd_packets(&config, bytes, sizeof bytes - 1, list_packet, &l, &err));
  assert_false(opencsd_count(&config, bytes, sizeof bytes - 1, &packets, &err));
}

// --- the same of an ETM ----------------------------------------------------------------------------------------------

#define SYNC_ETM3 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x08, 0x21, 0x00, 0x80, 0x00, 0x80

// mov, bl, cmp, beq not taken, nop, bx lr by a branch packet to 8008, b taken.
static const uint8_t trace_etm3[] = {SYNC_ETM3, 0xCC, 0x88, 0x05, 0x84};

// A range for each atom.
static const char expected_etm3[] =
    "80008000-80008004 ARM E\n"
    "80008004-80008008 ARM E\n"
    "80008010-80008014 ARM E\n"
    "80008014-80008018 ARM N\n"
    "80008018-8000801C ARM E\n"
    "8000801C-80008020 ARM E\n"
    "80008008-8000800C ARM E\n";

static void list_instruction(void *user, const struct opencsd_instructions *r) {
  char line[64];
  snprintf(line, sizeof line, "%08X-%08X %s %s", r->start, r->end, r->isa == ISA_ARM ? "ARM" : "Thumb",
           r->count == 0 ? "no memory"
           : r->passed   ? "E"
                         : "N");
  append(user, line);
}

static bool ranges_etm3(const uint8_t *bytes, size_t count, struct listing *l, struct error *err) {
  struct image image = image_of(program, sizeof program / sizeof *program);
  bool good = opencsd_ranges(&config_default_etm3, &image, bytes, count, list_instruction, l, err);
  image_free(&image);
  return good;
}

static void test_ranges_of_an_etm(void **state) {
  (void)state;
  struct listing l = {0}, other = {0};
  struct error err = {0};
  uint8_t flipped[sizeof trace_etm3];
  memcpy(flipped, trace_etm3, sizeof trace_etm3);
  flipped[12] ^= 0x40;  // one atom less
  assert_true(ranges_etm3(trace_etm3, sizeof trace_etm3, &l, &err));
  assert_string_equal(l.text, expected_etm3);
  assert_true(!ranges_etm3(flipped, sizeof flipped, &other, &err) || strcmp(l.text, other.text) != 0);
}

// What expected_etm3.c counts on: an instruction is taken back only if it is the one thing in hand.
static void test_what_it_takes_back(void **state) {
  (void)state;
#define CANCEL 0x8D, 0x80, 0xFE, 0xFF, 0x4F, 0x3C
  static const uint8_t alone[] = {SYNC_ETM3, 0x84, CANCEL}, behind_one[] = {SYNC_ETM3, 0x84, 0x84, CANCEL},
                       behind_two[] = {SYNC_ETM3, 0x84, 0x84, 0x84, CANCEL}, together[] = {SYNC_ETM3, 0x88, CANCEL};
  static const struct {
    const uint8_t *bytes;
    size_t count, listed;
  } traces[] = {
      {alone, sizeof alone, 0},
      {behind_one, sizeof behind_one, 2},
      {behind_two, sizeof behind_two, 2},
      {together, sizeof together, 2},
  };
  for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
    struct listing l = {0};
    struct error err = {0};
    assert_true(ranges_etm3(traces[i].bytes, traces[i].count, &l, &err));
    assert_int_equal(l.used, traces[i].listed * strlen("80008000-80008004 ARM E\n"));
  }
}

static const uint32_t interworking[] = {
    0xE3A00001,  // 8000  mov r0, #1
    0xFA000001,  // 8004  blx 8010
    0xEAFFFFFE,  // 8008  b 8008
    0x00000000,  // 800C  never reached
    0x47702001,  // 8010  Thumb: movs r0, #1; bx lr
    0x46C046C0,  // 8014  never reached
};

static void expect_interworking(const uint8_t *bytes, size_t count, const char *text) {
  struct image image = image_of(interworking, sizeof interworking / sizeof *interworking);
  struct listing l = {0};
  struct error err = {0};
  assert_true(opencsd_ranges(&config_default_etm3, &image, bytes, count, list_instruction, &l, &err));
  assert_string_equal(l.text, text);
  image_free(&image);
}

// It begins each P-header in the instruction set that was last reported, and a BLX changes it even if it fails.
static void test_how_it_follows_blx(void **state) {
  (void)state;
  const uint8_t one[] = {SYNC_ETM3, 0x90, 0x05, 0x84}, two[] = {SYNC_ETM3, 0x88, 0x88, 0x05, 0x84},
                failed[] = {SYNC_ETM3, 0x84, 0x8A};
  expect_interworking(one, sizeof one,
                      "80008000-80008004 ARM E\n"
                      "80008004-80008008 ARM E\n"
                      "80008010-80008012 Thumb E\n"
                      "80008012-80008014 Thumb E\n"
                      "80008008-8000800C ARM E\n");
  expect_interworking(two, sizeof two,
                      "80008000-80008004 ARM E\n"
                      "80008004-80008008 ARM E\n"
                      "80008010-80008014 ARM E\n"
                      "80008014-80008018 ARM E\n"
                      "80008008-8000800C ARM E\n");
  expect_interworking(failed, sizeof failed,
                      "80008000-80008004 ARM E\n"
                      "80008004-80008008 ARM N\n"
                      "80008008-8000800C Thumb E\n");
}

// After the last word of the image.
static void test_an_etm_may_leave_the_memory(void **state) {
  (void)state;
  const uint8_t bytes[] = {SYNC_ETM3, 0x84, 0x11, 0x88};
  struct listing l = {0};
  struct error err = {0};
  assert_true(ranges_etm3(bytes, sizeof bytes, &l, &err));
  assert_string_equal(l.text,
                      "80008000-80008004 ARM E\n"
                      "80008020-80008020 ARM no memory\n");
}

static void test_faults_of_an_etm_are_told(void **state) {
  (void)state;
  const uint8_t reserved[] = {SYNC_ETM3, 0xCC, 0x10, 0x84}, cut[] = {SYNC_ETM3, 0xCC, 0x88, 0x85};
  struct listing l = {0};
  struct error err = {0};
  assert_false(ranges_etm3(reserved, sizeof reserved, &l, &err));
  assert_non_null(strstr(err.text, "byte 13: bad packet, first byte 0x10"));
  err = (struct error){0};
  assert_false(ranges_etm3(cut, sizeof cut, &l, &err));
  assert_non_null(strstr(err.text, "byte 14: stream ends inside a packet"));
}

static void test_packets_of_an_etm(void **state) {
  (void)state;
  struct config config = config_default_etm3;
  struct listing l = {0};
  struct error err = {0};
  uint64_t packets = 0;
  const uint8_t bytes[] = {SYNC_ETM3, 0xC8, 0xE8, 0x8D, 0x80, 0xFE, 0xFF, 0x4F, 0x3C, 0x76, 0x04, 0xAC, 0x02};
  const char *const text =
      "A-sync\n"
      "I-sync addr=0x80008000 ARM reason=trace-on ns=0\n"
      "P-header WEWEWN\n"
      "P-header WWWE\n"
      "branch addr=0xFFFF0018 ARM bytes=5 exception=14 ns=0 cancel\n"
      "exception-return\n"
      "cycle-count cc=300\n";
  config.etmcr |= ETMCR_CYCLE_ACCURATE;
  assert_true(opencsd_packets(&config, bytes, sizeof bytes, list_packet, &l, &err));
  assert_string_equal(l.text, text);
  assert_true(opencsd_count(&config, bytes, sizeof bytes, &packets, &err));
  assert_int_equal(packets, 7);
  assert_false(opencsd_packets(&config, bytes, sizeof bytes - 1, list_packet, &l, &err));
}

// --- the snapshot folder, read by OpenCSD's own tool -----------------------------------------------------------------

// Removes the folder with its files, whatever happened before.
static void remove_folder(const char *dir) {
  char command[512];
  snprintf(command, sizeof command, "rm -r '%s'", dir);
  assert_int_equal(system(command), 0);
}

static void test_snapshot_is_read_by_trc_pkt_lister(void **state) {
  (void)state;
  if (system("command -v trc_pkt_lister >/dev/null") != 0) {
    print_message("trc_pkt_lister is not installed (package libopencsd-bin)\n");
    skip();
  }
  struct image image = image_of(program, sizeof program / sizeof *program);
  struct config config = config_with(0);
  struct error err = {0};
  char dir[] = "/tmp/snapshot-XXXXXX", command[512], line[512], ranges_seen[1024] = "";
  assert_non_null(mkdtemp(dir));
  assert_true(snapshot_write(dir, &config, &image, trace, sizeof trace, &err));
  image_free(&image);
  snprintf(command, sizeof command, "cd %s && trc_pkt_lister -ss_dir . -decode -logstdout", dir);
  FILE *listing = popen(command, "r");
  assert_non_null(listing);
  while (fgets(line, sizeof line, listing)) {
    const char *range = strstr(line, "exec range=");
    uint32_t start, end, count;
    if (range && sscanf(range, "exec range=0x%x:[0x%x] num_i(%u)", &start, &end, &count) == 3) {
      size_t used = strlen(ranges_seen);
      snprintf(ranges_seen + used, sizeof ranges_seen - used, "%08X-%08X %u ARM\n", start, end, count);
    }
  }
  pclose(listing);
  remove_folder(dir);
  assert_string_equal(ranges_seen, expected);
}

static void test_snapshot_names_the_file_it_cannot_write(void **state) {
  (void)state;
  struct image image = {0};
  struct config config = config_with(0);
  struct error err = {0};
  assert_false(snapshot_write("/nowhere/at/all", &config, &image, trace, sizeof trace, &err));
  assert_string_equal(err.text, "/nowhere/at/all: No such file or directory");
}

// --- silicon: WAYPOINT_CAPTURES (../shared/captures) is the folder with OpenCSD's test snapshot trace_cov_a15 ------

static size_t read_whole(const char *folder, const char *name, uint8_t *bytes, size_t room) {
  char path[4096];
  snprintf(path, sizeof path, "%s/trace_cov_a15/%s", folder, name);
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(bytes, 1, room, file) : 0;
  if (file) fclose(file);
  if (count == 0) fail_msg("%s: cannot read", path);
  return count;
}

static void test_cortex_a15(void **state) {
  (void)state;
  const char *folder = getenv("WAYPOINT_CAPTURES") ? getenv("WAYPOINT_CAPTURES") : "../shared/captures";
  if (access(folder, F_OK) != 0) {
    print_message("SKIP: no captures in %s (WAYPOINT_CAPTURES)\n", folder);
    skip();
  }
  static uint8_t stream[64], vectors[0x278], code[0x2000];
  size_t count = read_whole(folder, "PTM_0_2.bin", stream, sizeof stream);
  struct config config = config_with(ETMCR_RETURN_STACK);
  struct image image = {0};
  struct listing l = {0};
  struct error err = {0};
  size_t vector_bytes = read_whole(folder, "mem_Cortex-A15_0_0_VECTORS.bin", vectors, sizeof vectors);
  memcpy(image_add(&image, 0x80000000, (uint32_t)vector_bytes, NULL), vectors, vector_bytes);
  size_t code_bytes = read_whole(folder, "mem_Cortex-A15_0_1_RO_CODE.bin", code, sizeof code);
  memcpy(image_add(&image, 0x80000278, (uint32_t)code_bytes, NULL), code, code_bytes);

  assert_true(opencsd_ranges(&config, &image, stream, count, list_range, &l, &err));
  assert_int_equal(l.instructions, 57);

  // Each single atom turned over is seen: a fault, or another list of ranges.
  for (size_t at = 25; at < 29; at++) {
    struct listing other = {0};
    stream[at] ^= 0x02;
    bool good = opencsd_ranges(&config, &image, stream, count, list_range, &other, &err);
    stream[at] ^= 0x02;
    assert_true(!good || strcmp(l.text, other.text) != 0);
  }
  image_free(&image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_ranges_with_return_stack),
      cmocka_unit_test(test_flipped_atom_changes_the_ranges),
      cmocka_unit_test(test_faults_are_told),
      cmocka_unit_test(test_packets),
      cmocka_unit_test(test_ranges_of_an_etm),
      cmocka_unit_test(test_what_it_takes_back),
      cmocka_unit_test(test_how_it_follows_blx),
      cmocka_unit_test(test_an_etm_may_leave_the_memory),
      cmocka_unit_test(test_faults_of_an_etm_are_told),
      cmocka_unit_test(test_packets_of_an_etm),
      cmocka_unit_test(test_snapshot_is_read_by_trc_pkt_lister),
      cmocka_unit_test(test_snapshot_names_the_file_it_cannot_write),
      cmocka_unit_test(test_cortex_a15),
  };
  return cmocka_run_group_tests_name("opencsd", tests, NULL, NULL);
}
