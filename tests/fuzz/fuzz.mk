# SPDX-License-Identifier: Apache-2.0
# make fuzz [SECONDS=60] [READER='name ...']: libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer on each reader of files, and on the checker.
SECONDS = 60
READER =

fuzz_objects = $(patsubst $(BUILD)/%,$(BUILD)/fuzz/%,$(objects))
fuzz_cc = clang -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

$(BUILD)/fuzz/model/%.o: model/%.c
	@mkdir -p $(@D)
	$(say) $@
	$(run)$(fuzz_cc) -fsanitize=fuzzer-no-link $(see_tests) $(filter -I%,$(CFLAGS)) -DWAYPOINT_VERSION='""' -MMD -MP -c $< -o $@
$(BUILD)/fuzz/model/cli/main.o: fuzz_cc += -Dmain=waypoint_main
$(BUILD)/fuzz/fuzz: tests/fuzz/fuzz.c $(fuzz_objects)
	$(say) $@
	$(run)$(fuzz_cc) -fsanitize=fuzzer $(see_tests) $^ -lz -linih -lcapstone -lexpat -ldw -lelf -lm -o $@
-include $(fuzz_objects:.o=.d)

.PHONY: fuzz build-fuzz
fuzz:
	@.ci/setup run test fuzz
	$(call quietly,$(again) build-fuzz,fuzz)
	@tests/fuzz/fuzz.sh $(BUILD) $(both_simulators) $(SECONDS) $(READER)

build-fuzz: $(BUILD)/fuzz/fuzz $(BUILD)/waypoint $(BUILD)/run $(BUILD)/programs/write_log $(both_simulators)
