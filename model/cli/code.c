// SPDX-License-Identifier: Apache-2.0
// Files to an image and symbols.
#include "code.h"

#include "elf_file.h"
#include "source.h"
#include "words.h"

static bool load_elf(struct code *code, const struct words *words, struct error *err) {
  bool good = true;
  for (size_t i = 0; good && i < words->elf.count; i++) {
    good = elf_load(words->elf.at[i], &code->image, err) && elf_symbols(words->elf.at[i], &code->symbols, err);
  }
  symbols_sort(&code->symbols);
  return good;
}

bool code_load(struct code *code, const struct words *words, struct error *err) {
  struct stim stim;
  *code = (struct code){0};
  if (words->elf.count) return load_elf(code, words, err);
  if (!words->source) return true;
  if (!source_open(&words->options.drive, &stim, err)) return false;
  stim_make_code(&stim);
  code->image = stim.image;
  stim.image = (struct image){0};
  stim_close(&stim);
  return true;
}

bool code_add(struct code *code, const struct words *words, struct image *image, struct error *err) {
  *code = (struct code){0};
  return load_elf(code, words, err) && image_fill(image, &code->image, err);
}

void code_free(struct code *code) {
  image_free(&code->image);
  symbols_free(&code->symbols);
}
