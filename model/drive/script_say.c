// SPDX-License-Identifier: Apache-2.0
// Values that are legal, and those that are not; lines as they are, or as a careless host has them.
#include "script_say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "resource.h"

// --- values ----------------------------------------------------------------------------------------------------------

static bool is_there(const struct draw *d, const struct register_row *row) {
  return register_is_there(row, d->protocol, d->minor) &&
         register_is_built(row, config_ccr(d->config), d->config->etmccer);
}
bool say_has(const struct draw *d, unsigned offset) { return is_there(d, register_at(offset)); }

// One that the unit has, and no filter: these are not built in all units that say so.
static uint32_t draw_resource(struct draw *d) {
  const uint32_t inputs = field_get(config_ccr(d->config), ETMCCR_INPUTS);
  if (inputs > 0 && chance(d, 60))
    return RESOURCE_EXTIN + below(d, inputs < RESOURCE_EXTINS ? inputs : RESOURCE_EXTINS);
  if (chance(d, 40)) return RESOURCE_ALWAYS;
  return d->config->etmidr & ETMIDR_SECURITY && chance(d, 60) ? RESOURCE_NON_SECURE : RESOURCE_PROHIBITED;
}

static uint32_t draw_event(struct draw *d) { return below(d, 8) << 14 | draw_resource(d) << 7 | draw_resource(d); }

static uint32_t draw_byte_each(struct draw *d, uint32_t most) {
  uint32_t value = 0;
  for (int i = 0; i < 4 && most > 0; i++) value = value << 8 | below(d, most);
  return value;
}

static uint32_t draw_auxcr(struct draw *d) {
  uint32_t value = 0;
  for (int i = 0; i < FIELDS; i++) {
    const bool of_it = strcmp(register_fields[i].reg, "ETMAUXCR") == 0 && config_has(d->config, i);
    if (of_it && chance(d, 30)) value |= register_fields[i].mask;
  }
  return value;
}

static uint32_t draw_of_config(struct draw *d, unsigned offset) {
  static const uint16_t periods[] = {0x400, 0x400, 0x800, 0x100, 200, 0};
  switch (offset) {
    case ETMTEEVR:
      return chance(d, 50) ? EVENT_ALWAYS : draw_event(d);
    case ETMTSEVR:  // seldom true, or there is room for nothing else
      return chance(d, 50) ? 0 : 3u << 14 | draw_resource(d) << 7 | EVENT_ALWAYS;
    case ETMSYNCFR:
      return periods[below(d, sizeof periods / sizeof *periods)];
    case ETMAUXCR:
      return draw_auxcr(d);
    case ETMTRACEIDR:
      return 1 + below(d, 0x6F);
    default:
      return draw_event(d);
  }
}

uint32_t say_value(struct draw *d, const struct register_row *row) {
  const uint32_t contexts = field_get(config_ccr(d->config), ETMCCR_CONTEXT_IDS);
  const uint32_t pairs = field_get(config_ccr(d->config), ETMCCR_PAIRS);
  if (row->config) return draw_of_config(d, row->offset);
  if (row->bits == register_at(ETMSQ12EVR)->bits) return draw_event(d);
  if (row->bits == register_at(ETMCNTENR1)->bits) return ETMCNTENR_ALWAYS_1 | draw_event(d);
  if (row->offset >= ETMACTR1 && row->offset <= ETMACTR16)
    return 1 | FIELD_OF(ETMACTR_CONTEXT_ID, below(d, contexts + 1));
  switch (row->offset) {
    case ETMTECR1:
      return ETMTECR1_EXCLUDE;  // nothing
    case ETMTECR2:
      return 0;
    case ETMSR:
      return (chance(d, 20) ? ETMSR_TRIGGERED : 0) |
             (config_ccr(d->config) & ETMCCR_START_STOP && chance(d, 50) ? ETMSR_STARTED : 0);
    case ETMFFLR:
      return below(d, 16);
    case ETMTSSCR:
      return (uint32_t)rng_next(&d->r) & ((1u << 2 * pairs) - 1) * 0x10001u;
    case ETMSQR:
      return below(d, 3);
    case ETMEXTINSELR:
      return draw_byte_each(d, field_get(d->config->etmccer, ETMCCER_EXTENDED));
    case ETMTESSEICR:
      return (uint32_t)rng_next(&d->r) & ((1u << field_get(d->config->etmccer, ETMCCER_EMBEDDEDICE)) - 1) * 0x10001u;
    case ETMEIBCR:
      return below(d, 1u << field_get(d->config->etmccer, ETMCCER_EMBEDDEDICE));
    default:
      return (uint32_t)rng_next(&d->r) & row->bits;
  }
}

