// SPDX-License-Identifier: Apache-2.0
// The number of the seeded fault of this run (0: none), and the register and the bits that FAULT_WITH names. Compiled
// into the copy of the RTL.
package seeded_fault_pkg;
  import "DPI-C" function int unsigned seeded_chosen();
  import "DPI-C" function int unsigned seeded_with(input int unsigned which);
  int unsigned number = seeded_chosen();
  int unsigned offset = seeded_with(0);
  int unsigned mask   = seeded_with(1);

  function automatic logic at(input logic [11:2] address);
    at = {20'h0, address, 2'b00} == offset;
  endfunction

  function automatic logic [31:0] bits(input logic [11:2] address);
    bits = at(address) ? mask : 32'h0;
  endfunction
endpackage
