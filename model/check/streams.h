// SPDX-License-Identifier: Apache-2.0
// The streams of a unit: of the bytes so far what the scoreboard may compare, as the unit was programmed for them, and
// where one stream ends and the next begins.
//
//   streams_begin(o, ...)       the unit is started, by what is programmed now
//   streams_look(o)             every BLOCK clocks
//   streams_end(o)              its stop is acknowledged; or streams_end_in_silence(o)
//   streams_look_at_all(o)      before a reset, and at the end of the run
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>

struct observer;

// What was presented may still be looked at in later clocks.
void streams_look(struct observer *o);
// Of all that was sent. What would have come of a start that is not found is not known.
void streams_look_at_all(struct observer *o);
// What was told before holds until here. Where the unit's stop was not acknowledged, its next stream is looked for in
// the bytes (unseen.h). `by_pins`: NIDEN and DBGEN alone had stopped it.
void streams_begin(struct observer *o, bool by_pins);
void streams_end(struct observer *o);
// The unit was started, and has not run since.
bool streams_never_ran(const struct observer *o);
// Nobody has read ETMSR behind a stop that it does not acknowledge.
void streams_end_in_silence(struct observer *o);
// Notes what the scoreboard has found.
void streams_note(struct observer *o);

#endif
