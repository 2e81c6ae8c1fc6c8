// SPDX-License-Identifier: Apache-2.0
// Counts of packets and fields, and their names.
#include "coverage.h"

#include <inttypes.h>
#include <stdarg.h>

#include "config.h"
#include "register.h"
#include "registers.h"
#include "resource.h"

static unsigned bits_of(uint32_t count) { return count ? 32 - (unsigned)__builtin_clz(count) : 0; }

static bool is_cycle(const struct packet *p, unsigned i) { return i < p->atom_count && p->cycles >> i & 1; }

// Counts a P-header by its form (coverage.h).
static void p_header(struct coverage *c, const struct packet *p) {
  const bool starts_with_cycle = is_cycle(p, 0),
             starts_with_idle_cycle = starts_with_cycle && (p->atom_count == 1 || is_cycle(p, 1));
  const unsigned atoms = (unsigned)p->atom_count - (unsigned)__builtin_popcount(p->cycles);
  const unsigned ns = (unsigned)__builtin_popcount(p->atoms);
  const bool first_is_n = p->atoms >> starts_with_cycle & 1;
  if (p->atom_count == 0) return;
  if (starts_with_idle_cycle && atoms < 2) {
    c->idle[p->atom_count - atoms][atoms]++;
  } else if (atoms == 2 && (first_is_n || (starts_with_cycle && !is_cycle(p, 2)))) {
    c->pair[starts_with_cycle][(unsigned)first_is_n << 1 | (p->atoms >> (starts_with_cycle + 1) & 1)]++;
  } else {
    c->run[starts_with_cycle][atoms - ns][ns != 0]++;
  }
}

static void on_packet(void *user, const struct packet *p) {
  struct coverage *c = user;
  c->packets[p->kind]++;
  c->bytes[p->kind] += p->length;
  if (p->has_count) c->count[p->kind][bits_of(p->cycle_count)]++;
  const bool syncs = p->kind == PACKET_ASYNC || (p->kind == PACKET_ISYNC && p->reason == ISYNC_PERIODIC);
  c->trigger_next_to_sync +=
      (syncs && c->last == PACKET_TRIGGER) || (p->kind == PACKET_TRIGGER && c->last == PACKET_ASYNC);
  c->last = p->kind;
  if (packet_is(p->kind, PACKET_HAS_STATE)) {
    c->security[p->ns]++;
    c->hyp += p->hyp;
  }
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
    case PACKET_ASYNC:
    case PACKET_TRIGGER:
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKET_CYCLE_COUNT:
    case PACKET_EXCEPTION_ENTRY:
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
}

void coverage_executed(struct coverage *c, const struct step *steps, size_t count) {
  for (const struct step *s = steps; s < steps + count; s++) {
    const uint32_t opcode = s->opcode & 0x0FFF0FFF;  // the CP15 forms, of either instruction set
    if (s->passed || s->kind != STEP_INSTRUCTION) continue;
    c->barrier_failed += opcode == 0x0E070F95 || opcode == 0x0E070F9A || opcode == 0x0E070FBA;
  }
}

void coverage_debug(struct coverage *c, const struct cycle *cycle) {
  const struct handshake *now = &cycle->debug;
  const bool falls = c->is_debug_requested && !now->is_requested;
  c->debug_raised += now->is_requested && !c->is_debug_requested;
  c->debug_acknowledged += falls && c->is_debug_acknowledged;
  c->debug_withdrawn += falls && !c->is_debug_acknowledged && !cycle->is_reset;
  c->is_debug_requested = now->is_requested;
  c->is_debug_acknowledged = now->is_requested && (now->is_answered || c->is_debug_acknowledged);
  const bool is_programmed = cycle->registers->value[ETMCR >> 2] & ETMCR_DEBUG_REQUEST;
  c->debug_trigger += cycle->has_trigger && now->is_answered && is_programmed;
}

struct stream_reader coverage_reader(struct coverage *c) {
  return (struct stream_reader){.decoded = on_packet, .user = c};
}

static uint64_t sum(const uint64_t counts[PACKET_KINDS]) {
  uint64_t total = 0;
  for (int kind = 0; kind < PACKET_KINDS; kind++) total += counts[kind];
  return total;
}

uint64_t coverage_packets(const struct coverage *c) { return sum(c->packets); }
uint64_t coverage_bytes(const struct coverage *c) { return sum(c->bytes); }

// --- as text --------------------------------------------------------------------------------------------------------

