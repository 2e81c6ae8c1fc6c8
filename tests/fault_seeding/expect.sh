# SPDX-License-Identifier: Apache-2.0
# To be sourced: what the EXPECT of an entry (docs/faults.md) demands of a report, except golden, formal and permitted, which demand no line of it.

# The extended regular expression that a line must match.
line_of_expect() { # EXPECT
  case $1 in
    'report '*) echo "${1#report }" ;;
    'scoreboard or rule') echo '^(scoreboard|rule [A-Z0-9-]+): ' ;;
    *) echo "^$1: " ;;
  esac
}

is_reported() { # EXPECT REPORT
  grep -qE -- "$(line_of_expect "$1")" "$2"
}
