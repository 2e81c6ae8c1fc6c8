// SPDX-License-Identifier: Apache-2.0
// The number of the fault that is there in this run, 0: none. Compiled into the copy of the RTL that has the faults.
package planted_pkg;
  import "DPI-C" function int unsigned planted_fault_number();
  int unsigned fault = planted_fault_number();
endpackage
