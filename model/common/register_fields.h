// SPDX-License-Identifier: Apache-2.0
// The fields of the registers, one row each (IHI 0035B 3.16; IHI 0014Q 3.5). A row gives the bits of a field and the
// units that have it, but not the values that a unit must return.
//
//   X(register, field, highest bit, lowest bit, minor version of PFT, of ETMv3, needs, "description")
//
//   minor   first minor version with the field; 16: no version has it
//   needs   bits of ETMCCER that must be 1: STAMPS, STACK, VIRTUAL (register.h), or NOTHING
//
// A register with only one field, such as an address or an event, has no row.
#ifndef REGISTER_FIELDS_H
#define REGISTER_FIELDS_H

// clang-format off
#define REGISTER_FIELDS(X) \
  X(ETMCR, POWER_DOWN,          0,  0, 0, 0, NOTHING, "the unit has no power, and does not trace") \
  X(ETMCR, DATA_CPRT,           1,  1, 16, 0, NOTHING, "data trace: coprocessor transfers") \
  X(ETMCR, DATA_VALUE,          2,  2, 16, 0, NOTHING, "data trace: values") \
  X(ETMCR, DATA_ADDRESS,        3,  3, 16, 0, NOTHING, "data trace: addresses") \
  X(ETMCR, PORT_SIZE,           6,  4, 16, 0, NOTHING, "port size; may be fixed, no effect on an ATB") \
  X(ETMCR, STALL,               7,  7, 0, 0, NOTHING, "the processor is stalled before the FIFO overflows") \
  X(ETMCR, BRANCH_BROADCAST,    8,  8, 0, 0, NOTHING, "direct branches have packets with their address, too") \
  X(ETMCR, DEBUG_REQUEST,       9,  9, 0, 0, NOTHING, "the trigger asks for Debug state") \
  X(ETMCR, PROGRAMMING,        10, 10, 0, 0, NOTHING, "the unit does not trace, and may be programmed") \
  X(ETMCR, PORT,               11, 11, 16, 0, NOTHING, "ETMEN; tools set it, so that there is output") \
  X(ETMCR, CYCLE_ACCURATE,     12, 12, 0, 0, NOTHING, "cycle counts") \
  X(ETMCR, PORT_MODE_2,        13, 13, 16, 0, NOTHING, "port mode [2]; may be fixed") \
  X(ETMCR, CONTEXT_ID,         15, 14, 0, 0, NOTHING, "Context ID: 0 none, 1 one byte, 2 two bytes, 3 four bytes") \
  X(ETMCR, PORT_MODE,          17, 16, 16, 0, NOTHING, "port mode [1:0]; may be fixed") \
  X(ETMCR, DATA_SUPPRESS,      18, 18, 16, 0, NOTHING, "data trace is suppressed before the FIFO overflows") \
  X(ETMCR, DATA_FILTER_CPRT,   19, 19, 16, 0, NOTHING, "data trace: coprocessor transfers are filtered") \
  X(ETMCR, DATA_ONLY,          20, 20, 16, 1, NOTHING, "data trace alone") \
  X(ETMCR, PORT_SIZE_3,        21, 21, 16, 0, NOTHING, "port size [3]; may be fixed") \
  X(ETMCR, NO_DEBUGGER,        22, 22, 0, 0, NOTHING, "writes of a debugger are ignored") \
  X(ETMCR, NO_SOFTWARE,        23, 23, 0, 0, NOTHING, "writes of software are ignored") \
  X(ETMCR, PRIVILEGED,         24, 24, 0, 3, NOTHING, "instrumentation resources for privileged code alone") \
  X(ETMCR, CORE,               27, 25, 0, 2, NOTHING, "which processor is traced, up to ETMSCR[14:12]") \
  X(ETMCR, TIMESTAMP,          28, 28, 0, 5, STAMPS,  "timestamps") \
  X(ETMCR, RETURN_STACK,       29, 29, 0, 16, STACK,   "the return stack is used") \
  X(ETMCR, VMID,               30, 30, 1, 5, VIRTUAL, "VMID packets") \
  X(ETMCCR, PAIRS,              3,  0, 0, 0, NOTHING, "pairs of address comparators") \
  X(ETMCCR, DATA_COMPARATORS,   7,  4, 16, 0, NOTHING, "data comparators") \
  X(ETMCCR, MEMORY_MAPS,       12,  8, 16, 0, NOTHING, "memory map decoders") \
  X(ETMCCR, COUNTERS,          15, 13, 0, 0, NOTHING, "counters") \
  X(ETMCCR, SEQUENCER,         16, 16, 0, 0, NOTHING, "there is a sequencer") \
  X(ETMCCR, INPUTS,            19, 17, 0, 0, NOTHING, "external inputs") \
  X(ETMCCR, OUTPUTS,           22, 20, 0, 0, NOTHING, "external outputs") \
  X(ETMCCR, FIFOFULL,          23, 23, 0, 0, NOTHING, "there is FIFOFULL logic") \
  X(ETMCCR, CONTEXT_IDS,       25, 24, 0, 0, NOTHING, "Context ID comparators") \
  X(ETMCCR, START_STOP,        26, 26, 0, 0, NOTHING, "there is a trace start/stop block") \
  X(ETMCCR, SOFTWARE,          27, 27, 0, 0, NOTHING, "software can reach the registers") \
  X(ETMCCR, ID,                31, 31, 0, 0, NOTHING, "there is ETMIDR") \
  X(ETMSR, OVERFLOW,            0,  0, 0, 0, NOTHING, "an overflow that no packet reports yet") \
  X(ETMSR, STOPPED,             1,  1, 0, 0, NOTHING, "it is programmed, or locked (PFTv1.1, ETMv3.5); all has left") \
  X(ETMSR, STARTED,             2,  2, 0, 0, NOTHING, "the trace start/stop block is on; an ETMv3.0's is read-only") \
  X(ETMSR, TRIGGERED,           3,  3, 0, 1, NOTHING, "the trigger has occurred, and comes no more") \
  X(ETMSCR, PORT_SIZE,          2,  0, 0, 0, NOTHING, "largest port size") \
  X(ETMSCR, OPEN_3,             3,  3, 16, 0, NOTHING, "not known; a Cortex-A7's and a Cortex-M3's read 1") \
  X(ETMSCR, FIFOFULL,           8,  8, 0, 0, NOTHING, "the processor obeys FIFOFULL") \
  X(ETMSCR, PORT_SIZE_3,        9,  9, 0, 0, NOTHING, "largest port size [3]") \
  X(ETMSCR, HAS_PORT_SIZE,     10, 10, 0, 0, NOTHING, "the port size asked for is there") \
  X(ETMSCR, HAS_PORT_MODE,     11, 11, 0, 0, NOTHING, "the port mode asked for is there") \
  X(ETMSCR, CORES,             14, 12, 0, 0, NOTHING, "processors that share the unit, less one") \
  X(ETMSCR, NO_FETCHES,        17, 17, 16, 0, NOTHING, "no comparator looks at fetches") \
  X(ETMTSSCR, START,           15,  0, 0, 0, NOTHING, "address comparators that start") \
  X(ETMTSSCR, STOP,            31, 16, 0, 0, NOTHING, "address comparators that stop") \
  X(ETMTECR1, RANGES,           7,  0, 0, 0, NOTHING, "address ranges") \
  X(ETMTECR1, MEMORY_MAPS,     23,  8, 16, 0, NOTHING, "memory map decoders") \
  X(ETMTECR1, EXCLUDE,         24, 24, 0, 0, NOTHING, "what is selected is excluded, else included") \
  X(ETMTECR1, START_STOP,      25, 25, 0, 0, NOTHING, "the trace start/stop block must be on") \
  X(ETMACTR, TYPE,              2,  0, 0, 0, NOTHING, "access type; of a PTM always 1, execution") \
  X(ETMACTR, SIZE,              4,  3, 16, 0, NOTHING, "size") \
  X(ETMACTR, DATA,              6,  5, 16, 0, NOTHING, "comparison of the data value") \
  X(ETMACTR, EXACT,             7,  7, 16, 0, NOTHING, "exact match") \
  X(ETMACTR, CONTEXT_ID,        9,  8, 0, 0, NOTHING, "Context ID comparator that must match, 0: none") \
  X(ETMACTR, STATE,            13, 10, 0, 2, NOTHING, "security state and mode; before PFTv1.1 and ETMv3.5 [11:10]") \
  X(ETMACTR, HYP,              14, 14, 1, 5, VIRTUAL, "Hyp mode, too") \
  X(ETMACTR, VMID,             15, 15, 1, 5, VIRTUAL, "the VMID comparator must match") \
  X(ETMCNTENR, EVENT,          16,  0, 0, 0, NOTHING, "the event that counts") \
  X(ETMCNTENR, ALWAYS_1,       17, 17, 0, 0, NOTHING, "reads 1") \
  X(ETMIDR, REVISION,           3,  0, 0, 0, NOTHING, "revision of the implementation") \
  X(ETMIDR, MINOR,              7,  4, 0, 0, NOTHING, "minor version of the architecture") \
  X(ETMIDR, MAJOR,             11,  8, 0, 0, NOTHING, "major version: 3 of PFTv1, 2 of ETMv3") \
  X(ETMIDR, FAMILY,            15, 12, 0, 0, NOTHING, "family of the processor, 15: by the peripheral ID") \
  X(ETMIDR, PC_FIRST,          16, 16, 16, 0, NOTHING, "data trace: the pc is loaded first") \
  X(ETMIDR, DATA_CPRT,         17, 17, 16, 0, NOTHING, "data trace: coprocessor transfers count as data") \
  X(ETMIDR, WIDE_THUMB,        18, 18, 0, 3, NOTHING, "a 32-bit Thumb instruction is traced as one") \
  X(ETMIDR, SECURITY,          19, 19, 0, 2, NOTHING, "the Security Extensions are there") \
  X(ETMIDR, ALTERNATIVE,       20, 20, 0, 4, NOTHING, "branch packets have the alternative encoding; a PTM reads 1") \
  X(ETMIDR, IMPLEMENTER,       31, 24, 0, 0, NOTHING, "implementer") \
  X(ETMCCER, SELECTORS,         2,  0, 0, 1, NOTHING, "selectors of the extended external inputs") \
  X(ETMCCER, EXTENDED,         10,  3, 0, 1, NOTHING, "extended external inputs") \
  X(ETMCCER, READABLE,         11, 11, 0, 1, NOTHING, "all registers can be read") \
  X(ETMCCER, NO_DATA_ADDRESS,  12, 12, 0, 3, NOTHING, "no comparison of data addresses; a PTM reads 1") \
  X(ETMCCER, INSTRUMENTATION,  15, 13, 0, 3, NOTHING, "instrumentation resources") \
  X(ETMCCER, EMBEDDEDICE,      19, 16, 0, 4, NOTHING, "EmbeddedICE inputs") \
  X(ETMCCER, ICE_START_STOP,   20, 20, 0, 4, NOTHING, "EmbeddedICE inputs reach the trace start/stop block") \
  X(ETMCCER, WATCHPOINTS,      21, 21, 0, 4, NOTHING, "there is ETMEIBCR") \
  X(ETMCCER, TIMESTAMP,        22, 22, 0, 5, NOTHING, "there are timestamps") \
  X(ETMCCER, RETURN_STACK,     23, 23, 0, 16, NOTHING, "there is a return stack") \
  X(ETMCCER, BARRIER_WAYPOINTS, 24, 24, 0, 16, NOTHING, "DMB and DSB are waypoints") \
  X(ETMCCER, BARRIER_STAMPS,   25, 25, 0, 16, NOTHING, "a timestamp follows DMB and DSB") \
  X(ETMCCER, VIRTUALIZATION,   26, 26, 1, 5, NOTHING, "the Virtualization Extensions are there") \
  X(ETMCCER, REDUCED_COUNTER,  27, 27, 1, 5, NOTHING, "counter 1 is a reduced one") \
  X(ETMCCER, BINARY_STAMPS,    28, 28, 1, 5, NOTHING, "timestamps are natural binary, else Gray") \
  X(ETMCCER, STAMP64,          29, 29, 1, 5, NOTHING, "timestamps have 64 bits, else 48") \
  X(ETMAUXCR, NO_FORCED_OVERFLOW,  0, 0, 0, 5, NOTHING, "reference RTL: no forced overflow") \
  X(ETMAUXCR, NO_BARRIER_STAMPS,   1, 1, 0, 16, NOTHING, "reference RTL: no timestamp after a barrier") \
  X(ETMAUXCR, NO_UPDATES,          2, 2, 0, 16, NOTHING, "reference RTL, PFTv1.0: no waypoint updates") \
  X(ETMAUXCR, NO_EXCEPTION_STAMPS, 2, 2, 1, 16, NOTHING, "reference RTL, from PFTv1.1: no timestamp after an exception") \
  X(ETMAUXCR, NO_EXIT_STAMPS,      1, 1, 16, 5, NOTHING, "reference RTL: no timestamp after Debug state") \
  X(ETMAUXCR, GREEDY,              3, 3, 16, 5, NOTHING, "reference RTL: P-headers are packed as tightly as they can be") \
  X(ETMAUXCR, COUNT_PACKETS,       4, 4, 16, 5, NOTHING, "reference RTL: the count of an I-sync is a packet of its own") \
  X(ETMAUXCR, OLD_EXCEPTIONS,      5, 5, 16, 5, NOTHING, "reference RTL: exceptions are in address byte 5 where they can be") \
  X(ETMTRACEIDR, ID,            6,  0, 0, 0, NOTHING, "ATID") \
  X(ETMOSLSR, MODEL_0,          0,  0, 0, 3, NOTHING, "with [3] which OS lock there is, 0: none") \
  X(ETMOSLSR, LOCKED,           1,  1, 0, 3, NOTHING, "it is set") \
  X(ETMOSLSR, WORDS,            2,  2, 0, 3, NOTHING, "reads 0: ETMOSLAR takes 32 bits") \
  X(ETMOSLSR, MODEL_1,          3,  3, 0, 3, NOTHING, "see [0]") \
  X(ETMPDCR, KEEP,              3,  3, 1, 5, NOTHING, "power is to be kept") \
  X(ETMPDSR, POWERED,           0,  0, 0, 3, NOTHING, "the unit has power") \
  X(ETMPDSR, LOST,              1,  1, 0, 3, NOTHING, "power was lost since the last read") \
  X(ETMPDSR, LOCKED,            5,  5, 1, 5, NOTHING, "the OS lock is set") \
  X(ETMLSR, EXISTS,             0,  0, 0, 2, NOTHING, "there is a software lock, 0 for a debugger") \
  X(ETMLSR, LOCKED,             1,  1, 0, 2, NOTHING, "it is set") \
  X(ETMLSR, BYTES,              2,  2, 0, 2, NOTHING, "reads 0: ETMLAR takes 32 bits") \
  X(ETMAUTHSTATUS, NON_SECURE,  3,  2, 0, 2, NOTHING, "non-invasive debug in Non-secure state: 2 disabled, 3 enabled, 0 not specified") \
  X(ETMAUTHSTATUS, SECURE,      7,  6, 0, 2, NOTHING, "non-invasive debug in Secure state: 2 disabled, 3 enabled, 0 not specified")
// clang-format on

#endif
