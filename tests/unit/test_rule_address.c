// SPDX-License-Identifier: Apache-2.0
// Architecture rules about the contents of packets (docs/rules.md). Each rule reports a breach of its clause, and
// accepts the values next to it.
#define CASES_OWN_MAIN
#include "rule_bench.h"

static const struct packet no_packet = {.kind = PACKET_IGNORE};  // for rules that read only the event

static struct config pft(uint32_t etmcr, uint32_t minor) {
  return (struct config){.etmcr = etmcr, .etmidr = 0x571CF300 | minor << 4, .etmccer = 0x37C01800, .etmtraceidr = 0x11};
}

static struct config etm3(uint32_t etmcr, bool alternative) {
  return (struct config){.etmcr = ETMCR_PORT | etmcr,
                         .etmidr = 0x410CF250 | (uint32_t)alternative << 20,
                         .etmccer = 0x344008F2,
                         .etmtraceidr = 0x11};
}

static struct packet with_info(struct packet p, uint8_t info, uint16_t exception, bool ns, bool hyp) {
  p.info_bytes = info;
  p.length += info;
  p.exception = exception;
  p.ns = ns;
  p.ns_known = true;
  p.hyp = hyp;
  return p;
}

// IHI 0035B table 4.5: the highest bit that changes determines the number of bytes.
CASE(pft_branch_addresses) {
  struct bench b;
  begin(&b, pft(0, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, branch(0x80000080, ISA_ARM, 1));
  say(&b, branch(0x80002080, ISA_ARM, 2));
  say(&b, branch(0x80102080, ISA_ARM, 3));
  say(&b, branch(0x88102080, ISA_ARM, 4));
  say(&b, branch(0x98102080, ISA_ARM, 5));
  say(&b, branch(0x98102080, ISA_THUMB, 5));                         // the alignment changes
  say(&b, branch(0x98102080, ISA_THUMBEE, 1));                       // the alignment does not change
  say(&b, with_info(branch(0x98102084, ISA_THUMB, 2), 1, 0, 0, 0));  // an information byte follows
  say(&b, with_info(branch(0, ISA_THUMB, 5), 0, 0, 0, 0));           // a target that is hidden
  say(&b, with_info(branch(0x80000000, ISA_ARM, 5), 1, 1, 0, 0));    // debug entry
  say(&b, branch(0x80000010, ISA_JAZELLE, 5));
  say(&b, branch(0x80000011, ISA_JAZELLE, 5));
  silent(&b);
  say(&b, branch(0x80000000, ISA_THUMB, 5));
  say(&b, branch(0x80000040, ISA_THUMB, 2));
  red_because(&b, "PFT-ADDR-1",
              "branch packet to 0x80000040 Thumb has 2 address bytes, expected at most 1: the address before it is "
              "0x80000000 Thumb");
  say(&b, branch(0x80001040, ISA_THUMB, 3));
  red(&b, "PFT-ADDR-1");
  end(&b);
}

static struct packet update(uint32_t address, uint8_t bytes) {
  struct packet p = branch(address, ISA_ARM, bytes);
  p.kind = PACKET_WAYPOINT_UPDATE;
  p.length++;
  return p;
}

// An update packet may change the base of the compression or not. The rule accepts the length by either reading.
CASE(pft_updates) {
  struct bench b;
  begin(&b, pft(0, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, update(0x80004000, 3));
  say(&b, branch(0x80004010, ISA_ARM, 3));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, update(0x80004000, 3));
  say(&b, branch(0x80004010, ISA_ARM, 1));
  silent(&b);
  say(&b, update(0x80004020, 2));
  red(&b, "PFT-ADDR-2");
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, update(0x80004000, 3));
  say(&b, branch(0x80000010, ISA_ARM, 4));
  red_because(&b, "PFT-ADDR-1",
              "branch packet to 0x80000010 ARM has 4 address bytes, expected at most 3: the address before it is "
              "0x80004000 ARM");
  end(&b);
}

