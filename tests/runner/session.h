// SPDX-License-Identifier: Apache-2.0
// The processes of an entry: those in the session that the entry leads, and their descendants. A descendant may have a
// process group of its own, as `timeout` makes one, or a session, as another runner makes one.
#ifndef TESTS_RUNNER_SESSION_H
#define TESTS_RUNNER_SESSION_H
#include "list.h"

// Sets the CPU time of each running entry from /proc. Without /proc the times stay as they are.
void session_measure(struct list *l);
// Kills all processes of a running entry.
void session_kill(struct list *l, const struct entry *e);
// Waits for the entry's leader, which has ended, and returns its wait status. Sets the CPU time of the entry, which
// includes that of each descendant that its parent has waited for.
int session_end(struct entry *e);
#endif
