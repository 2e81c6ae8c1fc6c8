// SPDX-License-Identifier: Apache-2.0
// Two units in one simulation: a PTM and an ETM on one program, each with its own driver and its own checker, which is bound to the unit's
// ports. A fault in one of them fails that one alone. Verilator only.
`default_nettype none

bind ptm_top waypoint_ptm_checker #(.AtbBits(AtbBits), .Config("")) u_checker (.failed(), .status(), .*);
bind etm_top waypoint_etm_checker #(.AtbBits(AtbBits), .Config("")) u_checker (.failed(), .status(), .*);

module tb #(
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64
) (
  input bit CLK,
  output bit over  // the run is over: no more clocks are wanted
);

  waypoint_pins_pkg::in_t ptm_in, ptm_next, etm_in, etm_next;
  waypoint_pins_pkg::out_t ptm_out, etm_out;

  ptm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes)) u_ptm_unit (.CLK, .in(ptm_in), .built(ptm_in), .out(ptm_out));
  etm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes)) u_etm_unit (.CLK, .in(etm_in), .built(etm_in), .out(etm_out));

  chandle ptm, etm;
  bit ptm_over, etm_over;

  initial begin
    ptm = waypoint_driver_pkg::waypoint_driver_open(AtbBits, QueueDepth, FifoBytes, 0, 1'b0, "--protocol=pft");
    etm = waypoint_driver_pkg::waypoint_driver_open(AtbBits, QueueDepth, FifoBytes, 0, 1'b1, "--protocol=etm3");
    over = ptm == null || etm == null;
    if (!over) begin
      u_ptm_unit.u_ptm.u_checker.u_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(ptm));
      u_etm_unit.u_etm.u_checker.u_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(etm));
      waypoint_driver_pkg::waypoint_driver_pins(ptm, ptm_in);
      waypoint_driver_pkg::waypoint_driver_pins(etm, etm_in);
    end
  end

  // A unit whose run is over waits for the other, with its pins as they are.
  always @(posedge CLK) begin
    if (!ptm_over) begin
      ptm_over = waypoint_driver_pkg::waypoint_driver_clock(ptm, ptm_out, ptm_next);
      ptm_in <= ptm_next;
    end
    if (!etm_over) begin
      etm_over = waypoint_driver_pkg::waypoint_driver_clock(etm, etm_out, etm_next);
      etm_in <= etm_next;
    end
    over <= ptm_over && etm_over;
  end

endmodule
