// SPDX-License-Identifier: Apache-2.0
// One pair of address comparators and its registers, IHI 0014Q 2.7 and 3.5.21, 3.5.22. It compares the two slots in their order. The size is
// not compared: from ETMv3.1 on an address matches if it is equal (2.7.1).
`default_nettype none

module steps_pair import steps_pkg::*; #(
  parameter int Index = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  bus_t        bus_i,
  input  logic        exists_i,
  input  logic        tests_context_i,  // There is a Context ID comparator.
  input  logic [5:0]  access_bits_i,    // the bits [15:10] that there are of ETMACTR
  output logic [31:0] data_o,

  input  slot_t       slot0_i,
  input  slot_t       slot1_i,
  input  mode_t       mode_i,
  output logic [1:0]  single0_o,        // of slot 0, the low comparator in [0]
  output logic [1:0]  single1_o,
  output logic        range0_o,
  output logic        range1_o
);

  logic [1:0][31:0] value_q;
  logic [1:0][15:0] access_q;
  logic [15:0]      access_bits;
  logic             has_value, has_access;

  assign has_value   = exists_i && bus_i.at[9:1] == 9'h008 + 9'(Index);
  assign has_access  = exists_i && bus_i.at[9:1] == 9'h010 + 9'(Index);
  assign access_bits = {access_bits_i, {2{tests_context_i}}, 8'b1001_1111};
  assign data_o      = has_value ? value_q[bus_i.at[0]] : has_access ? {16'h0, access_q[bus_i.at[0]]} : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q  <= '0;
      access_q <= '0;
    end else if (bus_i.writes && has_value) begin
      value_q[bus_i.at[0]] <= bus_i.data;
    end else if (bus_i.writes && has_access) begin
      access_q[bus_i.at[0]] <= bus_i.data[15:0] & access_bits;
    end
  end

  // The comparator is for this instruction, by its type of access and by the state of the processor.
  function automatic logic is_for(logic [15:0] access, slot_t slot, mode_t mode);
    logic       passed, level;
    logic [1:0] control;
    case (access[2:0])
      3'd0, 3'd1: passed = 1'b1;
      3'd2:       passed = slot.passed;
      3'd3:       passed = !slot.passed;
      default:    passed = 1'b0;  // data
    endcase
    control = mode.ns ? {access[13], access[11]} : {access[12], access[10]};
    case (control)
      2'd0:    level = 1'b1;
      2'd1:    level = 1'b0;
      2'd2:    level = !mode.user;
      default: level = mode.user;
    endcase
    level  = level || (access[14] && mode.hyp);
    is_for = slot.executed && passed && level;
    if (access[9:8] != 2'd0) is_for = is_for && access[9:8] == 2'd1 && mode.context_id;
    if (access[15]) is_for = is_for && mode.vmid;
  endfunction

  // In [1:0] the two addresses. In [2] the range, from the low address on, and before the high one.
  function automatic logic [2:0] compare(logic [1:0][31:0] value, logic [1:0][15:0] access, slot_t slot, mode_t mode);
    logic low, high;
    low     = is_for(access[0], slot, mode);
    high    = is_for(access[1], slot, mode);
    compare = {low && slot.at.address >= value[0] && slot.at.address < value[1],
               high && slot.at.address == value[1], low && slot.at.address == value[0]};
  endfunction

  // With the exact match bit the match of an instruction waits for the next one: an exception that cancels the first withdraws it (2.7.4).
  logic [2:0] exact, plain0, plain1, match0, match1, waits_q, between, waits;

  assign exact   = {access_q[0][7] && access_q[0][2:0] != 3'd0, access_q[1][7] && access_q[1][2:0] != 3'd0,
                    access_q[0][7] && access_q[0][2:0] != 3'd0};
  assign plain0  = compare(value_q, access_q, slot0_i, mode_i);
  assign plain1  = compare(value_q, access_q, slot1_i, mode_i);
  assign match0  = slot0_i.executed ? (exact & waits_q) | (~exact & plain0) : '0;
  assign between = (slot0_i.branched && slot0_i.cancel) ? '0 : slot0_i.executed ? plain0 : waits_q;
  assign match1  = slot1_i.executed ? (exact & between) | (~exact & plain1) : '0;
  assign waits   = (slot1_i.branched && slot1_i.cancel) ? '0 : slot1_i.executed ? plain1 : between;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= '0;
    else         waits_q <= waits;
  end

  assign {range0_o, single0_o} = exists_i ? match0 : '0;
  assign {range1_o, single1_o} = exists_i ? match1 : '0;

endmodule

`default_nettype wire
