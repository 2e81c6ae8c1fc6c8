// SPDX-License-Identifier: Apache-2.0
// What the resources were used for, by hand from IHI 0035B table 3.5, and what a report calls them.

// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <string.h>

#include "register.h"
#include "registers.h"
#include "resource.h"
#include "used.h"

static struct registers registers;
static struct used used;

static void set(uint16_t offset, uint32_t value) {
  registers.value[offset / 4] = value;
  registers.known[offset / 4] = true;
}

static void is(const char *expected) {
  char text[1000];
  FILE *file = tmpfile();
  assert_non_null(file);
  used_write(&used, file);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(text, expected);
}

static void counts_of_known_registers(void **state) {
  (void)state;
  memset(&registers, 0, sizeof registers);
  memset(&used, 0, sizeof used);
  registers.value[ETMTRIGGER / 4] = 0x6F;
  used_note(&used, &registers);
  is("");
  set(ETMTRIGGER, 0x6F);                                     // always
  set(ETMTEEVR, 2u << 14 | 0x51u << 7 | 0x10);               // range 1 and sequencer 2
  set(ETMCNTENR2, 1u << 17 | 1u << 14 | 0x6Fu << 7 | 0x27);  // not EmbeddedICE 8: the second is not looked at
  set(ETMEXTOUTEVR4, 5u << 14 | 0x30u << 7 | 0x5B);          // VMID, or nothing that there is
  set(ETMTECR1, 1u << 25 | 0x80);
  set(ETMTECR2, 0);
  used_note(&used, &registers);
  used_note(&used, &registers);
  is("cover resource.filter.range 4\n"
     "cover resource.pair.range.sequencer 2\n"
     "cover resource.counter.embeddedice 2\n"
     "cover resource.filter.sequencer 2\n"
     "cover resource.output.vmid 2\n"
     "cover resource.filter.start-stop 2\n"
     "cover resource.trigger.always 2\n");
}

static void names_of_counts(void **state) {
  (void)state;
  static const struct {
    uint32_t number;
    const char *name;
  } rows[] = {{0x00, "address comparator 1"},
              {0x0F, "address comparator 16"},
              {0x17, "address range 8"},
              {0x18, "resource 0x18"},
              {0x20, "EmbeddedICE 1"},
              {0x28, "resource 0x28"},
              {0x43, "counter 4 at 0"},
              {0x52, "sequencer in state 3"},
              {0x5A, "Context ID comparator 3"},
              {0x5B, "VMID comparator"},
              {0x5F, "start/stop block"},
              {0x63, "EXTIN[3]"},
              {0x68, "selector 1"},
              {0x6D, "Non-secure state"},
              {0x6E, "prohibited region"},
              {0x6F, "always"},
              {0x70, "resource 0x70"}};
  char text[RESOURCE_NAME], words[RESOURCE_WORDS];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_string_equal(resource_name(rows[i].number, text), rows[i].name);
  resource_words(7u << 14 | 0x58u << 7 | 0x59, words);
  assert_string_equal(words, "0x1EC59: NOT Context ID comparator 2 OR NOT Context ID comparator 1");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts_of_known_registers), cmocka_unit_test(names_of_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
