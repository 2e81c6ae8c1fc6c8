// SPDX-License-Identifier: Apache-2.0
// Registers: what was written, what is read, what the Programming bit and ETMSR say (IHI 0035B 3.15, 3.16; IHI
// 0014Q 3.4, 3.5).
#include <inttypes.h>
#include <string.h>

#include "arch_parts.h"
#include "register_offset.h"
#include "reported.h"

enum { EVENT_BITS = 0x1FFFF };

// From ETMv3.1 on, and of a PTM: state is held while the Programming bit is set.
static bool holds_state(const struct arch *a) { return arch_minor(a) >= a->protocol->held; }

static bool is_constant(uint16_t address) {
  return address == ETMCCR || address == ETMIDR || address == ETMCCER || (address >= 0xFC8 && address <= 0xFFC);
}

// Every unit has these, so that an access is a legal one.
static bool is_there(uint16_t address) {
  static const uint16_t all[] = {ETMCR,     ETMCCR, ETMTRIGGER, ETMSR,    ETMTEEVR,
                                 ETMSYNCFR, ETMIDR, ETMCCER,    ETMAUXCR, ETMTRACEIDR};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (all[i] == address) return true;
  }
  return address >= 0xFC8;
}

// Bits that are read as they were written if what they are for is implemented; the others may read as 0.
static uint32_t required(const struct arch *a, uint16_t address) {
  const uint32_t ccer = a->config->unknown & CONFIG_ETMCCER ? 0 : a->config->etmccer;
  const bool stamps = ccer & ETMCCER_TIMESTAMP && arch_minor(a) >= a->protocol->stamps;
  uint32_t etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN | ETMCR_BRANCH_BROADCAST | a->protocol->etmcr;
  switch (address) {
    case ETMCR:
      if (stamps) etmcr |= ETMCR_TIMESTAMP;
      if (ccer & a->protocol->return_stack) etmcr |= ETMCR_RETURN_STACK;
      if (ccer & ETMCCER_VIRTUALIZATION && arch_minor(a) >= a->protocol->vmid) etmcr |= ETMCR_VMID;
      return etmcr;
    case ETMTRIGGER:
    case ETMTEEVR:
      return EVENT_BITS;
    case ETMTSEVR:
      return stamps ? EVENT_BITS : 0;
    case ETMSYNCFR:
      return 0xFFC;  // [1:0] may be fixed
    case ETMTRACEIDR:
      return 0x7F;
    default:
      return 0;
  }
}

// Bits that may be read as 1 though 0 was written.
static uint32_t fixed(const struct arch *a, uint16_t address) {
  return address == ETMCR ? a->protocol->etmcr_fixed : 0;
}

static bool is_read_back(uint16_t address) {
  return address == ETMCR || address == ETMTRIGGER || address == ETMTEEVR || address == ETMSYNCFR ||
         address == ETMTSEVR || address == ETMTRACEIDR || address == ETMAUXCR;
}

// --- running and halted ---------------------------------------------------------------------------------------------

static void check_silence(struct arch *a, bool silent) {
  if (arch_minor(a) < a->protocol->drained) return;
  arch_check_pins(a, TRC_STOP_2, PIN_ATVALID, silent,
                  "ATVALID is 1, but the unit has stopped: ETMSR[1] is 1 since clock %" PRIu64, a->reg.halted_at);
}

// `by_bit`: the Programming bit or the OS lock.
static void update_running(struct arch *a, bool by_bit) {
  struct arch_register *r = &a->reg;
  const bool running = !r->programming && !r->power_down && !r->os_lock;
  if (running == r->running) return;
  r->running = running;
  r->changed_able = a->able;
  r->changed_at = a->clock;
  if (!running) return;
  a->what |= ARCH_ENABLED;
  if (by_bit && r->clean) a->what |= ARCH_FRESH;
  if (r->halted && r->quiet) check_silence(a, true);
  r->halted = r->clean = r->status_known = false;
}

static void write_control(struct arch *a, uint32_t value) {
  struct arch_register *r = &a->reg;
  const bool programming = value & ETMCR_PROGRAMMING;
  const bool cleared = r->programming && !programming;
  if (programming && !r->programming) r->status_written = r->status_known = false;
  r->programming = programming;
  r->power_down = value & ETMCR_POWER_DOWN;
  if (r->power_down) r->status_known = false;
  r->programmed = cleared;
  update_running(a, cleared);
}

