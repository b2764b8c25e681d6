#pragma once

#include <optional>
#include <string>

#include "ask/library.hpp"
#include "cli/options/command.hpp"
#include "core/explore/run_control.hpp"
#include "core/odds/odds.hpp"
#include "core/play/parallel.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds::cli {

/// The options that all simulating commands share, as words until SimulationOptions read them.
class SimulationInput {
 public:
  SimulationInput() = default;
  /// With a default method of the command's own.
  explicit SimulationInput(std::string method) : method_(std::move(method)) {}

  /// What a command can do with simulations that take long.
  enum class LongRuns {
    none,
    limits,            ///< --precision and --time-limit
    limits_and_shards  ///< --shard and --resume, too
  };
  void add_to(const Command& command, LongRuns long_runs);

  /// What was not given on the command line is as it is here: trials, seed and confidence.
  void otherwise(const OddsOptions& options);
  /// Trials, seed and confidence as they were given, else as they are here. Throws as
  /// SimulationOptions do.
  OddsOptions given_or(const OddsOptions& options) const;
  /// Whether own charts go before those of the program.
  bool has_own_charts() const { return !charts_.empty(); }

 private:
  friend class SimulationOptions;

  std::string trials_ = "1M";
  std::string seed_ = "1";
  std::string threads_;
  std::string method_ = "both";
  std::string confidence_ = "0.95";
  std::string charts_;
  std::string precision_;
  std::string time_limit_;
  std::string shard_;
  bool resumes_ = false;
  bool quiet_ = false;
  std::optional<Option> trials_option_;
  std::optional<Option> seed_option_;
  std::optional<Option> confidence_option_;
};

/// A number of trials: 250000, 1e6, 10M. Throws InputError about the option.
std::uint64_t read_trials_of(const std::string& option, const std::string& text);
/// A time such as 30, 30s, 10m or 2h, in seconds. Throws InputError about --time-limit.
double read_time_limit(const std::string& text);

/// The same, read and checked. While it lives, no more threads run than were asked for.
class SimulationOptions {
 public:
  /// Puts the user's own charts into the library; `picture` is what pictures say. Throws InputError
  /// where a word is not what its option takes, or where options do not go together.
  SimulationOptions(const SimulationInput& words, Library& library, PictureWords picture = {});
  SimulationOptions(const SimulationOptions&) = delete;
  SimulationOptions& operator=(const SimulationOptions&) = delete;

  const OddsOptions& odds() const { return odds_; }
  const ReportOptions& report() const { return report_; }
  bool quiet() const { return quiet_; }
  bool sharded() const { return sharded_; }
  /// Whether what is played is kept in parts.
  bool resumes() const { return resumes_; }
  bool has_time_limit() const { return has_time_limit_; }
  RunControl& control() const { return *odds_.control; }

  /// All trials that will be played for so many situations; 0: none, or not known.
  std::uint64_t trials(std::uint64_t situations) const;

 private:
  RunControl control_;
  OddsOptions odds_;
  ReportOptions report_;
  bool quiet_;
  bool sharded_;
  bool resumes_;
  bool has_time_limit_;
  ThreadLimit threads_;
};

}  // namespace combat_odds::cli
