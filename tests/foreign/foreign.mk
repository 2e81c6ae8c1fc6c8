# SPDX-License-Identifier: Apache-2.0
# The foreign units (README.md): simulators of each as it is, and one of each with all faults of its list, whose runs choose. `make test`
# has a sample of their runs and all faults; `make foreign` all programs and 200 seeds of every way of building them.
foreign_units = ptm_small ptm_plain etm_steps
foreign_sources = $(addprefix tests/foreign/$(1)/,$(shell cat tests/foreign/$(1)/rtl.f))
foreign_tree  = $(BUILD)/foreign/tree
foreign_list  = $(BUILD)/foreign/list
# Of a unit: how it is built for the tests, and in how many ways it is built for the tables.
foreign_build  = $(if $(filter etm_%,$(1)),etm-)w32-q8-f64
foreign_builds = $(if $(filter etm_%,$(1)),$(filter etm-%,$(test_builds)),$(filter-out etm-%,$(test_builds)))

.PHONY: foreign build-foreign build-foreign-all lint-foreign
foreign:
	@.ci/setup run test
	$(call quietly,$(again) build-foreign-all $(BUILD)/run $(BUILD)/draw,foreign)
	@for unit in $(foreign_units); do tests/foreign/list.sh $(BUILD) $$unit 200 $(BUILD)/sim/tests+foreign+$$unit; done >$(foreign_list)
	$(call run_list,$(foreign_list),$(BUILD)/foreign,make foreign$(given),$(T:%=-T '%') -P $(PART))

build-foreign: $(c_side_built)
	PLANTED_UNITS='$(foreign_units:%=tests/foreign/%)' tests/planted/plant.sh $(foreign_tree) $(foreign_units:%=tests/foreign/%.txt)
	+$(foreach unit,$(foreign_units),$(MAKE) -C $(foreign_tree) SETUP=0 BUILD=b RTL=rtl/$(unit) OPT=-O1 SIM_OPT=-O1 \
	  sim_runtime_library=$(abspath $(sim_runtime_library)) $(of_this_build) b/sim/rtl+$(unit)/$(call foreign_build,$(unit))/waypoint-sim &&) true

build-foreign-all: build-foreign
	+$(foreach unit,$(foreign_units),$(MAKE) SETUP=0 RTL=tests/foreign/$(unit) \
	  $(patsubst %,$(BUILD)/sim/tests+foreign+$(unit)/%/waypoint-sim,$(call foreign_builds,$(unit))) &&) true

lint-foreign:
	@$(foreach unit,$(foreign_units),$(foreach bits,8 16 32 64,verilator --lint-only -Wall -Wno-UNUSEDPARAM -Wno-UNUSEDSIGNAL \
	  $(call foreign_sources,$(unit)) \
	  --top-module $(firstword $(subst _, ,$(unit)))_top -GAtbBits=$(bits) &&)) true
	@iverilog -g2005 -Wall -t null $(call foreign_sources,ptm_plain)
	@$(foreach unit,ptm_small etm_steps,out=$$(iverilog -g2012 -t null $(call foreign_sources,$(unit)) 2>&1) || { echo "$$out"; exit 1; };)
