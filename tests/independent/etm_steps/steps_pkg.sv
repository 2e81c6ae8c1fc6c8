// SPDX-License-Identifier: Apache-2.0
// What the parts of the unit hand to each other: the records of clocks, the configuration, packets.
package steps_pkg;

  // A place in the code. ThumbEE is t and j, Jazelle j alone.
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        j;
    logic        ns;
    logic        hyp;
  } place_t;

  // One of the two slots of the instruction port.
  typedef struct packed {
    logic        executed;
    logic        passed;
    logic        eret;
    logic        branched;   // and the branch has a packet
    logic        cancel;
    logic        secret;
    logic [8:0]  exception;
    place_t      at;
    place_t      to;
  } slot_t;

  localparam int WaitsBits = 12;

  // What one clock adds to the trace. Most clocks add nothing and have no record.
  typedef struct packed {
    logic                 first;    // the A-sync that begins a stream
    logic                 trigger;
    logic                 stamp;
    logic                 start;    // tracing starts with it
    logic [1:0]           reason;
    logic [31:0]          gap;      // with start: clocks since the last W in the trace; 0: not known
    logic [WaitsBits-1:0] waits;    // otherwise: W before the W of its own instructions
    slot_t                slot0;    // what is in slot 1 alone has been moved here
    slot_t                slot1;
    logic [31:0]          context_id;
    logic [7:0]           vmid;
    logic [63:0]          now;
  } record_t;

  localparam logic [1:0] ReasonPeriodic = 2'd0, ReasonOn = 2'd1, ReasonOverflow = 2'd2, ReasonDebug = 2'd3;

  // What registers and ID pins ask for.
  typedef struct packed {
    logic        cycle_accurate;
    logic        broadcast;
    logic        vmid;
    logic [1:0]  context_size;     // 0 none, 1 one byte, 2 two, 3 four
    logic        stamps;
    logic        wide;             // 64 bits of time
    logic        binary;           // not Gray coded
    logic [11:0] period;
    logic        period_in_clocks; // ETMv3.0
    logic        alternative;      // branch encoding
    logic        tells_ns;
    logic        tells_thumbee;
    logic        tells_hyp;
    logic        tells_long;       // Exception[8:4]
    logic        tells_exits;
    logic        counts_overflow;  // cycles go on through an overflow
    logic        counts_debug;     // and through Debug state
  } config_t;

  localparam int PacketMax = 10;

  typedef struct packed {
    logic [3:0]             length;  // bytes
    logic [8*PacketMax-1:0] bytes;   // the first in the lowest lane
  } packet_t;

  // The part of the programmers' model that the unit has: what the ID pins count, up to its maximum.
  typedef struct packed {
    logic       old;           // ETMv3.0: nothing that counts can be written
    logic [1:0] pairs;         // of address comparators
    logic [5:0] access_bits;   // ETMACTR[15:10]
    logic       context_id;    // a Context ID comparator
    logic       vmid;          // a VMID comparator
    logic       start_stop;
    logic [1:0] counters;
    logic       reduced;       // counter 1 counts each clock, and reloads itself
    logic       sequencer;
    logic [1:0] outputs;
    logic       selector;      // of an extended external input
    logic [1:0] watchpoints;   // EmbeddedICE inputs
    logic       watchpoint_starts;
    logic       watchpoint_behavior;  // ETMEIBCR
    logic       software_lock;
    logic [3:0] claim_tags;    // one bit for each
  } parts_t;

  function automatic logic [1:0] up_to_two(logic [3:0] count);
    up_to_two = (count > 4'd2) ? 2'd2 : count[1:0];
  endfunction

  function automatic parts_t parts_of(logic [31:0] idr, logic [31:0] ccr, logic [31:0] ccer, logic [11:0] regs);
    logic [3:0] minor;
    logic       v35, virt;
    minor = idr[7:4];
    v35   = minor >= 4'd5;
    virt  = v35 && ccer[26];
    parts_of.old                 = minor == 4'd0;
    parts_of.pairs               = up_to_two(ccr[3:0]);
    // From ETMv3.2 on there is a security state; ETMv3.5 adds the mode, the VMID and Hyp mode.
    parts_of.access_bits         = (minor < 4'd2) ? '0 : {virt, virt, v35 && idr[19], v35, idr[19], v35 || idr[19]};
    parts_of.context_id          = ccr[25:24] != 2'd0;
    parts_of.vmid                = virt;
    parts_of.start_stop          = ccr[26];
    parts_of.counters            = up_to_two({1'b0, ccr[15:13]});
    parts_of.reduced             = v35 && ccer[27];
    parts_of.sequencer           = ccr[16];
    parts_of.outputs             = up_to_two({1'b0, ccr[22:20]});
    parts_of.selector            = minor >= 4'd1 && ccer[2:0] != 3'd0;
    parts_of.watchpoints         = (minor >= 4'd4) ? up_to_two(ccer[19:16]) : 2'd0;
    parts_of.watchpoint_starts   = minor >= 4'd4 && ccer[20];
    parts_of.watchpoint_behavior = minor >= 4'd4 && ccer[21];
    parts_of.software_lock       = minor >= 4'd2 && regs[2];
    parts_of.claim_tags          = (minor < 4'd2) ? '0 : {regs[11:8] >= 4'd4, regs[11:8] >= 4'd3, regs[11:8] >= 4'd2, regs[11:8] >= 4'd1};
  endfunction

  // One clock of the register bus, as each block with registers sees it.
  typedef struct packed {
    logic        writes;       // The register is written in this clock.
    logic [9:0]  at;           // the register that is written or read
    logic [31:0] data;
    logic        programming;  // ETMCR[10] is set.
    logic        starts;       // ETMCR[10] is being cleared.
  } bus_t;

  // The state of the processor, which qualifies address comparators.
  typedef struct packed {
    logic ns;
    logic hyp;
    logic user;
    logic context_id;  // The Context ID comparator matches.
    logic vmid;        // The VMID comparator matches.
  } mode_t;

  // What an event is made of.
  typedef struct packed {
    logic [3:0] single;      // address comparators
    logic [1:0] range;
    logic [1:0] watchpoint;  // EmbeddedICE inputs
    logic [1:0] zero;        // counters
    logic [2:0] state;       // of the sequencer
    logic       context_id;
    logic       vmid;
    logic       started;     // the start/stop block
    logic [3:0] extin;
    logic       extended;    // the input that ETMEXTINSELR selects
    logic       ns;
    logic       prohibited;
  } resources_t;

  function automatic resources_t with_watchpoints(resources_t now, logic [1:0] watchpoint);
    with_watchpoints            = now;
    with_watchpoints.watchpoint = watchpoint;
  endfunction

  // IHI 0014Q 3.4: an event is a function of two resources.
  function automatic logic is_true(logic [6:0] resource, resources_t now);
    case (resource)
      7'h00:   is_true = now.single[0];
      7'h01:   is_true = now.single[1];
      7'h02:   is_true = now.single[2];
      7'h03:   is_true = now.single[3];
      7'h10:   is_true = now.range[0];
      7'h11:   is_true = now.range[1];
      7'h20:   is_true = now.watchpoint[0];
      7'h21:   is_true = now.watchpoint[1];
      7'h40:   is_true = now.zero[0];
      7'h41:   is_true = now.zero[1];
      7'h50:   is_true = now.state[0];
      7'h51:   is_true = now.state[1];
      7'h52:   is_true = now.state[2];
      7'h58:   is_true = now.context_id;
      7'h5B:   is_true = now.vmid;
      7'h5F:   is_true = now.started;
      7'h60:   is_true = now.extin[0];
      7'h61:   is_true = now.extin[1];
      7'h62:   is_true = now.extin[2];
      7'h63:   is_true = now.extin[3];
      7'h68:   is_true = now.extended;
      7'h6D:   is_true = now.ns;
      7'h6E:   is_true = now.prohibited;
      7'h6F:   is_true = 1'b1;
      default: is_true = 1'b0;
    endcase
  endfunction

  function automatic logic occurs(logic [16:0] event_i, resources_t now);
    logic a, b;
    a = is_true(event_i[6:0], now);
    b = is_true(event_i[13:7], now);
    case (event_i[16:14])
      3'd0: occurs = a;
      3'd1: occurs = !a;
      3'd2: occurs = a && b;
      3'd3: occurs = !a && b;
      3'd4: occurs = !(a || b);
      3'd5: occurs = a || b;
      3'd6: occurs = !a || b;
      default: occurs = !(a && b);
    endcase
  endfunction

endpackage
