// SPDX-License-Identifier: Apache-2.0
// The registers of a trace unit, one row each (IHI 0035B 3.16, table 3.16; IHI 0014Q 3.5, table 3.3). A row has the
// properties of a register that do not depend on an implementation. rtl/trc_regs.sv and model/enc/apb.c have those of
// the reference RTL, and model/rules/rule_read_back.c has the values that a clause requires.
//
//   X(name, offset, bits, reset, PFT: access, minor, ETMv3: access, minor, units)
//
//   bits     the bits that at least one unit has
//   reset    the value after a reset in each unit. OPEN: no clause specifies it
//   access   RW, RO, WO. ID: always reads the same value. NO: the register does not exist in the protocol. WX:
//            write-only, but readable if ETMCCER[11] is 1 (IHI 0014Q 3.5.41). WF: as WX, or read-only (IHI 0014Q
//            3.5.39). RV: RO in ETMv3.0, RW in later versions (IHI 0014Q tables 3.15, 3.40, 3.43)
//   minor    first minor version with the register. CoreSight registers: ETMv3.2; OS lock: ETMv3.3; ETMAUXCR and
//            ETMTSEVR: ETMv3.5 (IHI 0014Q 3.5.45, 3.5.46). PFTv1.1: IHI 0035B 3.16.40, table 3.82
//   units    the units of these versions with the register. ALL: each unit. CHOICE: no register reports it. The other
//            words name fields. Of ETMCCR: PAIRS (two registers each), COUNTERS and CONTEXTS (one register each),
//            CONTEXT, SEQUENCER, OUTPUTS, START_STOP, FIFOFULL, DATA. Of ETMCCER: SELECTORS, EMBEDDEDICE, STAMPS,
//            WATCHPOINTS, VIRTUAL
//
// Rows of registers in struct config have three more columns:
//
//   field    member of struct config
//   need     NEEDED: no packet can be decoded without it. SHARED: the same on an ATB with other sources. OPTIONAL
//   option   OWN: options_unit.c has the option. VALUE: the option is a number; name, effect and help text follow. The
//            effect is BYTES if trace bytes depend on it, or CLOCKS if only their clocks do
//
// The default host sequence writes these registers in this order, and not_checked= lists them in this order.
#ifndef REGISTER_ROWS_H
#define REGISTER_ROWS_H

// clang-format off
#define REGISTERS_OF_CONFIG(X) \
  X(ETMCR,       0x000, 0x7FFFFFFF, OPEN,  RW, 0, RW, 0, ALL,    etmcr,       NEEDED,   OWN, ) \
  X(ETMIDR,      0x1E4, 0xFF1FFFFF, OPEN,  ID, 0, ID, 0, ALL,    etmidr,      NEEDED,   OWN, ) \
  X(ETMCCER,     0x1E8, 0x3FFFFFFF, OPEN,  ID, 0, ID, 1, ALL,    etmccer,     NEEDED,   OWN, ) \
  X(ETMTRIGGER,  0x008, 0x0001FFFF, OPEN,  RW, 0, WX, 0, ALL,    etmtrigger,  OPTIONAL, VALUE, \
    ("etmtrigger", CLOCKS, "value of ETMTRIGGER, the trigger event (default 0x406F: never)")) \
  X(ETMTEEVR,    0x020, 0x0001FFFF, OPEN,  RW, 0, WX, 0, ALL,    etmteevr,    OPTIONAL, VALUE, \
    ("etmteevr", BYTES, "value of ETMTEEVR, the TraceEnable event (default 0x6F: always)")) \
  X(ETMTSEVR,    0x1F8, 0x0001FFFF, OPEN,  RW, 0, WX, 5, STAMPS, etmtsevr,    OPTIONAL, VALUE, \
    ("etmtsevr", CLOCKS, "value of ETMTSEVR, the timestamp event (default 0x406F: never)")) \
  X(ETMSYNCFR,   0x1E0, 0x00000FFF, 0x400, RW, 0, WF, 0, ALL,    etmsyncfr,   OPTIONAL, VALUE, \
    ("syncfr", BYTES, "value of ETMSYNCFR, trace bytes between periodic synchronizations; 0: none (default 0x400)")) \
  X(ETMAUXCR,    0x1FC, 0xFFFFFFFF, 0,     RW, 0, WX, 5, ALL,    etmauxcr,    OPTIONAL, OWN, ) \
  X(ETMTRACEIDR, 0x200, 0x0000007F, OPEN,  RW, 0, WX, 0, ALL,    etmtraceidr, SHARED,   OWN, )

