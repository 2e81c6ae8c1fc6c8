// SPDX-License-Identifier: Apache-2.0
// ELF headers, 32-bit, to segments.
#include "elf_file.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "image.h"

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
  error_set(err, "%s: byte %u: expected %u bytes of a segment, the file ends", path, p->p_offset, p->p_filesz);
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
      error_set(err, "%s: byte %u: expected a program header, the file ends", path, offset);
      return false;
    }
    if (p.p_type == PT_LOAD && p.p_filesz > 0 && !add_segment(file, path, &p, image, err)) return false;
  }
  if (image->count == 0) error_set(err, "%s: expected a segment to load", path);
  return image->count > 0;
}

bool elf_load(const char *path, struct image *image, struct error *err) {
  FILE *file = fopen(path, "rb");
  Elf32_Ehdr head;
  bool good = false;
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  if (!read_at(file, 0, &head, sizeof head) || !is_arm(&head)) {
    error_set(err, "%s: expected an ELF file of 32 bits, little-endian, for Arm", path);
  } else {
    good = add_segments(file, path, &head, image, err);
  }
  fclose(file);
  return good;
}
