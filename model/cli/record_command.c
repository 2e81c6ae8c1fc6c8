// SPDX-License-Identifier: Apache-2.0
// waypoint record: makes a recorded program (docs/program-file.md) from the ELF file of a program and a log of its
// executed instructions. The code completes what the log leaves open, and the execution in the log must agree with it.
#include <stdio.h>
#include <string.h>

#include "classify.h"
#include "code.h"
#include "command.h"
#include "isa.h"
#include "program.h"
#include "steps_log.h"

enum { NAME_MOST = 15 };

struct recording {
  const char *path;  // path of the log
  const struct steps_log *log;
  struct code code;
  struct step_list steps;
  size_t exceptions;
  uint32_t line;  // line of the current step
  struct error *err;
};

static struct step *last_of(const struct recording *r) {
  return r->steps.count ? &r->steps.at[r->steps.count - 1] : NULL;
}

static bool is_sequential(const struct step *step) {
  const uint8_t class = classify(step->opcode, step->thumb).waypoint;
  return !step->passed || class == CLASS_NONE || class == CLASS_BARRIER;
}

static bool is_compare_and_branch(const struct step *step) {
  return step->thumb && (step->opcode & 0xFFFFF500) == 0xB100;
}

// The address after an instruction, if its code determines it: it does not branch, or it is a direct branch.
static bool next_of(const struct step *step, uint32_t *address, bool *thumb) {
  const struct instruction i = step->thumb ? isa_thumb(step->address, step->opcode, step->size, false, false)
                                           : isa_arm(step->address, step->opcode, false);
  const bool continues = is_sequential(step);
  *address = continues ? step->address + step->size : i.target;
  *thumb = continues ? step->thumb : i.target_isa != ISA_ARM;
  return continues || i.class == DIRECT_BRANCH;
}

// Execution continued at `address` after the last step: does the code of that step agree?
static bool leads_to(const struct recording *r, uint32_t address, bool thumb) {
  struct step *s = last_of(r);
  uint32_t next;
  bool next_thumb;
  if (!s || s->kind != STEP_INSTRUCTION) return true;
  if (r->log->tarmac && is_compare_and_branch(s)) s->passed = address != s->address + s->size;
  if (!next_of(s, &next, &next_thumb) || (address == next && thumb == next_thumb)) return true;
  return error_set(r->err, "%s:%u: expected %s 0x%08X after 0x%08X, which %s, found %s 0x%08X", r->path, r->line,
                   next_thumb ? "thumb" : "arm", next, s->address,
                   is_sequential(s) ? "does not branch" : "branches to it", thumb ? "thumb" : "arm", address);
}

// The handler starts after an exception.
static bool begins_handler(const struct recording *r, const struct step *step) {
  const struct step *last = last_of(r);
  if (!last || last->kind == STEP_INSTRUCTION || (last->address == step->address && last->thumb == step->thumb))
    return true;
  return error_set(r->err, "%s:%u: expected the exception handler at %s 0x%08X, found %s 0x%08X", r->path, r->line,
                   last->thumb ? "thumb" : "arm", last->address, step->thumb ? "thumb" : "arm", step->address);
}

static bool take_instruction(struct recording *r, const struct step *logged) {
  struct step s = *logged;
  if (!program_fetch(&r->code.image, &s))
    return error_set(r->err, "%s:%u: expected an address in the code of the ELF file, found 0x%08X", r->path, r->line,
                     s.address);
  if (logged->size > 0 && s.opcode != logged->opcode)
    return error_set(r->err, "%s:%u: expected %0*X at 0x%08X, as in the ELF file, found %0*X", r->path, r->line,
                     2 * s.size, s.opcode, s.address, 2 * s.size, logged->opcode);
  if (!begins_handler(r, &s) || !leads_to(r, s.address, s.thumb)) return false;
  *step_list_add(&r->steps) = s;
  return true;
}

// The security state in which an exception was taken, which a Tarmac log does not contain. After a branch, which may
// have changed it, the state is found where execution returns.
static bool return_ns(const struct recording *r, size_t at, const struct step *taken) {
  const struct step *s = r->log->steps.at;
  while (++at < r->log->steps.count) {
    if (s[at].kind == STEP_INSTRUCTION && s[at].address == taken->resume && s[at].thumb == taken->resume_thumb) {
      return s[at].ns;
    }
  }
  return taken->resume_ns;
}

// Takes an exception. It returns to LR, or to the address after the instruction before it. An instruction that a data
// abort ended is no step. An undefined instruction that is not in the log was not executed.
static bool take_exception(struct recording *r, const struct step *logged, size_t at) {
  struct step s = *logged;
  const struct step *last = last_of(r);
  const bool follows = last && last->kind == STEP_INSTRUCTION;
  uint32_t next;
  bool next_thumb;
  if (follows && s.exception == DATA_ABORT && (s.resume_unknown || s.resume == last->address)) {
    s.resume = last->address;
    s.resume_thumb = last->thumb;
    s.resume_ns = last->ns;
    r->steps.count--;
  } else if (s.resume_unknown) {
    if (!follows || !next_of(last, &next, &next_thumb))
      return error_set(r->err,
                       "%s:%u: expected the return address of the exception (LR of its mode, or resume ADDRESS)",
                       r->path, r->line);
    s.resume = next;
    s.resume_thumb = next_thumb;
    s.resume_ns = last->ns;
  } else if (follows && s.exception == UNDEFINED && is_sequential(last) && s.resume != last->address + last->size) {
    s.resume -= s.resume_thumb ? 2 : 4;
  }
  if (r->log->tarmac && follows && !is_sequential(last)) s.resume_ns = return_ns(r, at, &s);
  s.resume_unknown = false;
  if (!leads_to(r, s.resume, s.resume_thumb)) return false;
  *step_list_add(&r->steps) = s;
  r->exceptions++;
  return true;
}

static bool take_all(struct recording *r) {
  for (size_t i = 0; i < r->log->steps.count; i++) {
    const struct step *s = &r->log->steps.at[i];
    r->line = r->log->line[i];
    if (!(s->kind == STEP_INSTRUCTION ? take_instruction(r, s) : take_exception(r, s, i))) return false;
  }
  return true;
}

// The name of the file without directories and extension.
static void name_of(const char *path, char name[NAME_MOST + 1]) {
  const char *slash = strrchr(path, '/');
  snprintf(name, NAME_MOST + 1, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = '\0';
}

int command_record(const struct words *words) {
  struct error err;
  struct steps_log log = {0};
  struct recording r = {.path = words->log, .log = &log, .err = &err};
  char name[NAME_MOST + 1];
  name_of(words->elf.at[0], name);
  const bool good = code_load(&r.code, words, &err) && steps_log_read(&log, words->log, &err) && take_all(&r) &&
                    program_save(words->output, name, &r.code.image, &r.steps, &err);
  if (good) printf("record: instructions=%zu exceptions=%zu\n", r.steps.count - r.exceptions, r.exceptions);
  steps_log_free(&log);
  step_list_free(&r.steps);
  code_free(&r.code);
  return good ? 0 : could_not_run(&err);
}
