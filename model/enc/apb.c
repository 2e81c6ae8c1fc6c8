// SPDX-License-Identifier: Apache-2.0
// Reads and writes of registers: who may access them, and which value a read returns.
#include "apb.h"

#include "register.h"
#include "regs.h"

enum { SAVED = 78 };  // registers that ETMOSSRR transfers

// Registers that always read the same value.
static const struct {
  uint16_t offset;
  uint32_t value;
} constants[] = {{ETMDEVTYPE, 0x13}, {ETMPIDR0, 0x50}, {ETMPIDR1, 0x07}, {ETMCIDR0, 0x0D},
                 {ETMCIDR1, 0x90},   {ETMCIDR2, 0x05}, {ETMCIDR3, 0xB1}};
enum { CONSTANTS = sizeof constants / sizeof *constants };

void apb_core_reset(struct apb *a) {
  if (regs_direct(&a->settings)) a->debug.claimed = 0;
  *a = (struct apb){.settings.etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN,
                    .etmteevr = EVENT_ALWAYS,
                    .etmsyncfr = 0x400,
                    .words[ETMTECR1 >> 2] = ETMTECR1_EXCLUDE,
                    .off = true,
                    .stops = true,
                    .fifo_bytes = a->fifo_bytes,
                    .debug = a->debug};
}

void apb_reset(struct apb *a, unsigned fifo_bytes) {
  *a = (struct apb){.fifo_bytes = (uint16_t)fifo_bytes, .debug.sticky = true};
  apb_core_reset(a);
}

// --- locks and power -------------------------------------------------------------------------------------------------

// From ETMv3.3: the OS lock, and power domains.
static bool has_power_down(const struct settings *s, const struct ports_in *in) {
  return regs_is_there(s, in, ETMPDSR);
}

bool apb_two_domains(const struct apb *a, const struct ports_in *in) {
  return in->cfgregs & CFGREGS_TWO_DOMAINS && has_power_down(&a->settings, in);
}

static bool has_os_lock(const struct apb *a, const struct ports_in *in) {
  return in->cfgregs & CFGREGS_OS_LOCK && has_power_down(&a->settings, in);
}

// A reset of PFTv1.1 sets the OS lock (IHI 0035B 3.16.39).
static bool reset_locks(const struct apb *a, const struct ports_in *in) {
  return regs_direct(&a->settings) || in->cfgregs & CFGREGS_OS_LOCK_SET;
}

static bool os_locked(const struct apb *a, const struct ports_in *in) {
  return has_os_lock(a, in) && reset_locks(a, in) != a->flipped;
}

// The software lock: from ETMv3.2.
static bool has_software_lock(const struct apb *a, const struct ports_in *in) {
  return in->cfgregs & CFGREGS_SOFTWARE_LOCK && regs_is_there(&a->settings, in, ETMLAR);
}

// The software lock prevents writes of software, and side effects of its reads (IHI 0035B 3.16.47, table 3.93 c).
static bool is_shut(const struct apb *a, const struct ports_in *in) {
  return has_software_lock(a, in) && !in->paddrdbg31 && !a->debug.unlocked;
}

// The trace registers. In PFTv1.1 and ETMv3.5 they include the claim tags (IHI 0035B table 3.82, IHI 0014Q table 3.95).
static bool is_trace(const struct settings *s, unsigned offset) {
  const bool is_claim = offset == ETMCLAIMSET || offset == ETMCLAIMCLR;
  const bool is_os_or_power = register_within(offset, ETMOSLAR, ETMPDSR);
  return (offset < ETMITCTRL && !is_os_or_power) || (is_claim && regs_direct(s));
}

// IHI 0035B table 3.93, 3.21; IHI 0014Q 3.5.51.
static bool is_error(const struct apb *a, const struct ports_in *in, unsigned offset) {
  const bool trace = is_trace(&a->settings, offset);
  if (!apb_core_up(a, in)) return trace || offset == ETMOSLAR || offset == ETMOSSRR;
  if (!trace || regs_direct(&a->settings)) return false;
  return os_locked(a, in) || (a->debug.sticky && apb_two_domains(a, in));
}

