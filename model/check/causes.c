// SPDX-License-Identifier: Apache-2.0
#include "causes.h"

#include <inttypes.h>
#include <stdio.h>

#include "pin.h"
#include "protocol.h"
#include "register.h"
#include "resource.h"

enum { ROOM = 256 };

static const char *enable_pin(const struct observer *o) {
  return pin_row(PIN_ENABLE)->name[config_protocol(&o->config)];
}

bool cause_never_started(const struct observer *o, struct judgement *j) {
  const struct registers *r = &o->registers;
  const char *again = o->resets ? " after the last reset" : "", *cause;
  char text[ROOM];
  if (!r->was_written[ETMCR >> 2] && r->programming) {
    cause = "ETMCR was not written; write it with bits 10 and 0 clear";
  } else if (r->programming) {
    cause = "ETMCR[10] is 1; clear it";
  } else if (r->power_down) {
    cause = "ETMCR[0] is 1; clear it";
  } else if (r->has_os_lock && r->os_lock) {
    cause = "the OS lock is set; write 0 to ETMOSLAR";
  } else if (o->barred) {
    cause = "NIDEN and DBGEN are 0; set one of them";
  } else {
    snprintf(text, sizeof text, "%s and ATVALID stayed 0; check its clock, power and authentication inputs",
             enable_pin(o));
    cause = text;
  }
  return verdict_wrong(j, "incomplete: the DUT was not started%s: %s", again, cause);
}

bool cause_no_end(const struct observer *o, struct judgement *j) {
  const struct registers *r = &o->registers;
  if (o->barred) {
    return verdict_wrong(j,
                         "incomplete: the simulation ended too soon after NIDEN and DBGEN became 0; go on until no "
                         "trace has left for 64 clocks");
  }
  if (r->running) {
    return verdict_wrong(j,
                         "incomplete: the simulation ended while the DUT was running; set ETMCR[10] and poll "
                         "ETMSR[1] = 1 before $finish");
  }
  return verdict_wrong(j,
                       "incomplete: the DUT was stopped, but ETMSR[1] did not read as 1 after that; poll ETMSR[1] = "
                       "1 before $finish");
}

// The line about items that were presented, of which none is in the trace. Empty: no cause is known.
static void say_why_untraced(const struct observer *o, char text[ROOM]) {
  const struct history *h = &o->history;
  const char *items = protocol_row(&o->config)->items;
  const bool event_known = !(o->config.unknown & CONFIG_ETMTEEVR);
  char words[RESOURCE_WORDS];
  text[0] = '\0';
  if (h->count == 0) {
    snprintf(text, ROOM, "no %s were presented on the processor's port; drive it while %s is 1", items, enable_pin(o));
  } else if (o->sampling.not_taken == h->count) {
    snprintf(text, ROOM, "all %zu %s were presented while %s was 0; present them after it is 1", h->count, items,
             enable_pin(o));
  } else if (o->scoreboard.at.untraced_items < h->count) {
    return;  // some had to be in the trace, or were reset
  } else if (o->by_comparators) {
    snprintf(text, ROOM, "the address comparators selected none of the %zu %s; change ETMTECR1 and its ranges",
             h->count, items);
  } else if (event_known && o->config.etmteevr != EVENT_ALWAYS) {
    resource_words(o->config.etmteevr, words);
    snprintf(text, ROOM, "TraceEnable was never true, ETMTEEVR=%s; change it, 0x6F is always true", words);
  } else {
    snprintf(text, ROOM, "tracing was prohibited or in Debug state for all %zu %s", h->count, items);
  }
}

bool cause_no_trace(const struct observer *o, struct judgement *j) {
  char text[ROOM];
  say_why_untraced(o, text);
  if (text[0]) return verdict_wrong(j, "nothing checked: the DUT sent no trace: %s", text);
  return verdict_wrong(j, "nothing checked: the DUT sent no trace; connect ATVALID, ATBYTES and ATDATA");
}

bool cause_no_item(const struct observer *o, struct judgement *j) {
  const char *items = protocol_row(&o->config)->items;
  char text[ROOM];
  say_why_untraced(o, text);
  if (text[0]) return verdict_wrong(j, "nothing checked: %s", text);
  return verdict_wrong(j, "nothing checked: none of the %zu %s was compared", o->history.count, items);
}