CASE(pft_information) {
  struct bench b;
  begin(&b, pft(0, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, with_info(branch(0x80000010, ISA_ARM, 2), 1, 14, 0, 0));    // an exception
  say(&b, with_info(branch(0x80000020, ISA_ARM, 2), 1, 0, 1, 0));     // NS changes
  say(&b, with_info(branch(0x80000030, ISA_ARM, 2), 2, 0x15, 1, 0));  // an exception number above 15
  say(&b, with_info(branch(0x80000040, ISA_ARM, 2), 2, 3, 1, 1));     // entry to Hyp mode
  say(&b, with_info(branch(0x80000050, ISA_ARM, 2), 2, 14, 1, 1));    // an exception in Hyp mode
  say(&b, with_info(branch(0x80000060, ISA_ARM, 2), 2, 0, 1, 0));     // exit from Hyp mode
  silent(&b);
  say(&b, with_info(branch(0x80000070, ISA_ARM, 2), 1, 0, 1, 0));
  red(&b, "PFT-INFO-1");
  say(&b, with_info(branch(0x80000080, ISA_ARM, 2), 2, 14, 1, 0));
  red(&b, "PFT-INFO-2");
  end(&b);
}

static struct packet counted(struct packet p, uint32_t count, uint32_t bytes) {
  p.has_count = true;
  p.cycle_count = count;
  p.length += p.kind == PACKET_ATOM ? bytes - 1 : bytes;
  return p;
}

CASE(pft_counts) {
  struct bench b;
  begin(&b, pft(ETMCR_CYCLE_ACCURATE | FIELD_OF(ETMCR_CONTEXT_ID, 1), 1));
  struct packet sync = isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON);
  sync.length++;  // one byte of Context ID
  say(&b, counted(sync, 15, 1));
  say(&b, counted(sync, 16, 2));
  say(&b, counted(atoms(), 0x7FF, 2));
  say(&b, counted(atoms(), 0x800, 3));
  say(&b, counted(branch(0x80000010, ISA_ARM, 1), 0x1FFFFFF, 4));
  say(&b, counted(branch(0x80000020, ISA_ARM, 1), 0x2000000, 5));
  silent(&b);
  say(&b, counted(sync, 15, 2));
  red(&b, "PFT-COUNT-1");
  say(&b, counted(atoms(), 0x7FF, 3));
  red(&b, "PFT-COUNT-1");
  say(&b, counted(branch(0x80000030, ISA_ARM, 1), 0, 2));
  red(&b, "PFT-COUNT-1");
  end(&b);
}

// --- what belongs to an instruction ---------------------------------------------------------------------------------

static void compared(struct bench *b, const struct flow_event *e, const struct packet *p) {
  rules_reader(b->rules).compared(b->rules, e, p);
}

// The next waypoint, which a packet reports.
static void waypoint(struct bench *b, struct packet p, struct flow_event e) {
  p.offset = b->sent;
  say(b, p);
  e.kind = FLOW_RANGE;
  e.waypoint = e.passed = true;
  e.offset = p.offset;
  e.reported = p.kind == PACKET_BRANCH;
  compared(b, &e, &p);
}

static const struct flow_event direct = {.end = 0x1004}, indirect = {.indirect = true, .end = 0x1004},
                               barrier = {.barrier = true}, eret = {.indirect = true, .eret = true};

