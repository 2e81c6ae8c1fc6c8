// SPDX-License-Identifier: Apache-2.0
// Three-valued logic: whether something is true, as far as pins and clauses decide.
//
// A value is the set of what the answer may be. Bit 0 is set if it may be no, and bit 1 if it may be yes. So a union of
// two sets is their bitwise OR. If the DUT may be in one of two states, or a clause permits two readings, the answer is
// the `|` of both answers. 0 is the empty set: there is no answer.
//
// - a:          no   no   no       yes  yes      unknown
// - b:          no   yes  unknown  yes  unknown  unknown
// - truth_and:  no   no   no       yes  unknown  unknown
// - truth_or:   no   yes  unknown  yes  yes      unknown
// - truth_not:  yes  yes  yes      no   no       unknown
//
// truth_and() and truth_or() take their operands as independent of each other: `a` and not `a` is unknown if `a` is.
#ifndef TRUTH_H
#define TRUTH_H

#include <stdbool.h>
#include <stdint.h>

enum truth { TRUTH_NO = 1, TRUTH_YES = 2, TRUTH_UNKNOWN = TRUTH_NO | TRUTH_YES };

static inline unsigned truth_of(bool is) { return is ? TRUTH_YES : TRUTH_NO; }
static inline unsigned truth_span(bool surely, bool maybe) {
  return surely ? TRUTH_YES : maybe ? TRUTH_UNKNOWN : TRUTH_NO;
}
static inline unsigned truth_pair(bool may_be_no, bool may_be_yes) { return may_be_no | (unsigned)may_be_yes << 1; }
// Bit n of two sets of bits: those that may be no, and those that may be yes.
static inline unsigned truth_bits(uint32_t may_be_no, uint32_t may_be_yes, unsigned n) {
  return truth_pair(may_be_no >> n & 1, may_be_yes >> n & 1);
}

static inline unsigned truth_and(unsigned a, unsigned b) { return (a & b & TRUTH_YES) | ((a | b) & TRUTH_NO); }
static inline unsigned truth_or(unsigned a, unsigned b) { return ((a | b) & TRUTH_YES) | (a & b & TRUTH_NO); }
static inline unsigned truth_not(unsigned a) { return (a << 1 & TRUTH_YES) | a >> 1; }

#endif
