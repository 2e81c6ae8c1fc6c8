// SPDX-License-Identifier: Apache-2.0
// Has the names of waypoint types, and writes a waypoint as a line of a stimulus.
#include "waypoint.h"

#include "packet.h"

const char *const waypoint_names[WAYPOINT_TYPES] = {
    [WAYPOINT_DIRECT] = "direct",   [WAYPOINT_INDIRECT] = "indirect",       [WAYPOINT_EXCEPTION] = "exception",
    [WAYPOINT_BARRIER] = "barrier", [WAYPOINT_DEBUG_ENTRY] = "debug-entry", [WAYPOINT_DEBUG_EXIT] = "debug-exit",
    [WAYPOINT_UPDATE] = "update",
};

const char *const waypoint_barrier_names[WAYPOINT_BARRIERS] = {
    [WAYPOINT_ISB] = "isb", [WAYPOINT_DSB] = "dsb", [WAYPOINT_DMB] = "dmb"};

void waypoint_write(FILE *file, const struct waypoint *w) {
  const bool branch = w->type == WAYPOINT_DIRECT || w->type == WAYPOINT_INDIRECT;
  fprintf(file, "waypoint %s pc=0x%08X target=0x%08X", w->type < WAYPOINT_TYPES ? waypoint_names[w->type] : "reserved",
          w->pc, w->target);
  if (w->type == WAYPOINT_EXCEPTION) fprintf(file, " exception=%u", w->exception);
  if (w->context_id) fprintf(file, " context=0x%08X", w->context_id);
  if (w->vmid) fprintf(file, " vmid=%u", w->vmid);
  if (w->barrier) {
    fprintf(file, " barrier=%s", w->barrier < WAYPOINT_BARRIERS ? waypoint_barrier_names[w->barrier] : "reserved");
  }
  fprintf(file, " %s", isa_word[isa_of(w->target_t, w->target_j)]);
  if (branch) fputs(w->taken ? " taken" : " not-taken", file);
  if (w->link) fputs(" link", file);
  if (w->t32) fputs(" t32", file);
  if (w->ns) fputs(" ns", file);
  if (w->hyp) fputs(" hyp", file);
  if (w->user) fputs(" user", file);
  if (w->prohibited) fputs(" prohibited", file);
  if (w->eret) fputs(" eret", file);
  fputc('\n', file);
}
