// SPDX-License-Identifier: Apache-2.0
// The rules of IHI 0035B chapter 2, 4.13 and appendix B.3: a packet reports a waypoint, and the image has the
// instructions between two waypoints.
#include <stdlib.h>

#include "error.h"
#include "flow_parts.h"

#define WALK_LIMIT (1u << 20)  // instructions without a waypoint: the image is wrong
enum { BLOCKS = 4096 };        // in the cache, a power of two

// Instructions from `start` to the next waypoint, or to the address of a waypoint update.
struct block {
  uint32_t start, end;  // end: after the last instruction
  uint32_t count;       // 0: an unused entry of the cache
  uint8_t isa;
  struct instruction last;
};

// `to` is the target of the last instruction, if that branched. `reported` is the branch packet that reported it, or
// NULL.
static void emit_range(struct flow *f, const struct block *b, bool waypoint, bool passed, struct return_address to,
                       const struct packet *reported) {
  flow_emit(f, (struct flow_event){.kind = FLOW_RANGE,
                                   .isa = b->isa,
                                   .start = b->start,
                                   .end = b->end,
                                   .count = b->count,
                                   .waypoint = waypoint,
                                   .indirect = b->last.class == INDIRECT_BRANCH,
                                   .link = b->last.link,
                                   .eret = b->last.eret,
                                   .reported = reported,
                                   .barrier = b->last.class == BARRIER,
                                   .target = to.address,
                                   .target_isa = to.isa,
                                   .passed = passed});
}

static void gap(struct flow *f, const char *why) {
  f->pft.returns = 0;
  f->pft.stack_whole = false;
  flow_gap(f, why);
}

// --- walking the image ---------------------------------------------------------------------------------------------

// Walks from the current address to the end of the next waypoint, or of the instruction at `*stop` if that comes first.
// If it returns false, the flow is lost and has reported it.
static bool walk(struct flow *f, const uint32_t *stop, struct block *b) {
  *b = (struct block){.start = f->address, .end = f->address, .isa = f->isa};
  if (f->isa == ISA_JAZELLE) {
    gap(f, FLOW_JAZELLE);
    return false;
  }
  for (bool done = false; !done; b->count++) {
    uint32_t at = b->end;
    if (!flow_fetch(f, at, &b->last)) {
      gap(f, FLOW_NO_CODE);
      return false;
    }
    if (b->count == WALK_LIMIT) {
      flow_error(f, "no waypoint within 2^20 instructions");
      return false;
    }
    b->end += b->last.size;
    done = b->last.class != NO_WAYPOINT || (stop && at == *stop);
  }
  return true;
}

// The block from the current address to the next waypoint. NULL if the flow is lost; it has reported this. Valid until
// the next call. Without an image, all members are 0.
static const struct block *next_block(struct flow *f) {
  static const struct block unknown;
  if (!f->image) return &unknown;
  struct block *b = &f->pft.blocks[((f->address | f->isa) * 0x9E3779B1u >> 7) % BLOCKS];
  if (b->count && b->start == f->address && b->isa == f->isa) return b;
  struct block found;
  if (!walk(f, NULL, &found)) return NULL;
  *b = found;
  return b;
}

// --- return stack (IHI 0035B 4.13) ---------------------------------------------------------------------------------

static void push(struct flow *f, const struct block *b) {
  if (!b->last.link || !f->pft.return_stack) return;
  f->pft.stack[f->pft.top++ % RETURN_STACK_DEPTH] = (struct return_address){b->end, b->isa};
  if (f->pft.returns < RETURN_STACK_DEPTH) f->pft.returns++;
}

// --- packets -------------------------------------------------------------------------------------------------------

// E on an indirect branch: the target is the newest return address.
static void predicted_branch(struct flow *f, const struct block *b) {
  if (f->pft.returns == 0) {
    if (f->pft.return_stack && !f->pft.stack_whole) {
      gap(f, "the return address was pushed in a gap");
    } else {
      flow_error(f, f->pft.return_stack ? "E atom on an indirect branch, but the return stack is empty"
                                        : "E atom on an indirect branch, but the return stack is off");
    }
    return;
  }
  struct return_address to = f->pft.stack[--f->pft.top % RETURN_STACK_DEPTH];
  f->pft.returns--;
  emit_range(f, b, true, true, to, NULL);
  push(f, b);
  flow_go(f, to.address, to.isa);
}

static void atom(struct flow *f, bool passed) {
  const struct block *b = next_block(f);
  if (!b) return;
  if (passed && b->last.class == INDIRECT_BRANCH) {
    predicted_branch(f, b);
    return;
  }
  emit_range(f, b, true, passed, (struct return_address){b->last.target, b->last.target_isa}, NULL);
  if (passed && b->last.class == DIRECT_BRANCH) {
    push(f, b);
    flow_go(f, b->last.target, b->last.target_isa);
  } else {
    f->address = b->end;
  }
}

