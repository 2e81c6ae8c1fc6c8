// SPDX-License-Identifier: Apache-2.0
// The steps of a host, and the state of the unit. Each step is drawn among those that are legal in this state.

#include "script_draw.h"

#include <inttypes.h>

#include "lines.h"

static void wait_some(struct random_host *host, uint32_t most) { put_line(host, "wait %" PRIu32, below(host, most)); }

static void write_etmcr(struct random_host *host, uint32_t value) {
  host->etmcr = value;
  put_line(host, "write ETMCR 0x%" PRIX32, value);
}

// --- locks and power -------------------------------------------------------------------------------------------------

static void act_as(struct random_host *host, bool software) {
  if (host->software == software) return;
  host->software = software;
  put_line(host, software ? "software" : "debugger");
}

// Opens the software lock for this host.
static void open_software_lock(struct random_host *host) {
  if (!host->software || !host->software_locked) return;
  put_line(host, "write ETMLAR 0x%" PRIX32, LAR_UNLOCK);
  host->software_locked = false;
  if (chance(host, 30)) put_line(host, "read ETMLSR");
}

// Any other value sets the lock. A write of a debugger is ignored.
static void close_software_lock(struct random_host *host) {
  if (!host->software_lock) return;
  put_line(host, "write ETMLAR 0x%" PRIX32, chance(host, 60) ? 0 : LAR_UNLOCK ^ 1u << below(host, 32));
  host->software_locked = host->software_locked || host->software;
  if (chance(host, 30)) put_line(host, "read ETMLSR");
}

static void set_os_lock(struct random_host *host, bool set) {
  open_software_lock(host);
  put_line(host, "write ETMOSLAR 0x%" PRIX32,
           set                ? OSLAR_LOCK
           : chance(host, 60) ? 0
                              : OSLAR_LOCK ^ 1u << below(host, 32));
  host->locked = set;
  if (chance(host, 50)) put_line(host, "read ETMOSLSR");
}

// The OS locks of different versions let different writes pass, so the host reads which lock it is.
static void program_under_os_lock(struct random_host *host) {
  if (!host->direct || !host->os_lock || !host->limits->has_os_lock || !chance(host, 20)) return;
  set_os_lock(host, true);
  put_line(host, "read ETMOSLSR");
}

// The read that reports the lost power also clears the status. The rules check that status, because no clause gives it
// after a reset. A poll waits for the power, because no clause gives the time.
static void read_lost(struct random_host *host) {
  open_software_lock(host);
  if (!value_has(host, ETMPDSR)) return;
  if (host->two_domains) {
    put_line(host, "poll ETMPDSR 1 1");
  } else {
    put_line(host, "read ETMPDSR");
  }
  host->power_lost = false;
}

// Makes the trace registers accessible, and opens the OS lock.
static void open_registers(struct random_host *host) {
  open_software_lock(host);
  if (host->power_lost || chance(host, 10)) read_lost(host);
  if (host->locked || (host->os_lock && chance(host, 20))) set_os_lock(host, false);
}

// The number of claim tags is the unit's choice, so only a number in the description is expected.
void script_expect_claim_tags(struct random_host *host, const char *name, uint32_t tags) {
  if (host->config->cfgregs & CFGREGS_CLAIM_NAMED) {
    put_line(host, "poll %s 0xFF 0x%" PRIX32, name, tags);
  } else {
    put_line(host, "read %s", name);
  }
}

static void use_claim_tags(struct random_host *host) {
  const uint32_t all = (1u << field_get(host->config->cfgregs, CFGREGS_CLAIM_TAGS)) - 1, tags = below(host, 0x100);
  if (!value_has(host, ETMCLAIMSET) || all == 0) return;
  open_software_lock(host);
  if (chance(host, 60)) {
    put_line(host, "write ETMCLAIMSET 0x%" PRIX32, tags);
    host->claim |= tags & all;
  } else {
    put_line(host, "write ETMCLAIMCLR 0x%" PRIX32, tags);
    host->claim &= ~tags;
  }
  if (chance(host, 50)) script_expect_claim_tags(host, "ETMCLAIMCLR", host->claim);
  if (chance(host, 30)) script_expect_claim_tags(host, "ETMCLAIMSET", all);
}

static void request_power(struct random_host *host) {
  const unsigned keep = chance(host, 50) ? ETMPDCR_KEEP : 0;
  if (!value_has(host, ETMPDCR)) return;
  open_software_lock(host);
  put_line(host, "write ETMPDCR %u", keep);
  if (chance(host, 50)) put_line(host, "read ETMPDCR");
}

