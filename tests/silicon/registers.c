// SPDX-License-Identifier: Apache-2.0
// registers: the registers of three Cortex-A7 ETMs and two Cortex-A15 PTMs, as a debugger (DS-5) has dumped them,
// beside the rows: each is in one of them, and there for its version; it has only bits of the row, and of fields that
// are there; and it is 0 where ETMCCR or ETMCCER say that it is not built. Folder as in decode.sh.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "register.h"

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
  for (unsigned f = 0; f < FIELDS; f++) {
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

int main(void) {
  static const char *const expected[DUMPS] = {
      // ETMVMIDCVR stands at 0x204 in the debugger's list, and 0x240 is not dumped.
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
    if (strcmp(found, expected[n]) == 0) {
      passed++;
    } else {
      printf("device%u: expected %s\n      found    %s\n", FIRST + n, expected[n], found);
    }
  }
  printf("%d passed, %d failed, 0 skipped\n", passed, DUMPS - passed);
  return passed != DUMPS;
}
