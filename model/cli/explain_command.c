// SPDX-License-Identifier: Apache-2.0
// waypoint explain: prints trace bytes in hex, the fields of each byte, and the packets.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "anatomy.h"
#include "array.h"
#include "command.h"
#include "decode.h"
#include "number.h"

// --- hex -------------------------------------------------------------------------------------------------------------

struct hex {
  uint8_t *bytes;
  size_t count, room;
};

// Adds pairs of digits. Blanks, commas and colons may separate them, and 0x may precede a pair.
static bool add_hex(struct hex *h, const char *text, struct error *err) {
  static const char digits[] = "0123456789abcdefABCDEF", between[] = " \t\r\n,:";
  for (const char *at = text + strspn(text, between); *at; at += strspn(at, between)) {
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) at += 2;
    if (strspn(at, digits) < 2)
      return error_set(err, "explain: byte %zu: expected two hex digits, found \"%.8s\"", h->count, at);
    h->bytes = array_reserve(h->bytes, h->count + 1, &h->room, 1);
    h->bytes[h->count++] = (uint8_t)(number_digit(at[0]) << 4 | number_digit(at[1]));
    at += 2;
  }
  return true;
}

// Reads the arguments. "-" alone is standard input.
static bool read_hex(struct hex *h, const struct words *words, struct error *err) {
  char **word = words->argv + words->run - 1;
  const int count = words->argc - words->run + 1;
  uint8_t *text;
  size_t length;
  bool good = true;
  if (count > 1 || strcmp(word[0], "-") != 0) {
    for (int i = 0; good && i < count; i++) good = add_hex(h, word[i], err);
  } else if (!(good = read_file("/dev/stdin", &text, &length, err))) {
    return false;
  } else {
    good = add_hex(h, (char *)text, err);
    free(text);
  }
  if (good && h->count == 0) return error_set(err, "explain: expected trace bytes in hex, found none");
  return good;
}

// --- packets ---------------------------------------------------------------------------------------------------------

// The decoder starts at an A-sync. This one precedes the bytes, so that they may start with any packet.
static const uint8_t async[] = {0, 0, 0, 0, 0, 0x80};

struct explain {
  const struct config *config;
  const uint8_t *bytes;
  uint64_t next;  // number of the next byte
  bool bad;
};

enum { BITS = 16, ROLE = 12 };  // columns

static unsigned bits_of(uint8_t byte, unsigned left, unsigned width) { return byte >> left & ((1u << width) - 1); }

// Prints the bits, separated like their names. Returns the number of characters.
static int print_bits(uint8_t byte, const char *names) {
  struct anatomy_field f;
  int column = 0;
  for (unsigned left = 8; left > 0 && anatomy_next(&names, &f);) {
    if (left < 8) column += printf(" ");
    for (unsigned i = 0; i < f.width; i++) column += printf("%u", bits_of(byte, --left, 1));
  }
  return column;
}

static void on_byte(void *user, uint8_t byte, const char *role, const char *names) {
  struct explain *e = user;
  struct anatomy_field f;
  printf("%8" PRIu64 "  %02X  ", e->next++, byte);
  printf("%*s%s", BITS - print_bits(byte, names), "", role);
  int blanks = ROLE - (int)strlen(role);
  for (unsigned left = 8; anatomy_next(&names, &f) && !(f.fixed && f.width == 8); blanks = 0) {
    const unsigned value = bits_of(byte, left -= f.width, f.width);
    printf(f.fixed       ? "%*s  %.*s"
           : f.width > 3 ? "%*s  %.*s=0x%X"
                         : "%*s  %.*s=%u",
           blanks, "", f.length, f.name, value);
  }
  putchar('\n');
}

// Prints bytes without names, up to the byte `offset`.
static void print_to(struct explain *e, uint64_t offset, const char *role) {
  while (e->next < offset) on_byte(e, e->bytes[e->next], role, "00000000");
}

static void on_packet(void *user, const struct packet *packet) {
  struct explain *e = user;
  char text[160];
  if (packet->offset < sizeof async) return;
  const uint64_t offset = packet->offset - sizeof async;
  struct anatomy anatomy = {
      .config = e->config, .packet = packet, .bytes = e->bytes + offset, .sink = on_byte, .user = e};
  print_to(e, offset, "skipped");
  if (packet->kind != PACKET_BAD) anatomy_packet(&anatomy);
  print_to(e, offset + packet->length, "bad");
  packet_text(packet, text, sizeof text);
  printf("          = %s\n", text);
  e->bad = e->bad || packet->kind == PACKET_BAD;
}

int command_explain(const struct words *words) {
  const struct config *config = &words->options.config;
  struct hex hex = {0};
  struct error err;
  struct decoder decoder;
  const bool good = read_hex(&hex, words, &err);
  struct explain e = {.config = config, .bytes = hex.bytes};
  if (good) {
    decode_start(&decoder, config, on_packet, &e);
    decode_bytes(&decoder, async, sizeof async);
    decode_bytes(&decoder, hex.bytes, hex.count);
    decode_end(&decoder);
    print_to(&e, hex.count, "skipped");
  }
  free(hex.bytes);
  return !good ? could_not_run(&err) : e.bad;
}
