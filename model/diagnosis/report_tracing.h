// SPDX-License-Identifier: Apache-2.0
// Where tracing is off around a contradiction, and why.
#ifndef REPORT_TRACING_H
#define REPORT_TRACING_H

#include "report_trace.h"

// Where tracing is off there, and why; of an I-sync, whether it was on before, and which item it could be of.
void report_tracing(FILE *out, const struct scoreboard *s, const struct report_trace *t);

#endif
