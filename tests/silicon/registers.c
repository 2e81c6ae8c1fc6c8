// SPDX-License-Identifier: Apache-2.0
// registers: compares the registers of three Cortex-A7 ETMs and two Cortex-A15 PTMs, as a debugger (DS-5) has dumped
// them, with the rows of registers. Each register is in one row, which exists for its version. It has only bits of the
// row, and of fields that exist. It is 0 if ETMCCR or ETMCCER report that it is not built. Then the dump is replayed:
// its values are written and read, and no rule reports a violation. The reference RTL with this description reads the
// same, except for `differences`. Folder as in decode.sh.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES_OWN_MAIN
#include "../unit/rule_bench.h"
#include "register.h"
#include "unit.h"

enum { DUMPS = 5, FIRST = 2 };

struct dump {
  struct config config;
  uint32_t etmccr;
  uint32_t value[1024];
  bool known[1024];
};

static bool read_dump(const char *folder, unsigned number, struct dump *d) {
  char name[400], line[200];
  unsigned minor, id;
  uint32_t value;
  *d = (struct dump){0};
  snprintf(name, sizeof name, "%s/trace_cov_a15/device%u.ini", folder, number);
  FILE *file = fopen(name, "r");
  if (!file) return false;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "type=ETM3.%u", &minor) == 1) d->config.etmidr = 2 << 8 | minor << 4;
    if (sscanf(line, "type=PFT1.%u", &minor) == 1) d->config.etmidr = 3 << 8 | minor << 4;
    if (sscanf(line, "%*[A-Z0-9](id:0x%x)=0x%" SCNx32, &id, &value) != 2 || id >= 1024) continue;
    d->value[id] = value;
    d->known[id] = true;
  }
  fclose(file);
  d->config.etmidr = d->value[ETMIDR >> 2];
  d->config.etmccer = d->value[ETMCCER >> 2];
  d->etmccr = d->value[ETMCCR >> 2];
  return true;
}

// Bits of fields that are there; all bits of a register without fields.
static uint32_t bits_of(const struct dump *d, const struct register_row *row) {
  uint32_t there = 0;
  bool any = false;
  for (unsigned f = 0; f < REGISTER_FIELD_COUNT; f++) {
    if (!register_has_field(row, &register_fields[f])) continue;
    any = true;
    const bool is = field_is_there(f, config_protocol(&d->config), config_minor(&d->config), d->config.etmccer);
    there |= is ? register_fields[f].mask : 0;
  }
  return any && row->offset != ETMAUXCR ? there : row->bits;
}

static const char *wrong(const struct dump *d, unsigned id) {
  const struct register_row *row = register_at(4 * id);
  const enum protocol protocol = config_protocol(&d->config);
  if (!row->name || !register_is_there(row, protocol, config_minor(&d->config))) return "is not there";
  if (d->value[id] & ~bits_of(d, row)) return "has bits that are not there";
  if (d->value[id] && !register_is_built(row, d->etmccr, d->config.etmccer)) return "is not built";
  return NULL;
}

// --- replayed -------------------------------------------------------------------------------------------------------

// Where our own unit reads otherwise than this dump, and why (docs/silicon.md 16).
static const struct {
  enum protocol protocol;
  uint16_t offset;
  uint32_t mask;
} differences[] = {
    {PROTOCOL_ETM3, ETMCR, 0x000E2042},       // port size and mode, data trace
    {PROTOCOL_ETM3, ETMSCR, 0x0002000C},      // no fetch comparator to tell of, no port size
    {PROTOCOL_ETM3, ETMSR, ETMSR_OVERFLOW},   // of the run before
    {PROTOCOL_ETM3, ETMFFLR, 0x000000FF},     // by ETMCCR[23] in ours
    {PROTOCOL_ETM3, ETMEXTOUTEVR1, 0x1FFFF},  // ETMCCR counts none
    {PROTOCOL_ETM3, ETMEXTOUTEVR2, 0x1FFFF}, {PROTOCOL_ETM3, ETMVDEVR, 0x1FFFF},  // data trace
};

static uint32_t differs(const struct dump *d, uint16_t offset) {
  for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
    if (differences[i].protocol == config_protocol(&d->config) && differences[i].offset == offset) {
      return differences[i].mask;
    }
  }
  return 0;
}

// Is it one that software writes before a run, and that a debugger shows at its own place? ETMCR is written last.
static bool is_written(const struct dump *d, unsigned id) {
  const unsigned offset = 4 * id;
  const struct register_row *row = register_at(offset);
  const enum protocol protocol = config_protocol(&d->config);
  return d->known[id] && offset != ETMCR && offset != ETMSR && row->name &&
         row->access[protocol].how & REGISTER_WRITE && register_is_there(row, protocol, config_minor(&d->config));
}

