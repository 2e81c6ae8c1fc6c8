// SPDX-License-Identifier: Apache-2.0
// The clock and the waves of a simulation in Verilator, whose model and waves are C++ objects; see
// docs/decisions/0008-clock-from-main.md. A clock has 10 time units and starts with its rising edge.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vtb.h"
#include "bench.h"
#include "verilated_fst_c.h"

namespace {

// After Ctrl-C or a signal to terminate, the run ends normally, so that its waves and its report are written.
volatile std::sig_atomic_t stopped;

void stop(int) { stopped = 1; }

// A simulator that is killed leaves waves up to the last multiple of this number of clocks.
constexpr uint64_t flush_clocks = 10000;

class Waves {
 public:
  explicit Waves(Vtb *tb) : wanted_(bench_waves()) {
    if (wanted_.path) tb->trace(&fst_, 99);
  }

  // Call it before clock `clock`. A run without waves only has the cost of this condition.
  void begin_clock(uint64_t clock) {
    if (wanted_.path && clock >= wanted_.from) dump_from(clock);
  }

  void dump(uint64_t time) {
    if (fst_.isOpen()) fst_.dump(time);
  }

 private:
  void dump_from(uint64_t clock) {
    const uint64_t age = clock - wanted_.from;
    if (age == 0) {
      fst_.open(wanted_.path);
    } else if (wanted_.last && age % wanted_.last == 0) {
      fst_.close();
      std::rename(wanted_.path, (std::string(wanted_.path) + ".before").c_str());
      fst_.open(wanted_.path);
    } else if (age % flush_clocks == 0) {
      fst_.flush();
    }
  }

  const bench_wave_options wanted_;
  VerilatedFstC fst_;
};

#if VM_COVERAGE
// Runs are concurrent processes, so each run of `make coverage` writes the counts of its RTL to its own file.
bool write_coverage(VerilatedContext *context) {
  const char *const folder = std::getenv("WAYPOINT_COVERAGE");
  if (!folder) return true;
  std::string path = std::string(folder) + "/XXXXXX";
  const int file = mkstemp(&path[0]);
  if (file < 0 || close(file) < 0) {
    std::perror(path.c_str());
    return false;
  }
  context->coveragep()->write(path.c_str());
  return true;
}
#endif

}  // namespace

int main(int argc, char **argv) {
  const int code = bench_begin(argc, argv, BENCH_VERILATOR);
  if (code != BENCH_BEGUN) return code;
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  {
    VerilatedContext context;
    context.traceEverOn(true);
    Vtb tb{&context};
    Waves waves{&tb};
    tb.eval();
    waves.begin_clock(0);  // now it is known that the file can be written
    waves.dump(context.time());
    for (uint64_t clock = 0; !tb.over && !stopped;) {
      context.timeInc(5);
      tb.CLK = !tb.CLK;
      if (tb.CLK && clock > 0) waves.begin_clock(clock);
      clock += tb.CLK;
      tb.eval();
      waves.dump(context.time());
    }
    tb.final();
#if VM_COVERAGE
    if (!write_coverage(&context)) return 2;
#endif
  }  // the waves are closed here
  return bench_end();
}
