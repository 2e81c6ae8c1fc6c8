// SPDX-License-Identifier: Apache-2.0
// Explains a contradiction by tracing that was off. Only report_parts.c uses it.
#ifndef REPORT_TRACING_H
#define REPORT_TRACING_H

#include "report_trace.h"

// Prints the item from which tracing is off, and the reason. For an I-sync, prints whether tracing was on before it,
// and the first item that it could report.
void report_tracing(FILE *out, const struct scoreboard *s, const struct report_trace *t);

#endif
