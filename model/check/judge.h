// SPDX-License-Identifier: Apache-2.0
// The verdict of a run.
#ifndef JUDGE_H
#define JUDGE_H

#include "checker_private.h"

// `failed`: a check has printed a failure. Returns the verdict, with a reason if the verdict is neither PASS nor
// explained by a printed failure.
struct judgement judge(const struct checker *c, bool failed);
// The Cortex-A9's port has presented waypoints, but WPTCOMMIT and WPTFLUSH were never HIGH.
bool judge_lacks_commits(const struct observer *o);

#endif
