# SPDX-License-Identifier: Apache-2.0
# What `make test` builds ($(tests)) and runs ($(BUILD)/tests.list, one NAME<TAB>COMMAND a line, for the runner $(BUILD)/run).
see_tests = $(addprefix -I,$(addprefix model/,$(folders)) tests/golden tests/opencsd)
link_test = $(run)$(CC) $(CFLAGS) -MMD -MP -MF $@.d -MT $@ $(see_tests) $(filter %.c,$^) $(filter %.a,$^)

unit_tests     = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))
sanitized_tests = $(addprefix $(BUILD)/sanitized/,test_decode test_decode_etm3 test_flow test_flow_etm3 test_program)
golden_tests   = $(addprefix $(BUILD)/golden/,test_golden check_decoder check_encoder)
opencsd_tests  = $(addprefix $(BUILD)/opencsd/,test_opencsd check_golden same_list same_packets)
golden_parts   = tests/golden/golden.c tests/golden/compare.c $(wildcard tests/golden/*.h)
library        = $(BUILD)/libwaypoint.a

# The simulators that the tests use: those of the pairwise tables.
test_builds = $(shell sed 's/^\#.*//; s/ .*//' tests/random/table.txt tests/random/table-etm3.txt | sort -u)
simulators  = $(test_builds:%=$(BUILD)/sim/%/waypoint-sim)
$(foreach build,$(test_builds),$(eval $(call simulator,$(build))))

build-test: $(BUILD)/flips/flips $(BUILD)/silicon/moved $(BUILD)/run $(BUILD)/waypoint $(unit_tests) $(sanitized_tests) $(golden_tests) $(opencsd_tests) $(BUILD)/draw $(simulators) $(decode_rows) $(BUILD)/tests.list build-mutants

$(BUILD)/run: $(wildcard tests/runner/*.[ch])
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(filter %.c,$^) -o $@

$(BUILD)/draw: tests/random/draw.c
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) -Imodel/common $< -o $@

$(BUILD)/unit/%: tests/unit/%.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -lcmocka -o $@

# What reads foreign bytes, once more under AddressSanitizer and UndefinedBehaviorSanitizer.
$(BUILD)/sanitized/%: tests/unit/%.c $(wildcard model/common/*.[ch] model/dec/*.[ch] model/stim/*.[ch])
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(CC) $(CFLAGS) -fsanitize=address,undefined -fno-sanitize-recover=all $(see_tests) $(filter %.c,$^) -lz -lcmocka -o $@

$(BUILD)/flips/%: tests/flips/%.c $(library)
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

$(BUILD)/silicon/%: tests/silicon/%.c $(library)
	@mkdir -p $(@D)
	$(say) $@
	$(link_test) -lz -linih -o $@

$(BUILD)/tests.list: tests/list.sh tests/tests.mk FORCE
	@mkdir -p $(@D)
	@tests/list.sh $(BUILD) >$@

.PHONY: FORCE
FORCE:

-include $(addsuffix .d,$(unit_tests) $(golden_tests) $(opencsd_tests))
