# SPDX-License-Identifier: Apache-2.0
# Sourced by the tests of the front ends.

# frontend_words PROTOCOL WORD...: what a front end must be given of a simulator's options. Not what its driver does, for the pins say that by
# themselves; and each register by name, for our own testbench names all of them.
frontend_words() {
  case $1 in pft) idr=0x571CF310 ccer=0x00801800 etmcr=0 ;; etm3) idr=0x570CF250 ccer=0x34400800 etmcr=0x800 ;; esac
  shift
  words=$(echo " $*" | sed -E 's/ --(abrupt|free-running|(spacing|wrong-path|commit-delay|debug-response|burst|context|vmids|other-targets|late|debug-entries|long-halt|backpressure|atclken|pclken|restarts|stop-by|resets|host|[a-z-]*-rate)[ =][^ ]*)//g')
  echo "$words" | grep -qE -- '--(set|unit|idr|minor|alternative)' || words="$words --idr $idr"
  echo "$words" | grep -qE -- '--(set|unit|ccer)' || words="$words --ccer $ccer"
  echo "$words" | grep -qE -- '--(etmcr|cycle-accurate|broadcast|timestamps|vmid|return-stack|context-id|debug-request)' || words="$words --etmcr $etmcr"
  echo "$words" | grep -qE -- '--(etmauxcr|greedy|count-packets|old-exceptions)' || words="$words --etmauxcr 0"
  # The processor of these simulators commits each waypoint when it presents it.
  case $words in *'--set a9'*) words="$words --port committed" ;; esac
  case $* in *' --host '*)
    echo "$words"  # a text names them itself
    return ;;
  esac
  for register in syncfr=0x400 etmtraceidr=0x10 etmteevr=0x6F etmtsevr=0x406F etmtrigger=0x406F; do
    echo "$words" | grep -q -- "--${register%=*}" || words="$words --$register"
  done
  echo "$words"
}
