// SPDX-License-Identifier: Apache-2.0
// Lines of logs, as different generators write them, to steps, and lines that are rejected, with their line numbers.
#define CASES_OWN_MAIN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// after setjmp

#include "case.h"
#include "error.h"
#include "steps_log.h"

static char path[] = "/tmp/steps-log-XXXXXX";

static bool read_text(struct steps_log *log, const char *text, struct error *err) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return steps_log_read(log, path, err);
}

// "8000 A 4 E s": address, state, bytes (0: unknown), condition, security. An exception: "14 to 18 A from 8004 T".
static void expect(const char *text, const char *wanted) {
  struct steps_log log;
  struct error err = {0};
  char got[2048] = "";
  if (!read_text(&log, text, &err)) fail_msg("%s", err.text);
  for (size_t i = 0; i < log.steps.count; i++) {
    const struct step *s = &log.steps.at[i];
    const size_t used = strlen(got), room = sizeof got - used;
    if (s->kind == STEP_INSTRUCTION) {
      snprintf(got + used, room, "%u: %X %c %u %c %s\n", log.line[i], s->address, s->thumb ? 'T' : 'A', s->size,
               s->passed ? 'E' : 'N', s->ns ? "ns" : "s");
    } else if (s->resume_unknown) {
      snprintf(got + used, room, "%u: %u to %X %c\n", log.line[i], s->exception, s->address, s->thumb ? 'T' : 'A');
    } else {
      snprintf(got + used, room, "%u: %u to %X %c from %X %c\n", log.line[i], s->exception, s->address,
               s->thumb ? 'T' : 'A', s->resume, s->resume_thumb ? 'T' : 'A');
    }
  }
  assert_string_equal(got, wanted);
  steps_log_free(&log);
}

static void refuse(const char *text, const char *line) {
  struct steps_log log;
  struct error err = {0};
  char wanted[512];
  assert_false(read_text(&log, text, &err));
  snprintf(wanted, sizeof wanted, "%s%s", path, line);
  assert_string_equal(err.text, wanted);
  steps_log_free(&log);
}

CASE(test_fast_models) {
  expect(
      "0 clk E 00000000:000000000000 00000001 CoreEvent_Reset\n"
      "0 clk R cpsr 000001d3\n"
      "1 clk IT (1) 00008000 fa000000 A svc_s : BLX      {pc}+8 ; 0x8008\n"
      "1 clk MW4 00008034:000000008034 00000000\n"
      "2 clk IT (2) 00008008 a00a T svc_s : ADR      r0,{pc}+0x2c ; 0x8034\n"
      "3 clk IT (3) 0000800a:00000000800a,00000000800c e8900c00 T svc_s : LDM      r0,{r10,r11}\n"
      "4 clk IS (4) 0000800e:00000000800e_NS 1afb T usr_ns : SUBNE    r3,r7,r3\n"
      "5 clk CADI E simulation_stopped\n",
      "3: 8000 A 4 E s\n5: 8008 T 2 E s\n6: 800A T 4 E s\n7: 800E T 2 N ns\n");
  expect(
      "180000 ps cpu0 IT (1) 10001848 f64f6000 T svc_s : MOV r0,#0xfe00\n"
      "180000 ps cpu0 R r0 0000fe00\n",
      "1: 10001848 T 4 E s\n");
}

