#include "cli/interrupts/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include "core/text/doing.hpp"

namespace combat_odds::cli {
namespace {

std::string short_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

struct ProgressLine::Shown {
  const RunControl& control;
  std::uint64_t trials;
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
      constexpr double at_first = 1.2;  // seconds; both do not fit into a line
      const std::string way = way_of_playing();
      if (!way.empty() && seconds < at_first) {
        line += "; " + way;
      } else if (trials > 0 && done > 0) {
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

ProgressLine::ProgressLine(const RunControl& control, std::uint64_t trials, bool quiet)
    : shown_(new Shown{control, trials, {}, {}, false, {}}) {
  if (quiet || ::isatty(STDERR_FILENO) == 0) return;
  try {
    shown_->thread = std::thread([this] { shown_->show(); });
  } catch (const std::system_error&) {  // no thread left for it: no line
  }
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(shown_->mutex);
    shown_->is_over = true;
  }
  shown_->over.notify_all();
  if (shown_->thread.joinable()) shown_->thread.join();
}

}  // namespace combat_odds::cli