// Only an ETM has registers of data trace.
#define REGISTERS_OTHER(X) \
  X(ETMCCR,       0x004, 0x8FFFFFFF, OPEN, ID, 0, ID, 0, ALL) \
  X(ETMASICCR,    0x00C, 0x000000FF, OPEN, NO, 0, WX, 0, CHOICE) \
  X(ETMSR,        0x010, 0x0000000F, OPEN, RW, 0, RV, 0, ALL) \
  X(ETMSCR,       0x014, 0x00027F0F, OPEN, RO, 0, RO, 0, CHOICE) \
  X(ETMTSSCR,     0x018, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, START_STOP) \
  X(ETMTECR2,     0x01C, 0xFFFFFFFF, OPEN, NO, 0, WX, 0, CHOICE) \
  X(ETMTECR1,     0x024, 0x03FFFFFF, OPEN, RW, 0, WX, 0, CHOICE) \
  X(ETMFFRR,      0x028, 0x01FFFFFF, OPEN, NO, 0, WX, 0, FIFOFULL) \
  X(ETMFFLR,      0x02C, 0x000000FF, OPEN, RW, 0, WX, 0, CHOICE) \
  X(ETMVDEVR,     0x030, 0x0001FFFF, OPEN, NO, 0, WX, 0, CHOICE) \
  REGISTER_3(X, ETMVDCR, 0x034, 0xFFFFFFFF, OPEN, NO, 0, WX, 0, CHOICE) \
  REGISTER_16(X, ETMACVR, 0x040, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, PAIRS) \
  REGISTER_16(X, ETMACTR, 0x080, 0x0000FFFF, OPEN, RW, 0, WX, 0, PAIRS) \
  REGISTER_16(X, ETMDCVR, 0x0C0, 0xFFFFFFFF, OPEN, NO, 0, WX, 0, DATA) \
  REGISTER_16(X, ETMDCMR, 0x100, 0xFFFFFFFF, OPEN, NO, 0, WX, 0, DATA) \
  REGISTER_4(X, ETMCNTRLDVR, 0x140, 0x0000FFFF, OPEN, RW, 0, WX, 0, COUNTERS) \
  REGISTER_4(X, ETMCNTENR, 0x150, 0x0003FFFF, OPEN, RW, 0, WX, 0, COUNTERS) \
  REGISTER_4(X, ETMCNTRLDEVR, 0x160, 0x0001FFFF, OPEN, RW, 0, WX, 0, COUNTERS) \
  REGISTER_4(X, ETMCNTVR, 0x170, 0x0000FFFF, OPEN, RW, 0, RV, 0, COUNTERS) \
  REGISTERS(X, ETMSQ12EVR, ETMSQ21EVR, ETMSQ23EVR, ETMSQ31EVR, 0x180, 0x0001FFFF, OPEN, RW, 0, WX, 0, SEQUENCER) \
  X(ETMSQ32EVR,   0x190, 0x0001FFFF, OPEN, RW, 0, WX, 0, SEQUENCER) \
  X(ETMSQ13EVR,   0x194, 0x0001FFFF, OPEN, RW, 0, WX, 0, SEQUENCER) \
  X(ETMSQR,       0x19C, 0x00000003, OPEN, RW, 0, RV, 0, SEQUENCER) \
  REGISTER_4(X, ETMEXTOUTEVR, 0x1A0, 0x0001FFFF, OPEN, RW, 0, WX, 0, OUTPUTS) \
  REGISTER_3(X, ETMCIDCVR, 0x1B0, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, CONTEXTS) \
  X(ETMCIDCMR,    0x1BC, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, CONTEXT) \
  REGISTERS(X, ETMIMPSPEC0, ETMIMPSPEC1, ETMIMPSPEC2, ETMIMPSPEC3, 0x1C0, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, CHOICE) \
  REGISTERS(X, ETMIMPSPEC4, ETMIMPSPEC5, ETMIMPSPEC6, ETMIMPSPEC7, 0x1D0, 0xFFFFFFFF, OPEN, RW, 0, WX, 0, CHOICE) \
  X(ETMEXTINSELR, 0x1EC, 0xFFFFFFFF, OPEN, RW, 0, WX, 1, SELECTORS) \
  X(ETMTESSEICR,  0x1F0, 0x00FF00FF, OPEN, RW, 0, WX, 4, EMBEDDEDICE) \
  X(ETMEIBCR,     0x1F4, 0x000000FF, OPEN, RW, 0, WX, 4, WATCHPOINTS) \
  X(ETMIDR2,      0x208, 0x00000003, OPEN, RO, 0, RO, 0, CHOICE) \
  X(ETMVMIDCVR,   0x240, 0x000000FF, OPEN, RW, 1, WX, 5, VIRTUAL) \
  X(ETMOSLAR,     0x300, 0xFFFFFFFF, OPEN, WO, 0, WO, 3, CHOICE) \
  X(ETMOSLSR,     0x304, 0x0000000F, OPEN, RO, 0, RO, 3, CHOICE) \
  X(ETMOSSRR,     0x308, 0xFFFFFFFF, OPEN, RW, 0, RW, 3, CHOICE) \
  X(ETMPDCR,      0x310, 0x00000008, OPEN, RW, 1, RW, 5, CHOICE) \
  X(ETMPDSR,      0x314, 0x00000023, OPEN, RO, 0, RO, 3, CHOICE) \
  X(ETMITCTRL,    0xF00, 0x00000001, OPEN, RW, 0, RW, 2, CHOICE) \
  X(ETMCLAIMSET,  0xFA0, 0x000000FF, OPEN, RW, 0, RW, 2, CHOICE) \
  X(ETMCLAIMCLR,  0xFA4, 0x000000FF, 0,    RW, 0, RW, 2, CHOICE) \
  X(ETMLAR,       0xFB0, 0xFFFFFFFF, OPEN, WO, 0, WO, 2, CHOICE) \
  X(ETMLSR,       0xFB4, 0x00000007, OPEN, RO, 0, RO, 2, CHOICE) \
  X(ETMAUTHSTATUS, 0xFB8, 0x000000CC, OPEN, RO, 0, RO, 2, CHOICE) \
  X(ETMDEVID,     0xFC8, 0xFFFFFFFF, OPEN, ID, 0, ID, 2, ALL) \
  X(ETMDEVTYPE,   0xFCC, 0x000000FF, 0x13, ID, 0, ID, 2, ALL) \
  REGISTERS(X, ETMPIDR4, ETMPIDR5, ETMPIDR6, ETMPIDR7, 0xFD0, 0x000000FF, OPEN, ID, 0, ID, 2, ALL) \
  REGISTERS(X, ETMPIDR0, ETMPIDR1, ETMPIDR2, ETMPIDR3, 0xFE0, 0x000000FF, OPEN, ID, 0, ID, 2, ALL) \
  X(ETMCIDR0,     0xFF0, 0x000000FF, 0x0D, ID, 0, ID, 2, ALL) \
  X(ETMCIDR1,     0xFF4, 0x000000FF, 0x90, ID, 0, ID, 2, ALL) \
  X(ETMCIDR2,     0xFF8, 0x000000FF, 0x05, ID, 0, ID, 2, ALL) \
  X(ETMCIDR3,     0xFFC, 0x000000FF, 0xB1, ID, 0, ID, 2, ALL)

// Four registers at consecutive offsets, and groups of 3, 4 or 16 registers with numbers from 1.
#define REGISTERS(X, name1, name2, name3, name4, at, ...) \
  X(name1, at, __VA_ARGS__) X(name2, at + 4, __VA_ARGS__) X(name3, at + 8, __VA_ARGS__) X(name4, at + 12, __VA_ARGS__)
#define REGISTER_3(X, name, at, ...) \
  X(name##1, at, __VA_ARGS__) X(name##2, at + 4, __VA_ARGS__) X(name##3, at + 8, __VA_ARGS__)
#define REGISTER_4(X, name, at, ...) REGISTERS(X, name##1, name##2, name##3, name##4, at, __VA_ARGS__)
#define REGISTER_16(X, name, at, ...) \
  REGISTER_4(X, name, at, __VA_ARGS__) \
  REGISTERS(X, name##5, name##6, name##7, name##8, at + 16, __VA_ARGS__) \
  REGISTERS(X, name##9, name##10, name##11, name##12, at + 32, __VA_ARGS__) \
  REGISTERS(X, name##13, name##14, name##15, name##16, at + 48, __VA_ARGS__)
// clang-format on

#endif
