// SPDX-License-Identifier: Apache-2.0
// The subcommands of `waypoint`. Each gets its words, read, and returns the exit code: 0 done (or the same), 1
// different, 2 could not run; it has printed why.
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "join.h"
#include "words.h"

struct code;
struct junit;
struct run_facts;
struct text;

int command_decode(const struct words *words);
int command_encode(const struct words *words);
int command_check(const struct words *words);
int command_generate(const struct words *words);
int command_snapshot(const struct words *words);
int command_reencode(const struct words *words);
int command_record(const struct words *words);
int command_frames(const struct words *words);
int command_shrink(const struct words *words);
int command_size(const struct words *words);
int command_report(const struct words *words);
int command_list(const struct words *words);
int command_explain(const struct words *words);

// These read their words themselves.
int command_result(int argc, char **argv);
// What a unit is: it has the words of a description.
int command_unit(int argc, char **argv);
int command_merge(int argc, char **argv);
// The page of the tests of a JUnit file, and two sums of the facts of its runs, of a PTM and of an ETM. False and *err
// set: facts cannot be read.
bool report_regression(FILE *file, const char *path, const struct junit *junit, struct run_facts *sums,
                       struct error *err);
// `waypoint check` of pins, clock by clock. `row` NULL: prints the report. Otherwise the rows go there, and 1 is that
// the scoreboard has found something, or has read no packet.
// The code goes to *code, which the caller frees.
int check_clocks(const struct words *words, struct code *code, join_sink *row, void *user);

// Prints "waypoint: TEXT" and returns 2.
int could_not_run(const struct error *err);

// A whole file, with a byte 0 after it; free(*bytes) after. False and *err set if it cannot be read or is empty.
bool read_file(const char *path, uint8_t **bytes, size_t *count, struct error *err);
// A text stimulus (docs/stimulus.md) to a file, or to standard output if `path` is NULL; `note`: lines to begin with.
bool write_text(const char *path, const char *note, const struct text *text, struct error *err);
// Writes to a file, or to standard output if `path` is NULL.
bool write_file(const char *path, const uint8_t *bytes, size_t count, struct error *err);

#endif