// The registers that ETMOSSRR transfers, in order: first and last of each run.
static unsigned saved_offset(unsigned number) {
  static const uint16_t runs[][2] = {{0x000, 0x000}, {0x008, 0x008}, {0x010, 0x010}, {0x018, 0x024},
                                     {0x02C, 0x02C}, {0x040, 0x0BC}, {0x140, 0x17C}, {0x180, 0x194},
                                     {0x19C, 0x1AC}, {0x1B0, 0x1BC}, {0x1E0, 0x1E0}, {0x1EC, 0x200}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    const unsigned count = (runs[i][1] - runs[i][0]) / 4u + 1;
    if (number < count) return runs[i][0] + 4 * number;
    number -= count;
  }
  return ETMOSSRR;
}

static bool saves(const struct apb *a, const struct ports_in *in) {
  const bool at = (in->paddr & 0xFFCu) == ETMOSSRR;
  return at && !regs_direct(&a->settings) && os_locked(a, in);
}

unsigned apb_target(const struct apb *a, const struct ports_in *in) {
  return saves(a, in) && a->saved > 0 ? saved_offset(a->saved - 1u) : in->paddr & 0xFFCu;
}

// --- reads -----------------------------------------------------------------------------------------------------------

static uint32_t claim_tags(const struct ports_in *in) {
  const unsigned tags = field_get(in->cfgregs, CFGREGS_CLAIM_TAGS);
  return tags < 8 ? (1u << tags) - 1 : 0xFF;
}

static uint32_t etmoslsr(const struct apb *a, const struct ports_in *in) {
  if (!has_os_lock(a, in)) return 0;
  const uint32_t model = regs_direct(&a->settings) ? ETMOSLSR_MODEL_1 : ETMOSLSR_MODEL_0;
  return model | (os_locked(a, in) ? ETMOSLSR_LOCKED : 0);
}

static uint32_t etmpdsr(const struct apb *a, const struct ports_in *in) {
  uint32_t value = apb_core_up(a, in) ? ETMPDSR_POWERED : 0;
  if (a->debug.sticky && apb_two_domains(a, in)) value |= ETMPDSR_LOST;
  return regs_direct(&a->settings) && os_locked(a, in) ? value | ETMPDSR_LOCKED : value;
}

// Without Security Extensions the field of Non-secure state reads 0 (IHI 0035B 3.16.50).
static uint32_t etmauthstatus(const struct apb *a, const struct ports_in *in) {
  const uint32_t permission = 2u | (uint32_t)(in->niden || in->dbgen);
  return permission << (a->settings.idr & ETMIDR_SECURITY ? 2 : 6);
}

static uint32_t etmlsr(const struct apb *a, const struct ports_in *in) {
  if (!has_software_lock(a, in) || in->paddrdbg31) return 0;
  return ETMLSR_EXISTS | (a->debug.unlocked ? 0 : ETMLSR_LOCKED);
}

// A register that is not stored.
static uint32_t read_status(const struct apb *a, const struct ports_in *in, unsigned offset, uint32_t status) {
  if (!regs_is_there(&a->settings, in, offset)) return 0;
  for (unsigned i = 0; i < CONSTANTS; i++) {
    if (constants[i].offset == offset) return constants[i].value;
  }
  switch (offset) {
    case ETMCCR:
      return regs_etmccr(in);
    case ETMOSLSR:
      return etmoslsr(a, in);
    case ETMOSSRR:
      return saves(a, in) && a->saved == 0 ? SAVED : 0;
    case ETMPDCR:
      return a->debug.keep ? ETMPDCR_KEEP : 0;
    case ETMPDSR:
      return etmpdsr(a, in);
    case ETMCLAIMSET:
      return claim_tags(in);
    case ETMCLAIMCLR:
      return a->debug.claimed;
    case ETMLSR:
      return etmlsr(a, in);
    case ETMAUTHSTATUS:
      return etmauthstatus(a, in);
    default:
      return status;
  }
}

// ETMOSSRR transfers write-only registers too.
static uint32_t read_register(struct apb *a, const struct ports_in *in, uint32_t status) {
  const unsigned offset = apb_target(a, in);
  const bool passed = saves(a, in);
  const struct stored r = regs_stored(a, in, offset);
  if (!passed && !regs_is_readable(&a->settings, in, offset)) return 0;
  return r.at ? *r.at | r.ones : read_status(a, in, offset, status);
}

// --- writes ----------------------------------------------------------------------------------------------------------

