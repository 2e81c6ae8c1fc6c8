// SPDX-License-Identifier: Apache-2.0
// The options of the trace unit and of its programming.
#include <string.h>

#include "options.h"
#include "protocol.h"
#include "register.h"

#define AT(field) .at = offsetof(struct options, field)
#define NUMBER(field, most) .kind = OPTION_NUMBER, AT(field), .max = (most)
#define BITS(field, bits) .kind = OPTION_BITS, AT(field), .max = (bits)
#define FIELD(member, mask) .kind = OPTION_FIELD, AT(member), .field = (mask)

enum {
  FOR_ALL = OPTIONS_CODE | OPTIONS_DECODER | OPTIONS_PINS,  // the code depends on these too
  DESCRIBES = FOR_ALL | OPTIONS_UNIT,
  FOR_UNIT = OPTIONS_ENCODER | OPTIONS_PINS,
  FOR_TRACE = OPTIONS_DECODER | FOR_UNIT,
  BUILT = OPTIONS_CLOCKED | OPTIONS_PINS | OPTIONS_UNIT,  // what the configuration pins of the unit say
  SHAPES_BYTES = FOR_UNIT | OPTIONS_CHECK,
  SHAPES_CLOCKS = OPTIONS_CLOCKED | OPTIONS_PINS
};

static bool take_protocol(const char *text, void *to) {
  struct options *o = to;
  for (unsigned p = 0; p < PROTOCOLS; p++) {
    if (strcmp(text, protocols[p].option) != 0) continue;
    if (p == o->protocol) return true;
    o->protocol = p;
    o->config = *protocols[p].config;
    return true;
  }
  return false;
}

static bool take_unit(const char *text, void *to) {
  struct options *o = to;
  o->unit.from = text;
  o->unit.option = "unit";
  return *text != '\0';
}

static bool take_set(const char *text, void *to) {
  struct options *o = to;
  unsigned part;
  o->unit.from = text;
  o->unit.option = "set";
  return option_name(text, description_parts, &part);
}

static bool take_power(const char *text, uint64_t min, uint64_t max, uint32_t *to) {
  uint64_t n;
  if (!option_number(text, min, max, &n) || (n & (n - 1))) return false;
  *to = (uint32_t)n;
  return true;
}

static bool take_width(const char *text, void *to) { return take_power(text, 8, 64, to); }
bool options_take_queue(const char *text, void *to) { return take_power(text, 4, 64, to); }
static bool take_fifo(const char *text, void *to) { return take_power(text, 16, 4096, to); }

static bool take_os_lock(const char *text, void *to) {
  static const uint32_t bits[] = {CFGREGS_NO_OS_LOCK, CFGREGS_OS_LOCK, CFGREGS_OS_LOCK | CFGREGS_OS_LOCK_SET};
  uint32_t *cfgregs = to;
  unsigned lock;
  if (!option_name(text, description_os_locks, &lock)) return false;
  *cfgregs = (*cfgregs & ~(uint32_t)(CFGREGS_OS_LOCK | CFGREGS_OS_LOCK_SET | CFGREGS_NO_OS_LOCK)) | bits[lock];
  return true;
}

static bool take_claim_tags(const char *text, void *to) {
  uint32_t *cfgregs = to;
  uint64_t n;
  if (!option_number(text, 0, 8, &n)) return false;
  *cfgregs = field_set(*cfgregs, CFGREGS_CLAIM_TAGS, (uint32_t)n) | CFGREGS_CLAIM_NAMED;
  return true;
}

const char *const waypoint_ports[] = {"committed", "cortex-a9", NULL};

static bool take_port(const char *text, void *to) {
  unsigned port;
  if (!option_name(text, waypoint_ports, &port)) return false;
  *(uint32_t *)to = PORT_COMMITTED + port;
  return true;
}

static const char *const no_or_yes[] = {"no", "yes", NULL};
static const char *const context_bytes[] = {"0", "1", "2", "4", NULL};

