# SPDX-License-Identifier: Apache-2.0
# The independent DUTs (README.md): simulators of each as it is, and one of each with all faults of its list, whose runs choose.
independent_units = ptm_small ptm_plain etm_steps
# One that takes speculative waypoints: `make test` has its faults and random runs, but neither the smoke suite nor Icarus.
speculative_units = ptm_a9
all_independent   = $(independent_units) $(speculative_units)
independent_sources = $(addprefix tests/independent/$(1)/,$(shell cat tests/independent/$(1)/rtl.f))
independent_tree  = $(BUILD)/independent/tree
# Of a unit: how it is built for the tests, and in how many ways it is built for the tables.
independent_depth  = $(if $(filter $(speculative_units),$(1)),8,0)
independent_suffix = $(if $(filter $(speculative_units),$(1)),-s8)
independent_build  = $(if $(filter etm_%,$(1)),etm-)w32-q8-f64$(call independent_suffix,$(1))
independent_builds = $(if $(filter etm_%,$(1)),$(filter etm-%,$(test_builds)),$(addsuffix $(call independent_suffix,$(1)),$(filter-out etm-%,$(test_builds))))

.PHONY: build-independent build-independent-all lint-independent
build-independent: $(c_side_built)
	FAULT_SEEDED_DUTS='$(all_independent:%=tests/independent/%)' tests/fault_seeding/seed.sh $(independent_tree) $(all_independent:%=tests/independent/%.txt)
	+$(foreach unit,$(all_independent),$(MAKE) -C $(independent_tree) SETUP=0 BUILD=b RTL=rtl/$(unit) WPT_DEPTH=$(call independent_depth,$(unit)) OPT=-O1 SIM_OPT=-O1 \
	  sim_runtime_library=$(abspath $(sim_runtime_library)) $(of_this_build) b/sim/rtl+$(unit)/$(call independent_build,$(unit))/waypoint-sim &&) true

build-independent-all: build-independent
	+$(foreach unit,$(all_independent),$(MAKE) SETUP=0 RTL=tests/independent/$(unit) WPT_DEPTH=$(call independent_depth,$(unit)) \
	  $(patsubst %,$(BUILD)/sim/tests+independent+$(unit)/%/waypoint-sim,$(call independent_builds,$(unit))) &&) true

# make mutate KIND=drawn RTL=tests/independent/UNIT: N faults that are drawn from SEED (draw.sh), in the smoke suite and in RUNS random runs.
drawn_unit = $(notdir $(patsubst %/,%,$(RTL)))
drawn_folder = $(BUILD)/drawn/$(drawn_unit)
given_or = $(if $(filter command line environment,$(origin $(1))),$($(1)),$(2))

.PHONY: mutate-drawn build-drawn
mutate-drawn:
	$(if $(filter $(drawn_unit),$(independent_units)),,$(error RTL=$(RTL): expected $(independent_units:%=tests/independent/%)))
	@.ci/setup run test
	$(call quietly,$(again) build-drawn,drawn)
	@tests/independent/drawn.sh $(BUILD) $(drawn_unit) $(call given_or,RUNS,200)

build-drawn: $(c_side_built) $(BUILD)/draw $(BUILD)/waypoint
	@mkdir -p $(drawn_folder)
	tests/independent/draw.sh $(drawn_unit) $(SEED) $(call given_or,N,40) >$(drawn_folder)/drawn.txt
	FAULT_SEEDED_DUTS=tests/independent/$(drawn_unit) tests/fault_seeding/seed.sh $(drawn_folder)/tree $(drawn_folder)/drawn.txt
	+$(MAKE) -C $(drawn_folder)/tree SETUP=0 BUILD=b RTL=rtl/$(drawn_unit) OPT=-O1 SIM_OPT=-O1 \
	  sim_runtime_library=$(abspath $(sim_runtime_library)) $(of_this_build) b/sim/rtl+$(drawn_unit)/$(call independent_build,$(drawn_unit))/waypoint-sim

lint_independent = $(foreach unit,$(all_independent),$(foreach bits,8 16 32 64,verilator --lint-only -Wall -Wno-UNUSEDPARAM -Wno-UNUSEDSIGNAL \
  $(call independent_sources,$(unit)) --top-module $(firstword $(subst _, ,$(unit)))_top -GAtbBits=$(bits) &&)) \
  iverilog -g2005 -Wall -t null $(call independent_sources,ptm_plain) && \
  for unit in $(foreach unit,ptm_small etm_steps ptm_a9,"$(call independent_sources,$(unit))"); do \
    out=$$(iverilog -g2012 -t null $$unit 2>&1) || { echo "$$out"; exit 1; }; done
lint-independent:
	@printf '%s\n' $(foreach unit,$(all_independent),tests/independent/$(unit)/rtl.f $(call independent_sources,$(unit))) | \
	  $(cached) $(BUILD)/lint/independent "$$(verilator --version; iverilog -V 2>&1 | sed -n 1p)" sh -c '$(lint_independent)'
