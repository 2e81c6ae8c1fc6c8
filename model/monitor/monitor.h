// SPDX-License-Identifier: Apache-2.0
// Decodes the pins: the programming of the DUT, the bytes that leave on the ATB, and what packets report in addition to
// the program flow. It checks nothing.
//
//   includes   common, dec.
//   each edge  cycle_begin(), cycle_decode(); registers_access() of the APB; etm3_port_clock() of an ETM's port;
//              sent_clock() and sent_beat() of the ATB.
//   later      stream_totals_packet() of each packet (stream_state.h).
//   readers    of the stream that the scoreboard decodes: stream_reader.h.
//   callers    check/observer.c; resources, predict, rules and scoreboard read what is stored.
#ifndef MONITOR_H
#define MONITOR_H

#include "coverage.h"
#include "cycle.h"
#include "etm3_port.h"
#include "registers.h"
#include "sent.h"
#include "stream_reader.h"
#include "stream_state.h"
#include "traced.h"

#endif
