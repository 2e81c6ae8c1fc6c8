// SPDX-License-Identifier: Apache-2.0
// A small ETM, built from the clauses of IHI 0014Q alone and unlike rtl/: ../README.md says how. It has the pins of rtl/etm_top.sv.
`default_nettype none

module etm_top #(
  parameter  int unsigned AtbBits     = 32,
  parameter  int unsigned QueueDepth  = 8,
  parameter  int unsigned FifoBytes   = 64,
  localparam int unsigned AtbytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   ETMI0VALID,
  input  logic [31:0]            ETMI0A,
  input  logic                   ETMI0T,
  input  logic                   ETMI0J,
  input  logic                   ETMI0PASS,
  input  logic                   ETMI0ERET,
  input  logic                   ETMI0BR,
  input  logic [31:0]            ETMI0BRA,
  input  logic                   ETMI0BRT,
  input  logic                   ETMI0BRJ,
  input  logic                   ETMI0BRNS,
  input  logic                   ETMI0BRHYP,
  input  logic                   ETMI0BRDIRECT,
  input  logic [8:0]             ETMI0BREXC,
  input  logic                   ETMI0BRCANCEL,
  input  logic                   ETMI0BRSECRET,
  input  logic                   ETMI1VALID,
  input  logic [31:0]            ETMI1A,
  input  logic                   ETMI1T,
  input  logic                   ETMI1J,
  input  logic                   ETMI1PASS,
  input  logic                   ETMI1ERET,
  input  logic                   ETMI1BR,
  input  logic [31:0]            ETMI1BRA,
  input  logic                   ETMI1BRT,
  input  logic                   ETMI1BRJ,
  input  logic                   ETMI1BRNS,
  input  logic                   ETMI1BRHYP,
  input  logic                   ETMI1BRDIRECT,
  input  logic [8:0]             ETMI1BREXC,
  input  logic                   ETMI1BRCANCEL,
  input  logic                   ETMI1BRSECRET,
  input  logic                   ETMNS,
  input  logic                   ETMHYP,
  input  logic                   ETMPROHIBITED,
  input  logic                   ETMDBGACK,
  input  logic [31:0]            ETMCID,
  input  logic [7:0]             ETMVMID,
  output logic                   ETMEN,

  input  logic [31:0]            CFGIDR,
  input  logic [31:0]            CFGCCER,
  input  logic [63:0]            TSVALUEB,
  input  logic                   TSCLKCHANGE,
  input  logic                   NIDEN,
  input  logic                   DBGEN,
  input  logic                   ETMWFIPENDING,
  output logic                   ETMWFIREADY,

  input  logic [3:0]             EXTIN,
  output logic                   ETMTRIGOUT,

  input  logic                   PCLKEN,
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  output logic [31:0]            PRDATA,
  output logic                   PREADY,
  output logic                   PSLVERR,

  input  logic                   ATCLKEN,
  input  logic                   SYNCREQ,
  output logic                   ATVALID,
  input  logic                   ATREADY,
  output logic [AtbytesBits-1:0] ATBYTES,
  output logic [AtbBits-1:0]     ATDATA,
  output logic [6:0]             ATID,
  input  logic                   AFVALID,
  output logic                   AFREADY
);

  localparam int unsigned RecordBits = $clog2(QueueDepth + 2);
  localparam int unsigned CountBits  = $clog2(QueueDepth + 1);

  steps_pkg::config_t   config_regs, config_q, cfg;
  steps_pkg::slot_t     slot0, slot1;
  steps_pkg::record_t   record, oldest;
  steps_pkg::packet_t   packet;
  logic [16:0]          trigger_event, enable_event, stamp_event;
  logic [CountBits-1:0] records;
  logic authorized, enabled, run, run_q, powered_down, triggered, trigger, overflowed;
  logic push, pop, room, silent, owed, idle, wfi_q;

  // What was traced before a stop is written as it was programmed then: the unit runs again when that has left.
  assign authorized = NIDEN || DBGEN;
  assign run        = enabled && authorized && (run_q || idle);
  assign idle       = records == '0 && silent && !owed;
  assign cfg        = run_q ? config_q : idle ? config_regs : config_q;
  assign trigger    = run && !triggered && steps_pkg::occurs(trigger_event, EXTIN, ETMNS, ETMPROHIBITED);
  assign PSLVERR    = 1'b0;

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) begin
      run_q       <= 1'b0;
      config_q    <= '0;
      ETMEN       <= 1'b0;
      ETMTRIGOUT  <= 1'b0;
      ETMWFIREADY <= 1'b0;
    end else begin
      run_q       <= run;
      config_q    <= cfg;
      ETMEN       <= run;
      ETMTRIGOUT  <= trigger;
      ETMWFIREADY <= ETMWFIPENDING && (ETMWFIREADY || (idle && !push && wfi_q));
    end
  end

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) wfi_q <= 1'b0;
    else         wfi_q <= ETMWFIPENDING;
  end

  assign slot0 = '{
    executed: ETMI0VALID, passed: ETMI0PASS, eret: ETMI0ERET, branched: ETMI0BR, cancel: ETMI0BRCANCEL, secret: ETMI0BRSECRET,
    exception: ETMI0BREXC,
    at: '{address: ETMI0A, t: ETMI0T, j: ETMI0J, ns: ETMNS, hyp: ETMHYP},
    to: '{address: ETMI0BRA, t: ETMI0BRT, j: ETMI0BRJ, ns: ETMI0BRNS, hyp: ETMI0BRHYP}
  };
  assign slot1 = '{
    executed: ETMI1VALID, passed: ETMI1PASS, eret: ETMI1ERET, branched: ETMI1BR, cancel: ETMI1BRCANCEL, secret: ETMI1BRSECRET,
    exception: ETMI1BREXC,
    at: '{address: ETMI1A, t: ETMI1T, j: ETMI1J, ns: ETMNS, hyp: ETMHYP},
    to: '{address: ETMI1BRA, t: ETMI1BRT, j: ETMI1BRJ, ns: ETMI1BRNS, hyp: ETMI1BRHYP}
  };

  steps_regs u_regs (
    .clk_i          (CLK),
    .rst_ni         (RESETn),
    .cfgidr_i       (CFGIDR),
    .cfgccer_i      (CFGCCER),
    .authorized_i   (authorized),
    .pclken_i       (PCLKEN),
    .psel_i         (PSEL),
    .penable_i      (PENABLE),
    .pwrite_i       (PWRITE),
    .paddr_i        (PADDR),
    .pwdata_i       (PWDATA),
    .prdata_o       (PRDATA),
    .pready_o       (PREADY),
    .enabled_o      (enabled),
    .powered_down_o (powered_down),
    .config_o       (config_regs),
    .trigger_event_o(trigger_event),
    .enable_event_o (enable_event),
    .stamp_event_o  (stamp_event),
    .atid_o         (ATID),
    .stopped_i      (idle && !run_q),
    .overflowed_i   (overflowed),
    .trigger_i      (trigger),
    .triggered_o    (triggered)
  );

  steps_watch u_watch (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .config_i      (cfg),
    .run_i         (run),
    .powered_down_i(powered_down),
    .slot0_i       (slot0),
    .slot1_i       (slot1),
    .direct0_i     (ETMI0BRDIRECT),
    .direct1_i     (ETMI1BRDIRECT),
    .prohibited_i  (ETMPROHIBITED),
    .debug_i       (ETMDBGACK),
    .context_id_i  (ETMCID),
    .vmid_i        (ETMVMID),
    .enable_i      (steps_pkg::occurs(enable_event, EXTIN, ETMNS, ETMPROHIBITED)),
    .stamp_i       (run && steps_pkg::occurs(stamp_event, EXTIN, ETMNS, ETMPROHIBITED)),
    .trigger_i     (trigger),
    .now_i         (TSVALUEB),
    .full_i        (records == CountBits'(QueueDepth)),
    .empty_i       (records == '0 && silent),
    .push_o        (push),
    .record_o      (record),
    .owed_o        (owed),
    .overflowed_o  (overflowed)
  );

  steps_queue #(
    .Depth(QueueDepth)
  ) u_queue (
    .clk_i   (CLK),
    .rst_ni  (RESETn),
    .push_i  (push),
    .record_i(record),
    .pop_i   (pop),
    .record_o(oldest),
    .count_o (records)
  );

  steps_write u_write (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .config_i      (cfg),
    .run_i         (run),
    .sync_i        (SYNCREQ && ATCLKEN),
    .clock_change_i(TSCLKCHANGE),
    .valid_i       (records != '0),
    .record_i      (oldest),
    .pop_o         (pop),
    .room_i        (room),
    .packet_o      (packet)
  );

  steps_send #(
    .AtbBits   (AtbBits),
    .Depth     (FifoBytes),
    .RecordBits(RecordBits)
  ) u_send (
    .clk_i    (CLK),
    .rst_ni   (RESETn),
    .packet_i (packet),
    .room_o   (room),
    .silent_o (silent),
    .hurry_i  (ETMWFIPENDING || !run),
    .atclken_i(ATCLKEN),
    .atvalid_o(ATVALID),
    .atready_i(ATREADY),
    .atbytes_o(ATBYTES),
    .atdata_o (ATDATA),
    .afvalid_i(AFVALID),
    .afready_o(AFREADY),
    .unready_i(owed || (enabled && authorized && !run)),
    .records_i(RecordBits'(records) + RecordBits'(push)),
    .pop_i    (pop)
  );

endmodule

`default_nettype wire
