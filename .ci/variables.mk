# SPDX-License-Identifier: Apache-2.0
# Every variable that may be given to make on its command line. A variable that is not in this list is refused, because make would ignore a
# misspelt one without a word.
known_variables := \
  PROGRAM SEED N T PART STIMULUS PROTOCOL ARGS RTL UNIT WIDTH QUEUE FIFO WPT_DEPTH RUNS KIND FAULT SECONDS READER BASE COUNT \
  FROM TO WAVE MAP OUT ELF MACHINE LIMIT UPDATE PREFIX DESTDIR BUILD SETUP V
# Of .ci/farm.
known_variables += OF PARTS FARM
# The environment of tests (tests/README.md) and scripts: make exports its own variables.
known_variables += REGISTERS FRONTENDS SMOKE_FAULTS MUTANT_RUNS HOST_RUNS HOST_EVERY ALL_ROWS SUPPRESSED WAYPOINT_CAPTURES \
  WAYPOINT_TURN SPEAK MIRROR TMPDIR
# Tools and their options, which packaging (debhelper) passes, too.
known_variables += CC CXX AR LD NM RANLIB STRIP OBJCOPY OBJDUMP VERILATOR IVERILOG PKG_CONFIG INSTALL OPT SIM_OPT CFLAGS CXXFLAGS CPPFLAGS \
  LDFLAGS LDLIBS AM_UPDATE_INFO_DIR VERBOSE
# Of make itself.
known_variables += MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS SHELL
# Between our own makes.
known_variables += random_folder smoke_folder sim_runtime_library sim_objects sim_coverage parts

given_variables := $(foreach v,$(.VARIABLES),$(if $(filter command,$(origin $(v))),$(v)))
unknown_variable := $(firstword $(filter-out $(known_variables),$(given_variables)))
ifneq ($(unknown_variable),)
nearest := $(shell .ci/nearest '$(subst ','\'',$(unknown_variable))' $(known_variables))
$(error make$(if $(MAKECMDGOALS), $(MAKECMDGOALS)) $(unknown_variable)=$(value $(unknown_variable)): unknown variable $(unknown_variable)$(if \
  $(nearest),; did you mean $(nearest)?) (docs/commands.md))
endif
