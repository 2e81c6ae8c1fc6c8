# SPDX-License-Identifier: Apache-2.0
# Permitted deviations: one copy of the RTL with all of them seeded, and of each protocol one simulator, whose runs choose. `make test` has a
# sample of the runs, `make deviations` all (T='deviations-etm3/p-*' some of the deviations).
deviations_tree = $(BUILD)/deviations/tree
deviations_list = $(BUILD)/deviations/list

.PHONY: deviations build-deviations
deviations:
	@.ci/setup run test
	$(call quietly,$(again) build-deviations $(BUILD)/run $(BUILD)/draw $(BUILD)/waypoint,deviations)
	@tests/deviations/list.sh $(BUILD) 200 7200 tests/program/*.wpp >$(deviations_list)
	$(call run_list,$(deviations_list),$(BUILD)/deviations,make deviations$(given),$(T:%=-T '%') -P $(PART))

build-deviations: $(c_side_built)
	tests/fault_seeding/seed.sh $(deviations_tree) tests/deviations/pft.txt tests/deviations/etm3.txt tests/deviations/trc.txt tests/deviations/registers.txt \
	  tests/deviations/filters.txt
	+$(call build_seeded,$(deviations_tree)) $(of_this_build)
