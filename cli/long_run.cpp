#include "cli/long_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

#include "core/error.hpp"
#include "reports/output_files.hpp"

namespace combat_odds::cli {
namespace {

RunControl* watched = nullptr;
volatile std::sig_atomic_t interruptions = 0;

extern "C" void on_interrupt(int /*signal*/) {
  interruptions = interruptions + 1;
  if (interruptions == 1 && watched != nullptr) {
    watched->stop();
    return;
  }
  remove_temporary_files();
  constexpr int killed_by_sigint = 130;
  ::_exit(killed_by_sigint);
}

InputError bad_option(const char* option, const std::string& text, const char* right) {
  return {{option, 0, 0}, fmt::format("'{}' is not possible", text), right};
}

template <class Number>
bool read(std::string_view text, Number& value) {
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stopped == text.data() + text.size();
}

Shard read_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  Shard shard;
  std::uint64_t number = 0;
  constexpr std::uint64_t most = 100'000;
  if (slash == std::string::npos || !read(std::string_view(text).substr(0, slash), number) ||
      !read(std::string_view(text).substr(slash + 1), shard.count) || number < 1 ||
      number > shard.count || shard.count > most) {
    throw bad_option("--shard", text, "i/n with i from 1 to n, such as 1/4");
  }
  shard.index = number - 1;
  return shard;
}

/// "90", "90s", "10m", "2h" in seconds.
double read_time(const std::string& text) {
  std::string_view number = text;
  double unit = 1;
  if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    unit = text.back() == 's' ? 1 : text.back() == 'm' ? 60 : 3600;
    number.remove_suffix(1);
  }
  double value = 0;
  if (!read(number, value) || !(value > 0) || !(value * unit <= 1e9)) {
    throw bad_option("--time-limit", text, "a time such as 30, 30s, 10m or 2h");
  }
  return value * unit;
}

std::string short_number(double value) {
  const char* const units[] = {"", " k", " M", " G", " T"};
  int unit = 0;
  for (; value >= 1000 && unit < 4; ++unit) value /= 1000;
  return fmt::format("{:.3g}{}", value, units[unit]);
}

std::string short_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

void LongRunOptions::add_to(CLI::App& command, bool with_shard) {
  const std::string group = "Long runs";
  command
      .add_option(
          "--precision", precision_,
          "stop when every outcome's interval is at most so far to both sides, such as 0.001")
      ->group(group);
  command.add_option("--time-limit", time_limit_, "stop after so long: 30s, 10m, 2h")->group(group);
  if (with_shard) {
    command
        .add_option("--shard", shard_, "simulate part i of n, such as 1/4; 'merge' adds them up")
        ->group(group);
  }
}

void LongRunOptions::apply(OddsOptions& options, bool trials_given, double confidence,
                           RunControl& control) const {
  options.control = &control;
  options.confidence = confidence;
  if (!precision_.empty()) {
    if (!read(std::string_view(precision_), options.precision) || !(options.precision > 0) ||
        !(options.precision < 1)) {
      throw bad_option("--precision", precision_, "a number between 0 and 1, such as 0.001");
    }
    constexpr std::uint64_t plenty = 1'000'000'000'000;
    if (!trials_given) options.trials = plenty;
  }
  if (sharded()) {
    options.shard = read_shard(shard_);
    if (options.precision > 0) {
      throw InputError({"--shard", 0, 0}, "does not go with --precision",
                       "a shard can't know how precise all of them are together");
    }
    if (options.method == Method::exact) {
      throw InputError({"--shard", 0, 0}, "does not go with --method exact",
                       "only a simulation has parts");
    }
  }
  if (!time_limit_.empty()) {
    control.stop_at(RunControl::Clock::now() +
                    std::chrono::duration_cast<RunControl::Clock::duration>(
                        std::chrono::duration<double>(read_time(time_limit_))));
  }
}

struct Watch::Progress {
  RunControl& control;
  std::uint64_t trials;
  struct sigaction before {};
  std::mutex mutex;
  std::condition_variable over;
  bool is_over = false;
  std::thread thread;

  void show() {
    const auto start = RunControl::Clock::now();
    bool shown = false;
    std::unique_lock lock(mutex);
    while (!over.wait_for(lock, std::chrono::milliseconds(500), [&] { return is_over; })) {
      const double seconds =
          std::chrono::duration<double>(RunControl::Clock::now() - start).count();
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
      std::fputs((line + "\x1b[K").c_str(), stderr);
      shown = true;
    }
    if (shown) std::fputs("\r\x1b[K", stderr);
  }
};

Watch::Watch(RunControl& control, std::uint64_t trials, bool quiet)
    : progress_(new Progress{control, trials, {}, {}, {}, false, {}}) {
  watched = &control;
  interruptions = 0;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &progress_->before);
  if (!quiet && ::isatty(STDERR_FILENO) != 0) {
    progress_->thread = std::thread([this] { progress_->show(); });
  }
}

Watch::~Watch() {
  {
    const std::lock_guard lock(progress_->mutex);
    progress_->is_over = true;
  }
  progress_->over.notify_all();
  if (progress_->thread.joinable()) progress_->thread.join();
  ::sigaction(SIGINT, &progress_->before, nullptr);
  watched = nullptr;
}

bool Watch::interrupted() const { return interruptions > 0; }

void tell_interruption(const Watch& watch, std::uint64_t done, std::uint64_t situations) {
  if (!watch.interrupted()) return;
  throw SystemError(fmt::format(
      "stopped by Ctrl-C; what was simulated of {} of {} situations is written, the trials column "
      "tells how much",
      done, situations));
}

}  // namespace combat_odds::cli
