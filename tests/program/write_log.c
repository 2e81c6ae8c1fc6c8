// SPDX-License-Identifier: Apache-2.0
// write_log FLAVOUR PROGRAM.wpp ELF >LOG: a recording as the ELF file and the log of instructions out of which
// `waypoint record` must make it again, byte for byte. Flavours: those that the readers know (model/capture/tarmac.c).
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "image.h"
#include "program.h"
#include "step.h"

static void put(FILE *file, const void *bytes, size_t count) {
  if (fwrite(bytes, 1, count, file) != count) exit(2);
}

// Program headers and segments, nothing else.
static void write_elf(const char *path, const struct image *image) {
  FILE *file = fopen(path, "wb");
  if (!file) exit(2);
  Elf32_Ehdr head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                     .e_type = ET_EXEC,
                     .e_machine = EM_ARM,
                     .e_version = EV_CURRENT,
                     .e_phoff = sizeof head,
                     .e_ehsize = sizeof head,
                     .e_phentsize = sizeof(Elf32_Phdr),
                     .e_phnum = (Elf32_Half)image->count};
  uint32_t offset = (uint32_t)(sizeof head + image->count * sizeof(Elf32_Phdr));
  put(file, &head, sizeof head);
  for (size_t i = 0; i < image->count; i++) {
    const struct segment *s = &image->at[i];
    const Elf32_Phdr p = {.p_type = PT_LOAD,
                          .p_offset = offset,
                          .p_vaddr = s->address,
                          .p_filesz = s->length,
                          .p_memsz = s->length,
                          .p_flags = PF_R | PF_X};
    put(file, &p, sizeof p);
    offset += s->length;
  }
  for (size_t i = 0; i < image->count; i++) put(file, image->at[i].bytes, image->at[i].length);
  if (fclose(file) != 0) exit(2);
}

enum { DATA_ABORT = 12, SMC = 2, SVC = 10, NAME = 16 };

// A recording's own name.
static const char *name_in(const char *path) {
  static char head[8 + NAME + 1];
  FILE *file = fopen(path, "rb");
  if (!file || fread(head, 1, 8 + NAME, file) != 8 + NAME) exit(2);
  fclose(file);
  return head + 8;
}

enum flavour { FAST_MODELS, CYCLE_MODELS, RTL, TEXT };

static const char *const flavours[] = {"fast-models", "cycle-models", "rtl", "text"};

static bool is_compare_and_branch(const struct step *s) { return s->thumb && (s->opcode & 0xFFFFF500) == 0xB100; }

static void write_instruction(enum flavour flavour, size_t time, const struct step *s) {
  const char *mode = s->ns ? "svc_ns" : "svc_s", *state = s->thumb ? "T" : "A";
  const bool passed = s->passed || is_compare_and_branch(s);
  const int digits = 2 * s->size;
  switch (flavour) {
    case FAST_MODELS:
      printf("%zu clk %s (%zu) %08x:0000%08x_NS %0*x %s %s : text (0)\n", time, passed ? "IT" : "IS", time, s->address,
             s->address, digits, s->opcode, state, mode);
      printf("%zu clk R r0 00000000\n%zu clk MR4 %08x:0000%08x 0\n", time, time, s->address, s->address);
      break;
    case CYCLE_MODELS:
      printf("%11zu tic ES  (%08x:%0*x) %s %s:  %s text\n", time, s->address, digits, s->opcode, state, mode,
             passed ? "" : "CCFAIL");
      printf("                    R R0 (USR) 00000000\n                    BR (00000000) A\n");
      break;
    case RTL:
      printf("%zuns cpu0 %s (%08x) %0*x %s %s : text\n", time, passed ? "IF" : "IS", s->address, digits, s->opcode,
             state, mode);
      break;
    default:
      printf("0x%X %s %s%s\n", s->address, s->thumb ? "thumb" : "arm", s->passed ? "E" : "N", s->ns ? " ns" : "");
      break;
  }
}

