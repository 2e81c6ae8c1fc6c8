// SPDX-License-Identifier: Apache-2.0
// The testbench: what drives the pins, a socket with the unit, and what looks at the pins. CLK and the waves come from main.cpp. Verilator only.
//
// To put another unit in place of ptm_top or etm_top, give its wrapper that name and these ports, and make RTL=its folder (sim.mk).
// With --mode legal it is then judged by the architecture alone.
`default_nettype none

module tb #(
  parameter bit Etm = 1'b0,
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64,
  parameter int WptDepth = 0  // only for a PTM: entries for speculative waypoints
) (
  input bit CLK,
  output bit over  // the run is over: no more clocks are wanted
);

  logic [31:0] clock;  // edges so far; the number that reports speak of

  waypoint_pins_pkg::in_t in, built;
  waypoint_pins_pkg::out_t out;

  if (Etm) begin : gen_etm
    etm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes)) u_unit (.CLK, .in, .built, .out);
  end else begin : gen_ptm
    ptm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes), .WptDepth(WptDepth)) u_unit (.CLK, .in, .built, .out);
  end

  // As Verilog-2005 has names; 0: no log is wanted.
  function automatic bit [8*1024-1:0] log_name();
    $sformat(log_name, "%0s", waypoint_driver_pkg::waypoint_driver_log());
  endfunction

  initial if (log_name() != 0) `LOG.open(log_name());

  // --- what looks ----------------------------------------------------------------------------------------------------

  bit failed, done;

  waypoint_checker #(.AtbBits(AtbBits), .Etm(Etm), .Clocked(1)) u_checker (.CLK, .in, .out, .failed, .done, .status());

  // --- what drives ---------------------------------------------------------------------------------------------------

  chandle driver;

  initial begin
    driver = waypoint_driver_pkg::waypoint_driver_open(AtbBits, QueueDepth, FifoBytes, WptDepth, Etm, "");
    over = driver == null;
    if (driver != null) begin
      u_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(driver));
      waypoint_driver_pkg::waypoint_driver_pins(driver, in);
      built = in;
    end
  end

  // Without a driver nothing is driven: why not, it has said.
  always @(posedge CLK) if (driver != null) begin
    waypoint_pins_pkg::in_t next;
    bit parked;
    parked = waypoint_driver_pkg::waypoint_driver_clock(driver, out, next);
    in <= next;
    clock <= clock + 1;
    over <= parked || done;
  end

endmodule
