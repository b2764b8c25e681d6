#include "cli/files/leftovers.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

namespace combat_odds::cli {
namespace {

/// The paths, where a signal handler can read them.
constexpr std::size_t most_leftovers = 256;
constexpr std::size_t longest_path = 4096;
char paths[most_leftovers][longest_path];

enum State { running, undisturbed, ending };
std::atomic<int> state = running;
std::atomic<int> waiting = 0;
static_assert(std::atomic<int>::is_always_lock_free);

constexpr std::array<int, 3> ending_signals = {SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, ending_signals.size()> before;
std::array<bool, ending_signals.size()> taken = {};

extern "C" void on_ending_signal(int signal) { end_by(signal); }

}  // namespace

Leftover::Leftover(std::string path) : path_(std::move(path)), slot_(most_leftovers) {
  if (path_.empty() || path_.size() >= longest_path) return;
  // After all others, so that what lies in a folder goes before the folder.
  std::size_t free = most_leftovers;
  while (free > 0 && paths[free - 1][0] == '\0') --free;
  if (free == most_leftovers) return;
  slot_ = free;
  std::memcpy(paths[slot_] + 1, path_.c_str() + 1, path_.size());
  paths[slot_][0] = path_[0];  // last: only now does the path count
}

Leftover::~Leftover() {
  if (slot_ < most_leftovers) paths[slot_][0] = '\0';
}

CleanEnd::CleanEnd() {
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    struct sigaction current {};
    ::sigaction(ending_signals[i], nullptr, &current);
    taken[i] = current.sa_handler == SIG_DFL;
    if (!taken[i]) continue;
    struct sigaction action {};
    action.sa_handler = on_ending_signal;
    sigemptyset(&action.sa_mask);
    ::sigaction(ending_signals[i], &action, &before[i]);
  }
}

CleanEnd::~CleanEnd() {
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    if (taken[i]) ::sigaction(ending_signals[i], &before[i], nullptr);
  }
}

Undisturbed::Undisturbed() {
  for (int expected = running; !state.compare_exchange_strong(expected, undisturbed);
       expected = running) {
    ::pause();  // the end is near
  }
}

Undisturbed::~Undisturbed() {
  state.store(running);
  if (const int signal = waiting.exchange(0); signal != 0) ::raise(signal);
}

void end_by(int signal) noexcept {
  int expected = running;
  if (!state.compare_exchange_strong(expected, ending)) {
    if (expected == undisturbed) waiting.store(signal);
    return;
  }
  for (std::size_t i = most_leftovers; i-- > 0;) {
    if (paths[i][0] == '\0') continue;
    ::unlink(paths[i]);
    ::rmdir(paths[i]);
  }
  constexpr int killed = 128;
  ::_exit(killed + signal);
}

}  // namespace combat_odds::cli