static const struct option_row unit_rows[] = {
    {"unit", "FILE|NAME",
     "the trace unit: a description file (docs/unit.md), or a known part: a9, a15 or full (PTM), a7 or m3 (ETM)",
     FOR_ALL | OPTIONS_EVENTS, .kind = OPTION_OTHER, .take = take_unit, .turn = OPTION_FIRST,
     .expected = "a file, or the name of a known part"},
    {"set", "NAME", "the trace unit, as a known part: a9, a15 or full (PTM), a7 or m3 (ETM)", FOR_ALL,
     .kind = OPTION_OTHER, .take = take_set, .turn = OPTION_FIRST, .expected = "a9, a15 or full (PTM), a7 or m3 (ETM)"},
    {"protocol", "pft|etm3", "pft for a PTM (default), etm3 for an ETM; a simulator contains only one protocol",
     DESCRIBES, .kind = OPTION_OTHER, .take = take_protocol, .expected = "pft or etm3"},
    {"idr", "N", "value of ETMIDR, from pin CFGIDR (default 0x571CF310 for a PTM, 0x570CF250 for an ETM)", DESCRIBES,
     NUMBER(config.etmidr, UINT32_MAX), .turn = 1},
    {"ccr", "N", "value of ETMCCR, from pin CFGCCR (default 0x88080000 for the reference RTL, otherwise unknown)",
     BUILT, NUMBER(config.etmccr, UINT32_MAX), .min = 1, .turn = 1},
    {"ccer", "N", "value of ETMCCER, from pin CFGCCER (default 0x00801800 for a PTM, 0x34400800 for an ETM)", DESCRIBES,
     NUMBER(config.etmccer, UINT32_MAX), .turn = 1},
    {"minor", "0..5", "ETM: minor version, ETMv3.0 to ETMv3.5, ETMIDR[7:4] (default 5)", DESCRIBES,
     FIELD(config.etmidr, ETMIDR_MINOR), .max = 5, .turn = 2},
    {"alternative", NULL, "ETM: alternative branch encoding, ETMIDR[20] (default: standard encoding)",
     FOR_TRACE | OPTIONS_UNIT, BITS(config.etmidr, ETMIDR_ALTERNATIVE), .turn = 2},
    {"depth", "N", "PTM: entries of the return stack, pin RETSTACKDEPTH, 0 to 15 (default 4)",
     FOR_UNIT | OPTIONS_EVENTS | OPTIONS_UNIT, NUMBER(config.return_stack_depth, 15), .turn = 2},
    {"split-at-trigger", NULL,
     "ETM: the P-header of the instruction that comes with a trigger contains no later instruction (default: it may)",
     OPTIONS_UNIT, BITS(config.split_at_trigger, 1), .turn = 2},
    {"oslock", "none|open|set",
     "OS lock: not implemented, or its state after a reset (default open; a reset always sets it in PFTv1.1 and "
     "ETMv3.5)",
     BUILT, .kind = OPTION_OTHER, AT(config.cfgregs), .take = take_os_lock, .turn = 1, .expected = "none, open or set"},
    {"swlock", "yes|no", "whether the software lock, ETMLAR, is implemented (default yes)", BUILT,
     FIELD(config.cfgregs, CFGREGS_SOFTWARE_LOCK), .names = no_or_yes, .turn = 1, .expected = "yes or no"},
    {"power", "1|2", "number of power domains of the trace unit (default 1)", BUILT,
     FIELD(config.cfgregs, CFGREGS_TWO_DOMAINS), .min = 1, .max = 2, .turn = 1, .expected = "1 or 2"},
    {"claim", "0..8", "number of claim tags, ETMCLAIMSET (default 8)", BUILT, .kind = OPTION_OTHER, AT(config.cfgregs),
     .take = take_claim_tags, .turn = 1, .expected = "a number from 0 to 8"},
    {"width", "8|16|32|64", "width of ATDATA in bits", OPTIONS_UNIT, .kind = OPTION_OTHER, AT(unit.width),
     .take = take_width, .expected = "8, 16, 32 or 64"},
    {"queue", "N", "entries of the input queue, a power of two, 4 to 64", OPTIONS_UNIT, .kind = OPTION_OTHER,
     AT(unit.queue), .take = options_take_queue, .expected = "a power of two, 4 to 64"},
    {"fifo", "N", "bytes of the trace FIFO, a power of two, 16 to 4096", OPTIONS_UNIT, .kind = OPTION_OTHER,
     AT(unit.fifo), .take = take_fifo, .expected = "a power of two, 16 to 4096"},
    {"without", "NAME,...", "features that are not implemented although no register says so; names: docs/unit.md",
     OPTIONS_UNIT, .kind = OPTION_OTHER, AT(unit.without), .take = description_take_without,
     .expected = "feature names, separated by commas (docs/unit.md)", .kind_of_name = "feature",
     .known = description_ability, .page = "docs/unit.md"},
    {"fixed", "NAME:N,...", "registers that have a fixed value, each with that value: ETMSYNCFR:0x400", OPTIONS_UNIT,
     .kind = OPTION_OTHER, .take = description_take_fixed, .turn = 2,
     .expected = "registers that the host writes, each with a value, separated by commas: ETMSYNCFR:0x400"},
    {"reset", "NAME:N,...",
     "trace registers whose value after a reset is fixed, each with that value: ETMTECR1:0x01000000; ETMACTR:0 is for "
     "each of them, all:0 for all trace registers",
     BUILT, .kind = OPTION_OTHER, AT(checks.resets), .take = description_take_resets, .turn = 1,
     .expected = "trace registers, each with a value, separated by commas: ETMTECR1:0x01000000"},
    {"unreadable", "NAME,...", "registers that return no defined value when read, separated by commas", OPTIONS_UNIT,
     .kind = OPTION_OTHER, AT(config.unreadable), .take = description_take_unreadable, .turn = 2,
     .expected = "registers that the host writes, separated by commas"},
};

