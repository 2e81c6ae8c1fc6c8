# SPDX-License-Identifier: Apache-2.0
# Simulators of netlists in Icarus: $(icarus_dir)/NAME/waypoint-sim takes the command line of any simulator. NAME ptm or etm: the reference RTL
# as gates that yosys synthesizes. faults: ptm with faults to choose from. ptm_plain, ptm_small and etm_steps: the sources of the independent
# DUTs.
icarus_dir = $(BUILD)/icarus
icarus_sims = $(foreach name,ptm etm faults $(independent_units),$(icarus_dir)/$(name)/waypoint-sim) $(addprefix $(icarus_dir)/alone/,good bad none few empty tops)
icarus_build = $(run)mkdir -p $(@D) && $(IVERILOG) -g2012 -m $(abspath $(vpi_library)) -o $@ $(filter %.v %.sv,$^)

# The testbench of a PTM or an ETM.
icarus_bench = $(addprefix $(pins)/,tb_$(1).sv waypoint_driver.v waypoint_checker.v)

.PHONY: build-icarus
build-icarus: $(icarus_sims)

# As `synth` does it, but for memories, which stay memories: as gates they take most of the time. The registers are one wide vector, of which
# Icarus would look at every bit where one changes: a net for each bit of it.
icarus_synth = synth -flatten -top $(1)_top -run begin:fine; opt -fast -full; opt -undriven -fine; techmap; opt -fast; abc -fast; opt -fast; clean; splitnets w:*u_regs.stored_q

define icarus_netlist
$(icarus_dir)/$(1)/$(1)_top.v: $(rtl_sources) tests/icarus/icarus.mk
	@mkdir -p $$(@D)
	$(say) $$@
	$(run)yosys -q -p 'read_verilog -sv $(rtl_sources); $(icarus_synth); write_verilog -noattr $$@'

$(icarus_dir)/$(1)/waypoint-sim: $(call icarus_bench,$(1)) $(icarus_dir)/$(1)/$(1)_top.v | $(vpi_library)
	$(say) $$@
	$$(icarus_build) -s tb
endef
$(eval $(call icarus_netlist,ptm))
$(eval $(call icarus_netlist,etm))

$(icarus_dir)/faults/waypoint-sim: $(call icarus_bench,ptm) $(icarus_dir)/ptm/ptm_top.v tests/icarus/faults.v \
  | $(vpi_library)
	$(say) $@
	$(icarus_build) -s tb -s faults

define icarus_independent
$(icarus_dir)/$(1)/waypoint-sim: $(call icarus_bench,$(firstword $(subst _, ,$(1)))) $(call independent_sources,$(1)) | $(vpi_library)
	$(say) $$@
	$$(icarus_build) -s tb
endef
$(foreach unit,$(independent_units),$(eval $(call icarus_independent,$(unit))))

icarus_alone_good = -s tb_alone
icarus_alone_bad = -s tb_alone -Ptb_alone.Config='"mode=easy"'
icarus_alone_empty = -s tb_alone -Ptb_alone.Config='""'
icarus_alone_none = -s tb_none
icarus_alone_few = -s tb_few
icarus_alone_tops =
$(icarus_dir)/alone/%: $(pins)/tb_alone.v $(pins)/waypoint_checker.v | $(vpi_library)
	$(icarus_build) $(icarus_alone_$*)
