// SPDX-License-Identifier: Apache-2.0
// The term that decides whether something is traced, in words.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "register.h"
#include "resource.h"
#include "selection.h"

static const char *const reason_words[] = {[SELECTION_IN_RANGE] = "in",
                                           [SELECTION_AT] = "at a selected address",
                                           [SELECTION_NOT_EXCLUDED] = "not excluded by",
                                           [SELECTION_STARTS] = "start/stop block on",
                                           [SELECTION_ENABLED] = "the TraceEnable event is true",
                                           [SELECTION_OUTSIDE] = "outside",
                                           [SELECTION_NOTHING] = "nothing is included",
                                           [SELECTION_EXCLUDED] = "excluded by",
                                           [SELECTION_STOPPED] = "start/stop block off",
                                           [SELECTION_EVENT] = "the TraceEnable event is false",
                                           [SELECTION_NEVER] = "TraceEnable was never true",
                                           [SELECTION_PROHIBITED] = "prohibited",
                                           [SELECTION_DEBUG] = "Debug state",
                                           [SELECTION_JAZELLE] = "Jazelle state",
                                           [SELECTION_DISABLED] = "the DUT is off",
                                           [SELECTION_BEGINS] = "the DUT was enabled after the block began"};

// A text that is being written.
struct term {
  char *text;
  size_t used, size;
};

__attribute__((format(printf, 2, 3))) static void put(struct term *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int more = vsnprintf(t->text + t->used, t->size - t->used, format, args);
  va_end(args);
  t->used += more > 0 ? (size_t)more : 0;
  if (t->used >= t->size) t->used = t->size - 1;
}

// --- the qualifiers of an address -----------------------------------------------------------------------------------

static void put_modes(struct term *t, const struct comparator_qualifiers *by) {
  static const char *const modes[] = {
      [MODES_ALL] = " state", [MODES_NONE] = "", [MODES_PRIVILEGED] = " privileged modes", [MODES_USER] = " User mode"};
  const bool in_secure = by->secure != MODES_NONE, in_non_secure = by->non_secure != MODES_NONE;
  const bool in_hyp = by->type & ETMACTR_HYP;
  if (!in_secure && !in_non_secure) {
    put(t, in_hyp ? ", Hyp mode only" : ", no state");
    return;
  }
  if (by->secure != by->non_secure) {
    put(t, ",");
    if (in_secure) put(t, " Secure%s%s", modes[by->secure], in_non_secure ? " or" : "");
    if (in_non_secure) put(t, " Non-secure%s", modes[by->non_secure]);
    put(t, " only");
  } else if (by->secure != MODES_ALL) {
    put(t, ",%s only", modes[by->secure]);
  }
  if (in_hyp) put(t, ", Hyp mode too");
}

// ", Non-secure state only, Context ID comparator 1 (0x00000005)": which instructions at the address match.
static void put_qualifiers(struct term *t, const struct comparator_qualifiers *by) {
  enum { PASSED = 2, FAILED };  // access types
  const uint32_t context = field_get(by->type, ETMACTR_CONTEXT_ID), access = field_get(by->type, ETMACTR_TYPE);
  if (by->number == 0) return;
  put_modes(t, by);
  if (context > 0) put(t, ", Context ID comparator %" PRIu32 " (0x%08" PRIX32, context, by->context);
  if (context > 0 && by->mask) put(t, ", mask 0x%08" PRIX32, by->mask);
  if (context > 0) put(t, ")");
  if (by->type & ETMACTR_VMID) put(t, ", VMID comparator (0x%02X)", by->vmid);
  if (access == PASSED || access == FAILED) put(t, ", condition code %s", access == PASSED ? "passed" : "failed");
  if (by->type & ETMACTR_EXACT) put(t, ", exact match");
}

// --- the term -------------------------------------------------------------------------------------------------------

