# SPDX-License-Identifier: Apache-2.0
# One copy of the sources with all seeded faults, and of each protocol one simulator, whose runs choose their fault. The runs are
# short, so a quick compilation saves more time than a quick run.
mutants_tree = $(BUILD)/mutants/tree
mutants_lists = tests/mutants/pft.txt tests/mutants/etm3.txt tests/mutants/a9.txt tests/false_pass/false-pass.txt tests/registers/registers.txt tests/filters/filters.txt tests/smoke/resources.txt
# $(call build_seeded,TREE,SIMULATORS): builds these simulators in a tree that tests/fault_seeding/seed.sh has made.
build_seeded = $(MAKE) -C $(1) SETUP=0 BUILD=b RTL=rtl OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
  $(patsubst %,b/sim/rtl/%/waypoint-sim,$(2))
seeded_build_pft = w32-q8-f64
seeded_build_etm3 = etm-w32-q8-f64
both_seeded_builds = $(seeded_build_pft) $(seeded_build_etm3)
# If all changes are in the RTL, the C side is that of this build, with the file that chooses the change.
c_side_built = $(sim_runtime_library) $(sim_objects) $(parts)
of_this_build = sim_objects='$(abspath $(sim_objects))' parts='$(abspath $(parts)) b/model/common/seeded_fault.o'

# make mutate KIND=...: faults are seeded, and each must be detected (docs/faults.md). These kinds are tests of `make test`, each with all faults.
mutate_tests_seeded      = mutants-*
mutate_tests_independent = independent-faults-*
mutate_tests_registers   = registers
mutate_tests_filters     = filters
mutate_tests_false-pass  = false-pass
mutate_tests_bit-flips   = bit-flips
mutate_folder = $(BUILD)/mutate/$(KIND)
mutate_chosen = $(patsubst %,-T '%',$(or $(T),$(mutate_tests_$(KIND)))) -P $(PART)

.PHONY: mutate mutate-tests mutate-netlist mutate-checker build-mutants build-netlist
mutate: $(if $(mutate_tests_$(KIND)),mutate-tests,mutate-$(KIND))

mutate-tests: export REGISTERS = all
mutate-tests:
	@.ci/setup run test
	@mkdir -p $(mutate_folder)
	$(call quietly,$(again) $(BUILD)/run $(BUILD)/waypoint $(BUILD)/tests.list,list)
	@$(BUILD)/run -n $(mutate_chosen) $(BUILD)/tests.list >$(mutate_folder)/chosen
	$(call quietly,$(again) $$(tests/needs.sh $(BUILD) <$(mutate_folder)/chosen),mutate)
	$(call run_list,$(BUILD)/tests.list,$(mutate_folder),make mutate KIND=$(KIND)$(given),$(mutate_chosen))
	$(if $(filter registers-all,$(KIND)-$(if $(T),some,all)),$(if $(filter 1/1,$(PART)),@tests/registers/held.sh $(BUILD) | diff tests/registers/held.txt -))

build-mutants: $(sim_runtime_library) $(BUILD)/golden/check_encoder
	tests/fault_seeding/seed.sh $(mutants_tree) $(mutants_lists)
	+$(call build_seeded,$(mutants_tree),$(both_seeded_builds) w32-q8-f64-s4 multi_dut funnel)

# The mutation report runs N mutations of each trace unit's netlist, drawn from SEED, and the seeded faults, and counts which check detects each.
# The runs are RUNS random runs, and the runs of the lists. PROTOCOL on the command line selects one trace unit.
netlist_tree = $(BUILD)/netlist/tree
netlist_protocols = $(given_protocols)
RUNS = 30

mutate-netlist:
	@.ci/setup run test lint
	$(call quietly,$(again) build-netlist,netlist)
	@tests/mutants/mutation_report.sh $(BUILD) $(RUNS) $(netlist_protocols)

build-netlist: build-mutants $(c_side_built) $(BUILD)/draw
	tests/fault_seeding/seed.sh $(netlist_tree) $(SEED) $(N) $(netlist_protocols)
	+$(call build_seeded,$(netlist_tree),$(foreach protocol,$(netlist_protocols),$(seeded_build_$(protocol)))) $(of_this_build)

# Each place of the checker that reports a failure is suppressed in turn, or N of them, drawn from SEED.
mutate-checker:
	@.ci/setup run test lint
	$(call quietly,$(again) build-checker-mutation,checker-mutation)
	@tests/checker_mutation/table.sh $(BUILD) $(if $(filter command line,$(origin N)),$(SEED) $(N))
