// SPDX-License-Identifier: Apache-2.0
// What of the rows this unit has, and which bits a clause or its description fixes.
#include "unit.h"

#include "etmcr.h"

static bool within(const struct register_row *row, unsigned from, unsigned to) {
  return row->offset >= from && row->offset <= to;
}

// Only the reload value of a reduced counter 1 is there (IHI 0035B 3.16.14, IHI 0014Q 3.5.26).
static bool is_reduced(const struct unit *u, const struct register_row *row) {
  const bool any = row->offset == ETMCNTENR1 || row->offset == ETMCNTRLDEVR1 || row->offset == ETMCNTVR1;
  return any && u->direct && u->ccer & ETMCCER_REDUCED_COUNTER;
}

static bool is_chosen(const struct unit *u, const struct register_row *row) {
  switch (row->offset) {
    case ETMOSLAR:
    case ETMOSLSR:
      return u->config->cfgregs & CFGREGS_OS_LOCK;
    case ETMOSSRR:
      return u->config->cfgregs & CFGREGS_OS_LOCK && !u->direct;
    case ETMLAR:
    case ETMLSR:
      return u->config->cfgregs & CFGREGS_SOFTWARE_LOCK;
    case ETMCLAIMSET:
    case ETMCLAIMCLR:
      return u->config->cfgregs & CFGREGS_CLAIM_TAGS;
    case ETMTECR1:
      return u->ccr & (ETMCCR_PAIRS | ETMCCR_START_STOP);
    case ETMFFLR:
      return u->ccr & ETMCCR_FIFOFULL;
    case ETMPDCR:
    case ETMPDSR:
    case ETMAUTHSTATUS:
      return true;
    default:
      return row->all || (row->part.counted && row->part.counted != ETMCCR_DATA_COMPARATORS &&
                          row->part.counted != ETMCCR_FIFOFULL);
  }
}

bool unit_has(const struct unit *u, const struct register_row *row) {
  return register_is_there(row, u->protocol, u->minor) && register_is_built(row, u->ccr, u->ccer) &&
         is_chosen(u, row) && !is_reduced(u, row);
}

bool unit_reads(const struct unit *u, const struct register_row *row) {
  return unit_has(u, row) && register_is_readable(row, u->config);
}

bool unit_writes(const struct unit *u, const struct register_row *row) {
  const unsigned how = row->access[u->protocol].how;
  const bool changed = !(how & REGISTER_WRITE_CHANGED) || u->minor > 0;
  return unit_has(u, row) && how & REGISTER_WRITE && changed && !(how & REGISTER_FIXED) &&
         !(u->config->fixed & row->config);
}

bool unit_bars(const struct unit *u, const struct register_row *row) {
  const bool management = within(row, ETMOSLAR, ETMPDSR) || row->offset >= ETMITCTRL;
  return unit_has(u, row) && !management;
}

// --- events ----------------------------------------------------------------------------------------------------------

bool register_is_event(const struct register_row *row) {
  return row->bits == 0x1FFFF || within(row, ETMCNTENR1, ETMCNTENR4);
}

// IHI 0035B table 3.5.
static bool has_resource(const struct unit *u, unsigned resource) {
  const unsigned index = resource & 15;
  switch (resource >> 4) {
    case 0:
      return index < 2 * field_get(u->ccr, ETMCCR_PAIRS);
    case 1:
      return index < 8 && index < field_get(u->ccr, ETMCCR_PAIRS);
    case 2:
      return index < field_get(u->ccer, ETMCCER_EMBEDDEDICE);
    case 4:
      return index < field_get(u->ccr, ETMCCR_COUNTERS);
    case 5:
      return (index < 3 && u->ccr & ETMCCR_SEQUENCER) || (index == 15 && u->ccr & ETMCCR_START_STOP);
    case 6:
      return index < field_get(u->ccr, ETMCCR_INPUTS) || index >= 13;
    default:
      return false;
  }
}

unsigned unit_resources(const struct unit *u, uint8_t resources[UNIT_RESOURCES]) {
  unsigned count = 0;
  for (unsigned want = 0; want < UNIT_RESOURCES; want++) {
    const unsigned bit = want / 2, value = want % 2;
    bool found = false;
    for (unsigned i = 0; i < count; i++) found = found || (resources[i] >> bit & 1) == value;
    for (unsigned r = 0; r < 0x70 && !found; r++) {
      if (!has_resource(u, r) || (r >> bit & 1) != value) continue;
      resources[count++] = (uint8_t)r;
      found = true;
    }
  }
  return count;
}

// --- bits ------------------------------------------------------------------------------------------------------------

static uint32_t lowest(unsigned n) { return n < 32 ? (1u << n) - 1 : UINT32_MAX; }

// Each selector numbers inputs (IHI 0035B 3.16.30, IHI 0014Q 3.5.42).
static uint32_t selector_bits(const struct unit *u) {
  const unsigned inputs = field_get(u->ccer, ETMCCER_EXTENDED), selectors = field_get(u->ccer, ETMCCER_SELECTORS);
  uint32_t bits = 0;
  for (unsigned bit = 0; inputs && (inputs - 1) >> bit; bit++) bits |= 0x01010101u << bit;
  return bits & lowest(8 * selectors);
}

// Of ETMACTR a unit has as many bits as it likes, but those that choose a Context ID comparator (IHI 0035B table 3.27).
static uint32_t access_bits(const struct unit *u) {
  const unsigned contexts = field_get(u->ccr, ETMCCR_CONTEXT_IDS);
  return contexts > 1 ? ETMACTR_CONTEXT_ID : contexts << 8;
}

uint32_t unit_bits(const struct unit *u, const struct register_row *row) {
  const unsigned pairs = field_get(u->ccr, ETMCCR_PAIRS), inputs = field_get(u->ccer, ETMCCER_EMBEDDEDICE);
  if (within(row, ETMACTR1, ETMACTR16)) return access_bits(u);
  if (within(row, ETMCNTENR1, ETMCNTENR4)) return ETMCNTENR_EVENT;
  switch (row->offset) {
    case ETMCR:
      return etmcr_bits(ETMCR_IS_IMPLEMENTED, u->protocol) & ~etmcr_absent(u->protocol, u->minor, u->ccer);
    case ETMTSSCR:
      return lowest(2 * pairs) * 0x10001;
    case ETMTECR1:
      return (pairs ? lowest(pairs) | ETMTECR1_EXCLUDE : 0) |
             (u->ccr & ETMCCR_START_STOP ? (uint32_t)ETMTECR1_START_STOP : 0);
    case ETMSYNCFR:
      return row->bits & ~3u;  // a unit may leave out the lowest (IHI 0014Q 3.5.39)
    case ETMEXTINSELR:
      return selector_bits(u);
    case ETMTESSEICR:
      return u->ccer & ETMCCER_ICE_START_STOP ? lowest(inputs) * 0x10001 : 0;
    case ETMFFLR:  // up to the size of the FIFO, 64 bytes here
      return 0x7F;
    case ETMAUXCR:  // implementation defined
    case ETMEIBCR:  // its bits stand in no clause that was read
      return 0;
    default:
      return row->bits;
  }
}
