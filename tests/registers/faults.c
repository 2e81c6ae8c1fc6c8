// SPDX-License-Identifier: Apache-2.0
// faults list OPTION...: the faults of this unit's registers (registers.txt), made of the rows of registers and their
// fields, a line each: KIND OFFSET:MASK REGISTER FIELD... faults all OPTION...: the host's text in which each is read
// and written; faults REGISTER OPTION...: one alone, which must find its faults.
//
// A fault is what a clause or the unit's description forbids. No fault is, as nothing fixes it:
//   - The value of a register that is optional (row: CHOICE). The locks, claim tags and power are faults, because the
//     description has them.
//   - Which bits of ETMAUXCR and ETMEIBCR exist, and which of ETMACTR that do not select a Context ID comparator. An
//     ETM's bits of ETMCR for cycle counts, Context IDs and port (unit.c). ETMPDCR[3].
//   - an ETM's ETMSYNCFR as it was written (IHI 0014Q 3.5.39: it may be fixed)
//   - what a PTM's reserved register reads (IHI 0035B table 3.93: UNK), and what is write-only (IHI 0014Q 3.5.41)
//   - A register of FIFOFULL or data trace that is absent, and one of data trace that is present. An ETM's ETMEXTOUTEVR
//     that ETMCCR does not count, which a Cortex-A7 has. ETMTSEVR of a Cortex-A9. ETMAUXCR before ETMv3.5.
//   - A reset value without a clause (row: OPEN), the revision in ETMIDR[3:0], and ETMCCR if no description names it.
//     The value of a peripheral ID, of ETMDEVID, and the number of claim tags: these only must not change.
//   - ETMAUTHSTATUS of Secure state, or without Security Extensions (docs/rules.md, TRC-AUTH-2)
//   - what ETMOSSRR passes, and in what order (IHI 0035B 3.16.40)
//   - PSLVERR of a management register, but of PFTv1.1 with two power domains: no other table was read
//   - an event's bit that no resource of the unit has as 1, or has as 0 (docs/rules.md, TRC-REG-1)
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "etmcr.h"
#include "options.h"
#include "unit.h"

#define EACH_ROW(row) for (const struct register_row *row = register_rows; row < register_rows + register_count; row++)

static uint32_t mask_of_field(const struct register_row *row, unsigned field) {
  return register_has_field(row, &register_fields[field]) ? register_fields[field].mask : 0;
}

// It names the field that all of it is in; of PSLVERR no bits are.
static void put_fault(const char *kind, const struct register_row *row, uint32_t mask) {
  printf("%s 0x%03X:0x%08X %s", kind, row->offset, mask, row->name);
  for (unsigned f = 0; f < REGISTER_FIELD_COUNT; f++) {
    const bool within = !(mask & ~mask_of_field(row, f)) && strcmp(kind, "error") != 0;
    if (within) printf(" %s", register_fields[f].name);
  }
  printf("\n");
}

static void put_bits(const char *kind, const struct register_row *row, uint32_t bits) {
  for (; bits; bits &= bits - 1) put_fault(kind, row, bits & -bits);
}

// Of many bits that are alike, the lowest and the highest.
static void put_ends(const char *kind, const struct register_row *row, uint32_t bits) {
  if (!bits) return;
  const uint32_t highest = 1u << (31 - __builtin_clz(bits)), low = bits & -bits;
  put_fault(kind, row, low);
  if (highest != low) put_fault(kind, row, highest);
}

// A fault of each field that has one of the bits, and one of what is in no field.
static void put_fields(const char *kind, const struct register_row *row, uint32_t bits) {
  for (unsigned f = 0; f < REGISTER_FIELD_COUNT; f++) {
    const uint32_t mask = mask_of_field(row, f) & bits;
    if (mask) put_fault(kind, row, mask);
    bits &= ~mask;
  }
  if (bits) put_fault(kind, row, bits);
}

// --- registers that read one value for ever --------------------------------------------------------------------------

// The value that it reads; false: no clause and no description specifies it.
static bool constant_of(const struct unit *u, const struct register_row *row, uint32_t *value) {
  if (row->config & u->config->fixed || row->offset == ETMIDR || row->offset == ETMCCER) {
    *value = register_value(row, u->config);
  } else if (row->offset == ETMCCR) {
    *value = u->config->etmccr;
    return *value;
  } else {
    *value = (uint32_t)row->reset;
    return row->reset != REGISTER_OPEN;
  }
  return true;
}

static void put_constant(const struct unit *u, const struct register_row *row) {
  const uint32_t open = row->offset == ETMIDR ? ETMIDR_REVISION : 0;
  uint32_t value;
  if (constant_of(u, row, &value)) {
    put_bits("stuck-0", row, value & ~open);
    put_bits("stuck-1", row, ~value & row->bits & ~open);
    put_ends("stuck-1", row, ~row->bits);
  }
  put_fields("stored", row, row->bits);
}

// --- registers that hold what was written ---------------------------------------------------------------------------

