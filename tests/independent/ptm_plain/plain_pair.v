// SPDX-License-Identifier: Apache-2.0
// A pair of address comparators (IHI 0035B 3.4), with ETMACVR and ETMACTR of both. The range begins at the first address and ends before
// the second. A pair compares the block of instructions that a waypoint ends, and the state in which the block was executed (3.4.1).
`default_nettype none

module plain_pair (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        selected_i,     // one of its registers is accessed
  input  wire        writes_i,
  input  wire [1:0]  place_i,        // 0, 1: ETMACVR; 2, 3: ETMACTR
  input  wire [31:0] data_i,
  output reg  [31:0] data_o,
  input  wire [7:0]  access_bits_i,  // the implemented bits of ETMACTR[15:8]

  input  wire        block_i,        // a block ends
  input  wire [31:0] first_i,
  input  wire [31:0] last_i,
  input  wire        ns_i,
  input  wire        user_i,
  input  wire        hyp_i,
  input  wire        context_i,      // Context ID comparator 1 matches
  input  wire        vmid_i,         // the VMID comparator matches

  output wire [1:0]  single_o,
  output wire        some_o,         // the range contains a part of the block
  output wire        covered_o       // the range contains the whole block
);

  reg [31:0] low_q, high_q;
  reg [7:0]  low_access_q, high_access_q;  // ETMACTR[15:8]

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {low_q, high_q, low_access_q, high_access_q} <= 80'd0;
    else if (selected_i && writes_i)
      case (place_i)
        2'd0:    low_q         <= data_i;
        2'd1:    high_q        <= data_i;
        2'd2:    low_access_q  <= data_i[15:8] & access_bits_i;
        default: high_access_q <= data_i[15:8] & access_bits_i;
      endcase

  always @*
    if (!selected_i) data_o = 32'd0;
    else case (place_i)
      2'd0:    data_o = low_q;
      2'd1:    data_o = high_q;
      2'd2:    data_o = {16'd0, low_access_q, 8'd1};
      default: data_o = {16'd0, high_access_q, 8'd1};
    endcase

  // Table 3.27: Two bits of each security state select all modes, none, all except User mode, or only User mode. PFTv1.0 has only the
  // lower bit of each.
  function permitted(input [7:0] access, input ns, input user, input hyp, input context_id, input vmid);
    reg [1:0] modes;
    reg       is_mode, is_context, is_vmid;
    begin
      modes      = ns ? {access[5], access[3]} : {access[4], access[2]};
      is_mode    = hyp ? access[6] : modes[1] ? user == modes[0] : !modes[0];
      is_context = access[1:0] == 2'd0 || (access[1:0] == 2'd1 && context_id);
      is_vmid    = !access[7] || vmid;
      permitted  = is_mode && is_context && is_vmid;
    end
  endfunction

  wire low_in  = block_i && permitted(low_access_q, ns_i, user_i, hyp_i, context_i, vmid_i);
  wire high_in = block_i && permitted(high_access_q, ns_i, user_i, hyp_i, context_i, vmid_i);

  assign single_o  = {high_in && high_q >= first_i && high_q <= last_i, low_in && low_q >= first_i && low_q <= last_i};
  // 3.4.3: These are include mode and exclude mode. Both ETMACTR of a range have the same value (3.4.1).
  assign some_o    = low_in && low_q <= last_i && high_q > first_i;
  assign covered_o = low_in && low_q <= first_i && high_q > last_i;

endmodule

`default_nettype wire
