// SPDX-License-Identifier: Apache-2.0
// The contents of each ETMv3 packet, given what was sent.
#include "etm3_encode.h"

#include "packet.h"

// --- branch packets, IHI 0014Q 7.3.5 -----------------------------------------------------------------------------

static bool is_altisa(const struct place *at) { return at->t && at->j; }
static bool is_arm(const struct place *at) { return !at->t && !at->j; }

static uint8_t info_bytes(const struct etm3 *e, const struct place *to, unsigned exception) {
  if (exception >> 4 || to->hyp != e->base.hyp) return 2;
  return exception || to->ns != e->base.ns || is_altisa(to) != is_altisa(&e->base);
}

static uint8_t address_bytes(const struct etm3 *e, const struct place *to, bool info, bool alternative) {
  if (to->t != e->base.t || to->j != e->base.j || (info && !alternative)) return 5;
  const unsigned n = etm3_address_bytes(to, e->base.address, alternative);
  return (uint8_t)(info && n < 2 ? 2 : n);
}

// Table 7.7: the vector distinguishes the exceptions that share a code.
static bool has_old_form(unsigned exception, bool cancel, uint32_t address) {
  const unsigned vector = address & 0x1F;
  switch (exception) {
    case 4:   // asynchronous data abort
    case 5:   // Jazelle exception
    case 14:  // IRQ
    case 15:  // FIQ
      return true;
    case 8:  // reset
      return vector == 0x00;
    case 9:  // undefined instruction
      return vector == 0x04 && !cancel;
    case 10:  // SVC
      return vector == 0x08 && !cancel;
    case 11:  // prefetch abort
      return vector == 0x0C;
    case 12:  // data abort
      return vector == 0x10 && cancel;
    default:
      return false;
  }
}

// The old form encodes only the exception and the address.
static bool takes_old_form(const struct etm3 *e, const struct settings *s, const struct record *record) {
  if (!(s->etmauxcr & ETMAUXCR_OLD_EXCEPTIONS) || record->alternative) return false;
  const bool is_arm_throughout = is_arm(&record->to) && !is_altisa(&e->base);
  const bool keeps_state = record->to.ns == e->base.ns && record->to.hyp == e->base.hyp;
  return is_arm_throughout && keeps_state && has_old_form(record->exception, record->cancel, record->to.address);
}

static void set_branch(struct etm3 *e, const struct settings *s, const struct etm3_part *part, struct record *record) {
  record->kind = RECORD_BRANCH;
  record->to = part->to;
  record->exception = part->exception;
  record->cancel = part->cancel && part->exception;
  record->exit = part->eret;
  record->alternative = etm3_alternative(s);
  if (part->secret) {
    record->to.ns = e->base.ns;
    record->to.hyp = e->base.hyp;
  }
  record->old_form = takes_old_form(e, s, record);
  record->info_bytes = record->old_form ? 0 : info_bytes(e, &record->to, record->exception);
  record->address_bytes = record->old_form ? 5 : address_bytes(e, &record->to, record->info_bytes, record->alternative);
  // A member that is not sent has not changed.
  e->base = record->to;
}

void etm3_part(struct etm3 *e, const struct settings *s, const struct etm3_part *part, struct record *record) {
  *record = (struct record){.kind = part->eret ? RECORD_EXCEPTION_RETURN : RECORD_ATOMS, .headers = part->headers};
  if (part->branched) set_branch(e, s, part, record);
}

// --- I-sync and what follows it ----------------------------------------------------------------------------------

struct record etm3_isync(struct etm3 *e, const struct settings *s, const struct place *at, uint8_t reason, bool counted,
                         uint32_t count, uint32_t context) {
  struct record r = record_plain(RECORD_ISYNC);
  r.to = *at;
  r.reason = reason;
  r.has_count = counted;
  r.count = count;
  record_set_context(&r, &e->sent, s, context);
  e->base = *at;
  return r;
}

struct record etm3_cycle_count(uint32_t count) {
  struct record r = record_plain(RECORD_CYCLE_COUNT);
  r.count = count;
  return r;
}

struct record etm3_context_id(struct etm3 *e, const struct settings *s, uint32_t context) {
  struct record r = record_plain(RECORD_CONTEXT_ID);
  record_set_context(&r, &e->sent, s, context);
  return r;
}

struct record etm3_vmid(struct etm3 *e, uint8_t vmid) {
  struct record r = record_plain(RECORD_VMID);
  record_set_vmid(&r, &e->sent, vmid);
  return r;
}

struct record etm3_timestamp(struct etm3 *e, const struct settings *s, uint64_t stamp, bool full, bool clock_change) {
  struct record r = record_plain(RECORD_TIMESTAMP);
  record_set_timestamp(&r, &e->sent, s, stamp, full, clock_change);
  return r;
}
