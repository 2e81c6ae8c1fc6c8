# SPDX-License-Identifier: Apache-2.0
# The co-simulation. $(eval $(call simulator,NAME)) makes rules for the simulator of one way of building a unit,
# $(sim_dir)/NAME/waypoint-sim; NAME is w<AtbBits>-q<QueueDepth>-f<FifoBytes>[-s<WptDepth>] of a PTM, etm-w... of an ETM.
# RTL may be set to the folder of another unit with the same top module and ports, and an rtl.f.
VERILATOR ?= verilator
RTL ?= rtl
$(if $(wildcard $(RTL)/rtl.f),,$(error RTL=$(RTL): expected a folder with an rtl.f))
# How well the simulators are compiled.
SIM_OPT = -O3
# The simulators' folder.
# The RTL's folder is part of the path, its slashes as '+': what was built from another one is never run in its place.
sim_dir = $(BUILD)/sim/$(subst /,+,$(patsubst %/,%,$(patsubst ./%,%,$(RTL))))
# Those of the default build.
both_simulators = $(foreach unit,w32-q8-f64 etm-w32-q8-f64,$(sim_dir)/$(unit)/waypoint-sim)
# $(call sim_link,FOLDER): compiles what Verilator has written there and links it to FOLDER/Vtb; OPT_FAST may follow. The compiler gets one
# file: with several, it spends more than half of the time on reading the same headers again.
sim_link = $(MAKE) -C $(1) -f Vtb.mk Vtb VM_PARALLEL_BUILDS=0 VK_GLOBAL_OBJS= \
  VK_USER_OBJS="main.o $(abspath $(sim_objects) $(parts))" VM_USER_LDLIBS="$(abspath $(sim_runtime_library)) -lz"
# What all simulators share.
sim_shared = $(BUILD)/sim-shared
verilator_root = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)

sim_rtl = $(addprefix $(RTL)/,$(notdir $(shell cat $(RTL)/rtl.f)))
# The sockets of both units.
sim_units = $(pins)/ptm_unit.sv $(pins)/etm_unit.sv
# What both sides call in C.
sim_packages = $(pins)/waypoint_pins_pkg.sv dpi/waypoint_checker_pkg.sv dpi/waypoint_driver_pkg.sv
sim_sv = $(sim_packages) $(sim_rtl) $(pins)/waypoint_checker.sv $(pins)/waypoint_log.v sim/tb.sv $(sim_units)
sim_flags = --cc --exe --no-timing --trace-fst --assert -O3 --x-assign fast --x-initial fast --timescale 1ns/1ns \
            --default-language 1800-2017 -Wno-fatal $(sim_coverage)
# make coverage sets this variable. The option -O3 must come before it.
sim_coverage =
sim_see = $(addprefix -Imodel/,$(folders)) -Idpi -Isim
sim_objects = $(addprefix $(sim_shared)/,bench.o pins.o checker_dpi.o driver_dpi.o)

# The prototypes of the DPI imports, as Verilator reads them, are included by force into the C that implements them.
$(sim_shared)/Vtb__Dpi.h: $(sim_packages)
	@mkdir -p $(@D)
	$(VERILATOR) --cc --dpi-hdr-only --prefix Vtb -Mdir $(@D) $(sim_packages)

$(sim_shared)/%.o: sim/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(sim_see) -MMD -MP -c $< -o $@

$(sim_shared)/%.o: dpi/%.c $(sim_shared)/Vtb__Dpi.h
	$(CC) $(CFLAGS) $(sim_see) $$(pkg-config --cflags verilator) -include $(sim_shared)/Vtb__Dpi.h -MMD -MP -c $< -o $@

$(sim_shared)/pins.o: $(pins)/pins.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(sim_see) $$(pkg-config --cflags verilator) -MMD -MP -c $< -o $@

# Verilator's runtime takes longer to compile than the unit: once for all simulators. Which files it is made of, and with
# which flags, Verilator says for a module that does nothing but call C.
sim_runtime_library = $(sim_shared)/runtime/libruntime.a

$(sim_runtime_library): sim/sim.mk
	@mkdir -p $(@D)
	echo 'module runtime; import "DPI-C" function void f(); initial f(); endmodule' >$(@D)/runtime.sv
	$(VERILATOR) $(sim_flags) --prefix Vruntime --top-module runtime -Mdir $(@D) $(@D)/runtime.sv
	printf 'include Vruntime.mk\nlibruntime.a: $$(VK_GLOBAL_OBJS)\n\t$$(AR) -rcs $$@ $$^\n' >$(@D)/library.mk
	$(MAKE) -C $(@D) -f library.mk libruntime.a OPT_FAST=-O2

# The number after a letter in a simulator's name.
sim_number = $(patsubst $(2)%,%,$(filter $(2)%,$(subst -, ,$(1))))

# Sets only the parameters of the reference RTL that the unit has, according to the file with its top module.
sim_protocol = $(if $(filter etm-%,$(1)),etm,ptm)
sim_top = $(shell grep -lE '^[[:blank:]]*module[[:blank:]]+$(sim_protocol)_top' $(sim_rtl) /dev/null)
sim_parameters = AtbBits QueueDepth $(if $(filter etm-%,$(1)),,RetStackMax WptDepth) FifoBytes
sim_has = $(foreach p,$(sim_parameters),$(if $(shell grep -lE '(^|[^_[:alnum:]])parameter[^_[:alnum:]].*[^_[:alnum:]]$(p)[^_[:alnum:]]|^[[:blank:]]*$(p)[[:blank:]]*=' $(sim_top) /dev/null),$(p)))
sim_joined = $(shell echo '$(foreach p,$(sim_has),.$(p)($(p)))' | tr ' ' ,)
sim_set = $(if $(filter-out $(sim_has),$(sim_parameters)),'+define+$(sim_protocol)_parameters=$(sim_joined)')

# What binds the writer of a log of clocks to the socket.
sim_log = $(if $(filter etm-%,$(1)),$(pins)/etm_log.sv,$(pins)/ptm_log.sv)

define simulator
$(sim_dir)/$(1)/Vtb.mk: $(call sim_log,$(1)) $(sim_sv) sim/main.cpp sim/bench.h sim/sim.mk
	@mkdir -p $$(@D)
	$(VERILATOR) $(sim_flags) --prefix Vtb --top-module tb $(if $(filter etm-%,$(1)),-GEtm="1'b1") -GAtbBits=$(call sim_number,$(1),w) \
	  -GQueueDepth=$(call sim_number,$(1),q) -GFifoBytes=$(call sim_number,$(1),f) -GWptDepth=$(or $(call sim_number,$(1),s),0) $$(call sim_set,$(1)) -Mdir $$(@D) $(call sim_log,$(1)) $(sim_sv) \
	  $(abspath sim/main.cpp) -CFLAGS -I$(abspath sim) >$$(@D)/verilator.log 2>&1; \
	  awk -v code=$$$$? -v top=$$(call sim_protocol,$(1))_top -f sim/build_error.awk $$(@D)/verilator.log >&2 || { rm -f $$@; exit 1; }

$(sim_dir)/$(1)/waypoint-sim: $(sim_dir)/$(1)/Vtb.mk $(sim_runtime_library) $(sim_objects) $(parts)
	+$$(call sim_link,$$(@D)) OPT_FAST=$(SIM_OPT)
	@mv $$(@D)/Vtb $$@
endef

-include $(sim_objects:.o=.d)
