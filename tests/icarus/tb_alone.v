// SPDX-License-Identifier: Apache-2.0
// The checker by itself: no driver of ours, and a unit that does nothing. tb_none calls the tasks where there are no pins, tb_few with too few
// words.
`default_nettype none

module tb_alone;

  parameter Config = "mode=legal";

  reg CLK = 1'b0, RESETn = 1'b0;
  wire failed;

  always #5 CLK = !CLK;

  initial begin
    #17 RESETn = 1'b1;
    // A reset that no edge sees.
    #200 RESETn = 1'b0;
    #1 RESETn = 1'b1;
    #800 $finish(0);
  end

  waypoint_ptm_checker #(.AtbBits(8), .Config(Config)) u_checker (
    .CLK(CLK), .RESETn(RESETn),
    .WPTVALID(1'b0), .WPTPC(32'd0), .WPTTARGETPC(32'd0), .WPTTYPE(3'd0), .WPTTAKEN(1'b0), .WPTLINK(1'b0), .WPTT32LINK(1'b0),
    .WPTTARGETTBIT(1'b0), .WPTTARGETJBIT(1'b0), .WPTnSECURE(1'b0), .WPTEXCEPTIONTYPE(4'd0), .WPTTRACEPROHIBITED(1'b0),
    .WPTCONTEXTID(32'd0), .WPTEXTERET(1'b0), .WPTEXTBARRIER(2'd0), .WPTEXTHYP(1'b0), .WPTEXTVMID(8'd0), .WPTEXTEXCEPTION(5'd0),
    .WPTENABLE(1'b0), .RETSTACKDEPTH(4'd0), .CFGIDR(32'h411CF312), .CFGCCER(32'h00C019A2),
    .TSVALUEB(64'd0), .TSCLKCHANGE(1'b0), .NIDEN(1'b1), .DBGEN(1'b1), .PTMIDLEREQ(1'b0), .PTMIDLEACK(1'b0),
    .EXTIN(4'd0), .PTMTRIGGER(1'b0),
    .PCLKEN(1'b1), .PSEL(1'b0), .PENABLE(1'b0), .PWRITE(1'b0), .PADDR(10'd0), .PWDATA(32'd0), .PRDATA(32'd0), .PREADY(1'b1), .PSLVERR(1'b0),
    .ATCLKEN(1'b1), .SYNCREQ(1'b0), .ATVALID(1'b0), .ATREADY(1'b1), .ATBYTES(1'b0), .ATDATA(8'd0), .ATID(7'd16),
    .AFVALID(1'b0), .AFREADY(1'b0), .failed(failed)
  );

endmodule

module tb_none;

  reg CLK = 1'b0;
  integer state;

  always #5 CLK = !CLK;
  always @(posedge CLK) state = $waypoint_checker("mode=legal", 1'b0);

endmodule

module tb_few;

  reg CLK = 1'b0;

  always #5 CLK = !CLK;
  always @(posedge CLK) $waypoint_driver(8);

endmodule

`default_nettype wire