static void authorize(struct random_host *host, bool niden, bool dbgen) {
  if (!host->limits->has_authentication) return;
  if (niden != host->niden) put_line(host, "niden %d", niden);
  if (dbgen != host->dbgen) put_line(host, "dbgen %d", dbgen);
  host->niden = niden;
  host->dbgen = dbgen;
  if (value_has(host, ETMAUTHSTATUS) && chance(host, 40)) put_line(host, "read ETMAUTHSTATUS");
}

static void identify(struct random_host *host) {
  static const uint16_t of_it[] = {ETMIDR,        ETMCCR,     ETMCCER,  ETMSCR,   ETMOSLSR, ETMPDSR,  ETMLSR,
                                   ETMAUTHSTATUS, ETMDEVTYPE, ETMDEVID, ETMPIDR0, ETMPIDR4, ETMCIDR1, ETMSR};
  open_registers(host);
  for (size_t i = 0; i < sizeof of_it / sizeof *of_it; i++) {
    if (value_has(host, of_it[i]) && chance(host, 40)) put_line(host, "read %s", register_at(of_it[i])->name);
  }
  if (value_has(host, ETMDEVTYPE) && chance(host, 30)) put_line(host, "expect ETMDEVTYPE 0xFF 0x13");
}

// --- the unit is programmed, and traces ------------------------------------------------------------------------------

static void wait_until_stopped(struct random_host *host) {
  put_line(host, "poll ETMSR 2 2");
  host->stopped = true;
}

static void set_programming(struct random_host *host) {
  open_registers(host);
  if (host->etmcr & ETMCR_PROGRAMMING && !(host->etmcr & ETMCR_POWER_DOWN) && host->stopped) return;
  write_etmcr(host, (host->etmcr | ETMCR_PROGRAMMING) & ~(uint32_t)ETMCR_POWER_DOWN);
  wait_until_stopped(host);
}

static void program_register(struct random_host *host, const struct register_row *row) {
  const uint32_t value = value_draw(host, row);
  const bool readable = register_is_readable(row, host->config);
  put_line(host, "write %s 0x%" PRIX32, row->name, value);
  if (row->offset == ETMTRACEIDR) {
    if (readable && chance(host, 30)) put_line(host, "expect ETMTRACEIDR 0x7F 0x%" PRIX32, value);
  } else if (readable && chance(host, 10)) {
    put_line(host, "read %s", row->name);
  }
}

// Writes of any programmed registers that a lock prevents. The software lock ignores them. The OS lock of PFTv1.0,
// ETMv3.3 and v3.4 returns an error.
static void write_ignored(struct random_host *host) {
  const size_t first = below(host, (uint32_t)register_count);
  uint32_t most = 1 + below(host, 3);
  for (size_t i = 0; i < register_count && most > 0; i++) {
    const struct register_row *row = &register_rows[(first + i) % register_count];
    if (!value_is_programmed(host, row) || chance(host, 50)) continue;
    put_line(host, "write %s 0x%" PRIX32, row->name, value_draw(host, row));
    if (register_is_readable(row, host->config) && chance(host, 50)) put_line(host, "read %s", row->name);
    most--;
  }
  if (chance(host, 20))
    put_line(host, "write ETMCR 0x%" PRIX32, value_draw_etmcr(host) | (host->etmcr ^ ETMCR_PROGRAMMING));
}

// Writes that the software lock ignores, while the unit traces or is stopped.
static void write_software_locked(struct random_host *host) {
  if (!host->software_lock) return;
  act_as(host, true);
  if (!host->software_locked) close_software_lock(host);
  write_ignored(host);
}

// Programs the registers in any order. After a reset, the host writes all registers that decide what is traced;
// otherwise only those that it changes. After a write of ETMSR it is unknown whether a trigger can come, so such writes
// are rare.
static void program(struct random_host *host) {
  const uint32_t share[] = {0, 10, 50, 100, 100, 100, 100, 100};
  const uint32_t others = host->is_focused ? 100 : share[below(host, 8)];
  const uint32_t status = !host->is_focused && chance(host, 35) ? others : 0;
  const uint32_t again = host->is_reset || (others == 100 && chance(host, 60)) ? 100 : share[below(host, 4)];
  const size_t first = below(host, (uint32_t)register_count);
  set_programming(host);
  program_under_os_lock(host);
  host->all_written = host->all_written || others == 100;
  if (others == 100) {
    value_draw_filter(host);
    host->has_chains = chance(host, 40);
  }
  write_etmcr(host, value_draw_etmcr(host) | ETMCR_PROGRAMMING);
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[(first + i) % register_count];
    const bool decides = row->config || row->offset == ETMTECR1 || row->offset == ETMTECR2;
    const uint32_t percent = decides ? again : row->offset == ETMSR ? status : others;
    if (value_is_programmed(host, row) && chance(host, percent)) program_register(host, row);
  }
  host->is_reset = false;
  if (chance(host, 20)) put_line(host, "read ETMCR");
  if (chance(host, 20)) put_line(host, "read ETMSR");
}

