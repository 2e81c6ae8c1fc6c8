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

enum { ACCESS_PASSED = 2, ACCESS_FAILED };  // access types

static bool has_state(const struct comparator_qualifiers *by) {
  return by->secure != MODES_ALL || by->non_secure != MODES_ALL || by->type & ETMACTR_HYP;
}

// "Non-secure state", "Secure state or Non-secure privileged modes": which states match.
static void put_states(struct term *t, const struct comparator_qualifiers *by) {
  static const char *const modes[] = {
      [MODES_ALL] = "state", [MODES_NONE] = "", [MODES_PRIVILEGED] = "privileged modes", [MODES_USER] = "User mode"};
  const bool in_secure = by->secure != MODES_NONE, in_non_secure = by->non_secure != MODES_NONE;
  const bool in_hyp = by->type & ETMACTR_HYP;
  if (!in_secure && !in_non_secure) {
    put(t, in_hyp ? "Hyp mode" : "no state");
    return;
  }
  if (by->secure == MODES_ALL && by->non_secure == MODES_ALL) {
    put(t, "any mode");
    return;
  }
  if (by->secure != by->non_secure) {
    if (in_secure) put(t, "Secure %s%s", modes[by->secure], in_non_secure ? " or " : "");
    if (in_non_secure) put(t, "Non-secure %s", modes[by->non_secure]);
  } else {
    put(t, "%s", modes[by->secure]);
  }
  put(t, in_hyp ? ", Hyp mode too" : "");
}

static void put_context(struct term *t, const struct comparator_qualifiers *by) {
  put(t, "0x%08" PRIX32 " (ETMCIDCVR%" PRIu32, by->context, (uint32_t)field_get(by->type, ETMACTR_CONTEXT_ID));
  if (by->mask) put(t, ", mask 0x%08" PRIX32, by->mask);
  put(t, ")");
}

// " with Non-secure state, Context ID 0x00000005 (ETMCIDCVR1)": the qualifiers of an address that match.
static void put_qualifiers(struct term *t, const struct comparator_qualifiers *by) {
  const uint32_t access = field_get(by->type, ETMACTR_TYPE);
  const bool by_code = access == ACCESS_PASSED || access == ACCESS_FAILED;
  const char *separator = " with ";
  if (by->number == 0) return;
  if (has_state(by)) {
    put(t, "%s", separator);
    put_states(t, by);
    separator = ", ";
  }
  if (field_get(by->type, ETMACTR_CONTEXT_ID) > 0) {
    put(t, "%sContext ID ", separator);
    put_context(t, by);
    separator = ", ";
  }
  if (by->type & ETMACTR_VMID) {
    put(t, "%sVMID 0x%02X (ETMVMIDCVR)", separator, by->vmid);
    separator = ", ";
  }
  if (by_code) {
    put(t, "%scondition code %s", separator, access == ACCESS_PASSED ? "passed" : "failed");
    separator = ", ";
  }
  if (by->type & ETMACTR_EXACT) put(t, "%sexact match", separator);
}

static bool state_matches(const struct comparator_qualifiers *by, const struct selection_executed *x) {
  const unsigned modes = x->ns ? by->non_secure : by->secure;
  if (x->hyp) return by->type & ETMACTR_HYP;
  return modes == MODES_ALL || modes == (x->user ? (unsigned)MODES_USER : (unsigned)MODES_PRIVILEGED);
}

static void put_state_of(struct term *t, const struct comparator_qualifiers *by, const struct selection_executed *x) {
  const bool by_security = by->secure != by->non_secure;
  const unsigned modes = x->ns ? by->non_secure : by->secure;
  const char *mode = x->user ? "User mode" : "a privileged mode";
  if (x->hyp) {
    put(t, "Hyp mode");
  } else if (modes == MODES_NONE) {
    put(t, x->ns ? "Non-secure state" : "Secure state");
  } else {
    put(t, "%s%s", !by_security ? "" : x->ns ? "Non-secure state, " : "Secure state, ", mode);
  }
}

