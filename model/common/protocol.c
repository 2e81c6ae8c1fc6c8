// SPDX-License-Identifier: Apache-2.0
// The table of the protocols.
#include "protocol.h"

const struct protocol_row protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.option = "pft",
                      .name = "PFT",
                      .family = "PFTv1",
                      .unit = "ptm",
                      .a_unit = "a PTM",
                      .items = "waypoints",
                      .items_compared = "waypoints_compared",
                      .major = 3,
                      .config = &config_default_pft},
    [PROTOCOL_ETM3] = {.option = "etm3",
                       .name = "ETMv3",
                       .family = "ETMv3",
                       .unit = "etm",
                       .a_unit = "an ETM",
                       .items = "steps",
                       .items_compared = "steps_compared",
                       .major = 2,
                       .config = &config_default_etm3},
};
