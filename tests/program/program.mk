# SPDX-License-Identifier: Apache-2.0
# make programs            build the real programs, run them in QEMU, compare the recordings with the committed ones.
# make programs UPDATE=1   replace the committed ones.
# make record ELF=FILE      run your own program in QEMU and record it, to OUT=FILE (default: the ELF file's name, .wpp), at most LIMIT=120 s.
#                           MACHINE= another machine.
#
# Debian: gcc-arm-none-eabi binutils-arm-none-eabi qemu-system-arm libelf-dev

programs = $(foreach program,sort parser format vm system,$(program)-arm $(program)-thumb)

program_cc = arm-none-eabi-gcc
program_cflags = -std=c11 -O2 -mcpu=cortex-a15 -mno-unaligned-access -ffreestanding -nostdlib \
  -Wall -Wextra -Wpedantic -Werror -Wl,--build-id=none
# One log line per instruction, and a clock that counts instructions: the log repeats but for the lines record drops.
program_qemu = qemu-system-arm
MACHINE = vexpress-a15,secure=on,virtualization=on -m 256 -audiodev none,id=none -global pl041.audiodev=none
program_quiet = -display none -monitor none -serial none
program_log = -icount shift=0 -singlestep -d exec,int,cpu,nochain -D
program_run = tests/limit.sh 120 $(program_qemu) -machine $(MACHINE) $(program_quiet) $(program_log) /dev/stdout

program_elfs = $(programs:%=$(BUILD)/program/%.elf)
program_parts = $(addprefix $(BUILD)/model/,stim/program.o common/array.o common/error.o common/image.o common/step.o)

# No library at all: a call to one is a link error.
define program_elf
$(BUILD)/program/%-$(1).elf: tests/program/start.S tests/program/%.c tests/program/vexpress.ld | program-tools
	@mkdir -p $$(@D)
	$$(program_cc) $$(program_cflags) -m$(1) -T tests/program/vexpress.ld $$(filter %.S %.c,$$^) -o $$@
endef
$(foreach isa,arm thumb,$(eval $(call program_elf,$(isa))))

# Tuned for a Cortex-A15, gcc 12.2 saves registers in a Thumb interrupt handler, but does not restore them.
system_elfs = $(BUILD)/program/system-arm.elf $(BUILD)/program/system-thumb.elf
$(system_elfs): tests/program/system.S
$(system_elfs): program_cflags += -mtune=cortex-a7

$(BUILD)/program/record: tests/program/record.c $(program_parts)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Imodel/common -Imodel/stim -MMD -MP $< $(program_parts) -lelf -lz -o $@

-include $(BUILD)/program/record.d

# $(call have_tools,TOOLS): what recording needs; .ci/setup installs it.
define have_tools
@for tool in $(1); do \
  command -v $$tool >/dev/null || { echo "$@: $$tool is not installed, and recording needs it" >&2; exit 2; }; \
done; \
echo '#include <gelf.h>' | $(CC) -E - >/dev/null 2>&1 || \
  { echo "$@: libelf-dev is not installed, and recording needs it" >&2; exit 2; }
endef

.PHONY: programs program-tools record
program-tools:
	$(call have_tools,$(program_cc) $(program_qemu))

programs: program-tools $(BUILD)/program/record $(program_elfs)
	@different=0; \
	for name in $(programs); do \
	  elf=$(BUILD)/program/$$name.elf new=$(BUILD)/program/$$name.wpp old=tests/program/$$name.wpp; \
	  count=$$($(program_run) -kernel $$elf </dev/null | $(BUILD)/program/record $$elf $$new $$name) || exit 2; \
	  if [ -n "$(UPDATE)" ]; then cp $$new $$old || exit 2; fi; \
	  if cmp -s $$new $$old; then verdict=same; else verdict=different; different=1; fi; \
	  echo "$$name: $$verdict ($$count, sha256 $$(sha256sum <$$new | cut -d' ' -f1))"; \
	done; \
	exit $$different

OUT = $(basename $(ELF)).wpp
LIMIT = 120
record: export NEXT_WORDS = $(given_protocol)$(given)
record:
	@[ -n '$(ELF)' ] || { echo 'record: expected ELF=FILE, a program to run' >&2; exit 2; }
	@.ci/setup record
	$(call have_tools,$(program_qemu))
	$(call quietly,$(again) $(BUILD)/program/record,record)
	@tests/program/record.sh $(BUILD)/program/record '$(ELF)' '$(OUT)' '$(LIMIT)' $(program_qemu) -machine $(MACHINE)
