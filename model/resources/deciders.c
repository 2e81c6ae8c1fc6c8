// SPDX-License-Identifier: Apache-2.0
// The search starts at the registers of TraceEnable and of the other events. It follows them to the registers of the
// resources that they name, and on through the events of counters and of the sequencer.
#include "deciders.h"

#include <inttypes.h>

#include "append.h"

enum { EVENT = 0x1FFFF, WORD = 4 };

struct search {
  struct deciders *found;
  const struct registers *r;
  uint32_t ccr, ccer;       // all ones: not known, so everything may be built
  struct register_set *to;  // of the decision that is followed
  bool is_etm;
};

unsigned register_set_first(const struct register_set *s) {
  unsigned word = 0;
  while (word < REGISTERS_TRACE && !register_set_has(s, word)) word++;
  return word;
}

void register_set_join(struct register_set *to, const struct register_set *from) {
  for (unsigned i = 0; i < REGISTERS_TRACE / 32; i++) to->bits[i] |= from->bits[i];
}

// --- registers ------------------------------------------------------------------------------------------------------

static bool is_built(const struct search *s, unsigned offset) {
  const struct config *c = s->r->config;
  const struct register_row *row = register_at(offset);
  return register_is_there(row, config_protocol(c), config_minor(c)) && register_is_built(row, s->ccr, s->ccer);
}

// A register that is not built reads 0 and decides nothing.
static bool need(struct search *s, unsigned offset) {
  const unsigned word = offset / WORD;
  if (s->r->known[word] || !is_built(s, offset)) return true;
  register_set_add(s->to, word);
  return false;
}

static uint32_t value(const struct search *s, unsigned offset) { return registers_value(s->r, offset, 0); }

static unsigned pairs(const struct search *s) {
  return resource_count(RESOURCE_KIND_RANGE, s->r->config, s->ccr, s->ccer);
}

// --- resources ------------------------------------------------------------------------------------------------------

static bool need_resource(struct search *s, unsigned resource);

// `&` in place of `&&`: the search must add all registers that are not known.
static bool need_event(struct search *s, unsigned offset) {
  const uint32_t event = value(s, offset) & EVENT;
  if (!need(s, offset)) return false;
  const bool is_first_known = need_resource(s, resource_first(event));
  return is_first_known & (resource_is_alone(event) || need_resource(s, resource_second(event)));
}

static bool need_context(struct search *s, unsigned n) { return need(s, ETMCIDCVR1 + WORD * n) & need(s, ETMCIDCMR); }

// Access type 0 of an ETM compares fetches, which ETMSCR[17] may exclude.
static bool need_address(struct search *s, unsigned n) {
  const uint32_t type = value(s, ETMACTR1 + WORD * n);
  const unsigned context = field_get(type, ETMACTR_CONTEXT_ID);
  bool is_known = need(s, ETMACVR1 + WORD * n) & need(s, ETMACTR1 + WORD * n);
  if (is_known && s->is_etm && !(type & ETMACTR_TYPE)) is_known = need(s, ETMSCR);
  return is_known & (context == 0 || need_context(s, context - 1));
}

static bool need_range(struct search *s, unsigned n) { return need_address(s, 2 * n) & need_address(s, 2 * n + 1); }

// A reduced counter has a reload value only (IHI 0035B 3.16.14).
static bool need_counter(struct search *s, unsigned n) {
  const bool is_reduced = n == 0 && s->ccer & ETMCCER_REDUCED_COUNTER && s->ccer != UINT32_MAX;
  bool is_known = need(s, ETMCNTRLDVR1 + WORD * n);
  if (is_reduced) return is_known;
  is_known &= need_event(s, ETMCNTENR1 + WORD * n);
  return is_known & need_event(s, ETMCNTRLDEVR1 + WORD * n);
}

static bool need_sequencer(struct search *s, unsigned state) {
  (void)state;
  bool is_known = true;
  for (unsigned offset = ETMSQ12EVR; offset <= ETMSQ13EVR; offset += WORD) is_known &= need_event(s, offset);
  return is_known;
}