// A range that is upside down never matches (IHI 0035B 3.4.1).
static void put_range(struct term *t, const struct selection_reason *r) {
  const bool others = r->why == SELECTION_OUTSIDE || r->why == SELECTION_NOT_EXCLUDED;
  if (r->low < r->high) {
    put(t, "%s range %u (0x%" PRIX32 " to 0x%" PRIX32, reason_words[r->why], r->number, r->low, r->high - 1);
    put_qualifiers(t, &r->by);
    put(t, ")");
  } else {
    put(t, "%s range %u (low address 0x%" PRIX32 " %s high address 0x%" PRIX32 ")", reason_words[r->why], r->number,
        r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  if (r->more > 0 && others) put(t, " and %u more", r->more);
}

static bool is_about_addresses(const struct selection_reason *r) {
  return r->why == SELECTION_OUTSIDE || r->why == SELECTION_EXCLUDED || r->why == SELECTION_NOT_EXCLUDED;
}

// Two terms can both be false.
const char *selection_words(const struct selection_reason *r, char text[SELECTION_WORDS]) {
  const bool by_event = r->why == SELECTION_EVENT || r->why == SELECTION_NEVER;
  struct term t = {text, 0, SELECTION_WORDS};
  char words[RESOURCE_WORDS];
  text[0] = '\0';
  if (r->number > 0) {
    put_range(&t, r);
  } else if (is_about_addresses(r)) {
    put(&t, "%s the selected address 0x%" PRIX32, reason_words[r->why], r->low);
    put_qualifiers(&t, &r->by);
  } else {
    put(&t, "%s", reason_words[r->why] ? reason_words[r->why] : "");
  }
  if (!r->has_event || !(by_event || r->is_disabled)) return text;
  if (!by_event) put(&t, ", and %s", reason_words[SELECTION_EVENT]);
  put(&t, " (ETMTEEVR=%s)", resource_words(r->event, words));
  return text;
}

// --- with the values of the registers --------------------------------------------------------------------------------

// The qualifiers, with the register that has them.
static void put_state(struct term *t, const struct comparator_qualifiers *by) {
  const size_t used = t->used;
  put_qualifiers(t, by);
  if (t->used > used) put(t, ", ETMACTR%u=0x%04X", by->number, by->type);
}

static void put_addresses(struct term *t, const struct selection_reason *r) {
  if (r->number == 0) {
    put(t, "address 0x%08" PRIX32, r->low);
    put_state(t, &r->by);
    put(t, " (ETMTECR2=0x%08" PRIX32 ", ", (uint32_t)r->singles);
  } else if (r->low < r->high) {
    put(t, "range %u (0x%08" PRIX32 " to 0x%08" PRIX32, r->number, r->low, r->high - 1);
    put_state(t, &r->by);
    put(t, ", ");
  } else {
    put(t, "range %u (low address 0x%08" PRIX32 " %s high address 0x%08" PRIX32 ", so it never matches; ", r->number,
        r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  put(t, "ETMTECR1=0x%08" PRIX32 " %s)", r->control, r->control & ETMTECR1_EXCLUDE ? "excludes" : "includes");
}

static void put_points(struct term *t, const struct selection_reason *r) {
  put(t, "%s (ETMTECR1=0x%08" PRIX32 ", ETMTSSCR=0x%08" PRIX32,
      r->why == SELECTION_STOPPED ? "start/stop block off" : "start/stop block on", r->control, r->points);
  if (r->inputs) put(t, ", ETMTESSEICR=0x%08" PRIX32, r->inputs);
  put(t, ")");
}

static void put_event(struct term *t, const struct selection_reason *r, bool is_true) {
  char words[RESOURCE_WORDS];
  put(t, "the TraceEnable event is %s", is_true ? "true" : "false");
  if (r->has_event) put(t, " (ETMTEEVR=%s)", resource_words(r->event, words));
}

static void put_deciding(struct term *t, const struct selection_reason *r) {
  char words[SELECTION_WORDS];
  switch ((enum selection_why)r->why) {
    case SELECTION_IN_RANGE:
    case SELECTION_AT:
    case SELECTION_OUTSIDE:
      put(t, r->why == SELECTION_IN_RANGE ? "in " : r->why == SELECTION_AT ? "at " : "outside ");
      put_addresses(t, r);
      if (r->more > 0 && r->why == SELECTION_OUTSIDE) put(t, " and outside %u more", r->more);
      break;
    case SELECTION_EXCLUDED:
      put(t, "excluded by ");
      put_addresses(t, r);
      break;
    case SELECTION_NOT_EXCLUDED:
      put_addresses(t, r);
      if (r->more > 0) put(t, " and %u more", r->more);
      put(t, r->more > 0 ? " do not cover it" : " does not cover it");
      break;
    case SELECTION_STARTS:
    case SELECTION_STOPPED:
      put_points(t, r);
      break;
    case SELECTION_NOTHING:
      put(t, "nothing is included (ETMTECR1=0x%08" PRIX32 ")", r->control);
      break;
    case SELECTION_ENABLED:
    case SELECTION_EVENT:
      put_event(t, r, r->why == SELECTION_ENABLED);
      break;
    case SELECTION_NO_WHY:
    case SELECTION_NEVER:
    case SELECTION_PROHIBITED:
    case SELECTION_DEBUG:
    case SELECTION_JAZELLE:
    case SELECTION_DISABLED:
    case SELECTION_BEGINS:
      put(t, "%s", selection_words(r, words));
      break;
  }
}

const char *selection_term(const struct selection_reason *r, char text[SELECTION_TERM]) {
  struct term t = {text, 0, SELECTION_TERM};
  const bool selects = r->why != SELECTION_NO_WHY && !selection_leaves_out(r);
  const bool by_points = selects && r->why != SELECTION_STARTS && r->why != SELECTION_ENABLED;
  text[0] = '\0';
  put_deciding(&t, r);
  if (by_points && r->control & ETMTECR1_START_STOP)
    put(&t, ", the start/stop block is on (ETMTSSCR=0x%08" PRIX32 ")", r->points);
  const bool is_disabled = r->is_disabled && r->why != SELECTION_EVENT && r->why != SELECTION_NEVER;
  const bool is_enabled = selects && r->has_event && r->why != SELECTION_ENABLED;
  if (is_disabled || is_enabled) {
    put(&t, ", and ");
    put_event(&t, r, is_enabled);
  }
  return text;
}
