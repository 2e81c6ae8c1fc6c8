// SPDX-License-Identifier: Apache-2.0
// What the simulator's main needs of the DPI side: it reads the command line before the simulation, and closes the
// session behind it.
#ifndef WAYPOINT_DPI_H
#define WAYPOINT_DPI_H

struct options;
struct session;

void waypoint_dpi_options(const struct options *options);  // before the simulation; kept by reference
struct session *waypoint_dpi_session(void);                // after it; NULL if it could not be opened

#endif
