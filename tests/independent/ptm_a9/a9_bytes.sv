// SPDX-License-Identifier: Apache-2.0
// Packets of one waypoint as bytes (IHI 0035B 4.5). The addresses that compression compares are those of the last branch or I-sync (4.5.4).
`default_nettype none

module a9_bytes
  import a9_pkg::*;
(
  input  logic        counts_i,
  input  logic [1:0]  context_size_i,
  input  logic [31:0] context_id_i,

  input  logic [31:0] base_i,       // address, T and J of the last branch or I-sync
  input  logic        base_t_i,
  input  logic        base_j_i,
  input  logic        base_ns_i,

  input  logic [31:0] last_i,       // the last instruction before an exception, and its state
  input  logic        last_t_i,
  input  logic        last_j_i,

  input  logic [31:0] target_i,
  input  logic        t_i,
  input  logic        j_i,
  input  logic        ns_i,
  input  logic        hidden_i,     // the target must not be reported
  input  logic [3:0]  exception_i,  // 0: no exception
  input  logic        failed_i,     // N
  input  logic [1:0]  reason_i,     // of an I-sync
  input  logic [31:0] count_i,

  input  logic [4:0]  atoms_i,      // the newest in bit 0
  input  logic [2:0]  atom_count_i,
  input  logic [47:0] stamp_i,      // Gray coded
  input  logic [47:0] base_stamp_i,
  input  logic        whole_i,      // all bytes of the timestamp
  input  logic        change_i,     // TSCLKCHANGE

  output packet_t     branch_o,
  output packet_t     counted_atom_o,
  output packet_t     atoms_o,
  output packet_t     update_o,
  output packet_t     context_o,
  output packet_t     isync_o,
  output packet_t     stamp_o
);

  function automatic packet_t one(input logic [7:0] value);
    one = {4'd1, 112'd0, value};
  endfunction

  function automatic packet_t join_packets(input packet_t head, input packet_t tail);
    join_packets = {head.length + tail.length, head.bytes | (tail.bytes << {head.length, 3'd0})};
  endfunction

  function automatic packet_t count_bytes(input logic [31:0] count, input logic bit_7, input logic failed);
    logic [3:0]  n;
    logic [39:0] b;
    n = count[31:25] != 7'd0 ? 4'd5 : count[24:18] != 7'd0 ? 4'd4 : count[17:11] != 7'd0 ? 4'd3 : count[10:4] != 7'd0 ? 4'd2 : 4'd1;
    b = {1'b0, count[31:25], n > 4'd4, count[24:18], n > 4'd3, count[17:11], n > 4'd2, count[10:4], bit_7, n > 4'd1, count[3:0], failed, 1'b0};
    count_bytes = {n, 80'd0, b & ~(40'hFF_FFFF_FFFF << {n, 3'd0})};
  endfunction

  function automatic logic [31:0] aligned(input logic [31:0] address, input logic t, input logic j);
    aligned = t ? address >> 1 : j ? address : address >> 2;
  endfunction

  // `base` is an address, T and J.
  function automatic packet_t address_bytes(input logic [31:0] address, input logic t, input logic j, input logic whole, input logic has_info,
                                            input logic [33:0] base);
    logic [31:0] a, d;
    logic [7:0]  top;
    logic [3:0]  n;
    logic [39:0] b;
    a   = aligned(address, t, j);
    d   = a ^ aligned(base[33:2], base[1], base[0]);
    top = t ? {1'b0, has_info, 2'b01, a[30:27]} : j ? {1'b0, has_info, 1'b1, a[31:27]} : {1'b0, has_info, 3'b001, a[29:27]};
    if (whole || t != base[1] || (!t && j != base[0]) || d[31:26] != 6'd0) n = 4'd5;
    else if (d[25:19] != 7'd0) n = 4'd4;
    else if (d[18:12] != 7'd0) n = 4'd3;
    else n = (d[11:6] != 6'd0 || has_info) ? 4'd2 : 4'd1;
    b = {top, 1'b1, a[26:20], 1'b1, a[19:13], 1'b1, a[12:6], 1'b1, a[5:0], 1'b1};
    // Bit 7 of the last byte is 0, and bit 6 says that an information byte follows.
    case (n)
      4'd1:    b = {32'd0, 1'b0, b[6:0]};
      4'd2:    b = {24'd0, 1'b0, has_info, b[13:0]};
      4'd3:    b = {16'd0, 1'b0, has_info, b[21:0]};
      4'd4:    b = {8'd0, 1'b0, has_info, b[29:0]};
      default: ;
    endcase
    address_bytes = {n, 80'd0, b};
  endfunction

  function automatic packet_t context_bytes(input logic [1:0] size, input logic [31:0] id);
    context_bytes = {size == 2'd3 ? 4'd4 : {2'd0, size}, 88'd0, id};
  endfunction

  function automatic packet_t stamp_bytes(input logic [47:0] stamp, input logic [47:0] base, input logic whole);
    logic [3:0]  n;
    logic [55:0] b;
    n = whole ? 4'd7 : 4'd1;
    for (int i = 1; i < 7; i++) if (((stamp ^ base) >> (7 * i)) != 48'd0 && !whole) n = 4'(i) + 4'd1;
    b = {2'd0, stamp[47:42], 1'b1, stamp[41:35], 1'b1, stamp[34:28], 1'b1, stamp[27:21], 1'b1, stamp[20:14], 1'b1, stamp[13:7], 1'b1, stamp[6:0]};
    b = b & ~(56'hFF_FFFF_FFFF_FFFF << {n, 3'd0});
    b[8*(n-4'd1) + 7] = 1'b0;
    stamp_bytes = {n, 64'd0, b};
  endfunction

  // 4.5.3: A one precedes the atoms and gives their number.
  function automatic packet_t atom_packet(input logic [4:0] atoms, input logic [2:0] count);
    case (count)
      3'd1:    atom_packet = one({6'b100001, atoms[0], 1'b0});
      3'd2:    atom_packet = one({5'b10001, atoms[1:0], 1'b0});
      3'd3:    atom_packet = one({4'b1001, atoms[2:0], 1'b0});
      3'd4:    atom_packet = one({3'b101, atoms[3:0], 1'b0});
      default: atom_packet = one({2'b11, atoms, 1'b0});
    endcase
  endfunction

  logic [33:0] base;
  logic        was_ee, is_ee, last_ee, has_info, update_info;
  packet_t     target, info, upgraded, branch_address, update_address, isync_head, isync_count, stamp_head;

  assign base        = {base_i, base_t_i, base_j_i};
  assign was_ee      = base_t_i && base_j_i;
  assign is_ee       = t_i && j_i;
  assign last_ee     = last_t_i && last_j_i;
  assign has_info    = exception_i != 4'd0 || ns_i != base_ns_i || is_ee != was_ee;
  assign update_info = last_ee != was_ee;
  assign target      = address_bytes(target_i, t_i, j_i, hidden_i, has_info, base);
  assign upgraded    = address_bytes(last_i, last_t_i, last_j_i, update_info, update_info, base);
  assign info        = one({1'b0, is_ee, 1'b0, exception_i, ns_i});

  assign counted_atom_o = count_bytes(count_i, 1'b1, failed_i);
  assign atoms_o        = atom_packet(atoms_i, atom_count_i);
  assign context_o      = join_packets(one(8'h6E), context_bytes(context_size_i, context_id_i));

  assign branch_address = has_info ? join_packets(target, info) : target;
  assign branch_o       = counts_i ? join_packets(branch_address, count_bytes(count_i, 1'b0, 1'b0)) : branch_address;
  assign update_address = join_packets(one(8'h72), upgraded);
  assign update_o       = update_info ? join_packets(update_address, one({1'b0, last_ee, 6'd0})) : update_address;

  // Header, address, information byte.
  assign isync_head  = {4'd6, 72'd0, 1'b0, reason_i, 1'b0, ns_i, is_ee, 2'b01, target_i[31:1], t_i, 8'h08};
  assign isync_count = (counts_i && reason_i != 2'd0) ? join_packets(isync_head, count_bytes(count_i, 1'b1, 1'b0)) : isync_head;
  assign isync_o     = join_packets(isync_count, context_bytes(context_size_i, context_id_i));

  // The time is that of the last traced waypoint, which had a count, so that the count of a timestamp is 0.
  assign stamp_head = join_packets(one({5'b01000, change_i, 2'b10}), stamp_bytes(stamp_i, base_stamp_i, whole_i));
  assign stamp_o    = counts_i ? join_packets(stamp_head, one(8'h00)) : stamp_head;

endmodule

`default_nettype wire
