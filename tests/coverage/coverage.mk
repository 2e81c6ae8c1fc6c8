# SPDX-License-Identifier: Apache-2.0
# `make coverage`: which lines and branches of rtl/ and model/ a regression executes (docs/commands.md).
coverage_folder = $(BUILD)/coverage
# The instrumented build. LDFLAGS is in the environment, because only the makefiles of Verilator read it.
coverage_build = $(coverage_folder)/b
# Verilator 5.006 splits an always block into several, and then counts the case items of a function before it assigns the arguments.
coverage_make = LDFLAGS=--coverage $(MAKE) SETUP=0 BUILD=$(coverage_build) CC='$(CC) --coverage' OPT=-O0 SIM_OPT=-O1 \
  sim_coverage='--coverage-line -fno-split -fno-reorder' $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc))
# The simulators do not contain the other directories of model/.
coverage_counts = $(patsubst $(BUILD)/%,$(coverage_build)/%,$(sort $(dir $(parts))))

.PHONY: coverage build-coverage
coverage:
	$(if $(is_reference),,$(error make coverage RTL=$(RTL): expected no RTL; only the reference RTL is measured))
	@.ci/setup run test coverage
	$(call quietly,$(coverage_make) build-coverage,coverage)
	@tests/coverage/coverage.sh $(coverage_folder) $(coverage_counts)

# This target runs in the instrumented build. Its list of tests has the random runs, the smoke suite of both reference DUTs, and the host scripts.
build-coverage: $(BUILD)/run $(BUILD)/tests.list $(both_simulators)
	+@for protocol in pft etm3; do $(again) PROTOCOL=$$protocol build-random || exit 1; done
	@{ cat $(foreach p,pft etm3,$(BUILD)/random/$(p)-$(SEED)-$(N)/list); grep -P '^(smoke-(ptm|etm)(-[^/\t]*)?/|host[/\t])' $(BUILD)/tests.list; } >$(BUILD)/list
	+@$(again) $$(grep -o '$(sim_dir)/[^ ]*/waypoint-sim' $(BUILD)/list | sort -u)
