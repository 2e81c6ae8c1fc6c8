// SPDX-License-Identifier: Apache-2.0
// The resources of the filter, HIGH or LOW in each clock, and events of them.
#include "resource.h"
#include "selection.h"
#include "truth_event.h"

void selection_set(struct selection *f, unsigned n, unsigned is) {
  f->now = truth_union(truth_among(f->now, ~(1u << n)), truth_only(n, is));
}

unsigned selection_compare_id(const struct selection *f, unsigned n, const struct comparator_state *s) {
  if (n == SELECTION_VMID) return comparator_vmid(&f->program.c, s->vmid);
  return comparator_context(&f->program.c, n - SELECTION_CONTEXT, s->context_id);
}

static unsigned resource_in(struct truth_set resources, uint32_t resource) {
  const unsigned n = selection_resource(resource);
  return n == SELECTION_RESOURCES ? (unsigned)TRUTH_YES : truth_at(resources, n);
}

unsigned selection_event(uint32_t event, struct truth_set resources) {
  return truth_event(event, resource_in(resources, resource_first(event)),
                     resource_in(resources, resource_second(event)));
}

void selection_clock(struct selection *f, uint64_t clock) {
  f->frames[clock % SELECTION_FRAMES] = f->now;
  if (f->clock != clock) selection_clear_matches(f);
}

struct truth_set selection_lately(const struct selection *f, uint64_t clock, unsigned clocks) {
  struct truth_set all = f->now;
  for (uint64_t i = 0; i <= clocks && i <= clock; i++)
    all = truth_union(all, f->frames[(clock - i) % SELECTION_FRAMES]);
  return all;
}
