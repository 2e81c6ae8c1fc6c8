// SPDX-License-Identifier: Apache-2.0
// Rules of the processor's port against the code: they accept what a program can do, and name each pin that no program
// can drive so.
#include <string.h>

#include "case.h"
#include "coverage.h"
#include "port_rules.h"
#include "rules.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ARM_AT = 0x8000, THUMB_AT = 0x9000, CODE_BYTES = 0x80, ELSEWHERE = 0x20000 };

static void word(uint8_t *code, uint32_t address, uint32_t opcode) {
  for (int i = 0; i < 4; i++) code[address - ARM_AT + (unsigned)i] = (uint8_t)(opcode >> 8 * i);
}

static struct image make_image(void) {
  // NOP; BL 0x9006; IT EQ; BXEQ LR; B 0x9000
  static const uint16_t thumb[] = {0xBF00, 0xF000, 0xF800, 0xBF08, 0x4770, 0xE7F9};
  struct image image = {0};
  uint8_t *arm = image_add(&image, ARM_AT, CODE_BYTES, NULL), *halves = image_add(&image, THUMB_AT, CODE_BYTES, NULL);
  assert_true(arm && halves);
  for (uint32_t at = ARM_AT; at < ARM_AT + CODE_BYTES; at += 4) word(arm, at, 0xE320F000);  // NOP
  word(arm, 0x8004, 0xEA000005);                                                            // B 0x8020
  word(arm, 0x8020, 0x1AFFFFF6);                                                            // BNE 0x8000
  word(arm, 0x8024, 0xEB000005);                                                            // BL 0x8040
  word(arm, 0x8040, 0xE12FFF1E);                                                            // BX LR
  for (unsigned i = 0; i < 2 * COUNT(thumb); i++) halves[i] = (uint8_t)(thumb[i / 2] >> 8 * (i % 2));
  return image;
}

static const struct config config = {.etmidr = 0x410CF315};

// --- waypoints -----------------------------------------------------------------------------------------------------

// Executes an indirect branch from elsewhere to 0x8000, and then the code above.
static const struct waypoint walk[] = {
    {.type = WAYPOINT_INDIRECT, .pc = ELSEWHERE, .target = 0x8000, .taken = true},
    {.type = WAYPOINT_DIRECT, .pc = 0x8004, .target = 0x8020, .taken = true},
    {.type = WAYPOINT_DIRECT, .pc = 0x8020, .target = 0x8000},
    {.type = WAYPOINT_DIRECT, .pc = 0x8024, .target = 0x8040, .taken = true, .link = true},
    {.type = WAYPOINT_INDIRECT, .pc = 0x8040, .target = 0x9000, .taken = true, .target_t = true},
    {.type = WAYPOINT_DIRECT,
     .pc = 0x9002,
     .target = 0x9006,
     .taken = true,
     .target_t = true,
     .link = true,
     .t32 = true},
    {.type = WAYPOINT_INDIRECT, .pc = 0x9008, .target_t = true},
    {.type = WAYPOINT_EXCEPTION, .pc = 0x900A, .target = 0x8000, .taken = true, .exception = 14},
    {.type = WAYPOINT_DIRECT, .pc = 0x8004, .target = 0x8020, .taken = true},
};
enum { ENTRY, B, BNE, BL, BX, BL_T32, BX_IT, IRQ, AGAIN, WALK };

static struct rules a;
static struct port_rules r;
static bool seen[RULES];  // the rules that were violated

static void begin(const struct config *c, const struct image *image) {
  static struct coverage coverage;
  rules_start(&a, c, NULL, &(struct rules_limits){0}, (struct rule_set){0}, &coverage);
  port_rules_start(&r, &a, image);
}

// Returns the text of the first violation, for example "PORT-TYPE-1: waypoint 7: WPTTYPE is 7, which is reserved", or
// "".
static const char *said(void) {
  static char text[300];
  text[0] = '\0';
  for (unsigned i = 0; i < RULES; i++) {
    const struct rule_breach *b = &a.breaches[i];
    if (b->times == 0) continue;
    seen[i] = true;
    assert_true(a.is_environment_faulty && a.evaluated[i] > 0);
    snprintf(text, sizeof text, "%s: %s %zu: %s", rule_table[i].id, b->pin < PIN_ETMI0VALID ? "waypoint" : "step",
             b->item, b->text);
  }
  return text;
}

