// SPDX-License-Identifier: Apache-2.0
// Divides the bytes of the DUT into trace streams, and passes each stream to the scoreboard with the programming under
// which the DUT sent it.
//
//   streams_begin(o, ...)       when the DUT is started, with the registers as they are programmed now.
//   streams_look(o)             every BLOCK clocks.
//   streams_end(o)              when ETMSR acknowledges the stop. Otherwise streams_end_in_silence(o, ...).
//   streams_look_at_all(o)      before a reset, and at the end of the run.
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>

struct observer;

// Compares the bytes that can be compared by now. The last bytes wait until the pins that the DUT may sample for their
// items are known.
void streams_look(struct observer *o);
// Compares all bytes sent. If the trace of a start was not found in them, its items are not required.
void streams_look_at_all(struct observer *o);
// The DUT is started. The old programming applies to the bytes so far. If the previous stop was not acknowledged, the
// beginning of the next stream is searched for in the bytes (unseen.h). `by_pins`: only NIDEN and DBGEN had stopped the
// DUT.
void streams_begin(struct observer *o, bool by_pins);
// WPTENABLE or ETMEN has fallen. If the DUT was started before this showed its stop, the next stream begins only now.
void streams_disabled(struct observer *o);
void streams_end(struct observer *o);
// The DUT has not run since its last start.
bool streams_never_ran(const struct observer *o);
// Ends a stream that stopped without an acknowledgement in ETMSR, if no trace has left for SILENCE clocks. `by_pins`:
// NIDEN or DBGEN start the DUT in this clock.
void streams_end_in_silence(struct observer *o, bool by_pins);
// Stores the clock of the first contradiction that the scoreboard has found, if there is one.
void streams_note(struct observer *o);

#endif
