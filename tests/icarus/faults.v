// SPDX-License-Identifier: Apache-2.0
// Faults in the netlist of a PTM, one of them for a run: +fault=NAME. A second top module, next to tb_ptm.sv.
`default_nettype none

module faults;

  initial begin
    // Nothing drives ATVALID.
    if ($test$plusargs("fault=undriven")) force tb.ATVALID = 1'bz;
    // Nor the lowest byte of ATDATA.
    if ($test$plusargs("fault=lane")) force tb.ATDATA[7:0] = 8'hzz;
    // The flip-flop that drives ATVALID has no reset: it has no value until it is loaded.
    if ($test$plusargs("fault=no-reset")) begin
      force tb.u_ptm.\u_core.u_atb.valid_q = 1'bx;
      @(posedge tb.RESETn) release tb.u_ptm.\u_core.u_atb.valid_q ;
    end
    // Flip-flops that are stuck: the address that was said last.
    if ($test$plusargs("fault=stuck")) force tb.u_ptm.\u_core.gen_pft.u_path.u_plan.u_compress.base_q = 27'd0;
  end

endmodule

`default_nettype wire
