// SPDX-License-Identifier: Apache-2.0
// Reads a snapshot directory: its ini files, the bytes of the selected source, and the code of its core.
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "append.h"
#include "entries.h"
#include "error.h"
#include "file.h"
#include "frames.h"
#include "protocol.h"
#include "register.h"

// The ini files of the directory.
struct snapshot {
  const char *dir;
  struct ini_text snapshot, trace;
  struct ini_text *device;
  size_t device_count;
};

static const char *value_of(const struct ini_text *ini, const char *section, const char *key) {
  const struct ini_entry *e = ini_find(ini, section, key);
  return e ? e->value : "";
}

static bool starts_with(const char *text, const char *with) { return strncasecmp(text, with, strlen(with)) == 0; }

// --- files -----------------------------------------------------------------------------------------------------------

static bool load_devices(struct snapshot *f, struct error *err) {
  f->device = error_memory(calloc(f->snapshot.count + 1, sizeof *f->device));
  for (size_t i = 0; i < f->snapshot.count; i++) {
    const struct ini_entry *e = &f->snapshot.at[i];
    if (strcasecmp(e->section, "device_list") != 0) continue;
    if (!ini_load(&f->device[f->device_count++], f->dir, e->value, err)) return false;
  }
  return f->device_count > 0 || error_set(err, "%s: expected device files in section [device_list]", f->snapshot.path);
}

static bool folder_open(struct snapshot *f, struct error *err) {
  if (!ini_load(&f->snapshot, f->dir, "snapshot.ini", err)) return false;
  const struct ini_entry *metadata = ini_need(&f->snapshot, "trace", "metadata", err);
  return metadata && ini_load(&f->trace, f->dir, metadata->value, err) && load_devices(f, err);
}

static void folder_close(struct snapshot *f) {
  for (size_t i = 0; i < f->device_count; i++) ini_free(&f->device[i]);
  free(f->device);
  ini_free(&f->trace);
  ini_free(&f->snapshot);
}

// --- sources ---------------------------------------------------------------------------------------------------------

static const struct ini_text *device_named(const struct snapshot *f, const char *name) {
  for (size_t i = 0; i < f->device_count; i++) {
    if (strcmp(value_of(&f->device[i], "device", "name"), name) == 0) return &f->device[i];
  }
  return NULL;
}

// The protocol of a device, by its type. PROTOCOLS: it is not supported.
static enum protocol protocol_of(const struct ini_text *device) {
  static const struct {
    const char *type;
    enum protocol protocol;
  } types[] = {{"PTM", PROTOCOL_PFT}, {"PFT", PROTOCOL_PFT}, {"ETM3", PROTOCOL_ETM3}, {"ETMv3", PROTOCOL_ETM3}};
  const char *type = value_of(device, "device", "type");
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (starts_with(type, types[i].type)) return types[i].protocol;
  }
  return PROTOCOLS;
}

// Is the device a trace source whose protocol is supported?
static bool is_source(const struct ini_text *device) {
  return strcasecmp(value_of(device, "device", "class"), "trace_source") == 0 && protocol_of(device) != PROTOCOLS;
}

static bool has_buffer(const struct snapshot *f, const struct ini_text *device) {
  return ini_find(&f->trace, "source_buffers", value_of(device, "device", "name")) != NULL;
}

static bool is_selected(const struct snapshot *f, const struct ini_text *device, struct capture_choice choice) {
  if (choice.source) return strcmp(value_of(device, "device", "name"), choice.source) == 0;
  if (choice.id == CAPTURE_ANY_ID) return is_source(device) && has_buffer(f, device);
  const struct ini_entry *id = ini_find(device, "regs", "ETMTRACEIDR");
  return id && (strtoull(id->value, NULL, 0) & 0x7F) == (unsigned)choice.id;
}

enum { LIST = 256 };  // size of a list of sources

