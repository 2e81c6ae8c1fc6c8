// SPDX-License-Identifier: Apache-2.0
// PFT: the correct form of a wrong packet (struct scoreboard_protocol).
#ifndef PFT_CORRECT_H
#define PFT_CORRECT_H

#include "scoreboard_protocol.h"

bool pft_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
bool pft_correct_sync(const struct scoreboard *s, size_t i, struct packet *p);

#endif
