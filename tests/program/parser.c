// SPDX-License-Identifier: Apache-2.0
// Writes random expressions and evaluates them by recursive descent: recursion, a jump table, a table of functions.
// The generator knows the value of what it writes, so every expression checks the parser.
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "&" | "^") factor }
//   factor  = number | "-" factor | "(" sum ")" | "a".."f" "(" sum ")"
#include <stdbool.h>
#include <stdint.h>

enum { EXPRESSIONS = 24, DEPTH = 4, TEXT = 16384 };

typedef uint32_t function(uint32_t x);

static uint32_t square(uint32_t x) { return x * x; }
static uint32_t half(uint32_t x) { return x >> 1; }
static uint32_t invert(uint32_t x) { return ~x; }
static uint32_t swap_halves(uint32_t x) { return x << 16 | x >> 16; }
static uint32_t low_byte(uint32_t x) { return x & 0xFF; }

static uint32_t count_ones(uint32_t x) {
  uint32_t n = 0;
  for (; x != 0; x &= x - 1) n++;
  return n;
}

static function *const functions[] = {square, half, invert, count_ones, low_byte, swap_halves};

static char text[TEXT];

// --- the generator ---
static uint32_t seed = 88172645u;
static char *out;

static uint32_t pick(uint32_t choices) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return (seed >> 16) * choices >> 16;
}

// A text that does not fit is cut, and then fails the check.
static void put(char c) {
  *out = c;
  if (out < text + TEXT - 1) out++;
}

static uint32_t write_sum(int depth);

static uint32_t write_number(void) {
  uint32_t value = 0;
  for (uint32_t digits = 1 + pick(5); digits > 0; digits--) {
    uint32_t digit = pick(10);
    put((char)('0' + digit));
    value = 10 * value + digit;
  }
  return value;
}

static uint32_t write_factor(int depth) {
  uint32_t kind = depth > 0 ? pick(8) : 0;
  if (kind == 1) {
    put('-');
    return -write_factor(depth - 1);
  }
  if (kind < 4) return write_number();
  uint32_t named = pick(8);
  if (named < 6) put((char)('a' + named));
  put('(');
  uint32_t value = write_sum(depth - 1);
  put(')');
  return named < 6 ? functions[named](value) : value;
}

static uint32_t write_product(int depth) {
  uint32_t value = write_factor(depth);
  while (pick(3) == 0) {
    uint32_t sign = pick(3);
    put("*&^"[sign]);
    uint32_t right = write_factor(depth);
    value = sign == 0 ? value * right : sign == 1 ? (value & right) : value ^ right;
  }
  return value;
}

static uint32_t write_sum(int depth) {
  uint32_t value = write_product(depth);
  while (pick(2) == 0) {
    bool minus = pick(2);
    put(minus ? '-' : '+');
    uint32_t right = write_product(depth);
    value = minus ? value - right : value + right;
  }
  return value;
}

// --- the parser ---
static const char *in;
static bool bad;

static uint32_t sum(void);

static uint32_t number(void) {
  uint32_t value = 0;
  for (; *in >= '0' && *in <= '9'; in++) value = 10 * value + (uint32_t)(*in - '0');
  return value;
}

static uint32_t bracketed(void) {
  uint32_t value = sum();
  if (*in != ')') bad = true;
  in++;
  return value;
}

static uint32_t call(char name) {
  uint32_t x = bracketed();
  switch (name) {
    case 'a':
      return square(x);
    case 'b':
      return half(x);
    case 'c':
      return invert(x);
    case 'd':
      return count_ones(x);
    case 'e':
      return low_byte(x);
    case 'f':
      return swap_halves(x);
    default:
      bad = true;
      return 0;
  }
}

static uint32_t factor(void) {
  char c = *in;
  if (c >= '0' && c <= '9') return number();
  in++;
  if (c == '-') return -factor();
  if (c == '(') return bracketed();
  if (*in++ != '(') bad = true;
  return call(c);
}

static uint32_t product(void) {
  uint32_t value = factor();
  for (;;) {
    switch (*in) {
      case '*':
        in++;
        value *= factor();
        break;
      case '&':
        in++;
        value &= factor();
        break;
      case '^':
        in++;
        value ^= factor();
        break;
      default:
        return value;
    }
  }
}

static uint32_t sum(void) {
  uint32_t value = product();
  while (*in == '+' || *in == '-') {
    bool minus = *in++ == '-';
    uint32_t right = product();
    value = minus ? value - right : value + right;
  }
  return value;
}

int main(void) {
  for (int i = 0; i < EXPRESSIONS; i++) {
    out = text;
    uint32_t expected = write_sum(DEPTH);
    put('\0');
    in = text;
    if (sum() != expected || bad || *in != '\0') return 1;
  }
  return 0;
}
