// SPDX-License-Identifier: Apache-2.0
// Registers read and written.
#include "apb.h"

#include "register_offset.h"

#define EVENT_BITS 0x1FFFFu
#define ETMSYNCFR_BITS 0xFFFu
#define ETMTRACEIDR_BITS 0x7Fu

static uint32_t constant(unsigned offset) {
  switch (offset) {
    case 0x004:  // ETMCCR
      return 0x88080000;
    case 0x024:  // ETMTECR1
      return 0x01000000;
    case 0xFCC:  // DEVTYPE
      return 0x13;
    case 0xFE0:  // PIDR0, PIDR1
      return 0x50;
    case 0xFE4:
      return 0x07;
    case 0xFF0:  // CIDR0 to CIDR3
      return 0x0D;
    case 0xFF4:
      return 0x90;
    case 0xFF8:
      return 0x05;
    case 0xFFC:
      return 0xB1;
    default:
      return 0;
  }
}

void apb_reset(struct apb *a) {
  *a = (struct apb){.settings.etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN,
                    .etmteevr = EVENT_ALWAYS,
                    .etmsyncfr = 0x400,
                    .off = true};
}

static uint32_t read_register(const struct apb *a, const struct ports_in *in, unsigned offset, uint32_t etmsr) {
  switch (offset) {
    case ETMCR:
      return a->settings.etmcr;
    case ETMTRIGGER:
      return a->etmtrigger;
    case ETMSR:
      return etmsr;
    case ETMTEEVR:
      return a->etmteevr;
    case ETMSYNCFR:
      return a->etmsyncfr;
    case ETMIDR:
      return in->cfgidr;
    case ETMCCER:
      return in->cfgccer;
    case ETMTSEVR:
      return a->etmtsevr;
    case ETMAUXCR:
      return a->settings.etmauxcr;
    case ETMTRACEIDR:
      return a->etmtraceidr;
    case ETMOSLSR:
      return 1u | (uint32_t)a->locked << 1;
    case ETMPDSR:
      return 1u | (uint32_t)a->locked << 5;
    case ETMAUTHSTATUS:
      return 1u << 3 | (uint32_t)(in->niden || in->dbgen) << 2;
    default:
      return constant(offset);
  }
}

static void write_register(struct apb *a, const struct ports_in *in, unsigned offset) {
  const uint32_t value = in->pwdata;
  struct settings *s = &a->settings;
  switch (offset) {
    case ETMCR:
      s->etmcr = value & etmcr_built(s);
      break;
    case ETMTRIGGER:
      a->etmtrigger = value & EVENT_BITS;
      break;
    case ETMTEEVR:
      a->etmteevr = value & EVENT_BITS;
      break;
    case ETMSYNCFR:
      a->etmsyncfr = value & ETMSYNCFR_BITS;
      break;
    case ETMTSEVR:
      if (has_stamps(s)) a->etmtsevr = value & EVENT_BITS;
      break;
    case ETMAUXCR:
      s->etmauxcr = value & etmauxcr_built(s);
      break;
    case ETMTRACEIDR:
      a->etmtraceidr = value & ETMTRACEIDR_BITS;
      break;
    case ETMOSLAR:
      a->locked = value == OSLAR_LOCK;
      break;
    default:
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
