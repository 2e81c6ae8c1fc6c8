// SPDX-License-Identifier: Apache-2.0
// A unit that is started again before anybody has seen its stop in ETMSR[1]: what it held is still on its way, and the
// bytes of the next stream come behind it. No clause forbids that (IHI 0035B figure 3.11 and IHI 0014Q figure 3.3 say
// to wait), so where the next stream begins is looked for in the bytes: at an A-sync sent behind the start with an
// I-sync of a start, to where one of its items leads, and nothing that reports in between (IHI 0035B 4.5.1, IHI 0014Q
// 7.10.2). Those clauses ask for no A-sync behind NIDEN and DBGEN alone: there the I-sync may stand for itself. What
// the old stream still holds may have both as well, so of each such place the caller tries which of the two streams its
// bytes are.
//
//   unseen_add(&u, ...)          at each such start
//   unseen_find(&u, &sent, end)  then, of the bytes up to `end`; unseen_take or unseen_refuse behind each that is found
#ifndef UNSEEN_H
#define UNSEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode.h"
#include "history.h"
#include "sent.h"

enum { UNSEEN_STARTS = 8 };

struct unseen_start {
  uint64_t sent;         // bytes that had left before it: none of them is of the next stream
  size_t taken, first;   // items: up to the last that the unit has certainly taken before; the next stream's first
  struct config config;  // of the next stream
  bool by_comparators;   // likewise: its ETMTEEVR (observer.h)
  bool by_pins;          // it was stopped by NIDEN and DBGEN alone: no A-sync need come before its I-sync
};

struct unseen {
  struct unseen_start at[UNSEEN_STARTS];  // oldest first
  unsigned count;
  struct decoder old_decoder;   // of the old stream
  struct decoder next_decoder;  // of the next one, from the A-sync on
  const struct history *history;
  uint64_t read;       // bytes that they have seen
  uint64_t old_bytes;  // bytes of whole packets that belong to the old stream
  uint64_t candidate;  // offset of an A-sync behind which nothing reports so far, or of that I-sync; UINT64_MAX: none
  uint64_t next_candidate;              // likewise, of the next start that is found
  bool old_has_async;                   // the old stream has its first A-sync behind it
  bool is_found, starts_with_overflow;  // where the oldest of them begins; its I-sync's reason is an overflow
};

bool unseen_is_full(const struct unseen *u);
// `decoder`: of the stream until now, of which it has seen `read` bytes, its first A-sync among them, or left by now,
// or not. False: no room.
bool unseen_add(struct unseen *u, const struct unseen_start *start, const struct decoder *decoder,
                const struct history *history, uint64_t read, bool begun);
// The newest of them has nothing to report, and this one comes in its place. If either must begin with an A-sync, it
// must.
void unseen_replace(struct unseen *u, const struct unseen_start *start);
// How many bytes are surely the old stream's. `u->is_found`: behind them the next one may begin.
uint64_t unseen_find(struct unseen *u, const struct sent *sent, uint64_t end);
// The oldest of them is what follows.
struct unseen_start unseen_take(struct unseen *u);
// What follows is still the old stream.
void unseen_refuse(struct unseen *u);

// Another one, to look at later places first.
void unseen_copy(struct unseen *to, const struct unseen *from);

#endif
