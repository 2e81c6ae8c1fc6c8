// SPDX-License-Identifier: Apache-2.0
// What the pins said, and nothing of whether it was right: how the unit is programmed, what happened on the processor's
// port, what left on the ATB, and what the packets of that say beside the flow.
//
//   sees       common, dec
//   each edge  registers_access() of the APB; etm3_port_clock(), history_add_*() of the port; sent_clock() of the ATB
//   later      moment_steps(): what must be traced with an item (moment.h, traced.h); reported_packet(): what was
//              reported (stream_state.h)
//   readers    of the stream that the scoreboard decodes: stream_reader.h
//   who calls  check/observer.c; rules and scoreboard read what is kept
#ifndef MONITOR_H
#define MONITOR_H

#include "coverage.h"
#include "etm3_port.h"
#include "history.h"
#include "moment.h"
#include "registers.h"
#include "sent.h"
#include "stream_reader.h"
#include "stream_state.h"
#include "traced.h"

#endif
