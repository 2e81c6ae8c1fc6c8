// SPDX-License-Identifier: Apache-2.0
// Copies tables of an ELF file into sorted arrays. libelf treats a truncated file as a file without sections, so the
// size is checked first.
#include "debug_info.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "elf_file.h"
#include "error.h"

// --- sections --------------------------------------------------------------------------------------------------------

static bool has_bytes(const struct debug_file *f, const char *path, uint64_t offset, uint64_t size, struct error *err) {
  struct stat status;
  if (fstat(f->descriptor, &status) == 0 && offset + size <= (uint64_t)status.st_size) return true;
  return error_set(err, "%s: byte %llu: truncated: the file ends inside a section of %llu bytes", path,
                   (unsigned long long)offset, (unsigned long long)size);
}

// Finds the symbol table, or the dynamic one if there is no other.
static bool find_symbols(const struct debug_file *f, const char *path, Elf_Scn **table, struct error *err) {
  GElf_Ehdr head;
  GElf_Shdr s;
  *table = NULL;
  if (!gelf_getehdr(f->elf, &head)) return error_set(err, "%s: %s", path, elf_errmsg(-1));
  if (head.e_shoff && !has_bytes(f, path, head.e_shoff, (uint64_t)head.e_shnum * head.e_shentsize, err)) return false;
  for (Elf_Scn *i = NULL; (i = elf_nextscn(f->elf, i)) != NULL;) {
    if (!gelf_getshdr(i, &s)) continue;
    if (s.sh_type != SHT_NOBITS && !has_bytes(f, path, s.sh_offset, s.sh_size, err)) return false;
    if (s.sh_type == SHT_SYMTAB || (s.sh_type == SHT_DYNSYM && !*table)) *table = i;
  }
  return true;
}

// --- symbols ---------------------------------------------------------------------------------------------------------

// Adds a function or a label in code. If its size is unknown, it extends to the end of the section.
static void add_symbol(struct symbols *symbols, const GElf_Sym *s, const char *name, const GElf_Shdr *in,
                       uint32_t offset) {
  const unsigned type = GELF_ST_TYPE(s->st_info);
  const uint32_t address = (uint32_t)(type == STT_NOTYPE ? s->st_value : s->st_value & ~1u);  // bit 0: Thumb state
  const uint32_t start = (uint32_t)in->sh_addr, size = (uint32_t)in->sh_size;
  const uint32_t left = address - start < size ? size - (address - start) : 0;
  const bool is_code = in->sh_flags & SHF_EXECINSTR && (type == STT_FUNC || type == STT_NOTYPE);
  // $a, $t and $d mark ARM code, Thumb code and data.
  if (!is_code || left == 0 || *name == '\0' || *name == '$') return;
  symbols_add(symbols, address + offset, s->st_size && s->st_size < left ? (uint32_t)s->st_size : left,
              type == STT_NOTYPE || !s->st_size, name);
}

static bool add_symbols(struct debug_info *d, Elf *elf, Elf_Scn *table, const struct elf_name *name,
                        struct error *err) {
  GElf_Shdr head, names, in;
  Elf_Data *data = elf_getdata(table, NULL);
  const bool has_names = gelf_getshdr(table, &head) && gelf_getshdr(elf_getscn(elf, head.sh_link), &names);
  if (!has_names || names.sh_type != SHT_STRTAB)
    return error_set(err, "%s: expected the names of the symbols in section %u", name->path, head.sh_link);
  GElf_Sym s;
  for (int i = 0; data && gelf_getsym(data, i, &s); i++) {
    const char *text = elf_strptr(elf, head.sh_link, s.st_name);
    if (text && gelf_getshdr(elf_getscn(elf, s.st_shndx), &in)) add_symbol(&d->symbols, &s, text, &in, name->offset);
  }
  return true;
}

// --- source lines ----------------------------------------------------------------------------------------------------

static void add_line(struct debug_info *d, struct source_line line) {
  d->lines = array_reserve(d->lines, d->line_count + 1, &d->line_room, sizeof *d->lines);
  line.order = (uint32_t)d->line_count;
  d->lines[d->line_count++] = line;
}

