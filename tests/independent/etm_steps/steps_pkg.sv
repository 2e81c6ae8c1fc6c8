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
    logic [31:0]          gap;      // with start: clocks since the last W told; 0: not known
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

  // What a comparator is for: bits 13 to 10 and 2 to 0 of ETMACTR.
  typedef struct packed {
    logic [3:0] level;
    logic [1:0] size;  // compared with nothing
    logic [2:0] kind;
  } access_t;

  // The pair of address comparators, and what ETMTECR1 and ETMTECR2 do with it.
  typedef struct packed {
    logic        exclude;
    logic        by_range;
    logic [1:0]  by_single;
    access_t     high_access;
    access_t     low_access;
    logic [31:0] high;
    logic [31:0] low;
  } filter_t;

  // What an event is made of.
  typedef struct packed {
    logic [1:0] single;  // address comparators
    logic       range;
    logic [2:0] state;   // of the sequencer
    logic [3:0] extin;
    logic       ns;
    logic       prohibited;
  } resources_t;

  // IHI 0014Q 3.4: an event is a function of two resources.
  function automatic logic is_true(logic [6:0] resource, resources_t now);
    case (resource)
      7'h00:   is_true = now.single[0];
      7'h01:   is_true = now.single[1];
      7'h10:   is_true = now.range;
      7'h50:   is_true = now.state[0];
      7'h51:   is_true = now.state[1];
      7'h52:   is_true = now.state[2];
      7'h60:   is_true = now.extin[0];
      7'h61:   is_true = now.extin[1];
      7'h62:   is_true = now.extin[2];
      7'h63:   is_true = now.extin[3];
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
