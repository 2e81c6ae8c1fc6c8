// SPDX-License-Identifier: Apache-2.0
// The registers of a PFTv1.0 trace unit with one power domain and without an OS lock (IHI 0035B 3.16, 3.17). A read takes its value in the
// setup phase of the APB, so that no wait state is necessary.
`default_nettype none

module a9_regs (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] idr_i,
  input  logic [31:0] ccer_i,
  input  logic [31:0] ccr_i,
  input  logic        authorized_i,

  input  logic        pclken_i,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:2] paddr_i,
  input  logic        debugger_i,  // PADDRDBG31
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,

  output logic        enabled_o,
  output logic        powered_down_o,
  output logic        selects_o,   // ETMTECR1 excludes nothing
  output logic [31:0] control_o,
  output logic [11:0] period_o,
  output logic [16:0] trigger_event_o,
  output logic [16:0] enable_event_o,
  output logic [16:0] stamp_event_o,
  output logic [6:0]  atid_o,

  input  logic        stopped_i,
  input  logic        overflowed_i,
  input  logic        trigger_i,
  output logic        triggered_o
);

  // Bits of ETMCR: Power Down, branch broadcast, Programming, cycle-accurate, Context ID size, timestamps.
  localparam logic [31:0] ControlBits = 32'h0000_D501, StampBit = 32'h1000_0000;
  localparam logic [31:0] Key = 32'hC5AC_CE55;

  logic [31:0] control_q;
  logic [16:0] trigger_q, enable_q, stamp_q;
  logic [11:0] period_q;
  logic [7:0]  claim_q;
  logic [6:0]  id_q;
  logic        selects_q, triggered_q, written_q, unlocked_q;
  logic        access, writes;
  logic [11:0] offset;

  assign offset = {paddr_i, 2'b00};
  assign access = pclken_i && psel_i && penable_i;
  // 3.16.47: A reset sets the software lock, which only applies to accesses of software.
  assign writes = access && pwrite_i && (debugger_i || unlocked_q);

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      control_q  <= 32'h0000_0401;
      trigger_q  <= 17'd0;
      enable_q   <= 17'd0;
      stamp_q    <= 17'd0;
      period_q   <= 12'h400;
      id_q       <= 7'd0;
      claim_q    <= 8'd0;
      selects_q  <= 1'b0;
      unlocked_q <= 1'b0;
    end else begin
      if (writes)
        case (offset)
          12'h000: control_q <= pwdata_i & (ControlBits | (ccer_i[22] ? StampBit : 32'd0));
          12'h008: trigger_q <= pwdata_i[16:0];
          12'h020: enable_q  <= pwdata_i[16:0];
          12'h024: selects_q <= pwdata_i[24];
          12'h1E0: period_q  <= pwdata_i[11:0];
          12'h1F8: stamp_q   <= ccer_i[22] ? pwdata_i[16:0] : 17'd0;
          12'h200: id_q      <= pwdata_i[6:0];
          12'hFA0: claim_q   <= claim_q | pwdata_i[7:0];
          12'hFA4: claim_q   <= claim_q & ~pwdata_i[7:0];
          default: ;
        endcase
      if (access && pwrite_i && !debugger_i && offset == 12'hFB0) unlocked_q <= pwdata_i == Key;
    end

  // 3.16.4: A write to ETMSR[3] while the Programming bit is set is kept. Otherwise the flag is 0 when this bit is cleared.
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      triggered_q <= 1'b0;
      written_q   <= 1'b0;
    end else if (writes && offset == 12'h010) begin
      triggered_q <= pwdata_i[3];
      written_q   <= control_q[10];
    end else if (writes && offset == 12'h000 && control_q[10] && !pwdata_i[10]) begin
      triggered_q <= triggered_q && written_q;
      written_q   <= 1'b0;
    end else
      triggered_q <= triggered_q || trigger_i;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) prdata_o <= 32'd0;
    else if (pclken_i && psel_i && !penable_i)
      case (offset)
        12'h000: prdata_o <= control_q;
        12'h004: prdata_o <= ccr_i;
        12'h008: prdata_o <= {15'd0, trigger_q};
        12'h010: prdata_o <= {28'd0, triggered_q, 1'b0, !enabled_o && stopped_i, overflowed_i};
        12'h020: prdata_o <= {15'd0, enable_q};
        12'h024: prdata_o <= {7'd0, selects_q, 24'd0};
        12'h1E0: prdata_o <= {20'd0, period_q};
        12'h1E4: prdata_o <= idr_i;
        12'h1E8: prdata_o <= ccer_i;
        12'h1F8: prdata_o <= {15'd0, stamp_q};
        12'h200: prdata_o <= {25'd0, id_q};
        12'h314: prdata_o <= 32'h1;
        12'hFA0: prdata_o <= 32'hFF;
        12'hFA4: prdata_o <= {24'd0, claim_q};
        12'hFB4: prdata_o <= debugger_i ? 32'd0 : {30'd0, !unlocked_q, 1'b1};
        12'hFB8: prdata_o <= {28'd0, 1'b1, authorized_i, 2'b00};
        12'hFCC: prdata_o <= 32'h13;
        12'hFD0: prdata_o <= 32'h04;
        12'hFE0: prdata_o <= 32'hA9;
        12'hFE4: prdata_o <= 32'hB9;
        12'hFE8: prdata_o <= 32'h0B;
        12'hFF0: prdata_o <= 32'h0D;
        12'hFF4: prdata_o <= 32'h90;
        12'hFF8: prdata_o <= 32'h05;
        12'hFFC: prdata_o <= 32'hB1;
        default: prdata_o <= 32'd0;
      endcase

  assign enabled_o       = !control_q[10] && !control_q[0];
  assign powered_down_o  = control_q[0];
  assign selects_o       = selects_q;
  assign control_o       = control_q;
  assign period_o        = period_q;
  assign trigger_event_o = trigger_q;
  assign enable_event_o  = enable_q;
  assign stamp_event_o   = stamp_q;
  assign atid_o          = id_q;
  assign triggered_o     = triggered_q;

endmodule

`default_nettype wire
