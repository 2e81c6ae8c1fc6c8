# SPDX-License-Identifier: Apache-2.0
# make help lists the targets. Names of targets and their variables are a contract; see docs/commands.md.
include .ci/variables.mk
BUILD ?= build
$(if $(BUILD),,$(error BUILD=: expected a folder))
mutate_kinds = seeded netlist checker independent drawn registers filters false-pass bit-flips
comma := ,
empty :=
space := $(empty) $(empty)
kind_is_known = $(filter 1,$(words $(filter $(KIND),$(mutate_kinds))))
$(if $(filter mutate,$(MAKECMDGOALS)),$(if $(kind_is_known),,$(error make mutate KIND=$(KIND): expected one of $(subst $(space),$(comma) ,$(mutate_kinds)) (docs/faults.md))))
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Two makes in one build folder take turns; what a make starts by itself has its turn.
alone = $(filter-out help format,$(MAKECMDGOALS))
ifneq ($(if $(WAYPOINT_TURN),,$(alone)),)
.PHONY: $(MAKECMDGOALS) turn
$(MAKECMDGOALS): turn ; @:
turn: ; +@WAYPOINT_TURN=1 exec .ci/turn $(BUILD) $(MAKE) $(MAKECMDGOALS)
else

CC = gcc
OPT ?= -O2
# For libraries that a simulator loads, too.
CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
         -Wno-sign-conversion -Werror -fPIC -fno-semantic-interposition

.DELETE_ON_ERROR:

# V=1 shows the commands.
say = @echo '  '
run = $(if $(V),,@)

# Installs what is missing, then goes on in a make that sees it. SETUP=0 leaves it out.
# It builds as many things at a time as there are cores, if -j says nothing else.
again = $(MAKE) SETUP=0 $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc))
# Built quietly; what went wrong is shown. (+: it runs a make, which shares the jobs of this one.)
define quietly
+@mkdir -p $(BUILD); \
echo 'building, to $(BUILD)/$(2).log ...'; \
$(1) >$(BUILD)/$(2).log 2>&1 || { tail -n 40 $(BUILD)/$(2).log; echo 'make: the build failed; the whole log is $(BUILD)/$(2).log' >&2; grep -E '^(ptm|etm)_top: ' $(BUILD)/$(2).log >&2; exit 2; }
endef

# --- the C side -------------------------------------------------------------------------------------------------------
# The folders whose headers each folder may include, in addition to its own. dec/ and enc/ share none: an error in both could cancel itself.
folders = common enc dec stim drive monitor resources predict rules scoreboard compare diagnosis options check capture pages cli
see_common     =
see_enc        = common
see_dec        = common
see_stim       = common
see_drive      = common stim
see_monitor    = common dec
see_resources  = common monitor
see_predict    = common monitor resources
see_rules      = common dec monitor resources
see_scoreboard = common dec monitor resources predict
see_compare    = common enc dec monitor resources predict rules scoreboard
see_diagnosis  = common dec monitor resources predict rules scoreboard compare
see_options    = common stim drive monitor resources rules
see_check      = common dec monitor resources predict rules scoreboard compare diagnosis options
see_capture    = common
see_pages      = common dec monitor resources predict rules scoreboard diagnosis
see_cli        = $(folders)