CASE(test_exceptions) {
  expect(
      "1 clk IT (1) 00008000 e1a00000 A svc_s : NOP\n"
      "1 clk E 00008004 00000007 CoreEvent_IRQ\n"
      "1 clk R cpsr 00000192\n"
      "1 clk R r14_irq 00009008\n"
      "1 clk R spsr_irq 00000033\n"
      "2 clk IT (2) 00000018 e1a00000 A irq_s : NOP\n"
      "2 clk R r14_irq 00000000\n"
      "3 clk E 00123456 00000003 CoreEvent_SWI\n"
      "4 clk IT (3) 00000008 e1a00000 A svc_s : NOP\n"
      "5 clk E 00000000 00000019 CoreEvent_ModeChange\n",
      "1: 8000 A 4 E s\n2: 14 to 18 A from 9004 T\n6: 18 A 4 E s\n8: 10 to 8 A\n9: 8 A 4 E s\n");
  expect(
      "Tarmac Text Rev 3t\n"
      "      17000 ns  ES  EXC [0x00] Reset\n"
      "                    BR (00000000) A\n"
      "      41000 ns  ES  (00000000:e59ff018) A svc:            LDR      pc,{pc}+0x20 ; 0x20\n"
      "                    LD 00000020  ........ ........ ........ 00000080     0000000020    NM ISH INC\n"
      "                       00000010  3e000a73 ........ ........ ........   S:0000000000000010  NM NSH\n"
      "     800000 ns  ES  (000001a4:03a06a01) A svc:     CCFAIL MOVEQ    r6,#0x1000\n"
      "     800001 ns  ES  EXC [0x18] IRQ\n"
      "                    R LR_IRQ 000001ac\n"
      "     800002 ns  ES  (00000018:e59ff018) A irq:            LDR      pc,{pc}+0x20 ; 0x20\n",
      "4: 0 A 4 E s\n7: 1A4 A 4 N s\n8: 14 to 18 A from 1A8 A\n10: 18 A 4 E s\n");
}

CASE(test_of_rtl) {
  expect(
      "      3041 cyc IT (00022a7c:00000006) 00022a7c     48f6 T16 LDR      r0,[pc,#984]  ; [0x22e58]\n"
      "      3042 cyc IS (00022a7e:00000007) 00022a7e f7ffffcb T32 BL       {pc}-10\n"
      "      3039 cyc MNW4___D 2002fa00 efbeefbe\n"
      "      3044 cyc IF (00022a82) 48f6 T svc_s : LDR r0\n"
      "271ns IT (00022a84) 000048f6 T svc_s : LDR r0\n"
      "271ns R r13 20001fff (MSP)\n"
      "      3050 tic ES (00022a86:--------) T svc_s:\n",
      "1: 22A7C T 2 E s\n2: 22A7E T 4 N s\n4: 22A82 T 2 E s\n5: 22A84 T 4 E s\n");
}

CASE(test_plain_steps) {
  expect(
      "# steps\n"
      "\n"
      "0x8000 arm E\n"
      "0xFFFF0004 thumb N ns\n"
      "exception 14 0x18 arm\n"
      "0x18 arm E\n"
      "exception 2 0x8 thumb resume 0x801c arm ns\n",
      "3: 8000 A 0 E s\n4: FFFF0004 T 0 N ns\n5: 14 to 18 A\n6: 18 A 0 E s\n7: 2 to 8 T from 801C A\n");
}

CASE(test_rejected_logs) {
  refuse("", ": expected Tarmac lines (IT, IS, ES) or steps (0x8000 arm E), found none; see docs/program-file.md");
  refuse("hello\nworld\n",
         ": expected Tarmac lines (IT, IS, ES) or steps (0x8000 arm E), found none; see docs/program-file.md");
  refuse("0 clk IT (0) 00008000 940011de O EL3h_s : BL\n",
         ":1: expected the AArch32 instruction set A or T, found \"O\"");
  refuse("0 clk IT (0) 00008000 940011de\n", ":1: expected an instruction set, A or T, found the end of the line");
  refuse("0 clk IT\n", ":1: expected an instruction set, A or T, found the end of the line");
  refuse("0 clk ES\n", ":1: expected an instruction set, A or T, found the end of the line");
  refuse("0 clk ES (8000\n", ":1: expected an instruction set, A or T, found the end of the line");
  refuse("0 clk ES (8000:) A svc: x\n", ":1: expected the encoding of an instruction, found the end of the line");
  refuse("0 clk IT (1) 123456789 e1a00000 A svc : x\n", ":1: expected a 32-bit address, found \"123456789\"");
  refuse("0 clk IT (1) 8000 e1a00000 A hyp_n : x\n",
         ":1: expected a mode other than Hyp, which recorded programs do not support, found \"hyp_n\"");
  refuse("0 clk cpu0 IT (1) 8000 e1a00000 A svc : x\n0 clk cpu1 IT (1) 8000 e1a00000 A svc : x\n",
         ":2: expected only instructions of the processor in the first line, found \"cpu1\"");
  refuse("1 ps E 00008100 00000084 CoreEvent_CURRENT_SPx_SYNC\n",
         ":1: expected an ARMv7-A exception in AArch32 state, found \"CoreEvent_CURRENT_SPx_SYNC\"");
  refuse("1 ps ES EXC [0x200] Synchronous\n",
         ":1: expected an ARMv7-A exception vector, [0x04] to [0x1C], found \"[0x200]\"");
  refuse("1 clk E 0 7 CoreEvent_IRQ\n1 clk E 0 8 CoreEvent_FIQ\n",
         ":2: expected an instruction between two exceptions, found \"CoreEvent_FIQ\"");
  refuse("0 clk IT (1) 8000 e1a00000 A svc : x\n1 clk E 0 7 CoreEvent_IRQ\n",
         ":2: truncated: expected an instruction after the exception, found the end of the file");
  refuse("0x8000 arm E\n0x8004 mips E\n", ":2: expected arm or thumb, found \"mips\"");
  refuse("0x8000 arm\n", ":1: expected E or N, found the end of the line");
  refuse("0x8000 arm E\n8004 arm E\n", ":2: expected an address, 0x and up to 8 digits, found \"8004\"");
  refuse("0x8000 arm E\nexception 16 0x18 arm\n", ":2: expected a PFT exception number, 2 to 15, found \"16\"");
  refuse("0x8000 arm E s\n", ":1: expected the end of the line, found \"s\"");
}

