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

// One that holds what was written: where, and the bits of it that can be. NULL: there is none here.
struct stored {
  uint32_t *at;
  uint32_t bits;
};

static struct stored stored(struct apb *a, unsigned offset) {
  struct settings *s = &a->settings;
  switch (register_at(offset)->config) {
    case CONFIG_ETMCR:
      return (struct stored){&s->etmcr, etmcr_built(s)};
    case CONFIG_ETMTRIGGER:
      return (struct stored){&a->etmtrigger, EVENT_BITS};
    case CONFIG_ETMTEEVR:
      return (struct stored){&a->etmteevr, EVENT_BITS};
    case CONFIG_ETMSYNCFR:
      return (struct stored){&a->etmsyncfr, ETMSYNCFR_BITS};
    case CONFIG_ETMTSEVR:
      return (struct stored){&a->etmtsevr, has_stamps(s) ? EVENT_BITS : 0};
    case CONFIG_ETMAUXCR:
      return (struct stored){&s->etmauxcr, etmauxcr_built(s)};
    case CONFIG_ETMTRACEIDR:
      return (struct stored){&a->etmtraceidr, ETMTRACEIDR_BITS};
    case CONFIG_ETMIDR:
      return (struct stored){&s->idr, 0};
    case CONFIG_ETMCCER:
      return (struct stored){&s->ccer, 0};
    case CONFIG_NONE:
      break;
  }
  return (struct stored){0};
}

static uint32_t read_register(struct apb *a, const struct ports_in *in, unsigned offset, uint32_t etmsr) {
  const struct stored r = stored(a, offset);
  return r.at ? *r.at : read_status(a, in, offset, etmsr);
}

static void write_register(struct apb *a, unsigned offset, uint32_t value) {
  const struct stored r = stored(a, offset);
  if (r.bits) *r.at = value & r.bits;
  if (offset == ETMOSLAR) a->locked = value == OSLAR_LOCK;
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
    write_register(a, offset, in->pwdata);
    a->off = (a->settings.etmcr & (ETMCR_PROGRAMMING | ETMCR_POWER_DOWN)) || a->locked;
    a->on = !a->off && has_port(&a->settings);
  }
}
