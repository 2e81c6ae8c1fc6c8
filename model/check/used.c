// SPDX-License-Identifier: Apache-2.0
#include "used.h"

#include <inttypes.h>

#include "cycle.h"
#include "register.h"
#include "registers.h"

enum event_register { IN_ENABLE, IN_TRIGGER, IN_TIMESTAMP, IN_COUNTER, IN_RELOAD, IN_SEQUENCER, IN_OUTPUT };
static const char *const event_registers[USED_REGISTERS] = {"enable", "trigger",   "timestamp", "counter",
                                                            "reload", "sequencer", "output"};

enum form { INCLUDES, EXCLUDES, INCLUDES_SINGLE, EXCLUDES_SINGLE, STARTS, STOPS, IN_EVENT };
static const char *const forms[USED_FORMS] = {"include", "exclude", "include-single", "exclude-single",
                                              "start",   "stop",    "event"};

enum qualifier { BY_NOTHING, BY_CONTEXT, BY_SECURITY, BY_PRIVILEGE, BY_HYP, BY_VMID };
static const char *const qualifiers[USED_QUALIFIERS] = {"none", "context", "security", "privilege", "hyp", "vmid"};

// The event registers of each kind: `count` registers from `offset` on.
static const struct {
  uint16_t offset;
  uint8_t count, event_register;
} events[] = {{ETMTEEVR, 1, IN_ENABLE},     {ETMTRIGGER, 1, IN_TRIGGER},   {ETMTSEVR, 1, IN_TIMESTAMP},
              {ETMCNTENR1, 4, IN_COUNTER},  {ETMCNTRLDEVR1, 4, IN_RELOAD}, {ETMSQ12EVR, 6, IN_SEQUENCER},
              {ETMEXTOUTEVR1, 4, IN_OUTPUT}};

static bool knows(const struct registers *r, unsigned offset) { return r->known[offset / 4]; }

// --- comparators ----------------------------------------------------------------------------------------------------

// ETMACTR of PFTv1.1 and ETMv3.5 has modes and Hyp mode.
static bool has_modes(const struct registers *r) {
  const uint32_t id = registers_value(r, ETMIDR, r->config->etmidr);
  return field_get(id, ETMIDR_MINOR) >= (config_is_etm3(r->config) ? 5 : 1);
}

// The qualifiers that an ETMACTR selects, as bits (IHI 0035B table 3.27).
static unsigned qualifiers_of(const struct registers *r, uint32_t type) {
  enum { SECURE_MODES = 4, NON_SECURE_MODES = 8, NEVER_SECURE = 1, NEVER_NON_SECURE = 2 };
  const uint32_t state = field_get(type, ETMACTR_STATE);
  const bool modes = has_modes(r), by_mode = modes && state & (SECURE_MODES | NON_SECURE_MODES);
  const bool no_secure = (state & (SECURE_MODES | NEVER_SECURE)) == NEVER_SECURE;
  const bool no_other = (state & (NON_SECURE_MODES | NEVER_NON_SECURE)) == NEVER_NON_SECURE;
  unsigned by = 0;
  if (type & ETMACTR_CONTEXT_ID) by |= 1u << BY_CONTEXT;
  if (modes ? no_secure != no_other : (state & 3) % 3 != 0) by |= 1u << BY_SECURITY;
  if (by_mode) by |= 1u << BY_PRIVILEGE;
  if (modes && type & ETMACTR_HYP) by |= 1u << BY_HYP;
  if (modes && type & ETMACTR_VMID) by |= 1u << BY_VMID;
  return by ? by : 1u << BY_NOTHING;
}

static void note_comparator(struct used *u, const struct registers *r, enum form form, unsigned n) {
  if (n >= 16 || !knows(r, ETMACTR1 + 4 * n)) return;
  for (unsigned by = qualifiers_of(r, registers_value(r, ETMACTR1 + 4 * n, 0)); by; by &= by - 1)
    u->forms[form][__builtin_ctz(by)]++;
}

// `step`: number of comparators for each bit, which is 2 for a range.
static void note_comparators(struct used *u, const struct registers *r, enum form form, uint32_t bits, unsigned step) {
  for (; bits; bits &= bits - 1) note_comparator(u, r, form, step * (unsigned)__builtin_ctz(bits));
}

