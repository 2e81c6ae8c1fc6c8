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

  // IHI 0014Q 3.4: an event is a function of two resources. Here are the sequencer's states, external inputs, Non-secure state,
  // prohibited, always.
  function automatic logic is_true(logic [6:0] resource, logic [3:0] extin, logic ns, logic prohibited, logic [2:0] state);
    is_true = resource == 7'h6F || (resource == 7'h6E && prohibited) || (resource == 7'h6D && ns)
           || (resource[6:2] == 5'b11000 && extin[resource[1:0]])
           || (resource == 7'h50 && state[0]) || (resource == 7'h51 && state[1]) || (resource == 7'h52 && state[2]);
  endfunction

  function automatic logic occurs(logic [16:0] event_i, logic [3:0] extin, logic ns, logic prohibited, logic [2:0] state);
    logic a, b;
    a = is_true(event_i[6:0], extin, ns, prohibited, state);
    b = is_true(event_i[13:7], extin, ns, prohibited, state);
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
