// SPDX-License-Identifier: Apache-2.0
#include "apb.h"

#define ETMCR_BITS (ETMCR_RETURN_STACK | ETMCR_PROGRAMMING | ETMCR_POWER_DOWN)
#define ETMTRIGGER_BITS 0x1FFFFu
#define ETMSYNCFR_BITS 0xFFFu
#define ETMAUXCR_BITS ETMAUXCR_NO_FORCED_OVERFLOW
#define ETMTRACEIDR_BITS 0x7Fu

enum {
  ETMCR = 0x000,
  ETMTRIGGER = 0x008,
  ETMSR = 0x010,
  ETMSYNCFR = 0x1E0,
  ETMAUXCR = 0x1FC,
  ETMTRACEIDR = 0x200,
};

static uint32_t constant(unsigned offset) {
  switch (offset) {
    case 0x004:  // ETMCCR
      return 0x88080000;
    case 0x020:  // ETMTEEVR
      return 0x6F;
    case 0x024:  // ETMTECR1
      return 0x01000000;
    case 0x1E4:  // ETMIDR
      return 0x571CF310;
    case 0x1E8:  // ETMCCER
      return 0x00801800;
    case 0x314:  // ETMPDSR
      return 0x1;
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

void apb_reset(struct apb *a) { *a = (struct apb){.etmcr = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN, .etmsyncfr = 0x400}; }

static uint32_t read_register(const struct apb *a, unsigned offset, uint32_t etmsr) {
  switch (offset) {
    case ETMCR:
      return a->etmcr;
    case ETMTRIGGER:
      return a->etmtrigger;
    case ETMSR:
      return etmsr;
    case ETMSYNCFR:
      return a->etmsyncfr;
    case ETMAUXCR:
      return a->etmauxcr;
    case ETMTRACEIDR:
      return a->etmtraceidr;
    default:
      return constant(offset);
  }
}

static void write_register(struct apb *a, unsigned offset, uint32_t value) {
  switch (offset) {
    case ETMCR:
      a->etmcr = value & ETMCR_BITS;
      break;
    case ETMTRIGGER:
      a->etmtrigger = value & ETMTRIGGER_BITS;
      break;
    case ETMSYNCFR:
      a->etmsyncfr = value & ETMSYNCFR_BITS;
      break;
    case ETMAUXCR:
      a->etmauxcr = value & ETMAUXCR_BITS;
      break;
    case ETMTRACEIDR:
      a->etmtraceidr = value & ETMTRACEIDR_BITS;
      break;
    default:
      break;
  }
}

void apb_step(struct apb *a, const struct ports_in *in, uint32_t etmsr) {
  unsigned offset = in->paddr & 0xFFCu;
  if (!in->penable) {
    a->prdata = read_register(a, offset, etmsr);
  } else if (in->pwrite) {
    write_register(a, offset, in->pwdata);
  }
}
