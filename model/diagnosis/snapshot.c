// SPDX-License-Identifier: Apache-2.0
// Writes the files of a snapshot. Each file has its function.
#include "snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"
#include "register.h"

struct names {
  const char *unit, *file;
  const char *core;  // a type of core that OpenCSD knows; with another type it decodes nothing, without a message
  const char *type;  // the type of the unit, before its minor version
  bool any_minor;    // the minor version is that of the DUT, otherwise 1
};

static const struct names names_of[PROTOCOLS] = {
    [PROTOCOL_PFT] = {"PTM_0", "ptm_0.ini", "Cortex-A15", "PTM1", false},
    [PROTOCOL_ETM3] = {"ETM_0", "etm_0.ini", "Cortex-A7", "ETM3", true},
};

struct folder {
  const char *dir;
  struct error *err;
};

static bool is_ini(const char *name) { return strstr(name, ".ini"); }

static FILE *create(const struct folder *f, const char *name) {
  char *path = file_path(f->dir, name);
  FILE *file = fopen(path, "wb");
  if (!file) error_set(f->err, "%s/%s: %s", f->dir, name, strerror(errno));
  free(path);
  if (file && is_ini(name)) fputs("; begin\n", file);
  return file;
}

// fclose() reports a full disk that no earlier write has reported.
static bool finish(const struct folder *f, const char *name, FILE *file) {
  if (is_ini(name)) fputs("; end\n", file);
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

static bool write_lists(const struct folder *f, const struct names *n) {
  FILE *file = create(f, "snapshot.ini");
  if (!file) return false;
  fprintf(file, "[snapshot]\nversion=1.0\n[device_list]\ndevice0=cpu_0.ini\ndevice1=%s\n[trace]\nmetadata=trace.ini\n",
          n->file);
  if (!finish(f, "snapshot.ini", file)) return false;
  file = create(f, "trace.ini");
  if (!file) return false;
  fprintf(file,
          "[trace_buffers]\nbuffers=buffer0\n[buffer0]\nname=%s_BUF\nfile=trace.bin\nformat=source_data\n"
          "[source_buffers]\n%s=%s_BUF\n[core_trace_sources]\ncpu_0=%s\n",
          n->unit, n->unit, n->unit, n->unit);
  return finish(f, "trace.ini", file);
}

static bool write_core(const struct folder *f, const struct names *n, const struct image *image) {
  FILE *file = create(f, "cpu_0.ini");
  if (!file) return false;
  fprintf(file, "[device]\nname=cpu_0\nclass=core\ntype=%s\n", n->core);
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

// Writes the registers that a decoder requires. The number in brackets is the offset of the register divided by 4.
static bool write_trace_unit(const struct folder *f, const struct names *n, const struct config *config) {
  FILE *file = create(f, n->file);
  if (!file) return false;
  fprintf(file, "[device]\nname=%s\nclass=trace_source\ntype=%s.%u\n[regs]\n", n->unit, n->type,
          n->any_minor ? config_minor(config) : 1);
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (row->need == REGISTER_OPTIONAL) continue;
    fprintf(file, "%s(0x%03X)=0x%08X\n", row->name, row->offset / 4u, register_value(row, config));
  }
  return finish(f, n->file, file);
}

bool snapshot_write(const char *dir, const struct config *config, const struct image *image, const uint8_t *bytes,
                    size_t count, struct error *err) {
  struct folder f = {.dir = dir, .err = err};
  if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
    error_set(err, "%s: %s", dir, strerror(errno));
    return false;
  }
  const struct names *n = &names_of[config_protocol(config)];
  const bool has_processor = write_lists(&f, n) && write_core(&f, n, image) && write_memory(&f, image);
  return has_processor && write_trace_unit(&f, n, config) && write_bytes(&f, "trace.bin", bytes, count);
}
