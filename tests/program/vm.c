// SPDX-License-Identifier: Apache-2.0
// A stack machine runs a sieve and a recursive Fibonacci, each twice: with opcodes dispatched through a table of
// functions, and through a switch. Calls and jumps through a table at nearly every turn; both ways must agree.
#include <stdbool.h>
#include <stdint.h>

enum { LIMIT = 200, PRIMES = 46, NUMBER = 11, FIBONACCI = 89 };  // 46 primes below 200, the 11th Fibonacci number

enum opcode { PUSH, GET, SET, TEST, MARK, DUP, SWAP, ADD, LESS, JUMP, JUMP_ZERO, CALL, RETURN, HALT };

struct instruction {
  enum opcode opcode;
  int operand;
};

enum { I, J, COUNT, VARIABLES };

// clang-format off
enum { NEXT_I = 2, IS_PRIME = 10, NEXT_J = 16, END_J = 27, END_I = 32 };
static const struct instruction sieve[] = {
    {PUSH, 2}, {SET, I},                                                    // i = 2
    [NEXT_I] = {GET, I}, {PUSH, LIMIT}, {LESS, 0}, {JUMP_ZERO, END_I},      // while i < LIMIT
    {GET, I}, {TEST, 0}, {JUMP_ZERO, IS_PRIME}, {JUMP, END_J},              //   if not marked[i]
    [IS_PRIME] = {GET, COUNT}, {PUSH, 1}, {ADD, 0}, {SET, COUNT},           //     count += 1
    {GET, I}, {SET, J},                                                     //     j = i
    [NEXT_J] = {GET, J}, {PUSH, LIMIT}, {LESS, 0}, {JUMP_ZERO, END_J},      //     while j < LIMIT
    {GET, J}, {MARK, 0},                                                    //       marked[j] = 1
    {GET, J}, {GET, I}, {ADD, 0}, {SET, J}, {JUMP, NEXT_J},                 //       j += i
    [END_J] = {GET, I}, {PUSH, 1}, {ADD, 0}, {SET, I}, {JUMP, NEXT_I},      //   i += 1
    [END_I] = {GET, COUNT}, {HALT, 0},
};

enum { OF_N = 3, RECUR = 8 };
static const struct instruction fibonacci[] = {
    {PUSH, NUMBER}, {CALL, OF_N}, {HALT, 0},
    [OF_N] = {DUP, 0}, {PUSH, 2}, {LESS, 0}, {JUMP_ZERO, RECUR}, {RETURN, 0},  // n < 2: n
    [RECUR] = {DUP, 0}, {PUSH, -1}, {ADD, 0}, {CALL, OF_N},                    // else of(n - 1)
    {SWAP, 0}, {PUSH, -2}, {ADD, 0}, {CALL, OF_N}, {ADD, 0}, {RETURN, 0},      // + of(n - 2)
};
// clang-format on

struct machine {
  const struct instruction *program, *at;
  int *top;                          // one above the value on top
  const struct instruction **calls;  // one above the newest return address
  bool running;
  int variables[VARIABLES], values[32];
  const struct instruction *returns[32];
  uint8_t marked[LIMIT];
};

// --- a table of functions ---

typedef void handler(struct machine *m, int operand);

static void do_push(struct machine *m, int operand) { *m->top++ = operand; }
static void do_get(struct machine *m, int operand) { *m->top++ = m->variables[operand]; }
static void do_set(struct machine *m, int operand) { m->variables[operand] = *--m->top; }

static void do_test(struct machine *m, int operand) {
  (void)operand;
  m->top[-1] = m->marked[m->top[-1]];
}

static void do_mark(struct machine *m, int operand) {
  (void)operand;
  m->marked[*--m->top] = 1;
}

static void do_dup(struct machine *m, int operand) {
  (void)operand;
  m->top[0] = m->top[-1];
  m->top++;
}

static void do_swap(struct machine *m, int operand) {
  (void)operand;
  int t = m->top[-1];
  m->top[-1] = m->top[-2];
  m->top[-2] = t;
}

static void do_add(struct machine *m, int operand) {
  (void)operand;
  m->top--;
  m->top[-1] += m->top[0];
}

static void do_less(struct machine *m, int operand) {
  (void)operand;
  m->top--;
  m->top[-1] = m->top[-1] < m->top[0];
}

static void do_jump(struct machine *m, int operand) { m->at = m->program + operand; }

static void do_jump_zero(struct machine *m, int operand) {
  if (*--m->top == 0) do_jump(m, operand);
}

static void do_call(struct machine *m, int operand) {
  *m->calls++ = m->at;
  do_jump(m, operand);
}

static void do_return(struct machine *m, int operand) {
  (void)operand;
  m->at = *--m->calls;
}

static void do_halt(struct machine *m, int operand) {
  (void)operand;
  m->running = false;
}

static handler *const handlers[] = {
    [PUSH] = do_push,
    [GET] = do_get,
    [SET] = do_set,
    [TEST] = do_test,
    [MARK] = do_mark,
    [DUP] = do_dup,
    [SWAP] = do_swap,
    [ADD] = do_add,
    [LESS] = do_less,
    [JUMP] = do_jump,
    [JUMP_ZERO] = do_jump_zero,
    [CALL] = do_call,
    [RETURN] = do_return,
    [HALT] = do_halt,
};

static void run_table(struct machine *m) {
  while (m->running) {
    const struct instruction *now = m->at++;
    handlers[now->opcode](m, now->operand);
  }
}

// --- a switch ---

static void run_switch(struct machine *m) {
  for (int *top = m->top, t;;) {
    const struct instruction *now = m->at++;
    switch (now->opcode) {
      case PUSH:
        *top++ = now->operand;
        break;
      case GET:
        *top++ = m->variables[now->operand];
        break;
      case SET:
        m->variables[now->operand] = *--top;
        break;
      case TEST:
        top[-1] = m->marked[top[-1]];
        break;
      case MARK:
        m->marked[*--top] = 1;
        break;
      case DUP:
        top[0] = top[-1];
        top++;
        break;
      case SWAP:
        t = top[-1];
        top[-1] = top[-2];
        top[-2] = t;
        break;
      case ADD:
        top--;
        top[-1] += top[0];
        break;
      case LESS:
        top--;
        top[-1] = top[-1] < top[0];
        break;
      case JUMP_ZERO:
        if (*--top != 0) break;
        // fall through
      case JUMP:
        m->at = m->program + now->operand;
        break;
      case CALL:
        *m->calls++ = m->at;
        m->at = m->program + now->operand;
        break;
      case RETURN:
        m->at = *--m->calls;
        break;
      case HALT:
        m->top = top;
        return;
    }
  }
}

// The value on top at the end.
static int result(void run(struct machine *m), const struct instruction *program) {
  static struct machine m;
  for (int i = 0; i < VARIABLES; i++) m.variables[i] = 0;
  for (int i = 0; i < LIMIT; i++) m.marked[i] = 0;
  m.program = m.at = program;
  m.top = m.values;
  m.calls = m.returns;
  m.running = true;
  run(&m);
  return m.top[-1];
}

int main(void) {
  bool right = result(run_table, sieve) == PRIMES && result(run_switch, sieve) == PRIMES;
  right = right && result(run_table, fibonacci) == FIBONACCI && result(run_switch, fibonacci) == FIBONACCI;
  return right ? 0 : 1;
}
