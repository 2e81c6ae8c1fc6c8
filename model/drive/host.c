// SPDX-License-Identifier: Apache-2.0
// The host as a state machine: each state is a list of APB accesses, or a wait.
#include "host.h"

#include "register.h"

enum { LAST_CLOCKS = 4 };
enum { SILENCE = 64 };  // clocks without trace after which the unit is silent

// The registers with the ID and status of the unit. The comparison with the reference model checks the values. The
// registers that may prevent an access to the trace registers are first: the OS lock, and power that was lost.
static const uint16_t identity[] = {ETMOSLSR, ETMPDSR,  ETMCCR,   ETMIDR,   ETMCCER,  ETMAUTHSTATUS, ETMDEVTYPE,
                                    ETMPIDR0, ETMPIDR1, ETMPIDR2, ETMCIDR0, ETMCIDR1, ETMCIDR2,      ETMCIDR3};
enum { IDENTITY_COUNT = sizeof identity / sizeof *identity };

void host_start(struct host *host, const struct config *c, enum stop_by stop_by, bool abrupt) {
  struct host_access *program = host->program + HOST_RESET_READS;
  unsigned writes = 0;
  *host = (struct host){.etmcr = c->etmcr, .stop_by = stop_by, .abrupt = abrupt};
  host->pins.paddrdbg31 = host->pins.dbgpwrdup = true;
  host->program[0] = (struct host_access){.address = ETMOSLSR};
  host->program[1] = (struct host_access){.address = ETMPDSR};
  host->program[2] = (struct host_access){.address = ETMCR};
  for (const struct register_row *row = register_rows; row->config; row++) {
    const uint32_t stopped = row->offset == ETMCR ? ETMCR_PROGRAMMING : 0;
    if (!(row->access[config_protocol(c)].how & REGISTER_WRITE)) continue;
    program[writes++] = (struct host_access){row->offset, true, register_value(row, c) | stopped};
  }
  // An instruction that no range excludes is traced (IHI 0035B 3.3.4, IHI 0014Q 2.6.4). A reset may leave 0 in this
  // register, which includes only ranges, and so selects nothing.
  program[writes++] = (struct host_access){ETMTECR1, true, ETMTECR1_EXCLUDE};
  for (unsigned i = 0; i < writes; i++) program[writes + i] = (struct host_access){.address = program[i].address};
  host->program_count = HOST_RESET_READS + 2 * writes;
  host->program[host->program_count++] = (struct host_access){.address = ETMSR};
  host->program[host->program_count++] = (struct host_access){ETMCR, true, c->etmcr & ~ETMCR_PROGRAMMING};
}

bool host_look(struct host *host, const struct ports_out *seen) {
  if (host->state == HOST_SILENCE) {
    // While NIDEN and DBGEN are LOW, WPTENABLE or ETMEN may stay HIGH (IHI 0035B 4.7.2).
    const bool may_fall = seen->wpt_enable && host->next < SILENCE;
    host->next += may_fall;
    host->silent = seen->atvalid || may_fall ? 0 : host->silent + 1;
    if (host->silent == SILENCE) {
      host->state = HOST_SILENT;
      host->next = 0;
    }
  } else if (host->sample_silence) {
    host->silent = seen->atvalid ? 0 : host->silent + 1;
    host->sample_silence = false;
  }
  return host->state == HOST_PARKED;
}

// --- accesses --------------------------------------------------------------------------------------------------------

void host_access_begin(struct host_pins *p, struct host_access access) {
  p->psel = true;
  p->penable = false;
  p->pwrite = access.write;
  p->paddr = access.address;
  p->pwdata = access.data;
}

bool host_access_is_active(struct host_pins *p, const struct ports_out *seen, bool pclken) {
  if (!p->psel) return false;
  if (pclken && p->penable && seen->pready) {
    p->psel = p->penable = false;
    return false;
  }
  p->penable |= pclken;
  return true;
}

static void begin(struct host *host, struct host_access access) { host_access_begin(&host->pins, access); }

static void begin_read(struct host *host, uint16_t address) { begin(host, (struct host_access){.address = address}); }

static void begin_write(struct host *host, uint16_t address, uint32_t data) {
  begin(host, (struct host_access){address, true, data});
}