// Bits of an event that some resource of this unit has as `value`: of the function all.
static uint32_t event_bits(const struct unit *u, bool value) {
  uint8_t resources[UNIT_RESOURCES];
  uint32_t bits = 0;
  const unsigned count = unit_resources(u, resources);
  for (unsigned i = 0; i < count; i++) bits |= (value ? resources[i] : ~(unsigned)resources[i]) & 0x7F;
  return bits | bits << 7 | 7u << 14;
}

// Bits that read 1 whatever is written (IHI 0035B 3.16.13, 3.16.16).
static uint32_t ones(const struct unit *u, const struct register_row *row) {
  if (row->offset >= ETMCNTENR1 && row->offset <= ETMCNTENR4) return ETMCNTENR_ALWAYS_1;
  return u->protocol == PROTOCOL_PFT && row->offset >= ETMACTR1 && row->offset <= ETMACTR16 ? 1 : 0;
}

// Bits that may read 1 though 0 was written: an ETM's port size and mode, access type; without pairs ETMTECR1[24].
static uint32_t free_ones(const struct unit *u, const struct register_row *row) {
  const bool etm = u->protocol == PROTOCOL_ETM3, pairs = u->ccr & ETMCCR_PAIRS;
  if (row->offset == ETMCR) return etmcr_bits(ETMCR_MAY_BE_FIXED, u->protocol);
  if (row->offset >= ETMACTR1 && row->offset <= ETMACTR16 && etm) return ETMACTR_TYPE;
  return row->offset == ETMTECR1 && !pairs ? (uint32_t)ETMTECR1_EXCLUDE : 0;
}

// Those that are no register's are held only where a unit has the rest of it.
static void put_held(const struct unit *u, const struct register_row *row) {
  const bool event = register_is_event(row);
  const uint32_t bits = unit_bits(u, row), fixed = ones(u, row);
  put_bits("stuck-0", row, (event ? bits & event_bits(u, true) : bits) | fixed);
  if (!bits) return;
  put_bits("stuck-1", row, (event ? event_bits(u, false) : row->bits) & ~fixed & ~free_ones(u, row));
  put_ends("stuck-1", row, ~row->bits);
  put_fields("stored", row, ~row->bits);
  put_fields("not-stored", row, event ? bits & event_bits(u, true) : bits);
  put_fault("ignored", row, UINT32_MAX);
  put_fault("debugger-locked", row, UINT32_MAX);
  if (u->config->cfgregs & CFGREGS_SOFTWARE_LOCK && unit_has(u, register_at(ETMLAR)))
    put_fault("software-unlocked", row, UINT32_MAX);
}

// Reset values that a clause names: ETMCR (IHI 0035B 3.16.1, IHI 0014Q 3.4.2), and those of the rows.
static void put_reset(const struct unit *u, const struct register_row *row) {
  if (row->offset == ETMCR) {
    put_bits("reset", row, etmcr_bits(ETMCR_HAS_RESET, u->protocol));
  } else if (row->reset != REGISTER_OPEN) {
    put_bits("reset", row, row->bits);
  }
}

// --- registers that say how the unit is -----------------------------------------------------------------------------

// Bits that the text sees as 1, and as 0; the others of the 32 read 0.
static void put_status(const struct register_row *row, uint32_t seen_1, uint32_t seen_0) {
  put_bits("stuck-0", row, seen_1);
  put_bits("stuck-1", row, seen_0);
  put_ends("stuck-1", row, ~row->bits);
}

static bool put_if_status(const struct unit *u, const struct register_row *row) {
  const uint32_t start_stop = u->ccr & ETMCCR_START_STOP ? (uint32_t)ETMSR_STARTED : 0;
  const uint32_t model = u->direct ? ETMOSLSR_MODEL_1 : ETMOSLSR_MODEL_0;
  const bool locks = u->config->cfgregs & CFGREGS_OS_LOCK, two = u->config->cfgregs & CFGREGS_TWO_DOMAINS;
  switch (row->offset) {
    case ETMSR:
      put_status(row, ETMSR_OVERFLOW | ETMSR_STOPPED | ETMSR_TRIGGERED | start_stop,
                 row->bits & ~(start_stop ^ ETMSR_STARTED));
      return true;
    case ETMOSLSR:
      put_status(row, model | ETMOSLSR_LOCKED, row->bits & ~model);
      return true;
    case ETMPDSR:
      put_status(row, ETMPDSR_POWERED | (two ? ETMPDSR_LOST : 0) | (u->direct && locks ? ETMPDSR_LOCKED : 0),
                 ETMPDSR_LOST | (two ? ETMPDSR_POWERED : 0) | (u->direct ? ETMPDSR_LOCKED : 0));
      return true;
    case ETMPDCR:  // a unit may have no [3]
      put_status(row, 0, row->bits);
      return true;
    case ETMLSR:
      put_status(row, ETMLSR_EXISTS | ETMLSR_LOCKED, row->bits);
      return true;
    case ETMAUTHSTATUS:  // of Secure state, and without Security Extensions, no clause was read
      put_status(row, u->config->etmidr & ETMIDR_SECURITY ? (uint32_t)ETMAUTHSTATUS_NON_SECURE : 0, 0x4);
      return true;
    case ETMOSSRR:  // what it passes, and in what order, is the unit's own (IHI 0035B 3.16.40)
      return true;
    case ETMCLAIMSET:  // any number of tags (IHI 0029B), for ever
      put_fields("stored", row, row->bits);
      put_fault("not-stored", row, row->bits);
      put_fault("ignored", row, UINT32_MAX);
      return true;
    case ETMCLAIMCLR:
      put_status(row, row->bits, row->bits);
      put_bits("reset", row, row->bits);
      return true;
    default:
      return false;
  }
}