// The rows of the registers whose option is a number (register_rows.h).
#define ROW_OWN(field, most, words)
#define ROW_VALUE(field, most, words) {WORDS words, NUMBER(config.field, most), .turn = 1},
#define WORDS(word, shapes, text) word, "N", text, SHAPES_##shapes
#define REGISTER_OPTION(name, offset, bits, reset, pft, pft_minor, etm, etm_minor, units, field, need, option, words) \
  ROW_##option(field, bits, words)

static const struct option_row programmed_rows[] = {
    {"cycle-accurate", NULL, "cycle-accurate tracing, ETMCR[12] (default off)", FOR_TRACE | OPTIONS_STIMULUS,
     BITS(config.etmcr, ETMCR_CYCLE_ACCURATE), .turn = 1},
    {"broadcast", NULL, "branch broadcast, ETMCR[8] (default off)", FOR_TRACE,
     BITS(config.etmcr, ETMCR_BRANCH_BROADCAST), .turn = 1},
    {"timestamps", NULL, "timestamp packets, ETMCR[28] (default off)", FOR_TRACE, BITS(config.etmcr, ETMCR_TIMESTAMP),
     .turn = 1},
    {"vmid", NULL, "VMID packets, ETMCR[30] (default off)", FOR_TRACE, BITS(config.etmcr, ETMCR_VMID), .turn = 1},
    {"return-stack", NULL, "PTM: return stack, ETMCR[29] (default off)", FOR_TRACE,
     BITS(config.etmcr, ETMCR_RETURN_STACK), .turn = 1},
    {"debug-request", NULL, "the trigger requests Debug state, ETMCR[9] (default off)", SHAPES_CLOCKS,
     BITS(config.etmcr, ETMCR_DEBUG_REQUEST), .turn = 1},
    {"context-id", "0|1|2|4", "bytes of the Context ID in the trace, ETMCR[15:14] (default 0)", FOR_TRACE,
     FIELD(config.etmcr, ETMCR_CONTEXT_ID), .names = context_bytes, .turn = 1},
    {"etmcr", "N", "value of ETMCR (default 0 for a PTM, 0x800 for an ETM)", FOR_TRACE | OPTIONS_STIMULUS,
     NUMBER(config.etmcr, UINT32_MAX), .turn = 1},
    {"greedy", NULL,
     "ETM: greedy packing of atoms into P-headers, ETMAUXCR[3] of the reference RTL (default: run-length packing)",
     FOR_UNIT, BITS(config.etmauxcr, ETMAUXCR_GREEDY), .turn = 1},
    {"count-packets", NULL,
     "ETM: send the cycle count of an I-sync in a separate packet, ETMAUXCR[4] of the reference RTL (default off)",
     FOR_UNIT, BITS(config.etmauxcr, ETMAUXCR_COUNT_PACKETS), .turn = 1},
    {"old-exceptions", NULL,
     "ETM: report exceptions in address byte 5, the deprecated form, ETMAUXCR[5] of the reference RTL (default off)",
     FOR_UNIT, BITS(config.etmauxcr, ETMAUXCR_OLD_EXCEPTIONS), .turn = 1},
    {"etmauxcr", "N",
     "value of ETMAUXCR; 1 disables forced overflow, the other bits are in docs/pipeline-pft.md and "
     "docs/pipeline-etm3.md (default 0)",
     FOR_UNIT | OPTIONS_CHECK, .kind = OPTION_MORE_BITS, AT(config.etmauxcr), .max = 0x3F, .turn = 1},
    {"etmtraceidr", "N", "value of ETMTRACEIDR, the ATID, 1 to 0x6F (default 0x10)", OPTIONS_CLOCKED | OPTIONS_PINS,
     NUMBER(config.etmtraceidr, 0x6F), .min = 1, .turn = 1},
    REGISTERS_OF_CONFIG(REGISTER_OPTION)};

// A simulator has the port of the unit that it contains.
static const struct option_row port_rows[] = {
    {"port", "committed|cortex-a9",
     "PTM: each waypoint is committed when it is presented, or the port is that of the Cortex-A9, with WPTCOMMIT and "
     "WPTFLUSH (default: cortex-a9 if --wpt-depth is not 0)",
     OPTIONS_PINS | OPTIONS_UNIT, .kind = OPTION_OTHER, AT(checks.port), .take = take_port,
     .expected = "committed or cortex-a9"},
    {"wpt-depth", "N", "PTM: waypoints that may be uncommitted, 0 to 64; mode strict checks it (default 0: unknown)",
     OPTIONS_PINS | OPTIONS_UNIT, NUMBER(config.wpt_depth, 64), .turn = 2},
};

const struct option_group options_port = {"processor's port:", port_rows, OPTION_COUNT(port_rows)};
const struct option_group options_unit = {"trace unit:", unit_rows, OPTION_COUNT(unit_rows)};
const struct option_group options_registers = {"register values:", programmed_rows, OPTION_COUNT(programmed_rows)};
