// SPDX-License-Identifier: Apache-2.0
// The table of pins, and where each lies in struct pins.
#include "pin.h"

#include <stddef.h>
#include <string.h>

// A pin, and where it is in struct pins: the bits from `low` on of a member.
struct pin_place {
  struct pin_row row;
  uint8_t low;
  uint8_t size;  // of the member, bytes
  uint16_t at;
};

// A member of struct pins, and the lowest bit of it.
#define AT(member, bit) bit, sizeof((struct pins *)0)->member, offsetof(struct pins, member)
#define IN(ptm, etm, bits, member, bit) \
  { {{ptm, etm}, bits, false}, AT(in.member, bit) }
#define OUT(ptm, etm, bits, member) \
  { {{ptm, etm}, bits, true}, AT(out.member, 0) }
// With the same name on both units.
#define IN_BOTH(name, bits, member, bit) IN(#name, #name, bits, member, bit)
#define OUT_BOTH(name, bits, member) OUT(#name, #name, bits, member)
#define SLOT(i, name, bits, member) IN(NULL, "ETMI" #i name, bits, slots.at[i].member, 0)

static const struct pin_place places[PINS] = {
    [PIN_RESETN] = IN_BOTH(RESETn, 1, resetn, 0),
    [PIN_CFGIDR] = IN_BOTH(CFGIDR, 32, cfgidr, 0),
    [PIN_CFGCCER] = IN_BOTH(CFGCCER, 32, cfgccer, 0),
    [PIN_TSVALUEB] = IN_BOTH(TSVALUEB, 64, timestamp, 0),
    [PIN_TSCLKCHANGE] = IN_BOTH(TSCLKCHANGE, 1, clock_change, 0),
    [PIN_NIDEN] = IN_BOTH(NIDEN, 1, niden, 0),
    [PIN_DBGEN] = IN_BOTH(DBGEN, 1, dbgen, 0),
    [PIN_IDLE_REQUEST] = IN("PTMIDLEREQ", "ETMWFIPENDING", 1, idle_request, 0),
    [PIN_EXTIN] = IN_BOTH(EXTIN, 4, extin, 0),
    [PIN_PCLKEN] = IN_BOTH(PCLKEN, 1, pclken, 0),
    [PIN_PSEL] = IN_BOTH(PSEL, 1, psel, 0),
    [PIN_PENABLE] = IN_BOTH(PENABLE, 1, penable, 0),
    [PIN_PWRITE] = IN_BOTH(PWRITE, 1, pwrite, 0),
    [PIN_PADDR] = IN_BOTH(PADDR, 10, paddr, 2),
    [PIN_PWDATA] = IN_BOTH(PWDATA, 32, pwdata, 0),
    [PIN_ATCLKEN] = IN_BOTH(ATCLKEN, 1, atclken, 0),
    [PIN_SYNCREQ] = IN_BOTH(SYNCREQ, 1, syncreq, 0),
    [PIN_ATREADY] = IN_BOTH(ATREADY, 1, atready, 0),
    [PIN_AFVALID] = IN_BOTH(AFVALID, 1, afvalid, 0),
    [PIN_ENABLE] = OUT("WPTENABLE", "ETMEN", 1, wpt_enable),
    [PIN_IDLE_ACK] = OUT("PTMIDLEACK", "ETMWFIREADY", 1, idle),
    [PIN_TRIGGER] = OUT("PTMTRIGGER", "ETMTRIGOUT", 1, trigger),
    [PIN_PRDATA] = OUT_BOTH(PRDATA, 32, prdata),
    [PIN_PREADY] = OUT_BOTH(PREADY, 1, pready),
    [PIN_PSLVERR] = OUT_BOTH(PSLVERR, 1, pslverr),
    [PIN_ATVALID] = OUT_BOTH(ATVALID, 1, atvalid),
    [PIN_ATBYTES] = OUT_BOTH(ATBYTES, 3, atbytes),
    [PIN_ATDATA] = OUT_BOTH(ATDATA, 64, atdata),
    [PIN_ATID] = OUT_BOTH(ATID, 7, atid),
    [PIN_AFREADY] = OUT_BOTH(AFREADY, 1, afready),
    [PIN_WPTVALID] = IN("WPTVALID", NULL, 1, wpt_valid, 0),
    [PIN_WPTPC] = IN("WPTPC", NULL, 32, wpt.pc, 0),
    [PIN_WPTTARGETPC] = IN("WPTTARGETPC", NULL, 32, wpt.target, 0),
    [PIN_WPTTYPE] = IN("WPTTYPE", NULL, 3, wpt.type, 0),
    [PIN_WPTTAKEN] = IN("WPTTAKEN", NULL, 1, wpt.taken, 0),
    [PIN_WPTLINK] = IN("WPTLINK", NULL, 1, wpt.link, 0),
    [PIN_WPTT32LINK] = IN("WPTT32LINK", NULL, 1, wpt.t32, 0),
    [PIN_WPTTARGETTBIT] = IN("WPTTARGETTBIT", NULL, 1, wpt.target_t, 0),
    [PIN_WPTTARGETJBIT] = IN("WPTTARGETJBIT", NULL, 1, wpt.target_j, 0),
    [PIN_WPTNSECURE] = IN("WPTnSECURE", NULL, 1, wpt.ns, 0),
    [PIN_WPTEXCEPTIONTYPE] = IN("WPTEXCEPTIONTYPE", NULL, 4, wpt.exception, 0),
    [PIN_WPTTRACEPROHIBITED] = IN("WPTTRACEPROHIBITED", NULL, 1, wpt.prohibited, 0),
    [PIN_WPTCONTEXTID] = IN("WPTCONTEXTID", NULL, 32, wpt.context_id, 0),
    [PIN_WPTEXTERET] = IN("WPTEXTERET", NULL, 1, wpt.eret, 0),
    [PIN_WPTEXTBARRIER] = IN("WPTEXTBARRIER", NULL, 2, wpt.barrier, 0),
    [PIN_WPTEXTHYP] = IN("WPTEXTHYP", NULL, 1, wpt.hyp, 0),
    [PIN_WPTEXTVMID] = IN("WPTEXTVMID", NULL, 8, wpt.vmid, 0),
    [PIN_WPTEXTEXCEPTION] = IN("WPTEXTEXCEPTION", NULL, 5, wpt.exception, 4),
    [PIN_RETSTACKDEPTH] = IN("RETSTACKDEPTH", NULL, 4, retstack_depth, 0),
    [PIN_ETMI0VALID] = SLOT(0, "VALID", 1, executed),
    [PIN_ETMI0A] = SLOT(0, "A", 32, at.address),
    [PIN_ETMI0T] = SLOT(0, "T", 1, at.t),
    [PIN_ETMI0J] = SLOT(0, "J", 1, at.j),
    [PIN_ETMI0PASS] = SLOT(0, "PASS", 1, passed),
    [PIN_ETMI0ERET] = SLOT(0, "ERET", 1, eret),
    [PIN_ETMI0BR] = SLOT(0, "BR", 1, branched),
    [PIN_ETMI0BRA] = SLOT(0, "BRA", 32, to.address),
    [PIN_ETMI0BRT] = SLOT(0, "BRT", 1, to.t),
    [PIN_ETMI0BRJ] = SLOT(0, "BRJ", 1, to.j),
    [PIN_ETMI0BRNS] = SLOT(0, "BRNS", 1, to.ns),
    [PIN_ETMI0BRHYP] = SLOT(0, "BRHYP", 1, to.hyp),
    [PIN_ETMI0BRDIRECT] = SLOT(0, "BRDIRECT", 1, direct),
    [PIN_ETMI0BREXC] = SLOT(0, "BREXC", 9, exception),
    [PIN_ETMI0BRCANCEL] = SLOT(0, "BRCANCEL", 1, cancel),
    [PIN_ETMI0BRSECRET] = SLOT(0, "BRSECRET", 1, secret),
    [PIN_ETMI1VALID] = SLOT(1, "VALID", 1, executed),
    [PIN_ETMI1A] = SLOT(1, "A", 32, at.address),
    [PIN_ETMI1T] = SLOT(1, "T", 1, at.t),
    [PIN_ETMI1J] = SLOT(1, "J", 1, at.j),
    [PIN_ETMI1PASS] = SLOT(1, "PASS", 1, passed),
    [PIN_ETMI1ERET] = SLOT(1, "ERET", 1, eret),
    [PIN_ETMI1BR] = SLOT(1, "BR", 1, branched),
    [PIN_ETMI1BRA] = SLOT(1, "BRA", 32, to.address),
    [PIN_ETMI1BRT] = SLOT(1, "BRT", 1, to.t),
    [PIN_ETMI1BRJ] = SLOT(1, "BRJ", 1, to.j),
    [PIN_ETMI1BRNS] = SLOT(1, "BRNS", 1, to.ns),
    [PIN_ETMI1BRHYP] = SLOT(1, "BRHYP", 1, to.hyp),
    [PIN_ETMI1BRDIRECT] = SLOT(1, "BRDIRECT", 1, direct),
    [PIN_ETMI1BREXC] = SLOT(1, "BREXC", 9, exception),
    [PIN_ETMI1BRCANCEL] = SLOT(1, "BRCANCEL", 1, cancel),
    [PIN_ETMI1BRSECRET] = SLOT(1, "BRSECRET", 1, secret),
    [PIN_ETMNS] = IN(NULL, "ETMNS", 1, slots.ns, 0),
    [PIN_ETMHYP] = IN(NULL, "ETMHYP", 1, slots.hyp, 0),
    [PIN_ETMPROHIBITED] = IN(NULL, "ETMPROHIBITED", 1, slots.prohibited, 0),
    [PIN_ETMDBGACK] = IN(NULL, "ETMDBGACK", 1, slots.debug, 0),
    [PIN_ETMCID] = IN(NULL, "ETMCID", 32, slots.context_id, 0),
    [PIN_ETMVMID] = IN(NULL, "ETMVMID", 8, slots.vmid, 0),
};

