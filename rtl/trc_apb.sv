// SPDX-License-Identifier: Apache-2.0
// The registers, on an APB3 port without wait states; its clock is CLK with PCLKEN. docs/pipeline.md 2; IHI 0035B 3.16.
// Offsets are bytes.
`default_nettype none

module trc_apb (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        pclken_i,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [11:2] paddr_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,

  output logic        enabled_o,          // ETMCR: neither programming nor power down
  output logic        retstack_on_o,      // ETMCR[29]
  output logic [16:0] trigger_event_o,    // ETMTRIGGER
  output logic [11:0] sync_period_o,      // ETMSYNCFR, bytes
  output logic        no_force_o,         // ETMAUXCR[0]: no forced overflow
  output logic [6:0]  atid_o,             // ETMTRACEIDR
  input  logic        triggered_i,        // ETMSR[3]
  input  logic        stopped_i,          // ETMSR[1]
  input  logic        overflowed_i        // ETMSR[0]
);

  localparam logic [11:0] Etmcr       = 12'h000;
  localparam logic [11:0] Etmccr      = 12'h004;
  localparam logic [11:0] Etmtrigger  = 12'h008;
  localparam logic [11:0] Etmsr       = 12'h010;
  localparam logic [11:0] Etmteevr    = 12'h020;
  localparam logic [11:0] Etmtecr1    = 12'h024;
  localparam logic [11:0] Etmsyncfr   = 12'h1E0;
  localparam logic [11:0] Etmidr      = 12'h1E4;
  localparam logic [11:0] Etmccer     = 12'h1E8;
  localparam logic [11:0] Etmauxcr    = 12'h1FC;
  localparam logic [11:0] Etmtraceidr = 12'h200;
  localparam logic [11:0] Etmpdsr     = 12'h314;
  localparam logic [11:0] Devtype     = 12'hFCC;
  localparam logic [11:0] Pidr0       = 12'hFE0;
  localparam logic [11:0] Pidr1       = 12'hFE4;
  localparam logic [11:0] Cidr0       = 12'hFF0;
  localparam logic [11:0] Cidr1       = 12'hFF4;
  localparam logic [11:0] Cidr2       = 12'hFF8;
  localparam logic [11:0] Cidr3       = 12'hFFC;

  logic        retstack_q, programming_q, power_down_q, no_force_q;
  logic [16:0] trigger_event_q;
  logic [11:0] sync_period_q;
  logic [6:0]  atid_q;
  logic [31:0] prdata_q, prdata_d;

  logic [11:0] offset;
  logic        write;

  assign offset = {paddr_i, 2'b00};
  assign write  = pclken_i && psel_i && penable_i && pwrite_i;

  // ETMSCR and everything not named reads 0.
  always_comb begin
    unique case (offset)
      Etmcr:       prdata_d = {2'b00, retstack_q, 18'h0, programming_q, 9'h0, power_down_q};
      Etmccr:      prdata_d = 32'h8808_0000;
      Etmtrigger:  prdata_d = {15'h0, trigger_event_q};
      Etmsr:       prdata_d = {28'h0, triggered_i, 1'b0, stopped_i, overflowed_i};
      Etmteevr:    prdata_d = 32'h0000_006F;
      Etmtecr1:    prdata_d = 32'h0100_0000;
      Etmsyncfr:   prdata_d = {20'h0, sync_period_q};
      Etmidr:      prdata_d = 32'h571C_F310;
      Etmccer:     prdata_d = 32'h0080_1800;
      Etmauxcr:    prdata_d = {31'h0, no_force_q};
      Etmtraceidr: prdata_d = {25'h0, atid_q};
      Etmpdsr:     prdata_d = 32'h0000_0001;
      Devtype:     prdata_d = 32'h0000_0013;
      Pidr0:       prdata_d = 32'h0000_0050;
      Pidr1:       prdata_d = 32'h0000_0007;
      Cidr0:       prdata_d = 32'h0000_000D;
      Cidr1:       prdata_d = 32'h0000_0090;
      Cidr2:       prdata_d = 32'h0000_0005;
      Cidr3:       prdata_d = 32'h0000_00B1;
      default:     prdata_d = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      retstack_q      <= 1'b0;
      programming_q   <= 1'b1;
      power_down_q    <= 1'b1;
      trigger_event_q <= '0;
      sync_period_q   <= 12'h400;
      no_force_q      <= 1'b0;
      atid_q          <= '0;
      prdata_q        <= '0;
    end else begin
      if (write && offset == Etmcr) begin
        retstack_q    <= pwdata_i[29];
        programming_q <= pwdata_i[10];
        power_down_q  <= pwdata_i[0];
      end
      if (write && offset == Etmtrigger) trigger_event_q <= pwdata_i[16:0];
      if (write && offset == Etmsyncfr) sync_period_q <= pwdata_i[11:0];
      if (write && offset == Etmauxcr) no_force_q <= pwdata_i[0];
      if (write && offset == Etmtraceidr) atid_q <= pwdata_i[6:0];
      if (pclken_i && psel_i && !penable_i) prdata_q <= prdata_d;
    end
  end

  assign prdata_o        = prdata_q;
  assign enabled_o       = !programming_q && !power_down_q;
  assign retstack_on_o   = retstack_q;
  assign trigger_event_o = trigger_event_q;
  assign sync_period_o   = sync_period_q;
  assign no_force_o      = no_force_q;
  assign atid_o          = atid_q;

  logic unused_pwdata;
  assign unused_pwdata = ^{pwdata_i[31:30], pwdata_i[28:17]};

endmodule

`default_nettype wire
