// SPDX-License-Identifier: Apache-2.0
// The architecture rules: the requirements of IHI 0035B, IHI 0014Q and the buses on every PTM and ETM (docs/rules.md).
// They are written from the clauses, and do not depend on an implementation. If a clause can be read in two ways, both
// readings are accepted.
//
//   each edge  port_rules_*() for the items; rules_unknown() if some pin is x or z; rules_begin() and rules_finish().
//   stream     rules_reader() is a reader of it (stream_reader.h).
//   at the end rules_end(); then `breaches` has the first violation of each rule.
//
// The rules compare pins with packets. Packets are decoded up to RULES_LAG clocks after their pins. So a mark stores
// what the pins showed, with the number of bytes sent by then, and is evaluated between the packets at that byte.
#ifndef RULES_H
#define RULES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "cycle.h"
#include "flow.h"
#include "packet.h"
#include "pin.h"
#include "rule_drain.h"
#include "rule_register.h"
#include "rule_table.h"
#include "rule_unknown.h"
#include "rules_state.h"
#include "stream_reader.h"

// The requested windows. WINDOW_DEFAULT is replaced by the default for a DUT that is built like `config`.
struct rules_limits rules_limits(const struct config *config, const struct rules_limits *requested);

// `off`: the rules that are not to be evaluated. `config`, `registers` and `coverage`, which gets hits of the return
// stack, must outlive the rules.
void rules_start(struct rules *a, const struct config *config, const struct registers *registers,
                 const struct rules_limits *limits, struct rule_set off, struct coverage *coverage);
// At each edge, in two parts. Between them, the registers take an access.
void rules_begin(struct rules *a, const struct cycle *c);
void rules_finish(struct rules *a, const struct cycle *c);
// The rules must evaluate the next edge even if it is idle.
static inline bool rules_are_busy(const struct rules *a) { return a->needs_control || a->marks_now; }
// Replaces rules_begin() and rules_finish() at an idle edge that the rules need not evaluate.
static inline void rules_idle(struct rules *a, const struct cycle *c) {
  a->atb_clocks = c->atb_ready_edges;
  a->presented = c->items;
  rule_register_idle(a, c);
  rule_drain_items(a, c);
  a->clock++;
}
void rules_reset(struct rules *a);  // RESETn was low between two edges
struct stream_reader rules_reader(struct rules *a);
void rules_end(struct rules *a);  // No more packets follow: evaluates the marks that are left.

// A rule of the test environment is violated. After that, the checker does not check the end of the stream. For a rule
// of the processor's port, `item` and `pin` are at fault.
void rules_blame_environment(struct rules *a, unsigned rule, enum pin pin, uint64_t value, size_t item,
                             const char *format, va_list args);
// The bench violates `rule`, RULE_HOST_1 or RULE_BENCH_1, after `items` items. `clause`: of the cause; NULL: of the
// rule.
void rules_bench(struct rules *a, unsigned rule, size_t items, const char *clause, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// The number of rules of the architecture and of the buses, how many were evaluated, and how often.
struct rules_evaluations {
  unsigned rules, evaluated;
  uint64_t times;
};
struct rules_evaluations rules_evaluations(const struct rules *a);

#endif
