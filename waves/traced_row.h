// SPDX-License-Identifier: Apache-2.0
// The row REPORTED_TRACED: for what is presented, whether it must be traced, and why not.
#ifndef TRACED_ROW_H
#define TRACED_ROW_H

#include "reported.h"

void traced_row_add(struct reported *reported);

#endif