// As Fast Models do: the instruction that an abort ended is there.
static void write_exception(enum flavour flavour, size_t time, const struct image *image, const struct step *s) {
  static const struct {
    const char *event;
    uint8_t vector, ahead;
  } of[16] = {[2] = {"SMC", 8, 0},
              [8] = {"Reset", 0, 0},
              [9] = {"UndefinedInstr", 4, 0},
              [10] = {"SWI", 8, 0},
              [11] = {"PrefetchAbort", 12, 4},
              [12] = {"DataAbort", 16, 8},
              [14] = {"IRQ", 24, 4},
              [15] = {"FIQ", 28, 4}};
  const unsigned n = s->exception;
  struct step aborted = {.address = s->resume, .thumb = s->resume_thumb, .ns = s->resume_ns, .passed = true};
  if (n == DATA_ABORT && flavour != TEXT && program_fetch(image, &aborted)) write_instruction(flavour, time, &aborted);
  switch (flavour) {
    case FAST_MODELS:
    case RTL:
      printf("%zu clk %sE 00000000:000000000000 %08x CoreEvent_%s\n", time, flavour == RTL ? "cpu0 " : "", n,
             of[n].event);
      printf("%zu clk R cpsr 00000000\n", time);
      printf("%zu clk R r14_x %08x\n", time, s->resume + of[n].ahead);
      printf("%zu clk R spsr_x %08x\n", time, s->resume_thumb ? 0x20 : 0);
      break;
    case CYCLE_MODELS:
      printf("%11zu tic ES  EXC [0x%02X] %s\n", time, of[n].vector, of[n].event);
      printf("                    R LR_X %08x\n", s->resume + of[n].ahead);
      printf("                    R SPSR_X %08x\n", s->resume_thumb ? 0x20 : 0);
      break;
    default:
      printf("exception %u 0x%X %s%s resume 0x%X %s%s\n", n, s->address, s->thumb ? "thumb" : "arm", s->ns ? " ns" : "",
             s->resume, s->resume_thumb ? "thumb" : "arm", s->resume_ns ? " ns" : "");
      break;
  }
}

int main(int argc, char **argv) {
  struct image image = {0};
  struct step_list steps = {0};
  struct error err;
  unsigned flavour = 0;
  while (argc == 5 && flavour <= TEXT && strcmp(argv[1], flavours[flavour]) != 0) flavour++;
  if (argc != 5 || flavour > TEXT) {
    fputs("usage: write_log fast-models|cycle-models|rtl|text PROGRAM.wpp ELF SAME.wpp >LOG\n", stderr);
    return 2;
  }
  if (!program_load(argv[2], &image, &steps, &err)) {
    fprintf(stderr, "write_log: %s\n", err.text);
    return 2;
  }
  write_elf(argv[3], &image);
  for (size_t i = 0; i < steps.count && flavour != TEXT; i++) {
    if (steps.at[i].kind == STEP_EXCEPTION && steps.at[i].exception == SMC) steps.at[i].exception = SVC;
  }
  if (!program_save(argv[4], name_in(argv[2]), &image, &steps, &err)) {
    fprintf(stderr, "write_log: %s\n", err.text);
    return 2;
  }
  if (flavour == FAST_MODELS) printf("0 clk R cpsr 000001d3\n0 clk SIGNAL: SIGNAL=Reset STATE=N\n");
  if (flavour == FAST_MODELS) printf("0 clk E 00000000:000000000000 00000001 CoreEvent_Reset\n");
  if (flavour == CYCLE_MODELS) printf("Tarmac Text Rev 3t\n   0 tic ES  EXC [0x00] Reset\n");
  for (size_t i = 0; i < steps.count; i++) {
    const struct step *s = &steps.at[i];
    if (s->kind == STEP_INSTRUCTION) {
      write_instruction(flavour, i, s);
    } else {
      write_exception(flavour, i, &image, s);
    }
  }
  image_free(&image);
  step_list_free(&steps);
  return 0;
}
