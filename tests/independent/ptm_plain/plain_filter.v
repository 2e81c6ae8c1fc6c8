// SPDX-License-Identifier: Apache-2.0
// One pair of address comparators, IHI 0035B 3.4, and the start/stop block, 3.3.3, with their registers. A waypoint ends the block of
// instructions that began where the waypoint before it led to; it is decided then whether the block is traced.
`default_nettype none

module plain_filter (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        run_i,
  input  wire        v11_i,
  input  wire        security_i,     // there are Security Extensions
  input  wire        has_pair_i,
  input  wire        has_block_i,    // the start/stop block
  input  wire        programming_i,
  input  wire        starts_i,       // the Programming bit is cleared
  input  wire        writes_i,
  input  wire [11:2] paddr_i,
  input  wire [31:0] data_i,
  output reg  [31:0] data_o,

  input  wire        valid_i,        // a waypoint
  input  wire [2:0]  kind_i,
  input  wire        reset_i,        // it is a reset of the processor
  input  wire        t32_i,
  input  wire [31:0] pc_i,
  input  wire        ns_i,           // of the block
  input  wire        place_i,        // it began at a known place, and may be traced
  input  wire [31:0] at_i,           // where
  input  wire        at_t_i,

  output wire [1:0]  single_o,
  output wire        range_o,
  output wire        on_o,           // the start/stop block
  output wire        written_on_o,   // as ETMSR[2] has it
  output wire        filters_o,      // there is something to decide
  output wire        leaves_out_o,   // not this block
  output wire        goes_on_o       // what comes behind it may be traced
);

  localparam Exception = 3'd2, DebugEntry = 3'd4, Update = 3'd6;

  reg [31:0] low_q, high_q;
  reg [3:0]  low_level_q, high_level_q;  // ETMACTR[13:10]
  reg [1:0]  start_q, stop_q;
  reg        gated_q, exclude_q, selected_q, on_q, written_q, range_q;

  // ETMACTR: a security level in PFTv1.0, a state and a mode in PFTv1.1. The port knows no user mode.
  wire [3:0] level_bits = {v11_i && security_i, v11_i, security_i, v11_i || security_i};

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      {low_q, high_q, low_level_q, high_level_q} <= 72'd0;
      {start_q, stop_q}                          <= 4'd0;
      {gated_q, exclude_q, selected_q}           <= 3'd0;
    end else if (writes_i)
      case ({paddr_i, 2'b00})
        12'h018: if (has_block_i && has_pair_i) {stop_q, start_q} <= {data_i[17:16], data_i[1:0]};
        12'h024: {gated_q, exclude_q, selected_q} <= {data_i[25] && has_block_i, data_i[24], data_i[0] && has_pair_i};
        12'h040: if (has_pair_i) low_q <= data_i;
        12'h044: if (has_pair_i) high_q <= data_i;
        12'h080: if (has_pair_i) low_level_q <= data_i[13:10] & level_bits;
        12'h084: if (has_pair_i) high_level_q <= data_i[13:10] & level_bits;
        default: ;
      endcase

  always @*
    case ({paddr_i, 2'b00})
      12'h018: data_o = {14'd0, stop_q, 14'd0, start_q};
      12'h024: data_o = {6'd0, gated_q, exclude_q, 23'd0, selected_q};
      12'h040: data_o = low_q;
      12'h044: data_o = high_q;
      12'h080: data_o = {18'd0, low_level_q, 9'd0, has_pair_i};
      12'h084: data_o = {18'd0, high_level_q, 9'd0, has_pair_i};
      default: data_o = 32'd0;
    endcase

  // The last instruction of the block: the waypoint, or the one before an exception. A reset does not say which (5.3.10); where none was
  // executed nothing matches (5.2.2).
  wire        traps   = kind_i == Exception || kind_i == DebugEntry;
  wire        block   = run_i && valid_i && place_i && !(traps && (pc_i == at_i || reset_i));
  wire [31:0] last    = (traps || kind_i == Update) ? pc_i - ((at_t_i && !t32_i) ? 32'd2 : 32'd4) : pc_i;
  wire        low_in  = block && !(ns_i ? low_level_q[1] : low_level_q[0]);
  wire        high_in = block && !(ns_i ? high_level_q[1] : high_level_q[0]);

  // 3.4.3: the range has some of the block, or covers it.
  wire some    = low_in && low_q <= last && high_q > at_i;
  wire covered = low_in && low_q <= at_i && high_q > last;

  assign single_o = {high_in && high_q >= at_i && high_q <= last, low_in && low_q >= at_i && low_q <= last};
  assign range_o  = valid_i ? some : range_q;

  // A block with a start point is traced, and so is one with a stop point; the block is off behind it.
  wire starts = (single_o & start_q) != 2'd0;
  wire stops  = (single_o & stop_q) != 2'd0;
  wire on     = (on_q || starts) && !stops;

  assign on_o         = on_q || starts;
  assign written_on_o = on_q;
  assign filters_o    = gated_q || selected_q || !exclude_q;
  assign leaves_out_o = (gated_q && !on_o) || (exclude_q ? selected_q && covered : !(selected_q && some));
  assign goes_on_o    = !gated_q || on;

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      range_q   <= 1'b0;
      on_q      <= 1'b0;
      written_q <= 1'b0;
    end else begin
      range_q <= run_i && range_o;
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
