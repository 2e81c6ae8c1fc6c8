// SPDX-License-Identifier: Apache-2.0
// What a run is worth.
#ifndef JUDGE_H
#define JUDGE_H

#include "checker_private.h"

// `failed`: a check has found something. The verdict, and why if it is neither PASS nor told by a check.
struct judgement judge(const struct checker *c, bool failed);

#endif
