// SPDX-License-Identifier: Apache-2.0
// recode: a capture's bytes -> events -> bytes again, by two processes joined by the text of the events alone.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "command.h"
#include "decode.h"

enum { SHOWN = 20 };

struct packets {
  struct packet *at;
  size_t count, room;
};

static void add_packet(void *user, const struct packet *p) {
  struct packets *list = user;
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 1024;
    list->at = realloc(list->at, list->room * sizeof *list->at);
    if (!list->at) {
      fputs("waypoint: out of memory for the packets\n", stderr);
      exit(2);
    }
  }
  list->at[list->count++] = *p;
}

static struct packets packets_of(const struct config *config, const uint8_t *bytes, size_t count) {
  struct packets list = {0};
  struct decoder d;
  decode_start(&d, config, add_packet, &list);
  decode_bytes(&d, bytes, count);
  decode_end(&d);
  return list;
}

// Runs `waypoint WORDS` with standard input and output as given; -1 if it cannot be started.
static pid_t start(char *const *words, int input, int output, int unused) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  if (input >= 0) dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  close(unused);
  execv("/proc/self/exe", words);
  _exit(2);
}

static bool ended_well(pid_t pid) {
  int status;
  return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// decode --events | encode --events -, the bytes into a file.
static bool recode(char *const *decode, FILE *to, struct error *err) {
  char *encode[] = {"waypoint", "encode", "--events", "-", NULL};
  int joint[2];
  if (pipe(joint) != 0) {
    error_set(err, "recode: no pipe between the two processes");
    return false;
  }
  const pid_t first = start(decode, -1, joint[1], joint[0]);
  const pid_t second = start(encode, joint[0], fileno(to), joint[1]);
  close(joint[0]);
  close(joint[1]);
  const bool decoded = ended_well(first), encoded = ended_well(second);
  if (!decoded || !encoded) error_set(err, "recode: %s failed", decoded ? "encode" : "decode");
  return decoded && encoded;
}

static bool is_given(const struct packet *p) { return p->kind == PACKET_ASYNC || p->kind == PACKET_ISYNC; }

static size_t same_bytes(const uint8_t *a, size_t a_count, const uint8_t *b, size_t b_count) {
  size_t same = 0;
  for (size_t i = 0; i < a_count && i < b_count; i++) same += a[i] == b[i];
  return same;
}

static void show_difference(const struct packet *silicon, const struct packet *ours) {
  char a[160], b[160];
  packet_text(silicon, a, sizeof a);
  packet_text(ours, b, sizeof b);
  printf("byte %" PRIu64 ": %" PRIu32 " bytes, ours %" PRIu32 "\n  silicon: %s\n  ours:    %s\n", silicon->offset,
         silicon->length, ours->length, a, b);
}

// Packet by packet, for one that has another length moves all bytes behind it.
static int compare(const struct capture *c, const uint8_t *ours, size_t ours_count) {
  const struct packets a = packets_of(&c->config, c->bytes, c->count), b = packets_of(&c->config, ours, ours_count);
  const size_t start = a.count ? (size_t)a.at[0].offset : c->count;
  size_t same = 0, same_packets = 0, given = 0, shown = 0, count = 0;
  for (size_t i = 0; i < a.count; i++) {
    const struct packet *p = &a.at[i], *q = i < b.count ? &b.at[i] : NULL;
    count += p->length;
    given += is_given(p);
    const size_t equal = q ? same_bytes(c->bytes + p->offset, p->length, ours + q->offset, q->length) : 0;
    same += equal;
    if (q && equal == p->length && p->length == q->length) {
      same_packets++;
    } else if (q && shown++ < SHOWN) {
      show_difference(p, q);
    }
  }
  if (a.count != b.count) printf("silicon has %zu packets, ours %zu\n", a.count, b.count);
  printf("recode: bytes=%zu same=%zu packets=%zu same_packets=%zu given=%zu\n", c->count - start, same, a.count,
         same_packets, given);
  const bool good = a.count == b.count && same_packets == a.count && count == ours_count && a.count > 0;
  free(a.at);
  free(b.at);
  return good ? 0 : 1;
}

int command_recode(const struct words *words) {
  struct capture capture = {0};
  struct error err;
  char **decode = calloc((size_t)words->argc + 4, sizeof *decode);
  FILE *file = tmpfile();
  uint8_t *bytes = NULL;
  long count = 0;
  bool good = decode && file;
  if (!good) error_set(&err, "recode: no temporary file");
  good = good && capture_open(&capture, words->snapshot, words->choice, &err);
  if (good) {
    if (words->depth >= 0) capture.config.return_stack_depth = (uint32_t)words->depth;
    decode[0] = "waypoint";
    decode[1] = "decode";
    memcpy(decode + 2, words->argv, (size_t)words->argc * sizeof *decode);
    decode[words->argc + 2] = "--events";
    good = recode(decode, file, &err);
  }
  if (good) {
    fseek(file, 0, SEEK_END);
    count = ftell(file);
    rewind(file);
    bytes = malloc((size_t)count + 1);
    good = bytes && fread(bytes, 1, (size_t)count, file) == (size_t)count;
    if (!good) error_set(&err, "recode: the encoder's bytes cannot be read");
  }
  const int code = good ? compare(&capture, bytes, (size_t)count) : could_not_run(&err);
  capture_close(&capture);
  free(bytes);
  free(decode);
  if (file) fclose(file);
  return code;
}
