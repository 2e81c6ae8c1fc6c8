# SPDX-License-Identifier: Apache-2.0
# Legal variants: one copy of the RTL with all of them seeded, and of each protocol one simulator, whose runs choose. `make test` has a
# sample of the runs, `make variants` all (T='variants-etm3/p-*' some of the variants).
variants_tree = $(BUILD)/variants/tree
variants_list = $(BUILD)/variants/list

.PHONY: variants build-variants
variants:
	@.ci/setup run test
	$(call quietly,$(again) build-variants $(BUILD)/run $(BUILD)/draw $(BUILD)/waypoint,variants)
	@tests/variants/list.sh $(BUILD) 200 7200 tests/program/*.wpp >$(variants_list)
	$(call run_list,$(variants_list),$(BUILD)/variants,make variants$(given),$(T:%=-T '%') -P $(PART))

build-variants: $(c_side_built)
	tests/fault_seeding/seed.sh $(variants_tree) tests/variants/pft.txt tests/variants/etm3.txt tests/variants/trc.txt tests/variants/registers.txt \
	  tests/variants/filters.txt
	+$(call build_seeded,$(variants_tree)) $(of_this_build)
