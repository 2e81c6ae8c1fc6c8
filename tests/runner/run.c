// SPDX-License-Identifier: Apache-2.0
// Runs the tests of a list, several at a time, and closes with one line: "N passed, N failed, N skipped".
//
//   run [-j JOBS] [-t SECONDS] [-o JUNIT_XML] LIST
//
// LIST holds one test a line, NAME<TAB>COMMAND ('#' starts a comment line); COMMAND is given to sh -c. A command tells
// what it ran in one of two ways, and one that tells nothing has failed, whatever its exit code:
//   - a cmocka program: each of its tests counts (they are asked for XML by CMOCKA_MESSAGE_OUTPUT);
//   - any other: its last such line "N passed, N failed, N skipped"; exit 77 alone is one skipped.
// A command that exits with neither 0 nor 77, dies or takes longer than SECONDS (300) adds a failure if it told none.
// Exit code: 0 nothing failed and something passed, 1 otherwise, 2 the list cannot be read.
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct counts {
  unsigned passed, failed, skipped;
};

// One test of a cmocka program.
struct cmocka_test {
  const char *name, *failure;  // failure: what cmocka says about it, NULL: none
  double seconds;
  bool skipped;
};

struct test {
  char *name, *command;
  pid_t pid;     // 0: not running
  FILE *output;  // of the command, standard error included
  char *text;    // the same as a string, once it has ended
  double start, seconds;
  struct cmocka_test *cases;
  size_t case_count;
  struct counts counts;
  char why[128];  // it failed as a whole; empty: it did not
};

static struct test *tests;
static size_t test_count, started, ended;
static double limit = 300;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void give_up(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(2);
}

static void read_list(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) give_up(path, strerror(errno));
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  for (unsigned number = 1; (length = getline(&line, &room, file)) >= 0; number++) {
    line[strcspn(line, "\n")] = '\0';
    if (!*line || *line == '#') continue;
    char *tab = strchr(line, '\t');
    if (!tab || tab == line || !tab[1]) {
      fprintf(stderr, "%s:%u: expected NAME<TAB>COMMAND\n", path, number);
      exit(2);
    }
    *tab = '\0';
    tests = realloc(tests, (test_count + 1) * sizeof *tests);
    if (!tests) give_up(path, "out of memory");
    tests[test_count++] = (struct test){.name = strdup(line), .command = strdup(tab + 1)};
  }
  free(line);
  fclose(file);
}

// --- one test
// ---------------------------------------------------------------------------------------------------------