static void write(struct arch *a, uint16_t address, uint32_t value) {
  struct arch_register *r = &a->reg;
  if (address == ETMOSLAR && r->os_locks) {
    const bool before = r->os_lock;
    r->os_lock = value == OSLAR_LOCK;
    r->status_known = false;
    update_running(a, before && !r->os_lock);
    return;
  }
  if (address == ETMSR) r->status_written = true;
  r->value[address >> 2] = value;
  // Only ETMCR may be written while the unit runs, and what the OS lock lets through is not said.
  r->known[address >> 2] = !r->os_lock && (address == ETMCR || r->programming);
  if (address == ETMCR) write_control(a, value);
}

// --- reads ----------------------------------------------------------------------------------------------------------

static void read_status(struct arch *a, uint32_t value) {
  struct arch_register *r = &a->reg;
  const bool halted = value & SR_STOPPED, asked = !r->running, late = a->able - r->changed_able > a->limits.drain;
  if (asked && (halted || late))
    arch_check_pins(a, TRC_STOP_1, PIN_PRDATA, halted,
                    "ETMSR is 0x%X, so [1] is 0, but the unit was to stop since clock %" PRIu64, value, r->changed_at);
  if (!asked && (!halted || late))
    arch_check_pins(a, TRC_SR_1, PIN_PRDATA, !halted,
                    "ETMSR is 0x%X, so [1] is 1, but the unit is enabled since clock %" PRIu64, value, r->changed_at);
  if (!halted || !asked) return;
  const bool lost = value & SR_OVERFLOW || r->power_down || !holds_state(a);
  if (!r->halted && (r->programming || r->os_lock)) a->what |= ARCH_STOPPED | (lost ? ARCH_LOST : 0u);
  if (!r->halted) r->halted_at = a->clock;
  r->quiet = r->halted && r->quiet;
  r->halted = r->clean = true;
  if (r->power_down && !r->os_lock) {
    arch_check_pins(a, TRC_SR_4, PIN_PRDATA, !(value & SR_OVERFLOW),
                    "ETMSR is 0x%X, so [0] is 1, but the Power Down bit, ETMCR[0], is set", value);
  }
  if (!r->programming || r->power_down || r->status_written || !holds_state(a)) return;
  const uint32_t held = SR_OVERFLOW | SR_TRIGGERED;
  if (r->status_known) {
    arch_check_pins(a, TRC_SR_2, PIN_PRDATA, (value & held) == (r->status & held),
                    "ETMSR is 0x%X while the Programming bit is set, but it was 0x%X: [0] and [3] are held", value,
                    r->status);
  }
  if (a->trigger.known) {
    const bool triggered = value & SR_TRIGGERED;
    arch_check_pins(a, TRC_SR_3, PIN_PRDATA, triggered == (a->trigger.pulses > 0),
                    "ETMSR is 0x%X, so [3] is %d, but there were %u triggers on the pin since the unit was programmed",
                    value, triggered, a->trigger.pulses);
  }
  r->status = value;
  r->status_known = true;
}

// What CoreSight says of every component, and of a trace source that belongs to a processor.
static void identify(struct arch *a, uint16_t address, uint32_t value) {
  static const uint8_t component[4] = {0x0D, 0x90, 0x05, 0xB1};
  const struct config *c = a->config;
  if (address == ETMIDR) {
    if (!(c->unknown & CONFIG_ETMIDR)) {
      arch_check_pins(a, TRC_ID_2, PIN_PRDATA, value == c->etmidr, "ETMIDR 0x%08X, expected 0x%08X", value, c->etmidr);
    }
    arch_check_pins(a, TRC_ID_3, PIN_PRDATA, (value >> 8 & 0xF) == a->protocol->major,
                    "ETMIDR is 0x%08X, so [11:8] is %u, expected %u", value, value >> 8 & 0xF, a->protocol->major);
  } else if (address == ETMCCER && arch_minor(a) >= a->protocol->etmccer && !(c->unknown & CONFIG_ETMCCER)) {
    arch_check_pins(a, TRC_ID_2, PIN_PRDATA, value == c->etmccer, "ETMCCER 0x%08X, expected 0x%08X", value, c->etmccer);
  } else if (address == ETMDEVTYPE) {
    arch_check_pins(a, TRC_ID_3, PIN_PRDATA, value == 0x13, "DEVTYPE 0x%X, expected 0x13", value);
  } else if (address >= ETMCIDR0) {
    const uint32_t expected = component[(address - ETMCIDR0) / 4];
    arch_check_pins(a, TRC_ID_3, PIN_PRDATA, value == expected, "component ID 0x%X at 0x%03X, expected 0x%02X", value,
                    address, expected);
  }
}

