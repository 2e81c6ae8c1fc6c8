// SPDX-License-Identifier: Apache-2.0
#include "scope.h"

#include <inttypes.h>
#include <string.h>

#include "counting.h"
#include "cycle.h"
#include "verdict.h"

enum { WORD = 4, EVENT = 0x1FFFF };

// The name and the numbers of each use.
static const struct {
  const char *name;
  uint8_t kind;  // enum resource_kind_number of the resources; RESOURCE_KINDS: external outputs, which are no resources
  uint8_t from;  // the number of the first instance
  bool is_numbered;
} uses[SCOPE_USES] = {
    [SCOPE_INCLUDE_RANGE] = {"include range", RESOURCE_KIND_RANGE, 1, true},
    [SCOPE_EXCLUDE_RANGE] = {"exclude range", RESOURCE_KIND_RANGE, 1, true},
    [SCOPE_INCLUDE_ADDRESS] = {"include address", RESOURCE_KIND_SINGLE, 1, true},
    [SCOPE_EXCLUDE_ADDRESS] = {"exclude address", RESOURCE_KIND_SINGLE, 1, true},
    [SCOPE_START_STOP] = {"TraceEnable by the start/stop block", RESOURCE_KIND_STARTED, 1, false},
    [SCOPE_ADDRESS_EVENT] = {"event of address comparator", RESOURCE_KIND_SINGLE, 1, true},
    [SCOPE_RANGE_EVENT] = {"event of address range", RESOURCE_KIND_RANGE, 1, true},
    [SCOPE_CONTEXT_EVENT] = {"event of Context ID comparator", RESOURCE_KIND_CONTEXT, 1, true},
    [SCOPE_VMID_EVENT] = {"event of the VMID comparator", RESOURCE_KIND_VMID, 1, false},
    [SCOPE_START_STOP_EVENT] = {"event of the start/stop block", RESOURCE_KIND_STARTED, 1, false},
    [SCOPE_COUNTER] = {"counter", RESOURCE_KIND_COUNTER, 1, true},
    [SCOPE_SEQUENCER] = {"sequencer state", RESOURCE_KIND_SEQUENCER, 1, true},
    [SCOPE_EXTIN] = {"EXTIN", RESOURCE_KIND_EXTIN, 0, true},
    [SCOPE_EXTENDED_INPUT] = {"extended input selector", RESOURCE_KIND_SELECTED, 1, true},
    [SCOPE_EMBEDDEDICE] = {"EmbeddedICE input", RESOURCE_KIND_WATCHPOINT, 1, true},
    [SCOPE_OUTPUT] = {"external output", RESOURCE_KINDS, 1, true},
};

void scope_name(enum scope_use use, unsigned instance, char text[SCOPE_NAME]) {
  if (uses[use].is_numbered) {
    snprintf(text, SCOPE_NAME, "%s %u", uses[use].name, scope_number(use, instance));
  } else {
    snprintf(text, SCOPE_NAME, "%s", uses[use].name);
  }
}

unsigned scope_number(enum scope_use use, unsigned instance) { return instance + uses[use].from; }

unsigned scope_instances(enum scope_use use, const struct registers *r) {
  const struct config *c = r->config;
  const uint32_t ccr = registers_value(r, ETMCCR, c->etmccr), ccer = registers_value(r, ETMCCER, 0);
  const unsigned outputs = field_get(ccr, ETMCCR_OUTPUTS);
  const bool is_by_etmtecr2 = use == SCOPE_INCLUDE_ADDRESS || use == SCOPE_EXCLUDE_ADDRESS;
  if (use == SCOPE_OUTPUT) return outputs < COUNTING_OUTPUTS ? outputs : COUNTING_OUTPUTS;
  return is_by_etmtecr2 && !config_is_etm3(c) ? 0 : resource_count(uses[use].kind, c, ccr, ccer);
}

