// SPDX-License-Identifier: Apache-2.0
// Which trace registers exist, and the bits of each.
#include "regs.h"

#include "register.h"

#define EVENT_BITS 0x1FFFFu
#define ETMSYNCFR_BITS 0xFFFu
#define ETMTRACEIDR_BITS 0x7Fu

// The most that is implemented. ETMCCR cannot indicate more Context ID comparators than there are.
enum { MOST_PAIRS = 8, MOST_COUNTERS = 4, MOST_OUTPUTS = 4 };

static uint32_t at_most(uint32_t ccr, uint32_t field, uint32_t most) {
  return field_get(ccr, field) > most ? field_set(ccr, field, most) : ccr;
}

uint32_t regs_etmccr(const struct ports_in *in) {
  const uint32_t ccr = at_most(in->cfgccr, ETMCCR_PAIRS, MOST_PAIRS);
  return at_most(at_most(ccr, ETMCCR_COUNTERS, MOST_COUNTERS), ETMCCR_OUTPUTS, MOST_OUTPUTS);
}

static bool is_reduced(const struct settings *s, unsigned offset) {
  return has_reduced_counter(s) && (offset == ETMCNTENR1 || offset == ETMCNTRLDEVR1 || offset == ETMCNTVR1);
}

bool regs_is_there(const struct settings *s, const struct ports_in *in, unsigned offset) {
  const struct register_row *row = register_at(offset);
  const uint32_t ccr = regs_etmccr(in);
  if (!register_is_there(row, settings_protocol(s), minor_version(s)) || is_reduced(s, offset)) return false;
  if (offset == ETMFFLR && !(ccr & ETMCCR_FIFOFULL)) return false;
  return register_is_built(row, ccr, s->ccer);
}

// Most registers of an ETM are write-only, unless ETMCCER[11] is set (IHI 0014Q 3.5.35). ETMTRACEIDR is readable in
// all.
bool regs_is_readable(const struct settings *s, const struct ports_in *in, unsigned offset) {
  if (settings_protocol(s) == PROTOCOL_PFT || offset == ETMTRACEIDR) return true;
  if (!(register_at(offset)->access[PROTOCOL_ETM3].how & REGISTER_READ_CHOSEN)) return true;
  if (offset == ETMSYNCFR && in->cfgregs & CFGREGS_FIXED_SYNC) return true;
  return minor_version(s) > 0 && s->ccer & ETMCCER_READABLE;
}

// --- bits ------------------------------------------------------------------------------------------------------------

// IHI 0035B table 3.27, IHI 0014Q 2.7: the access type of a PTM is fixed. The bits for state and mode differ between
// versions. Those for Non-secure state are reserved without Security Extensions.
static uint32_t etmactr_bits(const struct settings *s) {
  const bool etm = settings_protocol(s) == PROTOCOL_ETM3;
  uint32_t bits = ETMACTR_CONTEXT_ID;
  if (etm) bits |= ETMACTR_TYPE | ETMACTR_SIZE | ETMACTR_EXACT;
  if (regs_direct(s)) {
    bits |= s->idr & ETMIDR_SECURITY ? ETMACTR_STATE : 0x1400;
  } else if (!etm || minor_version(s) >= 2) {
    bits |= 0xC00;
  }
  return has_virtualization(s) ? bits | ETMACTR_HYP | ETMACTR_VMID : bits;
}

static uint32_t lowest(unsigned bits) { return (uint32_t)(((uint64_t)1 << bits) - 1); }

// The bits of ETMEIBCR, and of each half of ETMTESSEICR.
static uint32_t embeddedice_bits(const struct settings *s) { return lowest(settings_embeddedice(s)); }

