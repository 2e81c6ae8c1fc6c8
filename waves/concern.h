// SPDX-License-Identifier: Apache-2.0
// What a failure can be about: the groups of the view that are opened for it.
#ifndef CONCERN_H
#define CONCERN_H

#include <stdbool.h>

enum concern { CONCERN_FILTER, CONCERN_RESOURCES, CONCERN_TRIGGER, CONCERN_ENABLE, CONCERN_STAMP, CONCERNS };

extern const char *const concern_group[CONCERNS];  // of the view

// Is the text about this?
bool concern_is_in(enum concern concern, const char *text);
// Is the row, which the checker predicts, of this group?
bool concern_has_row(enum concern concern, const char *row);

#endif
