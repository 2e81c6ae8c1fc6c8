// SPDX-License-Identifier: Apache-2.0
// As much of UVM as the example of docs/tutorials/your-testbench.md uses, so that a simulator without a UVM library compiles and runs it. A
// report is a line of text.
package uvm_pkg;

  int reports;

  function automatic void report(string severity, string id, string message);
    reports++;
    $display("%s [%s] %s", severity, id, message);
  endfunction

  class uvm_phase;
  endclass

  virtual class uvm_object;
    string name;
    function new(string name = "");
      this.name = name;
    endfunction
  endclass

  virtual class uvm_component extends uvm_object;
    function new(string name, uvm_component parent);
      super.new(name);
    endfunction
    virtual function void build_phase(uvm_phase phase);
    endfunction
    virtual function void check_phase(uvm_phase phase);
    endfunction
  endclass

  // One entry for each type. Verilator 5.006 converts neither `null` nor `this` to a base class in an argument: both are chandles, and
  // tests/bind/bench.sh passes `null` for `this`.
  class uvm_config_db #(type T = int);
    static T value;
    static function void set(chandle component, string path, string name, T new_value);
      value = new_value;
    endfunction
    static function bit get(chandle component, string path, string name, inout T found);
      found = value;
      return value != null;
    endfunction
  endclass

endpackage
