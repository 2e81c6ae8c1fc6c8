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

void host_start(struct host *h, const struct config *c, enum stop_by stop_by, bool abrupt) {
  struct host_access *program = h->program + HOST_RESET_READS;
  unsigned writes = 0;
  *h = (struct host){.etmcr = c->etmcr, .stop_by = stop_by, .abrupt = abrupt};
  h->pins.paddrdbg31 = h->pins.dbgpwrdup = true;
  h->program[0] = (struct host_access){.address = ETMOSLSR};
  h->program[1] = (struct host_access){.address = ETMPDSR};
  h->program[2] = (struct host_access){.address = ETMCR};
  for (const struct register_row *row = register_rows; row->config; row++) {
    const uint32_t stopped = row->offset == ETMCR ? ETMCR_PROGRAMMING : 0;
    if (!(row->access[config_protocol(c)].how & REGISTER_WRITE)) continue;
    program[writes++] = (struct host_access){row->offset, true, register_value(row, c) | stopped};
  }
  // An instruction that no range excludes is traced (IHI 0035B 3.3.4, IHI 0014Q 2.6.4). A reset may leave 0 in this
  // register, which includes only ranges, and so selects nothing.
  program[writes++] = (struct host_access){ETMTECR1, true, ETMTECR1_EXCLUDE};
  for (unsigned i = 0; i < writes; i++) program[writes + i] = (struct host_access){.address = program[i].address};
  h->program_count = HOST_RESET_READS + 2 * writes;
  h->program[h->program_count++] = (struct host_access){.address = ETMSR};
  h->program[h->program_count++] = (struct host_access){ETMCR, true, c->etmcr & ~ETMCR_PROGRAMMING};
}