// If a unit has no OS lock, the Programming bit stops it. If a reset leaves the OS lock set, it is opened before any
// other write. So the lock is read first, and after each reset.
static void find_lock(struct host *host, uint32_t status) {
  const bool after_reset = host->state == HOST_PROGRAM || host->identified == 1;
  if (!(status & ETMOSLSR_EXISTS) && host->stop_by == STOP_BY_OS_LOCK) host->stop_by = STOP_BY_PROGRAMMING;
  host->opens = after_reset && !host->opened && status & ETMOSLSR_EXISTS && status & ETMOSLSR_LOCKED;
}

static bool is_accessing(struct host *host, const struct ports_out *seen, bool pclken) {
  struct host_pins *p = &host->pins;
  const bool began = p->psel;
  if (host_access_is_active(p, seen, pclken)) return true;
  if (!began) return false;
  host->failed = seen->pslverr;
  if (!p->pwrite && p->paddr == ETMOSLSR) find_lock(host, seen->pslverr ? 0 : seen->prdata);
  return false;
}

// --- states ----------------------------------------------------------------------------------------------------------

static void enter(struct host *host, enum host_state state) {
  host->state = state;
  host->next = 0;
}

// The lock is read again after this.
static void open_lock(struct host *host) {
  host->opens = false;
  host->opened = true;
  host->next = 0;
  begin_write(host, ETMOSLAR, 0);
}

// The unit stays stopped until everything is written. Only a lock that a reset left set is opened first. `first` is the
// number of the first access.
static void begin_program(struct host *host, unsigned first) {
  enter(host, HOST_PROGRAM);
  host->next = first;
  begin(host, host->program[host->next++]);
}

static void leave_reset(struct host *host) {
  host->again = host->opens = host->opened = false;
  if (host->identified > 0) {
    begin_program(host, 0);
  } else {
    host->identified = 1;
    enter(host, HOST_FIRST_EDGE);
  }
}

static void identify(struct host *host) {
  if (host->opens) {
    open_lock(host);
  } else if (host->next < IDENTITY_COUNT) {
    begin_read(host, identity[host->next++]);
  } else {
    begin_program(host, HOST_RESET_READS);
  }
}

// Reads the ID registers the first two times, and only programs the unit after that.
static void program_again(struct host *host) {
  host->again = host->stop_by == STOP_BY_PROGRAMMING;
  if (host->identified++ > 1) {
    begin_program(host, HOST_RESET_READS);
  } else {
    enter(host, HOST_IDENTIFY);
    identify(host);
  }
}

// Either of the two pins lets the unit trace. Any value except the key clears the OS lock. Here the key has one wrong
// bit, which depends on the clock. Each access has two clocks, so the number of clocks is halved.
static void permit_trace(struct host *host) {
  host->pins.niden = host->starts / 2 % 2 == 0;
  host->pins.dbgen = !host->pins.niden;
  host->starts++;
  enter(host, host->stop_by == STOP_BY_OS_LOCK ? HOST_UNLOCK : HOST_AWAIT_START);
  if (host->state == HOST_UNLOCK) begin_write(host, ETMOSLAR, OSLAR_LOCK ^ 1u << host->clocks / 2 % 32);
}

// Every other start does not use the Programming bit, if that did not stop the unit. The state that this bit resets is
// then kept.
static void begin_start(struct host *host) {
  if (host->stop_by == STOP_BY_PROGRAMMING || host->starts % 2 == 0) {
    program_again(host);
    return;
  }
  permit_trace(host);
  if (host->stop_by == STOP_BY_POWER_DOWN) begin_write(host, ETMCR, host->etmcr & ~ETMCR_PROGRAMMING);
}

static void begin_stop(struct host *host) {
  enter(host, HOST_STOP);
  switch (host->stop_by) {
    case STOP_BY_AUTHENTICATION:  // ETMSR does not indicate that the unit has stopped
      host->pins.niden = host->pins.dbgen = false;
      host->silent = -1;
      enter(host, HOST_SILENCE);
      break;
    case STOP_BY_POWER_DOWN:
      begin_write(host, ETMCR, host->etmcr | ETMCR_POWER_DOWN);
      break;
    case STOP_BY_OS_LOCK:
      begin_write(host, ETMOSLAR, OSLAR_LOCK);
      break;
    case STOP_BY_PROGRAMMING:
      begin_write(host, ETMCR, host->etmcr | ETMCR_PROGRAMMING);
      break;
  }
}

// A stop would hide an overflow that is not reported yet. But some overflows are never reported: before a prohibited
// region, or a debug entry that follows. So the host waits until the overflow is reported or the trace is silent.
static void await_park(struct host *host, bool pclken, bool park) {
  if (!park || !pclken) return;
  if (host->abrupt) {
    begin_stop(host);
  } else {
    enter(host, HOST_LAST);
  }
}

