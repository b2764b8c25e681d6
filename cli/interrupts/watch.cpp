#include "cli/interrupts/watch.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>

#include "cli/interrupts/leftovers.hpp"
#include "core/text/error.hpp"

namespace combat_odds::cli {
namespace {

RunControl* watched = nullptr;
volatile std::sig_atomic_t interrupted_by = 0;
/// A user, a timer, a power supply, or a batch system that gives a job its last minutes (SIGUSR1,
/// SIGXCPU). A file that grew too large (SIGXFSZ) is none of them: nothing more can be written.
constexpr std::array interruptions = {SIGINT,  SIGTERM, SIGHUP,    SIGXCPU, SIGUSR1,
                                      SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPWR};

extern "C" void on_interrupt(int signal) {
  // The kernel sends it again every second until the hard limit, which kills.
  if (signal == SIGXCPU && interrupted_by == SIGXCPU) return;
  if (interrupted_by == 0 && watched != nullptr) {
    interrupted_by = signal;
    watched->stop();
    return;
  }
  end_by(signal);
}

}  // namespace

struct Watch::Signals {
  std::array<struct sigaction, interruptions.size()> before;
};

Watch::Watch(RunControl& control, std::uint64_t trials, bool quiet)
    : signals_(new Signals), line_(control, trials, quiet) {
  watched = &control;
  interrupted_by = 0;
  for (std::size_t i = 0; i < interruptions.size(); ++i) {
    ::sigaction(interruptions[i], nullptr, &signals_->before[i]);
    // What was ignored stays so (nohup: SIGHUP), but for Ctrl-C and SIGTERM.
    const bool always = interruptions[i] == SIGINT || interruptions[i] == SIGTERM;
    if (!always && signals_->before[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    ::sigaction(interruptions[i], &action, nullptr);
  }
}

Watch::~Watch() {
  for (std::size_t i = 0; i < interruptions.size(); ++i) {
    ::sigaction(interruptions[i], &signals_->before[i], nullptr);
  }
  watched = nullptr;
}

void Watch::tell_interruption(const std::string& results, bool complete) const {
  if (interrupted_by != 0) {
    throw SystemError(fmt::format("stopped by {}; {}", name_of_signal(interrupted_by), results));
  }
  if (!complete) throw SystemError("the time was up; " + results);
}

std::string shown_of(std::size_t done, std::size_t situations) {
  return fmt::format("what was simulated of {} of {} situations is shown", done, situations);
}

}  // namespace combat_odds::cli
