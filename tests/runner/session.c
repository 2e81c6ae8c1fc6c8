// SPDX-License-Identifier: Apache-2.0
#include "session.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct process {
  pid_t pid, parent, session;
  double cpu;  // seconds, with those of the children that it has waited for
};

struct processes {
  struct process *all;
  size_t count;
};

// Reads /proc/PID/stat. The command in it, in parentheses, may hold any character.
static bool read_process(const char *pid, struct process *p) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  const char *rest = strrchr(text, ')');
  int parent, session;
  unsigned long times[4];
  // After the command: state, parent, group, session, nine other fields, and the four times.
  if (!rest || sscanf(rest + 1, " %*c %d %*d %d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &parent, &session,
                      &times[0], &times[1], &times[2], &times[3]) != 6) {
    return false;
  }
  const double ticks = (double)(times[0] + times[1] + times[2] + times[3]);
  *p = (struct process){(pid_t)atoi(pid), parent, session, ticks / (double)sysconf(_SC_CLK_TCK)};
  return true;
}

static int compare_pids(const void *a, const void *b) {
  const pid_t left = ((const struct process *)a)->pid, right = ((const struct process *)b)->pid;
  return (left > right) - (left < right);
}

// All processes of the machine, in the order of their numbers.
static struct processes read_processes(void) {
  struct processes ps = {0};
  DIR *folder = opendir("/proc");
  if (!folder) return ps;
  for (const struct dirent *d; (d = readdir(folder));) {
    struct process p;
    if (*d->d_name < '1' || *d->d_name > '9' || !read_process(d->d_name, &p)) continue;
    if (ps.count % 256 == 0) ps.all = grow(ps.all, (ps.count + 256) * sizeof p);
    ps.all[ps.count++] = p;
  }
  closedir(folder);
  if (ps.count > 0) qsort(ps.all, ps.count, sizeof *ps.all, compare_pids);
  return ps;
}

// The running entry in whose session the process is, or else one of its ancestors; NULL: none.
static struct entry *entry_of(struct list *l, const struct processes *ps, const struct process *p) {
  while (p) {
    for (size_t i = l->from; i < l->to; i++) {
      if (l->entries[i].state == RUNNING && l->entries[i].pid == p->session) return &l->entries[i];
    }
    const struct process parent = {.pid = p->parent};
    p = bsearch(&parent, ps->all, ps->count, sizeof parent, compare_pids);
  }
  return NULL;
}

void session_measure(struct list *l) {
  struct processes ps = read_processes();
  for (size_t i = l->from; i < l->to; i++) l->entries[i].cpu_alive = 0;
  for (size_t i = 0; i < ps.count; i++) {
    struct entry *e = entry_of(l, &ps, &ps.all[i]);
    if (e) e->cpu_alive += ps.all[i].cpu;
  }
  free(ps.all);
  // The sum falls if a process ends whose parent has not waited for it.
  for (size_t i = l->from; i < l->to; i++) {
    struct entry *e = &l->entries[i];
    if (e->cpu_alive > e->cpu) e->cpu = e->cpu_alive;
  }
}

void session_kill(struct list *l, const struct entry *e) {
  struct processes ps = read_processes();
  // A leader that was started just now does not yet lead.
  if (kill(-e->pid, SIGKILL) != 0) kill(e->pid, SIGKILL);
  for (size_t i = 0; i < ps.count; i++) {
    if (entry_of(l, &ps, &ps.all[i]) == e) kill(ps.all[i].pid, SIGKILL);
  }
  free(ps.all);
}

static double seconds_of_children(void) {
  struct rusage r;
  getrusage(RUSAGE_CHILDREN, &r);
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

int session_end(struct entry *e) {
  const double before = seconds_of_children();
  int status;
  waitpid(e->pid, &status, 0);
  const double cpu = seconds_of_children() - before;
  if (cpu > e->cpu) e->cpu = cpu;
  return status;
}
