// SPDX-License-Identifier: Apache-2.0
// The debug request, for other themes.
#ifndef RULE_DEBUG_H
#define RULE_DEBUG_H

#include <stdbool.h>

#include "rules_state.h"

// ETMCR[9] is 1, and the DUT is known to implement it. So the request and its acknowledge have a meaning.
bool rule_debug_is_enabled(const struct rules *a);

#endif