// Explains which sources are available, and which are not supported.
static void explain_sources(const struct snapshot *f, const char *what, struct error *err) {
  char list[LIST] = "", others[LIST] = "";
  for (size_t i = 0; i < f->device_count; i++) {
    const struct ini_text *d = &f->device[i];
    const char *name = value_of(d, "device", "name");
    if (!has_buffer(f, d)) continue;
    if (is_source(d)) text_append(list, LIST, " %s (id %s)", name, value_of(d, "regs", "ETMTRACEIDR"));
    if (is_source(d)) continue;
    const bool wrong_class = protocol_of(d) != PROTOCOLS;
    text_append(others, LIST, "%s %s (%s %s)", *others ? "," : "", name,
                wrong_class ? "not class trace_source; type" : "type", value_of(d, "device", "type"));
  }
  if (*list || !*others) {
    error_set(err, "%s: %s; available:%s%s%s", f->trace.path, what, *list ? list : " none",
              *others ? "; not supported:" : "", others);
  } else {
    error_set(err, "%s: expected a trace source of type PTM, PFT or ETM3, found%s", f->trace.path, others);
  }
}

static const struct ini_text *source_of(const struct snapshot *f, struct capture_choice choice, struct error *err) {
  const struct ini_text *found = NULL;
  for (size_t i = 0; i < f->device_count; i++) {
    if (!is_selected(f, &f->device[i], choice)) continue;
    if (found) {
      explain_sources(f, "several trace sources: expected --id N or --source NAME", err);
      return NULL;
    }
    found = &f->device[i];
  }
  if (!found) {
    explain_sources(f, "expected the ID or name of a PFT or ETMv3 trace source that has a buffer", err);
  } else if (!is_source(found)) {
    error_set(err, "%s: expected a trace source of type PTM, PFT or ETM3, found \"%s\"", found->path,
              value_of(found, "device", "type"));
    found = NULL;
  }
  return found;
}

static bool read_register(const struct ini_text *device, const char *name, uint32_t *value, struct error *err) {
  const struct ini_entry *e = ini_need(device, "regs", name, err);
  return e && ini_number(device, e, value, err);
}

// Reads the registers of the source. The protocol in ETMIDR must be that of the type of the device.
static bool read_registers(const struct ini_text *device, struct config *config, struct error *err) {
  const struct protocol_row *protocol = &protocols[protocol_of(device)];
  *config = *protocol->config;
  for (const struct register_row *row = register_rows; row->config; row++) {
    const bool needed = row->need != REGISTER_OPTIONAL;
    if (needed && !read_register(device, row->name, register_field(row, config), err)) return false;
  }
  if (config_major(config) == protocol->major) return true;
  const struct ini_entry *id = ini_find(device, "regs", "ETMIDR");
  return error_set(err, "%s:%u: ETMIDR: expected %u in bits [11:8] for type=%s, found \"%s\"", device->path, id->line,
                   protocol->major, value_of(device, "device", "type"), id->value);
}

// --- trace bytes -----------------------------------------------------------------------------------------------------

// The section of trace.ini that describes the buffer called `name`.
static const char *buffer_section(const struct ini_text *trace, const char *name) {
  for (size_t i = 0; i < trace->count; i++) {
    if (strcasecmp(trace->at[i].key, "name") == 0 && strcmp(trace->at[i].value, name) == 0) {
      return trace->at[i].section;
    }
  }
  return NULL;
}

static bool read_buffer(const struct snapshot *f, const struct ini_text *source, struct frames_options options,
                        struct capture *capture, struct error *err) {
  const char *name = value_of(source, "device", "name");
  const struct ini_entry *buffer = ini_need(&f->trace, "source_buffers", name, err);
  if (!buffer) return false;
  const char *section = buffer_section(&f->trace, buffer->value);
  if (!section)
    return error_set(err, "%s:%u: expected a buffer with name=%s", f->trace.path, buffer->line, buffer->value);
  const struct ini_entry *file = ini_need(&f->trace, section, "file", err);
  const struct ini_entry *format = file ? ini_need(&f->trace, section, "format", err) : NULL;
  if (!format) return false;
  const bool framed = capture->framed = strcasecmp(format->value, "coresight") == 0;
  if (!framed && strcasecmp(format->value, "source_data") != 0)
    return error_set(err, "%s:%u: expected format=coresight or source_data, found \"%s\"", f->trace.path, format->line,
                     format->value);
  char *path = file_path(f->dir, file->value);
  capture->bytes = file_read(path, &capture->count, err);
  bool good = capture->bytes != NULL;
  if (good && framed) {
    good = frames_take(capture->bytes, capture->count, options, capture->config.etmtraceidr & 0x7F, capture->bytes,
                       &capture->count, &capture->breaks, path,
                       "use format=source_data for the trace bytes of one source", err);
  }
  if (good && capture->count == 0) {
    good = error_set(err, "%s: expected trace bytes of %s, found none", path, name);
  }
  free(path);
  return good;
}

