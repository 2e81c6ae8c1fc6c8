// SPDX-License-Identifier: Apache-2.0
// Reduces the report of a failure to its signature.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "sections.h"
#include "sim_time.h"

static size_t line_length(const char *text) { return strcspn(text, "\n"); }

// The first line that begins with `start` after blanks. NULL: there is none.
static const char *line_of(const char *text, const char *start) {
  while (*text) {
    const char *at = text + strspn(text, " ");
    if (strncmp(at, start, strlen(start)) == 0) return at;
    text += line_length(text);
    text += *text == '\n';
  }
  return NULL;
}

struct out {
  char *at, *end;
};

static void put(struct out *to, char c) {
  if (to->at < to->end) *to->at++ = c;
}

static bool is_one_of(const char *word, size_t length, const char *const *words) {
  while (*words && (strlen(*words) != length || strncmp(word, *words, length) != 0)) words++;
  return *words != NULL;
}

// A number after one of these words is kept: "exit code 2".
static const char *const numbered[] = {"code", "signal", NULL};
// Numbers after one of these words are positions and values of bits: "expected bits 7:6 = 0".
static const char *const bits[] = {"bit", "bits", NULL};
static const char *const sets[] = {"ARM", "Thumb", "ThumbEE", "Jazelle", NULL};

static bool is_number(const char *word, size_t length) {
  const bool hex = length > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
  size_t i = hex ? 2 : 0;
  while (i < length && (hex ? isxdigit((unsigned char)word[i]) : isdigit((unsigned char)word[i]))) i++;
  return i == length && length > 0;
}

static void put_part(struct out *to, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) put(to, text[i]);
}

static void put_words(struct out *to, const char *text) { put_part(to, text, strlen(text)); }

// What precedes a word in its line.
struct before {
  const char *word;
  size_t length;
  const char *address, *set;  // the last address and instruction set; NULL: none yet
  bool bits;                  // "bit" or "bits" occurred
  bool has_no_address;        // 8 hexadecimal digits are the value of a register
};

// Puts "the same" or "another" before an address or an instruction set, if the line has one before it.
static void put_again(struct out *to, const char *first, const char *what, const char **last, const char *word,
                      size_t length) {
  const bool same = *last && strncmp(*last, word, length) == 0;
  if (*last) put_words(to, same ? "the same " : "another ");
  put_words(to, *last ? what : first);
  *last = word;
}

// Puts "an address" or N instead of a number.
static void put_number(struct out *to, struct before *before, const char *word, size_t length) {
  enum { ADDRESS = 10, BITS = 2 };  // 0x and 8 digits; digits of a bit's number
  if (length == ADDRESS && word[1] == 'x' && !before->has_no_address) {
    put_again(to, "an address", "address", &before->address, word, length);
  } else if (before->bits && length <= BITS) {
    put_part(to, word, length);
  } else {
    put(to, 'N');
  }
}

static void put_line_word(struct out *to, struct before *before, const char *word, size_t length, bool flag) {
  if (is_number(word, length) && !flag && !is_one_of(before->word, before->length, numbered)) {
    put_number(to, before, word, length);
  } else if (is_one_of(word, length, sets)) {
    put_again(to, "ISA", "ISA", &before->set, word, length);
  } else {
    put_part(to, word, length);
  }
  before->bits = before->bits || is_one_of(word, length, bits);
  before->word = word;
  before->length = length;
}

// Puts a line with words instead of its numbers. The value of a flag is kept: "ns=1".
static void put_line_after(struct out *to, struct before before, const char *line, size_t length) {
  static const char inside[] = "-_.[]";  // of a name, as PFT-ADDR-1 and ETMSR[1]
  for (size_t i = 0; i < length;) {
    size_t end = i;
    while (end < length && (isalnum((unsigned char)line[end]) || strchr(inside, line[end]))) end++;
    size_t word = end - i;
    while (word > 1 && strchr(".]", line[i + word - 1]) && is_number(line + i, word - 1)) word--;
    const bool is_value = word == 1 && i > 0 && line[i - 1] == '=',
               flag = is_value && (line[i] == '0' || line[i] == '1');
    if (word > 0) put_line_word(to, &before, line + i, word, flag);
    i += word;
    if (word == 0) put(to, line[i++]);
  }
}

static void put_line(struct out *to, const char *line, size_t length) {
  put_line_after(to, (struct before){.word = ""}, line, length);
}

// The text after the clock and the byte that follow "scoreboard: ". They are not part of a signature.
static const char *after_position(const char *text) {
  static const char *const words[] = {"clock ", "byte "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strncmp(text, words[i], strlen(words[i])) != 0) continue;
    text += strlen(words[i]);
    text += strspn(text, "0123456789");
    text += strspn(text, ",: ");
  }
  return text;
}

// The words after `start` in a line that begins with it. NULL: there is no such line.
static const char *words_of(const char *text, const char *start) {
  const char *line = line_of(text, start);
  return line ? line + strlen(start) + strspn(line + strlen(start), " ") : NULL;
}

static void put_word(struct out *to, const char *word) {
  for (; *word && !strchr(" :,;\n", *word); word++) put(to, *word);
}

