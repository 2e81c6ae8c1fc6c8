// SPDX-License-Identifier: Apache-2.0
// Loads files into an image, symbols and source lines.
#include "code.h"

#include "elf_file.h"
#include "error.h"
#include "protocol.h"
#include "source.h"
#include "words.h"

static bool load_elf(struct code *code, const struct words *words, struct error *err) {
  bool good = true;
  for (size_t i = 0; good && i < words->elf.count; i++) {
    good = elf_load(words->elf.at[i], &code->image, err) && debug_info_add(&code->debug, words->elf.at[i], err);
  }
  debug_info_sort(&code->debug);
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

// Adds what no register says, from the description of --unit, or from that of the core if it is a known part.
static bool describe(struct capture *capture, const struct words *words, struct error *err) {
  struct options core = {.unit = {.from = description_part_of(capture->core), .option = "unit"}};
  const struct options *from = words->options.unit.from ? &words->options : &core;
  if (from == &core && core.unit.from && !description_read(&core, err)) return false;
  if (words->options.unit.from && from->protocol != config_protocol(&capture->config))
    return error_set(err, "--unit %s: expected the description of %s, as the snapshot is of one", from->unit.from,
                     protocol_row(&capture->config)->a_unit);
  capture->config.split_at_trigger = from->config.split_at_trigger;
  if (words->options.unit.from) capture->config.return_stack_depth = from->config.return_stack_depth;
  if (words->depth >= 0) capture->config.return_stack_depth = (uint32_t)words->depth;
  return true;
}

bool code_capture(struct code *code, const struct words *words, struct capture *capture, struct error *err) {
  *code = (struct code){0};
  return capture_open(capture, words->snapshot, words->choice, err) && describe(capture, words, err) &&
         load_elf(code, words, err) && image_fill(&capture->image, &code->image, err);
}

void code_free(struct code *code) {
  image_free(&code->image);
  debug_info_free(&code->debug);
}
