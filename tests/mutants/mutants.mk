# SPDX-License-Identifier: Apache-2.0
# One copy of the sources with all seeded faults in it, and of each protocol one simulator, whose runs choose their fault. They are
# short runs: compiling quickly counts for more than running quickly.
mutants_tree = $(BUILD)/mutants/tree
# The simulators of a tree that tests/fault_seeding/seed.sh has made, and others by their names.
build_seeded = $(MAKE) -C $(1) SETUP=0 BUILD=b RTL=rtl OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
  $(patsubst %,b/sim/rtl/%/waypoint-sim,w32-q8-f64 etm-w32-q8-f64 $(2))
# Where all changes are in the RTL, the C side is that of this build; what chooses the change is beside it.
c_side_built = $(sim_runtime_library) $(sim_objects) $(parts)
of_this_build = sim_objects='$(abspath $(sim_objects))' parts='$(abspath $(parts)) b/model/common/seeded_fault.o'

.PHONY: mutants build-mutants
mutants:
	@.ci/setup run test
	$(call quietly,$(again) build-mutants $(BUILD)/run $(BUILD)/tests.list,mutants)
	$(call run_list,$(BUILD)/tests.list,$(BUILD),make test,-T 'mutants-*')

build-mutants: $(sim_runtime_library) $(BUILD)/golden/check_encoder
	tests/fault_seeding/seed.sh $(mutants_tree) tests/mutants/pft.txt tests/mutants/etm3.txt tests/false_pass/false-pass.txt tests/registers/registers.txt \
	  tests/filters/filters.txt
	+$(call build_seeded,$(mutants_tree),multi_dut funnel)

# The kill table: what the checks notice, with and without the model, of the seeded faults and of N mutations of each unit's netlist,
# drawn from SEED, in RUNS random runs and the runs of the seeded faults. What the model alone kills must be in equivalent.txt.
gates_tree = $(BUILD)/gates/tree
RUNS = 30

.PHONY: gates build-gates
gates:
	@.ci/setup run test lint
	$(call quietly,$(again) build-$(if $(CODE),checker-mutation,gates),gates)
	@$(if $(CODE),tests/checker_mutation/table.sh $(BUILD),tests/mutants/kill_table.sh $(BUILD) $(RUNS))

build-gates: build-mutants $(c_side_built) $(BUILD)/draw
	tests/fault_seeding/seed.sh $(gates_tree) $(SEED) $(N)
	+$(call build_seeded,$(gates_tree)) $(of_this_build)
