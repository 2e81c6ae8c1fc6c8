// SPDX-License-Identifier: Apache-2.0
// Reads the source of the run a second time, only its first events.
#include "script_draw.h"
#include "source.h"
#include "stim.h"

static void add_address(struct locations *p, uint32_t address) {
  if (p->addresses < LOCATIONS_ADDRESSES) p->address[p->addresses++] = address;
}

static void add_context(struct locations *p, uint32_t context, uint8_t vmid) {
  if (p->contexts < LOCATIONS_CONTEXTS && (p->contexts == 0 || p->context[p->contexts - 1] != context))
    p->context[p->contexts++] = context;
  if (p->vmids < LOCATIONS_VMIDS && (p->vmids == 0 || p->vmid[p->vmids - 1] != vmid)) p->vmid[p->vmids++] = vmid;
}

bool locations_find(struct locations *p, const struct drive_options *options, struct error *err) {
  struct stim stim;
  struct stim_event e;
  *p = (struct locations){0};
  if (!source_open(options, &stim, err)) return false;
  while (p->addresses < LOCATIONS_ADDRESSES && stim_next_event(&stim, &e)) {
    if (e.valid) {
      add_address(p, e.wp.pc);
      add_address(p, e.wp.target);
      add_context(p, e.wp.context_id, e.wp.vmid);
    } else if (e.busy) {
      for (unsigned i = 0; i < 2; i++) {
        if (e.slots.at[i].executed) add_address(p, e.slots.at[i].at.address);
      }
      add_context(p, e.slots.context_id, e.slots.vmid);
    }
  }
  stim_close(&stim);
  return true;
}
