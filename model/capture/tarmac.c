// SPDX-License-Identifier: Apache-2.0
// Tarmac, Arm's text of what a processor does (Fast Models Reference Guide 100964, Tarmac Trace). The variants of RTL
// are those that Arm's Tarmac Trace Utilities read:
//
//   TIME UNIT [CORE] IT (COUNT) ADDRESS ENCODING A|T MODE : TEXT    executed; IS: its condition failed.
//   TIME UNIT        IT (ADDRESS:COUNT) ADDRESS ENCODING T16|T32 TEXT.
//   TIME UNIT        IT (ADDRESS) ENCODING A|T MODE : TEXT.
//   TIME UNIT        ES (ADDRESS:ENCODING) A|T MODE: [CCFAIL] TEXT.
//   TIME UNIT [CORE] E ... CoreEvent_NAME                           exception.
//   TIME UNIT        ES EXC [0xVECTOR] NAME, EXC [0xVECTOR] NAME    exception.
//   [TIME UNIT]      R r14_irq VALUE, R spsr_irq VALUE              after an exception: its return state.
//
// All other lines say nothing about the flow: registers, memory, translation tables, signals.
#include <string.h>
#include <strings.h>

#include "error.h"
#include "steps_log.h"

enum { RESET = 8, THUMB_BIT = 1 << 5 };

// Exceptions by event name and by vector: their number in PFT, and LR minus the address at which execution continues.
static const struct {
  const char *name;
  const char *vector;
  uint8_t number, lr_offset;
} exceptions[] = {
    {"CoreEvent_Reset", "[0x00]", RESET, 0},  {"CoreEvent_UndefinedInstr", "[0x04]", 9, 0},
    {"CoreEvent_SWI", "[0x08]", 10, 0},       {"CoreEvent_PrefetchAbort", "[0x0C]", 11, 4},
    {"CoreEvent_DataAbort", "[0x10]", 12, 8}, {"CoreEvent_IRQ", "[0x18]", 14, 4},
    {"CoreEvent_FIQ", "[0x1C]", 15, 4},
};

static bool is_one_of(const char *word, const char *const *list) {
  while (*list && strcmp(word, *list) != 0) list++;
  return *list;
}

static bool is_event(const char *word) {
  static const char *const events[] = {"IT", "IS", "IF", "ES", "EXC", "E", "R", NULL};
  return is_one_of(word, events);
}

static bool is_state(const char *word) {
  static const char *const states[] = {"A", "T", "T16", "T32", "O", NULL};
  return is_one_of(word, states);
}

// The index of the event among the words: after a time ("12 clk", "12clk", "12") and the name of a core, if there are
// any.
static unsigned event_index(const struct steps_words *w, const char **core) {
  static const char digits[] = "0123456789", letters[] = "abcdefghijklmnopqrstuvwxyz";
  unsigned i = 0;
  const size_t number = strspn(w->at[0], digits), unit = strspn(w->at[0] + number, letters);
  *core = "";
  if (number > 0 && w->at[0][number + unit] == '\0') {
    i = 1;
    if (unit == 0 && w->at[1][0] && w->at[1][strspn(w->at[1], letters)] == '\0' && !is_event(w->at[1])) {
      if (strncmp(w->at[1], "cpu", 3) != 0) i = 2;
    }
  }
  if (!is_event(w->at[i]) && w->at[i][0] && is_event(w->at[i + 1])) *core = w->at[i++];
  return i;
}

// --- instructions ----------------------------------------------------------------------------------------------------

struct line {
  const char *address, *encoding, *state, *mode;
  bool failed;
};

// Cuts a word at the first of these characters, and returns the text after it.
static char *cut(char *word, const char *at) {
  char *end = word + strcspn(word, at);
  if (*end) *end++ = '\0';
  return end;
}

static void split_es(const struct steps_words *w, unsigned i, struct line *l) {
  l->address = w->at[i][0] == '(' ? w->at[i] + 1 : "";
  char *encoding = cut(w->at[i], ":");
  cut(encoding, ")");
  l->encoding = encoding;
  l->state = w->at[i + 1];
  l->mode = w->at[i + 2];
  cut(w->at[i + 2], ":");
  l->failed = strcmp(w->at[i + 3], "CCFAIL") == 0 || strcmp(w->at[i + 4], "CCFAIL") == 0;
}

static void split_it(const struct steps_words *w, unsigned i, struct line *l) {
  const bool bracket = w->at[i][0] == '(';
  if (bracket) {
    l->address = w->at[i++] + 1;
    cut(w->at[i - 1] + 1, ":)");
  }
  if (bracket && is_state(w->at[i + 1])) {
    l->encoding = w->at[i];
    i += 1;
  } else {
    l->address = w->at[i];
    cut(w->at[i], ":,");
    l->encoding = w->at[i + 1];
    i += 2;
  }
  l->state = w->at[i];
  l->mode = l->state[0] && l->state[1] ? "" : w->at[i + 1];
}

// Is the line of the same processor as the first one?
static bool one_core(struct steps_reader *r) {
  const size_t most = sizeof r->core - 1;
  if (r->log->steps.count == 0) strncpy(r->core, r->from, most);
  return strncmp(r->core, r->from, most) == 0 ||
         steps_expected(r, "only instructions of the processor in the first line", r->from[0] ? r->from : "none");
}

static bool ends_with(const char *text, const char *with) {
  const size_t length = strlen(text), end = strlen(with);
  return length >= end && strcmp(text + length - end, with) == 0;
}