objects = $(patsubst %.c,$(BUILD)/%.o,$(foreach f,$(folders),$(wildcard model/$(f)/*.c)))
# What a simulator is linked with.
parts   = $(filter-out $(BUILD)/model/capture/% $(BUILD)/model/pages/% $(BUILD)/model/cli/%,$(objects))

define compile_folder
$(BUILD)/model/$(1)/%.o: model/$(1)/%.c
	@mkdir -p $$(@D)
	$$(say) $$<
	$$(run)$$(CC) $$(CFLAGS) -Imodel/$(1) $$(addprefix -Imodel/,$$(see_$(1))) -MMD -MP -c $$< -o $$@
endef
$(foreach f,$(folders),$(eval $(call compile_folder,$(f))))
# The code of the checker that runs in every clock: with -O3 it takes 40 instructions a clock less for a PTM.
$(addprefix $(BUILD)/model/,check/judge.o check/observer.o predict/sampling.o rules/rules.o): OPT = -O3
# Files that each build of the C side generates and includes: the style and script of the pages, the clause of each coverage point, and the
# descriptions of known parts.
builds = $(BUILD) $(BUILD)/sanitized $(BUILD)/fuzz
$(foreach b,$(builds),$(b)/model/pages/html.o $(b)/model/pages/coverage_page.o): CFLAGS += -I$(BUILD)/model/pages
$(addsuffix /model/pages/html.o,$(builds)): $(BUILD)/model/pages/page_css.h $(BUILD)/model/pages/page_js.h
$(addsuffix /model/pages/coverage_page.o,$(builds)): $(BUILD)/model/pages/points.inc
$(addsuffix /model/options/description.o,$(builds)): CFLAGS += -I$(BUILD)/model/options
$(addsuffix /model/options/description.o,$(builds)): $(BUILD)/model/options/units.inc
$(BUILD)/model/pages/page_%.h: model/pages/page.%
	@mkdir -p $(@D)
	@{ echo 'static const char *const page_$*[] = {'; sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $<; echo '};'; } >$@
$(BUILD)/model/pages/points.inc: tests/verify/points.sh tests/verify/tags.txt $(wildcard tests/random/required-*.txt tests/golden/*/*.golden)
	@mkdir -p $(@D)
	@tests/verify/points.sh >$@
$(BUILD)/model/options/units.inc: $(wildcard sim/units/*.unit)
	@mkdir -p $(@D)
	@{ echo '#define UNIT_NAMES $(foreach u,$^,"$(basename $(notdir $u))",)'; echo '#define UNIT_TEXTS \'; \
	for u in $^; do sed 's/.*/"&\\n" \\/' $$u; echo ', \'; done; echo; } >$@

# What --version says, and nothing else.
$(BUILD)/model/options/option_table.o: CFLAGS += -DWAYPOINT_VERSION='"$(shell cat VERSION)"'
$(BUILD)/model/options/option_table.o: VERSION

# All of it but the command's main, for the tests.
$(BUILD)/libwaypoint.a: $(filter-out %/cli/main.o,$(objects))
	@rm -f $@
	@ar -rc $@ $^

$(BUILD)/waypoint: $(BUILD)/model/cli/main.o $(BUILD)/libwaypoint.a
	$(say) $@
	$(run)$(CC) $(CFLAGS) $^ -lz -linih -lcapstone -lexpat -ldw -lelf -lm -o $@

include rtl/rtl.mk dpi/pins.mk sim/sim.mk dpi/install.mk dpi/vpi.mk waves/waves.mk tests/tests.mk tests/mutants/mutants.mk tests/checker_mutation/checker_mutation.mk tests/shrink/shrink.mk tests/false_pass/false_pass.mk tests/fuzz/fuzz.mk tests/deviations/deviations.mk tests/multi_dut/multi_dut.mk tests/independent/independent.mk tests/icarus/icarus.mk tests/program/program.mk tests/bench/bench.mk tests/coverage/coverage.mk debian/release.mk

# --- the main job: make run [PROGRAM=name or file.wpp | SEED=n] [ARGS='--...'] ----------------------------------------------------
#   run         simulate one run: a program (PROGRAM=sort-arm, ..., or file.wpp), random code (SEED=n), or a text (STIMULUS=file)
#   smoke       short directed tests, one for each feature of the DUT (T='name' runs one test)
#   random      N random runs, from SEED on
#   regress     random code with every combination of the DUT's options: hours (PART=i/n runs one of n parts)
#   report      an HTML page of the last run: BUILD/last-run.html
#   waves       the last run in GTKWave, with decoded packets (FROM=clock TO=clock, or WAVE=file MAP=file)
#   shrink      the smallest stimulus that fails in the same way as this run: BUILD/shrunk.txt
#   check       lint, unit tests and golden files, after an edit
#   test        all tests; the last line counts them (T='pattern ...' chooses names or groups, PART=i/n one of n equal parts)
#   mutate      checks that each seeded fault is detected (KIND=seeded, netlist, checker, independent, drawn, registers, filters,
#               false-pass or bit-flips; docs/faults.md)
#   deviations  permitted deviations and independent DUTs, which must pass without the reference model (T, PART)
#   coverage    lines and branches of RTL and C that no test of a regression executed: BUILD/coverage/holes.txt (N random runs, SEED)
#   formal      proofs of the FIFO, the packer, the cycle counter, the buffer of speculative waypoints, and packet fields that have a length
#   fuzz        libFuzzer on each reader of files and on the checker's pins (SECONDS=60 for each, READER='name ...')
#   skeleton    an empty trace unit with every port, as a start for your RTL (OUT=directory)
#   record      run your program in QEMU and record it (ELF=file, OUT=file, MACHINE=name of a QEMU machine, LIMIT=seconds)
#   install     install the checker and the command (PREFIX=/usr/local, DESTDIR=directory); uninstall removes them
#   vpi         the library that Icarus Verilog loads
#   bench       speed of simulation, model and decoder (BASE=commit also times the simulation of that commit);
#               COUNT=1 prints the instructions of a simulated clock in parts instead, by valgrind (ARGS='--...', BASE)
#   synth       area and clock on an iCE40 HX8K
#   programs    build and record the example programs again, and compare them with the recordings in tests/program
#   lint        check RTL, C, format and texts; format corrects the format; pins generates two files of dpi/ from the table of pins
#   release     lint, tests, tarball, tested Debian package, and the tag of VERSION; dist makes the tarball, deb also the package
#
#   Variables of run, smoke, shrink, random and regress:
#     PROTOCOL=etm3    an ETM in place of a PTM
#     RTL=directory    your RTL in place of rtl/; the default mode is then legal
#     UNIT=name|file   a description of the DUT (docs/unit.md)
#     ARGS='--...'     options of each run
#     WIDTH, QUEUE, FIFO   ATB bits, queue entries and FIFO bytes of the reference RTL
#     WPT_DEPTH            entries of the buffer for speculative waypoints of a PTM: 0, 2, 4 or 8
#     FAULT=name       a seeded fault (run, shrink)
#   Variables of all targets: BUILD=directory for all files that are built; SETUP=0 installs no packages; V=1 shows the commands.
PROGRAM = sort-thumb
SEED = 1
N = 100
PART = 1/1
T =
STIMULUS =
PROTOCOL = pft
WIDTH = 32
QUEUE = 8
FIFO = 64
WPT_DEPTH = 0
# What the unit's description says, a variable on the command line overrides.
UNIT =
ifneq ($(UNIT),)
unit_file := $(or $(wildcard sim/units/$(UNIT).unit),$(wildcard $(UNIT)),$(error UNIT=$(UNIT): expected a file that describes a unit, or one of \
  $(notdir $(basename $(wildcard sim/units/*.unit)))))
unit_word = $(shell sed -nE 's/\#.*//; s/^(.*[[:blank:]])?$(1)=([^[:blank:]]*).*/\2/p' $(unit_file))
PROTOCOL := $(or $(call unit_word,protocol),$(PROTOCOL))
unit_width := $(call unit_word,width)
unit_queue := $(call unit_word,queue)
unit_fifo := $(call unit_word,fifo)
unit_wpt_depth := $(call unit_word,wpt-depth)
WIDTH := $(or $(unit_width),$(WIDTH))
QUEUE := $(or $(unit_queue),$(QUEUE))
FIFO := $(or $(unit_fifo),$(FIFO))
WPT_DEPTH := $(or $(unit_wpt_depth),$(WPT_DEPTH))
endif
of_unit = $(if $(UNIT), --unit $(UNIT))
# Only the reference RTL is compared with the reference model. For other RTL the mode is legal, unless ARGS or the description has a mode.
is_reference := $(filter $(realpath rtl),$(realpath $(RTL)))
has_mode = $(filter --mo%,$(ARGS))$(if $(UNIT),$(call unit_word,mode))
default_mode = $(if $(is_reference)$(has_mode),,--mode legal)
run_args = $(if $(default_mode),$(default_mode)$(if $(ARGS), ))$(ARGS)
mode_line = mode: legal, because RTL=$(RTL) is not the reference RTL; ARGS='--mode ...' or mode= in the UNIT chooses another
report_mode = $(if $(default_mode),@echo "$(mode_line)")
# The shell decides whether TEXT matches the extended regular expression.
is = $(shell printf '%s' '$(1)' | grep -xE '$(2)')
part_is_one = $(if $(call is,$(PART),[1-9][0-9]*/[1-9][0-9]*),$(shell [ $(subst /, -le ,$(PART)) ] && echo yes))
$(if $(filter-out 1/1,$(PART)),$(if $(part_is_one),,$(error PART=$(PART): expected i/n, the i-th of n parts, as 1/4)))
$(if $(filter-out 1,$(SEED)),$(if $(call is,$(SEED),[0-9]+|0x[0-9a-fA-F]+),,$(error SEED=$(SEED): expected a number)))
$(if $(filter-out 100,$(N)),$(if $(call is,$(N),[1-9][0-9]*),,$(error N=$(N): expected a number of runs)))
$(if $(filter 8 16 32 64,$(WIDTH)),,$(error WIDTH=$(WIDTH): expected 8, 16, 32 or 64))
$(if $(filter 4 8 16 32 64,$(QUEUE)),,$(error QUEUE=$(QUEUE): expected a power of two from 4 to 64))
$(if $(filter 16 32 64 128 256 512 1024 2048 4096,$(FIFO)),,$(error FIFO=$(FIFO): expected a power of two from 16 to 4096))
$(if $(filter 0 2 4 8,$(WPT_DEPTH)),,$(error WPT_DEPTH=$(WPT_DEPTH): expected 0, 2, 4 or 8))
$(if $(filter pft etm3,$(PROTOCOL)),,$(error PROTOCOL=$(PROTOCOL): expected pft or etm3))
wpt_suffix = $(if $(filter-out 0,$(WPT_DEPTH)),-s$(WPT_DEPTH))
this_unit = $(if $(filter etm3,$(PROTOCOL)),etm-)w$(WIDTH)-q$(QUEUE)-f$(FIFO)$(if $(filter pft,$(PROTOCOL)),$(wpt_suffix))
# FAULT=NAME: the run has that seeded fault (docs/faults.md). Its simulator is built from a copy of the sources that has all of them.
$(if $(FAULT),$(if $(filter-out rtl,$(RTL)),$(error FAULT=$(FAULT): expected no RTL=$(RTL); only the reference RTL has seeded faults)))
of_this_unit = $(sim_dir)/$(this_unit)/waypoint-sim
this_simulator = $(if $(FAULT),$(mutants_tree)/b/sim/rtl/$(this_unit)/waypoint-sim,$(of_this_unit))
# The only build that there is, if anything of it is given.
one_build = $(if $(strip $(foreach v,WIDTH QUEUE FIFO,$(filter command,$(origin $(v))))$(unit_width)$(unit_queue)$(unit_fifo)),$(this_unit))
$(foreach build,$(wpt_ruled),$(eval $(call simulator,$(build))))
$(if $(filter $(of_this_unit),$(simulators) $(wpt_ruled:%=$(sim_dir)/%/waypoint-sim)),,$(eval $(call simulator,$(this_unit))))

# A name of ours, or a file.
program_file = $(if $(findstring /,$(PROGRAM))$(filter %.wpp,$(PROGRAM)),$(PROGRAM),tests/program/$(PROGRAM).wpp)
our_programs = $(patsubst tests/program/%.wpp,%,$(wildcard tests/program/*.wpp))
no_program = $(error PROGRAM=$(PROGRAM): expected a file.wpp, as make record writes it, or one of $(our_programs))
from_program = --program $(or $(wildcard $(program_file)),$(no_program)) --spacing two --seed $(SEED)
$(if $(STIMULUS),$(if $(wildcard $(STIMULUS)),,$(error STIMULUS=$(STIMULUS): expected a file)))
# The options that waypoint shrink has left with its text: without them the run may pass. They are plain words, for the shell gets them.
kept = $(shell sed -n '1,9s|^\# again: [^ ]*\(\( [-A-Za-z0-9_.,:=/]*\)*\) --stimulus [^ ]*$$|\1|p' '$(STIMULUS)')
from_text = --stimulus $(STIMULUS)$(if $(kept), $(kept))$(if $(filter command line,$(origin SEED)), --seed $(SEED))
run_source = --protocol $(PROTOCOL)$(of_unit) $(if $(STIMULUS),$(from_text),$(from_code))
from_code = $(if $(filter command line,$(origin SEED)),$(if $(filter command line,$(origin PROGRAM)),$(from_program),--random $(SEED)),$(from_program))

.PHONY: smoke first build-smoke smoke-faults run build-run report shrink check build-check test build-test random build-random regress build-regress lint format bench help
next_of_run = make smoke$(given_protocol)$(given)
run: export WAYPOINT_NEXT = $(next_of_run)
run:
	@.ci/setup run
	$(call quietly,$(again) build-run,run)
	$(report_mode)
	$(if $(FAULT),@echo 'fault: $(FAULT) is seeded in this run')
	@code=0; export WAYPOINT_ABOUT="$$(.ci/about '$(RTL)' "$(run_args)" | sed -n '2,4p')"; $(this_simulator) $(run_source) --facts $(BUILD)/last-run.facts $(run_args) || code=$$?; \
	if [ $$code -le 1 ]; then echo '$(if $(FAULT),FAULT=$(FAULT) )$(this_simulator) $(run_source) $(run_args)' >$(BUILD)/last-run; fi; exit $$code

build-run: $(if $(FAULT),build-fault,$(this_simulator)) $(BUILD)/waypoint

.PHONY: build-fault
build-fault: $(sim_runtime_library)
	tests/fault_seeding/seed.sh $(mutants_tree) $(mutants_lists)
	+$(MAKE) -C $(mutants_tree) SETUP=0 BUILD=b RTL=rtl FAULT= OPT=-O1 SIM_OPT=-O1 sim_runtime_library=$(abspath $(sim_runtime_library)) \
	  b/sim/rtl/$(this_unit)/waypoint-sim

report:
	@test -f $(BUILD)/last-run.facts || { echo 'report: expected a run before it: make run' >&2; exit 2; }
	@$(BUILD)/waypoint report $(BUILD)/last-run.facts -o $(BUILD)/last-run.html

# (The text has the options that it needs.)
next_of_shrink = make run STIMULUS=$(BUILD)/shrunk.txt$(given_protocol)$(call given_of,BUILD RTL UNIT WIDTH QUEUE FIFO WPT_DEPTH)
shrink:
	@.ci/setup run
	$(call quietly,$(again) build-run,run)
	$(report_mode)
	@$(BUILD)/waypoint shrink -o $(BUILD)/shrunk.txt $(this_simulator) $(run_source) $(run_args)
	@echo "next: $(next_of_shrink)"

smoke_folder = $(BUILD)/smoke/$(PROTOCOL)
next_of_smoke = make random N=1000$(given_protocol)$(given)
# The name that the target had before.
first: smoke

smoke:
	@.ci/setup run
	$(call quietly,$(again) build-smoke,smoke)
	$(call read_args,$(this_simulator))
	$(report_mode)
	@mkdir -p $(smoke_folder)
	@echo "next: $(next_of_smoke)" >$(smoke_folder)/next
	@tests/smoke/list.sh $(BUILD) $(BUILD)/smoke/smoke smoke $(this_simulator) $(PROTOCOL)$(of_unit) $(run_args) >$(smoke_folder)/list
	$(call run_list,$(smoke_folder)/list,$(smoke_folder),make smoke$(given_protocol)$(given),$(foreach t,$(T),-T '$(if $(findstring /,$(t)),,smoke/)$(t)'),$(smoke_folder)/next)

build-smoke: build-run $(BUILD)/run

smoke-faults:
	@.ci/setup run test
	$(call quietly,$(again) build-independent build-mutants,smoke)
	@tests/smoke/faults.sh $(BUILD)

random:
	@.ci/setup run test
	$(call quietly,$(again) build-random,random)
	$(call read_args,$$(grep -om1 '$(sim_dir)/[^ ]*/waypoint-sim' $(random_list)))
	$(report_mode)
	$(call run_list,$(random_list),$(random_folder),$(random_again) SEED=$(SEED) N=$(N),$(T:%=-T '%'))

# With the first part, the tests of the reference RTL in full.
first_part = $(if $(is_reference),$(filter 1/%,$(PART)))
regress:
	@.ci/setup run test
	$(call quietly,$(again) build-regress,regress)
	$(call read_args,$(if $(one_build),$(this_simulator),$(firstword $($(PROTOCOL)_simulators))))
	$(report_mode)
	@mkdir -p $(BUILD)/regress; .ci/about '$(RTL)' "$(run_args)" >$(BUILD)/regress/about
	@RANDOM_ARGS="$(run_args)" RANDOM_UNIT="$(UNIT)" RANDOM_BUILD="$(one_build)" tests/random/regress.sh $(BUILD) $(sim_dir) $(PROTOCOL) $(subst /, ,$(PART)) "make regress PROTOCOL=$(PROTOCOL)$(given)"
	$(if $(first_part),@FRONTENDS=20 $(again) test PART=1/1 T='$(foreach frontend,log wave vpi,$(frontend)/$(PROTOCOL)-* $(frontend)/$(if $(filter etm3,$(PROTOCOL)),etm,ptm)_*)')
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@SMOKE_FAULTS=1 $(again) test PART=1/1 T='smoke-*'))
	$(if $(first_part),@MUTANT_RUNS=all $(again) test PART=1/1 T='mutants-$(PROTOCOL)/*$(if $(filter pft,$(PROTOCOL)), mutants-a9/*)')
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@$(again) mutate KIND=registers PART=1/1 T=))
	$(if $(first_part),@ALL_ROWS=1 $(again) test PART=1/1 T='random-$(PROTOCOL)')
	$(if $(first_part),@HOST_RUNS=20000 $(again) test PART=1/1 T='host/*-$(PROTOCOL)')
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@HOST_EVERY=1 $(again) test PART=1/1 T=host/varied))
	$(if $(first_part),@$(again) deviations PART=1/1 T='deviations-$(PROTOCOL)$(if $(filter pft,$(PROTOCOL)), independent-*)')
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@$(again) mutate KIND=independent PART=1/1 T=))
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@$(again) shrink-faults SEED=1 N=10))
	$(if $(first_part),$(if $(filter pft,$(PROTOCOL)),@ENDLESS=100000000 $(BUILD)/unit/test_endless >$(BUILD)/endless.log))

