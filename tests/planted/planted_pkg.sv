// SPDX-License-Identifier: Apache-2.0
// The number of the planted change that is there in this run, 0: none. Compiled into the copy of the RTL.
package planted_pkg;
  import "DPI-C" function int unsigned planted_chosen();
  int unsigned number = planted_chosen();
endpackage
