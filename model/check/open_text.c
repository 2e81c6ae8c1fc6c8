// SPDX-License-Identifier: Apache-2.0
// Opens a checker whose options are a text.
#include "checker_private.h"
#include "error.h"
#include "result_file.h"

struct checker *checker_open_text(const char *text, uint32_t atb_bits, bool etm, struct error *err) {
  struct check_options options;
  struct option_words words = {0};
  struct checker *c = NULL;
  if (options_of_words(&options, &words, text, etm, err)) {
    options.config.atb_bits = atb_bits;
    c = checker_open(&options, err);
  } else {
    (void)result_incomplete(&options, err->text, NULL);
  }
  if (c) c->words = words;
  if (!c) option_words_free(&words);
  return c;
}