// A register that is not stored as written.
static void write_status(struct apb *a, const struct ports_in *in, unsigned offset) {
  struct apb_debug *d = &a->debug;
  if (!regs_is_there(&a->settings, in, offset)) return;
  if (offset == ETMOSLAR && has_os_lock(a, in)) {
    a->flipped = (in->pwdata == OSLAR_LOCK) != reset_locks(a, in);
    a->saved = 0;
  }
  if (offset == ETMPDCR) d->keep = in->pwdata & ETMPDCR_KEEP;
  if (offset == ETMCLAIMSET) d->claimed = (uint8_t)(d->claimed | (in->pwdata & claim_tags(in)));
  if (offset == ETMCLAIMCLR) d->claimed = (uint8_t)(d->claimed & ~in->pwdata);
}

// Bits that may change while trace is being sent. The other bits determine the form of that trace (IHI 0035B 3.15.4).
static uint32_t free_bits(unsigned offset) {
  return offset == ETMCR ? ETMCR_PROGRAMMING | ETMCR_POWER_DOWN | ETMCR_PORT : UINT32_MAX;
}

static void write_register(struct apb *a, const struct ports_in *in, bool stopped) {
  const unsigned offset = apb_target(a, in);
  const struct stored r = regs_stored(a, in, offset);
  if (r.bits) {
    const uint32_t bits = stopped ? r.bits : r.bits & free_bits(offset);
    *r.at = (*r.at & ~bits) | (in->pwdata & bits);
    if (offset == ETMFFLR && *r.at > a->fifo_bytes) *r.at = a->fifo_bytes;
  } else {
    write_status(a, in, offset);
  }
  const bool programmed = a->settings.etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN), locked = os_locked(a, in);
  a->off = programmed || locked;
  a->stops = programmed || (locked && regs_direct(&a->settings));
  a->on = !a->off && has_port(&a->settings);
}

// The access changes something at this edge, unless the register ignores it. The locks permit it.
static bool takes_effect(const struct apb *a, const struct ports_in *in) {
  return in->penable && !a->debug.pslverr && !is_shut(a, in);
}

struct apb_strobes apb_strobes(const struct apb *a, const struct ports_in *in) {
  const bool programming = a->settings.etmcr & ETMCR_PROGRAMMING, v30 = is_etm3_0(&a->settings);
  if (!apb_access(in) || !in->pwrite || !takes_effect(a, in)) {
    return (struct apb_strobes){.sr_reset = v30 && programming};
  }
  const unsigned offset = apb_target(a, in);
  const bool resource = regs_changes_resource(&a->settings, in, offset);
  const uint16_t written = resource ? (uint16_t)offset : 0;
  if (v30) return (struct apb_strobes){.resource = written, .sr_reset = programming};
  return (struct apb_strobes){.resource = written,
                              .sr_write = offset == ETMSR,
                              .sr_reset = offset == ETMCR && programming && !(in->pwdata & ETMCR_PROGRAMMING)};
}

// Only software has a lock to open, and may do so at any time.
static void write_lock(struct apb *a, const struct ports_in *in) {
  const bool lock = in->pwrite && (in->paddr & 0xFFCu) == ETMLAR && !in->paddrdbg31;
  if (lock && has_software_lock(a, in)) a->debug.unlocked = in->pwdata == OSLAR_LOCK;
}

// The first access to ETMOSSRR must read the count. The transfer continues with the next access only after that read.
static void complete(struct apb *a, const struct ports_in *in, bool stopped) {
  const bool steps = saves(a, in) && (a->saved > 0 || !in->pwrite) && a->saved <= SAVED;
  if (takes_effect(a, in)) {
    if (in->pwrite) {
      write_register(a, in, stopped);
    } else if ((in->paddr & 0xFFCu) == ETMPDSR && a->debug.prdata & ETMPDSR_LOST) {
      a->debug.sticky = false;
    }
    a->saved = (uint8_t)(a->saved + steps);
  }
  write_lock(a, in);
}

void apb_step(struct apb *a, const struct ports_in *in, uint32_t status, bool stopped) {
  const bool begins = in->psel && !in->penable, fails = begins && is_error(a, in, in->paddr & 0xFFCu);
  if (begins) a->debug.prdata = fails ? 0 : read_register(a, in, status);
  if (in->psel && in->penable) complete(a, in, stopped);
  a->debug.pslverr = fails;
}