static void constant(struct arch *a, uint16_t address, uint32_t value) {
  struct arch_register *r = &a->reg;
  if (r->known[address >> 2]) {
    arch_check_pins(a, TRC_ID_1, PIN_PRDATA, value == r->value[address >> 2],
                    "register 0x%03X reads 0x%08X, but it was 0x%08X", address, value, r->value[address >> 2]);
  }
  r->value[address >> 2] = value;
  r->known[address >> 2] = true;
  identify(a, address, value);
}

static void read(struct arch *a, uint16_t address, uint32_t value) {
  struct arch_register *r = &a->reg;
  const uint32_t written = r->value[address >> 2];
  if (address == ETMSR) read_status(a, value);
  if (address == ETMOSLSR) {
    r->os_locks = value & OSLSR_EXISTS;
    r->os_lock = r->os_locks && value & OSLSR_LOCKED;
  }
  if (is_constant(address)) constant(a, address, value);
  if (!is_read_back(address) || !r->known[address >> 2]) return;
  arch_check_pins(a, TRC_REG_1, PIN_PRDATA, !(value & ~written & ~fixed(a, address)),
                  "register 0x%03X reads 0x%08X, but 0x%08X was written: bits 0x%X cannot be 1", address, value,
                  written, value & ~written & ~fixed(a, address));
  const uint32_t differ = (value ^ written) & required(a, address);
  arch_check_pins(a, TRC_REG_2, PIN_PRDATA, !differ,
                  "register 0x%03X reads 0x%08X, but 0x%08X was written: bits 0x%X differ, and every unit has them",
                  address, value, written, differ);
}

// Somebody says what a register reads as.
void arch_register(struct arch *a, uint16_t address, uint32_t value) {
  struct arch_register *r = &a->reg;
  if (is_constant(address) || address == ETMSR || address == ETMOSLSR) {
    read(a, address, value);
    return;
  }
  r->value[address >> 2] = value;
  r->known[address >> 2] = true;
  if (address == ETMCR) write_control(a, value);
}

// --- the pins -------------------------------------------------------------------------------------------------------

static void access(struct arch *a, const struct arch_pins *pins) {
  const struct ports_in *in = pins->in;
  struct arch_register *r = &a->reg;
  if (!in->psel || !in->penable || !in->pclken) return;
  if (!pins->out->pready) {
    r->waits++;
    if (r->waits > a->limits.bus)
      arch_check_pins(a, APB_READY_1, PIN_PREADY, false, "no PREADY in %u edges of the APB, for an access to 0x%03X",
                      r->waits, in->paddr);
    return;
  }
  arch_check_pins(a, APB_READY_1, PIN_PREADY, true, "PREADY");
  r->waits = 0;
  if (is_there(in->paddr) && !r->os_lock) {
    arch_check_pins(a, APB_ERR_1, PIN_PSLVERR, !pins->out->pslverr,
                    "PSLVERR for an access to 0x%03X, which every unit has", in->paddr);
  }
  if (pins->out->pslverr) return;
  if (in->pwrite) {
    write(a, in->paddr, in->pwdata);
  } else {
    read(a, in->paddr, pins->out->prdata);
  }
}

// No trace from a unit that has said that it has stopped; a beat that waited for ATREADY then is none.
static void clock(struct arch *a, const struct arch_pins *pins) {
  struct arch_register *r = &a->reg;
  const struct ports_out *out = pins->out;
  if (!pins->in->resetn) return;
  if (!out->atvalid) {
    r->quiet = r->halted;
    return;
  }
  if (r->known[ETMTRACEIDR >> 2]) {
    const uint32_t id = r->value[ETMTRACEIDR >> 2] & 0x7F;
    arch_check_pins(a, ATB_ID_1, PIN_ATID, out->atid == id, "ATID 0x%02X, but ETMTRACEIDR is 0x%02X", out->atid, id);
  }
  if (!r->running && r->clean) check_silence(a, !(r->halted && r->quiet));
}

static void start(struct arch *a) {
  memset(&a->reg, 0, sizeof a->reg);
  a->reg.programming = a->reg.power_down = a->reg.clean = a->reg.os_locks = true;
}

static void control(struct arch *a, const struct arch_pins *pins) {
  if (!pins->in->resetn) {
    if (a->reg.in_reset) return;
    start(a);
    a->reg.in_reset = true;
    a->what |= ARCH_RESET;
    return;
  }
  a->reg.in_reset = false;
  access(a, pins);
}

const struct arch_theme arch_register_theme = {.start = start, .clock = clock, .control = control};
