// SPDX-License-Identifier: Apache-2.0
// The macros of tests/bind/uvm_pkg.sv.
`ifndef UVM_MACROS_SVH
`define UVM_MACROS_SVH
`define uvm_error(ID, MESSAGE) uvm_pkg::report("UVM_ERROR", ID, MESSAGE);
`define uvm_fatal(ID, MESSAGE) uvm_pkg::report("UVM_FATAL", ID, MESSAGE);
`endif
