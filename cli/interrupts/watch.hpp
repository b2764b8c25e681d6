#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "cli/interrupts/progress_line.hpp"
#include "core/explore/run_control.hpp"

namespace combat_odds::cli {

/// While it lives: Ctrl-C (SIGTERM, SIGHUP, and other signals that would end the program, but
/// SIGXFSZ) ends the simulation after the blocks that are on, a second one ends the program at once
/// and leaves no partial file; a progress line stands on the terminal unless `quiet`.
class Watch {
 public:
  /// `trials` are all that will be played; 0: not known.
  Watch(RunControl& control, std::uint64_t trials, bool quiet);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Throws SystemError where a signal stopped it, so that the program ends with exit code 1:
  /// "stopped by Ctrl-C; " and what became of the results. So does an answer that is not complete
  /// because the time was up.
  void tell_interruption(const std::string& results, bool complete = true) const;

 private:
  struct Signals;
  std::unique_ptr<Signals> signals_;
  ProgressLine line_;
};

/// What became of the results where they are printed: for tell_interruption().
std::string shown_of(std::size_t done, std::size_t situations);

}  // namespace combat_odds::cli
