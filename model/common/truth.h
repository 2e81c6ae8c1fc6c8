// SPDX-License-Identifier: Apache-2.0
// Three-valued logic, for conditions that pins and clauses do not fully determine.
//
// A value is the set of the possible answers. Bit 0 is set if the answer may be no, and bit 1 if it may be yes. So the
// union of two sets is their bitwise OR. If the DUT may be in one of two states, or a clause permits two readings, the
// value is the `|` of both values. 0 is the empty set: there is no answer.
//
// - a:          no   no   no       yes  yes      unknown
// - b:          no   yes  unknown  yes  unknown  unknown
// - truth_and:  no   no   no       yes  unknown  unknown
// - truth_or:   no   yes  unknown  yes  yes      unknown
// - truth_not:  yes  yes  yes      no   no       unknown
//
// truth_and() and truth_or() treat their operands as independent: if `a` is unknown, so is `a` and not `a`.
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
// The value for bit n of two masks: the bits that may be no, and the bits that may be yes.
static inline unsigned truth_bits(uint32_t may_be_no, uint32_t may_be_yes, unsigned n) {
  return truth_pair(may_be_no >> n & 1, may_be_yes >> n & 1);
}

// 32 answers: bit n of `no` is set if answer n may be no, and bit n of `yes` if it may be yes.
struct truth_set {
  uint32_t no, yes;
};
static inline unsigned truth_at(struct truth_set s, unsigned n) { return truth_bits(s.no, s.yes, n); }
static inline struct truth_set truth_union(struct truth_set a, struct truth_set b) {
  return (struct truth_set){a.no | b.no, a.yes | b.yes};
}
static inline struct truth_set truth_among(struct truth_set s, uint32_t bits) {
  return (struct truth_set){s.no & bits, s.yes & bits};
}
// Answer `n` is `is`; the set has no other answers.
static inline struct truth_set truth_only(unsigned n, unsigned is) {
  return (struct truth_set){(is & 1) << n, is >> 1 << n};
}
static inline uint32_t truth_surely(struct truth_set s) { return s.yes & ~s.no; }

static inline unsigned truth_and(unsigned a, unsigned b) { return (a & b & TRUTH_YES) | ((a | b) & TRUTH_NO); }
static inline unsigned truth_or(unsigned a, unsigned b) { return ((a | b) & TRUTH_YES) | (a & b & TRUTH_NO); }
static inline unsigned truth_not(unsigned a) { return (a << 1 & TRUTH_YES) | a >> 1; }

#endif
