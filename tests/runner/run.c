// SPDX-License-Identifier: Apache-2.0
// Runs the tests of a list, several at a time, and closes with one line: "N passed, N failed, N skipped".
//
//   run [-n] [-j JOBS] [-t SECONDS] [-T PATTERN]... [-P I/N] [-o JUNIT_XML] [-i ABOUT] [-c COMMAND] [-l FOLDER]
//   [-a AGAIN] [-p SECONDS] LIST
//
// LIST holds one test a line ('#' starts a comment line), columns divided by a tab:
//
//   NAME  COMMAND  [limit=SECONDS]  [seed=SEED]  [again=COMMAND]  [facts=FILE]  [closing]
//
// NAME is GROUP/CASE, or a word that is a group by itself. COMMAND is given to sh -c. A command reports what it ran in
// one of two ways. A command that reports nothing has failed, whatever its exit code:
//   - a cmocka program: each of its tests counts (they are asked for XML by CMOCKA_MESSAGE_OUTPUT);
//   - any other: its last such line "N passed, N failed, N skipped"; exit 77 alone is one skipped.
// A command that exits with neither 0 nor 77, dies or exceeds its limit adds a failure if it reported none.
//
// The limit (-t, 60) is the CPU time of all processes that the command starts, in seconds. The load of the machine
// thus does not decide whether a test passes. A hang uses no CPU time: the runner stops a command that has not ended
// after twenty times its limit by the clock.
//
// A closing entry is about its whole group: it starts when the other entries have ended. If some of them are not run,
// it is omitted, with a line. -T runs what has a name or a group that a shell pattern matches, -P the I-th of N equal
// parts of that. A pattern that matches nothing is refused.
//
// ABOUT is a file of lines KEY=VALUE, what the tests are of: properties of each suite of the JUnit file.
//
// -c is run when the JUnit file is there, before the last line.
//
// -n runs nothing, and prints the commands that were chosen.
//
// A failure is reported at once, with its seed and the command that repeats it: `again=`, or AGAIN T='NAME' (AGAIN is
// `make test`). A group is reported when all of it has ended. The seconds of a group are the sum of its entries'. -l
// keeps the whole output of what failed, or is incomplete: a run of a simulator with that verdict, which is neither
// passed nor failed. If standard output is no terminal, -p seconds (60) of silence end in a line.
//
// Exit code 0: nothing failed and something passed; 1: otherwise. 2: the list or an option cannot be read, or chooses
// nothing. 128 and the number of a signal: the signal ended it; the JUnit file has what had ended until then.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "judge.h"
#include "list.h"
#include "report.h"
#include "session.h"

// Seconds between two measurements of CPU time. An entry hangs if it has not ended after so many times its limit.
static const double measure_period = 0.5, hang_factor = 20;

static struct report report = {.again = "make test", .period = 60};

// --- one entry -------------------------------------------------------------------------------------------------------

