# SPDX-License-Identifier: Apache-2.0
# make mutate KIND=checker: every place of the checker that reports a failure, suppressed in turn. One copy of the sources can suppress any of
# them. The seeded faults and the independent DUTs are built from that copy, too.
checker_mutation_tree = $(BUILD)/checker-mutation/tree
checker_mutation_built = waypoint draw bit_flips/bit_flips sim/rtl/w32-q8-f64/waypoint-sim sim/rtl/etm-w32-q8-f64/waypoint-sim $(unit_tests:$(BUILD)/%=%) $(golden_tests:$(BUILD)/%=%)

.PHONY: build-checker-mutation
build-checker-mutation: $(sim_runtime_library)
	tests/checker_mutation/copy.sh $(checker_mutation_tree)
	+$(MAKE) -C $(checker_mutation_tree) SETUP=0 BUILD=b OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
	  $(checker_mutation_built:%=b/%) build-mutants build-false-pass build-independent build-deviations
