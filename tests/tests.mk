# SPDX-License-Identifier: Apache-2.0
# What `make test` builds ($(tests)) and runs ($(BUILD)/tests.list, one NAME<TAB>COMMAND a line, for the runner $(BUILD)/run).
see_tests = $(addprefix -I,$(addprefix model/,$(folders)) tests/golden tests/opencsd)
link_test = $(run)$(CC) $(CFLAGS) -MMD -MP -MF $@.d -MT $@ $(see_tests) $(filter %.c,$^) $(filter %.a,$^)

unit_tests     = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))
sanitized_tests = $(addprefix $(BUILD)/sanitized/,test_pft_decode test_etm3_decode test_pft_flow test_etm3_flow test_files test_frames test_program test_steps_log \
                  test_checker test_registers test_access test_rule_sync test_rule_request test_rule_pins test_rule_address test_rule_bus test_rule_lock test_rule_held \
                  test_rule_debug)
golden_tests   = $(addprefix $(BUILD)/golden/,test_golden check_decoder check_encoder)
opencsd_tests  = $(addprefix $(BUILD)/opencsd/,test_opencsd check_golden same_list same_packets)
golden_parts   = tests/golden/golden.c tests/golden/compare.c $(wildcard tests/golden/*.h)
library        = $(BUILD)/libwaypoint.a

# The simulators that the tests use: those of the pairwise tables.
test_builds = $(shell sed 's/^\#.*//; s/ .*//' tests/random/table-pft.txt tests/random/table-etm3.txt | sort -u)
simulators  = $(test_builds:%=$(sim_dir)/%/waypoint-sim)
$(foreach build,$(test_builds),$(eval $(call simulator,$(build))))

# The builds with a buffer for speculative waypoints: of the golden files that need it, and of make random WPT_DEPTH=N. The Makefile has their
# rules, after the description of the unit. `wpt_ruled` also has the builds of make deviations.
wpt_builds     = $(sort w32-q8-f64-s4 $(if $(random_depth),$(patsubst %,%-s$(random_depth),$(filter-out etm-%,$(test_builds)))))
wpt_simulators = $(wpt_builds:%=$(sim_dir)/%/waypoint-sim)
wpt_ruled      = $(sort $(wpt_builds) w32-q8-f64-s2 w32-q8-f64-s4 w32-q8-f64-s8)
random_depth   = $(filter-out 0,$(WPT_DEPTH))

# Of one protocol.
pft_simulators  = $(filter-out $(sim_dir)/etm-%,$(simulators))
etm3_simulators = $(filter $(sim_dir)/etm-%,$(simulators))

build-test: $(BUILD)/bit_flips/bit_flips $(BUILD)/programs/write_log $(BUILD)/program/record $(BUILD)/silicon/moved $(BUILD)/silicon/ranges $(BUILD)/silicon/registers $(BUILD)/verify/registers $(BUILD)/registers/faults $(BUILD)/run $(BUILD)/waypoint $(unit_tests) $(sanitized_tests) $(golden_tests) $(opencsd_tests) $(BUILD)/draw $(simulators) $(wpt_simulators) $(sim_dir)/drives/waypoint-sim $(decode_rows) $(BUILD)/tests.list build-pins build-mutants build-false-pass build-deviations build-independent build-install build-icarus

# Unit tests, and the golden files on the decoder, the encoder and both units.
check_tests = unit golden-reader golden-decoder golden-encoder golden-rtl-pft golden-rtl-etm3
build-check: $(BUILD)/run $(BUILD)/waypoint $(unit_tests) $(golden_tests) $(both_simulators) $(wpt_simulators) $(BUILD)/tests.list

# $(call run_list,LIST,FOLDER,AGAIN[,OPTIONS[,NEXT]]): FOLDER takes junit.xml, report.html, and in failed/ the whole output of what failed. AGAIN is the
# command that repeats a test if T='NAME' follows it. The file NEXT is shown if nothing has failed.
run_list = @rm -rf $(2)/failed; .ci/about '$(RTL)' "$(run_args)" >$(2)/about; $(BUILD)/run -i $(2)/about -j $$(nproc) -o $(2)/junit.xml -c '$(BUILD)/waypoint report $(2)/junit.xml -o $(2)/report.html$(if $(5), && { grep -q "<failure" $(2)/junit.xml || cat $(5); })' -l $(2)/failed -a "$(3)" $(4) $(1)
# $(call read_args,SIMULATOR): ARGS, or a UNIT, that no run could read are one line, and no failed runs. What ends in --help runs nothing.
read_args = $(if $(ARGS)$(UNIT),@$(if $(UNIT),$(BUILD)/waypoint unit $(UNIT) >/dev/null && )$(1) --protocol $(PROTOCOL) $(ARGS) --help >/dev/null)
# Variables that the next command needs, too, as the command line of this make has them. $(call given_of,NAMES): those of NAMES.
given_words = $(strip $(foreach v,$(1),$(if $(filter command,$(origin $(v))),$(v)='$($(v))')))
given_of = $(if $(given_words), $(given_words))
given = $(call given_of,BUILD RTL UNIT WIDTH QUEUE FIFO WPT_DEPTH ARGS)
given_protocol = $(if $(filter pft,$(PROTOCOL)),, PROTOCOL=$(PROTOCOL))

$(BUILD)/run: $(wildcard tests/runner/*.[ch])
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(filter %.c,$^) -o $@

$(BUILD)/draw: $(wildcard tests/random/draw*.[ch])
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) -Imodel/common $(filter %.c,$^) -o $@

$(BUILD)/unit/%: tests/unit/%.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -lexpat -lcmocka -o $@

$(BUILD)/unit/test_pins: $(pins)/pins.c
$(BUILD)/unit/test_pins: see_tests += -Idpi $(shell pkg-config --cflags verilator)

# What reads untrusted bytes, and the checker, once more under AddressSanitizer and UndefinedBehaviorSanitizer.
# gcc takes their checks for conversions. They run for seconds: not optimized, they are compiled in a third of the time.
sanitize = -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-conversion
sanitized_objects = $(patsubst $(BUILD)/%,$(BUILD)/sanitized/%,$(filter-out $(BUILD)/model/pages/% $(BUILD)/model/cli/%,$(objects))) $(BUILD)/sanitized/model/pages/junit.o
$(BUILD)/sanitized/model/%.o: model/%.c
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(sanitize) $(see_tests) -DWAYPOINT_VERSION='""' -MMD -MP -c $< -o $@
.SECONDARY: $(sanitized_objects)
-include $(sanitized_objects:.o=.d)
$(BUILD)/sanitized/test_%: tests/unit/test_%.c $(sanitized_objects)
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(sanitize) $(see_tests) $(filter-out %.h,$^) -lz -linih -lexpat -lcmocka -o $@

# Recordings as logs of instructions.
$(BUILD)/programs/write_log: tests/program/write_log.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -o $@

$(BUILD)/bit_flips/%: tests/bit_flips/%.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -o $@

$(BUILD)/golden/%: tests/golden/%.c $(golden_parts) $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -lcmocka -o $@

$(BUILD)/opencsd/%: tests/opencsd/%.c tests/opencsd/opencsd.c tests/opencsd/opencsd.h $(golden_parts) $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -lopencsd_c_api -lcmocka -o $@

$(BUILD)/opencsd/same_packets: tests/opencsd/random_pft.c tests/opencsd/random_etm3.c
$(BUILD)/opencsd/same_list: tests/opencsd/expected_pft.c tests/opencsd/expected_etm3.c

$(BUILD)/silicon/%: tests/silicon/%.c tests/unit/rule_bench.h $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -linih -lcmocka -o $@

$(BUILD)/verify/registers: tests/verify/registers.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -o $@

$(BUILD)/registers/faults: $(wildcard tests/registers/*.[ch]) $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -linih -o $@

$(BUILD)/tests.list: tests/list.sh tests/tests.mk $(BUILD)/draw $(BUILD)/waypoint FORCE
	@mkdir -p $(@D)
	@tests/list.sh $(BUILD) $(sim_dir) >$@
	@! cut -f 1 $@ | sort | uniq -d | sed 's/$$/: two tests have this name, and leave the same files/' | grep . >&2

# Random runs: the simulators that are drawn, and no others.
random_folder = $(BUILD)/random/$(PROTOCOL)$(if $(random_depth),-s$(random_depth))-$(SEED)-$(N)
random_list   = $(random_folder)/list
random_again  = make random PROTOCOL=$(PROTOCOL)$(given)
# The minimum count of each coverage point of required*.txt, and the minimum percentage traced, in any 1,000 seeds. All windows of 1,000 of the seeds
# 1 to 10,000 have:
#
#   PTM  traced 70.3 %, standard deviation 0.77 (68.4 to 72.2); rarest count.timestamp.bytes.2, 714 times, deviation 156; exception.3, 606, 122
#
#   ETM  traced 80.1 %, standard deviation 0.62 (78.7 to 81.6); rarest branch.bytes.2.info.2, 139 times, deviation 14; exception.5, 207, 36
#
# The bounds are four standard deviations below, or more: a window fails by chance once in some 10,000. `make test` runs a fixed window, for which
# tests/list.sh demands 100 times and 70 %.
random_bounds_pft  = 50 67
random_bounds_etm3 = 50 77
build-random: $(BUILD)/run $(BUILD)/draw $(BUILD)/opencsd/same_list $(BUILD)/waypoint
	@rm -rf $(random_folder)
	@mkdir -p $(random_folder)/runs
	@RANDOM_ARGS="$(run_args)" RANDOM_UNIT="$(UNIT)" RANDOM_BUILD="$(one_build)" RANDOM_DEPTH="$(random_depth)" RANDOM_AGAIN="$(random_again)" \
	  tests/random/list.sh $(BUILD) $(sim_dir) $(PROTOCOL) $(SEED) $(N) $(random_folder)/runs $(random_bounds_$(PROTOCOL)) >$(random_list)
	+@$(again) $$(grep -o '$(sim_dir)/[^ ]*/waypoint-sim' $(random_list) | sort -u)

# Of a target, OF, what .ci/farm has to know, and what all its PARTS must have in common: $(FARM)/plan.
farm_again_random  = $(random_again)
farm_again_regress = make regress PROTOCOL=$(PROTOCOL)$(given)
farm_again_smoke   = make smoke$(given_protocol)$(given)
farm_needs_random  = $(BUILD)/draw $(BUILD)/opencsd/same_list $$(grep -o '$(sim_dir)/[^ ]*/waypoint-sim' '$(FARM)/drawn/list' | sort -u | paste -sd ' ')
farm_needs_regress = $(BUILD)/draw $(BUILD)/opencsd/same_list $(if $(one_build),$(this_simulator),$($(PROTOCOL)_simulators))
farm_needs_smoke   = $(this_simulator)
farm-plan:
	@.ci/setup run test
	$(call quietly,$(again) build-$(OF) random_folder='$(FARM)/drawn',$(OF))
	$(report_mode)
	@.ci/farm plan '$(FARM)' target=$(OF) protocol=$(PROTOCOL) first=$(SEED) runs=$(N) part=$(PART) parts=$(PARTS) 'RTL=$(RTL)' "args=$(run_args)" \
	  "again=$(farm_again_$(OF))" 'bounds=$(random_bounds_$(PROTOCOL))' build=$(BUILD) simulators=$(sim_dir) 'description=$(UNIT)' one=$(if $(filter smoke,$(OF)),$(this_unit),$(one_build)) \
	  "files=$(unit_file) $(BUILD)/run $(BUILD)/waypoint $(farm_needs_$(OF))"

build-regress: $(BUILD)/run $(BUILD)/unit/test_endless $(BUILD)/draw $(BUILD)/opencsd/same_list $(BUILD)/waypoint $(if $(one_build),$(this_simulator),$($(PROTOCOL)_simulators))

.PHONY: FORCE
FORCE:

-include $(addsuffix .d,$(unit_tests) $(golden_tests) $(opencsd_tests))
