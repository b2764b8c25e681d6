#include "cli/interrupts/leftovers.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <iterator>

namespace combat_odds::cli {
namespace {

/// The paths, where a signal handler can read them.
constexpr std::size_t most_leftovers = 256;
constexpr std::size_t longest_path = 4096;
char paths[most_leftovers][longest_path];
int folders[most_leftovers];

void remove_at(int folder, const char* path) noexcept {
  if (::unlinkat(folder, path, 0) != 0) ::unlinkat(folder, path, AT_REMOVEDIR);
}

enum State { running, undisturbed, ending };
std::atomic<int> state = running;
std::atomic<int> waiting = 0;
static_assert(std::atomic<int>::is_always_lock_free);

struct NamedSignal {
  int number;
  const char* name;
};
/// All that end a program and are not for faults of its own (SIGSEGV) or for its core (SIGQUIT).
constexpr NamedSignal ending_signals[] = {
    {SIGINT, "Ctrl-C"},       {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},   {SIGXFSZ, "SIGXFSZ"},
    {SIGXCPU, "SIGXCPU"},     {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGALRM, "SIGALRM"},
    {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGPWR, "SIGPWR"}};
std::array<struct sigaction, std::size(ending_signals)> before;
std::array<bool, std::size(ending_signals)> taken = {};
int clean_ends = 0;  ///< that live: the outermost one sees to the signals

extern "C" void on_ending_signal(int signal) { end_by(signal); }

}  // namespace

Leftover::Leftover(std::string path, int folder)
    : path_(std::move(path)), folder_(folder), slot_(most_leftovers) {
  if (path_.empty() || path_.size() >= longest_path) return;
  // After all others, so that what lies in a folder goes before the folder.
  std::size_t free = most_leftovers;
  while (free > 0 && paths[free - 1][0] == '\0') --free;
  if (free == most_leftovers) return;
  slot_ = free;
  folders[slot_] = folder_;
  std::memcpy(paths[slot_] + 1, path_.c_str() + 1, path_.size());
  paths[slot_][0] = path_[0];  // last: only now does the path count
}

Leftover::~Leftover() {
  if (slot_ < most_leftovers) paths[slot_][0] = '\0';
}

void Leftover::remove() const noexcept { remove_at(folder_, path_.c_str()); }

CleanEnd::CleanEnd() {
  if (clean_ends++ > 0) return;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    struct sigaction current {};
    ::sigaction(ending_signals[i].number, nullptr, &current);
    taken[i] = current.sa_handler == SIG_DFL;
    if (!taken[i]) continue;
    struct sigaction action {};
    action.sa_handler = on_ending_signal;
    sigemptyset(&action.sa_mask);
    ::sigaction(ending_signals[i].number, &action, &before[i]);
  }
}

CleanEnd::~CleanEnd() {
  if (--clean_ends > 0) return;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i]) ::sigaction(ending_signals[i].number, &before[i], nullptr);
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
    if (paths[i][0] != '\0') remove_at(folders[i], paths[i]);
  }
  for (const char* const word :
       {"combat-odds: ended by ", name_of_signal(signal), "; what was not finished is removed\n"}) {
    if (::write(STDERR_FILENO, word, std::strlen(word)) < 0) break;  // nobody listens
  }
  constexpr int killed = 128;
  ::_exit(killed + signal);
}

const char* name_of_signal(int signal) noexcept {
  for (const NamedSignal& known : ending_signals) {
    if (known.number == signal) return known.name;
  }
  return "a signal";
}

}  // namespace combat_odds::cli
