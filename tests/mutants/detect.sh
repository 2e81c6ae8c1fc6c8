#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# detect.sh SIMULATOR RUNS NAME: which check detects this fault in each of three modes: with the reference model (`strict`), without it (`legal`), and
# without the program image as well (`port-only`). Prints a line for each mode, with columns divided by tabs: NAME, the mode, the check, the
# options of the run, and the first line that reports the fault. RUNS has the options of a run in each line; the first run that fails decides.
# The check is `model`, `scoreboard`, `rule`, `counts`, `hang`, `crash`, or `none`.
set -eu
sim=$1 runs=$2 name=$3
seconds=5 # of CPU time, more than ten times what a run takes; SIGXCPU ends the run with code 152
report=$(mktemp)
trap 'rm -f "$report"' EXIT
export FAULT="$name"

# After a line of the model comparison, the lines that say what differs are added.
judge() {
  awk '
    /^model comparison: / { check = "model"; said = $0; next }
    check == "model" && /^    [A-Z]+ +DUT / { said = said "; " $1 }
    check == "model" && /^  fields that differ|^  the DUT.s trace / { said = said ";" $0 }
    !check && /^rule [^:]*: / { check = "rule"; said = $0 }
    !check && /^scoreboard: / { check = "scoreboard"; said = $0 }
    !check && /^(count mismatch|limit|incomplete|nothing checked): / { check = "counts"; said = $0 }
    END {
      gsub(/\t| +/, " ", said)
      print (check ? check : "crash") "\t" said
    }' "$report"
}

# Waves that begin after the end of the run keep a run that fails from being repeated for its waves. The message of the shell about a run that
# was ended is discarded.
run() { # OPTIONS
  code=0
  {
    (ulimit -c 0 && ulimit -S -t $seconds && exec "$sim" $1 --quiet --fst /dev/null --from 4294967295 >"$report" 2>&1) || code=$?
  } 2>/dev/null
}

detect() { # MODE OPTION
  while read -r options; do
    run "$options $2"
    case $code in
      0) continue ;;
      1 | 2) verdict=$(judge) ;;
      152) verdict=$(printf 'hang\tthe run took more than %d s' $seconds) ;;
      *) verdict=$(printf 'crash\tcode %d: %s' $code "$(tail -n 1 "$report")") ;;
    esac
    printf '%s\t%s\t%s\t%s\n' "$name" "$1" "$verdict" "$options" | awk -F '\t' -v OFS='\t' '{ print $1, $2, $3, $5, $4 }'
    return
  done <"$runs"
  printf '%s\t%s\tnone\t\t\n' "$name" "$1"
}

detect strict ''
detect legal '--mode legal'
detect port-only '--mode legal --no-image'
