// SPDX-License-Identifier: Apache-2.0
// The reader of golden files: what it gives back, and that it refuses what is not one, with its line.

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

#include "golden.h"

#define BAD_CONFIG                                                                                                    \
  ":1: expected config etmcr=, depth= (0 to 15), syncfr=, idr=, ccer=, etmtrigger=, etmauxcr=, etmteevr=, etmtsevr= " \
  "or wpt-depth= (0 to 8), each with a number"

static char path[] = "/tmp/golden-XXXXXX";

static int make_file(void **state) {
  (void)state;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
  (void)state;
  return unlink(path);
}

static bool load(const char *text, struct golden *golden, struct error *err) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return golden_load(path, golden, err);
}

static void test_whole(void **state) {
  (void)state;
  struct golden g;
  struct error err = {0};
  assert_true(
      load("# A comment.\n"
           "source: IHI 0035B 4.5.3 # not a comment\n"
           "config etmcr=0x20000000 depth=1\n"
           "config syncfr=64 etmtrigger=0x60 etmauxcr=1\n"
           "opencsd-differs so # a comment\n"
           "clocked too\n"
           "config wpt-depth=4\n"
           "config idr=0x571CF300 ccer=0x37C01800 etmteevr=0x61 etmtsevr=0x62\n"
           "waypoint direct pc=0x80008000  # a comment\n"
           "\n"
           "bytes 00 FF  # a comment\n"
           "packet A-sync\n"
           "sync\n"
           "extin 1\n"
           "extin-hold 2\n"
           "tsvalue 3\n"
           "commit 2\n"
           "wpt-flush\n"
           "clock-change\n"
           "idle-request\n"
           "idle 3\n"
           "bytes 84\n"
           "packet atom E\n"
           "flush",
           &g, &err));
  assert_string_equal(g.source, "IHI 0035B 4.5.3 # not a comment");
  assert_int_equal(g.config.etmcr, 0x20000000);
  assert_int_equal(g.config.return_stack_depth, 1);
  assert_int_equal(g.config.etmsyncfr, 64);
  assert_int_equal(g.config.etmtrigger, 0x60);
  assert_int_equal(g.config.etmauxcr, 1);
  assert_int_equal(g.config.etmidr, 0x571CF300);
  assert_int_equal(g.config.etmccer, 0x37C01800);
  assert_int_equal(g.config.etmteevr, 0x61);
  assert_int_equal(g.config.etmtsevr, 0x62);
  assert_int_equal(g.config.wpt_depth, 4);
  assert_int_equal(g.config.etmtraceidr, config_default_pft.etmtraceidr);
  assert_string_equal(g.stimulus,
                      "\n\n\n\n\n\n\n\nwaypoint direct pc=0x80008000\n\n\n\nsync\nextin 1\nextin-hold 2\ntsvalue "
                      "3\ncommit 2\nwpt-flush\nclock-change\nidle-request\nidle 3\n\n\nflush\n");
  assert_string_equal(g.opencsd_differs, "so");
  assert_string_equal(g.clocked, "too");
  assert_null(g.decode_only);
  assert_int_equal(g.count, 3);
  assert_memory_equal(g.bytes, "\x00\xFF\x84", 3);
  assert_int_equal(g.packet_count, 2);
  assert_int_equal(g.packets[0].offset, 0);
  assert_int_equal(g.packets[0].length, 2);
  assert_string_equal(g.packets[0].text, "A-sync");
  assert_int_equal(g.packets[1].offset, 2);
  assert_int_equal(g.packets[1].length, 1);
  assert_string_equal(g.packets[1].text, "atom E");
  golden_free(&g);
}

