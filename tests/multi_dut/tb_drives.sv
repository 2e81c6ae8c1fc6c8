// SPDX-License-Identifier: Apache-2.0
// Three PTMs on one program, whose pins are driven by `<=` at the rising edge, by `=` at the rising edge, and at the falling edge. The
// checker of each must see what the unit sees. Verilator only.
`default_nettype none

module driven_ptm #(
  parameter int Style = 0  // 0: `<=`, 1: `=`, 2: at the falling edge
) (
  input bit CLK,
  output bit over
);

  waypoint_pins_pkg::in_t in, next;
  waypoint_pins_pkg::out_t out;
  chandle driver;

  ptm_unit u_unit (.CLK, .in, .built(in), .out);
  waypoint_checker u_checker (.CLK, .in, .out, .failed(), .done(), .status());

  initial begin
    driver = waypoint_driver_pkg::waypoint_driver_open(32, 8, 64, 0, 1'b0, "--protocol=pft");
    over = driver == null;
    if (!over) begin
      u_checker.attach(waypoint_driver_pkg::waypoint_driver_checker(driver));
      waypoint_driver_pkg::waypoint_driver_pins(driver, in);
      next = in;
    end
  end

  function automatic void step();
    if (!over) over = waypoint_driver_pkg::waypoint_driver_clock(driver, out, next);
  endfunction

  if (Style == 0) begin : gen_nonblocking
    always @(posedge CLK) begin
      step();
      in <= next;
    end
  end else if (Style == 1) begin : gen_blocking
    always @(posedge CLK) begin
      step();
      in = next;
    end
  end else begin : gen_falling
    always @(posedge CLK) step();
    always @(negedge CLK) in = next;
  end

endmodule

module tb (
  input bit CLK,
  output bit over  // the run is over: no more clocks are wanted
);

  bit [2:0] overs;

  for (genvar i = 0; i < 3; i++) begin : gen_style
    driven_ptm #(.Style(i)) u_driven (.CLK, .over(overs[i]));
  end

  assign over = &overs;

endmodule
