// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <stdio.h>
#include <string.h>

void compare_packet(void *user, const struct packet *packet) {
  struct comparison *c = user;
  char text[128];
  packet_text(packet, text, sizeof text);
  const struct golden_packet *p = c->next < c->golden.packet_count ? &c->golden.packets[c->next] : NULL;
  c->next++;
  if (p && p->offset == packet->offset && p->length == packet->length && strcmp(p->text, text) == 0) return;
  c->differs = true;
  if (c->excused) return;
  printf("%s: packet %zu\n", c->path, c->next);
  if (p) printf("  expected: byte %zu+%zu: %s\n", p->offset, p->length, p->text);
  printf("  %s: byte %llu+%u: %s\n", c->reader, (unsigned long long)packet->offset, packet->length, text);
}

static bool compare_file(const char *path, const char *reader, compare_read *read) {
  struct comparison c = {.path = path, .reader = reader};
  struct error err = {0};
  bool good = golden_load(path, &c.golden, &err) && read(&c, &err);
  if (!good && !c.excused) printf("%s: %s\n", path, err.text);
  if (good && c.next < c.golden.packet_count) {
    if (!c.excused) printf("%s: %s reads %zu packets, expected %zu\n", path, reader, c.next, c.golden.packet_count);
    c.differs = true;
  }
  bool same = good && !c.differs;
  if (c.excused && same) printf("%s: %s does not differ (%s)\n", path, reader, c.excused);
  if (c.excused) same = !same;
  golden_free(&c.golden);
  return same;
}

int compare_files(int argc, char **argv, const char *reader, compare_read *read) {
  int passed = 0;
  for (int i = 1; i < argc; i++) passed += compare_file(argv[i], reader, read);
  printf("%d passed, %d failed, 0 skipped\n", passed, argc - 1 - passed);
  return passed != argc - 1;
}
