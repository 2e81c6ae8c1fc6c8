// SPDX-License-Identifier: Apache-2.0
// The architecture rules: what IHI 0035B, IHI 0014Q and the buses ask of any PTM or ETM (docs/rules.md). They are
// written from the clauses and know nothing of how a unit is made. Where a clause can be read in two ways, both are
// accepted.
//
//   each edge  port_rules_*() for the items; rules_unknown() if some pin is x or z; rules_begin() and rules_finish()
//   stream     rules_reader() is a reader of it (stream_reader.h)
//   at the end rules_end(); then `breaches` has the first time that each rule was broken
//
// The pins of a clock are given first, the packets that left in it at most RULES_LAG clocks later. What the pins said
// is then put in its place between the packets, by the number of bytes that had left.
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

// The windows asked for; where that is WINDOW_DEFAULT, that of a unit that is built like `config`.
struct rules_limits rules_limits(const struct config *config, const struct rules_limits *asked);

// `off`: the rules that are not to be evaluated. `config`, `registers` and `coverage`, which gets hits of the return
// stack, must outlive the rules.
void rules_start(struct rules *a, const struct config *config, const struct registers *registers,
                 const struct rules_limits *limits, struct rule_set off, struct coverage *coverage);
// Every edge, in two parts. Between them the registers take an access.
void rules_begin(struct rules *a, const struct cycle *c);
void rules_finish(struct rules *a, const struct cycle *c);
void rules_reset(struct rules *a);  // RESETn was low between two edges
struct stream_reader rules_reader(struct rules *a);
void rules_end(struct rules *a);  // no more packets: the pins up to here are put in their places

// What is beside the unit breaks a rule: the processor's port with item `item` and a pin; the bench, behind `items` of
// them. The unit is not to blame for what comes.
void rules_blame_environment(struct rules *a, unsigned rule, enum pin pin, uint64_t value, size_t item,
                             const char *format, va_list args);
// `rule`: RULE_HOST_1 or RULE_BENCH_1. `clause`: that of the cause; NULL: that of the rule.
void rules_bench(struct rules *a, unsigned rule, size_t items, const char *clause, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Of the rules of the architecture and of the buses: how many there are, were evaluated, and how often.
struct rules_evaluations {
  unsigned rules, evaluated;
  uint64_t times;
};
struct rules_evaluations rules_evaluations(const struct rules *a);

#endif
