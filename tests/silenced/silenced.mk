# SPDX-License-Identifier: Apache-2.0
# make gates CODE=1: every place of the checker that accuses, silenced in turn. One copy of the sources can silence any of them; the
# planted faults and the independent DUTs are built from that copy, too.
silenced_tree = $(BUILD)/silenced/tree
silenced_built = waypoint draw flips/flips $(unit_tests:$(BUILD)/%=%) $(golden_tests:$(BUILD)/%=%)

.PHONY: build-silenced
build-silenced: $(sim_runtime_library)
	tests/silenced/copy.sh $(silenced_tree)
	+$(MAKE) -C $(silenced_tree) SETUP=0 BUILD=b OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
	  $(silenced_built:%=b/%) build-mutants build-false-pass build-independent build-variants
