# SPDX-License-Identifier: Apache-2.0
# Permitted deviations: one copy of the RTL with all of them seeded, and of each protocol one simulator, whose runs choose. `make test` has a
# sample of the runs. `make deviations` has all, with 200 seeds and all programs, and those of the independent DUTs on each way of building them.
deviations_tree = $(BUILD)/deviations/tree
deviations_list = $(BUILD)/deviations/list
deviations_depths = 4
deviations_chosen = $(T:%=-T '%') -P $(PART)

.PHONY: deviations build-deviations build-deviations-all
deviations:
	@.ci/setup run test
	$(call quietly,$(again) $(BUILD)/run $(BUILD)/draw $(BUILD)/waypoint,deviations)
	@mkdir -p $(BUILD)/deviations
	@{ tests/deviations/list.sh $(BUILD) 200 7200 tests/program/*.wpp; \
	for unit in $(all_independent); do tests/independent/list.sh $(BUILD) $$unit 200 $(BUILD)/sim/tests+independent+$$unit; done; } >$(deviations_list)
	@$(BUILD)/run -n $(deviations_chosen) $(deviations_list) >$(BUILD)/deviations/chosen
	$(call quietly,$(again) $$(sed -n 's|^tests/deviations/.*|build-deviations-all|p; s|.*+independent+.*|build-independent-all|p; s|.*/independent/tree/.*|build-independent|p' \
	  $(BUILD)/deviations/chosen | sort -u),deviations)
	$(call run_list,$(deviations_list),$(BUILD)/deviations,make deviations$(given),$(deviations_chosen))

build-deviations-all: deviations_depths = 2 4 8
build-deviations build-deviations-all: $(c_side_built)
	tests/fault_seeding/seed.sh $(deviations_tree) tests/deviations/pft.txt tests/deviations/etm3.txt tests/deviations/trc.txt tests/deviations/registers.txt \
	  tests/deviations/filters.txt tests/deviations/a9.txt
	+$(call build_seeded,$(deviations_tree),$(both_seeded_builds) $(deviations_depths:%=w32-q8-f64-s%)) $(of_this_build)
