// SPDX-License-Identifier: Apache-2.0
// The runner's list: what there is to run, and what of it was asked for.
#ifndef TESTS_RUNNER_LIST_H
#define TESTS_RUNNER_LIST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct counts {
  unsigned passed, failed, skipped, incomplete;  // incomplete: a run of a simulator whose verdict is that
};

// Something is not as it has to be.
static inline bool counts_bad(const struct counts *c) { return c->failed + c->incomplete > 0; }

// One test of a cmocka program.
struct cmocka_test {
  const char *name, *failure;  // failure: what cmocka says about it, NULL: none
  double seconds;
  bool skipped;
};

// The entries whose names begin with the same word before '/'.
struct group {
  char *name;
  size_t left, left_open;  // entries that have not ended; those of them that are not closing
  unsigned failures_told;  // entries whose failure was printed
  double seconds;          // of all that have ended
  struct counts counts;
};

enum state { WAITING, RUNNING, ENDED };
enum stop_reason { NOT_STOPPED, STOPPED_BY_CPU, STOPPED_BY_CLOCK };

struct entry {
  char *name, *command;
  const char *case_name;  // the name after '/', or the whole name
  size_t group;
  const char *seed, *again;  // NULL: none; the default
  const char *facts;         // a file that the command writes (docs/report.md), NULL: none
  double limit;              // seconds of CPU time
  bool closing, chosen;
  enum state state;
  pid_t pid;
  FILE *output;  // of the command, standard error included
  char *text;    // the same as a string, once it has ended
  double start, seconds;
  double cpu, cpu_alive;  // seconds of CPU time: the most so far; of the processes that are alive
  enum stop_reason stop_reason;
  struct cmocka_test *cases;
  size_t case_count;
  struct counts counts;
  char why[128];           // it failed as a whole; empty: it did not
  bool cut_short;          // it was killed
  const char *incomplete;  // the line of `text` that has the reason; NULL: it is not
};

struct list {
  struct entry *entries;
  size_t count;
  size_t ended;     // how many have
  size_t from, to;  // all before `from` have ended, none from `to` on has started
  struct group *groups;
  size_t group_count;
};

// What was asked for: entries whose name or group matches a shell pattern (any, if there is none), and of these the
// part-th of so many equal parts.
struct choice {
  char *const *patterns;
  size_t pattern_count, part, parts;
};

// Ends the program with exit code 2 and one line.
void give_up(const char *what, const char *why) __attribute__((noreturn));
double now(void);  // seconds
void *grow(void *at, size_t bytes);
// Reads the list; `limit` is that of entries that name none.
struct list list_read(const char *path, double limit);
// Keeps the chosen entries. A closing entry stays if all the others of its group do; otherwise a line reports it.
void list_choose(struct list *l, const struct choice *c, const char *path);
#endif
