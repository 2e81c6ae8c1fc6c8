# SPDX-License-Identifier: Apache-2.0
# make help lists the targets. Names of targets and their variables are a contract; see README.md.
BUILD ?= build
CC = gcc
OPT ?= -O2
CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
         -Wno-sign-conversion -Werror

.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:

# V=1 shows the commands.
say = @echo '  '
run = $(if $(V),,@)

# Installs what is missing, then goes on in a make that sees it. SETUP=0 leaves it out.
again = $(MAKE) SETUP=0
# Built quietly; what went wrong is shown.
define quietly
@mkdir -p $(BUILD); \
if [ -t 1 ]; then echo 'building ...'; fi; \
$(1) >$(BUILD)/$(2).log 2>&1 || { tail -n 40 $(BUILD)/$(2).log; echo 'make: the build failed; the whole log is $(BUILD)/$(2).log' >&2; exit 2; }
endef

# --- the C side -------------------------------------------------------------------------------------------------------
# What each folder may see of the others. dec/ never sees enc/, nor enc/ dec/: the compiler guards the wall.
folders    = common enc dec stim drive check capture cli
see_common = common
see_enc    = common enc
see_dec    = common dec
see_stim   = common stim
see_drive  = common drive
see_check  = common enc dec stim drive check
see_capture = common capture
see_cli    = $(folders)

objects = $(patsubst %.c,$(BUILD)/%.o,$(foreach f,$(folders),$(wildcard model/$(f)/*.c)))
# What a simulator is linked with.
parts   = $(filter-out $(BUILD)/model/capture/% $(BUILD)/model/cli/%,$(objects))

define compile_folder
$(BUILD)/model/$(1)/%.o: model/$(1)/%.c
	@mkdir -p $$(@D)
	$$(say) $$<
	$$(run)$$(CC) $$(CFLAGS) $$(addprefix -Imodel/,$$(see_$(1))) -MMD -MP -c $$< -o $$@
endef
$(foreach f,$(folders),$(eval $(call compile_folder,$(f))))

# What --version says, and nothing else.
$(BUILD)/model/check/option_table.o: CFLAGS += -DWAYPOINT_VERSION='"$(shell cat VERSION)"'
$(BUILD)/model/check/option_table.o: VERSION

# All of it but the command's main, for the tests.
$(BUILD)/libwaypoint.a: $(filter-out %/cli/main.o,$(objects))
	@rm -f $@
	@ar -rc $@ $^

$(BUILD)/waypoint: $(BUILD)/model/cli/main.o $(BUILD)/libwaypoint.a
	$(say) $@
	$(run)$(CC) $(CFLAGS) $^ -lz -linih -o $@

include rtl/rtl.mk sim/sim.mk waves/waves.mk tests/tests.mk tests/mutants/mutants.mk tests/program/program.mk tests/bench/bench.mk

# --- the main job: make run [PROGRAM=name | SEED=n] [ARGS='--...'] ----------------------------------------------------
#   run       co-simulate a real program (PROGRAM=sort-arm, sort-thumb, system-arm, ...) or random code (SEED=n)
#   random    N runs of random code under random conditions, from SEED on
#   test      everything; the last line is "N passed, N failed, N skipped"
#   regress   random code on every combination of the unit's options, hours (PART=i/n runs one of n parts)
#   mutants   plants faults, in one place and in RTL and model alike, and sees that each is noticed
#   gates     the kill table: which check notices how many mutations of the netlists, with the model and without
#   waves     the last run in GTKWave, with the decoded packets (FROM=clock TO=clock)
#   programs  build and record the real programs again, and compare them with the recordings here
#   synth     area and speed on an iCE40 HX8K
#   bench     speed of simulation, model and decoder (BASE=commit: and of the simulation beside that commit's)
#   lint      RTL, C and format;  format: mend the format
#   BUILD=folder says where to; SETUP=0 installs nothing; PROTOCOL=etm3: an ETM in place of a PTM (run, random, regress);
#   WIDTH, QUEUE, FIFO choose another trace unit for `run`
PROGRAM = sort-thumb
SEED = 1
N = 100
PART = 1/1
WIDTH = 32
QUEUE = 8
FIFO = 64
$(if $(filter 8 16 32 64,$(WIDTH)),,$(error WIDTH=$(WIDTH): expected 8, 16, 32 or 64))
$(if $(filter 4 8 16 32 64,$(QUEUE)),,$(error QUEUE=$(QUEUE): expected a power of two from 4 to 64))
$(if $(filter 16 32 64 128 256 512 1024 2048 4096,$(FIFO)),,$(error FIFO=$(FIFO): expected a power of two from 16 to 4096))
PROTOCOL = pft
$(if $(filter pft etm3,$(PROTOCOL)),,$(error PROTOCOL=$(PROTOCOL): expected pft or etm3))
this_unit = $(if $(filter etm3,$(PROTOCOL)),etm-)w$(WIDTH)-q$(QUEUE)-f$(FIFO)
this_simulator = $(BUILD)/sim/$(this_unit)/waypoint-sim
$(if $(filter $(this_simulator),$(simulators)),,$(eval $(call simulator,$(this_unit))))

from_program = --program tests/program/$(PROGRAM).wpp --spacing two --seed $(SEED)
run_source = --protocol $(PROTOCOL) $(if $(filter command line,$(origin SEED)),$(if $(filter command line,$(origin PROGRAM)),$(from_program),--random $(SEED)),$(from_program))

.PHONY: run build-run random regress test build-test lint format bench help
run:
	@.ci/setup run
	$(call quietly,$(again) build-run,run)
	@echo '$(this_simulator) $(run_source) $(ARGS)' >$(BUILD)/last-run
	@$(this_simulator) $(run_source) $(ARGS)

build-run: $(this_simulator) $(BUILD)/waypoint

random:
	@.ci/setup run test
	$(call quietly,$(again) build-test,random)
	@tests/random/run.sh $(BUILD) $(PROTOCOL) $(SEED) $(N)

regress:
	@.ci/setup run test
	$(call quietly,$(again) build-test,regress)
	@tests/random/regress.sh $(BUILD) $(PROTOCOL) $(subst /, ,$(PART))

test:
	@.ci/setup run test
	$(call quietly,$(again) build-test,test)
	@$(BUILD)/run -j $$(nproc) -t 1800 -o $(BUILD)/junit.xml $(BUILD)/tests.list

lint:
	@.ci/setup run lint
	@tests/lint.sh
	@$(again) lint-rtl

format:
	@.ci/setup lint
	clang-format -i $$(git ls-files '*.c' '*.h')

bench:
	@.ci/setup run bench
	$(call quietly,$(again) build-bench,bench)
	@set -e; base='- -'; \
	if [ '$(BASE)' ]; then base=$$(tests/bench/base.sh $(BUILD) '$(BASE)' $(bench_simulators)); fi; \
	set -- $$base; \
	$(BUILD)/bench pft $(word 1,$(bench_simulators)) "$$1" $(bench_programs); \
	$(BUILD)/bench etm3 $(word 2,$(bench_simulators)) "$$2" $(bench_programs)

help:
	@sed -n 's/^#   //p' Makefile

-include $(objects:.o=.d)
