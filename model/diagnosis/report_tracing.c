// SPDX-License-Identifier: Apache-2.0
// Finds items at which tracing is off, by the values on the port of the processor.
#include <inttypes.h>

#include "etm3_steps.h"
#include "history.h"
#include "pft_walk.h"
#include "report_parts.h"
#include "resource.h"

// Returns why tracing is off after a waypoint of a PTM. NULL: it is on, or that is not known.
static const char *off_by_waypoint(const struct waypoint *w) {
  if (w->type == WAYPOINT_DEBUG_ENTRY) return "Debug state is entered";
  if (w->prohibited) return "WPTTRACEPROHIBITED is 1";
  return w->taken && pft_target_isa(w) == ISA_JAZELLE ? "Jazelle state is entered" : NULL;
}

// Returns why an ETM does not trace a step. NULL: it does, or that is not known.
static const char *off_by_step(const struct step *s) {
  if (s->kind == STEP_DEBUG_ENTRY) return "Debug state is entered";
  return s->prohibited ? "ETMPROHIBITED is 1" : NULL;
}

static const char *off_at(const struct scoreboard *s, size_t i, const char *event) {
  const struct history *h = s->history;
  const struct moment *m = history_moment(h, i);
  const char *why = h->waypoints ? off_by_waypoint(history_waypoint(h, i)) : off_by_step(history_step(h, i));
  static char words[SELECTION_WORDS];
  const struct selection_reason *reason = history_reason(h, i);
  const bool is_off = reason && !m->enabled && !m->is_undecided;
  if (!why && is_off && selection_leaves_out(reason)) return selection_words(reason, words);
  const bool looked_at = m->enabled || m->unsure || m->clocks > 0;
  return why ? why : looked_at && !m->enabled ? event : NULL;
}

static bool is_kept(const struct scoreboard *s, size_t i) { return i >= s->history->first && i < s->history->count; }

static void put_off(FILE *out, const struct scoreboard *s, size_t i, const char *event) {
  const char *why = off_at(s, i, event);
  while (is_kept(s, i - 1) && i > 0 && off_at(s, i - 1, event)) i--;
  char clock[HISTORY_CLOCK];
  fprintf(out, "off %s %s #%zu%s, presented in %s: %s", s->history->waypoints ? "after" : "from", s->protocol->item, i,
          s->history->waypoints ? "" : " on", history_clock_words(s->history, i, clock), why);
}

// --- an I-sync ------------------------------------------------------------------------------------------------------

// Prints the first item, from the next on, that the I-sync could report.
static void put_first(FILE *out, const struct scoreboard *s, uint32_t address, const char *event) {
  const char *name = s->protocol->item, *leads = s->history->waypoints ? "goes to" : "is at";
  size_t i = s->at.item;
  while (is_kept(s, i) && !history_is_at(s->history, i, address)) i++;
  if (!is_kept(s, i)) {
    fprintf(out, "no %s from #%zu on %s 0x%08X", name, s->at.item, leads, address);
    return;
  }
  char clock[HISTORY_CLOCK];
  history_clock_words(s->history, i, clock);
  if (i == s->at.item) {
    fprintf(out, "%s #%zu %s 0x%08X, presented in %s", name, i, leads, address, clock);
  } else {
    fprintf(out, "the first %s after #%zu that %s 0x%08X is #%zu, presented in %s", name, s->at.item, leads, address, i,
            clock);
  }
  if (!off_at(s, i, event)) return;
  fputs("; tracing is ", out);
  put_off(out, s, i, event);
}

// Prints the address at which a PTM continued. It is not known for an ETM, because the flow outputs a step late.
static void put_periodic(FILE *out, const struct scoreboard *s) {
  const size_t last = s->at.item - 1;
  if (!s->history->waypoints || s->at.item == 0 || !is_kept(s, last)) return;
  if (pft_ends_tracing(history_waypoint(s->history, last))) return;
  uint8_t isa;
  const uint32_t address = pft_next_address(s->history, last, &isa);
  fprintf(out, "  execution: continued at 0x%08X %s after %s #%zu\n", address, isa_name[isa], s->protocol->item, last);
}

static void put_sync(FILE *out, const struct scoreboard *s, const struct packet *p, bool off, size_t i,
                     const char *event) {
  const char *name = s->protocol->item;
  fputs("  tracing: ", out);
  if (!s->at.started) {
    fputs("not started yet", out);
  } else if (scoreboard_is_tracing(s)) {
    fprintf(out, "on up to %s #%zu, so #%zu must be in the trace unless an overflow lost it", name, s->at.item - 1,
            s->at.item);
  } else if (off) {
    put_off(out, s, i, event);
  } else {
    fprintf(out, "possibly off after %s #%zu", name, s->at.item - 1);
  }
  fputs("; ", out);
  put_first(out, s, p->address, event);
  fputc('\n', out);
}

void report_tracing(FILE *out, const struct scoreboard *s, const struct report_trace *t) {
  const struct report_packet *p = report_packet_at(t, s->error.offset);
  const size_t i = scoreboard_wrong_item(s) - (s->history->waypoints && s->at.item > 0);
  char event[64 + RESOURCE_WORDS], words[RESOURCE_WORDS];
  if (!s->wrong || !p) return;
  resource_words(s->config->etmteevr, words);
  snprintf(event, sizeof event, "TraceEnable is false, ETMTEEVR=%s", words);
  const bool off = s->at.started && is_kept(s, i) && off_at(s, i, event);
  if (p->packet.kind == PACKET_ISYNC && p->packet.reason == ISYNC_PERIODIC) {
    put_periodic(out, s);
  } else if (p->packet.kind == PACKET_ISYNC) {
    put_sync(out, s, &p->packet, off, i, event);
  } else if (off) {
    fputs("  tracing: ", out);
    put_off(out, s, i, event);
    fputc('\n', out);
  }
}
