// SPDX-License-Identifier: Apache-2.0
// The packets of a trace, and what the checks have found, as rows of text.
#ifndef REPORTED_H
#define REPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beats_file.h"
#include "concern.h"
#include "list_file.h"
#include "row.h"

// The bytes of each beat, the packets, and what each packet reports of the program. Packets have two lanes because one
// packet can begin in the beat in which another ends.
enum reported_row {
  REPORTED_BYTES,
  REPORTED_PACKET,
  REPORTED_FLOW,
  REPORTED_PACKET_2,
  REPORTED_FLOW_2,
  REPORTED_TRACED,     // what is presented: whether it must be traced, and why not
  REPORTED_STATE,      // security state, Hyp, Context ID, VMID as last reported
  REPORTED_MESSAGE,    // of the check that failed, in every clock: it is a caption, and so are all but the last
  REPORTED_MESSAGE_2,  // what is too long for a screen
  REPORTED_NOTE,       // lines of its report; long ones take several of these rows
  REPORTED_NOTE_LAST = REPORTED_NOTE + 7,
  REPORTED_EXPECTED,
  REPORTED_EXPECTED_2,
  REPORTED_PORT_3,  // what was presented: three clocks before the item at fault,
  REPORTED_PORT_2,
  REPORTED_PORT_1,
  REPORTED_PORT,  // and its clock
  REPORTED_PACKET_BEFORE_3,
  REPORTED_PACKET_BEFORE_2,
  REPORTED_PACKET_BEFORE_1,
  REPORTED_PACKET_AT_FAULT,
  REPORTED_AT_FAULT,  // the item, from the clock in which it was presented to the failure
  REPORTED_ROWS
};
enum { REPORTED_DECODED = REPORTED_MESSAGE };  // the number of rows of the decoder; the rows of the checks follow
enum { REPORTED_SHOWN = 4 };                   // rows from REPORTED_PORT_3 on, and from REPORTED_PACKET_BEFORE_3 on
extern const char *const reported_row_name[REPORTED_ROWS];

struct reported {
  struct row row[REPORTED_ROWS];
  const struct list_file *list;
  const struct beats_file *beats;
  // After a failure: whether its packet is known, and the clock of the first byte of the packet. `from`: the clock of
  // the earliest packet or item that is shown.
  bool has_packet;
  uint64_t packet_clock, from;
  bool concerns[CONCERNS];  // the groups of the view that it is about
};

// The rows of a whole run. `list` and `beats` must outlive them.
void reported_make(struct reported *reported, const struct list_file *list, const struct beats_file *beats);
// Adds what was presented in the clocks up to that of the item at fault, oldest first; NULL: nothing.
void reported_add_port(struct reported *reported, char *const text[REPORTED_SHOWN]);
// The clock up to which that is wanted: of the item at fault; of the failure where that is not known.
uint64_t reported_fault_clock(const struct reported *reported);
void reported_free(struct reported *reported);

// Puts `more` after the text, which is NULL or on the heap, and `between` before it unless it is the first.
void reported_extend(char **text, const char *between, const char *more);

#endif
