// SPDX-License-Identifier: Apache-2.0
// ETMv3: the correct form of a wrong packet (struct scoreboard_protocol).
#ifndef ETM3_CORRECT_H
#define ETM3_CORRECT_H

#include "scoreboard_protocol.h"

bool etm3_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
bool etm3_correct_sync(const struct scoreboard *s, size_t i, struct packet *p);

#endif
