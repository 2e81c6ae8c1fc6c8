# SPDX-License-Identifier: Apache-2.0
# One copy of the sources with all planted faults in it, and of each protocol one simulator, whose runs choose their fault. They are
# short runs: compiling quickly counts for more than running quickly.
mutants_tree = $(BUILD)/mutants/tree
mutants_simulators = $(patsubst %,b/sim/%/waypoint-sim,w32-q8-f64 etm-w32-q8-f64)

.PHONY: mutants build-mutants
mutants:
	@.ci/setup run test
	$(call quietly,$(again) build-mutants $(BUILD)/run $(BUILD)/tests.list,mutants)
	@grep '^mutant-' $(BUILD)/tests.list >$(BUILD)/mutants.list
	@$(BUILD)/run -j $$(nproc) $(BUILD)/mutants.list

# Makes the simulators of a tree.
make_planted = $(MAKE) -C $(1) SETUP=0 BUILD=b RTL=rtl OPT=-O1 SIM_OPT=-O1 \
  sim_runtime_library=$(abspath $(sim_runtime_library)) $(mutants_simulators)

build-mutants: $(sim_runtime_library) $(BUILD)/golden/check_encoder
	tests/mutants/plant.sh $(mutants_tree)
	$(call make_planted,$(mutants_tree))

# The kill table: what the checks notice, with and without the model, of the planted faults and of N mutations of each unit's netlist,
# drawn from SEED, in RUNS random runs and the runs of the planted faults.
gates_tree = $(BUILD)/gates/tree
RUNS = 30

.PHONY: gates build-gates
gates:
	@.ci/setup run test lint
	$(call quietly,$(again) build-gates,gates)
	@tests/mutants/kill_table.sh $(BUILD) $(RUNS)

build-gates: build-mutants $(BUILD)/draw
	tests/mutants/plant.sh $(gates_tree) $(SEED) $(N)
	$(call make_planted,$(gates_tree))
