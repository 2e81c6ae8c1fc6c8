// SPDX-License-Identifier: Apache-2.0
#include "result_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "check_options.h"
#include "error.h"
#include "facts.h"

static bool write_file(const char *path, const char *head, const char *why, const char *tail, struct error *err) {
  FILE *file = path ? fopen(path, "w") : NULL;
  bool good = file && fprintf(file, "%sINCOMPLETE %s\n%s", head, why, tail) >= 0;
  if (file) good = fclose(file) == 0 && good;
  if (!good && path) error_set(err, "%s: %s", path, strerror(errno));
  return good || !path;
}

bool result_incomplete(const struct check_options *o, const char *why, struct error *err) {
  return write_file(o->result, "", why, "", err) &&
         write_file(o->facts, FACTS_HEAD "\nresult ", why, FACTS_END "\n", err);
}

void result_refused(int argc, char **argv, const struct error *why) {
  struct check_options files = {0};
  options_verdict_files(argc, argv, &files);
  (void)result_incomplete(&files, why->text, NULL);
}