// The number of the resource in an event register.
static unsigned resource_of(enum scope_use use, unsigned n) { return resource_kinds[uses[use].kind].first + n; }

// --- a start --------------------------------------------------------------------------------------------------------

// The event was written, and it is not EVENT_NEVER.
static bool is_event_programmed(const struct registers *r, unsigned offset) {
  return r->was_written[offset / WORD] && (r->written[offset / WORD] & EVENT) != EVENT_NEVER;
}

static bool is_programmed(enum scope_use use, unsigned n, const struct registers *r, const struct deciders *d) {
  const uint32_t control = registers_value(r, ETMTECR1, 0), singles = registers_value(r, ETMTECR2, 0);
  const bool excludes = control & ETMTECR1_EXCLUDE;
  switch (use) {
    case SCOPE_INCLUDE_RANGE:
    case SCOPE_EXCLUDE_RANGE:
      return excludes == (use == SCOPE_EXCLUDE_RANGE) && field_get(control, ETMTECR1_RANGES) >> n & 1;
    case SCOPE_INCLUDE_ADDRESS:
    case SCOPE_EXCLUDE_ADDRESS:
      return excludes == (use == SCOPE_EXCLUDE_ADDRESS) && singles >> n & 1;
    case SCOPE_START_STOP:
      return control & ETMTECR1_START_STOP;
    case SCOPE_COUNTER:
      return deciders_use(d, RESOURCE_COUNTER + n) || is_event_programmed(r, ETMCNTENR1 + WORD * n);
    case SCOPE_OUTPUT:
      return is_event_programmed(r, ETMEXTOUTEVR1 + WORD * n);
    default:
      return deciders_use(d, resource_of(use, n));
  }
}

// The offset of the first register that this use needs and whose value is unknown. DECIDERS_KNOWN: there is none.
static unsigned first_unknown(enum scope_use use, unsigned n, const struct registers *r) {
  if (use == SCOPE_OUTPUT) return deciders_first_unknown_of_event(r, ETMEXTOUTEVR1 + WORD * n);
  return deciders_first_unknown(r, resource_of(use, n));
}

static void note_use(struct scope *s, enum scope_use use, const struct registers *r, const struct deciders *d) {
  const unsigned instances = scope_instances(use, r);
  for (unsigned n = 0; n < instances; n++) {
    if (!is_programmed(use, n, r, d)) continue;
    const unsigned offset = first_unknown(use, n, r);
    if (offset == DECIDERS_KNOWN) {
      s->checked[use][n]++;
    } else {
      s->missing[use][n] = (uint16_t)(offset + 1);
    }
  }
}

void scope_started(struct scope *s, const struct registers *r) {
  struct deciders d;
  deciders_find(&d, r);
  for (unsigned i = 0; i < DECISIONS; i++) {
    register_set_join(&s->unknown[i], &d.unknown[i]);
    for (unsigned word = 0; word < REGISTERS_TRACE; word++) {
      if (register_set_has(&d.unknown[i], word) && !r->was_written[word]) register_set_add(&s->never_written, word);
    }
  }
  for (unsigned use = 0; use < SCOPE_USES; use++) note_use(s, use, r, &d);
  for (unsigned n = 0; n < RESOURCE_COUNT_COUNTER; n++)
    s->is_used[n] = s->is_used[n] || deciders_use(&d, RESOURCE_COUNTER + n);
}

// A register of a comparator or of the start/stop block counts as one that decides TraceEnable, even if only another
// event names it.
static enum decision decision_of(unsigned offset) {
  switch (offset) {
    case ETMTRIGGER:
    case ETMTSEVR:
    case ETMSYNCFR:
    case ETMAUXCR:
      return DECIDES_EVENT;
    default:
      return DECIDES_TRACE_ENABLE;
  }
}