static bool need_points(struct search *s, unsigned block) {
  (void)block;
  bool is_known = need(s, ETMTSSCR);
  const uint32_t points = value(s, ETMTSSCR), single = points | points >> 16;
  for (unsigned n = 0; n < 2 * pairs(s); n++) {
    if (single >> n & 1) is_known &= need_address(s, n);
  }
  if (s->ccer & ETMCCER_ICE_START_STOP && s->ccer != UINT32_MAX) is_known &= need(s, ETMTESSEICR);
  return is_known;
}

static bool need_vmid(struct search *s, unsigned n) { return need(s, ETMVMIDCVR + WORD * n); }

// All selectors are in one register.
static bool need_selectors(struct search *s, unsigned selector) {
  (void)selector;
  return need(s, ETMEXTINSELR);
}

// The registers that decide when a resource is true. A kind without a row has none: its pins do.
static const struct {
  bool (*need)(struct search *s, unsigned n);
  uint16_t first, distance;  // bytes: a register that the words about an event show, and from it to the next; 0: none
} programs[RESOURCE_KINDS] = {
    [RESOURCE_KIND_SINGLE] = {need_address, ETMACVR1, WORD},
    [RESOURCE_KIND_RANGE] = {need_range, 0, 0},
    [RESOURCE_KIND_COUNTER] = {need_counter, 0, 0},
    [RESOURCE_KIND_SEQUENCER] = {need_sequencer, 0, 0},
    [RESOURCE_KIND_CONTEXT] = {need_context, ETMCIDCVR1, WORD},
    [RESOURCE_KIND_VMID] = {need_vmid, ETMVMIDCVR, 0},
    [RESOURCE_KIND_STARTED] = {need_points, ETMTSSCR, 0},
    [RESOURCE_KIND_SELECTED] = {need_selectors, 0, 0},
};

// A counter's events may name the counter itself. So each resource is followed once in a search, for the first decision
// that names it, and a resource that is being followed counts as known.
static bool need_resource(struct search *s, unsigned resource) {
  const unsigned kind = resource_kind_of(resource);
  uint32_t *used = &s->found->used[resource / 32], *open = &s->found->open[resource / 32];
  const uint32_t bit = 1u << resource % 32;
  if (*used & bit) return !(*open & bit);
  *used |= bit;
  const bool is_programmed = kind < RESOURCE_KINDS && programs[kind].need;
  if (!is_programmed || programs[kind].need(s, resource - resource_kinds[kind].first)) return true;
  *open |= bit;
  return false;
}

// --- decisions ------------------------------------------------------------------------------------------------------

static bool knows_an_address(const struct search *s) {
  unsigned n = 0;
  while (n < 2 * pairs(s) && !s->r->known[ETMACVR1 / WORD + n]) n++;
  return n < 2 * pairs(s);
}

// ETMTECR1 selects nothing if there is neither a comparator nor a start/stop block.
static void need_filter(struct search *s) {
  const uint32_t control = value(s, ETMTECR1);
  if (pairs(s) == 0 && !(s->ccr & ETMCCR_START_STOP)) return;
  if (!need(s, ETMTECR1)) return;
  for (unsigned n = 0; n < pairs(s); n++) {
    if (field_get(control, ETMTECR1_RANGES) >> n & 1) need_range(s, n);
  }
  if (control & ETMTECR1_START_STOP) need_points(s, 0);
  if (!s->is_etm || pairs(s) == 0) return;
  const bool excludes = control & ETMTECR1_EXCLUDE;
  if (excludes) s->to = &s->found->unknown[DECIDES_EXCLUSION];
  if (!excludes || knows_an_address(s)) need(s, ETMTECR2);
  s->to = &s->found->unknown[DECIDES_TRACE_ENABLE];
  for (unsigned n = 0; n < 2 * pairs(s); n++) {
    if (value(s, ETMTECR2) >> n & 1) need_address(s, n);
  }
}

