// SPDX-License-Identifier: Apache-2.0
// The term that decides whether something is traced, in words.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "append.h"
#include "register.h"
#include "resource.h"
#include "selection.h"

enum { ROOM = SELECTION_WORDS };

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

// --- the qualifiers of an address -----------------------------------------------------------------------------------

static bool has_state(const struct comparator_qualifiers *by) {
  return by->secure != MODES_ALL || by->non_secure != MODES_ALL || by->type & ETMACTR_HYP;
}

// "Non-secure state", "Secure state or Non-secure privileged modes": which states match.
static void put_states(char text[ROOM], const struct comparator_qualifiers *by) {
  static const char *const modes[] = {
      [MODES_ALL] = "state", [MODES_NONE] = "", [MODES_PRIVILEGED] = "privileged modes", [MODES_USER] = "User mode"};
  const bool in_secure = by->secure != MODES_NONE, in_non_secure = by->non_secure != MODES_NONE;
  const bool in_hyp = by->type & ETMACTR_HYP;
  if (!in_secure && !in_non_secure) {
    text_append(text, ROOM, in_hyp ? "Hyp mode" : "no state");
    return;
  }
  if (by->secure == MODES_ALL && by->non_secure == MODES_ALL) {
    text_append(text, ROOM, "any mode");
    return;
  }
  if (by->secure != by->non_secure) {
    if (in_secure) text_append(text, ROOM, "Secure %s%s", modes[by->secure], in_non_secure ? " or " : "");
    if (in_non_secure) text_append(text, ROOM, "Non-secure %s", modes[by->non_secure]);
  } else {
    text_append(text, ROOM, "%s", modes[by->secure]);
  }
  text_append(text, ROOM, in_hyp ? " or Hyp mode" : "");
}

static void put_context(char text[ROOM], const struct comparator_qualifiers *by) {
  text_append(text, ROOM, "0x%08" PRIX32 " (ETMCIDCVR%" PRIu32, by->context,
              (uint32_t)field_get(by->type, ETMACTR_CONTEXT_ID));
  if (by->mask) text_append(text, ROOM, ", mask 0x%08" PRIX32, by->mask);
  text_append(text, ROOM, ")");
}

// With a mask, the Context ID of the item need not be the value of the register.
static void put_masked_context(char text[ROOM], const struct comparator_qualifiers *by, uint32_t context_id) {
  text_append(text, ROOM, "0x%08" PRIX32 ", which matches ETMCIDCVR%" PRIu32 "=0x%08" PRIX32 " (mask 0x%08" PRIX32 ")",
              context_id, (uint32_t)field_get(by->type, ETMACTR_CONTEXT_ID), by->context, by->mask);
}

static bool state_matches(const struct comparator_qualifiers *by, const struct selection_executed *x) {
  const unsigned modes = x->state.ns ? by->non_secure : by->secure;
  if (x->state.hyp) return by->type & ETMACTR_HYP;
  return modes == MODES_ALL || modes == (x->state.user ? (unsigned)MODES_USER : (unsigned)MODES_PRIVILEGED);
}

static void put_state_of(char text[ROOM], const struct comparator_qualifiers *by, const struct selection_executed *x) {
  const bool by_security = by->secure != by->non_secure;
  const unsigned modes = x->state.ns ? by->non_secure : by->secure;
  const char *mode = x->state.user ? "User mode" : "a privileged mode";
  if (x->state.hyp) {
    text_append(text, ROOM, ", found Hyp mode");
  } else if (modes == MODES_NONE) {
    text_append(text, ROOM, ", found %s state", x->state.ns ? "Non-secure" : "Secure");
  } else {
    text_append(text, ROOM, ", found %s%s",
                !by_security  ? ""
                : x->state.ns ? "Non-secure state, "
                              : "Secure state, ",
                mode);
  }
}