CASE(pft_broadcast) {
  struct bench b;
  begin(&b, pft(ETMCR_BRANCH_BROADCAST, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  waypoint(&b, branch(0x80000010, ISA_ARM, 1), direct);
  waypoint(&b, branch(0x80000020, ISA_ARM, 1), indirect);
  waypoint(&b, atoms(), barrier);  // either packet is permitted, because no clause lists the barriers (4.6)
  waypoint(&b, branch(0x80000030, ISA_ARM, 1), barrier);
  waypoint(&b, atoms(), direct);  // a secret target: no clause lists these either (4.7)
  compared(&b, &(struct flow_event){.kind = FLOW_SYNC, .reason = ISYNC_TRACE_ON}, &no_packet);
  waypoint(&b, atoms(), direct);
  silent(&b);
  waypoint(&b, branch(0x80000020, ISA_ARM, 1), indirect);
  red(&b, "PFT-BCAST-1");
  end(&b);

  begin(&b, pft(0, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  waypoint(&b, atoms(), direct);
  waypoint(&b, with_info(branch(0x80000020, ISA_ARM, 2), 1, 0, 1, 0), direct);  // NS changes
  waypoint(&b, branch(0, ISA_ARM, 5), direct);                                  // a target that is hidden
  waypoint(&b, branch(0x80000020, ISA_ARM, 5), indirect);
  waypoint(&b, branch(0x80000020, ISA_THUMB, 5), (struct flow_event){.end = 0x1004, .target_isa = ISA_THUMB});  // BLX
  waypoint(&b, branch(0x80000020, ISA_ARM, 5), indirect);
  silent(&b);
  waypoint(&b, branch(0x80000030, ISA_ARM, 1), direct);
  red(&b, "PFT-BCAST-2");
  end(&b);
}

CASE(pft_exception_returns) {
  struct bench b;
  begin(&b, pft(0, 1));
  say(&b, of_kind(PACKET_EXCEPTION_RETURN, 0));  // no return address is known
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  waypoint(&b, branch(0x80000010, ISA_ARM, 1), eret);
  say(&b, of_kind(PACKET_EXCEPTION_RETURN, 0));
  waypoint(&b, atoms(), direct);
  waypoint(&b, branch(0x80000020, ISA_ARM, 1), eret);
  compared(&b, &(struct flow_event){.kind = FLOW_SYNC, .reason = ISYNC_OVERFLOW}, &no_packet);  // trace was lost
  waypoint(&b, atoms(), direct);
  silent(&b);
  say(&b, of_kind(PACKET_EXCEPTION_RETURN, 0));
  red(&b, "PFT-ERET-2");
  waypoint(&b, branch(0x80000010, ISA_ARM, 1), eret);
  waypoint(&b, atoms(), direct);
  red(&b, "PFT-ERET-1");
  end(&b);

  begin(&b, pft(0, 0));  // PFTv1.0 has no such packet
  waypoint(&b, branch(0x80000010, ISA_ARM, 1), eret);
  waypoint(&b, atoms(), direct);
  silent(&b);
  say(&b, of_kind(PACKET_EXCEPTION_RETURN, 0));
  red(&b, "PFT-ERET-2");
  end(&b);
}

// --- ETMv3 ----------------------------------------------------------------------------------------------------------

// IHI 0014Q tables 7.6 and 7.8.
CASE(etm3_addresses) {
  struct bench b;
  begin(&b, etm3(0, false));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, branch(0x80004000, ISA_ARM, 2));
  say(&b, branch(0x90004000, ISA_ARM, 4));  // bit 28: four bytes contain it,
  say(&b, branch(0x80004000, ISA_ARM, 5));  // but the text requires five
  say(&b, branch(0x80004000, ISA_THUMB, 5));
  say(&b, branch(0x80004000, ISA_THUMBEE, 5));
  say(&b, with_info(branch(0x80004010, ISA_THUMBEE, 5), 1, 14, 0, 0));
  say(&b, with_info(branch(0x80004010, ISA_THUMBEE, 5), 1, 1, 0, 0));  // halting debug
  silent(&b);
  say(&b, branch(0x80004020, ISA_THUMBEE, 2));
  red(&b, "ETM3-ADDR-1");
  end(&b);

  begin(&b, etm3(0, true));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, branch(0x80004000, ISA_ARM, 3));
  say(&b, with_info(branch(0x80004010, ISA_ARM, 2), 1, 14, 0, 0));
  silent(&b);
  say(&b, with_info(branch(0x80004020, ISA_ARM, 5), 1, 14, 0, 0));
  red(&b, "ETM3-ADDR-1");
  end(&b);
}

CASE(etm3_information) {
  struct bench b;
  begin(&b, etm3(0, true));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  say(&b, with_info(branch(0x80000010, ISA_ARM, 2), 1, 0, 0, 0));  // table 7.10 permits an exception number of 0
  say(&b, with_info(branch(0x80000020, ISA_ARM, 2), 2, 0, 1, 1));  // the bit for Hyp mode changes
  say(&b, with_info(branch(0x80000030, ISA_ARM, 2), 2, 0x15, 1, 1));
  struct packet paused = with_info(branch(0x80000040, ISA_ARM, 2), 2, 14, 1, 1);
  paused.resume = 4;
  say(&b, paused);
  silent(&b);
  say(&b, with_info(branch(0x80000050, ISA_ARM, 2), 2, 14, 1, 1));
  red(&b, "ETM3-INFO-1");
  end(&b);
}

static void etm3_event(struct bench *b, uint8_t kind, bool is_direct, uint64_t offset) {
  const struct flow_event e = {
      .kind = kind, .passed = true, .indirect = !is_direct, .target = is_direct ? 0x1000 : 0, .offset = offset};
  compared(b, &e, &no_packet);
}

CASE(etm3_broadcast) {
  struct bench b;
  begin(&b, etm3(ETMCR_BRANCH_BROADCAST, false));
  etm3_event(&b, FLOW_RANGE, true, 0);
  etm3_event(&b, FLOW_BRANCH, false, 1);
  etm3_event(&b, FLOW_RANGE, true, 2);
  etm3_event(&b, FLOW_EXCEPTION, false, 3);  // the exception replaces the branch
  etm3_event(&b, FLOW_RANGE, true, 4);
  silent(&b);
  etm3_event(&b, FLOW_RANGE, false, 5);
  red(&b, "ETM3-BCAST-1");
  end(&b);

  begin(&b, etm3(0, false));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  etm3_event(&b, FLOW_RANGE, true, 0);
  const uint64_t changes = b.sent;
  say(&b, with_info(branch(0x80000010, ISA_ARM, 5), 1, 0, 1, 0));
  etm3_event(&b, FLOW_BRANCH, false, changes);
  etm3_event(&b, FLOW_RANGE, false, 20);
  etm3_event(&b, FLOW_BRANCH, false, 21);
  // BLX: a branch packet may report that the instruction set changes.
  compared(&b, &(struct flow_event){.kind = FLOW_RANGE, .passed = true, .target = 0x1000, .target_isa = ISA_THUMB},
           &no_packet);
  etm3_event(&b, FLOW_BRANCH, false, 22);
  etm3_event(&b, FLOW_RANGE, true, 22);
  silent(&b);
  etm3_event(&b, FLOW_BRANCH, false, 23);
  red(&b, "ETM3-BCAST-2");
  end(&b);
}

// --- VMID -----------------------------------------------------------------------------------------------------------

CASE(vmids) {
  struct bench b;
  begin(&b, pft(ETMCR_VMID | ETMCR_CONTEXT_ID, 1));
  say(&b, isync(0x80000000, ISA_ARM, ISYNC_TRACE_ON));
  for (unsigned i = 0; i < 3; i++) {  // no clause forbids repeated values
    say(&b, of_kind(PACKET_VMID, 4));
    say(&b, of_kind(PACKET_CONTEXT_ID, 8));
  }
  end(&b);

  begin(&b, pft(0, 1));
  say(&b, of_kind(PACKET_VMID, 4));
  red(&b, "TRC-VMID-1");
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: packets"); }