// Each test leads a process group of its own, so that all of what it started can be ended with it.
static void start(struct test *t, const sigset_t *waited) {
  t->output = tmpfile();
  if (!t->output) give_up("tmpfile", strerror(errno));
  t->start = now();
  fflush(NULL);
  t->pid = fork();
  if (t->pid < 0) give_up("fork", strerror(errno));
  setpgid(t->pid, t->pid);  // on both sides, whoever comes first
  if (t->pid > 0) return;
  sigprocmask(SIG_UNBLOCK, waited, NULL);
  setenv("CMOCKA_MESSAGE_OUTPUT", "XML", 1);
  if (!freopen("/dev/null", "r", stdin)) _exit(127);
  dup2(fileno(t->output), STDOUT_FILENO);
  dup2(fileno(t->output), STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", t->command, (char *)NULL);
  _exit(127);
}

static char *read_back(FILE *file) {
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
  char *text = calloc(1, (size_t)size + 1);
  if (!text) give_up("output of a test", "out of memory");
  rewind(file);
  size_t count = fread(text, 1, (size_t)size, file);
  for (size_t i = 0; i < count; i++) {
    if (text[i] == '\0') text[i] = '?';
  }
  fclose(file);
  return text;
}

// The next test in a cmocka program's XML from *at on; false after the last. Cuts the text into strings.
static bool next_case(char **at, struct cmocka_test *c) {
  static const char head[] = "<testcase name=\"", cdata[] = "<failure><![CDATA[", tail[] = "]]></failure>";
  char *name = strstr(*at, head);
  char *body = name ? strstr(name + strlen(head), "\" time=\"") : NULL;
  char *end = body ? strstr(body, "</testcase>") : NULL;
  if (!end) return false;
  char *failure = strstr(body, cdata), *skipped = strstr(body, "<skipped");
  *c = (struct cmocka_test){.name = name + strlen(head), .seconds = atof(body + 8)};
  *body = '\0';
  if (failure && failure < end) {
    c->failure = failure + strlen(cdata);
    char *close = strstr(c->failure, tail);  // sought from here, as the text may hold "</testcase>"
    end = close ? close + strlen(tail) : end;
    if (close) *close = '\0';
  } else {
    c->skipped = skipped && skipped < end;
  }
  *at = end;
  return true;
}

static bool count_cmocka(struct test *t) {
  char *at = strdup(t->text);
  struct cmocka_test c;
  while (at && next_case(&at, &c)) {
    t->cases = realloc(t->cases, (t->case_count + 1) * sizeof c);
    if (!t->cases) give_up(t->name, "out of memory");
    t->cases[t->case_count++] = c;
    (*(c.failure ? &t->counts.failed : c.skipped ? &t->counts.skipped : &t->counts.passed))++;
  }
  return t->case_count > 0;
}

static bool count_line(struct test *t) {
  bool found = false;
  for (const char *line = t->text; line; line = strchr(line, '\n')) {
    struct counts c;
    int end = 0;
    if (*line == '\n') line++;
    if (sscanf(line, "%u passed, %u failed, %u skipped%n", &c.passed, &c.failed, &c.skipped, &end) == 3 && end > 0 &&
        (line[end] == '\n' || line[end] == '\0')) {
      t->counts = c;
      found = true;
    }
  }
  return found;
}

static void judge(struct test *t, int status) {
  bool clean = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
  bool told = count_cmocka(t) || count_line(t);
  if (t->seconds > limit) {
    snprintf(t->why, sizeof t->why, "stopped after %g s", limit);
  } else if (WIFSIGNALED(status)) {
    snprintf(t->why, sizeof t->why, "killed by signal %d", WTERMSIG(status));
  } else if (!clean && t->counts.failed == 0) {
    snprintf(t->why, sizeof t->why, "exit code %d", WEXITSTATUS(status));
  } else if (clean && !told && WEXITSTATUS(status) == 77) {
    t->counts.skipped = 1;
  } else if (clean && t->counts.passed + t->counts.failed + t->counts.skipped == 0) {
    snprintf(t->why, sizeof t->why, "exit code 0, but it told of no test that ran");
  }
  if (*t->why) t->counts.failed++;
}

// --- telling
// ----------------------------------------------------------------------------------------------------------

// The last lines of a long output: the failure is there.
static const char *last_lines(const char *text, int lines) {
  const char *at = text + strlen(text);
  while (at > text && (at[-1] != '\n' || lines-- > 0)) at--;
  return at;
}

static void print_failure(const struct test *t) {
  printf("FAILED %s%s%s\n", t->name, *t->why ? ": " : "", t->why);
  for (size_t i = 0; i < t->case_count; i++) {
    if (t->cases[i].failure) printf("  %s\n%s\n", t->cases[i].name, t->cases[i].failure);
  }
  if (!t->case_count || *t->why) fputs(last_lines(t->text, 40), stdout);
  printf("  reproduce: %s\n", t->command);
}

static void print_xml(FILE *file, const char *text) {
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '<' || c == '>' || c == '&' || c == '"') {
      fprintf(file, "&#%u;", c);
    } else {
      fputc(iscntrl(c) && c != '\n' && c != '\t' ? '?' : c, file);
    }
  }
}

static void write_case(FILE *file, const char *suite, const struct cmocka_test *c) {
  fputs("  <testcase classname=\"", file);
  print_xml(file, suite);
  fputs("\" name=\"", file);
  print_xml(file, c->name);
  fprintf(file, "\" time=\"%.3f\">", c->seconds);
  if (c->failure) {
    fputs("<failure>", file);
    print_xml(file, c->failure);
    fputs("</failure>", file);
  } else if (c->skipped) {
    fputs("<skipped/>", file);
  }
  fputs("</testcase>\n", file);
}