// " with Non-secure state, Context ID 0x00000005 (ETMCIDCVR1)": the qualifiers of an address that match. If `fails`,
// those that do not match: "VMID 0x5A (ETMVMIDCVR), was 0x3C".
static void put_qualifiers(char text[ROOM], const struct selection_reason *r, bool fails) {
  const struct comparator_qualifiers *by = &r->by;
  const struct selection_executed *x = &r->executed;
  const uint32_t access = field_get(by->type, ETMACTR_TYPE);
  const bool has_context = field_get(by->type, ETMACTR_CONTEXT_ID) > 0, has_vmid = by->type & ETMACTR_VMID;
  const bool has_code = access == ACCESS_PASSED || access == ACCESS_FAILED;
  const char *separator = fails ? "" : " with ", *next = fails ? "; " : ", ";
  if (by->number == 0 && !fails) return;
  if (fails ? !state_matches(by, x) : has_state(by)) {
    text_append(text, ROOM, "%s", separator);
    put_states(text, by);
    if (fails) put_state_of(text, by, x);
    separator = next;
  }
  if (has_context && (!fails || (by->context ^ x->state.context_id) & ~by->mask)) {
    text_append(text, ROOM, "%sContext ID ", separator);
    if (by->mask && !fails)
      put_masked_context(text, by, x->state.context_id);
    else
      put_context(text, by);
    if (fails) text_append(text, ROOM, ", found 0x%08" PRIX32, x->state.context_id);
    separator = next;
  }
  if (has_vmid && (!fails || by->vmid != x->state.vmid)) {
    text_append(text, ROOM, "%sVMID 0x%02X (ETMVMIDCVR)", separator, by->vmid);
    if (fails) text_append(text, ROOM, ", found 0x%02X", x->state.vmid);
    separator = next;
  }
  if (has_code && (!fails || (access == ACCESS_PASSED) != x->passed)) {
    text_append(text, ROOM, "%scondition code %s", separator, access == ACCESS_PASSED ? "passed" : "failed");
    if (fails) text_append(text, ROOM, ", found %s", x->passed ? "passed" : "failed");
    separator = next;
  }
  if (access >= ACCESS_DATA && fails) {
    text_append(text, ROOM, "%sa data access, found an instruction", separator);
    separator = next;
  }
  if (by->type & ETMACTR_EXACT && !fails) text_append(text, ROOM, "%sexact match", separator);
  if (separator[0] == '\0') text_append(text, ROOM, "another state");
}

// --- the term -------------------------------------------------------------------------------------------------------

// Writes the qualifiers that decide. If the address and the qualifiers match, writes them, too. Writes nothing if the
// address is outside the range. `has_register`: with ETMACTR.
static void put_match(char text[ROOM], const struct selection_reason *r, bool has_register) {
  const bool is_matched = r->why != SELECTION_OUTSIDE && r->why != SELECTION_NOT_EXCLUDED;
  const size_t used = strlen(text);
  if (r->by_state) {
    text_append(text, ROOM, ", but ");
    text_append(text, ROOM, has_register ? "ETMACTR%u=0x%04X requires " : "the comparator requires ", r->by.number,
                r->by.type);
    put_qualifiers(text, r, true);
  }
  if (is_matched) put_qualifiers(text, r, false);
  if (is_matched && has_register && text[used])
    text_append(text, ROOM, " as ETMACTR%u=0x%04X requires", r->by.number, r->by.type);
}

static const char *place_word(const struct selection_reason *r) {
  if (!r->by_state) return reason_words[r->why];
  return r->why == SELECTION_OUTSIDE ? "in" : "inside";
}

