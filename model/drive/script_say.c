// SPDX-License-Identifier: Apache-2.0
// Lines of a host script, legal or with illegal steps.
#include "script_say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "script_value.h"

static uint32_t any_register(struct draw *d) {
  static const uint16_t locks[] = {ETMCR, ETMCR, ETMSR, ETMOSLAR, ETMLAR, ETMOSSRR, ETMPDSR, ETMPDCR, ETMTRACEIDR};
  if (chance(d, 40)) return locks[below(d, sizeof locks / sizeof *locks)];
  return chance(d, 80) ? register_rows[below(d, (uint32_t)register_count)].offset : 4 * below(d, 0x400);
}

// A value for a register: some of its bits, a key, or ETMCR with one bit changed.
static uint32_t any_value(struct draw *d, uint32_t offset) {
  const struct register_row *row = register_at(offset);
  if (offset == ETMOSLAR || offset == ETMLAR) return chance(d, 50) ? OSLAR_LOCK : 1u << below(d, 32);
  if (offset == ETMCR && chance(d, 70)) return d->etmcr ^ 1u << below(d, 31);
  if (row->name && value_is_programmed(d, row) && chance(d, 60)) return value_draw(d, row);
  return chance(d, 20) ? 0 : (uint32_t)rng_next(&d->r) & (row->name ? row->bits : UINT32_MAX);
}

// A step that is illegal at this position.
static void put_illegal(struct draw *d) {
  const uint32_t offset = any_register(d);
  switch (below(d, 12)) {
    case 0:
      fprintf(d->to, "power off\nwait %" PRIu32 "\npower on\nwait %" PRIu32 "\n", below(d, 40), below(d, 10));
      break;
    case 1:
      fprintf(d->to, "%s %" PRIu32 "\n", chance(d, 50) ? "niden" : "dbgen", below(d, 2));
      break;
    case 2:
      fprintf(d->to, "%s\n", chance(d, 50) ? "software" : "debugger");
      break;
    case 3:
      fprintf(d->to, "wait %" PRIu32 "\n", below(d, 300));
      break;
    case 4:
    case 5:
      fprintf(d->to, "read 0x%" PRIX32 "\n", offset);
      break;
    default:
      fprintf(d->to, "write 0x%" PRIX32 " 0x%" PRIX32 "\n", offset, any_value(d, offset));
  }
}

// With illegal steps, a poll becomes a wait, and no value is expected. The words that are written to ETMOSSRR were not
// read from it.
static void put_tolerant(struct draw *d, const char *line) {
  char name[LINE] = "";
  if (sscanf(line, "poll %79s", name) == 1) {
    fprintf(d->to, "wait %" PRIu32 "\nread %s\n", below(d, SILENT), name);
  } else if (sscanf(line, "expect %79s", name) == 1) {
    fprintf(d->to, "read %s\n", name);
  } else if (sscanf(line, "trace %79s", name) == 1) {
    fprintf(d->to, "wait %s\n", name);
  } else if (strcmp(line, "save") == 0 || strcmp(line, "restore") == 0) {
    for (uint32_t i = below(d, 90); i > 0; i--) {
      fprintf(d->to, *line == 's' ? "read ETMOSSRR\n" : "write ETMOSSRR 0x%" PRIX32 "\n",
              any_value(d, 4 * below(d, 0x90)));
    }
  } else {
    fprintf(d->to, "%s\n", line);
  }
}

void put_line(struct draw *d, const char *format, ...) {
  char line[LINE];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (!d->illegal) {
    fprintf(d->to, "%s\n", line);
    return;
  }
  const bool is_illegal = chance(d, d->illegal_percent);
  const uint32_t how = is_illegal ? below(d, 5) : 0;
  if (is_illegal && how > 2) put_illegal(d);
  if (is_illegal && how == 2 && !*d->delayed) {
    strcpy(d->delayed, line);
    return;
  }
  if (!is_illegal || how > 0) put_tolerant(d, line);
  if (is_illegal && how == 1) put_tolerant(d, line);
  if (*d->delayed) put_tolerant(d, d->delayed);
  *d->delayed = '\0';
}
