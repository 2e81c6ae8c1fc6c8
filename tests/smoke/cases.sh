# SPDX-License-Identifier: Apache-2.0
# To be sourced: what a DUT has, and what a case of smoke.txt needs.

# print_can BUILD PROTOCOL [OPTION...]: what the options say of the DUT, as shell assignments. $can has the names that `waypoint unit --can`
# prints. Each of its NAME=NUMBER is a variable, and so are lists of numbers such as $all_pairs. Options that describe no DUT are left out.
print_can() {
  tool=$1/waypoint protocol=$2
  shift 2
  known=$("$tool" unit --help | sed -nE 's/^ *--([a-z-]+).*/\1/p' | tr '\n' ' ')
  described=$(printf '%s\n' "$*" | awk -v known=" $known" '{
    for (i = 1; i <= NF; i++) {
      if ($i ~ /^--/) { split(substr($i, 3), part, "="); keep = index(known, " " part[1] " ") }
      if ($i ~ /^--(set|unit)$/) { printf "%s ", $++i; keep = 0 }
      else if ($i ~ /^--(set|unit)=/) printf "%s ", part[2]
      else if (keep) printf "%s ", $i
    }
  }')
  # shellcheck disable=SC2086
  "$tool" unit --protocol "$protocol" $described --can | awk -v protocol="$protocol" '
    !/=/ { words = words $0 " " }
    /=/ {
      split($0, part, "=")
      gsub("-", "_", part[1])
      number[part[1]] = part[2]
      print part[1] "=" part[2]
    }
    function up_to(name, most,    n, list) {
      for (n = 1; n <= most; n++) list = list " " n
      print "all_" name "=\x27" list "\x27"
    }
    END {
      for (name in number) if (name ~ /^(pairs|contexts|counters|outputs|selectors)$/) up_to(name, number[name])
      up_to("singles", 2 * number["pairs"])
      print "can=\x27 " words "\x27"
      print "writable_state=" (protocol == "pft" || number["minor"] > 0)
      print "newest=" (number["minor"] == (protocol == "pft" ? 1 : 5))
      print "stopped=" (protocol == "pft" ? "0x400 runs=0" : "0xC00 runs=0x800")
      print "transitions=" number["sequencer"]
      print "states=" 3 * number["sequencer"]
      print "whole_counters=" number["counters"] - number["reduced_counter"]
      print "extended_pins=" (number["extended_inputs"] < 32 ? number["extended_inputs"] : 32)
    }'
}

# missing_resource NEED: why the DUT cannot do what the case needs, or nothing. NEED is RESOURCE, each:RESOURCE, or RESOURCE=NUMBER for at least so
# many.
missing_resource() {
  least=1 need=${1#each:}
  case $need in *=*) least=${need#*=} need=${need%=*} ;; esac
  eval "has=\$$(echo "$need" | tr - _)"
  [ "$has" -lt "$least" ] || return 0
  case $need in
    pairs) echo 'the DUT has no address comparators (ETMCCR[3:0])' ;;
    whole-counters) echo 'the DUT has no counter that counts an event (ETMCCR[15:13], ETMCCER[27])' ;;
    reduced-counter) echo 'the DUT has no reduced counter (ETMCCER[27])' ;;
    transitions | states | sequencer) echo 'the DUT has no sequencer (ETMCCR[16])' ;;
    outputs) echo 'the DUT has no external outputs (ETMCCR[22:20])' ;;
    inputs) echo 'the DUT has no external inputs (ETMCCR[19:17])' ;;
    selectors) echo 'the DUT has no extended external inputs (ETMCCER[2:0])' ;;
    embeddedice) echo 'the DUT has no EmbeddedICE inputs (ETMCCER[19:16])' ;;
    embeddedice-starts) echo 'EmbeddedICE inputs do not reach the start/stop block (ETMCCER[20])' ;;
    contexts) echo 'the DUT has no Context ID comparator (ETMCCR[25:24])' ;;
    virtualization) echo 'the DUT has no VMID comparator (ETMCCER[26])' ;;
    start-stop) echo 'the DUT has no start/stop block (ETMCCR[26])' ;;
    writable-state) echo 'ETMSR[2] of ETMv3.0 is read-only' ;;
    newest) echo 'no address comparator of this version compares User mode (ETMIDR[7:4])' ;;
    readable) echo 'the registers of the DUT cannot be read (ETMCCER[11])' ;;
    os-lock) echo 'the DUT has no OS lock' ;;
    saved-words) echo 'the DUT has no ETMOSSRR' ;;
    software-lock) echo 'the DUT has no software lock' ;;
    power) echo 'the DUT has one power domain' ;;
    claim) echo 'the DUT has no claim tags' ;;
  esac
}

# fit_events OPTIONS: in the events that they program each external input that the DUT does not have is replaced by another one. Prints `none`
# if the DUT has no input. Fails if the event combines two inputs, and the DUT has only one.
fit_events() {
  echo "$1" | awk -v inputs="$inputs" '
    function number(text,    i, sum) {
      if (text !~ /^0x/) return text + 0
      for (i = 3; i <= length(text); i++) sum = 16 * sum + index("0123456789abcdef", tolower(substr(text, i, 1))) - 1
      return sum
    }
    function is_input(resource) { return resource >= 96 && resource <= 99 }
    function fit(resource) { return is_input(resource) ? 96 + (resource - 96) % inputs : resource }
    {
      for (i = 1; i < NF; i++) {
        if ($i !~ /^--etm(teevr|trigger|tsevr)$/) continue
        event = number($(i + 1))
        a = event % 128
        b = int(event / 128) % 128
        two = event >= 16384 || b
        if (!is_input(a) && !(two && is_input(b))) continue
        if (!inputs) { print "none"; exit }
        if (two && is_input(a) && is_input(b) && a != b && fit(a) == fit(b)) exit 1
        $(i + 1) = sprintf("0x%X", int(event / 16384) * 16384 + (two ? fit(b) : b) * 128 + fit(a))
      }
      print
    }'
}

# describe_dut BUILD NAME: sets protocol and simulator of the reference RTL with its seeded faults, or of an independent DUT. The reference RTL is ptm,
# etm, or a9: a PTM with a buffer for speculative waypoints.
# plain_options are for the cases that program no resources, programmed_options for the others.
describe_dut() {
  protocol=pft way=w32-q8-f64
  case $2 in etm | etm_*) protocol=etm3 way=etm-w32-q8-f64 ;; a9) way=w32-q8-f64-s4 ;; esac
  plain_options='--set full'
  [ "$protocol" = pft ] || plain_options='--idr 0x410CF250 --ccr 0x8D094024 --ccer 0x344008F2'
  case $2 in
    ptm | etm | a9) simulator=$1/mutants/tree/b/sim/rtl/$way/waypoint-sim programmed_options='--unit full' ;;
    *) simulator=$1/independent/tree/b/sim/rtl+$2/$way/waypoint-sim programmed_options="--unit tests/independent/$2.unit" ;;
  esac
  case $2 in
    etm) programmed_options='--unit tests/smoke/etm.unit' ;;
    a9) plain_options='--unit a9' programmed_options='--unit a9' ;;
  esac
}