// A branch packet without exception: the next waypoint has an E atom, and this target.
static void branch(struct flow *f, const struct packet *packet) {
  const struct block *b = f->state == IN_STEP ? next_block(f) : NULL;
  if (b) {
    bool direct = b->last.class == DIRECT_BRANCH;
    bool prohibited = direct && packet->address == 0;  // tracing is prohibited at the target (DDI 0388 table A-29)
    const uint32_t target = direct ? b->last.target : b->end;
    const bool is_elsewhere = packet->address != target || packet->isa != (direct ? b->last.target_isa : b->isa);
    if (f->image && b->last.class != INDIRECT_BRANCH && !prohibited && is_elsewhere) {
      flow_error(f, "branch packet has another target than the instruction");
      return;
    }
    emit_range(f, b, true, true, (struct return_address){packet->address, packet->isa}, packet);
    push(f, b);
  }
  if (f->state == LOST) return;
  f->state = IN_STEP;
  f->ns = packet->ns;
  flow_go(f, packet->address, packet->isa);
}

#define EXCEPTION_DEBUG_ENTRY 1  // its packet has no address: the field is 0

static void exception(struct flow *f, const struct packet *packet) {
  if (f->state == LOST) return;
  uint32_t interrupted = f->state == IN_STEP ? f->address : 0;
  f->state = packet->exception == EXCEPTION_DEBUG_ENTRY ? LOST : IN_STEP;
  f->ns = packet->ns;
  flow_go(f, packet->address, packet->isa);
  flow_emit(f, (struct flow_event){.kind = FLOW_EXCEPTION,
                                   .isa = packet->isa,
                                   .exception = packet->exception,
                                   .start = packet->address,
                                   .end = interrupted});
}

// The block is what the update should have reported: from the current address to the next waypoint.
static void wrong_update(struct flow *f, uint32_t address, const struct block *b) {
  const uint32_t waypoint = b->end - b->last.size;
  if (b->start == waypoint) {
    flow_error_expected(f, "waypoint update is up to 0x%08X, expected 0x%08X, the next waypoint", address, waypoint);
  } else {
    flow_error_expected(f, "waypoint update is up to 0x%08X, expected 0x%08X to 0x%08X, the next waypoint", address,
                        b->start, waypoint);
  }
}

// The instruction at the update's address was executed, and all before it. Its encoding may be that of a waypoint, if
// it was undefined. Those before it are no waypoints, because a waypoint has an atom.
static void waypoint_update(struct flow *f, const struct packet *packet) {
  struct block b = {.start = packet->address, .isa = packet->isa};
  if (f->state != IN_STEP) return;
  if (!f->image) {
    emit_range(f, &b, false, false, (struct return_address){0}, NULL);
    return;
  }
  if (packet->isa != f->isa) {
    flow_error(f, "waypoint update has another instruction set");
    return;
  }
  if (!walk(f, &packet->address, &b)) return;
  if (b.end - b.last.size != packet->address) {
    wrong_update(f, packet->address, &b);
    return;
  }
  emit_range(f, &b, false, false, (struct return_address){0}, NULL);
  f->address = b.end;
}

// A periodic I-sync repeats what is known. An exception is a write to SCR that made Secure code Non-secure, which is
// traced late (IHI 0035B 4.12.2). All other I-syncs set the position.
static void isync(struct flow *f, const struct packet *packet) {
  f->pft.returns = 0;
  f->pft.stack_whole = true;
  if (f->state == IN_STEP && packet->reason == ISYNC_PERIODIC) {
    const bool same = (!f->image || (packet->address == f->address && packet->isa == f->isa)) && packet->ns >= f->ns,
               ns = f->ns;
    f->ns = packet->ns;
    if (same && !f->image) {
      flow_emit(f, (struct flow_event){.kind = FLOW_PERIODIC, .isa = packet->isa, .start = packet->address});
    }
    if (same) return;
    flow_error_isync(f, packet, ns);
  }
  f->state = IN_STEP;
  f->ns = packet->ns;
  flow_go(f, packet->address, packet->isa);
  flow_emit(f, (struct flow_event){
                   .kind = FLOW_SYNC, .isa = packet->isa, .start = packet->address, .reason = packet->reason});
}

static void move(struct flow *f, const struct packet *packet) {
  switch (packet->kind) {
    case PACKET_ATOM:
      for (int i = 0; i < packet->atom_count && f->state == IN_STEP; i++) atom(f, !(packet->atoms >> i & 1));
      break;
    case PACKET_BRANCH:
      if (packet->exception) {
        exception(f, packet);
      } else {
        branch(f, packet);
      }
      break;
    case PACKET_WAYPOINT_UPDATE:
      waypoint_update(f, packet);
      break;
    case PACKET_ISYNC:
      isync(f, packet);
      break;
    case PACKET_BAD:
      flow_error(f, packet->error);
      break;
    // These do not move the flow:
    case PACKET_ASYNC:
    case PACKET_TRIGGER:
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
    case PACKET_TIMESTAMP:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKETS_OF_ETM3:
      break;
  }
}

static void start(struct flow *f, const struct config *config) {
  f->dmb_dsb = config->etmccer & ETMCCER_BARRIER_WAYPOINTS;
  f->pft.return_stack = config->etmcr & ETMCR_RETURN_STACK && config->etmccer & ETMCCER_RETURN_STACK;
  f->pft.blocks = error_memory(calloc(BLOCKS, sizeof *f->pft.blocks));
}

static void copy(struct flow *f, const struct flow *from) {
  struct block *blocks = f->pft.blocks;
  f->pft = from->pft;
  f->pft.blocks = blocks;
}

static void nothing_held(struct flow *f) { (void)f; }

static void release(struct flow *f) { free(f->pft.blocks); }

const struct flow_protocol pft_flow = {start, copy, move, nothing_held, nothing_held, release};