static void put(FILE *file, uint64_t count, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void put(FILE *file, uint64_t count, const char *format, ...) {
  va_list args;
  if (count == 0) return;
  va_start(args, format);
  fputs("cover ", file);
  vfprintf(file, format, args);
  fprintf(file, " %" PRIu64 "\n", count);
  va_end(args);
}

// Converts bits of a cycle count to bytes. A byte has seven bits, except for the first one of a PTM, which has four
// (IHI 0035B table 4.8; IHI 0014Q 7.3.4).
static void put_counts(const struct coverage *c, bool etm3, int kind, FILE *file) {
  uint64_t bytes[6] = {0};
  for (int bits = 0; bits < 33; bits++) bytes[bits == 0 ? 1 : (bits + (etm3 ? 6 : 9)) / 7] += c->count[kind][bits];
  for (int n = 1; n < 6; n++) put(file, bytes[n], "count.%s.bytes.%d", packet_name[kind], n);
}

static void put_kinds(const struct coverage *c, bool etm3, FILE *file) {
  for (int i = 0; i < PACKET_KINDS; i++) put(file, c->packets[i], "packet.%s", packet_name[i]);
  for (int i = 0; i < PACKET_KINDS; i++) put(file, c->bytes[i], "bytes.%s", packet_name[i]);
  for (int i = 0; i < PACKET_KINDS; i++) put_counts(c, etm3, i, file);
}

static void put_branches(const struct coverage *c, FILE *file) {
  for (int i = 1; i < 6; i++) {
    for (int info = 0; info < 4; info++) put(file, c->branch[i][info], "branch.bytes.%d.info.%d", i, info);
  }
  put(file, c->cancel, "branch.cancel");
  put(file, c->old_form, "branch.old-form");
  for (int i = 0; i < 4; i++) put(file, c->branch_isa[i], "branch.isa.%d", i);
  for (int i = 1; i < 6; i++) put(file, c->update[i], "update.bytes.%d", i);
  for (int i = 1; i < 17; i++) put(file, c->exception[i], "exception.%d", i);
  put(file, c->stack_hit, "stack.hit");
  put(file, c->stack_hit_deep, "stack.hit.above-4");
  put(file, c->stack_hit_both, "stack.hit.above-8.ns");
  put(file, c->stack_miss, "stack.miss");
  put(file, c->stack_overflow, "stack.overflow");
}

static void put_atoms(const struct coverage *c, FILE *file) {
  for (int i = 1; i < 6; i++) put(file, c->atoms[i], "atom.count.%d", i);
  for (int cycles = 0; cycles < 2; cycles++) {
    const char *name = cycles ? "WE" : "E";
    for (int e = 0; e < 16; e++) {
      for (int n = 0; n < 2; n++) put(file, c->run[cycles][e][n], "p-header.%sx%d.%d", name, e, n);
    }
    for (int i = 0; i < 4; i++) {
      put(file, c->pair[cycles][i], "p-header.%s%c%c", cycles ? "W" : "", i & 2 ? 'N' : 'E', i & 1 ? 'N' : 'E');
    }
  }
  for (int i = 1; i < 9; i++) {
    for (int e = 0; e < 2; e++) put(file, c->idle[i][e], "p-header.Wx%d.%d", i, e);
  }
}

// Counts the packets of a run in which ETMCR requested a feature that the DUT does not implement.
static void put_unimplemented(const struct coverage *c, const struct config *config, uint32_t written, FILE *file) {
  static const struct {
    const char *name;
    enum register_field_number field;
  } features[] = {
      {"timestamps", FIELD_ETMCR_TIMESTAMP}, {"return-stack", FIELD_ETMCR_RETURN_STACK}, {"vmid", FIELD_ETMCR_VMID}};
  for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
    if (config_has(config, features[i].field)) continue;
    if (written & register_fields[features[i].field].mask)
      put(file, coverage_packets(c), "requested.absent.%s", features[i].name);
  }
}

void coverage_write(const struct coverage *c, const struct config *config, uint32_t written, FILE *file) {
  const bool wide = config->etmccer & ETMCCER_STAMP64, gray = !(config->etmccer & ETMCCER_BINARY_STAMPS);
  put_kinds(c, config_is_etm3(config), file);
  put_atoms(c, file);
  put_branches(c, file);
  for (int i = 0; i < 4; i++) put(file, c->reason[i], "isync.reason.%d", i);
  for (int i = 1; i < 10; i++) put(file, c->timestamp[i], "timestamp.bytes.%d", i);
  put(file, c->clock_change, "timestamp.clock-change");
  put(file, c->eret_failed, "exception-return.failed");
  put(file, c->barrier_failed, "barrier.failed");
  put(file, c->trigger_next_to_sync, "trigger.next-to-sync");
  put(file, c->flush_off, "flush.off");
  put(file, c->debug_raised, "debug-request.raised");
  put(file, c->debug_acknowledged, "debug-request.acknowledged");
  put(file, c->debug_withdrawn, "debug-request.withdrawn");
  put(file, c->debug_trigger, "debug-request.trigger-in-debug");
  // Settings of the whole run: packets by the function of the TraceEnable event, timestamps by their coding.
  put(file, coverage_packets(c), "enable.function.%u", resource_function(config->etmteevr));
  put_unimplemented(c, config, written, file);
  put(file, c->packets[PACKET_TIMESTAMP], "timestamp.%s.%s", wide ? "64-bit" : "48-bit", gray ? "gray" : "binary");
}
