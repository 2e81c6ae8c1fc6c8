// SPDX-License-Identifier: Apache-2.0
// Compiled into the copy of the model. SILENCED_REACHED=FILE: the places that a run reaches are appended to it, a line
// each.
#include "silenced.h"

#include <stdio.h>
#include <stdlib.h>

enum { SITES = 4096 };

static unsigned chosen;
static FILE *reached;
static bool seen[SITES];
bool silenced_all;

__attribute__((constructor)) static void choose(void) {
  const char *site = getenv("SILENCED"), *path = getenv("SILENCED_REACHED");
  if (site) chosen = (unsigned)strtoul(site, NULL, 10);
  if (path) reached = fopen(path, "a");
}

bool silenced(unsigned site) {
  if (reached && !seen[site]) {
    seen[site] = true;
    fprintf(reached, "%u\n", site);
    fflush(reached);
  }
  return site == chosen;
}

bool silenced_is(unsigned site) { return site == chosen; }
