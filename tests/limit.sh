#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# limit.sh SECONDS COMMAND...: runs the command, and ends each of its processes that uses more CPU time than that (exit code 152, for
# SIGXCPU). A command that hangs is stopped after twenty times as long by the clock (exit code 124).
seconds=$1
shift
ulimit -c 0
ulimit -S -t "$seconds"
exec timeout $((20 * seconds)) "$@"
