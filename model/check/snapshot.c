// SPDX-License-Identifier: Apache-2.0
#include "snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char device_list[] =
    "[snapshot]\n"
    "version=1.0\n"
    "[device_list]\n"
    "device0=cpu_0.ini\n"
    "device1=ptm_0.ini\n"
    "[trace]\n"
    "metadata=trace.ini\n";

static const char trace_list[] =
    "[trace_buffers]\n"
    "buffers=buffer0\n"
    "[buffer0]\n"
    "name=PTM_0_BUF\n"
    "file=trace.bin\n"
    "format=source_data\n"
    "[source_buffers]\n"
    "PTM_0=PTM_0_BUF\n"
    "[core_trace_sources]\n"
    "cpu_0=PTM_0\n";

// The type must be a core that OpenCSD knows, else it decodes nothing and says nothing.
static const char core[] =
    "[device]\n"
    "name=cpu_0\n"
    "class=core\n"
    "type=Cortex-A15\n";

struct folder {
  const char *dir;
  struct error *err;
};

static FILE *create(const struct folder *f, const char *name) {
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/%s", f->dir, name);
  FILE *file = NULL;
  if (length >= (int)sizeof path) {
    errno = ENAMETOOLONG;
  } else {
    file = fopen(path, "wb");
  }
  if (!file) error_set(f->err, "%s/%s: %s", f->dir, name, strerror(errno));
  return file;
}

// A full disk shows in fclose at the latest.
static bool finish(const struct folder *f, const char *name, FILE *file) {
  bool good = !ferror(file);
  good = fclose(file) == 0 && good;
  if (!good) error_set(f->err, "%s/%s: not written: %s", f->dir, name, strerror(errno));
  return good;
}

static bool write_bytes(const struct folder *f, const char *name, const void *bytes, size_t count) {
  FILE *file = create(f, name);
  if (!file) return false;
  fwrite(bytes, 1, count, file);
  return finish(f, name, file);
}

static bool write_core(const struct folder *f, const struct image *image) {
  FILE *file = create(f, "cpu_0.ini");
  if (!file) return false;
  fputs(core, file);
  for (size_t i = 0; i < image->count; i++) {
    fprintf(file, "[dump%zu]\nfile=mem%zu.bin\naddress=0x%08X\nlength=0x%X\n", i, i, image->at[i].address,
            image->at[i].length);
  }
  return finish(f, "cpu_0.ini", file);
}

static bool write_memory(const struct folder *f, const struct image *image) {
  for (size_t i = 0; i < image->count; i++) {
    char name[32];
    snprintf(name, sizeof name, "mem%zu.bin", i);
    if (!write_bytes(f, name, image->at[i].bytes, image->at[i].length)) return false;
  }
  return true;
}

// The four registers a PTM decoder asks for; the number in brackets is the register's, its offset divided by 4.
static bool write_trace_unit(const struct folder *f, const struct config *config) {
  FILE *file = create(f, "ptm_0.ini");
  if (!file) return false;
  fprintf(file,
          "[device]\nname=PTM_0\nclass=trace_source\ntype=PTM1.1\n[regs]\n"
          "ETMCR(0x000)=0x%08X\nETMIDR(0x079)=0x%08X\nETMCCER(0x07A)=0x%08X\nETMTRACEIDR(0x080)=0x%08X\n",
          config->etmcr, config->etmidr, config->etmccer, config->etmtraceidr);
  return finish(f, "ptm_0.ini", file);
}

bool snapshot_write(const char *dir, const struct config *config, const struct image *image, const uint8_t *bytes,
                    size_t count, struct error *err) {
  struct folder f = {.dir = dir, .err = err};
  if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
    error_set(err, "%s: %s", dir, strerror(errno));
    return false;
  }
  return write_bytes(&f, "snapshot.ini", device_list, sizeof device_list - 1) &&
         write_bytes(&f, "trace.ini", trace_list, sizeof trace_list - 1) && write_core(&f, image) &&
         write_memory(&f, image) && write_trace_unit(&f, config) && write_bytes(&f, "trace.bin", bytes, count);
}
