// SPDX-License-Identifier: Apache-2.0
// The steps of a host, and the state of the unit. Each step is drawn among those that are legal in this state.
#include "script_draw.h"

#include <inttypes.h>

#include "lines.h"
#include "script_say.h"
#include "script_value.h"

static void wait_some(struct draw *d, uint32_t most) { put_line(d, "wait %" PRIu32, below(d, most)); }

static void write_etmcr(struct draw *d, uint32_t value) {
  d->etmcr = value;
  put_line(d, "write ETMCR 0x%" PRIX32, value);
}

// --- locks and power -------------------------------------------------------------------------------------------------

static void act_as(struct draw *d, bool software) {
  if (d->software == software) return;
  d->software = software;
  put_line(d, software ? "software" : "debugger");
}

// Opens the software lock for this host.
static void open_software_lock(struct draw *d) {
  if (!d->software || !d->software_locked) return;
  put_line(d, "write ETMLAR 0x%" PRIX32, LAR_UNLOCK);
  d->software_locked = false;
  if (chance(d, 30)) put_line(d, "read ETMLSR");
}

// Any other value sets the lock. A write of a debugger is ignored.
static void close_software_lock(struct draw *d) {
  if (!d->software_lock) return;
  put_line(d, "write ETMLAR 0x%" PRIX32, chance(d, 60) ? 0 : LAR_UNLOCK ^ 1u << below(d, 32));
  d->software_locked = d->software_locked || d->software;
  if (chance(d, 30)) put_line(d, "read ETMLSR");
}

static void set_os_lock(struct draw *d, bool set) {
  open_software_lock(d);
  put_line(d, "write ETMOSLAR 0x%" PRIX32, set ? OSLAR_LOCK : chance(d, 60) ? 0 : OSLAR_LOCK ^ 1u << below(d, 32));
  d->locked = set;
  if (chance(d, 50)) put_line(d, "read ETMOSLSR");
}

// The OS locks of different versions let different writes pass, so the host reads which lock it is.
static void program_under_os_lock(struct draw *d) {
  if (!d->direct || !d->os_lock || !d->limits->has_os_lock || !chance(d, 20)) return;
  set_os_lock(d, true);
  put_line(d, "read ETMOSLSR");
}

// The read that reports the lost power also clears the status.
static void read_lost(struct draw *d) {
  open_software_lock(d);
  if (!value_has(d, ETMPDSR)) return;
  if (d->two_domains) {
    put_line(d, "expect ETMPDSR 3 %d", d->power_lost ? 3 : 1);
  } else {
    put_line(d, "read ETMPDSR");
  }
  d->power_lost = false;
}

// Makes the trace registers accessible, and opens the OS lock.
static void open_registers(struct draw *d) {
  open_software_lock(d);
  if (d->power_lost || chance(d, 10)) read_lost(d);
  if (d->locked || (d->os_lock && chance(d, 20))) set_os_lock(d, false);
}

// The number of claim tags is the unit's choice, so only a number in the description is expected.
static void expect_claim_tags(struct draw *d, const char *name, uint32_t tags) {
  if (d->config->cfgregs & CFGREGS_CLAIM_NAMED) {
    put_line(d, "expect %s 0xFF 0x%" PRIX32, name, tags);
  } else {
    put_line(d, "read %s", name);
  }
}

static void use_claim_tags(struct draw *d) {
  const uint32_t all = (1u << field_get(d->config->cfgregs, CFGREGS_CLAIM_TAGS)) - 1, tags = below(d, 0x100);
  if (!value_has(d, ETMCLAIMSET) || all == 0) return;
  open_software_lock(d);
  if (chance(d, 60)) {
    put_line(d, "write ETMCLAIMSET 0x%" PRIX32, tags);
    d->claim |= tags & all;
  } else {
    put_line(d, "write ETMCLAIMCLR 0x%" PRIX32, tags);
    d->claim &= ~tags;
  }
  if (chance(d, 50)) expect_claim_tags(d, "ETMCLAIMCLR", d->claim);
  if (chance(d, 30)) expect_claim_tags(d, "ETMCLAIMSET", all);
}

static void request_power(struct draw *d) {
  const unsigned keep = chance(d, 50) ? ETMPDCR_KEEP : 0;
  if (!value_has(d, ETMPDCR)) return;
  open_software_lock(d);
  put_line(d, "write ETMPDCR %u", keep);
  if (chance(d, 50)) put_line(d, "read ETMPDCR");
}

