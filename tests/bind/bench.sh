# SPDX-License-Identifier: Apache-2.0
# To be sourced: the bench of tests/bind, by an installed checker that pkg-config finds.

# The code of tests/bind/bench.sv, at 0x8000, as a linker leaves it.
le32() { for n; do printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24 & 255)))"; done; }
elf() { # WORD: the third of the program
  printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000'
  le32 0x00280002 1 0x8000 52 0 0 0x00200034 1 0   # ET_EXEC, EM_ARM; one program header follows
  le32 1 84 0x8000 0x8000 32 32 5 4                # PT_LOAD
  le32 0xe3a00003 0xe2500001 "$1" 0xeb000001 0xe1a01000 0xeafffff9 0xe1a02001 0xe12fff1e
}

# example TREE NAME: the code that follows a line <!-- code: NAME --> of the tutorial.
example() {
  awk -v name="$2" '
    $0 == "<!-- code: " name " -->" { wanted = 1; next }
    wanted && /^```/ { if (fence) exit; fence = 1; next }
    fence
  ' "$1/docs/tutorials/your-testbench.md"
}

# build_bench TREE: builds ./bench from the testbench and the independent PTM in TREE, and from the installed checker. The checker has another
# time unit than the bench.
build_bench() {
  quick='OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0'
  sv=$(pkg-config --variable=sv waypoint)
  example "$1" uvm-package | sed 's/get(this,/get(null,/' >uvm_package.sv
  example "$1" uvm-module | sed 's/u_checker/u_bound/' >uvm_module.svh
  verilator --binary --timing --timescale 10ps/1ps -Mdir obj -o bench --top-module bench -MAKEFLAGS "$quick" -I. \
    +define+WAYPOINT_UVM_EXAMPLE -I"$1/tests/bind" "$1/tests/bind/uvm_pkg.sv" uvm_package.sv -F "$sv/waypoint_checker.f" "$sv/waypoint_log.v" \
    $(sed "s|^|$1/tests/independent/ptm_small/|" "$1/tests/independent/ptm_small/rtl.f") "$1/tests/bind/bench.sv" \
    -LDFLAGS "$(pkg-config --libs waypoint)" >build.log 2>&1 || { tail -n 20 build.log; exit 1; }
  cp obj/bench bench
}
