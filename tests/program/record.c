// SPDX-License-Identifier: Apache-2.0
// record ELF OUT NAME [SECONDS END]: turns QEMU's log (standard input) of one run of a program into a recording.
// record ELF: what QEMU loads of it, a line "FIRST LAST" in hex for each segment.
//
// The log is that of `qemu-system-arm -singlestep -d exec,int,cpu,nochain`. Each instruction has a line "Trace ..."
// with its address, and then the registers before it. Each exception has a line "Taking exception ..." between them.
// The stream begins with the first instruction and ends with the one at _exit, so it does not depend on when QEMU
// stops.
// Without such a symbol it ends where the log does, unless that is at END, SECONDS after it began: then QEMU was ended
// by force. A program that reaches _fail, if it has that, is refused. Whether a condition passed comes from the flags,
// the opcode and the IT state; where execution stood when an exception was taken, from LR in its handler. Where
// execution went must agree with both. On any contradiction: one line, exit 2 and nothing written.
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "image.h"
#include "program.h"
#include "step.h"

// --- the ELF file ---

enum { NOWHERE = UINT32_MAX };

struct elf {
  Elf *file;
  struct image image;   // the executable segments
  uint32_t exit, fail;  // NOWHERE: there is none
};

static bool elf_segments(Elf *e, struct image *image, struct error *err) {
  size_t count, size;
  char *file = elf_rawfile(e, &size);
  if (!file || elf_getphdrnum(e, &count) != 0) return false;
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr p;
    if (!gelf_getphdr(e, (int)i, &p) || p.p_offset > size || p.p_filesz > size - p.p_offset) return false;
    if (p.p_type != PT_LOAD || !(p.p_flags & PF_X) || p.p_filesz == 0) continue;
    uint8_t *bytes = image_add(image, (uint32_t)p.p_vaddr, (uint32_t)p.p_filesz, err);
    if (!bytes) return false;
    memcpy(bytes, file + p.p_offset, p.p_filesz);
  }
  return image->count > 0;
}

// What is not for Arm, by name; others by the number that the file has.
static const char *machine_name(unsigned machine) {
  switch (machine) {
    case EM_386:
      return "x86";
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    default:
      return NULL;
  }
}

static uint32_t uleb(const uint8_t **at, const uint8_t *end) {
  uint32_t value = 0;
  for (int shift = 0; *at < end; shift += 7) {
    const uint8_t byte = *(*at)++;
    if (shift < 32) value |= (uint32_t)(byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

// Tag_CPU_arch_profile: 'A', 'R', 'M', 'S', or 0 (ARM IHI 0045, 2.5 and 3.3). The data are 'A', a length, "aeabi", 1, a
// length, and tags with a value. The value of tags 4, 5 and odd ones above 32 is a text, of others a number.
static char profile_of(const Elf_Data *data) {
  enum { PREFIX = 1 + 4 + sizeof "aeabi" + 1 + 4, TAG_RAW_NAME = 4, TAG_NAME, TAG_PROFILE = 7, TAG_COMPATIBLE = 32 };
  const uint8_t *at = data->d_buf, *end = at + data->d_size;
  if (data->d_size < PREFIX || memcmp(at + 5, "aeabi", sizeof "aeabi") != 0) return 0;
  for (at += PREFIX; at < end;) {
    const uint32_t tag = uleb(&at, end);
    const bool named = tag == TAG_RAW_NAME || tag == TAG_NAME || (tag > TAG_COMPATIBLE && tag & 1);
    const uint32_t value = named ? 0 : uleb(&at, end);
    if (tag == TAG_PROFILE) return (char)value;
    if (named || tag == TAG_COMPATIBLE) at += strnlen((const char *)at, (size_t)(end - at)) + 1;
  }
  return 0;
}

static char elf_profile(Elf *e) {
  GElf_Shdr header;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(e, section)) != NULL;) {
    Elf_Data *data = elf_getdata(section, NULL);
    if (data && data->d_buf && gelf_getshdr(section, &header) && header.sh_type == SHT_ARM_ATTRIBUTES) {
      return profile_of(data);
    }
  }
  return 0;
}

// Could QEMU's machine run it?
static bool elf_is_arm(Elf *e, const char *path, struct error *err) {
  GElf_Ehdr head;
  const bool good = elf_kind(e) == ELF_K_ELF && gelf_getehdr(e, &head);
  const char *name = good ? machine_name(head.e_machine) : NULL;
  if (!good) {
    error_set(err, "%s: expected an ELF file", path);
  } else if (name) {
    error_set(err, "%s: expected a program for Arm, 32 bits, found one for %s", path, name);
  } else if (head.e_machine != EM_ARM) {
    error_set(err, "%s: expected a program for Arm, 32 bits, found one for machine %u of ELF", path, head.e_machine);
  } else if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_ident[EI_DATA] != ELFDATA2LSB) {
    error_set(err, "%s: expected a program of 32 bits, little-endian, found one that is not", path);
  } else if (head.e_type != ET_EXEC) {
    error_set(err, "%s: expected a linked program (type EXEC of ELF), found type %u", path, head.e_type);
  } else if (elf_profile(e) == 'M') {
    error_set(err, "%s: expected a program of the A or R profile, found one of the M profile", path);
  } else {
    return true;
  }
  return false;
}