// Puts the kind of a field "X / Y".
static void put_field(struct out *to, const char *x, size_t length) {
  const size_t name = strcspn(x, "= ");
  if (*x == '-' && length > 4) {  // "- / cancel": only one of the two has the word
    put_field(to, x + 4, length - 4);
  } else if (x[name] == '=') {
    put_part(to, x, name);
  } else if (strspn(x, "ENW") == name) {
    put_words(to, "atoms");
  } else if (is_number(x, name)) {
    put_words(to, "value");
  } else if (isupper((unsigned char)*x)) {
    put_words(to, "instruction set");
  } else {
    put_word(to, x);
  }
}

// Puts the kinds of the fields up to the end of the line. Two blanks separate fields.
static void put_fields(struct out *to, const char *fields) {
  const char *separator = " ";
  for (const char *end; *fields && *fields != '\n'; fields = end + strspn(end, " ")) {
    for (end = fields; *end && *end != '\n' && strncmp(end, "  ", 2) != 0;) end++;
    put_words(to, separator);
    put_field(to, fields, (size_t)(end - fields));
    separator = ", ";
  }
}

// Puts the names of the pins, from the lines below `head` that are indented by four blanks.
static void put_pins(struct out *to, const char *head) {
  const char *separator = " ";
  for (const char *pin = strchr(head, '\n'); pin && strncmp(pin, "\n    ", 5) == 0; pin = strchr(pin + 1, '\n')) {
    put_words(to, separator);
    put_word(to, pin + 1 + strspn(pin + 1, " "));
    separator = ", ";
  }
}

// Puts a difference between DUT and model: the kinds of the packets, the fields of a packet, or the pins.
static void put_difference(struct out *to, const char *text) {
  static const char head[] = "model comparison: ", middle[] = ", the reference model sent ";
  const char *fields = words_of(text, "fields that differ (DUT / reference model):");
  const char *fault = words_of(text, "at fault: ");
  const char *packet = fault ? fault : words_of(text, "first difference: ");
  const char *unit = words_of(text, "the DUT sent "), *model = unit ? strstr(unit, middle) : NULL;
  put_words(to, head);
  if (model) {
    put_words(to, "the DUT sent ");
    put_word(to, unit);
    put_words(to, middle);
    put_word(to, model + strlen(middle));
  } else if (fields) {
    put_word(to, packet ? packet : "packet");
    put_words(to, " differs in");
    put_fields(to, fields);
  } else {
    put_words(to, "outputs differ:");
    put_pins(to, line_of(text, head));
  }
}

bool signature_is_failure(const char *line) {
  static const char *const starts[] = {"model comparison: ", "scoreboard: ", "rule "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    if (strncmp(line, starts[i], strlen(starts[i])) == 0) return true;
  }
  return false;
}

// The first line of the next failure. NULL: there is none.
static const char *next_failure(const char *text) {
  for (text += line_length(text); *text; text += line_length(text)) {
    if (signature_is_failure(++text)) return text;
  }
  return NULL;
}

// Puts what the first line of a rule's failure observed, without its position and its clause.
static void put_observed(struct out *to, const char *text) {
  static const char clause[] = " (docs/";
  const char *observed = text + strcspn(text, ":\n"), *end = observed;
  if (strncmp(observed, ": ", 2) != 0) return;
  observed = after_position(observed + 2);
  while (end < text + line_length(text) && strncmp(end, clause, strlen(clause)) != 0) end++;
  put_words(to, ": ");
  if (end <= observed) return;
  put_line_after(to, (struct before){.word = "", .has_no_address = true}, observed, (size_t)(end - observed));
}

// Puts the rule, and what it expects if the report says so before the next failure. The rules of the testbench and of
// the host script do not name what they expect, so what was observed is put.
static void put_rule(struct out *to, const char *text) {
  const char *expected = words_of(text, "expected: "), *next = next_failure(text);
  put_line(to, text, strcspn(text, ":\n"));
  if (line_of(text, "rule BENCH-1:") == text || line_of(text, "rule HOST-1:") == text) {
    put_observed(to, text);
    return;
  }
  if (!expected || (next && next < expected)) return;
  put_words(to, ": ");
  put_line(to, expected, line_length(expected));
}

static void put_failure(struct out *to, const char *text) {
  text += strspn(text, "\n ");
  if (line_of(text, "model comparison: ") && strstr(text, "DUT and reference model differ")) {
    put_difference(to, text);
  } else if (line_of(text, "rule ") == text) {
    put_rule(to, text);
  } else {
    const char *colon = strstr(text, ": "), *message = colon ? after_position(colon + 2) : text;
    if (colon && colon < text + line_length(text)) {
      put_line(to, text, (size_t)(colon + 2 - text));
    } else {
      message = text;
    }
    put_line(to, message, line_length(message));
  }
}

void signature_of(const char *text, char *signature, size_t room) {
  struct out to = {signature, signature + room - 1};
  char *plain = error_memory(sim_time_remove(text));
  put_failure(&to, plain);
  free(plain);
  while (to.at > signature && to.at[-1] == ' ') to.at--;
  *to.at = '\0';
}
