// SPDX-License-Identifier: Apache-2.0
// Compares each packet with the state of the compression before it, and names the clause that requires the packet.
#include "why.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "append.h"
#include "register.h"

// Appends a reason.
__attribute__((format(printf, 2, 3))) static void add(char text[WHY_ROOM], const char *format, ...) {
  va_list list;
  va_start(list, format);
  text_append(text, WHY_ROOM, "%s", *text ? "; " : "");
  const size_t used = strlen(text);
  vsnprintf(text + used, WHY_ROOM - used, format, list);
  va_end(list);
}

static bool is_etm(const struct why *w) { return config_is_etm3(w->config); }

static bool stack_is_on(const struct why *w) {
  return config_uses(w->config, FIELD_ETMCR_RETURN_STACK) && !(w->config->etmcr & ETMCR_BRANCH_BROADCAST);
}

// --- addresses -------------------------------------------------------------------------------------------------------

static bool is_alternative(const struct why *w) {
  return !is_etm(w) || (w->config->etmidr & ETMIDR_ALTERNATIVE && config_has(w->config, FIELD_ETMIDR_ALTERNATIVE));
}

// Returns the highest address bit in a packet with 1 to 5 address bytes (IHI 0035B 4.5.4, IHI 0014Q 7.3.5).
static unsigned highest_bit(const struct why *w, uint8_t isa, unsigned bytes) {
  const unsigned shift = isa == ISA_ARM ? 0 : isa == ISA_JAZELLE ? 2 : 1;
  if (bytes == 5) return 31;
  return 7 * bytes - shift - (bytes > 1 && is_alternative(w));
}

static unsigned highest_changed(uint32_t changed) { return 31u - (unsigned)__builtin_clz(changed); }

static bool is_as_before(const struct why *w, uint8_t isa) {
  const bool thumbs = w->isa != ISA_ARM && w->isa != ISA_JAZELLE && isa != ISA_ARM && isa != ISA_JAZELLE;
  return isa == w->isa || (!is_etm(w) && thumbs);
}

static void address_length(const struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const char *clause = is_etm(w) ? "IHI 0014Q 7.3.5" : "IHI 0035B 4.5.4";
  const unsigned bytes = p->address_bytes, infos = is_alternative(w) ? 2 : 5;
  const uint32_t changed = p->address ^ w->address;
  if (!w->has_base) {
    return;
  } else if (!is_as_before(w, p->isa)) {
    add(text, "5 address bytes: the instruction set is %s, was %s in the last packet with an address (%s)",
        isa_name[p->isa], isa_name[w->isa], clause);
  } else if (bytes > 1 && changed >> 1 && highest_changed(changed) > highest_bit(w, p->isa, bytes - 1)) {
    if (bytes == 5) {
      add(text, "5 address bytes: bit %u has changed (%s)", highest_changed(changed), clause);
    } else {
      add(text, "%u address bytes: bits %u and up are unchanged (%s)", bytes, highest_bit(w, p->isa, bytes) + 1,
          clause);
    }
  } else if (bytes == 1) {
    add(text, "1 address byte: bits %u and up are unchanged (%s)", highest_bit(w, p->isa, 1) + 1, clause);
  } else if (p->info_bytes && bytes == infos) {
    add(text, "%u address bytes: an information byte follows (%s)", bytes, clause);
  } else {
    add(text, "%u address bytes: more than the address needs (%s)", bytes, clause);
  }
}

static void information(const struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const char *clause = is_etm(w) ? "IHI 0014Q 7.3.5" : "IHI 0035B 4.5.4";
  if (!p->info_bytes) return;
  if (p->exception) {
    add(text, "information bytes: exception %u (%s)", p->exception, clause);
  } else if (!w->has_isync) {
    return;
  } else if (p->ns != w->ns) {
    add(text, "information byte: ns is %d, was %d (%s)", p->ns, w->ns, clause);
  } else if (p->hyp != w->hyp) {
    add(text, "information bytes: hyp is %d, was %d (%s)", p->hyp, w->hyp, clause);
  } else if ((p->isa == ISA_THUMBEE) != (w->isa == ISA_THUMBEE)) {
    add(text, "information byte: %s after %s (%s)", isa_name[p->isa], isa_name[w->isa], clause);
  }
}