static void authorize(struct draw *d, bool niden, bool dbgen) {
  if (!d->limits->has_authentication) return;
  if (niden != d->niden) put_line(d, "niden %d", niden);
  if (dbgen != d->dbgen) put_line(d, "dbgen %d", dbgen);
  d->niden = niden;
  d->dbgen = dbgen;
  if (value_has(d, ETMAUTHSTATUS) && chance(d, 40)) put_line(d, "read ETMAUTHSTATUS");
}

static void identify(struct draw *d) {
  static const uint16_t of_it[] = {ETMIDR,        ETMCCR,     ETMCCER,  ETMSCR,   ETMOSLSR, ETMPDSR,  ETMLSR,
                                   ETMAUTHSTATUS, ETMDEVTYPE, ETMDEVID, ETMPIDR0, ETMPIDR4, ETMCIDR1, ETMSR};
  open_registers(d);
  for (size_t i = 0; i < sizeof of_it / sizeof *of_it; i++) {
    if (value_has(d, of_it[i]) && chance(d, 40)) put_line(d, "read %s", register_at(of_it[i])->name);
  }
  if (value_has(d, ETMDEVTYPE) && chance(d, 30)) put_line(d, "expect ETMDEVTYPE 0xFF 0x13");
}

// --- the unit is programmed, and traces ------------------------------------------------------------------------------

static void wait_until_stopped(struct draw *d) {
  put_line(d, "poll ETMSR 2 2");
  d->stopped = true;
}

static void set_programming(struct draw *d) {
  open_registers(d);
  if (d->etmcr & ETMCR_PROGRAMMING && !(d->etmcr & ETMCR_POWER_DOWN) && d->stopped) return;
  write_etmcr(d, (d->etmcr | ETMCR_PROGRAMMING) & ~(uint32_t)ETMCR_POWER_DOWN);
  wait_until_stopped(d);
}

static void program_register(struct draw *d, const struct register_row *row) {
  const uint32_t value = value_draw(d, row);
  const bool readable = register_is_readable(row, d->config);
  put_line(d, "write %s 0x%" PRIX32, row->name, value);
  if (row->offset == ETMTRACEIDR) {
    d->traceid = value;
    if (readable && chance(d, 30)) put_line(d, "expect ETMTRACEIDR 0x7F 0x%" PRIX32, value);
  } else if (readable && chance(d, 10)) {
    put_line(d, "read %s", row->name);
  }
}

// Writes of any programmed registers that a lock prevents. The software lock ignores them. The OS lock of PFTv1.0,
// ETMv3.3 and v3.4 returns an error.
static void write_ignored(struct draw *d) {
  const size_t first = below(d, (uint32_t)register_count);
  uint32_t most = 1 + below(d, 3);
  for (size_t i = 0; i < register_count && most > 0; i++) {
    const struct register_row *row = &register_rows[(first + i) % register_count];
    if (!value_is_programmed(d, row) || chance(d, 50)) continue;
    put_line(d, "write %s 0x%" PRIX32, row->name, value_draw(d, row));
    if (register_is_readable(row, d->config) && chance(d, 50)) put_line(d, "read %s", row->name);
    most--;
  }
  if (chance(d, 20)) put_line(d, "write ETMCR 0x%" PRIX32, value_draw_etmcr(d) | (d->etmcr ^ ETMCR_PROGRAMMING));
}

// Writes that the software lock ignores, while the unit traces or is stopped.
static void write_software_locked(struct draw *d) {
  if (!d->software_lock) return;
  act_as(d, true);
  if (!d->software_locked) close_software_lock(d);
  write_ignored(d);
}

// Programs the registers in any order. After a reset, the host writes all registers that decide what is traced;
// otherwise only those that it changes. After a write of ETMSR it is unknown whether a trigger can come, so such writes
// are rare.
static void program(struct draw *d) {
  const uint32_t share[] = {0, 10, 50, 100, 100, 100, 100, 100};
  const uint32_t others = share[below(d, 8)], status = chance(d, 35) ? others : 0;
  const uint32_t again = d->is_reset || (others == 100 && chance(d, 60)) ? 100 : share[below(d, 4)];
  const size_t first = below(d, (uint32_t)register_count);
  set_programming(d);
  program_under_os_lock(d);
  d->all_written = d->all_written || others == 100;
  if (others == 100) {
    value_draw_filter(d);
    d->has_chains = chance(d, 40);
  }
  write_etmcr(d, value_draw_etmcr(d) | ETMCR_PROGRAMMING);
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[(first + i) % register_count];
    const bool decides = row->config || row->offset == ETMTECR1 || row->offset == ETMTECR2;
    const uint32_t percent = decides ? again : row->offset == ETMSR ? status : others;
    if (value_is_programmed(d, row) && chance(d, percent)) program_register(d, row);
  }
  d->is_reset = false;
  if (chance(d, 20)) put_line(d, "read ETMCR");
  if (chance(d, 20)) put_line(d, "read ETMSR");
}

