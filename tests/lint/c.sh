#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# c.sh BUILD format | c.sh BUILD cppcheck FOLDER...: clang-format and cppcheck on the C sources; FOLDER... are those of model/. What has passed
# is kept in BUILD/lint.
set -u
build=$1/lint part=$2
shift 2

# Formats and warnings are those of Debian 12's tools; other versions have others.
is_tool() { # NAME VERSION
  case "$("$1" --version) " in *" $2."* | *" $2 "*) return ;; esac
  echo "lint: expected $1 $2, of Debian 12: its checks are left out"
  exit 0
}
case $part in
  format)
    is_tool clang-format 14
    git ls-files '*.c' '*.h' | tests/lint/cached.sh -e "$build/format" "$(clang-format --version; cat .clang-format)" clang-format --dry-run -Werror ||
      { echo 'lint: format: make format corrects it'; exit 1; }
    ;;
  cppcheck)
    is_tool cppcheck 2.10
    # cppcheck itself keeps the results of files that have not changed with what they include.
    mkdir -p "$build/cppcheck-files"
    for folder; do set -- "$@" "-Imodel/$folder"; shift; done
    find model dpi -name '*.[ch]' -o -name '*.inc' -o -name '*.cpp' | sort | tests/lint/cached.sh "$build/cppcheck" "$(cppcheck --version)" \
      cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,portability --inline-suppr --suppress=missingIncludeSystem \
      -j "$(nproc)" --cppcheck-build-dir="$build/cppcheck-files" "$@" model dpi ||
      { echo 'lint: cppcheck'; exit 1; }
    ;;
esac
