// SPDX-License-Identifier: Apache-2.0
// The OS lock, and the order in which ETMOSSRR gives the trace registers. docs/pipeline.md#oslock; IHI 0035B 3.16.38 to
// 3.16.40, 3.17.4; IHI 0014Q 3.5.51 to 3.5.53, 3.8.4.
`default_nettype none

module trc_oslock (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        built_i,            // static: there is a lock,
  input  logic        set_by_reset_i,     // which a reset sets,
  input  logic        sequence_built_i,   // and ETMOSSRR

  input  logic        write_i,            // in this clock: ETMOSLAR is written,
  input  logic [31:0] data_i,             // with this
  input  logic        step_i,             // in this clock: ETMOSSRR is accessed

  output logic        locked_o,
  output logic        sequence_o,         // ETMOSSRR is the register
  output logic [9:2]  offset_o,           // there;
  output logic        count_o             // this time it is their count
);

  localparam logic [31:0] Key = 32'hC5AC_CE55;

  // No register of the sequence: the first access to ETMOSSRR is a read of the count, behind the last there is nothing.
  localparam logic [11:0] Count  = 12'h004;
  localparam logic [11:0] Behind = 12'h204;

  logic       turned_q;                   // locked is not what a reset leaves: so that every register has a constant reset
  logic [9:2] offset_q;

  // Where the next access to ETMOSSRR is, behind one at `offset`.
  function automatic logic [9:2] behind(input logic [9:2] offset);
    case ({2'b00, offset, 2'b00})
      Count:   behind = 8'(12'h000 >> 2);
      12'h000: behind = 8'(12'h008 >> 2);
      12'h008: behind = 8'(12'h010 >> 2);
      12'h010: behind = 8'(12'h018 >> 2);
      12'h024: behind = 8'(12'h02C >> 2);
      12'h02C: behind = 8'(12'h040 >> 2);
      12'h0BC: behind = 8'(12'h140 >> 2);
      12'h194: behind = 8'(12'h19C >> 2);
      12'h1BC: behind = 8'(12'h1E0 >> 2);
      12'h1E0: behind = 8'(12'h1EC >> 2);
      Behind:  behind = offset;
      default: behind = offset + 8'd1;
    endcase
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turned_q <= 1'b0;
      offset_q <= Count[9:2];
    end else if (write_i) begin
      turned_q <= (data_i == Key) ^ set_by_reset_i;
      offset_q <= Count[9:2];
    end else if (step_i && sequence_o) begin
      offset_q <= behind(offset_q);
    end
  end

  assign locked_o   = built_i && (turned_q ^ set_by_reset_i);
  assign sequence_o = sequence_built_i && locked_o;
  assign offset_o   = offset_q;
  assign count_o    = sequence_o && offset_q == Count[9:2];

endmodule

`default_nettype wire
