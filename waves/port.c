// SPDX-License-Identifier: Apache-2.0
#include "port.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "packet.h"
#include "waypoint.h"

// The distance from each pin of the older slot to the same pin of the younger slot.
enum { SLOT_PINS = PIN_ETMI1VALID - PIN_ETMI0VALID };

const char *const port_row_name[PORT_ROWS] = {"waypoint", "kind", "target", "slot0", "slot1", "branch"};
const enum pin port_row_pin[PORT_ROWS] = {
    PIN_WPTVALID, PIN_WPTVALID, PIN_WPTVALID, PIN_ETMI0VALID, PIN_ETMI0VALID + SLOT_PINS, PIN_ETMI0BR};

// --- ptm_top -------------------------------------------------------------------------------------------------------

// If a waypoint is presented in every clock, the text of each has a width of 16 characters.
static void waypoint_text(const uint64_t *v, const char *item, char *text) {
  if (v[PIN_WPTVALID]) snprintf(text, PORT_TEXT_ROOM, "%s%08X", item, (unsigned)v[PIN_WPTPC]);
}

static void kind_text(const uint64_t *v, char *text) {
  const uint64_t kind = v[PIN_WPTTYPE] & 7;
  char number[8] = "";
  if (!v[PIN_WPTVALID]) return;
  if (kind == WAYPOINT_EXCEPTION)
    snprintf(number, sizeof number, " %u", (unsigned)(v[PIN_WPTEXTEXCEPTION] << 4 | v[PIN_WPTEXCEPTIONTYPE]) & 0x1FF);
  snprintf(text, PORT_TEXT_ROOM, "%s%s%s%s%s%s%s", kind < WAYPOINT_TYPES ? waypoint_names[kind] : "reserved", number,
           v[PIN_WPTLINK] ? " link" : "", v[PIN_WPTEXTERET] ? " exception-return" : "", v[PIN_WPTNSECURE] ? " ns" : "",
           v[PIN_WPTEXTHYP] ? " hyp" : "", v[PIN_WPTEXTUSER] ? " user" : "");
}

static void waypoint_target_text(const uint64_t *v, char *text) {
  static const char *const suffixes[] = {
      [ISA_ARM] = "", [ISA_THUMB] = " T", [ISA_THUMBEE] = " TEE", [ISA_JAZELLE] = " J"};
  if (!v[PIN_WPTVALID]) return;
  if (v[PIN_WPTTRACEPROHIBITED])
    snprintf(text, PORT_TEXT_ROOM, "-> prohibited");
  else if (v[PIN_WPTTAKEN])
    snprintf(text, PORT_TEXT_ROOM, "-> %08X%s", (unsigned)v[PIN_WPTTARGETPC],
             suffixes[isa_of(v[PIN_WPTTARGETTBIT], v[PIN_WPTTARGETJBIT])]);
  else
    snprintf(text, PORT_TEXT_ROOM, "not taken");
}

// --- etm_top -------------------------------------------------------------------------------------------------------

// If an instruction is presented in every clock, the row is too narrow for the whole text: the address is first.
static void slot_text(const uint64_t *v, const uint64_t *slot, const char *item, char *text) {
  if (!slot[PIN_ETMI0VALID] || v[PIN_ETMDBGACK]) return;
  snprintf(text, PORT_TEXT_ROOM, "%s%c %08X%s%s%s%s", item, slot[PIN_ETMI0PASS] ? 'E' : 'N', (unsigned)slot[PIN_ETMI0A],
           slot[PIN_ETMI0T] ? slot[PIN_ETMI0J] ? " TEE" : " T" : "", slot[PIN_ETMI0ERET] ? " exception-return" : "",
           v[PIN_ETMUSER] ? " user" : "", v[PIN_ETMPROHIBITED] ? " prohibited" : "");
}

static void branch_target_text(const uint64_t *slot, char *text, size_t room) {
  char number[16] = "";
  if (slot[PIN_ETMI0BREXC]) snprintf(number, sizeof number, "exception %u ", (unsigned)slot[PIN_ETMI0BREXC] & 0x1FF);
  snprintf(text, room, "%s-> 0x%08X %s%s%s%s%s%s", number, (unsigned)slot[PIN_ETMI0BRA],
           isa_name[isa_of(slot[PIN_ETMI0BRT], slot[PIN_ETMI0BRJ])], slot[PIN_ETMI0BRDIRECT] ? " direct" : "",
           slot[PIN_ETMI0BRCANCEL] ? " cancel" : "", slot[PIN_ETMI0BRSECRET] ? " prohibited" : "",
           slot[PIN_ETMI0BRNS] ? " ns" : "", slot[PIN_ETMI0BRHYP] ? " hyp" : "");
}

static void branch_text(const uint64_t *v, char *text) {
  if (v[PIN_ETMDBGACK]) return;
  for (const uint64_t *slot = v; slot <= v + SLOT_PINS; slot += SLOT_PINS) {
    if (!slot[PIN_ETMI0BR]) continue;
    if (*text) strcat(text, "; ");
    const size_t used = strlen(text);
    branch_target_text(slot, text + used, PORT_TEXT_ROOM - used);
  }
}

enum { NUMBER_ROOM = 24 };

// The number of the item of this kind that comes next, "#57 ", or nothing.
static void take_number(const struct beats_items *items, size_t *next, char kind, char text[NUMBER_ROOM]) {
  *text = '\0';
  if (!items || items->kinds[*next] != kind) return;
  snprintf(text, NUMBER_ROOM, "#%" PRIu64 " ", items->number + *next);
  ++*next;
}

// The number of the instruction in a slot. An instruction that is cancelled in its clock has none: the exception has
// the number.
static void slot_number(const uint64_t *v, unsigned slot, const struct beats_items *items, char text[NUMBER_ROOM]) {
  size_t next = items && items->kinds[0] == 'D';
  char other[NUMBER_ROOM];
  *text = '\0';
  for (unsigned i = 0; i <= slot; i++, v += SLOT_PINS) {
    *text = '\0';
    if (v[PIN_ETMI0VALID]) take_number(items, &next, 'I', text);
    if (v[PIN_ETMI0BR] && v[PIN_ETMI0BREXC]) take_number(items, &next, 'X', other);
  }
}

void port_text(enum port_row row, const uint64_t *pin, const struct beats_items *items, char text[PORT_TEXT_ROOM]) {
  char number[NUMBER_ROOM];
  size_t next = 0;
  text[0] = '\0';
  switch (row) {
    case PORT_WAYPOINT:
      take_number(items, &next, 'W', number);
      waypoint_text(pin, number, text);
      break;
    case PORT_KIND:
      kind_text(pin, text);
      break;
    case PORT_TARGET:
      waypoint_target_text(pin, text);
      break;
    case PORT_SLOT0:
      slot_number(pin, 0, items, number);
      slot_text(pin, pin, number, text);
      break;
    case PORT_SLOT1:
      slot_number(pin, 1, items, number);
      slot_text(pin, pin + SLOT_PINS, number, text);
      break;
    case PORT_BRANCH:
      branch_text(pin, text);
      break;
    case PORT_ROWS:
      break;
  }
}