// A version or a field decides the bits of these registers. All others have the bits of their row.
static uint32_t word_bits(const struct settings *s, unsigned offset) {
  if (register_within(offset, ETMACTR1, ETMACTR16)) return etmactr_bits(s);
  if (register_within(offset, ETMCNTENR1, ETMCNTENR4)) return ETMCNTENR_EVENT;
  if (offset == ETMEXTINSELR) return lowest(8 * settings_selectors(s));
  if (offset == ETMTESSEICR) return embeddedice_bits(s) * 0x10001;
  if (offset == ETMEIBCR) return embeddedice_bits(s);
  if (offset == ETMTECR1 && settings_protocol(s) == PROTOCOL_PFT) {
    return ETMTECR1_RANGES | ETMTECR1_EXCLUDE | ETMTECR1_START_STOP;
  }
  return register_at(offset)->bits;
}

// The value of a counter or of the sequencer.
static bool is_value(unsigned offset) { return register_within(offset, ETMCNTVR1, ETMCNTVR4) || offset == ETMSQR; }

// IHI 0014Q tables 3.40, 3.43: the values are read-only in ETMv3.0.
bool regs_changes_resource(const struct settings *s, const struct ports_in *in, unsigned offset) {
  if (is_value(offset) ? is_etm3_0(s) : !register_within(offset, ETMCNTRLDVR1, ETMCNTRLDVR4)) return false;
  return regs_is_there(s, in, offset);
}

// Data trace, memory maps and optional registers are not implemented.
static bool is_word(unsigned offset) {
  if (is_value(offset)) return false;
  const bool is_control = register_within(offset, ETMTSSCR, ETMTECR1) || offset == ETMFFLR;
  const bool is_comparator = register_within(offset, ETMACVR1, ETMACTR16) || offset == ETMVMIDCVR;
  const bool is_resource = register_within(offset, ETMCNTRLDVR1, ETMCIDCMR);
  return is_control || is_comparator || is_resource || register_within(offset, ETMEXTINSELR, ETMEIBCR);
}

static struct stored word(struct apb *a, const struct ports_in *in, unsigned offset) {
  const struct settings *s = &a->settings;
  if (!is_word(offset) || !regs_is_there(s, in, offset)) return (struct stored){0};
  struct stored r = {&a->words[offset >> 2], word_bits(s, offset), 0};
  if (register_within(offset, ETMACTR1, ETMACTR16) && settings_protocol(s) == PROTOCOL_PFT) r.ones = 1;
  if (register_within(offset, ETMCNTENR1, ETMCNTENR4)) r.ones = ETMCNTENR_ALWAYS_1;
  return r;
}

struct stored regs_stored(struct apb *a, const struct ports_in *in, unsigned offset) {
  struct settings *s = &a->settings;
  switch (register_at(offset)->config) {
    case CONFIG_ETMCR:
      return (struct stored){&s->etmcr, etmcr_built(s), 0};
    case CONFIG_ETMTRIGGER:
      return (struct stored){&a->etmtrigger, EVENT_BITS, 0};
    case CONFIG_ETMTEEVR:
      return (struct stored){&a->etmteevr, EVENT_BITS, 0};
    case CONFIG_ETMSYNCFR:
      return (struct stored){&a->etmsyncfr, in->cfgregs & CFGREGS_FIXED_SYNC ? 0 : ETMSYNCFR_BITS, 0};
    case CONFIG_ETMTSEVR:
      return (struct stored){&a->etmtsevr, has_stamps(s) ? EVENT_BITS : 0, 0};
    case CONFIG_ETMAUXCR:
      return (struct stored){&s->etmauxcr, etmauxcr_built(s), 0};
    case CONFIG_ETMTRACEIDR:
      return (struct stored){&a->etmtraceidr, ETMTRACEIDR_BITS, 0};
    case CONFIG_ETMIDR:
      return (struct stored){&s->idr, 0, 0};
    case CONFIG_ETMCCER:
      if (is_etm3_0(s)) break;
      return (struct stored){&s->ccer, 0, 0};
    case CONFIG_NONE:
      break;
  }
  return word(a, in, offset);
}
