// SPDX-License-Identifier: Apache-2.0
// The uses of the resources, by hand from IHI 0035B table 3.5, and their names in a report.

#include <stdio.h>
#include <string.h>

#include "case.h"
#include "cycle.h"
#include "register.h"
#include "registers.h"
#include "resource.h"
#include "used.h"

static struct config config = {.etmidr = 0x571CF310};  // PFTv1.1
static struct registers registers = {.config = &config};
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

CASE(counts_of_known_registers) {
  memset(&used, 0, sizeof used);
  registers.value[ETMTRIGGER / 4] = 0x6F;
  used_note(&used, &registers);
  is("");
  set(ETMTRIGGER, 0x6F);                                     // always
  set(ETMTEEVR, 2u << 14 | 0x51u << 7 | 0x10);               // range 1 and sequencer 2
  set(ETMCNTENR2, 1u << 17 | 1u << 14 | 0x6Fu << 7 | 0x27);  // not EmbeddedICE 8: the second resource is ignored
  set(ETMEXTOUTEVR4, 5u << 14 | 0x30u << 7 | 0x5B);          // VMID, or nothing that there is
  set(ETMTECR1, 1u << 25 | 0x80);                            // includes range 8, while started
  set(ETMTECR2, 0);
  set(ETMTSSCR, 4u << 16 | 2);          // comparator 2 starts, comparator 3 stops
  set(ETMACTR1, 1u << 14 | 1u << 8);    // Context ID 1, Hyp mode
  set(ETMACTR2, 1u << 10);              // never in Secure state
  set(ETMACTR3, 1u << 13 | 1u << 11);   // in Non-secure state, User mode only
  set(ETMACTR15, 3u << 10 | 1u << 15);  // never, and only with the VMID
  used_note(&used, &registers);
  used_note(&used, &registers);
  is("cover resource.enable.range 2\n"
     "cover resource.pair.range.sequencer 2\n"
     "cover resource.counter.embeddedice 2\n"
     "cover resource.enable.sequencer 2\n"
     "cover resource.output.vmid 2\n"
     "cover resource.trigger.always 2\n"
     "cover filter.include.vmid 2\n"
     "cover filter.start.security 2\n"
     "cover filter.stop.privilege 2\n"
     "cover filter.event.context 2\n"
     "cover filter.event.hyp 2\n");
}

// Before PFTv1.1 there are two bits of state, and 3 has no meaning.
CASE(older_qualifiers) {
  memset(&used, 0, sizeof used);
  memset(registers.known, 0, sizeof registers.known);
  set(ETMIDR, 0x571CF300);
  set(ETMTECR1, 1u << 24 | 3);
  set(ETMACTR1, 2u << 10);
  set(ETMACTR3, 0xFC00);
  used_note(&used, &registers);
  is("cover filter.exclude.none 1\n"
     "cover filter.exclude.security 1\n");
}

CASE(counts_locked_writes) {
  struct cycle cycle = {.registers = &registers, .access = {.is_write = true, .offset = ETMTEEVR}};
  memset(&used, 0, sizeof used);
  used_access(&used, &cycle);
  cycle.access.obstacle = OBSTACLE_SOFTWARE_LOCK;
  used_access(&used, &cycle);
  cycle.access.obstacle = OBSTACLE_OS_LOCK;
  registers.os_lock = registers.os_known = true;
  used_access(&used, &cycle);
  cycle.access.offset = ETMOSLAR;
  used_access(&used, &cycle);
  cycle.access.is_write = false;
  used_access(&used, &cycle);
  is("cover locked.software.write 1\n"
     "cover locked.os.write 1\n");
}

CASE(names_of_counts) {
  static const struct {
    uint32_t number;
    const char *name;
  } rows[] = {{0x00, "address comparator 1"},
              {0x0F, "address comparator 16"},
              {0x17, "address range 8"},
              {0x18, "resource 0x18"},
              {0x20, "EMBEDDEDICE[0]"},
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