static void print_loaded(Elf *e) {
  size_t count = 0;
  GElf_Phdr p;
  elf_getphdrnum(e, &count);
  for (size_t i = 0; i < count; i++) {
    if (gelf_getphdr(e, (int)i, &p) && p.p_type == PT_LOAD && p.p_memsz > 0) {
      printf("0x%08llX 0x%08llX\n", (unsigned long long)p.p_paddr, (unsigned long long)(p.p_paddr + p.p_memsz - 1));
    }
  }
}

// The highest address of a symbol in one symbol table that is not above `limit`.
static bool symbol_find(Elf *e, Elf_Scn *section, const char *name, uint32_t limit, uint32_t *address) {
  GElf_Shdr header;
  Elf_Data *data = elf_getdata(section, NULL);
  if (!data || !gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB) return false;
  bool found = false;
  GElf_Sym symbol;
  for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
    const char *text = elf_strptr(e, header.sh_link, symbol.st_name);
    if (!text || strcmp(text, name) != 0 || symbol.st_value > limit) continue;
    if (!found || symbol.st_value > *address) *address = (uint32_t)symbol.st_value;
    found = true;
  }
  return found;
}

static bool elf_symbol(Elf *e, const char *name, uint32_t limit, uint32_t *address) {
  for (Elf_Scn *section = NULL; (section = elf_nextscn(e, section)) != NULL;) {
    if (symbol_find(e, section, name, limit, address)) return true;
  }
  return false;
}

// Is the code there Thumb? The mapping symbols tell (ARM IHI 0044, 5.5.5).
static bool elf_thumb(Elf *e, uint32_t address) {
  uint32_t arm = 0, thumb = 0;
  return elf_symbol(e, "$t", address, &thumb) && (!elf_symbol(e, "$a", address, &arm) || thumb > arm);
}

static bool elf_read(const char *path, struct elf *elf, struct error *err) {
  int fd = open(path, O_RDONLY);
  if (fd < 0) {
    error_set(err, "%s: cannot open: %s", path, strerror(errno));
    return false;
  }
  elf->exit = elf->fail = NOWHERE;
  elf_version(EV_CURRENT);
  Elf *e = elf->file = elf_begin(fd, ELF_C_READ, NULL);
  bool ok = elf_is_arm(e, path, err);
  if (ok) error_set(err, "%s: expected an ELF file with executable segments", path);
  ok = ok && elf_cntl(e, ELF_C_FDREAD) == 0 && elf_segments(e, &elf->image, err);
  // Of a Thumb function bit 0 is set.
  if (ok && elf_symbol(e, "_exit", UINT32_MAX, &elf->exit)) elf->exit &= ~1u;
  if (ok && elf_symbol(e, "_fail", UINT32_MAX, &elf->fail)) elf->fail &= ~1u;
  close(fd);
  return ok;
}

static void elf_free(struct elf *elf) {
  elf_end(elf->file);
  image_free(&elf->image);
}

// --- what one instruction does to the flow (DDI 0406C, A5 to A8) ---

enum flow {
  FLOW_NEXT,      // goes on to the next instruction
  FLOW_DIRECT,    // goes to `target` if its condition passes
  FLOW_ZERO,      // CBZ, CBNZ: to `target` or on
  FLOW_INDIRECT,  // goes anywhere if its condition passes
};

struct effect {
  enum flow flow;
  uint32_t target;
  bool target_thumb;
};

