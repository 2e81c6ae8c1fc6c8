# SPDX-License-Identifier: Apache-2.0
bench_programs = $(sort $(wildcard tests/program/*.wpp))
bench_simulators = $(both_simulators)

$(BUILD)/bench: tests/bench/bench.c tests/opencsd/opencsd.c tests/opencsd/opencsd.h $(library)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(see_tests) $(filter %.c %.a,$^) -lz -lopencsd_c_api -o $@

.PHONY: build-bench
build-bench: $(BUILD)/bench $(bench_simulators)