// Returns the violation if the walk has another waypoint at index `at`.
static const char *say(unsigned at, struct waypoint instead, uint64_t *checked) {
  struct image image = make_image();
  begin(&config, &image);
  for (unsigned i = 0; i < WALK && !a.is_environment_faulty; i++)
    port_rules_waypoint(&r, i == at ? &instead : &walk[i], i);
  if (checked) *checked = r.checked;
  image_free(&image);
  return said();
}

CASE(correct_port) {
  uint64_t checked;
  assert_string_equal(say(WALK, walk[0], &checked), "");
  assert_int_equal(checked, WALK - 1);
}

CASE(each_pin_of_a_waypoint) {
  struct waypoint w;
  const char *why;
#define BROKEN(at, change, words) \
  w = walk[at];                   \
  change;                         \
  why = say(at, w, NULL);         \
  if (!strstr(why, words)) fail_msg("%s, expected: %s", why, words)

  BROKEN(B, w.pc = 0x8008, "waypoint 1: WPTPC is 0x00008008, expected 0x00008004, the address of the next waypoint");
  BROKEN(B, w.type = WAYPOINT_INDIRECT,
         "waypoint 1: WPTTYPE is 1, expected 0: the instruction at 0x00008004 is a direct branch");
  BROKEN(BX, w.type = WAYPOINT_BARRIER,
         "waypoint 4: WPTTYPE is 3, expected 1: the instruction at 0x00008040 is an indirect branch");
  BROKEN(B, w.taken = false,
         "waypoint 1: WPTTAKEN is 0, expected 1: the instruction at 0x00008004 is a direct branch without a condition");
  BROKEN(BX, w.taken = false, "waypoint 4: WPTTAKEN is 0");
  BROKEN(BL_T32, w.t32 = false, "waypoint 5: WPTT32LINK is 0, expected 1: the instruction at 0x00009002 has 4 bytes");
  BROKEN(BX_IT, w.t32 = true, "waypoint 6: WPTT32LINK is 1, expected 0: the instruction at 0x00009008 has 2 bytes");
  BROKEN(IRQ, (w.pc = 0x900C, w.t32 = true),
         "waypoint 7: WPTT32LINK is 1, expected 0: the instruction before 0x0000900C has 2");
  BROKEN(BL, w.link = false, "waypoint 3: WPTLINK is 0, expected 1: the instruction at 0x00008024 writes LR");
  BROKEN(BNE, w.link = true, "waypoint 2: WPTLINK is 1, expected 0: the instruction at 0x00008020 does not write LR");
  BROKEN(BX, w.eret = true,
         "waypoint 4: WPTEXTERET is 1, expected 0: the instruction at 0x00008040 is not an exception return");
  BROKEN(B, w.target = 0x8024,
         "waypoint 1: WPTTARGETPC is 0x00008024, expected 0x00008020, the target of the branch at 0x00008004");
  BROKEN(BL, w.target_t = true,
         "waypoint 3: WPTTARGETTBIT is 1 and WPTTARGETJBIT is 0, expected 0 and 0 for the branch at ");
  BROKEN(IRQ, w.pc = 0x9009,
         "waypoint 7: WPTPC is 0x00009009, expected an address that execution from 0x0000900A reaches");
#undef BROKEN
}

CASE(permitted_port_values) {
  struct waypoint w = walk[IRQ];
  w.pc = 0x900C;  // after a branch that was not executed as a branch: its exception makes it an undefined instruction
  assert_string_equal(say(IRQ, w, NULL), "");
  w = walk[BNE];
  w.taken = true;  // a branch back to 0x8000: execution cannot reach 0x8024 from there
  assert_non_null(strstr(say(BNE, w, NULL), "waypoint 3: WPTPC is 0x00008024"));
  w = walk[BX];
  w.target = 0x9008;  // the address may be in an IT block
  assert_non_null(strstr(say(BX, w, NULL),
                         "waypoint 5: WPTPC is 0x00009002, expected 0x00009008, the address of the next waypoint"));
  w = walk[BX];
  w.target = ELSEWHERE;  // the image has no code there
  assert_string_equal(say(BX, w, NULL), "");
}

