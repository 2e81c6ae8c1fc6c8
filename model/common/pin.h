// SPDX-License-Identifier: Apache-2.0
// Every pin of a trace unit: its name, width and direction, and its value in struct pins. What reads or writes pins by
// name has them from here. (docs/pipeline-pft.md#pins, docs/pipeline-etm3.md#pins)
#ifndef PIN_H
#define PIN_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

enum pin {
  // Of both units.
  PIN_RESETN,
  PIN_CFGIDR,
  PIN_CFGCCER,
  PIN_TSVALUEB,
  PIN_TSCLKCHANGE,
  PIN_NIDEN,
  PIN_DBGEN,
  PIN_IDLE_REQUEST,
  PIN_EXTIN,
  PIN_PCLKEN,
  PIN_PSEL,
  PIN_PENABLE,
  PIN_PWRITE,
  PIN_PADDR,
  PIN_PWDATA,
  PIN_ATCLKEN,
  PIN_SYNCREQ,
  PIN_ATREADY,
  PIN_AFVALID,
  // Of both: outputs.
  PIN_ENABLE,
  PIN_IDLE_ACK,
  PIN_TRIGGER,
  PIN_PRDATA,
  PIN_PREADY,
  PIN_PSLVERR,
  PIN_ATVALID,
  PIN_ATBYTES,
  PIN_ATDATA,
  PIN_ATID,
  PIN_AFREADY,
  // A PTM's.
  PIN_WPTVALID,
  PIN_WPTPC,
  PIN_WPTTARGETPC,
  PIN_WPTTYPE,
  PIN_WPTTAKEN,
  PIN_WPTLINK,
  PIN_WPTT32LINK,
  PIN_WPTTARGETTBIT,
  PIN_WPTTARGETJBIT,
  PIN_WPTNSECURE,
  PIN_WPTEXCEPTIONTYPE,
  PIN_WPTTRACEPROHIBITED,
  PIN_WPTCONTEXTID,
  PIN_WPTEXTERET,
  PIN_WPTEXTBARRIER,
  PIN_WPTEXTHYP,
  PIN_WPTEXTVMID,
  PIN_WPTEXTEXCEPTION,
  PIN_RETSTACKDEPTH,
  // An ETM's: the older slot, the younger slot, and what both share.
  PIN_ETMI0VALID,
  PIN_ETMI0A,
  PIN_ETMI0T,
  PIN_ETMI0J,
  PIN_ETMI0PASS,
  PIN_ETMI0ERET,
  PIN_ETMI0BR,
  PIN_ETMI0BRA,
  PIN_ETMI0BRT,
  PIN_ETMI0BRJ,
  PIN_ETMI0BRNS,
  PIN_ETMI0BRHYP,
  PIN_ETMI0BRDIRECT,
  PIN_ETMI0BREXC,
  PIN_ETMI0BRCANCEL,
  PIN_ETMI0BRSECRET,
  PIN_ETMI1VALID,
  PIN_ETMI1A,
  PIN_ETMI1T,
  PIN_ETMI1J,
  PIN_ETMI1PASS,
  PIN_ETMI1ERET,
  PIN_ETMI1BR,
  PIN_ETMI1BRA,
  PIN_ETMI1BRT,
  PIN_ETMI1BRJ,
  PIN_ETMI1BRNS,
  PIN_ETMI1BRHYP,
  PIN_ETMI1BRDIRECT,
  PIN_ETMI1BREXC,
  PIN_ETMI1BRCANCEL,
  PIN_ETMI1BRSECRET,
  PIN_ETMNS,
  PIN_ETMHYP,
  PIN_ETMPROHIBITED,
  PIN_ETMDBGACK,
  PIN_ETMCID,
  PIN_ETMVMID,
  PINS
};

struct pin_row {
  const char *name[PROTOCOLS];  // on its unit; NULL: it has none
  uint8_t bits;                 // ATDATA and ATBYTES: on the widest ATB, 64 bits
  bool output;                  // of the unit
};

const struct pin_row *pin_row(enum pin pin);

// The pin of that name; PINS: the unit has none.
enum pin pin_find(const char *name, enum protocol protocol);

// Sets the pin to `value`, of which the bits in `unknown` are x or z. They are given as 0.
void pin_set(struct pins *pins, enum pin pin, uint64_t value, uint64_t unknown);

// A unit need not have every pin. Must something that writes pins down give this one?
bool pin_is_needed(enum pin pin);

// The pins of a unit that has none but those needed, which are 0 here: CFGIDR, CFGCCER and RETSTACKDEPTH as it is
// built, enables and PREADY 1, all others 0.
void pins_absent(struct pins *pins, const struct config *built);

uint64_t pin_value(const struct pins *pins, enum pin pin);

// Some bit of it is x or z.
static inline bool pin_unknown(const struct pins *pins, enum pin pin) {
  return pins->unknown[pin / 64] >> pin % 64 & 1;
}

#endif
