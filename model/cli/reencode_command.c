// SPDX-License-Identifier: Apache-2.0
// waypoint reencode: decodes the bytes of a capture to events and encodes them again, in two processes that are
// connected only by the text of the events.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "array.h"
#include "capture.h"
#include "code.h"
#include "command.h"
#include "decode.h"
#include "error.h"

// Numbers of packets: differences that are printed; packets that must agree before the comparison continues after a
// difference; distance within which they are searched.
enum { SHOWN = 20, AGREEING = 4, REACH = 64 };

struct packets {
  struct packet *at;
  size_t count, room;
};

static void add_packet(void *user, const struct packet *packet) {
  struct packets *list = user;
  list->at = array_reserve(list->at, list->count + 1, &list->room, sizeof *list->at);
  list->at[list->count++] = *packet;
}

static struct packets packets_of(const struct config *config, const uint8_t *bytes, size_t count) {
  struct packets list = {0};
  struct decoder d;
  decode_start(&d, config, add_packet, &list);
  decode_bytes(&d, bytes, count);
  decode_end(&d);
  return list;
}

// Runs `waypoint WORDS` with this standard input and output. -1: it cannot be started.
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

// Runs decode --events | encode --events -, and writes the bytes to a file.
static bool reencode(char *const *decode, FILE *to, struct error *err) {
  char *encode[] = {"waypoint", "encode", "--events", "-", NULL};
  int joint[2];
  if (pipe(joint) != 0) return error_set(err, "reencode: cannot connect decode and encode: %s", strerror(errno));
  const pid_t first = start(decode, -1, joint[1], joint[0]);
  const pid_t second = start(encode, joint[0], fileno(to), joint[1]);
  close(joint[0]);
  close(joint[1]);
  const bool decoded = ended_well(first), encoded = ended_well(second);
  return (decoded && encoded) || error_set(err, "reencode: %s failed", decoded ? "encode" : "decode");
}

static bool is_given(const struct packet *packet) { return packet_group[packet->kind] == PACKET_GROUP_SYNC; }

static size_t same_bytes(const uint8_t *a, size_t a_count, const uint8_t *b, size_t b_count) {
  size_t same = 0;
  for (size_t i = 0; i < a_count && i < b_count; i++) same += a[i] == b[i];
  return same;
}

static void show_side(const char *name, const struct packet *packet) {
  char text[160] = "nothing";
  if (packet) packet_text(packet, text, sizeof text);
  printf("  %-10s %s\n", name, text);
}

// Prints a difference. NULL: only the other side has a packet there.
static void show_difference(const struct packet *silicon, const struct packet *ours) {
  const struct packet *p = silicon ? silicon : ours;
  printf("%s %" PRIu64 ": %" PRIu32 " bytes, reencoded %" PRIu32 "\n", silicon ? "byte" : "reencoded byte", p->offset,
         silicon ? silicon->length : 0, ours ? ours->length : 0);
  show_side("silicon:", silicon);
  show_side("reencoded:", ours);
}

// One side: its bytes, their packets, and the next packet to compare.
struct side {
  const uint8_t *bytes;
  struct packets packets;
  size_t next;
};

struct tally {
  size_t same, same_packets, differences;
};

static bool is_same(const struct side *a, size_t i, const struct side *b, size_t j) {
  const struct packet *p = &a->packets.at[i], *q = &b->packets.at[j];
  return p->length == q->length && memcmp(a->bytes + p->offset, b->bytes + q->offset, p->length) == 0;
}

