#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# netlist.sh TREE SEED N PROTOCOL...: replaces the RTL under TREE by a netlist of the trace unit of each PROTOCOL. Each netlist has N mutations, which
# yosys draws from SEED. A choice at run time selects one mutation, as in seed.awk. TREE/seeded becomes the list of the mutations, with a line
# PROTOCOL-netlist-NUMBER: MUTATION, PLACE for each. The position in this list, from 1 on, is the number that selects the mutation.
set -eu
tree=$1 seed=$2 n=$3
shift 3
width=16 # bits of the number

# The unit as the simulator w32-q8-f64 has it, without logic that constants decide. The parameters have their defaults: yosys 0.23 cannot set those
# of a top module whose instances have parameters of their own (-chparam).
netlist() { # UNIT
  printf 'read_verilog -sv -defer %s; hierarchy -check -top %s; proc; flatten; opt -full' "$(tr '\n' ' ' <rtl/rtl.f)" "$1"
}

# Mutations of clocks are left out, for they test nothing, so more are drawn than are taken.
draw() { # UNIT
  yosys -q -p "$(netlist "$1"); mutate -list $((n + n / 4 + 10)) -seed $seed -o $tree/$1.drawn"
  grep -v -e '-port [A-Z_]*CLK ' "$tree/$1.drawn" | head -n "$n" >"$tree/$1.mutations"
  rm "$tree/$1.drawn"
  [ "$(wc -l <"$tree/$1.mutations")" = "$n" ] || { echo "netlist: $1: yosys knows fewer than $n mutations" >&2; exit 2; }
}

# The number of the first mutation is FIRST. The number is a port while yosys seeds the mutations, and a variable in the file. The testbench sets
# parameters that a netlist no longer has. yosys calls cases parallel that are so only without a mutation.
mutate_netlist() { # UNIT PARAMETERS FIRST
  awk -v width=$width -v first="$3" '{ sub(/^mutate/, "mutate -ctrl mutant " width " " first + NR - 1); print }' \
    "$tree/$1.mutations" >"$tree/$1.ys"
  yosys -q -p "$(netlist "$1"); script $tree/$1.ys; delete -input $1/w:mutant; write_verilog -noattr $tree/rtl/$1.v"
  sed -i "s| // synopsys parallel_case||
          s/^endmodule/  parameter $(echo "$2" | sed 's/ /, /g');\n  assign mutant = seeded_fault_pkg::number[$((width - 1)):0];\n&/" \
    "$tree/rtl/$1.v"
  rm "$tree/$1.ys"
}

# The place of the mutated cell in the sources, without the places of the instances around it.
list() { # UNIT PROTOCOL
  awk -v protocol="$2" '{
    said = ""
    origin = ""
    for (i = 2; i < NF; i += 2) {
      if ($i != "-src") said = said ($i == "-module" ? "" : " " substr($i, 2) " " $(i + 1))
      else if ($(i + 1) !~ /_top\.sv|trc_core\.sv|_path\.sv|trc_pkg\.sv:0/) origin = origin " " $(i + 1)
    }
    print protocol "-netlist-" NR ":" said "," origin
  }' "$tree/$1.mutations" >>"$tree/seeded"
  rm "$tree/$1.mutations"
}

unit() { # UNIT PROTOCOL PARAMETERS
  first=$(($(wc -l <"$tree/seeded") + 1))
  draw "$1"
  mutate_netlist "$1" "$3" "$first"
  list "$1" "$2"
  echo "rtl/$1.v" >>"$tree/netlists"
}

: >"$tree/seeded"
: >"$tree/netlists"
for protocol; do
  case $protocol in
    pft) unit ptm_top pft 'AtbBits=32 QueueDepth=8 FifoBytes=64 RetStackMax=15 WptDepth=0' ;;
    etm3) unit etm_top etm3 'AtbBits=32 QueueDepth=8 FifoBytes=64' ;;
    *) echo "netlist: unknown protocol $protocol; use pft or etm3" >&2; exit 2 ;;
  esac
done
mv "$tree/netlists" "$tree/rtl/rtl.f"
