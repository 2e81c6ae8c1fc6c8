// SPDX-License-Identifier: Apache-2.0
// Offsets of a trace unit's registers, in bytes (IHI 0035B 3.16, IHI 0014Q 3.5), and bits of those that say how it
// does.
#ifndef REGISTER_OFFSET_H
#define REGISTER_OFFSET_H

enum register_offset {
  ETMCR = 0x000,
  ETMCCR = 0x004,
  ETMTRIGGER = 0x008,
  ETMSR = 0x010,
  ETMSCR = 0x014,
  ETMTEEVR = 0x020,
  ETMSYNCFR = 0x1E0,
  ETMIDR = 0x1E4,
  ETMCCER = 0x1E8,
  ETMTSEVR = 0x1F8,
  ETMAUXCR = 0x1FC,
  ETMTRACEIDR = 0x200,
  ETMOSLAR = 0x300,
  ETMOSLSR = 0x304,
  ETMPDSR = 0x314,
  ETMITCTRL = 0xF00,  // the first management register
  ETMAUTHSTATUS = 0xFB8,
  ETMDEVTYPE = 0xFCC,
  ETMCIDR0 = 0xFF0,
};

enum { SR_OVERFLOW = 1 << 0, SR_STOPPED = 1 << 1, SR_TRIGGERED = 1 << 3 };
enum { OSLSR_EXISTS = 9, OSLSR_LOCKED = 1 << 1 };
#define OSLAR_LOCK 0xC5ACCE55u

#endif
