// SPDX-License-Identifier: Apache-2.0
// The subcommands of waypoint. Each gets its options and returns the exit code: 0: done, or equal; 1: different; 2: it
// could not run, and has printed the reason.
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

// These read their options themselves.
int command_result(int argc, char **argv);
int command_unit(int argc, char **argv);
int command_merge(int argc, char **argv);

// Writes the page of the tests of a JUnit file. Sets two sums of the facts of its runs, of a PTM and of an ETM. False
// and *err set: facts cannot be read.
bool report_regression(FILE *file, const char *path, const struct junit *junit, struct run_facts *sums,
                       struct error *err);
// Checks pins clock by clock. With `row` NULL it prints the report and returns the exit code. Otherwise `row` gets the
// rows, and 1 means that the scoreboard found a failure or has read no packet.
//
// Sets *code; the caller frees it.
int check_clocks(const struct words *words, struct code *code, join_sink *row, void *user);

// Prints "waypoint: TEXT" and returns 2.
int could_not_run(const struct error *err);

// Reads a whole file and adds a byte 0; the caller frees *bytes. False and *err set: it cannot be read or is empty.
bool read_file(const char *path, uint8_t **bytes, size_t *count, struct error *err);
// Writes a text stimulus (docs/stimulus.md) to a file, or to standard output if `path` is NULL. It begins with the
// lines of `note`.
bool write_text(const char *path, const char *note, const struct text *text, struct error *err);
// Writes bytes to a file, or to standard output if `path` is NULL.
bool write_file(const char *path, const uint8_t *bytes, size_t count, struct error *err);

#endif
