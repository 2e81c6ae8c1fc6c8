// SPDX-License-Identifier: Apache-2.0
// The items of the Cortex-A9's port, which are the committed waypoints (wpt_port.h).
#ifndef COMMITS_H
#define COMMITS_H

struct cycle;
struct observer;

// In each clock. The port delivers a committed waypoint, which becomes an item, and the rules judge the port.
void commits_clock(struct observer *o, struct cycle *c);
// A stream ends. Evaluates the samples of all items. The port delivers all committed waypoints at once, because the DUT
// may have traced them.
void commits_deliver_rest(struct observer *o);

#endif