static void start(struct draw *d) {
  const bool lock_first = d->locked && chance(d, 50);
  if (lock_first) set_os_lock(d, false);
  write_etmcr(d, d->etmcr & ~(uint32_t)(ETMCR_PROGRAMMING | ETMCR_POWER_DOWN));
  if (d->locked) set_os_lock(d, false);
  d->stopped = false;
  if (!d->niden && !d->dbgen) authorize(d, chance(d, 50), true);
  if (chance(d, 60)) put_line(d, "poll ETMSR 2 0");
}

// Reads the registers that change while the unit runs, and stay while it does not.
static void read_state(struct draw *d) {
  static const uint16_t of_it[] = {ETMCNTVR1, ETMCNTVR1 + 4, ETMCNTVR1 + 8, ETMCNTVR1 + 12, ETMSQR, ETMSR};
  if (d->locked || !rng_chance(&d->state, 75)) return;
  for (size_t i = 0; i < sizeof of_it / sizeof *of_it; i++) {
    if (value_has(d, of_it[i]) && rng_chance(&d->state, 75)) put_line(d, "read %s", register_at(of_it[i])->name);
  }
}

static void trace(struct draw *d) {
  static const uint32_t most[] = {20, 300, 2000};
  put_line(d, "trace %" PRIu32, 1 + below(d, most[below(d, 3)]));
  read_state(d);
}

// Steps that do not affect the trace.
static void do_harmless(struct draw *d) {
  switch (below(d, 8)) {
    case 0:
      act_as(d, chance(d, 50));
      break;
    case 6:
      write_software_locked(d);
      break;
    case 1:
      close_software_lock(d);
      break;
    case 2:
      use_claim_tags(d);
      break;
    case 3:
      request_power(d);
      break;
    case 4:
      identify(d);
      break;
    case 5:
      authorize(d, true, chance(d, 50));
      break;
    default:
      wait_some(d, 100);
  }
}

static void save(struct draw *d) {
  if (!d->locked) set_os_lock(d, true);
  wait_some(d, 50);
  put_line(d, "save");
  d->saved_all_written = d->all_written;
  d->saved_is_reset = d->is_reset;
}

static void restore(struct draw *d) {
  set_os_lock(d, true);
  put_line(d, "restore");
  set_os_lock(d, false);
  d->is_reset = d->saved_is_reset;
  d->all_written = d->saved_all_written;
}

static void lose_power(struct draw *d) {
  put_line(d, "power off");
  wait_some(d, 60);
  if (chance(d, 50)) put_line(d, "expect ETMPDSR 1 0");
  if (chance(d, 30)) put_line(d, "read ETMCR");
  put_line(d, "power on");
  wait_some(d, 60);
  d->power_lost = d->is_reset = true;
  d->all_written = false;
  d->locked = d->os_lock && (d->direct || d->config->cfgregs & CFGREGS_OS_LOCK_SET);
  if (d->direct) d->claim = 0;
  if (chance(d, 50)) act_as(d, chance(d, 50));
  if (value_has(d, ETMLSR) && rng_chance(&d->state, 30)) put_line(d, "read ETMLSR");  // only this read reports it
  read_lost(d);
}

// The OS lock is set, and all trace has been sent. The unit stays programmed.
static void sleep_traced(struct draw *d) {
  if (!d->can_save || chance(d, 50)) {
    if (d->can_save) write_ignored(d);
    set_os_lock(d, false);
    return;
  }
  save(d);
  if (d->two_domains && chance(d, 60)) lose_power(d);
  restore(d);
}

