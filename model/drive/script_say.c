// SPDX-License-Identifier: Apache-2.0
// Lines of a host script, legal or with illegal steps.

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "script_draw.h"

static uint32_t any_register(struct random_host *host) {
  static const uint16_t locks[] = {ETMCR, ETMCR, ETMSR, ETMOSLAR, ETMLAR, ETMOSSRR, ETMPDSR, ETMPDCR, ETMTRACEIDR};
  if (chance(host, 40)) return locks[below(host, sizeof locks / sizeof *locks)];
  return chance(host, 80) ? register_rows[below(host, (uint32_t)register_count)].offset : 4 * below(host, 0x400);
}

// A value for a register: some of its bits, a key, or ETMCR with one bit changed.
static uint32_t any_value(struct random_host *host, uint32_t offset) {
  const struct register_row *row = register_at(offset);
  if (offset == ETMOSLAR || offset == ETMLAR) return chance(host, 50) ? OSLAR_LOCK : 1u << below(host, 32);
  if (offset == ETMCR && chance(host, 70)) return host->etmcr ^ 1u << below(host, 31);
  if (row->name && value_is_programmed(host, row) && chance(host, 60)) return value_draw(host, row);
  return chance(host, 20) ? 0 : (uint32_t)rng_next(&host->r) & (row->name ? row->bits : UINT32_MAX);
}

// A step that is illegal at this position.
static void put_illegal(struct random_host *host) {
  const uint32_t offset = any_register(host);
  switch (below(host, 12)) {
    case 0:
      fprintf(host->to, "power off\nwait %" PRIu32 "\npower on\nwait %" PRIu32 "\n", below(host, 40), below(host, 10));
      break;
    case 1:
      fprintf(host->to, "%s %" PRIu32 "\n", chance(host, 50) ? "niden" : "dbgen", below(host, 2));
      break;
    case 2:
      fprintf(host->to, "%s\n", chance(host, 50) ? "software" : "debugger");
      break;
    case 3:
      fprintf(host->to, "wait %" PRIu32 "\n", below(host, 300));
      break;
    case 4:
    case 5:
      fprintf(host->to, "read 0x%" PRIX32 "\n", offset);
      break;
    default:
      fprintf(host->to, "write 0x%" PRIX32 " 0x%" PRIX32 "\n", offset, any_value(host, offset));
  }
}

// With illegal steps, a poll becomes a read, after a wait if it is of ETMSR, and no value is expected. The words that
// are written to ETMOSSRR were not read from it.
static void put_tolerant(struct random_host *host, const char *line) {
  char name[LINE] = "";
  if (sscanf(line, "poll %79s", name) == 1) {
    if (strcmp(name, "ETMSR") == 0) fprintf(host->to, "wait %" PRIu32 "\n", below(host, SILENT));
    fprintf(host->to, "read %s\n", name);
  } else if (sscanf(line, "expect %79s", name) == 1) {
    fprintf(host->to, "read %s\n", name);
  } else if (sscanf(line, "trace %79s", name) == 1) {
    fprintf(host->to, "wait %s\n", name);
  } else if (strcmp(line, "save") == 0 || strcmp(line, "restore") == 0) {
    for (uint32_t i = below(host, 90); i > 0; i--) {
      fprintf(host->to, *line == 's' ? "read ETMOSSRR\n" : "write ETMOSSRR 0x%" PRIX32 "\n",
              any_value(host, 4 * below(host, 0x90)));
    }
  } else {
    fprintf(host->to, "%s\n", line);
  }
}

void put_line(struct random_host *host, const char *format, ...) {
  char line[LINE];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (!host->illegal) {
    fprintf(host->to, "%s\n", line);
    return;
  }
  const bool is_illegal = chance(host, host->illegal_percent);
  const uint32_t how = is_illegal ? below(host, 5) : 0;
  if (is_illegal && how > 2) put_illegal(host);
  if (is_illegal && how == 2 && !*host->delayed) {
    strcpy(host->delayed, line);
    return;
  }
  if (!is_illegal || how > 0) put_tolerant(host, line);
  if (is_illegal && how == 1) put_tolerant(host, line);
  if (*host->delayed) put_tolerant(host, host->delayed);
  *host->delayed = '\0';
}