static void test_etm(void **state) {
  (void)state;
  struct golden g;
  struct error err = {0};
  assert_true(
      load("source: a\n"
           "decode-only b\n"
           "config idr=0x410CF230 etmcr=0x1800\n"
           "bytes 66\n"
           "packet ignore\n",
           &g, &err));
  assert_string_equal(g.decode_only, "b");
  assert_null(g.opencsd_differs);
  assert_null(g.clocked);
  assert_int_equal(g.config.etmidr, 0x410CF230);
  assert_int_equal(g.config.etmcr, 0x1800);
  assert_int_equal(g.config.etmccer, config_default_etm3.etmccer);
  golden_free(&g);
  assert_true(load("source: a\nconfig idr=0x571CF250\nclock E 0:arm\nbytes 84\npacket P-header E", &g, &err));
  assert_int_equal(g.config.etmcr, config_default_etm3.etmcr);
  assert_string_equal(g.stimulus, "\n\nclock E 0:arm\n\n\n");
  golden_free(&g);
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *error;
  } cases[] = {
      {"", ":1: expected a line `source:`"},
      {"source:\n", ":1: expected one source, and what it is"},
      {"source: a\nsource: b\n", ":2: expected one source, and what it is"},
      {"source: a\n", ":2: expected bytes and their packets"},
      {"source: a\nbytes 84\n", ":3: expected bytes and their packets"},
      {"source: a\nbytes 84\nflush\n", ":3: expected the packet of the bytes above"},
      {"source: a\nbytes 84\nbytes 84\n", ":3: expected the packet of the bytes above"},
      {"source: a\npacket atom E\n", ":2: expected a line of bytes before the packet"},
      {"source: a\nbytes 84\npacket\n", ":3: expected a packet"},
      {"source: a\nbytes\n", ":2: expected bytes as two capital hex digits each"},
      {"source: a\nbytes 8\n", ":2: expected bytes as two capital hex digits each"},
      {"source: a\nbytes 8g\n", ":2: expected bytes as two capital hex digits each"},
      {"source: a\nbytes ff\n", ":2: expected bytes as two capital hex digits each"},
      {"source: a\nbytes 8484\n", ":2: expected bytes as two capital hex digits each"},
      {"config\n", BAD_CONFIG},
      {"config depth=16\n", BAD_CONFIG},
      {"config wpt-depth=9\n", BAD_CONFIG},
      {"config depth=\n", BAD_CONFIG},
      {"config depth=1x\n", BAD_CONFIG},
      {"config etmcr=-1\n", BAD_CONFIG},
      {"config etmcr=0x100000000\n", BAD_CONFIG},
      {"config width=1\n", BAD_CONFIG},
      {"waypoints\n",
       ":1: expected source:, config, bytes, packet, skipped, decode-only, opencsd-differs, clocked or a stimulus "
       "line"},
      {"decode-only\n", ":1: expected it once, and a reason"},
      {"decode-only a\ndecode-only b\n", ":2: expected it once, and a reason"},
      {"opencsd-differs\n", ":1: expected it once, and a reason"},
      {"clocked a\nclocked b\n", ":2: expected it once, and a reason"},
      {"source: a\ndecode-only b\nidle 1\nbytes 84\npacket atom E\n", ":6: expected no stimulus with decode-only"},
      {"config etmcr=1\nconfig idr=0x570CF250\n", ":2: expected idr= of an ETM before all other keys"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct golden g;
    struct error err = {0};
    assert_false(load(cases[i].text, &g, &err));
    golden_free(&g);
    assert_memory_equal(err.text, path, strlen(path));
    assert_string_equal(err.text + strlen(path), cases[i].error);
  }
}

static void test_no_file(void **state) {
  (void)state;
  struct golden g;
  struct error err = {0};
  assert_false(golden_load("/nowhere.golden", &g, &err));
  golden_free(&g);
  assert_string_equal(err.text, "/nowhere.golden: No such file or directory");
}

static void test_too_large(void **state) {
  (void)state;
  struct golden g;
  struct error err = {0};
  char *text = malloc(70001);
  assert_non_null(text);
  memset(text, '\n', 70000);
  text[70000] = '\0';
  assert_false(load(text, &g, &err));
  golden_free(&g);
  free(text);
  assert_non_null(strstr(err.text, ": expected a text file of less than 65536 bytes"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole),   cmocka_unit_test(test_etm),       cmocka_unit_test(test_refused),
      cmocka_unit_test(test_no_file), cmocka_unit_test(test_too_large),
  };
  return cmocka_run_group_tests_name("golden", tests, make_file, remove_file);
}
