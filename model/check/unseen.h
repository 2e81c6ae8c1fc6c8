// SPDX-License-Identifier: Apache-2.0
// Starts of the DUT before a read of ETMSR[1] has shown its previous stop. IHI 0035B figure 3.11 and IHI 0014Q
// figure 3.3 wait for ETMSR[1], but no clause forbids such a start. The rest of the old stream is then followed by the
// next stream without a mark between them, so the bytes must show where the next stream begins.
//
// The next stream may begin at a place with these properties (IHI 0035B 4.5.1, IHI 0014Q 7.10.2):
//   1. An A-sync left after the start.
//   2. An I-sync follows that is not periodic. Its address is one to which an item of the next or a later stream leads.
//   3. Between the two there are only packets that may precede an I-sync.
// If there is another start, a second A-sync that left after it replaces the I-sync, because a stream may trace
// nothing. If only NIDEN and DBGEN had stopped the DUT, the clauses do not require the A-sync, so the I-sync is such a
// place.
//
// The rest of the old stream may have such a place, too. So the caller decides for each place which of the two streams
// the bytes after it fit.
//
//   unseen_add(&u, ...)          at each such start
//   unseen_find(&u, &sent, end)  later, for the bytes up to `end`
//   unseen_take(&u)              if the next stream begins at the place that was found; otherwise unseen_refuse(&u)
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
  uint64_t sent;         // number of bytes that had left before the start: none of them belongs to the next stream
  size_t taken;          // number of items that the DUT has certainly taken for the old stream
  size_t first;          // the first item of the next stream
  struct config config;  // of the next stream
  bool by_comparators;   // of the next stream, as in struct stream (observer.h)
  bool by_pins;          // Only NIDEN and DBGEN had stopped the DUT, so no A-sync need precede the I-sync.
};

struct unseen {
  struct unseen_start at[UNSEEN_STARTS];  // oldest first
  unsigned count;
  struct decoder old_decoder;   // reads the bytes as the old stream
  struct decoder next_decoder;  // reads the bytes from the candidate on as the next stream
  const struct history *history;
  uint64_t read;       // bytes that `old_decoder` has read; `next_decoder` has read those from the candidate on
  uint64_t old_bytes;  // bytes up to the end of the last packet of the old stream
  // Offset of a place at which the next stream may begin. That is an A-sync followed only by packets that may precede
  // an I-sync. After a start by pins it may be an I-sync. UINT64_MAX: there is none.
  uint64_t candidate;
  uint64_t next_candidate;  // Offset of a later A-sync, at which the stream after the next may begin. UINT64_MAX: none.
  bool old_has_async;       // The first A-sync of the old stream has been read, or none is required.
  bool is_found;            // The candidate has all properties: the next stream may begin there.
  bool starts_with_overflow;  // The reason of its I-sync is an overflow.
};

bool unseen_is_full(const struct unseen *u);
// Adds a start. `decoder`: of the current stream, after `read` bytes. `has_async`: the first A-sync of that stream has
// left, or none is required. Returns false if UNSEEN_STARTS starts are stored.
bool unseen_add(struct unseen *u, const struct unseen_start *start, const struct decoder *decoder,
                const struct history *history, uint64_t read, bool has_async);
// The newest start has nothing to report, so `start` replaces it. The stream must begin with an A-sync if this is
// required for either of the two.
void unseen_replace(struct unseen *u, const struct unseen_start *start);
// Reads the bytes up to `end`. Returns the number of bytes that certainly belong to the old stream. If `u->is_found`,
// the next stream may begin after them.
uint64_t unseen_find(struct unseen *u, const struct sent *sent, uint64_t end);
// The next stream begins at the candidate. Removes the oldest start, and returns it.
struct unseen_start unseen_take(struct unseen *u);
// The bytes at the candidate belong to the old stream.
void unseen_refuse(struct unseen *u);

// Copies `from`, so that the caller can try later places with the copy.
void unseen_copy(struct unseen *to, const struct unseen *from);

#endif
