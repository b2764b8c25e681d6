#include "cli/interrupts/watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>

#include "cli/interrupts/leftovers.hpp"
#include "core/text/doing.hpp"
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

std::string short_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

struct Watch::Progress {
  RunControl& control;
  std::uint64_t trials;
  std::array<struct sigaction, interruptions.size()> before;
  std::mutex mutex;
  std::condition_variable over;
  bool is_over = false;
  std::thread thread;

  void show() {
    const auto start = std::chrono::steady_clock::now();
    bool shown = false;
    std::uint64_t before = 0;  // trials when the line was shown last
    std::unique_lock lock(mutex);
    while (!over.wait_for(lock, std::chrono::milliseconds(500), [&] { return is_over; })) {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const auto done = static_cast<double>(control.trials());
      const double rate = done / seconds;
      std::string line = fmt::format("\r{} trials, {}/s", short_number(done), short_number(rate));
      if (trials > 0 && done > 0) {
        const double share = std::min(1.0, done / static_cast<double>(trials));
        constexpr int width = 30;
        const auto filled = static_cast<std::size_t>(std::lround(share * width));
        line = fmt::format("\r[{}{}] {:3.0f} %  {}, {} left", std::string(filled, '#'),
                           std::string(width - filled, '.'), 100 * share, line.substr(1),
                           short_time((static_cast<double>(trials) - done) / rate));
      }
      // While none are played it tells what is done instead: exploring, solving.
      if (const std::string doing = what_is_done(); control.trials() == before && !doing.empty()) {
        line = done > 0 ? fmt::format("{}; {}", line, doing) : "\r" + doing;
      }
      before = control.trials();
      std::fputs((line + "\x1b[K").c_str(), stderr);
      shown = true;
    }
    if (shown) std::fputs("\r\x1b[K", stderr);
  }
};

Watch::Watch(RunControl& control, std::uint64_t trials, bool quiet)
    : progress_(new Progress{control, trials, {}, {}, {}, false, {}}) {
  watched = &control;
  interrupted_by = 0;
  for (std::size_t i = 0; i < interruptions.size(); ++i) {
    ::sigaction(interruptions[i], nullptr, &progress_->before[i]);
    // What was ignored stays so (nohup: SIGHUP), but for Ctrl-C and SIGTERM.
    const bool always = interruptions[i] == SIGINT || interruptions[i] == SIGTERM;
    if (!always && progress_->before[i].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    ::sigaction(interruptions[i], &action, nullptr);
  }
  if (!quiet && ::isatty(STDERR_FILENO) != 0) {
    try {
      progress_->thread = std::thread([this] { progress_->show(); });
    } catch (const std::system_error&) {  // no thread left for it: no bar
    }
  }
}

Watch::~Watch() {
  {
    const std::lock_guard lock(progress_->mutex);
    progress_->is_over = true;
  }
  progress_->over.notify_all();
  if (progress_->thread.joinable()) progress_->thread.join();
  for (std::size_t i = 0; i < interruptions.size(); ++i) {
    ::sigaction(interruptions[i], &progress_->before[i], nullptr);
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
