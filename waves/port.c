// SPDX-License-Identifier: Apache-2.0
#include "port.h"

#include <stdio.h>
#include <string.h>

#include "waypoint.h"

// A pin of the older slot and of the younger one.
#define OF_SLOTS(pin, name) [pin] = "ETMI0" name, [pin + SLOT_PINS] = "ETMI1" name

const char *const pin_name[PINS] = {
    [WPT_VALID] = "WPTVALID",
    [WPT_PC] = "WPTPC",
    [WPT_TARGET] = "WPTTARGETPC",
    [WPT_TYPE] = "WPTTYPE",
    [WPT_TAKEN] = "WPTTAKEN",
    [WPT_LINK] = "WPTLINK",
    [WPT_T] = "WPTTARGETTBIT",
    [WPT_J] = "WPTTARGETJBIT",
    [WPT_NS] = "WPTnSECURE",
    [WPT_HYP] = "WPTEXTHYP",
    [WPT_EXCEPTION] = "WPTEXCEPTIONTYPE",
    [WPT_EXCEPTION_HIGH] = "WPTEXTEXCEPTION",
    [WPT_PROHIBITED] = "WPTTRACEPROHIBITED",
    [WPT_ERET] = "WPTEXTERET",
    [ETM_PROHIBITED] = "ETMPROHIBITED",
    [ETM_DEBUG] = "ETMDBGACK",
    OF_SLOTS(SLOT_VALID, "VALID"),
    OF_SLOTS(SLOT_A, "A"),
    OF_SLOTS(SLOT_T, "T"),
    OF_SLOTS(SLOT_J, "J"),
    OF_SLOTS(SLOT_PASS, "PASS"),
    OF_SLOTS(SLOT_ERET, "ERET"),
    OF_SLOTS(SLOT_BR, "BR"),
    OF_SLOTS(SLOT_BRA, "BRA"),
    OF_SLOTS(SLOT_BRT, "BRT"),
    OF_SLOTS(SLOT_BRJ, "BRJ"),
    OF_SLOTS(SLOT_BRNS, "BRNS"),
    OF_SLOTS(SLOT_BRHYP, "BRHYP"),
    OF_SLOTS(SLOT_BRDIRECT, "BRDIRECT"),
    OF_SLOTS(SLOT_BREXC, "BREXC"),
    OF_SLOTS(SLOT_BRCANCEL, "BRCANCEL"),
    OF_SLOTS(SLOT_BRSECRET, "BRSECRET"),
};

const char *const port_row_name[PORT_ROWS] = {"waypoint", "slot0", "slot1", "branch"};
const enum pin port_row_pin[PORT_ROWS] = {WPT_VALID, SLOT_VALID, SLOT_VALID + SLOT_PINS, SLOT_BR};

static const char *isa_name(uint64_t t, uint64_t j) { return t ? j ? "ThumbEE" : "Thumb" : j ? "Jazelle" : "ARM"; }

// --- ptm_top -------------------------------------------------------------------------------------------------------

static bool waypoint_text(const uint64_t *v, char *text) {
  static const char *const type[8] = {
      [WAYPOINT_DIRECT] = "direct",           [WAYPOINT_INDIRECT] = "indirect",
      [WAYPOINT_EXCEPTION] = "exception",     [WAYPOINT_BARRIER] = "barrier",
      [WAYPOINT_DEBUG_ENTRY] = "debug-entry", [WAYPOINT_DEBUG_EXIT] = "debug-exit",
      [WAYPOINT_UPDATE] = "update",           [7] = "reserved",
  };
  if (!v[WPT_VALID]) return false;
  const uint64_t kind = v[WPT_TYPE] & 7;
  char number[8] = "", target[32];
  if (kind == WAYPOINT_EXCEPTION)
    snprintf(number, sizeof number, " %u", (unsigned)(v[WPT_EXCEPTION_HIGH] << 4 | v[WPT_EXCEPTION]) & 0x1FF);
  snprintf(target, sizeof target, "-> 0x%08X %s", (unsigned)v[WPT_TARGET], isa_name(v[WPT_T], v[WPT_J]));
  snprintf(text, PORT_TEXT_ROOM, "%s%s 0x%08X %s%s%s%s%s", type[kind], number, (unsigned)v[WPT_PC],
           v[WPT_PROHIBITED] ? "-> prohibited"
           : v[WPT_TAKEN]    ? target
                             : "not taken",
           v[WPT_LINK] ? " link" : "", v[WPT_ERET] ? " exception-return" : "", v[WPT_NS] ? " ns" : "",
           v[WPT_HYP] ? " hyp" : "");
  return true;
}

// --- etm_top -------------------------------------------------------------------------------------------------------

// Instructions come in every clock: what is most wanted stands first, for where the row is too narrow for the rest.
static bool slot_text(const uint64_t *v, const uint64_t *slot, char *text) {
  text[0] = '\0';
  if (!slot[SLOT_VALID] || v[ETM_DEBUG]) return true;
  snprintf(text, PORT_TEXT_ROOM, "%c %08X%s%s%s", slot[SLOT_PASS] ? 'E' : 'N', (unsigned)slot[SLOT_A],
           slot[SLOT_T] ? slot[SLOT_J] ? " TEE" : " T" : "", slot[SLOT_ERET] ? " exception-return" : "",
           v[ETM_PROHIBITED] ? " prohibited" : "");
  return true;
}

static void target_text(const uint64_t *slot, char *text, size_t room) {
  char number[16] = "";
  if (slot[SLOT_BREXC]) snprintf(number, sizeof number, "exception %u ", (unsigned)slot[SLOT_BREXC] & 0x1FF);
  snprintf(text, room, "%s-> 0x%08X %s%s%s%s%s%s", number, (unsigned)slot[SLOT_BRA],
           isa_name(slot[SLOT_BRT], slot[SLOT_BRJ]), slot[SLOT_BRDIRECT] ? " direct" : "",
           slot[SLOT_BRCANCEL] ? " cancel" : "", slot[SLOT_BRSECRET] ? " prohibited" : "", slot[SLOT_BRNS] ? " ns" : "",
           slot[SLOT_BRHYP] ? " hyp" : "");
}

static bool branch_text(const uint64_t *v, char *text) {
  if (v[ETM_DEBUG]) return false;
  text[0] = '\0';
  for (const uint64_t *slot = v; slot <= v + SLOT_PINS; slot += SLOT_PINS) {
    if (!slot[SLOT_BR]) continue;
    if (*text) strcat(text, " | ");
    const size_t used = strlen(text);
    target_text(slot, text + used, PORT_TEXT_ROOM - used);
  }
  return *text;
}

bool port_text(enum port_row row, const uint64_t *pin, char text[PORT_TEXT_ROOM]) {
  switch (row) {
    case PORT_WAYPOINT:
      return waypoint_text(pin, text);
    case PORT_SLOT0:
      return slot_text(pin, pin, text);
    case PORT_SLOT1:
      return slot_text(pin, pin + SLOT_PINS, text);
    default:
      return branch_text(pin, text);
  }
}