static uint32_t sign_extend(uint32_t value, int bits) {
  uint32_t sign = 1u << (bits - 1);
  return (value ^ sign) - sign;
}

struct pattern {
  uint32_t mask, value;
};

static bool any_match(const struct pattern *patterns, size_t count, uint32_t opcode) {
  for (size_t i = 0; i < count; i++) {
    if ((opcode & patterns[i].mask) == patterns[i].value) return true;
  }
  return false;
}

#define MATCHES(table, opcode) any_match(table, sizeof table / sizeof table[0], opcode)

// What gcc uses to return, to call through a pointer and to jump through a table, and what returns from an exception.
// Another one is refused, not missed: it would leave the sequence as an ordinary instruction.
static const struct pattern arm_indirect[] = {
    {0x0FFFFFD0, 0x012FFF10},  // BX, BLX
    {0x0E108000, 0x08108000},  // LDM with pc
    {0x0E50F000, 0x0410F000},  // LDR pc, immediate
    {0x0E50F010, 0x0610F000},  // LDR pc, register
    {0x0FEFF010, 0x01A0F000},  // MOV, MOVS pc
    {0x0FE0F010, 0x0080F000},  // ADD pc
    {0x0FFFF000, 0x025EF000},  // SUBS pc, lr, immediate
};

static const struct pattern thumb_indirect[] = {
    {0xFFFFFF07, 0x00004700},  // BX, BLX
    {0xFFFFFF00, 0x0000BD00},  // POP with pc
    {0xFFFFFD87, 0x00004487},  // ADD pc, MOV pc
    {0xFE508000, 0xE8108000},  // LDM with pc, RFE
    {0xFFFFFF00, 0xF3DE8F00},  // SUBS pc, lr
    {0xFF70F000, 0xF850F000},  // LDR pc
    {0xFFF0FFE0, 0xE8D0F000},  // TBB, TBH
};

static struct effect effect_arm(uint32_t address, uint32_t opcode) {
  uint32_t target = address + 8 + (sign_extend(opcode & 0xFFFFFF, 24) << 2);
  if (opcode >> 25 == 0x7D) {  // BLX: H is bit 1 of the offset
    return (struct effect){FLOW_DIRECT, target + (opcode >> 23 & 2), true};
  }
  if ((opcode & 0xFE500000) == 0xF8100000) return (struct effect){.flow = FLOW_INDIRECT};  // RFE
  if (opcode >> 28 == 0xF) return (struct effect){.flow = FLOW_NEXT};
  if ((opcode & 0x0E000000) == 0x0A000000) return (struct effect){FLOW_DIRECT, target, false};
  return (struct effect){.flow = MATCHES(arm_indirect, opcode) ? FLOW_INDIRECT : FLOW_NEXT};
}

// Bits 31:28 of a 32-bit branch are 1111; I1 and I2 are coded as J1 ^ ~S and J2 ^ ~S.
static uint32_t thumb_long_offset(uint32_t opcode) {
  uint32_t s = opcode >> 26 & 1, i1 = ~(opcode >> 13 ^ s) & 1, i2 = ~(opcode >> 11 ^ s) & 1;
  return sign_extend(s << 24 | i1 << 23 | i2 << 22 | (opcode >> 16 & 0x3FF) << 12 | (opcode & 0x7FF) << 1, 25);
}

static struct effect effect_thumb(uint32_t address, uint32_t opcode) {
  uint32_t pc = address + 4;
  if ((opcode & 0xFFFFF000) == 0xD000 && (opcode & 0xE00) != 0xE00) {
    return (struct effect){FLOW_DIRECT, pc + sign_extend((opcode & 0xFF) << 1, 9), true};
  }
  if ((opcode & 0xFFFFF800) == 0xE000) {
    return (struct effect){FLOW_DIRECT, pc + sign_extend((opcode & 0x7FF) << 1, 12), true};
  }
  if ((opcode & 0xFFFFF500) == 0xB100) {
    return (struct effect){FLOW_ZERO, pc + ((opcode & 0x200) >> 3 | (opcode & 0xF8) >> 2), true};
  }
  if ((opcode & 0xF8009000) == 0xF0009000) return (struct effect){FLOW_DIRECT, pc + thumb_long_offset(opcode), true};
  if ((opcode & 0xF800D001) == 0xF000C000) {
    return (struct effect){FLOW_DIRECT, (pc & ~3u) + thumb_long_offset(opcode), false};
  }
  if ((opcode & 0xF800D000) == 0xF0008000 && (opcode & 0x03800000) != 0x03800000) {
    uint32_t s = opcode >> 26 & 1, j1 = opcode >> 13 & 1, j2 = opcode >> 11 & 1;
    uint32_t offset = s << 20 | j2 << 19 | j1 << 18 | (opcode >> 16 & 0x3F) << 12 | (opcode & 0x7FF) << 1;
    return (struct effect){FLOW_DIRECT, pc + sign_extend(offset, 21), true};
  }
  return (struct effect){.flow = MATCHES(thumb_indirect, opcode) ? FLOW_INDIRECT : FLOW_NEXT};
}

