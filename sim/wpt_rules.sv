// SPDX-License-Identifier: Apache-2.0
// What a processor promises on the waypoint port (Cortex-A9, DDI 0388 table A-29), for the stimulus here and for anyone who
// connects a processor to ptm_top. There is no ready: a waypoint is there for one clock.
`ifndef RULE_FAILED
`define RULE_FAILED(text) $error(text)
`endif

module wpt_rules (
  input logic CLK,
  input logic RESETn,
  input logic WPTVALID,
  input logic [31:0] WPTTARGETPC,
  input logic [2:0] WPTTYPE,
  input logic WPTTAKEN,
  input logic WPTLINK,
  input logic [3:0] WPTEXCEPTIONTYPE,
  input logic [4:0] WPTEXTEXCEPTION,
  input logic WPTTRACEPROHIBITED,
  input logic [31:0] CFGIDR
);

  localparam bit [2:0] Indirect = 3'd1;
  localparam bit [2:0] Exception = 3'd2;
  localparam bit [2:0] DebugEntry = 3'd4;
  localparam bit [2:0] Update = 3'd6;

  type_legal: assert property (@(posedge CLK) disable iff (!RESETn) WPTVALID |-> WPTTYPE <= Update)
    else `RULE_FAILED("WPTTYPE is reserved");
  // Only a branch can fail its condition, only a branch can link.
  taken_legal: assert property (@(posedge CLK) disable iff (!RESETn) WPTVALID && WPTTYPE > Indirect |-> WPTTAKEN)
    else `RULE_FAILED("WPTTAKEN is low and WPTTYPE is no branch");
  not_taken: cover property (@(posedge CLK) disable iff (!RESETn) WPTVALID && !WPTTAKEN);
  link_legal: assert property (@(posedge CLK) disable iff (!RESETn) WPTVALID && WPTTYPE > Indirect |-> !WPTLINK)
    else `RULE_FAILED("WPTLINK is high and WPTTYPE is no branch");
  linked: cover property (@(posedge CLK) disable iff (!RESETn) WPTVALID && WPTLINK);
  // IHI 0035B table 4.4; a processor for PFTv1.0 has no Exception[8:4].
  wire v11 = CFGIDR[7:4] != 0;
  wire [8:0] exception = {WPTEXTEXCEPTION, WPTEXCEPTIONTYPE};
  wire reserved = exception inside {6, 7} || (!v11 && (exception == 3 || WPTEXTEXCEPTION != 0));
  exception_legal: assert property (@(posedge CLK) disable iff (!RESETn) WPTVALID && WPTTYPE == Exception |-> !reserved)
    else `RULE_FAILED("WPTEXCEPTIONTYPE or WPTEXTEXCEPTION is reserved");
  exception_taken: cover property (@(posedge CLK) disable iff (!RESETn) WPTVALID && WPTTYPE == Exception);
  // Secret addresses are not shown.
  target_hidden: assert property (
      @(posedge CLK) disable iff (!RESETn) WPTVALID && (WPTTYPE == DebugEntry || WPTTRACEPROHIBITED) |-> WPTTARGETPC == 0)
    else `RULE_FAILED("WPTTARGETPC is not 0 at a debug entry or a prohibited target");
  hidden: cover property (
      @(posedge CLK) disable iff (!RESETn) WPTVALID && (WPTTYPE == DebugEntry || WPTTRACEPROHIBITED));

endmodule