// --- branches and atoms ----------------------------------------------------------------------------------------------

static void not_on_the_stack(const struct why *w, const struct flow_event *e, char text[WHY_ROOM]) {
  const unsigned kept = w->calls < WHY_RETURNS ? w->calls : WHY_RETURNS;
  if (w->calls == 0 && w->returned > 0) {
    add(text,
        "branch: return stack empty, all calls since the I-sync at byte %" PRIu64 " have returned (IHI 0035B 4.13)",
        w->isync);
  } else if (w->calls == 0) {
    add(text, "branch: return stack empty, cleared by the I-sync at byte %" PRIu64 " (IHI 0035B 4.13)", w->isync);
  } else if (w->returns[(w->calls - 1) % WHY_RETURNS] != e->target) {
    add(text, "branch: the return stack has 0x%08X on top, not the target (IHI 0035B 4.13)",
        w->returns[(w->calls - 1) % WHY_RETURNS]);
  } else if (e->eret) {
    add(text, "branch: a return from an exception does not use the return stack (IHI 0035B 4.13)");
  } else {
    add(text, "branch: the target is on the return stack, which has %u entries, but is not used (IHI 0035B 4.13)",
        kept);
  }
}

static const struct flow_event *event_of(const struct join_row *row, enum flow_kind kind) {
  for (size_t i = 0; i < row->event_count; i++) {
    if (row->events[i].flow.kind == kind) return &row->events[i].flow;
  }
  return NULL;
}

static void branch_cause(const struct why *w, const struct join_row *row, char text[WHY_ROOM]) {
  const bool etm = is_etm(w);
  const struct flow_event *e = etm ? &w->last : event_of(row, FLOW_RANGE);
  if (row->packet.exception) {
    add(text, "branch: an exception was taken (%s)", etm ? "IHI 0014Q 7.3.5" : "IHI 0035B 4.5.4");
  } else if (!e || e->kind != FLOW_RANGE || e->count == 0) {
    return;
  } else if (!e->indirect && w->config->etmcr & ETMCR_BRANCH_BROADCAST) {
    add(text, "branch: direct, and ETMCR[8] requires a packet for each branch (%s)",
        etm ? "IHI 0014Q 7.3.5" : "IHI 0035B 4.6");
  } else if (e->indirect && stack_is_on(w) && w->has_isync) {
    not_on_the_stack(w, e, text);
  } else if (e->indirect) {
    add(text, "branch: indirect, so the code does not give its target (%s)",
        etm ? "IHI 0014Q 7.3.5" : "IHI 0035B 4.5.4");
  }
}

// Updates the return stack of a decoder. Each call that was taken pushes its return address. Each atom that represents
// an indirect branch pops the newest.
static void follow_range(struct why *w, const struct flow_event *e) {
  w->last = *e;
  if (!stack_is_on(w) || !e->waypoint || !e->passed) return;
  if (e->indirect && !e->reported && w->calls > 0) {
    w->calls--;
    w->returned++;
  }
  if (!e->link) return;
  w->returns[w->calls++ % WHY_RETURNS] = e->end;
}

static void atoms(struct why *w, const struct join_row *row, char text[WHY_ROOM]) {
  enum { FULL = 5 };
  const struct packet *p = &row->packet;
  if (w->config->etmcr & ETMCR_CYCLE_ACCURATE) {
    add(text, "1 atom: each has a cycle count (IHI 0035B 4.5.3)");
  } else if (p->atom_count == FULL) {
    add(text, "5 atoms: the packet is full (IHI 0035B 4.5.3)");
  } else {
    add(text, "%u atom%s: another packet or a request came before there were %u (IHI 0035B 4.5.3)", p->atom_count,
        p->atom_count == 1 ? "" : "s", FULL);
  }
  for (size_t i = 0; i < row->event_count; i++) {
    const struct flow_event *e = &row->events[i].flow;
    if (e->kind != FLOW_RANGE || !e->passed || !e->indirect || e->reported) continue;
    add(text, "atom %zu: target predicted by the return stack, 0x%08X (IHI 0035B 4.13)", i + 1, e->target);
  }
}