// What of it shapes the trace, and the port of an ETM. With return stack and broadcast
// together nothing is promised (IHI 0035B 4.6).
uint32_t say_etmcr(struct draw *d) {
  static const enum register_field_number shapes[] = {FIELD_ETMCR_BRANCH_BROADCAST, FIELD_ETMCR_CYCLE_ACCURATE,
                                                      FIELD_ETMCR_TIMESTAMP, FIELD_ETMCR_RETURN_STACK,
                                                      FIELD_ETMCR_VMID};
  uint32_t value = FIELD_OF(ETMCR_CONTEXT_ID, below(d, 4));
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    if (config_has(d->config, shapes[i]) && chance(d, 35)) value |= register_fields[shapes[i]].mask;
  }
  if (value & ETMCR_BRANCH_BROADCAST) value &= ~(uint32_t)ETMCR_RETURN_STACK;
  if (d->protocol == PROTOCOL_ETM3) value |= ETMCR_PORT;
  return value;
}

// Does somebody write it who programs the unit? What units have by choice need not be there.
bool say_is_programmed(const struct draw *d, const struct register_row *row) {
  const bool chosen = row->offset == ETMTECR1 || (row->offset == ETMTECR2 && d->protocol == PROTOCOL_ETM3) ||
                      (row->offset == ETMFFLR && config_ccr(d->config) & ETMCCR_FIFOFULL);
  const unsigned how = row->access[d->protocol].how;
  const bool early = how & REGISTER_WRITE_CHANGED && d->minor < 1;
  return row->offset != ETMCR && how & REGISTER_WRITE && !early && is_there(d, row) &&
         (row->config || row->all || row->part.counted || chosen);
}

// --- lines -----------------------------------------------------------------------------------------------------------

static uint32_t any_register(struct draw *d) {
  static const uint16_t locks[] = {ETMCR, ETMCR, ETMSR, ETMOSLAR, ETMLAR, ETMOSSRR, ETMPDSR, ETMPDCR, ETMTRACEIDR};
  if (chance(d, 40)) return locks[below(d, sizeof locks / sizeof *locks)];
  return chance(d, 80) ? register_rows[below(d, (uint32_t)register_count)].offset : 4 * below(d, 0x400);
}

// Bits of what the register may hold, a key, or ETMCR with a bit that has changed.
static uint32_t any_value(struct draw *d, uint32_t offset) {
  const struct register_row *row = register_at(offset);
  if (offset == ETMOSLAR || offset == ETMLAR) return chance(d, 50) ? OSLAR_LOCK : 1u << below(d, 32);
  if (offset == ETMCR && chance(d, 70)) return d->etmcr ^ 1u << below(d, 31);
  if (row->name && say_is_programmed(d, row) && chance(d, 60)) return say_value(d, row);
  return chance(d, 20) ? 0 : (uint32_t)rng_next(&d->r) & (row->name ? row->bits : UINT32_MAX);
}

// Something that does not belong where it stands.
static void go_wrong(struct draw *d) {
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

// A careless host waits in place of a poll, and takes what comes. What it writes to ETMOSSRR is nothing that it read.
static void say_careless(struct draw *d, const char *line) {
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

void say(struct draw *d, const char *format, ...) {
  char line[LINE];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (!d->careless) {
    fprintf(d->to, "%s\n", line);
    return;
  }
  const bool wrong = chance(d, d->wrong);
  const uint32_t how = wrong ? below(d, 5) : 0;
  if (wrong && how > 2) go_wrong(d);
  if (wrong && how == 2 && !*d->held) {
    strcpy(d->held, line);
    return;
  }
  if (!wrong || how > 0) say_careless(d, line);
  if (wrong && how == 1) say_careless(d, line);
  if (*d->held) say_careless(d, d->held);
  *d->held = '\0';
}
