// SPDX-License-Identifier: Apache-2.0
// Failures to their signatures.
#include "signature.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static size_t line_length(const char *text) { return strcspn(text, "\n"); }

// The first line that begins with `start`, behind blanks; NULL: there is none.
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

// These say what a number is of, so it stays: "check 3", "exit code 2".
static bool keeps(const char *word, size_t length) {
  static const char *const words[] = {"check", "code", "signal"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0) return true;
  }
  return false;
}

static bool is_number(const char *word, size_t length) {
  const bool hex = length > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
  size_t i = hex ? 2 : 0;
  while (i < length && (hex ? isxdigit((unsigned char)word[i]) : isdigit((unsigned char)word[i]))) i++;
  return i == length && length > 0;
}

// A line; a number that stands alone becomes N.
static void put_line(struct out *to, const char *line, size_t length) {
  static const char inside[] = "-_.[]";  // of a name, as PFT-ADDR-1 and ETMSR[1]
  const char *before = "";
  size_t before_length = 0;
  for (size_t i = 0; i < length;) {
    size_t end = i;
    while (end < length && (isalnum((unsigned char)line[end]) || strchr(inside, line[end]))) end++;
    size_t word = end - i;
    while (word > 1 && strchr(".]", line[i + word - 1]) && is_number(line + i, word - 1)) word--;
    if (is_number(line + i, word) && !keeps(before, before_length)) {
      put(to, 'N');
    } else {
      for (size_t k = 0; k < word; k++) put(to, line[i + k]);
    }
    if (word > 0) before = line + i, before_length = word;
    i += word;
    if (word == 0) put(to, line[i++]);
  }
}

// Behind "check 2: ": where and when are no part of a signature.
static const char *behind_place(const char *text) {
  static const char *const words[] = {"clock ", "byte "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strncmp(text, words[i], strlen(words[i])) != 0) continue;
    text += strlen(words[i]);
    text += strspn(text, "0123456789");
    text += strspn(text, ",: ");
  }
  return text;
}

// The names out of "NAME=VALUE / NAME=VALUE": which fields differ.
static void put_fields(struct out *to, const char *line, size_t length) {
  const char *last = "";
  size_t last_length = 0;
  for (size_t i = 0; i < length;) {
    const size_t word = strcspn(line + i, " \n");
    const size_t name = strcspn(line + i, "= \n");
    const bool value = name < word, kind = !value && word > 1;
    const char *field = kind ? "kind-or-state" : line + i;
    const size_t length_of = kind ? strlen(field) : name;
    const bool same = length_of == last_length && strncmp(field, last, length_of) == 0;
    if ((value || kind) && !same) {
      for (size_t k = 0; k < length_of; k++) put(to, field[k]);
      put(to, ' ');
      last = field, last_length = length_of;
    }
    i += word + 1;
  }
}

// Of a difference between unit and model: the fields of the packet, or else the pins.
static void put_difference(struct out *to, const char *text) {
  static const char fields[] = "fields that differ (unit / model):", head[] = "check 1: ";
  const char *line = line_of(text, fields), *first = line_of(text, head);
  put_line(to, head, strlen(head));
  if (line) {
    put_line(to, "packet differs in ", 18);
    put_fields(to, line + strlen(fields), line_length(line) - strlen(fields));
    return;
  }
  put_line(to, "outputs differ in", 17);
  for (const char *pin = first + line_length(first); *pin == '\n' && strncmp(pin, "\n    ", 5) == 0;
       pin += 1 + line_length(pin + 1)) {
    put(to, ' ');
    for (const char *c = pin + 1 + strspn(pin + 1, " "); isalnum((unsigned char)*c); c++) put(to, *c);
  }
}

void signature_of(const char *text, char *signature, size_t room) {
  struct out to = {signature, signature + room - 1};
  const char *rule = line_of(text, "check 3: "), *line;
  text += strspn(text, "\n ");
  if (line_of(text, "check 1: ") && strstr(text, "the unit's outputs are not the model's")) {
    put_difference(&to, text);
  } else if (rule && rule == text && (line = strstr(rule, "rule "))) {
    put_line(&to, "check 3: ", 9);
    put_line(&to, line, strcspn(line, ":\n"));
  } else {
    const char *colon = strstr(text, ": "), *message = colon ? behind_place(colon + 2) : text;
    if (colon && colon < text + line_length(text)) {
      put_line(&to, text, (size_t)(colon + 2 - text));
    } else {
      message = text;
    }
    put_line(&to, message, line_length(message));
  }
  while (to.at > signature && to.at[-1] == ' ') to.at--;
  *to.at = '\0';
}