// Each leads a session of its own, so that all processes that it starts can be measured and ended with it.
static void start(struct entry *e, const sigset_t *waited) {
  e->output = tmpfile();
  if (!e->output) give_up("tmpfile", strerror(errno));
  e->state = RUNNING;
  e->start = now();
  fflush(NULL);
  e->pid = fork();
  if (e->pid < 0) give_up("fork", strerror(errno));
  if (e->pid > 0) return;
  setsid();
  sigprocmask(SIG_UNBLOCK, waited, NULL);
  setenv("CMOCKA_MESSAGE_OUTPUT", "XML", 1);
  if (!freopen("/dev/null", "r", stdin)) _exit(127);
  dup2(fileno(e->output), STDOUT_FILENO);
  dup2(fileno(e->output), STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", e->command, (char *)NULL);
  _exit(127);
}

static char *read_back(FILE *file) {
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
  char *text = grow(NULL, (size_t)size + 1);
  rewind(file);
  size_t count = fread(text, 1, (size_t)size, file);
  text[count] = '\0';
  for (size_t i = 0; i < count; i++) {
    if (text[i] == '\0') text[i] = '?';
  }
  fclose(file);
  return text;
}

static void end(struct list *l, struct entry *e, int status) {
  struct group *g = &l->groups[e->group];
  e->state = ENDED;
  l->ended++;
  e->seconds = now() - e->start;
  e->text = read_back(e->output);
  judge(e, status);
  g->left--;
  g->left_open -= !e->closing;
  g->seconds += e->seconds;
  g->counts.passed += e->counts.passed;
  g->counts.failed += e->counts.failed;
  g->counts.skipped += e->counts.skipped;
  g->counts.incomplete += e->counts.incomplete;
  report_progress(&report, l, NULL);
  if (counts_bad(&e->counts)) report_failure(&report, l, e);
  if (g->left == 0) report_group(g);
  if (!counts_bad(&e->counts)) {
    free(e->text);
    e->text = NULL;
  }
}

// --- all of them -----------------------------------------------------------------------------------------------------

// The next that may start, in the order of the list; NULL: none now.
static struct entry *next(struct list *l) {
  while (l->from < l->count && l->entries[l->from].state == ENDED) l->from++;
  for (size_t i = l->from; i < l->count; i++) {
    struct entry *e = &l->entries[i];
    if (e->state != WAITING || (e->closing && l->groups[e->group].left_open > 0)) continue;
    if (l->to <= i) l->to = i + 1;
    return e;
  }
  return NULL;
}

static void stop_all(struct list *l) {
  for (size_t i = l->from; i < l->to; i++) {
    if (l->entries[i].state == RUNNING) session_kill(l, &l->entries[i]);
  }
}

// An entry cannot have used more than the time since its start on each core.
static bool may_be_over_limit(const struct list *l, long cores) {
  for (size_t i = l->from; i < l->to; i++) {
    const struct entry *e = &l->entries[i];
    if (e->state == RUNNING && (now() - e->start) * (double)cores > e->limit) return true;
  }
  return false;
}

static void stop_late(struct list *l, long cores) {
  static double measured;
  if (may_be_over_limit(l, cores) && now() - measured > measure_period) {
    session_measure(l);
    measured = now();
  }
  for (size_t i = l->from; i < l->to; i++) {
    struct entry *e = &l->entries[i];
    if (e->state != RUNNING) continue;
    if (e->cpu > e->limit) {
      e->stop_reason = STOPPED_BY_CPU;
    } else if (now() - e->start > hang_factor * e->limit) {
      e->stop_reason = STOPPED_BY_CLOCK;
    }
    if (e->stop_reason != NOT_STOPPED) session_kill(l, e);
  }
}

// The group goes while its leader is not yet reaped: its number cannot have been given to anyone else. Returns how many
// have ended.
static size_t reap(struct list *l) {
  size_t count = 0;
  siginfo_t info = {0};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
    kill(-info.si_pid, SIGKILL);
    size_t i = l->from;
    while (l->entries[i].state != RUNNING || l->entries[i].pid != info.si_pid) i++;
    end(l, &l->entries[i], session_end(&l->entries[i]));
    count++;
    info.si_pid = 0;
  }
  return count;
}

// Returns the signal that ended it before all had run, or 0.
static int run_all(struct list *l, size_t jobs) {
  sigset_t waited;
  sigemptyset(&waited);
  sigaddset(&waited, SIGCHLD);
  sigaddset(&waited, SIGINT);
  sigaddset(&waited, SIGTERM);
  sigprocmask(SIG_BLOCK, &waited, NULL);
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  for (size_t running = 0; l->ended < l->count;) {
    for (struct entry *e; running < jobs && (e = next(l)); running++) start(e, &waited);
    report_progress(&report, l, l->entries[l->from].name);
    const struct timespec tick = {.tv_nsec = 200000000};
    const int signal = sigtimedwait(&waited, NULL, &tick);
    if (signal == SIGINT || signal == SIGTERM) {
      stop_all(l);
      return signal;
    }
    running -= reap(l);
    stop_late(l, cores);
  }
  return 0;
}

