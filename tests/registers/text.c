// SPDX-License-Identifier: Apache-2.0
// The host script (docs/host.md). It reads each register after the reset, writes it and reads it back, by software and
// by a debugger, locked and unlocked, in each state of the power. Then the unit traces. It expects no values: the
// checks judge.
#include <inttypes.h>
#include <stdio.h>

#include "unit.h"

#define EACH_ROW(row) for (const struct register_row *row = register_rows; row < register_rows + register_count; row++)

// The one that the text is for; NULL: all.
static const struct register_row *only;

enum { PATTERNS = 16 };

static void put(const char *access, const struct register_row *row) { printf("%s 0x%03X", access, row->offset); }

static void put_read(const struct register_row *row) {
  put("read", row);
  printf("\n");
}

static void put_write(unsigned offset, uint32_t value) { printf("write 0x%03X 0x%X\n", offset, value); }

// --- what is written ------------------------------------------------------------------------------------------------

// Each bit of an event with resources that are there, 1 and 0.
static unsigned event_patterns(const struct unit *u, uint32_t patterns[PATTERNS]) {
  uint8_t resources[UNIT_RESOURCES];
  const unsigned count = unit_resources(u, resources);
  for (unsigned i = 0; i < count; i++)
    patterns[i] = resources[i] | (uint32_t)resources[count - 1 - i] << 7 | (i % 2 ? 7u << 14 : 0) | ~0x1FFFFu;
  return count;
}

static unsigned selector_patterns(const struct unit *u, uint32_t patterns[PATTERNS]) {
  const unsigned inputs = field_get(u->ccer, ETMCCER_EXTENDED);
  unsigned count = 0;
  for (unsigned value = 1; value < inputs; value *= 2) patterns[count++] = value * 0x01010101u;
  patterns[count++] = 0;
  return count;
}

// What the unit is in the middle of may not be changed, nor may a host lock itself out.
static unsigned control_patterns(uint32_t patterns[PATTERNS]) {
  const uint32_t no = ETMCR_POWER_DOWN | ETMCR_NO_DEBUGGER | ETMCR_NO_SOFTWARE;
  patterns[0] = ~no;
  patterns[1] = ETMCR_PROGRAMMING;
  patterns[2] = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  patterns[3] = ETMCR_POWER_DOWN;
  patterns[4] = ETMCR_PROGRAMMING;
  return 5;
}

static unsigned patterns_of(const struct unit *u, const struct register_row *row, uint32_t patterns[PATTERNS]) {
  const unsigned contexts = field_get(u->ccr, ETMCCR_CONTEXT_IDS);
  if (register_is_event(row)) return event_patterns(u, patterns);
  if (row->offset == ETMEXTINSELR && unit_has(u, row)) return selector_patterns(u, patterns);
  if (row->offset == ETMCR) return control_patterns(patterns);
  patterns[0] = UINT32_MAX;
  patterns[1] = 0;
  patterns[2] = 0xA5A5A5A5;
  if (row->offset >= ETMACTR1 && row->offset <= ETMACTR16)
    patterns[0] = field_set(UINT32_MAX, ETMACTR_CONTEXT_ID, contexts);
  for (unsigned bit = 0; row->offset == ETMFFLR && bit < 8; bit++) patterns[3 + bit] = 1u << bit;
  if (row->offset == ETMSQR) patterns[0] = ~1u, patterns[2] = ~2u;  // 3 is no state
  return row->offset == ETMFFLR ? 11 : 3;
}

static bool is_asked(const struct register_row *row) {
  const bool claims = row->offset == ETMCLAIMSET || row->offset == ETMCLAIMCLR;
  return !only || row == only || (claims && (only->offset == ETMCLAIMSET || only->offset == ETMCLAIMCLR));
}

// After integration mode a reset is needed. ETMOSSRR in PFTv1.1 is UNPREDICTABLE, and so is a register that is
// optional.
static bool is_for_all(const struct unit *u, const struct register_row *row) {
  static const uint16_t no[] = {ETMITCTRL, ETMOSLAR, ETMLAR, ETMOSSRR};
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    if (row->offset == no[i]) return false;
  }
  const bool status = row->offset == ETMSCR || row->offset == ETMIDR2;
  return is_asked(row) && (row->all || row->part.counted || status || unit_has(u, row));
}

static void read_all(const struct unit *u) {
  EACH_ROW(row) {
    if (is_for_all(u, row)) put_read(row);
  }
}

