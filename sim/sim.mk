# SPDX-License-Identifier: Apache-2.0
# The co-simulation: one simulator per way of building the unit, $(BUILD)/sim/w<AtbBits>-q<QueueDepth>-f<FifoBytes>/waypoint-sim.
# RTL_DIR may name other RTL with the same top module and ports.
VERILATOR ?= verilator
RTL_DIR ?= rtl
SIM_OPT ?= -O3

sim_sv = dpi/waypoint_dpi_pkg.sv $(addprefix $(RTL_DIR)/,$(notdir $(shell cat $(RTL_DIR)/rtl.f))) \
         sim/tb.sv sim/atb_rules.sv sim/wpt_rules.sv
# Waves cost nothing while they are off, so every simulator can make them.
sim_flags = --cc --exe --main --timing --trace-fst --assert -O3 --x-assign fast --x-initial fast --timescale 1ns/1ns \
            --default-language 1800-2017 -Wno-fatal --prefix Vtb --top-module tb
sim_see = $(addprefix -Imodel/,$(see_check)) -Idpi
sim_objects = $(BUILD)/sim/main.o $(BUILD)/sim/waypoint_dpi.o

verilator_cflags = $(shell pkg-config --cflags verilator)

# The prototypes of the DPI imports, as Verilator reads them, are included by force into the C that implements them.
$(BUILD)/sim/Vtb__Dpi.h: dpi/waypoint_dpi_pkg.sv
	@mkdir -p $(@D)
	$(VERILATOR) --cc --dpi-hdr-only --prefix Vtb -Mdir $(@D) $<

$(BUILD)/sim/waypoint_dpi.o: dpi/waypoint_dpi.c $(BUILD)/sim/Vtb__Dpi.h
	$(CC) $(CFLAGS) $(sim_see) $(verilator_cflags) -include $(BUILD)/sim/Vtb__Dpi.h -MMD -MP -c $< -o $@

$(BUILD)/sim/main.o: sim/main.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(sim_see) -MMD -MP -c $< -o $@

# Verilator's runtime, compiled once for all simulators. It takes the longest.
runtime = verilated verilated_dpi verilated_fst_c verilated_threads verilated_timing
verilator_root = $(shell $(VERILATOR) --getenv VERILATOR_ROOT)

# $(1) ATB bits, $(2) queue depth, $(3) FIFO bytes
define simulator
$(BUILD)/sim/w$(1)-q$(2)-f$(3)/Vtb.mk: $(sim_sv) sim/sim.mk
	@mkdir -p $$(@D)
	$$(VERILATOR) $$(sim_flags) -GAtbBits=$(1) -GQueueDepth=$(2) -GFifoBytes=$(3) -Mdir $$(@D) $(sim_sv)

$(BUILD)/sim/w$(1)-q$(2)-f$(3)/waypoint-sim: $(BUILD)/sim/w$(1)-q$(2)-f$(3)/Vtb.mk $(sim_objects) $(parts)
	$$(MAKE) --no-print-directory -C $$(@D) -f Vtb.mk OPT_FAST=$(SIM_OPT) OPT_SLOW=-O1 OPT_GLOBAL=-O2 \
	  VK_USER_OBJS="$$(abspath $(sim_objects) $(parts))" LDFLAGS=-Wl,--wrap=main LDLIBS=-lz Vtb
	@mv $$(@D)/Vtb $$@
endef
