// SPDX-License-Identifier: Apache-2.0
// A PTM and an ETM with one funnel, which gives the bus to each in turn. Both checkers sample the bus after the funnel, each with the ATID of
// its unit. A fault in one unit fails only its checker. Verilator only.
`default_nettype none

module tb #(
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64
) (
  input bit CLK,
  output bit over  // the run is over: no more clocks are wanted
);

  waypoint_pins_pkg::in_t ptm_in, ptm_next, ptm_unit_in, etm_in, etm_next, etm_unit_in, etm_bus_in;
  waypoint_pins_pkg::out_t ptm_out, ptm_bus, etm_out, etm_bus;
  chandle ptm, etm;
  bit ptm_over, etm_over;

  // --- the funnel: a beat that waits for ATREADY stays -----------------------------------------------------------------

  bit owner, held_q, owner_q, turn_q;  // 0: the PTM, 1: the ETM

  always_comb begin
    owner = ptm_out.atvalid && etm_out.atvalid ? turn_q : etm_out.atvalid;
    if (held_q) owner = owner_q;
  end

  always @(posedge CLK) begin
    held_q  <= (ptm_out.atvalid || etm_out.atvalid) && !ptm_in.atready;
    owner_q <= owner;
    if (ptm_out.atvalid || etm_out.atvalid) turn_q <= !owner;
  end

  // The PTM's driver is the sink of both.
  always_comb begin
    ptm_unit_in = ptm_in;
    etm_unit_in = etm_in;
    etm_bus_in  = etm_in;
    etm_bus_in.atready  = ptm_in.atready;
    ptm_unit_in.atready = ptm_in.atready && !owner;
    etm_unit_in.atready = ptm_in.atready && owner;
  end

  function automatic waypoint_pins_pkg::out_t on_bus(waypoint_pins_pkg::out_t out, waypoint_pins_pkg::out_t beat);
    on_bus = out;
    on_bus.atvalid = beat.atvalid;
    on_bus.atid = beat.atid;
    on_bus.atbytes = beat.atbytes;
    on_bus.atdata = beat.atdata;
  endfunction

  assign ptm_bus = on_bus(ptm_out, owner ? etm_out : ptm_out);
  assign etm_bus = on_bus(etm_out, owner ? etm_out : ptm_out);

  // --- units, checkers, drivers -----------------------------------------------------------------------------------------

  ptm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes)) u_ptm_unit (.CLK, .in(ptm_unit_in), .built(ptm_unit_in), .out(ptm_out));
  etm_unit #(.AtbBits(AtbBits), .QueueDepth(QueueDepth), .FifoBytes(FifoBytes)) u_etm_unit (.CLK, .in(etm_unit_in), .built(etm_unit_in), .out(etm_out));

  waypoint_checker #(.AtbBits(AtbBits), .Etm(0)) u_ptm_checker (.CLK, .in(ptm_in), .out(ptm_bus), .failed(), .done(), .status());
  waypoint_checker #(.AtbBits(AtbBits), .Etm(1)) u_etm_checker (.CLK, .in(etm_bus_in), .out(etm_bus), .failed(), .done(), .status());

  initial begin
    ptm = waypoint_driver_pkg::waypoint_driver_open(AtbBits, QueueDepth, FifoBytes, 0, 1'b0,
                                                    "--protocol=pft --mode=legal --shared-atb --etmtraceidr=0x11");
    etm = waypoint_driver_pkg::waypoint_driver_open(AtbBits, QueueDepth, FifoBytes, 0, 1'b1,
                                                    "--protocol=etm3 --mode=legal --shared-atb --etmtraceidr=0x22");
    over = ptm == null || etm == null;
    if (!over) begin
      u_ptm_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(ptm));
      u_etm_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(etm));
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