static void start(struct random_host *host) {
  const bool lock_first = host->locked && chance(host, 50);
  if (lock_first) set_os_lock(host, false);
  write_etmcr(host, host->etmcr & ~(uint32_t)(ETMCR_PROGRAMMING | ETMCR_POWER_DOWN));
  if (host->locked) set_os_lock(host, false);
  host->stopped = false;
  if (!host->niden && !host->dbgen) authorize(host, chance(host, 50), true);
  if (chance(host, 60)) put_line(host, "poll ETMSR 2 0");
}

// Reads the registers that change while the unit runs, and stay while it does not.
static void read_state(struct random_host *host) {
  static const uint16_t of_it[] = {ETMCNTVR1, ETMCNTVR1 + 4, ETMCNTVR1 + 8, ETMCNTVR1 + 12, ETMSQR, ETMSR};
  if (host->locked || !rng_chance(&host->state, 75)) return;
  for (size_t i = 0; i < sizeof of_it / sizeof *of_it; i++) {
    if (value_has(host, of_it[i]) && rng_chance(&host->state, 75))
      put_line(host, "read %s", register_at(of_it[i])->name);
  }
}

static void trace(struct random_host *host) {
  static const uint32_t most[] = {20, 300, 2000};
  put_line(host, "trace %" PRIu32, 1 + below(host, most[below(host, 3)]));
  read_state(host);
}

// Steps that do not affect the trace.
static void do_harmless(struct random_host *host) {
  switch (below(host, 8)) {
    case 0:
      act_as(host, chance(host, 50));
      break;
    case 6:
      write_software_locked(host);
      break;
    case 1:
      close_software_lock(host);
      break;
    case 2:
      use_claim_tags(host);
      break;
    case 3:
      request_power(host);
      break;
    case 4:
      identify(host);
      break;
    case 5:
      authorize(host, true, chance(host, 50));
      break;
    default:
      wait_some(host, 100);
  }
}

static void save(struct random_host *host) {
  if (!host->locked) set_os_lock(host, true);
  wait_some(host, 50);
  put_line(host, "save");
  host->saved_all_written = host->all_written;
  host->saved_is_reset = host->is_reset;
}

static void restore(struct random_host *host) {
  set_os_lock(host, true);
  put_line(host, "restore");
  set_os_lock(host, false);
  host->is_reset = host->saved_is_reset;
  host->all_written = host->saved_all_written;
}

static void lose_power(struct random_host *host) {
  put_line(host, "power off");
  wait_some(host, 60);
  if (chance(host, 50)) put_line(host, "poll ETMPDSR 1 0");
  if (chance(host, 30)) put_line(host, "read ETMCR");
  put_line(host, "power on");
  wait_some(host, 60);
  host->power_lost = host->is_reset = true;
  host->all_written = false;
  host->locked = host->os_lock && (host->direct || host->config->cfgregs & CFGREGS_OS_LOCK_SET);
  if (host->direct) host->claim = 0;
  if (chance(host, 50)) act_as(host, chance(host, 50));
  if (value_has(host, ETMLSR) && rng_chance(&host->state, 30))
    put_line(host, "read ETMLSR");  // only this read reports it
  script_probe_lost_power(host);
  read_lost(host);
}

// The OS lock is set, and all trace has been sent. The unit stays programmed.
static void sleep_traced(struct random_host *host) {
  if (!host->can_save || chance(host, 50)) {
    if (host->can_save) write_ignored(host);
    set_os_lock(host, false);
    return;
  }
  save(host);
  if (host->two_domains && chance(host, 60)) lose_power(host);
  restore(host);
}

