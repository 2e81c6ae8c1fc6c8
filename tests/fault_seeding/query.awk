# SPDX-License-Identifier: Apache-2.0
# query.awk -v what=WHAT -v wanted=NAME -v protocol=PROTOCOL: answers query.sh, after grammar.awk.

function is_of_protocol(run) { return protocol == "" || (run ~ /--protocol etm3/) == (protocol == "etm3") }

function add_run(runs, run) { return is_of_protocol(run) ? runs run "\n" : runs }

function print_once(run) {
  if (!(run in printed)) print run
  printed[run]
}

kind == "entry" {
  names[++count] = name
  if (what == "expect" && wanted == "-") print name ": " expect
  if (what == "expect" && name == wanted) print expect
}

kind == "only" && protocol != "" && text != protocol { excluded[name] }
kind == "common" { common = add_run(common, text) }
kind == "run" && name == wanted { own = add_run(own, text) }
(kind == "common" || kind == "run") && what == "all-runs" { print_once(text) }
kind == what && name == wanted { print text }
kind == "place" && name == wanted && file ~ /^rtl\// { in_rtl = 1 }
kind == "place" && name == wanted && file ~ /^model\/enc\// { in_model = 1 }

END {
  if (failed) exit 2
  if (what == "names") {
    for (i = 1; i <= count; i++) if (!(names[i] in excluded)) print names[i]
  }
  if (what == "own-runs" || (what == "runs" && own != "")) printf "%s", own
  else if (what == "runs") printf "%s", common
  if (what == "is-shared") exit !(in_rtl && in_model)
}
