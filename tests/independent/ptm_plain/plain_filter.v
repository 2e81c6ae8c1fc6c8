// SPDX-License-Identifier: Apache-2.0
// Two pairs of address comparators, include and exclude (IHI 0035B 3.3.4), and the start/stop block (3.3.3), with their registers. A block
// of instructions begins at the target of a waypoint, and the next waypoint ends it. This module decides then whether the block is traced.
`default_nettype none

module plain_filter (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        run_i,
  input  wire [1:0]  has_pair_i,
  input  wire        has_block_i,    // the start/stop block
  input  wire [7:0]  access_bits_i,
  input  wire        programming_i,
  input  wire        starts_i,       // the Programming bit is cleared
  input  wire        writes_i,
  input  wire [11:2] paddr_i,
  input  wire [31:0] data_i,
  output wire [31:0] data_o,

  input  wire        valid_i,        // a waypoint
  input  wire [2:0]  kind_i,
  input  wire        reset_i,        // it is a reset of the processor
  input  wire        t32_i,
  input  wire [31:0] pc_i,
  input  wire        place_i,        // the start of the block is known, and the block may be traced
  input  wire [31:0] at_i,           // its start
  input  wire        at_t_i,
  input  wire        ns_i,           // the state of the block
  input  wire        user_i,
  input  wire        hyp_i,
  input  wire        context_i,      // the Context ID and the VMID of the block match
  input  wire        vmid_i,

  output wire [3:0]  single_o,
  output wire [1:0]  range_o,
  output wire        on_o,           // the start/stop block
  output wire        written_on_o,   // as ETMSR[2] has it
  output wire        filters_o,      // the registers select something
  output wire        leaves_out_o,   // the block must not be traced
  output wire        goes_on_o       // the start/stop block lets the next block be traced
);

  localparam Exception = 3'd2, DebugEntry = 3'd4, Update = 3'd6;

  reg [3:0] start_q, stop_q;
  reg [1:0] selected_q, range_q;
  reg       gated_q, exclude_q, on_q, written_q;

  wire [3:0] has_single = {{2{has_pair_i[1]}}, {2{has_pair_i[0]}}};

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      {start_q, stop_q}                <= 8'd0;
      {gated_q, exclude_q, selected_q} <= 4'd0;
    end else if (writes_i)
      case ({paddr_i, 2'b00})
        12'h018: {stop_q, start_q}                <= {data_i[19:16] & has_single, data_i[3:0] & has_single} & {8{has_block_i}};
        12'h024: {gated_q, exclude_q, selected_q} <= {data_i[25] && has_block_i, data_i[24], data_i[1:0] & has_pair_i};
        default: ;
      endcase

  // The last instruction of a block is the waypoint, or the instruction before an exception. At a reset it is not known (5.3.10). Nothing
  // matches if no instruction was executed (5.2.2).
  wire        traps = kind_i == Exception || kind_i == DebugEntry;
  wire        block = run_i && valid_i && place_i && !(traps && (pc_i == at_i || reset_i));
  wire [31:0] last  = (traps || kind_i == Update) ? pc_i - ((at_t_i && !t32_i) ? 32'd2 : 32'd4) : pc_i;

  // ETMACVR1 to 4 are at 0x040, and ETMACTR1 to 4 at 0x080.
  wire [1:0]  some, covered;
  wire [31:0] pair_data [0:1];
  wire        of_pairs = paddr_i[11:4] == 8'h04 || paddr_i[11:4] == 8'h08;
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : gen_pairs
      plain_pair u_pair (
        .clk_i(clk_i), .rst_ni(rst_ni), .selected_i(of_pairs && paddr_i[3] == g[0] && has_pair_i[g]), .writes_i(writes_i),
        .place_i({paddr_i[7], paddr_i[2]}), .data_i(data_i), .data_o(pair_data[g]), .access_bits_i(access_bits_i),
        .block_i(block && has_pair_i[g]), .first_i(at_i), .last_i(last), .ns_i(ns_i), .user_i(user_i), .hyp_i(hyp_i),
        .context_i(context_i), .vmid_i(vmid_i), .single_o(single_o[2*g +: 2]), .some_o(some[g]), .covered_o(covered[g])
      );
    end
  endgenerate

  wire [31:0] own_data = {paddr_i, 2'b00} == 12'h018 ? {12'd0, stop_q, 12'd0, start_q}
                       : {paddr_i, 2'b00} == 12'h024 ? {6'd0, gated_q, exclude_q, 22'd0, selected_q} : 32'd0;

  assign data_o = own_data | pair_data[0] | pair_data[1];

  // 3.4.3: A match is held until the next waypoint. A reset of the processor does not change it.
  assign range_o = (valid_i && !reset_i) ? some : range_q;

  // A block with a start point or a stop point is traced. After a stop point the start/stop block is off.
  wire starts = (single_o & start_q) != 4'd0;
  wire stops  = (single_o & stop_q) != 4'd0;
  wire on     = (on_q || starts) && !stops;

  assign on_o         = on_q || starts;
  assign written_on_o = on_q;
  assign filters_o    = gated_q || selected_q != 2'd0 || !exclude_q;
  assign leaves_out_o = (gated_q && !on_o) || (exclude_q ? (selected_q & covered) != 2'd0 : (selected_q & some) == 2'd0);
  assign goes_on_o    = !gated_q || on;

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      range_q   <= 2'd0;
      on_q      <= 1'b0;
      written_q <= 1'b0;
    end else begin
      // A match is held while the unit is stopped, until the Programming bit is cleared.
      if (starts_i) range_q <= 2'd0;
      else if (run_i) range_q <= range_o;
      if (writes_i && paddr_i == 10'h004) begin
        on_q      <= data_i[2] && has_block_i;
        written_q <= programming_i;
      end else if (starts_i) begin
        if (!written_q) on_q <= 1'b0;
        written_q <= 1'b0;
      end else if (run_i && valid_i)
        on_q <= on;
    end

endmodule

`default_nettype wire