CASE(nothing_is_known_after_a_gap) {
  struct image image = make_image();
  begin(&config, &image);
  port_rules_waypoint(&r, &walk[ENTRY], 0);
  port_rules_lose_track(&r);
  port_rules_waypoint(&r, &walk[BL], 1);
  assert_string_equal(said(), "");
  port_rules_waypoint(&r, &walk[B], 2);
  assert_non_null(strstr(said(), "waypoint 2: WPTPC is 0x00008004"));
  image_free(&image);
  begin(&config, NULL);
  port_rules_waypoint(&r, &walk[ENTRY], 0);
  port_rules_waypoint(&r, &walk[BL], 1);
  assert_string_equal(said(), "");
}

// --- slots ---------------------------------------------------------------------------------------------------------

static const struct config etm = {.etmidr = 0x414CF254};

static struct slot at(uint32_t address, bool t, bool passed) {
  return (struct slot){.executed = true, .passed = passed, .at = {.address = address, .t = t}};
}

static struct slot to(struct slot s, uint32_t address, bool t, bool direct) {
  s.branched = true;
  s.direct = direct;
  s.to = (struct place){.address = address, .t = t};
  return s;
}

enum { SLOT_NOP, SLOT_B, SLOT_BNE, SLOT_BL, SLOT_BX, SLOT_NOP_T, SLOT_BL_T, SLOT_IT, SLOT_BX_IT, SLOT_B_T, SLOTS };

static const char *say_slots(unsigned index, struct slot instead, uint64_t *checked) {
  struct image image = make_image();
  const struct slot slots[SLOTS] = {
      at(0x8000, false, true),
      to(at(0x8004, false, true), 0x8020, false, true),
      at(0x8020, false, false),
      at(0x8024, false, true),  // a direct branch need not be presented
      to(at(0x8040, false, true), 0x9000, true, false),
      at(0x9000, true, true),
      to(at(0x9002, true, true), 0x9006, true, true),
      at(0x9006, true, true),
      at(0x9008, true, false),
      at(0x900A, true, true),
  };
  begin(&etm, &image);
  for (unsigned i = 0; i < SLOTS && !a.is_environment_faulty; i += 2) {
    struct slots clock = {.at = {slots[i], slots[i + 1]}};
    if (index / 2 == i / 2 && index < SLOTS) clock.at[index % 2] = instead;
    port_rules_slots(&r, &clock, i);
  }
  if (checked) *checked = r.checked;
  image_free(&image);
  return said();
}

