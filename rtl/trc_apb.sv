// SPDX-License-Identifier: Apache-2.0
// The registers, on an APB3 port without wait states; its clock is CLK with PCLKEN. docs/pipeline.md#apb; IHI
// 0035B 3.16, IHI 0014Q 3.5. Offsets are bytes.
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

  // What the unit can do (static) and may do.
  input  logic [31:0] cfgidr_i,
  input  logic [31:0] cfgccer_i,
  input  logic [31:0] control_mask_i,     // bits of ETMCR that are built
  input  logic [5:0]  aux_mask_i,         // and of ETMAUXCR
  input  logic        authorized_i,       // NIDEN or DBGEN
  input  logic        v30_i,              // ETMv3.0

  output logic        enabled_o,
  output logic [31:0] control_o,          // ETMCR
  output logic [5:0]  aux_o,              // ETMAUXCR
  output logic [16:0] trigger_event_o,    // ETMTRIGGER
  output logic [16:0] enable_event_o,     // ETMTEEVR
  output logic [16:0] stamp_event_o,      // ETMTSEVR
  output logic [11:0] sync_period_o,      // ETMSYNCFR
  output logic [6:0]  atid_o,             // ETMTRACEIDR
  output logic        sr_write_o,         // in this clock: ETMSR is written
  output logic        sr_reset_o,         // in this clock: what ETMSR tells of the last run goes
  output logic        overflowed_clear_o,
  input  logic        triggered_i,        // ETMSR[3]
  input  logic        stopped_i,          // ETMSR[1], if it was asked to
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
  localparam logic [11:0] Etmtsevr    = 12'h1F8;
  localparam logic [11:0] Etmauxcr    = 12'h1FC;
  localparam logic [11:0] Etmtraceidr = 12'h200;
  localparam logic [11:0] Etmoslar    = 12'h300;
  localparam logic [11:0] Etmoslsr    = 12'h304;
  localparam logic [11:0] Etmpdsr     = 12'h314;
  localparam logic [11:0] Authstatus  = 12'hFB8;
  localparam logic [11:0] Devtype     = 12'hFCC;
  localparam logic [11:0] Pidr0       = 12'hFE0;
  localparam logic [11:0] Pidr1       = 12'hFE4;
  localparam logic [11:0] Cidr0       = 12'hFF0;
  localparam logic [11:0] Cidr1       = 12'hFF4;
  localparam logic [11:0] Cidr2       = 12'hFF8;
  localparam logic [11:0] Cidr3       = 12'hFFC;

  localparam logic [31:0] OsLockKey = 32'hC5AC_CE55;

  localparam logic [31:0] ControlReset = (32'd1 << trc_pkg::ControlProgramming) | (32'd1 << trc_pkg::ControlPowerDown);

  logic [31:0] control_q;
  logic [16:0] trigger_event_q, enable_event_q, stamp_event_q;
  logic [11:0] sync_period_q;
  logic [5:0]  aux_q;
  logic [6:0]  atid_q;
  logic        os_lock_q;
  logic [31:0] prdata_q, prdata_d;

  logic [11:0] offset;
  logic        read, write, off;

  assign offset = {paddr_i, 2'b00};
  assign read   = pclken_i && psel_i && !penable_i;
  assign write  = pclken_i && psel_i && penable_i && pwrite_i;
  assign off    = control_q[trc_pkg::ControlProgramming] || control_q[trc_pkg::ControlPowerDown] || os_lock_q;

  // ETMSR is held for a debugger, who reads it while the Programming bit is set (IHI 0035B 3.16.4); not in ETMv3.0 (IHI
  // 0014Q 3.5.5).
  assign sr_write_o         = write && offset == Etmsr && !v30_i;
  assign sr_reset_o         = control_q[trc_pkg::ControlProgramming] &&
                              (v30_i || (write && offset == Etmcr && !pwdata_i[trc_pkg::ControlProgramming]));
  assign overflowed_clear_o = sr_reset_o || control_q[trc_pkg::ControlPowerDown];

  // ETMSCR and everything not named reads 0.
  always_comb begin
    prdata_d = 'x;
    if (read) begin
      unique case (offset)
        Etmcr:       prdata_d = control_q;
        Etmccr:      prdata_d = 32'h8808_0000;
        Etmtrigger:  prdata_d = {15'h0, trigger_event_q};
        Etmsr:       prdata_d = {28'h0, triggered_i, 1'b0, stopped_i && off, overflowed_i};
        Etmteevr:    prdata_d = {15'h0, enable_event_q};
        Etmtecr1:    prdata_d = 32'h0100_0000;
        Etmsyncfr:   prdata_d = {20'h0, sync_period_q};
        Etmidr:      prdata_d = cfgidr_i;
        Etmccer:     prdata_d = cfgccer_i;
        Etmtsevr:    prdata_d = {15'h0, stamp_event_q};
        Etmauxcr:    prdata_d = {26'h0, aux_q};
        Etmtraceidr: prdata_d = {25'h0, atid_q};
        Etmoslsr:    prdata_d = {30'h0, os_lock_q, 1'b1};
        Etmpdsr:     prdata_d = {26'h0, os_lock_q, 5'h01};
        Authstatus:  prdata_d = {28'h0, 1'b1, authorized_i, 2'b00};
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
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q       <= ControlReset;
      trigger_event_q <= '0;
      enable_event_q  <= 17'h6F;
      stamp_event_q   <= '0;
      sync_period_q   <= 12'h400;
      aux_q           <= '0;
      atid_q          <= '0;
      os_lock_q       <= 1'b0;
      prdata_q        <= '0;
    end else begin
      if (write) begin
        if (offset == Etmcr) control_q <= pwdata_i & control_mask_i;
        if (offset == Etmtrigger) trigger_event_q <= pwdata_i[16:0];
        if (offset == Etmteevr) enable_event_q <= pwdata_i[16:0];
        if (offset == Etmtsevr && control_mask_i[trc_pkg::ControlStamps]) stamp_event_q <= pwdata_i[16:0];
        if (offset == Etmsyncfr) sync_period_q <= pwdata_i[11:0];
        if (offset == Etmauxcr) aux_q <= pwdata_i[5:0] & aux_mask_i;
        if (offset == Etmtraceidr) atid_q <= pwdata_i[6:0];
        if (offset == Etmoslar) os_lock_q <= pwdata_i == OsLockKey;
      end
      if (read) prdata_q <= prdata_d;
    end
  end

  assign prdata_o        = prdata_q;
  assign enabled_o       = !off && authorized_i;
  assign control_o       = control_q;
  assign aux_o           = aux_q;
  assign trigger_event_o = trigger_event_q;
  assign enable_event_o  = enable_event_q;
  assign stamp_event_o   = stamp_event_q;
  assign sync_period_o   = sync_period_q;
  assign atid_o          = atid_q;

endmodule

`default_nettype wire
