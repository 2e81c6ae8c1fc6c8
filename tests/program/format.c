// SPDX-License-Identifier: Apache-2.0
// A small printf writes a report of a few hundred lines: variadic calls, a switch in a loop over characters, decimal
// digits by subtraction. The hash of the text is the one that a C library's printf gives.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

enum { LINES = 200, TEXT = 16384 };

static char text[TEXT];
static uint32_t used;

// A text that does not fit is cut, and then fails the check.
static void put(char c) {
  if (used < TEXT) text[used++] = c;
}

static void put_times(char c, int times) {
  for (; times > 0; times--) put(c);
}

struct field {
  int width;
  bool left, zeros;
};

static void put_field(const struct field *f, const char *sign, const char *body) {
  int pad = f->width;
  for (const char *s = sign; *s; s++) pad--;
  for (const char *s = body; *s; s++) pad--;
  if (!f->left && !f->zeros) put_times(' ', pad);
  while (*sign) put(*sign++);
  if (!f->left && f->zeros) put_times('0', pad);
  while (*body) put(*body++);
  if (f->left) put_times(' ', pad);
}

static void put_decimal(const struct field *f, const char *sign, uint32_t value) {
  static const uint32_t powers[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
  char digits[11], *end = digits;
  for (const uint32_t *power = powers; power < powers + 10; power++) {
    char digit = '0';
    for (; value >= *power; value -= *power) digit++;
    if (digit != '0' || end != digits || *power == 1) *end++ = digit;
  }
  *end = '\0';
  put_field(f, sign, digits);
}

static void put_hex(const struct field *f, uint32_t value) {
  char digits[9], *start = digits + 8;
  *start = '\0';
  do {
    *--start = "0123456789abcdef"[value & 15];
    value >>= 4;
  } while (value != 0);
  put_field(f, "", start);
}

static void put_char(const struct field *f, char c) {
  char body[] = {c, '\0'};
  put_field(f, "", body);
}

// % [-] [0] [width] then one of d u x s c %.
static const char *read_field(const char *format, struct field *f) {
  *f = (struct field){0};
  for (; *format == '-' || *format == '0'; format++) {
    if (*format == '-') f->left = true;
    if (*format == '0') f->zeros = true;
  }
  for (; *format >= '0' && *format <= '9'; format++) f->width = 10 * f->width + *format - '0';
  return format;
}

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; format++) {
    if (*format != '%') {
      put(*format);
      continue;
    }
    struct field f;
    format = read_field(format + 1, &f);
    switch (*format) {
      case 'd': {
        int value = va_arg(arguments, int);
        put_decimal(&f, value < 0 ? "-" : "", value < 0 ? -(uint32_t)value : (uint32_t)value);
        break;
      }
      case 'u':
        put_decimal(&f, "", va_arg(arguments, unsigned));
        break;
      case 'x':
        put_hex(&f, va_arg(arguments, unsigned));
        break;
      case 's':
        put_field(&f, "", va_arg(arguments, const char *));
        break;
      case 'c':
        put_char(&f, (char)va_arg(arguments, int));
        break;
      default:
        put('%');
        break;
    }
  }
  va_end(arguments);
}

static void report(void) {
  static const char *const names[] = {"idle", "fetch", "decode", "execute", "retire"};
  uint32_t x = 521288629u;
  for (unsigned line = 0, name = 0; line < LINES; line++, name = name < 4 ? name + 1 : 0) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    print("%4u %-8s|%8s|", line, names[name], names[4 - name]);
    print(" %08x %x %c%-3c", (unsigned)x, (unsigned)(x >> 20), (int)('a' + (x & 15)), (int)('A' + (x >> 4 & 15)));
    print("%12d %08d %-5d%d%%\n", (int)x, (int)x >> 12, (int)x >> 22, (int)(x & 127) - 27);
  }
}

static uint32_t hash(void) {
  uint32_t h = 2166136261u;
  for (uint32_t i = 0; i < used; i++) h = (h ^ (uint8_t)text[i]) * 16777619u;
  return h;
}

int main(void) {
  report();
  return hash() == 0x709D3C71u ? 0 : 1;
}
