// SPDX-License-Identifier: Apache-2.0
// Compiled into the copy of the model. SUPPRESSED_REACHED=FILE: the places that a run reaches are appended to it, a
// line each.
#include "suppressed.h"

#include <stdio.h>
#include <stdlib.h>

enum { SITES = 4096 };

static unsigned chosen;
static FILE *reached;
static bool seen[SITES];
bool suppressed_all;

__attribute__((constructor)) static void choose(void) {
  const char *site = getenv("SUPPRESSED"), *path = getenv("SUPPRESSED_REACHED");
  if (site) chosen = (unsigned)strtoul(site, NULL, 10);
  if (path) reached = fopen(path, "a");
}

bool suppressed(unsigned site) {
  if (reached && !seen[site]) {
    seen[site] = true;
    fprintf(reached, "%u\n", site);
    fflush(reached);
  }
  return site == chosen;
}

bool suppressed_is(unsigned site) { return site == chosen; }