// From pattern `first` on, `most` of them. A write that changes nothing shows nothing: by two a bit has both values.
static void write_all(const struct unit *u, unsigned first, unsigned most) {
  EACH_ROW(row) {
    uint32_t patterns[PATTERNS];
    const unsigned count = patterns_of(u, row, patterns);
    const bool claims = row->offset == ETMCLAIMSET;
    if (!is_for_all(u, row)) continue;
    for (unsigned i = first; i < count && i < first + most; i++) {
      put_write(row->offset, patterns[i]);
      put_read(row);
      if (claims) printf("read ETMCLAIMCLR\n");
    }
  }
}

// --- what happens to the unit ---------------------------------------------------------------------------------------

static void stop(void) {
  put_write(ETMCR, ETMCR_PROGRAMMING | ETMCR_PORT);
  printf("poll ETMSR 2 2\n");
}

static void unlock(const struct unit *u) {
  printf("read ETMOSLSR\n");
  if (unit_has(u, register_at(ETMOSLAR))) put_write(ETMOSLAR, 0);
  printf("read ETMOSLSR\nread ETMCR\n");
  stop();
}

// All that decides, and `trigger`, `enable`: events.
static void trace(const struct unit *u, uint32_t trigger, uint32_t enable, uint32_t id) {
  EACH_ROW(row) {
    if (is_asked(row) && unit_writes(u, row) && register_is_event(row)) put_write(row->offset, 0x406F);
  }
  put_write(ETMTRIGGER, trigger);
  put_write(ETMTEEVR, enable);
  put_write(ETMTSSCR, 0);
  put_write(ETMTECR1, ETMTECR1_EXCLUDE);
  put_write(ETMFFLR, 0);
  put_write(ETMSYNCFR, 0x80);
  put_write(ETMTRACEIDR, id);
  put_write(ETMAUXCR, 0);
  put_write(ETMCR, ETMCR_PORT);
  printf("poll ETMSR 2 0\nread ETMSR\nread ETMCR\nwait 20\ntrace 300\n");
  stop();
  read_all(u);
}

static void software_lock(const struct unit *u) {
  if (!unit_has(u, register_at(ETMLAR))) return;
  printf("software\nread ETMLSR\n");
  write_all(u, 0, 2);
  put_write(ETMLAR, LAR_UNLOCK);
  printf("read ETMLSR\n");
  write_all(u, 0, 2);
  put_write(ETMLAR, 0);
  printf("read ETMLSR\ndebugger\nread ETMLSR\n");
}

static void os_lock(const struct unit *u) {
  if (!unit_has(u, register_at(ETMOSLAR))) return;
  put_write(ETMOSLAR, OSLAR_LOCK);
  printf("read ETMOSLSR\nread ETMPDSR\nwait 200\nwrite ETMLAR 0\n");
  write_all(u, 0, 2);
  if (!u->direct) printf("save\nwrite ETMOSLAR 0xC5ACCE55\nsave\nwrite ETMOSLAR 0xC5ACCE55\nrestore\n");
  unlock(u);
  read_all(u);
}

static void power(const struct unit *u) {
  put_write(ETMPDCR, 8);
  printf("read ETMPDCR\nread ETMPDSR\nread ETMPDSR\n");
  if (!(u->config->cfgregs & CFGREGS_TWO_DOMAINS)) return;
  printf(
      "power off\nwait 50\npower on\nwait 50\nread ETMPDSR\nread ETMPDSR\npower off\nwait 50\nread ETMPDSR\nwrite "
      "ETMOSLAR 0\nwrite ETMLAR 0\n");
  read_all(u);
  printf("power on\nwait 50\nread ETMPDSR\nread ETMPDSR\n");
  unlock(u);
  read_all(u);
}

static void power_down(void) {
  put_write(ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  printf("read ETMSR\nread ETMSR\n");
  stop();
}

static void authentication(void) {
  printf(
      "read ETMAUTHSTATUS\nniden 0\nread ETMAUTHSTATUS\nwait 50\ndbgen 0\nwait 50\nread ETMAUTHSTATUS\nniden 1\nwait "
      "50\n"
      "read ETMAUTHSTATUS\ndbgen 1\n");
}

void text_print(const struct unit *u, const struct register_row *row) {
  only = row;
  printf("read ETMOSLSR\nread ETMPDSR\nread ETMPDSR\nread ETMIDR\nread ETMCCR\nread ETMCCER\n");
  read_all(u);
  unlock(u);
  read_all(u);
  write_all(u, 0, PATTERNS);
  stop();
  software_lock(u);
  stop();
  os_lock(u);
  power_down();
  authentication();
  power(u);
  trace(u, 0x6F, 0x6F, 0x10);
  trace(u, 0x406F, 0x60, 0x2F);
}