// --- conditions ---

// An address of execution, and its state.
struct place {
  uint32_t address;
  bool thumb, ns;
};

static bool same_place(const struct place *a, const struct place *b) {
  return a->address == b->address && a->thumb == b->thumb && a->ns == b->ns;
}

// An instruction of the log that has not been settled yet: the next line may take it back.
struct logged {
  struct place place;
  uint32_t psr, lr;  // before it
  bool scr_ns;       // the world that runs, or that called the monitor
};

// ITSTATE: CPSR[15:10] holds its bits 7:2, CPSR[26:25] its bits 1:0. Bits 7:4 are the condition inside a block.
static uint32_t it_state(uint32_t psr) { return (psr >> 8 & 0xFC) | (psr >> 25 & 3); }

static uint32_t condition_of(const struct step *s, uint32_t psr) {
  enum { ALWAYS = 14 };
  if (!s->thumb) return s->opcode >> 28;
  if ((s->opcode & 0xFFFFF000) == 0xD000 && (s->opcode & 0xE00) != 0xE00) return s->opcode >> 8 & 15;
  if ((s->opcode & 0xF800D000) == 0xF0008000 && (s->opcode & 0x03800000) != 0x03800000) return s->opcode >> 22 & 15;
  return it_state(psr) & 15 ? it_state(psr) >> 4 : ALWAYS;
}

static bool condition_passes(uint32_t condition, uint32_t psr) {
  bool n = psr >> 31 & 1, z = psr >> 30 & 1, c = psr >> 29 & 1, v = psr >> 28 & 1;
  bool passes[8] = {z, c, n, v, c && !z, n == v, !z && n == v, true};
  return condition >= 14 || passes[condition >> 1] != (condition & 1);
}

// Appends the step of `l`, after which execution stood at `next`; false if the two cannot both be true.
static bool settle(const struct image *image, struct step_list *steps, const struct logged *l, const struct place *next,
                   struct error *err) {
  struct step s = {.kind = STEP_INSTRUCTION, .address = l->place.address, .thumb = l->place.thumb, .ns = l->place.ns};
  if (!program_fetch(image, &s)) {
    error_set(err, "0x%08X: expected an instruction of the image", s.address);
    return false;
  }
  struct effect e = s.thumb ? effect_thumb(s.address, s.opcode) : effect_arm(s.address, s.opcode);
  bool onward = same_place(next, &(struct place){s.address + s.size, s.thumb, s.ns});
  bool at_target = same_place(next, &(struct place){e.target, e.target_thumb, s.ns});
  s.passed = e.flow == FLOW_ZERO ? !onward : condition_passes(condition_of(&s, l->psr), l->psr);

  bool may_go_on = !s.passed || e.flow == FLOW_NEXT;
  bool agrees = may_go_on ? onward : e.flow == FLOW_INDIRECT || at_target;
  if (!agrees) {
    error_set(err, "0x%08X: %s %0*X whose condition %s is followed by 0x%08X", s.address, s.thumb ? "Thumb" : "ARM",
              2 * s.size, s.opcode, s.passed ? "passed" : "failed", next->address);
    return false;
  }
  *step_list_add(steps) = s;
  return true;
}

// --- the log ---

struct log {
  FILE *file;
  char *line;
  size_t room;
  uint64_t number;  // of the line, from 1
  struct error *err;
};

static bool starts(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }

static bool log_line(struct log *log) {
  log->number++;
  if (getline(&log->line, &log->room, log->file) >= 0) {
    log->line[strcspn(log->line, "\n")] = '\0';
    return true;
  }
  error_set(log->err, "log line %llu: expected more: QEMU ended, _exit was not reached",
            (unsigned long long)log->number);
  return false;
}

