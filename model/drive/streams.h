// SPDX-License-Identifier: Apache-2.0
// Streams of the seed that the driver draws from; the stimulus has those below.
#ifndef STREAMS_H
#define STREAMS_H

enum {
  STREAM_PRESSURE = 0x70,
  STREAM_ATB_EDGES,
  STREAM_APB_EDGES,
  STREAM_RESETS,
  STREAM_OFF_FLUSH,
  STREAM_NO_HALTING,
  STREAM_SCRIPT,
  STREAM_SCRIPT_INPUTS,
  STREAM_SCRIPT_STATE
};

#endif
