// SPDX-License-Identifier: Apache-2.0
// The declarations of a wave: which of its signals are pins.
#ifndef WAVE_DECLARE_H
#define WAVE_DECLARE_H

#include "wave.h"

// Reads up to $enddefinitions.
bool wave_declarations(struct wave *wave, struct error *err);
// Then: every pin that is needed is there, and fits.
bool wave_settle(struct wave *wave, struct error *err);

// The signal with this code; NULL: no $var declares it.
const struct wave_code *wave_signal(const struct wave *wave, const char *code);

#endif