void scope_rewritten(struct scope *s, unsigned offset, uint64_t clock) {
  if (offset == ETMSR || offset == ETMCR) return;
  if (decision_of(offset) != DECIDES_TRACE_ENABLE) {
    register_set_add(&s->unknown[DECIDES_EVENT], offset / WORD);
    return;
  }
  if (register_set_first(&s->rewritten) == REGISTERS_TRACE) s->rewritten_at = clock;
  register_set_add(&s->rewritten, offset / WORD);
}

void scope_power_lost(struct scope *s, uint64_t clock) {
  s->power_losses++;
  s->power_lost_at = clock;
}

// A sequence counts from its second access to ETMOSSRR on, because the first access reads only the number of words.
void scope_access(struct scope *s, const struct cycle *c) {
  const struct access *access = &c->access;
  const unsigned word = access->offset / WORD;
  if (!access->is_write && word < REGISTERS_TRACE) register_set_add(&s->is_read, word);
  if (!access->transfers_saved_word || c->registers->saved.at != 1) return;
  s->saves += !access->is_write;
  s->restores += access->is_write;
}

// --- the verdict ----------------------------------------------------------------------------------------------------

bool scope_unchecked(const struct scope *s, enum scope_use use, unsigned instance, char text[SCOPE_REASON]) {
  const unsigned missing = s->missing[use][instance];
  if (missing) {
    snprintf(text, SCOPE_REASON, "%s is not known", register_at(missing - 1)->name);
    return true;
  }
  const unsigned value = ETMCNTVR1 + WORD * instance;
  const bool is_unused_counter = use == SCOPE_COUNTER && s->checked[use][instance] > 0 && !s->is_used[instance];
  if (!is_unused_counter || register_set_has(&s->is_read, value / WORD)) return false;
  snprintf(text, SCOPE_REASON, "no event uses it, and ETMCNTVR%u was not read", instance + 1);
  return true;
}

void scope_print_unknown(const struct scope *s, uint32_t config, FILE *to) {
  const char *before = " not_checked=";
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    const unsigned word = row->offset / WORD;
    bool is_unknown = config & row->config;
    for (unsigned d = 0; d < DECISIONS && word < REGISTERS_TRACE; d++)
      is_unknown = is_unknown || register_set_has(&s->unknown[d], word);
    is_unknown = is_unknown || (word < REGISTERS_TRACE && register_set_has(&s->rewritten, word));
    if (!is_unknown) continue;
    fprintf(to, "%s%s", before, row->name);
    before = ",";
  }
}

bool scope_knows_trace_enable(const struct scope *s, struct judgement *j) {
  const struct register_set *unknown = &s->unknown[DECIDES_TRACE_ENABLE];
  unsigned word = register_set_first(&s->rewritten);
  if (word < REGISTERS_TRACE) {
    return verdict_wrong(j,
                         "incomplete: %s was written in clock %" PRIu64
                         " while the DUT was running, which is UNPREDICTABLE; set ETMCR[10] and poll ETMSR[1] = 1 "
                         "before the write",
                         register_at(word * WORD)->name, s->rewritten_at);
  }
  word = register_set_first(unknown);
  if (word == REGISTERS_TRACE) return true;
  const char *name = register_at(word * WORD)->name;
  if (word == ETMSCR / WORD) {
    return verdict_wrong(j,
                         "incomplete: TraceEnable depends on ETMSCR[17], which was not read: access type 0 in ETMACTR "
                         "compares fetches only if the bit is 0; read ETMSCR before the start");
  }
  if (register_set_has(&s->never_written, word)) {
    return verdict_wrong(j,
                         "incomplete: TraceEnable depends on %s, which was not written after a reset or power loss; "
                         "write it, or give reset=%s:VALUE in the description of the unit",
                         name, name);
  }
  return verdict_wrong(j,
                       "incomplete: TraceEnable depends on %s, and the DUT need not have taken its last write; "
                       "write it while ETMSR[1] is 1, ETMCR[0] is 0 and the OS lock is clear",
                       name);
}
