# SPDX-License-Identifier: Apache-2.0
# Testbenches with several units, each in a simulator of its own: $(sim_dir)/NAME/waypoint-sim of tests/multi_dut/tb_NAME.sv. They run for a second:
# not optimized, they are compiled in a third of the time.
several_sv = $(sim_packages) $(sim_rtl) $(pins)/waypoint_checker.sv $(sim_units)

define several
$(sim_dir)/$(1)/waypoint-sim: $(several_sv) tests/multi_dut/tb_$(1).sv sim/main.cpp sim/bench.h $(sim_runtime_library) $(sim_objects) $(parts)
	@mkdir -p $$(@D)
	$(VERILATOR) $(sim_flags) --prefix Vtb --top-module tb -Mdir $$(@D) $(several_sv) tests/multi_dut/tb_$(1).sv \
	  $(abspath sim/main.cpp) -CFLAGS -I$(abspath sim)
	+$$(call sim_link,$$(@D)) OPT_FAST=-O0
	@mv $$(@D)/Vtb $$@
endef
$(foreach bench,multi_dut drives funnel,$(eval $(call several,$(bench))))