static bool add_instruction(struct steps_reader *r, const struct line *l) {
  unsigned digits;
  uint32_t address, opcode;
  if (!one_core(r)) return false;
  if (!is_state(l->state)) return steps_expected(r, "an instruction set, A or T", l->state);
  if (l->state[0] == 'O') return steps_expected(r, "the AArch32 instruction set A or T", l->state);
  if (!steps_hex(l->address, &digits, &address)) return steps_expected(r, "a 32-bit address", l->address);
  if (l->encoding[0] == '-') return true;  // the instruction could not be fetched
  if (!steps_hex(l->encoding, &digits, &opcode))
    return steps_expected(r, "the encoding of an instruction", l->encoding);
  if (strncmp(l->mode, "hyp", 3) == 0)
    return steps_expected(r, "a mode other than Hyp, which recorded programs do not support", l->mode);
  const bool thumb = l->state[0] == 'T', ns = ends_with(l->mode, "_ns") || ends_with(l->mode, "_n");
  if (r->awaits_instruction) {
    struct step *taken = &r->log->steps.at[r->log->steps.count - 1];
    taken->address = address;
    taken->thumb = thumb;
    taken->ns = ns;
    r->awaits_instruction = false;
  }
  struct step *s = steps_add(r);
  *s = (struct step){.kind = STEP_INSTRUCTION,
                     .address = address,
                     .opcode = opcode,
                     .size = digits > 4 ? 4 : 2,
                     .thumb = thumb,
                     .ns = ns,
                     .passed = !l->failed};
  return true;
}

// --- exceptions ------------------------------------------------------------------------------------------------------

static const struct step *last_step(const struct steps_reader *r) {
  const struct step_list *steps = &r->log->steps;
  return steps->count ? &steps->at[steps->count - 1] : NULL;
}

// A reset before all instructions starts the log. It may be reported twice.
static bool add_exception(struct steps_reader *r, unsigned which) {
  const struct step *last = last_step(r);
  if (!one_core(r)) return false;
  if (exceptions[which].number == RESET && (!last || r->awaits_instruction)) return true;
  if (r->awaits_instruction) return steps_expected(r, "an instruction between two exceptions", exceptions[which].name);
  const struct step s = {.kind = STEP_EXCEPTION,
                         .exception = exceptions[which].number,
                         .resume_unknown = true,
                         .resume_thumb = last && last->thumb,
                         .resume_ns = last && last->ns};
  *steps_add(r) = s;
  r->awaits_instruction = true;
  return true;
}

static bool core_event(struct steps_reader *r, const struct steps_words *w, unsigned i) {
  while (w->at[i][0] && strncmp(w->at[i], "CoreEvent_", 10) != 0) i++;
  if (w->at[i][0] == '\0' || strcasecmp(w->at[i], "CoreEvent_ModeChange") == 0) return true;
  for (unsigned e = 0; e < sizeof exceptions / sizeof *exceptions; e++) {
    if (strcasecmp(w->at[i], exceptions[e].name) == 0) return add_exception(r, e);
  }
  return steps_expected(r, "an ARMv7-A exception in AArch32 state", w->at[i]);
}

static bool vector_event(struct steps_reader *r, const struct steps_words *w, unsigned i) {
  const bool reset = strcmp(w->at[i], "Reset") == 0 || strcmp(w->at[i + 1], "Reset") == 0;
  for (unsigned e = 0; e < sizeof exceptions / sizeof *exceptions; e++) {
    if (reset ? exceptions[e].number == RESET : strcasecmp(w->at[i], exceptions[e].vector) == 0) {
      return add_exception(r, e);
    }
  }
  return steps_expected(r, "an ARMv7-A exception vector, [0x04] to [0x1C]", w->at[i]);
}

// Takes LR or SPSR after an exception.
static bool banked_register(struct steps_reader *r, const struct steps_words *w, unsigned i) {
  struct step *s = &r->log->steps.at[r->log->steps.count - 1];
  unsigned digits, e = 0;
  uint32_t value;
  const char *name = w->at[i];
  if (!steps_hex(w->at[w->count - 1], &digits, &value)) return true;
  while (exceptions[e].number != s->exception) e++;
  if (strncasecmp(name, "spsr", 4) == 0) s->resume_thumb = value & THUMB_BIT;
  if (strncasecmp(name, "r14", 3) == 0 || strncasecmp(name, "lr", 2) == 0) {
    s->resume = value - exceptions[e].lr_offset;
    s->resume_unknown = false;
  }
  return true;
}

// --- lines -----------------------------------------------------------------------------------------------------------

bool tarmac_line(struct steps_reader *r, const struct steps_words *words) {
  const unsigned i = event_index(words, &r->from);
  const char *event = words->at[i];
  struct line l = {.address = "", .encoding = "", .state = "", .mode = "", .failed = strcmp(event, "IS") == 0};
  if (strcmp(event, "R") == 0)
    return !r->awaits_instruction || words->count < i + 3 || banked_register(r, words, i + 1);
  if (!is_event(event)) return true;
  if (strcmp(event, "E") == 0) return core_event(r, words, i + 1);
  if (strcmp(event, "EXC") == 0) return vector_event(r, words, i + 1);
  if (strcmp(event, "ES") != 0) {
    split_it(words, i + 1, &l);
  } else if (strcmp(words->at[i + 1], "EXC") == 0) {
    return vector_event(r, words, i + 2);
  } else if (strcmp(words->at[i + 1], "Reset") == 0) {
    return vector_event(r, words, i + 1);
  } else {
    split_es(words, i + 1, &l);
  }
  return add_instruction(r, &l);
}
