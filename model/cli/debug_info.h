// SPDX-License-Identifier: Apache-2.0
// Function names and source lines of ELF files, read with libelf and libdw.
//
// Call debug_info_add() for each file, then debug_info_sort(), and debug_info_free() last.
#ifndef DEBUG_INFO_H
#define DEBUG_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols.h"

struct error;

struct source_line {
  uint32_t address;  // address of the first instruction
  uint32_t order;    // order of the line in its file
  int number;        // 0: a sequence of lines ends at this address
  const char *file;
};

struct debug_info {
  struct symbols symbols;
  struct source_line *lines;  // sorted by address
  size_t line_count, line_room;
  struct debug_file {
    struct Elf *elf;
    struct Dwarf *dwarf;  // owns the names of the source files; NULL: the file has no lines
    int descriptor;
  } * files;
  size_t file_count;
};

// Adds the functions, the labels in code and the source lines of "FILE" or "FILE@OFFSET". False and *err set: the file
// cannot be read, or is truncated.
bool debug_info_add(struct debug_info *d, const char *text, struct error *err);
// Sorts the tables.
void debug_info_sort(struct debug_info *d);
// Sets `text` to the source line of an address, "main.c:12", or to "". `d` may be NULL.
enum { SOURCE_LINE_TEXT = 160 };
const char *debug_info_source(const struct debug_info *d, uint32_t address, char text[SOURCE_LINE_TEXT]);
void debug_info_free(struct debug_info *d);

#endif
