# SPDX-License-Identifier: Apache-2.0
# The checker for other testbenches: a library, its headers, the SystemVerilog files, the command. docs/checker-module.md says how they are used.
PREFIX  ?= /usr/local
DESTDIR ?=

checker_dpi     = $(sim_shared)/checker_dpi.o $(sim_shared)/pins.o
checker_library = $(addprefix $(BUILD)/libwaypoint_checker,.a .so)

$(BUILD)/libwaypoint_checker.a: $(checker_dpi) $(parts)
	@rm -f $@
	$(say) $@
	$(run)ar -rc $@ $^

# Everything that the DPI calls of the checker need; the driver is not included.
$(BUILD)/libwaypoint_checker.so: $(checker_dpi) $(BUILD)/libwaypoint_checker.a dpi/exports.map
	$(say) $@
	$(run)$(CC) -shared -Wl,-soname,$(@F) -Wl,--no-undefined -Wl,--version-script=dpi/exports.map $(filter-out %.map,$^) -o $@

# checker.h and what it includes, and error.h.
installed_headers = $(sort $(filter %.h %.inc,$(shell $(CC) -MM $(addprefix -Imodel/,check $(see_check)) model/check/checker.h)) model/common/error.h)
installed_sv      = dpi/waypoint_checker.f dpi/waypoint_checker_pkg.sv $(addprefix $(pins)/,$(pins_kept) waypoint_log.v waypoint_log.vhd waypoint_ptm_absent.svh waypoint_etm_absent.svh)
# README.md and the pages that it links to, in the same directories.
installed_units   = $(wildcard sim/units/*.unit)
installed_docs    = LICENSE $(wildcard *.md docs/*.md docs/*.png docs/*.svg docs/decisions/*.md docs/tutorials/*.md docs/ci-*.yml waves/*.md tests/*.md tests/*/*.md)

# The manual pages, made from --help, docs/commands.md and docs/results.md.
$(BUILD)/man/made: $(BUILD)/waypoint waves/view.sh docs/man.awk docs/commands.md docs/results.md VERSION
	@rm -rf $(@D) && mkdir -p $(@D)
	$(say) $(@D)
	@page() { $${4:-$(BUILD)/waypoint help} $$2 | awk -v name=$$1 -v brief="$$3" -v version=$$(cat VERSION) -f docs/man.awk docs/commands.md docs/results.md - >$(@D)/$$1.1; }; \
	export ARGP_HELP_FMT=rmargin=1000,opt-doc-col=50; \
	page waypoint '' 'verification of Arm program-flow trace units'; \
	page waypoint-sim waypoint-sim 'a trace unit in simulation, driven and checked'; \
	page waypoint-waves --help 'the wave of any simulator in GTKWave, with decoded rows' waves/view.sh; \
	$(BUILD)/waypoint --help | sed -n '/^  help /!s/^  \([a-z][a-z]*  *.\)/\1/p' | while read -r command brief; do page waypoint-$$command $$command "$$brief"; done
	@touch $@

# $(call install_into,FOLDER,FILES[,-m MODE])
install_into = @mkdir -p '$(DESTDIR)$(PREFIX)/$(1)' && install $(or $(3),-m 644) $(2) '$(DESTDIR)$(PREFIX)/$(1)'

.PHONY: install uninstall build-install
build-install: $(checker_library) $(BUILD)/waypoint $(BUILD)/waves/decode_rows $(BUILD)/man/made $(installed_sv)

install:
	@.ci/setup run
	$(call quietly,$(again) build-install,install)
	$(call install_into,bin,$(BUILD)/waypoint,-m 755)
	@install -m 755 waves/view.sh '$(DESTDIR)$(PREFIX)/bin/waypoint-waves'
	$(call install_into,lib/waypoint,$(BUILD)/waves/decode_rows,-m 755)
	$(call install_into,share/waypoint/waves,waves/view.awk)
	$(call install_into,lib,$(checker_library))
	$(call install_into,include/waypoint,$(installed_headers))
	$(call install_into,share/waypoint,$(installed_sv))
	$(call install_into,share/waypoint/units,$(installed_units))
	$(call install_into,share/man/man1,$(BUILD)/man/*.1)
	@for file in $(installed_docs); do install -D -m 644 $$file '$(DESTDIR)$(PREFIX)/share/doc/waypoint/'$$file; done
	@mkdir -p '$(DESTDIR)$(PREFIX)/lib/pkgconfig'
	@sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(shell cat VERSION)|' dpi/waypoint.pc.in >'$(DESTDIR)$(PREFIX)/lib/pkgconfig/waypoint.pc'
	@echo "installed in $(DESTDIR)$(PREFIX): bin/waypoint, lib/libwaypoint_checker, include/waypoint, share/waypoint (SystemVerilog), share/man"
	@echo "next: $(DESTDIR)$(PREFIX)/share/doc/waypoint/docs/tutorials/your-testbench.md, from your testbench to a first verdict"

# Folders that are ours alone go as a whole, others if nothing is left in them, but for those of the system.
uninstall:
	@rm -f '$(DESTDIR)$(PREFIX)/share/man/man1/waypoint.1' '$(DESTDIR)$(PREFIX)/share/man/man1/waypoint-'*.1
	@rm -f '$(DESTDIR)$(PREFIX)/bin/waypoint' '$(DESTDIR)$(PREFIX)/bin/waypoint-waves' '$(DESTDIR)$(PREFIX)/lib/pkgconfig/waypoint.pc'
	@rm -f $(foreach l,$(checker_library),'$(DESTDIR)$(PREFIX)/lib/$(notdir $(l))')
	@rm -rf $(foreach d,include lib share share/doc,'$(DESTDIR)$(PREFIX)/$(d)/waypoint')
	@case '$(DESTDIR)$(PREFIX)' in /usr | /usr/local) ;; *) \
	for folder in bin lib/pkgconfig lib include share/doc share/man/man1 share/man share ''; do \
	rmdir '$(abspath $(DESTDIR)$(PREFIX))'/$$folder 2>/dev/null || :; done;; esac
