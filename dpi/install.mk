# SPDX-License-Identifier: Apache-2.0
# The checker for other testbenches: a library, its headers, the SystemVerilog files, the command. docs/attach.md says how they are used.
PREFIX  ?= /usr/local
DESTDIR ?=

checker_dpi     = $(sim_shared)/checker_dpi.o $(sim_shared)/pins.o
checker_library = $(addprefix $(BUILD)/libwaypoint_checker,.a .so)

$(BUILD)/libwaypoint_checker.a: $(checker_dpi) $(parts)
	@rm -f $@
	$(say) $@
	$(run)ar -rc $@ $^

# All that the DPI calls need; what only drives is left behind.
$(BUILD)/libwaypoint_checker.so: $(checker_dpi) $(BUILD)/libwaypoint_checker.a dpi/exports.map
	$(say) $@
	$(run)$(CC) -shared -Wl,-soname,$(@F) -Wl,--no-undefined -Wl,--version-script=dpi/exports.map $(filter-out %.map,$^) -o $@

# checker.h and what it includes, and error.h.
installed_headers = $(filter %.h,$(shell $(CC) -MM $(addprefix -Imodel/,check $(see_check)) model/check/checker.h)) model/common/error.h
installed_sv      = dpi/waypoint_checker.f dpi/waypoint_checker_pkg.sv $(addprefix $(pins)/,$(pins_kept) waypoint_log.v waypoint_log.vhd)
# What README.md and the pages behind it link to, in the same folders.
installed_units   = $(wildcard sim/units/*.unit)
installed_docs    = LICENSE $(wildcard *.md docs/*.md docs/*.png docs/*.svg docs/decisions/*.md docs/ci-*.yml waves/*.md tests/*.md tests/*/*.md)

# $(call install_into,FOLDER,FILES[,-m MODE])
install_into = @mkdir -p '$(DESTDIR)$(PREFIX)/$(1)' && install $(or $(3),-m 644) $(2) '$(DESTDIR)$(PREFIX)/$(1)'

.PHONY: install uninstall build-install
build-install: $(checker_library) $(BUILD)/waypoint $(installed_sv)

install:
	@.ci/setup run
	$(call quietly,$(again) build-install,install)
	$(call install_into,bin,$(BUILD)/waypoint,-m 755)
	$(call install_into,lib,$(checker_library))
	$(call install_into,include/waypoint,$(installed_headers))
	$(call install_into,share/waypoint,$(installed_sv))
	$(call install_into,share/waypoint/units,$(installed_units))
	@for file in $(installed_docs); do install -D -m 644 $$file '$(DESTDIR)$(PREFIX)/share/doc/waypoint/'$$file; done
	@mkdir -p '$(DESTDIR)$(PREFIX)/lib/pkgconfig'
	@sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(shell cat VERSION)|' dpi/waypoint.pc.in >'$(DESTDIR)$(PREFIX)/lib/pkgconfig/waypoint.pc'
	@echo "installed in $(DESTDIR)$(PREFIX): bin/waypoint, lib/libwaypoint_checker, include/waypoint, share/waypoint (SystemVerilog)"
	@echo "next: $(DESTDIR)$(PREFIX)/share/doc/waypoint/docs/attach.md, from your testbench to a first verdict"

# Folders that are ours alone go as a whole.
uninstall:
	@rm -f '$(DESTDIR)$(PREFIX)/bin/waypoint' '$(DESTDIR)$(PREFIX)/lib/pkgconfig/waypoint.pc'
	@rm -f $(foreach l,$(checker_library),'$(DESTDIR)$(PREFIX)/lib/$(notdir $(l))')
	@rm -rf $(foreach d,include lib share share/doc,'$(DESTDIR)$(PREFIX)/$(d)/waypoint')