static void write_suite(FILE *file, const struct test *t) {
  const struct counts *n = &t->counts;
  fputs(" <testsuite name=\"", file);
  print_xml(file, t->name);
  fprintf(file, "\" time=\"%.3f\" tests=\"%u\" failures=\"%u\" skipped=\"%u\">\n", t->seconds,
          n->passed + n->failed + n->skipped, n->failed, n->skipped);
  for (size_t i = 0; i < t->case_count; i++) write_case(file, t->name, &t->cases[i]);
  if (!t->case_count || *t->why) {
    const char *failure = *t->why ? t->why : n->failed ? last_lines(t->text, 40) : NULL;
    write_case(file, t->name, &(struct cmocka_test){t->name, failure, t->seconds, n->passed == 0});
  }
  fputs(" </testsuite>\n", file);
}

static void write_junit(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) give_up(path, strerror(errno));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
  for (size_t i = 0; i < test_count; i++) write_suite(file, &tests[i]);
  fputs("</testsuites>\n", file);
  if (fclose(file) != 0) give_up(path, strerror(errno));
}

// One line on a terminal, rewritten; NULL clears it. Nothing in a log.
static void show_progress(const char *name) {
  if (!isatty(STDOUT_FILENO)) return;
  printf("\r\033[K");
  if (name) printf("[%zu of %zu] %s", ended, test_count, name);
  fflush(stdout);
}

// --- all of them
// ------------------------------------------------------------------------------------------------------

static void stop_all(void) {
  for (size_t i = 0; i < started; i++) {
    if (tests[i].pid) kill(-tests[i].pid, SIGKILL);
  }
}

static void end(struct test *t, int status) {
  t->pid = 0;
  t->seconds = now() - t->start;
  t->text = read_back(t->output);
  judge(t, status);
  ended++;
  show_progress(NULL);
  if (t->counts.failed > 0) print_failure(t);
}

// The group goes while its leader is not yet reaped: its number cannot have been given to anyone else.
static void reap(void) {
  siginfo_t info = {0};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
    pid_t pid = info.si_pid;
    int status;
    kill(-pid, SIGKILL);
    waitpid(pid, &status, 0);
    for (size_t i = 0; i < started; i++) {
      if (tests[i].pid == pid) end(&tests[i], status);
    }
    info.si_pid = 0;
  }
}

static void stop_late_ones(void) {
  for (size_t i = 0; i < started; i++) {
    if (tests[i].pid && now() - tests[i].start > limit) kill(-tests[i].pid, SIGKILL);
  }
}

static void run_all(size_t jobs) {
  sigset_t waited;
  sigemptyset(&waited);
  sigaddset(&waited, SIGCHLD);
  sigaddset(&waited, SIGINT);
  sigaddset(&waited, SIGTERM);
  sigprocmask(SIG_BLOCK, &waited, NULL);
  while (ended < test_count) {
    for (; started < test_count && started - ended < jobs; started++) {
      show_progress(tests[started].name);
      start(&tests[started], &waited);
    }
    const struct timespec tick = {.tv_nsec = 200000000};
    int signal = sigtimedwait(&waited, NULL, &tick);
    if (signal == SIGINT || signal == SIGTERM) {
      stop_all();
      exit(128 + signal);
    }
    stop_late_ones();
    reap();
  }
}

int main(int argc, char **argv) {
  long jobs = sysconf(_SC_NPROCESSORS_ONLN);
  const char *junit = NULL;
  for (int option; (option = getopt(argc, argv, "j:t:o:")) != -1;) {
    if (option == 'j') jobs = atol(optarg);
    if (option == 't') limit = atof(optarg);
    if (option == 'o') junit = optarg;
    if (option == '?') return 2;
  }
  if (optind + 1 != argc || jobs < 1 || limit <= 0) give_up("usage", "run [-j JOBS] [-t SECONDS] [-o JUNIT_XML] LIST");
  read_list(argv[optind]);
  run_all((size_t)jobs);
  struct counts sum = {0};
  for (size_t i = 0; i < test_count; i++) {
    sum.passed += tests[i].counts.passed;
    sum.failed += tests[i].counts.failed;
    sum.skipped += tests[i].counts.skipped;
  }
  if (junit) write_junit(junit);
  printf("%u passed, %u failed, %u skipped\n", sum.passed, sum.failed, sum.skipped);
  return sum.failed > 0 || sum.passed == 0;
}
