// SPDX-License-Identifier: Apache-2.0
// ETMOSSRR passes the registers in an order that the DUT defines (IHI 0035B 3.16.40, IHI 0014Q 3.5.53).
#include <inttypes.h>

#include "register.h"
#include "rule_register.h"
#include "rules_private.h"

// The first read of a save returns the number of words. At the start of a restore its value is not specified.
static void check_count(struct rules *a) {
  const struct rules_saved *s = &a->saved;
  rule_check_pins(a, RULE_TRC_LOCK_6, PIN_PRDATA, s->first == s->count,
                  "the first read of ETMOSSRR under this OS lock (clock %" PRIu64
                  ") returned %u words, expected %u as in clock %" PRIu64,
                  s->first_at, s->first, s->count, s->counted_at);
}

// If no write has followed the first read, this was no restore. A DUT that has lost power since the last save may
// expect a restore.
void rules_saved_restart(struct rules *a, uint64_t power_at, bool keeps_words) {
  struct rules_saved *s = &a->saved;
  if (s->first_at > 0 && s->counted_at > power_at) check_count(a);
  s->first_at = 0;
  s->is_unordered = false;
  if (!keeps_words) s->stored = 0;
}

void rules_saved_forget(struct rules *a) {
  a->saved.is_unordered = true;
  a->saved.first_at = 0;
}

// The second read shows that the first one began a save.
static void note_count(struct rules *a) {
  struct rules_saved *s = &a->saved;
  if (s->counted_at > 0) check_count(a);
  s->counted_at = s->first_at;
  s->count = s->first;
  s->first_at = 0;
}

static void read_word(struct rules *a, unsigned word, uint32_t value) {
  struct rules_saved *s = &a->saved;
  if (word >= s->count || word >= REGISTERS_SAVED) return;
  if (word < s->stored) {
    rule_check_pins(a, RULE_TRC_LOCK_6, PIN_PRDATA, value == a->registers->saved.words[word],
                    "word %u of ETMOSSRR is 0x%08X, expected 0x%08X as read before under the same OS lock", word, value,
                    a->registers->saved.words[word]);
  }
  if (word == s->stored) s->stored++;
}

void rules_saved_access(struct rules *a, const struct access *access, bool is_drained) {
  struct rules_saved *s = &a->saved;
  const struct registers *r = a->registers;
  const unsigned at = r->saved.at;
  if (access->is_write && access->transfers_saved_word) rules_note_restore(a);
  const bool has_words = r->os_model == OS_SAVES && r->os_known && r->os_lock;
  // A read by software that is locked out may advance to the next word, or not.
  const bool may_move = r->software_lock && access->is_lockable;
  if (!has_words || may_move || (access->is_write && at == 0)) rules_saved_forget(a);
  if (access->is_write) s->stored = 0;
  if (access->is_write || s->is_unordered) {
    s->first_at = 0;
  } else if (at == 0) {
    s->first = access->value;
    s->first_at = a->clock;
  } else {
    if (at == 1) note_count(a);
    if (is_drained) read_word(a, at - 1, access->value);
  }
}
