+incdir+.
waypoint_pins_pkg.sv
waypoint_checker_pkg.sv
waypoint_checker.sv