CASE(each_pin_of_a_slot) {
  const struct {
    unsigned index;
    struct slot instead;
    const char *words;
  } rows[] = {
      {SLOT_NOP, at(0x8000, false, false),
       "step 0: ETMI0PASS is 0, expected 1: the instruction at 0x00008000 has no condition"},
      {SLOT_B, at(0x8008, false, true),
       "step 1: ETMI1A is 0x00008008, ETMI1T is 0, ETMI1J is 0, expected 0x00008004, 0, 0"},
      {SLOT_NOP_T, at(0x9000, false, true),
       "step 5: ETMI1A is 0x00009000, ETMI1T is 0, ETMI1J is 0, expected 0x00009000, 1, 0"},
      {SLOT_B, to(at(0x8004, false, true), 0x8024, false, true),
       "step 1: ETMI1BRA is 0x00008024, ETMI1BRT is 0, expected 0x00008020, 0"},
      {SLOT_B, to(at(0x8004, false, true), 0x8020, true, true),
       "step 1: ETMI1BRA is 0x00008020, ETMI1BRT is 1, expected 0x00008020, 0"},
      {SLOT_B, to(at(0x8004, false, true), 0x8020, false, false),
       "step 1: ETMI1BRDIRECT is 0, expected 1: the instruction at 0x00008004 is a direct branch"},
      {SLOT_BX, to(at(0x8040, false, true), 0x9000, true, true),
       "step 4: ETMI0BRDIRECT is 1, expected 0: the instruction at 0x00008040 is an indirect branch"},
      {SLOT_BX, at(0x8040, false, true),
       "step 5: no ETMI0BR or ETMI1BR after the indirect branch at 0x00008040 passed"},
      {SLOT_NOP, to(at(0x8000, false, true), 0x8020, false, false),
       "step 0: ETMI0BR is 1, expected 0: the instruction at 0x00008000 is not a branch that passed"},
      {SLOT_BNE, to(at(0x8020, false, false), 0x8000, false, true), "step 2: ETMI0BR is 1"},
      {SLOT_B_T, at(0x900A, true, false), "step 9: ETMI1PASS is 0"},
  };
  uint64_t checked;
  assert_string_equal(say_slots(SLOTS, at(0, false, false), &checked), "");
  assert_int_equal(checked, SLOTS);
  // Execution continues after a write to SCR at the next instruction, and the port reports the write as a branch.
  assert_string_equal(say_slots(SLOT_NOP, to(at(0x8000, false, true), 0x8004, false, false), NULL), "");
  for (unsigned i = 0; i < COUNT(rows); i++) {
    const char *why = say_slots(rows[i].index, rows[i].instead, NULL);
    if (!strstr(why, rows[i].words)) fail_msg("%s, expected: %s", why, rows[i].words);
  }
}

// --- without code ----------------------------------------------------------------------------------------------------

// Returns the violation of a single waypoint.
static const char *say_alone(struct waypoint w, const struct config *c) {
  begin(c, NULL);
  port_rules_legal_waypoint(&r, &w, 7);
  return said();
}

CASE(illegal_processor_port) {
  const struct {
    struct waypoint w;
    const char *words;
  } rows[] = {
      {{.type = 7, .taken = true}, "waypoint 7: WPTTYPE is 7, which is reserved; expected at most 6"},
      {{.type = WAYPOINT_BARRIER}, "waypoint 7: WPTTAKEN is 0, expected 1: WPTTYPE 3 is not a branch"},
      {{.type = WAYPOINT_DEBUG_EXIT, .taken = true, .link = true},
       "WPTLINK is 1, expected 0: WPTTYPE 5 is not a branch"},
      {{.type = WAYPOINT_EXCEPTION, .taken = true, .exception = 6},
       "exception number is 6, which is reserved in PFTv1.1"},
      {{.type = WAYPOINT_EXCEPTION, .taken = true, .exception = 7}, "exception number is 7, which is reserved"},
      {{.type = WAYPOINT_DEBUG_ENTRY, .taken = true, .target = 0x8000},
       "WPTTARGETPC is 0x00008000, expected 0: this is an entry to Debug state"},
      {{.type = WAYPOINT_DIRECT, .prohibited = true, .target = 4},
       "WPTTARGETPC is 0x00000004, expected 0: tracing is prohibited"},
      {{.type = WAYPOINT_DIRECT, .link = true}, ""},
      {{.type = WAYPOINT_INDIRECT, .taken = true, .link = true, .target = 0x8000, .exception = 6}, ""},
      {{.type = WAYPOINT_EXCEPTION, .taken = true, .exception = 3, .target = 8}, ""},
      {{.type = WAYPOINT_EXCEPTION, .taken = true, .exception = 0x13, .target = 8}, ""},
      {{.type = WAYPOINT_DEBUG_ENTRY, .taken = true}, ""},
      {{.type = WAYPOINT_UPDATE, .taken = true, .target = 0x8000}, ""},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    const char *why = say_alone(rows[i].w, &config);
    if (!strstr(why, rows[i].words) || (*why == '\0') != (*rows[i].words == '\0')) {
      fail_msg("row %zu: %s, expected: %s", i, why, rows[i].words);
    }
  }
  const struct config old = {.etmidr = 0x410CF305}, unknown = {.etmidr = 0x410CF305, .unknown = CONFIG_ETMIDR};
  struct waypoint hyp = {.type = WAYPOINT_EXCEPTION, .taken = true, .exception = 3};
  assert_non_null(strstr(say_alone(hyp, &old), "exception number is 3, which is reserved in PFTv1.0"));
  assert_string_equal(say_alone(hyp, &unknown), "");
  hyp.exception = 0x10;
  assert_non_null(strstr(say_alone(hyp, &old), "exception number is 16, which is reserved in PFTv1.0"));
}