// --- registers that are not there -----------------------------------------------------------------------------------

static bool reads_0(const struct unit *u, const struct register_row *row) {
  const bool etm = u->protocol == PROTOCOL_ETM3, by_ccr = row->part.counted && !row->part.by_ccer;
  const uint32_t counted = row->part.counted;
  if (!row->access[u->protocol].how || (etm && u->minor == 0)) return false;
  if (!row->all && !counted) return false;
  if (!register_is_there(row, u->protocol, u->minor)) return etm && row->offset != ETMAUXCR;
  if (by_ccr && (counted == ETMCCR_FIFOFULL || counted == ETMCCR_DATA_COMPARATORS)) return false;
  if (by_ccr && etm && counted == ETMCCR_OUTPUTS) return false;
  if (!by_ccr && !etm && u->minor == 0 && counted == ETMCCER_TIMESTAMP) return false;
  return !register_is_built(row, u->ccr, u->ccer);
}

static void put_absent(const struct unit *u, const struct register_row *row) {
  const bool etm = u->protocol == PROTOCOL_ETM3, status = row->offset == ETMSCR || row->offset == ETMIDR2;
  if (etm && u->minor > 0 && status) put_ends("stuck-1", row, ~row->bits);  // there or not, they read 0
  if (!reads_0(u, row)) return;
  put_fields("stored", row, row->bits);
  put_fields("stuck-1", row, row->bits);
}

// --- accesses -------------------------------------------------------------------------------------------------------

// 1: nothing bars it, 2: the OS lock is set, 4: no core power. Of management registers only the table of PFTv1.1 with
// two power domains was read (IHI 0035B table 3.93).
static void put_errors(const struct unit *u, const struct register_row *row) {
  const bool trace = unit_bars(u, row), two = u->config->cfgregs & CFGREGS_TWO_DOMAINS;
  if (trace || row->all) put_fault("error", row, 1);
  if (trace && u->config->cfgregs & CFGREGS_OS_LOCK && unit_has(u, register_at(ETMOSLAR))) put_fault("error", row, 2);
  if (trace && two) put_fault("error", row, 4);
  const bool answers = two && u->direct && u->protocol == PROTOCOL_PFT;
  const bool claim = row->offset == ETMCLAIMSET || row->offset == ETMCLAIMCLR;
  if (trace || !answers) return;
  if (!row->all) put_fault("error", row, 1);
  if (unit_has(u, register_at(ETMOSLAR))) put_fault("error", row, 2);
  if (!claim) put_fault("error", row, 4);
}

static void put_faults(const struct unit *u, const struct register_row *row) {
  if (!unit_has(u, row)) {
    put_absent(u, row);
    return;
  }
  put_errors(u, row);
  if (put_if_status(u, row)) return;
  // What cannot be read shows in what the unit does.
  const bool shows = row->offset == ETMTRIGGER || row->offset == ETMTEEVR || row->offset == ETMTRACEIDR;
  if (!unit_reads(u, row) && unit_writes(u, row) && shows) put_fault("ignored", row, UINT32_MAX);
  if (!unit_reads(u, row)) return;
  if (row->access[u->protocol].how & REGISTER_CONSTANT || u->config->fixed & row->config) {
    put_constant(u, row);
    return;
  }
  put_reset(u, row);
  if (unit_writes(u, row)) {
    put_held(u, row);
  } else {
    put_ends("stuck-1", row, ~row->bits);
  }
}

int main(int argc, char **argv) {
  struct options o;
  struct error err;
  if (argc < 2 || options_parse(&o, argc - 1, argv + 1, &err) != OPTION_GOOD) return 2;
  const struct config *c = &o.config;
  struct unit u = {c, config_protocol(c), config_minor(c), config_ccr(c), c->etmccer, false};
  u.direct = u.minor >= (u.protocol == PROTOCOL_PFT ? 1 : 5);
  const bool list = strcmp(argv[1], "list") == 0, all = strcmp(argv[1], "all") == 0;
  if (all) text_print(&u, NULL);
  EACH_ROW(row) {
    if (list) put_faults(&u, row);
    if (strcmp(argv[1], row->name) == 0) text_print(&u, row);
  }
  return 0;
}