static bool log_expected(struct log *log, const char *expected) {
  error_set(log->err, "log line %llu: expected %s, found: %.60s", (unsigned long long)log->number, expected, log->line);
  return false;
}

// The rest of a "Trace" line and the registers below it. SCR.NS is bit 10 of the first word in brackets.
static bool log_instruction(struct log *log, struct logged *l) {
  enum { MONITOR = 0x16 };
  uint32_t flags;
  if (sscanf(log->line, "Trace %*u: %*s [%x/%x/", &flags, &l->place.address) != 2) {
    return log_expected(log, "Trace N: P [A/PC/B/C]");
  }
  bool lr = false;
  do {
    if (!log_line(log)) return false;
    lr = lr || sscanf(log->line, "R12=%*x R13=%*x R14=%x", &l->lr) == 1;
  } while (starts(log->line, "R"));
  if (!lr) return log_expected(log, "R12=... R13=... R14=... before");
  if (starts(log->line, "XPSR=")) return log_expected(log, "a machine of the A or R profile");
  char security[4];
  if (sscanf(log->line, "PSR=%x %*4s %*1[AT] %3s", &l->psr, security) != 2) return log_expected(log, "PSR=...");
  l->scr_ns = flags >> 10 & 1;
  l->place.thumb = l->psr >> 5 & 1;
  l->place.ns = l->scr_ns && (l->psr & 31) != MONITOR;
  const char *expected = (l->psr & 31) == MONITOR ? "mon" : l->place.ns ? "NS" : "S";
  return strcmp(security, expected) == 0 || log_expected(log, expected);
}

// A line that takes the instruction logged last back: it is logged again when it really executes.
static bool takes_back(const char *line) {
  return starts(line, "Stopped execution of TB chain before") || starts(line, "cpu_io_recompile: rewound execution");
}

// A line that repeats what the lines around it report, or a semihosting call, which QEMU answers: execution continues
// after the instruction as if it had done nothing.
static bool sends_nothing(const char *line) {
  return starts(line, "Taking exception 16 [Semihosting call]") || starts(line, "...") ||
         starts(line, "Exception return from") || starts(line, "AArch32 mode switch");
}

// --- from the log to steps ---

struct recorder {
  struct log log;
  struct elf elf;
  struct step_list steps;
  size_t exceptions;  // among them
  struct logged last;
  enum { NONE, LOGGED, TAKEN_BACK } last_is;
  time_t begun, shown;  // shown: when progress was, last
  long seconds;         // that QEMU may take; 0: any
  time_t end;           // when they are over
};

// Execution stood at `next` after what was logged last, if anything.
static bool went_to(struct recorder *r, const struct place *next) {
  if (r->last_is == TAKEN_BACK && !same_place(next, &r->last.place)) {
    error_set(r->log.err, "log line %llu: expected execution at 0x%08X, as before; it is at 0x%08X",
              (unsigned long long)r->log.number, r->last.place.address, next->address);
    return false;
  }
  return r->last_is != LOGGED || settle(&r->elf.image, &r->steps, &r->last, next, r->log.err);
}

// By QEMU's number: PFT's number, how far LR in the handler is ahead of where execution stood, and whether the
// instruction logged last was aborted. (LR of an undefined 32-bit Thumb instruction is inside it: that is refused.)
static const struct {
  uint8_t number, ahead;
  bool aborted;
} exceptions[] = {
    [1] = {9, 0, false},   // undefined instruction
    [2] = {10, 0, false},  // SVC
    [3] = {11, 4, false},  // prefetch abort: what could not be fetched is not logged
    [4] = {12, 8, true},   // data abort
    [5] = {14, 4, false},  // IRQ
    [6] = {15, 4, false},  // FIQ
    [13] = {2, 0, false},  // SMC
};

