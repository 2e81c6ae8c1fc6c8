// SPDX-License-Identifier: Apache-2.0
// Converts the program headers of a 32-bit ELF file to segments.
#include "elf_file.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "image.h"

enum { HEADERS_MOST = 4096 };  // more program headers than any program has

static bool read_at(FILE *file, uint32_t offset, void *to, size_t size) {
  return fseek(file, (long)offset, SEEK_SET) == 0 && fread(to, 1, size, file) == size;
}

// The difference of the file from a 32-bit little-endian ELF file for Arm. NULL: it is one.
static const char *other_kind(const Elf32_Ehdr *head) {
  if (memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return "none";
  if (head->e_ident[EI_CLASS] != ELFCLASS32) return "one of 64 bits";
  if (head->e_ident[EI_DATA] != ELFDATA2LSB)
    return "a big-endian one, whose instructions would be read in the wrong byte order";
  if (head->e_machine != EM_ARM) return "one for another machine";
  return head->e_phentsize == sizeof(Elf32_Phdr) ? NULL : "program headers of another size";
}

static uint64_t size_of(FILE *file) {
  const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
  return size > 0 ? (uint64_t)size : 0;
}

// A segment of the image begins at a multiple of 4. The size of the file is checked before memory is allocated, because
// a damaged file may have any length in its header.
static bool add_segment(FILE *file, const char *path, uint32_t offset, const Elf32_Phdr *p, struct image *image,
                        struct error *err) {
  const uint32_t at = p->p_vaddr + offset, before = at & 3, length = before + p->p_filesz;
  if (length < before || at - before + (uint64_t)length > (uint64_t)1 << 32)
    return error_set(err, "%s: expected segments below 2^32, found 0x%X bytes at 0x%08X", path, p->p_filesz, at);
  struct error why;
  const bool there = (uint64_t)p->p_offset + p->p_filesz <= size_of(file);
  uint8_t *bytes = there ? image_add(image, at - before, length, &why) : NULL;
  if (there && !bytes) return error_set(err, "%s: %s", path, why.text);
  if (there && read_at(file, p->p_offset, bytes + before, p->p_filesz)) return true;
  return error_set(err, "%s: byte %u: truncated: the file ends inside a segment of %u bytes", path, p->p_offset,
                   p->p_filesz);
}

static bool add_segments(FILE *file, const char *path, uint32_t added, const Elf32_Ehdr *head, struct image *image,
                         struct error *err) {
  if (head->e_phnum > HEADERS_MOST)
    return error_set(err, "%s: expected at most %d program headers, found %u", path, HEADERS_MOST, head->e_phnum);
  for (unsigned i = 0; i < head->e_phnum; i++) {
    const uint32_t offset = head->e_phoff + i * (uint32_t)sizeof(Elf32_Phdr);
    Elf32_Phdr p;
    if (!read_at(file, offset, &p, sizeof p))
      return error_set(err, "%s: byte %u: truncated: the file ends before a program header", path, offset);
    if (p.p_type == PT_LOAD && p.p_filesz > 0 && !add_segment(file, path, added, &p, image, err)) return false;
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
  const char *found = read_at(file, 0, head, sizeof *head) ? other_kind(head) : "none";
  if (!found) return file;
  error_set(err, "%s: expected a 32-bit little-endian ELF file for Arm, found %s", path, found);
  fclose(file);
  return NULL;
}

bool elf_name(const char *text, struct elf_name *name, struct error *err) {
  const char *at = strrchr(text, '@');
  char *end = NULL;
  *name = (struct elf_name){.offset = 0};
  const unsigned long long offset = at && strchr("0123456789", at[1]) ? strtoull(at + 1, &end, 0) : 0;
  const bool has_offset = end && end != at + 1 && *end == '\0';
  const int length = has_offset ? (int)(at - text) : (int)strlen(text);
  if (has_offset && offset > UINT32_MAX) return error_set(err, "%s: expected an offset below 2^32", text);
  name->offset = (uint32_t)offset;
  if (snprintf(name->path, sizeof name->path, "%.*s", length, text) < (int)sizeof name->path) return true;
  return error_set(err, "%s: %s", text, strerror(ENAMETOOLONG));
}

bool elf_load(const char *text, struct image *image, struct error *err) {
  struct elf_name name;
  Elf32_Ehdr head;
  FILE *file = elf_name(text, &name, err) ? open_elf(name.path, &head, err) : NULL;
  const bool good = file && add_segments(file, name.path, name.offset, &head, image, err);
  if (file) fclose(file);
  return good;
}
