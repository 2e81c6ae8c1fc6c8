#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# limit.sh SECONDS COMMAND...: runs the command, and ends each of its processes that uses more than SECONDS of CPU time.
# The exit code is then 152, for SIGXCPU. A command that hangs uses no CPU time. It is stopped after twenty times
# SECONDS by the clock, with exit code 124.
seconds=$1
shift
ulimit -c 0
ulimit -S -t "$seconds"
exec timeout $((20 * seconds)) "$@"