const struct pin_row *pin_row(enum pin pin) { return &places[pin].row; }

enum pin pin_find(const char *name, enum protocol protocol) {
  unsigned pin = 0;
  while (pin < PINS && !(places[pin].row.name[protocol] && strcmp(places[pin].row.name[protocol], name) == 0)) pin++;
  return pin;
}

// The member that the pin is in, or is.
static uint64_t member_of(const struct pins *pins, const struct pin_place *p) {
  const void *from = (const char *)pins + p->at;
  switch (p->size) {
    case 1:
      return *(const uint8_t *)from;
    case 2:
      return *(const uint16_t *)from;
    case 4:
      return *(const uint32_t *)from;
    default:
      return *(const uint64_t *)from;
  }
}

static void set_member(struct pins *pins, const struct pin_place *p, uint64_t value) {
  void *to = (char *)pins + p->at;
  switch (p->size) {
    case 1:
      *(uint8_t *)to = (uint8_t)value;
      break;
    case 2:
      *(uint16_t *)to = (uint16_t)value;
      break;
    case 4:
      *(uint32_t *)to = (uint32_t)value;
      break;
    default:
      *(uint64_t *)to = value;
  }
}

static uint64_t mask_of(const struct pin_place *p) { return UINT64_MAX >> (64 - p->row.bits); }