// ETMSR[1] indicates when the unit runs, as software drivers poll it. A unit that never runs is stopped all the same.
static void await_start(struct host *host, const struct ports_out *seen, bool pclken, bool park) {
  if (host->next > 0 && !(seen->prdata & ETMSR_STOPPED)) enter(host, HOST_TRACE);
  if (park || host->state == HOST_TRACE) {
    await_park(host, pclken, park);
  } else if (pclken) {
    host->next = 1;
    begin_read(host, ETMSR);
  }
}

// ETMSR is read again only if the Programming bit stopped the unit, because the register then keeps its value.
static void program(struct host *host, const struct ports_out *seen, bool pclken, bool park) {
  if (host->opens) {
    open_lock(host);
    return;
  }
  const bool skips = host->next < host->program_count && host->program[host->next].address == ETMSR && !host->again;
  host->next += skips;
  if (host->next < host->program_count) {
    begin(host, host->program[host->next++]);
    return;
  }
  permit_trace(host);
  if (host->state == HOST_AWAIT_START) await_start(host, seen, pclken, park);
}

static void read_report(struct host *host) {
  host->sample_silence = true;
  begin_read(host, ETMSR);
}

static void await_report(struct host *host, const struct ports_out *seen) {
  if (seen->prdata & ETMSR_OVERFLOW && host->silent < SILENCE) {
    read_report(host);
  } else {
    begin_stop(host);
  }
}

// ETMSR[1] need not indicate a stop by other means than the Programming bit. Under the OS lock of PFTv1.0, it is not
// accessible. Then the unit has stopped when it is silent.
static void await_stop(struct host *host, const struct ports_out *seen) {
  const bool silent = host->stop_by != STOP_BY_PROGRAMMING && host->silent >= SILENCE;
  if ((seen->prdata & ETMSR_STOPPED && !host->failed) || silent) {
    enter(host, HOST_PARKED);
  } else {
    read_report(host);
  }
}

// No access is in progress: chooses the next one.
static void continue_state(struct host *host, const struct ports_out *seen, bool pclken, bool park) {
  switch (host->state) {
    case HOST_IN_RESET:
      leave_reset(host);
      break;
    case HOST_FIRST_EDGE:
      if (!pclken) break;
      enter(host, HOST_IDENTIFY);
      identify(host);
      break;
    case HOST_IDENTIFY:
      identify(host);
      break;
    case HOST_PROGRAM:
      program(host, seen, pclken, park);
      break;
    case HOST_UNLOCK:
      enter(host, HOST_AWAIT_START);
      await_start(host, seen, pclken, park);
      break;
    case HOST_AWAIT_START:
      await_start(host, seen, pclken, park);
      break;
    case HOST_TRACE:
      await_park(host, pclken, park);
      break;
    case HOST_LAST:
      if (++host->next < LAST_CLOCKS) break;
      enter(host, HOST_AWAIT_REPORT);
      host->silent = 0;
      read_report(host);
      break;
    case HOST_AWAIT_REPORT:
      await_report(host, seen);
      break;
    case HOST_STOP:
      enter(host, HOST_AWAIT_STOP);
      host->silent = 0;
      read_report(host);
      break;
    case HOST_AWAIT_STOP:
      await_stop(host, seen);
      break;
    case HOST_SILENCE:
      break;
    case HOST_SILENT:
      if (host->next > 0) {
        enter(host, HOST_PARKED);
      } else if (pclken) {
        host->next++;
        begin_read(host, ETMSR);
      }
      break;
    case HOST_PARKED:
      if (!park && pclken) begin_start(host);
      break;
  }
}

void host_step(struct host *host, const struct ports_out *seen, bool pclken, bool resetn, bool park) {
  host->clocks++;
  if (!resetn) {
    host->pins.psel = host->pins.penable = host->sample_silence = false;
    enter(host, HOST_IN_RESET);
  } else if (!is_accessing(host, seen, pclken)) {
    continue_state(host, seen, pclken, park);
  }
}

void host_drive(const struct host_pins *pins, struct ports_in *in) {
  in->psel = pins->psel;
  in->penable = pins->penable;
  in->pwrite = pins->pwrite;
  in->paddr = pins->paddr;
  in->pwdata = pins->pwdata;
  in->niden = pins->niden;
  in->dbgen = pins->dbgen;
  in->paddrdbg31 = pins->paddrdbg31;
  in->dbgpwrdup = pins->dbgpwrdup;
}
