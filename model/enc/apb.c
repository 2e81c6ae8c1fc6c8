// SPDX-License-Identifier: Apache-2.0
// Registers read and written.
#include "apb.h"

#include "register.h"

#define EVENT_BITS 0x1FFFFu
#define ETMSYNCFR_BITS 0xFFFu
#define ETMTRACEIDR_BITS 0x7Fu

// Registers that read one value for ever.
static const struct {
  uint16_t offset;
  uint32_t value;
} constants[] = {{ETMCCR, 0x88080000}, {ETMTECR1, 0x01000000}, {ETMDEVTYPE, 0x13}, {ETMPIDR0, 0x50}, {ETMPIDR1, 0x07},
                 {ETMCIDR0, 0x0D},     {ETMCIDR1, 0x90},       {ETMCIDR2, 0x05},   {ETMCIDR3, 0xB1}};
enum { CONSTANTS = sizeof constants / sizeof *constants };

void apb_reset(struct apb *a) {
  *a = (struct apb){.settings.etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN,
                    .etmteevr = EVENT_ALWAYS,
                    .etmsyncfr = 0x400,
                    .off = true};
}

// One that is not programmed.
static uint32_t read_status(const struct apb *a, const struct ports_in *in, unsigned offset, uint32_t etmsr) {
  if (offset == ETMSR) return etmsr;
  if (offset == ETMOSLSR) return 1u | (uint32_t)a->locked << 1;
  if (offset == ETMPDSR) return 1u | (uint32_t)a->locked << 5;
  if (offset == ETMAUTHSTATUS) return 1u << 3 | (uint32_t)(in->niden || in->dbgen) << 2;
  for (unsigned i = 0; i < CONSTANTS; i++) {
    if (constants[i].offset == offset) return constants[i].value;
  }
  return 0;
}

static uint32_t read_register(const struct apb *a, const struct ports_in *in, unsigned offset, uint32_t etmsr) {
  switch (register_at(offset)->config) {
    case CONFIG_ETMCR:
      return a->settings.etmcr;
    case CONFIG_ETMTRIGGER:
      return a->etmtrigger;
    case CONFIG_ETMTEEVR:
      return a->etmteevr;
    case CONFIG_ETMSYNCFR:
      return a->etmsyncfr;
    case CONFIG_ETMIDR:
      return in->cfgidr;
    case CONFIG_ETMCCER:
      return in->cfgccer;
    case CONFIG_ETMTSEVR:
      return a->etmtsevr;
    case CONFIG_ETMAUXCR:
      return a->settings.etmauxcr;
    case CONFIG_ETMTRACEIDR:
      return a->etmtraceidr;
    case CONFIG_NONE:
      break;
  }
  return read_status(a, in, offset, etmsr);
}

static void write_register(struct apb *a, const struct ports_in *in, unsigned offset) {
  const uint32_t value = in->pwdata;
  struct settings *s = &a->settings;
  switch (register_at(offset)->config) {
    case CONFIG_ETMCR:
      s->etmcr = value & etmcr_built(s);
      break;
    case CONFIG_ETMTRIGGER:
      a->etmtrigger = value & EVENT_BITS;
      break;
    case CONFIG_ETMTEEVR:
      a->etmteevr = value & EVENT_BITS;
      break;
    case CONFIG_ETMSYNCFR:
      a->etmsyncfr = value & ETMSYNCFR_BITS;
      break;
    case CONFIG_ETMTSEVR:
      if (has_stamps(s)) a->etmtsevr = value & EVENT_BITS;
      break;
    case CONFIG_ETMAUXCR:
      s->etmauxcr = value & etmauxcr_built(s);
      break;
    case CONFIG_ETMTRACEIDR:
      a->etmtraceidr = value & ETMTRACEIDR_BITS;
      break;
    case CONFIG_ETMIDR:
    case CONFIG_ETMCCER:
      break;
    case CONFIG_NONE:
      if (offset == ETMOSLAR) a->locked = value == OSLAR_LOCK;
      break;
  }
}

struct apb_strobes apb_strobes(const struct apb *a, const struct ports_in *in) {
  const bool programming = a->settings.etmcr & ETMCR_PROGRAMMING;
  if (is_etm3_0(&a->settings)) return (struct apb_strobes){.sr_reset = programming};
  if (!in->penable || !in->pwrite) return (struct apb_strobes){0};
  const unsigned offset = in->paddr & 0xFFCu;
  return (struct apb_strobes){.sr_write = offset == ETMSR,
                              .sr_reset = offset == ETMCR && programming && !(in->pwdata & ETMCR_PROGRAMMING)};
}

void apb_step(struct apb *a, const struct ports_in *in, uint32_t etmsr) {
  unsigned offset = in->paddr & 0xFFCu;
  if (!in->penable) {
    a->prdata = read_register(a, in, offset, etmsr);
  } else if (in->pwrite) {
    write_register(a, in, offset);
    a->off = (a->settings.etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN)) || a->locked;
    a->on = !a->off && has_port(&a->settings);
  }
}