static bool accused(const struct dump *d) {
  struct bench b;
  struct config config = d->config;
  config.etmccr = d->etmccr;
  begin(&b, config);
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMCR, ETMCR_PROGRAMMING);
  for (unsigned id = 1; id < 1024; id++) {
    if (is_written(d, id)) writes(&b, (uint16_t)(4 * id), d->value[id]);
  }
  writes(&b, ETMCR, d->value[0]);
  for (unsigned id = 0; id < 1024; id++) {
    if (d->known[id]) reads(&b, (uint16_t)(4 * id), d->value[id]);
  }
  show(&b);
  const bool broken = b.rules->broken;
  free(b.rules);
  return broken;
}

// One access to our own unit.
static uint32_t access(struct unit *unit, struct ports_in *in, bool write, unsigned offset, uint32_t data) {
  struct ports_out out;
  in->psel = true;
  in->pwrite = write;
  in->paddr = (uint16_t)offset;
  in->pwdata = data;
  for (unsigned phase = 0; phase < 2; phase++) {
    in->penable = phase;
    unit_outputs(unit, &out);
    unit_step(unit, in);
  }
  in->psel = in->penable = false;
  return out.prdata;
}

static bool ours_differs(const struct dump *d) {
  static struct unit unit;
  struct config config = config_is_etm3(&d->config) ? config_default_etm3 : config_default_pft;
  config.fifo_bytes = 256;
  unit_reset(&unit, &config);
  struct ports_in in = {.resetn = true, .niden = true, .atclken = true, .pclken = true, .atready = true};
  in.dbgpwrdup = in.paddrdbg31 = true;
  in.cfgidr = d->config.etmidr;
  in.cfgccr = d->etmccr;
  in.cfgccer = d->config.etmccer;
  in.cfgregs = CFGREGS_DEFAULT;
  access(&unit, &in, true, ETMOSLAR, 0);
  for (unsigned id = 1; id < 1024; id++) {
    if (is_written(d, id)) access(&unit, &in, true, 4 * id, d->value[id]);
  }
  access(&unit, &in, true, ETMCR, d->value[0]);
  bool any = false;
  for (unsigned id = 0; id < 1024; id++) {
    const uint16_t offset = (uint16_t)(4 * id);
    if (!d->known[id]) continue;
    const uint32_t read = access(&unit, &in, false, offset, 0), mask = differs(d, offset);
    if ((read ^ d->value[id]) & ~mask) {
      printf("ours: 0x%03X reads 0x%08" PRIX32 ", the dump 0x%08" PRIX32 "\n", offset, read, d->value[id]);
      any = true;
    }
  }
  return any;
}

// ETMCCR and ETMCCER, where the unit's description has them.
static bool is_described_otherwise(const struct dump *d) {
  char line[100];
  uint32_t value;
  bool otherwise = false;
  FILE *file = fopen(config_is_etm3(&d->config) ? "sim/units/a7.unit" : "sim/units/a15.unit", "r");
  if (!file) return true;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "idr=0x%" SCNx32, &value) == 1) otherwise |= value != d->config.etmidr;
    if (sscanf(line, "ccr=0x%" SCNx32, &value) == 1) otherwise |= value != d->etmccr;
    if (sscanf(line, "ccer=0x%" SCNx32, &value) == 1) otherwise |= value != d->config.etmccer;
  }
  fclose(file);
  if (otherwise) puts("its description in sim/units is another unit's");
  return otherwise;
}

int main(void) {
  static const char *const expected[DUMPS] = {
      // ETMVMIDCVR is at the offset 0x204 in the debugger's list, and 0x240 is not dumped.
      "0x1A0 is not built 0x1A4 is not built 0x204 is not there ",
      "0x1A0 is not built 0x1A4 is not built 0x204 is not there ",
      "0x1A0 is not built 0x1A4 is not built 0x204 is not there ", "", ""};
  const char *folder = getenv("WAYPOINT_CAPTURES");
  static struct dump d;
  int passed = 0;
  for (unsigned n = 0; n < DUMPS; n++) {
    char found[400] = "";
    if (!read_dump(folder ? folder : "../shared/captures", FIRST + n, &d)) {
      puts("SKIP: no captures\n0 passed, 0 failed, 5 skipped");
      return 0;
    }
    for (unsigned id = 0; id < 1024; id++) {
      const char *what = d.known[id] ? wrong(&d, id) : NULL;
      const size_t used = strlen(found);
      if (what) snprintf(found + used, sizeof found - used, "0x%03X %s ", 4 * id, what);
    }
    const bool rows = strcmp(found, expected[n]) == 0;
    if (!rows) printf("device%u: expected %s\n      found    %s\n", FIRST + n, expected[n], found);
    const bool rules = !accused(&d), ours = !ours_differs(&d), described = !is_described_otherwise(&d);
    if (!rules || !ours || !described) printf("device%u: replayed\n", FIRST + n);
    passed += rows && rules && ours && described;
  }
  printf("%d passed, %d failed, 0 skipped\n", passed, DUMPS - passed);
  return passed != DUMPS;
}
