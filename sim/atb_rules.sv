// SPDX-License-Identifier: Apache-2.0
// The rules of an ATB link (AMBA 4 ATB, IHI 0032B), each beside a cover property that shows it was put to the test. Knows
// nothing of the unit behind it: bind it to any trace source,
//
//   bind my_top atb_rules #(.AtbBits(32)) u_atb_rules (.*);
//
// The link has its edges where ATCLKEN is high: tie it high for a link at the speed of CLK.
// A failed rule is $error, or RULE_FAILED(text) where the testbench defines it.
`ifndef RULE_FAILED
`define RULE_FAILED(text) $error(text)
`endif

module atb_rules #(
  parameter int AtbBits = 32,
  parameter int BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input logic CLK,
  input logic ATCLKEN,
  input logic RESETn,
  input logic ATVALID,
  input logic ATREADY,
  input logic [BytesBits-1:0] ATBYTES,
  input logic [AtbBits-1:0] ATDATA,
  input logic [6:0] ATID,
  input logic AFVALID,
  input logic AFREADY
);

  // A beat offered is a beat sent: it waits, unchanged, for ATREADY at an edge of the link.
  valid_held: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID && !(ATREADY && ATCLKEN) |=> ATVALID)
    else `RULE_FAILED("ATVALID fell before ATREADY");
  data_held: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID && !(ATREADY && ATCLKEN) |=> $stable(ATDATA))
    else `RULE_FAILED("ATDATA changed before ATREADY");
  bytes_held: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID && !(ATREADY && ATCLKEN) |=> $stable(ATBYTES))
    else `RULE_FAILED("ATBYTES changed before ATREADY");
  id_held: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID && !(ATREADY && ATCLKEN) |=> $stable(ATID))
    else `RULE_FAILED("ATID changed before ATREADY");
  waited: cover property (@(posedge CLK) disable iff (!RESETn) ATVALID && !(ATREADY && ATCLKEN));

  // Nothing begins or ends between two edges of the link.
  quiet_held: assert property (@(posedge CLK) disable iff (!RESETn) !ATCLKEN |=> $stable(ATVALID) && $stable(AFREADY))
    else `RULE_FAILED("ATVALID or AFREADY changed between two edges of the ATB");
  asked_held: assert property (@(posedge CLK) disable iff (!RESETn) !ATCLKEN |=> $stable(ATREADY) && $stable(AFVALID))
    else `RULE_FAILED("ATREADY or AFVALID changed between two edges of the ATB");
  between: cover property (@(posedge CLK) disable iff (!RESETn) !ATCLKEN);

  // No more bytes than lanes. (An 8-bit link keeps one ATBYTES pin, tied low.)
  bytes_legal: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID |-> int'(ATBYTES) < AtbBits / 8)
    else `RULE_FAILED("ATBYTES says more bytes than ATDATA has");
  partial: cover property (@(posedge CLK) disable iff (!RESETn) ATVALID && int'(ATBYTES) < AtbBits / 8 - 1);
  full: cover property (@(posedge CLK) disable iff (!RESETn) ATVALID && int'(ATBYTES) == AtbBits / 8 - 1);

  // 0x00 and 0x70 to 0x7F are not trace sources (0x7D, the trigger, is none of a source's business).
  id_legal: assert property (@(posedge CLK) disable iff (!RESETn) ATVALID |-> ATID != 0 && ATID < 7'h70)
    else `RULE_FAILED("ATID is reserved");

  // A flush is asked for until it is done, and done only if asked for.
  flush_held: assert property (@(posedge CLK) disable iff (!RESETn) AFVALID && !(AFREADY && ATCLKEN) |=> AFVALID)
    else `RULE_FAILED("AFVALID fell before AFREADY");
  flush_asked: assert property (@(posedge CLK) disable iff (!RESETn) AFREADY |-> AFVALID)
    else `RULE_FAILED("AFREADY without AFVALID");
  flushed: cover property (@(posedge CLK) disable iff (!RESETn) AFVALID && AFREADY && ATCLKEN);

  // Reset is asynchronous: nothing is offered while it lasts.
  reset_quiet: assert property (@(posedge CLK) !RESETn |-> !ATVALID)
    else `RULE_FAILED("ATVALID in reset");

endmodule
