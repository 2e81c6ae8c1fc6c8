# SPDX-License-Identifier: Apache-2.0
bench_programs = $(sort $(wildcard tests/program/*.wpp))
bench_simulators = $(both_simulators)

$(BUILD)/bench: tests/bench/bench.c tests/opencsd/opencsd.c tests/opencsd/opencsd.h $(library)
	$(say) $@
	$(run)$(CC) $(CFLAGS) $(see_tests) $(filter %.c %.a,$^) -lz -lopencsd_c_api -o $@

# The commands of `make bench`, with the simulators of BASE, or "-", as $1 (PTM) and $2 (ETM).
bench_times = $(BUILD)/bench pft $(word 1,$(bench_simulators)) "$$1" $(bench_programs); $(BUILD)/bench etm3 $(word 2,$(bench_simulators)) "$$2" $(bench_programs)
count_run = --program $(firstword $(bench_programs)) --spacing one --seed 1 $(ARGS)
bench_count = echo pft; tests/bench/count.sh $(word 1,$(bench_simulators)) "$$1" --protocol pft $(count_run); \
  echo etm3; tests/bench/count.sh $(word 2,$(bench_simulators)) "$$2" --protocol etm3 $(count_run)

.PHONY: build-bench
build-bench: $(BUILD)/bench $(bench_simulators)
