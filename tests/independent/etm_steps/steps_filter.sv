// SPDX-License-Identifier: Apache-2.0
// One pair of address comparators, IHI 0014Q 2.7, and what ETMTECR1 and ETMTECR2 include or exclude by them, 2.6.4. Of two instructions in
// a clock both are traced if one is to be.
`default_nettype none

module steps_filter import steps_pkg::*; (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  filter_t    filter_i,
  input  slot_t      slot0_i,
  input  slot_t      slot1_i,
  input  logic       ns_i,
  output logic [1:0] single_o,
  output logic       range_o,   // of the last that was executed
  output logic       keeps_o    // something is executed that is to be traced
);

  // Whether the comparator is for this access: instructions executed, those that pass, those that fail; and the level.
  function automatic logic meant(access_t access, slot_t slot, logic ns);
    logic passed;
    case (access.kind)
      3'd0, 3'd1: passed = 1'b1;
      3'd2:       passed = slot.passed;
      3'd3:       passed = !slot.passed;
      default:    passed = 1'b0;  // data
    endcase
    meant = slot.executed && passed && !(ns ? access.level[1] : access.level[0]);
  endfunction

  function automatic logic is_at(access_t access, logic [31:0] value, slot_t slot, logic ns);
    is_at = meant(access, slot, ns) && slot.at.address == value;
  endfunction

  // From the low address on, and before the high one.
  function automatic logic is_in(filter_t filter, slot_t slot, logic ns);
    is_in = meant(filter.low_access, slot, ns) && slot.at.address >= filter.low && slot.at.address < filter.high;
  endfunction

  logic [1:0] single0, single1;
  logic       range0, range1, selected0, selected1, range_q;

  assign single0   = {is_at(filter_i.high_access, filter_i.high, slot0_i, ns_i), is_at(filter_i.low_access, filter_i.low, slot0_i, ns_i)};
  assign single1   = {is_at(filter_i.high_access, filter_i.high, slot1_i, ns_i), is_at(filter_i.low_access, filter_i.low, slot1_i, ns_i)};
  assign range0    = is_in(filter_i, slot0_i, ns_i);
  assign range1    = is_in(filter_i, slot1_i, ns_i);
  assign selected0 = (filter_i.by_range && range0) || (filter_i.by_single & single0) != '0;
  assign selected1 = (filter_i.by_range && range1) || (filter_i.by_single & single1) != '0;

  assign single_o = single0 | single1;
  assign range_o  = (slot0_i.executed || slot1_i.executed) ? range0 || range1 : range_q;
  assign keeps_o  = (slot0_i.executed && selected0 != filter_i.exclude) || (slot1_i.executed && selected1 != filter_i.exclude);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) range_q <= 1'b0;
    else         range_q <= range_o;
  end

endmodule

`default_nettype wire