// "VMID 0x5A (ETMVMIDCVR), was 0x3C": the qualifiers of an address that do not match.
static void put_failing(struct term *t, const struct selection_reason *r) {
  const struct comparator_qualifiers *by = &r->by;
  const struct selection_executed *x = &r->executed;
  const uint32_t access = field_get(by->type, ETMACTR_TYPE);
  const bool by_context = field_get(by->type, ETMACTR_CONTEXT_ID) > 0;
  const bool by_code = access == ACCESS_PASSED || access == ACCESS_FAILED;
  const char *separator = "";
  const size_t used = t->used;
  if (!state_matches(by, x)) {
    put_states(t, by);
    put(t, ", was ");
    put_state_of(t, by, x);
    separator = "; ";
  }
  if (by_context && (by->context ^ x->context_id) & ~by->mask) {
    put(t, "%sContext ID ", separator);
    put_context(t, by);
    put(t, ", was 0x%08" PRIX32, x->context_id);
    separator = "; ";
  }
  if (by->type & ETMACTR_VMID && by->vmid != x->vmid) {
    put(t, "%sVMID 0x%02X (ETMVMIDCVR), was 0x%02X", separator, by->vmid, x->vmid);
    separator = "; ";
  }
  if (by_code && (access == ACCESS_PASSED) != x->passed)
    put(t, "%scondition code %s, was %s", separator, access == ACCESS_PASSED ? "passed" : "failed",
        x->passed ? "passed" : "failed");
  if (t->used == used) put(t, "another state");
}

// --- the term -------------------------------------------------------------------------------------------------------

// The qualifiers that decide, or that match too; none of an address outside of the range. `has_register`: with ETMACTR.
static void put_match(struct term *t, const struct selection_reason *r, bool has_register) {
  const bool is_matched = r->why != SELECTION_OUTSIDE && r->why != SELECTION_NOT_EXCLUDED;
  const size_t used = t->used;
  if (r->by_state) {
    put(t, ", but ");
    put(t, has_register ? "ETMACTR%u=0x%04X requires " : "the comparator requires ", r->by.number, r->by.type);
    put_failing(t, r);
  }
  if (is_matched) put_qualifiers(t, &r->by);
  if (is_matched && has_register && t->used > used) put(t, " as ETMACTR%u=0x%04X requires", r->by.number, r->by.type);
}

static const char *place_word(const struct selection_reason *r) {
  if (!r->by_state) return reason_words[r->why];
  return r->why == SELECTION_OUTSIDE ? "in" : "inside";
}

