// SPDX-License-Identifier: Apache-2.0
// Counts of packets and fields, and their names.
#include "coverage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "error.h"

// Bytes of a cycle count (IHI 0035B table 4.8).
static unsigned count_bytes(uint32_t count) {
  unsigned n = 1;
  for (count >>= 4; count; count >>= 7) n++;
  return n;
}

static bool is_cycle(const struct packet *p, unsigned i) { return i < p->atom_count && p->cycles >> i & 1; }

static void p_header(struct coverage *c, const struct packet *p) {
  const bool cycles = is_cycle(p, 0), alone = cycles && (p->atom_count == 1 || is_cycle(p, 1));
  const unsigned atoms = (unsigned)p->atom_count - (unsigned)__builtin_popcount(p->cycles);
  const unsigned ns = (unsigned)__builtin_popcount(p->atoms);
  const bool first_is_n = p->atoms >> cycles & 1;
  if (p->atom_count == 0) return;
  if (alone && atoms < 2) {
    c->idle[p->atom_count - atoms][atoms]++;
  } else if (atoms == 2 && (first_is_n || (cycles && !is_cycle(p, 2)))) {
    c->pair[cycles][(unsigned)first_is_n << 1 | (p->atoms >> (cycles + 1) & 1)]++;
  } else {
    c->run[cycles][atoms - ns][ns != 0]++;
  }
}

void coverage_packet(struct coverage *c, const struct packet *p) {
  c->packets[p->kind]++;
  c->bytes[p->kind] += p->length;
  if (p->has_count) c->count[p->kind][count_bytes(p->cycle_count)]++;
  switch (p->kind) {
    case PACKET_ATOM:
      c->atoms[p->atom_count]++;
      break;
    case PACKET_BRANCH:
      c->branch[p->address_bytes][p->info_bytes]++;
      c->branch_isa[p->isa]++;
      c->cancel += p->cancel;
      c->old_form += p->old_form;
      if (p->exception) c->exception[p->exception > 15 ? 16 : p->exception]++;
      break;
    case PACKET_P_HEADER:
      p_header(c, p);
      break;
    case PACKET_WAYPOINT_UPDATE:
      c->update[p->address_bytes]++;
      break;
    case PACKET_ISYNC:
      c->reason[p->reason]++;
      break;
    case PACKET_TIMESTAMP:
      c->timestamp[p->timestamp_bytes]++;
      c->clock_change += p->clock_change;
      break;
    default:
      break;
  }
}

static uint64_t sum(const uint64_t counts[PACKET_KINDS]) {
  uint64_t total = 0;
  for (int kind = 0; kind < PACKET_KINDS; kind++) total += counts[kind];
  return total;
}

uint64_t coverage_packets(const struct coverage *c) { return sum(c->packets); }
uint64_t coverage_bytes(const struct coverage *c) { return sum(c->bytes); }

// What the whole run was: packets by the function of the TraceEnable event, timestamps by their coding.
static void append_settings(const struct coverage *c, const struct config *config, FILE *file) {
  const bool wide = config->etmccer & ETMCCER_STAMP64, gray = !(config->etmccer & ETMCCER_BINARY_STAMPS);
  fprintf(file, "enable.function.%u %" PRIu64 "\n", config->etmteevr >> 14 & 7, coverage_packets(c));
  fprintf(file, "timestamp.%s.%s %" PRIu64 "\n", wide ? "64-bit" : "48-bit", gray ? "gray" : "binary",
          c->packets[PACKET_TIMESTAMP]);
}

bool coverage_append(const struct coverage *c, const struct config *config, const char *path, struct error *err) {
  FILE *file = fopen(path, "a");
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  for (int i = 0; i < PACKET_KINDS; i++) fprintf(file, "packet.%s %" PRIu64 "\n", packet_name[i], c->packets[i]);
  for (int i = 1; i < 6; i++) fprintf(file, "atom.count.%d %" PRIu64 "\n", i, c->atoms[i]);
  for (int i = 1; i < 6; i++) {
    for (int info = 0; info < 4; info++) {
      fprintf(file, "branch.bytes.%d.info.%d %" PRIu64 "\n", i, info, c->branch[i][info]);
    }
  }
  for (int cycles = 0; cycles < 2; cycles++) {
    const char *name = cycles ? "WE" : "E";
    for (int e = 0; e < 16; e++) {
      for (int n = 0; n < 2; n++) fprintf(file, "p-header.%sx%d.%d %" PRIu64 "\n", name, e, n, c->run[cycles][e][n]);
    }
    for (int i = 0; i < 4; i++) {
      fprintf(file, "p-header.%s%c%c %" PRIu64 "\n", cycles ? "W" : "", i & 2 ? 'N' : 'E', i & 1 ? 'N' : 'E',
              c->pair[cycles][i]);
    }
  }
  for (int i = 1; i < 9; i++) {
    for (int e = 0; e < 2; e++) fprintf(file, "p-header.Wx%d.%d %" PRIu64 "\n", i, e, c->idle[i][e]);
  }
  fprintf(file, "branch.cancel %" PRIu64 "\nbranch.old-form %" PRIu64 "\n", c->cancel, c->old_form);
  for (int i = 0; i < 4; i++) fprintf(file, "branch.isa.%d %" PRIu64 "\n", i, c->branch_isa[i]);
  for (int i = 1; i < 6; i++) fprintf(file, "update.bytes.%d %" PRIu64 "\n", i, c->update[i]);
  for (int i = 0; i < 4; i++) fprintf(file, "isync.reason.%d %" PRIu64 "\n", i, c->reason[i]);
  for (int i = 1; i < 10; i++) fprintf(file, "timestamp.bytes.%d %" PRIu64 "\n", i, c->timestamp[i]);
  fprintf(file, "timestamp.clock-change %" PRIu64 "\n", c->clock_change);
  for (int i = 0; i < PACKET_KINDS; i++) {
    for (int n = 1; n < 6; n++) fprintf(file, "count.%s.bytes.%d %" PRIu64 "\n", packet_name[i], n, c->count[i][n]);
  }
  for (int i = 1; i < 17; i++) fprintf(file, "exception.%d %" PRIu64 "\n", i, c->exception[i]);
  fprintf(file, "stack.hit %" PRIu64 "\nstack.hit.above-4 %" PRIu64 "\n", c->stack_hit, c->stack_hit_deep);
  fprintf(file, "stack.miss %" PRIu64 "\nstack.overflow %" PRIu64 "\n", c->stack_miss, c->stack_overflow);
  append_settings(c, config, file);
  if (fclose(file) != 0) {
    error_set(err, "%s: not written: %s", path, strerror(errno));
    return false;
  }
  return true;
}