// --- its core --------------------------------------------------------------------------------------------------------

static bool read_dump(const struct snapshot *f, const struct ini_text *core, const struct ini_entry *file,
                      struct image *image, struct error *err) {
  const struct ini_entry *address = ini_need(core, file->section, "address", err);
  const struct ini_entry *length = ini_find(core, file->section, "length");
  const struct ini_entry *offset = ini_find(core, file->section, "offset");
  uint32_t at, bytes = 0, skipped = 0;
  if (!address || !ini_number(core, address, &at, err)) return false;
  if (length && !ini_number(core, length, &bytes, err)) return false;
  if (offset && !ini_number(core, offset, &skipped, err)) return false;
  if (at % 4 != 0)
    return error_set(err, "%s:%u: expected an address that is a multiple of 4, found \"%s\"", core->path, address->line,
                     address->value);
  size_t count;
  char *path = file_path(f->dir, file->value);
  uint8_t *from = file_read(path, &count, err);
  bool good = from != NULL;
  const uint64_t end = (uint64_t)skipped + (length ? bytes : count - (skipped < count ? skipped : count));
  if (good && (end > count || end - skipped > (UINT64_C(1) << 32) - at)) {
    good = error_set(err, "%s: byte %zu: truncated: expected %llu bytes", path, count, (unsigned long long)end);
  }
  if (good && end > skipped) {
    struct error why;
    uint8_t *to = image_add(image, at, (uint32_t)(end - skipped), &why);
    good = to != NULL;
    if (!good) error_set(err, "%s:%u: %s", core->path, address->line, why.text);
    if (to) memcpy(to, from + skipped, (size_t)(end - skipped));
  }
  free(from);
  free(path);
  return good;
}

enum { DEPTH_MOST = 15 };  // largest number of return stack entries

// The number of return stack entries. No register has it; it is known of the parts in docs/silicon.md 9, by the core or
// by ETMIDR of its PTM without the revision.
static uint32_t return_stack_depth(const char *core, uint32_t etmidr) {
  static const struct {
    const char *core;
    uint32_t etmidr, depth;
  } parts[] = {{"Cortex-A15", 0x411CF310, 1}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (strcasecmp(core, parts[i].core) == 0 || (etmidr & ~0xFu) == parts[i].etmidr) return parts[i].depth;
  }
  return DEPTH_MOST;
}

static bool read_core(const struct snapshot *f, const struct ini_text *source, struct capture *capture,
                      struct error *err) {
  const char *name = value_of(source, "device", "name");
  const struct ini_text *core = NULL;
  for (size_t i = 0; i < f->trace.count && !core; i++) {
    const struct ini_entry *e = &f->trace.at[i];
    if (strcasecmp(e->section, "core_trace_sources") == 0 && strcmp(e->value, name) == 0) {
      core = device_named(f, e->key);
    }
  }
  if (!core)
    return error_set(err, "%s: expected CORE=%s in section [core_trace_sources], and a device with the name CORE",
                     f->trace.path, name);
  snprintf(capture->core, sizeof capture->core, "%s", value_of(core, "device", "type"));
  capture->config.return_stack_depth = return_stack_depth(capture->core, capture->config.etmidr);
  capture->config.is_cortex_m = strncasecmp(capture->core, "Cortex-M", strlen("Cortex-M")) == 0;
  for (size_t i = 0; i < core->count; i++) {
    const struct ini_entry *e = &core->at[i];
    if (!starts_with(e->section, "dump")) continue;
    if (!ini_need(core, e->section, "file", err)) return false;
    if (strcasecmp(e->key, "file") == 0 && !read_dump(f, core, e, &capture->image, err)) return false;
  }
  return true;
}

bool capture_open(struct capture *capture, const char *dir, struct capture_choice choice, struct error *err) {
  *capture = (struct capture){0};
  struct snapshot f = {.dir = dir};
  const struct ini_text *source = folder_open(&f, err) ? source_of(&f, choice, err) : NULL;
  const bool good = source && read_registers(source, &capture->config, err) &&
                    read_buffer(&f, source, choice.frames, capture, err) && read_core(&f, source, capture, err);
  folder_close(&f);
  return good;
}

void capture_close(struct capture *capture) {
  image_free(&capture->image);
  free(capture->bytes);
  free(capture->breaks.of);
  *capture = (struct capture){0};
}