chosen = $(T:%=-T '%') -P $(PART)
test:
	@.ci/setup run test release
	$(call quietly,$(again) $(BUILD)/run $(BUILD)/waypoint $(BUILD)/tests.list,list)
	@$(BUILD)/run -n $(chosen) $(BUILD)/tests.list >$(BUILD)/chosen
	$(call quietly,$(again) $(if $(T),$$(tests/needs.sh $(BUILD) <$(BUILD)/chosen),build-test),test)
	@find $(BUILD)/random/test-* -type f -delete
	$(call run_list,$(BUILD)/tests.list,$(BUILD),make test$(given),$(chosen))

check:
	@.ci/setup run test lint
	@$(again) $(lint_parts)
	$(call quietly,$(again) build-check,check)
	$(call run_list,$(BUILD)/tests.list,$(BUILD),make test$(given),$(check_tests:%=-T '%'))

lint:
	@.ci/setup run lint
	@$(again) $(lint_parts)

# The parts run at the same time, the longest first. What has passed is kept in BUILD/lint, until a file, a tool or a script changes.
lint_parts = -k --output-sync=target lint-yosys lint-cppcheck lint-rtl lint-format lint-texts lint-independent lint-vpi lint-pins
cached = tests/lint/cached.sh
.PHONY: lint-cppcheck lint-format lint-texts
lint-cppcheck:
	@tests/lint/c.sh $(BUILD) cppcheck $(folders)
lint-format:
	@tests/lint/c.sh $(BUILD) format
lint-texts:
	@tests/lint.sh

format:
	@.ci/setup lint
	clang-format -i $$(git ls-files '*.c' '*.h')

bench:
	@.ci/setup run bench
	$(call quietly,$(again) $(if $(COUNT),$(bench_simulators),build-bench),bench)
	@set -e; base='- -'; \
	if [ '$(BASE)' ]; then base=$$(tests/bench/base.sh $(BUILD) '$(BASE)' $(bench_simulators)); fi; \
	set -- $$base; \
	$(if $(COUNT),$(bench_count),$(bench_times))

help:
	@sed -n 's/^#   //p' Makefile

-include $(objects:.o=.d)
endif
