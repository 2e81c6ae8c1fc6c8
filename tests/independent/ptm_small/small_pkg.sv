// SPDX-License-Identifier: Apache-2.0
// The packets of IHI 0035B 4.5 as sequences of bytes, the first in the lowest lane. A packet consists of parts, which are appended to the
// group of a clock.
package small_pkg;

  localparam int GroupMax = 80;  // bytes said in one clock, at most

  typedef struct packed {
    logic [3:0]  length;
    logic [79:0] bytes;
  } part_t;

  typedef struct packed {
    logic [6:0]                 length;
    logic [8*(GroupMax+10)-1:0] bytes;  // those after `length` have no meaning
  } group_t;

  // An address of execution, and its state.
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        j;
    logic        ns;
    logic        hyp;
  } place_t;

  // WPTTYPE.
  localparam logic [2:0] Direct     = 3'd0,
                         Indirect   = 3'd1,
                         Exception  = 3'd2,
                         Barrier    = 3'd3,
                         DebugEntry = 3'd4,
                         DebugExit  = 3'd5,
                         Update     = 3'd6;

  typedef struct packed {
    logic [2:0]  kind;
    logic [31:0] pc;
    place_t      target;
    logic        taken;
    logic        link;
    logic        t32;
    logic        prohibited;
    logic        eret;
    logic [1:0]  barrier;
    logic [8:0]  exception;
    logic [31:0] context_id;
    logic [7:0]  vmid;
  } waypoint_t;

  // What the registers and the ID pins ask for.
  typedef struct packed {
    logic        v11;          // PFTv1.1
    logic        virt;         // Hyp mode and VMID
    logic        cycle_accurate;
    logic        broadcast;
    logic        return_stack;
    logic        vmid;
    logic [1:0]  context_size; // 0 none, 1 one byte, 2 two, 3 four
    logic        stamps;
    logic        stamp_barriers;    // at ISB
    logic        stamp_dsb;         // at DSB and DMB as well
    logic        stamp_exceptions;
    logic        wide;         // 64 bits of time
    logic        binary;       // not Gray coded
    logic        dsb_waypoints;
    logic        long_updates; // v1.0: updates in long code
    logic        may_force;    // forced overflow
    logic [11:0] period;
  } config_t;

  // The pair of address comparators, and what ETMTECR1 does with it.
  typedef struct packed {
    logic             exclude;
    logic             selected;
    logic [1:0][3:0]  access;  // ETMACTR[13:10]
    logic [1:0][31:0] value;
  } pair_t;

  // What an event is made of.
  typedef struct packed {
    logic [3:0] extin;
    logic       ns;
    logic       prohibited;
    logic [1:0] single;
    logic       range;
  } resources_t;

  // The last values that a decoder has received.
  typedef struct packed {
    place_t      base;         // branch or I-sync packet
    logic [31:0] context_id;
    logic [7:0]  vmid;
    logic [63:0] stamp;        // as coded
  } said_t;

  localparam logic [1:0] ReasonPeriodic = 2'd0, ReasonOn = 2'd1, ReasonOverflow = 2'd2, ReasonDebug = 2'd3;
  localparam logic [8:0] ExceptionDebug = 9'd1, ExceptionReset = 9'd8;

  function automatic group_t put(group_t group, part_t part);
    logic [8*(GroupMax+10)-1:0] bytes;
    bytes = group.bytes;
    bytes[{group.length, 3'b000} +: 80] = part.bytes;
    put.length = group.length + 7'(part.length);
    put.bytes  = bytes;
  endfunction

  // Appends the part if `there` is 1.
  function automatic group_t put_if(group_t group, logic there, part_t part);
    put_if = there ? put(group, part) : group;
  endfunction

  function automatic part_t one(logic [7:0] value);
    one.length = 4'd1;
    one.bytes  = 80'(value);
  endfunction

  localparam logic [83:0] Async     = {4'd6, 80'h8000_0000_0000};  // a part
  localparam logic [7:0] Isync      = 8'h08, Trigger = 8'h0C, Vmid = 8'h3C, Stamp = 8'h42, ContextId = 8'h6E;
  localparam logic [7:0] UpdateByte = 8'h72, ExceptionReturn = 8'h76;

  function automatic part_t atom(logic failed);
    atom = one({6'b100001, failed, 1'b0});
  endfunction

  // Table 4.8. `lead` is bit 7 of the first byte, `failed` its bit 1.
  function automatic part_t count(logic [31:0] clocks, logic lead, logic failed);
    logic [3:0] more;
    more  = {clocks[31:25] != '0, clocks[31:18] != '0, clocks[31:11] != '0, clocks[31:4] != '0};
    count.length = 4'd1 + 4'(more[0]) + 4'(more[1]) + 4'(more[2]) + 4'(more[3]);
    count.bytes  = 80'({1'b0, clocks[31:25], more[3], clocks[24:18], more[2], clocks[17:11], more[1], clocks[10:4],
                        lead, more[0], clocks[3:0], failed, 1'b0});
  endfunction

  // In the same state at another address.
  function automatic place_t moved(place_t place, logic [31:0] address_i);
    moved         = place;
    moved.address = address_i;
  endfunction

  // The address bits that a packet has: those above the alignment.
  function automatic logic [31:0] numbered(place_t p);
    numbered = p.t ? p.address >> 1 : p.j ? p.address : p.address >> 2;
  endfunction

  function automatic logic [1:0] alignment(place_t p);
    alignment = p.t ? 2'd1 : {p.j, 1'b0};
  endfunction

  // Table 4.5: the shortest address that has all bits that differ from the base.
  function automatic part_t address(place_t p, place_t base, logic whole, logic info);
    logic [31:0] a, differs;
    logic [7:0]  top;
    logic [39:0] bytes;
    a       = numbered(p);
    differs = a ^ numbered(base);
    top     = p.t ? {1'b0, info, 2'b01, a[30:27]} : p.j ? {1'b0, info, 1'b1, a[31:27]} : {1'b0, info, 3'b001, a[29:27]};
    bytes   = {top, 1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
    if (whole || alignment(p) != alignment(base) || differs[31:26] != '0) begin
      address.length = 4'd5;
    end else if (differs[25:19] != '0) begin
      address.length = 4'd4;
      bytes[31:24]   = {1'b0, info, a[25:20]};
    end else if (differs[18:12] != '0) begin
      address.length = 4'd3;
      bytes[23:16]   = {1'b0, info, a[18:13]};
    end else if (differs[11:6] != '0 || info) begin
      address.length = 4'd2;
      bytes[15:8]    = {1'b0, info, a[11:6]};
    end else begin
      address.length = 4'd1;
      bytes[7]       = 1'b0;
    end
    address.bytes = 80'(bytes);
  endfunction

  function automatic part_t context_bytes(logic [31:0] value, logic [1:0] size);
    context_bytes.length = size == 2'd3 ? 4'd4 : 4'(size);
    context_bytes.bytes  = 80'(value);
  endfunction

  function automatic logic [31:0] context_mask(logic [1:0] size);
    context_mask = {{16{size == 2'd3}}, {8{size[1]}}, {8{size != 2'd0}}};
  endfunction

  // As few groups of seven bits as tell what differs, or all. Of 64 bits the ninth byte has eight.
  function automatic part_t stamp(logic [63:0] coded, logic [63:0] told, logic whole, logic wide);
    logic [63:0] differs;
    logic [3:0]  length;
    logic [79:0] bytes;
    differs = coded ^ told;
    length  = whole ? (wide ? 4'd9 : 4'd7) : 4'd1;
    if (!whole) for (int i = 1; i < 9; i++) if ((differs >> (7 * i)) != '0) length = 4'(i + 1);
    bytes   = '0;
    for (int i = 0; i < 8; i++) bytes[8*i +: 8] = {4'(i + 1) != length, coded[7*i +: 7]};
    bytes[71:64] = coded[63:56];
    stamp.length = length;
    stamp.bytes  = bytes;
  endfunction

  // Functions and resources of an event, IHI 0035B 3.8.
  function automatic logic resource(logic [6:0] number, resources_t now);
    case (number)
      7'h00:                      resource = now.single[0];
      7'h01:                      resource = now.single[1];
      7'h10:                      resource = now.range;
      7'h60, 7'h61, 7'h62, 7'h63: resource = (now.extin & (4'd1 << number[1:0])) != '0;
      7'h6D:                      resource = now.ns;
      7'h6E:                      resource = now.prohibited;
      7'h6F:                      resource = 1'b1;
      default:                    resource = 1'b0;
    endcase
  endfunction

  function automatic logic happens(logic [16:0] event_i, resources_t now);
    logic a, b;
    a = resource(event_i[6:0], now);
    b = resource(event_i[13:7], now);
    case (event_i[16:14])
      3'd0: happens = a;
      3'd1: happens = !a;
      3'd2: happens = a && b;
      3'd3: happens = !a && b;
      3'd4: happens = !a && !b;
      3'd5: happens = a || b;
      3'd6: happens = !a || b;
      default: happens = !a || !b;
    endcase
  endfunction

endpackage