// Stops and restarts the unit without a change of its programming: by the OS lock, the pins, ETMCR[0], or the
// Programming bit without a poll of ETMSR.
static void interrupt(struct draw *d) {
  open_registers(d);
  switch (below(d, 4)) {
    case 0:
      if (!d->os_lock || !d->limits->has_os_lock) break;
      set_os_lock(d, true);
      if (d->direct) put_line(d, "poll ETMSR 2 2");
      put_line(d, "wait %" PRIu32, SILENT + below(d, SILENT));
      sleep_traced(d);
      break;
    case 1:
      authorize(d, false, false);
      wait_some(d, SILENT);
      authorize(d, chance(d, 50), true);
      break;
    case 2:
      if (!d->limits->has_power_down) break;
      write_etmcr(d, d->etmcr | ETMCR_POWER_DOWN);
      put_line(d, "wait %" PRIu32, SILENT + below(d, SILENT));  // ETMSR[1] need not acknowledge it (IHI 0035B 3.16.4)
      if (chance(d, 50)) put_line(d, "read ETMSR");
      start(d);
      break;
    default:
      write_etmcr(d, d->etmcr | ETMCR_PROGRAMMING);
      if (chance(d, 50)) wait_some(d, 20);
      start(d);
  }
}

// The core domain loses its power. The state of the unit is lost, or is saved and restored.
static void sleep(struct draw *d) {
  const bool keeps = d->can_save && chance(d, 70);
  if (!d->two_domains) return;
  set_programming(d);
  if (keeps) save(d);
  lose_power(d);
  d->stopped = false;
  if (keeps) {
    restore(d);
  } else {
    d->etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  }
}

// Steps while the unit is stopped.
static void do_stopped(struct draw *d) {
  switch (below(d, 5)) {
    case 0:
      sleep(d);
      break;
    case 1:
      if (!d->can_save) break;
      save(d);
      if (chance(d, 50)) restore(d);
      set_os_lock(d, false);
      break;
    case 2:
      if (!d->limits->has_power_down) break;
      write_etmcr(d, d->etmcr | ETMCR_POWER_DOWN);
      close_software_lock(d);
      break;
    default:
      do_harmless(d);
  }
}

static void begin(struct draw *d) {
  const struct config *c = d->config;
  d->protocol = config_protocol(c);
  d->minor = config_minor(c);
  const bool newest = d->protocol == PROTOCOL_PFT ? d->minor >= 1 : d->minor >= 5;
  d->os_lock = value_has(d, ETMOSLAR) && c->cfgregs & CFGREGS_OS_LOCK;
  d->direct = newest;
  d->can_save = d->os_lock && d->limits->has_os_lock && !newest;
  d->locked = d->os_lock && (newest || c->cfgregs & CFGREGS_OS_LOCK_SET);
  d->software_lock = d->software_locked = value_has(d, ETMLAR) && c->cfgregs & CFGREGS_SOFTWARE_LOCK;
  d->two_domains = d->power_lost = value_has(d, ETMPDSR) && c->cfgregs & CFGREGS_TWO_DOMAINS;
  d->niden = d->dbgen = d->is_reset = true;
  d->etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
}

// Valid in each state: afterwards the unit is stopped, and ETMSR indicates this.
static void tidy_up(struct draw *d) {
  d->illegal_percent = 0;
  *d->delayed = '\0';  // a delayed line is dropped
  put_line(d, "debugger\npower on\nniden 1");
  wait_some(d, SILENT);
  if (value_has(d, ETMPDSR)) put_line(d, "read ETMPDSR");
  put_line(d, "write ETMOSLAR 0");
  write_etmcr(d, d->etmcr | ETMCR_PROGRAMMING);
  put_line(d, "wait %d\nread ETMSR", 4 * SILENT);
}

void script_draw(FILE *to, const struct config *config, const struct host_limits *limits,
                 const struct locations *locations, uint64_t seed, bool illegal) {
  struct draw d = {.to = to,
                   .r = rng_seed(seed, STREAM_SCRIPT),
                   .inputs = rng_seed(seed, STREAM_SCRIPT_INPUTS),
                   .state = rng_seed(seed, STREAM_SCRIPT_STATE),
                   .config = config,
                   .limits = limits,
                   .locations = locations,
                   .illegal = illegal};
  d.illegal_percent = 1 + below(&d, 20);
  begin(&d);
  fputs(LINES_BEGIN, to);
  act_as(&d, chance(&d, 60));
  if (chance(&d, 60)) identify(&d);
  for (uint32_t times = 1 + below(&d, 4); times > 0; times--) {
    program(&d);
    start(&d);
    trace(&d);
    while (chance(&d, 60)) {
      if (chance(&d, 50)) {
        do_harmless(&d);
      } else {
        interrupt(&d);
      }
      trace(&d);
    }
    set_programming(&d);
    read_state(&d);
    while (chance(&d, 50)) {
      do_stopped(&d);
      set_programming(&d);
    }
  }
  if (illegal) tidy_up(&d);
  fputs(LINES_END, to);
}