// A "Taking exception" line up to the registers at the vector.
static bool record_exception(struct recorder *r) {
  unsigned kind;
  if (sscanf(r->log.line, "Taking exception %u ", &kind) != 1 || kind >= sizeof exceptions / sizeof exceptions[0] ||
      exceptions[kind].number == 0) {
    return log_expected(&r->log, "an exception that can be recorded");
  }
  if (exceptions[kind].aborted && r->last_is == LOGGED) r->last_is = TAKEN_BACK;
  do {
    if (!log_line(&r->log)) return false;
  } while (sends_nothing(r->log.line));
  struct logged vector;
  if (!log_instruction(&r->log, &vector)) return false;
  uint32_t resume = vector.lr - exceptions[kind].ahead;
  struct place stood = {resume, elf_thumb(r->elf.file, resume), vector.scr_ns};
  if (!went_to(r, &stood)) return false;
  *step_list_add(&r->steps) = (struct step){
      .kind = STEP_EXCEPTION,
      .exception = exceptions[kind].number,
      .address = vector.place.address,
      .thumb = vector.place.thumb,
      .ns = vector.place.ns,
      .resume = resume,
      .resume_thumb = stood.thumb,
      .resume_ns = stood.ns,
  };
  r->exceptions++;
  r->last = vector;
  r->last_is = LOGGED;
  return true;
}

static bool record_instruction(struct recorder *r) {
  struct logged now;
  if (!log_instruction(&r->log, &now)) return false;
  if (now.place.address == r->elf.fail) {
    error_set(r->log.err, "log line %llu: expected the program's own check to pass; it reached _fail",
              (unsigned long long)r->log.number);
    return false;
  }
  if (!went_to(r, &now.place)) return false;
  r->last = now;
  r->last_is = LOGGED;
  return true;
}

static bool record_line(struct recorder *r) {
  if (r->last_is == LOGGED && takes_back(r->log.line)) {
    r->last_is = TAKEN_BACK;
    return true;
  }
  if (sends_nothing(r->log.line)) return true;
  return starts(r->log.line, "Taking exception") ? record_exception(r) : record_instruction(r);
}

static bool record_too_long(struct recorder *r, const char *what) {
  error_set(r->log.err, "expected the end of the program%s; it has executed %zu instructions%s, the last at 0x%08X",
            r->elf.exit == NOWHERE ? "" : ", at _exit", r->steps.count - r->exceptions, what, r->last.place.address);
  return false;
}

// A program may have no end, and a recording has one.
static bool record_goes_on(struct recorder *r) {
  enum { STEPS_MOST = 16 << 20, EVERY = 5 };  // of a recording: a byte each at least (docs/program-file.md); seconds
  if (r->steps.count >= STEPS_MOST) return record_too_long(r, ", more than a recording can hold");
  if (r->log.number % 65536 > 0 || time(NULL) < r->shown + EVERY) return true;
  r->shown = time(NULL);
  fprintf(stderr, "record: %zu instructions, %lld s, at 0x%08X\n", r->steps.count - r->exceptions,
          (long long)(r->shown - r->begun), r->last.place.address);
  return true;
}

// The log is at its end. If QEMU was ended by force, that is why.
static bool record_late(struct recorder *r) {
  char what[40];
  snprintf(what, sizeof what, " within LIMIT=%ld seconds", r->seconds);
  return !r->seconds || time(NULL) < r->end || record_too_long(r, what);
}

// Reads until the instruction at _exit is settled, or to the end.
static bool record(struct recorder *r) {
  r->begun = r->shown = time(NULL);
  while (r->steps.count == 0 || r->steps.at[r->steps.count - 1].address != r->elf.exit) {
    if (!log_line(&r->log)) return record_late(r) && r->elf.exit == NOWHERE && r->steps.count > 0;
    if (record_line(r) && record_goes_on(r)) continue;
    if (feof(r->log.file)) record_late(r);
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 4 && argc != 6) {
    fputs("usage: record ELF [OUT NAME [SECONDS END] <LOG]\n", stderr);
    return 2;
  }
  struct error err;
  struct recorder r = {.log = {.file = stdin, .err = &err},
                       .seconds = argc == 6 ? atol(argv[4]) : 0,
                       .end = argc == 6 ? atol(argv[5]) : 0};
  bool ok = elf_read(argv[1], &r.elf, &err);
  if (ok && argc == 2) {
    print_loaded(r.elf.file);
  } else if (ok) {
    ok = record(&r) && program_save(argv[2], argv[3], &r.elf.image, &r.steps, &err);
    if (ok) printf("%zu instructions, %zu exceptions\n", r.steps.count - r.exceptions, r.exceptions);
  }
  if (!ok) fprintf(stderr, "record: %s%s%s\n", argc > 2 ? argv[3] : "", argc > 2 ? ": " : "", err.text);
  free(r.log.line);
  elf_free(&r.elf);
  step_list_free(&r.steps);
  return ok ? 0 : 2;
}
