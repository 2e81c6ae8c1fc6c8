# SPDX-License-Identifier: Apache-2.0
# Nobody is fooled (fooled.txt). The faults are in the copy of the sources that has the mutants, too.
fooled_sim = $(BUILD)/fooled/no-command-line-sim
fooled_unit = $(sim_dir)/w32-q8-f64

.PHONY: build-fooled
build-fooled: build-mutants $(fooled_sim)

# The simulator with another main.
$(fooled_sim): tests/fooled/no_command_line.cpp $(fooled_unit)/waypoint-sim
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CXX) -O1 -I$(fooled_unit) -I$(verilator_root)/include -I$(verilator_root)/include/vltstd $< $(sim_objects) $(parts) \
	  $(fooled_unit)/Vtb__ALL.a $(sim_runtime_library) -lz -pthread -latomic -o $@
