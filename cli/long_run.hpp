#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "core/odds.hpp"
#include "core/run_control.hpp"

namespace combat_odds::cli {

/// The options of simulations that may take long.
class LongRunOptions {
 public:
  void add_to(CLI::App& command, bool with_shard);

  /// Adds what the options say to `options`. Throws InputError where a word is not what an option
  /// takes, or where options do not go together.
  void apply(OddsOptions& options, bool trials_given, double confidence, RunControl& control) const;

  bool sharded() const { return !shard_.empty(); }

 private:
  std::string precision_;
  std::string time_limit_;
  std::string shard_;
};

/// While it lives: Ctrl-C ends the simulation after the blocks that are on, a second Ctrl-C ends
/// the program at once and leaves no partial file; a progress bar stands on standard error if that
/// is a terminal and `quiet` is false.
class Watch {
 public:
  /// `trials` are all that will be played; 0: not known.
  Watch(RunControl& control, std::uint64_t trials, bool quiet);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Whether Ctrl-C was pressed.
  bool interrupted() const;

 private:
  struct Progress;
  std::unique_ptr<Progress> progress_;
};

/// Throws SystemError where the simulation was ended by Ctrl-C: what was simulated is written, and
/// the program ends with exit code 1.
void tell_interruption(const Watch& watch, std::uint64_t done, std::uint64_t situations);

}  // namespace combat_odds::cli