// Adds the lines of a unit. The lines of a function that the linker removed have address 0.
static void add_unit(struct debug_info *d, Dwarf_Die *unit, uint32_t offset) {
  Dwarf_Lines *lines;
  size_t count;
  bool is_left_out = false, begins = true;
  if (dwarf_getsrclines(unit, &lines, &count) != 0) return;
  for (size_t i = 0; i < count; i++) {
    Dwarf_Line *line = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    int number = 0;
    bool ends = false;
    if (dwarf_lineaddr(line, &address) || dwarf_lineno(line, &number) || dwarf_lineendsequence(line, &ends)) return;
    if (begins) is_left_out = address == 0;
    begins = ends;
    if (is_left_out) continue;
    add_line(d, (struct source_line){.address = (uint32_t)address + offset,
                                     .number = ends ? 0 : number,
                                     .file = dwarf_linesrc(line, NULL, NULL)});
  }
}

static void add_lines(struct debug_info *d, Dwarf *dwarf, uint32_t offset) {
  Dwarf_Off at = 0, next;
  size_t header;
  for (; dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0; at = next) {
    Dwarf_Die unit;
    if (dwarf_offdie(dwarf, at + header, &unit)) add_unit(d, &unit, offset);
  }
}

// Of several lines at one address, the last one of its file is used, if a line begins there; else a sequence ends.
static int compare(const void *a, const void *b) {
  const struct source_line *s = a, *t = b;
  if (s->address != t->address) return s->address < t->address ? -1 : 1;
  if (!s->number != !t->number) return s->number ? 1 : -1;
  return s->order < t->order ? -1 : 1;
}

// --- files -----------------------------------------------------------------------------------------------------------

static bool open_file(struct debug_info *d, const char *path, struct error *err) {
  d->files = error_memory(realloc(d->files, (d->file_count + 1) * sizeof *d->files));
  struct debug_file *f = &d->files[d->file_count];
  elf_version(EV_CURRENT);
  *f = (struct debug_file){.descriptor = open(path, O_RDONLY)};
  if (f->descriptor < 0) return error_set(err, "%s: %s", path, strerror(errno));
  d->file_count++;
  f->elf = elf_begin(f->descriptor, ELF_C_READ, NULL);
  if (!f->elf) error_set(err, "%s: %s", path, elf_errmsg(-1));
  return f->elf;
}

bool debug_info_add(struct debug_info *d, const char *text, struct error *err) {
  struct elf_name name;
  Elf_Scn *table;
  if (!elf_name(text, &name, err) || !open_file(d, name.path, err)) return false;
  struct debug_file *f = &d->files[d->file_count - 1];
  if (!find_symbols(f, name.path, &table, err) || (table && !add_symbols(d, f->elf, table, &name, err))) return false;
  f->dwarf = dwarf_begin_elf(f->elf, DWARF_C_READ, NULL);
  if (f->dwarf) add_lines(d, f->dwarf, name.offset);
  return true;
}

void debug_info_sort(struct debug_info *d) {
  symbols_sort(&d->symbols);
  if (d->line_count) qsort(d->lines, d->line_count, sizeof *d->lines, compare);
}

const char *debug_info_source(const struct debug_info *d, uint32_t address, char text[SOURCE_LINE_TEXT]) {
  size_t low = 0, high = d ? d->line_count : 0;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (d->lines[middle].address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const struct source_line *line = low ? &d->lines[low - 1] : NULL;
  text[0] = '\0';
  if (line && line->number && line->file) snprintf(text, SOURCE_LINE_TEXT, "%s:%d", line->file, line->number);
  return text;
}

void debug_info_free(struct debug_info *d) {
  for (size_t i = 0; i < d->file_count; i++) {
    dwarf_end(d->files[i].dwarf);
    elf_end(d->files[i].elf);
    close(d->files[i].descriptor);
  }
  symbols_free(&d->symbols);
  free(d->lines);
  free(d->files);
  *d = (struct debug_info){.line_count = 0};
}
