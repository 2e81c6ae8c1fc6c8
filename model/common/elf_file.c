// SPDX-License-Identifier: Apache-2.0
// ELF headers, 32-bit, to segments; the symbol table to names.
#include "elf_file.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "image.h"
#include "symbols.h"

enum { HEADERS_MOST = 4096 };  // far above any program

static bool read_at(FILE *file, uint32_t offset, void *to, size_t size) {
  return fseek(file, (long)offset, SEEK_SET) == 0 && fread(to, 1, size, file) == size;
}

static bool is_arm(const Elf32_Ehdr *head) {
  return memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 && head->e_ident[EI_CLASS] == ELFCLASS32 &&
         head->e_ident[EI_DATA] == ELFDATA2LSB && head->e_machine == EM_ARM && head->e_phentsize == sizeof(Elf32_Phdr);
}

static uint64_t size_of(FILE *file) {
  const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
  return size > 0 ? (uint64_t)size : 0;
}

// A segment of the image begins at a word. That its bytes are there is known before there is room for them.
static bool add_segment(FILE *file, const char *path, const Elf32_Phdr *p, struct image *image, struct error *err) {
  const uint32_t before = p->p_vaddr & 3, length = before + p->p_filesz;
  if (length < before || p->p_vaddr - before + (uint64_t)length > (uint64_t)1 << 32) {
    error_set(err, "%s: expected segments below 2^32, found 0x%X bytes at 0x%08X", path, p->p_filesz, p->p_vaddr);
    return false;
  }
  struct error why;
  const bool there = (uint64_t)p->p_offset + p->p_filesz <= size_of(file);
  uint8_t *bytes = there ? image_add(image, p->p_vaddr - before, length, &why) : NULL;
  if (there && !bytes) {
    error_set(err, "%s: %s", path, why.text);
    return false;
  }
  if (there && read_at(file, p->p_offset, bytes + before, p->p_filesz)) return true;
  error_set(err, "%s: byte %u: truncated: the file ends inside a segment of %u bytes", path, p->p_offset, p->p_filesz);
  return false;
}

static bool add_segments(FILE *file, const char *path, const Elf32_Ehdr *head, struct image *image, struct error *err) {
  if (head->e_phnum > HEADERS_MOST) {
    error_set(err, "%s: expected at most %d program headers, found %u", path, HEADERS_MOST, head->e_phnum);
    return false;
  }
  for (unsigned i = 0; i < head->e_phnum; i++) {
    const uint32_t offset = head->e_phoff + i * (uint32_t)sizeof(Elf32_Phdr);
    Elf32_Phdr p;
    if (!read_at(file, offset, &p, sizeof p)) {
      error_set(err, "%s: byte %u: truncated: the file ends before a program header", path, offset);
      return false;
    }
    if (p.p_type == PT_LOAD && p.p_filesz > 0 && !add_segment(file, path, &p, image, err)) return false;
  }
  if (image->count == 0) error_set(err, "%s: expected at least one loadable segment, found none", path);
  return image->count > 0;
}

// Opens the file and reads its header; NULL and *err set otherwise.
static FILE *open_elf(const char *path, Elf32_Ehdr *head, struct error *err) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return NULL;
  }
  if (read_at(file, 0, head, sizeof *head) && is_arm(head)) return file;
  error_set(err, "%s: expected a 32-bit little-endian ELF file for Arm", path);
  fclose(file);
  return NULL;
}

bool elf_load(const char *path, struct image *image, struct error *err) {
  Elf32_Ehdr head;
  FILE *file = open_elf(path, &head, err);
  const bool good = file && add_segments(file, path, &head, image, err);
  if (file) fclose(file);
  return good;
}

// --- symbols ---------------------------------------------------------------------------------------------------------

// The bytes of a section and a 0 behind them; NULL and *err set if the file has not so many.
static void *read_section(FILE *file, const char *path, const Elf32_Shdr *s, struct error *err) {
  const bool there = (uint64_t)s->sh_offset + s->sh_size <= size_of(file);
  char *bytes = there ? error_memory(calloc(1, (size_t)s->sh_size + 1)) : NULL;
  if (bytes && read_at(file, s->sh_offset, bytes, s->sh_size)) return bytes;
  error_set(err, "%s: byte %u: truncated: the file ends inside a section of %u bytes", path, s->sh_offset, s->sh_size);
  free(bytes);
  return NULL;
}

// A function, or a label in code. Where the size is not known it goes to the end of the section.
static void add_symbol(struct symbols *symbols, const Elf32_Sym *s, const char *name, const Elf32_Shdr *in) {
  const unsigned type = ELF32_ST_TYPE(s->st_info);
  const uint32_t address = type == STT_NOTYPE ? s->st_value : s->st_value & ~1u;  // bit 0: Thumb
  const uint32_t left = address - in->sh_addr < in->sh_size ? in->sh_size - (address - in->sh_addr) : 0;
  const bool code = in->sh_flags & SHF_EXECINSTR && (type == STT_FUNC || type == STT_NOTYPE);
  // $a, $t and $d say what the bytes are.
  if (!code || left == 0 || *name == '\0' || *name == '$') return;
  symbols_add(symbols, address, s->st_size && s->st_size < left ? s->st_size : left, type == STT_NOTYPE || !s->st_size,
              name);
}

static bool add_symbols(FILE *file, const char *path, const Elf32_Shdr *section, unsigned count,
                        const Elf32_Shdr *table, struct symbols *symbols, struct error *err) {
  if (table->sh_link >= count || section[table->sh_link].sh_type != SHT_STRTAB) {
    error_set(err, "%s: expected the names of the symbols in section %u", path, table->sh_link);
    return false;
  }
  const Elf32_Shdr *names = &section[table->sh_link];
  Elf32_Sym *symbol = read_section(file, path, table, err);
  char *name = symbol ? read_section(file, path, names, err) : NULL;
  for (size_t i = 0; name && i < table->sh_size / sizeof *symbol; i++) {
    const Elf32_Sym *s = &symbol[i];
    if (s->st_shndx < count && s->st_name < names->sh_size)
      add_symbol(symbols, s, name + s->st_name, &section[s->st_shndx]);
  }
  free(symbol);
  free(name);
  return name;
}

bool elf_symbols(const char *path, struct symbols *symbols, struct error *err) {
  Elf32_Ehdr head;
  FILE *file = open_elf(path, &head, err);
  if (!file) return false;
  const Elf32_Shdr all = {.sh_offset = head.e_shoff, .sh_size = head.e_shnum * (uint32_t)sizeof(Elf32_Shdr)};
  const bool some = head.e_shoff && head.e_shentsize == sizeof(Elf32_Shdr);
  Elf32_Shdr *section = some ? read_section(file, path, &all, err) : NULL, *table = NULL;
  for (unsigned i = 0; section && i < head.e_shnum; i++) {
    const unsigned type = section[i].sh_type;
    if (type == SHT_SYMTAB || (type == SHT_DYNSYM && !table)) table = &section[i];
  }
  const bool good = table ? add_symbols(file, path, section, head.e_shnum, table, symbols, err) : !some || section;
  free(section);
  fclose(file);
  return good;
}
