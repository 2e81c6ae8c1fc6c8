# SPDX-License-Identifier: Apache-2.0
# The foreign PTM (README.md): a simulator of it as it is, and one with all faults of foreign.txt, whose runs choose. `make test` has a
# sample of its runs and all faults; `make foreign` all programs and 200 seeds of every way of building it.
foreign_rtl  = tests/foreign/ptm_small
foreign_tree = $(BUILD)/foreign/tree
foreign_list = $(BUILD)/foreign/list
foreign_sims = $(BUILD)/sim/$(subst /,+,$(foreign_rtl))

.PHONY: foreign build-foreign build-foreign-all lint-foreign
foreign:
	@.ci/setup run test
	$(call quietly,$(again) build-foreign-all $(BUILD)/run $(BUILD)/draw,foreign)
	@tests/foreign/list.sh $(BUILD) 200 $(foreign_sims) >$(foreign_list)
	$(call run_list,$(foreign_list),$(BUILD)/foreign,make foreign$(given),$(T:%=-T '%') -P $(PART))

build-foreign: $(sim_runtime_library)
	PLANTED_RTL=$(foreign_rtl) tests/planted/plant.sh $(foreign_tree) tests/foreign/foreign.txt
	+$(MAKE) -C $(foreign_tree) SETUP=0 BUILD=b RTL=rtl OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
	  b/sim/rtl/w32-q8-f64/waypoint-sim

build-foreign-all: build-foreign
	+$(MAKE) SETUP=0 RTL=$(foreign_rtl) $(patsubst %,$(foreign_sims)/%/waypoint-sim,$(filter-out etm-%,$(test_builds)))

lint-foreign:
	@$(foreach bits,8 16 32 64,verilator --lint-only -Wall -Wno-UNUSEDPARAM -Wno-UNUSEDSIGNAL \
	  $(addprefix $(foreign_rtl)/,$(shell cat $(foreign_rtl)/rtl.f)) --top-module ptm_top -GAtbBits=$(bits) &&) true