// The list moves when it is enlarged: at step 8192, an exception.
CASE(test_a_long_log) {
  enum { LINES = 10000, EXCEPTION_EVERY = 3 };
  char *text = calloc(LINES, 64);
  struct steps_log log;
  assert_non_null(text);
  size_t used = 0;
  for (unsigned i = 0; i < LINES; i++) {
    if (i % EXCEPTION_EVERY == EXCEPTION_EVERY - 1) {
      used += (size_t)sprintf(text + used, "1 clk E 0 7 CoreEvent_IRQ\n");
    } else {
      used += (size_t)sprintf(text + used, "1 clk IT (1) %x e1a00000 A svc_ns : x\n", 4 * i);
    }
  }
  strcpy(text + used, "1 clk IT (1) 8000 e1a00000 A svc_ns : x\n");
  assert_true(read_text(&log, text, NULL));
  assert_int_equal(log.steps.count, LINES + 1);
  for (unsigned i = 0; i < LINES; i++) {
    const struct step *s = &log.steps.at[i];
    assert_int_equal(log.line[i], i + 1);
    assert_int_equal(s->kind, i % EXCEPTION_EVERY == EXCEPTION_EVERY - 1 ? STEP_EXCEPTION : STEP_INSTRUCTION);
    assert_true(s->kind == STEP_INSTRUCTION ? s->ns && s->address == 4 * i : s->resume_ns);
  }
  steps_log_free(&log);
  free(text);
}

// No line may do harm, whatever its contents: words of the formats in any order, and whole lines that are cut anywhere.
CASE(test_any_words) {
  static const char *const words[] = {"IT",  "ES",     "(", ")", "(1)", "(8000:e1a00000)", "8000", ":", "A",    "T",
                                      "EXC", "[0x18]", "E", "R", "r14", "CoreEvent_IRQ",   "clk",  "0", "cpu0", "O"};
  struct steps_log log;
  uint32_t draw = 1;
  for (unsigned n = 0; n < 3000; n++) {
    char text[512] = "";
    for (unsigned w = 0; w < 24; w++) {
      draw = draw * 1664525 + 1013904223;
      strcat(text, words[(draw >> 16) % (sizeof words / sizeof *words)]);
      strcat(text, (draw >> 8) % 9 == 0 ? "\n" : " ");
    }
    (void)read_text(&log, text, NULL);
    steps_log_free(&log);
  }
}

static int setup(void **state) {
  (void)state;
  const int file = mkstemp(path);
  if (file >= 0) close(file);
  return file < 0;
}

static int teardown(void **state) {
  (void)state;
  return unlink(path);
}

int main(void) { return CASES_RUN("steps_log", setup, teardown); }
