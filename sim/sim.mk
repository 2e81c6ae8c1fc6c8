# SPDX-License-Identifier: Apache-2.0
# The co-simulation. $(eval $(call simulator,NAME)) makes rules for the simulator of one way of building a unit,
# $(BUILD)/sim/NAME/waypoint-sim; NAME is w<AtbBits>-q<QueueDepth>-f<FifoBytes> of a PTM, etm-w... of an ETM.
# RTL may be set to the folder of another unit with the same top module and ports, and an rtl.f.
VERILATOR ?= verilator
RTL ?= rtl
verilator_root = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)

sim_rtl = $(addprefix $(RTL)/,$(notdir $(shell cat $(RTL)/rtl.f)))
# tb.sv says what becomes of a failed rule, so it stands before the rules.
sim_sv = dpi/waypoint_dpi_pkg.sv $(sim_rtl) sim/tb.sv sim/atb_rules.sv sim/wpt_rules.sv sim/ins_rules.sv
sim_flags = --cc --exe --no-timing --trace-fst --assert -O3 --x-assign fast --x-initial fast --timescale 1ns/1ns \
            --default-language 1800-2017 -Wno-fatal --prefix Vtb --top-module tb
sim_see = $(addprefix -Imodel/,$(see_check)) -Idpi
sim_objects = $(BUILD)/sim/run_main.o $(BUILD)/sim/waypoint_dpi.o

$(BUILD)/sim/run_main.o: sim/run_main.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(sim_see) -MMD -MP -c $< -o $@

# The prototypes of the DPI imports, as Verilator reads them, are included by force into the C that implements them.
$(BUILD)/sim/waypoint_dpi.o: dpi/waypoint_dpi.c dpi/waypoint_dpi_pkg.sv
	@mkdir -p $(@D)
	$(VERILATOR) --cc --dpi-hdr-only --prefix Vtb -Mdir $(@D) dpi/waypoint_dpi_pkg.sv
	$(CC) $(CFLAGS) $(sim_see) $$(pkg-config --cflags verilator) -include $(@D)/Vtb__Dpi.h -MMD -MP -c $< -o $@

# Verilator's runtime takes longer to compile than the unit: once for all simulators.
sim_runtime = verilated verilated_dpi verilated_threads verilated_fst_c

sim_runtime_library = $(BUILD)/sim/runtime/libruntime.a

$(sim_runtime_library):
	@mkdir -p $(@D)
	$(MAKE) -C $(@D) -f $(verilator_root)/include/verilated.mk \
	  VERILATOR_ROOT=$(verilator_root) VM_PREFIX=Vtb VM_SC=0 VM_COVERAGE=0 VM_TIMING=0 \
	  VM_TRACE=1 VM_TRACE_FST=1 VM_TRACE_VCD=0 VM_USER_CFLAGS=-DVL_TIME_CONTEXT OPT_FAST=-O2 $(sim_runtime:=.o)
	$(AR) -rcs $@ $(sim_runtime:%=$(@D)/%.o)

# The number behind a letter in a simulator's name.
sim_number = $(patsubst $(2)%,%,$(filter $(2)%,$(subst -, ,$(1))))

define simulator
$(BUILD)/sim/$(1)/Vtb.mk: $(sim_sv) sim/main.cpp sim/run_main.h sim/sim.mk
	@mkdir -p $$(@D)
	$(VERILATOR) $(sim_flags) $(if $(filter etm-%,$(1)),-DETM) -GAtbBits=$(call sim_number,$(1),w) \
	  -GQueueDepth=$(call sim_number,$(1),q) -GFifoBytes=$(call sim_number,$(1),f) -Mdir $$(@D) $(sim_sv) \
	  $(abspath sim/main.cpp) -CFLAGS -I$(abspath sim)

$(BUILD)/sim/$(1)/waypoint-sim: $(BUILD)/sim/$(1)/Vtb.mk $(sim_runtime_library) $(sim_objects) $(parts)
	$$(MAKE) -C $$(@D) -f Vtb.mk Vtb OPT_FAST=-O3 OPT_SLOW=-O1 VK_GLOBAL_OBJS= \
	  VK_USER_OBJS="main.o $(abspath $(sim_objects) $(parts))" LDLIBS="$(abspath $(sim_runtime_library)) -lz -pthread -latomic"
	@mv $$(@D)/Vtb $$@
endef

-include $(sim_objects:.o=.d)