static void set_unknown(struct pins *pins, enum pin pin, uint64_t unknown) {
  const uint64_t bit = (uint64_t)1 << pin % 64;
  uint64_t *word = &pins->unknown[pin / 64];
  *word = unknown ? *word | bit : *word & ~bit;
  if (pin != PIN_ATDATA) return;
  pins->unknown_lanes = 0;
  for (unsigned lane = 0; lane < 8; lane++) {
    if (unknown >> 8 * lane & 0xFF) pins->unknown_lanes |= (uint8_t)(1 << lane);
  }
}

void pin_set(struct pins *pins, enum pin pin, uint64_t value, uint64_t unknown) {
  const struct pin_place *p = &places[pin];
  const uint64_t mask = mask_of(p), others = member_of(pins, p) & ~(mask << p->low);
  set_member(pins, p, others | (value & ~unknown & mask) << p->low);
  set_unknown(pins, pin, unknown & mask);
}

uint64_t pin_value(const struct pins *pins, enum pin pin) {
  const struct pin_place *p = &places[pin];
  return member_of(pins, p) >> p->low & mask_of(p);
}

bool pin_is_needed(enum pin pin) {
  // Built in, enables, requests, and what not every processor has.
  static const bool may_be_absent[PINS] = {
      [PIN_CFGIDR] = true,        [PIN_CFGCCER] = true,   [PIN_RETSTACKDEPTH] = true, [PIN_ATCLKEN] = true,
      [PIN_PCLKEN] = true,        [PIN_PREADY] = true,    [PIN_PSLVERR] = true,       [PIN_TSVALUEB] = true,
      [PIN_TSCLKCHANGE] = true,   [PIN_EXTIN] = true,     [PIN_SYNCREQ] = true,       [PIN_WPTEXTERET] = true,
      [PIN_WPTEXTBARRIER] = true, [PIN_WPTEXTHYP] = true, [PIN_WPTEXTVMID] = true,    [PIN_WPTEXTEXCEPTION] = true,
      [PIN_ETMI0BRHYP] = true,    [PIN_ETMHYP] = true,    [PIN_ETMVMID] = true,
  };
  const bool younger = pin >= PIN_ETMI1VALID && pin <= PIN_ETMI1BRSECRET;
  return !may_be_absent[pin] && !younger;
}

void pins_absent(struct pins *pins, const struct config *built) {
  *pins = (struct pins){0};
  pins->in.cfgidr = built->etmidr;
  pins->in.cfgccer = built->etmccer;
  pins->in.retstack_depth = (uint8_t)built->return_stack_depth;
  pins->in.atclken = pins->in.pclken = pins->out.pready = true;
}