// Do the next packets agree after these numbers of packets are skipped?
static bool agree_after(const struct side *a, size_t skip_a, const struct side *b, size_t skip_b) {
  const size_t i = a->next + skip_a, j = b->next + skip_b;
  const size_t left_a = a->packets.count - i, left_b = b->packets.count - j;
  size_t n = 0;
  while (n < AGREEING && n < left_a && n < left_b && is_same(a, i + n, b, j + n)) n++;
  return n == AGREEING || (n == left_a && n == left_b);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// Finds the numbers of packets that differ on each side before the next ones that agree: as few as possible, and at
// most REACH. If there are none, the result is one of each side.
static void find_again(const struct side *a, size_t *skip_a, const struct side *b, size_t *skip_b) {
  const size_t most_a = least(REACH, a->packets.count - a->next), most_b = least(REACH, b->packets.count - b->next);
  for (size_t sum = 1; sum <= most_a + most_b; sum++) {
    for (*skip_a = sum - least(sum, most_b); *skip_a <= least(sum, most_a); ++*skip_a) {
      *skip_b = sum - *skip_a;
      if (agree_after(a, *skip_a, b, *skip_b)) return;
    }
  }
  *skip_a = least(most_a, 1);
  *skip_b = least(most_b, 1);
}

// Skips the packets that differ, and counts their equal bytes by position.
static void step_over(struct side *a, struct side *b, struct tally *t) {
  size_t skip_a, skip_b;
  find_again(a, &skip_a, b, &skip_b);
  for (size_t n = 0; n < skip_a || n < skip_b; n++) {
    const struct packet *p = n < skip_a ? &a->packets.at[a->next + n] : NULL;
    const struct packet *q = n < skip_b ? &b->packets.at[b->next + n] : NULL;
    if (p && q) t->same += same_bytes(a->bytes + p->offset, p->length, b->bytes + q->offset, q->length);
    if (t->differences++ < SHOWN) show_difference(p, q);
  }
  a->next += skip_a;
  b->next += skip_b;
}

static struct tally align(struct side *a, struct side *b) {
  struct tally t = {0};
  while (a->next < a->packets.count || b->next < b->packets.count) {
    if (a->next < a->packets.count && b->next < b->packets.count && is_same(a, a->next, b, b->next)) {
      t.same += a->packets.at[a->next].length;
      t.same_packets++;
      a->next++;
      b->next++;
    } else {
      step_over(a, b, &t);
    }
  }
  return t;
}

// Compares packet by packet. After a difference it continues where both sides agree again.
static int compare(const struct capture *c, const uint8_t *ours, size_t ours_count) {
  struct side a = {.bytes = c->bytes, .packets = packets_of(&c->config, c->bytes, c->count)};
  struct side b = {.bytes = ours, .packets = packets_of(&c->config, ours, ours_count)};
  const size_t start = a.packets.count ? (size_t)a.packets.at[0].offset : c->count;
  size_t given = 0;
  for (size_t i = 0; i < a.packets.count; i++) given += is_given(&a.packets.at[i]);
  const struct tally t = align(&a, &b);
  printf("reencode: bytes=%zu same=%zu packets=%zu same_packets=%zu given=%zu", c->count - start, t.same,
         a.packets.count, t.same_packets, given);
  if (config_protocol(&c->config) == PROTOCOL_PFT) printf(" depth=%" PRIu32, c->config.return_stack_depth);
  putchar('\n');
  free(a.packets.at);
  free(b.packets.at);
  return t.differences == 0 && t.same_packets > 0 ? 0 : 1;
}

int command_reencode(const struct words *words) {
  struct capture capture = {0};
  struct code code = {0};
  struct error err;
  char **decode = calloc((size_t)words->argc + 4, sizeof *decode);
  FILE *file = tmpfile();
  uint8_t *bytes = NULL;
  long count = 0;
  bool good = decode && file;
  if (!good) error_set(&err, "reencode: cannot create a temporary file: %s", strerror(errno));
  // The processes read the same files; an error in them is reported only here.
  good = good && code_capture(&code, words, &capture, &err);
  code_free(&code);
  if (good) {
    decode[0] = "waypoint";
    decode[1] = "decode";
    memcpy(decode + 2, words->argv, (size_t)words->argc * sizeof *decode);
    decode[words->argc + 2] = "--events";
    good = reencode(decode, file, &err);
  }
  if (good) {
    fseek(file, 0, SEEK_END);
    count = ftell(file);
    rewind(file);
    bytes = malloc((size_t)count + 1);
    good = bytes && fread(bytes, 1, (size_t)count, file) == (size_t)count;
    if (!good) error_set(&err, "reencode: the encoder's bytes cannot be read");
  }
  const int result = good ? compare(&capture, bytes, (size_t)count) : could_not_run(&err);
  capture_close(&capture);
  free(bytes);
  free(decode);
  if (file) fclose(file);
  return result;
}