// A range that is upside down never matches (IHI 0035B 3.4.1).
static void put_range(struct term *t, const struct selection_reason *r) {
  const bool others = r->why == SELECTION_OUTSIDE || r->why == SELECTION_NOT_EXCLUDED;
  if (r->low < r->high) {
    put(t, "%s range %u (0x%" PRIX32 " to 0x%" PRIX32 ")", place_word(r), r->number, r->low, r->high - 1);
    put_match(t, r, false);
  } else {
    put(t, "%s range %u (low address 0x%" PRIX32 " %s high address 0x%" PRIX32 ")", reason_words[r->why], r->number,
        r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  if (r->more > 0 && others) put(t, r->by_state ? "; %u more do not match" : " and %u more", r->more);
}

static bool is_about_addresses(const struct selection_reason *r) {
  return r->why == SELECTION_OUTSIDE || r->why == SELECTION_EXCLUDED || r->why == SELECTION_NOT_EXCLUDED;
}

// A part of the block is outside the range, so "in" would not be true.
static bool is_part_outside(const struct selection_reason *r) {
  const struct selection_executed *x = &r->executed;
  const bool is_inside = x->low >= r->low && x->high < r->high;
  return r->why == SELECTION_IN_RANGE && x->high >= r->low && !is_inside;
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
    put(&t, "%s the selected address 0x%" PRIX32, r->by_state ? "at" : reason_words[r->why], r->low);
    put_match(&t, r, false);
  } else {
    put(&t, "%s", reason_words[r->why] ? reason_words[r->why] : "");
  }
  if (!r->has_event || !(by_event || r->is_disabled)) return text;
  if (!by_event) put(&t, ", and %s", reason_words[SELECTION_EVENT]);
  put(&t, " (ETMTEEVR=%s)", resource_words(r->event, words));
  return text;
}

// --- with the values of the registers --------------------------------------------------------------------------------

static void put_addresses(struct term *t, const struct selection_reason *r) {
  if (r->number == 0) {
    put(t, "address 0x%08" PRIX32 " (ETMTECR2=0x%08" PRIX32 ", ", r->low, (uint32_t)r->singles);
  } else if (r->low < r->high) {
    put(t, "range %u (0x%08" PRIX32 " to 0x%08" PRIX32 ", ", r->number, r->low, r->high - 1);
  } else {
    put(t, "range %u (low address 0x%08" PRIX32 " %s high address 0x%08" PRIX32 ", so it never matches; ", r->number,
        r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  put(t, "ETMTECR1=0x%08" PRIX32 " %s)", r->control, r->control & ETMTECR1_EXCLUDE ? "excludes" : "includes");
}

// " since stop point 2 (ETMACVR2=0x00008100) in clock 120".
static void put_since(struct term *t, const struct selection_reason *r) {
  const bool is_off = r->why == SELECTION_STOPPED;
  if (r->point > 0)
    put(t, " since %s point %u (ETMACVR%u=0x%08" PRIX32 ") in clock %" PRIu64, is_off ? "stop" : "start", r->point,
        r->point, r->point_value, r->point_clock);
  else if (r->input > 0)
    put(t, " since EmbeddedICE %u became 1 in clock %" PRIu64, r->input, r->point_clock);
  else if (r->set_by == SELECTION_SET_BY_STATUS)
    put(t, " since %d was written to ETMSR[2] in clock %" PRIu64, !is_off, r->point_clock);
  else if (r->set_by == SELECTION_SET_BY_PROGRAMMING && is_off)
    put(t, " since the Programming bit reset it in clock %" PRIu64 "; no start point%s or write to ETMSR followed",
        r->point_clock, r->inputs ? ", EmbeddedICE input" : "");
}

static void put_points(struct term *t, const struct selection_reason *r) {
  put(t, "start/stop block %s (ETMTECR1=0x%08" PRIX32 ", ETMTSSCR=0x%08" PRIX32,
      r->why == SELECTION_STOPPED ? "off" : "on", r->control, r->points);
  if (r->inputs) put(t, ", ETMTESSEICR=0x%08" PRIX32, r->inputs);
  put(t, ")");
  put_since(t, r);
}

static void put_event(struct term *t, const struct selection_reason *r, bool is_true) {
  char words[RESOURCE_WORDS];
  put(t, "the TraceEnable event is %s", is_true ? "true" : "false");
  if (r->has_event) put(t, " (ETMTEEVR=%s)", resource_words(r->event, words));
}

// The block is not inside an excluded range, or is, but its state does not match.
static void put_not_covered(struct term *t, const struct selection_reason *r) {
  if (r->by_state) {
    put(t, " covers it");
    put_match(t, r, true);
    if (r->more > 0) put(t, ", and %u more do not cover it", r->more);
    return;
  }
  if (r->more > 0) put(t, " and %u more", r->more);
  put(t, r->more > 0 ? " do not cover it" : " does not cover it");
}

static void put_deciding(struct term *t, const struct selection_reason *r) {
  const bool is_in = r->why != SELECTION_OUTSIDE || r->by_state;
  char words[SELECTION_WORDS];
  switch ((enum selection_why)r->why) {
    case SELECTION_IN_RANGE:
    case SELECTION_AT:
    case SELECTION_OUTSIDE:
      if (is_part_outside(r))
        put(t, "its block overlaps ");
      else
        put(t, is_in && r->number > 0 ? "in " : is_in ? "at " : "outside ");
      put_addresses(t, r);
      put_match(t, r, true);
      if (r->more > 0 && r->why == SELECTION_OUTSIDE)
        put(t, r->by_state ? ", and outside %u more" : " and outside %u more", r->more);
      break;
    case SELECTION_EXCLUDED:
      put(t, "excluded by ");
      put_addresses(t, r);
      put_match(t, r, true);
      break;
    case SELECTION_NOT_EXCLUDED:
      put_addresses(t, r);
      put_not_covered(t, r);
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
  if (by_points && r->control & ETMTECR1_START_STOP) {
    put(&t, ", the start/stop block is on (ETMTSSCR=0x%08" PRIX32 ")", r->points);
    put_since(&t, r);
  }
  const bool is_disabled = r->is_disabled && r->why != SELECTION_EVENT && r->why != SELECTION_NEVER;
  const bool is_enabled = selects && r->has_event && r->why != SELECTION_ENABLED;
  if (is_disabled || is_enabled) {
    put(&t, ", and ");
    put_event(&t, r, is_enabled);
  }
  return text;
}
