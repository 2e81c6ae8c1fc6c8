# SPDX-License-Identifier: Apache-2.0
# False-pass tests (false-pass.txt): a DUT or a run that must not end in PASS. The faults are in the copy of the sources that has the mutants, too.
false_pass_sim = $(BUILD)/false-pass/no-command-line-sim
false_pass_unit = $(sim_dir)/w32-q8-f64

.PHONY: build-false-pass
build-false-pass: build-mutants $(false_pass_sim)

# The simulator with another main.
$(false_pass_sim): tests/false_pass/no_command_line.cpp $(false_pass_unit)/waypoint-sim
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CXX) -O1 -I$(false_pass_unit) -I$(verilator_root)/include -I$(verilator_root)/include/vltstd $< $(sim_objects) $(parts) \
	  $(false_pass_unit)/Vtb__ALL.a $(sim_runtime_library) -lz -pthread -latomic -o $@
