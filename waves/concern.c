// SPDX-License-Identifier: Apache-2.0
#include "concern.h"

#include <stddef.h>
#include <string.h>

enum { WORDS = 14 };

const char *const concern_group[CONCERNS] = {[CONCERN_FILTER] = "filter",
                                             [CONCERN_RESOURCES] = "resources",
                                             [CONCERN_TRIGGER] = "trigger",
                                             [CONCERN_ENABLE] = "TraceEnable",
                                             [CONCERN_STAMP] = "timestamp"};

// Up to a NULL: what a text about it contains; how its rows begin.
static const char *const words[CONCERNS][WORDS + 1] = {
    [CONCERN_FILTER] = {"range ", "address comparator", "selected address", "start/stop", "Context ID comparator",
                        "VMID comparator", "must not be traced", "had to be traced", "tracing had to be on",
                        "tracing was on", "tracing was off", "missing", "reason trace-on", "nothing is included"},
    [CONCERN_RESOURCES] = {"counter ", "sequencer", "EXTOUT", "ETMCNT", "ETMSQ"},
    [CONCERN_TRIGGER] = {"TRIG", "trigger"},
    [CONCERN_ENABLE] = {"ETMTEEVR", "tracing was off", "reason trace-on"},
    [CONCERN_STAMP] = {"ETMTSEVR"},
};
static const char *const rows[CONCERNS][WORDS + 1] = {
    [CONCERN_FILTER] = {"selected", "start_stop", "range_", "address_", "context_", "vmid"},
    [CONCERN_RESOURCES] = {"counter_", "sequencer", "output_"},
    [CONCERN_TRIGGER] = {"trigger_"},
    [CONCERN_ENABLE] = {"enable_"},
    [CONCERN_STAMP] = {"stamp_"},
};

bool concern_is_in(enum concern concern, const char *text) {
  const char *const *word = words[concern];
  while (*word && !strstr(text, *word)) word++;
  return *word != NULL;
}

bool concern_has_row(enum concern concern, const char *row) {
  const char *const *word = rows[concern];
  while (*word && strncmp(row, *word, strlen(*word)) != 0) word++;
  return *word != NULL;
}