// --- the command -----------------------------------------------------------------------------------------------------

static const char usage[] =
    "run [-n] [-j JOBS] [-t SECONDS] [-T PATTERN]... [-P I/N] [-o JUNIT_XML] [-i ABOUT] [-c COMMAND] [-l "
    "FOLDER] [-a AGAIN] [-p SECONDS] LIST";

static void read_part(struct choice *c, const char *text) {
  int end = 0;
  if (sscanf(text, "%zu/%zu%n", &c->part, &c->parts, &end) != 2 || text[end] || c->part < 1 || c->part > c->parts) {
    fprintf(stderr, "run: -P %s: expected I/N, the I-th of N parts\n", text);
    exit(2);
  }
}

static char *read_about(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) give_up(path, strerror(errno));
  return read_back(file);
}

// Of what it cannot do it says so itself; the verdict is that of the tests.
static void follow(const char *command) {
  fflush(stdout);
  if (system(command) == -1) fprintf(stderr, "%s: %s\n", command, strerror(errno));
}

static int finish(const struct list *l, const char *junit, const char *then, int signal) {
  struct counts sum = {0};
  for (size_t i = 0; i < l->group_count; i++) {
    sum.passed += l->groups[i].counts.passed;
    sum.failed += l->groups[i].counts.failed;
    sum.skipped += l->groups[i].counts.skipped;
    sum.incomplete += l->groups[i].counts.incomplete;
  }
  if (junit) report_junit(&report, l, junit);
  if (then) follow(then);
  if (signal) printf("stopped by signal %d: %zu of %zu tests have not ended\n", signal, l->count - l->ended, l->count);
  printf("%u passed, %u failed, %u skipped", sum.passed, sum.failed, sum.skipped);
  if (sum.incomplete) printf(", %u incomplete", sum.incomplete);
  putchar('\n');
  return signal ? 128 + signal : counts_bad(&sum) || sum.passed == 0;
}

int main(int argc, char **argv) {
  long jobs = sysconf(_SC_NPROCESSORS_ONLN);
  double limit = 60;
  const char *junit = NULL, *then = NULL;
  bool only_print = false;
  char **patterns = grow(NULL, (size_t)argc * sizeof *patterns);
  struct choice choice = {.patterns = patterns, .part = 1, .parts = 1};
  for (int option; (option = getopt(argc, argv, "nj:t:T:P:o:i:c:l:a:p:")) != -1;) {
    if (option == 'n') only_print = true;
    if (option == 'j') jobs = atol(optarg);
    if (option == 't') limit = atof(optarg);
    if (option == 'T') patterns[choice.pattern_count++] = optarg;
    if (option == 'P') read_part(&choice, optarg);
    if (option == 'o') junit = optarg;
    if (option == 'i') report.about = read_about(optarg);
    if (option == 'c') then = optarg;
    if (option == 'l') report.folder = optarg;
    if (option == 'a') report.again = optarg;
    if (option == 'p') report.period = atof(optarg);
    if (option == '?') return 2;
  }
  if (optind + 1 != argc || jobs < 1 || limit <= 0) give_up("usage", usage);
  if (report.folder && mkdir(report.folder, 0777) != 0 && errno != EEXIST) give_up(report.folder, strerror(errno));
  struct list list = list_read(argv[optind], limit);
  list_choose(&list, &choice, argv[optind]);
  if (only_print) {
    for (size_t i = 0; i < list.count; i++) puts(list.entries[i].command);
    return 0;
  }
  report.started = time(NULL);
  const int signal = run_all(&list, (size_t)jobs);
  return finish(&list, junit, then, signal);
}