// --- other packets ---------------------------------------------------------------------------------------------------

static void async(struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const char *clause = is_etm(w) ? "IHI 0014Q 7.10.4" : "IHI 0035B 4.5.1";
  if (w->has_async) {
    add(text, "A-sync: %" PRIu64 " bytes since the previous one (%s)", p->offset - w->async, clause);
  } else {
    add(text, "A-sync: the first of the stream (%s)", clause);
  }
  w->async = p->offset;
  w->has_async = true;
}

static const char *untraced_clause(const struct why *w, unsigned why) {
  switch (why) {
    case SELECTION_PROHIBITED:
      return is_etm(w) ? "IHI 0014Q 2.6.2" : "IHI 0035B 4.7.1";
    case SELECTION_DEBUG:
      return is_etm(w) ? "IHI 0014Q 4.8" : "IHI 0035B 5.3.8";
    case SELECTION_JAZELLE:
      return "IHI 0035B 4.17";
    default:
      return is_etm(w) ? "IHI 0014Q 2.6.4" : "IHI 0035B 3.3";
  }
}

// Adds the reason why the code before the row was not traced.
static void untraced(const struct why *w, const struct join_row *row, char text[WHY_ROOM]) {
  char words[SELECTION_WORDS];
  if (row->untraced.why == SELECTION_NO_WHY) return;
  add(text, "not traced before: %s (%s)", selection_words(&row->untraced, words),
      untraced_clause(w, row->untraced.why));
}

static void isync(struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const char *clause = is_etm(w) ? "IHI 0014Q 7.10.5" : "IHI 0035B 4.5.2";
  static const char *const reasons[] = {[ISYNC_TRACE_ON] = "tracing turned on",
                                        [ISYNC_OVERFLOW] = "the FIFO overflowed, and tracing resumes here",
                                        [ISYNC_DEBUG_EXIT] = "Debug state was left"};
  if (p->reason == ISYNC_PERIODIC && w->has_isync) {
    add(text, "I-sync: periodic, %" PRIu64 " bytes since the previous one (%s)", p->offset - w->isync, clause);
  } else if (p->reason == ISYNC_PERIODIC) {
    add(text, "I-sync: periodic (%s)", clause);
  } else {
    add(text, "I-sync: %s (%s)", reasons[p->reason], clause);
  }
  w->isync = p->offset;
  w->has_isync = true;
  w->has_timestamp = false;
  w->calls = w->returned = 0;
}

static void timestamp(struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const bool etm = is_etm(w);
  const char *clause = etm ? "IHI 0014Q 7.7.3" : "IHI 0035B 4.5.9";
  const struct flow_event *e = &w->last;
  const bool full = p->timestamp_bytes >= (p->timestamp_bytes > 7 ? 9 : 7);
  if (full && w->has_isync && !w->has_timestamp) {
    add(text, "timestamp: requested by the synchronization, in full (%s)", clause);
  } else if (!etm && e->kind == FLOW_RANGE && e->barrier) {
    add(text, "timestamp: requested after a barrier, or by the event or a flush (%s)", clause);
  } else if (!etm && e->kind == FLOW_EXCEPTION) {
    add(text, "timestamp: requested after an exception, or by the event or a flush (%s)", clause);
  } else if (e->kind == FLOW_RANGE && e->eret) {
    add(text, "timestamp: requested after an exception return, or by the event or a flush (%s)", clause);
  } else {
    add(text, "timestamp: requested by the timestamp event or a flush (%s)", clause);
  }
  if (!full) {
    const char *plural = p->timestamp_bytes == 1 ? "" : "s";
    add(text, "%u byte%s of time: the higher bits are unchanged (%s)", p->timestamp_bytes, plural, clause);
  }
  w->has_timestamp = true;
}

static void context(struct why *w, const struct packet *p, char text[WHY_ROOM]) {
  const char *clause = is_etm(w) ? "IHI 0014Q 7.3.6" : "IHI 0035B 4.5.7";
  if (!w->has_context) return;
  add(text, "Context ID: 0x%X after 0x%X (%s)", p->value, w->context, clause);
}