// Stops and restarts the unit without a change of its programming: by the OS lock, the pins, ETMCR[0], or the
// Programming bit without a poll of ETMSR.
static void interrupt(struct random_host *host) {
  open_registers(host);
  switch (below(host, 4)) {
    case 0:
      if (!host->os_lock || !host->limits->has_os_lock) break;
      set_os_lock(host, true);
      if (host->direct) put_line(host, "poll ETMSR 2 2");
      put_line(host, "wait %" PRIu32, SILENT + below(host, SILENT));
      sleep_traced(host);
      break;
    case 1:
      authorize(host, false, false);
      wait_some(host, SILENT);
      authorize(host, chance(host, 50), true);
      break;
    case 2:
      if (!host->limits->has_power_down) break;
      write_etmcr(host, host->etmcr | ETMCR_POWER_DOWN);
      put_line(host, "wait %" PRIu32,
               SILENT + below(host, SILENT));  // ETMSR[1] need not acknowledge it (IHI 0035B 3.16.4)
      if (chance(host, 50)) put_line(host, "read ETMSR");
      start(host);
      break;
    default:
      write_etmcr(host, host->etmcr | ETMCR_PROGRAMMING);
      if (chance(host, 50)) wait_some(host, 20);
      start(host);
  }
}

// The core domain loses its power. The state of the unit is lost, or is saved and restored.
static void sleep(struct random_host *host) {
  const bool keeps = host->can_save && chance(host, 70);
  if (!host->two_domains) return;
  set_programming(host);
  if (keeps) save(host);
  lose_power(host);
  host->stopped = false;
  if (keeps) {
    restore(host);
  } else {
    host->etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
  }
}

// Steps while the unit is stopped.
static void do_stopped(struct random_host *host) {
  switch (below(host, 5)) {
    case 0:
      sleep(host);
      break;
    case 1:
      if (!host->can_save) break;
      save(host);
      if (chance(host, 50)) restore(host);
      set_os_lock(host, false);
      break;
    case 2:
      if (!host->limits->has_power_down) break;
      write_etmcr(host, host->etmcr | ETMCR_POWER_DOWN);
      close_software_lock(host);
      break;
    default:
      do_harmless(host);
  }
}

// A short run in which the effect of each event is visible. Such runs follow the other steps, so they do not change the
// scripts of a seed, and they use the clocks that are left.
static void run_focused(struct random_host *host) {
  enum { LEAST = 200, MOST = 1000 };
  host->is_focused = true;
  program(host);
  start(host);
  put_line(host, "trace %" PRIu32, LEAST + below(host, MOST - LEAST));
  read_state(host);
  set_programming(host);
  read_state(host);
}

static void begin(struct random_host *host) {
  const struct config *c = host->config;
  host->protocol = config_protocol(c);
  host->minor = config_minor(c);
  const bool newest = host->protocol == PROTOCOL_PFT ? host->minor >= 1 : host->minor >= 5;
  host->os_lock = value_has(host, ETMOSLAR) && c->cfgregs & CFGREGS_OS_LOCK;
  host->direct = newest;
  host->can_save = host->os_lock && host->limits->has_os_lock && !newest;
  host->locked = host->os_lock && (newest || c->cfgregs & CFGREGS_OS_LOCK_SET);
  host->software_lock = host->software_locked = value_has(host, ETMLAR) && c->cfgregs & CFGREGS_SOFTWARE_LOCK;
  host->two_domains = host->power_lost = value_has(host, ETMPDSR) && c->cfgregs & CFGREGS_TWO_DOMAINS;
  host->niden = host->dbgen = host->is_reset = true;
  host->etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;
}

// Valid in each state: afterwards the unit is stopped, and ETMSR indicates this.
static void tidy_up(struct random_host *host) {
  host->illegal_percent = 0;
  *host->delayed = '\0';  // a delayed line is dropped
  put_line(host, "debugger\npower on\nniden 1");
  wait_some(host, SILENT);
  if (value_has(host, ETMPDSR)) put_line(host, "read ETMPDSR");
  put_line(host, "write ETMOSLAR 0");
  write_etmcr(host, host->etmcr | ETMCR_PROGRAMMING);
  put_line(host, "wait %d\nread ETMSR", 4 * SILENT);
}

void script_draw(FILE *to, const struct config *config, const struct host_limits *limits,
                 const struct locations *locations, uint64_t seed, bool illegal) {
  struct random_host d = {.to = to,
                          .r = rng_seed(seed, STREAM_SCRIPT),
                          .inputs = rng_seed(seed, STREAM_SCRIPT_INPUTS),
                          .state = rng_seed(seed, STREAM_SCRIPT_STATE),
                          .requests = rng_seed(seed, STREAM_SCRIPT_REQUESTS),
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
      script_probe_software_lock(&d);
      trace(&d);
    }
    set_programming(&d);
    read_state(&d);
    script_probe_software_lock(&d);
    script_probe_restore(&d);
    while (chance(&d, 50)) {
      do_stopped(&d);
      set_programming(&d);
    }
  }
  for (uint32_t times = 0; times < FOCUSED_RUNS && !illegal; times++) run_focused(&d);
  if (illegal) tidy_up(&d);
  fputs(LINES_END, to);
}