static void note_filter(struct used *u, const struct registers *r) {
  const uint32_t control = registers_value(r, ETMTECR1, 0), points = registers_value(r, ETMTSSCR, 0);
  const bool excludes = control & ETMTECR1_EXCLUDE;
  if (!knows(r, ETMTECR1)) return;
  note_comparators(u, r, excludes ? EXCLUDES : INCLUDES, field_get(control, ETMTECR1_RANGES), 2);
  note_comparators(u, r, excludes ? EXCLUDES_SINGLE : INCLUDES_SINGLE, registers_value(r, ETMTECR2, 0) & 0xFFFF, 1);
  if (!(control & ETMTECR1_START_STOP)) return;
  note_comparators(u, r, STARTS, field_get(points, ETMTSSCR_START), 1);
  note_comparators(u, r, STOPS, field_get(points, ETMTSSCR_STOP), 1);
}

// --- events ---------------------------------------------------------------------------------------------------------

static void note_resource(struct used *u, const struct registers *r, uint32_t resource) {
  const unsigned kind = resource_kind_of(resource);
  if (kind == RESOURCE_KIND_SINGLE) note_comparator(u, r, IN_EVENT, resource - RESOURCE_SINGLE);
  if (kind == RESOURCE_KIND_RANGE) note_comparator(u, r, IN_EVENT, 2 * (resource - RESOURCE_RANGE));
  if (kind == RESOURCE_KIND_SELECTED) u->selectors[resource - RESOURCE_SELECTED]++;
}

static void note_event(struct used *u, const struct registers *r, enum event_register event_register, uint32_t event) {
  const uint32_t first = resource_first(event), second = resource_second(event);
  const unsigned a = resource_kind_of(first), b = resource_kind_of(second);
  note_resource(u, r, first);
  if (a < RESOURCE_KINDS) u->by_register[event_register][a]++;
  if (resource_is_alone(event)) return;
  note_resource(u, r, second);
  if (b == RESOURCE_KINDS) return;
  u->by_register[event_register][b]++;
  if (a < RESOURCE_KINDS) u->pairs[a < b ? a : b][a < b ? b : a]++;
}

void used_note(struct used *u, const struct registers *registers) {
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
    for (unsigned n = 0; n < events[i].count; n++) {
      const unsigned offset = events[i].offset + 4 * n;
      if (knows(registers, offset))
        note_event(u, registers, events[i].event_register, registers_value(registers, offset, 0));
    }
  }
  note_filter(u, registers);
}

// --- locks ----------------------------------------------------------------------------------------------------------

void used_access(struct used *u, const struct cycle *c) {
  const struct access *access = &c->access;
  const struct registers *registers = c->registers;
  if (!access->is_write) return;
  if (access_is_locked_out(access)) {
    u->software_locked++;
  } else if (registers->os_lock && registers->os_known && access->offset < ETMOSLAR) {
    u->os_locked++;
  }
}

// --- as text --------------------------------------------------------------------------------------------------------

static void put(FILE *file, uint64_t count, const char *a, const char *b, const char *c) {
  if (count) fprintf(file, "cover %s.%s.%s %" PRIu64 "\n", a, b, c, count);
}

static void write_resources(const struct used *u, FILE *file) {
  for (unsigned a = 0; a < RESOURCE_KINDS; a++) {
    const char *word = resource_kinds[a].word;
    for (unsigned event_register = 0; event_register < USED_REGISTERS; event_register++)
      put(file, u->by_register[event_register][a], "resource", event_registers[event_register], word);
    for (unsigned b = a; b < RESOURCE_KINDS; b++) {
      const uint64_t pairs = u->pairs[a][b];
      if (pairs) fprintf(file, "cover resource.pair.%s.%s %" PRIu64 "\n", word, resource_kinds[b].word, pairs);
    }
  }
}

void used_write(const struct used *u, FILE *file) {
  write_resources(u, file);
  for (unsigned form = 0; form < USED_FORMS; form++) {
    for (unsigned by = 0; by < USED_QUALIFIERS; by++)
      put(file, u->forms[form][by], "filter", forms[form], qualifiers[by]);
  }
  for (unsigned n = 0; n < RESOURCE_COUNT_SELECTED; n++) {
    if (u->selectors[n]) fprintf(file, "cover resource.selector.%u %" PRIu64 "\n", n + 1, u->selectors[n]);
  }
  put(file, u->software_locked, "locked", "software", "write");
  put(file, u->os_locked, "locked", "os", "write");
}