static struct search search_of(const struct registers *r, struct deciders *found) {
  const struct config *c = r->config;
  const uint32_t ccr = registers_value(r, ETMCCR, c->etmccr);
  *found = (struct deciders){.used = {0}};
  return (struct search){.found = found,
                         .r = r,
                         .ccr = ccr ? ccr : UINT32_MAX,
                         .ccer = registers_value(r, ETMCCER, UINT32_MAX),
                         .to = &found->unknown[DECIDES_TRACE_ENABLE],
                         .is_etm = config_is_etm3(c)};
}

void deciders_find(struct deciders *d, const struct registers *r) {
  struct search s = search_of(r, d);
  need_event(&s, ETMTEEVR);
  need_filter(&s);
  s.to = &d->unknown[DECIDES_EVENT];
  need_event(&s, ETMTRIGGER);
  if (value(&s, ETMCR) & ETMCR_TIMESTAMP) need_event(&s, ETMTSEVR);
  for (unsigned n = 0; n < RESOURCE_COUNT_COUNTER; n++) {
    if (r->was_written[ETMEXTOUTEVR1 / WORD + n]) need_event(&s, ETMEXTOUTEVR1 + WORD * n);
  }
}

static unsigned first_of(const struct deciders *d) {
  const unsigned word = register_set_first(&d->unknown[DECIDES_TRACE_ENABLE]);
  return word < REGISTERS_TRACE ? word * WORD : (unsigned)DECIDERS_KNOWN;
}

unsigned deciders_first_unknown(const struct registers *r, unsigned resource) {
  struct deciders d;
  struct search s = search_of(r, &d);
  need_resource(&s, resource);
  return first_of(&d);
}

unsigned deciders_first_unknown_of_event(const struct registers *r, unsigned event) {
  struct deciders d;
  struct search s = search_of(r, &d);
  need_event(&s, event);
  return first_of(&d);
}

// --- in words --------------------------------------------------------------------------------------------------------

static void put_value(const struct registers *r, unsigned offset, char text[DECIDERS_WORDS]) {
  if (r->known[offset / WORD])
    text_append(text, DECIDERS_WORDS, ", %s=0x%08" PRIX32, register_at(offset)->name, r->value[offset / WORD]);
}

// Writes the first and the last address of range `n`, from 0 on. A range whose low address is not below its high
// address contains no address (IHI 0035B 3.4.1), so its registers are written instead.
static void put_range(const struct registers *r, unsigned n, char text[DECIDERS_WORDS]) {
  const unsigned offset = ETMACVR1 + 2 * WORD * n, at = offset / WORD;
  const uint32_t low = r->value[at], high = r->value[at + 1];
  if (r->known[at] && r->known[at + 1] && low < high) {
    text_append(text, DECIDERS_WORDS, ", 0x%08" PRIX32 " to 0x%08" PRIX32, low, high - 1);
  } else {
    put_value(r, offset, text);
    put_value(r, offset + WORD, text);
  }
}

static void put_resource(const struct registers *r, uint32_t resource, char text[DECIDERS_WORDS]) {
  const unsigned kind = resource_kind_of(resource);
  const uint32_t selectors = r->value[ETMEXTINSELR / WORD];
  if (kind == RESOURCE_KINDS) return;
  const unsigned n = resource - resource_kinds[kind].first;
  if (programs[kind].first) put_value(r, programs[kind].first + programs[kind].distance * n, text);
  if (kind == RESOURCE_KIND_RANGE) put_range(r, n, text);
  if (kind == RESOURCE_KIND_SELECTED && r->known[ETMEXTINSELR / WORD])
    text_append(text, DECIDERS_WORDS, ", ETMEXTINSELR=0x%08" PRIX32 " selects EXTINBUS[%" PRIu32 "]", selectors,
                selectors >> 8 * n & 0xFF);
}

const char *deciders_event_words(const struct registers *r, uint32_t event, char text[DECIDERS_WORDS]) {
  const uint32_t first = resource_first(event), second = resource_second(event);
  char words[RESOURCE_WORDS];
  text[0] = '\0';
  text_append(text, DECIDERS_WORDS, "%s", resource_words(event, words));
  put_resource(r, first, text);
  if (!resource_is_alone(event) && second != first) put_resource(r, second, text);
  return text;
}