static const char *say_exception(uint32_t etmidr, uint16_t exception, bool debug) {
  const struct config c = {.etmidr = etmidr};
  const struct slots slots = {.at[1] = {.branched = true, .exception = exception}, .debug = debug};
  begin(&c, NULL);
  const struct etm3_port_clock port = {.count = 0};
  port_rules_legal_slots(&r, &slots, &port, 3);
  return said();
}

// IHI 0014Q tables 7.11 and 7.12, for each version.
CASE(reserved_exceptions) {
  enum { V30 = 0x414CF200, V33 = 0x414CF230, V34 = 0x414CF240, V35 = 0x414CF250, SECURE = 1 << 19 };
  const struct {
    uint32_t etmidr;
    uint16_t exception;
  } reserved[] = {{V30, 3},           {V30, 6},          {V30, 7},          {V30, 13},         {V33, 0x16},
                  {V33, 3},           {V34 | SECURE, 3}, {V35 | SECURE, 6}, {V35 | SECURE, 7}, {V34 & ~SECURE, 16},
                  {V35 & ~SECURE, 23}},
    legal[] = {{V30, 0},           {V30, 2},           {V33, 13},          {V33, 0x15},        {V35 | SECURE, 3},
               {V35 | SECURE, 15}, {V34 & ~SECURE, 3}, {V34 & ~SECURE, 7}, {V34 & ~SECURE, 24}};
  for (size_t i = 0; i < COUNT(reserved); i++) {
    const char *why = say_exception(reserved[i].etmidr, reserved[i].exception, false);
    if (!strstr(why, "step 3: ETMI1BREXC is ")) fail_msg("row %zu: %s", i, why);
    assert_string_equal(say_exception(reserved[i].etmidr, reserved[i].exception, true), "");
  }
  for (size_t i = 0; i < COUNT(legal); i++) {
    assert_string_equal(say_exception(legal[i].etmidr, legal[i].exception, false), "");
  }
}

static const char *say_cancel(const struct config *c, unsigned exception, bool cancel, bool interrupts_hidden) {
  const struct slots slots = {.at[1] = {.branched = true, .exception = (uint16_t)exception, .cancel = cancel}};
  const struct etm3_port_clock port = {.interrupts_hidden = interrupts_hidden};
  begin(c, NULL);
  port_rules_legal_slots(&r, &slots, &port, 3);
  return said();
}

// IHI 0014Q table 7.7: a data abort cancels an instruction, and an undefined instruction and an SVC cancel none.
// ARMv7-M has other numbers.
CASE(exceptions_with_and_without_cancel) {
  for (unsigned exception = 2; exception < 16; exception++) {
    for (unsigned secure = 0; secure < 2; secure++) {
      const struct config c = {.etmidr = 0x4144F240 | secure << 19};
      for (unsigned hidden = 0; hidden < 2; hidden++) {
        const bool is_set = strstr(say_cancel(&c, exception, true, hidden), "step 3: ETMI1BRCANCEL is 1");
        assert_int_equal(is_set, secure && (exception == 9 || exception == 10));
        const bool is_clear = strstr(say_cancel(&c, exception, false, hidden), "step 3: ETMI1BRCANCEL is 0");
        assert_int_equal(is_clear, secure && exception == 12 && !hidden);
      }
    }
  }
}

// The rules of the Cortex-A9's port have a test of their own (test_port_rules_a9.c).
CASE(each_rule_was_violated) {
  for (unsigned i = 0; i < RULES; i++) {
    const bool is_of_a9 = i >= RULE_PORT_SECRET_2 && i <= RULE_PORT_EMPTY_1;
    if (rule_table[i].scope == RULE_PORT && !is_of_a9 && !seen[i]) fail_msg("%s", rule_table[i].id);
  }
}
