// SPDX-License-Identifier: Apache-2.0
// The registers, IHI 0035B 3.16. There are no wait states; what is read is put into a register in the setup phase.
// PFTv1.0 is SinglePower, without an OS lock (3.17.1). PFTv1.1 has one or two power domains. The software lock is in the domain of the bus.
`default_nettype none

module plain_regs (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        core_ni,     // low too while the core power domain has no power
  input  wire [31:0] idr_i,
  input  wire [31:0] ccer_i,
  input  wire [31:0] ccr_i,
  input  wire        authorized_i,

  input  wire        pclken_i,
  input  wire        psel_i,
  input  wire        penable_i,
  input  wire        pwrite_i,
  input  wire [11:2] paddr_i,
  input  wire        debugger_i,  // PADDRDBG31: a debugger makes the access
  input  wire [31:0] pwdata_i,
  output reg  [31:0] prdata_o,
  output wire        error_o,     // there is no power
  input  wire        domains_i,   // there are two power domains
  input  wire        powered_i,
  output wire        keep_o,

  output wire        writes_o,    // for the registers of filter and resources
  output wire        starts_o,    // the Programming bit is cleared
  input  wire [31:0] elsewhere_i, // what is read from there
  input  wire        on_i,        // the start/stop block

  output wire        enabled_o,
  output wire        powered_down_o,
  output wire [31:0] control_o,
  output wire [11:0] period_o,
  output wire [16:0] trigger_event_o,
  output wire [16:0] enable_event_o,
  output wire [16:0] stamp_event_o,
  output wire [6:0]  atid_o,

  input  wire        stopped_i,
  input  wire        overflowed_i,
  input  wire        trigger_i,
  output wire        triggered_o
);

  // ETMCR: what there is of it. Hyp mode and VMID are of PFTv1.1.
  wire        virt         = idr_i[7:4] != 4'd0 && ccer_i[26];
  wire [31:0] control_bits = {1'b0, virt, ccer_i[23], ccer_i[22], 28'h000_D701};

  reg [31:0] control_q;
  reg [16:0] trigger_q, enable_q, stamp_q;
  reg [11:0] period_q;
  reg [6:0]  id_q;
  reg [7:0]  claim_q;
  reg        open_q, triggered_q, written_q;

  // A reset of PFTv1.1 sets the OS lock, and all stays within reach (3.16.39, 3.17.2).
  wire v11    = idr_i[7:4] != 4'd0;
  wire locked = v11 && !open_q;

  // Without core power trace registers and ETMOSLAR answer with an error; in PFTv1.1 the claim tags are trace registers (3.22.3).
  wire trace     = paddr_i < 10'h0C0 || (paddr_i > 10'h0C5 && paddr_i < 10'h3C0) || paddr_i[11:3] == 9'h1F4;
  wire refused   = !powered_i && (trace || paddr_i == 10'h0C0);
  assign error_o = psel_i && penable_i && refused;

  // 3.16.47: A reset sets the software lock. While it is set, writes of software are ignored. Its reads of ETMPDSR do not clear the sticky
  // bit (table 3.93).
  reg  unlocked_q;
  wire barred = !debugger_i && !unlocked_q;

  wire access = pclken_i && psel_i && penable_i && !refused;
  wire writes = access && pwrite_i && !barred;
  wire starts = writes && paddr_i == 10'h000 && control_q[10] && !pwdata_i[10];

  // A debugger ignores the lock, and its writes to ETMLAR are ignored.
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) unlocked_q <= 1'b0;
    else if (access && pwrite_i && !debugger_i && paddr_i == 10'h3EC) unlocked_q <= pwdata_i == 32'hC5AC_CE55;

  // After a reset and after a loss of core power ETMPDSR[1] is 1 until ETMPDSR is read (3.16.41).
  reg lost_q, keep_q;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      lost_q <= 1'b1;
      keep_q <= 1'b0;
    end else begin
      lost_q <= !powered_i || (lost_q && !(access && !pwrite_i && !barred && paddr_i == 10'h0C5));
      if (writes && v11 && paddr_i == 10'h0C4) keep_q <= pwdata_i[3];
    end
  assign keep_o = keep_q;

  always @(posedge clk_i or negedge core_ni)
    if (!core_ni) begin
      control_q <= 32'h0000_0401;
      trigger_q <= 17'd0;
      enable_q  <= 17'd0;
      stamp_q   <= 17'd0;
      period_q  <= 12'h400;
      id_q      <= 7'd0;
      claim_q   <= 8'd0;
      open_q    <= 1'b0;
    end else if (writes)
      case ({paddr_i, 2'b00})
        12'h000: control_q <= pwdata_i & control_bits;
        12'h008: trigger_q <= pwdata_i[16:0];
        12'h020: enable_q  <= pwdata_i[16:0];
        12'h1E0: period_q  <= pwdata_i[11:0];
        12'h1F8: stamp_q   <= ccer_i[22] ? pwdata_i[16:0] : 17'd0;
        12'h200: id_q      <= pwdata_i[6:0];
        12'h300: open_q    <= pwdata_i != 32'hC5AC_CE55;
        12'hFA0: claim_q   <= claim_q | pwdata_i[7:0];
        12'hFA4: claim_q   <= claim_q & ~pwdata_i[7:0];
        default: ;
      endcase

  // 3.16.4: ETMSR[3] may be written, and is else cleared where programming ends.
  always @(posedge clk_i or negedge core_ni)
    if (!core_ni) begin
      triggered_q <= 1'b0;
      written_q   <= 1'b0;
    end else if (writes && paddr_i == 10'h004) begin
      triggered_q <= pwdata_i[3];
      written_q   <= control_q[10];
    end else if (starts) begin
      triggered_q <= triggered_q && written_q;
      written_q   <= 1'b0;
    end else
      triggered_q <= triggered_q || trigger_i;

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) prdata_o <= 32'd0;
    else if (pclken_i && psel_i && !penable_i)
      case ({paddr_i, 2'b00})
        12'h000: prdata_o <= control_q;
        12'h004: prdata_o <= ccr_i;
        12'h008: prdata_o <= {15'd0, trigger_q};
        12'h010: prdata_o <= {28'd0, triggered_q, on_i, !enabled_o && stopped_i, overflowed_i};
        12'h020: prdata_o <= {15'd0, enable_q};
        12'h1E0: prdata_o <= {20'd0, period_q};
        12'h1E4: prdata_o <= idr_i;
        12'h1E8: prdata_o <= ccer_i;
        12'h1F8: prdata_o <= {15'd0, stamp_q};
        12'h200: prdata_o <= {25'd0, id_q};
        12'h304: prdata_o <= {28'd0, v11, 1'b0, locked, 1'b0};
        12'h310: prdata_o <= {28'd0, keep_q, 3'd0};
        12'h314: prdata_o <= {26'd0, locked, 3'd0, lost_q && domains_i, powered_i};
        12'hFA0: prdata_o <= 32'hFF;
        12'hFA4: prdata_o <= {24'd0, claim_q};
        12'hFB4: prdata_o <= debugger_i ? 32'd0 : {30'd0, !unlocked_q, 1'b1};
        12'hFB8: prdata_o <= {28'd0, 1'b1, authorized_i, 2'b00};
        12'hFCC: prdata_o <= 32'h13;
        12'hFD0: prdata_o <= 32'h04;
        12'hFE0: prdata_o <= 32'h99;
        12'hFE4: prdata_o <= 32'hB9;
        12'hFE8: prdata_o <= 32'h0B;
        12'hFF0: prdata_o <= 32'h0D;
        12'hFF4: prdata_o <= 32'h90;
        12'hFF8: prdata_o <= 32'h05;
        12'hFFC: prdata_o <= 32'hB1;
        default: prdata_o <= elsewhere_i;
      endcase

  assign writes_o        = writes;
  assign starts_o        = starts;
  assign enabled_o       = !control_q[10] && !control_q[0] && !locked;
  assign powered_down_o  = control_q[0];
  assign control_o       = control_q;
  assign period_o        = period_q;
  assign trigger_event_o = trigger_q;
  assign enable_event_o  = enable_q;
  assign stamp_event_o   = stamp_q;
  assign atid_o          = id_q;
  assign triggered_o     = triggered_q;

endmodule

`default_nettype wire
