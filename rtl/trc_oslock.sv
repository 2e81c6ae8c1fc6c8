// SPDX-License-Identifier: Apache-2.0
// The OS lock, and the order of the trace registers in ETMOSSRR. docs/pipeline.md#oslock; IHI 0035B 3.16.38 to 3.16.40,
// 3.17.4; IHI 0014Q 3.5.51 to 3.5.53, 3.8.4.
`default_nettype none

module trc_oslock (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        built_i,            // static: the OS lock is implemented
  input  logic        set_by_reset_i,     // static: a reset sets the OS lock
  input  logic        sequence_built_i,   // static: ETMOSSRR is implemented

  input  logic        write_i,            // ETMOSLAR is written in this clock
  input  logic [31:0] data_i,             // the value written to ETMOSLAR
  input  logic        step_i,             // ETMOSSRR is accessed in this clock

  output logic        locked_o,
  output logic        sequence_o,         // ETMOSSRR gives access to the register at offset_o
  output logic [9:2]  offset_o,
  output logic        count_o             // the next ETMOSSRR access is the read of the number of registers
);

  localparam logic [31:0] Key = 32'hC5AC_CE55;

  // Two offsets that are not in the sequence: the first access to ETMOSSRR reads the number of registers, and the accesses
  // after the last register have no effect.
  localparam logic [11:0] Count = 12'h004;
  localparam logic [11:0] End   = 12'h204;

  logic       toggled_q;    // the lock is not as after a reset: this register has a constant reset value
  logic [9:2] offset_q;

  // The register of the ETMOSSRR access after that at `offset`.
  function automatic logic [9:2] next(input logic [9:2] offset);
    case ({2'b00, offset, 2'b00})
      Count:   next = 8'(12'h000 >> 2);
      12'h000: next = 8'(12'h008 >> 2);
      12'h008: next = 8'(12'h010 >> 2);
      12'h010: next = 8'(12'h018 >> 2);
      12'h024: next = 8'(12'h02C >> 2);
      12'h02C: next = 8'(12'h040 >> 2);
      12'h0BC: next = 8'(12'h140 >> 2);
      12'h194: next = 8'(12'h19C >> 2);
      12'h1BC: next = 8'(12'h1E0 >> 2);
      12'h1E0: next = 8'(12'h1EC >> 2);
      End:     next = offset;
      default: next = offset + 8'd1;
    endcase
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      toggled_q <= 1'b0;
      offset_q  <= Count[9:2];
    end else if (write_i) begin
      toggled_q <= (data_i == Key) ^ set_by_reset_i;
      offset_q  <= Count[9:2];
    end else if (step_i && sequence_o) begin
      offset_q <= next(offset_q);
    end
  end

  assign locked_o   = built_i && (toggled_q ^ set_by_reset_i);
  assign sequence_o = sequence_built_i && locked_o;
  assign offset_o   = offset_q;
  assign count_o    = sequence_o && offset_q == Count[9:2];

endmodule

`default_nettype wire
