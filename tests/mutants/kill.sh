#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kill.sh SIMULATOR RUNS NAME: who kills this fault, with the model, without it, and without the code as well: for each a line of NAME,
# `model`, `no-model` or `no-code`, who, the run, and the first line that says it, apart by tabs. RUNS holds the options of a run in a line; the first that is
# red decides. Who is `model`, `scoreboard`, `rule`, `counts`, `hang`, or `none`.
set -eu
sim=$1 runs=$2 name=$3
seconds=5 # of the processor, more than ten times what a run takes; stopped by SIGXCPU, code 152
report=$(mktemp)
trap 'rm -f "$report"' EXIT
export FAULT="$name"

# The model comparison comes with what differs.
judge() {
  awk '
    /^model comparison: / { who = "model"; said = $0; next }
    who == "model" && /^    [A-Z]+ +DUT / { said = said "; " $1 }
    who == "model" && /^  fields that differ|^  the DUT.s trace / { said = said ";" $0 }
    !who && /^rule [^:]*: / { who = "rule"; said = $0 }
    !who && /^scoreboard: / { who = "scoreboard"; said = $0 }
    !who && /^(count mismatch|limit|incomplete|nothing checked): / { who = "counts"; said = $0 }
    END {
      gsub(/\t| +/, " ", said)
      print (who ? who : "crash") "\t" said
    }' "$report"
}

# Asked for waves that begin behind its end, a run that is red is not repeated for its waves. What the shell has to say of a run that was
# stopped is not wanted.
run() { # OPTIONS
  code=0
  {
    (ulimit -c 0 && ulimit -S -t $seconds && exec "$sim" $1 --quiet --fst /dev/null --from 4294967295 >"$report" 2>&1) || code=$?
  } 2>/dev/null
}

way() { # WAY OPTION
  number=0
  while read -r options; do
    number=$((number + 1))
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

way model ''
way no-model '--mode legal'
way no-code '--mode legal --no-image'