// The reason for each packet of a kind, if it does not depend on the state.
static const struct {
  const char *text[PROTOCOLS];
} always[PACKET_KINDS] = {
    [PACKET_TRIGGER] = {{"trigger: the event of ETMTRIGGER occurred (IHI 0035B 4.5.6)",
                         "trigger: the event of ETMTRIGGER occurred (IHI 0014Q 7.11)"}},
    [PACKET_VMID] = {{"VMID: after an I-sync, or changed (IHI 0035B 4.5.8)",
                      "VMID: after an I-sync, or changed (IHI 0014Q 7.3.7)"}},
    [PACKET_EXCEPTION_RETURN] = {{"exception return: the branch before it returns from an exception (IHI 0035B 4.5.10)",
                                  "exception exit: the instruction before it returns from an exception (IHI 0014Q "
                                  "7.6)"}},
    [PACKET_IGNORE] = {{"ignore: no effect (IHI 0035B 4.5.11)", "ignore: no effect (IHI 0014Q 7.2)"}},
    [PACKET_P_HEADER] = {{NULL, "P-header: an atom for each instruction (IHI 0014Q 7.3.1)"}},
    [PACKET_CYCLE_COUNT] = {{NULL, "cycle count: clocks before the last I-sync (IHI 0014Q 7.3.4)"}},
    [PACKET_EXCEPTION_ENTRY] = {{NULL, "exception entry: the stack push begins (IHI 0014Q 7.5)"}},
};

static void reasons(struct why *w, const struct join_row *row, char text[WHY_ROOM]) {
  const struct packet *p = &row->packet;
  const char *fixed = always[p->kind].text[config_protocol(w->config)];
  if (fixed) add(text, "%s", fixed);
  switch (p->kind) {
    case PACKET_ASYNC:
      async(w, p, text);
      break;
    case PACKET_ISYNC:
      isync(w, p, text);
      untraced(w, row, text);
      break;
    case PACKET_ATOM:
      atoms(w, row, text);
      break;
    case PACKET_BRANCH:
      branch_cause(w, row, text);
      address_length(w, p, text);
      information(w, p, text);
      break;
    case PACKET_WAYPOINT_UPDATE:
      add(text, "waypoint update: an exception follows%s (IHI 0035B 4.5.5)",
          unit_is_v11(w->config) ? "" : ", or 4,096 bytes of code have no waypoint");
      break;
    case PACKET_TIMESTAMP:
      timestamp(w, p, text);
      break;
    case PACKET_CONTEXT_ID:
      context(w, p, text);
      break;
    case PACKET_TRIGGER:
    case PACKET_VMID:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKETS_OF_ETM3:
    case PACKET_BAD:
      break;
  }
}

// Updates the state relative to which later packets are compressed.
static void follow_packet(struct why *w, const struct packet *p) {
  if (p->kind == PACKET_ISYNC || p->kind == PACKET_CONTEXT_ID) {
    w->has_context = true;
    w->context = p->value;
  }
  if (p->kind == PACKET_WAYPOINT_UPDATE || p->kind == PACKET_BAD) w->has_base = false;
  if (!packet_is(p->kind, PACKET_HAS_STATE)) return;
  w->has_base = p->unknown_bits == 0;
  w->address = p->in_progress ? p->current : p->address;
  w->isa = p->isa;
  w->ns = p->ns;
  w->hyp = p->hyp;
}

void why_row(struct why *w, const struct join_row *row, char text[WHY_ROOM]) {
  text[0] = '\0';
  if (row->is_end) {
    if (w->config) untraced(w, row, text);
    *w = (struct why){0};
    return;
  }
  w->config = row->config;
  reasons(w, row, text);
  follow_packet(w, &row->packet);
  for (size_t i = 0; i < row->event_count; i++) {
    const struct flow_event *e = &row->events[i].flow;
    if (e->kind == FLOW_RANGE) follow_range(w, e);
    if (e->kind == FLOW_EXCEPTION) w->last = *e;
  }
}