bool host_look(struct host *h, const struct ports_out *seen) {
  if (h->state == HOST_SILENCE) {
    h->silent = seen->atvalid || seen->wpt_enable ? 0 : h->silent + 1;
    if (h->silent == SILENCE) h->state = HOST_SILENT;
  } else if (h->sample_silence) {
    h->silent = seen->atvalid ? 0 : h->silent + 1;
    h->sample_silence = false;
  }
  return h->state == HOST_PARKED;
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

static void begin(struct host *h, struct host_access access) { host_access_begin(&h->pins, access); }

static void begin_read(struct host *h, uint16_t address) { begin(h, (struct host_access){.address = address}); }

static void begin_write(struct host *h, uint16_t address, uint32_t data) {
  begin(h, (struct host_access){address, true, data});
}

// If a unit has no OS lock, the Programming bit stops it. If a reset leaves the OS lock set, it is opened before any
// other write. So the lock is read first, and after each reset.
static void find_lock(struct host *h, uint32_t status) {
  const bool after_reset = h->state == HOST_PROGRAM || h->identified == 1;
  if (!(status & ETMOSLSR_EXISTS) && h->stop_by == STOP_BY_OS_LOCK) h->stop_by = STOP_BY_PROGRAMMING;
  h->opens = after_reset && !h->opened && status & ETMOSLSR_EXISTS && status & ETMOSLSR_LOCKED;
}

static bool is_accessing(struct host *h, const struct ports_out *seen, bool pclken) {
  struct host_pins *p = &h->pins;
  const bool began = p->psel;
  if (host_access_is_active(p, seen, pclken)) return true;
  if (!began) return false;
  h->failed = seen->pslverr;
  if (!p->pwrite && p->paddr == ETMOSLSR) find_lock(h, seen->pslverr ? 0 : seen->prdata);
  return false;
}

// --- states ----------------------------------------------------------------------------------------------------------

static void enter(struct host *h, enum host_state state) {
  h->state = state;
  h->next = 0;
}

// The lock is read again after this.
static void open_lock(struct host *h) {
  h->opens = false;
  h->opened = true;
  h->next = 0;
  begin_write(h, ETMOSLAR, 0);
}

// The unit stays stopped until everything is written. Only a lock that a reset left set is opened first. `first` is the
// number of the first access.
static void begin_program(struct host *h, unsigned first) {
  enter(h, HOST_PROGRAM);
  h->next = first;
  begin(h, h->program[h->next++]);
}

static void leave_reset(struct host *h) {
  h->again = h->opens = h->opened = false;
  if (h->identified > 0) {
    begin_program(h, 0);
  } else {
    h->identified = 1;
    enter(h, HOST_FIRST_EDGE);
  }
}

static void identify(struct host *h) {
  if (h->opens) {
    open_lock(h);
  } else if (h->next < IDENTITY_COUNT) {
    begin_read(h, identity[h->next++]);
  } else {
    begin_program(h, HOST_RESET_READS);
  }
}

// Reads the ID registers the first two times, and only programs the unit after that.
static void program_again(struct host *h) {
  h->again = h->stop_by == STOP_BY_PROGRAMMING;
  if (h->identified++ > 1) {
    begin_program(h, HOST_RESET_READS);
  } else {
    enter(h, HOST_IDENTIFY);
    identify(h);
  }
}

// Either of the two pins lets the unit trace. Any value except the key clears the OS lock. Here the key has one wrong
// bit, which depends on the clock. Each access has two clocks, so the number of clocks is halved.
static void permit_trace(struct host *h) {
  h->pins.niden = h->starts / 2 % 2 == 0;
  h->pins.dbgen = !h->pins.niden;
  h->starts++;
  enter(h, h->stop_by == STOP_BY_OS_LOCK ? HOST_UNLOCK : HOST_AWAIT_START);
  if (h->state == HOST_UNLOCK) begin_write(h, ETMOSLAR, OSLAR_LOCK ^ 1u << h->clocks / 2 % 32);
}

// Every other start does not use the Programming bit, if that did not stop the unit. The state that this bit resets is
// then kept.
static void begin_start(struct host *h) {
  if (h->stop_by == STOP_BY_PROGRAMMING || h->starts % 2 == 0) {
    program_again(h);
    return;
  }
  permit_trace(h);
  if (h->stop_by == STOP_BY_POWER_DOWN) begin_write(h, ETMCR, h->etmcr & ~ETMCR_PROGRAMMING);
}

static void begin_stop(struct host *h) {
  enter(h, HOST_STOP);
  switch (h->stop_by) {
    case STOP_BY_AUTHENTICATION:  // ETMSR does not indicate that the unit has stopped
      h->pins.niden = h->pins.dbgen = false;
      h->silent = -1;
      enter(h, HOST_SILENCE);
      break;
    case STOP_BY_POWER_DOWN:
      begin_write(h, ETMCR, h->etmcr | ETMCR_POWER_DOWN);
      break;
    case STOP_BY_OS_LOCK:
      begin_write(h, ETMOSLAR, OSLAR_LOCK);
      break;
    case STOP_BY_PROGRAMMING:
      begin_write(h, ETMCR, h->etmcr | ETMCR_PROGRAMMING);
      break;
  }
}

// A stop would hide an overflow that is not reported yet. But some overflows are never reported: before a prohibited
// region, or a debug entry that follows. So the host waits until the overflow is reported or the trace is silent.
static void await_park(struct host *h, bool pclken, bool park) {
  if (!park || !pclken) return;
  if (h->abrupt) {
    begin_stop(h);
  } else {
    enter(h, HOST_LAST);
  }
}

// ETMSR[1] indicates when the unit runs, as software drivers poll it. A unit that never runs is stopped all the same.
static void await_start(struct host *h, const struct ports_out *seen, bool pclken, bool park) {
  if (h->next > 0 && !(seen->prdata & ETMSR_STOPPED)) enter(h, HOST_TRACE);
  if (park || h->state == HOST_TRACE) {
    await_park(h, pclken, park);
  } else if (pclken) {
    h->next = 1;
    begin_read(h, ETMSR);
  }
}

// ETMSR is read again only if the Programming bit stopped the unit, because the register then keeps its value.
static void program(struct host *h, const struct ports_out *seen, bool pclken, bool park) {
  if (h->opens) {
    open_lock(h);
    return;
  }
  const bool skips = h->next < h->program_count && h->program[h->next].address == ETMSR && !h->again;
  h->next += skips;
  if (h->next < h->program_count) {
    begin(h, h->program[h->next++]);
    return;
  }
  permit_trace(h);
  if (h->state == HOST_AWAIT_START) await_start(h, seen, pclken, park);
}

static void read_report(struct host *h) {
  h->sample_silence = true;
  begin_read(h, ETMSR);
}

static void await_report(struct host *h, const struct ports_out *seen) {
  if (seen->prdata & ETMSR_OVERFLOW && h->silent < SILENCE) {
    read_report(h);
  } else {
    begin_stop(h);
  }
}

// ETMSR[1] need not indicate a stop by other means than the Programming bit. Under the OS lock of PFTv1.0, it is not
// accessible. Then the unit has stopped when it is silent.
static void await_stop(struct host *h, const struct ports_out *seen) {
  const bool silent = h->stop_by != STOP_BY_PROGRAMMING && h->silent >= SILENCE;
  if ((seen->prdata & ETMSR_STOPPED && !h->failed) || silent) {
    enter(h, HOST_PARKED);
  } else {
    read_report(h);
  }
}

// No access is in progress: chooses the next one.
static void continue_state(struct host *h, const struct ports_out *seen, bool pclken, bool park) {
  switch (h->state) {
    case HOST_IN_RESET:
      leave_reset(h);
      break;
    case HOST_FIRST_EDGE:
      if (!pclken) break;
      enter(h, HOST_IDENTIFY);
      identify(h);
      break;
    case HOST_IDENTIFY:
      identify(h);
      break;
    case HOST_PROGRAM:
      program(h, seen, pclken, park);
      break;
    case HOST_UNLOCK:
      enter(h, HOST_AWAIT_START);
      await_start(h, seen, pclken, park);
      break;
    case HOST_AWAIT_START:
      await_start(h, seen, pclken, park);
      break;
    case HOST_TRACE:
      await_park(h, pclken, park);
      break;
    case HOST_LAST:
      if (++h->next < LAST_CLOCKS) break;
      enter(h, HOST_AWAIT_REPORT);
      h->silent = 0;
      read_report(h);
      break;
    case HOST_AWAIT_REPORT:
      await_report(h, seen);
      break;
    case HOST_STOP:
      enter(h, HOST_AWAIT_STOP);
      h->silent = 0;
      read_report(h);
      break;
    case HOST_AWAIT_STOP:
      await_stop(h, seen);
      break;
    case HOST_SILENCE:
      break;
    case HOST_SILENT:
      if (h->next > 0) {
        enter(h, HOST_PARKED);
      } else if (pclken) {
        h->next++;
        begin_read(h, ETMSR);
      }
      break;
    case HOST_PARKED:
      if (!park && pclken) begin_start(h);
      break;
  }
}

void host_step(struct host *h, const struct ports_out *seen, bool pclken, bool resetn, bool park) {
  h->clocks++;
  if (!resetn) {
    h->pins.psel = h->pins.penable = h->sample_silence = false;
    enter(h, HOST_IN_RESET);
  } else if (!is_accessing(h, seen, pclken)) {
    continue_state(h, seen, pclken, park);
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