// If the low address of a range is not below its high address, which violates IHI 0035B 3.4.1, the text shows both.
static void put_range(char text[ROOM], const struct selection_reason *r) {
  const bool others = r->why == SELECTION_OUTSIDE || r->why == SELECTION_NOT_EXCLUDED;
  if (r->low < r->high) {
    text_append(text, ROOM, "%s range %u (0x%" PRIX32 " to 0x%" PRIX32 ")", place_word(r), r->number, r->low,
                r->high - 1);
    put_match(text, r, false);
  } else {
    text_append(text, ROOM, "%s range %u (low address 0x%" PRIX32 " %s high address 0x%" PRIX32 ")",
                reason_words[r->why], r->number, r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  if (r->more > 0 && others) text_append(text, ROOM, r->by_state ? "; %u more do not match" : " and %u more", r->more);
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

// The filter and the TraceEnable event can both leave an item out. The text then names both.
const char *selection_words(const struct selection_reason *r, char text[ROOM]) {
  const bool by_event = r->why == SELECTION_EVENT || r->why == SELECTION_NEVER;
  char words[RESOURCE_WORDS];
  text[0] = '\0';
  if (r->number > 0) {
    put_range(text, r);
  } else if (is_about_addresses(r)) {
    text_append(text, ROOM, "%s the selected address 0x%" PRIX32, r->by_state ? "at" : reason_words[r->why], r->low);
    put_match(text, r, false);
  } else {
    text_append(text, ROOM, "%s", reason_words[r->why] ? reason_words[r->why] : "");
  }
  if (!r->has_event || !(by_event || r->is_disabled)) return text;
  if (!by_event) text_append(text, ROOM, ", and %s", reason_words[SELECTION_EVENT]);
  text_append(text, ROOM, " (ETMTEEVR=%s)", resource_words(r->event, words));
  return text;
}

// --- with the values of the registers --------------------------------------------------------------------------------

static void put_addresses(char text[ROOM], const struct selection_reason *r) {
  if (r->number == 0) {
    text_append(text, ROOM, "address 0x%08" PRIX32 " (ETMTECR2=0x%08" PRIX32 ", ", r->low, (uint32_t)r->singles);
  } else if (r->low < r->high) {
    text_append(text, ROOM, "range %u (0x%08" PRIX32 " to 0x%08" PRIX32 ", ", r->number, r->low, r->high - 1);
  } else {
    text_append(text, SELECTION_WORDS, "range %u (low address 0x%08" PRIX32 " %s high address 0x%08" PRIX32 "; ",
                r->number, r->low, r->low > r->high ? "above" : "equal to", r->high);
  }
  text_append(text, ROOM, "ETMTECR1=0x%08" PRIX32 " %s)", r->control,
              r->control & ETMTECR1_EXCLUDE ? "excludes" : "includes");
}

// " since stop point 2 (ETMACVR2=0x00008100) in clock 120".
static void put_since(char text[ROOM], const struct selection_reason *r) {
  const bool is_off = r->why == SELECTION_STOPPED;
  if (r->point > 0)
    text_append(text, ROOM, " since %s point %u (ETMACVR%u=0x%08" PRIX32 ") in clock %" PRIu64,
                is_off ? "stop" : "start", r->point, r->point, r->point_value, r->point_clock);
  else if (r->input > 0)
    text_append(text, ROOM, " since EMBEDDEDICE[%u] (EmbeddedICE input %u) became 1 in clock %" PRIu64, r->input - 1u,
                r->input, r->point_clock);
  else if (r->set_by == SELECTION_SET_BY_STATUS)
    text_append(text, SELECTION_WORDS,
                " since %d was written to ETMSR[2] in clock %" PRIu64
                " (clearing the Programming bit keeps a written state)",
                !is_off, r->point_clock);
  else if (r->set_by == SELECTION_SET_BY_PROGRAMMING && is_off)
    text_append(text, SELECTION_WORDS,
                " since the Programming bit reset it in clock %" PRIu64 "; no start point%s or write to ETMSR followed",
                r->point_clock, r->inputs ? ", EmbeddedICE input" : "");
}

static void put_points(char text[ROOM], const struct selection_reason *r) {
  text_append(text, ROOM, "start/stop block %s (ETMTECR1=0x%08" PRIX32 ", ETMTSSCR=0x%08" PRIX32,
              r->why == SELECTION_STOPPED ? "off" : "on", r->control, r->points);
  if (r->inputs) text_append(text, ROOM, ", ETMTESSEICR=0x%08" PRIX32, r->inputs);
  text_append(text, ROOM, ")");
  put_since(text, r);
}

static void put_event(char text[ROOM], const struct selection_reason *r, bool is_true) {
  char words[RESOURCE_WORDS];
  text_append(text, ROOM, "the TraceEnable event is %s", is_true ? "true" : "false");
  if (r->has_event) text_append(text, ROOM, " (ETMTEEVR=%s)", resource_words(r->event, words));
}

// The block is not inside an excluded range, or is, but its state does not match.
static void put_not_covered(char text[ROOM], const struct selection_reason *r) {
  if (r->by_state) {
    text_append(text, ROOM, " covers it");
    put_match(text, r, true);
    if (r->more > 0) text_append(text, ROOM, ", and %u more do not cover it", r->more);
    return;
  }
  if (r->more > 0) text_append(text, ROOM, " and %u more", r->more);
  text_append(text, ROOM, r->more > 0 ? " do not cover it" : " does not cover it");
}

static void put_deciding(char text[ROOM], const struct selection_reason *r) {
  const bool is_in = r->why != SELECTION_OUTSIDE || r->by_state;
  char words[SELECTION_WORDS];
  switch ((enum selection_why)r->why) {
    case SELECTION_IN_RANGE:
    case SELECTION_AT:
    case SELECTION_OUTSIDE:
      if (is_part_outside(r))
        text_append(text, ROOM, "its block overlaps ");
      else
        text_append(text, ROOM, is_in && r->number > 0 ? "in " : is_in ? "at " : "outside ");
      put_addresses(text, r);
      put_match(text, r, true);
      if (r->more > 0 && r->why == SELECTION_OUTSIDE)
        text_append(text, ROOM, r->by_state ? ", and outside %u more" : " and outside %u more", r->more);
      break;
    case SELECTION_EXCLUDED:
      text_append(text, ROOM, "excluded by ");
      put_addresses(text, r);
      put_match(text, r, true);
      break;
    case SELECTION_NOT_EXCLUDED:
      put_addresses(text, r);
      put_not_covered(text, r);
      break;
    case SELECTION_STARTS:
    case SELECTION_STOPPED:
      put_points(text, r);
      break;
    case SELECTION_NOTHING:
      text_append(text, ROOM, "nothing is included (ETMTECR1=0x%08" PRIX32 ")", r->control);
      break;
    case SELECTION_ENABLED:
    case SELECTION_EVENT:
      put_event(text, r, r->why == SELECTION_ENABLED);
      break;
    case SELECTION_NO_WHY:
    case SELECTION_NEVER:
    case SELECTION_PROHIBITED:
    case SELECTION_DEBUG:
    case SELECTION_JAZELLE:
    case SELECTION_DISABLED:
    case SELECTION_BEGINS:
      text_append(text, ROOM, "%s", selection_words(r, words));
      break;
  }
}

const char *selection_term(const struct selection_reason *r, char text[ROOM]) {
  const bool selects = r->why != SELECTION_NO_WHY && !selection_leaves_out(r);
  const bool by_points = selects && r->why != SELECTION_STARTS && r->why != SELECTION_ENABLED;
  text[0] = '\0';
  put_deciding(text, r);
  if (by_points && r->control & ETMTECR1_START_STOP) {
    text_append(text, ROOM, ", the start/stop block is on (ETMTSSCR=0x%08" PRIX32 ")", r->points);
    put_since(text, r);
  }
  const bool is_disabled = r->is_disabled && r->why != SELECTION_EVENT && r->why != SELECTION_NEVER;
  const bool is_enabled = selects && r->has_event && r->why != SELECTION_ENABLED;
  if (is_disabled || is_enabled) {
    text_append(text, ROOM, ", and ");
    put_event(text, r, is_enabled);
  }
  return text;
}

void selection_disable(struct selection_reason *r, uint32_t event) {
  if (!selection_leaves_out(r)) *r = (struct selection_reason){.why = SELECTION_EVENT};
  r->is_disabled = r->has_event = true;
  r->event = event;
}
